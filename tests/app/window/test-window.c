/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../test-display.h"
#include "../window-fixture.h"

#include "app/trends/backdrop.h"
#include "app/window/import-dialog.h"
#include "app/window/report-dialog.h"
#include "widgets/heatmap-view-private.h"

#include <string.h>

/* The window of type among the toplevels, or NULL. */
static GtkWidget *
find_toplevel (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);
      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type) && gtk_widget_get_visible (window))
        return window;
    }
  return NULL;
}

/* --- opening ------------------------------------------------------------------------------ */

static void
test_open_database (WindowFixture *self, gconstpointer data)
{
  g_autoptr (GVariant) metric = NULL;
  g_autoptr (GVariant) size = NULL;
  guint columns, rows;

  window_open_fixture (self, "monitor_2rank");
  size = window_get_state (self, "matrix-size");
  g_variant_get (size, "(uu)", &columns, &rows);
  g_assert_cmpuint (columns, ==, ts_heatmap_view_get_matrix (window_get_heatmap (self))->x->n);
  g_assert_cmpuint (rows, ==, ts_heatmap_view_get_matrix (window_get_heatmap (self))->y->n);
  metric = window_get_state (self, "metric");
  g_assert_cmpstr (g_variant_get_string (metric, NULL), !=, "");
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (self->window)), "trendscope window"));
}

/* A heat map that could not be read is a state of the chart, with a way out of it. */
static void
test_failed_read (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  TsHeatmapView *view = window_get_heatmap (self);
  g_autofree char *path = NULL, *away = NULL;
  GtkWidget *button;

  window_open_fixture (self, "monitor_2rank");
  path = g_strdup (ts_session_get_catalog (session)->path);
  away = g_strconcat (path, ".away", NULL);
  g_assert_cmpint (g_rename (path, away), ==, 0);
  window_activate (self, "statistic", g_variant_new_string ("min"));
  window_wait_for (ts_session_get_heatmap_state (session, NULL) == TS_CHART_FAILED);
  window_iterate (50);
  button = test_find_child (view->notice, GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_get_mapped (button));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (view->notice_label)), !=, "");
  g_assert_cmpint (g_rename (away, path), ==, 0);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpint (ts_session_get_heatmap_state (session, NULL), ==, TS_CHART_WAITING);
  window_wait_for (ts_session_get_heatmap_state (session, NULL) == TS_CHART_FINE);
  g_assert_false (gtk_widget_get_visible (view->notice));
}

/* Numbers with a sign get a palette with a middle, others keep the one chosen for them; each kind
 * remembers what was chosen last. Locked limits are those seen before, on the scale seen before. */
static void
test_palette_by_sign (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  TsSelectionPanel *panel = ts_trends_page_get_panel (window_get_trends (self));
  TsHeatmapView *view = window_get_heatmap (self);
  TsHeatmapColors colors;
  TsScaleType scale;
  double min, max;

  window_open_fixture (self, "monitor_2rank");
  g_assert_true (ts_heatmap_view_get_colors (view)->auto_scale);
  g_assert_cmpint (ts_heatmap_view_get_colors (view)->palette, ==, TS_PALETTE_CIVIDIS);
  ts_session_set_stat (session, "mean");
  window_wait_for (ts_heatmap_view_get_colors (view)->palette == TS_PALETTE_DIVERGING);
  colors = *ts_heatmap_view_get_colors (view);
  colors.palette = TS_PALETTE_CLASSIC;
  ts_selection_panel_set_colors (panel, &colors);
  g_signal_emit_by_name (panel, "colors-changed");
  g_assert_cmpint (ts_heatmap_view_get_colors (view)->palette, ==, TS_PALETTE_CLASSIC);
  ts_session_set_stat (session, "norm");
  window_wait_for (ts_heatmap_view_get_colors (view)->palette == TS_PALETTE_CIVIDIS);
  ts_session_set_stat (session, "mean");
  window_wait_for (ts_heatmap_view_get_colors (view)->palette == TS_PALETTE_CLASSIC);

  window_wait_for (ts_heatmap_view_get_limits (view, &min, &max));
  window_iterate (300);
  g_assert_true (ts_heatmap_view_get_limits (view, &min, &max));
  g_assert_true (ts_heatmap_view_get_scale (view, &scale));
  colors = *ts_heatmap_view_get_colors (view);
  colors.limits = TS_LIMITS_FIXED;
  ts_selection_panel_set_colors (panel, &colors);
  g_signal_emit_by_name (panel, "colors-changed");
  g_assert_cmpfloat (ts_heatmap_view_get_colors (view)->fixed_min, ==, min);
  g_assert_cmpfloat (ts_heatmap_view_get_colors (view)->fixed_max, ==, max);
  g_assert_false (ts_heatmap_view_get_colors (view)->auto_scale);
  g_assert_cmpint (ts_heatmap_view_get_colors (view)->scale, ==, scale);
}

