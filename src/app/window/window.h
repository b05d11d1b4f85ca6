/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/parallel/parallel-page.h"
#include "app/session/session.h"
#include "app/trends/trends-page.h"
#include "ingest/import-options.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The main window: one folder, the database shown of it, and a session. */
#define TS_TYPE_WINDOW (ts_window_get_type ())
G_DECLARE_FINAL_TYPE (TsWindow, ts_window, TS, WINDOW, AdwApplicationWindow)

TsWindow *ts_window_new (GtkApplication *application);

/* Looks into a folder or file and shows what is there: a database, or the import sheet. */
void ts_window_open (TsWindow *self, GFile *file);
/* Whether nothing was opened in it yet. */
gboolean ts_window_is_empty (TsWindow *self);
/* Imports on a background thread, with progress in the window, then shows the result. */
void ts_window_import (TsWindow *self, const TsImportOptions *options);
gboolean ts_window_is_importing (TsWindow *self);
void ts_window_cancel_import (TsWindow *self);

TsSession *ts_window_get_session (TsWindow *self);
TsTrendsPage *ts_window_get_trends_page (TsWindow *self);
TsParallelPage *ts_window_get_parallel_page (TsWindow *self);

G_END_DECLS
