/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real program, driven as a person would: opened on a folder, clicked with the pointer of the
 * X server. What it shows is read from the states of its actions, which GApplication exports. */
#include "../ingest/test-database.h"

#include <cairo.h>
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>

#define BUS_NAME    "org.trendscope.Trendscope"
#define WINDOW_PATH "/org/trendscope/Trendscope/window/1"

static char *display;

typedef struct
{
  GTestDBus *bus;
  GDBusConnection *connection;
  GSubprocess *program;
  char *dir;
} Fixture;

static GVariant *
call (Fixture *self, const char *method, GVariant *parameters)
{
  return g_dbus_connection_call_sync (self->connection, BUS_NAME, WINDOW_PATH, "org.gtk.Actions",
                                      method, parameters, NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START,
                                      2000, NULL, NULL);
}

/* The state of an action; NULL while the window is not there. */
static GVariant *
get_state (Fixture *self, const char *action)
{
  g_autoptr (GVariant) reply = call (self, "Describe", g_variant_new ("(s)", action));
  g_autoptr (GVariant) description = NULL;
  g_autoptr (GVariant) states = NULL;
  g_autoptr (GVariant) boxed = NULL;

  if (reply == NULL)
    return NULL;
  description = g_variant_get_child_value (reply, 0);
  states = g_variant_get_child_value (description, 2);
  if (g_variant_n_children (states) == 0)
    return NULL;
  boxed = g_variant_get_child_value (states, 0);
  return g_variant_get_variant (boxed);
}

/* The state printed as text, "" when there is none. */
static char *
print_state (Fixture *self, const char *action)
{
  g_autoptr (GVariant) state = get_state (self, action);

  return state != NULL ? g_variant_print (state, FALSE) : g_strdup ("");
}

static gboolean
wait_until_state (Fixture *self, const char *action, const char *expected, gboolean equal)
{
  gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;

  while (g_get_monotonic_time () < end)
    {
      g_autofree char *text = print_state (self, action);
      if (*text != '\0' && (strcmp (text, expected) == 0) == equal)
        return TRUE;
      g_usleep (50 * 1000);
    }
  return FALSE;
}

static void
assert_state (Fixture *self, const char *action, const char *expected)
{
  g_autofree char *text = NULL;

  if (wait_until_state (self, action, expected, TRUE))
    return;
  text = print_state (self, action);
  g_assert_cmpstr (text, ==, expected);
}

static void
activate (Fixture *self, const char *action, GVariant *parameter)
{
  GVariantBuilder parameters, platform;
  g_autoptr (GVariant) reply = NULL;

  g_variant_builder_init (&parameters, G_VARIANT_TYPE ("av"));
  if (parameter != NULL)
    g_variant_builder_add (&parameters, "v", parameter);
  g_variant_builder_init (&platform, G_VARIANT_TYPE_VARDICT);
  reply = call (self, "Activate", g_variant_new ("(sava{sv})", action, &parameters, &platform));
  g_assert_nonnull (reply);
}

static void
set_state (Fixture *self, const char *action, GVariant *value)
{
  GVariantBuilder platform;
  g_autoptr (GVariant) reply = NULL;

  g_variant_builder_init (&platform, G_VARIANT_TYPE_VARDICT);
  reply = call (self, "SetState", g_variant_new ("(sva{sv})", action, value, &platform));
  g_assert_nonnull (reply);
}

static void
xdotool (const char *commands)
{
  g_autofree char *line = g_strdup_printf ("xdotool %s", commands);
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_command_line_sync (line, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

/* Clicks at a share of the chart's area: the heat map fills the upper right of the window, the line
 * chart the lower right. */
static void
click_at (double x, double y)
{
  g_autofree char *move
      = g_strdup_printf ("mousemove %d %d sleep 0.2 click 1 sleep 0.3", (int) x, (int) y);

  xdotool (move);
}

static void
start (Fixture *self, const char *folder)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS",
                                g_test_dbus_get_bus_address (self->bus), TRUE);
  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "none", TRUE);
  self->program
      = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("TS_EXECUTABLE"), folder, NULL);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->dir = test_tmp_dir ();
  self->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  /* It takes the display away, so that nothing is started there by accident. */
  g_test_dbus_up (self->bus);
  g_setenv ("DISPLAY", display, TRUE);
  self->connection = g_dbus_connection_new_for_address_sync (
      g_test_dbus_get_bus_address (self->bus),
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
          | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  if (self->program != NULL)
    {
      g_subprocess_send_signal (self->program, SIGTERM);
      g_subprocess_wait (self->program, NULL, NULL);
    }
  g_clear_object (&self->program);
  g_dbus_connection_close_sync (self->connection, NULL, NULL);
  g_clear_object (&self->connection);
  g_test_dbus_down (self->bus);
  g_clear_object (&self->bus);
  test_remove_tree (self->dir);
  g_free (self->dir);
}

