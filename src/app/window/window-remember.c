/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include "app/settings.h"

#include <glib/gi18n-lib.h>

/* A walk through the values is written once it rests. */
#define REST_MS 1000

/* A folder may hold several databases, each with a selection of its own. */
static char *
make_member (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = g_utf8_make_valid (name, -1);

  return g_strconcat ("selection:", text, NULL);
}

void
_ts_window_remember_selection (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autofree char *saved = ts_session_save (self->session);
  g_autofree char *member = NULL;

  g_clear_handle_id (&self->remember_source, g_source_remove);
  if (catalog == NULL || saved == NULL || self->shown_uri == NULL)
    return;
  member = make_member (catalog->path);
  ts_settings_set_folder_state (self->shown_uri, member, saved);
}

static gboolean
rest_cb (gpointer data)
{
  TsWindow *self = data;

  self->remember_source = 0;
  _ts_window_remember_selection (self);
  return G_SOURCE_REMOVE;
}

static void
view_changed_cb (TsWindow *self)
{
  g_clear_handle_id (&self->remember_source, g_source_remove);
  if (self->shown_uri != NULL)
    self->remember_source = g_timeout_add (REST_MS, rest_cb, self);
}

void
_ts_window_show_catalog (TsWindow *self, TsCatalog *catalog, const char *uri)
{
  g_autofree char *member = make_member (catalog->path);
  g_autofree char *saved = uri != NULL ? ts_settings_dup_folder_state (uri, member) : NULL;
  g_autofree char *unknown = NULL;

  _ts_window_remember_selection (self);
  g_free (self->shown_uri);
  self->shown_uri = g_strdup (uri);
  if (self->wanted_view != NULL)
    {
      g_free (saved);
      saved = g_steal_pointer (&self->wanted_view);
    }
  unknown = ts_session_restore (self->session, catalog, saved);
  if (unknown != NULL)
    {
      g_autoptr (GError) error
          = g_error_new_literal (TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME, unknown);
      _ts_window_toast_error (self, _ ("Not everything that was seen last is in this database"),
                              error);
    }
}

void
_ts_window_init_remember (TsWindow *self)
{
  static const char *const signals[] = { "selection-changed", "lines-changed", "look-changed" };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (self->session, signals[i], G_CALLBACK (view_changed_cb), self,
                             G_CONNECT_SWAPPED);
}
