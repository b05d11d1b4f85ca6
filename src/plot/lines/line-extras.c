/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/lines/line-plot-private.h"
#include "plot/text.h"

#include "model/axis-join.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* --- band --- */

/* A band of one point, between gaps, is so wide to either side. */
#define LONE_HALF_WIDTH 3.0

/* Where the lowest and highest of both series are in one column; top < bottom. */
typedef struct
{
  double x, top, bottom;
} BandColumn;

/* The edge from one point to the next, along the border of what can be seen where it is beyond:
 * Cairo can't count as far as values may reach once the chart is zoomed. */
static void
add_edge (cairo_t *cr, const TsLineLayout *layout, double x1, double y1, double x2, double y2)
{
  double height = layout->bottom - layout->top;
  double limits[] = { layout->top - height, layout->bottom + height };

  for (guint k = 0; k < 2; k++)
    {
      double limit = limits[y1 < y2 ? k : 1 - k];
      if ((y1 < limit) != (y2 < limit))
        cairo_line_to (cr, x1 + (limit - y1) / (y2 - y1) * (x2 - x1), limit);
    }
  cairo_line_to (cr, x2, CLAMP (y2, limits[0], limits[1]));
}

static void
flush_band (cairo_t *cr, GArray *columns, const TsLineLayout *layout)
{
  const BandColumn *column = (const BandColumn *) (const void *) columns->data;
  guint n = columns->len;

  if (n == 1)
    {
      BandColumn lone[2] = { column[0], column[0] };
      lone[0].x -= LONE_HALF_WIDTH;
      lone[1].x += LONE_HALF_WIDTH;
      g_array_set_size (columns, 0);
      g_array_append_vals (columns, lone, 2);
      flush_band (cr, columns, layout);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      const BandColumn *before = &column[i > 0 ? i - 1 : i];
      add_edge (cr, layout, before->x, before->top, column[i].x, column[i].top);
    }
  for (guint i = n; i-- > 0;)
    {
      const BandColumn *before = &column[i + 1 < n ? i + 1 : i];
      add_edge (cr, layout, before->x, before->bottom, column[i].x, column[i].bottom);
    }
  if (n > 0)
    cairo_close_path (cr);
  g_array_set_size (columns, 0);
}

static gboolean
band_has (const TsBand *band, guint i, TsScaleType type)
{
  return ts_cell_state (band->min->states[i]) == TS_CELL_NUMBER
         && ts_cell_state (band->max->states[i]) == TS_CELL_NUMBER
         && (type != TS_SCALE_LOG || band->min->values[i] > 0);
}

/* Moves a column that is far beside the chart nearer to it, along the band's edges. */
static void
pull_in (BandColumn *far, const BandColumn *near, const TsLineLayout *layout)
{
  double width = layout->right - layout->left;
  double x = CLAMP (far->x, layout->left - width, layout->right + width);
  double t = far->x != near->x ? (x - near->x) / (far->x - near->x) : 1;

  if (x == far->x)
    return;
  *far = (BandColumn){ x, near->top + t * (far->top - near->top),
                       near->bottom + t * (far->bottom - near->bottom) };
}

/* Points of one pixel column are one. */
static void
add_to_band (GArray *columns, const TsLineLayout *layout, const BandColumn *column)
{
  BandColumn *last
      = columns->len > 0 ? &g_array_index (columns, BandColumn, columns->len - 1) : NULL;
  BandColumn next = *column;

  if (last != NULL && floor (last->x) == floor (column->x))
    {
      last->top = MIN (last->top, column->top);
      last->bottom = MAX (last->bottom, column->bottom);
      return;
    }
  if (last != NULL)
    {
      pull_in (last, column, layout);
      pull_in (&next, last, layout);
    }
  g_array_append_val (columns, next);
}

static double
band_y (const TsLineLayout *layout, double value)
{
  return CLAMP (ts_line_layout_y (layout, value), -1e12, 1e12);
}

/* The colour that the range of all ranks, or of the peers, is filled with. */
static TsColor
fill_color (TsLineBackdrop backdrop, const TsPlotStyle *style)
{
  return backdrop == TS_LINE_BACKDROP_PEERS ? ts_color_with_alpha (&style->accent, 0.14)
                                            : ts_color_with_alpha (&style->dim, 0.18);
}

static void
draw_band (TsLinePlot *self,
           cairo_t *cr,
           const TsLineLayout *layout,
           const TsBand *band,
           const TsColor *fill)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (BandColumn));
  g_autofree guint *places = ts_axis_map_places (band->min->axis, self->axis);
  TsM4Input input = { .places = places, .n = band->min->axis->n };
  guint begin, end;

  ts_m4_find (&input, layout->first, layout->last, &begin, &end);
  begin -= begin > 0;
  end += end < input.n;
  for (guint i = begin; i < end; i++)
    {
      BandColumn column
          = { ts_line_layout_x (layout, (places != NULL ? places[i] : i) + 0.5),
              band_y (layout, band->max->values[i]), band_y (layout, band->min->values[i]) };
      if (band_has (band, i, layout->scale.type))
        add_to_band (columns, layout, &column);
      else
        flush_band (cr, columns, layout);
    }
  flush_band (cr, columns, layout);
  ts_color_set_source (fill, cr);
  cairo_fill (cr);
}

