/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a run in parts costs to open and to look at, however large it is.
 *
 *   bench-parts --make FOLDER [--parts N] [--ranks N] [--steps N] [--targets N] [--metrics N]
 *   bench-parts FOLDER|DATABASE
 *
 * The first writes a monitor's run in parts by rank (--parts 1: one file), as an import would have
 * it; the second measures. */

#include "model/schema.h"
#include "store/query.h"
#include "store/view-names.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <sqlite3.h>
#include <sys/resource.h>

#define N_RUNS 9

static int n_parts = 16, n_ranks = 1024, n_steps = 40, n_targets = 1220, n_metrics = 4;
static char *made;
static char **rest;

static const GOptionEntry options[] = {
  { "make", 0, 0, G_OPTION_ARG_FILENAME, &made, "Write a run into FOLDER", "FOLDER" },
  { "parts", 0, 0, G_OPTION_ARG_INT, &n_parts, "Parts", "N" },
  { "ranks", 0, 0, G_OPTION_ARG_INT, &n_ranks, "Ranks", "N" },
  { "steps", 0, 0, G_OPTION_ARG_INT, &n_steps, "Steps", "N" },
  { "targets", 0, 0, G_OPTION_ARG_INT, &n_targets, "Targets", "N" },
  { "metrics", 0, 0, G_OPTION_ARG_INT, &n_metrics, "Metrics", "N" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, NULL },
  { 0 },
};

/* --- making ------------------------------------------------------------------------------- */