static void
assert_stays_empty (WindowFixture *self, const char *path)
{
  window_open (self, path);
  window_iterate (400);
  g_assert_null (ts_session_get_catalog (ts_window_get_session (self->window)));
}

static void
test_open_nothing (WindowFixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *damaged = g_build_filename (self->folder, "damaged.trend.db", NULL);
  g_autofree char *empty = g_build_filename (self->folder, "empty.trend.db", NULL);

  assert_stays_empty (self, "/nowhere/at all");
  assert_stays_empty (self, self->folder);
  g_file_set_contents (damaged, "this is no database, whatever it says", -1, &error);
  g_assert_no_error (error);
  g_file_set_contents (empty, "", 0, &error);
  g_assert_no_error (error);
  assert_stays_empty (self, damaged);
  assert_stays_empty (self, empty);
  assert_stays_empty (self, self->folder);
  g_unlink (damaged);
  g_unlink (empty);

  /* And the window is as good as new. */
  window_open_fixture (self, "monitor_nan");
}

/* The folder that was asked for last is the one that is shown. */
static void
test_open_twice (WindowFixture *self, gconstpointer data)
{
  g_autofree char *first
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_mix_2rank", "expected", "micro", NULL);
  g_autofree char *second
      = g_build_filename (g_getenv ("TS_FIXTURES"), "monitor_2rank", "expected", "micro", NULL);

  window_open (self, first);
  window_open (self, second);
  window_wait_for (window_has_matrix (self));
  window_iterate (200);
  g_assert_true (g_str_has_prefix (
      ts_session_get_catalog (ts_window_get_session (self->window))->path, second));
}

static void
assert_shows (TsWindow *window, const char *stat, gint64 value, const char *filter)
{
  const TsSelection *selection = ts_session_get_selection (ts_window_get_session (window));

  g_assert_cmpstr (selection->stat, ==, stat);
  g_assert_cmpint (selection->dimension, ==, TS_DIMENSION_STEP);
  g_assert_cmpint (selection->value, ==, value);
  g_assert_cmpstr (selection->name_filter, ==, filter);
}

static void
show_step (TsWindow *window, const char *stat, gint64 value, const char *filter)
{
  TsSession *session = ts_window_get_session (window);

  ts_session_set_stat (session, stat);
  ts_session_set_dimension (session, TS_DIMENSION_STEP);
  ts_session_set_value (session, value);
  ts_session_set_name_filter (session, filter);
  window_iterate (200);
}

static gboolean
shows_database (TsWindow *window, const char *folder)
{
  TsCatalog *catalog = ts_session_get_catalog (ts_window_get_session (window));

  return catalog != NULL && g_str_has_prefix (catalog->path, folder)
         && ts_session_get_matrix (ts_window_get_session (window)) != NULL;
}

