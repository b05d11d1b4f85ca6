/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Network order, execution order, and what exists but gave nothing. */
#include "sample-query.h"

#include "store/query.h"

static TsMatrix *
get_matrix (Sample *sample, TsDimension dimension, gint64 value)
{
  g_autoptr (GError) error = NULL;
  TsMatrix *matrix;

  sample->selection->dimension = dimension;
  sample->selection->value = value;
  matrix = ts_query_matrix (sample->catalog, sample->selection, NULL, &error);
  g_assert_no_error (error);
  return matrix;
}

static void
assert_ids (const TsAxis *axis, const char *expected)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < axis->n; i++)
    g_string_append_printf (ids, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "", axis->ids[i]);
  g_assert_cmpstr (ids->str, ==, expected);
}

#define CLEAR_SQL                                                                                  \
  "DELETE FROM trend_data; DELETE FROM tag_target_mapping; DELETE FROM monitoring_targets;"        \
  "INSERT INTO monitoring_targets VALUES"                                                          \
  " (1, 'M.b.Linear.output.0', 0, 0), (2, 'M.b.Linear.parameters.weight', 0, 0),"                  \
  " (3, 'M.b.Linear.kwargs.mask', 0, 0), (4, 'M.c.output.Linear.output.0', 0, 0),"                 \
  " (5, 'M.b.Linear.input.0', 0, 0), (6, 'M.b.Linear.input.1', 0, 0),"                             \
  " (7, 'M.b.Linear.input.0', 0, 1), (8, 'M.a.norm', 0, 0);"                                       \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max)"                                 \
  " SELECT 0, 0, target_id, 1, target_id FROM monitoring_targets;"

/* As older databases have it: a call stands where its first tensor does, its tensors in order. */
static void
test_slots (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsMatrix) matrix = get_matrix (sample, TS_DIMENSION_STEP, 0);
  g_autoptr (TsSeries) series = NULL;
  g_autoptr (TsAxis) values = NULL;

  assert_ids (matrix->y, "5 6 3 2 1 4 7 8");
  for (guint y = 0; y < matrix->y->n; y++)
    g_assert_cmpfloat (matrix->values[y], ==, (double) matrix->y->ids[y]);
  sample->selection->dimension = TS_DIMENSION_MODULE;
  series = ts_query_series (sample->catalog, sample->selection, 0, 0, NULL, NULL);
  values = ts_query_values (sample->catalog, sample->selection, NULL, NULL);
  assert_ids (series->axis, "5 6 3 2 1 4 7 8");
  assert_ids (values, "5 6 3 2 1 4 7 8");
  for (guint i = 0; i < series->axis->n; i++)
    g_assert_cmpfloat (series->values[i], ==, (double) series->axis->ids[i]);
}

#define PLACES_SQL                                                                                 \
  CLEAR_SQL                                                                                        \
  "DROP TABLE trendscope_targets;"                                                                 \
  "CREATE TABLE trendscope_targets (target_id INTEGER PRIMARY KEY, dtype, shape, place);"          \
  "INSERT INTO trendscope_targets VALUES (8, NULL, NULL, 0), (7, NULL, NULL, 1),"                  \
  " (6, NULL, NULL, 2), (1, NULL, NULL, 9), (5, 'f', NULL, 4), (99, NULL, NULL, 3);"

/* The importer's places come first; what has none stands behind, by slot and number. */
static void
test_places (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsMatrix) matrix = get_matrix (sample, TS_DIMENSION_STEP, 0);

  assert_ids (matrix->y, "8 7 6 5 1 3 2 4");
  g_assert_cmpstr (ts_catalog_find_target (sample->catalog, 5)->dtype, ==, "f");
}

/* --- the first anomaly --- */

static void
assert_first (
    Sample *sample, const char *metric, const char *stat, gint64 step, gint64 rank, gint64 target)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsSelection) all = ts_selection_new ();
  TsAnomaly found;

  g_assert_true (ts_query_first_anomaly (sample->catalog, all, G_MAXINT64, NULL, &found, &error));
  g_assert_no_error (error);
  g_assert_nonnull (found.metric);
  g_assert_cmpstr (found.metric->name, ==, metric);
  g_assert_cmpstr (found.stat, ==, stat);
  g_assert_cmpint (found.step, ==, step);
  g_assert_cmpint (found.rank, ==, rank);
  g_assert_cmpint (found.target_id, ==, target);
}

