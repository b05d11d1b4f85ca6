/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/writing/writer.h"

#include "ingest/import-error.h"
#include "ingest/writing/writer-private.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Rows of a unit are sorted together up to this size. */
#define MAX_PENDING (16 * 1024 * 1024)
/* What may be kept in memory of targets: a few hundred thousand of them. */
#define MAX_TARGETS (24 * 1024 * 1024)

typedef struct
{
  guint64 count;
  gint64 line;
  char *name;
} Duplicates;

static void
duplicates_free (gpointer data)
{
  Duplicates *self = data;

  g_free (self->name);
  g_free (self);
}

/* ---- setting up ---- */

/* Nothing here has to survive a crash before the file gets its name, so no journal and no sync. */
static const char pragmas[] = "PRAGMA page_size=16384;"
                              "PRAGMA journal_mode=OFF;"
                              "PRAGMA synchronous=OFF;"
                              "PRAGMA locking_mode=EXCLUSIVE;"
                              "PRAGMA temp_store=MEMORY;"
                              "PRAGMA cache_size=-24576;"
                              "PRAGMA foreign_keys=OFF;";

/* A database that is in use already has to survive one, and whoever reads it may go on meanwhile:
 * pages stay in memory until the end, if they are not too many. */
static const char update_pragmas[] = "PRAGMA synchronous=FULL;"
                                     "PRAGMA temp_store=MEMORY;"
                                     "PRAGMA cache_size=-131072;"
                                     "PRAGMA foreign_keys=OFF;";
#define BUSY_MS 10000

/* The columns of trend_data and trendscope_exact are alike. */
static char *
insert_sql (const TsWriter *self, const char *verb, const char *table)
{
  GString *sql = g_string_new (verb);

  g_string_append_printf (sql, " INTO %s VALUES (?,?,?,?", table);
  for (guint i = 0; i < self->n_stats; i++)
    g_string_append (sql, ",?");
  g_string_append_c (sql, ')');
  return g_string_free (sql, FALSE);
}

static sqlite3_stmt *
prepare_insert (TsWriter *self, const char *verb, const char *table, GError **error)
{
  g_autofree char *sql = insert_sql (self, verb, table);

  return ts_sql_prepare (self->db, sql, error);
}

static gboolean
create_tables (TsWriter *self, GError **error)
{
  g_autoptr (GPtrArray) stats = g_ptr_array_new ();
  g_autofree char *trend_data = NULL;
  g_autofree char *exact = NULL;

  for (guint i = 0; i < self->n_stats; i++)
    g_ptr_array_add (stats, g_ptr_array_index (self->source->stats, i));
  g_ptr_array_add (stats, NULL);
  trend_data = ts_schema_trend_data_sql ((const char *const *) stats->pdata);
  exact = ts_schema_exact_sql ((const char *const *) stats->pdata);
  return ts_sql_exec (self->db, ts_schema_tables_sql, error)
         && ts_sql_exec (self->db, trend_data, error)
         && ts_sql_exec (self->db, ts_schema_own_tables_sql, error)
         && ts_sql_exec (self->db, exact, error);
}

static gboolean
prepare_all (TsWriter *self, GError **error)
{
  /* OR IGNORE, since a statement that can be undone writes down what it changes; the rows are new
   * anyway, which is checked. */
  return (self->insert_all = ts_sql_prepare (
              self->db, "INSERT OR IGNORE INTO trend_data SELECT * FROM trendscope_rows", error))
             != NULL
         && (self->insert_new = prepare_insert (self, "INSERT OR IGNORE", "trend_data", error))
                != NULL
         && (self->replace = prepare_insert (self, "INSERT OR REPLACE", "trend_data", error))
                != NULL
         && (self->insert_exact
             = prepare_insert (self, "INSERT OR REPLACE", "trendscope_exact", error))
                != NULL
         && (self->delete_exact
             = ts_sql_prepare (self->db,
                               "DELETE FROM trendscope_exact WHERE rank=? AND step=? "
                               "AND target_id=? AND metric_id=?",
                               error))
                != NULL;
}

static char *
get_target_name (guint32 id, gint64 *micro_step, gpointer data)
{
  return ts_target_store_dup_name (((TsWriter *) data)->targets, id, micro_step);
}

static gboolean
begin_new (TsWriter *self, GError **error)
{
  return ts_sql_exec (self->db, pragmas, error) && ts_sql_exec (self->db, "BEGIN", error)
         && create_tables (self, error) && prepare_all (self, error)
         && (self->targets = ts_target_store_new (self->db, MAX_TARGETS, error)) != NULL;
}