/* A database is shown as it was left: for another one, or for good. */
static void
test_remembers (WindowFixture *self, gconstpointer data)
{
  g_autofree char *other
      = g_build_filename (g_getenv ("TS_FIXTURES"), "monitor_2rank", "expected", "micro", NULL);
  TsWindow *second = ts_window_new (GTK_APPLICATION (self->app));
  g_autoptr (GFile) folder = g_file_new_for_path (self->folder);
  GtkWidget *entry;

  window_open_fixture (self, "dump_nan_inf_2rank");
  show_step (self->window, "max", 4, "layernorm");
  window_open (self, other);
  window_wait_for (shows_database (self->window, other));
  window_open (self, self->folder);
  window_wait_for (shows_database (self->window, self->folder));
  assert_shows (self->window, "max", 4, "layernorm");
  entry = test_find_child (GTK_WIDGET (ts_trends_page_get_panel (window_get_trends (self))),
                           GTK_TYPE_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "layernorm");
  window_open (self, other);
  window_wait_for (shows_database (self->window, other));

  gtk_window_present (GTK_WINDOW (second));
  ts_window_open (second, folder);
  window_wait_for (shows_database (second, self->folder));
  assert_shows (second, "max", 4, "layernorm");
  show_step (second, "min", 6, NULL);
  gtk_window_close (GTK_WINDOW (second));
  window_iterate (100);
  window_open (self, self->folder);
  window_wait_for (shows_database (self->window, self->folder));
  assert_shows (self->window, "min", 6, NULL);
}

/* --- cells and lines ---------------------------------------------------------------------- */

static void
test_lines (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);

  window_open_fixture (self, "dump_nan_inf_2rank");
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 0u, 0u);
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 1u, 1u);
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 2u, 3u);
  window_wait_for (window_get_n_lines (self) == 3);
  g_assert_cmpint (ts_line_view_get_series (window_get_lines (self), 0)->axis->dimension, ==,
                   TS_DIMENSION_RANK);

  /* A click on the line chart leads the heat map along. */
  g_signal_emit_by_name (window_get_lines (self), "position-activated", 1u);
  window_wait_for (ts_session_get_selection (session)->value == 1);
  g_assert_cmpint (window_get_n_lines (self), ==, 3);

  /* A second click takes a line away; so does its × in the legend. */
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 1u, 1u);
  window_wait_for (window_get_n_lines (self) == 2);
  g_signal_emit_by_name (window_get_lines (self), "remove-line", 0u);
  window_wait_for (window_get_n_lines (self) == 1);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 1);

  window_activate (self, "clear-lines", NULL);
  window_wait_for (window_get_n_lines (self) == 0);
  window_activate (self, "undo", NULL);
  window_wait_for (window_get_n_lines (self) == 1);

  /* Another statistic keeps the cell, another dimension too. */
  window_activate (self, "statistic", g_variant_new_string ("max"));
  window_iterate (300);
  g_assert_cmpint (window_get_n_lines (self), ==, 1);
  window_activate (self, "dimension", g_variant_new_string ("module_name"));
  window_wait_for (ts_line_view_get_series (window_get_lines (self), 0)->axis->dimension
                   == TS_DIMENSION_MODULE);
  g_assert_cmpint (window_get_n_lines (self), ==, 1);
}

/* Limits of the data type are shown where they say something; the range of the ranks goes along
 * with the cells. */
static void
test_backdrop (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  GtkWidget *page = GTK_WIDGET (window_get_trends (self));
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (TsCell));
  g_autoptr (TsSelection) selection = NULL;
  TsCatalog *catalog;
  TsCell cell;

  window_open_fixture (self, "dump_nan_inf_2rank");
  catalog = ts_session_get_catalog (session);
  g_assert_true (gtk_widget_activate_action (page, "trends.show-band", NULL));
  g_assert_true (gtk_widget_activate_action (page, "trends.show-median", NULL));
  window_activate (self, "dimension", g_variant_new_string ("step"));
  window_activate (self, "statistic", g_variant_new_string ("max"));
  window_iterate (300);
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 0u, 0u);
  window_wait_for (window_get_n_lines (self) == 1);
  window_iterate (100);

  cell = ts_session_get_cell (session, 0);
  g_array_append_val (cells, cell);
  selection = ts_selection_copy (ts_session_get_selection (session));
  g_assert_cmpstr (ts_backdrop_find_dtype (catalog, selection, cells), ==, "torch.float32");
  selection->dimension = TS_DIMENSION_MODULE;
  g_assert_null (ts_backdrop_find_dtype (catalog, selection, cells));
  selection->dimension = TS_DIMENSION_STEP;
  g_free (selection->stat);
  selection->stat = g_strdup ("norm");
  g_assert_null (ts_backdrop_find_dtype (catalog, selection, cells));
}

