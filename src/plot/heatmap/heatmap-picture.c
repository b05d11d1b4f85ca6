/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/heatmap/heatmap-picture.h"

#include "model/matrix-order.h"
#include "plot/heatmap/color-ramp.h"
#include "plot/heatmap/rank-strip.h"

#include <glib/gi18n-lib.h>

#define MARGIN       12.0
#define TITLE_HEIGHT 24.0
#define TITLE_SIZE   1.15
#define MIN_SIDE     24.0

/* --- what it is of --- */

TsHeatmapPicture *
ts_heatmap_picture_new (void)
{
  TsHeatmapPicture *self = g_new0 (TsHeatmapPicture, 1);

  ts_heatmap_colors_init (&self->colors);
  self->all = TRUE;
  self->cache = ts_text_cache_new ();
  self->block_colors = ts_block_colors_new ();
  return self;
}

/* The pixels stay: they are on the screen until others are there. */
static void
forget_painter (TsHeatmapPicture *self)
{
  g_clear_pointer (&self->painter, ts_cell_painter_unref);
}

static void
forget_rows (TsHeatmapPicture *self)
{
  forget_painter (self);
  g_clear_pointer (&self->marks, ts_cell_marks_free);
  g_clear_pointer (&self->rows, ts_heatmap_rows_unref);
  g_clear_pointer (&self->stats, ts_matrix_stats_free);
  g_clear_pointer (&self->block_colors, ts_block_colors_free);
  self->block_colors = ts_block_colors_new ();
  g_clear_pointer (&self->pyramid, ts_pyramid_unref);
  g_clear_pointer (&self->pixels, ts_heatmap_pixels_unref);
  g_clear_pointer (&self->columns, ts_heatmap_pixels_unref);
  g_clear_pointer (&self->lines, ts_heatmap_pixels_unref);
}

void
ts_heatmap_picture_free (TsHeatmapPicture *self)
{
  forget_rows (self);
  g_clear_pointer (&self->suspicion, g_array_unref);
  g_clear_pointer (&self->source, ts_matrix_unref);
  g_clear_pointer (&self->whole, ts_matrix_unref);
  g_clear_pointer (&self->findings, g_array_unref);
  g_free (self->title);
  g_free (self->value_name);
  ts_plot_style_clear (&self->style);
  ts_text_cache_free (self->cache);
  ts_block_colors_free (self->block_colors);
  g_free (self);
}

void
ts_heatmap_picture_set_matrix (TsHeatmapPicture *self,
                               TsMatrix *matrix,
                               const char *title,
                               const char *value_name)
{
  TsMatrix *kept = matrix != NULL ? ts_matrix_ref (matrix) : NULL;

  forget_rows (self);
  g_clear_pointer (&self->whole, ts_matrix_unref);
  g_clear_pointer (&self->source, ts_matrix_unref);
  g_free (self->title);
  g_free (self->value_name);
  self->source = kept;
  self->title = g_strdup (title);
  self->value_name = g_strdup (value_name);
}

void
ts_heatmap_picture_set_whole (TsHeatmapPicture *self, TsMatrix *whole)
{
  TsMatrix *kept = ts_matrix_ref (whole);

  forget_painter (self);
  g_clear_pointer (&self->stats, ts_matrix_stats_free);
  g_clear_pointer (&self->whole, ts_matrix_unref);
  self->whole = kept;
}

void
ts_heatmap_picture_set_rows (TsHeatmapPicture *self, TsRowOrder order, gboolean fold_layers)
{
  if (self->order == order && self->fold == !!fold_layers)
    return;
  self->order = order;
  self->fold = !!fold_layers;
  forget_rows (self);
}

void
ts_heatmap_picture_set_colors (TsHeatmapPicture *self, const TsHeatmapColors *colors)
{
  gboolean reduction = self->colors.reduction != colors->reduction;

  if (ts_heatmap_colors_equal (&self->colors, colors))
    return;
  self->colors = *colors;
  if (reduction && self->rows != NULL && self->rows->first != NULL)
    forget_rows (self); /* folded rows and their order depend on it */
  else if (reduction)
    g_clear_pointer (&self->pyramid, ts_pyramid_unref);
  forget_painter (self);
}

