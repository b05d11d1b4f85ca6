/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample-query.h"

#include "store/database.h"
#include "store/query.h"

#include <math.h>
#include <string.h>

/* Values that the database can't hold as they are, at rank 0, step 0. */
#define SPECIAL_SQL                                                                                \
  "UPDATE trend_data SET max = NULL WHERE rank=0 AND step=0 AND target_id=1;"                      \
  "UPDATE trend_data SET max = 1e9 WHERE rank=0 AND step=0 AND target_id=2;"                       \
  "UPDATE trend_data SET max = -1e9-1 WHERE rank=0 AND step=0 AND target_id=3;"                    \
  "UPDATE trend_data SET max = 1e9+1 WHERE rank=0 AND step=0 AND target_id=4;"                     \
  "UPDATE trend_data SET max = 0 WHERE rank=0 AND step=0 AND target_id=7;"

#define EXACT_SQL                                                                                  \
  "INSERT INTO trendscope_exact (rank, step, target_id, metric_id, max) VALUES"                    \
  " (0,0,1,1,'nan'), (0,0,2,1,'3.0000000000000000e+12'), (0,0,3,1,'-inf'), (0,0,4,1,'inf');"

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

static TsSeries *
get_series (Sample *sample, TsDimension dimension, gint64 x_id, gint64 y_id)
{
  g_autoptr (GError) error = NULL;
  TsSeries *series;

  sample->selection->dimension = dimension;
  series = ts_query_series (sample->catalog, sample->selection, x_id, y_id, NULL, &error);
  g_assert_no_error (error);
  return series;
}

static void
assert_cell (const TsMatrix *matrix, gint64 x_id, gint64 y_id, guint8 state, double value)
{
  int x = ts_axis_find (matrix->x, x_id), y = ts_axis_find (matrix->y, y_id);

  g_assert_cmpint (x, >=, 0);
  g_assert_cmpint (y, >=, 0);
  gsize i = ts_matrix_index (matrix, (guint) x, (guint) y);
  g_assert_cmpint (matrix->states[i], ==, state);
  if (isnan (value))
    g_assert_true (isnan (matrix->values[i]));
  else
    g_assert_cmpfloat (matrix->values[i], ==, value);
}

static void
test_step_view (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsMatrix) matrix = get_matrix (sample, TS_DIMENSION_STEP, 1);

  /* No row of target 4 at step 1. */
  g_assert_cmpuint (matrix->x->n, ==, 2);
  g_assert_cmpuint (matrix->y->n, ==, 4);
  g_assert_cmpint (matrix->x->dimension, ==, TS_DIMENSION_RANK);
  assert_cell (matrix, 0, 1, TS_CELL_NUMBER, 11);
  assert_cell (matrix, 2, 7, TS_CELL_NUMBER, 217);
  g_assert_cmpuint (matrix->counts[TS_CELL_NUMBER], ==, 8);
  g_assert_cmpfloat (matrix->max, ==, 217);
  g_assert_cmpstr (matrix->y->names[2], ==, "Module.layers.10.mlp.input.0 [call 0]");
  g_assert_cmpuint (matrix->y->n_groups, ==, 3);
}

static void
test_rank_view (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsMatrix) matrix = get_matrix (sample, TS_DIMENSION_RANK, 2);

  g_assert_cmpuint (matrix->x->n, ==, 3);
  g_assert_cmpuint (matrix->y->n, ==, 5);
  g_assert_cmpint (matrix->x->dimension, ==, TS_DIMENSION_STEP);
  assert_cell (matrix, 2, 4, TS_CELL_NUMBER, 224);
  assert_cell (matrix, 1, 4, TS_CELL_MISSING, NAN);
}

static void
test_module_view (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsMatrix) matrix = get_matrix (sample, TS_DIMENSION_MODULE, 4);

  /* Step 1 exists, and gave nothing for this module. */
  g_assert_cmpuint (matrix->x->n, ==, 3);
  g_assert_cmpuint (matrix->y->n, ==, 2);
  g_assert_cmpint (matrix->y->dimension, ==, TS_DIMENSION_RANK);
  assert_cell (matrix, 1, 2, TS_CELL_MISSING, NAN);
  assert_cell (matrix, 2, 2, TS_CELL_NUMBER, 224);
}

