/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/lines/line-plot-private.h"
#include "plot/text.h"

#include "model/number-format.h"

#include <math.h>
#include <string.h>

#define TICK_LENGTH   4.0
#define LABEL_GAP     3.0
#define NAME_WIDTH    130.0
#define NAME_DISTANCE 16.0
#define SLANT         (G_PI / 4)
/* Between marks of steps that are left out. */
#define BREAK_DISTANCE 14.0

/* --- places --- */

char *
_ts_axis_describe_place (const TsAxis *axis, guint place)
{
  if (axis->names[place] != NULL)
    return g_strdup (axis->names[place]);
  if (axis->dimension == TS_DIMENSION_MODULE)
    return g_strdup_printf ("%" G_GINT64_FORMAT, axis->ids[place]);
  return ts_format_short (axis->positions[place], 12);
}

void
_ts_place_ticks_free (GArray *ticks)
{
  for (guint i = 0; i < ticks->len; i++)
    g_free (g_array_index (ticks, TsPlaceTick, i).label);
  g_array_unref (ticks);
}

static void
add_place (GArray *ticks, const TsAxis *axis, guint place)
{
  TsPlaceTick tick = { place, _ts_axis_describe_place (axis, place) };

  g_array_append_val (ticks, tick);
}

/* The place within low … high - 1 at a position, or -1. */
static int
find_position (const TsAxis *axis, guint low, guint high, double position)
{
  guint end = high;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (axis->positions[middle] < position)
        low = middle + 1;
      else
        high = middle;
    }
  return low < end && axis->positions[low] == position ? (int) low : -1;
}

/* Places at round positions (steps 0, 50, 100 …) that are far enough from each other. */
static void
add_round_places (
    GArray *ticks, const TsAxis *axis, guint begin, guint end, guint most, double distance)
{
  TsScale scale = { TS_SCALE_LINEAR, axis->positions[begin], axis->positions[end - 1], 1 };
  GArray *round = ts_ticks_new (&scale, most, TRUE);
  double previous = -INFINITY;

  for (guint i = 0; i < round->len; i++)
    {
      int place = find_position (axis, begin, end, g_array_index (round, TsTick, i).value);
      if (place < 0 || place - previous < distance)
        continue;
      add_place (ticks, axis, (guint) place);
      previous = place;
    }
  ts_ticks_free (round);
}

static guint
nice_stride (double at_least)
{
  double size = pow (10, floor (log10 (MAX (at_least, 1))));

  if (at_least <= size)
    return (guint) size;
  if (at_least <= 2 * size)
    return (guint) (2 * size);
  return (guint) ((at_least <= 5 * size ? 5 : 10) * size);
}

GArray *
_ts_place_ticks_new (
    const TsAxis *axis, double first, double last, double pixels, double min_distance)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (TsPlaceTick));
  double distance = min_distance * (last - first) / MAX (pixels, 1);
  guint most = (guint) CLAMP (pixels / MAX (min_distance, 1), 1, 1000);
  guint begin = (guint) CLAMP (ceil (first - 0.5), 0, axis->n);
  guint end = (guint) CLAMP (floor (last - 0.5) + 1, begin, axis->n);
  guint stride = nice_stride (distance);

  if (end <= begin)
    return ticks;
  if (axis->dimension != TS_DIMENSION_MODULE && stride > 1)
    add_round_places (ticks, axis, begin, end, most, distance);
  /* Positions without a pattern (steps 3, 17, 90 …): every so many places. */
  if (ticks->len < MIN (3, MAX (most / 2, 1)))
    {
      for (guint i = 0; i < ticks->len; i++)
        g_free (g_array_index (ticks, TsPlaceTick, i).label);
      g_array_set_size (ticks, 0);
      for (guint i = (begin + stride - 1) / stride * stride; i < end; i += stride)
        add_place (ticks, axis, i);
      if (ticks->len == 0)
        add_place (ticks, axis, begin);
    }
  return ticks;
}

/* --- short names --- */

/* What is left of the name of a place without what most names begin with. */
static const char *
skip_prefix (const TsLinePlot *self, const char *name)
{
  return strncmp (name, self->name_prefix, self->name_head) == 0 ? name + self->name_head : name;
}

