/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/dialogs.h"
#include "app/settings.h"
#include "app/session/session-actions.h"

#include <glib/gi18n-lib.h>

/* Everything the window does is an action, so menus, keys, scripts (over D-Bus, as GApplication
 * exports them) and tests do the same thing. Those with a state also tell what is shown. The
 * session's and the pages' actions stand beside them. */

/* --- files -------------------------------------------------------------------------------- */

static void
file_chosen_cb (GFile *file, gpointer data)
{
  TsWindow *self = data;

  if (file != NULL)
    ts_window_open (self, file);
  g_object_unref (self);
}

static void
open_folder_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TsWindow *self = data;
  g_autoptr (GFile) start
      = self->location != NULL ? g_file_new_for_path (self->location->folder) : NULL;

  ts_dialog_choose_folder (GTK_WINDOW (self), _ ("Open folder"), start, file_chosen_cb,
                           g_object_ref (self));
}

static void
open_file_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const char *const patterns[] = { "*" TS_DB_SUFFIX, NULL };

  ts_dialog_choose_file (GTK_WINDOW (data), _ ("Open database"), _ ("Trend databases"), patterns,
                         file_chosen_cb, g_object_ref (data));
}

static void
open_uri_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  ts_window_open (data, file);
}

static void
show_database_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_load_database (data, g_variant_get_bytestring (parameter));
}

static void
reload_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_reload (data);
}

static void
update_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_update (data);
}

static void
change_follow (GSimpleAction *action, GVariant *value, gpointer data)
{
  _ts_window_set_follow (data, g_variant_get_boolean (value));
}

static void
import_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_show_import_dialog (data);
}

static void
cancel_import_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_window_cancel_import (data);
}

static void
show_report_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_show_report (data);
}

static void
show_in_files_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;

  if (uri != NULL)
    ts_dialog_show_uri (GTK_WINDOW (data), uri);
}

/* --- window ------------------------------------------------------------------------------- */

static void
filter_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_search (data);
}

static void
cancel_export_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  _ts_window_cancel_exports (data);
}

static void
change_page (GSimpleAction *action, GVariant *value, gpointer data)
{
  _ts_window_show_page (data, g_variant_get_string (value, NULL));
}

static void
change_show_panel (GSimpleAction *action, GVariant *value, gpointer data)
{
  TsWindow *self = data;

  g_simple_action_set_state (action, value);
  for (guint i = 0; i < self->pages->len; i++)
    ts_page_set_show_panel (g_ptr_array_index (self->pages, i), g_variant_get_boolean (value));
  ts_settings_set_value ("show-side-panel", value);
}

static const GActionEntry entries[] = {
  { "open-folder", open_folder_activated },
  { "open-file", open_file_activated },
  { "open-uri", open_uri_activated, "s" },
  { "show-database", show_database_activated, "ay" },
  { "reload", reload_activated },
  { "update", update_activated },
  { "follow", NULL, NULL, "false", change_follow },
  { "import", import_activated },
  { "cancel-import", cancel_import_activated },
  { "cancel-export", cancel_export_activated },
  { "show-report", show_report_activated },
  { "show-in-files", show_in_files_activated, "s" },
  { "filter", filter_activated },
  { "page", NULL, "s", "''", change_page },
  { "show-panel", NULL, NULL, "true", change_show_panel },
  /* A state to read; it can't be changed. */
  { "importing", NULL, NULL, "false", NULL },
};

/* --- states ------------------------------------------------------------------------------- */

static GSimpleAction *
lookup (TsWindow *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

static void
enable (TsWindow *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (lookup (self, name), enabled);
}

void
_ts_window_update_actions (TsWindow *self)
{
  TsPage *page = _ts_window_get_visible_page (self);
  gboolean importing = ts_window_is_importing (self);

  enable (self, "filter", ts_session_get_catalog (self->session) != NULL);
  enable (self, "reload", self->location != NULL);
  enable (self, "import", self->location != NULL && self->location->runs->len > 0 && !importing);
  enable (self, "update", _ts_window_can_update (self) && !importing);
  enable (self, "follow", ts_session_get_catalog (self->session) != NULL && !importing);
  g_simple_action_set_state (lookup (self, "follow"),
                             g_variant_new_boolean (self->follow_cancellable != NULL));
  enable (self, "cancel-import", importing);
  enable (self, "cancel-export", ts_window_is_exporting (self));
  enable (self, "show-report", self->report != NULL);
  g_simple_action_set_state (lookup (self, "importing"), g_variant_new_boolean (importing));
  g_simple_action_set_state (
      lookup (self, "page"),
      g_variant_new_string (page != NULL ? TS_PAGE_GET_CLASS (page)->name : ""));
}

void
_ts_window_init_actions (TsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  enable (self, "importing", FALSE);
  ts_session_add_actions (self->session, G_ACTION_MAP (self));
  g_signal_connect_object (self->session, "catalog-changed", G_CALLBACK (_ts_window_update_actions),
                           self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}
