/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../test-folder.h"

#include "ingest/dump/dump-structure.h"
#include "structure/structure-comparison.h"
#include "structure/sequence.h"
#include "structure/structure-builder.h"

#include <json-glib/json-glib.h>
#include <math.h>

/* Two dumps side by side. */
typedef struct
{
  TsStructure *debug, *bench;
  TsStructureAlignment *alignment;
  TsStatus *statuses;
  TsStructureComparison comparison;
} Fixture;

static TsStructure *
load (const char *name, gint64 step, gint64 rank, gboolean compat)
{
  gboolean sample = strchr (name, '/') != NULL;
  g_autofree char *path
      = sample ? g_build_filename (g_getenv ("TS_MODEL_SAMPLES"), "fixtures", name, NULL)
               : g_build_filename (g_getenv ("TS_FIXTURES"), name, "data", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = ts_dump_structure_find (path, step, rank, &error);
  TsStructure *structure;

  g_assert_no_error (error);
  structure = ts_dump_structure_load (folder, compat, &error);
  g_assert_no_error (error);
  return structure;
}

/* Takes both. */
static void
compare (Fixture *self, TsStructure *debug, TsStructure *bench, TsAlignMode mode)
{
  gboolean md5 = debug->task == TS_DUMP_MD5;

  self->debug = debug;
  self->bench = bench;
  self->alignment = ts_structure_alignment_new (debug, bench, mode);
  self->statuses = ts_verdict_judge_all (debug, bench, self->alignment, md5);
  self->comparison = (TsStructureComparison){ debug,           bench,          "debug", "bench",
                                              self->alignment, self->statuses, md5 };
}

static void
fixture_clear (Fixture *self)
{
  ts_structure_unref (self->debug);
  ts_structure_unref (self->bench);
  ts_structure_alignment_free (self->alignment);
  g_free (self->statuses);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static JsonNode *
load_json (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("TS_MODEL_SAMPLES"), "expected", name, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_parser_steal_root (parser);
}

/* Equal, numbers to 1e-9 of their size. */
static void
assert_equal (JsonNode *a, JsonNode *b)
{
  if (JSON_NODE_HOLDS_ARRAY (b))
    {
      JsonArray *x = json_node_get_array (a), *y = json_node_get_array (b);
      g_assert_cmpuint (json_array_get_length (x), ==, json_array_get_length (y));
      for (guint i = 0; i < json_array_get_length (y); i++)
        assert_equal (json_array_get_element (x, i), json_array_get_element (y, i));
    }
  else if (JSON_NODE_HOLDS_VALUE (b) && json_node_get_value_type (b) != G_TYPE_STRING)
    {
      double x = json_node_get_double (a), y = json_node_get_double (b);
      g_assert_true (JSON_NODE_HOLDS_VALUE (a) && json_node_get_value_type (a) != G_TYPE_STRING);
      g_assert_cmpfloat_with_epsilon (x, y, 1e-9 * fmax (fabs (y), 1e-300));
    }
  else
    {
      g_autofree char *x = json_to_string (a, FALSE), *y = json_to_string (b, FALSE);
      g_assert_cmpstr (x, ==, y);
    }
}

static void
assert_tensors (JsonObject *made, JsonObject *wanted)
{
  JsonObjectIter iter;
  const char *call;
  JsonNode *rows;

  g_assert_cmpuint (json_object_get_size (made), ==, json_object_get_size (wanted));
  json_object_iter_init (&iter, wanted);
  while (json_object_iter_next (&iter, &call, &rows))
    {
      g_test_message ("%s", call);
      assert_equal (json_object_get_member (made, call), rows);
    }
}

static void
assert_compared (const Fixture *self, const char *expected)
{
  static const char *const members[] = { "micro_steps", "mode", "nodes", "bench_unmatched" };
  g_autoptr (JsonNode) wanted_node = load_json (expected);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  GString *json = ts_structure_comparison_to_json (&self->comparison);
  JsonObject *made, *wanted = json_node_get_object (wanted_node);

  json_parser_load_from_data (parser, json->str, (gssize) json->len, &error);
  g_assert_no_error (error);
  g_string_free (json, TRUE);
  made = json_node_get_object (json_parser_get_root (parser));
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    assert_equal (json_object_get_member (made, members[i]),
                  json_object_get_member (wanted, members[i]));
  if (json_object_has_member (wanted, "tensors"))
    assert_tensors (json_object_get_object_member (made, "tensors"),
                    json_object_get_object_member (wanted, "tensors"));
}

static void
test_compat (void)
{
  static const struct
  {
    const char *expected, *debug, *bench;
    gint64 steps[2], ranks[2];
    TsAlignMode mode;
  } cases[] = {
    { "compare_stats.json",
      "stats/debug",
      "stats/bench",
      { -1, -1 },
      { -1, -1 },
      TS_ALIGN_DEFAULT },
    { "compare_md5.json", "md5/debug", "md5/bench", { -1, -1 }, { -1, -1 }, TS_ALIGN_DEFAULT },
    { "compare_calls_default.json",
      "calls/debug",
      "calls/bench",
      { -1, -1 },
      { -1, -1 },
      TS_ALIGN_DEFAULT },
    { "compare_calls_fuzzy.json",
      "calls/debug",
      "calls/bench",
      { -1, -1 },
      { -1, -1 },
      TS_ALIGN_FUZZY },
    { "compare_names_default.json",
      "names/debug",
      "names/bench",
      { -1, -1 },
      { -1, -1 },
      TS_ALIGN_DEFAULT },
    { "compare_names_fuzzy.json",
      "names/debug",
      "names/bench",
      { -1, -1 },
      { -1, -1 },
      TS_ALIGN_FUZZY },
    { "compare_nan.json",
      "dump_nan_inf_2rank",
      "dump_nan_inf_2rank",
      { 2, 2 },
      { 1, 0 },
      TS_ALIGN_DEFAULT },
    { "compare_steps.json",
      "dump_L0_sparse_steps",
      "dump_L0_sparse_steps",
      { 20, 10 },
      { -1, -1 },
      TS_ALIGN_DEFAULT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Fixture) fixture = { 0 };
      g_test_message ("%s", cases[i].expected);
      compare (&fixture, load (cases[i].debug, cases[i].steps[0], cases[i].ranks[0], TRUE),
               load (cases[i].bench, cases[i].steps[1], cases[i].ranks[1], TRUE), cases[i].mode);
      assert_compared (&fixture, cases[i].expected);
    }
}

/* ---- Where the right answer is another: expected/ours.json ---- */

static const char *
get_text (JsonArray *row, guint i)
{
  JsonNode *node = json_array_get_element (row, i);

  return JSON_NODE_HOLDS_NULL (node) ? NULL : json_node_get_string (node);
}

static void
test_ours_verdicts (void)
{
  static const char *const pairs[][3]
      = { { "stats", "stats/debug", "stats/bench" }, { "md5", "md5/debug", "md5/bench" } };
  g_autoptr (JsonNode) root = load_json ("ours.json");

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      JsonArray *rows = json_object_get_array_member (json_node_get_object (root), pairs[i][0]);
      g_auto (Fixture) fixture = { 0 };
      compare (&fixture, load (pairs[i][1], -1, -1, FALSE), load (pairs[i][2], -1, -1, FALSE),
               TS_ALIGN_SEQUENCE);
      for (guint r = 0; r < json_array_get_length (rows); r++)
        {
          JsonArray *row = json_array_get_array_element (rows, r);
          guint32 call = ts_structure_find (fixture.debug, get_text (row, 0));
          g_test_message ("%s: %s", get_text (row, 0), get_text (row, 2));
          g_assert_cmpuint (call, !=, TS_NO_CALL);
          g_assert_cmpstr (ts_status_get_name (fixture.statuses[call]), ==, get_text (row, 1));
        }
    }
}

static void
test_ours_calls (void)
{
  g_autoptr (JsonNode) root = load_json ("ours.json");
  JsonArray *rows = json_object_get_array_member (json_node_get_object (root), "calls");
  g_auto (Fixture) fixture = { 0 };

  compare (&fixture, load ("calls/debug", -1, -1, FALSE), load ("calls/bench", -1, -1, FALSE),
           TS_ALIGN_SEQUENCE);
  for (guint r = 0; r < json_array_get_length (rows); r++)
    {
      JsonArray *row = json_array_get_array_element (rows, r);
      const char *debug = get_text (row, 0), *bench = get_text (row, 1);
      guint32 a = debug == NULL ? TS_NO_CALL : ts_structure_find (fixture.debug, debug);
      guint32 b = bench == NULL ? TS_NO_CALL : ts_structure_find (fixture.bench, bench);
      if (a != TS_NO_CALL)
        g_assert_cmpuint (fixture.alignment->bench_of[a], ==, b);
      else
        g_assert_cmpuint (fixture.alignment->debug_of[b], ==, TS_NO_CALL);
    }
}

/* ---- Sequences ---- */

static guint
count_matched (const guint32 *a, guint n, const guint32 *b, guint m)
{
  g_autofree guint32 *partner = g_new (guint32, n + 1);
  guint matched = 0;
  gint64 last = -1;

  ts_sequence_match (a, n, b, m, partner);
  for (guint i = 0; i < n; i++)
    if (partner[i] != G_MAXUINT32)
      {
        g_assert_cmpuint (partner[i], <, m);
        g_assert_cmpuint (a[i], ==, b[partner[i]]);
        g_assert_cmpint (partner[i], >, last);
        last = partner[i];
        matched++;
      }
  return matched;
}

/* The length of the longest common subsequence, by the table. */
static guint
count_longest (const guint32 *a, guint n, const guint32 *b, guint m)
{
  g_autofree guint *row = g_new0 (guint, m + 1);

  for (guint i = 0; i < n; i++)
    for (guint j = 0, diagonal = 0; j < m; j++)
      {
        guint above = row[j + 1];
        row[j + 1] = a[i] == b[j] ? diagonal + 1 : MAX (above, row[j]);
        diagonal = above;
      }
  return row[m];
}

static void
test_sequences (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 500; round++)
    {
      guint32 a[24], b[24];
      guint n = (guint) g_rand_int_range (rand, 0, 24), m = (guint) g_rand_int_range (rand, 0, 24);
      for (guint i = 0; i < n; i++)
        a[i] = (guint32) g_rand_int_range (rand, 0, 4);
      for (guint i = 0; i < m; i++)
        b[i] = (guint32) g_rand_int_range (rand, 0, 4);
      g_assert_cmpuint (count_matched (a, n, b, m), ==, count_longest (a, n, b, m));
    }
}

