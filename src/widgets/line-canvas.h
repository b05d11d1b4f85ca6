/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/lines/line-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The picture of a line plot: drawn once for every change of data, range, size or theme and kept as
 * a texture. What moves (crosshair, readout) lies in a widget above, so that motion draws no line.
 */
#define TS_TYPE_LINE_CANVAS (ts_line_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TsLineCanvas, ts_line_canvas, TS, LINE_CANVAS, GtkWidget)

/* plot is borrowed and must outlive the canvas or be taken away with set_plot (NULL). */
GtkWidget *ts_line_canvas_new (TsLinePlot *plot);
void ts_line_canvas_set_plot (TsLineCanvas *self, TsLinePlot *plot);
/* The plot has changed. */
void ts_line_canvas_invalidate (TsLineCanvas *self);
/* Where things are; NULL while the canvas has no size. */
const TsLineLayout *ts_line_canvas_get_layout (TsLineCanvas *self);
const TsPlotStyle *ts_line_canvas_get_style (TsLineCanvas *self);
/* How often the picture was drawn, for tests. */
guint ts_line_canvas_get_n_draws (TsLineCanvas *self);

G_END_DECLS
