/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/colormap.h"
#include "plot/heatmap/cell-key.h"
#include "plot/heatmap/matrix-stats.h"
#include "plot/plot-style.h"

G_BEGIN_DECLS

#define TS_MAX_SEGMENTS 7
#define TS_BEYOND_SIZE  64

/* What a pixel without a colour of its own holds instead: both are transparent in ARGB32. */
#define TS_ARGB_MISSING 0x00000000u
#define TS_ARGB_NULL    0x00000001u

/* A palette, a scale and limits made ready for one matrix: keys -> pixels. Immutable and reference
 * counted, so that a worker thread can paint with it. */
typedef struct
{
  TsHeatmapColors colors;       /* colors.scale: the one in force */
  TsScale scale;                /* the limits in force */
  gboolean empty;               /* no number to colour */
  gboolean constant;            /* one value only, or limits without width: the palette's middle */
  gboolean has_under, has_over; /* numbers beyond the limits exist */
  gsize n_beyond;               /* how many; with a gradient only */
  double data_min, data_max;

  guint n_segments;                    /* 0: gradient */
  double borders[TS_MAX_SEGMENTS - 1]; /* n_segments − 1, ascending */
  guint32 segments[TS_MAX_SEGMENTS];
  guint32 grey_segments[TS_MAX_SEGMENTS];

  guint32 states[TS_N_CELL_STATES];
  guint32 under, over, grey_under, grey_over;
  /* Beyond the limits: from just beyond to the farthest number, which is under or over. */
  guint32 under_ramp[TS_BEYOND_SIZE], over_ramp[TS_BEYOND_SIZE];
  guint32 ramp[1024];
  guint32 grey_ramp[1024];
  double factor, offset;   /* ramp place = (transformed value − offset) · factor */
  double low, high, width; /* the limits, transformed, and what "far beyond" is measured in */
  double under_factor, over_factor; /* beyond ramp place = log2 (1 + distance / width) · factor */
} TsCellPainter;

/* Takes what it needs from stats (which may take a pass over the matrix). */
TsCellPainter *
ts_cell_painter_new (TsMatrixStats *stats, const TsHeatmapColors *colors, const TsPlotStyle *style);
/* The same with other handles and other segments switched off: needs no pass over the matrix. */
TsCellPainter *ts_cell_painter_copy_with_shown (const TsCellPainter *self,
                                                double shown_min,
                                                double shown_max,
                                                guint32 hidden_segments);
TsCellPainter *ts_cell_painter_ref (TsCellPainter *self);
void ts_cell_painter_unref (TsCellPainter *self);

/* Pixels of n keys of the reduction that colors name. */
void
ts_cell_painter_paint (const TsCellPainter *self, const TsCellKey *keys, guint n, guint32 *pixels);
guint32 ts_cell_painter_paint_value (const TsCellPainter *self, double value);
/* The segment of a value, 0 … n_segments − 1. */
guint ts_cell_painter_get_segment (const TsCellPainter *self, double value);
/* Only before anybody else has the painter: counts the numbers beyond the limits in a part of the
 * matrix that it was made for, of which it says how many there are. */
void ts_cell_painter_count_beyond (TsCellPainter *self, const TsMatrix *part);
/* How far beyond the limits a number lies: < 0 below, > 0 above, 0 within; ±1 is the farthest of
 * the matrix. 0 and less are as far below a logarithmic scale as can be. */
double ts_cell_painter_get_beyond (const TsCellPainter *self, double value);
/* Whether value is greyed: outside the handles, or in a segment that is switched off. */
gboolean ts_cell_painter_is_hidden (const TsCellPainter *self, double value);
/* "1.38 … 3.62", "< −0.85", "> 5.85"; caller frees. */
TsColor ts_state_color (const TsPlotStyle *style, TsCellState state);

/* Whether the sign of a statistic tells something: of "mean" by nature, of "min" and "max" where
 * the numbers of this matrix straddle 0. */
gboolean ts_stat_is_signed (const char *stat, const TsMatrix *matrix);
/* The scale on which most numbers of a matrix can be told apart within the limits that colors ask
 * for: linear, unless those span decades (full: to the largest magnitude; robust: from 2 to 98 %;
 * fixed: the limits themselves); then logarithmic where all is positive, and symmetric logarithmic
 * where not or with a palette that has its middle at 0. */
TsScaleType ts_suggest_scale (TsMatrixStats *stats, const TsHeatmapColors *colors);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsCellPainter, ts_cell_painter_unref)

G_END_DECLS