void
ts_heatmap_picture_set_shown (TsHeatmapPicture *self,
                              double shown_min,
                              double shown_max,
                              guint32 hidden_segments)
{
  TsCellPainter *painter;

  self->colors.shown_min = shown_min;
  self->colors.shown_max = shown_max;
  self->colors.hidden_segments = hidden_segments;
  if (self->painter == NULL)
    return;
  painter = ts_cell_painter_copy_with_shown (self->painter, shown_min, shown_max, hidden_segments);
  ts_cell_painter_unref (self->painter);
  self->painter = painter;
  if (self->has_overviews && ts_heatmap_picture_is_prepared (self))
    ts_heatmap_picture_build_overviews (self);
}

static void
place_marks (TsHeatmapPicture *self)
{
  g_clear_pointer (&self->marks, ts_cell_marks_free);
  if (self->rows != NULL && self->findings != NULL && self->findings->len > 0)
    self->marks = ts_cell_marks_new ((const TsCellMark *) (void *) self->findings->data,
                                     self->findings->len, self->rows);
}

void
ts_heatmap_picture_set_marks (TsHeatmapPicture *self, const TsCellMark *marks, guint n_marks)
{
  g_clear_pointer (&self->findings, g_array_unref);
  self->findings = g_array_sized_new (FALSE, FALSE, sizeof *marks, n_marks);
  if (n_marks > 0)
    g_array_append_vals (self->findings, marks, n_marks);
  place_marks (self);
}

void
ts_heatmap_picture_set_suspicion (TsHeatmapPicture *self, GArray *bars)
{
  if (bars != NULL)
    g_array_ref (bars);
  g_clear_pointer (&self->suspicion, g_array_unref);
  self->suspicion = bars;
}

void
ts_heatmap_picture_set_style (TsHeatmapPicture *self, const TsPlotStyle *style)
{
  if (self->style.font != NULL && ts_plot_style_equal (&self->style, style))
    return;
  ts_plot_style_clear (&self->style);
  ts_plot_style_copy (&self->style, style);
  forget_painter (self);
}

static void
clamp_span (double *from, double *to, double size)
{
  double span = CLAMP (*to - *from, MIN (1, size), size);

  *from = CLAMP (*from, 0, size - span);
  *to = *from + span;
}

void
ts_heatmap_picture_set_range (TsHeatmapPicture *self, const TsViewRange *range)
{
  TsMatrix *matrix = ts_heatmap_picture_get_matrix (self);

  self->all = range == NULL;
  if (matrix == NULL)
    return;
  self->range = range != NULL ? *range : (TsViewRange){ 0, matrix->x->n, 0, matrix->y->n };
  clamp_span (&self->range.x0, &self->range.x1, matrix->x->n);
  clamp_span (&self->range.y0, &self->range.y1, matrix->y->n);
}

/* A sliver of a cell is not one that is meant. */
#define SLIVER 0.02

static void
get_places (double from, double to, guint n, guint *first, guint *end)
{
  *first = (guint) CLAMP (floor (from + SLIVER), 0, n - 1.0);
  *end = (guint) CLAMP (ceil (to - SLIVER), *first + 1.0, n);
}

gboolean
ts_heatmap_picture_set_part (TsHeatmapPicture *self,
                             TsMatrix *whole,
                             const TsViewRange *range,
                             const char *title,
                             const char *value_name)
{
  g_autoptr (TsMatrix) part = NULL;
  TsViewRange inside;
  guint x0, x1, y0, y1;

  get_places (range->x0, range->x1, whole->x->n, &x0, &x1);
  get_places (range->y0, range->y1, whole->y->n, &y0, &y1);
  if (x1 - x0 == whole->x->n && y1 - y0 == whole->y->n)
    part = ts_matrix_ref (whole);
  else if ((part = ts_matrix_crop (whole, x0, x1, y0, y1)) == NULL)
    return FALSE;
  ts_heatmap_picture_set_matrix (self, part, title, value_name);
  if (part != whole)
    ts_heatmap_picture_set_whole (self, whole);
  inside = (TsViewRange){ range->x0 - x0, range->x1 - x0, range->y0 - y0, range->y1 - y0 };
  ts_heatmap_picture_set_range (self, &inside);
  return TRUE;
}

void
ts_heatmap_picture_set_size (TsHeatmapPicture *self, guint width, guint height)
{
  self->width = width;
  self->height = height;
}

gboolean
ts_heatmap_picture_has_cells (const TsHeatmapPicture *self)
{
  return self->source != NULL && self->source->x->n > 0 && self->source->y->n > 0;
}

TsMatrix *
ts_heatmap_picture_get_matrix (const TsHeatmapPicture *self)
{
  return self->rows != NULL ? self->rows->shown : self->source;
}

gboolean
ts_heatmap_picture_is_prepared (const TsHeatmapPicture *self)
{
  return self->rows != NULL && self->painter != NULL && self->pyramid != NULL;
}

