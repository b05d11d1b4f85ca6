/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-view-private.h"

#include "../test-display.h"
#include "line-owner.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

typedef struct
{
  GtkWidget *window;
  TsLineView *view;
  guint lines_changed;
  int crosshair;
  int activated;
} Fixture;

static void
changed_cb (TsLineView *view, Fixture *f)
{
  f->lines_changed++;
}

static void
note_cb (TsLineView *view, guint line, guint *noted)
{
  *noted = line;
}

static void
moved_cb (TsLineView *view, int place, Fixture *f)
{
  f->crosshair = place;
}

static void
activated_cb (TsLineView *view, guint place, Fixture *f)
{
  f->activated = (int) place;
}

static gboolean
timed_out_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
wait_ms (guint milliseconds)
{
  gboolean done = FALSE;

  g_timeout_add (milliseconds, timed_out_cb, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
}

static void
settle (Fixture *f)
{
  for (guint i = 0; i < 100 && ts_line_canvas_get_layout (f->view->canvas) == NULL; i++)
    wait_ms (20);
  wait_ms (80);
  for (guint i = 0; i < 100 && ts_line_view_get_n_lines (f->view) > 0
                    && !ts_line_canvas_is_exact (f->view->canvas);
       i++)
    wait_ms (20);
}

static TsSeries *
make_series (gint64 id, guint n, double factor)
{
  g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_STEP, n);
  g_autofree char *name = g_strdup_printf ("layers.%d.mlp · rank 0", (int) id);
  TsSeries *series;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *place = g_strdup_printf ("%u", 500 * i);
      ts_axis_set_place (axis, i, i, place, 500.0 * i);
    }
  series = ts_series_new (axis, name, id, 0);
  for (guint i = 0; i < n; i++)
    {
      double value = i == 7 ? NAN : factor * (i + 1);
      ts_series_set (series, i, value, (guint8) ts_cell_state_of (value));
    }
  ts_series_seal (series);
  return series;
}

static void
add (Fixture *f, gint64 id, guint n, double factor)
{
  g_autoptr (TsSeries) series = make_series (id, n, factor);

  line_owner_add (f->view, series);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->crosshair = f->activated = -2;
  f->window = gtk_window_new ();
  f->view = TS_LINE_VIEW (ts_line_view_new ());
  g_signal_connect (f->view, "lines-changed", G_CALLBACK (changed_cb), f);
  line_owner_follow (f->view);
  g_signal_connect (f->view, "crosshair-moved", G_CALLBACK (moved_cb), f);
  g_signal_connect (f->view, "position-activated", G_CALLBACK (activated_cb), f);
  gtk_window_set_child (GTK_WINDOW (f->window), GTK_WIDGET (f->view));
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 400);
  gtk_window_present (GTK_WINDOW (f->window));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  TsLineView *view = g_object_ref (f->view);

  gtk_window_destroy (GTK_WINDOW (f->window));
  wait_ms (20);
  g_assert_finalize_object (view);
}

static gboolean
press (Fixture *f, guint key, GdkModifierType modifiers)
{
  return _ts_line_view_handle_key (f->view, key, modifiers);
}

/* --- tests --- */

static void
test_lines (Fixture *f, gconstpointer data)
{
  g_autoptr (TsSeries) again = make_series (1, 10, 5);
  g_autoptr (GArray) lines = NULL;

  add (f, 1, 10, 1);
  add (f, 2, 10, 2);
  g_assert_cmpuint (ts_line_view_get_n_lines (f->view), ==, 2);
  g_assert_cmpuint (f->lines_changed, ==, 2);
  /* The same list again is no change. */
  lines = line_owner_dup (f->view);
  ts_line_view_set_lines (f->view, lines);
  g_assert_cmpuint (f->lines_changed, ==, 2);
  line_owner_replace (f->view, again);
  g_assert_true (ts_line_view_get_series (f->view, 0) == again);
  line_owner_remove_place (f->view, 0);
  g_assert_false (line_owner_has (f->view, 1, 0));
  line_owner_clear (f->view);
  g_assert_cmpuint (ts_line_view_get_n_lines (f->view), ==, 0);
}

/* One whose numbers are still to come is left out, and takes its place when they have. */
static void
test_pending (Fixture *f, gconstpointer data)
{
  g_autoptr (TsSeries) late = make_series (7, 10, 1);
  g_autoptr (GArray) lines = NULL;
  TsChartLine pending = { .x_id = 7, .along = TS_DIMENSION_STEP, .color = 5, .pending = TRUE };
  guint removed = G_MAXUINT;

  for (guint i = 0; i < 3; i++)
    add (f, i, 10, i + 1);
  lines = line_owner_dup (f->view);
  g_array_insert_val (lines, 1, pending);
  ts_line_view_set_lines (f->view, lines);
  g_assert_cmpuint (ts_line_view_get_n_lines (f->view), ==, 3);
  /* What is asked for counts as the list does. */
  g_signal_handlers_disconnect_by_func (f->view, line_owner_remove_place, NULL);
  g_signal_connect (f->view, "remove-line", G_CALLBACK (note_cb), &removed);
  g_signal_emit_by_name (f->view->legend, "line-removed", 1);
  g_assert_cmpuint (removed, ==, 2);
  g_array_index (lines, TsChartLine, 1).series = late;
  ts_line_view_set_lines (f->view, lines);
  g_assert_cmpuint (ts_line_view_get_n_lines (f->view), ==, 4);
  g_assert_true (ts_line_view_get_series (f->view, 1) == late);
  g_assert_false (ts_line_view_get_shown (f->view, 1));
  g_assert_cmpuint (ts_line_plot_get_color (f->view->plot, 1), ==, 5);
  g_assert_cmpint (ts_line_view_get_series (f->view, 3)->x_id, ==, 2);
}

