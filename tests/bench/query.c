/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a view costs in a large database: by key enumeration, as the store asks, and in the plain
 * form. bench-query [--ranks N] [--steps N] [--targets N] [--keep FILE.trend.db] */

#include "../test-folder.h"

#include "model/schema.h"
#include "store/query.h"

#include <sqlite3.h>
#include <stdlib.h>

#define N_RUNS 9

static int n_ranks = 64, n_steps = 75, n_targets = 1000;
static char *kept_path;

static const GOptionEntry options[] = {
  { "ranks", 0, 0, G_OPTION_ARG_INT, &n_ranks, "Ranks", "N" },
  { "steps", 0, 0, G_OPTION_ARG_INT, &n_steps, "Steps", "N" },
  { "targets", 0, 0, G_OPTION_ARG_INT, &n_targets, "Targets", "N" },
  { "keep", 0, 0, G_OPTION_ARG_FILENAME, &kept_path, "Use this database, made when missing",
    "FILE" },
  { 0 },
};

static void
run_sql (sqlite3 *db, const char *sql)
{
  char *message = NULL;

  if (sqlite3_exec (db, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
}

static void
fill (const char *path)
{
  g_autofree char *trend_data = ts_schema_trend_data_sql (ts_dump_stats);
  g_autofree char *exact = ts_schema_exact_sql (ts_dump_stats);
  g_autofree char *targets = g_strdup_printf (
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
      " INSERT INTO monitoring_targets SELECT i, 'Module.decoder.layers.' || (i / 20) || '.mlp.' ||"
      " (i %% 20) || '.output.0', 0, 0 FROM n",
      n_targets);
  g_autofree char *rows = g_strdup_printf (
      "WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < %d - 1),"
      " s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i < %d - 1)"
      " INSERT INTO trend_data SELECT r.i, s.i, target_id, 1, target_id * 0.001 + s.i, r.i * 0.5,"
      " -1.25, 1e-3 * s.i FROM r CROSS JOIN s CROSS JOIN monitoring_targets",
      n_ranks, n_steps);
  sqlite3 *db = NULL;

  sqlite3_open (path, &db);
  run_sql (db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  run_sql (db, ts_schema_tables_sql);
  run_sql (db, trend_data);
  run_sql (db, "INSERT INTO monitoring_metrics VALUES (1, 'forward')");
  run_sql (db, targets);
  run_sql (db, rows);
  /* One row in a hundred has a NaN, as an import of our own keeps it. */
  run_sql (db, exact);
  run_sql (db, "INSERT INTO trendscope_exact SELECT rank, step, target_id, 1, 'nan', NULL, NULL,"
               " NULL FROM trend_data WHERE (target_id + step + rank) % 100 = 0");
  run_sql (db, "COMMIT");
  sqlite3_close (db);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

typedef void (*Work) (gpointer data);

/* Median milliseconds of N_RUNS, after one to warm up. */
static double
measure (Work work, gpointer data)
{
  double times[N_RUNS];

  work (data);
  for (guint i = 0; i < N_RUNS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      work (data);
      times[i] = (double) (g_get_monotonic_time () - start) / 1000;
    }
  qsort (times, N_RUNS, sizeof *times, compare_doubles);
  return times[N_RUNS / 2];
}

typedef struct
{
  const char *path;
  TsCatalog *catalog;
  TsSelection *selection;
  sqlite3 *db;
  const char *sql;
  gsize n_cells;
} View;

static void
ask_store (gpointer data)
{
  View *view = data;
  g_autoptr (TsMatrix) matrix = ts_query_matrix (view->catalog, view->selection, NULL, NULL);

  view->n_cells = (gsize) matrix->x->n * matrix->y->n;
}

static void
ask_plainly (gpointer data)
{
  View *view = data;
  sqlite3_stmt *statement = NULL;
  double sum = 0;

  sqlite3_prepare_v2 (view->db, view->sql, -1, &statement, NULL);
  while (sqlite3_step (statement) == SQLITE_ROW)
    sum += sqlite3_column_double (statement, 2);
  if (sum < 0)
    g_print ("?\n");
  sqlite3_finalize (statement);
}

static void
load_catalog (gpointer data)
{
  g_autoptr (TsCatalog) catalog = ts_catalog_load (((View *) data)->path, NULL, NULL);
}

static void
list_values (gpointer data)
{
  View *view = data;
  g_autoptr (TsAxis) axis = ts_query_values (view->catalog, view->selection, NULL, NULL);
}

static void
find_first (gpointer data)
{
  View *view = data;
  g_autoptr (TsAxis) axis = ts_query_values (view->catalog, view->selection, NULL, NULL);
  gint64 value;

  ts_query_default_value (view->catalog, view->selection, axis, 2000000, NULL, &value, NULL);
}

static void
draw_line (gpointer data)
{
  View *view = data;
  g_autoptr (TsSeries) series = ts_query_series (view->catalog, view->selection, 0, 1, NULL, NULL);
}

static void
compare_view (View *view, const char *title, TsDimension dimension, gint64 value, const char *sql)
{
  view->selection->dimension = dimension;
  view->selection->value = value;
  view->sql = sql;
  double keyed = measure (ask_store, view), plain = measure (ask_plainly, view);
  g_print ("%-12s %7" G_GSIZE_FORMAT " cells  %8.1f ms  plain %8.1f ms  %6.1f times\n", title,
           view->n_cells, keyed, plain, plain / keyed);
}

static void
run (const char *path)
{
  g_autoptr (GError) error = NULL;
  View view = { .path = path, .catalog = ts_catalog_load (path, NULL, &error) };

  g_assert_no_error (error);
  view.selection = ts_selection_new ();
  view.selection->metric = g_strdup ("forward");
  view.selection->stat = g_strdup ("norm");
  sqlite3_open_v2 (path, &view.db, SQLITE_OPEN_READONLY, NULL);
  g_print ("catalog      %8.1f ms, about %" G_GINT64_FORMAT " rows\n",
           measure (load_catalog, &view), view.catalog->n_rows);
  compare_view (&view, "step view", TS_DIMENSION_STEP, n_steps / 2,
                "SELECT rank, target_id, norm FROM trend_data WHERE step = 37 AND metric_id = 1");
  compare_view (&view, "rank view", TS_DIMENSION_RANK, 1,
                "SELECT step, target_id, norm FROM trend_data WHERE rank = 1 AND metric_id = 1");
  compare_view (&view, "module view", TS_DIMENSION_MODULE, n_targets / 2,
                "SELECT rank, step, norm FROM trend_data WHERE target_id = 500 AND metric_id = 1");
  for (int d = TS_DIMENSION_STEP; d <= TS_DIMENSION_MODULE; d++)
    {
      view.selection->dimension = (TsDimension) d;
      g_print ("%-12s values %.1f ms, with the one to show first %.1f ms, line %.1f ms\n",
               ts_dimension_to_key ((TsDimension) d), measure (list_values, &view),
               measure (find_first, &view), measure (draw_line, &view));
    }
  sqlite3_close (view.db);
  ts_selection_free (view.selection);
  ts_catalog_unref (view.catalog);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  folder = test_tmp_dir ();
  path = kept_path != NULL ? g_strdup (kept_path) : g_build_filename (folder, "q.trend.db", NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    fill (path);
  run (path);
  return 0;
}
