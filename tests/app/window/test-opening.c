/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../test-display.h"
#include "../window-fixture.h"

#include "app/settings.h"
#include "app/window/notice-bar.h"

/* What is shown after a folder or file was opened or imported, and what is said of it. */

static gboolean
is_shown (WindowFixture *self, const char *path)
{
  TsCatalog *catalog = ts_session_get_catalog (ts_window_get_session (self->window));

  return catalog != NULL && g_strcmp0 (catalog->path, path) == 0;
}

static void
copy_fixture (const char *name, const char *target)
{
  g_autofree char *source = g_build_filename (g_getenv ("TS_FIXTURES"), name, "data", NULL);
  const char *copy[] = { "cp", "-r", source, target, NULL };
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) copy, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
}

static void
import (WindowFixture *self, const char *data, const char *databases)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();

  options->data_dir = g_strdup (data);
  options->db_dir = g_strdup (databases);
  ts_window_import (self->window, options);
  window_wait_for (!ts_window_is_importing (self->window));
}

/* The database goes into a folder whose name begins with the data's. */
static void
test_database_beside (WindowFixture *self, gconstpointer data)
{
  g_autofree char *run = g_build_filename (self->folder, "run", NULL);
  g_autofree char *databases = g_build_filename (self->folder, "run_db", NULL);
  g_autofree char *database = g_build_filename (databases, "monitor_data.trend.db", NULL);

  copy_fixture ("monitor_2rank", run);
  g_mkdir (databases, 0700);
  import (self, run, databases);
  window_wait_for (is_shown (self, database));
  window_wait_for (window_has_matrix (self));
}

/* A name in Latin-1: shown, imported into, and remembered, without a word of warning. */
static void
test_not_utf8 (WindowFixture *self, gconstpointer data)
{
  g_autofree char *run = g_build_filename (self->folder, "mod\xe8le <1> & \xff", NULL);
  g_autofree char *database = g_build_filename (run, "monitor_data.trend.db", NULL);
  g_autofree char *uri = g_filename_to_uri (run, NULL, NULL);
  g_autofree char *database_uri = g_filename_to_uri (database, NULL, NULL);
  g_autofree char *remembered = NULL;

  copy_fixture ("monitor_2rank", run);
  import (self, run, run);
  window_wait_for (is_shown (self, database));
  window_wait_for (window_has_matrix (self));
  remembered = ts_settings_dup_folder_state (uri, "database");
  g_assert_cmpstr (remembered, ==, database_uri);
  window_open (self, run);
  window_iterate (100);
  window_wait_for (window_has_matrix (self));
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-database", "^ay", database));
  window_wait_for (is_shown (self, database));
}

/* What is not wanted any more has nothing to say. */
static void
test_superseded (WindowFixture *self, gconstpointer data)
{
  window_import_fixture (self, "monitor_2rank");
  window_open (self, "/nowhere/at all");
  window_open (self, self->folder);
  window_wait_for (window_has_matrix (self));
  window_iterate (100);
  g_assert_null (window_find_text (self, "Could not open"));
  /* It does when it is. */
  window_open (self, "/nowhere/at all");
  window_wait_for (window_find_text (self, "Could not open") != NULL);
}

/* A bar goes when what it is about is over. */
static void
test_bar_goes (WindowFixture *self, gconstpointer data)
{
  g_autofree char *damaged = g_build_filename (self->folder, "damaged.trend.db", NULL);
  g_autofree char *good = g_build_filename (self->folder, "monitor_data.trend.db", NULL);

  window_import_fixture (self, "monitor_2rank");
  g_assert_true (g_file_set_contents (damaged, "this is no database", -1, NULL));
  window_open (self, damaged);
  window_wait_for (window_find_text (self, "Could not open the database") != NULL);
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-database", "^ay", good));
  window_wait_for (is_shown (self, good));
  window_wait_for (window_find_text (self, "Could not open the database") == NULL);
}

/* Who opens a file hears of that file, and what is shown stays. */
static void
test_other_file (WindowFixture *self, gconstpointer data)
{
  g_autofree char *other = g_build_filename (self->folder, "other", NULL);
  g_autofree char *damaged = g_build_filename (other, "damaged.trend.db", NULL);
  g_autofree char *text = g_build_filename (other, "foo.txt", NULL);
  g_autofree char *good = g_build_filename (self->folder, "monitor_data.trend.db", NULL);
  g_autofree char *renamed = g_build_filename (other, "renamed", NULL);
  g_autofree char *content = NULL;
  gsize length;

  window_open_fixture (self, "monitor_2rank");
  g_mkdir (other, 0700);
  g_assert_true (g_file_set_contents (damaged, "this is no database", -1, NULL));
  g_assert_true (g_file_set_contents (text, "this is no database either", -1, NULL));
  window_open (self, text);
  window_wait_for (window_find_text (self, "foo.txt") != NULL);
  g_assert_null (window_find_text (self, "damaged"));
  g_assert_true (is_shown (self, good));

  /* A database by whatever name is one. */
  g_assert_true (g_file_get_contents (good, &content, &length, NULL));
  g_assert_true (g_file_set_contents (renamed, content, (gssize) length, NULL));
  window_open (self, renamed);
  window_wait_for (is_shown (self, renamed));
}

/* A step that was added since the import; the folder's name stands in the header bar. */
static void
test_grown (WindowFixture *self, gconstpointer data)
{
  g_autofree char *run = g_build_filename (self->folder, "run A", NULL);
  g_autofree char *step = g_build_filename (run, "step0", NULL);
  g_autofree char *added = g_build_filename (run, "step77", NULL);
  const char *copy[] = { "cp", "-r", step, added, NULL };

  copy_fixture ("dump_nan_inf_2rank", run);
  import (self, run, run);
  window_wait_for (window_has_matrix (self));
  g_assert_nonnull (window_find_text (self, "run A"));
  g_assert_null (window_find_text (self, "since it was imported"));
  g_assert_true (g_spawn_sync (NULL, (char **) copy, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, NULL, NULL));
  window_activate (self, "reload", NULL);
  window_wait_for (window_find_text (self, "since it was imported") != NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
#define ADD(name, function)                                                                        \
  g_test_add ("/opening/" name, WindowFixture, NULL, window_set_up, function, window_tear_down)
  ADD ("database-beside", test_database_beside);
  ADD ("not-utf8", test_not_utf8);
  ADD ("superseded", test_superseded);
  ADD ("bar-goes", test_bar_goes);
  ADD ("other-file", test_other_file);
  ADD ("grown", test_grown);
  return g_test_run ();
}
