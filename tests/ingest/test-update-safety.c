/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import-error.h"
#include "ingest/import.h"
#include "ingest/writing/part-file.h"

#include "database-text.h"
#include "monitor-tree.h"

#include <gio/gio.h>
#include <sys/file.h>

/* What can go wrong with an update: the database is as it was, or complete. */

#define ROWS_PER_STEP 200
#define N_KILLS       100

typedef struct
{
  MonitorTree *tree;
  char *old; /* a copy of the database before */
  char *old_text, *new_text;
} Safety;

/* A file of a rank with steps 0 … n-1. */
static void
write_rank (MonitorTree *tree, guint rank, guint n_steps)
{
  g_autoptr (GString) text = g_string_new ("vpp_stage,name,step,norm,min,max\n");
  g_autofree char *path = g_strdup_printf ("Dec03_21-34-40-rank%u-abcd1234/actv_0-99.csv", rank);

  for (guint step = 0; step < n_steps; step++)
    for (guint i = 0; i < ROWS_PER_STEP; i++)
      g_string_append_printf (text, "0,layers.%u.mlp,%u,%u.5,%s,%u\n", i, step, step * i,
                              i % 50 == 0 ? "nan" : "-1", i);
  monitor_tree_write_bytes (tree, path, text->str, -1);
}

static void
write_all (MonitorTree *tree, guint n_steps)
{
  for (guint rank = 0; rank < 4; rank++)
    write_rank (tree, rank, n_steps);
}

static TsImportResult *
run_import (MonitorTree *tree, gboolean update, gboolean prune, GError **error)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();

  options->data_dir = g_strdup (tree->dir);
  options->db_dir = g_strdup (tree->db_dir);
  options->update = update;
  options->prune = prune;
  return ts_import_run (options, NULL, NULL, NULL, error);
}

static char *
database_path (const MonitorTree *tree)
{
  return g_build_filename (tree->db_dir, "monitor_data.trend.db", NULL);
}

static void
import_or_fail (MonitorTree *tree, gboolean update)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsImportResult) result = run_import (tree, update, FALSE, &error);

  g_assert_no_error (error);
  g_clear_pointer (&tree->db, g_free);
  tree->db = database_path (tree);
}

static void
copy_file (const char *from, const char *to)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (from, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (to, bytes, (gssize) length, NULL));
}

static void
safety_init (Safety *self)
{
  self->tree = monitor_tree_new ();
  write_all (self->tree, 3);
  import_or_fail (self->tree, FALSE);
  self->old = g_strconcat (self->tree->db, ".old", NULL);
  copy_file (self->tree->db, self->old);
  self->old_text = database_text (self->tree->db);
  write_all (self->tree, 9);
  import_or_fail (self->tree, TRUE);
  self->new_text = database_text (self->tree->db);
  g_assert_cmpstr (self->old_text, !=, self->new_text);
}

static void
safety_clear (Safety *self)
{
  monitor_tree_free (self->tree);
  g_free (self->old);
  g_free (self->old_text);
  g_free (self->new_text);
}

static GSubprocess *
spawn_update (const Safety *self)
{
  g_autoptr (GError) error = NULL;
  GSubprocess *process = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error,
      g_getenv ("TS_EXECUTABLE"), "--convert", "--update", "--find-faults", "false", "--data",
      self->tree->dir, "--db", self->tree->db_dir, NULL);

  g_assert_no_error (error);
  return process;
}

static void
roll_back (const char *path)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  sqlite3_close (db);
}

