/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person does, with the pointer and the keyboard of the X server: in a window of this
 * process, whose widgets say where their cells are, and with the program itself, whose actions
 * GApplication exports. Nothing waits for a time; everything for a state. */
#include "../find/run-database.h"
#include "../test-display.h"
#include "app/findings/findings-page.h"
#include "window-fixture.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- pointer and keyboard ---- */

static void
ended_cb (GObject *process, GAsyncResult *result, gpointer data)
{
  gboolean *ended = data;

  g_assert_true (g_subprocess_wait_check_finish (G_SUBPROCESS (process), result, NULL));
  *ended = TRUE;
}

static void xdotool (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Runs while the window lives on. */
static void
xdotool (const char *format, ...)
{
  g_autofree char *commands = NULL, *line = NULL;
  g_auto (GStrv) argv = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  gboolean ended = FALSE;
  va_list arguments;

  va_start (arguments, format);
  commands = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  line = g_strconcat ("xdotool ", commands, NULL);
  argv = g_strsplit (line, " ", -1);
  process
      = g_subprocess_newv ((const char *const *) argv, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error);
  g_assert_no_error (error);
  g_subprocess_wait_check_async (process, NULL, ended_cb, &ended);
  window_wait_for (ended);
}

typedef struct
{
  int x, y; /* on the screen */
} Spot;

/* Where a place of a widget is. */
static Spot
spot_in (WindowFixture *self, gpointer widget, graphene_point_t point)
{
  graphene_point_t in_window;
  double dx, dy;

  g_assert_true (gtk_widget_compute_point (widget, GTK_WIDGET (self->window), &point, &in_window));
  gtk_native_get_surface_transform (GTK_NATIVE (self->window), &dx, &dy);
  return (Spot){ (int) floor (in_window.x + dx), (int) floor (in_window.y + dy) };
}

static Spot
spot_of_widget (WindowFixture *self, GtkWidget *widget)
{
  g_assert_nonnull (widget);
  window_wait_for (gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0);
  return spot_in (self, widget,
                  GRAPHENE_POINT_INIT ((float) gtk_widget_get_width (widget) / 2,
                                       (float) gtk_widget_get_height (widget) / 2));
}

static Spot
spot_of_cell (WindowFixture *self, guint x, guint y)
{
  graphene_point_t point;

  window_wait_for (ts_heatmap_view_get_cell_point (window_get_heatmap (self), x, y, &point));
  return spot_in (self, window_get_heatmap (self), point);
}

/* In the line chart. */
static Spot
spot_of_place (WindowFixture *self, guint place)
{
  graphene_point_t point;

  window_wait_for (ts_line_view_get_place_point (window_get_lines (self), place, &point));
  return spot_in (self, window_get_lines (self), point);
}

static void
move_to (Spot spot)
{
  xdotool ("mousemove %d %d", spot.x, spot.y);
}

static void
click (Spot spot)
{
  xdotool ("mousemove %d %d click 1", spot.x, spot.y);
}

/* Two clicks within this are a double click; most tests want none. */
static void
set_double_click_time (int milliseconds)
{
  g_object_set (gtk_settings_get_default (), "gtk-double-click-time", milliseconds, NULL);
}

static void
set_up (WindowFixture *self, gconstpointer data)
{
  window_set_up (self, data);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1440, 900);
  set_double_click_time (1);
  window_import_fixture (self, "dump_nan_inf_2rank");
  window_open (self, self->folder);
  window_wait_for (window_has_matrix (self)
                   && ts_heatmap_view_get_matrix (window_get_heatmap (self)) != NULL);
}

/* ---- what is shown ---- */

static GtkWidget *
find_widget (GtkWidget *widget, gboolean (*fits) (GtkWidget *, const char *), const char *name)
{
  GtkWidget *found = NULL;

  if (fits (widget, name))
    return widget;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c != NULL && found == NULL;
       c = gtk_widget_get_next_sibling (c))
    found = find_widget (c, fits, name);
  return found;
}

static gboolean
has_label (GtkWidget *widget, const char *label)
{
  return GTK_IS_TOGGLE_BUTTON (widget)
         && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

static gboolean
has_icon (GtkWidget *widget, const char *icon)
{
  return GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), icon) == 0;
}

static gboolean
has_tooltip (GtkWidget *widget, const char *tooltip)
{
  return g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0;
}

static gboolean
has_type (GtkWidget *widget, const char *type)
{
  return g_strcmp0 (G_OBJECT_TYPE_NAME (widget), type) == 0;
}

static GtkWidget *
find_in_lines (WindowFixture *self, gboolean (*fits) (GtkWidget *, const char *), const char *name)
{
  return find_widget (GTK_WIDGET (window_get_lines (self)), fits, name);
}

