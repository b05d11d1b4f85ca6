/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/line-view-private.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Of a miniature; it is as long as the chart, but need not be as fine. */
#define N_STRIPES 200
/* Points looked at for the one along Y, which is a hint. */
#define MOST_POINTS 20000
#define LEAST_Y     1e-6

/* --- miniatures --- */

static guint32
stripe (const TsColor *color, double strength)
{
  TsColor faded = ts_color_with_alpha (color, CLAMP (strength, 0, 1));

  return ts_color_to_argb (&faded);
}

/* Along X: how high the highest line is, or that something is no number; along Y: how many points
 * there are. */
typedef struct
{
  double highest[N_STRIPES]; /* 0 … 1; -1: nothing */
  gboolean marked[N_STRIPES];
  guint count[N_STRIPES];
} Miniature;

/* No point is passed over: a lone NaN, or a spike, is what one looks for. */
static void
look_along (TsLineView *self, Miniature *miniature, const TsScale *scale, guint line)
{
  guint n = ts_line_plot_get_axis (self->plot)->n;

  for (guint i = 0; i < N_STRIPES; i++)
    {
      guint begin = (guint) ((guint64) i * n / N_STRIPES);
      guint end = (guint) ((guint64) (i + 1) * n / N_STRIPES);
      double greatest, t;
      if (ts_line_plot_find_greatest (self->plot, line, begin, MAX (end, begin + 1), &greatest))
        miniature->marked[i] = TRUE;
      t = ts_scale_normalize (scale, greatest);
      if (!isnan (t))
        miniature->highest[i] = MAX (miniature->highest[i], CLAMP (t, 0, 1));
    }
}

static void
look_at (Miniature *self, const TsScale *scale, const TsLineReading *reading)
{
  double t = ts_cell_state (reading->state) == TS_CELL_NUMBER
                 ? ts_scale_normalize (scale, reading->value)
                 : NAN;

  if (!isnan (t))
    self->count[(guint) MIN ((1 - CLAMP (t, 0, 1)) * N_STRIPES, N_STRIPES - 1)]++;
}

static void
fill_miniature (TsLineView *self, Miniature *miniature)
{
  guint n = ts_line_plot_get_axis (self->plot)->n;
  guint n_lines = ts_line_plot_get_n_lines (self->plot);
  guint stride = MAX ((guint) ((guint64) n * n_lines / MOST_POINTS), 1);
  TsScale scale = ts_line_plot_get_full_scale (self->plot);

  for (guint i = 0; i < N_STRIPES; i++)
    miniature->highest[i] = -1;
  for (guint line = 0; line < n_lines; line++)
    {
      if (!ts_line_plot_get_shown (self->plot, line))
        continue;
      look_along (self, miniature, &scale, line);
      for (guint place = 0; place < n; place += stride)
        {
          TsLineReading reading = ts_line_plot_read_line (self->plot, line, place);
          look_at (miniature, &scale, &reading);
        }
    }
}

static void
set_miniatures (TsLineView *self)
{
  const TsPlotStyle *style = ts_line_canvas_get_style (self->canvas);
  Miniature miniature = { 0 };
  guint32 x[N_STRIPES], y[N_STRIPES];
  guint n = ts_line_plot_get_axis (self->plot)->n, most = 1;
  guint n_x = MIN (n, N_STRIPES);

  fill_miniature (self, &miniature);
  for (guint i = 0; i < N_STRIPES; i++)
    most = MAX (most, miniature.count[i]);
  for (guint i = 0; i < n_x; i++)
    {
      /* The stripe of which place i is the first. */
      guint at = n < N_STRIPES ? (guint) (((guint64) i * N_STRIPES + n - 1) / n) : i;
      x[i] = miniature.marked[at] ? stripe (&style->nan, 0.8)
             : miniature.highest[at] < 0
                 ? 0
                 : stripe (&style->accent, 0.15 + 0.6 * miniature.highest[at]);
    }
  for (guint i = 0; i < N_STRIPES; i++)
    y[i] = stripe (&style->accent, 0.75 * sqrt ((double) miniature.count[i] / most));
  ts_range_slider_set_miniature (self->slider_x, x, n_x);
  ts_range_slider_set_miniature (self->slider_y, y, N_STRIPES);
}