/* Filters apply to step and rank views, not to the one module of a module view. */
static void
test_filters (Sample *sample, gconstpointer sql)
{
  sample->selection->name_filter = g_strdup ("output");
  g_autoptr (TsMatrix) step = get_matrix (sample, TS_DIMENSION_STEP, 0);
  g_assert_cmpuint (step->y->n, ==, 1);
  assert_cell (step, 0, 2, TS_CELL_NUMBER, 2);
  g_autoptr (TsMatrix) module = get_matrix (sample, TS_DIMENSION_MODULE, 1);
  g_assert_cmpuint (module->counts[TS_CELL_NUMBER], ==, 6);
  g_free (sample->selection->name_filter);
  sample->selection->name_filter = g_strdup ("nothing like this");
  g_autoptr (TsMatrix) empty = get_matrix (sample, TS_DIMENSION_STEP, 0);
  g_assert_cmpuint (empty->x->n, ==, 0);
  g_assert_cmpuint (empty->y->n, ==, 0);
}

static void
test_other_metric (Sample *sample, gconstpointer sql)
{
  g_free (sample->selection->metric);
  sample->selection->metric = g_strdup ("backward");
  g_autoptr (TsMatrix) matrix = get_matrix (sample, TS_DIMENSION_RANK, 2);
  /* Recorded at steps 0 and 2; what lies between is missing. */
  g_assert_cmpuint (matrix->x->n, ==, 3);
  g_assert_cmpuint (matrix->y->n, ==, 1);
  assert_cell (matrix, 0, 3, TS_CELL_NUMBER, 1.5);
  assert_cell (matrix, 1, 3, TS_CELL_MISSING, NAN);
  /* A rank without rows of the metric is no error. */
  g_autoptr (TsMatrix) empty = get_matrix (sample, TS_DIMENSION_RANK, 0);
  g_assert_cmpuint (empty->y->n, ==, 0);
}

/* rules.md V2: what msProbe's stand-ins mean. */
static void
test_msprobe_values (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsMatrix) matrix = get_matrix (sample, TS_DIMENSION_STEP, 0);

  assert_cell (matrix, 0, 1, TS_CELL_NULL, NAN);
  assert_cell (matrix, 0, 2, TS_CELL_NUMBER | TS_CELL_CLAMPED, 1e9);
  assert_cell (matrix, 0, 3, TS_CELL_NEG_INF, -INFINITY);
  assert_cell (matrix, 0, 4, TS_CELL_POS_INF, INFINITY);
  assert_cell (matrix, 0, 7, TS_CELL_NUMBER, 0);
  g_assert_cmpuint (matrix->n_clamped, ==, 1);
}

/* rules.md V1: the exact ones; a row without this statistic has none to show. */
static void
test_exact_values (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsMatrix) matrix = get_matrix (sample, TS_DIMENSION_STEP, 0);
  g_autoptr (TsSeries) series = get_series (sample, TS_DIMENSION_STEP, 0, 2);

  assert_cell (matrix, 0, 1, TS_CELL_NAN, NAN);
  assert_cell (matrix, 0, 2, TS_CELL_NUMBER, 3e12);
  assert_cell (matrix, 0, 3, TS_CELL_NEG_INF, -INFINITY);
  assert_cell (matrix, 0, 4, TS_CELL_POS_INF, INFINITY);
  assert_cell (matrix, 0, 7, TS_CELL_NUMBER, 0);
  g_assert_cmpfloat (series->values[0], ==, 3e12);
  g_free (sample->selection->stat);
  sample->selection->stat = g_strdup ("norm");
  g_autoptr (TsMatrix) without = get_matrix (sample, TS_DIMENSION_STEP, 0);
  assert_cell (without, 0, 1, TS_CELL_MISSING, NAN);
  g_assert_cmpuint (without->counts[TS_CELL_NUMBER], ==, 0);
}

