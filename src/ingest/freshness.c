/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/freshness.h"

#include "ingest/dump/dump-plan.h"
#include "ingest/monitor/monitor-files.h"
#include "ingest/writing/sql.h"

#include <glib/gi18n-lib.h>

/* ---- what is there ---- */

static void
clear_file (gpointer data)
{
  g_free (((TsSourceFile *) data)->path);
}

static gboolean
list_dump (GArray *files, const TsFoundRun *run, gboolean compat, GError **error)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (TsDumpPlan) plan = ts_dump_plan_new (run, compat, report, error);

  for (guint i = 0; plan != NULL && i < plan->files->len; i++)
    {
      const TsDumpFile *file = g_ptr_array_index (plan->files, i);
      TsSourceFile source
          = { g_strdup (file->display), file->size, file->mtime, file->rank, file->step, TRUE };
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
      TsSourceFile source = { g_filename_display_name (file->path),
                              file->size,
                              file->mtime,
                              file->folder->parsed.rank,
                              file->name.last_step,
                              FALSE };
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

  g_array_set_clear_func (files, clear_file);
  if (run->format == TS_FORMAT_DUMP ? list_dump (files, run, compat, error)
                                    : list_monitor (files, run, compat, cancellable, error))
    return g_steal_pointer (&files);
  return NULL;
}

/* ---- what was there ---- */

typedef struct
{
  guint64 size;
  gint64 mtime;
} Before;

typedef struct
{
  GHashTable *files; /* char* path → Before*; NULL: not known */
  GHashTable *ranks; /* gint64* */
  gint64 last_step;
  gboolean compat;
} Database;

static void
database_clear (Database *self)
{
  g_clear_pointer (&self->files, g_hash_table_unref);
  g_clear_pointer (&self->ranks, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Database, database_clear)

static gboolean
has_sources (sqlite3 *db)
{
  return sqlite3_table_column_metadata (db, NULL, "trendscope_sources", "mtime", NULL, NULL, NULL,
                                        NULL, NULL)
         == SQLITE_OK;
}

/* What a query without parameters answers is given to take, row by row. */
static gboolean
read_rows (sqlite3 *db,
           const char *sql,
           void (*take) (Database *, sqlite3_stmt *),
           Database *self,
           GError **error)
{
  g_autoptr (TsStatement) query = ts_sql_prepare (db, sql, error);
  int status = SQLITE_DONE;

  while (query != NULL && (status = sqlite3_step (query)) == SQLITE_ROW)
    take (self, query);
  if (query != NULL && status != SQLITE_DONE)
    ts_sql_set_error (db, error);
  return query != NULL && status == SQLITE_DONE;
}

static void
take_file (Database *self, sqlite3_stmt *row)
{
  const char *path = (const char *) sqlite3_column_text (row, 0);
  Before *before = g_new (Before, 1);

  *before = (Before){ (guint64) sqlite3_column_int64 (row, 1), sqlite3_column_int64 (row, 2) };
  g_hash_table_replace (self->files, g_strdup (path != NULL ? path : ""), before);
}

static void
take_rank (Database *self, sqlite3_stmt *row)
{
  gint64 rank = sqlite3_column_int64 (row, 0);

  g_hash_table_add (self->ranks, g_memdup2 (&rank, sizeof rank));
}

static void
take_last_step (Database *self, sqlite3_stmt *row)
{
  if (sqlite3_column_type (row, 0) == SQLITE_INTEGER)
    self->last_step = sqlite3_column_int64 (row, 0);
}

static void
take_compat (Database *self, sqlite3_stmt *row)
{
  self->compat = TRUE;
}

static gboolean
read_database (Database *self, sqlite3 *db, GError **error)
{
  if (!has_sources (db))
    return TRUE;
  self->last_step = -1;
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->ranks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return read_rows (db, "SELECT path, size, mtime FROM trendscope_sources", take_file, self, error)
         && read_rows (db, "SELECT rank FROM trendscope_ranks", take_rank, self, error)
         && read_rows (db, "SELECT max(train_step) FROM trendscope_steps", take_last_step, self,
                       error)
         && read_rows (db, "SELECT 1 FROM trendscope_meta WHERE key = 'compat' AND value = 'true'",
                       take_compat, self, error);
}

static gboolean
open_database (Database *self, const char *path, GError **error)
{
  sqlite3 *db = NULL;
  gboolean good = sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;

  if (good)
    good = read_database (self, db, error);
  else
    ts_sql_set_error (db, error);
  sqlite3_close (db);
  if (!good)
    {
      g_autofree char *display = g_filename_display_name (path);
      g_prefix_error (error, "%s: ", display);
    }
  return good;
}

/* ---- the difference ---- */

static void
add_number (GHashTable *set, gint64 number)
{
  g_hash_table_add (set, g_memdup2 (&number, sizeof number));
}

static void
compare (TsFreshness *self, const Database *database, const GArray *files)
{
  g_autoptr (GHashTable) steps = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) ranks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint n_found = 0;

  self->known = TRUE;
  for (guint i = 0; i < files->len; i++)
    {
      const TsSourceFile *file = &g_array_index (files, TsSourceFile, i);
      const Before *before = g_hash_table_lookup (database->files, file->path);

      self->n_files_more += before == NULL;
      n_found += before != NULL;
      if (before != NULL)
        self->n_changed += before->size != file->size || before->mtime != file->mtime;
      if (file->is_one && file->step > database->last_step)
        add_number (steps, file->step);
      if (file->rank >= 0 && !g_hash_table_contains (database->ranks, &file->rank))
        add_number (ranks, file->rank);
    }
  self->n_files_gone = g_hash_table_size (database->files) - n_found;
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
  g_auto (Database) database = { 0 };
  g_autoptr (GArray) files = NULL;
  g_autoptr (GError) reason = NULL;

  *self = (TsFreshness){ 0 };
  if (!open_database (&database, db_path, error))
    return FALSE;
  if (database.files == NULL)
    return TRUE;
  files = ts_source_files_list (run, database.compat, cancellable, &reason);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (files == NULL) /* nothing is there any more */
    files = g_array_new (FALSE, FALSE, sizeof (TsSourceFile));
  compare (self, &database, files);
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