static char *
dup_state (WindowFixture *self, const char *action)
{
  g_autoptr (GVariant) state = window_get_state (self, action);

  return g_variant_print (state, FALSE);
}

static gboolean
has_state (WindowFixture *self, const char *action, const char *expected)
{
  g_autofree char *text = dup_state (self, action);

  return strcmp (text, expected) == 0;
}

#define wait_for_state(self, action, expected) window_wait_for (has_state (self, action, expected))

static void
wait_for_matrix (WindowFixture *self, TsDimension along_x)
{
  TsHeatmapView *view = window_get_heatmap (self);

  window_wait_for (ts_heatmap_view_get_matrix (view) != NULL
                   && ts_heatmap_view_get_matrix (view)->x->dimension == along_x);
}

/* Whether the last line is the one through cell (x, y) of the heat map. */
static gboolean
has_line_of_cell (WindowFixture *self, guint x, guint y)
{
  TsSession *session = ts_window_get_session (self->window);
  const TsMatrix *matrix = ts_heatmap_view_get_matrix (window_get_heatmap (self));

  return ts_session_has_cell (session, matrix->x->ids[x], matrix->y->ids[y]);
}

/* ---- tests ---- */

static void
test_heatmap_to_lines (WindowFixture *self, gconstpointer data)
{
  GtkWidget *box_zoom;

  window_activate (self, "dimension", g_variant_new_string ("step"));
  wait_for_state (self, "dimension", "'step'");
  wait_for_matrix (self, TS_DIMENSION_RANK);
  wait_for_state (self, "n-lines", "0");

  /* Buttons beside the cells (box zoom on and off) take nothing from the next click on a cell. */
  box_zoom = find_widget (GTK_WIDGET (window_get_trends (self)), has_icon, "box-zoom-symbolic");
  click (spot_of_widget (self, box_zoom));
  window_wait_for (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (box_zoom)));
  click (spot_of_widget (self, box_zoom));
  window_wait_for (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (box_zoom)));
  click (spot_of_cell (self, 1, 3));
  wait_for_state (self, "n-lines", "1");
  g_assert_true (has_line_of_cell (self, 1, 3));
  click (spot_of_cell (self, 1, 9));
  wait_for_state (self, "n-lines", "2");
  click (spot_of_cell (self, 0, 14));
  wait_for_state (self, "n-lines", "3");
  /* The same cell again takes its line away, and no other. */
  click (spot_of_cell (self, 1, 9));
  wait_for_state (self, "n-lines", "2");
  g_assert_true (has_line_of_cell (self, 1, 3));
  g_assert_false (has_line_of_cell (self, 1, 9));
  g_assert_true (has_line_of_cell (self, 0, 14));

  /* A click in the legend hides a line, another one shows it again. */
  wait_for_state (self, "n-shown-lines", "2");
  click (spot_of_widget (self, find_in_lines (self, has_type, "TsLineLegendRow")));
  wait_for_state (self, "n-shown-lines", "1");
  g_assert_false (ts_line_view_get_shown (window_get_lines (self), 0));
  click (spot_of_widget (self, find_in_lines (self, has_type, "TsLineLegendRow")));
  wait_for_state (self, "n-shown-lines", "2");
  wait_for_state (self, "n-lines", "2");

  /* The crosshair follows the pointer. */
  move_to (spot_of_place (self, 2));
  wait_for_state (self, "crosshair", "2");
  move_to (spot_of_place (self, 7));
  wait_for_state (self, "crosshair", "7");

  /* A click in the line chart shows the heat map of that step. */
  click (spot_of_place (self, 5));
  wait_for_state (self, "value", "5");

  window_activate (self, "clear-lines", NULL);
  wait_for_state (self, "n-lines", "0");
}

static void
choose_lines_along_steps (WindowFixture *self)
{
  GtkWidget *step = find_in_lines (self, has_label, "Step");

  click (spot_of_widget (self, step));
  wait_for_state (self, "along", "'step'");
}

/* Lines along the axis that the heat map has across: the crosshair is framed there, the chart zooms
 * to what is visible there, and a click shows that step, whose heat map the lines cross. */
