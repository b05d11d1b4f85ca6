/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/lines/line-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The list of lines beside the chart.
 *
 * Signals:
 *   line-toggled (guint line)   a click: hide or show
 *   line-isolated (guint line)  a double click: show this one alone, or all again
 *   line-removed (guint line) */
#define TS_TYPE_LINE_LEGEND (ts_line_legend_get_type ())
G_DECLARE_FINAL_TYPE (TsLineLegend, ts_line_legend, TS, LINE_LEGEND, GtkWidget)

GtkWidget *ts_line_legend_new (void);
/* Takes lines, colours and values at place (-1: none) from plot, which it does not keep. */
void ts_line_legend_update (TsLineLegend *self, const TsLinePlot *plot, int place);

G_END_DECLS
