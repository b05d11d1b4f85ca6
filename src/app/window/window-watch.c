/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/window/window-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* The database may be replaced, written to, cut or removed by another program, or by another
 * window, while it is shown. A bar says so, with the way to what is there now, until its cause is
 * gone. */

/* A file is written in many pieces, and an import replaces it and is shown in the same moment. */
#define REST_MS 250

static gboolean
look (const char *path, GStatBuf *at)
{
  return g_stat (path, at) == 0;
}

/* Two looks from outside: cheap enough for the main loop. */
static gboolean
is_current (TsWindow *self, const char *path, char **what)
{
  const GStatBuf *old = &self->shown_stat;
  GStatBuf now;

  if (!look (path, &now))
    *what = g_strdup (_ ("The database was deleted or moved."));
  else if (now.st_dev != old->st_dev || now.st_ino != old->st_ino)
    *what = g_strdup (_ ("The database was replaced."));
  else if (now.st_size < old->st_size)
    *what = g_strdup (_ ("The database was cut off."));
  else if (now.st_size != old->st_size || now.st_mtim.tv_sec != old->st_mtim.tv_sec
           || now.st_mtim.tv_nsec != old->st_mtim.tv_nsec)
    *what = g_strdup (_ ("The database was written to."));
  else
    return TRUE;
  return FALSE;
}

/* Asked after every hint: the monitor's, the focus's, a query's. */
static void
check (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autofree char *what = NULL;
  g_autofree char *text = NULL;

  if (catalog == NULL || is_current (self, catalog->path, &what))
    {
      ts_notice_bar_hide (self->stale_bar);
      return;
    }
  /* Translators: after it, what became of the database. */
  text = g_strdup_printf (_ ("What is shown is out of date. %s"), what);
  ts_notice_bar_show (self->stale_bar, TS_SEVERITY_WARNING, text, _ ("_Reload"), "win.reload",
                      FALSE);
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

gboolean
_ts_window_note_failure (TsWindow *self)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autofree char *what = NULL;

  if (catalog == NULL || is_current (self, catalog->path, &what))
    return FALSE;
  check (self);
  return TRUE;
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
  if (!look (catalog->path, &self->shown_stat))
    self->shown_stat = (GStatBuf){ 0 };
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