#define RUN_SQL                                                                                    \
  "DELETE FROM trend_data; DELETE FROM tag_target_mapping; DELETE FROM monitoring_targets;"        \
  "INSERT INTO monitoring_targets VALUES"                                                          \
  " (1, 'M.a.input.0', 0, 0), (2, 'M.a.output.0', 0, 0), (3, 'M.a.parameters.weight', 0, 0),"      \
  " (4, 'M.b.input.0', 0, 0), (5, 'M.b.output.0', 0, 0);"                                          \
  "INSERT INTO trend_data SELECT r.value, s.value, t.target_id, m.value, 1, 1, 1, 1"               \
  " FROM json_each('[0,1,2]') r, json_each('[0,1,2,3]') s, monitoring_targets t,"                  \
  " json_each('[1,2]') m;"

/* The stored mark of an infinity, and beside it what an own import keeps. */
#define BAD(rank, step, target, metric, stat)                                                      \
  "UPDATE trend_data SET " stat " = 1e9+1 WHERE rank = " rank " AND step = " step                  \
  " AND target_id = " target " AND metric_id = " metric ";"
#define BAD_EXACT(rank, step, target, metric, stat)                                                \
  "INSERT INTO trendscope_exact (rank, step, target_id, metric_id, " stat ") VALUES (" rank        \
  ", " step ", " target ", " metric ", 'inf');"

/* Rank 2 has most of them, and from step 1 on; rank 1 is wrong first, in a metric and a statistic
 * that nobody would have chosen. */
#define EARLIEST(BAD)                                                                              \
  BAD ("2", "1", "1", "1", "norm")                                                                 \
  BAD ("2", "1", "2", "1", "norm")                                                                 \
  BAD ("2", "1", "4", "1", "norm") BAD ("2", "2", "1", "1", "norm")                                \
      BAD ("1", "0", "4", "2", "min")

static void
test_earliest (Sample *sample, gconstpointer sql)
{
  assert_first (sample, "backward", "min", 0, 1, 4);
}

/* Within a step: forward before backward, and a call's parameters before its output. */
#define CAUSAL(BAD)                                                                                \
  BAD ("0", "1", "5", "2", "norm")                                                                 \
  BAD ("0", "1", "2", "1", "max") BAD ("0", "1", "3", "1", "max") BAD ("1", "1", "3", "1", "max")

static void
test_causal (Sample *sample, gconstpointer sql)
{
  assert_first (sample, "forward", "max", 1, 0, 3);
}

/* Backward runs the network in reverse. */
#define REVERSE(BAD) BAD ("0", "1", "1", "2", "norm") BAD ("0", "1", "5", "2", "norm")

static void
test_reverse (Sample *sample, gconstpointer sql)
{
  assert_first (sample, "backward", "norm", 1, 0, 5);
}

static void
test_none (Sample *sample, gconstpointer sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsSelection) all = ts_selection_new ();
  TsAnomaly found;

  g_assert_true (ts_query_first_anomaly (sample->catalog, all, G_MAXINT64, NULL, &found, &error));
  g_assert_no_error (error);
  g_assert_null (found.metric);
}

/* --- what exists but gave nothing --- */

#define NOTHING_SQL                                                                                \
  SAMPLE_STEPS_SQL "INSERT INTO trendscope_ranks VALUES (0), (1), (2), (3);"                       \
                   "DELETE FROM trend_data WHERE rank = 0 AND step = 1;"

static void
test_missing_places (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsMatrix) rank = get_matrix (sample, TS_DIMENSION_RANK, 0);
  g_autoptr (TsMatrix) step = get_matrix (sample, TS_DIMENSION_STEP, 1);
  g_autoptr (TsMatrix) module = get_matrix (sample, TS_DIMENSION_MODULE, 1);

  /* Step 1 gave nothing on this rank, step 3 nothing at all. */
  assert_ids (rank->x, "0 1 2 3");
  g_assert_cmpuint (rank->counts[TS_CELL_MISSING], ==, 2 * rank->y->n);
  assert_ids (step->x, "0 1 2 3");
  g_assert_cmpuint (step->counts[TS_CELL_NUMBER], ==, step->y->n);
  g_assert_cmpuint (step->counts[TS_CELL_MISSING], ==, 3 * step->y->n);
  assert_ids (module->y, "0 1 2 3");
  assert_ids (module->x, "0 1 2 3");
}