/* --- what the band leaves out --- */

#define DIAMOND_SIZE 3.5

gboolean
_ts_line_plot_has_band_marks (const TsLinePlot *self)
{
  const TsLineExtras *extras = &self->extras;

  return extras->band != NULL && (extras->show_range || extras->show_median)
         && ts_band_count_abnormal_places (extras->band) > 0;
}

/* A range, or a median, of the others looks healthy where one rank is NaN: a diamond in the topmost
 * strip says so. */
static void
draw_band_marks (TsLinePlot *self,
                 cairo_t *cr,
                 const TsPlotStyle *style,
                 const TsLineLayout *layout)
{
  const TsBand *band = self->extras.band;
  g_autofree guint *places = ts_axis_map_places (band->min->axis, self->axis);
  TsM4Input input = { .places = places, .n = band->min->axis->n };
  double y = layout->top + TS_LINE_STRIP_HEIGHT / 2, previous = -INFINITY;
  guint begin, end;

  ts_m4_find (&input, layout->first, layout->last, &begin, &end);
  ts_color_set_source (&style->nan, cr);
  for (guint i = begin; i < end; i++)
    {
      double x = ts_line_layout_x (layout, (places != NULL ? places[i] : i) + 0.5);
      if (ts_band_get_n_abnormal (band, i) == 0 || x - previous < TS_LINE_MARK_DISTANCE)
        continue;
      cairo_move_to (cr, x, y - DIAMOND_SIZE);
      cairo_line_to (cr, x + DIAMOND_SIZE, y);
      cairo_line_to (cr, x, y + DIAMOND_SIZE);
      cairo_line_to (cr, x - DIAMOND_SIZE, y);
      cairo_close_path (cr);
      previous = x;
    }
  cairo_fill (cr);
}

/* --- median --- */

static void
draw_median (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout)
{
  const TsSeries *median = self->extras.band->median;
  g_autofree guint *places = ts_axis_map_places (median->axis, self->axis);
  TsM4Input input = { median->values,
                      median->states,
                      places,
                      median->axis->n,
                      layout->scale.type == TS_SCALE_LOG ? 0 : -INFINITY,
                      NULL };
  TsStroke stroke = { style->dim, 1.2, 1 };

  _ts_line_stroke (self, cr, &input, layout, style->scale, &stroke);
}

/* --- thresholds --- */

#define N_THRESHOLDS 4

/* Whether one of the n lines drawn so far is nearer than distance. */
static gboolean
is_near (const double *drawn, guint n, double y, double distance)
{
  for (guint i = 0; i < n; i++)
    if (fabs (drawn[i] - y) < distance)
      return TRUE;
  return FALSE;
}

