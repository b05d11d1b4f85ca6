/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../dump-tree.h"
#include "ingest/dump/dump-plan.h"
#include "ingest/import-error.h"
#include "ingest/text/json-reader.h"
#include "ingest/mapping.h"
#include "model/number-format.h"
#include "../vectors.h"

#include <unistd.h>

/* ---- folders ---- */

static void
make_tree (const char *dir, JsonArray *paths)
{
  for (guint i = 0; i < json_array_get_length (paths); i++)
    {
      const char *path = json_array_get_string_element (paths, i);
      g_autofree char *full = g_build_filename (dir, path, NULL);

      if (g_str_has_suffix (path, "/"))
        g_assert_cmpint (g_mkdir_with_parents (full, 0700), ==, 0);
      else
        tree_write (dir, path, "{}");
    }
}

/* "step rank path" of every file, by step, then rank. */
static char *
plan_text (const TsDumpPlan *plan)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; plan != NULL && i < plan->files->len; i++)
    {
      const TsDumpFile *file = g_ptr_array_index (plan->files, i);
      g_ptr_array_add (lines,
                       g_strdup_printf ("%d %u %s", (int) file->step, file->rank, file->display));
    }
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static char *
expected_plan (JsonArray *steps)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  /* The vectors are by step; the plan is by rank. */
  for (gint64 rank = 0; rank < 20; rank++)
    for (guint i = 0; i < json_array_get_length (steps); i++)
      {
        JsonArray *step = json_array_get_array_element (steps, i);
        JsonArray *files = json_array_get_array_element (step, 1);

        for (guint j = 0; j < json_array_get_length (files); j++)
          {
            JsonArray *file = json_array_get_array_element (files, j);
            if (json_array_get_int_element (file, 0) == rank)
              g_ptr_array_add (
                  lines, g_strdup_printf ("%d %d %s", (int) json_array_get_int_element (step, 0),
                                          (int) rank, json_array_get_string_element (file, 1)));
          }
      }
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static TsDumpPlan *
plan_folder (const char *dir, gboolean compat, TsImportReport *report, GError **error)
{
  g_autoptr (TsFolder) folder = ts_folder_new (dir);
  g_autoptr (TsFoundRun) run = ts_found_run_new (folder, TS_FORMAT_DUMP);

  return ts_dump_plan_new (run, compat, report, error);
}

static void
test_scan_vectors (void)
{
  JsonArray *vectors = json_node_get_array (ts_test_vectors ("scan_dump_dir"));

  g_assert_cmpuint (json_array_get_length (vectors), >, 8);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      JsonArray *steps = json_object_get_array_member (vector, "steps");
      g_autofree char *dir = test_tmp_dir ();
      g_autofree char *expected = expected_plan (steps);
      g_autofree char *got = NULL;
      g_autoptr (TsImportReport) report = ts_import_report_new ();
      g_autoptr (TsDumpPlan) plan = NULL;
      g_autoptr (GError) error = NULL;

      make_tree (dir, json_object_get_array_member (vector, "tree"));
      plan = plan_folder (dir, TRUE, report, &error);
      g_assert_cmpint (plan != NULL, ==, json_array_get_length (steps) > 0);
      if (plan == NULL)
        g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA);
      got = plan_text (plan);
      g_assert_cmpstr (got, ==, expected);
      test_remove_tree (dir);
    }
}

/* F2 */
static void
assert_plan (const char *const *paths, const char *expected, const char *code)
{
  g_autofree char *dir = test_tmp_dir ();
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (TsDumpPlan) plan = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *got = NULL;

  for (; *paths != NULL; paths++)
    {
      g_autofree char *path = g_build_filename (*paths, "dump.json", NULL);
      tree_write (dir, path, "{}");
    }
  plan = plan_folder (dir, FALSE, report, NULL);
  got = plan_text (plan);
  g_assert_cmpstr (got, ==, expected);
  entries = ts_import_report_dup_entries (report);
  g_assert_cmpint (entries->len > 0, ==, code != NULL);
  if (code != NULL)
    g_assert_nonnull (tree_find_entry (entries, code, NULL));
  test_remove_tree (dir);
}

