/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is merged of parts against what one import makes, table by table. */

#include "ingest/import.h"
#include "merge/merge.h"
#include "merge/parts-check.h"
#include "store/catalog.h"

#include "../test-folder.h"

#include <sqlite3.h>

static char *
get_data (const char *fixture)
{
  return g_build_filename (g_getenv ("TS_FIXTURES"), fixture, "data", NULL);
}

/* The database that an import of a folder makes, of all or of one shard. */
static char *
import (const char *data, const char *db_dir, guint shard, guint n_shards)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autoptr (TsImportResult) result = NULL;
  g_autoptr (GError) error = NULL;

  options->data_dir = g_strdup (data);
  options->db_dir = g_strdup (db_dir);
  options->shard = shard;
  options->n_shards = n_shards;
  result = ts_import_run (options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return g_strdup (g_ptr_array_index (result->databases, 0));
}

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* The rows of a query, sorted, a line each. */
static char *
query (const char *path, const char *sql)
{
  GString *text = g_string_new (NULL);
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          const char *cell = (const char *) sqlite3_column_text (statement, i);
          g_string_append_printf (text, "%s|", cell != NULL ? cell : "NULL");
        }
      g_string_append_c (text, '\n');
    }
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return g_string_free (text, FALSE);
}

static const char *const queries[] = {
  "SELECT target_name, vpp_stage, t.micro_step, dtype, shape, place FROM monitoring_targets t"
  " JOIN trendscope_targets USING (target_id) ORDER BY place",
  "SELECT metric_name, tag_name, category, target_name, vpp_stage, micro_step"
  " FROM tag_target_mapping JOIN monitoring_tags USING (tag_id)"
  " JOIN monitoring_metrics USING (metric_id) JOIN monitoring_targets USING (target_id)"
  " ORDER BY 1, 2, 3, 4, 5, 6",
  "SELECT metric_id, metric_name FROM monitoring_metrics ORDER BY 1",
  "SELECT * FROM global_stats",
  "SELECT name FROM pragma_table_info ('global_stats')",
  "SELECT name FROM pragma_table_info ('trend_data')",
  "SELECT * FROM trendscope_steps ORDER BY step",
  "SELECT * FROM trendscope_ranks ORDER BY rank",
  "SELECT * FROM trendscope_sources ORDER BY path",
  "SELECT * FROM trendscope_report ORDER BY code, path",
  "SELECT * FROM trendscope_meta WHERE key NOT IN ('id', 'imported_at') ORDER BY key",
};

/* Numbers of targets may differ: they are left out. */
static char *
query_rows (const char *path, const char *table)
{
  g_autofree char *columns_sql = g_strdup_printf (
      "SELECT group_concat('r.\"' || name || '\"') FROM pragma_table_info ('%s') WHERE name NOT IN"
      " ('rank', 'step', 'target_id', 'metric_id')",
      table);
  g_autofree char *columns = query (path, columns_sql);
  g_autofree char *sql = NULL;

  g_strdelimit (columns, "|\n", ' ');
  sql = g_strdup_printf (
      "SELECT rank, step, metric_name, target_name, vpp_stage, micro_step, %s FROM %s r"
      " JOIN monitoring_targets USING (target_id) JOIN monitoring_metrics USING (metric_id)"
      " ORDER BY 1, 2, 3, 4, 5, 6",
      columns, table);
  return query (path, sql);
}

static void
assert_same (const char *one, const char *merged)
{
  static const char *const tables[] = { "trend_data", "trendscope_exact" };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autofree char *a = query (one, queries[i]), *b = query (merged, queries[i]);
      g_assert_cmpstr (a, ==, b);
    }
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *a = query_rows (one, tables[i]), *b = query_rows (merged, tables[i]);
      g_assert_cmpstr (a, ==, b);
    }
}