/* How many bytes all names end with alike: whole components, with their dot. */
static gsize
common_tail (const TsLinePlot *self)
{
  const TsAxis *axis = self->axis;
  const char *name = skip_prefix (self, axis->names[0]);
  gsize length = strlen (name), same = length, tail = 0;

  for (guint i = 1; i < axis->n; i++)
    {
      const char *other = skip_prefix (self, axis->names[i]);
      gsize other_length = strlen (other), k = 0;
      while (k < MIN (same, other_length) && other[other_length - 1 - k] == name[length - 1 - k])
        k++;
      same = k;
    }
  for (gsize k = 0; k < same; k++)
    if (name[length - 1 - k] == '.')
      tail = k + 1;
  return tail;
}

void
_ts_line_plot_find_common (TsLinePlot *self)
{
  const TsAxis *axis = self->axis;

  self->name_prefix = "";
  self->name_head = self->name_tail = 0;
  if (axis == NULL || axis->dimension != TS_DIMENSION_MODULE || axis->n < 2)
    return;
  for (guint i = 0; i < axis->n; i++)
    if (axis->names[i] == NULL)
      return;
  self->name_prefix = ts_axis_get_common_prefix (axis, &self->name_head);
  self->name_tail = common_tail (self);
}

char *
_ts_line_plot_short_name (const TsLinePlot *self, guint place)
{
  g_autofree char *name = _ts_axis_describe_place (self->axis, place);
  const char *rest = skip_prefix (self, name);

  return g_strndup (rest, strlen (rest) - self->name_tail);
}

/* --- layout --- */

double
ts_line_layout_x (const TsLineLayout *self, double place)
{
  return self->left
         + (place - self->first) / (self->last - self->first) * (self->right - self->left);
}

double
ts_line_layout_y (const TsLineLayout *self, double value)
{
  double t = ts_scale_normalize (&self->scale, value);

  return self->data_bottom - t * (self->data_bottom - self->data_top);
}

double
ts_line_layout_place (const TsLineLayout *self, double x)
{
  return self->first + (x - self->left) / (self->right - self->left) * (self->last - self->first);
}

guint
_ts_line_plot_count_y_ticks (const TsLineLayout *layout)
{
  return (guint) CLAMP ((layout->data_bottom - layout->data_top) / 32, 2, 12);
}

static double
widest_label (cairo_t *cr, const TsPlotStyle *style, GArray *ticks)
{
  double widest = 0;

  for (guint i = 0; i < ticks->len; i++)
    {
      double width;
      ts_text_measure (cr, style, g_array_index (ticks, TsTick, i).label, &width, NULL);
      widest = MAX (widest, width);
    }
  return widest;
}

/* The widest of the visible modules' names; no more than the first hundreds are looked at. */
static double
widest_name (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout)
{
  g_autoptr (PangoLayout) text = ts_text_create_layout (cr, style);
  guint begin = (guint) layout->first, end = (guint) MIN (ceil (layout->last), self->axis->n);
  double widest = 0;

  for (guint i = begin; i < MIN (end, begin + 300) && widest < NAME_WIDTH; i++)
    {
      g_autofree char *name = _ts_line_plot_short_name (self, i);
      int width;
      ts_text_set (text, name, 0);
      pango_layout_get_size (text, &width, NULL);
      widest = MAX (widest, pango_units_to_double (width));
    }
  return widest;
}

/* Names that do not fit side by side stand at 45°, and take room below and to the left. That they
 * are modules can be seen, so the axis goes without its title then. */
static void
make_room_for_names (TsLinePlot *self,
                     cairo_t *cr,
                     const TsPlotStyle *style,
                     double line_height,
                     TsLineLayout *layout)
{
  double room = (layout->right - layout->left) / (layout->last - layout->first);
  double widest = widest_name (self, cr, style, layout), drop;

  if (widest <= room - 8)
    return;
  drop = MIN (MIN (widest, NAME_WIDTH) * sin (SLANT), layout->height / 3);
  layout->slanted = TRUE;
  layout->name_width = drop / sin (SLANT);
  layout->left = MIN (MAX (layout->left, drop * 0.8), layout->width / 2);
  layout->bottom -= drop - 1.5 * line_height;
  layout->data_bottom -= drop - 1.5 * line_height;
}

