/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every view of databases that msProbe wrote, against a plain pass over the whole table. */

#include "store/query.h"

#include <math.h>
#include <sqlite3.h>

/* One row of trend_data, with the value of one statistic. */
typedef struct
{
  gint64 ids[3]; /* by TsDimension */
  gint64 metric_id;
  gboolean is_null;
  double value;
} Row;

typedef struct
{
  TsCatalog *catalog;
  TsSelection *selection;
  const TsCatalogMetric *metric;
  GArray *rows; /* of the metric and statistic */
} Check;

static GArray *
read_rows (const char *path, gint64 metric_id, const char *stat)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autofree char *sql = g_strdup_printf (
      "SELECT step, rank, target_id, \"%s\" FROM trend_data WHERE metric_id = %d", stat,
      (int) metric_id);
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      Row row = { .metric_id = metric_id };
      for (int i = 0; i < 3; i++)
        row.ids[i] = sqlite3_column_int64 (statement, i);
      row.is_null = sqlite3_column_type (statement, 3) == SQLITE_NULL;
      row.value = sqlite3_column_double (statement, 3);
      g_array_append_val (rows, row);
    }
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return rows;
}

static void
assert_value (const Row *row, double value, guint8 state)
{
  if (row->is_null)
    g_assert_cmpint (state, ==, TS_CELL_NULL);
  else if (row->value == 1e9 + 1 || row->value == -1e9 - 1)
    {
      g_assert_cmpint (state, ==, row->value > 0 ? TS_CELL_POS_INF : TS_CELL_NEG_INF);
      g_assert_cmpfloat (value, ==, row->value > 0 ? INFINITY : -INFINITY);
    }
  else
    {
      g_assert_cmpint (ts_cell_state (state), ==, TS_CELL_NUMBER);
      g_assert_cmpint ((state & TS_CELL_CLAMPED) != 0, ==, fabs (row->value) == 1e9);
      g_assert_cmpfloat (value, ==, row->value);
    }
}

/* The ids of one dimension that occur in the rows whose fixed dimension has value (any when fixed
 * is -1). */
static GHashTable *
collect_ids (const Check *check, TsDimension dimension, int fixed, gint64 value)
{
  GHashTable *ids = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < check->rows->len; i++)
    {
      Row *row = &g_array_index (check->rows, Row, i);
      if (fixed < 0 || row->ids[fixed] == value)
        g_hash_table_add (ids, &row->ids[dimension]);
    }
  return ids;
}

/* What an axis ascends by: modules stand in network order. */
static gint64
get_order (const Check *check, const TsAxis *axis, guint place)
{
  gint64 id = axis->ids[place];

  return axis->dimension == TS_DIMENSION_MODULE
             ? (gint64) ts_catalog_find_target (check->catalog, id)->place
             : id;
}

/* It has the modules with rows, all ranks, and at least the steps with rows. */
static void
assert_axis (const Check *check, const TsAxis *axis, int fixed, gint64 value)
{
  g_autoptr (GHashTable) ids = collect_ids (check, axis->dimension, fixed, value);
  guint n = 0;

  for (guint i = 0; i < axis->n; i++)
    {
      n += g_hash_table_contains (ids, &axis->ids[i]);
      g_assert_true (i == 0 || get_order (check, axis, i - 1) < get_order (check, axis, i));
    }
  g_assert_cmpuint (n, ==, g_hash_table_size (ids));
  if (axis->dimension == TS_DIMENSION_MODULE)
    g_assert_cmpuint (axis->n, ==, n);
  if (axis->dimension == TS_DIMENSION_RANK && fixed >= 0)
    g_assert_cmpuint (axis->n, ==, check->catalog->ranks->len);
}

