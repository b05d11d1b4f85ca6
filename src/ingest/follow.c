/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/follow.h"

#include "ingest/import-error.h"

#include <string.h>

/* Between two rounds. */
#define MIN_PAUSE G_USEC_PER_SEC
/* A dump is one file that is written at once; one as young as this may not be complete. */
#define SETTLE 2
/* Folders that are watched; with more, the others are only looked at. */
#define MAX_WATCHES 4096
#define MAX_DEPTH   3

typedef struct
{
  const TsImportOptions *options;
  GMainContext *context;
  GHashTable *watches; /* char* folder → GFileMonitor* */
  gboolean tells;      /* the file system says what changes */
  gboolean changed;
} Follow;

/* ---- what the file system tells ---- */

static gboolean
is_remote (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info
      = g_file_query_filesystem_info (file, G_FILE_ATTRIBUTE_FILESYSTEM_REMOTE, NULL, NULL);

  return info == NULL
         || g_file_info_get_attribute_boolean (info, G_FILE_ATTRIBUTE_FILESYSTEM_REMOTE);
}

static void
on_changed (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, Follow *self)
{
  g_autofree char *name = g_file_get_basename (file);

  /* The databases may lie in the folder, and are written by this. */
  if (event != G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED && strstr (name, ".trend.db") == NULL)
    self->changed = TRUE;
}

static void
free_watch (gpointer data)
{
  g_file_monitor_cancel (data);
  g_object_unref (data);
}

static void
watch_tree (Follow *self, const char *path, int depth)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_hash_table_contains (self->watches, path))
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);
      GFileMonitor *monitor;

      if (g_hash_table_size (self->watches) >= MAX_WATCHES)
        return;
      monitor = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, NULL);
      if (monitor == NULL)
        return;
      g_signal_connect (monitor, "changed", G_CALLBACK (on_changed), self);
      g_hash_table_insert (self->watches, g_strdup (path), monitor);
    }
  dir = depth > 0 ? g_dir_open (path, 0, NULL) : NULL;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      if (g_file_test (below, G_FILE_TEST_IS_DIR) && !g_file_test (below, G_FILE_TEST_IS_SYMLINK))
        watch_tree (self, below, depth - 1);
    }
}

/* ---- rounds ---- */

static gboolean
on_time (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Until something changed, after pause (microseconds) at the soonest and interval at the latest, or
 * until cancelled. */
static void
wait_for_change (Follow *self, gint64 pause, gint64 interval, GCancellable *cancellable)
{
  gboolean paused = FALSE, over = FALSE, cancelled = FALSE;
  GSource *sources[] = { g_timeout_source_new ((guint) (pause / 1000)),
                         g_timeout_source_new ((guint) (MAX (pause, interval) / 1000)),
                         g_cancellable_source_new (cancellable) };

  g_source_set_callback (sources[0], on_time, &paused, NULL);
  g_source_set_callback (sources[1], on_time, &over, NULL);
  g_source_set_callback (sources[2], G_SOURCE_FUNC (on_cancelled), &cancelled, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    g_source_attach (sources[i], self->context);
  while (!cancelled && !over && !(paused && self->changed))
    g_main_context_iteration (self->context, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_source_destroy (sources[i]);
      g_source_unref (sources[i]);
    }
}

/* What another try will not help. */
static gboolean
is_final (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
         || g_error_matches (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW);
}

/* FALSE with error when it was the last one. */
static gboolean
run_round (Follow *self,
           TsFollowFunc func,
           gpointer data,
           gint64 *duration,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GPtrArray) databases = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) failure = NULL;
  gint64 start = g_get_monotonic_time ();

  self->changed = FALSE;
  if (self->tells)
    watch_tree (self, self->options->data_dir, MAX_DEPTH);
  ts_import_run_into (self->options, report, databases, NULL, NULL, cancellable, &failure);
  *duration = g_get_monotonic_time () - start;
  if (failure != NULL && is_final (failure))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (failure != NULL || ts_import_report_get_n_files (report) > 0
      || ts_import_report_get_rows_stored (report) > 0)
    {
      TsFollowRound round = { databases, report, failure, *duration };
      func (&round, data);
    }
  return TRUE;
}

static gboolean
run_rounds (Follow *self,
            guint interval,
            TsFollowFunc func,
            gpointer data,
            GCancellable *cancellable,
            GError **error)
{
  while (!g_cancellable_is_cancelled (cancellable))
    {
      gint64 duration;

      if (!run_round (self, func, data, &duration, cancellable, error))
        return FALSE;
      wait_for_change (self, MAX (duration, MIN_PAUSE), interval * G_USEC_PER_SEC, cancellable);
    }
  return TRUE;
}

gboolean
ts_follow_run (const TsImportOptions *options,
               guint interval,
               TsFollowFunc func,
               gpointer data,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (TsImportOptions) updating = ts_import_options_copy (options);
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GHashTable) watches
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_watch);
  g_autoptr (GError) failure = NULL;
  Follow self = { updating, context, watches, !is_remote (options->data_dir), FALSE };
  gboolean good;

  updating->update = TRUE;
  updating->settle = SETTLE;
  g_main_context_push_thread_default (context);
  good = run_rounds (&self, interval, func, data, cancellable, &failure);
  g_hash_table_remove_all (watches);
  g_main_context_pop_thread_default (context);
  if (good || g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}
