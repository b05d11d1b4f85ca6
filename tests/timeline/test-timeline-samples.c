/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline-fixture.h"

#include <math.h>

static JsonObject *expected;

static double
number_of (JsonObject *object, const char *key)
{
  g_assert_true (json_object_has_member (object, key));
  return json_object_get_double_member (object, key);
}

/* Times exactly (means are given to 0.1 µs), ratios to 1e-6. */
static void
compare_members (JsonObject *found, JsonObject *wanted)
{
  g_autoptr (GList) keys = json_object_get_members (wanted);

  for (GList *l = keys; l != NULL; l = l->next)
    {
      const char *key = l->data;
      double tolerance = g_str_has_suffix (key, "_mean_us") ? 0.0501
                         : g_str_has_suffix (key, "_us")    ? 0
                                                            : 1e-6;
      if (JSON_NODE_HOLDS_ARRAY (json_object_get_member (wanted, key)))
        continue;
      if (fabs (number_of (found, key) - number_of (wanted, key)) > tolerance)
        g_error ("%s: %.9g, not %.9g", key, number_of (found, key), number_of (wanted, key));
    }
}

static void
compare_steps (JsonArray *found, JsonArray *wanted)
{
  g_assert_cmpuint (json_array_get_length (found), ==, json_array_get_length (wanted));
  for (guint i = 0; i < json_array_get_length (wanted); i++)
    {
      JsonObject *step = json_array_get_object_element (found, i);
      JsonObject *like = json_array_get_object_element (wanted, i);
      JsonArray *stages = json_object_get_array_member (step, "stages");
      JsonArray *stages_like = json_object_get_array_member (like, "stages");
      compare_members (step, like);
      g_assert_cmpuint (json_array_get_length (stages), ==, json_array_get_length (stages_like));
      for (guint s = 0; s < json_array_get_length (stages); s++)
        compare_members (json_array_get_object_element (stages, s),
                         json_array_get_object_element (stages_like, s));
    }
}

static void
compare_pairs (JsonArray *steps, JsonObject *wanted)
{
  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonArray *pairs
          = json_object_get_array_member (json_array_get_object_element (steps, i), "pairs");
      g_assert_cmpuint (json_array_get_length (pairs), ==, json_object_get_size (wanted));
      for (guint k = 0; k < json_array_get_length (pairs); k++)
        {
          JsonObject *pair = json_array_get_object_element (pairs, k);
          g_autofree char *key
              = g_strdup_printf ("%d-%d", (int) json_object_get_int_member (pair, "from"),
                                 (int) json_object_get_int_member (pair, "to"));
          JsonArray *like = json_object_get_array_member (wanted, key);
          g_assert_cmpfloat (number_of (pair, "offset_us"), ==,
                             json_array_get_double_element (like, 0));
          g_assert_cmpfloat (number_of (pair, "transfer_us"), ==,
                             json_array_get_double_element (like, 1));
        }
    }
}

static JsonParser *
parse (const char *text)
{
  JsonParser *parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return parser;
}

static JsonArray *
steps_of (JsonParser *parser)
{
  return json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                       "steps");
}

static void
check_figures (const TsTimeline *timeline, JsonArray *wanted)
{
  g_autofree char *text = write_to_text (NULL, timeline, -1);
  g_autoptr (JsonParser) parser = parse (text);

  compare_steps (steps_of (parser), wanted);
}

static void
test_figures (gconstpointer name)
{
  g_autoptr (TsTimeline) timeline = load_sample (name);

  check_figures (timeline, json_object_get_array_member (expected, name));
  for (guint r = 0; r < timeline->rows->len; r++)
    g_assert_cmpuint (ts_timeline_get_row (timeline, r)->stage, ==, r);
}

/* Samples that hold the same jobs as another in a worse shape. */
static void
test_same_as_single (gconstpointer name)
{
  g_autoptr (TsTimeline) timeline = load_sample (name);

  check_figures (timeline, json_object_get_array_member (expected, "single"));
  g_assert_cmpint (ts_timeline_get_step (timeline, 0)->number, ==, 3);
}

static void
test_pairs (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("multi");
  g_autofree char *text = write_to_text (NULL, timeline, -1);
  g_autoptr (JsonParser) parser = parse (text);

  compare_pairs (steps_of (parser), json_object_get_object_member (expected, "multi_pairs"));
}

