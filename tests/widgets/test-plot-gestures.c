/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../test-display.h"

#include "widgets/plot-gestures.h"

#include <math.h>
#include <string.h>

typedef struct
{
  GtkWidget *window, *widget;
  TsPlotGestures *gestures;
  GString *log; /* what was emitted, in few words */
  gboolean empty;
} Fixture;

static gboolean
get_area (TsRect *area, gpointer data)
{
  Fixture *self = data;

  *area = (TsRect){ 100, 50, 200, 100 };
  return !self->empty;
}

static void
zoom_cb (TsPlotGestures *gestures, double x, double y, double fx, double fy, Fixture *self)
{
  g_string_append_printf (self->log, "zoom %g %g %g %g;", x, y, fx, fy);
}

static void
slide_cb (TsPlotGestures *gestures, double notches, Fixture *self)
{
  g_string_append_printf (self->log, "slide %g;", notches);
}

static void
pan_begin_cb (TsPlotGestures *gestures, Fixture *self)
{
  g_string_append (self->log, "begin;");
}

static void
pan_cb (TsPlotGestures *gestures, double dx, double dy, Fixture *self)
{
  g_string_append_printf (self->log, "pan %g %g;", dx, dy);
}

static void
box_cb (TsPlotGestures *gestures, double x0, double y0, double x1, double y1, Fixture *self)
{
  g_string_append_printf (self->log, "box %g %g %g %g;", x0, y0, x1, y1);
}

static void
clicked_cb (TsPlotGestures *gestures, double x, double y, GdkModifierType state, Fixture *self)
{
  g_string_append_printf (self->log, "click %g %g %d;", x, y, state == GDK_SHIFT_MASK);
}

static void
menu_cb (TsPlotGestures *gestures, double x, double y, Fixture *self)
{
  g_string_append_printf (self->log, "menu %g %g;", x, y);
}

static void
show_all_cb (TsPlotGestures *gestures, Fixture *self)
{
  g_string_append (self->log, "all;");
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->log = g_string_new (NULL);
  self->widget = gtk_drawing_area_new ();
  self->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (self->window), self->widget);
  gtk_window_present (GTK_WINDOW (self->window));
  self->gestures = ts_plot_gestures_new (self->widget, get_area, self);
  g_signal_connect (self->gestures, "zoom", G_CALLBACK (zoom_cb), self);
  g_signal_connect (self->gestures, "slide", G_CALLBACK (slide_cb), self);
  g_signal_connect (self->gestures, "pan-begin", G_CALLBACK (pan_begin_cb), self);
  g_signal_connect (self->gestures, "pan", G_CALLBACK (pan_cb), self);
  g_signal_connect (self->gestures, "box", G_CALLBACK (box_cb), self);
  g_signal_connect (self->gestures, "clicked", G_CALLBACK (clicked_cb), self);
  g_signal_connect (self->gestures, "menu", G_CALLBACK (menu_cb), self);
  g_signal_connect (self->gestures, "show-all", G_CALLBACK (show_all_cb), self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->gestures);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_string_free (self->log, TRUE);
}

static void
expect (Fixture *self, const char *log)
{
  g_assert_cmpstr (self->log->str, ==, log);
  g_string_truncate (self->log, 0);
}

static void
drag (
    Fixture *self, guint button, GdkModifierType state, double x0, double y0, double x1, double y1)
{
  ts_plot_gestures_press (self->gestures, x0, y0, button, 1);
  ts_plot_gestures_drag (self->gestures, x1, y1, state);
  ts_plot_gestures_release (self->gestures, x1, y1, state);
}

static void
test_wheel (Fixture *self, gconstpointer data)
{
  g_assert_true (ts_plot_gestures_scroll (self->gestures, 150, 60, 0, -1, 0));
  expect (self, "zoom 150 60 1.25 1.25;");
  ts_plot_gestures_scroll (self->gestures, 150, 60, 0, 1, GDK_CONTROL_MASK);
  expect (self, "zoom 150 60 0.8 1;");
  ts_plot_gestures_scroll (self->gestures, 150, 60, 0, -1, GDK_SHIFT_MASK);
  expect (self, "zoom 150 60 1 1.25;");
  /* Some systems make of Shift and the wheel a turn sideways. */
  ts_plot_gestures_scroll (self->gestures, 150, 60, -1, 0, GDK_SHIFT_MASK);
  expect (self, "zoom 150 60 1 1.25;");
  ts_plot_gestures_scroll (self->gestures, 150, 60, 2, 0, 0);
  expect (self, "slide 2;");
  g_assert_false (ts_plot_gestures_scroll (self->gestures, 99, 60, 0, -1, 0));
  self->empty = TRUE;
  g_assert_false (ts_plot_gestures_scroll (self->gestures, 150, 60, 0, -1, 0));
  expect (self, "");
}

