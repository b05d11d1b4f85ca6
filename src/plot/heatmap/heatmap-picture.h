/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The front door of this wing: for windows, files and tests. */
#pragma once

#include "plot/heatmap/cell-marks.h"
#include "plot/heatmap/heatmap-draw.h"
#include "plot/heatmap/heatmap-rows.h"

G_BEGIN_DECLS

/* A heat map: matrix + rows' order + colours + style + visible range + size -> pixels and what
 * stands around them. Made in stages, each of which is skipped when it is there already and still
 * fits. What is below "made of it" is NULL until it is made. One thread at a time; a thread that
 * makes what a window shows gets a copy. */
typedef struct
{
  TsMatrix *source;
  TsMatrix *whole; /* NULL: source is all there is */
  char *title;     /* "forward · norm · rank 3" */
  char *value_name;
  TsRowOrder order;
  gboolean fold;
  TsHeatmapColors colors;
  TsPlotStyle style;      /* font NULL: not known yet */
  TsViewRange range;      /* in shown rows */
  gboolean all;           /* the range is everything, however many rows that turn out to be */
  guint width, height;    /* of the cells, in device pixels */
  gboolean has_overviews; /* a window shows them, a file does not */

  /* made of it */
  TsHeatmapRows *rows;
  TsMatrixStats *stats;
  TsPyramid *pyramid;
  TsCellPainter *painter;
  TsHeatmapPixels *pixels;
  TsHeatmapPixels *columns, *lines; /* overviews: one row, and one column, of pixels */

  GArray *findings;   /* TsCellMark; NULL: none */
  TsCellMarks *marks; /* the same at their places; made with the rows */
  GArray *suspicion;  /* TsRankBar; NULL: none */

  TsTextCache *cache;
  TsBlockColors *block_colors; /* from frame to frame; a copy has its own */
} TsHeatmapPicture;

TsHeatmapPicture *ts_heatmap_picture_new (void);
void ts_heatmap_picture_free (TsHeatmapPicture *self);

/* Takes a reference on matrix, which may be NULL. Everything is visible until a range is set. */
void ts_heatmap_picture_set_matrix (TsHeatmapPicture *self,
                                    TsMatrix *matrix,
                                    const char *title,
                                    const char *value_name);
/* The matrix is a part of this one, whose numbers decide on colours (limits and automatic scale)
 * and whose names on what is left out of names. Until the next matrix is set. */
void ts_heatmap_picture_set_whole (TsHeatmapPicture *self, TsMatrix *whole);
/* set_matrix() with what range shows of whole, whose rows are as they are to be shown already.
 * FALSE: memory does not suffice. */
gboolean ts_heatmap_picture_set_part (TsHeatmapPicture *self,
                                      TsMatrix *whole,
                                      const TsViewRange *range,
                                      const char *title,
                                      const char *value_name);
void ts_heatmap_picture_set_rows (TsHeatmapPicture *self, TsRowOrder order, gboolean fold_layers);
void ts_heatmap_picture_set_colors (TsHeatmapPicture *self, const TsHeatmapColors *colors);
/* The colour bar's handles and switched off segments alone: at once, without another pass over the
 * matrix. */
void ts_heatmap_picture_set_shown (TsHeatmapPicture *self,
                                   double shown_min,
                                   double shown_max,
                                   guint32 hidden_segments);
/* What was found about cells; copied. Those of cells that are not there are kept for other rows. */
void ts_heatmap_picture_set_marks (TsHeatmapPicture *self, const TsCellMark *marks, guint n_marks);
/* How much was found on each rank (TsRankBar), for an X axis of ranks; a reference is taken; NULL:
 * nothing. */
void ts_heatmap_picture_set_suspicion (TsHeatmapPicture *self, GArray *bars);
void ts_heatmap_picture_set_style (TsHeatmapPicture *self, const TsPlotStyle *style);
/* NULL: everything. At least one cell each way, at most all. */
void ts_heatmap_picture_set_range (TsHeatmapPicture *self, const TsViewRange *range);
void ts_heatmap_picture_set_size (TsHeatmapPicture *self, guint width, guint height);

gboolean ts_heatmap_picture_has_cells (const TsHeatmapPicture *self);
/* The matrix with its rows as they are shown; before that is made, as they are. */
TsMatrix *ts_heatmap_picture_get_matrix (const TsHeatmapPicture *self);
/* All but the pixels is there. */
gboolean ts_heatmap_picture_is_prepared (const TsHeatmapPicture *self);
/* The pixels are those of the present range, size and colours. */
gboolean ts_heatmap_picture_has_pixels (const TsHeatmapPicture *self);

/* Makes what is lacking, exact pixels among it. */
void ts_heatmap_picture_build (TsHeatmapPicture *self);
/* The pixels alone, of a picture that is prepared: exact, or the best that there is within a frame.
 */
void ts_heatmap_picture_build_pixels (TsHeatmapPicture *self, gboolean exact);
/* One row (or column) of the whole matrix; what is worst in a block shows. */
void ts_heatmap_picture_build_overviews (TsHeatmapPicture *self);

/* For a thread to build. Shares what is made; the figures of the matrix go along, so that there is
 * nothing to do for the original until ts_heatmap_picture_adopt() has brought them back. */
TsHeatmapPicture *ts_heatmap_picture_copy (TsHeatmapPicture *self);
/* Takes over from a copy what still fits. */
void ts_heatmap_picture_adopt (TsHeatmapPicture *self, TsHeatmapPicture *built);

/* Names, ticks and cells within area, which holds the names at the left, ticks and title below. */
TsHeatmapLayout ts_heatmap_picture_layout (TsHeatmapPicture *self, cairo_t *cr, const TsRect *area);
/* The suspicion of ranks, in the TS_RANK_STRIP_HEIGHT above the cells. */
void ts_heatmap_picture_draw_strip (TsHeatmapPicture *self, cairo_t *cr, const TsRect *cells);
/* What lies over the cells: lines between layers, signs. Whether there is anything. */
gboolean ts_heatmap_picture_has_signs (const TsHeatmapPicture *self, const TsRect *cells);
void ts_heatmap_picture_draw_over_cells (TsHeatmapPicture *self, cairo_t *cr, const TsRect *cells);
void
ts_heatmap_picture_draw_y_axis (TsHeatmapPicture *self, cairo_t *cr, const TsHeatmapLayout *layout);
void
ts_heatmap_picture_draw_x_axis (TsHeatmapPicture *self, cairo_t *cr, const TsHeatmapLayout *layout);
/* All of it (title, colour bar, axes, cells, legend of states) into width × height logical pixels
 * at (0, 0), whatever size and style it had before: what a file shows. */
void ts_heatmap_picture_draw (
    TsHeatmapPicture *self, cairo_t *cr, const TsPlotStyle *style, double width, double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsHeatmapPicture, ts_heatmap_picture_free)

G_END_DECLS
