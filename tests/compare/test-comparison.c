/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons of real training runs, and of runs changed by known amounts. */
#include "../find/run-database.h"

#include "compare/comparison.h"

typedef struct
{
  char *folder;
  TsComparisonOptions options;
  GError *error;
  TsComparison *comparison;
} Fixture;

static void
fixture_init (Fixture *self, char *a, char *b)
{
  self->folder = test_tmp_dir ();
  self->options = (TsComparisonOptions){
    .paths = { a, b },
    .output = g_build_filename (self->folder, "c.trend.db", NULL),
  };
}

static TsComparison *
fixture_run (Fixture *self)
{
  g_clear_pointer (&self->comparison, ts_comparison_free);
  self->comparison = ts_comparison_run (&self->options, NULL, NULL, NULL, &self->error);
  return self->comparison;
}

static void
fixture_clear (Fixture *self)
{
  g_clear_pointer (&self->comparison, ts_comparison_free);
  g_clear_error (&self->error);
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      g_free (self->options.paths[s]);
      g_free (self->options.layouts[s]);
      g_free (self->options.mappings[s]);
    }
  g_free (self->options.repeat);
  g_free (self->options.output);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static void
compare_runs (Fixture *self, const char *a, const char *b)
{
  fixture_init (self, run_write_named (a), run_write_named (b));
  g_assert_nonnull (fixture_run (self));
  g_assert_no_error (self->error);
}

static const TsDivergence *
get_first (const Fixture *self)
{
  return g_ptr_array_index (self->comparison->divergence->starts, 0);
}

/* --- real runs ---------------------------------------------------------------------------- */

static void
test_again (void)
{
  g_auto (Fixture) self = { 0 };

  compare_runs (&self, "compare_a", "compare_a_again");
  g_assert_false (ts_comparison_differs (self.comparison));
  g_assert_cmpuint (self.comparison->counts.n_equal, ==, self.comparison->counts.n_matched);
  g_assert_cmpuint (self.comparison->counts.n_matched, ==, 16 * 4 * 186);
  g_assert_cmpfloat (self.comparison->divergence->largest_score, ==, 0);
}

static void
test_other_order (void)
{
  g_auto (Fixture) self = { 0 };

  compare_runs (&self, "compare_a", "compare_a_other_order");
  g_assert_false (ts_comparison_differs (self.comparison));
  g_assert_cmpfloat (self.comparison->divergence->largest_score, >, 0.9);
  g_assert_cmpfloat (self.comparison->divergence->largest_score, <=, 1);
}

static void
assert_first (const Fixture *self, gint64 step, const char *target)
{
  g_assert_true (ts_comparison_differs (self->comparison));
  g_assert_null (self->comparison->divergence->weights);
  g_assert_cmpint (get_first (self)->step, ==, step);
  g_assert_cmpstr (get_first (self)->target, ==, target);
  g_assert_cmpfloat (get_first (self)->score, >, 8 * get_first (self)->input_score);
}

static void
test_scale (void)
{
  g_auto (Fixture) self = { 0 };

  compare_runs (&self, "compare_a", "compare_a_scale");
  assert_first (&self, 8, "Module.layers.2.core.CoreAttention.output.0");
}

static void
test_eps (void)
{
  g_auto (Fixture) self = { 0 };

  compare_runs (&self, "compare_a", "compare_a_eps");
  assert_first (&self, 0, "Module.layers.2.ln1.LayerNorm.output.0");
}

static void
test_layout (void)
{
  g_auto (Fixture) self = { 0 };

  compare_runs (&self, "compare_a", "compare_a_layout");
  g_assert_true (self.comparison->combined);
  g_assert_false (ts_comparison_differs (self.comparison));
  g_assert_cmpstr (self.comparison->divergence->factor_metric, ==, "backward");
  g_assert_cmpfloat_with_epsilon (self.comparison->divergence->factor.log2, 1, 1e-3);
  g_assert_cmpuint (self.comparison->divergence->n_factor_steps, ==, 16);
  /* Gradients of weights before their reduction: said, not guessed. */
  g_assert_cmpuint (self.comparison->counts.n_left_out, >, 0);
}

static void
test_bfloat16 (void)
{
  static const char *const others[] = { "compare_b16_other_order", "compare_b16_scale" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_auto (Fixture) self = { 0 };
      compare_runs (&self, "compare_b16", others[i]);
      g_assert_false (ts_comparison_differs (self.comparison));
      g_assert_cmpfloat (self.comparison->divergence->largest_score, >, 1);
      g_assert_cmpfloat (self.comparison->divergence->largest_score, <, 2.2);
    }
}