static gboolean
begin_update (TsWriter *self, GError **error)
{
  sqlite3_busy_timeout (self->db, BUSY_MS);
  if (!ts_sql_exec (self->db, update_pragmas, error)
      || !ts_sql_exec (self->db, "BEGIN IMMEDIATE", error) || !prepare_all (self, error)
      || (self->targets = ts_target_store_new (self->db, MAX_TARGETS, error)) == NULL)
    return FALSE;
  ts_target_store_set_complete (self->targets, 0);
  self->planned = ts_import_report_dup_entries (self->source->report);
  return _ts_writer_check_update (self, error);
}

TsWriter *
ts_writer_new (const char *path, const TsImportSource *source, GError **error)
{
  g_autoptr (TsWriter) self = g_new0 (TsWriter, 1);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;

  g_return_val_if_fail (source->stats->len > 0 && source->stats->len <= TS_MAX_STATS, NULL);
  self->source = source;
  self->n_stats = source->stats->len;
  self->metrics = g_new0 (TsMetricUse, MAX (source->metrics->len, 1));
  self->order = ts_network_order_new (get_target_name, self);
  self->pending = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_row_batch_free);
  self->duplicates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, duplicates_free);
  if (sqlite3_open_v2 (path, &self->db, flags, NULL) != SQLITE_OK)
    {
      ts_sql_set_error (self->db, error);
      return NULL;
    }
  self->row_table.n_stats = self->n_stats;
  if (ts_row_table_register (&self->row_table, self->db) != SQLITE_OK)
    {
      ts_sql_set_error (self->db, error);
      return NULL;
    }
  if (!(source->onto != NULL ? begin_update : begin_new) (self, error)
      || (self->first = ts_first_rows_new (self->db, source, error)) == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

static void
close_database (TsWriter *self)
{
  g_clear_pointer (&self->targets, ts_target_store_free);
  g_clear_pointer (&self->first, ts_first_rows_free);
  g_clear_pointer (&self->insert_all, sqlite3_finalize);
  g_clear_pointer (&self->insert_new, sqlite3_finalize);
  g_clear_pointer (&self->replace, sqlite3_finalize);
  g_clear_pointer (&self->insert_exact, sqlite3_finalize);
  g_clear_pointer (&self->delete_exact, sqlite3_finalize);
  g_clear_pointer (&self->db, sqlite3_close);
}

void
ts_writer_free (TsWriter *self)
{
  if (self == NULL)
    return;
  close_database (self);
  for (guint i = 0; i < self->source->metrics->len; i++)
    g_free (self->metrics[i].targets);
  g_free (self->metrics);
  ts_network_order_free (self->order);
  g_ptr_array_unref (self->pending);
  g_free (self->sorted);
  g_hash_table_unref (self->duplicates);
  g_clear_pointer (&self->planned, g_ptr_array_unref);
  g_free (self);
}

/* ---- from batches to sorted rows with target ids ---- */

/* FALSE when it can't stand in the database in this order. */
static gboolean
note_use (TsWriter *self, const TsSortedRow *sorted, GError **error)
{
  TsMetricUse *use = &self->metrics[sorted->row->metric - 1];
  guint target = sorted->target_id - 1;

  if (G_UNLIKELY (target / 8 >= use->n_allocated))
    {
      guint n = MAX (target / 8 + 1, use->n_allocated * 2);
      use->targets = g_realloc (use->targets, n);
      memset (use->targets + use->n_allocated, 0, n - use->n_allocated);
      use->n_allocated = n;
    }
  if (self->source->onto != NULL)
    {
      if (!ts_first_rows_check (self->first, sorted->row, sorted->target_id, error))
        return FALSE;
    }
  else if ((use->targets[target / 8] >> (target % 8) & 1) == 0
           && !ts_first_rows_add (self->first, sorted->row, sorted->target_id, error))
    return FALSE;
  use->targets[target / 8] |= (guint8) (1u << (target % 8));
  use->present |= sorted->row->present;
  use->has_rows = TRUE;
  return TRUE;
}

/* Ids are given in the order in which rows come, so only targets that have rows get one. */
static gboolean
collect_rows (TsWriter *self, const TsRowBatch *batch, TsSortedRow *to, GError **error)
{
  const TsTargetTable *targets = ts_row_batch_get_target_table (batch);
  g_autofree guint32 *ids = g_new0 (guint32, MAX (ts_target_table_get_size (targets), 1));
  guint n = ts_row_batch_get_n_rows (batch);

  for (guint i = 0; i < n; i++)
    {
      const TsRow *row = ts_row_batch_get_row (batch, i);
      if (ids[row->target] == 0)
        ids[row->target] = ts_target_store_intern (self->targets, targets, row->target, error);
      if (ids[row->target] == 0)
        return FALSE;
      to[i] = (TsSortedRow){ row, ts_row_batch_get_values (batch, i), batch, ids[row->target] };
      if (self->source->onto == NULL)
        ts_network_order_add (self->order, &(TsNetworkRow){ row->step, row->metric, row->call },
                              ids[row->target]);
      if (!note_use (self, &to[i], error))
        return FALSE;
    }
  return TRUE;
}

static guint
count_pending (const TsWriter *self)
{
  guint n = 0;

  for (guint i = 0; i < self->pending->len; i++)
    n += ts_row_batch_get_n_rows (g_ptr_array_index (self->pending, i));
  return n;
}

/* Puts the n rows that are pending into self->sorted. */
static gboolean
sort_pending (TsWriter *self, guint n, GError **error)
{
  TsSortedRow *to;

  if (n > self->n_sorted_allocated)
    {
      self->sorted = g_renew (TsSortedRow, self->sorted, n);
      self->n_sorted_allocated = n;
    }
  to = self->sorted;
  for (guint i = 0; i < self->pending->len; i++)
    {
      const TsRowBatch *batch = g_ptr_array_index (self->pending, i);
      if (!collect_rows (self, batch, to, error))
        return FALSE;
      to += ts_row_batch_get_n_rows (batch);
    }
  ts_sort_rows (self->sorted, n);
  return TRUE;
}

/* ---- duplicates ---- */

static void
note_duplicate (TsWriter *self, const TsSortedRow *sorted)
{
  const char *path = ts_row_batch_get_source (sorted->batch, sorted->row->source);
  Duplicates *d = g_hash_table_lookup (self->duplicates, path);
  gint64 line = sorted->row->line;

  if (d == NULL)
    {
      d = g_new0 (Duplicates, 1);
      g_hash_table_insert (self->duplicates, g_strdup (path), d);
    }
  if (d->name == NULL || line < d->line)
    {
      g_free (d->name);
      d->name = g_strdup (ts_row_batch_get_target (sorted->batch, sorted->row->target)->name);
      d->line = line;
    }
  d->count++;
}

static void
report_duplicates_of (TsWriter *self, const char *path, const Duplicates *d)
{
  TsImportReport *report = self->source->report;
  g_autofree char *n = ts_format_count (d->count);

  if (self->source->later_wins)
    ts_import_report_add (
        report, TS_SEVERITY_WARNING, "duplicate-row", path, d->line, d->count, d->count,
        g_dngettext (GETTEXT_PACKAGE, "%s row is there again; the last one was kept (“%s”).",
                     "%s rows are there again; the last ones were kept (the first is “%s”).",
                     d->count),
        n, d->name);
  else
    ts_import_report_add (
        report, TS_SEVERITY_WARNING, "duplicate-row", path, d->line, d->count, d->count,
        g_dngettext (GETTEXT_PACKAGE, "%s row is there again; the first one was kept (“%s”).",
                     "%s rows are there again; the first ones were kept (the first is “%s”).",
                     d->count),
        n, d->name);
}

static void
report_duplicates (TsWriter *self)
{
  GHashTableIter iter;
  gpointer path, d;

  g_hash_table_iter_init (&iter, self->duplicates);
  while (g_hash_table_iter_next (&iter, &path, &d))
    report_duplicates_of (self, path, d);
}

/* Of rows that stand side by side with the same key one is left. Which of them is reported does not
 * depend on which is kept: it is the one that repeats. */
static guint
drop_duplicates (TsWriter *self, TsSortedRow *rows, guint n)
{
  guint kept = 0;

  for (guint i = 1; i < n; i++)
    {
      if (ts_sorted_row_compare (&rows[kept], &rows[i]) != 0)
        {
          rows[++kept] = rows[i];
          continue;
        }
      note_duplicate (self, &rows[i]);
      if (self->source->later_wins)
        rows[kept] = rows[i];
    }
  return n == 0 ? 0 : kept + 1;
}

/* ---- rows into tables ---- */

static void
bind_key (sqlite3_stmt *statement, const TsSortedRow *sorted)
{
  sqlite3_bind_int64 (statement, 1, sorted->row->rank);
  sqlite3_bind_int64 (statement, 2, sorted->row->step);
  sqlite3_bind_int64 (statement, 3, sorted->target_id);
  sqlite3_bind_int64 (statement, 4, sorted->row->metric);
}

/* Binds all columns; returns how many of the values the table can't hold as they are. */
static guint
bind_row (TsWriter *self, sqlite3_stmt *statement, const TsSortedRow *sorted)
{
  guint n_altered = 0;

  bind_key (statement, sorted);
  for (guint i = 0; i < self->n_stats; i++)
    {
      double value = sorted->values[i];
      if ((sorted->row->present >> i & 1) == 0)
        {
          sqlite3_bind_null (statement, 5 + (int) i);
          continue;
        }
      if (G_UNLIKELY (ts_row_is_altered (sorted->row, i, sorted->values[i])))
        {
          n_altered++;
          value = ts_row_is_hidden (sorted->row, i) ? NAN : ts_clamp_value (value);
        }
      sqlite3_bind_double (statement, 5 + (int) i, value); /* NaN binds NULL */
    }
  return n_altered;
}

static gboolean
insert_exact (TsWriter *self, const TsSortedRow *sorted, GError **error)
{
  bind_key (self->insert_exact, sorted);
  for (guint i = 0; i < self->n_stats; i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];
      double value = sorted->values[i];
      int column = 5 + (int) i;

      if ((sorted->row->present >> i & 1) == 0
          || !ts_row_is_altered (sorted->row, i, sorted->values[i]))
        {
          sqlite3_bind_null (self->insert_exact, column);
          continue;
        }
      self->n_altered++;
      if (isnan (value))
        strcpy (text, "nan");
      else if (isinf (value))
        strcpy (text, value > 0 ? "inf" : "-inf");
      else
        g_ascii_formatd (text, sizeof text, "%.17g", value);
      sqlite3_bind_text (self->insert_exact, column, text, -1, SQLITE_TRANSIENT);
    }
  return ts_sql_run (self->insert_exact, error);
}