static void
count_cb (TsLineView *view, guint *n)
{
  (*n)++;
}

/* The part that holds some ids, of which others may be unknown; with a way back, until the lines
 * are others. */
static void
test_visible_ids (Fixture *f, gconstpointer data)
{
  const gint64 ids[] = { 5, 3, 77, 4 }, unknown[] = { 77, 78 };
  double first, last;
  guint n_changes = 0;

  g_signal_connect (f->view, "view-changed", G_CALLBACK (count_cb), &n_changes);
  g_assert_false (ts_line_view_set_visible_ids (f->view, ids, 4));
  add (f, 1, 10, 1);
  g_assert_false (ts_line_view_set_visible_ids (f->view, unknown, 2));
  g_assert_false (ts_line_view_set_visible_ids (f->view, NULL, 0));
  n_changes = 0;
  g_assert_true (ts_line_view_set_visible_ids (f->view, ids, 4));
  g_assert_cmpuint (n_changes, ==, 1);
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat (first, ==, 3);
  g_assert_cmpfloat (last, ==, 6);
  g_assert_true (ts_line_view_set_visible_ids (f->view, ids, 1));
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat (first, ==, 5);
  g_assert_cmpfloat (last, ==, 6);
  _ts_line_view_undo_range (f->view);
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat (first, ==, 3);

  line_owner_clear (f->view);
  g_assert_false (ts_range_history_can_undo (f->view->history));
  g_assert_false (ts_range_history_can_redo (f->view->history));
}

/* The button is there when there is something to choose. */
static void
test_header_menu (Fixture *f, gconstpointer data)
{
  g_autoptr (GMenu) extra = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenuModel) menu = NULL;
  g_autoptr (GMenuModel) first = NULL;

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (f->view->menu_button)));
  g_menu_append (section, "Export", "win.export-lines");
  g_menu_append_section (extra, "Title", G_MENU_MODEL (section));
  ts_line_view_set_extra_menu (f->view, G_MENU_MODEL (extra));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (f->view->menu_button)));
  menu = _ts_line_view_create_header_menu (f->view);
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 2);
  first = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
  g_assert_true (first == G_MENU_MODEL (section));
}

/* The context menu is as large as all of its sections, which get headings after it is shown. */
static void
test_menu_size (Fixture *f, gconstpointer data)
{
  g_autoptr (GMenu) extra = g_menu_new ();
  int wanted_width, wanted_height;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GMenu) section = g_menu_new ();
      g_menu_append (section, "Export", "line.show-all");
      g_menu_append_section (extra, "A heading that is wider than all of the items are",
                             G_MENU_MODEL (section));
    }
  ts_line_view_set_extra_menu (f->view, G_MENU_MODEL (extra));
  add (f, 1, 10, 1);
  settle (f);
  _ts_line_view_popup_menu (f->view, 100, 50);
  wait_ms (300);
  gtk_widget_measure (f->view->menu, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted_width, NULL,
                      NULL);
  gtk_widget_measure (f->view->menu, GTK_ORIENTATION_VERTICAL, -1, NULL, &wanted_height, NULL,
                      NULL);
  g_assert_cmpint (gtk_widget_get_allocated_width (f->view->menu), >=, wanted_width);
  g_assert_cmpint (gtk_widget_get_allocated_height (f->view->menu), >=, wanted_height);
  gtk_popover_popdown (GTK_POPOVER (f->view->menu));
}

static void
test_legend (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    add (f, i, 10, i + 1);
  g_signal_emit_by_name (f->view->legend, "line-toggled", 1);
  g_assert_false (ts_line_view_get_shown (f->view, 1));
  /* A double click: the first click toggles, the second shows the line alone. */
  g_signal_emit_by_name (f->view->legend, "line-toggled", 2);
  g_signal_emit_by_name (f->view->legend, "line-isolated", 2);
  g_assert_false (ts_line_view_get_shown (f->view, 0));
  g_assert_false (ts_line_view_get_shown (f->view, 1));
  g_assert_true (ts_line_view_get_shown (f->view, 2));
  /* And again: all of them. */
  g_signal_emit_by_name (f->view->legend, "line-toggled", 2);
  g_signal_emit_by_name (f->view->legend, "line-isolated", 2);
  for (guint i = 0; i < 3; i++)
    g_assert_true (ts_line_view_get_shown (f->view, i));
  g_signal_emit_by_name (f->view->legend, "line-removed", 0);
  g_assert_false (line_owner_has (f->view, 0, 0));
}

static GtkWidget *
find_widget (GtkWidget *widget, GType type, guint *skip)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*skip)-- == 0)
    return widget;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c))
    {
      GtkWidget *found = find_widget (c, type, skip);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
press_in_row (GtkWidget *row, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (row);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &handled);
    }
  g_assert_true (handled);
}

