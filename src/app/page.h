/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session/session.h"
#include "plot/export.h"

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The hall of the application: what a page of the window is. Every wing includes it, the window
 * knows pages by nothing else.
 *
 * A new page is a wing src/app/NAME with a subclass TsNamePage (template ui/NAME-page.ui, parent
 * "TsPage"), whose class_init sets name, title, icon_name and the functions it has use for, and a
 * line in src/app/pages.c. The window then puts it into the switcher while it has content, its
 * actions beside its own (“win.ACTION”, also over D-Bus), its pictures into the export menu, its
 * state into what is remembered of the folder, and its messages into toasts.
 *
 * Everything below runs on the main loop unless it says otherwise. What takes long is the page's to
 * do on a thread; "loading" says so meanwhile, and dispose() cancels it.
 *
 * Properties:
 *   session (TsSession, construct only)   what the window looks at; never NULL
 *   has-content (gboolean)      there is something to show now: the switcher has the page then
 *   loading (gboolean)          it reads something: the header bar has a spinner while it is shown
 *   badge (guint)               a number on the switcher (of findings), 0: none
 *   needs-attention (gboolean)  a dot on the switcher
 * Signals:
 *   go-to (TsSpot *spot, const char *page)   see ts_page_go_to()
 *   export (TsPageExport *export)            see ts_page_export()
 *   message (const char *text, GError *error)   see ts_page_tell()
 *   state-changed ()            save() would give something else than before */
#define TS_TYPE_PAGE (ts_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (TsPage, ts_page, TS, PAGE, GtkWidget)

/* Where in the run a page points: at a tensor, a moment, some ranks, or all of these. What it
 * leaves open stays as it is where it arrives. */
typedef struct
{
  char *metric;     /* NULL: open */
  char *stat;       /* NULL: open */
  gint64 target_id; /* as in the catalog; -1: open */
  gint64 step;      /* global step; -1: open */
  gint64 rank;      /* -1: open */
  GArray *ranks;    /* guint32: several ranks, in place of rank; NULL: open. With target_id and
                     * step: the tensor's lines on these ranks, the first one foremost */
  guint stage;      /* with ranks: the virtual stage */
  guint n_layers;   /* with ranks: how many layers they hold there */
} TsSpot;

#define TS_TYPE_SPOT (ts_spot_get_type ())
GType ts_spot_get_type (void);
/* Everything open. Caller owns it. */
TsSpot *ts_spot_new (void);
TsSpot *ts_spot_copy (const TsSpot *self);
void ts_spot_free (TsSpot *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsSpot, ts_spot_free)

/* A key of an action of the page. */
typedef struct
{
  const char *action;    /* "filter" */
  const char *accels[3]; /* as GTK spells them, NULL at the end */
} TsPageShortcut;

/* Something a page can write into a file. */
typedef struct
{
  const char *name;    /* the action is called "export-NAME" */
  const char *label;   /* N_("_Heat map…"): its item in the export menu */
  const char *heading; /* N_("Export heat map"): its file dialog */
} TsPageExportKind;

/* Writes the file at path; on a thread. */
typedef gboolean (*TsWriteFunc) (gpointer data,
                                 const char *path,
                                 GCancellable *cancellable,
                                 GError **error);

/* What is to be written, as it was when the person asked: data must stay as it is, and be usable on
 * another thread, until it is freed. Either a picture (draw) or another file (write). */
typedef struct
{
  const TsPageExportKind *kind; /* set by TsPage */
  char *file_name;              /* a proposal */
  gpointer data;
  gpointer whole;           /* pictures: the same of everything, where data is only the part in
                             * sight; NULL: data is everything */
  GDestroyNotify free_func; /* of both */

  TsDrawFunc draw;      /* on a thread; gets data or whole */
  double width, height; /* logical pixels */
  char *view;           /* what the picture carries to be opened again; NULL: nothing */
  double max_scale;     /* what a PNG may be enlarged to; 0: anything */

  TsWriteFunc write;       /* when draw is NULL */
  const char *filter_name; /* with write: of its kind of file, translated */
  const char *pattern;     /* with write: "*.json" */
} TsPageExport;