/* The folder of a fixture with its database in it, as a finished import leaves it. */
static void
put_database (Fixture *self, const char *set)
{
  g_autofree char *data = g_build_filename (g_getenv ("TS_FIXTURES"), set, "data", NULL);
  g_autoptr (GSubprocess) convert = NULL;
  g_autoptr (GError) error = NULL;

  convert = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE,
                              &error, g_getenv ("TS_EXECUTABLE"), "--convert", "--data", data,
                              "--db", self->dir, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (convert, NULL, &error));
  g_assert_no_error (error);
}

static void
test_heatmap_to_lines (Fixture *self, gconstpointer data)
{
  g_autofree char *before = NULL, *crosshair = NULL;

  put_database (self, "dump_nan_inf_2rank");
  start (self, self->dir);
  g_assert_true (wait_until_state (self, "matrix-size", "(0, 0)", FALSE));
  g_usleep (500 * 1000);

  /* Ten micro-steps along X in a rank view; in a step view the line runs over steps. */
  set_state (self, "dimension", g_variant_new_string ("step"));
  assert_state (self, "dimension", "'step'");
  assert_state (self, "n-lines", "0");
  g_usleep (500 * 1000);

  /* Buttons beside the cells (box zoom on and off) take nothing from the next click on a cell. */
  click_at (1348, 93);
  g_usleep (600 * 1000); /* not a double click */
  click_at (1348, 93);
  click_at (900, 200);
  assert_state (self, "n-lines", "1");
  click_at (900, 300);
  assert_state (self, "n-lines", "2");
  click_at (900, 400);
  assert_state (self, "n-lines", "3");
  /* The same cell again takes its line away. */
  click_at (900, 300);
  assert_state (self, "n-lines", "2");

  /* A click in the legend hides a line, another one shows it again. */
  assert_state (self, "n-shown-lines", "2");
  click_at (1230, 652);
  assert_state (self, "n-shown-lines", "1");
  g_usleep (600 * 1000); /* not a double click */
  click_at (1230, 652);
  assert_state (self, "n-shown-lines", "2");
  assert_state (self, "n-lines", "2");

  /* The crosshair follows the pointer. */
  xdotool ("mousemove 450 720 sleep 0.2 mousemove 460 720 sleep 0.2");
  g_assert_true (wait_until_state (self, "crosshair", "-1", FALSE));
  crosshair = print_state (self, "crosshair");
  xdotool ("mousemove 950 720 sleep 0.2 mousemove 960 720 sleep 0.2");
  g_assert_true (wait_until_state (self, "crosshair", crosshair, FALSE));

  /* A click in the line chart shows the heat map of that step. */
  before = print_state (self, "value");
  click_at (460, 720);
  if (!wait_until_state (self, "value", before, FALSE))
    {
      click_at (800, 720);
      g_assert_true (wait_until_state (self, "value", before, FALSE));
    }

  activate (self, "clear-lines", NULL);
  assert_state (self, "n-lines", "0");
}

/* Lines along the axis that the heat map has across: the crosshair is framed there, the chart zooms
 * to what is visible there, and a click shows that step, whose heat map the lines cross. */
