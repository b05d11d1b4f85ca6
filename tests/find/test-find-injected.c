/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "found.h"

/* Faults put into made-up runs whose ranks share what a step is like, 20 seeds each: the call, the
 * rank and the step come first. */

#define N_SEEDS  20
#define N_STEPS  60
#define N_RANKS  8
#define N_LAYERS 4
#define AT_STEP  40

typedef enum
{
  FAULT_NONE,
  FAULT_NAN,           /* one NaN in one call */
  FAULT_WEIGHT,        /* a weight × 64 on one replica */
  FAULT_CHANNEL,       /* one channel × 64 */
  FAULT_LEARNING_RATE, /* × 30 */
  FAULT_DATA,          /* other data on one rank */
  FAULT_STOP,          /* a rank stops writing */
} Fault;

static const char *const modules[] = { "ln1", "qkv", "core", "proj" };

typedef struct
{
  Run run;
  GRand *random;
  Fault fault;
  guint layer, module, rank; /* where */
} Made;

/* A normal number: the sum of twelve uniform ones. */
static double
noise (Made *made, double sigma)
{
  double sum = -6;

  for (int i = 0; i < 12; i++)
    sum += g_rand_double (made->random);
  return sigma * sum;
}

static void
add_names (Made *made)
{
  GString *json = g_string_new ("[");

  for (guint l = 0; l < N_LAYERS; l++)
    for (guint m = 0; m < G_N_ELEMENTS (modules); m++)
      g_string_append_printf (json,
                              "%s\"f.layers.%u.%s.input.0\",\"p.layers.%u.%s.weight\","
                              "\"f.layers.%u.%s.output.0\"",
                              l + m > 0 ? "," : "", l, modules[m], l, modules[m], l, modules[m]);
  g_string_append_c (json, ']');
  made->run.parser = json_parser_new_immutable ();
  g_assert_true (json_parser_load_from_data (made->run.parser, json->str, -1, NULL));
  g_string_free (json, TRUE);
  made->run.names = json_node_get_array (json_parser_get_root (made->run.parser));
  made->run.n_names = json_array_get_length (made->run.names);
  made->run.n_steps = N_STEPS;
  made->run.n_ranks = N_RANKS;
  made->run.dtype = "torch.float32";
  made->run.n_values = (gsize) N_STEPS * N_RANKS * made->run.n_names * RUN_STATS;
  made->run.values = g_new0 (float, made->run.n_values);
}

static void
put (Made *made, guint step, guint name, guint rank, double norm_y, double amax_y)
{
  float *row = run_row (&made->run, step, name, rank);

  row[0] = (float) exp2 (norm_y);
  row[1] = (float) exp2 (amax_y);
  row[2] = (float) -exp2 (amax_y - 0.1);
  row[3] = (float) (exp2 (amax_y) * 1e-3);
}

/* What one rank computes in one step, call after call. */
static void
compute (Made *made, guint step, guint rank, double level)
{
  gboolean at = step >= AT_STEP && rank == made->rank;
  gboolean once = step == AT_STEP && rank == made->rank;
  double norm = level + noise (made, 0.03), amax = norm - 3 + noise (made, 0.06);
  gboolean is_nan = FALSE;

  if (made->fault == FAULT_DATA && at)
    {
      norm += 1.5;
      amax += 2;
    }
  for (guint c = 0; c < N_LAYERS * G_N_ELEMENTS (modules); c++)
    {
      gboolean here = c == made->layer * G_N_ELEMENTS (modules) + made->module;
      double weight = 2 + 0.1 * c + 0.001 * step, gain = 0.02 * (c % 3);
      if (made->fault == FAULT_LEARNING_RATE && step > AT_STEP)
        gain += 0.15;
      put (made, step, 3 * c, rank, norm, amax);
      norm += gain + noise (made, 0.01);
      amax += gain + noise (made, 0.03);
      if (made->fault == FAULT_WEIGHT && at && here)
        {
          weight += 6;
          norm += 6;
          amax += 6;
        }
      if (made->fault == FAULT_CHANNEL && at && here)
        {
          norm += 2;
          amax += 6;
        }
      is_nan |= made->fault == FAULT_NAN && once && here;
      put (made, step, 3 * c + 1, rank, weight, weight - 2);
      put (made, step, 3 * c + 2, rank, is_nan ? (double) NAN : norm, is_nan ? (double) NAN : amax);
      if (is_nan)
        norm = amax = NAN;
    }
}