#define TS_TYPE_PAGE_EXPORT (ts_page_export_get_type ())
GType ts_page_export_get_type (void);
/* Takes all three. */
TsPageExport *ts_page_export_new (char *file_name, gpointer data, GDestroyNotify free_func);
TsPageExport *ts_page_export_ref (TsPageExport *self);
void ts_page_export_unref (TsPageExport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsPageExport, ts_page_export_unref)

struct _TsPageClass
{
  GtkWidgetClass parent_class;

  /* Set in class_init, static. */
  const char *name;  /* "trends": of the page in the switcher and of what is remembered */
  const char *title; /* N_("Trends") */
  const char *icon_name;
  const TsPageShortcut *shortcuts; /* up to one without an action; NULL: none */
  const TsPageExportKind *exports; /* up to one without a name; NULL: none */

  /* What follows may be NULL. */

  /* Whether the page has something to open in this folder; on a thread, and quick: it looks at
   * names and at the beginning of files. */
  gboolean (*can_open) (const char *folder, GCancellable *cancellable);
  /* Another folder was opened. can: what can_open() said of it. The page drops what it shows of the
   * one before (it may have read the same folder before: then it reads it again). The session's
   * catalog follows later, or never: "catalog-changed". */
  void (*open) (TsPage *self, const char *folder, gboolean can);

  /* What is remembered of the folder. (transfer full); NULL: nothing. */
  JsonNode *(*save) (TsPage *self);
  /* Gives that back, after open() and once the catalog, if there is one, is set; NULL: nothing is
   * remembered. The node may be anything: what can't be read is ignored. */
  void (*restore) (TsPage *self, JsonNode *state);
  /* The window closes: what is remembered of the page itself, of whatever folder. */
  void (*save_settings) (TsPage *self);

  /* Of one kind of exports; NULL when there is nothing to export after all. (transfer full) */
  TsPageExport *(*create_export) (TsPage *self, const char *name);
  /* Shows spot as far as the page can; FALSE: it can show nothing of it. */
  gboolean (*go_to) (TsPage *self, const TsSpot *spot);
  /* Ctrl+F. */
  void (*search) (TsPage *self);
  /* F9: its side panel. */
  void (*set_show_panel) (TsPage *self, gboolean show);
  /* The paths of the databases of the folder, NULL-terminated, and the one shown (or NULL). To show
   * another one activates “win.show-database” (a byte string). */
  void (*set_databases) (TsPage *self, const char *const *paths, const char *current);
};

/* --- for pages ---------------------------------------------------------------------------- */

TsSession *ts_page_get_session (TsPage *self);
/* The page's actions; the window shows them as “win.…”, so their names differ from page to page. */
GActionMap *ts_page_get_actions (TsPage *self);
void ts_page_set_has_content (TsPage *self, gboolean has_content);
void ts_page_set_loading (TsPage *self, gboolean loading);
void ts_page_set_badge (TsPage *self, guint badge);
void ts_page_set_needs_attention (TsPage *self, gboolean needs_attention);
/* Whether there is something to export of that kind; at first there is not. */
void ts_page_set_can_export (TsPage *self, const char *name, gboolean can);
void ts_page_state_changed (TsPage *self);

/* Has every other page show spot, and the window the page of that name (NULL: it stays). */
void ts_page_go_to (TsPage *self, const TsSpot *spot, const char *page);
/* Asks for a file and writes that kind of export into it, with progress; as its action does. */
void ts_page_export (TsPage *self, const char *name);
/* An event: a toast; with error: one whose “Details” give its message. */
void ts_page_tell (TsPage *self, const char *text, const GError *error);

/* --- for the window ----------------------------------------------------------------------- */

gboolean ts_page_get_has_content (TsPage *self);
gboolean ts_page_get_loading (TsPage *self);
void ts_page_open (TsPage *self, const char *folder, gboolean can);
JsonNode *ts_page_save (TsPage *self);
void ts_page_restore (TsPage *self, JsonNode *state);
void ts_page_save_settings (TsPage *self);
gboolean ts_page_show_spot (TsPage *self, const TsSpot *spot);
/* FALSE: the page has nothing to search in. */
gboolean ts_page_search (TsPage *self);
gboolean ts_page_has_panel (TsPage *self);
void ts_page_set_show_panel (TsPage *self, gboolean show);
void ts_page_set_databases (TsPage *self, const char *const *paths, const char *current);

G_END_DECLS
