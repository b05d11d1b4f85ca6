/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/probe.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static gboolean
is_of_kind (const char *path, TsListKind kind)
{
  GStatBuf info;

  if (g_stat (path, &info) != 0)
    return kind == TS_LIST_BROKEN;
  return (kind == TS_LIST_FOLDERS && S_ISDIR (info.st_mode))
         || (kind == TS_LIST_FILES && S_ISREG (info.st_mode));
}

GPtrArray *
ts_list_folder (const char *folder, TsListKind kind, GError **error)
{
  g_autoptr (GDir) dir = NULL;
  GPtrArray *names;
  const char *name;

  dir = g_dir_open (folder, 0, error);
  if (dir == NULL)
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      if (is_of_kind (path, kind))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, compare_names);
  return names;
}

gboolean
ts_is_rank_kind (TsFolderKind kind)
{
  return kind == TS_FOLDER_RANK || kind == TS_FOLDER_PLAIN_RANK || kind == TS_FOLDER_PROCESS;
}

/* Size of a file, or -1 when there is none. */
static gint64
file_size (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GStatBuf info;

  return g_stat (path, &info) == 0 && S_ISREG (info.st_mode) ? (gint64) info.st_size : -1;
}

gboolean
ts_is_dump_rank_folder (const char *folder)
{
  return file_size (folder, "dump.json") >= 0;
}

/* What is being counted. */
typedef struct
{
  TsFoundRun *run;
  GHashTable *ranks;
  GPtrArray *unreadable;
  GCancellable *cancellable;
} Probe;

static GPtrArray *
list_or_note (Probe *self, const char *folder, const char *name, TsListKind kind)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GPtrArray *names = ts_list_folder (path, kind, NULL);

  if (names == NULL && self->unreadable != NULL)
    g_ptr_array_add (self->unreadable, g_strdup (name));
  return names;
}

static gboolean
add_file (Probe *self, const char *folder, const char *name)
{
  gint64 size = file_size (folder, name);

  if (size < 0)
    return FALSE;
  self->run->n_bytes += (guint64) size;
  self->run->n_files++;
  return TRUE;
}

/* Counts the ranks of one step folder; FALSE when it has none. */
static gboolean
add_step (Probe *self, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GPtrArray) ranks = list_or_note (self, folder, name, TS_LIST_FOLDERS);
  gboolean found = FALSE;

  for (guint i = 0; ranks != NULL && i < ranks->len; i++)
    {
      const char *rank = g_ptr_array_index (ranks, i);
      g_autofree char *rank_path = g_build_filename (path, rank, NULL);

      if (!ts_is_rank_kind (ts_folder_kind (rank, NULL))
          || !add_file (self, rank_path, "dump.json"))
        continue;
      add_file (self, rank_path, "construct.json");
      g_hash_table_add (self->ranks, g_strdup (rank));
      found = TRUE;
    }
  return found;
}

static void
note_step (TsFoundRun *run, gint64 step)
{
  run->first_step = run->n_steps == 0 ? step : MIN (run->first_step, step);
  run->last_step = run->n_steps == 0 ? step : MAX (run->last_step, step);
  run->n_steps++;
}

static gboolean
probe_dump (Probe *self, const char *folder, GPtrArray *names)
{
  for (guint i = 0; i < names->len && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      const char *name = g_ptr_array_index (names, i);
      gint64 step;
      if (ts_folder_kind (name, &step) == TS_FOLDER_STEP && add_step (self, folder, name))
        note_step (self->run, step);
    }
  return self->run->n_steps > 0;
}

static gboolean
is_monitor_file (const char *name)
{
  return g_str_has_suffix (name, ".csv") && strcmp (name, "stack_info.csv") != 0;
}

static gboolean
add_run (Probe *self, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GPtrArray) files = list_or_note (self, folder, name, TS_LIST_FILES);
  gboolean found = FALSE;

  for (guint i = 0; files != NULL && i < files->len; i++)
    if (is_monitor_file (g_ptr_array_index (files, i)))
      found |= add_file (self, path, g_ptr_array_index (files, i));
  return found;
}

static gboolean
probe_monitor (Probe *self, const char *folder, GPtrArray *names)
{
  for (guint i = 0; i < names->len && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      const char *name = g_ptr_array_index (names, i);
      gint64 rank;
      TsFolderKind kind = ts_folder_kind (name, &rank);
      if ((kind == TS_FOLDER_RUN || kind == TS_FOLDER_RANK) && add_run (self, folder, name))
        g_hash_table_add (self->ranks, g_strdup_printf ("%" G_GINT64_FORMAT, rank));
    }
  return g_hash_table_size (self->ranks) > 0;
}

gboolean
ts_is_step_folder (const char *folder)
{
  g_autoptr (GPtrArray) ranks = ts_list_folder (folder, TS_LIST_FOLDERS, NULL);

  for (guint i = 0; ranks != NULL && i < ranks->len; i++)
    {
      const char *rank = g_ptr_array_index (ranks, i);
      g_autofree char *path = g_build_filename (folder, rank, NULL);
      if (ts_is_rank_kind (ts_folder_kind (rank, NULL)) && ts_is_dump_rank_folder (path))
        return TRUE;
    }
  return FALSE;
}

gboolean
ts_is_monitor_run_folder (const char *folder)
{
  g_autoptr (GPtrArray) files = ts_list_folder (folder, TS_LIST_FILES, NULL);

  for (guint i = 0; files != NULL && i < files->len; i++)
    if (is_monitor_file (g_ptr_array_index (files, i)))
      return TRUE;
  return FALSE;
}

TsFoundRun *
ts_probe_folder (const char *folder,
                 TsFormat format,
                 GPtrArray *unreadable,
                 GCancellable *cancellable)
{
  g_autoptr (TsFoundRun) run = g_new0 (TsFoundRun, 1);
  g_autoptr (GHashTable) ranks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = ts_list_folder (folder, TS_LIST_FOLDERS, NULL);
  Probe self = { run, ranks, unreadable, cancellable };
  gboolean found;

  if (names == NULL)
    return NULL;
  run->format = format;
  run->data_dir = g_strdup (folder);
  run->first_step = run->last_step = -1;
  found = format == TS_FORMAT_DUMP ? probe_dump (&self, folder, names)
                                   : probe_monitor (&self, folder, names);
  run->n_ranks = g_hash_table_size (ranks);
  return found ? g_steal_pointer (&run) : NULL;
}
