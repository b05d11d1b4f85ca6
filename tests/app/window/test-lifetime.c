/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../test-display.h"
#include "../window-fixture.h"

/* Windows that close while something runs: nothing is left behind, nothing freed is used. */

/* A folder of about a second's work: one step's dump, linked into many steps. */
static char *
make_large_folder (const char *parent, guint n_steps)
{
  g_autofree char *source
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_nan_inf_2rank", "data", "step0", NULL);
  char *folder = g_build_filename (parent, "large", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  for (guint i = 0; i < n_steps; i++)
    {
      g_autofree char *name = g_strdup_printf ("step%u", i);
      g_autofree char *target = g_build_filename (folder, name, NULL);
      const char *copy[] = { "cp", "-r", source, target, NULL };
      int status;
      g_assert_true (g_spawn_sync (NULL, (char **) copy, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
                                   NULL, NULL, &status, NULL));
      g_assert_cmpint (status, ==, 0);
    }
  return folder;
}

static TsImportOptions *
create_options (const char *data, const char *database_folder)
{
  TsImportOptions *options = ts_import_options_new ();

  options->data_dir = g_strdup (data);
  options->db_dir = g_strdup (database_folder);
  return options;
}

/* The question that a closing window asks, or NULL. */
static AdwMessageDialog *
find_question (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);
      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (window))
        return ADW_MESSAGE_DIALOG (window);
    }
  return NULL;
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c))
    {
      GtkWidget *found = find_button (c, label);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Clicks a button of the question, which is what closes it. */
static void
answer (const char *label)
{
  GtkWidget *button = find_button (GTK_WIDGET (find_question ()), label);

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_close_importing (WindowFixture *self, gconstpointer data)
{
  g_autofree char *large = make_large_folder (self->folder, 60);
  g_autofree char *databases = g_build_filename (self->folder, "databases", NULL);
  g_autoptr (TsImportOptions) options = create_options (large, databases);
  TsWindow *window = ts_window_new (GTK_APPLICATION (self->app));

  g_mkdir (databases, 0700);
  gtk_window_present (GTK_WINDOW (window));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  ts_window_import (window, options);
  window_iterate (30);
  gtk_window_close (GTK_WINDOW (window));
  window_wait_for (find_question () != NULL);
  /* Cancel: it goes on, and the question can be asked again. */
  answer ("_Cancel");
  window_wait_for (find_question () == NULL);
  g_assert_true (ts_window_is_importing (window));
  gtk_window_close (GTK_WINDOW (window));
  window_wait_for (find_question () != NULL);
  answer ("Cancel _import");
  window_wait_for (window == NULL);
  g_assert_cmpuint (count_files (databases), ==, 0);
}

/* The import ends while the person still reads the question. */
static void
test_close_too_late (WindowFixture *self, gconstpointer data)
{
  g_autofree char *source
      = g_build_filename (g_getenv ("TS_FIXTURES"), "monitor_2rank", "data", NULL);
  g_autoptr (TsImportOptions) options = create_options (source, self->folder);
  TsWindow *window = ts_window_new (GTK_APPLICATION (self->app));

  gtk_window_present (GTK_WINDOW (window));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  ts_window_import (window, options);
  gtk_window_close (GTK_WINDOW (window));
  window_wait_for (find_question () != NULL);
  window_wait_for (!ts_window_is_importing (window));
  window_wait_for (ts_session_get_matrix (ts_window_get_session (window)) != NULL);
  answer ("Cancel _import");
  window_wait_for (window == NULL);
  g_assert_null (find_question ());
}

static void
draw_slowly (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer data)
{
  g_usleep (300 * 1000);
}

static TsPageExport *
create_slow_export (void)
{
  TsPageExport *export = ts_page_export_new (g_strdup ("slow.png"), NULL, NULL);

  export->draw = draw_slowly;
  export->width = export->height = 50;
  return export;
}

/* A picture that takes long keeps nobody waiting: not the main loop, not a closing window. */
static void
test_export (WindowFixture *self, gconstpointer data)
{
  g_autofree char *first = g_build_filename (self->folder, "first.png", NULL);
  g_autofree char *second = g_build_filename (self->folder, "second.png", NULL);
  g_autoptr (GFile) first_file = g_file_new_for_path (first);
  g_autoptr (GFile) second_file = g_file_new_for_path (second);
  TsPictureChoice choice = { .file = first_file, .scale = 1 };
  g_autoptr (TsPageExport) export = create_slow_export ();
  TsWindow *window = ts_window_new (GTK_APPLICATION (self->app));

  gtk_window_present (GTK_WINDOW (window));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  ts_window_export (self->window, export, &choice);
  g_assert_true (ts_window_is_exporting (self->window));
  g_assert_false (g_file_test (first, G_FILE_TEST_EXISTS));
  window_wait_for (!ts_window_is_exporting (self->window));
  g_assert_true (g_file_test (first, G_FILE_TEST_IS_REGULAR));

  choice.file = second_file;
  ts_window_export (self->window, export, &choice);
  window_activate (self, "cancel-export", NULL);
  window_wait_for (!ts_window_is_exporting (self->window));
  g_assert_false (g_file_test (second, G_FILE_TEST_EXISTS));

  ts_window_export (window, export, &choice);
  gtk_window_close (GTK_WINDOW (window));
  window_wait_for (window == NULL);
  g_assert_false (g_file_test (second, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
#define ADD(name, function)                                                                        \
  g_test_add ("/lifetime/" name, WindowFixture, NULL, window_set_up, function, window_tear_down)
  ADD ("close-importing", test_close_importing);
  ADD ("close-too-late", test_close_too_late);
  ADD ("export", test_export);
  return g_test_run ();
}
