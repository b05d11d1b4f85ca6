/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-report.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* A searchable list of what an import left out, and where. */
#define TS_TYPE_REPORT_DIALOG (ts_report_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TsReportDialog, ts_report_dialog, TS, REPORT_DIALOG, AdwWindow)

TsReportDialog *ts_report_dialog_new (GtkWindow *parent, TsImportReport *report);
/* How many entries the search leaves. */
guint ts_report_dialog_get_n_shown (TsReportDialog *self);
void ts_report_dialog_search (TsReportDialog *self, const char *text);

/* "1 error, 12 rows lost · 270 rows left out on purpose": one line for a bar; caller frees. */
char *ts_report_dup_summary (TsImportReport *report);

G_END_DECLS
