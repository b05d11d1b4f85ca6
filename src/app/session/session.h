/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session/history.h"
#include "find/finding.h"
#include "model/cell.h"
#include "model/chart-line.h"
#include "model/matrix.h"
#include "parallel/parallel-layout.h"
#include "store/catalog.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What one window looks at: a catalog, a selection in it, and the answers of the store to that
 * selection. Widgets tell it what is wanted and follow its signals; it alone starts queries. A
 * question whose answer is no longer wanted is cancelled; until the wanted answer arrives the old
 * ones stay. Disposing of the session cancels everything.
 *
 * Properties:
 *   busy       an answer has been awaited for longer than a moment
 *   can-undo, can-redo
 * Signals:
 *   catalog-changed ()         another database (or none)
 *   selection-changed ()       the selection, or what lines run along, is another one, by whatever
 *                              way
 *   values-changed ()          the values that the fixed dimension can take
 *   matrix-changed ()          a new heat map (NULL while there is none)
 *   lines-changed ()           ts_session_get_lines() has another answer, or other cells are chosen
 *   look-changed ()            colours, order of rows, options of lines, … by whatever way
 *   view-restored ()           another view was gone to as a whole, with ranges and cursors
 *   count-changed ()           how many targets pass the filters
 *   layout-changed ()          what is known of how the ranks run
 *   findings-changed ()        what was found wrong with the run, or whether hints count
 *   states-changed ()          whether one of the charts waits, failed or is well
 *   replaced (GError*)         the database is not what its catalog was read from any more */
#define TS_TYPE_SESSION (ts_session_get_type ())
G_DECLARE_FINAL_TYPE (TsSession, ts_session, TS, SESSION, GObject)

TsSession *ts_session_new (void);

/* Shows another database, from a sensible first selection on; NULL: none. Forgets the history. */
void ts_session_set_catalog (TsSession *self, TsCatalog *catalog);
/* The same, but with the view that ts_session_save() gave for this database at another time. What
 * it names and the database no longer has is left to the first view; returns sentences about that,
 * one a line, or NULL. Caller frees. */
char *ts_session_restore (TsSession *self, TsCatalog *catalog, const char *saved);
/* Goes on with another state of the same database, catalog: the view stays, and what is shown until
 * the answers of the new one are there. FALSE, and nothing is done, when a name of the old state
 * means something else in the new one. */
gboolean ts_session_renew (TsSession *self, TsCatalog *catalog);
/* The view as text; NULL when nothing is selected. Caller frees. */
char *ts_session_save (TsSession *self);
TsCatalog *ts_session_get_catalog (TsSession *self);

/* The present view; borrowed, valid until the next change. */
const TsView *ts_session_get_view (TsSession *self);
/* Takes from look all that no query depends on: colours, order and folding of rows, scale,
 * smoothing and backdrop of the lines, order and comparison of ranks. A step that can be undone;
 * steps that follow each other at once are one. */
void ts_session_set_look (TsSession *self, const TsView *look);
/* Takes from look the visible parts of both charts and the cursors: what the charts' own undo is
 * for. */
void ts_session_note_ranges (TsSession *self, const TsView *look);
/* Tells what colours, order and folding a view has before anybody changes them: no step. */
void ts_session_set_first_look (TsSession *self, const TsView *look);

/* Whether a chart shows what it should. */
typedef enum
{
  TS_CHART_FINE,
  TS_CHART_WAITING, /* the answer is still to come; what is shown may be the one before */
  TS_CHART_FAILED,
} TsChartState;

/* *error: why it failed, borrowed; NULL otherwise. */
TsChartState ts_session_get_heatmap_state (TsSession *self, const GError **error);
TsChartState ts_session_get_lines_state (TsSession *self, const GError **error);
/* Asks again for what failed. */
void ts_session_retry (TsSession *self);

/* The present selection; borrowed, valid until the next change. */
const TsSelection *ts_session_get_selection (TsSession *self);
/* Goes to another selection, a step that can be undone. A statistic that its metric does not have
 * and a value that does not occur are replaced by the first that fits. */
void ts_session_set_selection (TsSession *self, const TsSelection *selection);
/* Goes to another selection and to lines over steps through cells, all of it one step that can be
 * undone. instead_of: a chosen cell that gives way; NULL: all of them do. */
