/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/heatmap-view-private.h"

/* Matrices up to this many cells are made ready at once: a few milliseconds at most. */
#define CELLS_AT_ONCE 150000
/* A picture that shows blocks of cells per pixel is made in the background when the cells in it
 * are more than this. */
#define EXACT_AT_ONCE 250000
/* What follows the last movement before the picture is made exact (milliseconds). */
#define SETTLE_TIME 70
/* Pixels along a slider's miniature. */
#define MINIATURE_SIZE 256u

/* Everything a thread needs to make a picture, and what it made. */
typedef struct
{
  guint serial;
  TsMatrix *source;
  TsRowOrder order;
  gboolean fold;
  TsHeatmapColors colors;
  TsPlotStyle style;
  TsViewRange range;
  gboolean whole; /* the range is everything, whatever the rows turn out to be */
  guint width, height;

  TsHeatmapRows *rows;
  TsMatrixStats *stats; /* lent by the view for the time of the job */
  TsPyramid *pyramid;
  TsCellPainter *painter;
  TsHeatmapPixels *pixels;
  TsHeatmapPixels *columns, *lines; /* miniatures: maxima of columns and of rows */
} Job;

static void
job_free (Job *self)
{
  g_clear_pointer (&self->source, ts_matrix_unref);
  g_clear_pointer (&self->rows, ts_heatmap_rows_unref);
  g_clear_pointer (&self->stats, ts_matrix_stats_free);
  g_clear_pointer (&self->pyramid, ts_pyramid_unref);
  g_clear_pointer (&self->painter, ts_cell_painter_unref);
  g_clear_pointer (&self->pixels, ts_heatmap_pixels_unref);
  g_clear_pointer (&self->columns, ts_heatmap_pixels_unref);
  g_clear_pointer (&self->lines, ts_heatmap_pixels_unref);
  ts_plot_style_clear (&self->style);
  g_free (self);
}

static void
get_pixel_size (TsHeatmapView *self, guint *width, guint *height)
{
  *width = (guint) MAX (0, self->layout.cells.width * self->style.scale);
  *height = (guint) MAX (0, self->layout.cells.height * self->style.scale);
}

static Job *
job_new (TsHeatmapView *self)
{
  Job *job = g_new0 (Job, 1);

  job->serial = self->serial;
  job->source = ts_matrix_ref (self->source);
  job->order = self->order;
  job->fold = self->fold;
  job->colors = self->colors;
  ts_plot_style_copy (&job->style, &self->style);
  job->range = self->range;
  job->whole = self->widen;
  get_pixel_size (self, &job->width, &job->height);
  job->rows = self->rows != NULL ? ts_heatmap_rows_ref (self->rows) : NULL;
  job->stats = g_steal_pointer (&self->stats);
  if (self->pyramid != NULL && ts_pyramid_get_reduction (self->pyramid) == self->colors.reduction)
    job->pyramid = ts_pyramid_ref (self->pyramid);
  job->painter = self->painter != NULL ? ts_cell_painter_ref (self->painter) : NULL;
  return job;
}

/* The whole matrix in one row or one column of pixels. */
static TsHeatmapPixels *
create_miniature (TsPyramid *pyramid,
                  TsCellPainter *painter,
                  const TsPlotStyle *style,
                  gboolean columns)
{
  TsMatrix *matrix = ts_pyramid_get_matrix (pyramid);
  TsViewRange all = { 0, matrix->x->n, 0, matrix->y->n };

  return ts_heatmap_pixels_new (pyramid, painter, style, &all,
                                columns ? MIN (matrix->x->n, MINIATURE_SIZE) : 1,
                                columns ? 1 : MIN (matrix->y->n, MINIATURE_SIZE), TRUE);
}

/* What the job makes, stage by stage; each is skipped when it is there already. Any thread. */
static void
job_run (Job *self)
{
  if (self->rows == NULL)
    self->rows
        = ts_heatmap_rows_new (self->source, self->order, self->fold, self->colors.reduction);
  if (self->rows == NULL) /* no memory for a second matrix: the order that costs none */
    self->rows
        = ts_heatmap_rows_new (self->source, TS_ROW_ORDER_NETWORK, FALSE, self->colors.reduction);
  if (self->stats == NULL)
    self->stats = ts_matrix_stats_new (self->rows->shown);
  if (self->painter == NULL)
    self->painter = ts_cell_painter_new (self->stats, &self->colors, &self->style);
  if (self->pyramid == NULL)
    self->pyramid = ts_pyramid_new (self->rows->shown, self->colors.reduction);
  if (self->whole)
    self->range = (TsViewRange){ 0, self->rows->shown->x->n, 0, self->rows->shown->y->n };
  if (self->width > 0 && self->height > 0)
    ts_pyramid_prepare (self->pyramid, self->width, self->height);
  self->columns = create_miniature (self->pyramid, self->painter, &self->style, TRUE);
  self->lines = create_miniature (self->pyramid, self->painter, &self->style, FALSE);
  if (self->width == 0 || self->height == 0)
    return;
  self->pixels = ts_heatmap_pixels_new (self->pyramid, self->painter, &self->style, &self->range,
                                        self->width, self->height, TRUE);
}

