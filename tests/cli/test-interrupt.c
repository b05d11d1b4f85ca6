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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/interrupt/twice", GINT_TO_POINTER (SIGTERM), test_twice);
  g_test_add_data_func ("/interrupt/another", GINT_TO_POINTER (SIGINT), test_twice);
  return g_test_run ();
}
