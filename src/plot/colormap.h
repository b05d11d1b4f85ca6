/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/heatmap-colors.h"
#include "plot/color.h"

G_BEGIN_DECLS

/* The palette's colour at t in 0…1 (clamped), and the same as 0xAARRGGBB. */
TsColor ts_palette_get_color (TsPalette palette, double t);
guint32 ts_palette_get_argb (TsPalette palette, double t);
/* For values below and above the limits. */
TsColor ts_palette_get_under (TsPalette palette);
TsColor ts_palette_get_over (TsPalette palette);
const char *ts_palette_get_title (TsPalette palette); /* translated */

/* Colours for lines that colour-blind people can tell apart (Okabe-Ito order), i modulo their
 * number; *dash_index (may be NULL) counts how often the palette was used up. */
TsColor ts_line_color (guint i, gboolean dark, guint *dash_index);

G_END_DECLS