static gboolean
has_software_renderer (TsHeatmapView *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));

  return native != NULL && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native));
}

/* The surface keeps the pixels alive. */
static cairo_surface_t *
create_surface (const TsHeatmapPixels *pixels)
{
  static const cairo_user_data_key_t key;
  cairo_surface_t *surface = cairo_image_surface_create_for_data (
      (guchar *) g_bytes_get_data (pixels->argb, NULL), CAIRO_FORMAT_RGB24, (int) pixels->width,
      (int) pixels->height, (int) pixels->width * 4);

  cairo_surface_set_user_data (surface, &key, g_bytes_ref (pixels->argb),
                               (cairo_destroy_func_t) g_bytes_unref);
  return surface;
}

/* GTK's software renderer converts a texture through floating point on every frame, which takes
 * longer than all the rest: it gets a Cairo surface. */
static void
set_pixels (TsHeatmapView *self, TsHeatmapPixels *pixels)
{
  g_clear_pointer (&self->pixels, ts_heatmap_pixels_unref);
  g_clear_object (&self->texture);
  g_clear_pointer (&self->old_surface, cairo_surface_destroy);
  self->old_surface = g_steal_pointer (&self->surface);
  self->pixels = pixels;
  if (pixels == NULL)
    return;
  if (has_software_renderer (self))
    self->surface = create_surface (pixels);
  else
    self->texture
        = gdk_memory_texture_new ((int) pixels->width, (int) pixels->height, GDK_MEMORY_DEFAULT,
                                  pixels->argb, (gsize) pixels->width * 4);
}

static gboolean
is_prepared (TsHeatmapView *self)
{
  return self->rows != NULL && self->painter != NULL && self->pyramid != NULL
         && ts_pyramid_get_reduction (self->pyramid) == self->colors.reduction;
}

static void
set_miniature (GtkWidget *slider, const TsHeatmapPixels *pixels)
{
  if (pixels == NULL)
    ts_range_slider_set_miniature (TS_RANGE_SLIDER (slider), NULL, 0);
  else
    ts_range_slider_set_miniature (TS_RANGE_SLIDER (slider), g_bytes_get_data (pixels->argb, NULL),
                                   pixels->width * pixels->height);
}

/* After a change of handles: the levels are there, only their few pixels are painted anew. */
void
ts_heatmap_view_update_miniatures (TsHeatmapView *self)
{
  g_autoptr (TsHeatmapPixels) columns = NULL, lines = NULL;

  if (!is_prepared (self))
    return;
  columns = create_miniature (self->pyramid, self->painter, &self->style, TRUE);
  lines = create_miniature (self->pyramid, self->painter, &self->style, FALSE);
  set_miniature (self->slider_x, columns);
  set_miniature (self->slider_y, lines);
}

/* Takes over what is still wanted. */
static void
adopt (TsHeatmapView *self, Job *job)
{
  gboolean new_rows = self->rows == NULL;
  guint width, height;

  if (job->serial != self->serial)
    return;
  if (self->stats == NULL)
    self->stats = g_steal_pointer (&job->stats);
  if (new_rows)
    {
      self->rows = ts_heatmap_rows_ref (job->rows);
      ts_heatmap_view_stop_waiting (self);
      ts_heatmap_view_rows_changed (self);
    }
  if (self->pyramid == NULL && job->colors.reduction == self->colors.reduction)
    self->pyramid = ts_pyramid_ref (job->pyramid);
  if (self->painter == NULL && ts_heatmap_colors_equal (&job->colors, &self->colors)
      && ts_plot_style_equal (&job->style, &self->style))
    {
      self->painter = ts_cell_painter_ref (job->painter);
      ts_heatmap_view_painter_changed (self);
      set_miniature (self->slider_x, job->columns);
      set_miniature (self->slider_y, job->lines);
    }
  get_pixel_size (self, &width, &height);
  if (job->pixels != NULL && job->painter == self->painter && job->width == width
      && job->height == height && ts_view_range_equal (&job->range, &self->range))
    set_pixels (self, g_steal_pointer (&job->pixels));
  gtk_widget_queue_draw (self->picture);
  gtk_widget_queue_draw (self->overlay);
}