gboolean
ts_heatmap_picture_has_pixels (const TsHeatmapPicture *self)
{
  return self->pixels != NULL && self->pixels->width == self->width
         && self->pixels->height == self->height && self->pixels->painter == self->painter
         && ts_view_range_equal (&self->pixels->range, &self->range);
}

/* --- stages --- */

/* One pixel for each column, and each row, up to more than a screen has; whatever the size of the
 * picture, which may not be known yet. */
#define MAX_OVERVIEW 4096

static TsHeatmapPixels *
create_overview (TsHeatmapPicture *self, gboolean columns)
{
  TsMatrix *matrix = self->rows->shown;
  TsViewRange all = { 0, matrix->x->n, 0, matrix->y->n };
  guint width = MIN (matrix->x->n, MAX_OVERVIEW);
  guint height = MIN (matrix->y->n, MAX_OVERVIEW);

  return ts_heatmap_pixels_new (self->pyramid, self->painter, &self->style, &all,
                                columns ? width : 1, columns ? 1 : height, TRUE);
}

void
ts_heatmap_picture_build_overviews (TsHeatmapPicture *self)
{
  g_clear_pointer (&self->columns, ts_heatmap_pixels_unref);
  g_clear_pointer (&self->lines, ts_heatmap_pixels_unref);
  self->columns = create_overview (self, TRUE);
  self->lines = create_overview (self, FALSE);
}

void
ts_heatmap_picture_build_pixels (TsHeatmapPicture *self, gboolean exact)
{
  g_clear_pointer (&self->pixels, ts_heatmap_pixels_unref);
  if (self->width > 0 && self->height > 0)
    self->pixels = ts_heatmap_pixels_new_kept (self->pyramid, self->painter,
                                               exact ? NULL : self->block_colors, &self->style,
                                               &self->range, self->width, self->height, exact);
}

static void
build_rows (TsHeatmapPicture *self)
{
  TsReduction reduction = self->colors.reduction;

  self->rows = ts_heatmap_rows_new (self->source, self->order, self->fold, reduction);
  if (self->rows == NULL) /* no memory for a second matrix: the order that costs none */
    self->rows = ts_heatmap_rows_new (self->source, TS_ROW_ORDER_NETWORK, FALSE, reduction);
}

/* What does not depend on the size. */
static gboolean
prepare (TsHeatmapPicture *self)
{
  if (!ts_heatmap_picture_has_cells (self) || self->style.font == NULL)
    return FALSE;
  if (self->rows == NULL)
    {
      build_rows (self);
      place_marks (self);
    }
  ts_heatmap_picture_set_range (self, self->all ? NULL : &self->range);
  if (self->pyramid == NULL)
    self->pyramid = ts_pyramid_new (self->rows->shown, self->colors.reduction);
  if (self->stats == NULL)
    self->stats = ts_matrix_stats_new (self->whole != NULL ? self->whole : self->rows->shown);
  ts_matrix_stats_set_pyramid (self->stats, self->pyramid);
  if (self->painter == NULL)
    {
      self->painter = ts_cell_painter_new (self->stats, &self->colors, &self->style);
      if (self->whole != NULL)
        ts_cell_painter_count_beyond (self->painter, self->rows->shown);
    }
  return TRUE;
}

void
ts_heatmap_picture_build (TsHeatmapPicture *self)
{
  if (!prepare (self))
    return;
  if (self->width > 0 && self->height > 0)
    ts_pyramid_prepare (self->pyramid, self->width, self->height);
  if (self->has_overviews && (self->columns == NULL || self->columns->painter != self->painter))
    ts_heatmap_picture_build_overviews (self);
  if (!ts_heatmap_picture_has_pixels (self) || !self->pixels->exact)
    ts_heatmap_picture_build_pixels (self, TRUE);
}

/* --- in a thread --- */

#define REF(ref, object) ((object) != NULL ? ref (object) : NULL)

