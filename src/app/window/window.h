/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/dialogs.h"
#include "app/page.h"
#include "ingest/import-options.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The wing window: one folder, the database shown of it, a session, and the pages (app/page.h) that
 * look at it, which the window knows only as such. */
#define TS_TYPE_WINDOW (ts_window_get_type ())
G_DECLARE_FINAL_TYPE (TsWindow, ts_window, TS, WINDOW, AdwApplicationWindow)

TsWindow *ts_window_new (GtkApplication *application);

/* Looks into a folder or file and shows what is there: a database, or the import sheet. */
void ts_window_open (TsWindow *self, GFile *file);
/* Whether nothing was opened in it yet. */
gboolean ts_window_is_empty (TsWindow *self);
/* Imports on a background thread, with progress in the window, then shows the result. The
 * application stays until that thread has ended, whether or not the window does. */
void ts_window_import (TsWindow *self, const TsImportOptions *options);
gboolean ts_window_is_importing (TsWindow *self);
void ts_window_cancel_import (TsWindow *self);
/* Writes what a page exports on a background thread, as the application's import: the window says
 * how it goes and ends it when it closes. */
void ts_window_export (TsWindow *self, TsPageExport *export, const TsPictureChoice *choice);
gboolean ts_window_is_exporting (TsWindow *self);

TsSession *ts_window_get_session (TsWindow *self);
/* By its class's name; NULL: there is none. */
TsPage *ts_window_get_page (TsWindow *self, const char *name);

G_END_DECLS