/* Rows have their whole names as tooltips, and keys for what the pointer does. */
static void
test_legend_rows (Fixture *f, gconstpointer data)
{
  guint skip = 1, first = 0, name_skip = 0;
  GtkWidget *row, *name;

  for (guint i = 0; i < 3; i++)
    add (f, i, 10, i + 1);
  settle (f);
  row = find_widget (GTK_WIDGET (f->view->legend), GTK_TYPE_LIST_BOX_ROW, &skip);
  name = find_widget (row, GTK_TYPE_LABEL, &name_skip);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (row), ==, "layers.1.mlp · rank 0");
  g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (name)), ==, PANGO_ELLIPSIZE_MIDDLE);
  press_in_row (row, GDK_KEY_space);
  g_assert_false (ts_line_view_get_shown (f->view, 1));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Hidden");
  press_in_row (row, GDK_KEY_Return);
  g_assert_false (ts_line_view_get_shown (f->view, 0));
  g_assert_true (ts_line_view_get_shown (f->view, 1));
  g_assert_false (ts_line_view_get_shown (f->view, 2));
  press_in_row (row, GDK_KEY_Delete);
  g_assert_false (line_owner_has (f->view, 1, 0));
  /* The cross of the first row that is left. */
  g_signal_emit_by_name (find_widget (GTK_WIDGET (f->view->legend), GTK_TYPE_BUTTON, &first),
                         "clicked");
  g_assert_false (line_owner_has (f->view, 0, 0));
  g_assert_cmpuint (ts_line_view_get_n_lines (f->view), ==, 1);
  gtk_widget_activate (f->view->clear);
  wait_ms (300);
  g_assert_cmpuint (ts_line_view_get_n_lines (f->view), ==, 0);
}

/* Motion draws what moves, never the lines. */
static void
test_motion_draws_no_line (Fixture *f, gconstpointer data)
{
  guint n_draws;

  add (f, 0, 100, 1);
  settle (f);
  n_draws = ts_line_canvas_get_n_draws (f->view->canvas);
  g_assert_cmpuint (n_draws, >, 0);
  for (int place = 0; place < 20; place++)
    {
      ts_line_cursor_set_readout (f->view->cursor, TRUE);
      ts_line_view_set_crosshair (f->view, place);
      wait_ms (20);
    }
  g_assert_cmpint (f->crosshair, ==, 19);
  g_assert_cmpuint (ts_line_canvas_get_n_draws (f->view->canvas), ==, n_draws);
}

static void
test_keyboard (Fixture *f, gconstpointer data)
{
  g_assert_false (press (f, GDK_KEY_Right, 0));
  add (f, 0, 30, 1);
  add (f, 1, 30, 2);
  settle (f);
  press (f, GDK_KEY_Right, 0);
  g_assert_cmpint (ts_line_view_get_crosshair (f->view), ==, 0);
  press (f, GDK_KEY_Right, 0);
  press (f, GDK_KEY_Right, GDK_CONTROL_MASK);
  g_assert_cmpint (ts_line_view_get_crosshair (f->view), ==, 4);
  press (f, GDK_KEY_Left, 0);
  g_assert_cmpint (ts_line_view_get_crosshair (f->view), ==, 3);
  press (f, GDK_KEY_n, 0);
  g_assert_cmpint (ts_line_view_get_crosshair (f->view), ==, 7);
  press (f, GDK_KEY_Return, 0);
  g_assert_cmpint (f->activated, ==, 7);
  /* Tab goes over the lines and then on. */
  g_assert_true (press (f, GDK_KEY_Tab, 0));
  g_assert_cmpint (f->view->line, ==, 0);
  g_assert_true (press (f, GDK_KEY_Tab, 0));
  g_assert_cmpint (f->view->line, ==, 1);
  g_assert_false (press (f, GDK_KEY_Tab, 0));
  g_assert_true (press (f, GDK_KEY_Escape, 0));
  g_assert_cmpint (ts_line_view_get_crosshair (f->view), ==, -1);
  g_assert_false (press (f, GDK_KEY_Escape, 0));
}

static void
test_zoom_and_undo (Fixture *f, gconstpointer data)
{
  const TsLineLayout *layout;
  double first, last;

  add (f, 0, 100, 1);
  settle (f);
  layout = ts_line_canvas_get_layout (f->view->canvas);
  _ts_line_view_zoom (f->view, (layout->left + layout->right) / 2, layout->top, 2, 1);
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat_with_epsilon (first, 25, 0.01);
  g_assert_cmpfloat_with_epsilon (last, 75, 0.01);
  g_assert_true (_ts_line_view_is_zoomed (f->view));
  _ts_line_view_undo_range (f->view);
  g_assert_false (_ts_line_view_is_zoomed (f->view));
  _ts_line_view_redo_range (f->view);
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat_with_epsilon (last, 75, 0.01);
  /* A turn of the wheel right after that is a step of its own. */
  _ts_line_view_undo_range (f->view);
  _ts_line_view_zoom (f->view, (layout->left + layout->right) / 2, layout->top, 2, 1);
  _ts_line_view_redo_range (f->view);
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat_with_epsilon (last, 75, 0.01);
  _ts_line_view_undo_range (f->view);
  g_assert_false (_ts_line_view_is_zoomed (f->view));
  _ts_line_view_redo_range (f->view);
  /* The crosshair stays in sight. */
  ts_line_view_set_crosshair (f->view, 74);
  press (f, GDK_KEY_Right, 0);
  press (f, GDK_KEY_Right, 0);
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat (last, >=, 77);
  press (f, GDK_KEY_Home, 0);
  g_assert_false (_ts_line_view_is_zoomed (f->view));
  settle (f);
}