/* kill -9 at random moments, from before it has begun to after it has ended. */
static void
test_killed (void)
{
  Safety safety;
  gint64 start, whole;
  guint n_old = 0, n_new = 0;
  g_autofree char *journal = NULL;

  safety_init (&safety);
  journal = g_strconcat (safety.tree->db, "-journal", NULL);
  copy_file (safety.old, safety.tree->db);
  start = g_get_monotonic_time ();
  g_subprocess_wait (spawn_update (&safety), NULL, NULL);
  whole = g_get_monotonic_time () - start;
  for (guint i = 0; i < N_KILLS; i++)
    {
      g_autoptr (GSubprocess) process = NULL;
      g_autofree char *text = NULL;

      copy_file (safety.old, safety.tree->db);
      process = spawn_update (&safety);
      g_usleep ((gulong) g_test_rand_int_range (0, (int) MAX (whole, 2)));
      g_subprocess_send_signal (process, SIGKILL);
      g_subprocess_wait (process, NULL, NULL);
      roll_back (safety.tree->db);
      test_assert_query (safety.tree->db, "PRAGMA integrity_check", "ok");
      text = database_text (safety.tree->db);
      if (strcmp (text, safety.old_text) == 0)
        n_old++;
      else
        database_text_assert_equal (text, safety.new_text, "killed");
      n_new += strcmp (text, safety.new_text) == 0;
    }
  g_test_message ("%u as before, %u complete", n_old, n_new);
  g_assert_cmpuint (n_old + n_new, ==, N_KILLS);
  copy_file (safety.old, safety.tree->db);
  import_or_fail (safety.tree, TRUE);
  {
    g_autofree char *text = database_text (safety.tree->db);
    database_text_assert_equal (text, safety.new_text, "after");
    g_assert_false (g_file_test (journal, G_FILE_TEST_EXISTS));
  }
  safety_clear (&safety);
}

/* Files may not grow beyond what the database has. */
static void
test_full (void)
{
  Safety safety;
  g_autofree char *command = NULL, *text = NULL;
  g_autofree char *output = NULL;
  GStatBuf info;
  int status;

  safety_init (&safety);
  copy_file (safety.old, safety.tree->db);
  g_assert_cmpint (g_stat (safety.old, &info), ==, 0);
  command = g_strdup_printf ("trap '' XFSZ; ulimit -f %" G_GINT64_FORMAT
                             "; exec '%s' --convert --update --data '%s' --db '%s'",
                             (gint64) info.st_size / 1024, g_getenv ("TS_EXECUTABLE"),
                             safety.tree->dir, safety.tree->db_dir);
  const char *const argv[] = { "/bin/bash", "-c", command, NULL };
  g_assert_true (
      g_spawn_sync (NULL, (char **) argv, NULL, 0, NULL, NULL, NULL, &output, &status, NULL));
  g_test_message ("%s", output);
  g_assert_cmpint (WEXITSTATUS (status), ==, 1);
  g_assert_cmpuint (strlen (output), >, 0);
  roll_back (safety.tree->db);
  text = database_text (safety.tree->db);
  database_text_assert_equal (text, safety.old_text, "full");
  safety_clear (&safety);
}

static void
test_two (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsPartFile) other = NULL;
  Safety safety;

  safety_init (&safety);
  write_all (safety.tree, 10);
  other = ts_part_file_open (safety.tree->db, &error);
  g_assert_no_error (error);
  g_assert_null (run_import (safety.tree, TRUE, FALSE, &error));
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_BUSY);
  g_clear_pointer (&other, ts_part_file_free);
  import_or_fail (safety.tree, TRUE);
  test_assert_query (safety.tree->db, "SELECT max(step) FROM trend_data", "9");
  safety_clear (&safety);
}

static void
test_not_ours (void)
{
  g_autoptr (GError) error = NULL;
  Safety safety;
  sqlite3 *db;

  safety_init (&safety);
  g_assert_cmpint (sqlite3_open (safety.tree->db, &db), ==, SQLITE_OK);
  sqlite3_exec (db, "DROP TABLE trendscope_sources", NULL, NULL, NULL);
  sqlite3_close (db);
  g_assert_null (run_import (safety.tree, TRUE, FALSE, &error));
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW);
  g_assert_nonnull (strstr (error->message, "--update"));
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (safety.tree->db, "no database at all", -1, NULL));
  g_assert_null (run_import (safety.tree, TRUE, FALSE, &error));
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_DATABASE);
  g_assert_nonnull (strstr (error->message, "monitor_data.trend.db"));
  safety_clear (&safety);
}