void
ts_line_plot_layout (TsLinePlot *self,
                     cairo_t *cr,
                     const TsPlotStyle *style,
                     double width,
                     double height,
                     TsLineLayout *layout)
{
  guint above, below;
  double line_height, labels;
  GArray *ticks;

  memset (layout, 0, sizeof *layout);
  layout->width = width;
  layout->height = height;
  layout->scale = ts_line_plot_get_scale (self);
  ts_line_plot_get_visible (self, &layout->first, &layout->last);
  ts_text_measure (cr, style, "0", NULL, &line_height);
  layout->top = round (line_height / 2 + 2);
  layout->right = MAX (width - 12, 1);
  layout->bottom = height - TICK_LENGTH - LABEL_GAP - 2 * line_height - 6;
  _ts_line_plot_count_strips (self, &above, &below);
  layout->data_top = layout->top + above * TS_LINE_STRIP_HEIGHT;
  layout->data_bottom = layout->bottom - below * TS_LINE_STRIP_HEIGHT;
  ticks = ts_ticks_new (&layout->scale, _ts_line_plot_count_y_ticks (layout), FALSE);
  labels = widest_label (cr, style, ticks);
  ts_ticks_free (ticks);
  layout->left = ceil (labels + TICK_LENGTH + LABEL_GAP + 4
                       + (self->value_name != NULL ? line_height + 4 : 0));
  layout->left = MIN (layout->left, width / 2);
  if (self->axis != NULL && self->axis->dimension == TS_DIMENSION_MODULE)
    make_room_for_names (self, cr, style, line_height, layout);
  layout->bottom = floor (MAX (layout->bottom, layout->top + 1));
  layout->data_bottom = floor (MAX (layout->data_bottom, layout->data_top + 1));
  layout->right = floor (MAX (layout->right, layout->left + 1));
}

/* --- drawing --- */

/* The middle of the device pixel that holds at, so that hair lines are crisp. */
static double
crisp (double at, double scale)
{
  return (floor (at * scale) + 0.5) / scale;
}

static void
hair_line (cairo_t *cr, const TsPlotStyle *style, double x1, double y1, double x2, double y2)
{
  cairo_set_line_width (cr, MAX (1, floor (style->scale)) / style->scale);
  if (x1 == x2)
    x1 = x2 = crisp (x1, style->scale);
  else
    y1 = y2 = crisp (y1, style->scale);
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x2, y2);
  cairo_stroke (cr);
}

static void
draw_y_axis (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout)
{
  GArray *ticks = ts_ticks_new (&layout->scale, _ts_line_plot_count_y_ticks (layout), FALSE);

  for (guint i = 0; i < ticks->len; i++)
    {
      const TsTick *tick = &g_array_index (ticks, TsTick, i);
      double y = ts_line_layout_y (layout, tick->value);
      if (isnan (y))
        continue;
      ts_color_set_source (&style->grid, cr);
      hair_line (cr, style, layout->left, y, layout->right, y);
      ts_text_draw (cr, style, tick->label, layout->left - TICK_LENGTH - LABEL_GAP, y, TS_ALIGN_END,
                    TS_ALIGN_CENTER, 0, &style->dim);
    }
  ts_ticks_free (ticks);
  if (self->value_name == NULL)
    return;
  cairo_save (cr);
  cairo_translate (cr, 1, (layout->top + layout->bottom) / 2);
  cairo_rotate (cr, -G_PI / 2);
  ts_text_draw (cr, style, self->value_name, 0, 0, TS_ALIGN_CENTER, TS_ALIGN_START,
                layout->bottom - layout->top, &style->dim);
  cairo_restore (cr);
}

