/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/pages.h"
#include "app/settings.h"

#include <glib/gi18n-lib.h>

/* What is wanted; when it arrives cancelled, it is not wanted any more. */
typedef struct
{
  TsWindow *window;
  char *path;
  char *wanted; /* the database to show; NULL: the one shown last, or any */
  gboolean offer_import;
} OpenRequest;

static void
open_request_free (OpenRequest *request)
{
  g_object_unref (request->window);
  g_free (request->path);
  g_free (request->wanted);
  g_free (request);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OpenRequest, open_request_free)

static OpenRequest *
open_request_new (TsWindow *self, const char *path)
{
  OpenRequest *request = g_new0 (OpenRequest, 1);

  g_cancellable_cancel (self->open_cancellable);
  g_clear_object (&self->open_cancellable);
  self->open_cancellable = g_cancellable_new ();
  request->window = g_object_ref (self);
  request->path = g_strdup (path);
  return request;
}

void
_ts_window_note (
    TsWindow *self, TsSeverity severity, const char *text, gboolean of_opening, gboolean has_report)
{
  self->notice_is_of_opening = of_opening;
  ts_notice_bar_show (self->notice_bar, severity, text, has_report ? _ ("_Details") : NULL,
                      has_report ? "win.show-report" : NULL, TRUE);
}

/* --- databases ---------------------------------------------------------------------------- */

static void
show_databases (TsWindow *self, const char *current)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  gboolean listed = FALSE;

  for (guint i = 0; self->location != NULL && i < self->location->databases->len; i++)
    {
      char *path = g_ptr_array_index (self->location->databases, i);
      listed |= g_strcmp0 (path, current) == 0;
      g_ptr_array_add (paths, path);
    }
  if (!listed && current != NULL)
    g_ptr_array_insert (paths, 0, (gpointer) current);
  g_ptr_array_add (paths, NULL);
  for (guint i = 0; i < self->pages->len; i++)
    ts_page_set_databases (g_ptr_array_index (self->pages, i), (const char *const *) paths->pdata,
                           current);
}

static void
show_title (TsWindow *self)
{
  g_autofree char *base = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *full = NULL;

  if (self->location == NULL)
    return;
  base = g_path_get_basename (self->location->folder);
  name = g_filename_display_name (base);
  title = g_strdup_printf (_ ("%s – Trendscope"), name);
  full = g_filename_display_name (self->location->folder);
  gtk_window_set_title (GTK_WINDOW (self), title);
  gtk_label_set_text (self->run_label, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_label), full);
}

/* The pages follow to the folder that was looked into last, once its content is there. */
static void
show_pages (TsWindow *self)
{
  if (self->location == NULL || !self->has_news)
    return;
  self->has_news = FALSE;
  g_clear_pointer (&self->pages_uri, g_free);
  _ts_window_open_pages (self, self->location->folder, self->can_open);
  show_title (self);
}

/* As a URI: a path may be no UTF-8. */
static void
remember_database (TsWindow *self, const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  if (self->location != NULL && uri != NULL)
    ts_settings_set_folder_state (self->location->uri, "database", uri);
}

static char *
dup_last_database (TsWindow *self)
{
  g_autofree char *uri = ts_settings_dup_folder_state (self->location->uri, "database");

  return uri != NULL ? g_filename_from_uri (uri, NULL, NULL) : NULL;
}

void
_ts_window_tell_growth (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autoptr (GHashTable) steps = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree char *text = NULL;

  if (catalog == NULL || self->location == NULL || self->location->runs->len != 1
      || catalog->format != TS_FORMAT_DUMP || g_hash_table_size (catalog->meta) == 0)
    return;
  for (guint i = 0; i < catalog->steps->len; i++)
    {
      const TsCatalogStep *step = g_ptr_array_index (catalog->steps, i);
      g_hash_table_add (steps, (gpointer) &step->train_step);
    }
  {
    const TsFoundRun *run = g_ptr_array_index (self->location->runs, 0);
    guint n = g_hash_table_size (steps);
    if (run->format != TS_FORMAT_DUMP || run->n_steps <= n)
      return;
    text = g_strdup_printf (_ ("The folder holds %u steps, the database %u: data may have been "
                               "added since it was imported."),
                            run->n_steps, n);
  }
  self->notice_is_of_opening = TRUE;
  ts_notice_bar_show (self->notice_bar, TS_SEVERITY_INFO, text, _ ("_Import again…"), "win.import",
                      TRUE);
}

