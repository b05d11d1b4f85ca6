/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/heatmap/heatmap-draw.h"

#include "model/number-format.h"
#include "plot/heatmap/heatmap-labels.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define LABEL_GAP         8.0
#define TICK              4.0
#define MAX_LABEL_SHARE   0.34 /* of the width, for the names at the left */
#define MAX_LABEL_WIDTH   420.0
#define MEASURED_LABELS   16
#define SEPARATOR_ROW     4.0 /* rows lower than this have no pixel to spare for a line */
#define X_LABEL_GAP       14.0
#define MAX_X_LABEL_WIDTH 120.0
#define BREAK_DISTANCE    14.0 /* marks nearer to each other are one */

/* --- layout --- */

/* What many names begin with is not worth its room; the tooltip has it. Looked for once per layout:
 * it takes all names, which a frame has no time for. */
static void
set_prefix (TsHeatmapLayout *self, const TsAxis *axis)
{
  const char *text = "";
  gsize length = 0;

  if (axis->dimension == TS_DIMENSION_MODULE)
    text = ts_axis_get_common_prefix (axis, &length);
  if (length >= sizeof self->prefix)
    for (length = sizeof self->prefix - 1; length > 0 && text[length - 1] != '.';)
      length--;
  memcpy (self->prefix, text, length);
  self->prefix[length] = '\0';
}

static const char *
skip_prefix (const TsHeatmapLayout *self, const char *label)
{
  return g_str_has_prefix (label, self->prefix) ? label + strlen (self->prefix) : label;
}

/* The width of the longest names. Only the longest by characters are measured: shaping 5,000 names
 * takes longer than drawing the picture. */
static double
measure_names (const TsHeatmapLayout *self,
               const TsAxis *axis,
               cairo_t *cr,
               TsTextCache *cache,
               const TsPlotStyle *style)
{
  guint longest[MEASURED_LABELS] = { 0 };
  glong lengths[MEASURED_LABELS] = { 0 };
  double widest = 0;

  for (guint i = 0; i < axis->n; i++)
    {
      glong length = axis->names[i] != NULL ? (glong) strlen (axis->names[i]) : 8;
      guint smallest = 0;
      for (guint j = 1; j < MEASURED_LABELS; j++)
        if (lengths[j] < lengths[smallest])
          smallest = j;
      if (length <= lengths[smallest])
        continue;
      lengths[smallest] = length;
      longest[smallest] = i;
    }
  for (guint j = 0; j < MEASURED_LABELS; j++)
    if (lengths[j] > 0)
      {
        g_autofree char *label = ts_heatmap_dup_place_label (axis, longest[j]);
        double width;
        ts_text_cache_measure (cache, cr, style, skip_prefix (self, label), &width, NULL);
        widest = MAX (widest, width);
      }
  return widest;
}

TsHeatmapLayout
ts_heatmap_layout (const TsMatrix *matrix,
                   const TsAxis *all_rows,
                   cairo_t *cr,
                   TsTextCache *cache,
                   const TsPlotStyle *style,
                   const TsRect *area)
{
  TsHeatmapLayout self = { 0 };
  double left, bottom;

  ts_text_cache_measure (cache, cr, style, "0", NULL, &self.line_height);
  set_prefix (&self, all_rows);
  self.label_width = MIN (measure_names (&self, matrix->y, cr, cache, style),
                          MIN (area->width * MAX_LABEL_SHARE, MAX_LABEL_WIDTH));
  self.label_width = ceil (self.label_width);
  left = self.label_width + LABEL_GAP;
  bottom = TICK + 2 * self.line_height + 4;
  self.cells.x = ceil (area->x + left);
  self.cells.y = ceil (area->y);
  self.cells.width = MAX (1, floor (area->x + area->width - self.cells.x));
  self.cells.height = MAX (1, floor (area->y + area->height - bottom - self.cells.y));
  return self;
}

void
ts_heatmap_point_to_place (
    const TsRect *cells, const TsViewRange *range, double x, double y, double *px, double *py)
{
  *px = range->x0 + (x - cells->x) / cells->width * (range->x1 - range->x0);
  *py = range->y0 + (y - cells->y) / cells->height * (range->y1 - range->y0);
}

TsRect
ts_heatmap_get_cell_rect (const TsRect *cells, const TsViewRange *range, guint x, guint y)
{
  double width = cells->width / (range->x1 - range->x0);
  double height = cells->height / (range->y1 - range->y0);

  return (TsRect){
    cells->x + (x - range->x0) * width,
    cells->y + (y - range->y0) * height,
    width,
    height,
  };
}

/* --- axes --- */

