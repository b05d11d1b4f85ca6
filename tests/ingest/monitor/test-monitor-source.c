/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/monitor/monitor-plan.h"
#include "model/number-format.h"
#include "../monitor-tree.h"
#include "../vectors.h"

/* Monitor imports in compat mode against what msProbe's own converter did. */

static gint64
member_int (JsonObject *object, const char *name)
{
  return json_object_get_int_member (object, name);
}

static void
test_step_numbering (void)
{
  JsonArray *cases = json_node_get_array (ts_test_vectors ("monitor_step_numbering"));

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *test = json_array_get_object_element (cases, i);
      JsonArray *ranks = json_object_get_array_member (test, "per_rank");
      JsonArray *expected = json_object_get_array_member (test, "first_global_step");
      g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (TsMonitorStepCount));
      g_autoptr (GArray) steps = NULL;
      gint64 n;

      if (!json_object_get_boolean_member (test, "micro_step"))
        continue;
      for (guint j = 0; j < json_array_get_length (ranks); j++)
        {
          JsonObject *rank = json_array_get_object_element (ranks, j);
          JsonArray *pairs = json_object_get_array_member (rank, "micro_step_dict");
          for (guint k = 0; k < json_array_get_length (pairs); k++)
            {
              JsonArray *pair = json_array_get_array_element (pairs, k);
              TsMonitorStepCount count
                  = { json_array_get_int_element (pair, 0), json_array_get_int_element (pair, 1) };
              g_array_append_val (counts, count);
            }
        }
      steps = ts_monitor_steps_number (counts, &n);
      g_assert_cmpuint (steps->len, ==, json_array_get_length (expected));
      g_assert_cmpint (MAX (n - 1, 0), ==, member_int (test, "max_step"));
      for (guint k = 0; k < steps->len; k++)
        {
          JsonArray *pair = json_array_get_array_element (expected, k);
          const TsMonitorStep *step = &g_array_index (steps, TsMonitorStep, k);
          g_assert_cmpint (step->train_step, ==, json_array_get_int_element (pair, 0));
          g_assert_cmpint (step->first, ==, json_array_get_int_element (pair, 1));
        }
    }
}

/* --- whole imports --- */

static void
append_node (GString *text, JsonNode *node)
{
  if (JSON_NODE_HOLDS_NULL (node))
    g_string_append (text, "NULL");
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          g_string_append (text, i > 0 ? "|" : "");
          append_node (text, json_array_get_element (array, i));
        }
    }
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    g_string_append (text, json_node_get_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, json_node_get_int (node));
  else
    {
      /* As SQLite writes a REAL. */
      g_autofree char *number = ts_format_exact (json_node_get_double (node));
      g_string_append_printf (text, "%s%s", number, strpbrk (number, ".e") == NULL ? ".0" : "");
    }
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
join_sorted (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* Nested arrays as sorted lines. */
static char *
show_expected (JsonObject *result, const char *member)
{
  JsonArray *array = json_object_get_array_member (result, member);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      GString *line = g_string_new (NULL);
      append_node (line, json_array_get_element (array, i));
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  return join_sorted (lines);
}

/* A query's rows in the same form. */
static char *
show_query (const char *db, const char *sql)
{
  g_autofree char *text = test_query (db, sql);
  g_auto (GStrv) rows = g_strsplit (text, "\n", -1);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; rows[i] != NULL && *text != '\0'; i++)
    g_ptr_array_add (lines, g_strdup (rows[i]));
  return join_sorted (lines);
}

static void
check (const char *db, const char *sql, JsonObject *result, const char *member)
{
  g_autofree char *expected = show_expected (result, member);
  g_autofree char *got = show_query (db, sql);

  g_assert_cmpstr (got, ==, expected);
}

static void
check_database (const char *db, JsonObject *result)
{
  JsonArray *columns = json_object_get_array_member (result, "trend_columns");
  JsonObject *stats = json_object_get_object_member (result, "global_stats");
  g_autoptr (GString) sql = g_string_new ("SELECT rank, step, target_name, vpp_stage, micro_step, "
                                          "metric_name");
  g_autofree char *range = g_strdup_printf (
      "%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT, member_int (stats, "min_step"),
      member_int (stats, "max_step"), member_int (stats, "max_rank"));

  for (guint i = 4; i < json_array_get_length (columns); i++)
    g_string_append_printf (sql, ", \"%s\"", json_array_get_string_element (columns, i));
  g_string_append (sql, " FROM trend_data JOIN monitoring_targets USING (target_id) JOIN "
                        "monitoring_metrics USING (metric_id)");
  check (db, "SELECT name FROM pragma_table_info ('trend_data')", result, "trend_columns");
  check (db, sql->str, result, "rows");
  check (db, "SELECT target_name, vpp_stage, micro_step FROM monitoring_targets", result,
         "targets");
  check (db, "SELECT metric_name FROM monitoring_metrics", result, "metrics");
  check (
      db,
      "SELECT metric_name, category, tag_name FROM monitoring_tags JOIN monitoring_metrics USING "
      "(metric_id)",
      result, "tags");
  test_assert_query (db, "SELECT min_step, max_step, max_rank FROM global_stats", range);
}

