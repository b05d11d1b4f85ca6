/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the model, for everybody: how a heat map's values become colours and its rows are ordered, as
 * far as a view has to know. What the colours are is the plots' business. */
#pragma once

#include "model/scale.h"

G_BEGIN_DECLS

typedef enum
{
  TS_PALETTE_CIVIDIS,
  TS_PALETTE_VIRIDIS,
  TS_PALETTE_DIVERGING, /* blue - white - red */
  TS_PALETTE_CLASSIC,   /* the ten stops of msProbe's Trend Analyzer */
  TS_N_PALETTES,
} TsPalette;

typedef enum
{
  TS_REDUCE_MAGNITUDE, /* the value farthest from 0 */
  TS_REDUCE_MAX,
  TS_REDUCE_MIN,
  TS_REDUCE_MEAN,
  TS_N_REDUCTIONS,
} TsReduction;

typedef enum
{
  TS_LIMITS_FULL,
  TS_LIMITS_ROBUST, /* 2–98 % of the numbers */
  TS_LIMITS_FIXED,  /* locked or typed in */
  TS_N_LIMITS_MODES,
} TsLimitsMode;

typedef enum
{
  TS_COLORS_GRADIENT,
  TS_COLORS_SEGMENTS,  /* at mean ± 1, 2, 3 standard deviations */
  TS_COLORS_QUANTILES, /* segments with equally many cells */
  TS_N_COLOR_MODES,
} TsColorMode;

typedef enum
{
  TS_ROW_ORDER_NETWORK,
  TS_ROW_ORDER_NAME,
  TS_ROW_ORDER_LARGEST,
  TS_ROW_ORDER_FIRST_ANOMALY,
  TS_N_ROW_ORDERS,
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
gboolean ts_heatmap_colors_equal (const TsHeatmapColors *a, const TsHeatmapColors *b);

/* The words for them in options and files; the second of each pair leaves its result alone and
 * returns FALSE for any other word, or NULL. */
const char *ts_scale_type_to_key (TsScaleType type);
gboolean ts_scale_type_from_key (const char *key, TsScaleType *type);
const char *ts_palette_to_key (TsPalette palette);
gboolean ts_palette_from_key (const char *key, TsPalette *palette);
const char *ts_color_mode_to_key (TsColorMode mode);
gboolean ts_color_mode_from_key (const char *key, TsColorMode *mode);
const char *ts_limits_mode_to_key (TsLimitsMode mode);
gboolean ts_limits_mode_from_key (const char *key, TsLimitsMode *mode);
const char *ts_reduction_to_key (TsReduction reduction);
gboolean ts_reduction_from_key (const char *key, TsReduction *reduction);
const char *ts_row_order_to_key (TsRowOrder order);
gboolean ts_row_order_from_key (const char *key, TsRowOrder *order);

G_END_DECLS
