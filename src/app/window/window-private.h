/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/location.h"
#include "app/window/notice-bar.h"
#include "app/parallel/parallel-page.h"
#include "app/window/window.h"
#include "ingest/import.h"

G_BEGIN_DECLS

/* What the files that make up the window share: window.c (what is shown), window-open.c (folders
 * and databases), window-import.c, window-export.c, window-actions.c. */
struct _TsWindow
{
  AdwApplicationWindow parent_instance;

  GtkWidget *header_bar;
  AdwViewSwitcher *view_switcher;
  AdwViewStack *view_stack;
  TsNoticeBar *progress_bar; /* the running import */
  TsNoticeBar *notice_bar;   /* what lasts: a report, an error */
  AdwToastOverlay *toast_overlay;
  GtkStack *state_stack;
  GtkSpinner *loading_spinner;
  TsTrendsPage *trends_page;
  TsParallelPage *parallel_page;
  AdwSplitButton *open_button;
  GMenu *recent_section;

  TsSession *session;
  TsLocation *location;           /* of what is open; NULL while nothing is */
  GCancellable *open_cancellable; /* of looking into a folder and loading a catalog */
  guint open_serial;
  char *shown_uri;       /* the folder whose database the session shows */
  guint remember_source; /* its selection is to be remembered */
  char *parallel_uri;    /* the folder whose configuration the parallelism page holds */
  gboolean parallel_set; /* it was given by the person, not guessed from the data */
  gboolean parallel_loading;

  GCancellable *import_cancellable; /* while an import runs */
  TsImportReport *report;           /* of the last import */
  gint64 import_started;
};

/* An event: a toast, with the whole message behind “Details” when there is an error. */
void _ts_window_toast (TsWindow *self, const char *text);
void _ts_window_toast_error (TsWindow *self, const char *text, const GError *error);
/* Which of the pages “empty”, “loading” and “data” is shown. */
void _ts_window_show_state (TsWindow *self, const char *name);

void _ts_window_init_actions (TsWindow *self);
void _ts_window_update_actions (TsWindow *self);

void _ts_window_look (TsWindow *self, const char *path, gboolean offer_import);
void _ts_window_load_database (TsWindow *self, const char *path);
void _ts_window_show_import_dialog (TsWindow *self);
void _ts_window_show_report (TsWindow *self);
void _ts_window_update_recent (TsWindow *self);

/* Shows a database of the folder at uri as it was seen last. */
void _ts_window_show_catalog (TsWindow *self, TsCatalog *catalog, const char *uri);
/* Notes now what is shown, instead of when it has rested. */
void _ts_window_remember_selection (TsWindow *self);
void _ts_window_init_remember (TsWindow *self);

/* The parallelism page: what it holds goes to the trends page and is remembered of the folder. */
void _ts_window_init_parallel (TsWindow *self);

/* Says that a picture was saved, with a way to it. */
void _ts_window_show_saved (TsWindow *self, GFile *file);
void _ts_window_export_heatmap (TsWindow *self);
void _ts_window_export_lines (TsWindow *self);
/* Without a dialog, into path, as its defaults would: for scripts. */
void _ts_window_export_heatmap_to (TsWindow *self, const char *path);
void _ts_window_export_lines_to (TsWindow *self, const char *path);

G_END_DECLS
