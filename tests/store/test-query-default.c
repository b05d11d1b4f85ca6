/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a view shows first: the value of its fixed dimension where numbers go wrong. */
#include "sample-query.h"

#include "store/query.h"

#define WRONG_SQL                                                                                  \
  "UPDATE trend_data SET max = 1e9+1 WHERE rank=0 AND step=1 AND target_id=1;"                     \
  "UPDATE trend_data SET max = NULL WHERE rank=2 AND target_id=1;"

/* Of an own import: the same, and values that are no anomalies; another metric's NaN. */
#define EXACT_SQL                                                                                  \
  WRONG_SQL                                                                                        \
  "UPDATE trend_data SET max = 1e9 WHERE step=0;"                                                  \
  "INSERT INTO trendscope_steps SELECT value, value, 0 FROM json_each('[0,1,2]');"                 \
  "INSERT INTO trendscope_exact (rank, step, target_id, metric_id, max)"                           \
  " SELECT rank, step, target_id, 1, '3.0000000000000000e+12' FROM trend_data"                     \
  "  WHERE metric_id=1 AND max = 1e9;"                                                             \
  "INSERT OR REPLACE INTO trendscope_exact (rank, step, target_id, metric_id, max)"                \
  " VALUES (0,1,1,1,'inf'),(2,1,7,1,'nan'),(2,2,1,1,'-inf'),(0,0,1,2,'nan');"

static TsAxis *
get_values (Sample *sample, TsDimension dimension)
{
  g_autoptr (GError) error = NULL;
  TsAxis *values;

  sample->selection->dimension = dimension;
  values = ts_query_values (sample->catalog, sample->selection, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (values->n, >, 1);
  return values;
}

static gint64
find_default (Sample *sample, TsDimension dimension, gint64 max_rows)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsAxis) values = get_values (sample, dimension);
  gint64 value = -1;

  g_assert_true (ts_query_default_value (sample->catalog, sample->selection, values, max_rows, NULL,
                                         &value, &error));
  g_assert_no_error (error);
  return value;
}

static void
test_first_anomaly (Sample *sample, gconstpointer sql)
{
  /* The rank that is wrong at the earliest step. */
  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, G_MAXINT64), ==, 2);
  g_assert_cmpint (find_default (sample, TS_DIMENSION_STEP, G_MAXINT64), ==, 0);
  /* No row has a value of this one: the lowest of several. */
  g_free (sample->selection->stat);
  sample->selection->stat = g_strdup ("min");
  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, G_MAXINT64), ==, 0);
}

static void
test_nothing_wrong (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsAxis) steps = get_values (sample, TS_DIMENSION_STEP);
  g_autoptr (TsAxis) modules = get_values (sample, TS_DIMENSION_MODULE);

  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, G_MAXINT64), ==, 0);
  g_assert_cmpint (find_default (sample, TS_DIMENSION_STEP, G_MAXINT64), ==, steps->ids[0]);
  g_assert_cmpint (find_default (sample, TS_DIMENSION_MODULE, G_MAXINT64), ==, modules->ids[0]);
}

static void
test_too_large (Sample *sample, gconstpointer sql)
{
  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, sample->catalog->n_rows), ==, 2);
  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, sample->catalog->n_rows - 1), ==, 0);
}

/* Found among the exact values, whatever the size of the table beside them. */
static void
test_exact (Sample *sample, gconstpointer sql)
{
  g_assert_true (sample->catalog->has_exact);
  /* Rank 2 has more of them; rank 0 is wrong at the same step, but in an earlier module. */
  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, G_MAXINT64), ==, 0);
  g_assert_cmpint (find_default (sample, TS_DIMENSION_STEP, G_MAXINT64), ==, 1);
  g_assert_cmpint (find_default (sample, TS_DIMENSION_MODULE, G_MAXINT64), ==, 1);
  /* Filters hold here, too. */
  sample->selection->name_filter = g_strdup ("Module.x");
  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, G_MAXINT64), ==, 2);
  g_assert_cmpint (sample->catalog->n_rows, >, 20);
  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, 20), ==, 2);
  /* Five of each rank come before the first that counts: too many for this bound. */
  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, 4), ==, 0);
  g_clear_pointer (&sample->selection->name_filter, g_free);
  sample->selection->name_filter = g_strdup ("layers.0");
  g_assert_cmpint (find_default (sample, TS_DIMENSION_RANK, G_MAXINT64), ==, 0);
  g_clear_pointer (&sample->selection->name_filter, g_free);
  /* A statistic that never was out of range. */
  g_free (sample->selection->stat);
  sample->selection->stat = g_strdup ("min");
  g_assert_cmpint (find_default (sample, TS_DIMENSION_STEP, G_MAXINT64), ==, 0);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **kept = data;

  *kept = g_object_ref (result);
}

static void
find_async (Sample *sample, GCancellable *cancellable, GAsyncResult **result)
{
  g_autoptr (TsAxis) values = get_values (sample, TS_DIMENSION_RANK);

  ts_query_default_value_async (sample->catalog, sample->selection, values, G_MAXINT64, cancellable,
                                found_cb, result);
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_async (Sample *sample, gconstpointer sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) cancelled = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gint64 value = -1;

  find_async (sample, NULL, &result);
  g_assert_true (ts_query_default_value_finish (result, &value, &error));
  g_assert_no_error (error);
  g_assert_cmpint (value, ==, 2);

  g_cancellable_cancel (cancellable);
  find_async (sample, cancellable, &cancelled);
  g_assert_false (ts_query_default_value_finish (cancelled, &value, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define ADD(name, sql, function)                                                                   \
  g_test_add ("/query-default/" name, Sample, sql, sample_set_up, function, sample_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("first-anomaly", WRONG_SQL, test_first_anomaly);
  ADD ("nothing-wrong", "", test_nothing_wrong);
  ADD ("too-large", WRONG_SQL, test_too_large);
  ADD ("exact", EXACT_SQL, test_exact);
  ADD ("async", WRONG_SQL, test_async);
  return g_test_run ();
}
