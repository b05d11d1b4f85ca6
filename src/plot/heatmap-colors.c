/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cell-painter.h"

/* Decades between the largest and the smallest positive value from which on a linear scale shows
 * little but one colour. */
#define LOG_FROM_DECADES 2.5

void
ts_heatmap_colors_init (TsHeatmapColors *self)
{
  *self = (TsHeatmapColors){
    .mode = TS_COLORS_GRADIENT,
    .palette = TS_PALETTE_CIVIDIS,
    .scale = TS_SCALE_LINEAR,
    .limits = TS_LIMITS_ROBUST,
    .fixed_min = 0,
    .fixed_max = 1,
    .shown_min = -INFINITY,
    .shown_max = INFINITY,
    .reduction = TS_REDUCE_MAGNITUDE,
  };
}

gboolean
ts_heatmap_colors_equal (const TsHeatmapColors *a, const TsHeatmapColors *b)
{
  return a->mode == b->mode && a->palette == b->palette && a->scale == b->scale
         && a->limits == b->limits && a->fixed_min == b->fixed_min && a->fixed_max == b->fixed_max
         && a->shown_min == b->shown_min && a->shown_max == b->shown_max
         && a->hidden_segments == b->hidden_segments && a->reduction == b->reduction;
}

gboolean
ts_stat_is_signed (const char *stat, const TsMatrix *matrix)
{
  return g_strcmp0 (stat, "mean") == 0
         || ((g_strcmp0 (stat, "min") == 0 || g_strcmp0 (stat, "max") == 0) && matrix->min < 0
             && matrix->max > 0);
}

void
ts_heatmap_colors_suggest (TsHeatmapColors *self, const char *stat, const TsMatrix *matrix)
{
  double size = MAX (fabs (matrix->min), fabs (matrix->max));

  self->palette = ts_stat_is_signed (stat, matrix) ? TS_PALETTE_DIVERGING : TS_PALETTE_CIVIDIS;
  self->scale = TS_SCALE_LINEAR;
  if (!(size > 0))
    return;
  if (matrix->min > 0 && log10 (matrix->max) - log10 (matrix->min) >= LOG_FROM_DECADES)
    self->scale = TS_SCALE_LOG;
}
