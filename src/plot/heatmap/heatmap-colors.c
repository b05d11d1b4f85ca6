/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/heatmap/cell-painter.h"

/* Decades between small and large numbers from which on a linear scale shows little but one colour.
 * Numbers on both sides of 0 come close to it: a bell around 0 alone spans two decades. */
#define LOG_DECADES      2.5
#define LOG_DECADES_BOTH 4.5

gboolean
ts_stat_is_signed (const char *stat, const TsMatrix *matrix)
{
  return g_strcmp0 (stat, "mean") == 0
         || ((g_strcmp0 (stat, "min") == 0 || g_strcmp0 (stat, "max") == 0) && matrix->min < 0
             && matrix->max > 0);
}

/* From where to where numbers are to be told apart: the limits, as far as the numbers' own spread
 * matters. A few that are next to 0 do not. */
static gboolean
find_span (TsMatrixStats *stats,
           const TsHeatmapColors *colors,
           gboolean positive,
           double *low,
           double *high)
{
  /* Of positive numbers these are the quantiles that the limits need anyway. */
  TsNumbers which = positive ? TS_NUMBERS_ALL : TS_NUMBERS_MAGNITUDE;
  double least;

  if (!ts_matrix_stats_get_robust_range (stats, which, low, high))
    return FALSE;
  if (colors->limits == TS_LIMITS_FULL)
    ts_matrix_stats_get_range (stats, which, &least, high);
  return TRUE;
}

TsScaleType
ts_suggest_scale (TsMatrixStats *stats, const TsHeatmapColors *colors)
{
  double fixed_low = MIN (colors->fixed_min, colors->fixed_max);
  double fixed_high = MAX (colors->fixed_min, colors->fixed_max);
  gboolean fixed
      = colors->limits == TS_LIMITS_FIXED && isfinite (fixed_low) && isfinite (fixed_high);
  double min, max, low = fixed_low, high = fixed_high, decades = LOG_DECADES;
  gboolean positive;

  if (!ts_matrix_stats_get_range (stats, TS_NUMBERS_ALL, &min, &max))
    return TS_SCALE_LINEAR;
  positive = fixed ? fixed_low > 0 : min > 0;
  if (!positive && min < 0 && max > 0)
    decades = LOG_DECADES_BOTH;
  if (!(fixed && positive) && !find_span (stats, colors, positive, &low, &high))
    return TS_SCALE_LINEAR;
  if (log10 (high) - log10 (low) < decades)
    return TS_SCALE_LINEAR;
  return positive && colors->palette != TS_PALETTE_DIVERGING ? TS_SCALE_LOG : TS_SCALE_SYMLOG;
}