/* A value of exactly 1e9 in a database that keeps altered ones apart was not altered. */
static void
test_exactly_clamp (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsMatrix) matrix = get_matrix (sample, TS_DIMENSION_STEP, 0);

  assert_cell (matrix, 0, 2, TS_CELL_NUMBER, 1e9);
}

static void
test_series (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsSeries) steps = get_series (sample, TS_DIMENSION_STEP, 2, 1);
  g_autoptr (TsSeries) ranks = get_series (sample, TS_DIMENSION_RANK, 1, 1);
  g_autoptr (TsSeries) modules = get_series (sample, TS_DIMENSION_MODULE, 1, 2);

  g_assert_cmpstr (steps->name, ==, "Module.layers.0.mlp.input.0 · rank 2");
  g_assert_cmpuint (steps->axis->n, ==, 3);
  g_assert_cmpfloat (steps->values[2], ==, 221);
  g_assert_cmpint (steps->x_id, ==, 2);
  g_assert_cmpint (steps->y_id, ==, 1);
  g_assert_cmpstr (ranks->name, ==, "Module.layers.0.mlp.input.0 · step 1");
  g_assert_cmpuint (ranks->axis->n, ==, 2);
  g_assert_cmpfloat (ranks->values[1], ==, 211);
  g_assert_cmpfloat (ranks->axis->positions[1], ==, 2);
  g_assert_cmpstr (modules->name, ==, "rank 2 · step 1");
  g_assert_cmpuint (modules->axis->n, ==, 5);
  g_assert_cmpfloat (modules->values[4], ==, 217);
  g_assert_cmpint (modules->states[3], ==, TS_CELL_MISSING);
  g_assert_cmpuint (modules->counts[TS_CELL_MISSING], ==, 1);
}

/* Only the modules that the filters leave, and of these only those of the metric. */
static void
test_module_series_places (Sample *sample, gconstpointer sql)
{
  g_free (sample->selection->metric);
  sample->selection->metric = g_strdup ("backward");
  g_autoptr (TsSeries) backward = get_series (sample, TS_DIMENSION_MODULE, 1, 2);
  g_assert_cmpuint (backward->axis->n, ==, 1);
  g_assert_cmpint (backward->axis->ids[0], ==, 3);
  g_assert_cmpuint (backward->counts[TS_CELL_MISSING], ==, 1);
  g_free (sample->selection->metric);
  sample->selection->metric = g_strdup ("forward");
  /* No tag tells of target 7, and the cell's own rank has no row of it either. */
  g_autoptr (TsSeries) of_rank_0 = get_series (sample, TS_DIMENSION_MODULE, 1, 0);
  g_assert_cmpuint (of_rank_0->axis->n, ==, 5);
  g_assert_cmpint (of_rank_0->states[4], ==, TS_CELL_MISSING);
  sample->selection->name_filter = g_strdup ("layers.0");
  g_autoptr (TsSeries) filtered = get_series (sample, TS_DIMENSION_MODULE, 1, 2);
  g_assert_cmpuint (filtered->axis->n, ==, 2);
}

#define UNTAGGED_SQL "DELETE FROM trend_data WHERE rank = 0 AND target_id = 7"

/* A metric that is recorded once per training step has neighbours one training step apart, and a
 * step that is not recorded leaves a gap between them (formats.md M13). */
static void
test_series_period (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsSeries) series = get_series (sample, TS_DIMENSION_STEP, 0, 9);
  static const gint64 steps[] = { 4, 6, 8, 10 };

  g_assert_cmpuint (series->axis->n, ==, G_N_ELEMENTS (steps));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    g_assert_cmpint (series->axis->ids[i], ==, steps[i]);
  g_assert_cmpuint (series->counts[TS_CELL_NUMBER], ==, 3);
  g_assert_cmpint (series->states[2], ==, TS_CELL_MISSING);
}