/* A metric of every other step has no places at the steps between, though one rank lost some. */
#define OTHER_STEPS_SQL                                                                            \
  "DELETE FROM trend_data;"                                                                        \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max)"                                 \
  " SELECT 0, value, 1, 1, 1 FROM json_each('[0,1,2,3,4,5,6,7,8]')"                                \
  " UNION ALL SELECT 0, value, 1, 2, 1 FROM json_each('[0,2,4,6,8]')"                              \
  " UNION ALL SELECT 1, value, 1, 2, 1 FROM json_each('[0,4,8]');"

static void
test_other_steps (Sample *sample, gconstpointer sql)
{
  g_free (sample->selection->metric);
  sample->selection->metric = g_strdup ("backward");
  g_autoptr (TsMatrix) whole = get_matrix (sample, TS_DIMENSION_RANK, 0);
  g_autoptr (TsMatrix) lossy = get_matrix (sample, TS_DIMENSION_RANK, 1);

  assert_ids (whole->x, "0 2 4 6 8");
  assert_ids (lossy->x, "0 2 4 6 8");
  g_assert_cmpuint (lossy->counts[TS_CELL_MISSING], ==, 2);
}

/* Between two numbers of steps lie more than can be counted through. */
#define FAR_SQL                                                                                    \
  "DELETE FROM trend_data;"                                                                        \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max) VALUES (0, 0, 1, 1, 1),"         \
  " (0, 17179869184, 1, 1, 2), (0, -9223372036854775807 - 1, 2, 1, 3),"                            \
  " (0, 9223372036854775807, 2, 1, 4);"

static void
test_far_steps (Sample *sample, gconstpointer sql)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TsSeries) near = NULL;
  g_autoptr (TsSeries) far = NULL;

  near = ts_query_series (sample->catalog, sample->selection, 0, 1, NULL, &error);
  g_assert_no_error (error);
  far = ts_query_series (sample->catalog, sample->selection, 0, 2, NULL, &error);
  g_assert_no_error (error);
  /* The one far below lies at a multiple of their distance. */
  assert_ids (near->axis, "-9223372036854775808 0 17179869184");
  g_assert_cmpuint (far->counts[TS_CELL_NUMBER], ==, 2);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
}

/* One selection is asked for several times; the answer is the same array until another is. */
static void
test_filter_once (Sample *sample, gconstpointer sql)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GPtrArray) first = NULL;
  g_autoptr (GPtrArray) again = NULL;
  g_autoptr (GPtrArray) other = NULL;

  g_cancellable_cancel (cancelled);
  sample->selection->name_filter = g_strdup ("layers.1.*");
  g_assert_null (ts_catalog_filter_targets (sample->catalog, sample->selection, cancelled));
  first = ts_catalog_filter_targets (sample->catalog, sample->selection, NULL);
  again = ts_catalog_filter_targets (sample->catalog, sample->selection, NULL);
  g_assert_true (first == again);
  g_assert_cmpuint (first->len, ==, 2);
  g_free (sample->selection->name_filter);
  sample->selection->name_filter = g_strdup ("layers.0");
  other = ts_catalog_filter_targets (sample->catalog, sample->selection, NULL);
  g_assert_true (other != first);
  g_assert_cmpuint (other->len, ==, 2);
}

#define ADD(name, sql, function)                                                                   \
  g_test_add ("/query-order/" name, Sample, sql, sample_set_up, function, sample_tear_down)
#define ADD_BAD(name, CASE, function)                                                              \
  ADD (name "/marks", RUN_SQL CASE (BAD), function);                                               \
  ADD (name "/exact", RUN_SQL SAMPLE_STEPS_SQL CASE (BAD_EXACT), function)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("slots", CLEAR_SQL, test_slots);
  ADD ("places", PLACES_SQL, test_places);
  ADD_BAD ("earliest", EARLIEST, test_earliest);
  ADD_BAD ("causal", CAUSAL, test_causal);
  ADD_BAD ("reverse", REVERSE, test_reverse);
  ADD ("none", SAMPLE_STEPS_SQL, test_none);
  ADD ("missing-places", NOTHING_SQL, test_missing_places);
  ADD ("other-steps", OTHER_STEPS_SQL, test_other_steps);
  ADD ("far-steps", FAR_SQL, test_far_steps);
  ADD ("filter-once", "", test_filter_once);
  return g_test_run ();
}
