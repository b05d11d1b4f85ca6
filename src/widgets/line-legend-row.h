/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the legend of the line view. */
#pragma once

#include "plot/lines/line-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A line of the legend, or what is drawn behind the lines.
 *
 * Signals:
 *   removed ()   its cross was clicked */
#define TS_TYPE_LINE_LEGEND_ROW (ts_line_legend_row_get_type ())
G_DECLARE_FINAL_TYPE (TsLineLegendRow, ts_line_legend_row, TS, LINE_LEGEND_ROW, GtkListBoxRow)

GtkWidget *ts_line_legend_row_new (void);

/* name is what is shown of whole_name, which the tooltip has. */
void ts_line_legend_row_set_name (TsLineLegendRow *self, const char *name, const char *whole_name);
/* What its line has: at a place, and between the cursors (NULL: no such column). */
void
ts_line_legend_row_set_values (TsLineLegendRow *self, const char *value, const char *difference);
/* A line of ts_line_color()'s colour; hidden lines are faint, the one at the pointer stands out. */
void ts_line_legend_row_set_line (TsLineLegendRow *self,
                                  guint color,
                                  gboolean shown,
                                  gboolean stands_out);
/* No line: it can't be removed. */
void ts_line_legend_row_set_backdrop (TsLineLegendRow *self, TsLineBackdrop backdrop);

G_END_DECLS
