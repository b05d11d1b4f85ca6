/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a heat-map view: built, at once or by a thread, drawn, and what is seen meanwhile.
 */
#include "config.h"

#include "widgets/heatmap-view-private.h"
#include "widgets/pixel-source.h"

#include "plot/heatmap/rank-strip.h"

#include <glib/gi18n-lib.h>

/* Matrices up to this many cells are made ready at once: a few milliseconds at most. */
#define CELLS_AT_ONCE 150000
/* A picture that shows blocks of cells per pixel is made in the background when the cells in it
 * are more than this. */
#define EXACT_AT_ONCE 250000
/* What follows the last movement before the picture is made exact (milliseconds). */
#define SETTLE_TIME 70
/* A picture that is made sooner needs no word that it is being made (milliseconds). */
#define WORD_DELAY 150
/* Between the bands over a picture that is not what was asked for. */
#define BAND_PERIOD 30.0
/* The frame of what could not be read. */
#define FAILED_TOP    48.0
#define FAILED_MARGIN 12.0
/* Of the picture before, whose numbers are no longer those of the title. */
#define FADED 0.25
/* Of a part of the picture that is drawn by itself (device-independent pixels). */
#define STRIP_PIXELS 60000.0

static void
get_pixel_size (TsHeatmapView *self, guint *width, guint *height)
{
  *width = (guint) MAX (0, self->layout.cells.width * self->picture->style.scale);
  *height = (guint) MAX (0, self->layout.cells.height * self->picture->style.scale);
}

static void
draw_pixels (TsHeatmapPixels *pixels, cairo_t *cr, const TsRect *cells, double alpha)
{
  cairo_pattern_t *pattern
      = ts_pixel_source_new (pixels->argb, CAIRO_FORMAT_RGB24, pixels->width, pixels->height);

  cairo_save (cr);
  cairo_translate (cr, cells->x, cells->y);
  cairo_scale (cr, cells->width / pixels->width, cells->height / pixels->height);
  cairo_set_source (cr, pattern);
  cairo_paint_with_alpha (cr, alpha);
  cairo_restore (cr);
  cairo_pattern_destroy (pattern);
}

static void
pixels_changed (TsHeatmapView *self)
{
  TsHeatmapPixels *pixels = self->picture->pixels;

  if (pixels == self->drawn)
    return;
  g_clear_object (&self->texture);
  g_clear_pointer (&self->drawn, ts_heatmap_pixels_unref);
  if (pixels == NULL)
    return;
  self->drawn = ts_heatmap_pixels_ref (pixels);
  if (!ts_widget_draws_in_software (GTK_WIDGET (self)))
    self->texture
        = gdk_memory_texture_new ((int) pixels->width, (int) pixels->height, GDK_MEMORY_DEFAULT,
                                  pixels->argb, (gsize) pixels->width * 4);
}

void
_ts_heatmap_view_drop_pixels (TsHeatmapView *self)
{
  g_clear_pointer (&self->drawn, ts_heatmap_pixels_unref);
  g_clear_object (&self->texture);
}

static void
set_overview (GtkWidget *slider, const TsHeatmapPixels *pixels)
{
  if (pixels == NULL)
    ts_range_slider_set_miniature (TS_RANGE_SLIDER (slider), NULL, 0);
  else
    ts_range_slider_set_miniature (TS_RANGE_SLIDER (slider), g_bytes_get_data (pixels->argb, NULL),
                                   pixels->width * pixels->height);
}

void
_ts_heatmap_view_update_overviews (TsHeatmapView *self)
{
  set_overview (self->slider_x, self->picture->columns);
  set_overview (self->slider_y, self->picture->lines);
}

/* --- meanwhile --- */

static void
drop_faded (TsHeatmapView *self)
{
  g_clear_object (&self->faded_texture);
  g_clear_pointer (&self->faded, ts_heatmap_pixels_unref);
}

/* Should another matrix come before the next picture is made, the one that stays is still the last
 * that was whole. */
void
_ts_heatmap_view_forget (TsHeatmapView *self, gboolean same_cells)
{
  g_clear_handle_id (&self->exact_source, g_source_remove);
  if (same_cells && (self->drawn == NULL || self->picture->rows == NULL))
    return;
  drop_faded (self);
  if (!same_cells)
    return;
  self->faded = ts_heatmap_pixels_ref (self->drawn);
  self->faded_texture = self->texture != NULL ? g_object_ref (self->texture) : NULL;
}

