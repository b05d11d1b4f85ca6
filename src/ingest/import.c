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
  GPtrArray *updated;     /* char*: databases that were added to, or had nothing to be added */
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

/* All of it, into a new database. */
static gboolean
import_all (Import *self,
            const TsFoundRun *run,
            const TsImportOptions *options,
            const char *path,
            const char *division,
            TsImportReport *report,
            GError **error)
{
  TsImportSource *source = source_new (run, options, self->mapping, report);
  TsPartFile *part;

  source->share = run->share;
  source->division = division;
  part = ts_pipeline_run (source, path, get_n_threads (options), add_progress, self,
                          self->cancellable, error);
  source->klass->free (source);
  if (part != NULL)
    g_ptr_array_add (self->parts, part);
  return part != NULL;
}

/* ---- onto a database that is there ---- */

/* What an update of one run goes by. */
typedef struct
{
  Import *import;
  const TsFoundRun *run;
  const char *path;
  TsImportReport *report;
  TsImported *onto;
  TsImportOptions *options; /* as the database was made */
} Update;

/* The database of an update is made as it was, but for what was asked for. */
static TsImportOptions *
options_for (const TsImportOptions *asked, const TsImported *onto)
{
  TsImportOptions *options = ts_import_options_copy (asked);

  if (!asked->has_micro_step)
    options->micro_step = onto->micro_step;
  options->compat |= onto->compat;
  options->all_dtypes |= onto->all_dtypes;
  return options;
}

/* Why the database can't be added to, whatever the files are. Caller frees; NULL: it can. */
static char *
find_obstacle (const Update *self)
{
  const TsImportOptions *options = self->options;
  const TsImported *onto = self->onto;

  if (!onto->can_grow)
    return g_strdup (_ ("the database is of an earlier version"));
  if (onto->format != self->run->format)
    return g_strdup (_ ("the data is of another kind"));
  if (onto->micro_step != options->micro_step || onto->all_dtypes != options->all_dtypes
      || onto->compat != options->compat)
    return g_strdup (_ ("other options were given"));
  if (onto->compat)
    return g_strdup (_ ("the database has exactly msProbe’s rows"));
  if (onto->mapping != NULL || options->mapping_path != NULL)
    return g_strdup (_ ("names are replaced by a mapping"));
  return NULL;
}

/* What an update would have to leave as it is. */
static guint
count_missing (const Update *self, const GArray *files)
{
  g_autoptr (GHashTable) now = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer path, known;
  guint n = 0;

  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      g_hash_table_insert (now, file->path, file);
    }
  g_hash_table_iter_init (&iter, self->onto->files);
  while (g_hash_table_iter_next (&iter, &path, &known))
    {
      const TsSourceFile *before = known;
      const TsSourceFile *file = g_hash_table_lookup (now, path);
      gboolean is_short = file != NULL && file->size < before->read_to;

      if (file != NULL && !is_short)
        continue;
      n++;
      ts_import_report_add (
          self->report, TS_SEVERITY_WARNING, is_short ? "source-short" : "source-gone", path, 0, 1,
          0,
          is_short ? _ ("The file is shorter than it was; what was read of it is kept.")
                   : _ ("The file is gone; what was read of it is kept."));
    }
  return n;
}

/* Whether anything is there that the database has not. */
static gboolean
has_news (const Update *self, const GArray *files)
{
  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      const TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      const TsSourceFile *known = ts_imported_find (self->onto, file->path);
      if (known == NULL || !ts_source_is_same (file, known))
        return TRUE;
    }
  return FALSE;
}

static gboolean
add_to (Update *self, GError **error)
{
  Import *import = self->import;
  g_autoptr (TsPartFile) lock = ts_part_file_open (self->path, error);
  TsImportSource *source;
  gboolean done;

  if (lock == NULL)
    return FALSE;
  source = source_new (self->run, self->options, import->mapping, self->report);
  source->onto = self->onto;
  if (self->options->settle > 0)
    source->settled = g_get_real_time () / G_USEC_PER_SEC - self->options->settle;
  done = ts_pipeline_update (source, self->path, get_n_threads (self->options), add_progress,
                             import, import->cancellable, error);
  source->klass->free (source);
  if (done)
    g_ptr_array_add (import->updated, g_strdup (self->path));
  return done;
}

/* Everything anew, since adding would not give the same; but no rows are lost that nobody wants to
 * lose. */
