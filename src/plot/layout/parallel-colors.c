/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/layout/parallel-colors.h"

#include "plot/colormap.h"

static const char *const tab20[] = {
  "#1f77b4", "#aec7e8", "#ff7f0e", "#ffbb78", "#2ca02c", "#98df8a", "#d62728",
  "#ff9896", "#9467bd", "#c5b0d5", "#8c564b", "#c49c94", "#e377c2", "#f7b6d2",
  "#7f7f7f", "#c7c7c7", "#bcbd22", "#dbdb8d", "#17becf", "#9edae5",
};

/* tab20b, then tab20c. */
static const char *const tab40[] = {
  "#393b79", "#5254a3", "#6b6ecf", "#9c9ede", "#637939", "#8ca252", "#b5cf6b", "#cedb9c",
  "#8c6d31", "#bd9e39", "#e7ba52", "#e7cb94", "#843c39", "#ad494a", "#d6616b", "#e7969c",
  "#7b4173", "#a55194", "#ce6dbd", "#de9ed6", "#3182bd", "#6baed6", "#9ecae1", "#c6dbef",
  "#e6550d", "#fd8d3c", "#fdae6b", "#fdd0a2", "#31a354", "#74c476", "#a1d99b", "#c7e9c0",
  "#756bb1", "#9e9ac8", "#bcbddc", "#dadaeb", "#636363", "#969696", "#bdbdbd", "#d9d9d9",
};

TsColor
ts_model_copy_get_color (guint i, guint n)
{
  if (n <= G_N_ELEMENTS (tab20))
    return ts_color_from_hex (tab20[i % G_N_ELEMENTS (tab20)]);
  if (n <= G_N_ELEMENTS (tab40))
    return ts_color_from_hex (tab40[i % G_N_ELEMENTS (tab40)]);
  return ts_palette_get_color (TS_PALETTE_VIRIDIS, (double) i / (n - 1));
}