/* Where msProbe loses what is not damaged, or leaves a broken database behind, ours differs by
 * intent. */
static gboolean
check_differing_case (const char *name, MonitorTree *tree)
{
  if (strcmp (name, "one bad file in the batch loses the rank") == 0)
    {
      test_assert_query (tree->db, ROWS ("norm"), "0|0|a|0|0|actv|2.0");
      return TRUE;
    }
  if (strcmp (name, "no statistic column") == 0)
    {
      g_assert_error (tree->error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA);
      return TRUE;
    }
  if (strcmp (name, "old header (param_name) loses every row") == 0
      || strcmp (name, "header only") == 0)
    {
      /* Nothing to store: a database without rows, or none. */
      if (tree->db != NULL)
        test_assert_query (tree->db, "SELECT count(*) FROM trend_data", "0");
      else
        g_assert_error (tree->error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA);
      return TRUE;
    }
  return FALSE;
}

static void
write_tree (MonitorTree *tree, JsonObject *files)
{
  JsonObjectIter iter;
  const char *path;
  JsonNode *node;

  json_object_iter_init (&iter, files);
  while (json_object_iter_next (&iter, &path, &node))
    monitor_tree_write_bytes (tree, path, json_node_get_string (node), -1);
}

static char *
write_mapping (MonitorTree *tree, JsonNode *mapping)
{
  g_autofree char *top = g_path_get_dirname (tree->dir);
  char *path = g_build_filename (top, "mapping.json", NULL);
  g_autofree char *text = json_to_string (mapping, FALSE);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
test_import_vectors (void)
{
  JsonArray *cases = json_node_get_array (ts_test_vectors ("monitor_import"));

  g_assert_cmpuint (json_array_get_length (cases), >=, 19);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *test = json_array_get_object_element (cases, i);
      JsonObject *result = json_object_get_object_member (test, "result");
      const char *name = json_object_get_string_member (test, "name");
      g_autoptr (MonitorTree) tree = monitor_tree_new ();
      g_autoptr (TsImportOptions) options = ts_import_options_new ();

      g_test_message ("%s", name);
      write_tree (tree, json_object_get_object_member (test, "tree"));
      options->compat = TRUE;
      options->micro_step = json_object_get_boolean_member (test, "micro_step");
      if (json_object_has_member (test, "mapping"))
        options->mapping_path = write_mapping (tree, json_object_get_member (test, "mapping"));
      monitor_tree_import (tree, options);
      if (check_differing_case (name, tree))
        continue;
      if (json_object_has_member (result, "database"))
        g_assert_error (tree->error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA);
      else
        {
          g_assert_no_error (tree->error);
          check_database (tree->db, result);
        }
    }
}

/* What msProbe's writer writes is read. */
static void
test_writer_vectors (void)
{
  JsonArray *cases = json_node_get_array (ts_test_vectors ("monitor_csv_writer"));
  guint n = 0;

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *test = json_array_get_object_element (cases, i);
      g_autoptr (MonitorTree) tree = monitor_tree_new ();

      if (!json_object_has_member (test, "file"))
        continue;
      monitor_tree_write (tree, "actv_3-3.csv", json_object_get_string_member (test, "file"));
      monitor_tree_import_default (tree, TRUE);
      g_assert_cmpuint (ts_import_report_get_rows_stored (tree->result->report), ==,
                        json_array_get_length (json_object_get_array_member (test, "rows")));
      monitor_tree_assert_report (tree, "");
      n++;
    }
  g_assert_cmpuint (n, ==, 5);
}

/* The database does not depend on the number of threads. */
static void
test_threads (void)
{
  const guint threads[] = { 1, 2, 8 };
  g_autofree char *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autoptr (TsImportOptions) options = ts_import_options_new ();
      g_autoptr (MonitorTree) tree = monitor_tree_new ();
      g_autofree char *rows = NULL;
      g_autofree char *fixture
          = g_build_filename (g_getenv ("TS_FIXTURES"), "monitor_cc_other", "data", NULL);

      options->n_threads = threads[i];
      g_free (tree->dir);
      tree->dir = g_steal_pointer (&fixture);
      monitor_tree_import (tree, options);
      g_assert_no_error (tree->error);
      rows = test_query (tree->db, "SELECT * FROM trend_data JOIN monitoring_targets USING "
                                   "(target_id) ORDER BY rank, step, target_id, metric_id");
      g_free (tree->dir);
      tree->dir = g_strdup (tree->db_dir);
      if (first == NULL)
        first = g_steal_pointer (&rows);
      else
        g_assert_cmpstr (rows, ==, first);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/monitor-source/step-numbering", test_step_numbering);
  g_test_add_func ("/monitor-source/import-vectors", test_import_vectors);
  g_test_add_func ("/monitor-source/writer-vectors", test_writer_vectors);
  g_test_add_func ("/monitor-source/threads", test_threads);
  return g_test_run ();
}