static void
draw_y_labels (const TsMatrix *matrix,
               cairo_t *cr,
               TsTextCache *cache,
               const TsPlotStyle *style,
               const TsHeatmapLayout *layout,
               const TsViewRange *range)
{
  const TsRect *cells = &layout->cells;
  double row = cells->height / (range->y1 - range->y0);
  g_autoptr (GArray) places = ts_heatmap_pick_labels (matrix->y, range->y0, range->y1,
                                                      cells->height, layout->line_height);

  for (guint i = 0; i < places->len; i++)
    {
      guint place = g_array_index (places, guint, i);
      g_autofree char *label = ts_heatmap_dup_place_label (matrix->y, place);
      double y = cells->y + (place + 0.5 - range->y0) * row;
      ts_text_cache_draw (cache, cr, style, skip_prefix (layout, label), cells->x - LABEL_GAP, y,
                          TS_ALIGN_END, TS_ALIGN_CENTER, layout->label_width, &style->foreground);
      if (row >= layout->line_height)
        continue;
      /* Not every row has a name: a tick says which one this is. */
      ts_color_set_source (&style->dim, cr);
      cairo_rectangle (cr, cells->x - TICK, floor (y), TICK - 1, 1);
      cairo_fill (cr);
    }
}

/* About the widest of the labels that may stand side by side: the longest by characters. Shaping
 * many of them on every frame of a zoom would cost more than drawing the few that are shown. */
static double
measure_x_labels (const TsAxis *axis,
                  cairo_t *cr,
                  TsTextCache *cache,
                  const TsPlotStyle *style,
                  const TsViewRange *range)
{
  guint first = (guint) CLAMP (range->x0, 0, axis->n - 1);
  guint last = (guint) CLAMP (ceil (range->x1), 1, axis->n);
  guint stride = MAX (1, (last - first) / 256);
  g_autofree char *longest = ts_heatmap_dup_place_label (axis, last - 1);
  double width;

  for (guint i = first; i < last; i += stride)
    if (axis->names[i] != NULL && strlen (axis->names[i]) > strlen (longest))
      {
        g_free (longest);
        longest = g_strdup (axis->names[i]);
      }
  ts_text_cache_measure (cache, cr, style, longest, &width, NULL);
  return MIN (width, MAX_X_LABEL_WIDTH);
}

static void
draw_x_labels (const TsMatrix *matrix,
               cairo_t *cr,
               TsTextCache *cache,
               const TsPlotStyle *style,
               const TsHeatmapLayout *layout,
               const TsViewRange *range)
{
  const TsRect *cells = &layout->cells;
  double column = cells->width / (range->x1 - range->x0);
  double bottom = cells->y + cells->height;
  double widest = measure_x_labels (matrix->x, cr, cache, style, range);
  g_autoptr (GArray) places = ts_heatmap_pick_labels (matrix->x, range->x0, range->x1, cells->width,
                                                      widest + X_LABEL_GAP);

  for (guint i = 0; i < places->len; i++)
    {
      guint place = g_array_index (places, guint, i);
      g_autofree char *label = ts_heatmap_dup_place_label (matrix->x, place);
      double x = cells->x + (place + 0.5 - range->x0) * column;
      ts_color_set_source (&style->dim, cr);
      cairo_rectangle (cr, floor (x), bottom + 1, 1, TICK - 1);
      cairo_fill (cr);
      ts_text_cache_draw (cache, cr, style, label, x, bottom + TICK + 1, TS_ALIGN_CENTER,
                          TS_ALIGN_START, MAX_X_LABEL_WIDTH, &style->foreground);
    }
  ts_text_cache_draw (cache, cr, style, ts_dimension_get_title (matrix->x->dimension),
                      cells->x + cells->width / 2, bottom + TICK + layout->line_height + 2,
                      TS_ALIGN_CENTER, TS_ALIGN_START, cells->width, &style->dim);
}

/* Calls for the upper edge of every layer but the first. */
static void
add_group_lines (const TsMatrix *matrix,
                 cairo_t *cr,
                 const TsRect *cells,
                 const TsViewRange *range,
                 double x,
                 double width)
{
  double row = cells->height / (range->y1 - range->y0);
  guint first = (guint) MAX (1, ceil (range->y0));
  guint last = (guint) CLAMP (ceil (range->y1), 0, matrix->y->n);

  for (guint i = first; i < last; i++)
    if (matrix->y->groups[i] != matrix->y->groups[i - 1])
      cairo_rectangle (cr, x, round (cells->y + (i - range->y0) * row), width, 1);
}

/* The same for the left edge of every group of columns but the first. */
static void
add_column_lines (const TsMatrix *matrix,
                  cairo_t *cr,
                  const TsRect *cells,
                  const TsViewRange *range,
                  double y,
                  double height)
{
  double column = cells->width / (range->x1 - range->x0);
  guint first = (guint) MAX (1, ceil (range->x0));
  guint last = (guint) CLAMP (ceil (range->x1), 0, matrix->x->n);

  if (matrix->x->n_groups <= 1 || column < SEPARATOR_ROW)
    return;
  for (guint i = first; i < last; i++)
    if (matrix->x->groups[i] != matrix->x->groups[i - 1])
      cairo_rectangle (cr, round (cells->x + (i - range->x0) * column) - 1, y, 2, height);
}