static void
check_matrix (const Check *check)
{
  g_autoptr (GError) error = NULL;
  TsDimension fixed = check->selection->dimension;
  gint64 value = check->selection->value;
  g_autoptr (TsMatrix) matrix = ts_query_matrix (check->catalog, check->selection, NULL, &error);
  gsize n = 0;

  g_assert_no_error (error);
  assert_axis (check, matrix->x, (int) fixed, value);
  assert_axis (check, matrix->y, (int) fixed, value);
  for (guint i = 0; i < check->rows->len; i++)
    {
      const Row *row = &g_array_index (check->rows, Row, i);
      if (row->ids[fixed] != value)
        continue;
      int x = ts_axis_find (matrix->x, row->ids[ts_dimension_get_x (fixed)]);
      int y = ts_axis_find (matrix->y, row->ids[ts_dimension_get_y (fixed)]);
      gsize cell = ts_matrix_index (matrix, (guint) x, (guint) y);
      assert_value (row, matrix->values[cell], matrix->states[cell]);
      n++;
    }
  g_assert_cmpuint (matrix->counts[TS_CELL_MISSING], ==, (gsize) matrix->x->n * matrix->y->n - n);
}

/* The line through the cell of one row. */
static void
check_series (const Check *check, const Row *through)
{
  g_autoptr (GError) error = NULL;
  TsDimension fixed = check->selection->dimension;
  gint64 x_id = through->ids[ts_dimension_get_x (fixed)];
  gint64 y_id = through->ids[ts_dimension_get_y (fixed)];
  g_autoptr (TsSeries) series
      = ts_query_series (check->catalog, check->selection, x_id, y_id, NULL, &error);
  gsize n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < check->rows->len; i++)
    {
      const Row *row = &g_array_index (check->rows, Row, i);
      if (row->ids[ts_dimension_get_x (fixed)] != x_id
          || row->ids[ts_dimension_get_y (fixed)] != y_id)
        continue;
      int place = ts_axis_find (series->axis, row->ids[fixed]);
      g_assert_cmpint (place, >=, 0);
      assert_value (row, series->values[place], series->states[place]);
      n++;
    }
  g_assert_cmpuint (series->axis->n - series->counts[TS_CELL_MISSING], ==, n);
}

static void
check_dimension (Check *check, TsDimension dimension)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsAxis) values = NULL;

  check->selection->dimension = dimension;
  values = ts_query_values (check->catalog, check->selection, NULL, &error);
  g_assert_no_error (error);
  assert_axis (check, values, -1, 0);
  for (guint i = 0; i < values->n; i += MAX (1, values->n / 5))
    {
      check->selection->value = values->ids[i];
      check_matrix (check);
    }
  for (guint i = 0; i < check->rows->len; i += MAX (1, check->rows->len / 7))
    check_series (check, &g_array_index (check->rows, Row, i));
}

static void
test_fixture (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("TS_FIXTURES"), data, NULL);
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, &error);
  g_autoptr (TsSelection) selection = ts_selection_new ();
  Check check = { catalog, selection };
  gint64 n_rows = 0;

  g_assert_no_error (error);
  for (guint m = 0; m < catalog->metrics->len; m++)
    {
      check.metric = g_ptr_array_index (catalog->metrics, m);
      g_free (selection->metric);
      selection->metric = g_strdup (check.metric->name);
      for (guint s = 0; check.metric->stats[s] != NULL; s++)
        {
          g_free (selection->stat);
          selection->stat = g_strdup (check.metric->stats[s]);
          check.rows = read_rows (path, check.metric->id, selection->stat);
          g_assert_cmpuint (check.rows->len, >, 0);
          if (s == 0)
            n_rows += check.rows->len;
          for (int d = TS_DIMENSION_STEP; d <= TS_DIMENSION_MODULE; d++)
            check_dimension (&check, (TsDimension) d);
          g_array_unref (check.rows);
        }
    }
  /* No metric with rows was taken for empty. */
  g_assert_cmpint (n_rows, ==, catalog->n_rows);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/query-fixtures/dump-nan-inf",
                        "dump_nan_inf_2rank/expected/micro/dump_data.trend.db", test_fixture);
  g_test_add_data_func ("/query-fixtures/dump-mix",
                        "dump_mix_2rank/expected/nomicro/dump_data.trend.db", test_fixture);
  g_test_add_data_func ("/query-fixtures/dump-functions",
                        "dump_L1_proc/expected/micro/dump_data.trend.db", test_fixture);
  g_test_add_data_func ("/query-fixtures/monitor-nan",
                        "monitor_nan/expected/micro/monitor_data.trend.db", test_fixture);
  g_test_add_data_func ("/query-fixtures/monitor-vpp",
                        "monitor_vpp/expected/nomicro/monitor_data.trend.db", test_fixture);
  return g_test_run ();
}
