/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/chart-line.h"
#include "plot/lines/line-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The line chart with its axes, legend, range sliders, crosshair and readout.
 *
 * Signals:
 *   lines-changed ()              other lines are shown than before
 *   remove-line (guint i)         the person wants line i of the list away
 *   remove-lines ()               … all of them
 *   show-lines (guint64 shown)    … those of the list with their bits set to be shown, the others
 * not crosshair-moved (int place)   place of the axis under the crosshair, -1 for none
 *   position-activated (guint place)  a click on a place of the axis
 *   view-changed ()               the picture, its visible range, its options or the cursors
 * changed
 *
 * A <child type="header"> of a template stands in the header line. */
#define TS_TYPE_LINE_VIEW (ts_line_view_get_type ())
G_DECLARE_FINAL_TYPE (TsLineView, ts_line_view, TS, LINE_VIEW, GtkWidget)

GtkWidget *ts_line_view_new (void);

/* title: "norm over ranks"; value_name: "norm" (title of the Y axis). */
void ts_line_view_set_title (TsLineView *self, const char *title, const char *value_name);

/* Shows these lines (TsChartLine), at most TS_MAX_LINES, in their order; those without a series are
 * left out. Lines may have different axes; they are joined by id. The view changes none of it by
 * itself: it asks, by signals that count lines as this list does, and is given another list. */
void ts_line_view_set_lines (TsLineView *self, const GArray *lines);
/* The lines that are drawn. */
guint ts_line_view_get_n_lines (TsLineView *self);
TsSeries *ts_line_view_get_series (TsLineView *self, guint i);
/* The colour that ts_line_color() has for color in the present style. */
TsColor ts_line_view_get_line_color (TsLineView *self, guint color);
gboolean ts_line_view_get_shown (TsLineView *self, guint i);

void ts_line_view_set_options (TsLineView *self, const TsLineOptions *options);
const TsLineOptions *ts_line_view_get_options (TsLineView *self);
/* What is drawn behind the lines (range and median of the ranks, limits of the dtype); NULL
 * removes.
 */
void ts_line_view_set_extras (TsLineView *self, const TsLineExtras *extras);
/* Where the peers of a suspect line lie, behind all else; NULL removes. */
void ts_line_view_set_peers (TsLineView *self, TsBand *peers);
/* Rings around n points, as a finding names them; those of lines that are not there wait for them.
 */
void ts_line_view_set_marks (TsLineView *self, const TsLineMark *marks, guint n);

void ts_line_view_set_crosshair (TsLineView *self, int place);
int ts_line_view_get_crosshair (TsLineView *self);
/* The visible X range in places of the joined axis. */
void ts_line_view_set_visible (TsLineView *self, double first, double last);
void ts_line_view_get_visible (TsLineView *self, double *first, double *last);
/* Shows the part of the Y axis from low to high, as far as the lines reach; FALSE when they have
 * nothing there. A step that can be undone. */
gboolean ts_line_view_set_visible_values (TsLineView *self, double low, double high);
/* Shows the part of the X axis that holds those of the ids which it has; FALSE when that is none. A
 * step that can be undone. */
gboolean ts_line_view_set_visible_ids (TsLineView *self, const gint64 *ids, guint n);
/* The same, and of the Y axis from low to high, as parts of all of it. */
void
ts_line_view_show_part (TsLineView *self, double first, double last, double y_low, double y_high);
void ts_line_view_show_all (TsLineView *self);

/* The cursors A and B, in places; -1 for none. */
void ts_line_view_set_cursors (TsLineView *self, int a, int b);
void ts_line_view_get_cursors (TsLineView *self, int *a, int *b);

/* The id of the place that the heat map shows, or points at, which the chart marks; -1 for none. */
void ts_line_view_set_current (TsLineView *self, gint64 id);
/* Its place, -1 while no line has it. */
int ts_line_view_get_current (TsLineView *self);

/* What the view draws, for exports (ts_line_plot_draw()); owned by the view. */
TsLinePlot *ts_line_view_get_plot (TsLineView *self);
/* All lines as a table: one row for each place, one column for each line. Caller frees. */
char *ts_line_view_to_csv (TsLineView *self);
/* A section at the end of the context menu, and of the header's. */
void ts_line_view_set_extra_menu (TsLineView *self, GMenuModel *menu);
/* Where a place is drawn, in widget coordinates, in the middle of the chart's height; FALSE when it
 * is not visible. */
gboolean ts_line_view_get_place_point (TsLineView *self, guint place, graphene_point_t *point);

G_END_DECLS