static gboolean
delete_exact (TsWriter *self, const TsSortedRow *sorted, GError **error)
{
  bind_key (self->delete_exact, sorted);
  return ts_sql_run (self->delete_exact, error);
}

static gboolean
write_row (TsWriter *self, sqlite3_stmt *statement, const TsSortedRow *sorted, GError **error)
{
  guint n_altered = bind_row (self, statement, sorted);

  if (!ts_sql_run (statement, error))
    return FALSE;
  if (n_altered == 0)
    return TRUE;
  return insert_exact (self, sorted, error);
}

/* A row whose key may be in the table already, from an earlier batch. */
static gboolean
write_row_checked (TsWriter *self, const TsSortedRow *sorted, GError **error)
{
  guint n_altered = bind_row (self, self->insert_new, sorted);

  if (!ts_sql_run (self->insert_new, error))
    return FALSE;
  if (sqlite3_changes (self->db) > 0)
    {
      self->n_rows++;
      return n_altered == 0 || insert_exact (self, sorted, error);
    }
  note_duplicate (self, sorted);
  if (!self->source->later_wins)
    return TRUE;
  return delete_exact (self, sorted, error) && write_row (self, self->replace, sorted, error);
}

static gboolean
has_altered (const TsWriter *self, const TsSortedRow *sorted)
{
  for (guint i = 0; i < self->n_stats; i++)
    if (ts_row_is_altered (sorted->row, i, sorted->values[i])
        && (sorted->row->present >> i & 1) != 0)
      return TRUE;
  return FALSE;
}