/* Two points are no period: no line may cross what is missing between them, but for other
 * micro-steps of the same training step. */
static void
test_series_two_points (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsSeries) apart = get_series (sample, TS_DIMENSION_STEP, 0, 9);
  g_autoptr (TsSeries) next = get_series (sample, TS_DIMENSION_STEP, 0, 11);

  g_assert_cmpuint (apart->axis->n, ==, 4);
  g_assert_cmpint (apart->states[1], ==, TS_CELL_MISSING);
  g_assert_cmpint (apart->states[2], ==, TS_CELL_MISSING);
  g_assert_cmpuint (next->axis->n, ==, 2);
  g_assert_cmpint (next->axis->ids[1], ==, 2);
}

#define TWO_POINTS_SQL                                                                             \
  "DELETE FROM trend_data;" SAMPLE_STEPS_SQL                                                       \
  "INSERT INTO monitoring_targets VALUES (9, 'Module.w', 0, 0), (10, 'Module.a', 0, 0),"           \
  " (11, 'Module.b', 0, 0);"                                                                       \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max) SELECT 0, value, 10, 1, 1"       \
  " FROM json_each('[0,1,2,3]');"                                                                  \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max) VALUES (0, 0, 9, 1, 1),"         \
  " (0, 3, 9, 1, 1), (0, 0, 11, 1, 1), (0, 2, 11, 1, 1);"

#define PERIOD_SQL                                                                                 \
  "DELETE FROM trend_data;"                                                                        \
  "INSERT INTO monitoring_targets VALUES (9, 'Module.w', 0, 0), (10, 'Module.a', 0, 0);"           \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max) SELECT 0, value, 10, 1, 1"       \
  " FROM json_each('[4,5,6,7,8,9,10,11]');"                                                        \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max) SELECT 0, value, 9, 1, value"    \
  " FROM json_each('[4,6,10]');"

static TsBand *
get_band (Sample *sample, TsDimension dimension, gint64 x_id, gint64 y_id)
{
  g_autoptr (GError) error = NULL;
  TsBand *band;

  sample->selection->dimension = dimension;
  band = ts_query_band (sample->catalog, sample->selection, x_id, y_id, NULL, &error);
  g_assert_no_error (error);
  return band;
}

/* Five ranks of target 1: at step 0 numbers, at step 1 with NaN, Inf and a missing rank, at step 2
 * only NaN. Rank 2 is the line's. */
#define BAND_SQL                                                                                   \
  "DELETE FROM trend_data;"                                                                        \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max) VALUES"                          \
  " (0,0,1,1,4),(1,0,1,1,-3),(2,0,1,1,100),(3,0,1,1,6),(4,0,1,1,5),"                               \
  " (0,1,1,1,NULL),(1,1,1,1,1e9+1),(2,1,1,1,7),(3,1,1,1,8),"                                       \
  " (0,2,1,1,NULL),(1,2,1,1,NULL),(2,2,1,1,3),"                                                    \
  " (0,0,2,1,1),(2,0,2,1,2),(4,0,3,1,50),(2,0,3,1,40);"

static void
test_band (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsBand) band = get_band (sample, TS_DIMENSION_STEP, 2, 1);

  g_assert_cmpuint (band->min->axis->n, ==, 3);
  g_assert_cmpfloat (band->min->values[0], ==, -3);
  g_assert_cmpfloat (band->max->values[0], ==, 100);
  g_assert_cmpfloat (band->median->values[0], ==, 4.5);
  g_assert_cmpuint (band->n_numbers[0], ==, 5);
  g_assert_cmpuint (band->n_abnormal[0], ==, 0);
  g_assert_cmpfloat (band->min->values[1], ==, 7);
  g_assert_cmpfloat (band->max->values[1], ==, 8);
  g_assert_cmpfloat (band->median->values[1], ==, 8);
  g_assert_cmpuint (band->n_numbers[1], ==, 2);
  g_assert_cmpuint (band->n_abnormal[1], ==, 2);
  /* The line's own rank alone: a band without width, no median of others. */
  g_assert_cmpfloat (band->max->values[2], ==, 3);
  g_assert_cmpint (band->median->states[2], ==, TS_CELL_MISSING);
  g_assert_cmpuint (band->n_abnormal[2], ==, 2);
  g_assert_cmpuint (band->median->counts[TS_CELL_NUMBER], ==, 2);
}