/* On request the Y axis shows a range of values, as far as the lines have any there. */
static void
test_visible_values (Fixture *f, gconstpointer data)
{
  TsScale all, part;

  g_assert_false (ts_line_view_set_visible_values (f->view, 0, 10));
  add (f, 1, 50, 2);
  all = ts_line_plot_get_full_scale (ts_line_view_get_plot (f->view));
  g_assert_true (ts_line_view_set_visible_values (f->view, 20, 40));
  part = ts_line_plot_get_scale (ts_line_view_get_plot (f->view));
  g_assert_cmpfloat_with_epsilon (part.min, 20, 1e-9);
  g_assert_cmpfloat_with_epsilon (part.max, 40, 1e-9);
  g_assert_false (ts_line_view_set_visible_values (f->view, all.max + 10, all.max + 20));
  g_assert_true (ts_line_view_set_visible_values (f->view, -INFINITY, INFINITY));
  part = ts_line_plot_get_scale (ts_line_view_get_plot (f->view));
  g_assert_cmpfloat_with_epsilon (part.min, all.min, 1e-9);
  g_assert_cmpfloat_with_epsilon (part.max, all.max, 1e-9);
}

static void
test_cursors (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL, *details = NULL, *nan_text = NULL, *more = NULL;

  add (f, 0, 30, 2);
  ts_line_view_set_cursors (f->view, 1, 3);
  text = _ts_line_view_describe_marks (f->view, &details);
  g_assert_cmpstr (text, ==, "A 500 · B 1500 · B − A = 4 (× 2)");
  ts_line_view_set_cursors (f->view, 1, 7);
  nan_text = _ts_line_view_describe_marks (f->view, &more);
  g_assert_nonnull (strstr (nan_text, "A 4 · B NaN"));
  settle (f);
}

static char *
note_of (Fixture *f)
{
  return g_strdup (gtk_label_get_text (f->view->note));
}

/* The header follows the line that Tab leads to, and goes on telling what a pixel can't show. */
static void
test_cursors_of_lines (Fixture *f, gconstpointer data)
{
  g_autofree char *first = NULL, *second = NULL, *alone = NULL, *dense = NULL;

  add (f, 0, 30, 2);
  add (f, 1, 30, 3);
  settle (f);
  ts_line_view_set_cursors (f->view, 1, 3);
  press (f, GDK_KEY_Tab, 0);
  first = note_of (f);
  g_assert_true (g_str_has_prefix (first, "A 500 · B 1500 · B − A = 4 (× 2) · layers.0.mlp"));
  press (f, GDK_KEY_Tab, 0);
  second = note_of (f);
  g_assert_true (g_str_has_prefix (second, "A 500 · B 1500 · B − A = 6 (× 2) · layers.1.mlp"));
  /* A line that is hidden, or gone, is not the one that is told of. */
  line_owner_show (f->view, 1);
  alone = note_of (f);
  g_assert_nonnull (strstr (alone, "layers.0.mlp"));
  line_owner_clear (f->view);
  add (f, 0, 20000, 1);
  ts_line_view_set_cursors (f->view, 1, 3);
  dense = note_of (f);
  g_assert_nonnull (strstr (dense, "B − A = 2"));
  g_assert_nonnull (strstr (dense, "points"));
}

/* Differences that are none: of values that were cut, and beyond what a double holds. */
static void
test_cursors_beyond (Fixture *f, gconstpointer data)
{
  static const struct
  {
    double a, b;
    gboolean clamped;
    const char *text;
  } cases[] = { { 1e9, 1e9, TRUE, "A ≥ 1000000000 (clamped) · B ≥ 1000000000 (clamped)" },
                { -1e308, 1e308, FALSE, "A -1e+308 · B 1e+308" },
                { 1e-300, 1e300, FALSE, "B − A = 1e300" },
                { 1e300, 1e-300, FALSE, "B − A = −1e300" },
                { 0, 3, FALSE, "B − A = 3" },
                { 3, 0, FALSE, "B − A = −3 (× 0)" },
                { NAN, 3, FALSE, "A NaN · B 3" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TsSeries) series = make_series (i, 10, 1);
      g_autofree char *text = NULL, *details = NULL, *wanted = NULL;
      guint8 cut = cases[i].clamped ? TS_CELL_CLAMPED : 0;
      ts_series_set (series, 0, cases[i].a, (guint8) ts_cell_state_of (cases[i].a) | cut);
      ts_series_set (series, 1, cases[i].b, (guint8) ts_cell_state_of (cases[i].b) | cut);
      line_owner_clear (f->view);
      line_owner_add (f->view, series);
      ts_line_view_set_cursors (f->view, 0, 1);
      text = _ts_line_view_describe_marks (f->view, &details);
      wanted = g_strdup_printf ("A 0 · B 500 · %s", cases[i].text);
      g_assert_cmpstr (text, ==, wanted);
    }
}

/* Another metric has other steps: cursors, crosshair and views gone by stay at theirs. */
static void
test_other_axis (Fixture *f, gconstpointer data)
{
  g_autoptr (TsSeries) many = make_series (0, 20, 1);
  g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_STEP, 10);
  g_autoptr (TsSeries) few = NULL;
  double first, last;

  for (guint i = 0; i < 10; i++)
    ts_axis_set_place (axis, i, 2 * i, NULL, 1000.0 * i);
  few = ts_series_new (axis, "layers.0.mlp · rank 0", 0, 0);
  for (guint i = 0; i < 10; i++)
    ts_series_set (few, i, i, TS_CELL_NUMBER);
  ts_series_seal (few);
  line_owner_add (f->view, many);
  settle (f);
  ts_line_view_set_visible (f->view, 4, 12);
  _ts_line_view_remember_range (f->view);
  ts_line_view_set_visible (f->view, 6, 8);
  ts_line_view_set_cursors (f->view, 7, 8);
  ts_line_view_set_crosshair (f->view, 6);
  line_owner_replace (f->view, few);
  g_assert_cmpint (f->view->a, ==, -1); /* there is no such step any more */
  g_assert_cmpint (f->view->b, ==, 4);
  g_assert_cmpint (ts_line_view_get_crosshair (f->view), ==, 3);
  g_assert_cmpint (f->crosshair, ==, 3);
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat (first, ==, 3);
  g_assert_cmpfloat (last, ==, 4);
  _ts_line_view_undo_range (f->view);
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat (first, ==, 2);
  g_assert_cmpfloat (last, ==, 6);
}

