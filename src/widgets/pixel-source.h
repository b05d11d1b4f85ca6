/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Whether a widget's window is drawn by GTK's software renderer, which converts a texture through
 * floating point on every frame, longer than all the rest: it is given pixels. */
gboolean ts_widget_draws_in_software (GtkWidget *widget);

/* Pixels as a Cairo source, nearest neighbour: width × height of format, in rows of 4 × width
 * bytes; a reference is taken. Not a surface: GTK records what is drawn, for which Cairo takes a
 * snapshot of each surface and copies the pixels when that is freed. Caller owns it. */
cairo_pattern_t *
ts_pixel_source_new (GBytes *pixels, cairo_format_t format, guint width, guint height);

G_END_DECLS
