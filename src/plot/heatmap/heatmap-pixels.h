/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/view-range.h"
#include "plot/heatmap/block-colors.h"

#include <cairo.h>

G_BEGIN_DECLS

/* Which blocks of one direction every pixel shows: [first[i], last[i]), of 2^shift cells each. */
typedef struct
{
  guint n;
  guint n_cells;
  guint shift;
  guint *first;
  guint *last;
} TsPixelMap;

/* The cells of a visible range as pixels: CAIRO_FORMAT_ARGB32, rows of width pixels without gaps.
 * Every cell of the range lies under exactly one pixel, or under as many as it is large; a pixel
 * over several shows their reduction. Immutable and reference counted. */
typedef struct
{
  guint width, height; /* device pixels */
  TsViewRange range;
  gboolean exact; /* FALSE: made in a hurry, blocks are larger than they need to be */
  TsPixelMap columns, rows;
  TsCellPainter *painter; /* what it was painted with */
  GBytes *argb;
} TsHeatmapPixels;

/* With exact, levels of the pyramid that are missing are made now; without, only what is there is
 * used and no more than a few nanoseconds are spent per pixel. style gives the hatch of missing
 * cells. NULL when the range or the size is empty. */
TsHeatmapPixels *ts_heatmap_pixels_new (TsPyramid *pyramid,
                                        TsCellPainter *painter,
                                        const TsPlotStyle *style,
                                        const TsViewRange *range,
                                        guint width,
                                        guint height,
                                        gboolean exact);
/* The same pixels, with the colours of blocks kept in kept from one picture to the next. */
TsHeatmapPixels *ts_heatmap_pixels_new_kept (TsPyramid *pyramid,
                                             TsCellPainter *painter,
                                             TsBlockColors *kept,
                                             const TsPlotStyle *style,
                                             const TsViewRange *range,
                                             guint width,
                                             guint height,
                                             gboolean exact);
TsHeatmapPixels *ts_heatmap_pixels_ref (TsHeatmapPixels *self);
void ts_heatmap_pixels_unref (TsHeatmapPixels *self);

/* The cells that pixel (column, row) stands for: [x0, x1) × [y0, y1). */
void ts_heatmap_pixels_get_cells (const TsHeatmapPixels *self,
                                  guint column,
                                  guint row,
                                  guint *x0,
                                  guint *x1,
                                  guint *y0,
                                  guint *y1);
/* Paints them into a rectangle of logical pixels, each pixel a sharp square. */
void ts_heatmap_pixels_paint (
    const TsHeatmapPixels *self, cairo_t *cr, double x, double y, double width, double height);

/* Which cell of the block a pixel shows: the one whose key is the largest (with TS_REDUCE_MEAN the
 * largest magnitude); *n counts the cells. */
void ts_heatmap_find_shown (const TsMatrix *matrix,
                            TsReduction reduction,
                            guint x0,
                            guint x1,
                            guint y0,
                            guint y1,
                            guint *x,
                            guint *y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsHeatmapPixels, ts_heatmap_pixels_unref)

G_END_DECLS
