/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/import.h"

#include "ingest/freshness.h"
#include "ingest/import-error.h"
#include "ingest/mapping.h"
#include "ingest/pipeline.h"
#include "ingest/shard.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
ts_import_result_free (TsImportResult *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->databases);
  ts_import_report_unref (self->report);
  g_free (self);
}

static guint
get_n_threads (const TsImportOptions *options)
{
  return options->n_threads > 0 ? options->n_threads : g_get_num_processors ();
}

static TsImportSource *
source_new (const TsFoundRun *run,
            const TsImportOptions *options,
            const TsMapping *mapping,
            TsImportReport *report)
{
  if (run->format == TS_FORMAT_DUMP)
    return ts_dump_source_new (run, options, mapping, report);
  return ts_monitor_source_new (run, options, mapping, report);
}

/* ---- several runs, one after the other ---- */

typedef struct
{
  const TsImportOptions *options;
  const TsMapping *mapping;
  TsImportReport *report; /* of all runs */
  GPtrArray *parts;       /* TsPartFile*: complete, not yet under their names */
  GCancellable *cancellable;
  TsImportProgressFunc progress;
  gpointer progress_data;
  TsImportProgress before; /* of the runs that are done */
  TsImportProgress last;   /* of the current one */
  guint64 bytes_after;     /* of the runs that come later */
  GPtrArray *databases;    /* char*: what is there in the end */
  gboolean is_done;        /* a shard was there already, or is nobody's business */
} Import;

static void
add_progress (const TsImportProgress *progress, gpointer data)
{
  Import *self = data;
  TsImportProgress sum = *progress;

  self->last = *progress;
  sum.bytes_done += self->before.bytes_done;
  sum.bytes_total += self->before.bytes_total + self->bytes_after;
  sum.units_done += self->before.units_done;
  sum.units_total += self->before.units_total;
  sum.rows += self->before.rows;
  if (self->progress != NULL)
    self->progress (&sum, self->progress_data);
}

static void
end_run (Import *self)
{
  self->before.bytes_done += self->last.bytes_total;
  self->before.bytes_total += self->last.bytes_total;
  self->before.units_done += self->last.units_total;
  self->before.units_total += self->last.units_total;
  self->before.rows += self->last.rows;
  self->last = (TsImportProgress){ 0 };
}

/* Imports what is the run's, of which files are read, into path. */
static gboolean
import_files (Import *self,
              const TsFoundRun *run,
              const char *path,
              GArray *files,
              const char *division,
              const char *prefix,
              GError **error)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  TsImportSource *source = source_new (run, self->options, self->mapping, report);
  TsPartFile *part;

  source->files = files;
  source->share = run->share;
  source->division = division;
  part = ts_pipeline_run (source, path, get_n_threads (self->options), add_progress, self,
                          self->cancellable, error);

  source->klass->free (source);
  ts_import_report_merge (self->report, report, prefix);
  if (part != NULL)
    g_ptr_array_add (self->parts, part);
  end_run (self);
  return part != NULL;
}

/* There is nothing to do for the share. */
static gboolean
report_share (Import *self, const char *code, const char *prefix, char *text)
{
  ts_import_report_add (self->report, TS_SEVERITY_INFO, code, prefix != NULL ? prefix : "", 0, 1, 0,
                        "%s", text);
  g_free (text);
  self->is_done = TRUE;
  return TRUE;
}

/* Of the run's ranks only those of one share, unless that has been done. */
static gboolean
import_shard (Import *self, const TsFoundRun *run, const char *prefix, GError **error)
{
  g_autoptr (TsFoundRun) own = ts_found_run_copy (run);
  g_autofree char *name
      = ts_shard_dup_name (run->db_name, self->options->shard, self->options->n_shards);
  g_autofree char *path = g_build_filename (self->options->db_dir, name, NULL);
  g_autoptr (GArray) all
      = ts_source_files_list (run, self->options->compat, self->cancellable, error);
  g_autoptr (GArray) files = NULL;
  g_autoptr (TsShare) share = NULL;
  g_autofree char *division = NULL;

  if (all == NULL)
    return FALSE;
  share = ts_shard_divide (all, self->options->shard, self->options->n_shards);
  if (g_hash_table_size (share->own) == 0)
    return report_share (
        self, "empty-share", prefix,
        g_strdup_printf (_ ("Part %u of %u has no rank: there are fewer ranks than parts."),
                         share->number, share->n_shares));
  if (ts_shard_is_done (path, share, all, self->options))
    {
      g_ptr_array_add (self->databases, g_steal_pointer (&path));
      return report_share (
          self, "part-is-there", prefix,
          g_strdup_printf (_ ("Part %u of %u is there already, made of the same files: it was left "
                              "as it is."),
                           share->number, share->n_shares));
    }
  own->share = share;
  division = ts_shard_dup_division (all, self->options);
  files = ts_source_files_list (own, self->options->compat, self->cancellable, error);
  return files != NULL && import_files (self, own, path, files, division, prefix, error);
}

static gboolean
import_run (Import *self, const TsFoundRun *run, const char *prefix, GError **error)
{
  g_autofree char *path = g_build_filename (self->options->db_dir, run->db_name, NULL);
  g_autoptr (GArray) files = NULL;

  if (self->options->n_shards > 0)
    return import_shard (self, run, prefix, error);
  files = ts_source_files_list (run, self->options->compat, self->cancellable, NULL);
  return import_files (self, run, path, files, NULL, prefix, error);
}

