/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The direction of the lines, and what links them to the heat map. */
#include "../../test-display.h"
#include "../window-fixture.h"

#include "widgets/heatmap-view-private.h"
#include "widgets/line-view-private.h"

/* The toggle in the line chart's header whose label that is. */
static GtkToggleButton *
find_toggle (GtkWidget *widget, const char *label)
{
  if (GTK_IS_TOGGLE_BUTTON (widget)
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return GTK_TOGGLE_BUTTON (widget);
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c))
    {
      GtkToggleButton *found = find_toggle (c, label);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* A button that does what action does, and that can be pressed when action can be chosen. */
static GtkWidget *
add_button (GtkWidget *page, const char *action)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_widget_get_ancestor (
      GTK_WIDGET (ts_trends_page_get_line_view (TS_TRENDS_PAGE (page))), GTK_TYPE_BOX);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

/* Lines over the steps that the heat map of a rank has across: each chart shows where the other
 * points, the chart zooms to what the heat map shows, and a click in it is followed. */
static void
test_along (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  GtkWidget *page = GTK_WIDGET (window_get_trends (self));
  GtkWidget *lines = GTK_WIDGET (window_get_lines (self));
  GtkWidget *zoom = add_button (page, "trends.zoom-to-range");
  GtkWidget *band = add_button (page, "trends.show-band");
  double first, last;
  int x, y;

  window_open_fixture (self, "dump_nan_inf_2rank");
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 2u, 3u);
  window_wait_for (window_get_n_lines (self) == 1);
  g_assert_true (gtk_toggle_button_get_active (find_toggle (lines, "Rank")));
  g_assert_false (gtk_widget_is_sensitive (zoom));
  g_assert_false (gtk_widget_is_sensitive (band));

  gtk_widget_activate (GTK_WIDGET (find_toggle (lines, "Step")));
  window_wait_for (ts_line_view_get_series (window_get_lines (self), 0)->axis->dimension
                   == TS_DIMENSION_STEP);
  g_assert_true (gtk_toggle_button_get_active (find_toggle (lines, "Step")));
  g_assert_cmpint (window_get_n_lines (self), ==, 1);
  g_assert_true (gtk_widget_is_sensitive (zoom));
  g_assert_true (gtk_widget_is_sensitive (band));

  /* The label's mnemonic leads to the toggle that is on. */
  gtk_widget_mnemonic_activate (gtk_widget_get_parent (GTK_WIDGET (find_toggle (lines, "Rank"))),
                                FALSE);
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (find_toggle (lines, "Step"))));

  /* The crosshair in the heat map, and the heat map's pointer in the chart. */
  ts_line_view_set_crosshair (window_get_lines (self), 4);
  ts_heatmap_view_get_marker (window_get_heatmap (self), &x, &y);
  g_assert_cmpint (x, ==, 4);
  g_assert_cmpint (y, ==, -1);
  ts_line_view_set_crosshair (window_get_lines (self), -1);
  ts_heatmap_view_get_marker (window_get_heatmap (self), &x, &y);
  g_assert_cmpint (x, ==, -1);
  g_assert_cmpint (ts_line_view_get_current (window_get_lines (self)), ==, -1);
  g_signal_emit_by_name (window_get_heatmap (self), "hover-changed", 5, 0);
  g_assert_cmpint (ts_line_view_get_current (window_get_lines (self)), ==, 5);
  g_signal_emit_by_name (window_get_heatmap (self), "hover-changed", -1, -1);
  g_assert_cmpint (ts_line_view_get_current (window_get_lines (self)), ==, -1);

  ts_heatmap_view_set_visible (window_get_heatmap (self), 2, 6, 0, 10);
  g_assert_true (gtk_widget_activate_action (page, "trends.zoom-to-range", NULL));
  ts_line_view_get_visible (window_get_lines (self), &first, &last);
  g_assert_cmpfloat (first, ==, 2);
  g_assert_cmpfloat (last, ==, 6);

  g_signal_emit_by_name (lines, "position-activated", 3u);
  window_wait_for (ts_session_get_matrix (session)->x->dimension == TS_DIMENSION_RANK);
  g_assert_cmpint (ts_session_get_selection (session)->dimension, ==, TS_DIMENSION_STEP);
  g_assert_cmpint (ts_session_get_selection (session)->value, ==, 3);
  g_assert_cmpint (window_get_n_lines (self), ==, 1);
  g_assert_cmpint (ts_line_view_get_current (window_get_lines (self)), ==, 3);
  ts_line_view_get_visible (window_get_lines (self), &first, &last);
  g_assert_cmpfloat (first, ==, 2); /* the chart itself stays as it is */
  window_activate (self, "undo", NULL);
  window_wait_for (ts_session_get_matrix (session)->x->dimension == TS_DIMENSION_STEP);
  g_assert_cmpint (window_get_n_lines (self), ==, 1);

  /* Modules run down the heat map. */
  window_activate (self, "along", g_variant_new_string ("module_name"));
  window_wait_for (ts_line_view_get_series (window_get_lines (self), 0)->axis->dimension
                   == TS_DIMENSION_MODULE);
  ts_line_view_set_crosshair (window_get_lines (self), 7);
  ts_heatmap_view_get_marker (window_get_heatmap (self), &x, &y);
  g_assert_cmpint (x, ==, -1);
  g_assert_cmpint (y, >=, 0);
  g_assert_cmpint (ts_heatmap_view_get_matrix (window_get_heatmap (self))->y->ids[y], ==,
                   ts_line_view_get_series (window_get_lines (self), 0)->axis->ids[7]);
}

