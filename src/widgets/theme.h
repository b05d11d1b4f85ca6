/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/plot-style.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The style of a plot in widget: the theme's colours, its font a little smaller, the scale factor.
 * Clear with ts_plot_style_clear(). */
void ts_theme_get_style (GtkWidget *widget, TsPlotStyle *style);

G_END_DECLS