static gboolean
word_cb (gpointer data)
{
  TsHeatmapView *self = data;

  self->word_source = 0;
  self->says_drawing = TRUE;
  gtk_widget_queue_draw (self->canvas);
  return G_SOURCE_REMOVE;
}

/* What stands around the picture belongs to the one before, too. */
static void
fade_surroundings (TsHeatmapView *self, double opacity)
{
  GtkWidget *const widgets[] = { self->color_bar, self->slider_x, self->slider_y };

  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    if (widgets[i] != NULL) /* not disposed */
      gtk_widget_set_opacity (widgets[i], opacity);
}

static void
start_waiting (TsHeatmapView *self)
{
  fade_surroundings (self, FADED);
  if (self->word_source == 0 && !self->says_drawing)
    self->word_source = g_timeout_add (WORD_DELAY, word_cb, self);
}

void
_ts_heatmap_view_stop_waiting (TsHeatmapView *self)
{
  fade_surroundings (self, 1);
  g_clear_handle_id (&self->word_source, g_source_remove);
  self->says_drawing = FALSE;
  drop_faded (self);
}

static void
append_waiting (TsHeatmapView *self, GtkSnapshot *snapshot)
{
  const TsRect *cells = &self->layout.cells;
  graphene_rect_t bounds = _ts_heatmap_view_to_graphene (cells);
  cairo_t *cr;

  if (self->faded_texture != NULL)
    {
      gtk_snapshot_push_opacity (snapshot, FADED);
      gtk_snapshot_append_texture (snapshot, self->faded_texture, &bounds);
      gtk_snapshot_pop (snapshot);
    }
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  if (self->faded != NULL && self->faded_texture == NULL)
    draw_pixels (self->faded, cr, cells, FADED);
  if (self->says_drawing)
    ts_text_draw (cr, &self->picture->style, _ ("Drawing…"), cells->x + cells->width / 2,
                  cells->y + cells->height / 2, TS_ALIGN_CENTER, TS_ALIGN_CENTER, cells->width,
                  &self->picture->style.foreground);
  cairo_destroy (cr);
}

/* --- in the background --- */

/* Takes over what is still wanted of a copy that was built. */
static void
adopt (TsHeatmapView *self, TsHeatmapPicture *built)
{
  TsHeatmapPicture *picture = self->picture;
  gboolean had_rows = picture->rows != NULL;
  TsCellPainter *painter = picture->painter;
  TsHeatmapPixels *columns = picture->columns;

  ts_heatmap_picture_adopt (picture, built);
  if (!had_rows && picture->rows != NULL)
    {
      _ts_heatmap_view_stop_waiting (self);
      _ts_heatmap_view_rows_changed (self);
    }
  if (picture->painter != painter)
    _ts_heatmap_view_painter_changed (self);
  if (picture->columns != columns)
    _ts_heatmap_view_update_overviews (self);
  _ts_heatmap_view_redraw (self);
}

static void
job_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ts_heatmap_picture_build (data);
  g_task_return_boolean (task, TRUE);
}

static void
job_done_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);

  self->job_running = FALSE;
  if (self->canvas == NULL) /* disposed meanwhile */
    return;
  adopt (self, g_task_get_task_data (G_TASK (result)));
  _ts_heatmap_view_build (self);
}

static void
start_job (TsHeatmapView *self)
{
  g_autoptr (GTask) task = NULL;

  if (self->job_running)
    return; /* it starts another one when it is done */
  task = g_task_new (self, NULL, job_done_cb, NULL);
  self->job_running = TRUE;
  if (self->picture->rows == NULL)
    start_waiting (self);
  g_task_set_source_tag (task, start_job);
  g_task_set_task_data (task, ts_heatmap_picture_copy (self->picture),
                        (GDestroyNotify) ts_heatmap_picture_free);
  g_task_run_in_thread (task, job_thread);
}

static gboolean
settle_cb (gpointer data)
{
  TsHeatmapView *self = data;

  self->exact_source = 0;
  if (self->picture->source != NULL && !_ts_heatmap_view_is_settled (self))
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
  g_autoptr (TsHeatmapPicture) copy = ts_heatmap_picture_copy (self->picture);

  ts_heatmap_picture_build (copy);
  adopt (self, copy);
}