static void
test_equal (gconstpointer data)
{
  g_autofree char *folder = get_data (data), *tmp = test_tmp_dir ();
  g_autofree char *out = g_build_filename (tmp, "out of all.trend.db", NULL);
  g_autofree char *one = import (folder, tmp, 0, 0);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_auto (TsMerged) merged = { 0 };
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (parts, import (folder, tmp, 1, 2));
  g_ptr_array_add (parts, import (folder, tmp, 2, 2));
  g_assert_true (ts_merge (parts, out, &merged, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (merged.notes->len, ==, 0);
  assert_same (one, out);
}

/* One part alone is a run, too: its numbers stay what they mean. */
static void
test_single (void)
{
  g_autofree char *folder = get_data ("dump_nan_inf_2rank"), *tmp = test_tmp_dir ();
  g_autofree char *out = g_build_filename (tmp, "out.trend.db", NULL);
  g_autofree char *one = import (folder, tmp, 0, 0);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_auto (TsMerged) merged = { 0 };

  g_ptr_array_add (parts, one);
  g_assert_true (ts_merge (parts, out, &merged, NULL, NULL));
  assert_same (one, out);
}

/* Of a key in two parts, the value and the exact one of the part that counts. */
static void
check_overlap (const char *fixture, gboolean later)
{
  g_autofree char *folder = get_data (fixture), *tmp = test_tmp_dir ();
  g_autofree char *other = g_build_filename (tmp, "other", NULL);
  g_autofree char *out = g_build_filename (tmp, "out.trend.db", NULL);
  g_autofree char *first = import (folder, tmp, 0, 0), *second = import (folder, other, 0, 0);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autofree char *numbers = NULL, *exact = NULL;
  g_auto (TsMerged) merged = { 0 };

  run_sql (first, "UPDATE trend_data SET norm = 1; DELETE FROM trendscope_exact;");
  run_sql (second, "UPDATE trend_data SET norm = 2; DELETE FROM trendscope_exact;"
                   "INSERT INTO trendscope_exact (rank, step, target_id, metric_id, norm)"
                   " SELECT rank, step, target_id, metric_id, 'nan' FROM trend_data");
  g_ptr_array_add (parts, first);
  g_ptr_array_add (parts, second);
  g_assert_true (ts_merge (parts, out, &merged, NULL, NULL));
  g_assert_cmpuint (merged.notes->len, ==, 1);
  numbers = query (out, "SELECT DISTINCT norm FROM trend_data");
  exact = query (out, "SELECT count (*) > 0 FROM trendscope_exact");
  g_assert_cmpstr (numbers, ==, later ? "2.0|\n" : "1.0|\n");
  g_assert_cmpstr (exact, ==, later ? "1|\n" : "0|\n");
}

static void
test_overlaps (void)
{
  check_overlap ("dump_mix_2rank", FALSE);
  check_overlap ("monitor_2rank", TRUE);
}

/* A part is never written over, and what fails leaves nothing behind. */
static void
test_failures (void)
{
  g_autofree char *folder = get_data ("monitor_2rank"), *tmp = test_tmp_dir ();
  g_autofree char *out = g_build_filename (tmp, "out.trend.db", NULL);
  g_autofree char *bad = g_build_filename (tmp, "bad.trend.db", NULL);
  g_autofree char *one = import (folder, tmp, 1, 2), *two = import (folder, tmp, 2, 2);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = NULL;

  g_ptr_array_add (parts, one);
  g_ptr_array_add (parts, two);
  {
    g_auto (TsMerged) merged = { 0 };
    g_assert_false (ts_merge (parts, two, &merged, NULL, &error));
    g_assert_nonnull (strstr (error->message, "one of the parts"));
    g_clear_error (&error);
    rows = query (two, "SELECT count (*) FROM trend_data");
    g_assert_cmpstr (rows, ==, "13442|\n");
  }
  {
    g_auto (TsMerged) merged = { 0 };
    g_cancellable_cancel (cancellable);
    g_assert_false (ts_merge (parts, out, &merged, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error (&error);
    g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
  }
  {
    g_auto (TsMerged) merged = { 0 };
    g_assert_true (g_file_set_contents (bad, "no database", -1, NULL));
    g_ptr_array_add (parts, bad);
    g_assert_false (ts_merge (parts, out, &merged, NULL, &error));
    g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE);
    g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
  }
}

static TsPartsCheck *
check (const char *folder)
{
  g_autoptr (GPtrArray) checks = ts_parts_check_folder (folder, NULL, NULL);

  g_assert_cmpuint (checks->len, ==, 1);
  return g_ptr_array_steal_index (checks, 0);
}

static const char *
get_problem (const TsPartsCheck *self, guint number)
{
  return ((const TsPartState *) g_ptr_array_index (self->parts, number - 1))->problem;
}

/* Missing, cut off, of another division, under another's name. */
static void
test_check (void)
{
  g_autofree char *folder = get_data ("monitor_2rank"), *tmp = test_tmp_dir ();
  g_autofree char *shards = g_build_filename (tmp, "shards", NULL);
  g_autofree char *one = NULL, *two = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (ts_parts_check_folder (tmp, NULL, &error));
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA);
  one = import (folder, shards, 1, 3);
  {
    g_autoptr (TsPartsCheck) missing = check (shards);
    g_assert_cmpuint (missing->n_parts, ==, 2); /* for two ranks */
    g_assert_cmpuint (missing->n_bad, ==, 1);
    g_assert_null (get_problem (missing, 1));
    g_assert_nonnull (strstr (get_problem (missing, 2), "missing"));
  }
  two = import (folder, shards, 2, 3);
  {
    g_autoptr (TsPartsCheck) complete = check (shards);
    g_assert_cmpuint (complete->n_bad, ==, 0);
    g_assert_cmpuint (ts_import_report_get_rows_stored (complete->report), ==, 26884);
  }
  run_sql (two, "UPDATE trendscope_meta SET value = 'x' WHERE key = 'division'");
  {
    g_autoptr (TsPartsCheck) other = check (shards);
    g_assert_nonnull (strstr (get_problem (other, 2), "other files"));
  }
  run_sql (two, "UPDATE trendscope_meta SET value = '1' WHERE key = 'shard'");
  {
    g_autoptr (TsPartsCheck) renamed = check (shards);
    g_assert_nonnull (strstr (get_problem (renamed, 2), "its name"));
  }
  g_assert_cmpint (truncate (two, 40000), ==, 0);
  {
    g_autoptr (TsPartsCheck) cut = check (shards);
    g_assert_cmpuint (cut->n_bad, ==, 1);
    g_assert_nonnull (get_problem (cut, 2));
  }
}

/* A shard that is there is left alone, unless its files or the options have changed. */
static void
test_done (void)
{
  g_autofree char *folder = get_data ("monitor_2rank"), *tmp = test_tmp_dir ();
  g_autofree char *path = import (folder, tmp, 1, 2), *again = NULL, *other = NULL;
  GStatBuf before, after;

  g_assert_cmpint (g_stat (path, &before), ==, 0);
  again = import (folder, tmp, 1, 2);
  g_assert_cmpstr (path, ==, again);
  g_assert_cmpint (g_stat (path, &after), ==, 0);
  g_assert_cmpuint (before.st_ino, ==, after.st_ino);
  run_sql (path, "UPDATE trendscope_meta SET value = 'older' WHERE key = 'division'");
  other = import (folder, tmp, 1, 2);
  g_assert_cmpint (g_stat (path, &after), ==, 0);
  g_assert_cmpuint (before.st_ino, !=, after.st_ino);
}

int
main (int argc, char **argv)
{
  static const char *const fixtures[] = { "dump_mix_2rank", "dump_nan_inf_2rank", "monitor_2rank",
                                          "monitor_2rank_rec10", "monitor_v2_2rank" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *path = g_strconcat ("/merge/equal/", fixtures[i], NULL);
      g_test_add_data_func (path, fixtures[i], test_equal);
    }
  g_test_add_func ("/merge/single", test_single);
  g_test_add_func ("/merge/overlaps", test_overlaps);
  g_test_add_func ("/merge/failures", test_failures);
  g_test_add_func ("/merge/check", test_check);
  g_test_add_func ("/merge/done", test_done);
  return g_test_run ();
}
