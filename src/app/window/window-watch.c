/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include <glib/gi18n-lib.h>

/* The database may be replaced, written to, cut or removed by another program, or by another
 * window, while it is shown. A bar says so, with the way to what is there now, until its cause is
 * gone. */

/* A file is written in many pieces, and an import replaces it and is shown in the same moment. */
#define REST_MS 250

static void
show_bar (TsWindow *self, const GError *error)
{
  /* Translators: after it, what became of the database. */
  g_autofree char *text = g_strdup_printf (_ ("What is shown is out of date. %s"), error->message);

  ts_notice_bar_show (self->stale_bar, TS_SEVERITY_WARNING, text, _ ("_Reload"), "win.reload",
                      FALSE);
}

/* Asked after every hint: the monitor's, the focus's. */
static void
check (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autoptr (GError) error = NULL;

  if (catalog == NULL || ts_catalog_is_current (catalog, &error))
    ts_notice_bar_hide (self->stale_bar);
  else if (self->follow_cancellable != NULL)
    _ts_window_renew (self);
  else
    show_bar (self, error);
}

static gboolean
rest_cb (gpointer data)
{
  TsWindow *self = data;

  self->watch_source = 0;
  check (self);
  return G_SOURCE_REMOVE;
}

static void
check_soon (TsWindow *self)
{
  if (self->watch_source == 0 && !self->closed)
    self->watch_source = g_timeout_add (REST_MS, rest_cb, self);
}

void
_ts_window_note_failure (TsWindow *self, const GError *error)
{
  if (!g_error_matches (error, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED))
    return;
  if (self->follow_cancellable != NULL)
    _ts_window_renew (self);
  else
    show_bar (self, error);
}

static void
catalog_changed_cb (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autoptr (GFile) file = NULL;

  g_clear_object (&self->monitor);
  ts_notice_bar_hide (self->stale_bar);
  if (catalog == NULL)
    return;
  file = g_file_new_for_path (catalog->path);
  /* Where nothing can be watched, the focus and the queries still tell. */
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (check_soon), self,
                             G_CONNECT_SWAPPED);
  /* It may have changed since it was read. */
  check_soon (self);
}

void
_ts_window_reload (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);

  if (self->location == NULL)
    return;
  _ts_window_remember_selection (self);
  _ts_window_look (self, self->location->folder, FALSE, catalog != NULL ? catalog->path : NULL);
}

void
_ts_window_init_watch (TsWindow *self)
{
  g_signal_connect_object (self->session, "catalog-changed", G_CALLBACK (catalog_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (check_soon), NULL);
}
