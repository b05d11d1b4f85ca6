/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Temporary folders of tests: all in one, which is gone when the program ends, also when a test
 * fails, and whatever a test forgets. */

static char test_root_[PATH_MAX]; /* "" when there is none */
static pid_t test_root_owner_;

/* Removes path and what is in it; links are not followed. */
static inline void
test_remove_tree (const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    {
      g_autoptr (GDir) dir = NULL;
      const char *name;

      g_chmod (path, 0700);
      dir = g_dir_open (path, 0, NULL);
      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);
          test_remove_tree (child);
        }
    }
  g_remove (path);
}

/* At the end of the program, not of a fork of it. */
static inline void
test_remove_root_ (void)
{
  if (getpid () == test_root_owner_ && *test_root_ != '\0')
    test_remove_tree (test_root_);
}

/* A failed assertion or a stop from outside: memory can't be trusted any more, so that another
 * program removes the folder; then the signal does what it would have done. */
static inline void
test_on_signal_ (int number)
{
  if (getpid () == test_root_owner_)
    {
      pid_t child = fork ();

      if (child == 0)
        {
          execl ("/bin/rm", "rm", "-rf", "--", test_root_, NULL);
          _exit (127);
        }
      if (child > 0)
        waitpid (child, NULL, 0);
    }
  raise (number); /* blocked until this returns, and then no longer caught */
}

static inline void
test_create_root_ (void)
{
  static const int signals[] = { SIGABRT, SIGINT, SIGTERM, SIGHUP, SIGPIPE };
  g_autofree char *root = NULL;
  g_autoptr (GError) error = NULL;

  root = g_dir_make_tmp ("trendscope-test-XXXXXX", &error);
  g_assert_no_error (error);
  g_strlcpy (test_root_, root, sizeof test_root_);
  test_root_owner_ = getpid ();
  atexit (test_remove_root_);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      struct sigaction old,
          action = { .sa_handler = test_on_signal_, .sa_flags = (int) SA_RESETHAND };

      /* Who watches signals already, as libFuzzer does, goes on doing so. */
      if (sigaction (signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction (signals[i], &action, NULL);
    }
}

/* A new empty folder. Caller frees, and may remove it with test_remove_tree(). */
static inline char *
test_tmp_dir (void)
{
  static guint n;
  char *path = NULL;

  if (*test_root_ == '\0')
    test_create_root_ ();
  path = g_strdup_printf ("%s/%u", test_root_, n++);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  return path;
}

/* Gives this program and those it starts user folders of their own, empty ones, before anything
 * asks for them. G_TEST_OPTION_ISOLATE_DIRS would do it for each test, but GLib forgets to free
 * what it replaces, which AddressSanitizer sees; and programs that are started don't learn of it.
 */
static inline void
test_own_user_dirs (void)
{
  static const char *const variables[]
      = { "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME" };

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      g_autofree char *dir = test_tmp_dir ();
      g_setenv (variables[i], dir, TRUE);
    }
}