static void
test_pan (Fixture *self, gconstpointer data)
{
  ts_plot_gestures_press (self->gestures, 150, 60, GDK_BUTTON_PRIMARY, 1);
  ts_plot_gestures_drag (self->gestures, 152, 61, 0); /* a hand is not that steady */
  g_assert_false (ts_plot_gestures_is_dragging (self->gestures));
  ts_plot_gestures_drag (self->gestures, 140, 80, 0);
  g_assert_true (ts_plot_gestures_is_dragging (self->gestures));
  ts_plot_gestures_drag (self->gestures, 500, -20, 0); /* beyond the data, too */
  ts_plot_gestures_release (self->gestures, 500, -20, 0);
  expect (self, "begin;pan -10 20;pan 350 -80;");
  drag (self, GDK_BUTTON_PRIMARY, 0, 20, 60, 150, 60); /* begun beside the data */
  drag (self, GDK_BUTTON_MIDDLE, 0, 150, 60, 250, 60);
  expect (self, "");
}

static void
test_box (Fixture *self, gconstpointer data)
{
  drag (self, GDK_BUTTON_SECONDARY, 0, 150, 60, 900, 100);
  expect (self, "box 150 60 300 100;");
  drag (self, GDK_BUTTON_PRIMARY, GDK_SHIFT_MASK, 200, 120, 150, 60);
  expect (self, "box 150 60 200 120;");
  ts_plot_gestures_set_box_zoom (self->gestures, TRUE);
  drag (self, GDK_BUTTON_PRIMARY, 0, 150, 60, 200, 120);
  expect (self, "box 150 60 200 120;");
  /* Flat: these columns, all rows; a line down: these rows, all columns; next to nothing: a slip.
   */
  drag (self, GDK_BUTTON_SECONDARY, 0, 150, 60, 250, 62);
  expect (self, "box 150 50 250 150;");
  drag (self, GDK_BUTTON_SECONDARY, 0, 150, 60, 151, 90);
  expect (self, "box 100 60 300 90;");
  drag (self, GDK_BUTTON_SECONDARY, 0, 150, 60, 156, 63);
  expect (self, "");
}

/* A drag that is called off has no effect, whatever follows. */
static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_assert_false (ts_plot_gestures_cancel (self->gestures));
  ts_plot_gestures_press (self->gestures, 150, 60, GDK_BUTTON_SECONDARY, 1);
  ts_plot_gestures_drag (self->gestures, 200, 120, 0);
  g_assert_true (ts_plot_gestures_cancel (self->gestures));
  ts_plot_gestures_drag (self->gestures, 210, 130, 0);
  ts_plot_gestures_release (self->gestures, 210, 130, 0);
  expect (self, "");
}

static void
click (Fixture *self, int n_press)
{
  ts_plot_gestures_press (self->gestures, 150, 60, GDK_BUTTON_PRIMARY, 1);
  if (n_press > 1)
    ts_plot_gestures_press (self->gestures, 150, 60, GDK_BUTTON_PRIMARY, n_press);
  ts_plot_gestures_release (self->gestures, 150, 60, GDK_SHIFT_MASK);
}

static void
test_click (Fixture *self, gconstpointer data)
{
  click (self, 1);
  expect (self, "click 150 60 1;");
  drag (self, GDK_BUTTON_SECONDARY, 0, 150, 60, 151, 60);
  expect (self, "menu 151 60;");
}

static void
wait_for_double_click_time (void)
{
  gint64 end;
  int wait;

  g_object_get (gtk_settings_get_default (), "gtk-double-click-time", &wait, NULL);
  end = g_get_monotonic_time () + (wait + 100) * G_TIME_SPAN_MILLISECOND;
  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

/* Two clicks are one double click, which is no click: what a click adds is not added. */
static void
test_double_click (Fixture *self, gconstpointer data)
{
  ts_plot_gestures_set_zoomed (self->gestures, TRUE);
  click (self, 1);
  expect (self, "");
  click (self, 2);
  expect (self, "all;");
  wait_for_double_click_time ();
  expect (self, "");
  click (self, 1);
  wait_for_double_click_time ();
  expect (self, "click 150 60 1;");
  /* Nor does a drag that follows at once leave a click behind. */
  click (self, 1);
  drag (self, GDK_BUTTON_PRIMARY, 0, 150, 60, 160, 60);
  wait_for_double_click_time ();
  expect (self, "begin;pan 10 0;");
  /* With all in sight two clicks are two: the second takes back what the first has done. */
  ts_plot_gestures_set_zoomed (self->gestures, FALSE);
  click (self, 1);
  click (self, 2);
  expect (self, "click 150 60 1;click 150 60 1;");
}

static void
add (const char *path, void (*func) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, func, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
  add ("/plot-gestures/wheel", test_wheel);
  add ("/plot-gestures/pan", test_pan);
  add ("/plot-gestures/box", test_box);
  add ("/plot-gestures/cancel", test_cancel);
  add ("/plot-gestures/click", test_click);
  add ("/plot-gestures/double-click", test_double_click);
  return g_test_run ();
}
