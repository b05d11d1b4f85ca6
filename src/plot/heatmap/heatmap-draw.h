/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/heatmap/heatmap-pixels.h"
#include "plot/rect.h"
#include "plot/text-cache.h"

G_BEGIN_DECLS

/* The parts of a heat map, for the whole picture and for the widget's layers. */

/* Cells at least this large (logical pixels, both ways) bear the sign of their state. */
#define TS_GLYPH_CELL 9.0

typedef enum
{
  TS_GLYPH_NAN,     /* × */
  TS_GLYPH_POS_INF, /* ▲ */
  TS_GLYPH_NEG_INF, /* ▼ */
  TS_GLYPH_NULL,    /* – */
  TS_GLYPH_MISSING, /* hatched square, in legends only */
  TS_GLYPH_EMPTY,   /* cross-hatched square: in a step or rank without any row; legends only */
  TS_GLYPH_CLAMPED, /* a notched corner */
  TS_GLYPH_BEYOND,  /* a number beyond the scale: ^ above, v below */
  TS_N_GLYPHS,
} TsGlyph;

/* Where names, ticks and cells go. */
typedef struct
{
  TsRect cells;
  double label_width; /* of the names at the left */
  double line_height;
  char prefix[256]; /* what many names at the left begin with; labels leave it out */
} TsHeatmapLayout;

/* Divides area (names, ticks and X title included). Whole pixels. What the names of all_rows begin
 * with is left out: of the matrix's Y axis, or of the one that it is a part of. */
TsHeatmapLayout ts_heatmap_layout (const TsMatrix *matrix,
                                   const TsAxis *all_rows,
                                   cairo_t *cr,
                                   TsTextCache *cache,
                                   const TsPlotStyle *style,
                                   const TsRect *area);

/* The place (with its fraction) under a point of the cells' rectangle, and back. */
void ts_heatmap_point_to_place (
    const TsRect *cells, const TsViewRange *range, double x, double y, double *px, double *py);
TsRect ts_heatmap_get_cell_rect (const TsRect *cells, const TsViewRange *range, guint x, guint y);

/* Names at the left with the marks between layers; X ticks and X title below. */
void ts_heatmap_draw_y_axis (const TsMatrix *matrix,
                             cairo_t *cr,
                             TsTextCache *cache,
                             const TsPlotStyle *style,
                             const TsHeatmapLayout *layout,
                             const TsViewRange *range);
void ts_heatmap_draw_x_axis (const TsMatrix *matrix,
                             cairo_t *cr,
                             TsTextCache *cache,
                             const TsPlotStyle *style,
                             const TsHeatmapLayout *layout,
                             const TsViewRange *range);
/* Two slanted strokes below the border of columns between which steps are left out (or nearer than
 * usual), as ts_axis_find_breaks() has them. */
void ts_heatmap_draw_breaks (const GArray *breaks,
                             cairo_t *cr,
                             const TsPlotStyle *style,
                             const TsRect *cells,
                             const TsViewRange *range);
/* Lines between layers where rows are high enough to spare them, and the signs of states where
 * cells are large enough. */
void ts_heatmap_draw_over_cells (const TsMatrix *matrix,
                                 const TsCellPainter *painter,
                                 cairo_t *cr,
                                 const TsPlotStyle *style,
                                 const TsRect *cells,
                                 const TsViewRange *range);

/* The signs alone. */
void ts_heatmap_draw_signs (const TsMatrix *matrix,
                            const TsCellPainter *painter,
                            cairo_t *cr,
                            const TsPlotStyle *style,
                            const TsRect *cells,
                            const TsViewRange *range);

/* One sign on its ground, as in the legend: a square of the given size. */
void ts_heatmap_draw_glyph (
    cairo_t *cr, const TsPlotStyle *style, TsGlyph glyph, double x, double y, double size);

/* How many cells a glyph stands for, and what they are called ("NaN"). Without a painter no number
 * is beyond the scale. */
gsize ts_heatmap_count_glyph (const TsMatrix *matrix, const TsCellPainter *painter, TsGlyph glyph);
const char *ts_heatmap_glyph_get_label (TsGlyph glyph);
/* Whether cell (x, y) is one of them. */
gboolean ts_heatmap_cell_has_glyph (
    const TsMatrix *matrix, const TsCellPainter *painter, guint x, guint y, TsGlyph glyph);

/* The legend of the states that occur, right-aligned at x. Returns the width drawn. */
double ts_heatmap_draw_legend (const TsMatrix *matrix,
                               const TsCellPainter *painter,
                               cairo_t *cr,
                               TsTextCache *cache,
                               const TsPlotStyle *style,
                               double x,
                               double y);

/* "training steps 0 – 199, 28 modules"; caller frees. */
char *ts_heatmap_dup_subtitle (const TsMatrix *matrix);

G_END_DECLS