#define PATHS(...)                                                                                 \
  (const char *const[])                                                                            \
  {                                                                                                \
    __VA_ARGS__, NULL                                                                              \
  }

static void
test_folders (void)
{
  /* Processes get the ranks above the real ones, in all steps the same. */
  assert_plan (PATHS ("step0/proc900", "step0/proc30", "step0/rank2", "step1/proc900"),
               "0 2 step0/rank2/dump.json\n0 3 step0/proc30/dump.json\n"
               "0 4 step0/proc900/dump.json\n1 4 step1/proc900/dump.json",
               NULL);
  assert_plan (PATHS ("step10/pid5", "step9/proc7", "step10/pid7"),
               "9 0 step9/proc7/dump.json\n10 0 step10/pid7/dump.json\n10 1 step10/pid5/dump.json",
               NULL);
  assert_plan (PATHS ("step007/rank_0", "step_8/rank"),
               "7 0 step007/rank_0/dump.json\n8 0 step_8/rank/dump.json", NULL);
  assert_plan (PATHS ("step1_0/rank0", "step-1/rank0", "step 3/rank0", "step4/rank+0",
                      "step5/rank0", "steps/rank0", "step6/other"),
               "5 0 step5/rank0/dump.json", "unread-folder");
  assert_plan (PATHS ("step1/rank0", "step01/rank0", "step01/rank1"),
               "1 0 step01/rank0/dump.json\n1 1 step01/rank1/dump.json", "duplicate-step");
  assert_plan (PATHS ("step0/rank0", "step0/rank00"), "0 0 step0/rank0/dump.json",
               "duplicate-rank");
  assert_plan (PATHS ("step0/proc7", "step0/pid7"), "0 0 step0/pid7/dump.json", "duplicate-rank");
  assert_plan (PATHS ("step0/rank", "step0/rank0"), "0 0 step0/rank0/dump.json", "odd-rank");
  assert_plan (PATHS ("step0/rank0", "step0/rank9999999999"), "0 0 step0/rank0/dump.json",
               "odd-rank");
}

static void
test_unreadable_folder (void)
{
  Tree tree;
  g_autofree char *step = NULL;

  if (geteuid () == 0)
    {
      g_test_skip ("root reads everything");
      return;
    }
  tree_init (&tree);
  step = g_build_filename (tree.data, "step1", NULL);
  tree_add (tree.data, "step0/rank0", "'A.a.0.forward': {'output': [<1>]}", "");
  tree_add (tree.data, "step1/rank0", "'A.a.0.forward': {'output': [<2>]}", "");
  g_assert_cmpint (g_chmod (step, 0), ==, 0);
  g_assert_true (tree_import (&tree));
  g_assert_cmpint (g_chmod (step, 0700), ==, 0);
  tree_assert_rows (&tree, "forward A.a.output.0#0 0/0 1");
  g_assert_cmpuint (ts_import_report_get_worst (tree.result->report), >=, TS_SEVERITY_WARNING);
  tree_clear (&tree);
}

/* ---- msProbe's vectors, end to end ---- */

static void
write_vector_tree (const char *dir, JsonObject *files)
{
  JsonObjectIter iter;
  const char *path;
  JsonNode *node;

  json_object_iter_init (&iter, files);
  while (json_object_iter_next (&iter, &path, &node))
    {
      g_autofree char *text = JSON_NODE_HOLDS_VALUE (node) ? json_node_dup_string (node)
                                                           : json_to_string (node, TRUE);
      tree_write_raw (dir, path, text, -1);
    }
}

/* {"$float": …} and plain numbers. */
static char *
stat_text (JsonNode *node)
{
  if (JSON_NODE_HOLDS_NULL (node))
    return g_strdup ("NULL");
  return ts_format_exact (json_node_get_double (node));
}