static void
test_repeat (void)
{
  g_auto (Fixture) self = { 0 };

  fixture_init (&self, run_write_named ("compare_a"), run_write_named ("compare_a_other_order"));
  self.options.repeat = run_write_named ("compare_a_again");
  g_assert_nonnull (fixture_run (&self));
  g_assert_true (self.comparison->counts.bit_identical);
  /* Without noise the tolerance is a hundredth. */
  g_assert_cmpfloat (self.comparison->tolerances[TS_COMPARED_NORM], ==, 1e-8);
  g_free (self.options.repeat);
  self.options.repeat = run_write_named ("compare_a_other_order");
  g_assert_nonnull (fixture_run (&self));
  g_assert_false (self.comparison->counts.bit_identical);
  g_assert_false (ts_comparison_differs (self.comparison));
}

/* --- changed runs ------------------------------------------------------------------------- */

/* The number of a tensor in a run. */
static guint
find_name (const Run *run, const char *name)
{
  for (guint i = 0; i < run->n_names; i++)
    if (strcmp (json_array_get_string_element (run->names, i), name) == 0)
      return i;
  g_assert_not_reached ();
}

/* One output of one rank at one step, changed by so many tolerances. */
static void
change_output (Fixture *self, double tolerances)
{
  Run run = run_load ("compare_a");
  float *row = run_row (&run, 7, find_name (&run, "f.layers.1.fc1.output.0"), 2);

  fixture_init (self, run_write_named ("compare_a"), NULL);
  row[0] = (float) (row[0] * (1 + tolerances * 1e-6));
  self->options.paths[TS_SIDE_B] = run_write (&run);
  run_clear (&run);
  g_assert_nonnull (fixture_run (self));
}

static void
test_beyond (void)
{
  g_auto (Fixture) self = { 0 };

  change_output (&self, 20);
  g_assert_cmpuint (self.comparison->divergence->starts->len, ==, 1);
  assert_first (&self, 7, "Module.layers.1.fc1.Linear.output.0");
  g_assert_cmpint (get_first (&self)->rank, ==, 2);
  g_assert_cmpstr (get_first (&self)->stat, ==, "norm");
  g_assert_cmpfloat_with_epsilon (get_first (&self)->score, 20, 0.5);
  g_assert_cmpfloat (get_first (&self)->input_score, ==, 0);
}

static void
test_within (void)
{
  g_auto (Fixture) self = { 0 };

  change_output (&self, 0.5);
  g_assert_false (ts_comparison_differs (self.comparison));
  g_assert_cmpuint (self.comparison->counts.n_equal, ==, self.comparison->counts.n_matched - 1);
}

static void
test_weights (void)
{
  g_auto (Fixture) self = { 0 };
  g_autofree char *sentence = NULL;
  Run run = run_load ("compare_a");
  guint weight = find_name (&run, "p.layers.0.fc2.weight");

  fixture_init (&self, run_write_named ("compare_a"), NULL);
  for (guint rank = 0; rank < run.n_ranks; rank++)
    run_row (&run, 0, weight, rank)[0] *= 1.5f;
  self.options.paths[TS_SIDE_B] = run_write (&run);
  run_clear (&run);
  g_assert_nonnull (fixture_run (&self));
  g_assert_true (ts_comparison_differs (self.comparison));
  g_assert_cmpstr (self.comparison->divergence->weights->target, ==,
                   "Module.layers.0.fc2.Linear.parameters.weight");
  sentence = ts_comparison_dup_sentence (self.comparison);
  g_assert_true (g_str_has_prefix (sentence, "Weights differ before training"));
}

static void
test_not_finite (void)
{
  g_auto (Fixture) self = { 0 };
  Run run = run_load ("compare_a");

  fixture_init (&self, run_write_named ("compare_a"), NULL);
  run_row (&run, 3, find_name (&run, "f.layers.2.fc1.output.0"), 1)[2] = (float) NAN;
  self.options.paths[TS_SIDE_B] = run_write (&run);
  run_clear (&run);
  g_assert_nonnull (fixture_run (&self));
  assert_first (&self, 3, "Module.layers.2.fc1.Linear.output.0");
  g_assert_true (isinf (get_first (&self)->score));
  g_assert_cmpint (self.comparison->divergence->n_not_finite, ==, 1);
}

/* Ranks renumbered by another order of the same layout are the same ranks. */
static char *
write_layout (const char *folder, const char *order)
{
  char *path = g_build_filename (folder, order, NULL);
  g_autofree char *json
      = g_strdup_printf ("{\"world_size\": 4, \"num_layers\": 4, \"tensor_parallel_size\": 2,"
                         " \"pipeline_parallel_size\": 1, \"order\": \"%s\"}",
                         order);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, json, -1, &error);
  g_assert_no_error (error);
  return path;
}