/* --- both ways --- */

static void
x_changed_cb (TsRangeSlider *slider, TsLineView *self)
{
  TsViewRange range;

  _ts_line_view_remember_zoom (self);
  _ts_line_view_get_range (self, &range);
  ts_range_slider_get_window (slider, &range.x0, &range.x1);
  _ts_line_view_apply_range (self, &range);
}

static void
y_changed_cb (TsRangeSlider *slider, TsLineView *self)
{
  TsViewRange range;
  double first, last;

  _ts_line_view_remember_zoom (self);
  _ts_line_view_get_range (self, &range);
  ts_range_slider_get_window (slider, &first, &last);
  range.y0 = 1 - last;
  range.y1 = 1 - first;
  _ts_line_view_apply_range (self, &range);
}

/* Beside the data, however wide the labels are. */
static void
align_sliders (TsLineView *self)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);

  if (layout == NULL)
    return;
  gtk_widget_set_margin_start (GTK_WIDGET (self->slider_x), (int) layout->left);
  gtk_widget_set_margin_end (GTK_WIDGET (self->slider_x), (int) (layout->width - layout->right));
  gtk_widget_set_margin_top (GTK_WIDGET (self->slider_y), (int) layout->data_top);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->slider_y),
                                (int) (layout->height - layout->data_bottom));
}

/* The values at the ends: parts of the axis say nothing. */
static void
tell_values (TsLineView *self)
{
  TsScale scale = ts_line_plot_get_scale (self->plot);
  g_autofree char *from = ts_format_short (scale.min, 6);
  g_autofree char *to = ts_format_short (scale.max, 6);
  /* Translators: the visible part of an axis, as two values */
  g_autofree char *text = g_strdup_printf (_ ("%s to %s"), from, to);

  ts_range_slider_set_value_text (self->slider_y, text);
}

/* Where findings are, also out of sight. */
static void
set_ticks (TsLineView *self, TsAxis *axis)
{
  guint n;
  const TsLineMark *marks = ts_line_plot_get_marks (self->plot, &n);
  g_autofree TsSliderTick *ticks = g_new (TsSliderTick, MAX (n, 1));
  guint n_ticks = 0;

  for (guint i = 0; i < n; i++)
    {
      int place = ts_axis_find (axis, marks[i].place_id);
      if (place >= 0)
        ticks[n_ticks++] = (TsSliderTick){ place + 0.5, marks[i].grade == TS_LINE_MARK_ERROR };
    }
  ts_range_slider_set_ticks (self->slider_x, ticks, n_ticks);
}

static gboolean
update_cb (gpointer data)
{
  TsLineView *self = data;
  TsAxis *axis = ts_line_plot_get_axis (self->plot);
  TsViewRange range;

  self->slider_source = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->slider_x), axis != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->slider_y), axis != NULL);
  if (axis == NULL)
    return G_SOURCE_REMOVE;
  align_sliders (self);
  _ts_line_view_get_range (self, &range);
  ts_range_slider_set_size (self->slider_x, axis->n, 1);
  ts_range_slider_set_window (self->slider_x, range.x0, range.x1);
  ts_range_slider_set_size (self->slider_y, 1, LEAST_Y);
  ts_range_slider_set_window (self->slider_y, 1 - range.y1, 1 - range.y0);
  tell_values (self);
  set_ticks (self, axis);
  if (self->miniature_stale)
    set_miniatures (self);
  self->miniature_stale = FALSE;
  return G_SOURCE_REMOVE;
}

/* Later, since margins must not change while sizes are being given out. */
void
_ts_line_view_queue_sliders (TsLineView *self)
{
  if (self->slider_source == 0)
    self->slider_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE + 15, update_cb, self, NULL);
}

void
_ts_line_view_bind_sliders (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, TsLineView, slider_x);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, slider_y);
  gtk_widget_class_bind_template_callback (widget_class, x_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, y_changed_cb);
}