/* The clocks of two machines are 5 ms apart: said, and taken away only when asked for. */
static void
test_skew (void)
{
  JsonObject *skew = json_object_get_object_member (expected, "multi_skew");
  g_autoptr (TsTimeline) timeline = load_sample ("multi_skew");
  g_autoptr (TsTimeline) fixed = NULL;
  g_autofree char *text = write_to_text (NULL, timeline, -1);
  g_autoptr (JsonParser) parser = parse (text);
  gint64 offsets[4];

  compare_steps (steps_of (parser), json_object_get_array_member (skew, "raw"));
  compare_pairs (steps_of (parser), json_object_get_object_member (skew, "pairs"));
  g_assert_true (ts_clock_get_offsets (timeline, offsets));
  g_assert_cmpint (offsets[1], ==, 0);
  g_assert_cmpint (offsets[2], ==, -5000);
  g_assert_cmpint (offsets[3], ==, -5000);
  fixed = ts_timeline_with_clocks (timeline, offsets);
  check_figures (fixed, json_object_get_array_member (expected, "multi"));
  g_assert_false (ts_clock_get_offsets (fixed, offsets));
}

static void
test_outlier (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("single");
  g_autoptr (TsStepFigures) quiet = ts_step_figures_new (timeline, 0);
  g_autoptr (TsStepFigures) figures = ts_step_figures_new (timeline, 2);
  const TsOutlier *outlier;
  const TsJob *job;

  g_assert_cmpuint (quiet->outliers->len, ==, 0);
  g_assert_cmpuint (figures->outliers->len, ==, 1);
  outlier = &g_array_index (figures->outliers, TsOutlier, 0);
  job = &ts_timeline_get_row (timeline, outlier->row)->jobs[outlier->job];
  g_assert_cmpuint (outlier->row, ==, 1);
  g_assert_cmpuint (job->micro_batch, ==, 5);
  g_assert_cmpstr (ts_timeline_get_job_type (timeline, job)->name, ==, "forward");
  g_assert_cmpint (job->end - job->start, ==, 25000);
  g_assert_cmpfloat (outlier->median, ==, 10000);
}

static void
test_schedules (void)
{
  static const struct
  {
    const char *name;
    TsScheduleKind kind;
    guint stages, micro_batches;
    double ideal;
  } cases[] = {
    { "single", TS_SCHEDULE_1F1B, 4, 8, 3.0 / 11 }, { "fthenb", TS_SCHEDULE_FTHENB, 4, 4, 3.0 / 7 },
    { "zbh1", TS_SCHEDULE_ZBH1, 4, 8, 30.0 / 270 }, { "pir", TS_SCHEDULE_1F1B, 2, 4, 1.0 / 5 },
    { "overlap", TS_SCHEDULE_1F1B, 2, 4, 1.0 / 5 }, { "dynamic", TS_SCHEDULE_1F1B, 4, 8, 3.0 / 11 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TsTimeline) timeline = load_sample (cases[i].name);
      g_autoptr (TsStepFigures) figures = ts_step_figures_new (timeline, 0);
      g_assert_cmpint (figures->schedule.kind, ==, cases[i].kind);
      g_assert_cmpuint (figures->schedule.stages, ==, cases[i].stages);
      g_assert_cmpuint (figures->schedule.micro_batches, ==, cases[i].micro_batches);
      g_assert_cmpfloat_with_epsilon (figures->ideal_bubble, cases[i].ideal, 1e-9);
    }
}

/* ---- Damaged ones ---- */

static void
test_missing (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("missing");
  g_autoptr (TsStepFigures) figures = ts_step_figures_new (timeline, 0);

  assert_note (timeline, "missing-file", "workerlog.2", 0, 1);
  g_assert_cmpuint (timeline->rows->len, ==, 4);
  g_assert_true (ts_timeline_get_row (timeline, 2)->empty);
  for (guint r = 0; r < 4; r++)
    g_assert_cmpuint (ts_timeline_get_row (timeline, r)->stage, ==, r);
  g_assert_true (figures->stages[2].empty);
  g_assert_cmpint (figures->window, ==, 330000);
  g_assert_cmpint (figures->stages[3].busy, ==, 240000);
}

static void
test_no_lines (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("no_lines");

  assert_note (timeline, "no-records", "workerlog.3", 0, 1);
  g_assert_cmpuint (timeline->rows->len, ==, 4);
  g_assert_true (ts_timeline_get_row (timeline, 3)->empty);
  g_assert_cmpuint (timeline->steps->len, ==, 3);
}

static void
test_truncated (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("truncated");
  const TsTimelineRow *row = ts_timeline_get_row (timeline, 1);

  assert_note (timeline, "cut-record", "workerlog.1", 57, 1);
  g_assert_cmpuint (row->n_steps, ==, 3);
  g_assert_cmpuint (row->steps[2].n, ==, 16);
  for (guint i = 0; i < row->n_jobs; i++)
    g_assert_cmpint (row->jobs[i].end, >, 1701829911000000000 / 1000);
}