static void
add_line (GPtrArray *lines,
          const char *metric,
          const char *name,
          gint64 vpp,
          gint64 index,
          gint64 rank,
          gint64 step,
          char **stats)
{
  g_autofree char *joined = g_strjoinv ("|", stats);

  g_ptr_array_add (lines, g_strdup_printf ("%s|%s|%d|%d|%d|%d|%s", metric, name, (int) vpp,
                                           (int) index, (int) rank, (int) step, joined));
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static char *
sorted_text (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static JsonArray *
find_by_id (JsonArray *rows, gint64 id)
{
  for (guint i = 0; i < json_array_get_length (rows); i++)
    if (json_array_get_int_element (json_array_get_array_element (rows, i), 0) == id)
      return json_array_get_array_element (rows, i);
  g_assert_not_reached ();
}

static char *
expected_rows (JsonObject *result)
{
  JsonArray *targets = json_object_get_array_member (result, "targets");
  JsonArray *rows = json_object_get_array_member (result, "trend");
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonArray *row = json_array_get_array_element (rows, i);
      JsonArray *target = find_by_id (targets, json_array_get_int_element (row, 2));
      char *stats[5] = { NULL };

      for (guint j = 0; j < 4; j++)
        stats[j] = stat_text (json_array_get_element (row, 4 + j));
      add_line (lines, ts_dump_metrics[json_array_get_int_element (row, 3) - 1],
                json_array_get_string_element (target, 1), json_array_get_int_element (target, 2),
                json_array_get_int_element (target, 3), json_array_get_int_element (row, 0),
                json_array_get_int_element (row, 1), stats);
      for (guint j = 0; j < 4; j++)
        g_free (stats[j]);
    }
  return sorted_text (lines);
}

static char *
database_rows (const char *path)
{
  static const char sql[] = "SELECT metric_name, target_name, vpp_stage, t.micro_step, rank, step, "
                            "norm, max, min, mean FROM trend_data JOIN monitoring_targets t USING "
                            "(target_id) JOIN monitoring_metrics USING (metric_id)";
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  sqlite3 *db = test_open (path);
  sqlite3_stmt *row;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &row, NULL), ==, SQLITE_OK);
  while (sqlite3_step (row) == SQLITE_ROW)
    {
      char *stats[5] = { NULL };

      for (int j = 0; j < 4; j++)
        stats[j] = sqlite3_column_type (row, 6 + j) == SQLITE_NULL
                       ? g_strdup ("NULL")
                       : ts_format_exact (sqlite3_column_double (row, 6 + j));
      add_line (lines, (const char *) sqlite3_column_text (row, 0),
                (const char *) sqlite3_column_text (row, 1), sqlite3_column_int64 (row, 2),
                sqlite3_column_int64 (row, 3), sqlite3_column_int64 (row, 4),
                sqlite3_column_int64 (row, 5), stats);
      for (int j = 0; j < 4; j++)
        g_free (stats[j]);
    }
  sqlite3_finalize (row);
  sqlite3_close (db);
  return sorted_text (lines);
}

/* What msProbe stops at costs compat only the file it is in; where that leaves other rows than the
 * vector has, they are here. */
static const char *
rows_without_failure (const char *name)
{
  if (strcmp (name, "failure: output is null") == 0)
    return "forward|Module.a.A.input.0|0|0|0|0|2|1|0|0.5";
  if (strcmp (name, "failure: parameters is a list") == 0)
    return "";
  if (strcmp (name, "failure: step00") == 0)
    return "forward|Module.a.A.input.0|0|0|0|0|2|1|0|0.5\n"
           "forward|Module.a.A.output.0|0|0|0|0|2|1|0|0.5";
  return NULL;
}

