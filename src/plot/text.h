/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/plot-style.h"

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* Chinese and Japanese fonts make a middle dot as wide as one of their letters, "500 · 2", unless
 * asked for punctuation of its own width; other fonts do not know the feature. */
#define TS_TEXT_FEATURES "palt"

/* Where a text stands relative to the point it is drawn at. */
typedef enum
{
  TS_ALIGN_START,
  TS_ALIGN_CENTER,
  TS_ALIGN_END,
} TsAlign;

/* Draws text (never markup; invalid UTF-8 is made visible) in the style's font so that its box
 * touches (x, y) as h and v say; wider than max_width (> 0) it is elided in the middle. Returns the
 * width drawn. */
double ts_text_draw (cairo_t *cr,
                     const TsPlotStyle *style,
                     const char *text,
                     double x,
                     double y,
                     TsAlign h,
                     TsAlign v,
                     double max_width,
                     const TsColor *color);
void ts_text_measure (
    cairo_t *cr, const TsPlotStyle *style, const char *text, double *width, double *height);

/* A layout with the style's font, for text drawn often. Caller owns it. */
PangoLayout *ts_text_create_layout (cairo_t *cr, const TsPlotStyle *style);
/* Gives such a layout its text, elided in the middle beyond max_width (> 0). */
void ts_text_set (PangoLayout *layout, const char *text, double max_width);
void ts_text_set_bold (PangoLayout *layout, gboolean bold, double size_factor);
/* Draws it as ts_text_draw() does. */
double ts_text_show (PangoLayout *layout,
                     cairo_t *cr,
                     double x,
                     double y,
                     TsAlign h,
                     TsAlign v,
                     const TsColor *color);

G_END_DECLS
