/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/imported.h"

#include "ingest/import-error.h"
#include "ingest/import-report.h"
#include "ingest/step-info.h"
#include "ingest/writing/sql.h"

#include <string.h>

void
ts_imported_free (TsImported *self)
{
  if (self == NULL)
    return;
  g_free (self->mapping);
  g_hash_table_unref (self->files);
  g_hash_table_unref (self->ranks);
  g_hash_table_unref (self->report);
  g_array_unref (self->steps);
  g_ptr_array_unref (self->stats);
  g_ptr_array_unref (self->metrics);
  g_free (self);
}

static void
free_file (gpointer data)
{
  ts_source_file_clear (data);
  g_free (data);
}

static TsImported *
imported_new (void)
{
  TsImported *self = g_new0 (TsImported, 1);

  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_file);
  self->ranks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->report
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->steps = g_array_new (FALSE, FALSE, sizeof (TsStepInfo));
  self->stats = g_ptr_array_new_with_free_func (g_free);
  self->metrics = g_ptr_array_new_with_free_func (g_free);
  self->last_step = -1;
  return self;
}

/* ---- row by row ---- */

static char *
dup_text (sqlite3_stmt *row, int column)
{
  return g_strdup ((const char *) sqlite3_column_text (row, column));
}

static void
take_file (TsImported *self, sqlite3_stmt *row)
{
  TsSourceFile *file = g_new0 (TsSourceFile, 1);
  int i = 0;

  file->path = dup_text (row, i++);
  if (file->path == NULL)
    file->path = g_strdup ("");
  file->size = (guint64) sqlite3_column_int64 (row, i++);
  file->mtime = sqlite3_column_int64 (row, i++);
  file->read_to = (guint64) sqlite3_column_int64 (row, i++);
  file->outcome = dup_text (row, i++);
  if (sqlite3_column_count (row) > i)
    {
      file->line = sqlite3_column_int64 (row, i++);
      file->n_rows = (guint64) sqlite3_column_int64 (row, i++);
      file->first_step = sqlite3_column_int64 (row, i++);
      file->last_step = sqlite3_column_int64 (row, i++);
      file->rank = sqlite3_column_int64 (row, i++);
      file->mark = (guint64) sqlite3_column_int64 (row, i++);
      file->flags = (guint) sqlite3_column_int64 (row, i++);
    }
  g_hash_table_replace (self->files, file->path, file);
}

static void
take_rank (TsImported *self, sqlite3_stmt *row)
{
  gint64 rank = sqlite3_column_int64 (row, 0);

  g_hash_table_add (self->ranks, g_memdup2 (&rank, sizeof rank));
}

static void
take_step (TsImported *self, sqlite3_stmt *row)
{
  TsStepInfo info = { sqlite3_column_int64 (row, 0), sqlite3_column_int64 (row, 1),
                      sqlite3_column_int64 (row, 2) };

  g_array_append_val (self->steps, info);
  self->last_step = MAX (self->last_step, info.train_step);
}

static void
take_stat (TsImported *self, sqlite3_stmt *row)
{
  g_ptr_array_add (self->stats, dup_text (row, 0));
}

static void
take_metric (TsImported *self, sqlite3_stmt *row)
{
  gint64 id = sqlite3_column_int64 (row, 0);

  if (id < 1 || id > 1000000)
    return;
  if (self->metrics->len < (guint) id)
    g_ptr_array_set_size (self->metrics, (int) id);
  g_free (g_ptr_array_index (self->metrics, id - 1));
  g_ptr_array_index (self->metrics, id - 1) = dup_text (row, 1);
}

static void
take_meta (TsImported *self, sqlite3_stmt *row)
{
  const char *key = (const char *) sqlite3_column_text (row, 0);
  const char *value = (const char *) sqlite3_column_text (row, 1);

  if (key == NULL || value == NULL)
    return;
  if (strcmp (key, "format") == 0)
    ts_format_from_string (value, &self->format);
  else if (strcmp (key, "micro_step") == 0)
    self->micro_step = strcmp (value, "true") == 0;
  else if (strcmp (key, "compat") == 0)
    self->compat = strcmp (value, "true") == 0;
  else if (strcmp (key, "all_dtypes") == 0)
    self->all_dtypes = strcmp (value, "true") == 0;
  else if (strcmp (key, "mapping") == 0)
    self->mapping = g_strdup (value);
  else if (strcmp (key, "files") == 0)
    self->n_files = g_ascii_strtoull (value, NULL, 10);
  else if (strcmp (key, "rows_read") == 0)
    self->n_rows_read = g_ascii_strtoull (value, NULL, 10);
  else if (strcmp (key, "rows_stored") == 0)
    self->n_rows_stored = g_ascii_strtoull (value, NULL, 10);
}

static void
take_max_rank (TsImported *self, sqlite3_stmt *row)
{
  self->max_rank = sqlite3_column_int64 (row, 0);
}