TsHeatmapPicture *
ts_heatmap_picture_copy (TsHeatmapPicture *self)
{
  TsHeatmapPicture *copy = ts_heatmap_picture_new ();

  copy->source = REF (ts_matrix_ref, self->source);
  copy->whole = REF (ts_matrix_ref, self->whole);
  copy->title = g_strdup (self->title);
  copy->value_name = g_strdup (self->value_name);
  copy->order = self->order;
  copy->fold = self->fold;
  copy->colors = self->colors;
  ts_plot_style_copy (&copy->style, &self->style);
  copy->range = self->range;
  copy->all = self->all;
  copy->has_overviews = self->has_overviews;
  copy->width = self->width;
  copy->height = self->height;
  copy->rows = REF (ts_heatmap_rows_ref, self->rows);
  copy->stats = g_steal_pointer (&self->stats);
  copy->pyramid = REF (ts_pyramid_ref, self->pyramid);
  copy->painter = REF (ts_cell_painter_ref, self->painter);
  copy->pixels = REF (ts_heatmap_pixels_ref, self->pixels);
  copy->columns = REF (ts_heatmap_pixels_ref, self->columns);
  copy->lines = REF (ts_heatmap_pixels_ref, self->lines);
  return copy;
}

static gboolean
same_rows (const TsHeatmapPicture *a, const TsHeatmapPicture *b)
{
  return a->source == b->source && a->whole == b->whole && a->order == b->order
         && a->fold == b->fold && (!a->fold || a->colors.reduction == b->colors.reduction);
}

#define TAKE(field, ref, unref)                                                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_clear_pointer (&self->field, unref);                                                         \
    self->field = REF (ref, built->field);                                                         \
  }                                                                                                \
  G_STMT_END

void
ts_heatmap_picture_adopt (TsHeatmapPicture *self, TsHeatmapPicture *built)
{
  if (!same_rows (self, built) || built->rows == NULL)
    return;
  if (self->stats == NULL)
    self->stats = g_steal_pointer (&built->stats);
  if (self->rows == NULL)
    {
      TAKE (rows, ts_heatmap_rows_ref, ts_heatmap_rows_unref);
      place_marks (self);
      ts_heatmap_picture_set_range (self, self->all ? NULL : &self->range);
    }
  if (self->pyramid == NULL && self->colors.reduction == built->colors.reduction)
    TAKE (pyramid, ts_pyramid_ref, ts_pyramid_unref);
  if (self->painter == NULL && ts_heatmap_colors_equal (&self->colors, &built->colors)
      && ts_plot_style_equal (&self->style, &built->style))
    TAKE (painter, ts_cell_painter_ref, ts_cell_painter_unref);
  if (self->painter == built->painter)
    {
      TAKE (columns, ts_heatmap_pixels_ref, ts_heatmap_pixels_unref);
      TAKE (lines, ts_heatmap_pixels_ref, ts_heatmap_pixels_unref);
    }
  if (!ts_heatmap_picture_has_pixels (built) || built->painter != self->painter
      || built->width != self->width || built->height != self->height
      || !ts_view_range_equal (&built->range, &self->range))
    return;
  TAKE (pixels, ts_heatmap_pixels_ref, ts_heatmap_pixels_unref);
}

/* --- around the pixels --- */

TsHeatmapLayout
ts_heatmap_picture_layout (TsHeatmapPicture *self, cairo_t *cr, const TsRect *area)
{
  TsMatrix *matrix = ts_heatmap_picture_get_matrix (self);

  return ts_heatmap_layout (matrix, (self->whole != NULL ? self->whole : matrix)->y, cr,
                            self->cache, &self->style, area);
}

gboolean
ts_heatmap_picture_has_signs (const TsHeatmapPicture *self, const TsRect *cells)
{
  const TsMatrix *matrix = ts_heatmap_picture_get_matrix (self);
  const TsViewRange *range = &self->range;

  return self->marks != NULL || matrix->x->n_groups > 1 || matrix->y->n_groups > 1
         || (cells->width / (range->x1 - range->x0) >= TS_GLYPH_CELL
             && cells->height / (range->y1 - range->y0) >= TS_GLYPH_CELL);
}

void
ts_heatmap_picture_draw_over_cells (TsHeatmapPicture *self, cairo_t *cr, const TsRect *cells)
{
  ts_heatmap_draw_over_cells (ts_heatmap_picture_get_matrix (self), self->painter, cr, &self->style,
                              cells, &self->range);
  if (self->marks != NULL)
    ts_cell_marks_draw (self->marks, cr, cells, &self->range);
}

void
ts_heatmap_picture_draw_strip (TsHeatmapPicture *self, cairo_t *cr, const TsRect *cells)
{
  ts_rank_strip_draw (self->suspicion, ts_heatmap_picture_get_matrix (self)->x, cr, &self->style,
                      cells, &self->range);
}

void
ts_heatmap_picture_draw_y_axis (TsHeatmapPicture *self, cairo_t *cr, const TsHeatmapLayout *layout)
{
  ts_heatmap_draw_y_axis (ts_heatmap_picture_get_matrix (self), cr, self->cache, &self->style,
                          layout, &self->range);
}

