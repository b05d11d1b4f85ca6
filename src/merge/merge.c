/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "merge/merge.h"

#include "ingest/import-error.h"
#include "ingest/writing/part-file.h"
#include "merge/merge-private.h"
#include "model/number-format.h"
#include "store/catalog-part.h"

#include <glib/gi18n-lib.h>

/* Virtual-machine steps between two looks at the cancellable. */
#define OPS_PER_CHECK 10000

static const char pragmas[] = "PRAGMA page_size=16384; PRAGMA journal_mode=OFF;"
                              "PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY;"
                              "PRAGMA cache_size=-65536; PRAGMA foreign_keys=OFF;";

/* What the numbers of the attached part are in the run. */
static const char maps[]
    = "CREATE TEMP TABLE map_target (own INTEGER PRIMARY KEY, run INTEGER);"
      "CREATE TEMP TABLE map_metric (own INTEGER PRIMARY KEY, run INTEGER);"
      "CREATE TEMP TABLE map_step (own INTEGER PRIMARY KEY, run INTEGER);"
      "CREATE TEMP TABLE taken (rank INTEGER, step INTEGER, target_id INTEGER, metric_id INTEGER,"
      " PRIMARY KEY (rank, step, target_id, metric_id)) WITHOUT ROWID;";

typedef struct
{
  sqlite3 *db;
  TsCatalog *run;
  GCancellable *cancellable;
} Merge;