/* What of the database is malformed and therefore not shown. */
static void
tell_notes (TsWindow *self, TsCatalog *catalog)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < catalog->notes->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : "\n",
                            (const char *) g_ptr_array_index (catalog->notes, i));
  if (text->len > 0)
    _ts_window_note (self, TS_SEVERITY_WARNING, text->str, TRUE, FALSE);
}

static void
catalog_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OpenRequest) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) catalog = ts_catalog_load_finish (result, &error);
  TsWindow *self = request->window;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  _ts_window_show_start (self, FALSE);
  if (catalog == NULL)
    {
      g_autofree char *text
          = g_strdup_printf (_ ("Could not open the database: %s"), error->message);
      _ts_window_note (self, TS_SEVERITY_ERROR, text, TRUE, FALSE);
      show_databases (self, ts_session_get_catalog (self->session) != NULL
                                ? ts_session_get_catalog (self->session)->path
                                : NULL);
      return;
    }
  if (self->notice_is_of_opening)
    ts_notice_bar_hide (self->notice_bar);
  show_pages (self);
  _ts_window_show_catalog (self, catalog, self->location != NULL ? self->location->uri : NULL);
  _ts_window_restore_pages (self, self->shown_uri);
  show_databases (self, request->path);
  remember_database (self, request->path);
  _ts_window_check_freshness (self);
  tell_notes (self, catalog);
}

void
_ts_window_load_database (TsWindow *self, const char *path)
{
  OpenRequest *request = open_request_new (self, path);
  TsCatalog *shown = ts_session_get_catalog (self->session);

  if (shown == NULL || g_strcmp0 (shown->path, path) != 0)
    _ts_window_set_follow (self, FALSE);
  _ts_window_show_start (self, TRUE);
  ts_catalog_load_async (path, self->open_cancellable, catalog_cb, request);
}

/* --- folders ------------------------------------------------------------------------------ */

static void
show_nothing_found (TsWindow *self)
{
  g_autofree char *name = g_filename_display_name (self->location->folder);
  g_autofree char *text = g_strdup_printf (
      _ ("“%s” holds no *.trend.db and no msProbe data (step<N>/rank<R>/dump.json, or monitor "
         "folders with *.csv)."),
      name);

  g_clear_pointer (&self->report, ts_import_report_unref);
  self->report = ts_import_report_ref (self->location->report);
  _ts_window_note (self, TS_SEVERITY_WARNING, text, TRUE,
                   ts_import_report_get_worst (self->report) > TS_SEVERITY_INFO);
  _ts_window_update_actions (self);
}

/* What a folder holds, and a bit of each page that can open it. */
typedef struct
{
  TsLocation *location;
  guint can_open;
} Found;

static void
found_free (Found *found)
{
  g_clear_pointer (&found->location, ts_location_unref);
  g_free (found);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Found, found_free)

static void
look_worker (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  g_autoptr (Found) found = g_new0 (Found, 1);
  const GType *types = ts_pages_list ();
  GError *error = NULL;

  found->location = ts_location_look (path, cancellable, &error);
  if (found->location == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; types[i] != G_TYPE_INVALID; i++)
    {
      TsPageClass *page_class = g_type_class_peek (types[i]);
      if (page_class->can_open != NULL
          && page_class->can_open (found->location->folder, cancellable))
        found->can_open |= 1u << i;
    }
  g_task_return_pointer (task, g_steal_pointer (&found), (GDestroyNotify) found_free);
}

