/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wing findings: its page alone includes it. */
#pragma once

#include "find/finding-filter.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The side panel of the page: what is listed, how much there is of it, and where.
 *
 * Signals:
 *   filter-changed ()      ts_findings_panel_init_filter() has another answer
 *   harmless-toggled ()    what was marked as harmless is to be listed, too, or no longer */
#define TS_TYPE_FINDINGS_PANEL (ts_findings_panel_get_type ())
G_DECLARE_FINAL_TYPE (TsFindingsPanel, ts_findings_panel, TS, FINDINGS_PANEL, GtkWidget)

/* Borrowed during the call; NULL: nothing is known. n_harmless: how many marks there are. What the
 * person chose stays, as far as it is still there. */
void ts_findings_panel_set_findings (TsFindingsPanel *self,
                                     const TsFindings *findings,
                                     const TsCatalog *catalog,
                                     guint n_harmless);
/* Sets what is listed at first: hints where there is nothing else. No signal. */
void ts_findings_panel_reset (TsFindingsPanel *self, gboolean hints);

/* What is chosen; the caller clears it. */
void ts_findings_panel_init_filter (TsFindingsPanel *self, TsFindingFilter *filter);
gboolean ts_findings_panel_get_hints (TsFindingsPanel *self);
gboolean ts_findings_panel_get_harmless (TsFindingsPanel *self);
void ts_findings_panel_focus_search (TsFindingsPanel *self);

G_END_DECLS