gboolean
_ts_heatmap_view_is_settled (TsHeatmapView *self)
{
  TsHeatmapPicture *picture = self->picture;

  if (!ts_heatmap_picture_has_cells (picture))
    return TRUE;
  if (!ts_heatmap_picture_is_prepared (picture) || self->job_running)
    return FALSE;
  return picture->width == 0 || picture->height == 0
         || (ts_heatmap_picture_has_pixels (picture) && picture->pixels->exact);
}

static double
cells_in_range (TsHeatmapView *self)
{
  const TsViewRange *range = &self->picture->range;

  return (range->x1 - range->x0) * (range->y1 - range->y0);
}

/* Makes what every picture of this matrix in these colours needs, at once or in a thread. Not
 * while drawing: names, legend and layout follow from it. */
void
_ts_heatmap_view_build (TsHeatmapView *self)
{
  TsHeatmapPicture *picture = self->picture;

  if (!ts_heatmap_picture_has_cells (picture) || picture->style.font == NULL || self->canvas == NULL
      || ts_heatmap_picture_is_prepared (picture))
    return;
  if (self->job_running || (gsize) picture->source->x->n * picture->source->y->n > CELLS_AT_ONCE)
    start_job (self);
  else
    run_job_now (self);
}

/* Makes the picture of the present range, or the best that can be made within a frame; what is
 * better follows from a thread. */
static void
build_pixels (TsHeatmapView *self)
{
  TsHeatmapPicture *picture = self->picture;
  guint width, height;

  get_pixel_size (self, &width, &height);
  ts_heatmap_picture_set_size (picture, width, height);
  if (!ts_heatmap_picture_is_prepared (picture) || width == 0 || height == 0)
    return;
  if (!ts_heatmap_picture_has_pixels (picture))
    ts_heatmap_picture_build_pixels (picture, cells_in_range (self) <= EXACT_AT_ONCE);
  else if (picture->pixels->exact || self->exact_source != 0)
    return;
  if (picture->pixels != NULL && !picture->pixels->exact)
    settle_later (self);
}

/* --- drawing --- */

/* GTK's software renderer draws each Cairo node into memory of its own and then onto the window:
 * strips stay in the processor's cache meanwhile. */
static void
append_strips (TsHeatmapView *self, GtkSnapshot *snapshot, gboolean over)
{
  const TsRect *cells = &self->layout.cells;
  double height = MAX (1, floor (STRIP_PIXELS / MAX (1, cells->width)));

  for (double y = 0; y < cells->height; y += height)
    {
      TsRect strip = { cells->x, cells->y + y, cells->width, MIN (height, cells->height - y) };
      graphene_rect_t bounds = _ts_heatmap_view_to_graphene (&strip);
      cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
      if (self->drawn != NULL)
        draw_pixels (self->drawn, cr, cells, 1);
      if (over)
        ts_heatmap_picture_draw_over_cells (self->picture, cr, cells);
      cairo_destroy (cr);
    }
}

static void
append_cells (TsHeatmapView *self, GtkSnapshot *snapshot)
{
  const TsRect *cells = &self->layout.cells;
  graphene_rect_t bounds = _ts_heatmap_view_to_graphene (cells);
  gboolean over = ts_heatmap_picture_has_signs (self->picture, cells);
  cairo_t *cr;

  if (self->texture == NULL)
    {
      append_strips (self, snapshot, over);
      return;
    }
  gtk_snapshot_append_texture (snapshot, self->texture, &bounds);
  if (!over)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  ts_heatmap_picture_draw_over_cells (self->picture, cr, cells);
  cairo_destroy (cr);
}

