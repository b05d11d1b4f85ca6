/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/plot-style.h"

#include <string.h>

void
ts_plot_style_init (TsPlotStyle *self, gboolean dark)
{
  *self = (TsPlotStyle){
    .background = ts_color_from_hex (dark ? "#1e1e1e" : "#ffffff"),
    .foreground = ts_color_from_hex (dark ? "#eeeeec" : "#2e3436"),
    .dim = ts_color_from_hex (dark ? "#a8a8a6" : "#5e6468"),
    .grid = ts_color_from_hex (dark ? "#3a3a3a" : "#e4e4e4"),
    .accent = ts_color_from_hex (dark ? "#78aeed" : "#1c71d8"),
    .nan = ts_color_from_hex (dark ? "#ff33ff" : "#d800d8"),
    .font = g_strdup ("Sans 9"),
    .scale = 1,
    .dark = dark,
  };
}

void
ts_plot_style_copy (TsPlotStyle *self, const TsPlotStyle *from)
{
  *self = *from;
  self->font = g_strdup (from->font);
}

void
ts_plot_style_clear (TsPlotStyle *self)
{
  g_free (self->font);
  memset (self, 0, sizeof *self);
}

static gboolean
color_equal (const TsColor *a, const TsColor *b)
{
  return a->r == b->r && a->g == b->g && a->b == b->b && a->a == b->a;
}

gboolean
ts_plot_style_equal (const TsPlotStyle *a, const TsPlotStyle *b)
{
  return color_equal (&a->background, &b->background)
         && color_equal (&a->foreground, &b->foreground) && color_equal (&a->dim, &b->dim)
         && color_equal (&a->grid, &b->grid) && color_equal (&a->accent, &b->accent)
         && color_equal (&a->nan, &b->nan) && g_strcmp0 (a->font, b->font) == 0
         && a->scale == b->scale && a->dark == b->dark;
}
