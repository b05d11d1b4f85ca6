/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample-database.h"

#include "store/query.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Loading must fail; returns the message, which names the file. */
static char *
fail_to_load (const char *path, GQuark domain, int code)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *display = g_filename_display_name (name);
  TsCatalog *catalog = ts_catalog_load (path, NULL, &error);

  g_assert_null (catalog);
  g_assert_error (error, domain, code);
  g_assert_nonnull (strstr (error->message, display));
  return g_strdup (error->message);
}

static void
write_file (const char *folder, const char *name, const void *bytes, gssize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, size, NULL));
}

/* Every kind of file that is no trend database has a message of its own. */
static void
test_bad_files (void)
{
  char *folder = sample_create_folder ();
  g_autofree char *good = sample_create_database (folder, "good.trend.db", FALSE, SAMPLE_SQL);
  g_autofree char *bytes = NULL;
  gsize size;
  static const struct
  {
    const char *name;
    const char *says;
  } files[] = {
    { "empty.trend.db", "is empty (0 bytes)" }, { "text.trend.db", "is not an SQLite database" },
    { "half.trend.db", "is cut off" },          { "head.trend.db", "is cut off" },
    { "garbled.trend.db", "is damaged" },
  };

  g_assert_true (g_file_get_contents (good, &bytes, &size, NULL));
  write_file (folder, "empty.trend.db", "", 0);
  write_file (folder, "text.trend.db", "{\"task\": \"statistics\"}", -1);
  write_file (folder, "half.trend.db", bytes, (gssize) size / 2);
  write_file (folder, "head.trend.db", bytes, 60);
  memset (bytes + 100, 0x55, 1000);
  write_file (folder, "garbled.trend.db", bytes, (gssize) size);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL);
      g_autofree char *message = fail_to_load (path, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE);
      if (strstr (message, files[i].says) == NULL)
        g_error ("%s: %s", files[i].name, message);
    }
  sample_remove_folder (folder);
}