static void
test_accessible (Fixture *f, gconstpointer data)
{
  GtkAccessible *cursor;

  add (f, 0, 30, 2);
  add (f, 1, 30, 3);
  ts_line_view_set_title (f->view, "norm over steps", "norm");
  settle (f);
  cursor = GTK_ACCESSIBLE (f->view->cursor);
  g_assert_true (gtk_test_accessible_has_role (cursor, GTK_ACCESSIBLE_ROLE_IMG));
  g_assert_true (gtk_test_accessible_has_property (cursor, GTK_ACCESSIBLE_PROPERTY_LABEL));
  gtk_test_accessible_assert_property (cursor, GTK_ACCESSIBLE_PROPERTY_LABEL, "norm over steps");
  ts_line_view_set_crosshair (f->view, 2);
  gtk_test_accessible_assert_property (
      cursor, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
      "Training step 1000; layers.0.mlp · rank 0: 6; layers.1.mlp · rank 0: 9");
  press (f, GDK_KEY_Tab, 0);
  gtk_test_accessible_assert_property (cursor, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "Training step 1000; layers.0.mlp · rank 0: 6");
}

static void
test_csv (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  add (f, 0, 9, 0.1);
  text = ts_line_view_to_csv (f->view);
  g_assert_true (g_str_has_prefix (text, "step,layers.0.mlp · rank 0\n0,0.1\n500,0.2\n"));
  g_assert_nonnull (strstr (text, "\n3500,nan\n"));
}

static void
test_place_point (Fixture *f, gconstpointer data)
{
  graphene_point_t first, last;

  add (f, 0, 10, 1);
  settle (f);
  g_assert_true (ts_line_view_get_place_point (f->view, 0, &first));
  g_assert_true (ts_line_view_get_place_point (f->view, 9, &last));
  g_assert_cmpfloat (first.x, <, last.x);
  g_assert_false (ts_line_view_get_place_point (f->view, 10, &last));
}

/* Sliders follow the range, and the range follows them. */
static void
test_sliders (Fixture *f, gconstpointer data)
{
  double first, last;

  add (f, 0, 100, 1);
  ts_line_view_set_visible (f->view, 20, 40);
  settle (f);
  ts_range_slider_get_window (f->view->slider_x, &first, &last);
  g_assert_cmpfloat (first, ==, 20);
  g_assert_cmpfloat (last, ==, 40);
  ts_range_slider_set_window (f->view->slider_x, 50, 60);
  g_signal_emit_by_name (f->view->slider_x, "changed");
  ts_line_view_get_visible (f->view, &first, &last);
  g_assert_cmpfloat (first, ==, 50);
  g_assert_cmpfloat (last, ==, 60);
}

/* Pixels of a strong blue, the slider's grips. */
static guint
count_grip_pixels (GtkWidget *slider)
{
  int width = gtk_widget_get_width (slider), height = gtk_widget_get_height (slider);
  cairo_surface_t *surface = test_render (slider, TRUE);
  const guint8 *data = cairo_image_surface_get_data (surface);
  guint n = 0;

  for (int i = 0; i < height * width; i++)
    n += data[4 * i] > data[4 * i + 2] + 100; /* blue, and little red */
  cairo_surface_destroy (surface);
  return n;
}

/* The n-th label of a row: its name, its value, what changes between the cursors. */
static const char *
get_row_text (Fixture *f, guint row, guint n)
{
  GtkWidget *widget = find_widget (GTK_WIDGET (f->view->legend), GTK_TYPE_LIST_BOX_ROW, &row);

  return gtk_label_get_text (GTK_LABEL (find_widget (widget, GTK_TYPE_LABEL, &n)));
}

/* Values and differences are the legend's, a column each; what names share stands once. */
static void
test_legend_columns (Fixture *f, gconstpointer data)
{
  guint row = 1, label = 0;
  GtkWidget *widget;

  add (f, 0, 30, 2);
  add (f, 1, 30, -3);
  settle (f);
  g_assert_cmpstr (get_row_text (f, 0, 0), ==, "layers.0.mlp");
  g_assert_cmpstr (get_row_text (f, 1, 0), ==, "layers.1.mlp");
  widget = find_widget (GTK_WIDGET (f->view->legend), GTK_TYPE_LABEL, &label);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (widget)), ==, "… · rank 0");
  ts_line_view_set_crosshair (f->view, 2);
  g_assert_cmpstr (get_row_text (f, 0, 1), ==, "6");
  g_assert_cmpstr (get_row_text (f, 1, 1), ==, "−9");
  ts_line_view_set_cursors (f->view, 1, 3);
  g_assert_cmpstr (get_row_text (f, 0, 2), ==, "4");
  g_assert_cmpstr (get_row_text (f, 1, 2), ==, "−6");
  ts_line_view_set_cursors (f->view, 1, 7);
  g_assert_cmpstr (get_row_text (f, 0, 2), ==, "–");
  /* The one that Tab has led to stands out. */
  f->view->line = 1;
  _ts_line_view_update_cursor (f->view);
  widget = find_widget (GTK_WIDGET (f->view->legend), GTK_TYPE_LIST_BOX_ROW, &row);
  g_assert_true (gtk_widget_has_css_class (widget, "stands-out"));
}