static void
test_band_of_modules (Sample *sample, gconstpointer sql)
{
  g_autoptr (TsBand) band = get_band (sample, TS_DIMENSION_MODULE, 0, 2);
  g_autoptr (TsSeries) series = get_series (sample, TS_DIMENSION_MODULE, 0, 2);

  g_assert_cmpuint (band->min->axis->n, ==, series->axis->n);
  for (guint i = 0; i < series->axis->n; i++)
    g_assert_cmpint (band->min->axis->ids[i], ==, series->axis->ids[i]);
  g_assert_cmpfloat (band->max->values[0], ==, 100);
  g_assert_cmpfloat (band->median->values[1], ==, 1);
  g_assert_cmpfloat (band->min->values[2], ==, 40);
  g_assert_cmpfloat (band->median->values[2], ==, 50);
}

static void
test_no_band (Sample *sample, gconstpointer sql)
{
  g_autoptr (GError) error = NULL;

  sample->selection->dimension = TS_DIMENSION_RANK;
  g_assert_null (ts_query_band (sample->catalog, sample->selection, 0, 1, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_clear_error (&error);
  sample->selection->dimension = TS_DIMENSION_STEP;
  g_assert_null (ts_query_band (sample->catalog, sample->selection, 77, 1, NULL, &error));
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME);
}

static void
assert_values (Sample *sample, TsDimension dimension, const char *metric, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) ids = g_string_new (NULL);
  g_autoptr (TsAxis) axis = NULL;

  sample->selection->dimension = dimension;
  g_free (sample->selection->metric);
  sample->selection->metric = g_strdup (metric);
  axis = ts_query_values (sample->catalog, sample->selection, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (axis->dimension, ==, dimension);
  for (guint i = 0; i < axis->n; i++)
    g_string_append_printf (ids, "%d ", (int) axis->ids[i]);
  g_assert_cmpstr (ids->str, ==, expected);
}

static void
test_values (Sample *sample, gconstpointer sql)
{
  assert_values (sample, TS_DIMENSION_STEP, "forward", "0 1 2 ");
  assert_values (sample, TS_DIMENSION_STEP, "backward", "0 2 ");
  assert_values (sample, TS_DIMENSION_RANK, "forward", "0 2 ");
  assert_values (sample, TS_DIMENSION_RANK, "backward", "2 ");
  assert_values (sample, TS_DIMENSION_MODULE, "forward", "1 2 3 4 7 ");
  assert_values (sample, TS_DIMENSION_MODULE, "backward", "3 ");
  sample->selection->name_filter = g_strdup ("input");
  assert_values (sample, TS_DIMENSION_MODULE, "forward", "1 3 4 ");
  /* The filter says which modules are shown, not which steps there are. */
  g_clear_pointer (&sample->selection->stat, g_free);
  assert_values (sample, TS_DIMENSION_STEP, "backward", "0 2 ");
}

static void
assert_unknown (
    Sample *sample, const char *metric, const char *stat, gint64 value, const char *named)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsSelection) selection = ts_selection_copy (sample->selection);

  g_free (selection->metric);
  g_free (selection->stat);
  selection->metric = g_strdup (metric);
  selection->stat = g_strdup (stat);
  selection->value = value;
  g_assert_null (ts_query_matrix (sample->catalog, selection, NULL, &error));
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME);
  g_assert_nonnull (strstr (error->message, named));
}