static void
append_strip (TsHeatmapView *self, GtkSnapshot *snapshot)
{
  const TsRect *cells = &self->layout.cells;
  TsRect strip
      = { cells->x, cells->y - TS_RANK_STRIP_HEIGHT - 1, cells->width, TS_RANK_STRIP_HEIGHT };
  graphene_rect_t bounds = _ts_heatmap_view_to_graphene (&strip);
  cairo_t *cr;

  if (self->picture->suspicion == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  ts_heatmap_picture_draw_strip (self->picture, cr, cells);
  cairo_destroy (cr);
}

/* Names at the left and ticks below are one node each: a node's cost is its area. */
static void
append_axes (TsHeatmapView *self, GtkSnapshot *snapshot, double width)
{
  const TsRect *cells = &self->layout.cells;
  TsRect strips[2] = {
    { 0, cells->y - 8, cells->x, cells->height + 16 },
    { 0, cells->y + cells->height, width, 2 * self->layout.line_height + 10 },
  };

  append_strip (self, snapshot);
  for (int i = 0; i < 2; i++)
    {
      graphene_rect_t bounds = _ts_heatmap_view_to_graphene (&strips[i]);
      cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
      if (i == 0)
        ts_heatmap_picture_draw_y_axis (self->picture, cr, &self->layout);
      else
        ts_heatmap_picture_draw_x_axis (self->picture, cr, &self->layout);
      cairo_destroy (cr);
    }
}

static void
append_notice (TsHeatmapView *self, GtkSnapshot *snapshot, double width, double height)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);

  ts_text_draw (cr, &self->picture->style, _ ("No data for this selection"), width / 2, height / 2,
                TS_ALIGN_CENTER, TS_ALIGN_CENTER, width, &self->picture->style.dim);
  cairo_destroy (cr);
}

/* The picture before shows through a veil with broad bands, and words say what it is. */
static void
append_stale (TsHeatmapView *self, GtkSnapshot *snapshot)
{
  const TsPlotStyle *style = &self->picture->style;
  const TsRect *cells = &self->layout.cells;
  graphene_rect_t bounds = _ts_heatmap_view_to_graphene (cells);
  const char *text = _ ("The picture before; the next one is being read…");
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  TsColor veil = ts_color_with_alpha (&style->background, 0.55);
  double x = cells->x + cells->width / 2, y = cells->y + cells->height / 2, width, height;

  ts_color_set_source (&veil, cr);
  cairo_paint (cr);
  cairo_set_line_width (cr, BAND_PERIOD / 3);
  for (double at = cells->x - cells->height; at < cells->x + cells->width; at += BAND_PERIOD)
    {
      cairo_move_to (cr, at, cells->y + cells->height);
      cairo_line_to (cr, at + cells->height, cells->y);
    }
  cairo_stroke (cr);
  ts_text_measure (cr, style, text, &width, &height);
  ts_color_set_source (&style->background, cr);
  cairo_rectangle (cr, x - width / 2 - 12, y - height / 2 - 8, width + 24, height + 16);
  cairo_fill (cr);
  ts_text_draw (cr, style, text, x, y, TS_ALIGN_CENTER, TS_ALIGN_CENTER, cells->width,
                &style->foreground);
  cairo_destroy (cr);
}

/* A dashed, crossed out frame where the cells would be; the notice lies upon it. */
static void
append_failed (TsHeatmapView *self, GtkSnapshot *snapshot, double width, double height)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  const double dashes[] = { 8, 5 };
  double top = FAILED_TOP, margin = FAILED_MARGIN;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);

  ts_color_set_source (&self->picture->style.dim, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_rectangle (cr, margin, top, width - 2 * margin, height - top - margin);
  cairo_move_to (cr, margin, top);
  cairo_line_to (cr, width - margin, height - margin);
  cairo_move_to (cr, margin, height - margin);
  cairo_line_to (cr, width - margin, top);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

void
_ts_heatmap_view_snapshot_canvas (GtkSnapshot *snapshot, double width, double height, gpointer data)
{
  TsHeatmapView *self = data;
  TsHeatmapPicture *picture = self->picture;

  if (gtk_widget_get_visible (self->notice))
    {
      append_failed (self, snapshot, width, height);
      return;
    }
  if (!ts_heatmap_picture_has_cells (picture))
    {
      if (picture->source != NULL)
        append_notice (self, snapshot, width, height);
      return;
    }
  build_pixels (self);
  pixels_changed (self);
  if (picture->rows != NULL)
    append_cells (self, snapshot);
  else
    append_waiting (self, snapshot);
  /* Rows in another order than the matrix's are not known before they are made. */
  if (picture->rows != NULL || (picture->order == TS_ROW_ORDER_NETWORK && !picture->fold))
    append_axes (self, snapshot, width);
  if (self->stale && picture->rows != NULL)
    append_stale (self, snapshot);
}