/* What is drawn behind the lines has its row and its values, with the ranks it leaves out. */
static void
test_legend_behind (Fixture *f, gconstpointer data)
{
  g_autoptr (TsSeries) line = make_series (0, 10, 1);
  g_autoptr (TsBand) band = ts_band_new (line->axis, "All ranks");
  TsLineExtras extras = { band, TRUE, FALSE, NAN, NAN, NULL };

  band->n_abnormal = g_new0 (guint, 10);
  band->n_abnormal[4] = 3;
  for (guint i = 0; i < 10; i++)
    {
      ts_series_set (band->min, i, 1, TS_CELL_NUMBER);
      ts_series_set (band->max, i, 9, TS_CELL_NUMBER);
    }
  line_owner_add (f->view, line);
  ts_line_view_set_extras (f->view, &extras);
  settle (f);
  g_assert_cmpstr (get_row_text (f, 1, 0), ==, "All ranks, least – greatest");
  ts_line_view_set_crosshair (f->view, 4);
  g_assert_cmpstr (get_row_text (f, 1, 1), ==, "1 – 9 · 3 not finite");
  ts_line_view_set_crosshair (f->view, 5);
  g_assert_cmpstr (get_row_text (f, 1, 1), ==, "1 – 9");
}

/* The values lie open to the eye while they are measured: above the axis nothing is covered but by
 * the crosshair and the rings on it. */
static void
test_readout_covers_nothing (Fixture *f, gconstpointer data)
{
  const TsLineLayout *layout;
  cairo_surface_t *picture;
  int x;

  for (guint i = 0; i < 12; i++)
    add (f, i, 20, 100 - i);
  settle (f);
  ts_line_cursor_set_readout (f->view->cursor, TRUE);
  ts_line_view_set_crosshair (f->view, 10);
  wait_ms (100);
  layout = ts_line_canvas_get_layout (f->view->canvas);
  picture = test_render (GTK_WIDGET (f->view->cursor), FALSE);
  x = (int) ts_line_layout_x (layout, 10.5);
  for (int y = (int) layout->top; y < (int) layout->bottom; y++)
    {
      const guint32 *row
          = (const guint32 *) (const void *) (cairo_image_surface_get_data (picture)
                                              + (gsize) y
                                                    * (gsize) cairo_image_surface_get_stride (
                                                        picture));
      for (int k = (int) layout->left; k < (int) layout->right; k++)
        g_assert_true (abs (k - x) < 10 || row[k] == row[(int) layout->left]);
    }
  cairo_surface_destroy (picture);
}

/* The whole name of a module stands in the readout: one digit in its middle is seen. */
static void
test_long_name (Fixture *f, gconstpointer data)
{
  static const char *const names[] = {
    "Module.module.decoder.layers.3.self_attention1.linear_qkv.ColumnParallelLinear.input.0",
    "Module.module.decoder.layers.3.self_attention2.linear_qkv.ColumnParallelLinear.input.0"
  };
  cairo_surface_t *pictures[2];

  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_MODULE, 9);
      g_autoptr (TsSeries) series = NULL;
      for (guint i = 0; i < 9; i++)
        ts_axis_set_place (axis, i, i, i == 0 ? names[k] : "other.input.0", i);
      series = ts_series_new (axis, "rank 0", 0, 0);
      for (guint i = 0; i < 9; i++)
        ts_series_set (series, i, i, TS_CELL_NUMBER);
      ts_series_seal (series);
      line_owner_clear (f->view);
      line_owner_add (f->view, series);
      settle (f);
      ts_line_cursor_set_readout (f->view->cursor, TRUE);
      ts_line_view_set_crosshair (f->view, 0);
      wait_ms (100);
      pictures[k] = test_render (GTK_WIDGET (f->view->cursor), TRUE);
    }
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (pictures[0]),
                           cairo_image_surface_get_data (pictures[1]),
                           (gsize) cairo_image_surface_get_height (pictures[0])
                               * (gsize) cairo_image_surface_get_stride (pictures[0])),
                   !=, 0);
  cairo_surface_destroy (pictures[0]);
  cairo_surface_destroy (pictures[1]);
}

/* However little of an axis is visible, its slider shows where. */
static void
test_least_window (Fixture *f, gconstpointer data)
{
  GtkWidget *slider;

  add (f, 0, 100000, 1);
  settle (f);
  slider = GTK_WIDGET (f->view->slider_y);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (slider), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "-3998.96 to 104000");
  ts_line_view_set_visible_values (f->view, 50000, 50010);
  ts_line_view_set_visible (f->view, 99999, 100000);
  settle (f);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (slider), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "50000 to 50010");
  g_assert_cmpuint (count_grip_pixels (slider), >, 20);
  g_assert_cmpuint (count_grip_pixels (GTK_WIDGET (f->view->slider_x)), >, 20);
}

/* At the end of zooming in, what is visible stays. */
static void
test_deepest_y (Fixture *f, gconstpointer data)
{
  const TsLineLayout *layout;
  TsViewRange range, later;

  add (f, 0, 10, 1);
  settle (f);
  layout = ts_line_canvas_get_layout (f->view->canvas);
  for (guint i = 0; i < 130; i++)
    _ts_line_view_zoom (f->view, layout->left, layout->data_top + 20, 1, 1.2);
  _ts_line_view_get_range (f->view, &range);
  for (guint i = 0; i < 30; i++)
    _ts_line_view_zoom (f->view, layout->left, layout->data_top + 20, 1, 1.2);
  _ts_line_view_get_range (f->view, &later);
  g_assert_cmpfloat (range.y1 - range.y0, <, 1e-8);
  g_assert_cmpfloat_with_epsilon (later.y0, range.y0, 1e-12);
}