static void
test_along (WindowFixture *self, gconstpointer data)
{
  double x0, x1, y0, y1, first, last;
  Spot wheel;

  wait_for_state (self, "dimension", "'rank'");
  wait_for_state (self, "along", "'rank'");
  choose_lines_along_steps (self);
  wait_for_state (self, "dimension", "'rank'");
  click (spot_of_cell (self, 3, 2));
  wait_for_state (self, "n-lines", "1");
  click (spot_of_cell (self, 8, 2)); /* in the same row: on the same line */
  click (spot_of_cell (self, 3, 9));
  wait_for_state (self, "n-lines", "2");

  move_to (spot_of_place (self, 1));
  wait_for_state (self, "marker", "(1, -1)");
  wait_for_state (self, "crosshair", "1");
  move_to (spot_of_place (self, 6));
  wait_for_state (self, "marker", "(6, -1)");
  move_to (spot_of_widget (self, find_in_lines (self, has_label, "Step")));
  wait_for_state (self, "marker", "(-1, -1)");

  /* Three notches across, at a cell that stays under the pointer. */
  wait_for_state (self, "visible-lines", "(0.0, 10.0)");
  wheel = spot_of_cell (self, 6, 9);
  xdotool ("mousemove %d %d keydown ctrl click --repeat 3 4 keyup ctrl", wheel.x, wheel.y);
  window_wait_for ((ts_heatmap_view_get_visible (window_get_heatmap (self), &x0, &x1, &y0, &y1),
                    fabs (x1 - x0 - 10 / pow (1.25, 3)) < 1e-6));
  g_assert_cmpfloat (x0, <, 6);
  g_assert_cmpfloat (x1, >, 7);
  click (spot_of_widget (self, find_in_lines (self, has_tooltip, "Line chart menu")));
  window_wait_for (window_find_text (self, "isible") != NULL);
  xdotool ("key x");
  window_wait_for (!has_state (self, "visible-lines", "(0.0, 10.0)"));
  ts_line_view_get_visible (window_get_lines (self), &first, &last);
  g_assert_cmpfloat (first, ==, floor (x0)); /* whole steps */
  g_assert_cmpfloat (last, ==, ceil (x1));

  click (spot_of_place (self, 5));
  wait_for_state (self, "dimension", "'step'");
  wait_for_state (self, "value", "5");
  wait_for_state (self, "along", "'step'");
  wait_for_state (self, "n-lines", "2");
  xdotool ("key ctrl+z");
  wait_for_state (self, "dimension", "'rank'");
  wait_for_state (self, "n-lines", "2");
  xdotool ("key ctrl+shift+z");
  wait_for_state (self, "dimension", "'step'");
  wait_for_state (self, "value", "5");
}

typedef struct
{
  double first, last;
} Range;

static Range
get_range (WindowFixture *self)
{
  Range range;

  ts_line_view_get_visible (window_get_lines (self), &range.first, &range.last);
  return range;
}

static double
get_size (Range range)
{
  return range.last - range.first;
}

static Range
wait_for_size (WindowFixture *self, double size)
{
  window_wait_for (fabs (get_size (get_range (self)) - size) < 1e-6);
  return get_range (self);
}

/* Pixels from one place of the chart to the next. */
static double
get_place_width (WindowFixture *self, guint from, guint to)
{
  return (double) (spot_of_place (self, to).x - spot_of_place (self, from).x) / (to - from);
}

/* The chart's visible part by wheel, box, drag and double click, and back; with the lines as they
 * were. */