/* The paths of one of several runs begin with its folder. */
static char *
run_prefix (const TsScanResult *scan, const TsFoundRun *run)
{
  g_autofree char *folder = g_canonicalize_filename (scan->folder, NULL);
  const char *inside = run->data_dir;
  gsize length = strlen (folder);

  if (scan->runs->len < 2 || strncmp (run->data_dir, folder, length) != 0)
    return NULL;
  inside += length;
  while (*inside == G_DIR_SEPARATOR)
    inside++;
  return *inside == '\0' ? NULL : g_strdup (inside);
}

/* One run that fails does not stop the others; the first error is kept for the case that all do. */
static gboolean
import_runs (Import *self, const TsScanResult *scan, GError **error)
{
  for (guint i = 0; i < scan->runs->len; i++)
    self->bytes_after += ((TsFoundRun *) g_ptr_array_index (scan->runs, i))->n_bytes;
  for (guint i = 0; i < scan->runs->len; i++)
    {
      const TsFoundRun *run = g_ptr_array_index (scan->runs, i);
      g_autofree char *prefix = run_prefix (scan, run);
      g_autoptr (GError) run_error = NULL;

      self->bytes_after -= run->n_bytes;
      if (import_run (self, run, prefix, &run_error))
        continue;
      if (g_error_matches (run_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_clear_error (error);
          g_propagate_error (error, g_steal_pointer (&run_error));
          return FALSE;
        }
      ts_import_report_add (self->report, TS_SEVERITY_ERROR, "not-imported", prefix, 0, 1, 0,
                            "%s: %s", run->db_name, run_error->message);
      if (error != NULL && *error == NULL)
        *error = g_steal_pointer (&run_error);
    }
  if (self->parts->len == 0 && !self->is_done)
    return FALSE;
  g_clear_error (error);
  return TRUE;
}

/* All databases of a folder get their names together, or none does: first whatever may fail or be
 * cancelled, then nothing but renames, which nothing interrupts. */
static gboolean
commit_all (Import *self, GPtrArray *databases, GError **error)
{
  for (guint i = 0; i < self->parts->len; i++)
    if (!ts_part_file_prepare (g_ptr_array_index (self->parts, i), error))
      return FALSE;
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  for (guint i = 0; i < self->parts->len; i++)
    {
      TsPartFile *part = g_ptr_array_index (self->parts, i);
      if (!ts_part_file_commit (part, error))
        return FALSE;
      g_ptr_array_add (databases, g_strdup (ts_part_file_get_final_path (part)));
    }
  return TRUE;
}

static gboolean
check_found (const TsScanResult *scan, const TsImportOptions *options, GError **error)
{
  g_autofree char *display = g_filename_display_name (options->data_dir);

  if (scan->runs->len > 0)
    return TRUE;
  if (options->format == TS_FORMAT_DUMP)
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
                 _ ("No dump data in “%s”: there is no step<N>/rank<R>/dump.json in it or up to "
                    "three levels below."),
                 display);
  else if (options->format == TS_FORMAT_MONITOR)
    g_set_error (
        error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
        _ ("No monitor data in “%s”: there is no folder like Dec03_21-34-40-rank0-1a2b3c4d "
           "(or rank_0) with CSV files in it or up to three levels below."),
        display);
  else
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
                 _ ("No msProbe data in “%s”: neither step<N>/rank<R>/dump.json nor a folder like "
                    "Dec03_21-34-40-rank0-1a2b3c4d with CSV files, in it or up to three levels "
                    "below."),
                 display);
  return FALSE;
}

gboolean
ts_import_run_into (const TsImportOptions *options,
                    TsImportReport *report,
                    GPtrArray *databases,
                    TsImportProgressFunc progress,
                    gpointer data,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (TsMapping) mapping = NULL;
  g_autoptr (TsScanResult) scan = NULL;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_part_file_free);
  g_autoptr (GError) first_error = NULL;
  Import self = { .options = options,
                  .report = report,
                  .parts = parts,
                  .databases = databases,
                  .cancellable = cancellable,
                  .progress = progress,
                  .progress_data = data };

  g_return_val_if_fail (options->data_dir != NULL && options->db_dir != NULL, FALSE);
  if (options->mapping_path != NULL
      && (mapping = ts_mapping_load (options->mapping_path, error)) == NULL)
    return FALSE;
  if (mapping != NULL)
    ts_mapping_set_cancellable (mapping, cancellable);
  self.mapping = mapping;
  scan = ts_scan_folder (options->data_dir, options->format, report, cancellable, error);
  if (scan == NULL || !check_found (scan, options, error))
    return FALSE;
  if (import_runs (&self, scan, &first_error) && commit_all (&self, databases, &first_error))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&first_error));
  return FALSE;
}

TsImportResult *
ts_import_run (const TsImportOptions *options,
               TsImportProgressFunc progress,
               gpointer data,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (TsImportResult) result = g_new0 (TsImportResult, 1);

  result->databases = g_ptr_array_new_with_free_func (g_free);
  result->report = ts_import_report_new ();
  if (!ts_import_run_into (options, result->report, result->databases, progress, data, cancellable,
                           error))
    return NULL;
  return g_steal_pointer (&result);
}
