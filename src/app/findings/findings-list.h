/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wing findings: its page alone includes it. */
#pragma once

#include "find/finding-filter.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The list of findings: causes, with what follows from them folded under them. Rows are made for
 * what is in sight, whatever the number of findings.
 *
 * Signals:
 *   chosen ()      another row, or none, is selected
 *   activated ()   Enter or a double click on the selected row */
#define TS_TYPE_FINDINGS_LIST (ts_findings_list_get_type ())
G_DECLARE_FINAL_TYPE (TsFindingsList, ts_findings_list, TS, FINDINGS_LIST, GtkWidget)

/* Both are borrowed until others are set; NULL: an empty list. What was selected stays selected,
 * and what was unfolded unfolded, as far as it is still there; "chosen" is not emitted for that. */
void ts_findings_list_set_findings (TsFindingsList *self,
                                    const TsFindings *findings,
                                    const TsCatalog *catalog);
/* A copy is taken. A cause is listed when it, or what follows from it, passes. */
void ts_findings_list_set_filter (TsFindingsList *self, const TsFindingFilter *filter);

/* NULL: none. Borrowed from the findings. */
const TsFinding *ts_findings_list_get_selected (TsFindingsList *self);
/* Selects the next (by 1) or previous (−1) row, around the ends. */
void ts_findings_list_move (TsFindingsList *self, int by);
/* Selects a cause and scrolls to it; FALSE when it is not listed. */
gboolean ts_findings_list_select (TsFindingsList *self, const TsFinding *finding);
/* How many rows there are now, unfolded ones included. */
guint ts_findings_list_get_n_rows (TsFindingsList *self);

G_END_DECLS