static void
check_vector (JsonObject *vector)
{
  const char *name = json_object_get_string_member (vector, "name");
  JsonObject *result = json_object_get_object_member (vector, "result");
  gboolean fails = json_object_has_member (result, "error");
  g_autofree char *expected = expected_rows (result);
  const char *other = rows_without_failure (name);
  Tree tree;

  g_test_message ("%s", name);
  tree_init (&tree);
  tree.options->compat = TRUE;
  tree.options->micro_step = json_object_get_boolean_member (vector, "micro_step");
  write_vector_tree (tree.data, json_object_get_object_member (vector, "tree"));
  if (json_object_has_member (vector, "mapping"))
    {
      g_autofree char *text = json_to_string (json_object_get_member (vector, "mapping"), FALSE);
      tree_write_raw (tree.dir, "mapping.json", text, -1);
      tree.options->mapping_path = g_build_filename (tree.dir, "mapping.json", NULL);
    }
  if (tree_import (&tree))
    {
      g_autofree char *got = database_rows (tree.db);
      g_assert_cmpstr (got, ==, other != NULL ? other : expected);
      if (fails && other == NULL)
        g_assert_cmpint (ts_import_report_get_worst (tree.result->report), ==, TS_SEVERITY_ERROR);
    }
  else
    {
      g_assert_true (fails); /* and leaves nothing behind */
      g_assert_cmpstr (expected, ==, "");
      g_assert_false (g_file_test (tree.db, G_FILE_TEST_EXISTS));
    }
  tree_clear (&tree);
}

static void
test_import_vectors (void)
{
  JsonArray *vectors = json_node_get_array (ts_test_vectors ("dump_import"));

  g_assert_cmpuint (json_array_get_length (vectors), >, 25);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    check_vector (json_array_get_object_element (vectors, i));
}

/* The value that reader comes to, as JSON text; {"$float": …} as the bare word. */
static char *
read_vector_value (TsJsonReader *reader)
{
  TsJsonEvent event = ts_json_reader_next (reader);
  GString *text = g_string_new (NULL);
  const char *token;
  gsize length;

  switch (event)
    {
    case TS_JSON_NUMBER:
      token = ts_json_reader_get_number_text (reader, &length);
      g_string_append_len (text, token, (gssize) length);
      break;
    case TS_JSON_STRING:
      token = ts_json_reader_get_string (reader, &length);
      g_string_append_printf (text, "\"%.*s\"", (int) length, token);
      break;
    case TS_JSON_OBJECT_BEGIN:
      g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_KEY);
      token = ts_json_reader_get_string (reader, &length);
      g_string_append (text, "{\"a\": 1}");
      if (ts_json_text_is (token, length, "$float"))
        {
          g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_STRING);
          token = ts_json_reader_get_string (reader, &length);
          g_string_truncate (text, 0);
          g_string_append_len (text, token, (gssize) length);
        }
      else
        ts_json_reader_skip (reader, TS_JSON_KEY);
      g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_OBJECT_END);
      break;
    default:
      g_string_append (text, event == TS_JSON_TRUE    ? "true"
                             : event == TS_JSON_FALSE ? "false"
                             : event == TS_JSON_NULL  ? "null"
                                                      : "[1, 2]");
      g_assert_true (ts_json_reader_skip (reader, event));
      break;
    }
  return g_string_free (text, FALSE);
}

/* The clamp_value vectors, with our own reader since json-glib can't hold their large integers:
 * values go to in, what becomes of them to out. */
static void
read_clamp_vectors (GPtrArray *in, GPtrArray *out)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "vectors.json", NULL);
  g_autofree char *json = NULL;
  gsize length;
  TsJsonEvent event;

  g_assert_true (g_file_get_contents (path, &json, &length, NULL));
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (json, length, 0);
  g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_OBJECT_BEGIN);
  while (ts_json_reader_next (reader) == TS_JSON_KEY)
    {
      const char *key = ts_json_reader_get_string (reader, &length);

      if (ts_json_text_is (key, length, "clamp_value"))
        break;
      g_assert_true (ts_json_reader_skip (reader, TS_JSON_KEY));
    }
  g_assert_cmpint (ts_json_reader_next (reader), ==, TS_JSON_ARRAY_BEGIN);
  while (ts_json_reader_next (reader) == TS_JSON_OBJECT_BEGIN)
    while ((event = ts_json_reader_next (reader)) == TS_JSON_KEY)
      {
        const char *key = ts_json_reader_get_string (reader, &length);

        if (ts_json_text_is (key, length, "in"))
          g_ptr_array_add (in, read_vector_value (reader));
        else if (ts_json_text_is (key, length, "out"))
          g_ptr_array_add (out, read_vector_value (reader));
        else
          g_assert_true (ts_json_reader_skip (reader, event));
      }
}

