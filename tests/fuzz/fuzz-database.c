/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A database through the catalog, every query, and exports as text and as a picture. What begins as
 * an SQLite file is one; anything else is SQL that changes a sound database first, so that whole
 * tables can be wrong in ways that no flipped byte gets to. */

#include "fuzz.h"

#include "../store/sample-database.h"

#include "cli/cli.h"
#include "store/query.h"

#include <string.h>
#include <utime.h>

#define MAGIC "SQLite format 3"
/* Of the virtual machine, per statement of SQL: what made the database is not what is tested. */
#define MAX_OPS 2000000

static char *folder;

static void
ignore_text (const char *text)
{
}

static int
stop_sql (gpointer data)
{
  return 1;
}

/* Files, but for the one that is open, are none of its business. */
static int
allow (gpointer data, int action, const char *a, const char *b, const char *c, const char *d)
{
  return action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK;
}

static void
change (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  if (sqlite3_open (path, &db) == SQLITE_OK)
    {
      sqlite3_limit (db, SQLITE_LIMIT_LENGTH, 1 << 20);
      sqlite3_progress_handler (db, MAX_OPS, stop_sql, NULL);
      sqlite3_set_authorizer (db, allow, NULL);
      for (const char *rest = sql; *rest != '\0';)
        {
          sqlite3_stmt *statement = NULL;
          const char *at = rest;
          /* What one statement gets wrong does not spare the next. */
          sqlite3_prepare_v2 (db, at, -1, &statement, &rest);
          while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
            ;
          sqlite3_finalize (statement);
          if (rest == at)
            break;
        }
    }
  sqlite3_close (db);
}

static char *
create (const uint8_t *data, size_t size)
{
  char *path;

  if (folder == NULL)
    {
      folder = test_tmp_dir ();
      g_set_print_handler (ignore_text);
      g_set_printerr_handler (ignore_text);
    }
  if (size >= sizeof MAGIC && memcmp (data, MAGIC, sizeof MAGIC) == 0)
    {
      path = g_build_filename (folder, "fuzz.trend.db", NULL);
      g_assert_true (g_file_set_contents (path, (const char *) data, (gssize) size, NULL));
    }
  else
    {
      g_autofree char *sql = g_strndup ((const char *) data, size);
      path = sample_create_database (folder, "fuzz.trend.db", TRUE,
                                     "PRAGMA synchronous = OFF;" SAMPLE_SQL SAMPLE_STEPS_SQL);
      change (path, sql);
    }
  return path;
}

static void
query_cell (TsCatalog *catalog, const TsSelection *selection, gint64 x_id, gint64 y_id)
{
  g_autoptr (TsSeries) series = ts_query_series (catalog, selection, x_id, y_id, NULL, NULL);
  g_autoptr (TsBand) band = ts_query_band (catalog, selection, x_id, y_id, NULL, NULL);
}

/* All that can be asked for with one metric and statistic. */
static void
query_selection (TsCatalog *catalog, TsSelection *selection)
{
  for (int dimension = TS_DIMENSION_STEP; dimension <= TS_DIMENSION_MODULE; dimension++)
    {
      g_autoptr (TsAxis) values = NULL;
      g_autoptr (TsMatrix) matrix = NULL;
      gint64 value;

      selection->dimension = (TsDimension) dimension;
      values = ts_query_values (catalog, selection, NULL, NULL);
      if (values == NULL || values->n == 0
          || !ts_query_default_value (catalog, selection, values, G_MAXINT64, NULL, &value, NULL))
        continue;
      selection->value = value;
      matrix = ts_query_matrix (catalog, selection, NULL, NULL);
      if (matrix != NULL && matrix->x->n > 0 && matrix->y->n > 0)
        query_cell (catalog, selection, matrix->x->ids[0], matrix->y->ids[matrix->y->n - 1]);
    }
}

static void
query_all (const char *path)
{
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, NULL);

  for (guint i = 0; catalog != NULL && i < catalog->metrics->len && i < 4; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      for (guint s = 0; metric->stats[s] != NULL && s < 4; s++)
        {
          g_autoptr (TsSelection) selection = ts_selection_new ();
          selection->metric = g_strdup (metric->name);
          selection->stat = g_strdup (metric->stats[s]);
          query_selection (catalog, selection);
        }
    }
}

static void
export_to (const char *path, const char *what, const char *name)
{
  g_autofree char *output = g_build_filename (folder, name, NULL);
  const char *argv[] = { "trendscope", what, path, "--output", output, "--size", "320x200", NULL };

  ts_cli_export (G_N_ELEMENTS (argv) - 1, (char **) argv);
  g_remove (output);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *path = create (data, size);

  /* A file of this very moment is waited for (database.c). */
  g_utime (path, &(struct utimbuf){ 1, 1 });
  query_all (path);
  export_to (path, "--export-heatmap", "map.csv");
  export_to (path, "--export-heatmap", "map.png");
  export_to (path, "--export-lines", "lines.csv");
  for (guint i = 0; i < 4; i++)
    {
      static const char *const suffixes[] = { "", "-journal", "-wal", "-shm" };
      g_autofree char *file = g_strconcat (path, suffixes[i], NULL);
      g_remove (file);
    }
  return 0;
}
