/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/settings.h"

#include <glib/gi18n-lib.h>

/* A reply, and whether it is still wanted: the window may be looking elsewhere by then. */
typedef struct
{
  TsWindow *window;
  guint serial;
  char *path;
  gboolean offer_import;
} OpenRequest;

static void
open_request_free (OpenRequest *request)
{
  g_object_unref (request->window);
  g_free (request->path);
  g_free (request);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OpenRequest, open_request_free)

static OpenRequest *
open_request_new (TsWindow *self, const char *path)
{
  OpenRequest *request = g_new0 (OpenRequest, 1);

  if (self->open_cancellable != NULL)
    g_cancellable_cancel (self->open_cancellable);
  g_clear_object (&self->open_cancellable);
  self->open_cancellable = g_cancellable_new ();
  request->window = g_object_ref (self);
  request->serial = ++self->open_serial;
  request->path = g_strdup (path);
  return request;
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
  ts_selection_panel_set_databases (ts_trends_page_get_panel (self->trends_page),
                                    (const char *const *) paths->pdata, current);
}

static void
show_title (TsWindow *self)
{
  g_autofree char *base = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  if (self->location == NULL)
    return;
  base = g_path_get_basename (self->location->folder);
  name = g_filename_display_name (base);
  title = g_strdup_printf (_ ("%s – Trendscope"), name);
  gtk_window_set_title (GTK_WINDOW (self), title);
}

static void
catalog_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OpenRequest) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) catalog = ts_catalog_load_finish (result, &error);
  TsWindow *self = request->window;

  if (request->serial != self->open_serial)
    return;
  if (catalog == NULL)
    {
      g_autofree char *text
          = g_strdup_printf (_ ("Could not open the database: %s"), error->message);
      _ts_window_show_state (self,
                             ts_session_get_catalog (self->session) != NULL ? "data" : "empty");
      ts_notice_bar_show (self->notice_bar, TS_SEVERITY_ERROR, text, NULL, NULL, TRUE);
      show_databases (self, ts_session_get_catalog (self->session) != NULL
                                ? ts_session_get_catalog (self->session)->path
                                : NULL);
      return;
    }
  _ts_window_show_catalog (self, catalog, self->location != NULL ? self->location->uri : NULL);
  show_databases (self, request->path);
  show_title (self);
  _ts_window_show_state (self, "data");
  _ts_window_update_actions (self);
  if (self->location != NULL)
    ts_settings_set_folder_state (self->location->uri, "database", request->path);
}

void
_ts_window_load_database (TsWindow *self, const char *path)
{
  OpenRequest *request = open_request_new (self, path);

  if (ts_session_get_catalog (self->session) == NULL)
    _ts_window_show_state (self, "loading");
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
  gboolean has_report = ts_import_report_get_worst (self->location->report) > TS_SEVERITY_INFO;

  g_clear_pointer (&self->report, ts_import_report_unref);
  self->report = ts_import_report_ref (self->location->report);
  ts_notice_bar_show (self->notice_bar, TS_SEVERITY_WARNING, text,
                      has_report ? _ ("_Details") : NULL, has_report ? "win.show-report" : NULL,
                      TRUE);
  _ts_window_update_actions (self);
}

static void
remember (TsWindow *self)
{
  ts_settings_add_recent (self->location->uri);
  _ts_window_update_recent (self);
}

static void
location_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OpenRequest) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsLocation) location = ts_location_look_finish (result, &error);
  g_autofree char *last = NULL;
  TsWindow *self = request->window;
  const char *database;

  if (request->serial != self->open_serial)
    return;
  if (ts_session_get_catalog (self->session) == NULL)
    _ts_window_show_state (self, "empty");
  if (location == NULL)
    {
      g_autofree char *name = g_filename_display_name (request->path);
      g_autofree char *text = g_strdup_printf (_ ("Could not open “%s”"), name);
      g_autoptr (GFile) file = g_file_new_for_path (request->path);
      g_autofree char *uri = g_file_get_uri (file);
      _ts_window_toast_error (self, text, error);
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
        ts_settings_remove_recent (uri);
      _ts_window_update_recent (self);
      return;
    }

  g_clear_pointer (&self->location, ts_location_unref);
  self->location = g_steal_pointer (&location);
  _ts_window_update_actions (self);
  last = ts_settings_dup_folder_state (self->location->uri, "database");
  database = ts_location_choose_database (self->location, last);
  if (database != NULL)
    _ts_window_load_database (self, database);
  else if (self->location->runs->len == 0)
    {
      show_nothing_found (self);
      return;
    }
  else if (request->offer_import)
    _ts_window_show_import_dialog (self);
  remember (self);
}

/* Looks into path and shows the database found, or the import sheet when there is only raw data. */
void
_ts_window_look (TsWindow *self, const char *path, gboolean offer_import)
{
  OpenRequest *request = open_request_new (self, path);

  request->offer_import = offer_import;
  if (ts_session_get_catalog (self->session) == NULL)
    _ts_window_show_state (self, "loading");
  ts_location_look_async (path, self->open_cancellable, location_cb, request);
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
  _ts_window_look (self, path, TRUE);
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
