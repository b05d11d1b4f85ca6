/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/heatmap/heatmap-plot.h"

#include "plot/heatmap/color-ramp.h"
#include "plot/heatmap/heatmap-draw.h"

#include <glib/gi18n-lib.h>

#define MARGIN       12.0
#define TITLE_HEIGHT 24.0
#define TITLE_SIZE   1.15
#define MIN_SIDE     24.0

struct _TsHeatmapPlot
{
  TsMatrix *matrix;
  TsMatrix *whole; /* NULL: matrix is all there is */
  char *title;
  char *value_name;
  TsHeatmapColors colors;
  TsMatrixStats *stats;
  TsPyramid *pyramid;
  TsHeatmapPixels *pixels;
  TsCellPainter *painter;
  TsPlotStyle style; /* of painter and pixels */
  TsTextCache *cache;
};

TsHeatmapPlot *
ts_heatmap_plot_new (void)
{
  TsHeatmapPlot *self = g_new0 (TsHeatmapPlot, 1);

  ts_heatmap_colors_init (&self->colors);
  self->cache = ts_text_cache_new ();
  return self;
}

static void
forget_pixels (TsHeatmapPlot *self)
{
  g_clear_pointer (&self->pixels, ts_heatmap_pixels_unref);
  g_clear_pointer (&self->painter, ts_cell_painter_unref);
}

static void
forget_matrix (TsHeatmapPlot *self)
{
  forget_pixels (self);
  g_clear_pointer (&self->pyramid, ts_pyramid_unref);
  g_clear_pointer (&self->stats, ts_matrix_stats_free);
  g_clear_pointer (&self->matrix, ts_matrix_unref);
  g_clear_pointer (&self->whole, ts_matrix_unref);
}

void
ts_heatmap_plot_free (TsHeatmapPlot *self)
{
  forget_matrix (self);
  g_free (self->title);
  g_free (self->value_name);
  ts_plot_style_clear (&self->style);
  ts_text_cache_free (self->cache);
  g_free (self);
}

void
ts_heatmap_plot_set_matrix (TsHeatmapPlot *self,
                            TsMatrix *matrix,
                            const char *title,
                            const char *value_name)
{
  TsMatrix *kept = matrix != NULL ? ts_matrix_ref (matrix) : NULL;

  forget_matrix (self);
  g_free (self->title);
  g_free (self->value_name);
  self->matrix = kept;
  self->title = g_strdup (title);
  self->value_name = g_strdup (value_name);
  self->stats = matrix != NULL ? ts_matrix_stats_new (matrix) : NULL;
}

void
ts_heatmap_plot_set_whole (TsHeatmapPlot *self, TsMatrix *whole)
{
  TsMatrix *kept = ts_matrix_ref (whole);

  forget_pixels (self);
  g_clear_pointer (&self->stats, ts_matrix_stats_free);
  g_clear_pointer (&self->whole, ts_matrix_unref);
  self->whole = kept;
  self->stats = ts_matrix_stats_new (whole);
}

void
ts_heatmap_plot_set_colors (TsHeatmapPlot *self, const TsHeatmapColors *colors)
{
  if (ts_heatmap_colors_equal (&self->colors, colors))
    return;
  if (self->colors.reduction != colors->reduction)
    g_clear_pointer (&self->pyramid, ts_pyramid_unref);
  self->colors = *colors;
  forget_pixels (self);
}

static void
ensure_painter (TsHeatmapPlot *self, const TsPlotStyle *style)
{
  if (self->painter != NULL && ts_plot_style_equal (&self->style, style))
    return;
  forget_pixels (self);
  ts_plot_style_clear (&self->style);
  ts_plot_style_copy (&self->style, style);
  self->painter = ts_cell_painter_new (self->stats, &self->colors, style);
}

static void
ensure_pixels (TsHeatmapPlot *self, const TsPlotStyle *style, const TsRect *cells)
{
  TsViewRange all = { 0, self->matrix->x->n, 0, self->matrix->y->n };
  guint width = (guint) MAX (1, round (cells->width * style->scale));
  guint height = (guint) MAX (1, round (cells->height * style->scale));

  if (self->pixels != NULL && self->pixels->width == width && self->pixels->height == height)
    return;
  g_clear_pointer (&self->pixels, ts_heatmap_pixels_unref);
  if (self->pyramid == NULL)
    self->pyramid = ts_pyramid_new (self->matrix, self->colors.reduction);
  self->pixels
      = ts_heatmap_pixels_new (self->pyramid, self->painter, style, &all, width, height, TRUE);
}