static void
draw_slanted (
    cairo_t *cr, const TsPlotStyle *style, const char *name, double x, double y, double width)
{
  double room = (x - 2) / cos (SLANT);

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, -SLANT);
  ts_text_draw (cr, style, name, 0, 0, TS_ALIGN_END, TS_ALIGN_CENTER, MAX (MIN (width, room), 10),
                &style->dim);
  cairo_restore (cr);
}

static double
place_distance (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout)
{
  g_autofree char *label = NULL;
  double width;

  if (layout->slanted)
    return NAME_DISTANCE;
  if (self->axis->dimension == TS_DIMENSION_MODULE)
    return 1;
  label = _ts_axis_describe_place (self->axis, (guint) MIN (layout->last, self->axis->n - 1.0));
  ts_text_measure (cr, style, label, &width, NULL);
  return MAX (width + 24, 48);
}

/* Two strokes across the axis with a gap between them, and a dotted line up through the lines,
 * which are not as steep or flat there as they look. */
static void
draw_break (cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout, double x)
{
  const double dots[] = { 2, 4 };
  double y = layout->bottom;

  cairo_save (cr);
  cairo_set_dash (cr, dots, G_N_ELEMENTS (dots), 0);
  ts_color_set_source (&style->dim, cr);
  hair_line (cr, style, x, layout->top, x, y - 6);
  cairo_restore (cr);
  ts_color_set_source (&style->background, cr);
  cairo_rectangle (cr, x - 2, y - 1, 4, 3);
  cairo_fill (cr);
  ts_color_set_source (&style->dim, cr);
  cairo_set_line_width (cr, 1.2);
  for (int side = -1; side <= 1; side += 2)
    {
      cairo_move_to (cr, x + side * 2.0 - 2, y + 5);
      cairo_line_to (cr, x + side * 2.0 + 2, y - 4);
    }
  cairo_stroke (cr);
}

/* Where steps are left out. Marks nearer to each other than BREAK_DISTANCE are one. */
static void
draw_breaks (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout)
{
  double previous = -INFINITY;

  for (guint i = 0; i < self->breaks->len; i++)
    {
      double place = g_array_index (self->breaks, guint, i) + 1.0;
      double x = ts_line_layout_x (layout, place);
      if (place <= layout->first || place >= layout->last || x - previous < BREAK_DISTANCE)
        continue;
      previous = x;
      draw_break (cr, style, layout, x);
    }
}

static void
draw_x_axis (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout)
{
  GArray *ticks
      = _ts_place_ticks_new (self->axis, layout->first, layout->last, layout->right - layout->left,
                             place_distance (self, cr, style, layout));
  double y = layout->bottom + TICK_LENGTH + LABEL_GAP;

  ts_color_set_source (&style->dim, cr);
  hair_line (cr, style, layout->left, layout->bottom, layout->right, layout->bottom);
  for (guint i = 0; i < ticks->len; i++)
    {
      const TsPlaceTick *tick = &g_array_index (ticks, TsPlaceTick, i);
      double x = ts_line_layout_x (layout, tick->place + 0.5);
      g_autofree char *name = _ts_line_plot_short_name (self, tick->place);
      ts_color_set_source (&style->dim, cr);
      hair_line (cr, style, x, layout->bottom, x, layout->bottom + TICK_LENGTH);
      if (layout->slanted)
        draw_slanted (cr, style, name, x, y + 2, layout->name_width);
      else
        ts_text_draw (cr, style, name, x, y, TS_ALIGN_CENTER, TS_ALIGN_START, 0, &style->dim);
    }
  _ts_place_ticks_free (ticks);
  draw_breaks (self, cr, style, layout);
  if (!layout->slanted)
    ts_text_draw (cr, style, ts_dimension_get_title (self->axis->dimension),
                  (layout->left + layout->right) / 2, layout->height - 1, TS_ALIGN_CENTER,
                  TS_ALIGN_END, 0, &style->dim);
}

void
ts_line_plot_draw_axes (TsLinePlot *self,
                        cairo_t *cr,
                        const TsPlotStyle *style,
                        const TsLineLayout *layout)
{
  draw_y_axis (self, cr, style, layout);
  if (self->axis != NULL && self->axis->n > 0)
    draw_x_axis (self, cr, style, layout);
}