static gboolean
import_anew (Update *self, const char *reason, guint n_missing, GError **error)
{
  if (n_missing > 0 && !self->options->prune)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW,
                   g_dngettext (GETTEXT_PACKAGE,
                                "Everything would have to be imported again (%s), but %u file is "
                                "gone or shorter, whose rows would be lost. Update with --prune to "
                                "give them up.",
                                "Everything would have to be imported again (%s), but %u files are "
                                "gone or shorter, whose rows would be lost. Update with --prune to "
                                "give them up.",
                                n_missing),
                   reason, n_missing);
      return FALSE;
    }
  g_clear_pointer (&self->report, ts_import_report_unref);
  self->report = ts_import_report_new ();
  if (!import_all (self->import, self->run, self->options, self->path, NULL, self->report, error))
    return FALSE;
  ts_import_report_add (self->report, TS_SEVERITY_INFO, "imported-anew", "", 0, 1, 0,
                        _ ("Everything was imported again: %s."), reason);
  return TRUE;
}

static gboolean
update_with (Update *self, GError **error)
{
  g_autoptr (GArray) files
      = ts_source_files_list (self->run, self->options->compat, self->import->cancellable, NULL);
  g_autofree char *obstacle = find_obstacle (self);
  g_autoptr (GError) reason = NULL;
  guint n_missing = count_missing (self, files);

  if (n_missing > 0 && self->options->prune)
    return import_anew (self, _ ("files are gone"), n_missing, error);
  if (!has_news (self, files) && !(obstacle != NULL && self->options->has_micro_step))
    {
      g_ptr_array_add (self->import->updated, g_strdup (self->path));
      return TRUE;
    }
  if (obstacle != NULL)
    return import_anew (self, obstacle, n_missing, error);
  if (add_to (self, &reason))
    return TRUE;
  if (g_error_matches (reason, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW))
    return import_anew (self, reason->message, n_missing, error);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

static gboolean
check_sources (const Update *self, GError **error)
{
  g_autofree char *display = g_filename_display_name (self->path);

  if (!self->onto->has_sources)
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW,
                 _ ("“%s” does not say what it was made of, as msProbe’s databases don’t. Convert "
                    "without --update to replace it, or choose another folder."),
                 display);
  else if (self->onto->mapping != NULL && self->options->mapping_path == NULL)
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW,
                 _ ("“%s” was made with the mapping “%s”. Give it again with --mapping."), display,
                 self->onto->mapping);
  else
    return TRUE;
  return FALSE;
}

/* report: transfer full; the one that is returned says what was done. */
static gboolean
update_run (
    Import *self, const TsFoundRun *run, const char *path, TsImportReport **report, GError **error)
{
  Update update = { self, run, path, *report, ts_imported_load (path, error), NULL };
  gboolean done = FALSE;

  if (update.onto == NULL)
    return FALSE;
  update.options = options_for (self->options, update.onto);
  done = check_sources (&update, error) && update_with (&update, error);
  *report = update.report;
  ts_import_options_free (update.options);
  ts_imported_free (update.onto);
  return done;
}

/* Imports what is the run's into path. */
static gboolean
import_files (Import *self,
              const TsFoundRun *run,
              const char *path,
              const char *division,
              const char *prefix,
              GError **error)
{
  TsImportReport *report = ts_import_report_new ();
  gboolean update = self->options->update && g_file_test (path, G_FILE_TEST_EXISTS);
  gboolean done = update ? update_run (self, run, path, &report, error)
                         : import_all (self, run, self->options, path, division, report, error);

  ts_import_report_merge (self->report, report, prefix);
  ts_import_report_unref (report);
  end_run (self);
  return done;
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
  return import_files (self, own, path, division, prefix, error);
}

static gboolean
import_run (Import *self, const TsFoundRun *run, const char *prefix, GError **error)
{
  g_autofree char *path = g_build_filename (self->options->db_dir, run->db_name, NULL);

  if (self->options->n_shards > 0)
    return import_shard (self, run, prefix, error);
  return import_files (self, run, path, NULL, prefix, error);
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
      if (self->options->only != NULL && strcmp (self->options->only, run->db_name) != 0)
        continue;
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
  if (self->parts->len == 0 && self->updated->len == 0 && !self->is_done)
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
  for (guint i = 0; i < self->updated->len; i++)
    g_ptr_array_add (databases, g_strdup (g_ptr_array_index (self->updated, i)));
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
  g_autoptr (GPtrArray) updated = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) first_error = NULL;
  Import self = { .options = options,
                  .report = report,
                  .parts = parts,
                  .databases = databases,
                  .updated = updated,
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