static void
test_along (Fixture *self, gconstpointer data)
{
  g_autofree char *crosshair = NULL, *marker = NULL, *value = NULL;

  put_database (self, "dump_nan_inf_2rank");
  start (self, self->dir);
  g_assert_true (wait_until_state (self, "matrix-size", "(0, 0)", FALSE));
  assert_state (self, "dimension", "'rank'");
  assert_state (self, "along", "'rank'");
  g_usleep (500 * 1000);

  click_at (957, 603); /* Lines along: step */
  assert_state (self, "along", "'step'");
  assert_state (self, "dimension", "'rank'");
  click_at (900, 200);
  assert_state (self, "n-lines", "1");
  click_at (1200, 200); /* in the same row: on the same line */
  click_at (900, 300);
  assert_state (self, "n-lines", "2");

  xdotool ("mousemove 450 720 sleep 0.2 mousemove 460 720 sleep 0.2");
  g_assert_true (wait_until_state (self, "marker", "(-1, -1)", FALSE));
  crosshair = print_state (self, "crosshair");
  marker = g_strdup_printf ("(%s, -1)", crosshair);
  assert_state (self, "marker", marker);
  xdotool ("mousemove 950 720 sleep 0.2 mousemove 960 720 sleep 0.2");
  g_assert_true (wait_until_state (self, "marker", marker, FALSE));
  xdotool ("mousemove 600 603 sleep 0.2");
  assert_state (self, "marker", "(-1, -1)");

  assert_state (self, "visible-lines", "(0.0, 10.0)");
  xdotool (
      "mousemove 1000 300 keydown ctrl click 4 sleep 0.1 click 4 sleep 0.1 click 4 keyup ctrl");
  click_at (1400, 603); /* the chart's menu */
  xdotool ("key x sleep 0.3");
  g_assert_true (wait_until_state (self, "visible-lines", "(0.0, 10.0)", FALSE));

  click_at (750, 720);
  assert_state (self, "dimension", "'step'");
  assert_state (self, "along", "'step'");
  assert_state (self, "n-lines", "2");
  value = print_state (self, "value");
  xdotool ("key ctrl+z sleep 0.3");
  assert_state (self, "dimension", "'rank'");
  assert_state (self, "n-lines", "2");
  xdotool ("key ctrl+shift+z sleep 0.3");
  assert_state (self, "dimension", "'step'");
  assert_state (self, "value", value);
}

typedef struct
{
  double first, last;
} Range;

