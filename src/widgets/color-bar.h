/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/heatmap/cell-painter.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The colour bar of a heat map with two handles: cells outside them are greyed. Segments are
 * switched off and on by clicking them. A double click resets both.
 *
 * Signals:
 *   shown-changed ()  ts_color_bar_get_shown() or …_get_hidden() has another answer */
#define TS_TYPE_COLOR_BAR (ts_color_bar_get_type ())
G_DECLARE_FINAL_TYPE (TsColorBar, ts_color_bar, TS, COLOR_BAR, GtkWidget)

/* NULL draws nothing. Handles and segments are taken from the painter's colours. */
void ts_color_bar_set_painter (TsColorBar *self, TsCellPainter *painter);
void ts_color_bar_set_style (TsColorBar *self, const TsPlotStyle *style);
/* Where value lies on the ramp, in the bar's coordinates; FALSE when it has no ramp. */
gboolean
ts_color_bar_get_point (TsColorBar *self, double value, double *x, double *y, double *height);

void ts_color_bar_get_shown (TsColorBar *self, double *min, double *max);
guint32 ts_color_bar_get_hidden (TsColorBar *self);

G_END_DECLS