static void
test_not_files (void)
{
  char *folder = sample_create_folder ();
  g_autofree char *gone = g_build_filename (folder, "gone.trend.db", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe.trend.db", NULL);
  g_autofree char *absent = fail_to_load (gone, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_autofree char *is_folder = fail_to_load (folder, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA);

  g_assert_nonnull (strstr (is_folder, "is a folder"));
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_autofree char *is_pipe = fail_to_load (pipe, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE);
  sample_remove_folder (folder);
}

static void
test_unreadable (void)
{
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (folder, "u.trend.db", FALSE, SAMPLE_SQL);

  g_chmod (path, 0);
  if (g_access (path, R_OK) == 0)
    g_test_skip ("runs as root");
  else
    {
      g_autofree char *message = fail_to_load (path, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
    }
  sample_remove_folder (folder);
}

static void
create_plain (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sample_exec (db, sql);
  sqlite3_close (db);
}

static void
test_other_tables (void)
{
  char *folder = sample_create_folder ();
  g_autofree char *other = g_build_filename (folder, "other.trend.db", NULL);
  g_autofree char *legacy = g_build_filename (folder, "legacy.trend.db", NULL);

  create_plain (other, "CREATE TABLE bookmarks (url)");
  create_plain (legacy, "CREATE TABLE monitoring_targets (target_id);"
                        "CREATE TABLE metric_stats (metric_id, stat_name);"
                        "CREATE TABLE metric_1_step_0_499 (rank)");
  g_autofree char *not_ours = fail_to_load (other, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA);
  g_autofree char *old = fail_to_load (legacy, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA);
  g_assert_nonnull (strstr (not_ours, "trend_data"));
  g_assert_nonnull (strstr (old, "before 2026"));
  sample_remove_folder (folder);
}

/* A database truncated while its header promises less than it needs: found out on reading. */
static void
test_view_of_vanished (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (folder, "v.trend.db", FALSE, SAMPLE_SQL);
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, &error);
  g_autoptr (TsSelection) selection = ts_selection_new ();

  g_assert_no_error (error);
  selection->metric = g_strdup ("forward");
  selection->stat = g_strdup ("max");
  g_unlink (path);
  g_assert_null (ts_query_matrix (catalog, selection, NULL, &error));
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
  g_assert_nonnull (strstr (error->message, "deleted"));
  sample_remove_folder (folder);
}

/* Case 47: another program holds an exclusive lock. */
static void
test_locked (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (folder, "l.trend.db", FALSE, SAMPLE_SQL);
  sqlite3 *writer = NULL;
  TsCatalog *catalog;

  g_assert_cmpint (sqlite3_open (path, &writer), ==, SQLITE_OK);
  sample_exec (writer, "BEGIN EXCLUSIVE");
  g_autofree char *message = fail_to_load (path, TS_STORE_ERROR, TS_STORE_ERROR_LOCKED);
  sample_exec (writer, "COMMIT");
  catalog = ts_catalog_load (path, NULL, &error);
  g_assert_no_error (error);
  ts_catalog_unref (catalog);
  sqlite3_close (writer);
  sample_remove_folder (folder);
}

static void
assert_loads (const char *path, gint64 n_rows)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (catalog->n_rows, ==, n_rows);
}

#define WAL_SQL SAMPLE_SQL "PRAGMA journal_mode = WAL;"
/* One more than the sample's 30, only in the -wal. */
#define ONE_MORE "INSERT INTO trend_data (rank, step, target_id, metric_id) VALUES (5, 0, 1, 1)"

/* Cases 48 and 50: nothing appears beside the file, whether the folder may be written to or not. */
static void
test_wal_alone (gconstpointer read_only)
{
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (folder, "w.trend.db", FALSE, WAL_SQL);
  g_autofree char *before = sample_list_folder (folder);

  g_assert_cmpstr (before, ==, "w.trend.db");
  if (read_only != NULL)
    g_chmod (folder, 0500);
  assert_loads (path, 30);
  g_autofree char *after = sample_list_folder (folder);
  g_assert_cmpstr (after, ==, before);
  sample_remove_folder (folder);
}

/* The writer was killed, or the database was copied: its last rows are in the -wal. */
static void
test_wal_left_behind (gconstpointer with_shm)
{
  char *folder = sample_create_folder ();
  g_autofree char *live = sample_create_database (folder, "live.trend.db", FALSE, WAL_SQL);
  g_autofree char *path = g_build_filename (folder, "copy.trend.db", NULL);
  sqlite3 *writer = NULL;

  g_assert_cmpint (sqlite3_open (live, &writer), ==, SQLITE_OK);
  sample_exec (writer, ONE_MORE);
  static const char *const suffixes[] = { "", "-wal", "-shm" };
  for (guint i = 0; i < (with_shm != NULL ? 3 : 2); i++)
    {
      g_autofree char *from = g_strconcat (live, suffixes[i], NULL);
      g_autofree char *to = g_strconcat (path, suffixes[i], NULL);
      g_autofree char *bytes = NULL;
      gsize size;
      g_assert_true (g_file_get_contents (from, &bytes, &size, NULL));
      g_assert_true (g_file_set_contents (to, bytes, (gssize) size, NULL));
    }
  sqlite3_close (writer);
  g_unlink (live);
  g_autofree char *before = sample_list_folder (folder);
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  GStatBuf wal_before, wal_after;
  g_stat (wal, &wal_before);
  assert_loads (path, 31);
  g_autofree char *after = sample_list_folder (folder);
  g_stat (wal, &wal_after);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpint (wal_after.st_size, ==, wal_before.st_size);
  sample_remove_folder (folder);
}

/* The writer is at work: its rows are seen, and it can go on. */
static void
test_wal_live (void)
{
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (folder, "w.trend.db", FALSE, WAL_SQL);
  sqlite3 *writer = NULL;

  g_assert_cmpint (sqlite3_open (path, &writer), ==, SQLITE_OK);
  sample_exec (writer, ONE_MORE);
  assert_loads (path, 31);
  sample_exec (writer, "DELETE FROM trend_data WHERE rank = 5");
  assert_loads (path, 30);
  sqlite3_close (writer);
  sample_remove_folder (folder);
}

/* A file with rollback journal in a folder that may not be written to. */
static void
test_read_only_folder (void)
{
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (folder, "r.trend.db", FALSE, SAMPLE_SQL);

  g_chmod (path, 0400);
  g_chmod (folder, 0500);
  assert_loads (path, 30);
  g_autofree char *after = sample_list_folder (folder);
  g_assert_cmpstr (after, ==, "r.trend.db");
  sample_remove_folder (folder);
}

/* Case 54, and what means something in a URI. */
static void
test_names (void)
{
  static const char *const names[]
      = { "实验 1.trend.db", "a?b#c%41&mode=rw.trend.db", "bad\xff.trend.db", "-x.trend.db" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char *folder = sample_create_folder ();
      g_autofree char *path = sample_create_database (folder, "n.trend.db", FALSE, SAMPLE_SQL);
      g_autofree char *named = g_build_filename (folder, names[i], NULL);
      g_assert_cmpint (g_rename (path, named), ==, 0);
      assert_loads (named, 30);
      g_autofree char *after = sample_list_folder (folder);
      g_assert_cmpstr (after, ==, names[i]);
      sample_remove_folder (folder);
    }
}

/* A VFS whose locks fail as those of an NFS mount without a lock daemon do (case 46). */
static int lock_result;
static sqlite3_io_methods failing_methods;

static int
fail_to_lock (sqlite3_file *file, int level)
{
  return lock_result;
}

static int
open_without_locks (
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
  sqlite3_vfs *real = vfs->pAppData;
  int code = real->xOpen (real, name, file, flags, out_flags);

  if (code == SQLITE_OK && file->pMethods != NULL)
    {
      failing_methods = *file->pMethods;
      failing_methods.xLock = fail_to_lock;
      file->pMethods = &failing_methods;
    }
  return code;
}

static void
test_no_locks (gconstpointer code)
{
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (folder, "n.trend.db", FALSE, SAMPLE_SQL);
  sqlite3_vfs *real = sqlite3_vfs_find (NULL);
  sqlite3_vfs failing = *real;

  failing.zName = "failing";
  failing.pNext = NULL;
  /* The real one keeps its own data there; only xOpen needs it. */
  sqlite3_vfs opener = *real;
  failing.pAppData = &opener;
  failing.xOpen = open_without_locks;
  lock_result = GPOINTER_TO_INT (code);
  sqlite3_vfs_register (&failing, 1);
  assert_loads (path, 30);
  sqlite3_vfs_register (real, 1);
  sqlite3_vfs_unregister (&failing);
  sample_remove_folder (folder);
}

/* A database that a program was writing when it died; its rollback journal is beside it. What it
 * had written is undone where that can be. */
static void
test_hot_journal (void)
{
  char *folder = sample_create_folder ();
  g_autofree char *live = sample_create_database (folder, "live.trend.db", FALSE, SAMPLE_SQL);
  g_autofree char *path = g_build_filename (folder, "copy.trend.db", NULL);
  sqlite3 *writer = NULL;

  g_assert_cmpint (sqlite3_open (live, &writer), ==, SQLITE_OK);
  sample_exec (writer, "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;"
                       "INSERT INTO trend_data (rank, step, target_id, metric_id)"
                       " WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i+1 FROM n"
                       " WHERE i < 20000) SELECT i, 0, 1, 1 FROM n;");
  static const char *const suffixes[] = { "", "-journal" };
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *from = g_strconcat (live, suffixes[i], NULL);
      g_autofree char *to = g_strconcat (path, suffixes[i], NULL);
      g_autofree char *bytes = NULL;
      gsize size;
      g_assert_true (g_file_get_contents (from, &bytes, &size, NULL));
      g_assert_cmpuint (size, >, 0);
      g_assert_true (g_file_set_contents (to, bytes, (gssize) size, NULL));
    }
  sample_exec (writer, "ROLLBACK");
  sqlite3_close (writer);
  if (geteuid () != 0)
    {
      g_autofree char *message = NULL;
      g_assert_cmpint (g_chmod (path, 0400), ==, 0);
      message = fail_to_load (path, TS_STORE_ERROR, TS_STORE_ERROR_SQL);
      g_assert_nonnull (strstr (message, "half-written"));
      g_assert_cmpint (g_chmod (path, 0600), ==, 0);
    }
  assert_loads (path, 30);
  g_autofree char *journal = g_strconcat (path, "-journal", NULL);
  g_assert_false (g_file_test (journal, G_FILE_TEST_EXISTS));
  sample_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/database/bad-files", test_bad_files);
  g_test_add_func ("/database/not-files", test_not_files);
  g_test_add_func ("/database/unreadable", test_unreadable);
  g_test_add_func ("/database/other-tables", test_other_tables);
  g_test_add_func ("/database/vanished", test_view_of_vanished);
  g_test_add_func ("/database/locked", test_locked);
  g_test_add_data_func ("/database/wal-alone", NULL, test_wal_alone);
  g_test_add_data_func ("/database/wal-alone-read-only", "yes", test_wal_alone);
  g_test_add_data_func ("/database/wal-left-behind", NULL, test_wal_left_behind);
  g_test_add_data_func ("/database/wal-and-shm-left-behind", "yes", test_wal_left_behind);
  g_test_add_func ("/database/wal-live", test_wal_live);
  g_test_add_func ("/database/read-only-folder", test_read_only_folder);
  g_test_add_func ("/database/names", test_names);
  g_test_add_data_func ("/database/locking-protocol", GINT_TO_POINTER (SQLITE_PROTOCOL),
                        test_no_locks);
  g_test_add_data_func ("/database/no-lock-daemon", GINT_TO_POINTER (SQLITE_IOERR_RDLOCK),
                        test_no_locks);
  g_test_add_func ("/database/hot-journal", test_hot_journal);
  return g_test_run ();
}
