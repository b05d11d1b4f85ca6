/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/freshness.h"

#include "ingest/dump/dump-plan.h"
#include "ingest/imported.h"
#include "ingest/monitor/monitor-files.h"

#include <glib/gi18n-lib.h>

/* ---- what is there ---- */

static gboolean
list_dump (GArray *files, const TsFoundRun *run, gboolean compat, GError **error)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (TsDumpPlan) plan = ts_dump_plan_new (run, compat, report, error);

  for (guint i = 0; plan != NULL && i < plan->files->len; i++)
    {
      const TsDumpFile *file = g_ptr_array_index (plan->files, i);
      TsSourceFile source = { .path = g_strdup (file->display),
                              .size = file->size,
                              .mtime = file->mtime,
                              .rank = file->rank,
                              .step = file->step,
                              .is_one = TRUE,
                              .mark = file->beside };
      g_array_append_val (files, source);
    }
  return plan != NULL;
}

static gboolean
list_monitor (GArray *files,
              const TsFoundRun *run,
              gboolean compat,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (TsMonitorFiles) found
      = ts_monitor_files_list (run, compat, report, cancellable, error);

  for (guint i = 0; found != NULL && i < found->files->len; i++)
    {
      const TsMonitorFile *file = g_ptr_array_index (found->files, i);
      TsSourceFile source = { .path = g_filename_display_name (file->path),
                              .size = file->size,
                              .mtime = file->mtime,
                              .rank = file->folder->parsed.rank,
                              .step = file->name.last_step };
      g_array_append_val (files, source);
    }
  return found != NULL;
}

GArray *
ts_source_files_list (const TsFoundRun *run,
                      gboolean compat,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (TsSourceFile));

  g_array_set_clear_func (files, ts_source_file_clear);
  if (run->format == TS_FORMAT_DUMP ? list_dump (files, run, compat, error)
                                    : list_monitor (files, run, compat, cancellable, error))
    return g_steal_pointer (&files);
  return NULL;
}

/* ---- the difference ---- */

static void
add_number (GHashTable *set, gint64 number)
{
  g_hash_table_add (set, g_memdup2 (&number, sizeof number));
}

static void
compare (TsFreshness *self, const TsImported *database, const GArray *files)
{
  g_autoptr (GHashTable) steps = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) ranks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint n_found = 0, n_kept = 0;
  GHashTableIter iter;
  gpointer known;

  self->known = TRUE;
  for (guint i = 0; i < files->len; i++)
    {
      const TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      const TsSourceFile *before = ts_imported_find (database, file->path);

      self->n_files_more += before == NULL;
      n_found += before != NULL;
      n_kept += before != NULL && (before->flags & TS_SOURCE_KEPT) != 0;
      if (before != NULL)
        self->n_changed += !ts_source_is_same (file, before);
      if (file->is_one && file->step > database->last_step)
        add_number (steps, file->step);
      if (file->rank >= 0 && !g_hash_table_contains (database->ranks, &file->rank))
        add_number (ranks, file->rank);
    }
  /* Those that an update has told of already are told no more. */
  self->n_files_gone = g_hash_table_size (database->files) - n_found + n_kept;
  g_hash_table_iter_init (&iter, database->files);
  while (g_hash_table_iter_next (&iter, NULL, &known))
    self->n_files_gone -= (((TsSourceFile *) known)->flags & TS_SOURCE_KEPT) != 0;
  self->n_steps_newer = g_hash_table_size (steps);
  self->n_ranks_more = g_hash_table_size (ranks);
}

gboolean
ts_freshness_check (TsFreshness *self,
                    const TsFoundRun *run,
                    const char *db_path,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (TsImported) database = ts_imported_load (db_path, error);
  g_autoptr (GArray) files = NULL;
  g_autoptr (GError) reason = NULL;

  *self = (TsFreshness){ 0 };
  if (database == NULL)
    return FALSE;
  if (!database->has_sources)
    return TRUE;
  files = ts_source_files_list (run, database->compat, cancellable, &reason);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (files == NULL) /* nothing is there any more */
    files = g_array_new (FALSE, FALSE, sizeof (TsSourceFile));
  compare (self, database, files);
  return TRUE;
}

gboolean
ts_freshness_is_current (const TsFreshness *self)
{
  return self->n_files_more == 0 && self->n_changed == 0 && self->n_files_gone == 0;
}

char *
ts_freshness_dup_text (const TsFreshness *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

#define add(n, one, many)                                                                          \
  if ((n) > 0)                                                                                     \
  g_ptr_array_add (parts, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, one, many, n), n))
  add (self->n_steps_newer, "%u newer step", "%u newer steps");
  add (self->n_ranks_more, "%u rank more", "%u ranks more");
  if (parts->len == 0)
    add (self->n_files_more, "%u file more", "%u files more");
  add (self->n_changed, "%u file changed", "%u files changed");
  add (self->n_files_gone, "%u file gone", "%u files gone");
#undef add
  g_ptr_array_add (parts, NULL);
  /* Translators: between the parts of a list. */
  return g_strjoinv (_ (", "), (char **) parts->pdata);
}
