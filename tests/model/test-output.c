/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/output.h"

#include "../test-folder.h"

#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  char *dir;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->dir = test_tmp_dir ();
  self->path = g_build_filename (self->dir, "out", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  test_remove_tree (self->dir);
  g_free (self->dir);
  g_free (self->path);
}

static void
assert_text (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
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

static void
test_file (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  struct stat info;

  g_assert_true (g_file_set_contents (self->path, "old", -1, NULL));
  g_assert_cmpint (chmod (self->path, 0640), ==, 0);
  g_assert_true (ts_output_write_all (self->path, "new", 3, &error));
  g_assert_no_error (error);
  assert_text (self->path, "new");
  g_assert_cmpint (stat (self->path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0640);
  g_assert_cmpuint (count_files (self->dir), ==, 1);
}

/* What is only half written does not take the place of what was there. */
static void
test_given_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TsOutput *output;

  g_assert_true (g_file_set_contents (self->path, "old", -1, NULL));
  output = ts_output_open (self->path, &error);
  g_assert_no_error (error);
  g_assert_true (ts_output_write (output, "half", -1, &error));
  g_assert_false (ts_output_close (output, FALSE, &error));
  assert_text (self->path, "old");
  g_assert_cmpuint (count_files (self->dir), ==, 1);
}

/* The link stays a link, whether it leads to a file or will. */
static void
test_links (Fixture *self, gconstpointer data)
{
  static const char *const targets[] = { "there", "missing" };
  g_autofree char *there = g_build_filename (self->dir, "there", NULL);

  g_assert_true (g_file_set_contents (there, "old", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autofree char *target = g_build_filename (self->dir, targets[i], NULL);
      g_autoptr (GError) error = NULL;

      unlink (self->path);
      g_assert_cmpint (symlink (targets[i], self->path), ==, 0);
      g_assert_true (ts_output_write_all (self->path, "new", 3, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_test (self->path, G_FILE_TEST_IS_SYMLINK));
      assert_text (target, "new");
    }
}

/* A device is written to; what it says to that names it. */
static void
test_device (Fixture *self, gconstpointer data)
{
  g_autofree char *link = g_build_filename (self->dir, "full", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (ts_output_write_all ("/dev/null", "x", 1, &error));
  g_assert_no_error (error);
  g_assert_cmpint (symlink ("/dev/full", link), ==, 0);
  g_assert_false (ts_output_write_all (link, "x", 1, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_nonnull (strstr (error->message, link));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
}

static void
test_missing_folder (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->dir, "no", "out", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (ts_output_write_all (path, "x", 1, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, path));
}

#define add(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/output/file", test_file);
  add ("/output/given-up", test_given_up);
  add ("/output/links", test_links);
  add ("/output/device", test_device);
  add ("/output/missing-folder", test_missing_folder);
  return g_test_run ();
}