void
ts_heatmap_draw_y_axis (const TsMatrix *matrix,
                        cairo_t *cr,
                        TsTextCache *cache,
                        const TsPlotStyle *style,
                        const TsHeatmapLayout *layout,
                        const TsViewRange *range)
{
  const TsRect *cells = &layout->cells;
  TsColor mark = ts_color_mix (&style->background, &style->dim, 0.6);
  double row = cells->height / (range->y1 - range->y0);

  if (matrix->y->n == 0)
    return;
  cairo_save (cr);
  draw_y_labels (matrix, cr, cache, style, layout, range);
  if (matrix->y->n_groups > 1 && row * matrix->y->n / matrix->y->n_groups >= SEPARATOR_ROW)
    {
      ts_color_set_source (&mark, cr);
      add_group_lines (matrix, cr, cells, range, cells->x - LABEL_GAP + 1, LABEL_GAP - 1);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

void
ts_heatmap_draw_x_axis (const TsMatrix *matrix,
                        cairo_t *cr,
                        TsTextCache *cache,
                        const TsPlotStyle *style,
                        const TsHeatmapLayout *layout,
                        const TsViewRange *range)
{
  if (matrix->x->n == 0)
    return;
  cairo_save (cr);
  draw_x_labels (matrix, cr, cache, style, layout, range);
  cairo_restore (cr);
}

void
ts_heatmap_draw_breaks (const GArray *breaks,
                        cairo_t *cr,
                        const TsPlotStyle *style,
                        const TsRect *cells,
                        const TsViewRange *range)
{
  double column = cells->width / (range->x1 - range->x0), previous = -INFINITY;
  double y = cells->y + cells->height;

  cairo_save (cr);
  ts_color_set_source (&style->foreground, cr);
  cairo_set_line_width (cr, 1.2);
  for (guint i = 0; i < breaks->len; i++)
    {
      double place = g_array_index (breaks, guint, i) + 1.0;
      double x = cells->x + (place - range->x0) * column;
      if (place <= range->x0 || place >= range->x1 || x - previous < BREAK_DISTANCE)
        continue;
      previous = x;
      for (int side = -1; side <= 1; side += 2)
        {
          cairo_move_to (cr, x + side * 2.0 - 2, y + TICK + 3);
          cairo_line_to (cr, x + side * 2.0 + 2, y);
        }
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
ts_heatmap_draw_over_cells (const TsMatrix *matrix,
                            const TsCellPainter *painter,
                            cairo_t *cr,
                            const TsPlotStyle *style,
                            const TsRect *cells,
                            const TsViewRange *range)
{
  cairo_save (cr);
  cairo_rectangle (cr, cells->x, cells->y, cells->width, cells->height);
  cairo_clip (cr);
  if (matrix->y->n_groups > 1 && cells->height / (range->y1 - range->y0) >= SEPARATOR_ROW)
    {
      ts_color_set_source (&style->background, cr);
      add_group_lines (matrix, cr, cells, range, cells->x, cells->width);
      cairo_fill (cr);
    }
  ts_color_set_source (&style->background, cr);
  add_column_lines (matrix, cr, cells, range, cells->y, cells->height);
  cairo_fill (cr);
  ts_heatmap_draw_signs (matrix, painter, cr, style, cells, range);
  cairo_restore (cr);
}

/* --- words --- */

static char *
dup_count_of (TsDimension dimension, guint n)
{
  g_autofree char *count = ts_format_count (n);

  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s step", "%s steps", n), count);
    case TS_DIMENSION_RANK:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s rank", "%s ranks", n), count);
    case TS_DIMENSION_MODULE:
    default:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s module", "%s modules", n), count);
    }
}

static char *
dup_extent (const TsAxis *axis)
{
  g_autofree char *first = ts_heatmap_dup_place_label (axis, 0);
  g_autofree char *last = ts_heatmap_dup_place_label (axis, axis->n - 1);

  if (axis->dimension == TS_DIMENSION_STEP)
    return axis->n == 1 ? g_strdup_printf (_ ("step %s"), first)
                        /* Translators: first and last training step */
                        : g_strdup_printf (_ ("steps %s – %s"), first, last);
  /* Ranks ordered by groups have no first and last; their names may say more than the number. */
  if (axis->dimension == TS_DIMENSION_RANK && axis->n_groups <= 1)
    return axis->n == 1 ? g_strdup_printf (_ ("rank %" PRId64), axis->ids[0])
                        : g_strdup_printf (_ ("ranks %" PRId64 " – %" PRId64), axis->ids[0],
                                           axis->ids[axis->n - 1]);
  return dup_count_of (axis->dimension, axis->n);
}

char *
ts_heatmap_dup_subtitle (const TsMatrix *matrix)
{
  g_autofree char *x = NULL, *y = NULL;

  if (matrix->x->n == 0 || matrix->y->n == 0)
    return g_strdup (_ ("no data"));
  x = dup_extent (matrix->x);
  y = dup_count_of (matrix->y->dimension, matrix->y->n);
  /* Translators: what a heat map spans: "steps 100 – 500", "1 024 modules". */
  return g_strdup_printf (_ ("%s, %s"), x, y);
}