/* One NaN in a hundred thousand steps is in the miniature. */
static void
test_miniature (Fixture *f, gconstpointer data)
{
  static const guint sizes[] = { 100000, 12 };

  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    {
      g_autoptr (TsSeries) series = make_series (k, sizes[k], 1);
      cairo_surface_t *picture;
      const guint8 *pixels;
      guint n_marked = 0, width, at = sizes[k] - sizes[k] / 4 - 1;

      ts_series_set (series, 7, 8, TS_CELL_NUMBER);
      ts_series_set (series, at, NAN, TS_CELL_NAN);
      line_owner_clear (f->view);
      line_owner_add (f->view, series);
      settle (f);
      picture = test_render (GTK_WIDGET (f->view->slider_x), TRUE);
      width = (guint) cairo_image_surface_get_width (picture);
      pixels
          = cairo_image_surface_get_data (picture) + 5 * cairo_image_surface_get_stride (picture);
      for (guint x = 4; x + 4 < width; x++)
        if (pixels[4 * x + 2] > pixels[4 * x + 1] + 60) /* more red than green */
          {
            n_marked++;
            g_assert_cmpfloat_with_epsilon (x / (double) width, (at + 0.5) / sizes[k], 0.1);
          }
      g_assert_cmpuint (n_marked, >, 0);
      cairo_surface_destroy (picture);
    }
}

static void
test_options (Fixture *f, gconstpointer data)
{
  TsLineOptions options = { TS_SCALE_LOG, 0.5 };

  add (f, 0, 20, 1);
  ts_line_view_set_options (f->view, &options);
  g_assert_cmpuint (gtk_drop_down_get_selected (f->view->scale), ==, TS_SCALE_LOG);
  gtk_drop_down_set_selected (f->view->scale, TS_SCALE_SYMLOG);
  g_assert_cmpint (ts_line_view_get_options (f->view)->y_scale, ==, TS_SCALE_SYMLOG);
  g_assert_cmpfloat (ts_line_view_get_options (f->view)->smoothing, ==, 0.5);
  settle (f);
}

#define ADD(name, func) g_test_add ("/line-view/" name, Fixture, NULL, set_up, func, tear_down)

/* --- gestures: which way, and how far --- */

static TsViewRange
get_range (Fixture *f)
{
  TsViewRange range;

  ts_line_view_get_visible (f->view, &range.x0, &range.x1);
  ts_line_plot_get_visible_y (ts_line_view_get_plot (f->view), &range.y0, &range.y1);
  return range;
}

static void
assert_range (Fixture *f, double x0, double x1, double y0, double y1)
{
  TsViewRange range = get_range (f);

  g_assert_cmpfloat_with_epsilon (range.x0, x0, 0.05);
  g_assert_cmpfloat_with_epsilon (range.x1, x1, 0.05);
  g_assert_cmpfloat_with_epsilon (range.y0, y0, 0.005);
  g_assert_cmpfloat_with_epsilon (range.y1, y1, 0.005);
}

static void
test_wheel (Fixture *f, gconstpointer data)
{
  const TsLineLayout *layout;
  double x, y;

  add (f, 0, 100, 1);
  settle (f);
  layout = ts_line_canvas_get_layout (f->view->canvas);
  x = ts_line_layout_x (layout, 20);
  y = layout->data_bottom - 0.75 * (layout->data_bottom - layout->data_top);
  /* Towards one: larger, and what is under the pointer stays there. */
  g_assert_true (ts_plot_gestures_scroll (f->view->gestures, x, y, 0, -1, 0));
  assert_range (f, 20 - 20 / 1.25, 20 + 80 / 1.25, 0.75 - 0.75 / 1.25, 0.75 + 0.25 / 1.25);
  ts_plot_gestures_scroll (f->view->gestures, x, y, 0, 1, 0);
  assert_range (f, 0, 100, 0, 1);
  ts_plot_gestures_scroll (f->view->gestures, x, y, 0, -1, GDK_CONTROL_MASK);
  assert_range (f, 20 - 20 / 1.25, 20 + 80 / 1.25, 0, 1);
  /* To the right shows what lies to the right. */
  ts_plot_gestures_scroll (f->view->gestures, x, y, 1, 0, 0);
  assert_range (f, 4 + 80 / 12.0, 84 + 80 / 12.0, 0, 1);
  _ts_line_view_undo_range (f->view);
  assert_range (f, 0, 100, 0, 1);
  ts_plot_gestures_scroll (f->view->gestures, x, y, 0, -1, GDK_SHIFT_MASK);
  assert_range (f, 0, 100, 0.15, 0.95);
  /* Beside the data the wheel is the page's. */
  g_assert_false (ts_plot_gestures_scroll (f->view->gestures, layout->left - 20, y, 0, -1, 0));
}

static void
drag (Fixture *f, double x0, double y0, double x1, double y1, guint button, GdkModifierType state)
{
  ts_plot_gestures_press (f->view->gestures, x0, y0, button, 1);
  ts_plot_gestures_drag (f->view->gestures, (x0 + x1) / 2, (y0 + y1) / 2, state);
  ts_plot_gestures_drag (f->view->gestures, x1, y1, state);
  ts_plot_gestures_release (f->view->gestures, x1, y1, state);
}

