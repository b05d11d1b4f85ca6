/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A database that is replaced, rewritten, cut off or deleted while it is shown: a query gives what
 * belongs to its catalog, or an error, never a mixture. */
#include "sample-query.h"

#include "store/query.h"
#include "store/row-scan.h"

#include <fcntl.h>
#include <unistd.h>

typedef struct
{
  char *folder;
  char *path;
  char *other; /* another database, whose targets have other numbers */
  TsCatalog *catalog;
  TsSelection *selection;
} Shown;

static char *
copy_hostile (const char *name, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *from
      = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "store", "hostile", name, NULL);
  char *to = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  gsize length;

  g_file_get_contents (from, &bytes, &length, &error);
  g_assert_no_error (error);
  g_file_set_contents (to, bytes, (gssize) length, &error);
  g_assert_no_error (error);
  return to;
}

static void
set_up (Shown *shown, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  shown->folder = sample_create_folder ();
  shown->path = copy_hostile ("before.trend.db", shown->folder);
  shown->other = copy_hostile ("after.trend.db", shown->folder);
  shown->catalog = ts_catalog_load (shown->path, NULL, &error);
  g_assert_no_error (error);
  shown->selection = ts_selection_new ();
  shown->selection->metric = g_strdup ("actv");
  shown->selection->stat = g_strdup ("norm");
}

static void
tear_down (Shown *shown, gconstpointer unused)
{
  ts_catalog_unref (shown->catalog);
  ts_selection_free (shown->selection);
  sample_remove_folder (shown->folder);
  g_free (shown->path);
  g_free (shown->other);
}

/* What the fault finder and the comparison read by does not begin either. */
static void
assert_no_scan (Shown *shown)
{
  g_autoptr (GError) error = NULL;
  g_auto (TsRowScan) scan = { 0 };

  g_assert_false (ts_row_scan_open (&scan, shown->catalog, NULL, &error));
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
}