/* A click where the cell is drawn, through the X server. */
static void
test_click (WindowFixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *xdotool = g_find_program_in_path ("xdotool");
  graphene_point_t point, in_window;
  double dx, dy;
  g_autofree char *command = NULL;

  if (xdotool == NULL || g_strcmp0 (g_getenv ("GDK_BACKEND"), "x11") != 0)
    {
      g_test_skip ("needs xdotool and an X server");
      return;
    }
  window_open_fixture (self, "dump_nan_inf_2rank");
  g_assert_true (ts_heatmap_view_get_cell_point (window_get_heatmap (self), 2, 5, &point));
  g_assert_true (gtk_widget_compute_point (GTK_WIDGET (window_get_heatmap (self)),
                                           GTK_WIDGET (self->window), &point, &in_window));
  gtk_native_get_surface_transform (GTK_NATIVE (self->window), &dx, &dy);
  command = g_strdup_printf ("xdotool mousemove %d %d sleep 0.1 click 1", (int) (in_window.x + dx),
                             (int) (in_window.y + dy));
  {
    g_auto (GStrv) argv = g_strsplit (command, " ", -1);
    g_spawn_async (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &error);
    g_assert_no_error (error);
  }
  window_wait_for (window_get_n_lines (self) == 1);
  {
    const TsMatrix *matrix = ts_heatmap_view_get_matrix (window_get_heatmap (self));
    const TsSeries *series = ts_line_view_get_series (window_get_lines (self), 0);
    g_assert_cmpint (series->x_id, ==, matrix->x->ids[2]);
    g_assert_cmpint (series->y_id, ==, matrix->y->ids[5]);
  }
}

/* --- pictures ----------------------------------------------------------------------------- */

/* Whether all pixels of a PNG are alike. */
static gboolean
is_blank (const char *path, int *width, int *height)
{
  cairo_surface_t *surface = cairo_image_surface_create_from_png (path);
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  gboolean blank = TRUE;

  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  *width = cairo_image_surface_get_width (surface);
  *height = cairo_image_surface_get_height (surface);
  for (int y = 0; y < *height && blank; y++)
    blank = memcmp (data + (gsize) y * stride, data, (gsize) *width * 4) == 0;
  cairo_surface_destroy (surface);
  return blank;
}

static void
test_export (WindowFixture *self, gconstpointer data)
{
  g_autofree char *heatmap = g_build_filename (self->folder, "heat map.png", NULL);
  g_autofree char *lines = g_build_filename (self->folder, "lines.png", NULL);
  g_autofree char *svg = g_build_filename (self->folder, "lines.svg", NULL);
  g_autofree char *nowhere = g_build_filename (self->folder, "no/such/folder.png", NULL);
  g_autofree char *all = NULL, *part = NULL;
  gsize n_all, n_part;
  int width, height, view_height;

  window_open_fixture (self, "dump_nan_inf_2rank");
  g_assert_false (
      g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), "export-lines"));
  /* What takes long shows a bar above it, which makes it lower for a while. */
  view_height = gtk_widget_get_height (GTK_WIDGET (window_get_heatmap (self)));
  window_export (self, "trends", "heatmap", heatmap);
  g_assert_false (is_blank (heatmap, &width, &height));
  g_assert_cmpint (width, ==, 2 * gtk_widget_get_width (GTK_WIDGET (window_get_heatmap (self))));
  g_assert_cmpint (height, ==, 2 * view_height);

  /* Zoomed in it is what is in sight. */
  g_assert_true (g_file_get_contents (heatmap, &all, &n_all, NULL));
  ts_heatmap_view_set_visible (window_get_heatmap (self), 0, 2, 0, 3);
  window_export (self, "trends", "heatmap", heatmap);
  g_assert_false (is_blank (heatmap, &width, &height));
  g_assert_true (g_file_get_contents (heatmap, &part, &n_part, NULL));
  g_assert_true (n_all != n_part || memcmp (all, part, n_all) != 0);

  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 0u, 0u);
  window_wait_for (window_get_n_lines (self) == 1);
  window_export (self, "trends", "lines", lines);
  g_assert_false (is_blank (lines, &width, &height));
  window_export (self, "trends", "lines", svg);
  g_assert_true (g_file_test (svg, G_FILE_TEST_IS_REGULAR));
  window_export (self, "trends", "lines", nowhere);
  g_assert_false (g_file_test (nowhere, G_FILE_TEST_EXISTS));
}

