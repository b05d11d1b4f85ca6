/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/line-plot-private.h"
#include "plot/text.h"

#include "plot/line-join.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* --- band --- */

/* The lowest and highest of both series in one column. */
typedef struct
{
  double x, low, high;
} BandColumn;

static void
flush_band (cairo_t *cr, GArray *columns, const TsLineLayout *layout)
{
  for (guint i = 0; i < columns->len; i++)
    {
      const BandColumn *column = &g_array_index (columns, BandColumn, i);
      cairo_line_to (cr, column->x, ts_line_layout_y (layout, column->high));
    }
  for (guint i = columns->len; i-- > 0;)
    {
      const BandColumn *column = &g_array_index (columns, BandColumn, i);
      cairo_line_to (cr, column->x, ts_line_layout_y (layout, column->low));
    }
  if (columns->len > 0)
    cairo_close_path (cr);
  g_array_set_size (columns, 0);
}

static gboolean
band_has (const TsLineExtras *extras, guint i, TsScaleType type)
{
  return ts_cell_state (extras->band_min->states[i]) == TS_CELL_NUMBER
         && ts_cell_state (extras->band_max->states[i]) == TS_CELL_NUMBER
         && (type != TS_SCALE_LOG || extras->band_min->values[i] > 0);
}

static void
draw_band (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout)
{
  const TsLineExtras *extras = &self->extras;
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (BandColumn));
  g_autofree guint *places = ts_axis_map_places (extras->band_min->axis, self->axis);
  TsM4Input input = { .places = places, .n = extras->band_min->axis->n };
  TsColor fill = ts_color_with_alpha (&style->dim, 0.18);
  double pixel = -INFINITY;
  guint begin, end;

  ts_m4_find (&input, layout->first, layout->last, &begin, &end);
  begin -= begin > 0;
  end += end < input.n;
  for (guint i = begin; i < end; i++)
    {
      double x = ts_line_layout_x (layout, (places != NULL ? places[i] : i) + 0.5);
      BandColumn column = { x, extras->band_min->values[i], extras->band_max->values[i] };
      if (!band_has (extras, i, layout->scale.type))
        {
          flush_band (cr, columns, layout);
          pixel = -INFINITY;
          continue;
        }
      if (floor (x) == pixel && columns->len > 0)
        {
          BandColumn *last = &g_array_index (columns, BandColumn, columns->len - 1);
          last->low = MIN (last->low, column.low);
          last->high = MAX (last->high, column.high);
          continue;
        }
      pixel = floor (x);
      g_array_append_val (columns, column);
    }
  flush_band (cr, columns, layout);
  ts_color_set_source (&fill, cr);
  cairo_fill (cr);
}

/* --- median --- */

static void
draw_median (TsLinePlot *self, cairo_t *cr, const TsPlotStyle *style, const TsLineLayout *layout)
{
  const TsSeries *median = self->extras.median;
  g_autofree guint *places = ts_axis_map_places (median->axis, self->axis);
  TsM4Input input = { median->values,
                      median->states,
                      places,
                      median->axis->n,
                      layout->scale.type == TS_SCALE_LOG ? 0 : -INFINITY,
                      NULL };
  TsStroke stroke = { style->dim, 1.2, 1 };

  ts_line_stroke (self, cr, &input, layout, style->scale, &stroke);
}

/* --- thresholds --- */

static void
draw_threshold (cairo_t *cr,
                const TsPlotStyle *style,
                const TsLineLayout *layout,
                double value,
                const char *label)
{
  TsColor color = ts_color_with_alpha (&style->dim, 0.6);
  double y = ts_line_layout_y (layout, value);

  if (isnan (y) || y < layout->data_top || y > layout->data_bottom)
    return;
  cairo_save (cr);
  ts_color_set_source (&color, cr);
  cairo_set_line_width (cr, 1);
  ts_line_set_dash (cr, 5);
  cairo_move_to (cr, layout->left, round (y) + 0.5);
  cairo_line_to (cr, layout->right, round (y) + 0.5);
  cairo_stroke (cr);
  cairo_restore (cr);
  ts_text_draw (cr, style, label, layout->right - 2, y - 1, TS_ALIGN_END, TS_ALIGN_END, 0,
                &style->dim);
}

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

  draw_threshold (cr, style, layout, extras->largest_finite, largest);
  draw_threshold (cr, style, layout, -extras->largest_finite, largest);
  draw_threshold (cr, style, layout, extras->smallest_normal, smallest);
  draw_threshold (cr, style, layout, -extras->smallest_normal, smallest);
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

void
ts_line_plot_draw_extras (TsLinePlot *self,
                          cairo_t *cr,
                          const TsPlotStyle *style,
                          const TsLineLayout *layout)
{
  const TsLineExtras *extras = &self->extras;

  if (self->axis == NULL)
    return;
  if (is_part (extras->band_min, self->axis) && extras->band_max != NULL
      && ts_axis_same_places (extras->band_min->axis, extras->band_max->axis))
    draw_band (self, cr, style, layout);
  if (is_part (extras->median, self->axis))
    draw_median (self, cr, style, layout);
  draw_thresholds (self, cr, style, layout);
}
