/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-canvas.h"

#include "widgets/texture.h"
#include "widgets/theme.h"

#include <adwaita.h>
#include <math.h>

struct _TsLineCanvas
{
  GtkWidget parent;

  TsLinePlot *plot; /* borrowed */
  TsPlotStyle style;
  TsLineLayout layout;
  gboolean layout_valid;
  GdkTexture *picture; /* NULL: none was drawn yet */
  TsLineLayout drawn;  /* the layout it was drawn with */
  gboolean exact;      /* it is of the plot as it is now */
  gint64 cost;         /* of a line of the last picture, in microseconds */
  gint64 budget;
  guint serial;  /* of the plot's changes */
  gboolean busy; /* a thread is drawing */
  guint n_draws;
};

/* A picture may take half of a frame. */
#define BUDGET (8 * G_TIME_SPAN_MILLISECOND)
/* So much is taken for a line before anything was drawn. */
#define COST_OF_LINE (G_TIME_SPAN_MILLISECOND / 2)

enum
{
  RESIZED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsLineCanvas, ts_line_canvas, GTK_TYPE_WIDGET)

void
ts_line_canvas_invalidate (TsLineCanvas *self)
{
  self->exact = FALSE;
  self->serial++;
  self->layout_valid = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
restyle (TsLineCanvas *self)
{
  ts_plot_style_clear (&self->style);
  ts_theme_get_style (GTK_WIDGET (self), &self->style);
  ts_line_canvas_invalidate (self);
}

/* A surface of device pixels, in logical coordinates. */
static void
ensure_layout (TsLineCanvas *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  cairo_surface_t *surface;
  cairo_t *cr;

  if (self->layout_valid || self->plot == NULL || width < 1 || height < 1)
    return;
  surface = ts_texture_create_surface (1, 1, self->style.scale);
  cr = cairo_create (surface);
  ts_line_plot_layout (self->plot, cr, &self->style, width, height, &self->layout);
  self->layout_valid = TRUE;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static cairo_surface_t *
draw_chart (TsLinePlot *plot, const TsPlotStyle *style, const TsLineLayout *layout)
{
  cairo_surface_t *surface
      = ts_texture_create_surface ((int) layout->width, (int) layout->height, style->scale);
  cairo_t *cr = cairo_create (surface);

  ts_line_plot_draw_chart (plot, cr, style, layout);
  cairo_destroy (cr);
  return surface;
}

/* Takes surface. */
static void
take_picture (TsLineCanvas *self,
              cairo_surface_t *surface,
              const TsLineLayout *layout,
              gint64 cost,
              guint n_lines,
              gboolean exact)
{
  g_clear_object (&self->picture);
  self->picture = ts_texture_new_for_surface (surface);
  self->drawn = *layout;
  self->cost = cost / MAX (n_lines, 1);
  self->exact = exact;
  self->n_draws++;
}

/* --- in a thread --- */

typedef struct
{
  TsLinePlot *plot; /* a copy */
  TsPlotStyle style;
  TsLineLayout layout;
  guint serial;
  gint64 cost;
  cairo_surface_t *surface;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ts_line_plot_free (job->plot);
  ts_plot_style_clear (&job->style);
  g_clear_pointer (&job->surface, cairo_surface_destroy);
  g_free (job);
}

static void
job_run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  gint64 begin = g_get_monotonic_time ();

  job->surface = draw_chart (job->plot, &job->style, &job->layout);
  job->cost = g_get_monotonic_time () - begin;
  g_task_return_boolean (task, TRUE);
}

/* The plot may have changed meanwhile: what was drawn is nearer to it than what is shown. */
static void
job_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsLineCanvas *self = TS_LINE_CANVAS (source);
  Job *job = g_task_get_task_data (G_TASK (result));

  self->busy = FALSE;
  if (self->plot == NULL)
    return;
  take_picture (self, g_steal_pointer (&job->surface), &job->layout, job->cost,
                ts_line_plot_get_n_lines (job->plot), job->serial == self->serial);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
start_job (TsLineCanvas *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  if (self->busy)
    return;
  job = g_new0 (Job, 1);
  job->plot = ts_line_plot_copy (self->plot);
  ts_plot_style_copy (&job->style, &self->style);
  job->layout = self->layout;
  job->serial = self->serial;
  self->busy = TRUE;
  task = g_task_new (self, NULL, job_cb, NULL);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, job_run);
}

/* --- the picture --- */

static void
ensure_picture (TsLineCanvas *self)
{
  gint64 begin = g_get_monotonic_time ();
  cairo_surface_t *surface;

  ensure_layout (self);
  if (self->exact || !self->layout_valid)
    return;
  if (self->cost * ts_line_plot_get_n_lines (self->plot) > self->budget)
    {
      start_job (self);
      return;
    }
  surface = draw_chart (self->plot, &self->style, &self->layout);
  take_picture (self, surface, &self->layout, g_get_monotonic_time () - begin,
                ts_line_plot_get_n_lines (self->plot), TRUE);
}

static graphene_rect_t
get_data_rect (const TsLineLayout *layout)
{
  return GRAPHENE_RECT_INIT ((float) layout->left, (float) layout->top,
                             (float) (layout->right - layout->left),
                             (float) (layout->bottom - layout->top));
}