static gboolean
has_code (TsImportReport *report, const char *code)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);

  for (guint i = 0; i < entries->len; i++)
    if (strcmp (((TsReportEntry *) g_ptr_array_index (entries, i))->code, code) == 0)
      return TRUE;
  return FALSE;
}

/* Rows of files that are gone or shorter stay until they are given up. */
static void
test_gone (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsImportResult) result = NULL;
  g_autofree char *rank3 = NULL;
  Safety safety;
  MonitorTree *tree;

  safety_init (&safety);
  tree = safety.tree;
  rank3 = g_build_filename (tree->dir, "Dec03_21-34-40-rank3-abcd1234", NULL);
  test_remove_tree (rank3);
  write_rank (tree, 2, 4);
  write_rank (tree, 0, 10);
  result = run_import (tree, TRUE, FALSE, &error);
  g_assert_no_error (error);
  g_assert_true (has_code (result->report, "source-gone"));
  g_assert_true (has_code (result->report, "source-short"));
  test_assert_query (tree->db, "SELECT rank, max(step) FROM trend_data GROUP BY rank",
                     "0|9\n1|8\n2|8\n3|8");
  g_clear_pointer (&result, ts_import_result_free);
  /* What would lose them is not done. */
  monitor_tree_write_bytes (tree, "Dec03_21-34-40-rank1-abcd1234/exp_avg_0-99.csv",
                            "vpp_stage,name,step,norm,min,max\n0,a,0,1,2,3\n", -1);
  g_assert_null (run_import (tree, TRUE, FALSE, &error));
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW);
  g_assert_nonnull (strstr (error->message, "--prune"));
  g_clear_error (&error);
  test_assert_query (tree->db, "SELECT count(*) FROM trend_data WHERE rank = 3", "1800");
  result = run_import (tree, TRUE, TRUE, &error);
  g_assert_no_error (error);
  test_assert_query (tree->db, "SELECT rank, max(step) FROM trend_data GROUP BY rank",
                     "0|9\n1|8\n2|3");
  safety_clear (&safety);
}

static guint64
count_rows (const char *path)
{
  g_autofree char *text = test_query (path, "SELECT count(*) FROM trend_data");

  return g_ascii_strtoull (text, NULL, 10);
}

/* It follows until it is told to stop, which is no failure. */
static void
test_follow (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *text = NULL, *whole = NULL;
  Safety safety;
  guint64 expected;

  safety_init (&safety);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, g_getenv ("TS_EXECUTABLE"),
                              "--convert", "--follow", "--interval", "1", "--data",
                              safety.tree->dir, "--db", safety.tree->db_dir, NULL);
  g_assert_no_error (error);
  for (guint n = 10; n < 13; n++)
    {
      write_all (safety.tree, n);
      expected = (guint64) n * 4 * ROWS_PER_STEP;
      for (guint i = 0; i < 300 && count_rows (safety.tree->db) < expected; i++)
        g_usleep (100000);
      g_assert_cmpuint (count_rows (safety.tree->db), ==, expected);
    }
  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  text = database_text (safety.tree->db);
  import_or_fail (safety.tree, FALSE);
  whole = database_text (safety.tree->db);
  database_text_assert_equal (text, whole, "followed");
  safety_clear (&safety);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/update-safety/killed", test_killed);
  g_test_add_func ("/update-safety/full", test_full);
  g_test_add_func ("/update-safety/two", test_two);
  g_test_add_func ("/update-safety/not-ours", test_not_ours);
  g_test_add_func ("/update-safety/gone", test_gone);
  g_test_add_func ("/update-safety/follow", test_follow);
  return g_test_run ();
}
