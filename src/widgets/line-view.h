/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/series.h"
#include "plot/lines/line-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The line chart with its axes, legend, range sliders, crosshair and readout.
 *
 * Signals:
 *   lines-changed ()              a line was added, removed, hidden or shown
 *   crosshair-moved (int place)   place of the axis under the crosshair, -1 for none
 *   position-activated (guint place)  a click on a place of the axis
 *   view-changed ()               the picture or its visible range changed
 *
 * A <child type="header"> of a template stands in the header line. */
#define TS_TYPE_LINE_VIEW (ts_line_view_get_type ())
G_DECLARE_FINAL_TYPE (TsLineView, ts_line_view, TS, LINE_VIEW, GtkWidget)

GtkWidget *ts_line_view_new (void);

/* title: "norm over ranks"; value_name: "norm" (title of the Y axis). */
void ts_line_view_set_title (TsLineView *self, const char *title, const char *value_name);

/* Adds a line unless one with the same x_id and y_id is there (then FALSE) or 64 are there. Its
 * colour is the first free one. Lines may have different axes; they are joined by id. */
gboolean ts_line_view_add (TsLineView *self, TsSeries *series);
/* The same, in the colour that ts_line_color() has for color, less than TS_MAX_LINES. */
gboolean ts_line_view_add_with_color (TsLineView *self, TsSeries *series, guint color);
gboolean ts_line_view_remove (TsLineView *self, gint64 x_id, gint64 y_id);
gboolean ts_line_view_has (TsLineView *self, gint64 x_id, gint64 y_id);
/* Takes the data of a line that is there (same x_id and y_id) from series, keeping colour and
 * place. */
gboolean ts_line_view_replace (TsLineView *self, TsSeries *series);
void ts_line_view_clear (TsLineView *self);
guint ts_line_view_get_n_lines (TsLineView *self);
TsSeries *ts_line_view_get_series (TsLineView *self, guint i);
TsColor ts_line_view_get_color (TsLineView *self, guint i);
gboolean ts_line_view_get_shown (TsLineView *self, guint i);
void ts_line_view_set_shown (TsLineView *self, guint i, gboolean shown);

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
void ts_line_view_show_all (TsLineView *self);

/* The cursors A and B, in places; -1 for none. */
void ts_line_view_set_cursors (TsLineView *self, int a, int b);

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
