/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import.h"
#include "test-database.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* An import as a whole: what it leaves behind when it is killed, when the disk is full, and what an
 * asynchronous one tells. */

typedef struct
{
  char *dir;
  char *data;
  char *db;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->dir = test_tmp_dir ();
  self->data = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_mix_2rank", "data", NULL);
  self->db = g_build_filename (self->dir, "dump_data.trend.db", NULL);
  g_assert_true (g_file_set_contents (self->db, "old", -1, NULL));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  test_remove_tree (self->dir);
  g_free (self->dir);
  g_free (self->data);
  g_free (self->db);
}

/* hangup: what SIGHUP does to the program. The other signals do what they do in a terminal, even if
 * the test runs in the background, where they may be ignored. */
static pid_t
start_with (Fixture *self, rlim_t max_file_size, void (*hangup) (int))
{
  const char *program = g_getenv ("TS_EXECUTABLE");
  void (*before) (int) = signal (SIGHUP, hangup); /* the child has it from the start */
  pid_t child = fork ();

  if (child != 0)
    {
      signal (SIGHUP, before);
      return child;
    }
  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  if (max_file_size > 0)
    {
      struct rlimit limit = { max_file_size, max_file_size };
      setrlimit (RLIMIT_FSIZE, &limit);
    }
  if (freopen ("/dev/null", "w", stdout) == NULL || freopen ("/dev/null", "w", stderr) == NULL)
    _exit (127);
  execl (program, program, "--convert", "--data", self->data, "--db", self->dir, NULL);
  _exit (127);
}

static pid_t
start (Fixture *self, rlim_t max_file_size)
{
  return start_with (self, max_file_size, SIG_DFL);
}

static int
wait_for (pid_t child)
{
  int status;

  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

static void
assert_old (Fixture *self)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (self->db, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
}

/* Without the program's help a limit on the size of files would kill it. */
static void
test_full_disk (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (wait_for (start (self, 100 * 1024)), ==, 1);
  assert_old (self);
  g_assert_cmpuint (test_count_files (self->dir), ==, 1);
}

/* Killed as soon as its part file is there: the old database is untouched, and the next import
 * takes the part file over. */
static void
test_killed (Fixture *self, gconstpointer data)
{
  g_autofree char *part = g_strconcat (self->db, ".part", NULL);
  pid_t child = start (self, 0);

  while (!g_file_test (part, G_FILE_TEST_EXISTS) && waitpid (child, NULL, WNOHANG) == 0)
    g_usleep (200);
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (wait_for (child), ==, -1);
  assert_old (self);
  g_assert_true (g_file_test (part, G_FILE_TEST_EXISTS));
  g_assert_cmpint (wait_for (start (self, 0)), ==, 0);
  g_assert_cmpuint (test_count_files (self->dir), ==, 1);
  test_assert_query (self->db, "PRAGMA integrity_check", "ok");
  test_assert_query (self->db, "SELECT count(*) > 20000 FROM trend_data", "1");
}

/* A folder of many steps, which takes a while. */
static void
make_long_data (Fixture *self)
{
  g_autofree char *step = g_build_filename (self->data, "step0", NULL);
  g_autofree char *many = g_build_filename (self->dir, "many", NULL);

  g_assert_cmpint (g_mkdir (many, 0777), ==, 0);
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *link = g_strdup_printf ("%s/step%u", many, i);
      g_assert_cmpint (symlink (step, link), ==, 0);
    }
  g_free (self->data);
  self->data = g_steal_pointer (&many);
}

/* Ctrl+C, a batch system's time limit or a closed terminal: nothing is left behind, and whoever
 * waits sees the signal. */
static void
test_interrupted (Fixture *self, gconstpointer data)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
  g_autofree char *part = g_strconcat (self->db, ".part", NULL);

  make_long_data (self);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      pid_t child = start (self, 0);
      int status;

      while (!g_file_test (part, G_FILE_TEST_EXISTS) && waitpid (child, NULL, WNOHANG) == 0)
        g_usleep (200);
      g_assert_cmpint (kill (child, signals[i]), ==, 0);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_true (WIFSIGNALED (status));
      g_assert_cmpint (WTERMSIG (status), ==, signals[i]);
      assert_old (self);
      g_assert_cmpuint (test_count_files (self->dir), ==, 2);
    }
}

/* As with nohup. */
static void
test_hangup_ignored (Fixture *self, gconstpointer data)
{
  pid_t child = start_with (self, 0, SIG_IGN);

  for (guint i = 0; i < 20; i++)
    {
      g_assert_cmpint (kill (child, SIGHUP), ==, 0);
      g_usleep (1000);
    }
  g_assert_cmpint (wait_for (child), ==, 0);
  test_assert_query (self->db, "SELECT count(*) > 20000 FROM trend_data", "1");
}

/* The first progress comes after planning, when most files have not been opened. */
static void
remove_last_step (const TsImportProgress *progress, gpointer data)
{
  test_remove_tree (data);
}

/* Files that are gone when their turn comes are named; what was read before is there. */
static void
test_vanished (Fixture *self, gconstpointer data)
{
  g_autofree char *copy = g_build_filename (self->dir, "copy", NULL);
  g_autofree char *last = g_build_filename (copy, "step4", NULL);
  g_autofree char *command = g_strdup_printf ("cp -r '%s' '%s'", self->data, copy);
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autoptr (TsImportResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, &error));
  options->data_dir = g_strdup (copy);
  options->db_dir = g_strdup (self->dir);
  options->n_threads = 1;
  result = ts_import_run (options, remove_last_step, last, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ts_import_report_get_worst (result->report), ==, TS_SEVERITY_ERROR);
  test_assert_query (self->db, "SELECT count(*) > 1000 FROM trend_data", "1");
  test_assert_query (self->db,
                     "SELECT count(*) FROM trendscope_report WHERE severity='error' "
                     "AND path LIKE 'step4/rank1/%'",
                     "1");
}