static void
test_line_ranges (WindowFixture *self, gconstpointer data)
{
  Range near, far, box, moved;
  Spot at, to;
  double width, dx;

  choose_lines_along_steps (self);
  click (spot_of_cell (self, 3, 2));
  wait_for_state (self, "n-lines", "1");
  wait_for_state (self, "visible-lines", "(0.0, 10.0)");

  /* The wheel away from the person shows less, each time by the same share, and what the pointer
   * is on stays: further to the right, more goes on the left. */
  at = spot_of_place (self, 2);
  xdotool ("mousemove %d %d click 4", at.x, at.y);
  near = wait_for_size (self, 10 / 1.25);
  g_assert_cmpfloat_with_epsilon (near.first, 2.5 - 2.5 / 1.25, 0.03);
  xdotool ("click 5");
  wait_for_state (self, "visible-lines", "(0.0, 10.0)");
  at = spot_of_place (self, 7);
  xdotool ("mousemove %d %d click 4", at.x, at.y);
  far = wait_for_size (self, 10 / 1.25);
  g_assert_cmpfloat_with_epsilon (far.first, 7.5 - 7.5 / 1.25, 0.03);
  xdotool ("click 4");
  far = wait_for_size (self, 10 / (1.25 * 1.25));
  g_assert_cmpfloat_with_epsilon (far.first, 7.5 - 7.5 / (1.25 * 1.25), 0.1);
  xdotool ("click --repeat 6 5");
  wait_for_state (self, "visible-lines", "(0.0, 10.0)");

  /* What is in the box is what is shown then. */
  at = spot_of_place (self, 2);
  to = spot_of_place (self, 6);
  xdotool ("mousemove %d %d mousedown 3 mousemove %d %d mousemove %d %d mouseup 3", at.x, at.y - 20,
           at.x + 50, at.y, to.x, to.y + 30);
  window_wait_for (get_size (get_range (self)) < 9);
  box = get_range (self);
  g_assert_cmpfloat_with_epsilon (box.first, 2.5, 0.05);
  g_assert_cmpfloat_with_epsilon (box.last, 6.5, 0.05);
  xdotool ("key alt+Left");
  wait_for_state (self, "visible-lines", "(0.0, 10.0)");
  xdotool ("key alt+Right");
  wait_for_size (self, get_size (box));

  /* A drag to the left shows what lies to the right, and as much of it: what the hand took stays
   * in it. */
  width = get_place_width (self, 3, 5);
  at = spot_of_place (self, 5);
  dx = floor (1.5 * width);
  xdotool ("mousemove %d %d mousedown 1 mousemove %d %d mousemove %d %d mouseup 1", at.x, at.y,
           at.x - 30, at.y, at.x - (int) dx, at.y);
  window_wait_for (fabs (get_range (self).first - box.first - dx / width) < 0.05);
  moved = get_range (self);
  g_assert_cmpfloat_with_epsilon (get_size (moved), get_size (box), 1e-6);
  xdotool ("key alt+Left");
  window_wait_for (fabs (get_range (self).first - box.first) < 1e-6);
  set_double_click_time (400);
  xdotool ("click --repeat 2 --delay 60 1");
  wait_for_state (self, "visible-lines", "(0.0, 10.0)");
  /* None of this was a click on a step. */
  wait_for_state (self, "dimension", "'rank'");
  wait_for_state (self, "n-lines", "1");
}

/* ---- the program itself ---- */

#define BUS_NAME    "org.trendscope.Trendscope"
#define WINDOW_PATH "/org/trendscope/Trendscope/window/1"

/* The state of an action of the program's first window; NULL while that is not there. */
static GVariant *
ask_program (GDBusConnection *connection, const char *action)
{
  g_autoptr (GVariant) reply = g_dbus_connection_call_sync (
      connection, BUS_NAME, WINDOW_PATH, "org.gtk.Actions", "Describe",
      g_variant_new ("(s)", action), NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, 2000, NULL, NULL);
  g_autoptr (GVariant) states = NULL;
  GVariant *state = NULL;

  if (reply == NULL)
    return NULL;
  g_variant_get (reply, "((bg@av))", NULL, NULL, &states);
  if (g_variant_n_children (states) > 0)
    g_variant_get_child (states, 0, "v", &state);
  return state;
}

static gboolean
shows_cells (GDBusConnection *connection)
{
  g_autoptr (GVariant) state = ask_program (connection, "matrix-size");
  guint columns = 0, rows = 0;

  if (state != NULL)
    g_variant_get (state, "(uu)", &columns, &rows);
  return columns > 0 && rows > 0;
}

/* A bus of its own, on which nobody else is. Caller frees the address. */
static GSubprocess *
start_bus (char **address)
{
  g_autoptr (GError) error = NULL;
  GSubprocess *bus = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, "dbus-daemon",
                                       "--session", "--nofork", "--print-address", NULL);
  g_autoptr (GDataInputStream) said = NULL;

  g_assert_no_error (error);
  said = g_data_input_stream_new (g_subprocess_get_stdout_pipe (bus));
  *address = g_data_input_stream_read_line (said, NULL, NULL, &error);
  g_assert_no_error (error);
  return bus;
}

static GSubprocess *
start_program (const char *address, const char *folder)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GError) error = NULL;
  GSubprocess *program;

  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", address, TRUE);
  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "none", TRUE);
  program
      = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("TS_EXECUTABLE"), folder, NULL);
  g_assert_no_error (error);
  return program;
}

static GDBusConnection *
connect_to (const char *address)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync (
      address,
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
          | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, NULL, &error);

  g_assert_no_error (error);
  return connection;
}

static void
end_process (GSubprocess *process)
{
  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_wait (process, NULL, NULL);
}

/* Raw data only: the sheet is shown; Enter imports; the heat map appears; nothing is left behind.
 */