void
ts_heatmap_picture_draw_x_axis (TsHeatmapPicture *self, cairo_t *cr, const TsHeatmapLayout *layout)
{
  ts_heatmap_draw_x_axis (ts_heatmap_picture_get_matrix (self), cr, self->cache, &self->style,
                          layout, &self->range);
  if (self->rows != NULL)
    ts_heatmap_draw_breaks (self->rows->breaks, cr, &self->style, &layout->cells, &self->range);
}

/* --- all of it --- */

static char *
dup_subtitle (TsHeatmapPicture *self)
{
  TsMatrix *matrix = ts_heatmap_picture_get_matrix (self);
  g_autofree char *shown = matrix != NULL ? ts_heatmap_dup_subtitle (matrix) : NULL;
  g_autofree char *whole = self->whole != NULL ? ts_heatmap_dup_subtitle (self->whole) : NULL;

  if (whole == NULL)
    return g_steal_pointer (&shown);
  /* Translators: what a picture spans, "steps 1 – 5, 20 modules", and what it was cut from. */
  return g_strdup_printf (_ ("%s – part of %s"), shown, whole);
}

static void
draw_header (TsHeatmapPicture *self, cairo_t *cr, double width)
{
  const TsPlotStyle *style = &self->style;
  TsMatrix *matrix = ts_heatmap_picture_get_matrix (self);
  double middle = MARGIN + TITLE_HEIGHT / 2;
  double right = width - MARGIN, used;
  g_autofree char *subtitle = dup_subtitle (self);
  g_autoptr (PangoLayout) layout = ts_text_create_layout (cr, style);

  if (matrix != NULL)
    right -= ts_heatmap_draw_legend (matrix, self->painter, cr, self->cache, style, right, middle);
  ts_text_set_bold (layout, TRUE, TITLE_SIZE);
  ts_text_set (layout, self->title, MAX (1, right - MARGIN));
  used = ts_text_show (layout, cr, MARGIN, middle, TS_ALIGN_START, TS_ALIGN_CENTER,
                       &style->foreground);
  if (subtitle != NULL && right - MARGIN - used > 80)
    ts_text_draw (cr, style, subtitle, MARGIN + used + 12, middle, TS_ALIGN_START, TS_ALIGN_CENTER,
                  right - MARGIN - used - 24, &style->dim);
}

static void
draw_cells (TsHeatmapPicture *self, cairo_t *cr, const TsHeatmapLayout *layout)
{
  const TsRect *cells = &layout->cells;

  if (self->pixels != NULL)
    ts_heatmap_pixels_paint (self->pixels, cr, cells->x, cells->y, cells->width, cells->height);
  ts_heatmap_picture_draw_over_cells (self, cr, cells);
  ts_heatmap_picture_draw_strip (self, cr, cells);
  ts_heatmap_picture_draw_y_axis (self, cr, layout);
  ts_heatmap_picture_draw_x_axis (self, cr, layout);
}

void
ts_heatmap_picture_draw (
    TsHeatmapPicture *self, cairo_t *cr, const TsPlotStyle *style, double width, double height)
{
  TsRect bar = { MARGIN, MARGIN + TITLE_HEIGHT + 6, width - 2 * MARGIN, TS_COLOR_RAMP_HEIGHT };
  TsRect area = { MARGIN, bar.y + bar.height + 6, bar.width, 0 }, ramp;
  gboolean large;
  TsHeatmapLayout layout = { 0 };

  area.height = height - area.y - MARGIN;
  large = area.height >= MIN_SIDE && area.width >= MIN_SIDE;
  ts_heatmap_picture_set_style (self, style);
  prepare (self);
  draw_header (self, cr, width);
  if (!ts_heatmap_picture_has_cells (self))
    {
      ts_text_draw (cr, style, _ ("No data for this selection"), width / 2, height / 2,
                    TS_ALIGN_CENTER, TS_ALIGN_CENTER, width - 2 * MARGIN, &style->dim);
      return;
    }
  ramp = ts_color_ramp_layout (self->painter, cr, self->cache, style, &bar);
  ts_color_ramp_draw (self->painter, cr, self->cache, style, &ramp);
  if (!large)
    return;
  layout = ts_heatmap_picture_layout (self, cr, &area);
  ts_heatmap_picture_set_size (self, (guint) MAX (1, round (layout.cells.width * style->scale)),
                               (guint) MAX (1, round (layout.cells.height * style->scale)));
  ts_heatmap_picture_build (self);
  draw_cells (self, cr, &layout);
}