static void
draw_threshold_line (cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout, double y)
{
  TsColor color = ts_color_with_alpha (&style->dim, 0.6);

  cairo_save (cr);
  ts_color_set_source (&color, cr);
  cairo_set_line_width (cr, 1);
  ts_line_set_dash (cr, 5);
  cairo_move_to (cr, layout->left, y + 0.5);
  cairo_line_to (cr, layout->right, y + 0.5);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* On its line; below it where there is no room, as when the greatest value is the largest finite.
 */
static void
draw_threshold_label (cairo_t *cr,
                      const TsPlotStyle *style,
                      const TsLineLayout *layout,
                      const char *label,
                      double y,
                      double height)
{
  gboolean below = y - height < layout->top;

  ts_text_draw (cr, style, label, layout->right - 2, below ? y + 2 : y - 1, TS_ALIGN_END,
                below ? TS_ALIGN_START : TS_ALIGN_END, 0, &style->dim);
}

/* Where the scale puts several together, as a linear one does with ± the smallest normal, there is
 * one line, and one label that can be read. */
static void
draw_thresholds (TsLinePlot *self,
                 cairo_t *cr,
                 const TsPlotStyle *style,
                 const TsLineLayout *layout)
{
  const TsLineExtras *extras = &self->extras;
  const char *dtype = extras->dtype != NULL ? extras->dtype : "";
  /* Translators: %s is a number type such as float16. */
  g_autofree char *largest = g_strdup_printf (_ ("%s largest finite"), dtype);
  g_autofree char *smallest = g_strdup_printf (_ ("%s smallest normal"), dtype);
  const double values[N_THRESHOLDS] = { extras->largest_finite, -extras->largest_finite,
                                        extras->smallest_normal, -extras->smallest_normal };
  double drawn[N_THRESHOLDS], height;
  guint n = 0;

  ts_text_measure (cr, style, "Xy", NULL, &height);
  for (guint i = 0; i < N_THRESHOLDS; i++)
    {
      double y = ts_line_layout_y (layout, values[i]);
      if (isnan (y) || y < layout->data_top || y > layout->data_bottom
          || is_near (drawn, n, round (y), 1))
        continue;
      draw_threshold_line (cr, style, layout, round (y));
      if (!is_near (drawn, n, round (y), height))
        draw_threshold_label (cr, style, layout, i < 2 ? largest : smallest, y, height);
      drawn[n++] = round (y);
    }
}

static gboolean
is_part (const TsSeries *series, const TsAxis *axis)
{
  if (series == NULL)
    return FALSE;
  if (ts_axis_same_places (series->axis, axis))
    return TRUE;
  for (guint i = 0; i < series->axis->n; i++)
    if (ts_axis_find (axis, series->axis->ids[i]) < 0)
      return FALSE;
  return series->axis->dimension == axis->dimension;
}

/* The band of a backdrop that is to be drawn and can be; else NULL. */
static const TsBand *
find_band (const TsLinePlot *self, TsLineBackdrop backdrop)
{
  const TsLineExtras *extras = &self->extras;
  const TsBand *band = backdrop == TS_LINE_BACKDROP_PEERS ? self->peers : extras->band;
  gboolean wanted
      = backdrop == TS_LINE_BACKDROP_PEERS
        || (backdrop == TS_LINE_BACKDROP_RANGE ? extras->show_range : extras->show_median);

  if (band == NULL || !wanted || self->axis == NULL || !is_part (band->min, self->axis))
    return NULL;
  return backdrop == TS_LINE_BACKDROP_MEDIAN && band->median == NULL ? NULL : band;
}

void
_ts_line_plot_draw_extras (TsLinePlot *self,
                           cairo_t *cr,
                           const TsPlotStyle *style,
                           const TsLineLayout *layout)
{
  static const TsLineBackdrop ranges[] = { TS_LINE_BACKDROP_PEERS, TS_LINE_BACKDROP_RANGE };

  if (self->axis == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      const TsBand *band = find_band (self, ranges[i]);
      TsColor fill = fill_color (ranges[i], style);
      if (band != NULL)
        draw_band (self, cr, layout, band, &fill);
    }
  if (find_band (self, TS_LINE_BACKDROP_MEDIAN) != NULL)
    draw_median (self, cr, style, layout);
  if (_ts_line_plot_has_band_marks (self))
    draw_band_marks (self, cr, style, layout);
  draw_thresholds (self, cr, style, layout);
}

/* --- for legend and readout --- */

char *
ts_line_plot_describe_backdrop (const TsLinePlot *self, TsLineBackdrop backdrop)
{
  const TsBand *band = find_band (self, backdrop);

  if (band == NULL)
    return NULL;
  if (backdrop == TS_LINE_BACKDROP_MEDIAN)
    return g_strdup (_ ("Median of the other ranks"));
  /* Translators: %s is whose range it is: “All ranks”. */
  return g_strdup_printf (C_ ("legend", "%s, least – greatest"), band->name);
}

static char *
format_number (const TsSeries *series, int point)
{
  TsLineReading reading = { 0, point < 0 ? NAN : series->values[point],
                            point < 0 ? TS_CELL_MISSING : series->states[point] };

  return ts_line_reading_format (&reading);
}

char *
ts_line_plot_read_backdrop (const TsLinePlot *self, TsLineBackdrop backdrop, guint place)
{
  const TsBand *band = find_band (self, backdrop);
  g_autofree char *low = NULL, *high = NULL, *text = NULL;
  guint n_abnormal;
  int point;

  if (band == NULL || place >= self->axis->n)
    return g_strdup ("");
  point = ts_axis_find (band->min->axis, self->axis->ids[place]);
  if (backdrop == TS_LINE_BACKDROP_MEDIAN)
    return format_number (band->median, point);
  low = format_number (band->min, point);
  high = format_number (band->max, point);
  text = strcmp (low, high) == 0 ? g_strdup (low) : g_strdup_printf ("%s – %s", low, high);
  n_abnormal = point >= 0 ? ts_band_get_n_abnormal (band, (guint) point) : 0;
  if (n_abnormal == 0)
    return g_steal_pointer (&text);
  /* Translators: a range, then how many ranks have NaN, an infinity or null there. */
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s · %u not finite", "%s · %u not finite", n_abnormal), text,
      n_abnormal);
}

void
ts_line_backdrop_draw_swatch (
    TsLineBackdrop self, cairo_t *cr, const TsPlotStyle *style, double x, double y, double width)
{
  TsColor fill = fill_color (self, style);

  cairo_save (cr);
  if (self == TS_LINE_BACKDROP_MEDIAN)
    {
      ts_color_set_source (&style->dim, cr);
      cairo_set_line_width (cr, 1.5);
      ts_line_set_dash (cr, 1);
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x + width, y);
      cairo_stroke (cr);
    }
  else
    {
      /* Fainter than this a sample as small as that is not seen. */
      fill.a *= 1.6;
      ts_color_set_source (&fill, cr);
      cairo_rectangle (cr, x, y - 5, width, 10);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}