static void
run_sql (sqlite3 *db, const char *sql)
{
  char *message = NULL;

  if (sqlite3_exec (db, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
}

static void
fill_names (sqlite3 *db)
{
  g_autofree char *targets = g_strdup_printf (
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
      " INSERT INTO monitoring_targets SELECT i, 'decoder.layers.' || (i / 20) || '.mlp.' ||"
      " (i %% 20) || '.weight', 0, 0 FROM n; INSERT INTO trendscope_targets"
      " SELECT target_id, 'torch.bfloat16', '[4096]', target_id - 1 FROM monitoring_targets",
      n_targets);
  g_autoptr (GString) stats = g_string_new ("CREATE TABLE global_stats (min_step, max_step,"
                                            " max_rank");
  g_autofree char *insert = NULL;

  run_sql (db, targets);
  insert = g_strdup_printf ("INSERT INTO global_stats VALUES (0, %d, %d", n_steps - 1, n_ranks - 1);
  for (int m = 0; m < n_metrics; m++)
    {
      g_autofree char *metric = g_strdup_printf (
          "INSERT INTO monitoring_metrics VALUES (%d, '%s'); INSERT INTO monitoring_tags VALUES"
          " (%d, 'mlp', 'module', %d); INSERT INTO tag_target_mapping"
          " SELECT %d, target_id FROM monitoring_targets",
          m + 1, ts_monitor_metrics[m], m + 1, m + 1, m + 1);
      char *longer = g_strconcat (insert, ", 'norm,max'", NULL);
      g_free (insert);
      insert = longer;
      run_sql (db, metric);
      g_string_append_printf (stats, ", %s TEXT", ts_monitor_metrics[m]);
    }
  g_string_append (stats, "); ");
  g_string_append_printf (stats, "%s)", insert);
  run_sql (db, stats->str);
}

static void
fill_rows (sqlite3 *db, int first, int last)
{
  g_autofree char *rows = g_strdup_printf (
      "WITH RECURSIVE r(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM r WHERE i < %d),"
      " s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i < %d)"
      " INSERT INTO trend_data SELECT r.i, s.i, target_id, metric_id, target_id * 0.001 + s.i,"
      " r.i * 0.37 + metric_id FROM r CROSS JOIN s CROSS JOIN monitoring_targets"
      " CROSS JOIN monitoring_metrics",
      first, last, n_steps - 1);
  g_autofree char *meta = g_strdup_printf (
      "INSERT INTO trendscope_meta VALUES ('format', 'monitor'), ('micro_step', 'false'),"
      " ('rows_stored', '%lld')",
      (long long) (last - first + 1) * n_steps * n_targets * n_metrics);

  run_sql (db, rows);
  run_sql (db, meta);
}

static void
make_part (int part)
{
  static const char *const stats[] = { "norm", "max", NULL };
  g_autofree char *trend_data = ts_schema_trend_data_sql (stats);
  g_autofree char *exact = ts_schema_exact_sql (stats);
  g_autofree char *name
      = n_parts == 1 ? g_strdup (TS_MONITOR_DB_NAME)
                     : g_strdup_printf ("monitor_data.%d-of-%d.trend.db", part + 1, n_parts);
  g_autofree char *path = g_build_filename (made, name, NULL);
  sqlite3 *db = NULL;

  sqlite3_open (path, &db);
  run_sql (db, "PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
               "BEGIN");
  run_sql (db, ts_schema_tables_sql);
  run_sql (db, ts_schema_own_tables_sql);
  run_sql (db, trend_data);
  run_sql (db, exact);
  fill_names (db);
  fill_rows (db, (int) ((gint64) n_ranks * part / n_parts),
             (int) ((gint64) n_ranks * (part + 1) / n_parts) - 1);
  run_sql (db, "COMMIT");
  sqlite3_close (db);
}

/* --- measuring ---------------------------------------------------------------------------- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

/* What all threads have computed, in ms: where others use the machine it tells more than the time. */
static double
get_cpu (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

/* cpu: of all runs. */
static void
print (const char *what, double *ms, double cpu, double floor, gsize n_cells)
{
  qsort (ms, N_RUNS, sizeof *ms, compare_doubles);
  g_print ("%-22s %8.1f ms (%.1f to %.1f; %.1f of processors)", what, ms[N_RUNS / 2], ms[0],
           ms[N_RUNS - 1], cpu / N_RUNS);
  if (n_cells > 0)
    g_print (", %" G_GSIZE_FORMAT " cells, %.2f µs each", n_cells,
             ms[N_RUNS / 2] * 1000 / (double) n_cells);
  if (floor > 0)
    g_print (", %.2f of a plain scan of the rows (%.1f ms)", ms[N_RUNS / 2] / floor, floor);
  g_print ("\n");
}

/* The rows that a rank view shows, read plainly. */
static double
measure_scan (const TsCatalog *catalog, gint64 rank)
{
  double ms[N_RUNS];

  for (guint i = 0; i < N_RUNS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      for (guint p = 0; p < ts_catalog_get_n_parts (catalog); p++)
        {
          const TsCatalog *part = ts_catalog_get_part (catalog, p);
          sqlite3 *db = NULL;
          sqlite3_stmt *select = NULL;
          double sum = 0;
          if (!ts_catalog_has_rank (part, rank))
            continue;
          sqlite3_open_v2 (part->path, &db, SQLITE_OPEN_READONLY, NULL);
          sqlite3_prepare_v2 (db,
                              "SELECT step, target_id, norm FROM trend_data WHERE rank = ?1"
                              " AND metric_id = 1",
                              -1, &select, NULL);
          sqlite3_bind_int64 (select, 1, rank);
          while (sqlite3_step (select) == SQLITE_ROW)
            sum += sqlite3_column_double (select, 2) + (double) sqlite3_column_int64 (select, 1)
                   + (double) sqlite3_column_int64 (select, 0);
          g_assert_cmpfloat (sum, >, 0);
          sqlite3_finalize (select);
          sqlite3_close (db);
        }
      ms[i] = (double) (g_get_monotonic_time () - start) / 1000;
    }
  qsort (ms, N_RUNS, sizeof *ms, compare_doubles);
  return ms[N_RUNS / 2];
}

static void
measure_view (TsCatalog *catalog, TsDimension dimension, gint64 value, const char *what)
{
  g_autoptr (TsSelection) selection = ts_catalog_create_selection (catalog);
  double floor = dimension == TS_DIMENSION_RANK ? measure_scan (catalog, value) : 0;
  double ms[N_RUNS], cpu = get_cpu ();
  gsize n_cells = 0;

  selection->dimension = dimension;
  selection->value = value;
  for (guint i = 0; i < N_RUNS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (TsMatrix) matrix = ts_query_matrix (catalog, selection, NULL, NULL);
      ms[i] = (double) (g_get_monotonic_time () - start) / 1000;
      n_cells = (gsize) matrix->x->n * matrix->y->n;
      g_assert_cmpuint (matrix->counts[TS_CELL_MISSING], ==, 0);
    }
  print (what, ms, get_cpu () - cpu, floor, n_cells);
}

/* From nothing to the picture that a run is first seen as. */
static void
measure_opening (const char *path)
{
  double ms[N_RUNS], loaded[N_RUNS], loaded_cpu = 0, all_cpu = 0;

  for (guint i = 0; i < N_RUNS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      double cpu = get_cpu ();
      g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, NULL);
      loaded_cpu += get_cpu () - cpu;
      loaded[i] = (double) (g_get_monotonic_time () - start) / 1000;
      g_autoptr (TsSelection) selection = ts_catalog_create_selection (catalog);
      g_autoptr (TsAxis) values = ts_query_values (catalog, selection, NULL, NULL);
      g_assert_true (ts_query_default_value (catalog, selection, values, 1000000, NULL,
                                             &selection->value, NULL));
      g_autoptr (TsMatrix) matrix = ts_query_matrix (catalog, selection, NULL, NULL);
      ms[i] = (double) (g_get_monotonic_time () - start) / 1000;
      all_cpu += get_cpu () - cpu;
    }
  print ("the catalog", loaded, loaded_cpu, 0, 0);
  print ("to the first heat map", ms, all_cpu, 0, 0);
}

static void
measure (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, &error);

  if (catalog == NULL)
    g_error ("%s", error->message);
  g_print ("%u parts, %" G_GINT64_FORMAT " rows, %u ranks, %u steps, %u targets, %u metrics\n",
           ts_catalog_get_n_parts (catalog), catalog->n_rows, catalog->ranks->len,
           catalog->steps->len, catalog->targets->len, catalog->metrics->len);
  measure_opening (path);
  measure_view (catalog, TS_DIMENSION_STEP, catalog->steps->len / 2, "step view");
  measure_view (
      catalog, TS_DIMENSION_MODULE,
      ((TsCatalogTarget *) g_ptr_array_index (catalog->targets, catalog->targets->len / 2))->id,
      "module view");
  measure_view (catalog, TS_DIMENSION_RANK,
                g_array_index (catalog->ranks, gint64, catalog->ranks->len / 2), "rank view");
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("[FOLDER|DATABASE]");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  if (made != NULL)
    {
      g_mkdir_with_parents (made, 0755);
      for (int i = 0; i < n_parts; i++)
        make_part (i);
    }
  for (guint i = 0; rest != NULL && rest[i] != NULL; i++)
    measure (rest[i]);
  return 0;
}
