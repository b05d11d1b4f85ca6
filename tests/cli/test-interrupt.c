/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/interrupt.h"

#include "ingest/writing/part-file.h"
#include "model/output.h"

#include "../test-folder.h"

/* In a child: begins a database in a folder of its own and a file, says so, says when it is
 * cancelled, and then does not end by itself. */
static void
run_child (const char *dir, int to_parent)
{
  TsInterrupt *interrupt = ts_interrupt_new ();
  GCancellable *cancellable = ts_interrupt_get_cancellable (interrupt);
  g_autofree char *database = g_build_filename (dir, "made", "too", "x.trend.db", NULL);
  g_autofree char *file = g_build_filename (dir, "out.csv", NULL);
  TsPartFile *part = ts_part_file_open (database, NULL);
  TsOutput *output = ts_output_open (file, NULL);

  if (part == NULL || output == NULL || write (to_parent, "b", 1) != 1)
    _exit (1);
  while (!g_cancellable_is_cancelled (cancellable))
    g_usleep (1000);
  if (write (to_parent, "c", 1) != 1)
    _exit (1);
  for (;;)
    pause ();
}

static void
expect (int fd, char expected)
{
  char got = 0;

  g_assert_cmpint (read (fd, &got, 1), ==, 1);
  g_assert_cmpint (got, ==, expected);
}

static guint
count_files (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* The first signal asks, the second ends the program, and neither leaves anything. */
static void
test_twice (gconstpointer second)
{
  g_autofree char *dir = test_tmp_dir ();
  int fds[2], status;
  pid_t child;

  g_assert_cmpint (pipe (fds), ==, 0);
  child = fork ();
  if (child == 0)
    run_child (dir, fds[1]);
  close (fds[1]);
  expect (fds[0], 'b');
  g_assert_cmpuint (count_files (dir), ==, 2);
  g_assert_cmpint (kill (child, SIGTERM), ==, 0);
  expect (fds[0], 'c');
  g_assert_cmpuint (count_files (dir), ==, 2);
  g_assert_cmpint (kill (child, GPOINTER_TO_INT (second)), ==, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, GPOINTER_TO_INT (second));
  g_assert_cmpuint (count_files (dir), ==, 0);
  close (fds[0]);
}

/* Writes a part of what it exports, says so, and then goes on without end. */
static void
run_export (const char *dir, int to_parent)
{
  g_autofree char *file = g_build_filename (dir, "out.csv", NULL);
  TsOutput *output;

  ts_interrupt_new_at_once ();
  output = ts_output_open (file, NULL);
  if (output == NULL || !ts_output_write (output, "step\n", -1, NULL)
      || write (to_parent, "b", 1) != 1)
    _exit (1);
  for (;;)
    pause ();
}

/* Who only exports is not asked first, and leaves no temporary file either. */
static void
test_at_once (gconstpointer number)
{
  g_autofree char *dir = test_tmp_dir ();
  int fds[2], status;
  pid_t child;

  g_assert_cmpint (pipe (fds), ==, 0);
  child = fork ();
  if (child == 0)
    run_export (dir, fds[1]);
  close (fds[1]);
  expect (fds[0], 'b');
  g_assert_cmpuint (count_files (dir), ==, 1);
  g_assert_cmpint (kill (child, GPOINTER_TO_INT (number)), ==, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, GPOINTER_TO_INT (number));
  g_assert_cmpuint (count_files (dir), ==, 0);
  close (fds[0]);
}

static void
write_file (const char *dir, const char *name, GString *text)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  g_string_free (text, TRUE);
}

/* Names and replacements that together take minutes. */
static void
write_slow_data (const char *dir)
{
  g_autofree char *letters = g_strnfill (60000, 'a');
  GString *dump = g_string_new ("{\"data\":{"), *mapping = g_string_new ("{");

  for (guint i = 0; i < 20; i++)
    g_string_append_printf (dump,
                            "%s\"Module.%s%u.A.forward.0\":{\"output\":[{\"type\":\"torch.Tensor\","
                            "\"dtype\":\"torch.float32\",\"shape\":[2],\"Norm\":1.0}]}",
                            i > 0 ? "," : "", letters, i);
  g_string_append (dump, "}}");
  for (guint i = 0; i < 150000; i++)
    g_string_append_printf (mapping, "%s\"aaaab%u\":\"c\"", i > 0 ? "," : "", i);
  g_string_append_c (mapping, '}');
  write_file (dir, "data/step0/rank0/dump.json", dump);
  write_file (dir, "data/step0/rank0/construct.json", g_string_new ("{}"));
  write_file (dir, "mapping.json", mapping);
}

/* The real program amid that stops when it is asked to. */
static void
test_mapping (void)
{
  g_autofree char *dir = test_tmp_dir ();
  g_autofree char *data = g_build_filename (dir, "data", NULL);
  g_autofree char *db = g_build_filename (dir, "db", NULL);
  g_autofree char *part = g_build_filename (db, "dump_data.trend.db.part", NULL);
  g_autofree char *mapping = g_build_filename (dir, "mapping.json", NULL);
  const char *argv[] = {
    g_getenv ("TS_EXECUTABLE"), "--convert", "--data", data, "--db", db, "--mapping", mapping, NULL
  };
  g_autoptr (GError) error = NULL;
  gint64 start;
  int status;
  GPid child;

  write_slow_data (dir);
  g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL,
                 NULL, NULL, &child, &error);
  g_assert_no_error (error);
  while (!g_file_test (part, G_FILE_TEST_EXISTS))
    g_usleep (1000);
  start = g_get_monotonic_time ();
  g_assert_cmpint (kill (child, SIGTERM), ==, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 10 * G_USEC_PER_SEC);
  g_assert_false (g_file_test (db, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/interrupt/twice", GINT_TO_POINTER (SIGTERM), test_twice);
  g_test_add_data_func ("/interrupt/another", GINT_TO_POINTER (SIGINT), test_twice);
  g_test_add_data_func ("/interrupt/at-once", GINT_TO_POINTER (SIGTERM), test_at_once);
  g_test_add_data_func ("/interrupt/at-once-by-key", GINT_TO_POINTER (SIGINT), test_at_once);
  g_test_add_func ("/interrupt/mapping", test_mapping);
  return g_test_run ();
}