static void
test_unknown (Sample *sample, gconstpointer sql)
{
  assert_unknown (sample, "nope", "max", 0, "nope");
  assert_unknown (sample, "recompute", "max", 0, "recompute");
  assert_unknown (sample, "forward", "zeros", 0, "zeros");
  assert_unknown (sample, "forward", "rank", 0, "rank");
  assert_unknown (sample, "forward", "max\" FROM trend_data; --", 0, "max");
  assert_unknown (sample, "forward", "max", 77, "77");
  assert_unknown (sample, NULL, NULL, 0, "metric");
  sample->selection->dimension = TS_DIMENSION_RANK;
  assert_unknown (sample, "forward", "max", 1, "1");
  sample->selection->dimension = TS_DIMENSION_MODULE;
  assert_unknown (sample, "forward", "max", 6, "6");
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (20 * 1000);
  g_object_set_data (cancellable, "when", GSIZE_TO_POINTER ((gsize) g_get_monotonic_time ()));
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_cancel (Sample *sample, gconstpointer sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TsDatabase) database = ts_database_open (sample->catalog->path, cancellable, &error);
  g_autoptr (sqlite3_stmt) endless = ts_database_prepare (
      database,
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
      &error);
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
  gboolean row;

  g_assert_false (ts_database_step (database, endless, &row, &error));
  gint64 now = g_get_monotonic_time ();
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (
      now - (gint64) GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (cancellable), "when")), <,
      50 * 1000);
  g_clear_error (&error);
  g_assert_null (ts_query_matrix (sample->catalog, sample->selection, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

typedef struct
{
  GMainLoop *loop;
  TsMatrix *matrix;
  TsSeries *series;
  TsAxis *axis;
  TsBand *band;
  guint n_replies;
} Replies;

static void
count_reply (Replies *replies)
{
  if (++replies->n_replies == 4)
    g_main_loop_quit (replies->loop);
}

static void
on_matrix (GObject *source, GAsyncResult *result, gpointer data)
{
  ((Replies *) data)->matrix = ts_query_matrix_finish (result, NULL);
  count_reply (data);
}

static void
on_series (GObject *source, GAsyncResult *result, gpointer data)
{
  ((Replies *) data)->series = ts_query_series_finish (result, NULL);
  count_reply (data);
}

static void
on_values (GObject *source, GAsyncResult *result, gpointer data)
{
  ((Replies *) data)->axis = ts_query_values_finish (result, NULL);
  count_reply (data);
}

static void
on_band (GObject *source, GAsyncResult *result, gpointer data)
{
  ((Replies *) data)->band = ts_query_band_finish (result, NULL);
  count_reply (data);
}

static void
test_async (Sample *sample, gconstpointer sql)
{
  Replies replies = { g_main_loop_new (NULL, FALSE) };

  ts_query_matrix_async (sample->catalog, sample->selection, NULL, on_matrix, &replies);
  ts_query_series_async (sample->catalog, sample->selection, 2, 1, NULL, on_series, &replies);
  ts_query_values_async (sample->catalog, sample->selection, NULL, on_values, &replies);
  ts_query_band_async (sample->catalog, sample->selection, 2, 1, NULL, on_band, &replies);
  g_main_loop_run (replies.loop);
  g_assert_cmpfloat (replies.band->median->values[1], ==, 11);
  ts_band_unref (replies.band);
  g_assert_cmpuint (replies.matrix->counts[TS_CELL_NUMBER], ==, 10);
  g_assert_cmpfloat (replies.series->values[1], ==, 211);
  g_assert_cmpuint (replies.axis->n, ==, 3);
  ts_matrix_unref (replies.matrix);
  ts_series_unref (replies.series);
  ts_axis_unref (replies.axis);
  g_main_loop_unref (replies.loop);
}

/* Every statement that any connection runs. */
static GHashTable *statements;

static int
on_statement (unsigned event, void *context, void *statement, void *text)
{
  g_hash_table_add (statements, g_strdup (sqlite3_sql (statement)));
  return 0;
}

static int
trace_connection (sqlite3 *db, char **message, const struct sqlite3_api_routines *api)
{
  sqlite3_trace_v2 (db, SQLITE_TRACE_STMT, on_statement, NULL);
  return SQLITE_OK;
}

/* The statement's plan, a line for each step. */
static char *
explain (sqlite3 *db, const char *sql)
{
  g_autofree char *explain_sql = g_strconcat ("EXPLAIN QUERY PLAN ", sql, NULL);
  GString *plan = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db, explain_sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    g_string_append_printf (plan, "%s\n", sqlite3_column_text (statement, 3));
  sqlite3_finalize (statement);
  return g_string_free (plan, FALSE);
}

static void
run_every_query (Sample *sample)
{
  for (int dimension = TS_DIMENSION_STEP; dimension <= TS_DIMENSION_MODULE; dimension++)
    {
      TsMatrix *matrix
          = get_matrix (sample, (TsDimension) dimension, dimension == TS_DIMENSION_MODULE ? 1 : 2);
      gboolean by_rank = dimension == TS_DIMENSION_MODULE;
      TsSeries *series = get_series (sample, (TsDimension) dimension, 2, by_rank ? 2 : 1);
      TsAxis *axis = ts_query_values (sample->catalog, sample->selection, NULL, NULL);
      TsBand *band
          = ts_query_band (sample->catalog, sample->selection, 2, by_rank ? 2 : 1, NULL, NULL);
      g_clear_pointer (&band, ts_band_unref);
      ts_matrix_unref (matrix);
      ts_series_unref (series);
      ts_axis_unref (axis);
    }
}

static void
test_no_scan (Sample *sample, gconstpointer sql)
{
  GHashTableIter iter;
  gpointer text;
  sqlite3 *db = NULL;
  guint n_of_trend_data = 0;

  statements = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  sqlite3_auto_extension ((void (*) (void)) trace_connection);
  ts_catalog_unref (sample->catalog);
  g_autofree char *path = g_build_filename (sample->folder, "q.trend.db", NULL);
  sample->catalog = ts_catalog_load (path, NULL, NULL);
  run_every_query (sample);
  sqlite3_reset_auto_extension ();
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_hash_table_iter_init (&iter, statements);
  while (g_hash_table_iter_next (&iter, &text, NULL))
    {
      if (strstr (text, "FROM trend_data") == NULL && strstr (text, "trendscope_exact\n") == NULL)
        continue;
      g_autofree char *plan = explain (db, text);
      n_of_trend_data++;
      if (strstr (plan, "SCAN") != NULL || strstr (plan, "USING PRIMARY KEY") == NULL)
        g_error ("%s: %s", (char *) text, plan);
    }
  g_assert_cmpuint (n_of_trend_data, >=, 5);
  sqlite3_close (db);
  g_hash_table_unref (statements);
}

#define add(name, sql, test)                                                                       \
  g_test_add ("/query/" name, Sample, sql, sample_set_up, test, sample_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("step-view", "", test_step_view);
  add ("rank-view", "", test_rank_view);
  add ("module-view", "", test_module_view);
  add ("filters", "", test_filters);
  add ("other-metric", "", test_other_metric);
  add ("msprobe-values", SPECIAL_SQL, test_msprobe_values);
  add ("exact-values", SPECIAL_SQL SAMPLE_STEPS_SQL EXACT_SQL, test_exact_values);
  add ("exactly-clamp", SPECIAL_SQL SAMPLE_STEPS_SQL, test_exactly_clamp);
  add ("series", "", test_series);
  add ("module-series-places", UNTAGGED_SQL, test_module_series_places);
  add ("series-period", PERIOD_SQL, test_series_period);
  add ("series-two-points", TWO_POINTS_SQL, test_series_two_points);
  add ("band", BAND_SQL, test_band);
  add ("band-of-modules", BAND_SQL, test_band_of_modules);
  add ("no-band", "", test_no_band);
  add ("values", "", test_values);
  add ("unknown", "", test_unknown);
  add ("cancel", "", test_cancel);
  add ("async", "", test_async);
  add ("no-scan", SPECIAL_SQL SAMPLE_STEPS_SQL EXACT_SQL, test_no_scan);
  return g_test_run ();
}
