/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/probe.h"

#include "ingest/file-variant.h"
#include "ingest/monitor/monitor-paths.h"

gboolean
ts_is_rank_kind (TsFolderKind kind)
{
  return kind == TS_FOLDER_RANK || kind == TS_FOLDER_PLAIN_RANK || kind == TS_FOLDER_PROCESS;
}

gboolean
ts_is_dump_rank_folder (TsFolder *folder)
{
  return ts_variant_choose (folder, "dump.json") != NULL;
}

void
ts_probe_free (TsProbe *self)
{
  ts_found_run_free (self->run);
  g_hash_table_unref (self->ranks);
  g_hash_table_unref (self->steps);
  g_free (self);
}

static void
add_file (TsProbe *self, TsFolder *folder, TsFolderFile *file)
{
  if (file == NULL || !ts_folder_look_at (folder, file))
    return;
  self->run->n_bytes += (guint64) file->size;
  self->run->n_files++;
}

static void
add_rank (TsProbe *self, const char *name, TsFolderKind kind, gint64 number)
{
  gboolean numbered = kind == TS_FOLDER_RANK || kind == TS_FOLDER_RUN;

  self->has_nameless |= !numbered;
  g_hash_table_add (self->ranks,
                    numbered ? g_strdup_printf ("%" G_GINT64_FORMAT, number) : g_strdup (name));
}

/* Counts the ranks of one step folder; FALSE when it has none. */
static gboolean
add_step (TsProbe *self, TsFolder *step)
{
  gboolean found = FALSE;

  ts_folder_list (step);
  for (guint i = 0; i < step->folders->len; i++)
    {
      TsFolder *rank = g_ptr_array_index (step->folders, i);
      gint64 number;
      TsFolderKind kind = ts_folder_kind (rank->name, &number);
      TsFolderFile *dump;

      if (!ts_is_rank_kind (kind) || (dump = ts_variant_choose (rank, "dump.json")) == NULL)
        continue;
      add_file (self, rank, dump);
      add_file (self, rank, ts_variant_choose (rank, "construct.json"));
      add_rank (self, rank->name, kind, number);
      found = TRUE;
    }
  return found;
}

static void
note_step (TsProbe *self, gint64 step)
{
  TsFoundRun *run = self->run;

  run->first_step = run->n_steps == 0 ? step : MIN (run->first_step, step);
  run->last_step = run->n_steps == 0 ? step : MAX (run->last_step, step);
  run->n_steps++;
  g_hash_table_add (self->steps, g_memdup2 (&step, sizeof step));
}

static gboolean
probe_dump (TsProbe *self, TsFolder *folder, GCancellable *cancellable)
{
  for (guint i = 0; i < folder->folders->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      TsFolder *step = g_ptr_array_index (folder->folders, i);
      gint64 number;
      if (ts_folder_kind (step->name, &number) == TS_FOLDER_STEP && add_step (self, step))
        note_step (self, number);
    }
  return self->run->n_steps > 0;
}

static gboolean
add_run (TsProbe *self, TsFolder *run)
{
  gboolean found = FALSE;

  ts_folder_list (run);
  for (guint i = 0; i < run->files->len; i++)
    {
      TsFolderFile *file = g_ptr_array_index (run->files, i);
      TsMonitorFileName parsed;

      if (ts_monitor_is_data_file (file->name))
        {
          add_file (self, run, file);
          found = TRUE;
        }
      if (ts_monitor_file_name_parse (file->name, FALSE, &parsed))
        {
          self->first = self->first < 0 ? parsed.first_step : MIN (self->first, parsed.first_step);
          self->last = MAX (self->last, parsed.last_step);
        }
      ts_monitor_file_name_clear (&parsed);
    }
  return found;
}

static gboolean
probe_monitor (TsProbe *self, TsFolder *folder, GCancellable *cancellable)
{
  for (guint i = 0; i < folder->folders->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      TsFolder *run = g_ptr_array_index (folder->folders, i);
      gint64 rank;
      TsFolderKind kind = ts_folder_kind (run->name, &rank);
      if ((kind == TS_FOLDER_RUN || kind == TS_FOLDER_RANK) && add_run (self, run))
        add_rank (self, run->name, kind, rank);
    }
  return g_hash_table_size (self->ranks) > 0;
}

gboolean
ts_is_step_folder (TsFolder *folder)
{
  ts_folder_list (folder);
  for (guint i = 0; i < folder->folders->len; i++)
    {
      TsFolder *rank = g_ptr_array_index (folder->folders, i);
      if (ts_is_rank_kind (ts_folder_kind (rank->name, NULL)) && ts_is_dump_rank_folder (rank))
        return TRUE;
    }
  return FALSE;
}

gboolean
ts_is_monitor_run_folder (TsFolder *folder)
{
  ts_folder_list (folder);
  for (guint i = 0; i < folder->files->len; i++)
    if (ts_monitor_is_data_file (((TsFolderFile *) g_ptr_array_index (folder->files, i))->name))
      return TRUE;
  return FALSE;
}

TsProbe *
ts_probe_folder (TsFolder *folder, TsFormat format, GCancellable *cancellable)
{
  TsProbe *self;
  gboolean found;

  if (!ts_folder_list (folder))
    return NULL;
  self = g_new0 (TsProbe, 1);
  self->run = ts_found_run_new (folder, format);
  self->ranks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->steps = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->first = self->last = -1;
  found = format == TS_FORMAT_DUMP ? probe_dump (self, folder, cancellable)
                                   : probe_monitor (self, folder, cancellable);
  self->run->n_ranks = g_hash_table_size (self->ranks);
  if (!found)
    g_clear_pointer (&self, ts_probe_free);
  return self;
}