/* Every query fails and says that it was said; so does the look from outside. */
static void
assert_changed (Shown *shown, const char *said)
{
  g_autoptr (GError) seen = NULL;
  g_autoptr (GError) matrix = NULL;
  g_autoptr (GError) series = NULL;
  g_autoptr (GError) values = NULL;
  g_autoptr (GError) band = NULL;
  g_autoptr (GError) first = NULL;
  TsAnomaly anomaly;

  g_assert_false (ts_catalog_is_current (shown->catalog, &seen));
  g_assert_error (seen, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
  g_assert_nonnull (strstr (seen->message, said));
  g_assert_null (ts_query_matrix (shown->catalog, shown->selection, NULL, &matrix));
  g_assert_error (matrix, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
  g_assert_nonnull (strstr (matrix->message, said));
  g_assert_null (ts_query_series (shown->catalog, shown->selection, 0, 1, NULL, &series));
  g_assert_error (series, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
  g_assert_null (ts_query_values (shown->catalog, shown->selection, NULL, &values));
  g_assert_error (values, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
  g_assert_null (ts_query_band (shown->catalog, shown->selection, 0, 1, NULL, &band));
  g_assert_error (band, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
  g_assert_false (ts_query_first_anomaly (shown->catalog, shown->selection, G_MAXINT64, NULL,
                                          &anomaly, &first));
  g_assert_error (first, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
  assert_no_scan (shown);
}

static void
assert_same (Shown *shown)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsMatrix) matrix = ts_query_matrix (shown->catalog, shown->selection, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (matrix->y->names[0], ==, "alpha");
  g_assert_cmpfloat (matrix->values[0], ==, 100);
  g_assert_true (ts_catalog_is_current (shown->catalog, &error));
  g_assert_no_error (error);
}

static void
test_replaced (Shown *shown, gconstpointer unused)
{
  assert_same (shown);
  g_assert_cmpint (g_rename (shown->other, shown->path), ==, 0);
  assert_changed (shown, "replaced");
}

static void
count_row (
    gint64 target_id, gint64 metric_id, const double *values, const guint8 *states, gpointer data)
{
  ++*(guint *) data;
}

/* A scan that has begun ends where the file it reads is no longer the run's. */
static void
test_replaced_while_scanned (Shown *shown, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const TsCatalogStep *step = g_ptr_array_index (shown->catalog->steps, 0);
  gint64 rank = g_array_index (shown->catalog->ranks, gint64, 0);
  g_auto (TsRowScan) scan = { 0 };
  guint n = 0;

  g_assert_true (ts_row_scan_open (&scan, shown->catalog, NULL, &error));
  g_assert_true (ts_row_scan_read (&scan, rank, step->step, count_row, &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpint (g_rename (shown->other, shown->path), ==, 0);
  g_assert_false (ts_row_scan_read (&scan, rank, step->step, count_row, &n, &error));
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
  g_clear_error (&error);
  g_assert_false (ts_row_scan_read_target (&scan, rank, step->step, 1, 1, count_row, &n, &error));
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
}

static void
write_over (const char *path, const char *bytes, gsize length)
{
  int file = open (path, O_WRONLY | O_TRUNC);

  g_assert_cmpint (file, >=, 0);
  g_assert_cmpint (write (file, bytes, length), ==, (gssize) length);
  close (file);
}

/* As cp does it: the same file, of the same length, with the same change counter. */
static void
test_rewritten (Shown *shown, gconstpointer unused)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (shown->other, &bytes, &length, NULL));
  g_usleep (20 * 1000);
  write_over (shown->path, bytes, length);
  assert_changed (shown, "changed");
}

static void
test_truncated (Shown *shown, gconstpointer unused)
{
  g_assert_cmpint (truncate (shown->path, 1000), ==, 0);
  assert_changed (shown, "cut off");
}

static void
test_emptied (Shown *shown, gconstpointer unused)
{
  g_assert_cmpint (truncate (shown->path, 0), ==, 0);
  assert_changed (shown, "cut off");
}

static void
test_deleted (Shown *shown, gconstpointer unused)
{
  g_unlink (shown->path);
  assert_changed (shown, "deleted");
}

static void
exec_in (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sample_exec (db, sql);
  sqlite3_close (db);
}

static void
test_transaction (Shown *shown, gconstpointer unused)
{
  g_usleep (20 * 1000);
  exec_in (shown->path, "UPDATE monitoring_targets SET target_name = 'other' WHERE target_id = 1");
  assert_changed (shown, "changed");
}

/* What is in the -wal alone changes the content, too. */
static void
test_wal (Shown *shown, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (shown->path, &db), ==, SQLITE_OK);
  sample_exec (db, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
                   "CREATE TABLE a (b); INSERT INTO a VALUES (1);");
  ts_catalog_unref (shown->catalog);
  shown->catalog = ts_catalog_load (shown->path, NULL, &error);
  g_assert_no_error (error);
  assert_same (shown);
  g_usleep (20 * 1000);
  sample_exec (db, "UPDATE monitoring_targets SET target_name = 'other' WHERE target_id = 1");
  assert_changed (shown, "changed");
  sqlite3_close (db);
}

/* --- under fire --- */

#define N_TARGETS 40

static double
get_hash (const char *name)
{
  return (double) (g_str_hash (name) % 1000000);
}

/* A database whose targets are named after seed; each value is its name's hash. */
static char *
create_hashed (const char *folder, const char *name, guint seed)
{
  g_autoptr (GString) sql = g_string_new ("INSERT INTO monitoring_metrics VALUES (1, 'forward');");

  for (guint i = 1; i <= N_TARGETS; i++)
    {
      g_autofree char *target = g_strdup_printf ("m%u.%u", seed, i);
      g_string_append_printf (sql, "INSERT INTO monitoring_targets VALUES (%u, '%s', 0, 0);", i,
                              target);
      for (guint step = 0; step < 3; step++)
        g_string_append_printf (sql,
                                "INSERT INTO trend_data (rank, step, target_id, metric_id, max)"
                                " VALUES (0, %u, %u, 1, %.1f);",
                                step, i, get_hash (target));
    }
  return sample_create_database (folder, name, FALSE, sql->str);
}

typedef struct
{
  char *path;
  char *bytes[2];
  gsize lengths[2];
  gint stop; /* atomic */
} Attack;

/* Replaces, rewrites, cuts off and deletes the file, again and again. */
static gpointer
attack (gpointer data)
{
  Attack *self = data;

  for (guint i = 0; !g_atomic_int_get (&self->stop); i++)
    {
      guint which = i / 4 % 2;
      switch (i % 4)
        {
        case 0: /* by rename */
          g_file_set_contents (self->path, self->bytes[which], (gssize) self->lengths[which], NULL);
          break;
        case 1:
          write_over (self->path, self->bytes[!which], self->lengths[!which]);
          break;
        case 2:
          g_assert_cmpint (truncate (self->path, 2000), ==, 0);
          break;
        default:
          g_unlink (self->path);
        }
      g_usleep (70 * 1000);
    }
  return NULL;
}

static guint
check_matrix (TsCatalog *catalog)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();
  g_autoptr (TsMatrix) matrix = NULL;

  selection->metric = g_strdup ("forward");
  selection->stat = g_strdup ("max");
  matrix = ts_query_matrix (catalog, selection, NULL, NULL);
  if (matrix == NULL)
    return 0;
  for (guint y = 0; y < matrix->y->n; y++)
    g_assert_cmpfloat (matrix->values[ts_matrix_index (matrix, 0, y)], ==,
                       get_hash (matrix->y->names[y]));
  return 1;
}

static void
test_under_fire (void)
{
  char *folder = sample_create_folder ();
  g_autofree char *first = create_hashed (folder, "1.db", 1);
  g_autofree char *second = create_hashed (folder, "2.db", 2);
  Attack fire = { .path = g_build_filename (folder, "shown.trend.db", NULL) };
  gint64 end = g_get_monotonic_time () + 3 * G_USEC_PER_SEC;
  guint n_good = 0;

  g_assert_true (g_file_get_contents (first, &fire.bytes[0], &fire.lengths[0], NULL));
  g_assert_true (g_file_get_contents (second, &fire.bytes[1], &fire.lengths[1], NULL));
  GThread *thread = g_thread_new ("attack", attack, &fire);
  while (g_get_monotonic_time () < end)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TsCatalog) catalog = ts_catalog_load (fire.path, NULL, &error);
      if (catalog == NULL)
        continue;
      for (guint i = 0; i < 4; i++)
        n_good += check_matrix (catalog);
    }
  g_atomic_int_set (&fire.stop, 1);
  g_thread_join (thread);
  g_assert_cmpuint (n_good, >, 0);
  for (guint i = 0; i < 2; i++)
    g_free (fire.bytes[i]);
  g_free (fire.path);
  sample_remove_folder (folder);
}

#define ADD(name, function) g_test_add ("/changed/" name, Shown, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("replaced", test_replaced);
  ADD ("replaced-while-scanned", test_replaced_while_scanned);
  ADD ("rewritten", test_rewritten);
  ADD ("truncated", test_truncated);
  ADD ("emptied", test_emptied);
  ADD ("deleted", test_deleted);
  ADD ("transaction", test_transaction);
  ADD ("wal", test_wal);
  g_test_add_func ("/changed/under-fire", test_under_fire);
  return g_test_run ();
}