/* What the line chart shows once it does not move any more. */
static Range
wait_for_range (Fixture *self)
{
  g_autofree char *text = print_state (self, "visible-lines");
  gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;
  Range range = { 0 };

  for (guint n_same = 0; n_same < 3;)
    {
      g_autofree char *before = g_steal_pointer (&text);
      g_usleep (50 * 1000);
      text = print_state (self, "visible-lines");
      n_same = g_strcmp0 (text, before) == 0 ? n_same + 1 : 0;
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
  g_assert_cmpint (sscanf (text, "(%lf, %lf)", &range.first, &range.last), ==, 2);
  return range;
}

static double
get_size (Range range)
{
  return range.last - range.first;
}

/* The chart's visible part by wheel, box, drag and double click, and back; with the lines as they
 * were. */
static void
test_line_ranges (Fixture *self, gconstpointer data)
{
  g_autofree char *box_state = NULL;
  Range near, far, box, moved;

  put_database (self, "dump_nan_inf_2rank");
  start (self, self->dir);
  g_assert_true (wait_until_state (self, "matrix-size", "(0, 0)", FALSE));
  g_usleep (500 * 1000);
  click_at (957, 603); /* Lines along: step */
  assert_state (self, "along", "'step'");
  click_at (900, 200);
  assert_state (self, "n-lines", "1");
  assert_state (self, "visible-lines", "(0.0, 10.0)");

  /* The wheel away from the person shows less, each time by the same share, and what the pointer
   * is on stays: further to the right, more goes on the left. */
  xdotool ("mousemove 500 720 sleep 0.2 click 4");
  g_assert_true (wait_until_state (self, "visible-lines", "(0.0, 10.0)", FALSE));
  near = wait_for_range (self);
  g_assert_cmpfloat (get_size (near), <, 10);
  g_assert_cmpfloat (get_size (near), >, 5);
  g_assert_cmpfloat (near.first, >=, 0);
  g_assert_cmpfloat (near.last, <=, 10);
  xdotool ("click 5");
  assert_state (self, "visible-lines", "(0.0, 10.0)");
  xdotool ("mousemove 900 720 sleep 0.2 click 4");
  g_assert_true (wait_until_state (self, "visible-lines", "(0.0, 10.0)", FALSE));
  far = wait_for_range (self);
  g_assert_cmpfloat (far.first, >, near.first);
  g_assert_cmpfloat_with_epsilon (get_size (far), get_size (near), 1e-6);
  xdotool ("click 4");
  moved = wait_for_range (self);
  g_assert_cmpfloat_with_epsilon (get_size (moved) / get_size (far), get_size (far) / 10, 1e-6);
  xdotool ("click --repeat 6 --delay 50 5");
  assert_state (self, "visible-lines", "(0.0, 10.0)");
  g_usleep (700 * 1000); /* what follows is no double click */

  /* A box of 300 pixels is what is shown then. */
  xdotool ("mousemove 500 680 mousedown 3 sleep 0.1 mousemove 600 700 sleep 0.1"
           " mousemove 800 740 sleep 0.1 mouseup 3");
  g_assert_true (wait_until_state (self, "visible-lines", "(0.0, 10.0)", FALSE));
  box = wait_for_range (self);
  box_state = print_state (self, "visible-lines");
  g_assert_cmpfloat (box.first, >, 0);
  g_assert_cmpfloat (box.last, <, near.last);
  xdotool ("key alt+Left");
  assert_state (self, "visible-lines", "(0.0, 10.0)");
  xdotool ("key alt+Right");
  assert_state (self, "visible-lines", box_state);

  /* A drag to the left shows what lies to the right, and as much of it: 150 pixels are half of what
   * the box was of the whole. */
  xdotool ("mousemove 800 720 mousedown 1 sleep 0.1 mousemove 750 720 sleep 0.1"
           " mousemove 650 720 sleep 0.1 mouseup 1");
  g_assert_true (wait_until_state (self, "visible-lines", box_state, FALSE));
  moved = wait_for_range (self);
  g_assert_cmpfloat_with_epsilon (get_size (moved), get_size (box), 1e-6);
  g_assert_cmpfloat_with_epsilon (moved.first - box.first, get_size (box) * get_size (box) / 20,
                                  get_size (box) / 50);
  xdotool ("key alt+Left");
  assert_state (self, "visible-lines", box_state);
  xdotool ("click --repeat 2 --delay 60 1");
  assert_state (self, "visible-lines", "(0.0, 10.0)");
  /* None of this was a click on a step. */
  assert_state (self, "dimension", "'rank'");
  assert_state (self, "n-lines", "1");
}

/* Raw data only: the sheet is shown; Enter imports; the heat map appears; nothing is left behind.
 */
static void
test_import (Fixture *self, gconstpointer data)
{
  g_autofree char *source
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_tensor_L0", "data", NULL);
  g_autofree char *folder = g_build_filename (self->dir, "run 实验", NULL);
  g_autofree char *database = g_build_filename (folder, "dump_data.trend.db", NULL);
  g_autofree char *part = g_strconcat (database, ".part", NULL);
  const char *copy[] = { "cp", "-r", source, folder, NULL };
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **) copy, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                &error);
  g_assert_no_error (error);
  start (self, folder);
  assert_state (self, "matrix-size", "(0, 0)");
  g_usleep (1500 * 1000);
  g_assert_false (g_file_test (database, G_FILE_TEST_EXISTS));
  xdotool ("key Return sleep 0.5");
  g_assert_true (wait_until_state (self, "matrix-size", "(0, 0)", FALSE));
  g_assert_true (g_file_test (database, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
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
  g_test_init (&argc, &argv, NULL);
  display = g_strdup (g_getenv ("DISPLAY"));
  g_test_add ("/end-to-end/heat-map-to-lines", Fixture, NULL, set_up, test_heatmap_to_lines,
              tear_down);
  g_test_add ("/end-to-end/along", Fixture, NULL, set_up, test_along, tear_down);
  g_test_add ("/end-to-end/line-ranges", Fixture, NULL, set_up, test_line_ranges, tear_down);
  g_test_add ("/end-to-end/import", Fixture, NULL, set_up, test_import, tear_down);
  return g_test_run ();
}
