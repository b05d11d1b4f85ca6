/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/heatmap-colors.h"

#include <math.h>

void
ts_heatmap_colors_init (TsHeatmapColors *self)
{
  *self = (TsHeatmapColors){
    .mode = TS_COLORS_GRADIENT,
    .palette = TS_PALETTE_CIVIDIS,
    .auto_scale = TRUE,
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
  return a->mode == b->mode && a->palette == b->palette && a->auto_scale == b->auto_scale
         && (a->auto_scale || a->scale == b->scale) && a->limits == b->limits
         && a->fixed_min == b->fixed_min && a->fixed_max == b->fixed_max
         && a->shown_min == b->shown_min && a->shown_max == b->shown_max
         && a->hidden_segments == b->hidden_segments && a->reduction == b->reduction;
}

/* --- words -------------------------------------------------------------------------------- */

static const char *const scale_types[] = { "linear", "log", "symlog" };
static const char *const palettes[] = { "cividis", "viridis", "diverging", "classic" };
static const char *const color_modes[] = { "gradient", "segmented", "quantiles" };
static const char *const limits_modes[] = { "full", "robust", "fixed" };
static const char *const reductions[] = { "magnitude", "max", "min", "mean" };
static const char *const row_orders[] = { "network", "name", "largest", "first-anomaly" };

G_STATIC_ASSERT (G_N_ELEMENTS (scale_types) == TS_SCALE_SYMLOG + 1);
G_STATIC_ASSERT (G_N_ELEMENTS (palettes) == TS_N_PALETTES);
G_STATIC_ASSERT (G_N_ELEMENTS (color_modes) == TS_N_COLOR_MODES);
G_STATIC_ASSERT (G_N_ELEMENTS (limits_modes) == TS_N_LIMITS_MODES);
G_STATIC_ASSERT (G_N_ELEMENTS (reductions) == TS_N_REDUCTIONS);
G_STATIC_ASSERT (G_N_ELEMENTS (row_orders) == TS_N_ROW_ORDERS);

static const char *
to_key (const char *const *keys, guint n, guint value)
{
  g_return_val_if_fail (value < n, NULL);
  return keys[value];
}

/* -1 for a word that is none of them. */
static int
from_key (const char *const *keys, guint n, const char *key)
{
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (keys[i], key) == 0)
      return (int) i;
  return -1;
}

#define DEFINE_KEYS(Type, prefix, keys)                                                            \
  const char *prefix##_to_key (Type value)                                                         \
  {                                                                                                \
    return to_key (keys, G_N_ELEMENTS (keys), (guint) value);                                      \
  }                                                                                                \
                                                                                                   \
  gboolean prefix##_from_key (const char *key, Type *value)                                        \
  {                                                                                                \
    int found = from_key (keys, G_N_ELEMENTS (keys), key);                                         \
                                                                                                   \
    if (found >= 0)                                                                                \
      *value = (Type) found;                                                                       \
    return found >= 0;                                                                             \
  }

DEFINE_KEYS (TsScaleType, ts_scale_type, scale_types)
DEFINE_KEYS (TsPalette, ts_palette, palettes)
DEFINE_KEYS (TsColorMode, ts_color_mode, color_modes)
DEFINE_KEYS (TsLimitsMode, ts_limits_mode, limits_modes)
DEFINE_KEYS (TsReduction, ts_reduction, reductions)
DEFINE_KEYS (TsRowOrder, ts_row_order, row_orders)
