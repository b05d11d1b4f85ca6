/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/line-canvas.h"
#include "widgets/plot-gestures.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What moves over a line chart's picture: crosshair with the name of its place, the cursors A and
 * B, the box of a zoom. It takes the focus and the events of the chart. */
#define TS_TYPE_LINE_CURSOR (ts_line_cursor_get_type ())
G_DECLARE_FINAL_TYPE (TsLineCursor, ts_line_cursor, TS, LINE_CURSOR, GtkWidget)

/* Both are borrowed and must outlive the cursor. */
/* What it stands over; both are borrowed. */
void ts_line_cursor_set_chart (TsLineCursor *self, TsLineCanvas *canvas, TsLinePlot *plot);

/* -1 hides. line is the one that stands out (-1: none). */
void ts_line_cursor_set_place (TsLineCursor *self, int place, int line);
/* The place that the heat map shows, -1 for none. */
void ts_line_cursor_set_current (TsLineCursor *self, int place);
void ts_line_cursor_set_marks (TsLineCursor *self, int a, int b);
/* Whose box is drawn; borrowed, NULL for none. */
void ts_line_cursor_set_gestures (TsLineCursor *self, TsPlotGestures *gestures);
/* Whether the place is named below the crosshair. */
void ts_line_cursor_set_readout (TsLineCursor *self, gboolean readout);

G_END_DECLS
