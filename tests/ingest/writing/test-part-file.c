/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/writing/part-file.h"

#include "../../test-folder.h"

#include <sys/stat.h>

#define NOBODY 65534

typedef struct
{
  char *dir;  /* anybody may write there */
  char *path; /* of the database */
  char *part;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *root = NULL;

  self->dir = test_tmp_dir ();
  root = g_path_get_dirname (self->dir);
  g_assert_cmpint (chmod (root, 0711), ==, 0);
  g_assert_cmpint (chmod (self->dir, 0777), ==, 0);
  self->path = g_build_filename (self->dir, "x.trend.db", NULL);
  self->part = g_strconcat (self->path, ".part", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  test_remove_tree (self->dir);
  g_free (self->dir);
  g_free (self->path);
  g_free (self->part);
}

/* What an ordinary user is told who imports to path; "": nothing, it can be done. */
static char *
try_as_user (const char *path)
{
  char text[4096] = "";
  int fds[2], status;
  gssize n;
  pid_t child;

  g_assert_cmpint (pipe (fds), ==, 0);
  child = fork ();
  if (child == 0)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TsPartFile) part = NULL;

      if (getuid () == 0 && (setgid (NOBODY) != 0 || setuid (NOBODY) != 0))
        _exit (1);
      part = ts_part_file_open (path, &error);
      if (error != NULL && write (fds[1], error->message, strlen (error->message)) < 0)
        _exit (1);
      g_clear_pointer (&part, ts_part_file_free);
      _exit (0);
    }
  close (fds[1]);
  n = read (fds[0], text, sizeof text - 1);
  close (fds[0]);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  text[MAX (n, 0)] = '\0';
  return g_strdup (text);
}

static void
assert_in_the_way (Fixture *self)
{
  g_autofree char *said = try_as_user (self->path);

  g_assert_nonnull (strstr (said, self->part));
  g_assert_nonnull (strstr (said, "is in the way"));
  g_assert_nonnull (strstr (said, "Remove it, or choose another folder."));
  g_assert_true (g_file_test (self->part, G_FILE_TEST_EXISTS));
}

/* What a killed import of somebody else left can't be taken over: it says what to do. */
static void
test_foreign (Fixture *self, gconstpointer data)
{
  g_assert_true (g_file_set_contents (self->part, "old", 3, NULL));
  g_assert_cmpint (chmod (self->part, 0444), ==, 0);
  assert_in_the_way (self);
}

/* Nor can a folder of that name, or a link. */
static void
test_other_things (Fixture *self, gconstpointer data)
{
  g_assert_cmpint (g_mkdir (self->part, 0777), ==, 0);
  assert_in_the_way (self);
  g_rmdir (self->part);
  g_assert_cmpint (symlink (self->dir, self->part), ==, 0);
  assert_in_the_way (self);
}

/* One's own is taken over; a folder that can't be written is named. */
static void
test_folder (Fixture *self, gconstpointer data)
{
  g_autofree char *said = NULL, *taken = NULL;

  g_assert_true (g_file_set_contents (self->part, "old", 3, NULL));
  g_assert_cmpint (chmod (self->part, 0666), ==, 0);
  taken = try_as_user (self->path);
  g_assert_cmpstr (taken, ==, "");
  g_assert_false (g_file_test (self->part, G_FILE_TEST_EXISTS));
  g_assert_cmpint (chmod (self->dir, 0555), ==, 0);
  said = try_as_user (self->path);
  g_assert_nonnull (strstr (said, self->part));
  g_assert_null (strstr (said, "is in the way"));
}

#define add(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/part-file/foreign", test_foreign);
  add ("/part-file/other-things", test_other_things);
  add ("/part-file/folder", test_folder);
  return g_test_run ();
}
