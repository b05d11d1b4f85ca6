/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/colormap.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_STOPS 11

/* Equally spaced stops, from low to high. Cividis: Nuñez, Anderton, Renslow, "Optimizing colormaps
 * with consideration for color vision deficiency", PLoS ONE 13(7), 2018. Viridis: van der Walt and
 * Smith, 2015 (CC0). The diverging one: ColorBrewer's RdBu, reversed. */
static const struct
{
  const char *title;
  const char *under;
  const char *over;
  guint n;
  guint32 stops[MAX_STOPS];
} palettes[TS_N_PALETTES] = {
  [TS_PALETTE_CIVIDIS] = {
    N_ ("Cividis"), "#19e3b1", "#e8590c", 10,
    { 0x00204d, 0x00336f, 0x39486b, 0x575c6d, 0x707173, 0x8a8779, 0xa69d75, 0xc4b56c, 0xe4cf5b,
      0xffea46 },
  },
  [TS_PALETTE_VIRIDIS] = {
    N_ ("Viridis"), "#f3e6ff", "#ff6f3c", 10,
    { 0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c,
      0xfde725 },
  },
  [TS_PALETTE_DIVERGING] = {
    N_ ("Blue – white – red"), "#12a5b5", "#ff9f1c", 11,
    { 0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xf4a582, 0xd6604d,
      0xb2182b, 0x67001f },
  },
  [TS_PALETTE_CLASSIC] = {
    N_ ("Classic"), "#22224d", "#1a0006", 10,
    { 0x4575b4, 0x74add1, 0xabd9e9, 0xe0f3f8, 0xffffbf, 0xfee090, 0xfdae61, 0xf46d43, 0xd73027,
      0xa50026 },
  },
};

/* After Okabe and Ito, without the yellow that white swallows; the darker and the lighter row keep
 * the same hues at a contrast of at least 3 : 1 with the background. */
static const char *const line_colors[2][7] = {
  { "#d55e00", "#0072b2", "#008f68", "#b8578b", "#9a6b00", "#2b86bf", "#3d3d3d" },
  { "#f08a45", "#4ea3e0", "#2cc79a", "#dd93ba", "#e69f00", "#7ccbf5", "#d0d0d0" },
};

static TsColor
color_from_rgb (guint32 rgb)
{
  return (TsColor){
    (rgb >> 16 & 0xff) / 255.0,
    (rgb >> 8 & 0xff) / 255.0,
    (rgb & 0xff) / 255.0,
    1,
  };
}

TsColor
ts_palette_get_color (TsPalette palette, double t)
{
  double place;
  guint i;
  TsColor a, b;

  g_return_val_if_fail (palette < TS_N_PALETTES, ((TsColor){ 0, 0, 0, 1 }));
  place = (isnan (t) ? 0 : CLAMP (t, 0.0, 1.0)) * (palettes[palette].n - 1);
  i = MIN ((guint) place, palettes[palette].n - 2);
  a = color_from_rgb (palettes[palette].stops[i]);
  b = color_from_rgb (palettes[palette].stops[i + 1]);
  return ts_color_mix (&a, &b, place - i);
}

guint32
ts_palette_get_argb (TsPalette palette, double t)
{
  TsColor color = ts_palette_get_color (palette, t);

  return ts_color_to_argb (&color);
}

TsColor
ts_palette_get_under (TsPalette palette)
{
  g_return_val_if_fail (palette < TS_N_PALETTES, ((TsColor){ 0, 0, 0, 1 }));
  return ts_color_from_hex (palettes[palette].under);
}

TsColor
ts_palette_get_over (TsPalette palette)
{
  g_return_val_if_fail (palette < TS_N_PALETTES, ((TsColor){ 0, 0, 0, 1 }));
  return ts_color_from_hex (palettes[palette].over);
}

const char *
ts_palette_get_title (TsPalette palette)
{
  g_return_val_if_fail (palette < TS_N_PALETTES, NULL);
  return _ (palettes[palette].title);
}

TsColor
ts_line_color (guint i, gboolean dark, guint *dash_index)
{
  const guint n = G_N_ELEMENTS (line_colors[0]);

  if (dash_index != NULL)
    *dash_index = i / n;
  return ts_color_from_hex (line_colors[dark ? 1 : 0][i % n]);
}
