/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../test-display.h"
#include "../window-fixture.h"

/* Windows that close while something runs: nothing is left behind, nothing freed is used. */

/* A folder of about a second's work, for all tests: one step's dump as 60 steps. */
static const char *
get_large_folder (void)
{
  static char *folder;
  g_autofree char *source
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_nan_inf_2rank", "data", "step0", NULL);
  const char *copy[]
      = { "sh",   "-c", "for i in $(seq 60); do cp -r \"$0\" \"$1/step$i\" || exit; done",
          source, NULL, NULL };
  int status;

  if (folder != NULL)
    return folder;
  copy[4] = folder = test_tmp_dir ();
  g_assert_true (g_spawn_sync (NULL, (char **) copy, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
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

/* A dialog of its own until libadwaita 1.4, a part of the window since. */
static GtkWidget *
find_dialog (GtkWidget *widget)
{
  const char *type = G_OBJECT_TYPE_NAME (widget);

  if (strcmp (type, "AdwMessageDialog") == 0 || strcmp (type, "AdwAlertDialog") == 0)
    return gtk_widget_get_visible (widget) ? widget : NULL;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c))
    {
      GtkWidget *found = find_dialog (c);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The question that a closing window asks, or NULL. */
static GtkWidget *
find_question (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  GtkWidget *dialog = NULL;

  for (guint i = 0; dialog == NULL && i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);
      dialog = find_dialog (window);
    }
  return dialog;
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
  GtkWidget *button = find_button (find_question (), label);

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

/* --- the last window ------------------------------------------------------------------------ */

/* When the last window of a program closes during an import. */
typedef struct
{
  const char *name;
  gboolean (*is_time) (TsWindow *window);
  gboolean is_quit; /* by the application's action, not by the window's */
  gboolean is_late; /* the import has ended before the question is answered */
} Moment;

static gboolean
is_writing (TsWindow *window)
{
  return count_files (g_getenv ("TS_CLOSING_DATABASES")) > 0;
}

static gboolean
is_done (TsWindow *window)
{
  return !ts_window_is_importing (window);
}

static gboolean
is_cancelling (TsWindow *window)
{
  if (!is_writing (window))
    return FALSE;
  ts_window_cancel_import (window);
  return TRUE;
}

static const Moment moments[] = {
  { .name = "started", .is_time = ts_window_is_importing },
  { .name = "writing", .is_time = is_writing },
  { .name = "quit", .is_time = is_writing, .is_quit = TRUE },
  { .name = "late", .is_time = is_writing, .is_late = TRUE },
  { .name = "cancelling", .is_time = is_cancelling },
  { .name = "done", .is_time = is_done },
};

typedef struct
{
  const Moment *moment;
  TsWindow *window;
} Closing;

static gboolean
close_cb (gpointer data)
{
  Closing *closing = data;

  if (find_question () == NULL)
    {
      if (!closing->moment->is_time (closing->window))
        return G_SOURCE_CONTINUE;
      if (closing->moment->is_quit)
        g_action_group_activate_action (G_ACTION_GROUP (g_application_get_default ()), "quit",
                                        NULL);
      else
        gtk_window_close (GTK_WINDOW (closing->window));
      return find_question () != NULL;
    }
  if (closing->moment->is_late && !is_done (closing->window))
    return G_SOURCE_CONTINUE;
  answer ("Cancel _import");
  return G_SOURCE_REMOVE;
}

static void
activated_cb (GApplication *app, Closing *closing)
{
  g_autoptr (TsImportOptions) options
      = create_options (g_getenv ("TS_CLOSING_DATA"), g_getenv ("TS_CLOSING_DATABASES"));

  closing->window = TS_WINDOW (gtk_application_get_windows (GTK_APPLICATION (app))->data);
  ts_window_import (closing->window, options);
  g_timeout_add (1, close_cb, closing);
}

/* A process of its own, which lives as long as the application does. */
static void
test_close_process (void)
{
  guint i = (guint) g_ascii_strtoull (g_getenv ("TS_CLOSING_MOMENT"), NULL, 10);
  Closing closing = { .moment = &moments[i] };
  g_autoptr (TsApplication) app = ts_application_new ();

  g_application_set_flags (G_APPLICATION (app), G_APPLICATION_NON_UNIQUE);
  g_signal_connect_after (app, "activate", G_CALLBACK (activated_cb), &closing);
  g_assert_cmpint (g_application_run (G_APPLICATION (app), 0, NULL), ==, 0);
}

/* Whenever the last window closes, the program ends by itself, and not before the folder is as it
 * was, or has what was complete by then. */
static void
test_close_last (gconstpointer data)
{
  const Moment *moment = data;
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *databases = g_build_filename (folder, "databases", NULL);
  g_autofree char *number = g_strdup_printf ("%d", (int) (moment - moments));
  g_autofree char *database = g_build_filename (databases, "dump_data.trend.db", NULL);

  g_assert_cmpint (g_mkdir (databases, 0700), ==, 0);
  g_setenv ("TS_CLOSING_DATA", get_large_folder (), TRUE);
  g_setenv ("TS_CLOSING_DATABASES", databases, TRUE);
  g_setenv ("TS_CLOSING_MOMENT", number, TRUE);
  g_test_trap_subprocess ("/lifetime/subprocess/close", 25 * G_USEC_PER_SEC,
                          G_TEST_SUBPROCESS_DEFAULT);
  g_assert_false (g_test_trap_reached_timeout ());
  g_test_trap_assert_passed ();
  if (moment->is_late || moment->is_time == is_done)
    g_assert_true (g_file_test (database, G_FILE_TEST_IS_REGULAR));
  else if (moment->is_time == ts_window_is_importing)
    g_assert_cmpuint (count_files (databases), ==, 0);
  g_assert_cmpuint (count_files (databases), ==,
                    g_file_test (database, G_FILE_TEST_IS_REGULAR) ? 1 : 0);
  test_remove_tree (folder);
}

/* --- one window of several ------------------------------------------------------------------ */

static void
test_close_importing (WindowFixture *self, gconstpointer data)
{
  g_autofree char *databases = g_build_filename (self->folder, "databases", NULL);
  g_autoptr (TsImportOptions) options = create_options (get_large_folder (), databases);
  TsWindow *window = ts_window_new (GTK_APPLICATION (self->app));

  g_mkdir (databases, 0700);
  gtk_window_present (GTK_WINDOW (window));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  ts_window_import (window, options);
  window_wait_for (count_files (databases) > 0);
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
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      g_autofree char *path = g_strconcat ("/lifetime/close-last/", moments[i].name, NULL);
      g_test_add_data_func (path, &moments[i], test_close_last);
    }
  g_test_add_func ("/lifetime/subprocess/close", test_close_process);
#define ADD(name, function)                                                                        \
  g_test_add ("/lifetime/" name, WindowFixture, NULL, window_set_up, function, window_tear_down)
  ADD ("close-importing", test_close_importing);
  ADD ("close-too-late", test_close_too_late);
  ADD ("export", test_export);
  return g_test_run ();
}