/* Values as msProbe stores them, through a whole import. */
static void
test_clamp_vectors (void)
{
  g_autoptr (GPtrArray) in = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) data = g_string_new ("{\"data\": {\"Module.a.A.forward.0\": {\"output\": [");
  Tree tree;

  read_clamp_vectors (in, out);
  g_assert_cmpuint (in->len, >, 25);
  g_assert_cmpuint (in->len, ==, out->len);
  for (guint i = 0; i < in->len; i++)
    g_string_append_printf (
        data, "%s{\"type\": \"torch.Tensor\", \"dtype\": \"torch.float32\", \"Norm\": %s}",
        i > 0 ? ", " : "", (const char *) g_ptr_array_index (in, i));
  g_string_append (data, "]}}}");
  tree_init (&tree);
  tree.options->compat = TRUE;
  tree_write_raw (tree.data, "step0/rank0/dump.json", data->str, -1);
  tree_write (tree.data, "step0/rank0/construct.json", "{'Module.a.A.forward.0': null}");
  g_assert_true (tree_import (&tree));
  for (guint i = 0; i < in->len; i++)
    {
      const char *expected = g_ptr_array_index (out, i);
      g_autofree char *sql = g_strdup_printf (
          "SELECT printf('%%.17g', norm) FROM trend_data JOIN monitoring_targets USING (target_id) "
          "WHERE norm IS NOT NULL AND target_name = 'Module.a.A.output.%u'",
          i);
      g_autofree char *got = test_query (tree.db, sql);

      if (strcmp (expected, "null") == 0 || strcmp (expected, "NaN") == 0)
        g_assert_cmpstr (got, ==, "");
      else
        g_assert_cmpfloat (g_ascii_strtod (got, NULL), ==, g_ascii_strtod (expected, NULL));
    }
  tree_clear (&tree);
}

/* ---- real data ---- */

static const char *const fixtures[] = {
  "dump_L0_bf16_tied",  "dump_L0_proc",      "dump_L0_proc_bare", "dump_L0_sparse_steps",
  "dump_L1_proc",       "dump_md5_L0",       "dump_mix_2rank",    "dump_nan_inf_2rank",
  "dump_recompute_mix", "dump_structure_L0", "dump_tensor_L0",
};

static void
use_fixture (Tree *tree, const char *name)
{
  g_free (tree->options->data_dir);
  tree->options->data_dir = g_build_filename (g_getenv ("TS_FIXTURES"), name, "data", NULL);
}

static void
check_fixture (const char *name, const char *way)
{
  g_autofree char *expected_path = g_build_filename (g_getenv ("TS_FIXTURES"), name, "expected",
                                                     way, "dump_data.trend.db", NULL);
  g_autofree char *expected = database_rows (expected_path);
  g_autofree char *got = NULL;
  Tree tree;

  tree_init (&tree);
  use_fixture (&tree, name);
  tree.options->compat = TRUE;
  tree.options->micro_step = strcmp (way, "nomicro") != 0;
  if (strcmp (way, "mapping") == 0)
    tree.options->mapping_path
        = g_build_filename (g_getenv ("TS_FIXTURES"), name, "mapping.json", NULL);
  g_assert_true (tree_import (&tree));
  got = database_rows (tree.db);
  if (strcmp (got, expected) != 0)
    g_error ("%s (%s): other rows than msProbe's", name, way);
  tree_clear (&tree);
}

static void
test_fixture (gconstpointer data)
{
  check_fixture (data, "micro");
  check_fixture (data, "nomicro");
  check_fixture (data, "mapping");
}

/* Every row of msProbe's, but for those that are recomputations, and more; whatever the number of
 * threads, the same. */
