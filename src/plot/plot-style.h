/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/color.h"

#include <pango/pango.h>

G_BEGIN_DECLS

/* What a picture looks like beside its data. Plots draw in logical pixels; the surface's device
 * scale makes them crisp. A widget fills this from the theme, an export from ts_plot_style_init().
 */
typedef struct
{
  TsColor background;
  TsColor foreground; /* text */
  TsColor dim;        /* secondary text, ticks */
  TsColor grid;
  TsColor accent; /* cursor, handles */
  TsColor nan;    /* magenta in both themes */
  char *font;     /* a Pango description: "Cantarell 9" */
  double scale;   /* device pixels per logical pixel */
  gboolean dark;
} TsPlotStyle;

/* Light or dark defaults with the system's sans-serif font at 9 pt and an opaque background. */
void ts_plot_style_init (TsPlotStyle *self, gboolean dark);
void ts_plot_style_copy (TsPlotStyle *self, const TsPlotStyle *from);
void ts_plot_style_clear (TsPlotStyle *self);
gboolean ts_plot_style_equal (const TsPlotStyle *a, const TsPlotStyle *b);

G_END_DECLS