static char *
dup_subtitle (TsHeatmapPlot *self)
{
  g_autofree char *shown = self->matrix != NULL ? ts_heatmap_dup_subtitle (self->matrix) : NULL;
  g_autofree char *whole = self->whole != NULL ? ts_heatmap_dup_subtitle (self->whole) : NULL;

  if (whole == NULL)
    return g_steal_pointer (&shown);
  /* Translators: what a picture spans, "steps 1 – 5, 20 modules", and what it was cut from. */
  return g_strdup_printf (_ ("%s – part of %s"), shown, whole);
}

static void
draw_header (TsHeatmapPlot *self, cairo_t *cr, const TsPlotStyle *style, double width)
{
  double middle = MARGIN + TITLE_HEIGHT / 2;
  double right = width - MARGIN, used;
  g_autofree char *subtitle = dup_subtitle (self);
  g_autoptr (PangoLayout) layout = ts_text_create_layout (cr, style);

  if (self->matrix != NULL)
    right -= ts_heatmap_draw_legend (self->matrix, cr, self->cache, style, right, middle);
  ts_text_set_bold (layout, TRUE, TITLE_SIZE);
  ts_text_set (layout, self->title, MAX (1, right - MARGIN));
  used = ts_text_show (layout, cr, MARGIN, middle, TS_ALIGN_START, TS_ALIGN_CENTER,
                       &style->foreground);
  if (subtitle != NULL && right - MARGIN - used > 80)
    ts_text_draw (cr, style, subtitle, MARGIN + used + 12, middle, TS_ALIGN_START, TS_ALIGN_CENTER,
                  right - MARGIN - used - 24, &style->dim);
}

static void
draw_cells (TsHeatmapPlot *self, cairo_t *cr, const TsPlotStyle *style, const TsRect *area)
{
  const TsAxis *all_rows = (self->whole != NULL ? self->whole : self->matrix)->y;
  TsHeatmapLayout layout = ts_heatmap_layout (self->matrix, all_rows, cr, self->cache, style, area);
  TsViewRange all = { 0, self->matrix->x->n, 0, self->matrix->y->n };

  ensure_pixels (self, style, &layout.cells);
  if (self->pixels != NULL)
    ts_heatmap_pixels_paint (self->pixels, cr, layout.cells.x, layout.cells.y, layout.cells.width,
                             layout.cells.height);
  ts_heatmap_draw_over_cells (self->matrix, cr, style, &layout.cells, &all);
  ts_heatmap_draw_y_axis (self->matrix, cr, self->cache, style, &layout, &all);
  ts_heatmap_draw_x_axis (self->matrix, cr, self->cache, style, &layout, &all);
}

static void
draw_empty (cairo_t *cr, const TsPlotStyle *style, double width, double height)
{
  ts_text_draw (cr, style, _ ("No data for this selection"), width / 2, height / 2, TS_ALIGN_CENTER,
                TS_ALIGN_CENTER, width - 2 * MARGIN, &style->dim);
}

void
ts_heatmap_plot_draw (
    TsHeatmapPlot *self, cairo_t *cr, const TsPlotStyle *style, double width, double height)
{
  TsRect bar = { MARGIN, MARGIN + TITLE_HEIGHT + 6, width - 2 * MARGIN, TS_COLOR_RAMP_HEIGHT };
  TsRect area = { MARGIN, bar.y + bar.height + 6, bar.width, 0 };
  TsRect ramp;

  area.height = height - area.y - MARGIN;
  draw_header (self, cr, style, width);
  if (self->matrix == NULL || self->matrix->x->n == 0 || self->matrix->y->n == 0)
    {
      draw_empty (cr, style, width, height);
      return;
    }
  ensure_painter (self, style);
  ramp = ts_color_ramp_layout (self->painter, cr, self->cache, style, &bar);
  ts_color_ramp_draw (self->painter, cr, self->cache, style, &ramp);
  if (area.height >= MIN_SIDE && area.width >= MIN_SIDE)
    draw_cells (self, cr, style, &area);
}