static void
test_import (void)
{
  g_autofree char *source
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_tensor_L0", "data", NULL);
  g_autofree char *dir = test_tmp_dir ();
  g_autofree char *folder = g_build_filename (dir, "run 实验", NULL);
  g_autofree char *database = g_build_filename (folder, "dump_data.trend.db", NULL);
  g_autofree char *part = g_strconcat (database, ".part", NULL);
  g_autofree char *address = NULL;
  const char *copy[] = { "cp", "-r", source, folder, NULL };
  g_autoptr (GSubprocess) bus = start_bus (&address);
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GSubprocess) program = NULL;
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **) copy, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                &error);
  g_assert_no_error (error);
  connection = connect_to (address);
  program = start_program (address, folder);
  xdotool ("search --sync --onlyvisible --name ^Import.data$");
  g_assert_false (shows_cells (connection));
  g_assert_false (g_file_test (database, G_FILE_TEST_EXISTS));
  xdotool ("search --sync --onlyvisible --name ^Import.data$ windowfocus --sync key Return");
  window_wait_for (shows_cells (connection));
  g_assert_true (g_file_test (database, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  end_process (program);
  g_dbus_connection_close_sync (connection, NULL, NULL);
  end_process (bus);
  test_remove_tree (dir);
}

/* ---- a faulty run ---- */

/* A faulty run in the window's folder; the id of the culprit's tensor. */
static gint64
put_faulty_run (WindowFixture *self)
{
  g_autofree char *written = run_write_named ("fault_stuck");
  g_autofree char *path = g_build_filename (self->folder, "run.trend.db", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (written), to = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  sqlite3_stmt *select;
  sqlite3 *db = NULL;
  gint64 id;

  g_file_move (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  select = run_prepare_ (db, "SELECT target_id FROM monitoring_targets WHERE target_name ="
                             " 'Module.layers.1.fc1.Linear.output.0'");
  g_assert_cmpint (sqlite3_step (select), ==, SQLITE_ROW);
  id = sqlite3_column_int64 (select, 0);
  sqlite3_finalize (select);
  sqlite3_close (db);
  return id;
}

static void
set_up_empty (WindowFixture *self, gconstpointer data)
{
  window_set_up (self, data);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1440, 900);
  set_double_click_time (1);
}

static gboolean
is_button_with (GtkWidget *widget, const char *label)
{
  return GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

/* A faulty run is opened: there is a badge, and "Show" leads to the culprit's cell, framed, with
 * its line over steps. */
static void
test_fault (WindowFixture *self, gconstpointer data)
{
  gint64 target = put_faulty_run (self);
  g_autofree char *culprit = g_strdup_printf ("(64, 5, %" G_GINT64_FORMAT ")", target);
  GtkWidget *page;
  guint badge = 0;
  TsRect rect;

  window_open (self, self->folder);
  wait_for_state (self, "n-faults", "1");
  page = GTK_WIDGET (ts_window_get_page (self->window, "findings"));
  g_object_get (page, "badge", &badge, NULL);
  g_assert_cmpuint (badge, ==, 1);
  g_action_group_change_action_state (G_ACTION_GROUP (self->window), "page",
                                      g_variant_new_string ("findings"));
  click (spot_of_widget (self, find_widget (page, is_button_with, "_Show in heat map")));
  wait_for_state (self, "page", "'trends'");
  wait_for_state (self, "last-cell", culprit);
  wait_for_state (self, "dimension", "'rank'");
  wait_for_state (self, "value", "5");
  wait_for_state (self, "along", "'step'");
  wait_for_state (self, "n-shown-lines", "1");
  wait_for_matrix (self, TS_DIMENSION_STEP);
  window_wait_for (ts_heatmap_view_get_cell_rect (window_get_heatmap (self), 64, target, &rect));
  g_assert_true (ts_session_has_cell (ts_window_get_session (self->window), 64, target));
}

int
main (int argc, char **argv)
{
  g_autofree char *xdotool_path = g_find_program_in_path ("xdotool");
  g_autofree char *bus_path = g_find_program_in_path ("dbus-daemon");

  if (g_getenv ("DISPLAY") == NULL || xdotool_path == NULL || bus_path == NULL)
    {
      g_print ("1..0 # SKIP needs a display, xdotool and dbus-daemon\n");
      return 0;
    }
  g_setenv ("GTK_A11Y", "none", TRUE);
  g_setenv ("GDK_BACKEND", "x11", TRUE);
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
#define ADD(name, test) g_test_add (name, WindowFixture, NULL, set_up, test, window_tear_down)
  ADD ("/end-to-end/heat-map-to-lines", test_heatmap_to_lines);
  ADD ("/end-to-end/along", test_along);
  ADD ("/end-to-end/line-ranges", test_line_ranges);
  g_test_add ("/end-to-end/fault", WindowFixture, NULL, set_up_empty, test_fault, window_tear_down);
  g_test_add_func ("/end-to-end/import", test_import);
  return g_test_run ();
}
