/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/location.h"
#include "app/window/notice-bar.h"
#include "app/window/window.h"
#include "ingest/import.h"

G_BEGIN_DECLS

/* What the files that make up the window share: window.c (the widget), window-pages.c (the pages
 * and what they have to say), window-open.c (folders and databases), window-watch.c
 * (a database that changes), window-import.c, window-export.c, window-actions.c,
 * window-remember.c. */
struct _TsWindow
{
  AdwApplicationWindow parent_instance;

  GtkWidget *header_bar;
  AdwViewSwitcher *view_switcher;
  AdwViewStack *view_stack;
  GtkSpinner *page_spinner;
  GtkWidget *panel_button;
  TsNoticeBar *progress_bar; /* the running import */
  TsNoticeBar *export_bar;   /* the running exports */
  TsNoticeBar *stale_bar;    /* the database is not the one that is shown any more */
  TsNoticeBar *notice_bar;   /* what lasts: a report, an error */
  AdwToastOverlay *toast_overlay;
  AdwViewStackPage *start_page; /* in place of pages that have nothing to show */
  GtkStack *start_stack;        /* its states: empty, loading */
  GtkSpinner *loading_spinner;
  AdwSplitButton *open_button;
  GtkLabel *run_label; /* the name of the folder */
  GMenu *recent_section;
  GMenu *export_section;

  TsSession *session;
  GPtrArray *pages;               /* TsPage*, in the switcher's order; borrowed from it */
  TsLocation *location;           /* of what is open; NULL while nothing is */
  GCancellable *open_cancellable; /* of looking into a folder and loading a catalog */
  GFileMonitor *monitor;          /* of the database that is shown */
  guint watch_source;             /* it is to be looked at */
  gboolean
      notice_is_of_opening; /* what notice_bar says is about a folder or database, not an import */
  char *shown_uri;          /* the folder whose database the session shows */
  char *pages_uri;          /* the folder whose state the pages have */
  guint remember_source;    /* its selection is to be remembered */
  guint can_open;           /* a bit of each page that can open the location */
  gboolean has_news;        /* the location, which the pages do not show yet */
  gboolean has_run;         /* the pages have a folder, or the session a catalog */
  GCancellable *follow_cancellable; /* while the window follows its run */
  gboolean renewing, renew_again;   /* the catalog is read anew, and has to be once more */
  gboolean closed;                  /* what still arrives is dropped */

  GCancellable *import_cancellable; /* while an import runs */
  char *wanted_view;                /* of a picture whose database is being opened */
  TsImportReport *report;           /* of the last import */
  gint64 import_started;

  GCancellable *export_cancellable; /* while exports run */
  guint n_exports;
  guint export_source; /* shows their bar when they take long */
};

/* --- window.c --- */

/* An event: a toast, with the whole message behind “Details” when there is an error. */
void _ts_window_toast (TsWindow *self, const char *text);
void _ts_window_toast_error (TsWindow *self, const char *text, const GError *error);

/* --- window-pages.c --- */

void _ts_window_init_pages (TsWindow *self);
/* Gives the pages' keys to the application. */
void _ts_window_set_page_keys (TsWindow *self, GtkApplication *application);
TsPage *_ts_window_get_visible_page (TsWindow *self);
void _ts_window_show_page (TsWindow *self, const char *name);
void _ts_window_search (TsWindow *self);
/* Another folder is shown; can: a bit of each page that can open it. */
void _ts_window_open_pages (TsWindow *self, const char *folder, guint can);
/* Gives the pages what is remembered of the folder at uri, once a folder. */
void _ts_window_restore_pages (TsWindow *self, const char *uri);
/* The page in place of the others, while there is no run: with a spinner or with the ways to one.
 */
void _ts_window_show_start (TsWindow *self, gboolean loading);

/* --- window-actions.c --- */

void _ts_window_init_actions (TsWindow *self);
void _ts_window_update_actions (TsWindow *self);

/* --- window-open.c --- */

gboolean _ts_window_is_picture (const char *path);
/* Shows the database and view of a picture that carries them, or says why not. */
void _ts_window_open_picture (TsWindow *self, const char *path);

/* Looks into path and shows the database wanted (NULL: the one shown last, or any), or the import
 * sheet when there is only raw data. */
void _ts_window_look (TsWindow *self, const char *path, gboolean offer_import, const char *wanted);
void _ts_window_load_database (TsWindow *self, const char *path);
void _ts_window_update_recent (TsWindow *self);
/* Of a database that does not say what it was made of: whether the data has more steps, which can
 * be counted without reading them. */
void _ts_window_tell_growth (TsWindow *self);

/* Says what lasts until something else is opened or, with of_opening, a database is shown;
 * has_report: with a way to the report. */
void _ts_window_note (TsWindow *self,
                      TsSeverity severity,
                      const char *text,
                      gboolean of_opening,
                      gboolean has_report);

/* --- window-watch.c --- */

void _ts_window_init_watch (TsWindow *self);
/* A query failed, which may be since the database is another one now. */
void _ts_window_note_failure (TsWindow *self, const GError *error);
/* Reads the folder and what is shown of it anew; what is seen stays, by its names. */
void _ts_window_reload (TsWindow *self);

/* --- window-follow.c --- */

/* Says in a bar what the data has that the database shown has not. */
void _ts_window_check_freshness (TsWindow *self);
/* Whether the data is there that the database shown was made of. */
gboolean _ts_window_can_update (TsWindow *self);
void _ts_window_update (TsWindow *self);
/* Adds and shows what comes, from now on. */
void _ts_window_set_follow (TsWindow *self, gboolean follow);
/* Shows what the database holds now, in place. */
void _ts_window_renew (TsWindow *self);

/* --- window-import.c --- */

void _ts_window_show_import_dialog (TsWindow *self);
void _ts_window_show_report (TsWindow *self);

/* --- window-export.c --- */

/* Asks where to, then exports. */
void _ts_window_choose_export (TsWindow *self, TsPageExport *export);
void _ts_window_cancel_exports (TsWindow *self);

/* --- window-remember.c --- */

/* Shows a database of the folder at uri as it was seen last. */
void _ts_window_show_catalog (TsWindow *self, TsCatalog *catalog, const char *uri);
/* Notes now what is shown, instead of when it has rested. */
void _ts_window_remember_selection (TsWindow *self);
void _ts_window_init_remember (TsWindow *self);

G_END_DECLS
