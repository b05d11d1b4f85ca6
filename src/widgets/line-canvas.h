/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/lines/line-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The picture of a line plot: drawn once for every change of data, range, size or theme and kept as
 * a texture. What moves (crosshair, readout) lies in a widget above, so that motion draws no line.
 *
 * A picture that takes longer than a frame allows is drawn by a thread; until it is there the one
 * before is shown, moved and scaled to where its places and values are now, within fresh axes. */
#define TS_TYPE_LINE_CANVAS (ts_line_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TsLineCanvas, ts_line_canvas, TS, LINE_CANVAS, GtkWidget)

/* plot is borrowed and must outlive the canvas or be taken away with set_plot (NULL). */
void ts_line_canvas_set_plot (TsLineCanvas *self, TsLinePlot *plot);
/* The plot has changed. */
void ts_line_canvas_invalidate (TsLineCanvas *self);
/* Where things are; NULL while the canvas has no size. */
const TsLineLayout *ts_line_canvas_get_layout (TsLineCanvas *self);
const TsPlotStyle *ts_line_canvas_get_style (TsLineCanvas *self);
/* Whether the picture shown is the plot's, rather than one that a thread is about to replace. */
gboolean ts_line_canvas_is_exact (TsLineCanvas *self);
/* How many microseconds a picture may take on the main loop; for tests. */
void ts_line_canvas_set_budget (TsLineCanvas *self, gint64 budget);
/* How often the picture was drawn, for tests. */
guint ts_line_canvas_get_n_draws (TsLineCanvas *self);

G_END_DECLS