static void
test_renumbered (void)
{
  /* tp-dp: 0 (0,0), 1 (1,0), 2 (0,1), 3 (1,1); dp-tp: 0 (0,0), 1 (0,1), 2 (1,0), 3 (1,1). */
  static const guint renumbered[] = { 0, 2, 1, 3 };
  g_auto (Fixture) self = { 0 };
  Run run = run_load ("compare_a"), moved = run_load ("compare_a");

  fixture_init (&self, run_write_named ("compare_a"), NULL);
  for (guint step = 0; step < run.n_steps; step++)
    for (guint name = 0; name < run.n_names; name++)
      for (guint rank = 0; rank < run.n_ranks; rank++)
        memcpy (run_row (&moved, step, name, renumbered[rank]), run_row (&run, step, name, rank),
                RUN_STATS * sizeof (float));
  self.options.paths[TS_SIDE_B] = run_write (&moved);
  run_clear (&run);
  run_clear (&moved);
  g_assert_nonnull (fixture_run (&self));
  g_assert_cmpuint (self.comparison->counts.n_equal, <, self.comparison->counts.n_matched);
  self.options.layouts[TS_SIDE_A] = write_layout (self.folder, "tp-cp-dp-pp");
  self.options.layouts[TS_SIDE_B] = write_layout (self.folder, "dp-cp-tp-pp");
  g_assert_nonnull (fixture_run (&self));
  g_assert_no_error (self.error);
  g_assert_false (self.comparison->combined);
  g_assert_cmpuint (self.comparison->counts.n_equal, ==, self.comparison->counts.n_matched);
}

static void
test_step_offset (void)
{
  g_auto (Fixture) self = { 0 };
  Run run = run_load ("compare_a");
  gsize step = (gsize) run.n_names * run.n_ranks * RUN_STATS;

  /* B begins two steps later. */
  fixture_init (&self, run_write_named ("compare_a"), NULL);
  run.n_steps -= 2;
  memmove (run.values, run.values + 2 * step, run.n_steps * step * sizeof (float));
  self.options.paths[TS_SIDE_B] = run_write (&run);
  run_clear (&run);
  self.options.step_offset = 2;
  g_assert_nonnull (fixture_run (&self));
  g_assert_cmpuint (self.comparison->counts.n_equal, ==, self.comparison->counts.n_matched);
  g_assert_cmpuint (self.comparison->counts.n_only[TS_SIDE_A], ==, 2 * 4 * 186);
  g_assert_cmpuint (self.comparison->counts.n_only[TS_SIDE_B], ==, 0);
}

/* --- refusals and safety ------------------------------------------------------------------ */

static void
test_nothing_in_common (void)
{
  g_auto (Fixture) self = { 0 };

  fixture_init (&self, run_write_named ("compare_a"), run_write_named ("compare_a"));
  self.options.step_offset = 1000;
  g_assert_null (fixture_run (&self));
  g_assert_nonnull (strstr (self.error->message, "no training step in common"));
  g_assert_false (g_file_test (self.options.output, G_FILE_TEST_EXISTS));
}

static void
test_over_input (void)
{
  g_auto (Fixture) self = { 0 };

  fixture_init (&self, run_write_named ("compare_a"), run_write_named ("compare_a"));
  g_free (self.options.output);
  self.options.output = g_strdup (self.options.paths[TS_SIDE_B]);
  g_assert_null (fixture_run (&self));
  g_assert_nonnull (strstr (self.error->message, "can’t be written over"));
  g_clear_error (&self.error);
}

static void
test_threads (void)
{
  char *dumps[2] = { NULL, NULL };

  for (guint i = 0; i < 2; i++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (JsonNode) json = NULL;
      fixture_init (&self, run_write_named ("compare_a"), run_write_named ("compare_a_scale"));
      self.options.n_threads = i == 0 ? 1 : 4;
      g_assert_nonnull (fixture_run (&self));
      json = ts_comparison_to_json (self.comparison);
      dumps[i] = json_to_string (json, TRUE);
    }
  g_assert_cmpstr (dumps[0], ==, dumps[1]);
  g_free (dumps[0]);
  g_free (dumps[1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/comparison/again", test_again);
  g_test_add_func ("/comparison/other-order", test_other_order);
  g_test_add_func ("/comparison/scale", test_scale);
  g_test_add_func ("/comparison/eps", test_eps);
  g_test_add_func ("/comparison/layout", test_layout);
  g_test_add_func ("/comparison/bfloat16", test_bfloat16);
  g_test_add_func ("/comparison/repeat", test_repeat);
  g_test_add_func ("/comparison/beyond", test_beyond);
  g_test_add_func ("/comparison/within", test_within);
  g_test_add_func ("/comparison/weights", test_weights);
  g_test_add_func ("/comparison/not-finite", test_not_finite);
  g_test_add_func ("/comparison/renumbered", test_renumbered);
  g_test_add_func ("/comparison/step-offset", test_step_offset);
  g_test_add_func ("/comparison/nothing-in-common", test_nothing_in_common);
  g_test_add_func ("/comparison/over-input", test_over_input);
  g_test_add_func ("/comparison/threads", test_threads);
  return g_test_run ();
}