static void
test_pan (Fixture *f, gconstpointer data)
{
  const TsLineLayout *layout;
  double x, y, height, step;

  add (f, 0, 100, 1);
  settle (f);
  ts_line_view_set_visible (f->view, 40, 60);
  ts_line_plot_set_visible_y (ts_line_view_get_plot (f->view), 0.4, 0.6);
  _ts_line_view_redraw_range (f->view);
  settle (f);
  layout = ts_line_canvas_get_layout (f->view->canvas);
  height = layout->data_bottom - layout->data_top;
  step = (layout->right - layout->left) / 20;
  x = ts_line_layout_x (layout, 50);
  y = layout->data_top + height / 2;
  /* The hand takes the picture along: to the right and down shows what lies left and above. */
  drag (f, x, y, x + 5 * step, y + height / 4, GDK_BUTTON_PRIMARY, 0);
  assert_range (f, 35, 55, 0.45, 0.65);
  drag (f, x, y, x - 10 * step, y, GDK_BUTTON_PRIMARY, 0);
  assert_range (f, 45, 65, 0.45, 0.65);
  _ts_line_view_undo_range (f->view);
  assert_range (f, 35, 55, 0.45, 0.65);
}

static void
test_box (Fixture *f, gconstpointer data)
{
  const TsLineLayout *layout;
  double x0, x1, y0, y1, height;

  add (f, 0, 100, 1);
  settle (f);
  layout = ts_line_canvas_get_layout (f->view->canvas);
  height = layout->data_bottom - layout->data_top;
  x0 = ts_line_layout_x (layout, 30);
  x1 = ts_line_layout_x (layout, 70);
  y0 = layout->data_bottom - 0.8 * height;
  y1 = layout->data_bottom - 0.2 * height;
  drag (f, x1, y1, x0, y0, GDK_BUTTON_SECONDARY, 0);
  assert_range (f, 30, 70, 0.2, 0.8);
  _ts_line_view_undo_range (f->view);
  drag (f, x0, y0, x1, y1, GDK_BUTTON_PRIMARY, GDK_SHIFT_MASK);
  assert_range (f, 30, 70, 0.2, 0.8);
  _ts_line_view_undo_range (f->view);
  /* Flat: these places, all values. */
  drag (f, x0, y0, x1, y0 + 2, GDK_BUTTON_SECONDARY, 0);
  assert_range (f, 30, 70, 0, 1);
  /* Twice on the chart shows all of it again. */
  ts_plot_gestures_press (f->view->gestures, x0, y0, GDK_BUTTON_PRIMARY, 2);
  assert_range (f, 0, 100, 0, 1);
}

static cairo_surface_t *
render_exact (Fixture *f)
{
  for (guint i = 0; i < 200 && !ts_line_canvas_is_exact (f->view->canvas); i++)
    wait_ms (20);
  g_assert_true (ts_line_canvas_is_exact (f->view->canvas));
  return test_render (GTK_WIDGET (f->view->canvas), TRUE);
}

/* Pictures that take too long are drawn by a thread: the same, and until they are there the old one
 * where its lines are now. */
static void
test_slow_picture (Fixture *f, gconstpointer data)
{
  cairo_surface_t *whole, *other;
  gsize size;

  add (f, 0, 500, 1);
  add (f, 1, 500, 2);
  settle (f);
  ts_line_view_set_visible (f->view, 100, 200);
  whole = render_exact (f);
  size = (gsize) cairo_image_surface_get_height (whole)
         * (gsize) cairo_image_surface_get_stride (whole);
  ts_line_canvas_set_budget (f->view->canvas, -1);
  ts_line_view_set_visible (f->view, 0, 500);
  other = test_render (GTK_WIDGET (f->view->canvas), TRUE);
  g_assert_false (ts_line_canvas_is_exact (f->view->canvas));
  cairo_surface_destroy (other);
  /* Changed again while the thread draws. */
  ts_line_view_set_visible (f->view, 100, 200);
  wait_ms (50);
  other = render_exact (f);
  g_assert_cmpmem (cairo_image_surface_get_data (whole), size, cairo_image_surface_get_data (other),
                   size);
  cairo_surface_destroy (whole);
  cairo_surface_destroy (other);
  /* Gone before the thread is done. */
  ts_line_view_set_visible (f->view, 0, 500);
  wait_ms (5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
  adw_init ();
  ADD ("lines", test_lines);
  ADD ("pending", test_pending);
  ADD ("visible-ids", test_visible_ids);
  ADD ("header-menu", test_header_menu);
  ADD ("menu-size", test_menu_size);
  ADD ("legend", test_legend);
  ADD ("legend-rows", test_legend_rows);
  ADD ("motion-draws-no-line", test_motion_draws_no_line);
  ADD ("keyboard", test_keyboard);
  ADD ("zoom-and-undo", test_zoom_and_undo);
  ADD ("wheel", test_wheel);
  ADD ("pan", test_pan);
  ADD ("box", test_box);
  ADD ("visible-values", test_visible_values);
  ADD ("cursors", test_cursors);
  ADD ("cursors-of-lines", test_cursors_of_lines);
  ADD ("cursors-beyond", test_cursors_beyond);
  ADD ("other-axis", test_other_axis);
  ADD ("least-window", test_least_window);
  ADD ("slow-picture", test_slow_picture);
  ADD ("legend-columns", test_legend_columns);
  ADD ("legend-behind", test_legend_behind);
  ADD ("readout-covers-nothing", test_readout_covers_nothing);
  ADD ("long-name", test_long_name);
  ADD ("accessible", test_accessible);
  ADD ("csv", test_csv);
  ADD ("place-point", test_place_point);
  ADD ("sliders", test_sliders);
  ADD ("miniature", test_miniature);
  ADD ("deepest-y", test_deepest_y);
  ADD ("options", test_options);
  return g_test_run ();
}
