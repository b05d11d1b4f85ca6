/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "found.h"

#include "find/finding-text.h"

/* What must be found in real training runs, and what not: tests/data/runs.tar.xz. */

static Found
find_in (const char *name, guint n_threads)
{
  g_autofree char *path = run_write_named (name);
  Found found = found_in_database (path, n_threads);

  g_assert_cmpstr (found.findings->peers, ==, "parameters");
  g_assert_cmpuint (found.findings->groups->len, ==, 1);
  return found;
}

static void
test_healthy (void)
{
  g_auto (Found) found = find_in ("healthy", 0);

  g_assert_cmpuint (found_count (&found, TS_N_RULES, TS_GRADE_WARNING), ==, 0);
  g_assert_cmpuint (found_count (&found, TS_RULE_NON_FINITE, TS_GRADE_HINT), ==, 0);
  g_assert_cmpuint (found_count (&found, TS_RULE_REPLICAS, TS_GRADE_HINT), ==, 0);
  g_assert_cmpuint (found_count (&found, TS_RULE_STOPPED, TS_GRADE_HINT), ==, 0);
  /* At most 150 in a million of the calls tested. */
  g_assert_cmpuint (found.findings->n_tested, >, 180000);
  g_assert_cmpfloat (found_count (&found, TS_RULE_PRODUCER, TS_GRADE_HINT), <=,
                     150e-6 * (double) found.findings->n_tested);
  g_assert_true (found.findings->softened);
}

static void
test_nan (void)
{
  g_auto (Found) found = find_in ("fault_nan", 0);
  const TsFinding *first = found_get (&found, 0);
  guint n_same_step = 0, ranks = 0;
  g_autofree char *sentence = NULL;

  found_assert_first (&found, TS_RULE_NON_FINITE, TS_GRADE_ERROR, 64, 5,
                      "Module.layers.2.core.CoreAttention.output.0");
  g_assert_cmpuint (first->count, ==, 107);
  for (guint i = 1; i < found.findings->items->len; i++)
    {
      const TsFinding *finding = found_get (&found, i);
      if (finding->rule != TS_RULE_NON_FINITE)
        continue;
      g_assert_cmpint (finding->cause_id, ==, first->id);
      n_same_step += finding->step == 64;
      g_assert_true (finding->step == 65 || finding->rank == 5);
      if (finding->step == 65)
        ranks |= 1u << finding->rank;
    }
  g_assert_cmpuint (n_same_step, ==, 107);
  g_assert_cmphex (ranks, ==, 0xff);
  g_assert_cmpuint (found.findings->dropped[TS_RULE_NON_FINITE], >, 0);
  /* Two NaN are no differing replicas. */
  g_assert_cmpuint (found_count (&found, TS_RULE_REPLICAS, TS_GRADE_HINT), ==, 0);
  sentence = ts_findings_dup_sentence (found.findings, found.catalog);
  g_assert_cmpstr (sentence, ==,
                   "First fault: step 64, rank 5. layers.2.core made a NaN; its input was finite. "
                   "107 tensors follow.");
}

static void
test_flipped_weight (void)
{
  g_auto (Found) found = find_in ("fault_flipw", 0);

  found_assert_first (&found, TS_RULE_REPLICAS, TS_GRADE_ERROR, 64, 5,
                      "Module.layers.1.fc1.Linear.parameters.weight");
  g_assert_cmpuint (found_get (&found, 0)->count, ==, 20);
  g_assert_cmpuint (found_count (&found, TS_RULE_REPLICAS, TS_GRADE_HINT), ==, 1);
  /* What weighs as much follows from it. */
  for (guint i = 1; i < found_count (&found, TS_N_RULES, TS_GRADE_WARNING); i++)
    g_assert_cmpint (found_get (&found, i)->cause_id, ==, 1);
}

static void
test_stuck (void)
{
  g_auto (Found) found = find_in ("fault_stuck", 0);

  found_assert_first (&found, TS_RULE_PRODUCER, TS_GRADE_ERROR, 64, 5,
                      "Module.layers.1.fc1.Linear.output.0");
  g_assert_cmpuint (found_get (&found, 0)->count, >, 10);
  for (guint i = 1; i < found.findings->items->len; i++)
    {
      const TsFinding *finding = found_get (&found, i);
      g_assert_cmpint (finding->grade, >, TS_GRADE_ERROR);
      g_assert_true (finding->grade > TS_GRADE_WARNING || finding->cause_id == 1);
      g_assert_false (finding->rule == TS_RULE_PRODUCER && finding->step == 64);
    }
}

/* Below the noise: silence is right. */
static void
test_gain (void)
{
  g_auto (Found) found = find_in ("fault_gain", 0);
  g_autofree char *sentence = ts_findings_dup_sentence (found.findings, found.catalog);

  g_assert_cmpuint (found_count (&found, TS_N_RULES, TS_GRADE_WARNING), ==, 0);
  g_assert_cmpstr (sentence, ==, "No fault was found.");
}

static void
test_learning_rate (void)
{
  g_auto (Found) found = find_in ("fault_lrspike", 0);
  const TsFinding *first = found_get (&found, 0);

  found_assert_first (&found, TS_RULE_LEVEL, TS_GRADE_WARNING, 65, TS_FINDING_ALL_RANKS,
                      "Module.embedding.Embedding.output.0");
  g_assert_cmpuint (first->count, ==, 70);
  g_assert_cmpint (first->last_step, ==, 75);
  g_assert_cmpuint (found_count (&found, TS_RULE_LEVEL, TS_GRADE_HINT), ==, 1);
}

static void
test_bad_data_everywhere (void)
{
  g_auto (Found) found = find_in ("fault_badall", 0);
  const TsFinding *first = found_get (&found, 0);

  g_assert_cmpint (first->rule, ==, TS_RULE_LEVEL);
  g_assert_cmpint (first->grade, ==, TS_GRADE_WARNING);
  g_assert_cmpint (first->step, ==, 64);
  g_assert_cmpuint (first->count, ==, 23);
  g_assert_cmpuint (found_count (&found, TS_RULE_PRODUCER, TS_GRADE_ERROR), ==, 0);
}

/* What is found does not depend on how many threads read. */
static void
test_threads (void)
{
  g_auto (Found) one = find_in ("fault_stuck", 1);
  g_auto (Found) many = find_in ("fault_stuck", 5);
  g_autofree char *a = ts_findings_to_json (one.findings, one.catalog, 0);
  g_autofree char *b = ts_findings_to_json (many.findings, many.catalog, 0);

  g_assert_cmpstr (a, ==, b);
}

static void
test_cancel (void)
{
  g_autofree char *path = run_write_named ("fault_gain");
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (TsFindOptions) options = { 0 };
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ts_find_options_init (&options);
  g_assert_null (ts_find_run (catalog, &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/runs/healthy", test_healthy);
  g_test_add_func ("/find/runs/nan", test_nan);
  g_test_add_func ("/find/runs/flipped-weight", test_flipped_weight);
  g_test_add_func ("/find/runs/stuck", test_stuck);
  g_test_add_func ("/find/runs/gain", test_gain);
  g_test_add_func ("/find/runs/learning-rate", test_learning_rate);
  g_test_add_func ("/find/runs/bad-data-everywhere", test_bad_data_everywhere);
  g_test_add_func ("/find/runs/threads", test_threads);
  g_test_add_func ("/find/runs/cancel", test_cancel);
  return g_test_run ();
}