static void
test_negative (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("negative");
  const TsTimelineRow *row = ts_timeline_get_row (timeline, 0);
  g_autoptr (TsStepFigures) figures = ts_step_figures_new (timeline, 0);

  assert_note (timeline, "negative-times", "workerlog.0", 15, 1);
  assert_note (timeline, "zero-times", "workerlog.0", 17, 1);
  g_assert_cmpuint (row->n_untimed, ==, 2);
  g_assert_cmpuint (row->untimed[0].micro_batch, ==, 3);
  g_assert_cmpint (row->untimed[0].end, ==, 1701829911190000);
  g_assert_cmpint (row->untimed_steps[1], ==, 3);
  g_assert_cmpuint (figures->stages[0].backward.n, ==, 6);
  g_assert_cmpint (figures->window, ==, 330000);
}

static void
test_unsorted (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("unsorted");

  g_assert_nonnull (find_note (timeline, "unordered"));
  g_assert_cmpuint (timeline->n_runs, ==, 1);
  g_assert_false (ts_timeline_report_has_warnings (timeline->report));
}

/* Each default is a step, and none is work. */
static void
test_default_only (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("default_only");
  g_autoptr (TsStepFigures) figures = ts_step_figures_new (timeline, 0);

  g_assert_cmpuint (timeline->steps->len, ==, 3);
  g_assert_cmpint (figures->schedule.kind, ==, TS_SCHEDULE_NONE);
  g_assert_cmpint (figures->straggler, ==, -1);
  g_assert_cmpint (figures->length, ==, 52000);
  g_assert_cmpint (figures->window, ==, 0);
}

/* Types with parentheses are there, and are pieces of one micro-batch. */
static void
test_overlap (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("overlap");
  const TsTimelineRow *row = ts_timeline_get_row (timeline, 1);

  g_assert_cmpuint (row->steps[0].n, ==, 15);
  g_assert_cmpstr (ts_timeline_get_job_type (timeline, &row->jobs[2])->name, ==,
                   "backward(chunk1)");
  g_assert_cmpint (ts_timeline_get_job_type (timeline, &row->jobs[2])->piece, ==, 1);
}

static void
test_dynamic (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("dynamic");
  g_autoptr (TsStepFigures) figures = ts_step_figures_new (timeline, 0);

  g_assert_cmpuint (timeline->rows->len, ==, 4);
  g_assert_cmpuint (timeline->steps->len, ==, 1);
  g_assert_cmpint (figures->window, ==, 330000);
  g_assert_cmpint (figures->start, ==, 1701829911000000);
  for (guint r = 0; r < 4; r++)
    g_assert_cmpuint (ts_timeline_get_row (timeline, r)->stage, ==, r);
}

/* ---- Traces ---- */

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Every bar as "row type start end", sorted. */
static GPtrArray *
list_bars (const TsTimeline *timeline, gint64 epoch)
{
  GPtrArray *bars = g_ptr_array_new_with_free_func (g_free);

  for (guint r = 0; r < timeline->rows->len; r++)
    for (guint i = 0; i < ts_timeline_get_row (timeline, r)->n_jobs; i++)
      {
        const TsJob *job = &ts_timeline_get_row (timeline, r)->jobs[i];
        g_ptr_array_add (bars,
                         g_strdup_printf ("%u %s %u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, r,
                                          ts_timeline_get_job_type (timeline, job)->name,
                                          job->micro_batch, job->start - epoch, job->end - epoch));
      }
  g_ptr_array_sort (bars, compare_texts);
  return bars;
}

static void
assert_same_bars (const TsTimeline *a, gint64 epoch_a, const TsTimeline *b, gint64 epoch_b)
{
  g_autoptr (GPtrArray) bars_a = list_bars (a, epoch_a);
  g_autoptr (GPtrArray) bars_b = list_bars (b, epoch_b);

  g_assert_cmpuint (bars_a->len, ==, bars_b->len);
  for (guint i = 0; i < bars_a->len; i++)
    g_assert_cmpstr (g_ptr_array_index (bars_a, i), ==, g_ptr_array_index (bars_b, i));
}

/* Both flavours of the original's trace. */
static void
test_original_json (void)
{
  static const char *const names[]
      = { "original_json/pipeline_profile.json", "original_json/pipeline_profile_perfetto.json" };
  g_autoptr (TsTimeline) single = load_sample ("single");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TsTimeline) trace = load_sample (names[i]);
      assert_same_bars (trace, 0, single, 0);
      check_figures (trace, json_object_get_array_member (expected, "single"));
      g_assert_cmpint (ts_timeline_get_step (trace, 2)->number, ==, 5);
    }
}