/* Two cells of a row share a line over steps, which takes both away when it goes. */
static void
test_shared_line (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);

  window_open_fixture (self, "dump_nan_inf_2rank");
  window_activate (self, "along", g_variant_new_string ("step"));
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 2u, 3u);
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 5u, 3u);
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 5u, 4u);
  window_wait_for (window_get_n_lines (self) == 2);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 3);
  g_signal_emit_by_name (window_get_lines (self), "remove-line", 0u);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 1);
  window_wait_for (window_get_n_lines (self) == 1);
  window_activate (self, "undo", NULL);
  window_wait_for (window_get_n_lines (self) == 2);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 3);
}

/* Behind lines over steps the range of all ranks, also where the heat map shows one rank; none
 * behind lines over ranks. */
static void
test_band (WindowFixture *self, gconstpointer data)
{
  GtkWidget *page = GTK_WIDGET (window_get_trends (self));
  const TsLinePlot *plot = ts_line_view_get_plot (window_get_lines (self));
  const TsSeries *line;

  window_open_fixture (self, "dump_nan_inf_2rank");
  window_activate (self, "along", g_variant_new_string ("step"));
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 2u, 3u);
  window_wait_for (window_get_n_lines (self) == 1);
  gtk_widget_activate_action (page, "trends.show-band", NULL);
  window_wait_for (ts_line_plot_get_band (plot) != NULL);
  line = ts_line_view_get_series (window_get_lines (self), 0);
  g_assert_cmpint (ts_line_plot_get_band (plot)->min->axis->dimension, ==, TS_DIMENSION_STEP);
  for (guint i = 0; i < line->axis->n; i++)
    {
      int place = ts_axis_find (ts_line_plot_get_band (plot)->min->axis, line->axis->ids[i]);
      g_assert_cmpint (place, >=, 0);
      g_assert_cmpfloat (ts_line_plot_get_band (plot)->min->values[place], <=, line->values[i]);
      g_assert_cmpfloat (ts_line_plot_get_band (plot)->max->values[place], >=, line->values[i]);
    }

  window_activate (self, "along", g_variant_new_string ("rank"));
  window_wait_for (ts_line_view_get_series (window_get_lines (self), 0)->axis->dimension
                   == TS_DIMENSION_RANK);
  window_iterate (200);
  g_assert_null (ts_line_plot_get_band (plot));
  window_activate (self, "along", g_variant_new_string ("module_name"));
  window_wait_for (ts_line_plot_get_band (plot) != NULL);
  g_assert_cmpint (ts_line_plot_get_band (plot)->min->axis->dimension, ==, TS_DIMENSION_MODULE);
}

/* Pixels that widget draws in a colour. */
static guint
count_pixels (GtkWidget *widget, const TsColor *color)
{
  cairo_surface_t *surface = test_render (widget, FALSE);
  const guint32 *pixels = (const guint32 *) (const void *) cairo_image_surface_get_data (surface);
  guint n = 0;

  for (int i = 0; i < gtk_widget_get_width (widget) * gtk_widget_get_height (widget); i++)
    n += pixels[i] == ts_color_to_argb (color);
  cairo_surface_destroy (surface);
  return n;
}

/* Whether something stands at the upper border of widget. */
static gboolean
has_border (GtkWidget *widget)
{
  cairo_surface_t *surface = test_render (widget, FALSE);
  const guint8 *middle
      = cairo_image_surface_get_data (surface) + 4 * (gtk_widget_get_width (widget) / 2);
  gboolean has = middle[3] > 0;

  cairo_surface_destroy (surface);
  return has;
}

/* The keyboard's place is seen before a key is pressed there. */
static void
test_focus (WindowFixture *self, gconstpointer data)
{
  GtkWidget *chart = GTK_WIDGET (window_get_lines (self)->cursor);

  window_open_fixture (self, "dump_nan_inf_2rank");
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 2u, 3u);
  window_wait_for (window_get_n_lines (self) == 1);
  window_iterate (200);
  g_assert_false (has_border (chart));
  gtk_widget_grab_focus (chart);
  gtk_window_set_focus_visible (GTK_WINDOW (self->window), TRUE);
  window_wait_for (has_border (chart));
}

