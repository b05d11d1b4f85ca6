/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/colormap.h"
#include "plot/ticks.h"

G_BEGIN_DECLS

typedef enum
{
  TS_REDUCE_MAGNITUDE, /* the value farthest from 0 */
  TS_REDUCE_MAX,
  TS_REDUCE_MIN,
  TS_REDUCE_MEAN,
} TsReduction;

typedef enum
{
  TS_LIMITS_FULL,
  TS_LIMITS_ROBUST, /* 2–98 % of the numbers */
  TS_LIMITS_FIXED,  /* locked or typed in */
} TsLimitsMode;

typedef enum
{
  TS_COLORS_GRADIENT,
  TS_COLORS_SEGMENTS,  /* at mean ± 1, 2, 3 standard deviations */
  TS_COLORS_QUANTILES, /* segments with equally many cells */
} TsColorMode;

typedef enum
{
  TS_ROW_ORDER_NETWORK,
  TS_ROW_ORDER_NAME,
  TS_ROW_ORDER_LARGEST,
  TS_ROW_ORDER_FIRST_ANOMALY,
} TsRowOrder;

/* How values become colours. A plain value. */
typedef struct
{
  TsColorMode mode;
  TsPalette palette;
  gboolean auto_scale; /* the scale that the numbers suggest; then scale says nothing */
  TsScaleType scale;
  TsLimitsMode limits;
  double fixed_min, fixed_max; /* with TS_LIMITS_FIXED */
  double shown_min, shown_max; /* the colour bar's handles: cells outside are greyed; ±inf: none */
  guint32 hidden_segments;     /* bit i: segment i is switched off */
  TsReduction reduction;
} TsHeatmapColors;

void ts_heatmap_colors_init (TsHeatmapColors *self);

G_END_DECLS