static void
check_event (JsonObject *event, GHashTable *named)
{
  const char *phase = json_object_get_string_member (event, "ph");
  JsonNode *thread = json_object_get_member (event, "tid");

  g_assert_true (json_node_get_value_type (json_object_get_member (event, "pid")) == G_TYPE_INT64);
  g_assert_true (g_str_equal (phase, "X") || g_str_equal (phase, "M"));
  if (g_str_equal (phase, "M")
      && g_str_has_prefix (json_object_get_string_member (event, "name"), "process"))
    return;
  g_assert_true (json_node_get_value_type (thread) == G_TYPE_INT64);
  if (g_str_equal (phase, "M"))
    {
      g_hash_table_add (named, GINT_TO_POINTER ((int) json_node_get_int (thread) + 1));
      return;
    }
  g_assert_true (json_node_get_value_type (json_object_get_member (event, "ts")) == G_TYPE_INT64);
  g_assert_true (json_node_get_value_type (json_object_get_member (event, "dur")) == G_TYPE_INT64);
  g_assert_true (
      g_hash_table_contains (named, GINT_TO_POINTER ((int) json_node_get_int (thread) + 1)));
  g_assert_true (json_object_has_member (json_object_get_object_member (event, "args"), "step"));
}

/* The trace that is written for single: its schema, and the bars of the original to the µs. */
static void
test_chrome (void)
{
  g_autoptr (TsTimeline) single = load_sample ("single");
  g_autoptr (TsTimeline) original = load_sample ("original_json/pipeline_profile.json");
  g_autofree char *text = write_to_text (ts_timeline_write_chrome, single, -1);
  g_autoptr (JsonParser) parser = parse (text);
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  JsonArray *events = json_object_get_array_member (root, "traceEvents");
  g_autoptr (GHashTable) named = g_hash_table_new (NULL, NULL);
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  g_autoptr (TsTimeline) again = NULL;

  for (guint i = 0; i < json_array_get_length (events); i++)
    check_event (json_array_get_object_element (events, i), named);
  write_text (folder, "trace.json", text);
  again = load_path_good (path);
  assert_same_bars (again, 0, original, 1701829911000000);
  check_figures (again, json_object_get_array_member (expected, "single"));
}

/* ---- CSV ---- */

static void
test_csv (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("negative");
  g_autofree char *jobs = write_to_text (ts_timeline_write_jobs, timeline, 0);
  g_autofree char *figures = write_to_text (ts_timeline_write_figures, timeline, -1);
  g_auto (GStrv) lines = g_strsplit (jobs, "\n", -1);
  g_auto (GStrv) figure_lines = g_strsplit (figures, "\n", -1);
  g_auto (GStrv) head = g_strsplit (figure_lines[0], ",", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 4 * 17 + 1);
  g_assert_cmpstr (lines[1], ==,
                   "0,3,0,0,0,forward,forward,0,,1701829911000000,1701829911010000,10000");
  g_assert_nonnull (strstr (jobs, "0,3,0,0,0,backward,backward,4,,1701829911220000,0,\n"));
  g_assert_cmpuint (g_strv_length (figure_lines), ==, 1 + 3 * 4 + 1);
  for (guint i = 1; i < 13; i++)
    {
      g_auto (GStrv) fields = g_strsplit (figure_lines[i], ",", -1);
      g_assert_cmpuint (g_strv_length (fields), ==, g_strv_length (head));
    }
}

int
main (int argc, char **argv)
{
  static const char *const figures[] = { "single", "multi", "fthenb", "zbh1", "pir" };
  static const char *const same[] = { "crlf", "not_utf8", "unsorted" };
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *path = NULL;

  g_test_init (&argc, &argv, NULL);
  path = sample_path ("expected.json");
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  expected = json_node_get_object (json_parser_get_root (parser));
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *name = g_strconcat ("/timeline/figures/", figures[i], NULL);
      g_test_add_data_func (name, figures[i], test_figures);
    }
  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autofree char *name = g_strconcat ("/timeline/same/", same[i], NULL);
      g_test_add_data_func (name, same[i], test_same_as_single);
    }
  g_test_add_func ("/timeline/pairs", test_pairs);
  g_test_add_func ("/timeline/skew", test_skew);
  g_test_add_func ("/timeline/outlier", test_outlier);
  g_test_add_func ("/timeline/schedules", test_schedules);
  g_test_add_func ("/timeline/missing", test_missing);
  g_test_add_func ("/timeline/no-lines", test_no_lines);
  g_test_add_func ("/timeline/truncated", test_truncated);
  g_test_add_func ("/timeline/negative", test_negative);
  g_test_add_func ("/timeline/unsorted", test_unsorted);
  g_test_add_func ("/timeline/default-only", test_default_only);
  g_test_add_func ("/timeline/overlap", test_overlap);
  g_test_add_func ("/timeline/dynamic", test_dynamic);
  g_test_add_func ("/timeline/original-json", test_original_json);
  g_test_add_func ("/timeline/chrome", test_chrome);
  g_test_add_func ("/timeline/csv", test_csv);
  return g_test_run ();
}
