/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the charts of this room. */
#pragma once

#include "plot/color.h"
#include "plot/rect.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What wheel and mouse do on a chart, the same on every one: the wheel zooms at the pointer (Ctrl:
 * across only, Shift: down only) and slides sideways, dragging pans, dragging with the right button
 * or with Shift zooms to a box, a double click shows all. What that means in places is the chart's.
 *
 * Where a double click would show more, a click waits until it can be none, so that a double click
 * is never two clicks as well. A box that is all but flat means: these columns, all of what is
 * above and below; one that is all but a line down means the rows.
 *
 * Signals (all places in pixels of the widget, y downwards):
 *   zoom (double x, double y, double factor_x, double factor_y)  factor 2: half as much is shown
 *   slide (double notches)               of a wheel that turns sideways; > 0: to the right
 *   pan-begin ()
 *   pan (double dx, double dy)           how far the hand is from where it was at pan-begin
 *   box-changed ()                       the box that ts_plot_gestures_append_box() draws
 *   box (double x0, double y0, double x1, double y1)             is to be zoomed to
 *   clicked (double x, double y, GdkModifierType state)
 *   menu (double x, double y)            a click with the right button
 *   show-all () */
#define TS_TYPE_PLOT_GESTURES (ts_plot_gestures_get_type ())
G_DECLARE_FINAL_TYPE (TsPlotGestures, ts_plot_gestures, TS, PLOT_GESTURES, GObject)

/* Where the data are drawn, in pixels of the widget; FALSE when there is nothing. */
typedef gboolean (*TsPlotAreaFunc) (TsRect *area, gpointer data);

/* Listens to widget (not owned), which takes the focus when it is pressed upon. */
TsPlotGestures *ts_plot_gestures_new (GtkWidget *widget, TsPlotAreaFunc area, gpointer data);

/* Whether there is more to show than is shown now. */
void ts_plot_gestures_set_zoomed (TsPlotGestures *self, gboolean zoomed);
/* Dragging with the left button draws a box, too. */
void ts_plot_gestures_set_box_zoom (TsPlotGestures *self, gboolean box_zoom);
/* While a hand drags, what is under the pointer is of no interest. */
gboolean ts_plot_gestures_is_dragging (TsPlotGestures *self);
/* Ends a drag without any effect, and forgets a click that waits. FALSE: there was no drag. */
gboolean ts_plot_gestures_cancel (TsPlotGestures *self);
void
ts_plot_gestures_append_box (TsPlotGestures *self, GtkSnapshot *snapshot, const TsColor *color);

/* What the controllers call; also for tests. Sizes of scrolling are in notches. */
gboolean ts_plot_gestures_scroll (
    TsPlotGestures *self, double x, double y, double dx, double dy, GdkModifierType state);
void ts_plot_gestures_press (TsPlotGestures *self, double x, double y, guint button, int n_press);
void ts_plot_gestures_drag (TsPlotGestures *self, double x, double y, GdkModifierType state);
void ts_plot_gestures_release (TsPlotGestures *self, double x, double y, GdkModifierType state);

G_END_DECLS