/* ---- asynchronous ---- */

typedef struct
{
  GMainLoop *loop;
  GThread *thread;
  guint n_progress;
  gboolean freed;
  TsImportResult *result;
  GError *error;
} Async;

static void
count_progress (const TsImportProgress *progress, gpointer data)
{
  Async *self = data;

  g_assert_true (g_thread_self () == self->thread);
  g_assert_false (self->freed);
  g_assert_cmpuint (progress->bytes_done, <=, progress->bytes_total);
  self->n_progress++;
}

static void
note_freed (gpointer data)
{
  Async *self = data;

  g_assert_true (g_thread_self () == self->thread);
  self->freed = TRUE;
}

static void
note_result (GObject *source, GAsyncResult *result, gpointer data)
{
  Async *self = data;

  self->result = ts_import_run_finish (result, &self->error);
  g_main_loop_quit (self->loop);
}

static void
run_async (Fixture *self, Async *async, GCancellable *cancellable)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();

  options->data_dir = g_strdup (self->data);
  options->db_dir = g_strdup (self->dir);
  async->loop = g_main_loop_new (NULL, FALSE);
  async->thread = g_thread_self ();
  ts_import_run_async (options, count_progress, async, note_freed, cancellable, note_result, async);
  g_main_loop_run (async->loop);
  while (!async->freed)
    g_main_context_iteration (NULL, TRUE);
  g_main_loop_unref (async->loop);
}

static void
test_async (Fixture *self, gconstpointer data)
{
  Async async = { 0 };

  run_async (self, &async, NULL);
  g_assert_no_error (async.error);
  g_assert_cmpuint (async.result->databases->len, ==, 1);
  g_assert_cmpuint (ts_import_report_get_rows_read (async.result->report), ==,
                    ts_import_report_get_rows_stored (async.result->report)
                        + ts_import_report_get_rows_lost (async.result->report));
  g_assert_cmpuint (async.n_progress, >, 0);
  ts_import_result_free (async.result);
}

static void
test_async_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Async async = { 0 };

  g_cancellable_cancel (cancellable);
  run_async (self, &async, cancellable);
  g_assert_error (async.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&async.error);
  assert_old (self);
  g_assert_cmpuint (test_count_files (self->dir), ==, 1);
}

/* ---- a folder with both kinds ---- */

/* Cancels when the second database is being written. */
static void
cancel_in_second (const TsImportProgress *progress, gpointer data)
{
  Fixture *self = g_object_get_data (data, "fixture");
  g_autofree char *part = g_build_filename (self->dir, "monitor_data.trend.db.part", NULL);

  if (g_file_test (part, G_FILE_TEST_EXISTS))
    g_cancellable_cancel (data);
}

static TsImportOptions *
options_for_both (Fixture *self)
{
  TsImportOptions *options = ts_import_options_new ();
  g_autofree char *both = g_build_filename (self->dir, "both", NULL);
  g_autofree char *dump = g_build_filename (both, "step0", "rank0", NULL);
  g_autofree char *monitor = g_build_filename (both, "Dec03_21-34-40-rank0-abcd1234", NULL);
  g_autofree char *json = g_build_filename (dump, "dump.json", NULL);
  g_autofree char *csv = g_build_filename (monitor, "actv_0-0.csv", NULL);

  g_assert_cmpint (g_mkdir_with_parents (dump, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (monitor, 0700), ==, 0);
  g_assert_true (g_file_set_contents (
      json,
      "{\"data\": {\"Module.a.A.forward.0\": {\"output\": [{\"type\": \"torch.Tensor\", "
      "\"dtype\": \"torch.float32\", \"shape\": [2], \"Norm\": 1}]}}}",
      -1, NULL));
  g_assert_true (g_file_set_contents (
      csv, "vpp_stage,name,step,micro_step,norm\n0,0:a.input.0/rank0,0,0,1.5\n", -1, NULL));
  options->data_dir = g_steal_pointer (&both);
  options->db_dir = g_strdup (self->dir);
  return options;
}

/* Both databases or none. */
static void
test_both_or_none (Fixture *self, gconstpointer data)
{
  g_autoptr (TsImportOptions) options = options_for_both (self);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  TsImportResult *result;

  g_object_set_data (G_OBJECT (cancellable), "fixture", self);
  result = ts_import_run (options, cancel_in_second, cancellable, cancellable, &error);
  g_assert_null (result);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_old (self);
  g_assert_cmpuint (test_count_files (self->dir), ==, 2);
  g_clear_error (&error);
  result = ts_import_run (options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (result->databases->len, ==, 2);
  g_assert_cmpuint (test_count_files (self->dir), ==, 3);
  ts_import_result_free (result);
}

#define add(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/import/full-disk", test_full_disk);
  add ("/import/killed", test_killed);
  add ("/import/interrupted", test_interrupted);
  add ("/import/hangup-ignored", test_hangup_ignored);
  add ("/import/vanished", test_vanished);
  add ("/import/both-or-none", test_both_or_none);
  add ("/import/async", test_async);
  add ("/import/async-cancelled", test_async_cancelled);
  return g_test_run ();
}