/* Where one of the old picture's values is now; where it was for one without a place. */
static double
move_y (TsLineCanvas *self, double value, double otherwise)
{
  double y = ts_line_layout_y (&self->layout, value);

  return isfinite (y) ? CLAMP (y, -1e5, 1e5) : otherwise;
}

/* The picture before, so that its lines are where they are now. */
static void
append_old_picture (TsLineCanvas *self, GtkSnapshot *snapshot)
{
  const TsLineLayout *old = &self->drawn, *now = &self->layout;
  double x0 = ts_line_layout_x (now, old->first), x1 = ts_line_layout_x (now, old->last);
  double y0 = move_y (self, old->scale.max, now->data_top);
  double y1 = move_y (self, old->scale.min, now->data_bottom);
  double factor_x = CLAMP ((x1 - x0) / (old->right - old->left), 1e-3, 1e3);
  double factor_y = CLAMP ((y1 - y0) / (old->data_bottom - old->data_top), 1e-3, 1e3);
  graphene_rect_t data = get_data_rect (now);

  gtk_snapshot_push_clip (snapshot, &data);
  gtk_snapshot_append_texture (snapshot, self->picture,
                               &GRAPHENE_RECT_INIT ((float) (x0 - old->left * factor_x),
                                                    (float) (y0 - old->data_top * factor_y),
                                                    (float) (old->width * factor_x),
                                                    (float) (old->height * factor_y)));
  gtk_snapshot_pop (snapshot);
}

static void
append_axes (TsLineCanvas *self, GtkSnapshot *snapshot)
{
  cairo_t *cr
      = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) self->layout.width,
                                                                  (float) self->layout.height));

  ts_line_plot_draw_axes (self->plot, cr, &self->style, &self->layout);
  cairo_destroy (cr);
}

/* --- widget --- */

static void
ts_line_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsLineCanvas *self = TS_LINE_CANVAS (widget);

  ensure_picture (self);
  if (!self->layout_valid)
    return;
  if (self->exact)
    {
      gtk_snapshot_append_texture (
          snapshot, self->picture,
          &GRAPHENE_RECT_INIT (0, 0, (float) self->layout.width, (float) self->layout.height));
      return;
    }
  append_axes (self, snapshot);
  if (self->picture != NULL && self->drawn.right > self->drawn.left)
    append_old_picture (self, snapshot);
}

static void
ts_line_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TsLineCanvas *self = TS_LINE_CANVAS (widget);

  if (width != (int) self->layout.width || height != (int) self->layout.height)
    {
      ts_line_canvas_invalidate (self);
      g_signal_emit (self, signals[RESIZED], 0);
    }
}

static void
ts_line_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ts_line_canvas_parent_class)->css_changed (widget, change);
  restyle (TS_LINE_CANVAS (widget));
}

static void
ts_line_canvas_dispose (GObject *object)
{
  TsLineCanvas *self = TS_LINE_CANVAS (object);

  self->plot = NULL;
  self->layout_valid = FALSE;
  g_clear_object (&self->picture);
  G_OBJECT_CLASS (ts_line_canvas_parent_class)->dispose (object);
}

static void
ts_line_canvas_finalize (GObject *object)
{
  ts_plot_style_clear (&TS_LINE_CANVAS (object)->style);
  G_OBJECT_CLASS (ts_line_canvas_parent_class)->finalize (object);
}

static void
ts_line_canvas_class_init (TsLineCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ts_line_canvas_dispose;
  object_class->finalize = ts_line_canvas_finalize;
  widget_class->snapshot = ts_line_canvas_snapshot;
  widget_class->size_allocate = ts_line_canvas_size_allocate;
  widget_class->css_changed = ts_line_canvas_css_changed;
  signals[RESIZED] = g_signal_new ("resized", TS_TYPE_LINE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "linecanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ts_line_canvas_init (TsLineCanvas *self)
{
  self->budget = BUDGET;
  self->cost = COST_OF_LINE;
  ts_theme_get_style (GTK_WIDGET (self), &self->style);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (restyle), NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (restyle),
                           self, G_CONNECT_SWAPPED);
}

void
ts_line_canvas_set_plot (TsLineCanvas *self, TsLinePlot *plot)
{
  g_return_if_fail (TS_IS_LINE_CANVAS (self));
  self->plot = plot;
  ts_line_canvas_invalidate (self);
}

const TsLineLayout *
ts_line_canvas_get_layout (TsLineCanvas *self)
{
  g_return_val_if_fail (TS_IS_LINE_CANVAS (self), NULL);
  ensure_layout (self);
  return self->layout_valid ? &self->layout : NULL;
}

const TsPlotStyle *
ts_line_canvas_get_style (TsLineCanvas *self)
{
  g_return_val_if_fail (TS_IS_LINE_CANVAS (self), NULL);
  return &self->style;
}

guint
ts_line_canvas_get_n_draws (TsLineCanvas *self)
{
  g_return_val_if_fail (TS_IS_LINE_CANVAS (self), 0);
  return self->n_draws;
}

gboolean
ts_line_canvas_is_exact (TsLineCanvas *self)
{
  g_return_val_if_fail (TS_IS_LINE_CANVAS (self), FALSE);
  return self->exact;
}

void
ts_line_canvas_set_budget (TsLineCanvas *self, gint64 budget)
{
  g_return_if_fail (TS_IS_LINE_CANVAS (self));
  self->budget = budget;
}
