/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "found.h"

#include "find/finding-text.h"

/* Faults put into made-up runs whose ranks share what a step is like, 20 seeds each, in one shape
 * and in many: the call, the rank and the step come first. */

#define N_SEEDS 20

/* What a run is like. */
typedef struct
{
  guint n_layers, n_ranks, n_steps, at_step;
  double spread; /* of the ranks, in log2 */
} Shape;

static const Shape usual = { 4, 8, 60, 40, 0.03 };

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
  Shape shape;
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

  for (guint l = 0; l < made->shape.n_layers; l++)
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
  made->run.n_steps = made->shape.n_steps;
  made->run.n_ranks = made->shape.n_ranks;
  made->run.dtype = "torch.float32";
  made->run.n_values
      = (gsize) made->shape.n_steps * made->shape.n_ranks * made->run.n_names * RUN_STATS;
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
  gboolean at = step >= made->shape.at_step && rank == made->rank;
  gboolean once = step == made->shape.at_step && rank == made->rank;
  double norm = level + noise (made, made->shape.spread),
         amax = norm - 3 + noise (made, 2 * made->shape.spread);
  gboolean is_nan = FALSE;

  if (made->fault == FAULT_DATA && at)
    {
      norm += 1.5;
      amax += 2;
    }
  for (guint c = 0; c < made->shape.n_layers * G_N_ELEMENTS (modules); c++)
    {
      gboolean here = c == made->layer * G_N_ELEMENTS (modules) + made->module;
      double weight = 2 + 0.1 * c + 0.001 * step, gain = 0.02 * (c % 3);
      if (made->fault == FAULT_LEARNING_RATE && step > made->shape.at_step)
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
make (Fault fault, guint seed, const Shape *shape)
{
  Made made
      = { .random = g_rand_new_with_seed (seed * 7919 + fault), .shape = *shape, .fault = fault };
  double level = 5;

  made.layer = (guint) g_rand_int_range (made.random, 0, (int) shape->n_layers);
  made.module = (guint) g_rand_int_range (made.random, 0, G_N_ELEMENTS (modules));
  made.rank = (guint) g_rand_int_range (made.random, 0, (int) shape->n_ranks);
  add_names (&made);
  for (guint step = 0; step < shape->n_steps; step++)
    {
      level += noise (&made, 0.02);
      for (guint rank = 0; rank < shape->n_ranks; rank++)
        {
          compute (&made, step, rank, level);
          for (guint t = 0; fault == FAULT_STOP && step >= shape->at_step && rank == made.rank
                            && t < made.run.n_names;
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

/* Runs of every size: peers are judged from four ranks on, and after 32 recorded steps. */
static Shape
draw_shape (guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (104729 + seed);
  Shape shape = { .n_layers = (guint) g_rand_int_range (random, 1, 9),
                  .n_ranks = (guint) g_rand_int_range (random, 4, 25),
                  .at_step = (guint) g_rand_int_range (random, 33, 90),
                  .spread = exp2 (g_rand_double_range (random, -8, -3)) };

  shape.n_steps = shape.at_step + (guint) g_rand_int_range (random, 3, 30);
  return shape;
}

/* What has to come first. */
typedef struct
{
  const char *name;
  Fault fault;
  TsRule rule;
  TsGrade grade;
  const char *slot; /* of the tensor; NULL: any tensor of any call */
  guint later;      /* steps after the fault */
} Expected;

static const Expected expected[] = {
  { "nan", FAULT_NAN, TS_RULE_NON_FINITE, TS_GRADE_ERROR, "output.0", 0 },
  { "weight", FAULT_WEIGHT, TS_RULE_REPLICAS, TS_GRADE_ERROR, "parameters.weight", 0 },
  { "channel", FAULT_CHANNEL, TS_RULE_PRODUCER, TS_GRADE_ERROR, "output.0", 0 },
  { "learning-rate", FAULT_LEARNING_RATE, TS_RULE_LEVEL, TS_GRADE_WARNING, NULL, 1 },
  { "data", FAULT_DATA, TS_RULE_WHOLE_RANK, TS_GRADE_HINT, NULL, 0 },
  { "stop", FAULT_STOP, TS_RULE_STOPPED, TS_GRADE_ERROR, NULL, 0 },
};

static void
check (const Expected *wanted, guint seed, const Shape *shape)
{
  Made made = make (wanted->fault, seed, shape);
  g_autofree char *path = run_write (&made.run);
  g_auto (Found) found = found_in_database (path, 0);
  const TsFinding *first = found_get (&found, 0);
  g_autofree char *module
      = g_strdup_printf ("Module.layers.%u.%s.", made.layer, modules[made.module]);
  g_autofree char *text = ts_finding_dup_text (first, found.catalog);

  g_test_message ("%s, seed %u: step %u, rank %u, %s of %u layers, %u ranks: %s", wanted->name,
                  seed, shape->at_step, made.rank, module, shape->n_layers, shape->n_ranks, text);
  g_assert_cmpstr (ts_rule_to_string (first->rule), ==, ts_rule_to_string (wanted->rule));
  g_assert_cmpint (first->grade, ==, wanted->grade);
  g_assert_cmpint (first->step, ==, shape->at_step + wanted->later);
  if (wanted->fault != FAULT_LEARNING_RATE)
    g_assert_cmpint (first->rank, ==, made.rank);
  if (wanted->slot != NULL)
    {
      g_assert_true (g_str_has_prefix (found_target (&found, first), module));
      g_assert_true (g_str_has_suffix (found_target (&found, first), wanted->slot));
    }
  g_remove (path);
  made_clear (&made);
}

static void
check_nothing (guint seed, const Shape *shape)
{
  Made made = make (FAULT_NONE, seed, shape);
  g_autofree char *path = run_write (&made.run);
  g_auto (Found) found = found_in_database (path, 0);

  g_test_message ("seed %u", seed);
  g_assert_cmpuint (found_count (&found, TS_N_RULES, TS_GRADE_WARNING), ==, 0);
  g_remove (path);
  made_clear (&made);
}

static void
test_usual (gconstpointer data)
{
  for (guint seed = 0; seed < N_SEEDS; seed++)
    check (data, seed, &usual);
}

static void
test_varied (gconstpointer data)
{
  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      Shape shape = draw_shape (seed);
      check (data, seed, &shape);
    }
}

static void
test_nothing (void)
{
  for (guint seed = 0; seed < N_SEEDS; seed++)
    check_nothing (seed, &usual);
}

static void
test_nothing_varied (void)
{
  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      Shape shape = draw_shape (seed);
      check_nothing (seed, &shape);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/injected/usual/nothing", test_nothing);
  g_test_add_func ("/find/injected/varied/nothing", test_nothing_varied);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *one = g_strconcat ("/find/injected/usual/", expected[i].name, NULL);
      g_autofree char *other = g_strconcat ("/find/injected/varied/", expected[i].name, NULL);
      g_test_add_data_func (one, &expected[i], test_usual);
      g_test_add_data_func (other, &expected[i], test_varied);
    }
  return g_test_run ();
}