static void
merge_clear (Merge *self)
{
  g_clear_pointer (&self->db, sqlite3_close);
  g_clear_pointer (&self->run, ts_catalog_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Merge, merge_clear)

void
ts_merged_clear (TsMerged *self)
{
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

static int
is_cancelled (gpointer data)
{
  return g_cancellable_is_cancelled (((Merge *) data)->cancellable);
}

static gboolean
exec (Merge *self, const char *sql, GError **error)
{
  if (ts_sql_exec (self->db, sql, error))
    return TRUE;
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      g_clear_error (error);
      g_cancellable_set_error_if_cancelled (self->cancellable, error);
    }
  return FALSE;
}

/* ---- setting up ---- */

static gboolean
create_tables (Merge *self, GError **error)
{
  g_autofree char *trend_data = ts_schema_trend_data_sql ((const char *const *) self->run->stats);
  g_autofree char *exact = ts_schema_exact_sql ((const char *const *) self->run->stats);

  return exec (self, pragmas, error) && exec (self, maps, error) && exec (self, "BEGIN", error)
         && exec (self, ts_schema_tables_sql, error) && exec (self, ts_schema_own_tables_sql, error)
         && exec (self, trend_data, error) && exec (self, exact, error)
         && _ts_merge_write_catalog (self->db, self->run, error);
}

static gboolean
open_database (Merge *self, const char *path, GError **error)
{
  if (sqlite3_open_v2 (path, &self->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI, NULL) != SQLITE_OK)
    {
      ts_sql_set_error (self->db, error);
      return FALSE;
    }
  sqlite3_progress_handler (self->db, OPS_PER_CHECK, is_cancelled, self);
  return create_tables (self, error);
}

/* ---- one part ---- */

/* Outside a transaction, as SQLite wants it. */
static gboolean
attach (Merge *self, const char *path, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *escaped = g_uri_escape_string (absolute, "/", FALSE);
  g_autofree char *uri = g_strconcat ("file://", escaped, "?mode=ro", NULL);
  g_autoptr (TsStatement) statement = NULL;

  if (!exec (self, "COMMIT", error)
      || (statement = ts_sql_prepare (self->db, "ATTACH ?1 AS part", error)) == NULL)
    return FALSE;
  ts_sql_bind_text (statement, 1, uri);
  return ts_sql_run (statement, error) && exec (self, "BEGIN", error);
}

static gboolean
fill_map (Merge *self, const char *table, const GPtrArray *own, const GArray *run, GError **error)
{
  g_autofree char *empty = g_strdup_printf ("DELETE FROM temp.%s", table);
  g_autofree char *sql = g_strdup_printf ("INSERT INTO temp.%s VALUES (?,?)", table);
  g_autoptr (TsStatement) insert = NULL;

  if (!exec (self, empty, error) || (insert = ts_sql_prepare (self->db, sql, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < own->len; i++)
    {
      /* The number of each begins its struct. */
      sqlite3_bind_int64 (insert, 1, *(const gint64 *) g_ptr_array_index (own, i));
      sqlite3_bind_int64 (insert, 2, g_array_index (run, gint64, i));
      if (!ts_sql_run (insert, error))
        return FALSE;
    }
  return TRUE;
}

G_STATIC_ASSERT (G_STRUCT_OFFSET (TsCatalogTarget, id) == 0);
G_STATIC_ASSERT (G_STRUCT_OFFSET (TsCatalogMetric, id) == 0);
G_STATIC_ASSERT (G_STRUCT_OFFSET (TsCatalogStep, step) == 0);

static gboolean
has_name (char **names, const char *name)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (g_ascii_strcasecmp (names[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* The columns of the run's stats as the part has them, or NULL. */
static char *
list_columns (const TsCatalog *run, char **own)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; run->stats[i] != NULL; i++)
    {
      char *column = has_name (own, run->stats[i]) ? sqlite3_mprintf (", d.\"%w\"", run->stats[i])
                                                   : sqlite3_mprintf (", NULL");
      g_string_append (list, column);
      sqlite3_free (column);
    }
  return g_string_free (list, FALSE);
}

/* The rows of one table, in the order of the run's keys, but for those whose keys are taken. */
static gboolean
copy_rows (
    Merge *self, const char *table, char **own, const char *where, gint64 rank, GError **error)
{
  g_autofree char *columns = list_columns (self->run, own);
  g_autofree char *sql = g_strdup_printf (
      "INSERT OR IGNORE INTO main.%s SELECT d.rank, s.run, t.run, m.run%s FROM part.%s d"
      " JOIN temp.map_step s ON s.own = d.step JOIN temp.map_target t ON t.own = d.target_id"
      " JOIN temp.map_metric m ON m.own = d.metric_id WHERE d.rank = %" G_GINT64_FORMAT
      " %s ORDER BY s.run, t.run, m.run",
      table, columns, table, rank, where);

  return exec (self, sql, error);
}

static gboolean
note_taken (Merge *self, gint64 rank, GError **error)
{
  g_autofree char *sql = g_strdup_printf (
      "DELETE FROM temp.taken; INSERT INTO temp.taken SELECT rank, step, target_id, metric_id"
      " FROM main.trend_data WHERE rank = %" G_GINT64_FORMAT,
      rank);

  return exec (self, sql, error);
}

/* What the part has of a rank. Of a key that a part before has, nothing is taken, neither its value
 * nor its exact one. */
static gboolean
copy_rank (Merge *self, const TsCatalog *part, gint64 rank, GError **error)
{
  static const char not_taken[] = " AND (d.rank, s.run, t.run, m.run) NOT IN temp.taken";

  if (self->run->parts_overlap && !note_taken (self, rank, error))
    return FALSE;
  return copy_rows (self, "trend_data", part->stats, "", rank, error)
         && (part->exact_stats == NULL
             || copy_rows (self, "trendscope_exact", part->exact_stats,
                           self->run->parts_overlap ? not_taken : "", rank, error));
}

static gboolean
has_table (Merge *self, const char *table)
{
  return sqlite3_table_column_metadata (self->db, "part", table, NULL, NULL, NULL, NULL, NULL, NULL)
         == SQLITE_OK;
}

static const char copy_tags[]
    = "INSERT OR IGNORE INTO main.monitoring_tags (tag_name, category, metric_id)"
      " SELECT t.tag_name, t.category, m.run FROM part.monitoring_tags t"
      " JOIN temp.map_metric m ON m.own = t.metric_id ORDER BY t.tag_id;"
      "INSERT OR IGNORE INTO main.tag_target_mapping SELECT r.tag_id, g.run"
      " FROM part.tag_target_mapping p JOIN part.monitoring_tags t ON t.tag_id = p.tag_id"
      " JOIN temp.map_metric m ON m.own = t.metric_id"
      " JOIN temp.map_target g ON g.own = p.target_id"
      " JOIN main.monitoring_tags r ON r.tag_name = t.tag_name AND r.category = t.category"
      " AND r.metric_id = m.run";

/* Of the same thing said of the same file by several parts, the first line and message stay. */
static const char copy_report[]
    = "INSERT INTO temp.report SELECT severity, code, path, line, message, count"
      " FROM part.trendscope_report ORDER BY rowid";

/* What the run noted of itself is in one of its parts. */
static gboolean
copy_events (Merge *self, GError **error)
{
  return !has_table (self, "trendscope_events")
         || (exec (self, ts_schema_events_sql, error)
             && exec (self,
                      "INSERT INTO main.trendscope_events (path, text)"
                      " SELECT path, text FROM part.trendscope_events ORDER BY id",
                      error));
}

static gboolean
copy_small_tables (Merge *self, GError **error)
{
  return (!has_table (self, "monitoring_tags") || !has_table (self, "tag_target_mapping")
          || exec (self, copy_tags, error))
         && (!has_table (self, "trendscope_report") || exec (self, copy_report, error))
         && (!has_table (self, "trendscope_sources")
             || exec (self,
                      "INSERT OR IGNORE INTO main.trendscope_sources"
                      " SELECT * FROM part.trendscope_sources",
                      error))
         && copy_events (self, error);
}

static gboolean
take_part (Merge *self, const TsCatalogPart *part, GError **error)
{
  const TsCatalog *catalog = part->catalog;

  if (!attach (self, catalog->path, error)
      || !fill_map (self, "map_target", catalog->targets, part->targets, error)
      || !fill_map (self, "map_metric", catalog->metrics, part->metrics, error)
      || !fill_map (self, "map_step", catalog->steps, part->steps, error)
      || !copy_small_tables (self, error))
    return FALSE;
  for (guint i = 0; i < catalog->ranks->len; i++)
    if (!copy_rank (self, catalog, g_array_index (catalog->ranks, gint64, i), error))
      return FALSE;
  return exec (self, "COMMIT", error) && exec (self, "DETACH part", error)
         && exec (self, "BEGIN", error);
}

/* ---- the end ---- */

static gboolean
count_rows (Merge *self, guint64 *n, GError **error)
{
  g_autoptr (TsStatement) query
      = ts_sql_prepare (self->db, "SELECT count(*) FROM trend_data", error);

  if (query == NULL || sqlite3_step (query) != SQLITE_ROW)
    return FALSE;
  *n = (guint64) sqlite3_column_int64 (query, 0);
  return TRUE;
}

/* The report of all parts. Its sum of values that trend_data can't hold as they are is said in
 * words. */
static gboolean
write_report (Merge *self, GError **error)
{
  g_autoptr (TsStatement) query = NULL, update = NULL;
  g_autofree char *number = NULL, *text = NULL;
  gint64 n;

  if (!exec (self,
             "INSERT INTO main.trendscope_report SELECT severity, code, path, line, message, n"
             " FROM (SELECT severity, code, path, line, message, sum(count) AS n, min(entry)"
             " FROM (SELECT rowid AS entry, * FROM temp.report) GROUP BY code, path)"
             " ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1"
             " ELSE 2 END, path, line, code",
             error)
      || (query = ts_sql_prepare (
              self->db, "SELECT count FROM trendscope_report WHERE code = 'clamped'", error))
             == NULL)
    return FALSE;
  if (sqlite3_step (query) != SQLITE_ROW)
    return TRUE;
  n = sqlite3_column_int64 (query, 0);
  number = ts_format_count ((guint64) n);
  text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   "%s value is NaN, infinite, beyond ±1e9 or −0; it is kept as it was written.",
                   "%s values are NaN, infinite, beyond ±1e9 or −0; they are kept as they were "
                   "written.",
                   (gulong) n),
      number);
  update = ts_sql_prepare (
      self->db, "UPDATE trendscope_report SET message = ?1 WHERE code = 'clamped'", error);
  if (update == NULL)
    return FALSE;
  ts_sql_bind_text (update, 1, text);
  return ts_sql_run (update, error);
}

static gboolean
fill (Merge *self, TsMerged *merged, GError **error)
{
  const GPtrArray *parts = self->run->parts;

  if (!exec (self, "CREATE TEMP TABLE report (severity, code, path, line, message, count)", error))
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    if (!take_part (self, g_ptr_array_index (parts, ts_catalog_get_preferred (self->run, i)),
                    error))
      return FALSE;
  if (!count_rows (self, &merged->n_rows, error) || !write_report (self, error)
      || !_ts_merge_write_summary (self->db, self->run, merged->n_rows, error)
      || !exec (self, "COMMIT", error))
    return FALSE;
  g_clear_pointer (&self->db, sqlite3_close);
  return TRUE;
}

/* What was read may have changed meanwhile; and nothing is to be written over what is read. */
static gboolean
check_not_a_part (const GPtrArray *parts, const char *path, GError **error)
{
  g_autofree char *out = g_canonicalize_filename (path, NULL);

  for (guint i = 0; i < parts->len; i++)
    {
      g_autofree char *part = g_canonicalize_filename (g_ptr_array_index (parts, i), NULL);
      g_autofree char *name = g_filename_display_name (path);
      if (!g_str_equal (part, out))
        continue;
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_DATABASE,
                   _ ("“%s” is one of the parts. Choose another name for what is made of them."),
                   name);
      return FALSE;
    }
  return TRUE;
}

gboolean
ts_merge (const GPtrArray *parts,
          const char *path,
          TsMerged *merged,
          GCancellable *cancellable,
          GError **error)
{
  g_auto (Merge) self = { .cancellable = cancellable };
  g_autoptr (TsPartFile) file = NULL;

  *merged = (TsMerged){ .n_parts = parts->len };
  if (!check_not_a_part (parts, path, error))
    return FALSE;
  self.run = ts_catalog_unite (parts, cancellable, error);
  if (self.run == NULL)
    return FALSE;
  merged->notes = g_ptr_array_ref (self.run->notes);
  file = ts_part_file_open (path, error);
  return file != NULL && open_database (&self, ts_part_file_get_path (file), error)
         && fill (&self, merged, error) && ts_catalog_is_current (self.run, error)
         && ts_part_file_prepare (file, error)
         && !g_cancellable_set_error_if_cancelled (cancellable, error)
         && ts_part_file_commit (file, error);
}