void ts_session_show_cells (TsSession *self,
                            const TsSelection *selection,
                            const TsCell *cells,
                            guint n,
                            const TsCell *instead_of);
void ts_session_set_metric (TsSession *self, const char *metric);
void ts_session_set_stat (TsSession *self, const char *stat);
void ts_session_set_dimension (TsSession *self, TsDimension dimension);
void ts_session_set_value (TsSession *self, gint64 value);
/* The value offset places away among those that occur; FALSE at the end. */
gboolean ts_session_move_value (TsSession *self, int offset);
void ts_session_set_name_filter (TsSession *self, const char *text);
void ts_session_add_tag (TsSession *self, const TsTag *tag);
void ts_session_remove_tag (TsSession *self, const TsTag *tag);
void ts_session_clear_filters (TsSession *self);

/* What a person said of how the ranks run: names, order and comparisons follow it. NULL: nothing.
 */
void ts_session_set_layout (TsSession *self, TsParallelLayout *layout);
TsParallelLayout *ts_session_get_layout (TsSession *self);

/* What was found wrong with the run, and whether its hints are wanted. Borrowed: whoever tells it
 * takes it back (NULL) before it is freed. */
void ts_session_set_findings (TsSession *self, const TsFindings *findings, gboolean hints);
/* NULL while nothing is known. */
const TsFindings *ts_session_get_findings (TsSession *self, gboolean *hints);

/* Answers; borrowed, NULL while there is none. The matrix as it was read, and as it is to be shown:
 * ranks named, ordered and compared by their layout. */
TsMatrix *ts_session_get_matrix (TsSession *self);
TsMatrix *ts_session_get_shown_matrix (TsSession *self);
/* Whether what is shown are deviations from the median of a group of ranks. */
gboolean ts_session_is_comparing (TsSession *self);
TsAxis *ts_session_get_values (TsSession *self);
/* How many targets pass the filters; -1 while that is not known. */
int ts_session_get_n_matching (TsSession *self);

/* The dimension that lines run along. Until one is chosen it is the one that the heat map fixes;
 * choosing that one is choosing none. A step that can be undone. */
void ts_session_set_along (TsSession *self, TsDimension along);
TsDimension ts_session_get_along (TsSession *self);
/* The selection that the lines are an answer to: its fixed dimension is the one they run along.
 * Caller frees. */
TsSelection *ts_session_dup_line_selection (TsSession *self);
/* Has the heat map show a place that lines run through: it fixes the dimension they run along. */
void ts_session_show_place (TsSession *self, gint64 id);

/* The cells whose lines are shown (at most TS_MAX_LINES), in the order of their choice, by the ids
 * on the axes of the heat map that is shown. A cell that was chosen in another heat map counts
 * where its line crosses this one. Choosing a cell twice, or one too many, does nothing and returns
 * FALSE.
 */
gboolean ts_session_add_cell (TsSession *self, gint64 x_id, gint64 y_id);
gboolean ts_session_remove_cell (TsSession *self, gint64 x_id, gint64 y_id);
gboolean ts_session_has_cell (TsSession *self, gint64 x_id, gint64 y_id);
void ts_session_clear_cells (TsSession *self);
guint ts_session_get_n_cells (TsSession *self);
TsCell ts_session_get_cell (TsSession *self, guint i);
/* Where the heat map shows chosen cell i, or its line; FALSE when it shows neither. */
gboolean ts_session_get_cell_place (TsSession *self, guint i, gint64 *x_id, gint64 *y_id);

/* The lines through the chosen cells (TsChartLine), in the order of their cells; cells on one line
 * share it. After the lines were told to run along another dimension, those that ran along the one
 * before stay until the first of the new ones is read, so that the chart does not blink. Borrowed,
 * valid until the next change. */
const GArray *ts_session_get_lines (TsSession *self);
/* Drops all cells on line i of that list; FALSE when they run along another dimension by now. */
gboolean ts_session_remove_line (TsSession *self, guint i);
/* Bit i: line i of that list is shown, else it is in the legend only. */
void ts_session_show_lines (TsSession *self, guint64 shown);

gboolean ts_session_undo (TsSession *self);
gboolean ts_session_redo (TsSession *self);

/* Titles of the charts (store/view-names.h); "" when nothing is selected. Caller frees. */
char *ts_session_dup_heatmap_title (TsSession *self);
char *ts_session_dup_lines_title (TsSession *self);
G_END_DECLS