static void
test_superset (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *expected_path = g_build_filename (
          g_getenv ("TS_FIXTURES"), fixtures[i], "expected", "nomicro", "dump_data.trend.db", NULL);
      g_autofree char *expected = database_rows (expected_path);
      g_autoptr (GHashTable) lines = g_hash_table_new (g_str_hash, g_str_equal);
      g_auto (GStrv) wanted = g_strsplit (expected, "\n", -1);
      g_auto (GStrv) found = NULL;
      g_autofree char *got = NULL;
      Tree tree;

      tree_init (&tree);
      use_fixture (&tree, fixtures[i]);
      tree.options->micro_step = FALSE;
      g_assert_true (tree_import (&tree));
      got = database_rows (tree.db);
      found = g_strsplit (got, "\n", -1);
      for (guint j = 0; found[j] != NULL; j++)
        g_hash_table_add (lines, found[j]);
      for (guint j = 0; wanted[j] != NULL && *expected != '\0'; j++)
        if (!g_hash_table_contains (lines, wanted[j]))
          {
            g_autofree char *recomputed = g_strdup_printf ("recompute%s", strchr (wanted[j], '|'));
            g_assert_true (g_hash_table_contains (lines, recomputed));
            g_assert_cmpstr (fixtures[i], ==, "dump_recompute_mix");
          }
      tree_clear (&tree);
    }
}

/* Figures counted by hand in the data. */
static void
test_default_micro_steps (void)
{
  Tree tree;

  tree_init (&tree);
  use_fixture (&tree, "dump_mix_2rank");
  g_assert_true (tree_import (&tree));
  g_assert_cmpint (ts_import_report_get_worst (tree.result->report), ==, TS_SEVERITY_INFO);
  /* Five steps of two micro-batches; the loss and the parameter gradients are in each. */
  test_assert_query (tree.db,
                     "SELECT count(*), max(step), count(DISTINCT train_step), max(micro_step) FROM "
                     "trendscope_steps",
                     "10|9|5|1");
  test_assert_query (tree.db,
                     "SELECT count(*), count(DISTINCT step), count(DISTINCT rank) FROM trend_data "
                     "JOIN monitoring_targets t USING (target_id) WHERE target_name = "
                     "'Functional.cross_entropy.output.0' AND metric_id = 1",
                     "20|10|2");
  test_assert_query (tree.db,
                     "SELECT count(*), count(DISTINCT step) FROM trend_data WHERE metric_id = 4",
                     "1060|10");
  test_assert_query (tree.db,
                     "SELECT group_concat(DISTINCT step) FROM trend_data JOIN monitoring_targets "
                     "USING (target_id) WHERE target_name LIKE 'Tensor.addcdiv%'",
                     "1,3,5,7,9"); /* the optimizer: in the last micro-step */
  use_fixture (&tree, "dump_L0_proc_bare");
  g_assert_true (tree_import (&tree));
  test_assert_query (tree.db, "SELECT count(*) FROM trendscope_steps", "6");
  use_fixture (&tree, "dump_recompute_mix");
  g_assert_true (tree_import (&tree));
  test_assert_query (tree.db,
                     "SELECT metric_id, step, t.micro_step FROM trend_data JOIN monitoring_targets "
                     "t USING (target_id) WHERE target_name = "
                     "'Module.module.decoder.layers.1.TransformerLayer.output.0' ORDER BY 1, 2",
                     "1|0|0\n1|1|0\n2|0|0\n2|1|0\n3|0|0\n3|1|0");
  tree_clear (&tree);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dump-source/scan-vectors", test_scan_vectors);
  g_test_add_func ("/dump-source/folders", test_folders);
  g_test_add_func ("/dump-source/unreadable-folder", test_unreadable_folder);
  g_test_add_func ("/dump-source/import-vectors", test_import_vectors);
  g_test_add_func ("/dump-source/clamp-vectors", test_clamp_vectors);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *path = g_strdup_printf ("/dump-source/fixture/%s", fixtures[i]);
      g_test_add_data_func (path, fixtures[i], test_fixture);
    }
  g_test_add_func ("/dump-source/superset", test_superset);
  g_test_add_func ("/dump-source/default-micro-steps", test_default_micro_steps);
  return g_test_run ();
}