/* --- in the background --- */

static void
job_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  job_run (data);
  g_task_return_boolean (task, TRUE);
}

static void
job_done_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);
  Job *job = g_task_get_task_data (G_TASK (result));

  self->job_running = FALSE;
  if (self->picture == NULL) /* disposed meanwhile */
    return;
  adopt (self, job);
  ts_heatmap_view_build (self);
}

static void
start_job (TsHeatmapView *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, job_done_cb, NULL);

  if (self->job_running)
    return; /* it starts another one when it is done */
  self->job_running = TRUE;
  if (self->rows == NULL)
    ts_heatmap_view_start_waiting (self);
  g_task_set_source_tag (task, start_job);
  g_task_set_task_data (task, job_new (self), (GDestroyNotify) job_free);
  g_task_run_in_thread (task, job_thread);
}

static gboolean
settle_cb (gpointer data)
{
  TsHeatmapView *self = data;

  self->exact_source = 0;
  if (self->source != NULL && !ts_heatmap_view_is_settled (self))
    start_job (self);
  return G_SOURCE_REMOVE;
}

static void
settle_later (TsHeatmapView *self)
{
  g_clear_handle_id (&self->exact_source, g_source_remove);
  self->exact_source = g_timeout_add (SETTLE_TIME, settle_cb, self);
}

/* --- at once --- */

static void
run_job_now (TsHeatmapView *self)
{
  Job *job = job_new (self);

  job_run (job);
  adopt (self, job);
  job_free (job);
}

static gboolean
pixels_fit (TsHeatmapView *self)
{
  guint width, height;

  get_pixel_size (self, &width, &height);
  return self->pixels != NULL && self->pixels->width == width && self->pixels->height == height
         && self->pixels->painter == self->painter
         && ts_view_range_equal (&self->pixels->range, &self->range);
}

gboolean
ts_heatmap_view_is_settled (TsHeatmapView *self)
{
  guint width, height;

  if (!ts_heatmap_view_has_cells (self))
    return TRUE;
  get_pixel_size (self, &width, &height);
  if (width == 0 || height == 0)
    return is_prepared (self) && !self->job_running;
  return is_prepared (self) && !self->job_running && pixels_fit (self) && self->pixels->exact;
}

static double
cells_in_range (TsHeatmapView *self)
{
  return (self->range.x1 - self->range.x0) * (self->range.y1 - self->range.y0);
}

static void
build_pixels (TsHeatmapView *self, gboolean exact)
{
  guint width, height;

  get_pixel_size (self, &width, &height);
  set_pixels (self, ts_heatmap_pixels_new (self->pyramid, self->painter, &self->style, &self->range,
                                           width, height, exact));
}

/* Makes what every picture of this matrix in these colours needs, at once or in a thread. Not
 * while drawing: names, legend and layout follow from it. */
void
ts_heatmap_view_build (TsHeatmapView *self)
{
  if (!ts_heatmap_view_has_cells (self) || self->style.font == NULL || self->picture == NULL)
    return;
  if (is_prepared (self))
    return;
  if (self->job_running || (gsize) self->source->x->n * self->source->y->n > CELLS_AT_ONCE)
    start_job (self);
  else
    run_job_now (self);
}

/* Makes the picture of the present range, or the best that can be made within a frame; what is
 * better follows from a thread. */
void
ts_heatmap_view_build_pixels (TsHeatmapView *self)
{
  guint width, height;

  get_pixel_size (self, &width, &height);
  if (!is_prepared (self) || width == 0 || height == 0)
    return;
  if (!pixels_fit (self))
    build_pixels (self, cells_in_range (self) <= EXACT_AT_ONCE);
  else if (self->pixels->exact || self->exact_source != 0)
    return;
  if (self->pixels != NULL && !self->pixels->exact)
    settle_later (self);
}

void
ts_heatmap_view_forget_pixels (TsHeatmapView *self)
{
  set_pixels (self, NULL);
}

/* The old picture stays until the new one is there. */
void
ts_heatmap_view_forget_painter (TsHeatmapView *self)
{
  g_clear_pointer (&self->painter, ts_cell_painter_unref);
}

void
ts_heatmap_view_forget_all (TsHeatmapView *self)
{
  self->serial++;
  g_clear_handle_id (&self->exact_source, g_source_remove);
  g_clear_pointer (&self->rows, ts_heatmap_rows_unref);
  g_clear_pointer (&self->stats, ts_matrix_stats_free);
  g_clear_pointer (&self->pyramid, ts_pyramid_unref);
  g_clear_pointer (&self->painter, ts_cell_painter_unref);
  ts_heatmap_view_forget_pixels (self);
}
