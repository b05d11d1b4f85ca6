/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-report.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A bar below the header bar that says what lasts: a running import, its report, raw data that was
 * not imported yet. */
#define TS_TYPE_NOTICE_BAR (ts_notice_bar_get_type ())
G_DECLARE_FINAL_TYPE (TsNoticeBar, ts_notice_bar, TS, NOTICE_BAR, GtkWidget)

/* Shows text with a button that activates action ("win.show-report"); both NULL: no button.
 * closable: with a button that hides the bar. */
void ts_notice_bar_show (TsNoticeBar *self,
                         TsSeverity severity,
                         const char *text,
                         const char *label,
                         const char *action,
                         gboolean closable);
void ts_notice_bar_set_text (TsNoticeBar *self, const char *text);
/* 0 … 1; negative hides the progress. */
void ts_notice_bar_set_fraction (TsNoticeBar *self, double fraction);
/* A spinner in place of the icon: something runs of which nobody knows how far it is. */
void ts_notice_bar_set_busy (TsNoticeBar *self, gboolean busy);
void ts_notice_bar_hide (TsNoticeBar *self);

G_END_DECLS