/* --- importing ---------------------------------------------------------------------------- */

static void
copy_folder (const char *from, const char *to)
{
  g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  g_mkdir_with_parents (to, 0755);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *source = g_build_filename (from, name, NULL);
      g_autofree char *target = g_build_filename (to, name, NULL);
      if (g_file_test (source, G_FILE_TEST_IS_DIR))
        copy_folder (source, target);
      else
        {
          g_autoptr (GFile) a = g_file_new_for_path (source);
          g_autoptr (GFile) b = g_file_new_for_path (target);
          g_autoptr (GError) error = NULL;
          g_file_copy (a, b, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
          g_assert_no_error (error);
        }
    }
}

/* Raw data opens the sheet; its Import leads to the heat map; a damaged file is told about. */
static void
test_import (WindowFixture *self, gconstpointer data)
{
  g_autofree char *source
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_nan_inf_2rank", "data", NULL);
  g_autofree char *target = g_build_filename (self->folder, "实验 1", NULL);
  g_autofree char *damaged = g_build_filename (target, "step0", "rank0", "dump.json", NULL);
  g_autofree char *database = g_build_filename (target, TS_DUMP_DB_NAME, NULL);
  g_autoptr (GError) error = NULL;
  TsImportDialog *dialog;
  TsReportDialog *report;

  copy_folder (source, target);
  g_file_set_contents (damaged, "{\"task\": \"stat", -1, &error);
  g_assert_no_error (error);
  window_open (self, target);
  window_wait_for (find_toplevel (TS_TYPE_IMPORT_DIALOG) != NULL);
  g_assert_false (g_file_test (database, G_FILE_TEST_EXISTS));
  dialog = TS_IMPORT_DIALOG (find_toplevel (TS_TYPE_IMPORT_DIALOG));
  {
    g_autoptr (TsImportOptions) options = ts_import_dialog_dup_options (dialog);
    g_assert_cmpstr (options->data_dir, ==, target);
    g_assert_cmpstr (options->db_dir, ==, target);
    g_assert_true (options->micro_step);
    g_assert_false (options->all_dtypes);
  }
  ts_import_dialog_confirm (dialog);
  window_wait_for (window_has_matrix (self));
  window_wait_for (!ts_window_is_importing (self->window));
  g_assert_true (g_file_test (database, G_FILE_TEST_EXISTS));
  window_wait_for (g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), "import"));

  window_activate (self, "show-report", NULL);
  window_wait_for (find_toplevel (TS_TYPE_REPORT_DIALOG) != NULL);
  report = TS_REPORT_DIALOG (find_toplevel (TS_TYPE_REPORT_DIALOG));
  ts_report_dialog_search (report, "step0/rank0 dump.json");
  g_assert_cmpuint (ts_report_dialog_get_n_shown (report), >=, 1);
  ts_report_dialog_search (report, "nothing like this");
  g_assert_cmpuint (ts_report_dialog_get_n_shown (report), ==, 0);
  gtk_window_destroy (GTK_WINDOW (report));
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

/* A folder of about a second's work: one step's dump, copied to many steps. */
static char *
make_large_folder (WindowFixture *self, guint n_steps)
{
  g_autofree char *source
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_nan_inf_2rank", "data", "step0", NULL);
  char *folder = g_build_filename (self->folder, "large", NULL);

  for (guint i = 0; i < n_steps; i++)
    {
      g_autofree char *name = g_strdup_printf ("step%u", i);
      g_autofree char *target = g_build_filename (folder, name, NULL);
      copy_folder (source, target);
    }
  return folder;
}

