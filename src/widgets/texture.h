/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the charts of this room. */
#pragma once

#include "plot/export.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* An empty image for width × height logical pixels. Caller destroys. */
cairo_surface_t *ts_texture_create_surface (int width, int height, double scale);
/* Takes the image, whose pixels are not copied. */
GdkTexture *ts_texture_new_for_surface (cairo_surface_t *surface);
/* What func draws into width × height logical pixels. */
GdkTexture *ts_texture_new_drawn (
    const TsPlotStyle *style, int width, int height, TsDrawFunc func, gpointer data);

G_END_DECLS