static Made
make (Fault fault, guint seed)
{
  Made made = { .random = g_rand_new_with_seed (seed * 7919 + fault), .fault = fault };
  double level = 5;

  made.layer = (guint) g_rand_int_range (made.random, 0, N_LAYERS);
  made.module = (guint) g_rand_int_range (made.random, 0, G_N_ELEMENTS (modules));
  made.rank = (guint) g_rand_int_range (made.random, 0, N_RANKS);
  add_names (&made);
  for (guint step = 0; step < N_STEPS; step++)
    {
      level += noise (&made, 0.02);
      for (guint rank = 0; rank < N_RANKS; rank++)
        {
          compute (&made, step, rank, level);
          for (guint t = 0;
               fault == FAULT_STOP && step >= AT_STEP && rank == made.rank && t < made.run.n_names;
               t++)
            run_row (&made.run, step, t, rank)[0] = -1;
        }
    }
  return made;
}

static void
made_clear (Made *made)
{
  run_clear (&made->run);
  g_rand_free (made->random);
}

/* slot: of the tensor that has to come first; NULL: any tensor of the call. */
static void
check (Fault fault, TsRule rule, TsGrade grade, const char *slot, gint64 step)
{
  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      Made made = make (fault, seed);
      g_autofree char *path = run_write (&made.run);
      g_auto (Found) found = found_in_database (path, 0);
      const TsFinding *first = found_get (&found, 0);
      g_autofree char *module
          = g_strdup_printf ("Module.layers.%u.%s.", made.layer, modules[made.module]);
      const char *target = found_target (&found, first);

      g_test_message ("seed %u: %s of rank %u", seed, module, made.rank);
      g_assert_cmpstr (ts_rule_to_string (first->rule), ==, ts_rule_to_string (rule));
      g_assert_cmpint (first->grade, ==, grade);
      g_assert_cmpint (first->step, ==, step);
      if (fault != FAULT_LEARNING_RATE)
        g_assert_cmpint (first->rank, ==, made.rank);
      if (slot != NULL)
        {
          g_assert_true (g_str_has_prefix (target, module));
          g_assert_true (g_str_has_suffix (target, slot));
        }
      g_remove (path);
      made_clear (&made);
    }
}

static void
test_nothing (void)
{
  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      Made made = make (FAULT_NONE, seed);
      g_autofree char *path = run_write (&made.run);
      g_auto (Found) found = found_in_database (path, 0);

      g_assert_cmpuint (found_count (&found, TS_N_RULES, TS_GRADE_WARNING), ==, 0);
      g_remove (path);
      made_clear (&made);
    }
}

static void
test_nan (void)
{
  check (FAULT_NAN, TS_RULE_NON_FINITE, TS_GRADE_ERROR, "output.0", AT_STEP);
}

static void
test_weight (void)
{
  check (FAULT_WEIGHT, TS_RULE_REPLICAS, TS_GRADE_ERROR, "parameters.weight", AT_STEP);
}

static void
test_channel (void)
{
  check (FAULT_CHANNEL, TS_RULE_PRODUCER, TS_GRADE_ERROR, "output.0", AT_STEP);
}

static void
test_learning_rate (void)
{
  check (FAULT_LEARNING_RATE, TS_RULE_LEVEL, TS_GRADE_WARNING, NULL, AT_STEP + 1);
}

static void
test_data (void)
{
  check (FAULT_DATA, TS_RULE_WHOLE_RANK, TS_GRADE_HINT, NULL, AT_STEP);
}

static void
test_stop (void)
{
  check (FAULT_STOP, TS_RULE_STOPPED, TS_GRADE_ERROR, NULL, AT_STEP);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/injected/nothing", test_nothing);
  g_test_add_func ("/find/injected/nan", test_nan);
  g_test_add_func ("/find/injected/weight", test_weight);
  g_test_add_func ("/find/injected/channel", test_channel);
  g_test_add_func ("/find/injected/learning-rate", test_learning_rate);
  g_test_add_func ("/find/injected/data", test_data);
  g_test_add_func ("/find/injected/stop", test_stop);
  return g_test_run ();
}