/* The window stays at hand while it imports. tests/bench/window.c measures it on 100 MB. */
static void
test_latency (WindowFixture *self, gconstpointer data)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  WindowPulse pulse = { 0 };
  guint beat;

  options->data_dir = make_large_folder (self, 120);
  options->db_dir = g_strdup (self->folder);
  window_iterate (200);
  beat = g_timeout_add (1, window_beat_cb, &pulse);
  ts_window_import (self->window, options);
  g_assert_true (ts_window_is_importing (self->window));
  window_wait_for (!ts_window_is_importing (self->window));
  g_source_remove (beat);
  g_test_message ("longest gap of the main loop: %.1f ms, %.1f ms of them its own work",
                  (double) pulse.longest_gap / 1000, (double) pulse.longest_work / 1000);
  g_assert_cmpint (pulse.longest_work, >, 0);
  g_assert_cmpint (pulse.longest_work, <, 50 * 1000);
  window_wait_for (window_has_matrix (self));
}

static void
test_cancel (WindowFixture *self, gconstpointer data)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();

  options->data_dir = make_large_folder (self, 120);
  options->db_dir = g_build_filename (self->folder, "databases", NULL);
  g_mkdir (options->db_dir, 0755);
  ts_window_import (self->window, options);
  window_iterate (30);
  window_activate (self, "cancel-import", NULL);
  window_wait_for (!ts_window_is_importing (self->window));
  g_assert_cmpuint (count_files (options->db_dir), ==, 0);
  g_assert_null (ts_session_get_catalog (ts_window_get_session (self->window)));
}

/* --- panel -------------------------------------------------------------------------------- */