/* Names that differ in one character are not partners; without their class, modules are. */
static void
test_close_names (void)
{
  static const char *const names[2][3]
      = { { "Module.a.A.forward.0", "Module.b.B.forward.0", "Torch.add.0.forward" },
          { "Module.a.X.forward.0", "Module.c.B.forward.0", "Torch.add_.0.forward" } };
  g_auto (Fixture) fixture = { 0 };
  TsStructure *sides[2];

  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (TsStructureBuilder) builder = ts_structure_builder_new (FALSE);
      for (guint i = 0; i < 3; i++)
        ts_structure_builder_add_call (builder, names[side][i], NULL, -1);
      sides[side] = ts_structure_builder_finish (builder);
    }
  compare (&fixture, sides[0], sides[1], TS_ALIGN_SEQUENCE);
  g_assert_cmpuint (fixture.alignment->bench_of[1], ==, 1);
  g_assert_cmpuint (fixture.alignment->bench_of[2], ==, TS_NO_CALL);
  g_assert_cmpuint (fixture.alignment->bench_of[3], ==, TS_NO_CALL);
  g_assert_cmpuint (ts_structure_comparison_count_problems (&fixture.comparison), ==, 4);
}

static void
test_csv (void)
{
  g_auto (Fixture) fixture = { 0 };
  GString *csv;

  compare (&fixture, load ("stats/debug", -1, -1, FALSE), load ("stats/bench", -1, -1, FALSE),
           TS_ALIGN_SEQUENCE);
  csv = ts_structure_comparison_to_csv (&fixture.comparison);
  g_assert_true (g_str_has_prefix (csv->str, "call,bench_call,slot,"));
  g_assert_nonnull (strstr (csv->str, "Dropout.forward.0,input.p,input.p,error,scalar,"));
  g_string_free (csv, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/structure-comparison/compat", test_compat);
  g_test_add_func ("/structure-comparison/ours-verdicts", test_ours_verdicts);
  g_test_add_func ("/structure-comparison/ours-calls", test_ours_calls);
  g_test_add_func ("/structure-comparison/sequences", test_sequences);
  g_test_add_func ("/structure-comparison/close-names", test_close_names);
  g_test_add_func ("/structure-comparison/csv", test_csv);
  return g_test_run ();
}