static void
show_not_found (TsWindow *self, const char *path, const GError *error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *text = g_strdup_printf (_ ("Could not open “%s”"), name);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  _ts_window_toast_error (self, text, error);
  if (uri != NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    ts_settings_remove_recent (uri);
  _ts_window_update_recent (self);
}

/* The database, if there is one; else what the pages make of the folder, or the import sheet. */
static void
show_location (TsWindow *self, const OpenRequest *request)
{
  g_autofree char *last = dup_last_database (self);
  const char *database = request->wanted != NULL
                             ? request->wanted
                             : ts_location_choose_database (self->location, last);

  if (database != NULL)
    {
      _ts_window_load_database (self, database);
      return;
    }
  _ts_window_show_start (self, FALSE);
  if (self->can_open != 0)
    {
      ts_session_set_catalog (self->session, NULL);
      show_pages (self);
      _ts_window_restore_pages (self, self->location->uri);
    }
  if (self->location->runs->len > 0 && request->offer_import)
    _ts_window_show_import_dialog (self);
}

/* Somebody who opens a file hears about that file, not about others in its folder. */
static gboolean
check_file (TsWindow *self, const Found *found)
{
  const TsLocation *location = found->location;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (location->file == NULL || location->wanted != NULL || location->runs->len > 0
      || found->can_open != 0)
    return TRUE;
  name = g_filename_display_basename (location->file);
  text = g_strdup_printf (_ ("“%s” is no trend database and no file that msProbe wrote; open the "
                             "folder of the run instead"),
                          name);
  _ts_window_show_start (self, FALSE);
  _ts_window_note (self, TS_SEVERITY_ERROR, text, TRUE, FALSE);
  return FALSE;
}

static void
location_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OpenRequest) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Found) found = g_task_propagate_pointer (G_TASK (result), &error);
  TsWindow *self = request->window;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (found == NULL)
    {
      _ts_window_show_start (self, FALSE);
      show_not_found (self, request->path, error);
      return;
    }
  if (!check_file (self, found))
    return;
  g_clear_pointer (&self->location, ts_location_unref);
  self->location = g_steal_pointer (&found->location);
  self->can_open = found->can_open;
  self->has_news = TRUE;
  _ts_window_update_actions (self);
  show_location (self, request);
  if (self->location->databases->len == 0 && request->wanted == NULL
      && self->location->wanted == NULL && self->location->runs->len == 0 && self->can_open == 0)
    show_nothing_found (self);
  else
    {
      ts_settings_add_recent (self->location->uri);
      _ts_window_update_recent (self);
    }
}

void
_ts_window_look (TsWindow *self, const char *path, gboolean offer_import, const char *wanted)
{
  OpenRequest *request = open_request_new (self, path);
  g_autoptr (GTask) task = g_task_new (NULL, self->open_cancellable, location_cb, request);

  request->offer_import = offer_import;
  request->wanted = g_strdup (wanted);
  _ts_window_show_start (self, TRUE);
  g_task_set_source_tag (task, _ts_window_look);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, look_worker);
}

void
ts_window_open (TsWindow *self, GFile *file)
{
  g_autofree char *path = NULL;

  g_return_if_fail (TS_IS_WINDOW (self));
  path = g_file_get_path (file);
  if (path == NULL)
    {
      g_autofree char *uri = g_file_get_parse_name (file);
      g_autofree char *text
          = g_strdup_printf (_ ("“%s” is not on this computer; copy or mount it first"), uri);
      _ts_window_toast (self, text);
      return;
    }
  ts_notice_bar_hide (self->notice_bar);
  if (_ts_window_is_picture (path))
    {
      _ts_window_open_picture (self, path);
      return;
    }
  g_clear_pointer (&self->wanted_view, g_free);
  _ts_window_look (self, path, TRUE, NULL);
}

void
_ts_window_update_recent (TsWindow *self)
{
  g_auto (GStrv) recent = ts_settings_dup_recent ();

  g_menu_remove_all (self->recent_section);
  for (guint i = 0; recent[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_uri (recent[i]);
      g_autofree char *full = g_file_get_parse_name (file);
      g_autoptr (GMenuItem) item = NULL;
      g_autoptr (GString) label = g_string_new (full);
      /* An underscore would be taken for a mnemonic. */
      g_string_replace (label, "_", "__", 0);
      item = g_menu_item_new (label->str, NULL);
      g_menu_item_set_action_and_target (item, "win.open-uri", "s", recent[i]);
      g_menu_append_item (self->recent_section, item);
    }
}