static void
test_filter (WindowFixture *self, gconstpointer data)
{
  GtkWidget *panel, *entry;
  guint all;

  window_open_fixture (self, "dump_nan_inf_2rank");
  all = ts_session_get_matrix (ts_window_get_session (self->window))->y->n;
  window_activate (self, "show-panel", NULL);
  panel = GTK_WIDGET (ts_trends_page_get_panel (window_get_trends (self)));
  g_assert_false (gtk_widget_get_visible (panel));
  window_activate (self, "filter", NULL);
  g_assert_true (gtk_widget_get_visible (panel));

  entry = test_find_child (panel, GTK_TYPE_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "layernorm");
  window_wait_for (ts_session_get_matrix (ts_window_get_session (self->window))->y->n < all);
  /* Half a regular expression is a text like any other. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "layernorm(");
  window_wait_for (ts_session_get_matrix (ts_window_get_session (self->window))->y->n == 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  window_wait_for (ts_session_get_matrix (ts_window_get_session (self->window))->y->n == all);
}

/* A picture leads back to what it shows: selection, cells, colours, rows, the visible part,
 * options. */
static void
test_open_picture (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  TsHeatmapView *heatmap = window_get_heatmap (self);
  g_autofree char *picture = g_build_filename (self->folder, "picture.png", NULL);
  g_autoptr (TsView) look = NULL;
  double x0, x1, y0, y1;

  window_open_fixture (self, "dump_nan_inf_2rank");
  window_activate (self, "metric", g_variant_new_string ("backward"));
  window_activate (self, "name-filter", g_variant_new_string ("layers"));
  window_wait_for (ts_session_get_heatmap_state (session, NULL) == TS_CHART_FINE);
  g_signal_emit_by_name (heatmap, "cell-activated", 2u, 3u);
  look = ts_view_copy (ts_session_get_view (session));
  look->palettes[FALSE] = TS_PALETTE_CLASSIC;
  look->row_order = TS_ROW_ORDER_NAME;
  look->smoothing = 0.5;
  ts_session_set_look (session, look);
  window_wait_for (window_get_n_lines (self) == 1);
  window_iterate (200);
  ts_heatmap_view_set_visible (heatmap, 1, 4, 2, 9);
  ts_line_view_set_visible (window_get_lines (self), 0, 1);
  window_export (self, "trends", "heatmap", picture);

  ts_heatmap_view_show_all (heatmap);
  window_activate (self, "clear-lines", NULL);
  window_activate (self, "metric", g_variant_new_string ("forward"));
  window_activate (self, "name-filter", g_variant_new_string (""));
  look->palettes[FALSE] = TS_PALETTE_VIRIDIS;
  look->row_order = TS_ROW_ORDER_NETWORK;
  look->smoothing = 0;
  ts_session_set_look (session, look);
  window_wait_for (ts_session_get_heatmap_state (session, NULL) == TS_CHART_FINE);

  window_open (self, picture);
  window_wait_for (g_strcmp0 (ts_session_get_selection (session)->metric, "backward") == 0);
  window_wait_for (ts_session_get_heatmap_state (session, NULL) == TS_CHART_FINE
                   && window_get_n_lines (self) == 1);
  window_iterate (300);
  g_assert_cmpstr (ts_session_get_selection (session)->name_filter, ==, "layers");
  g_assert_cmpint (ts_heatmap_view_get_colors (heatmap)->palette, ==, TS_PALETTE_CLASSIC);
  g_assert_cmpint (ts_session_get_view (session)->row_order, ==, TS_ROW_ORDER_NAME);
  g_assert_cmpfloat (ts_line_view_get_options (window_get_lines (self))->smoothing, ==, 0.5);
  ts_heatmap_view_get_visible (heatmap, &x0, &x1, &y0, &y1);
  g_assert_cmpfloat (x0, ==, 1);
  g_assert_cmpfloat (x1, ==, 4);
  g_assert_cmpfloat (y0, ==, 2);
  g_assert_cmpfloat (y1, ==, 9);
  ts_line_view_get_visible (window_get_lines (self), &x0, &x1);
  g_assert_cmpfloat (x0, ==, 0);
  g_assert_cmpfloat (x1, ==, 1);
}

/* Also when the database was moved to another folder that was opened since. */
static void
test_picture_of_moved (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  g_autofree char *picture = g_build_filename (self->folder, "picture.png", NULL);
  g_autofree char *from = g_build_filename (self->folder, "dump_data.trend.db", NULL);
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *to = g_build_filename (folder, "moved.trend.db", NULL);

  window_open_fixture (self, "dump_nan_inf_2rank");
  window_activate (self, "metric", g_variant_new_string ("backward"));
  window_wait_for (ts_session_get_heatmap_state (session, NULL) == TS_CHART_FINE);
  window_export (self, "trends", "heatmap", picture);
  g_assert_cmpint (g_rename (from, to), ==, 0);
  /* Another import has its name: it is not what the picture shows. */
  window_import_fixture (self, "dump_mix_2rank");
  g_assert_true (g_file_test (from, G_FILE_TEST_EXISTS));
  window_open (self, folder);
  window_wait_for (ts_session_get_catalog (session) != NULL
                   && g_strcmp0 (ts_session_get_catalog (session)->path, to) == 0
                   && window_has_matrix (self));
  window_activate (self, "metric", g_variant_new_string ("forward"));
  window_wait_for (ts_session_get_heatmap_state (session, NULL) == TS_CHART_FINE);

  window_open (self, picture);
  window_wait_for (g_strcmp0 (ts_session_get_selection (session)->metric, "backward") == 0);
  g_assert_cmpstr (ts_session_get_catalog (session)->path, ==, to);
  window_wait_for (ts_session_get_heatmap_state (session, NULL) == TS_CHART_FINE);
  test_remove_tree (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
#define ADD(name, function)                                                                        \
  g_test_add ("/window/" name, WindowFixture, NULL, window_set_up, function, window_tear_down)
  ADD ("open-database", test_open_database);
  ADD ("failed-read", test_failed_read);
  ADD ("palette-by-sign", test_palette_by_sign);
  ADD ("open-nothing", test_open_nothing);
  ADD ("open-twice", test_open_twice);
  ADD ("remembers", test_remembers);
  ADD ("lines", test_lines);
  ADD ("backdrop", test_backdrop);
  ADD ("click", test_click);
  ADD ("export", test_export);
  ADD ("open-picture", test_open_picture);
  ADD ("picture-of-moved", test_picture_of_moved);
  ADD ("import", test_import);
  ADD ("latency", test_latency);
  ADD ("cancel", test_cancel);
  ADD ("filter", test_filter);
  return g_test_run ();
}