/* Rows that come after all that are there. */
static gboolean
write_new_rows (TsWriter *self, const TsSortedRow *rows, guint n, GError **error)
{
  self->row_table.rows = rows;
  self->row_table.n_rows = n;
  if (!ts_sql_run (self->insert_all, error))
    return FALSE;
  if (sqlite3_changes (self->db) != (int) n && self->source->onto != NULL)
    {
      g_set_error_literal (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW,
                           _ ("a row that is there already comes again"));
      return FALSE;
    }
  if (sqlite3_changes (self->db) != (int) n)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_DATABASE,
                   "SQLite took only %d of %u rows in ascending order", sqlite3_changes (self->db),
                   n);
      return FALSE;
    }
  self->n_rows += n;
  for (guint i = 0; i < n; i++)
    if (has_altered (self, &rows[i]) && !insert_exact (self, &rows[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
is_after_last (const TsWriter *self, const TsSortedRow *sorted)
{
  TsSortedRow last = { .row = &self->last_key, .target_id = self->last_key.target };

  return !self->has_last_key || ts_sorted_row_compare (sorted, &last) > 0;
}

static void
set_last (TsWriter *self, const TsSortedRow *sorted)
{
  self->last_key = *sorted->row;
  self->last_key.target = sorted->target_id;
  self->has_last_key = TRUE;
}

static gboolean
write_rows (TsWriter *self, const TsSortedRow *rows, guint n, GError **error)
{
  guint i = 0;

  /* A dump's rows can only be there twice when its own file has them twice. */
  if (self->source->onto != NULL && self->source->later_wins)
    return write_new_rows (self, rows, n, error);

  for (; i < n && !is_after_last (self, &rows[i]); i++)
    if (!write_row_checked (self, &rows[i], error))
      return FALSE;
  if (i == n)
    return TRUE;
  set_last (self, &rows[n - 1]);
  return write_new_rows (self, rows + i, n - i, error);
}

static gboolean
flush (TsWriter *self, GError **error)
{
  guint n = count_pending (self);
  gboolean written;

  if (!sort_pending (self, n, error))
    return FALSE;
  n = drop_duplicates (self, self->sorted, n);
  written = n == 0 || write_rows (self, self->sorted, n, error);
  g_ptr_array_set_size (self->pending, 0);
  self->pending_bytes = 0;
  return written;
}

gboolean
ts_writer_add (TsWriter *self, TsRowBatch *batch, GError **error)
{
  g_ptr_array_add (self->pending, batch);
  self->pending_bytes += ts_row_batch_get_size (batch);
  return self->pending_bytes < MAX_PENDING || flush (self, error);
}

gboolean
ts_writer_end_unit (TsWriter *self, GError **error)
{
  if (!flush (self, error))
    return FALSE;
  if (self->source->onto == NULL)
    ts_network_order_end_file (self->order);
  return TRUE;
}

guint64
ts_writer_get_n_rows (const TsWriter *self)
{
  return self->n_rows;
}

/* How many values trendscope_exact holds. */
static gboolean
count_altered (TsWriter *self, guint64 *n, GError **error)
{
  g_autoptr (GString) sql = g_string_new ("SELECT 0");
  g_autoptr (TsStatement) statement = NULL;

  for (guint i = 0; i < self->n_stats; i++)
    g_string_append_printf (sql, "+count(\"%s\")",
                            (const char *) g_ptr_array_index (self->source->stats, i));
  g_string_append (sql, " FROM trendscope_exact");
  statement = ts_sql_prepare (self->db, sql->str, error);
  if (statement == NULL)
    return FALSE;
  if (sqlite3_step (statement) != SQLITE_ROW)
    {
      ts_sql_set_error (self->db, error);
      return FALSE;
    }
  *n = (guint64) sqlite3_column_int64 (statement, 0);
  return TRUE;
}

void
_ts_writer_report_altered (TsImportReport *report, guint64 n)
{
  g_autofree char *number = ts_format_count (n);

  if (n == 0)
    return;
  ts_import_report_add (
      report, TS_SEVERITY_INFO, "clamped", "", 0, n, 0,
      g_dngettext (
          GETTEXT_PACKAGE,
          "%s value is NaN, infinite, beyond ±1e9 or −0; it is kept as it was written.",
          "%s values are NaN, infinite, beyond ±1e9 or −0; they are kept as they were written.", n),
      number);
}

static gboolean
report_altered (TsWriter *self, GError **error)
{
  guint64 n;

  if (!count_altered (self, &n, error))
    return FALSE;
  _ts_writer_report_altered (self->source->report, n);
  return TRUE;
}

gboolean
ts_writer_finish (TsWriter *self,
                  TsWriterProgressFunc progress,
                  gpointer data,
                  GCancellable *cancellable,
                  GError **error)
{
  gboolean update = self->source->onto != NULL;

  if (!flush (self, error))
    return FALSE;
  ts_import_report_count_stored (self->source->report, self->n_rows);
  report_duplicates (self);
  if (!update && !report_altered (self, error))
    return FALSE;
  if (!(update ? _ts_writer_update_tables (self, error)
               : _ts_writer_write_tables (self, progress, data, cancellable, error))
      || g_cancellable_set_error_if_cancelled (cancellable, error)
      || !ts_sql_exec (self->db, "COMMIT", error))
    return FALSE;
  close_database (self);
  return TRUE;
}
