/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "parallel/parallel-layout.h"
#include "plot/plot-style.h"

G_BEGIN_DECLS

/* A drawable parallel layout: one row per tensor-parallel group (group 0 at the bottom), one column
 * per virtual stage, blocks in the colour of their model copy. Draws from one thread at a time.
 *
 * Where rows or columns outnumber pixels, blocks merge into their mean colour; labels and texts
 * thin out before that. */
typedef struct _TsParallelPlot TsParallelPlot;

TsParallelPlot *ts_parallel_plot_new (void);
void ts_parallel_plot_free (TsParallelPlot *self);

/* A reference is taken; NULL: nothing to draw. Shows everything. */
void ts_parallel_plot_set_layout (TsParallelPlot *self, TsParallelLayout *layout);
TsParallelLayout *ts_parallel_plot_get_layout (TsParallelPlot *self);

/* The visible range in columns and in rows from the bottom, [x0, x1) × [y0, y1); kept within the
 * layout and at least one block large. */
void
ts_parallel_plot_set_visible (TsParallelPlot *self, double x0, double x1, double y0, double y1);
void
ts_parallel_plot_get_visible (TsParallelPlot *self, double *x0, double *x1, double *y0, double *y1);
void ts_parallel_plot_show_all (TsParallelPlot *self);

/* Ranks that stand out: the rows of suspects get a frame, those of their peers a tint. Copies are
 * taken; ranks beyond the layout are passed over. */
void ts_parallel_plot_set_marked_ranks (TsParallelPlot *self,
                                        const gint64 *suspects,
                                        guint n_suspects,
                                        const gint64 *peers,
                                        guint n_peers);

/* A size at which every block and text can be read, as far as a picture may grow. */
void ts_parallel_plot_get_natural_size (TsParallelPlot *self, double *width, double *height);

/* Draws the whole picture (title, axes, blocks, legend of model copies) into width × height logical
 * pixels at (0, 0). */
void ts_parallel_plot_draw (
    TsParallelPlot *self, cairo_t *cr, const TsPlotStyle *style, double width, double height);

/* About the picture drawn last. */

/* Where the blocks are, without axes and legend. */
void ts_parallel_plot_get_area (TsParallelPlot *self, cairo_rectangle_t *area);
/* The block at a point; FALSE beside the blocks. */
gboolean ts_parallel_plot_hit (TsParallelPlot *self, double x, double y, guint *row, guint *stage);
/* A block's rectangle, also when it is not visible. */
void
ts_parallel_plot_get_block (TsParallelPlot *self, guint row, guint stage, cairo_rectangle_t *block);
/* The colour that a row's blocks have on style's background. */
TsColor ts_parallel_plot_get_row_color (TsParallelPlot *self, const TsPlotStyle *style, guint row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsParallelPlot, ts_parallel_plot_free)

G_END_DECLS