static void
take_entry (TsImported *self, sqlite3_stmt *row)
{
  TsReportEntry *entry = g_new0 (TsReportEntry, 1);
  const char *severity = (const char *) sqlite3_column_text (row, 0);
  const char *code = (const char *) sqlite3_column_text (row, 1);
  GPtrArray *entries;

  for (int i = TS_SEVERITY_INFO; i <= TS_SEVERITY_ERROR; i++)
    if (g_strcmp0 (severity, ts_severity_to_string ((TsSeverity) i)) == 0)
      entry->severity = (TsSeverity) i;
  entry->code = g_intern_string (code != NULL ? code : "");
  entry->path = sqlite3_column_type (row, 2) == SQLITE_NULL ? g_strdup ("") : dup_text (row, 2);
  entry->line = sqlite3_column_int64 (row, 3);
  entry->message = sqlite3_column_type (row, 4) == SQLITE_NULL ? g_strdup ("") : dup_text (row, 4);
  entry->count = (guint64) sqlite3_column_int64 (row, 5);
  entries = g_hash_table_lookup (self->report, entry->path);
  if (entries == NULL)
    {
      entries = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_report_entry_free);
      g_hash_table_insert (self->report, g_strdup (entry->path), entries);
    }
  g_ptr_array_add (entries, entry);
}

/* ---- the database ---- */

static gboolean
has_column (sqlite3 *db, const char *table, const char *column)
{
  return sqlite3_table_column_metadata (db, NULL, table, column, NULL, NULL, NULL, NULL, NULL)
         == SQLITE_OK;
}

/* What a query without parameters answers is given to take, row by row. */
static gboolean
read_rows (TsImported *self,
           sqlite3 *db,
           const char *sql,
           void (*take) (TsImported *, sqlite3_stmt *),
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

static gboolean
read_all (TsImported *self, sqlite3 *db, GError **error)
{
  /* First what fails when it is no database. */
  if (!ts_sql_exec (db, "SELECT count(*) FROM sqlite_master", error))
    return FALSE;
  self->has_sources = has_column (db, "trendscope_sources", "mtime");
  self->can_grow = has_column (db, "trendscope_sources", "flags")
                   && has_column (db, "trendscope_first", "step");
  if (!self->has_sources)
    return TRUE;
  return read_rows (self, db,
                    self->can_grow
                        ? "SELECT path, size, mtime, read_to, outcome, line, rows, first_step, "
                          "last_step, rank, mark, flags FROM trendscope_sources"
                        : "SELECT path, size, mtime, read_to, outcome FROM trendscope_sources",
                    take_file, error)
         && read_rows (self, db, "SELECT rank FROM trendscope_ranks", take_rank, error)
         && read_rows (self, db,
                       "SELECT step, train_step, micro_step FROM trendscope_steps ORDER BY step",
                       take_step, error)
         && read_rows (self, db,
                       "SELECT name FROM pragma_table_info ('trend_data') WHERE cid >= 4 "
                       "ORDER BY cid",
                       take_stat, error)
         && read_rows (self, db, "SELECT metric_id, metric_name FROM monitoring_metrics",
                       take_metric, error)
         && read_rows (self, db, "SELECT key, value FROM trendscope_meta", take_meta, error)
         && read_rows (self, db, "SELECT max_rank FROM global_stats", take_max_rank, error)
         && read_rows (self, db,
                       "SELECT severity, code, path, line, message, count FROM trendscope_report",
                       take_entry, error);
}

/* An update that was killed leaves a journal; whoever may write undoes it. */
static int
open_database (const char *path, sqlite3 **db)
{
  g_autofree char *journal = g_strconcat (path, "-journal", NULL);
  gboolean repair = g_file_test (journal, G_FILE_TEST_EXISTS);

  return sqlite3_open_v2 (path, db, repair ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, NULL);
}

TsImported *
ts_imported_load (const char *db_path, GError **error)
{
  g_autoptr (TsImported) self = imported_new ();
  sqlite3 *db = NULL;
  gboolean good = open_database (db_path, &db) == SQLITE_OK;

  if (good)
    {
      sqlite3_busy_timeout (db, 5000);
      good = read_all (self, db, error);
    }
  else
    ts_sql_set_error (db, error);
  sqlite3_close (db);
  if (good)
    return g_steal_pointer (&self);
  g_autofree char *display = g_filename_display_name (db_path);
  g_prefix_error (error, "%s: ", display);
  return NULL;
}

TsSourceFile *
ts_imported_find (const TsImported *self, const char *path)
{
  return g_hash_table_lookup (self->files, path);
}

guint
ts_imported_find_metric (const TsImported *self, const char *name)
{
  for (guint i = 0; i < self->metrics->len; i++)
    if (g_strcmp0 (g_ptr_array_index (self->metrics, i), name) == 0)
      return i + 1;
  return 0;
}

gboolean
ts_imported_has_stat (const TsImported *self, const char *name)
{
  return g_ptr_array_find_with_equal_func (self->stats, name, g_str_equal, NULL);
}
