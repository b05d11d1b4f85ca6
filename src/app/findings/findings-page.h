/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/page.h"
#include "find/finding.h"

G_BEGIN_DECLS

/* The wing findings: what went wrong first, in a sentence, and the list of all findings, followers
 * folded under their cause. What was stored with the database is shown; where nothing was, the
 * finder runs on a thread, in large databases when it is asked to. */
#define TS_TYPE_FINDINGS_PAGE (ts_findings_page_get_type ())
G_DECLARE_FINAL_TYPE (TsFindingsPage, ts_findings_page, TS, FINDINGS_PAGE, TsPage)

GtkWidget *ts_findings_page_new (TsSession *session);

/* What is shown, or NULL while there is nothing. Borrowed. */
const TsFindings *ts_findings_page_get_findings (TsFindingsPage *self);
/* Chooses the first finding and has the trends show it, as the button does. */
void ts_findings_page_show_first (TsFindingsPage *self);

G_END_DECLS