/* The outline of a chosen cell, by its ids; NULL when it has none. */
static const TsCellOutline *
find_mark (WindowFixture *self, gint64 x_id, gint64 y_id)
{
  const TsHeatmapView *view = window_get_heatmap (self);

  for (guint i = 0; i < view->n_outlines; i++)
    if (view->outlines[i].x_id == x_id && view->outlines[i].y_id == y_id)
      return &view->outlines[i];
  return NULL;
}

static void
assert_outlined (WindowFixture *self, gint64 x_id, gint64 y_id, guint line)
{
  const TsCellOutline *mark = find_mark (self, x_id, y_id);
  TsColor color = ts_line_view_get_line_color (
      window_get_lines (self),
      ts_line_plot_get_color (ts_line_view_get_plot (window_get_lines (self)), line));

  g_assert_nonnull (mark);
  g_assert_cmpmem (&mark->color, sizeof color, &color, sizeof color);
  window_wait_for (count_pixels (window_get_heatmap (self)->overlay, &color) > 8);
}

/* Each chosen cell is outlined in its line's colour, while the line is shown; another metric keeps
 * cells, colours and what is hidden, and reads the lines again. */
static void
test_outlines (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  g_autoptr (TsSeries) before = NULL;
  gint64 x[2], y[2];

  window_open_fixture (self, "dump_nan_inf_2rank");
  for (guint i = 0; i < 2; i++)
    {
      x[i] = ts_session_get_matrix (session)->x->ids[2 + 3 * i];
      y[i] = ts_session_get_matrix (session)->y->ids[3 + 4 * i];
      g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 2 + 3 * i, 3 + 4 * i);
    }
  window_wait_for (window_get_n_lines (self) == 2);
  window_iterate (200);
  assert_outlined (self, x[0], y[0], 0);
  assert_outlined (self, x[1], y[1], 1);

  g_signal_emit_by_name (window_get_lines (self), "show-lines", G_GUINT64_CONSTANT (1));
  g_assert_null (find_mark (self, x[1], y[1]));
  assert_outlined (self, x[0], y[0], 0);

  before = ts_series_ref (ts_line_view_get_series (window_get_lines (self), 0));
  window_activate (self, "metric", g_variant_new_string ("backward"));
  window_wait_for (ts_line_view_get_series (window_get_lines (self), 0) != before);
  window_wait_for (!g_str_equal (ts_session_get_selection (session)->metric, "forward"));
  window_iterate (300);
  g_assert_cmpint (window_get_n_lines (self), ==, 2);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 2);
  g_assert_cmpint (ts_line_view_get_series (window_get_lines (self), 0)->y_id, ==, before->y_id);
  g_assert_true (ts_line_view_get_shown (window_get_lines (self), 0));
  g_assert_false (ts_line_view_get_shown (window_get_lines (self), 1));
}

static gboolean
has_label_with (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c))
    if (has_label_with (c, text))
      return TRUE;
  return FALSE;
}

/* One cell too many is refused in words. */
static void
test_limit (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);
  TsMatrix *matrix;

  window_open_fixture (self, "dump_nan_inf_2rank");
  matrix = ts_session_get_matrix (session);
  for (guint i = 0; i < TS_MAX_LINES; i++)
    g_assert_true (ts_session_add_cell (session, matrix->x->ids[i % matrix->x->n],
                                        matrix->y->ids[i / matrix->x->n]));
  window_wait_for (window_get_n_lines (self) == TS_MAX_LINES);
  g_assert_false (has_label_with (GTK_WIDGET (self->window), "No more than 64"));
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 0u, matrix->y->n - 1);
  window_wait_for (has_label_with (GTK_WIDGET (self->window), "No more than 64"));
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, TS_MAX_LINES);
  /* A cell that has a line is taken away as ever. */
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 0u, 0u);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, TS_MAX_LINES - 1);
}

/* Lines that can't be read are not left in the direction before. */
static void
test_vanished (WindowFixture *self, gconstpointer data)
{
  TsSession *session = ts_window_get_session (self->window);

  window_open_fixture (self, "dump_nan_inf_2rank");
  g_signal_emit_by_name (window_get_heatmap (self), "cell-activated", 2u, 3u);
  window_wait_for (window_get_n_lines (self) == 1);
  g_assert_cmpint (g_unlink (ts_session_get_catalog (session)->path), ==, 0);
  window_activate (self, "along", g_variant_new_string ("step"));
  window_wait_for (window_get_n_lines (self) == 0);
  g_assert_cmpuint (ts_session_get_n_cells (session), ==, 1);
  window_activate (self, "undo", NULL);
  g_assert_cmpint (ts_session_get_along (session), ==, TS_DIMENSION_RANK);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!test_has_display ())
    return 0;
#define ADD(name, function)                                                                        \
  g_test_add ("/window-lines/" name, WindowFixture, NULL, window_set_up, function, window_tear_down)
  ADD ("along", test_along);
  ADD ("shared-line", test_shared_line);
  ADD ("band", test_band);
  ADD ("focus", test_focus);
  ADD ("outlines", test_outlines);
  ADD ("limit", test_limit);
  ADD ("vanished", test_vanished);
  return g_test_run ();
}
