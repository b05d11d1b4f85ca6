/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../plot/sample-matrix.h"
#include "../test-display.h"

#include "widgets/heatmap-view-private.h"

#include <adwaita.h>

#define TIMEOUT (20 * G_USEC_PER_SEC)

typedef struct
{
  GtkWidget *window;
  TsHeatmapView *view;
  guint n_activated, x, y;
  int hover_x, hover_y;
} Fixture;

static void
activated_cb (TsHeatmapView *view, guint x, guint y, Fixture *self)
{
  self->n_activated++;
  self->x = x;
  self->y = y;
}

static void
hover_cb (TsHeatmapView *view, int x, int y, Fixture *self)
{
  self->hover_x = x;
  self->hover_y = y;
}

static void
settle (Fixture *self)
{
  gint64 end = g_get_monotonic_time () + TIMEOUT;

  gtk_test_widget_wait_for_draw (self->window);
  while (!_ts_heatmap_view_is_settled (self->view) && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
  g_assert_true (_ts_heatmap_view_is_settled (self->view));
  gtk_test_widget_wait_for_draw (self->window);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->window = gtk_window_new ();
  self->view = TS_HEATMAP_VIEW (ts_heatmap_view_new ());
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->view));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 900, 600);
  g_signal_connect (self->view, "cell-activated", G_CALLBACK (activated_cb), self);
  g_signal_connect (self->view, "hover-changed", G_CALLBACK (hover_cb), self);
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
show (Fixture *self, TsMatrix *matrix)
{
  ts_heatmap_view_set_matrix (self->view, matrix, "forward · norm · step 1", "norm");
  settle (self);
}

static TsMatrix *
get_shown (Fixture *self)
{
  return self->view->picture->rows != NULL ? self->view->picture->rows->shown : NULL;
}

static TsViewRange
visible (Fixture *self)
{
  TsViewRange range;

  ts_heatmap_view_get_visible (self->view, &range.x0, &range.x1, &range.y0, &range.y1);
  return range;
}

static graphene_point_t
point_of (Fixture *self, guint x, guint y)
{
  graphene_point_t point;

  g_assert_true (ts_heatmap_view_get_cell_point (self->view, x, y, &point));
  return point;
}

static void
click (Fixture *self, double x, double y)
{
  ts_plot_gestures_press (self->view->gestures, x, y, GDK_BUTTON_PRIMARY, 1);
  ts_plot_gestures_release (self->view->gestures, x, y, 0);
}

static void
test_new_destroy (void)
{
  GtkWidget *view = g_object_ref_sink (ts_heatmap_view_new ());

  ts_heatmap_view_set_matrix (TS_HEATMAP_VIEW (view), NULL, NULL, NULL);
  ts_heatmap_view_show_all (TS_HEATMAP_VIEW (view));
  g_assert_finalize_object (view);
}

static void
test_click (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (8, 14);
  graphene_point_t point;

  show (self, matrix);
  point = point_of (self, 3, 5);
  click (self, point.x, point.y);
  g_assert_cmpuint (self->n_activated, ==, 1);
  g_assert_cmpuint (self->x, ==, 3);
  g_assert_cmpuint (self->y, ==, 5);
  /* A drag is no click; nor is a press beside the cells. */
  ts_plot_gestures_press (self->view->gestures, point.x, point.y, GDK_BUTTON_PRIMARY, 1);
  ts_plot_gestures_drag (self->view->gestures, point.x + 30, point.y, 0);
  ts_plot_gestures_release (self->view->gestures, point.x + 30, point.y, 0);
  click (self, 2, 2);
  g_assert_cmpuint (self->n_activated, ==, 1);
}

/* Where a cell is can be asked by the ids of its row and column; what is out of sight is nowhere.
 */
static void
test_cell_rect (Fixture *self, gconstpointer data)
{
  const double values[] = { 1, 2, 3, 40, 5, 6 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (2, 3, values);
  const gint64 *x = matrix->x->ids, *y = matrix->y->ids;
  TsRect rect, all;

  g_assert_false (ts_heatmap_view_get_cell_rect (self->view, x[0], y[0], &rect));
  show (self, matrix);
  all = self->view->layout.cells;
  g_assert_true (ts_heatmap_view_get_cell_rect (self->view, x[1], y[0], &rect));
  g_assert_cmpfloat_with_epsilon (rect.x, all.x + all.width / 2, 1e-6);
  g_assert_cmpfloat_with_epsilon (rect.y, all.y, 1e-6);
  g_assert_cmpfloat_with_epsilon (rect.height, all.height / 3, 1e-6);
  g_assert_false (ts_heatmap_view_get_cell_rect (self->view, x[1], -77, &rect));
  /* The order of rows decides where it is. */
  ts_heatmap_view_set_row_order (self->view, TS_ROW_ORDER_LARGEST, FALSE);
  settle (self);
  g_assert_true (ts_heatmap_view_get_cell_rect (self->view, x[1], y[1], &rect));
  g_assert_cmpfloat_with_epsilon (rect.y, all.y, 1e-6);
  /* Half of the column is visible. */
  ts_heatmap_view_set_visible (self->view, 0.5, 1.5, 0, 1);
  g_assert_true (ts_heatmap_view_get_cell_rect (self->view, x[0], y[1], &rect));
  g_assert_cmpfloat_with_epsilon (rect.width, all.width / 2, 1e-6);
  g_assert_false (ts_heatmap_view_get_cell_rect (self->view, x[0], y[0], &rect));
}

/* A double click shows all, and is not a click as well. */
static void
test_double_click (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (100, 70);
  graphene_point_t point;
  gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC;

  show (self, matrix);
  ts_heatmap_view_set_visible (self->view, 20, 60, 20, 48);
  point = point_of (self, 40, 30);
  click (self, point.x, point.y);
  ts_plot_gestures_press (self->view->gestures, point.x, point.y, GDK_BUTTON_PRIMARY, 2);
  ts_plot_gestures_release (self->view->gestures, point.x, point.y, 0);
  g_assert_cmpfloat (visible (self).x1, ==, 100);
  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  g_assert_cmpuint (self->n_activated, ==, 0);
}

static void
test_zoom (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (100, 70);
  graphene_point_t point;
  TsViewRange range, zoomed;
  double px, py;

  show (self, matrix);
  range = visible (self);
  g_assert_cmpfloat (range.x0, ==, 0);
  g_assert_cmpfloat (range.x1, ==, 100);
  g_assert_cmpfloat (range.y1, ==, 70);
  point = point_of (self, 30, 20);
  g_assert_true (ts_plot_gestures_scroll (self->view->gestures, point.x, point.y, 0, -2, 0));
  /* What was under the pointer stays there. */
  zoomed = visible (self);
  ts_heatmap_point_to_place (&self->view->layout.cells, &zoomed, point.x, point.y, &px, &py);
  g_assert_cmpfloat_with_epsilon (px, 30.5, 1e-3);
  g_assert_cmpfloat_with_epsilon (py, 20.5, 1e-3);
  g_assert_cmpfloat (zoomed.x1 - zoomed.x0, <, 70);
  ts_plot_gestures_scroll (self->view->gestures, point.x, point.y, 0, -1, GDK_CONTROL_MASK);
  g_assert_cmpfloat (visible (self).y1, ==, zoomed.y1);
  g_assert_cmpfloat (visible (self).x1, <, zoomed.x1);
  ts_heatmap_view_show_all (self->view);
  ts_plot_gestures_scroll (self->view->gestures, point.x, point.y, 0, -1, GDK_SHIFT_MASK);
  g_assert_cmpfloat (visible (self).x1, ==, 100);
  g_assert_cmpfloat (visible (self).y1, <, 70);
  for (guint i = 0; i < 60; i++)
    ts_plot_gestures_scroll (self->view->gestures, point.x, point.y, 0, -1, 0);
  range = visible (self);
  g_assert_cmpfloat (range.x1 - range.x0, >=, 1 - 1e-9);
  settle (self);
}

static void
test_pan_box_undo (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (100, 70);
  graphene_point_t a, b;
  TsViewRange range;

  show (self, matrix);
  ts_heatmap_view_set_visible (self->view, 20, 60, 20, 48);
  a = point_of (self, 40, 30);
  b = point_of (self, 45, 33);
  ts_plot_gestures_press (self->view->gestures, a.x, a.y, GDK_BUTTON_PRIMARY, 1);
  ts_plot_gestures_drag (self->view->gestures, b.x, b.y, 0);
  ts_plot_gestures_release (self->view->gestures, b.x, b.y, 0);
  range = visible (self);
  g_assert_cmpfloat_with_epsilon (range.x0, 15, 1e-3);
  g_assert_cmpfloat_with_epsilon (range.y0, 17, 1e-3);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "heatmap.undo-zoom", NULL);
  g_assert_cmpfloat (visible (self).x0, ==, 20);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "heatmap.redo-zoom", NULL);
  g_assert_cmpfloat_with_epsilon (visible (self).x0, 15, 1e-3);
  ts_heatmap_view_show_all (self->view);
  a = point_of (self, 10, 10);
  b = point_of (self, 30, 40);
  ts_plot_gestures_press (self->view->gestures, a.x, a.y, GDK_BUTTON_SECONDARY, 1);
  ts_plot_gestures_drag (self->view->gestures, b.x, b.y, 0);
  ts_plot_gestures_release (self->view->gestures, b.x, b.y, 0);
  range = visible (self);
  g_assert_cmpfloat_with_epsilon (range.x0, 10.5, 1e-3);
  g_assert_cmpfloat_with_epsilon (range.y1, 40.5, 1e-3);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "heatmap.show-all", NULL);
  g_assert_cmpfloat (visible (self).x1, ==, 100);
}

/* Moving the mouse draws the overlay and nothing else. */
static void
test_hover_redraws (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (100, 70);
  graphene_point_t point;
  guint picture, overlay;

  show (self, matrix);
  point = point_of (self, 50, 40);
  picture = ts_layer_get_n_snapshots (TS_LAYER (self->view->canvas));
  overlay = ts_layer_get_n_snapshots (TS_LAYER (self->view->overlay));
  for (guint i = 0; i < 5; i++)
    {
      _ts_heatmap_view_pointer_moved (self->view, point.x + 8 * i, point.y);
      gtk_test_widget_wait_for_draw (self->window);
    }
  g_assert_cmpuint (ts_layer_get_n_snapshots (TS_LAYER (self->view->canvas)), ==, picture);
  g_assert_cmpuint (ts_layer_get_n_snapshots (TS_LAYER (self->view->overlay)), >, overlay);
  g_assert_cmpint (self->hover_y, ==, 40);
  _ts_heatmap_view_pointer_moved (self->view, -1, -1);
  g_assert_cmpint (self->hover_x, ==, -1);
}

static void
test_keyboard (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (100, 70);

  ts_matrix_set (matrix, 60, 50, NAN, TS_CELL_NAN);
  ts_matrix_set (matrix, 10, 65, INFINITY, TS_CELL_POS_INF);
  ts_matrix_seal (matrix);
  show (self, matrix);
  ts_heatmap_view_set_visible (self->view, 0, 20, 0, 20);
  _ts_heatmap_view_move_cursor (self->view, 0, 0);
  g_assert_cmpint (self->hover_x, ==, 0);
  _ts_heatmap_view_move_cursor (self->view, 25, 1);
  g_assert_cmpint (self->hover_x, ==, 25);
  g_assert_cmpfloat (visible (self).x1, ==, 26); /* followed */
  g_assert_true (_ts_heatmap_view_find_next (self->view, TS_N_GLYPHS, FALSE));
  g_assert_cmpint (self->view->cursor_x, ==, 60);
  g_assert_cmpint (self->view->cursor_y, ==, 50);
  g_assert_true (_ts_heatmap_view_find_next (self->view, TS_N_GLYPHS, FALSE));
  g_assert_cmpint (self->view->cursor_y, ==, 65);
  g_assert_true (_ts_heatmap_view_find_next (self->view, TS_N_GLYPHS, TRUE));
  g_assert_cmpint (self->view->cursor_y, ==, 50);
  g_assert_false (_ts_heatmap_view_find_next (self->view, TS_GLYPH_CLAMPED, FALSE));
  _ts_heatmap_view_activate_cell (self->view, self->view->cursor_x, self->view->cursor_y);
  g_assert_cmpuint (self->n_activated, ==, 1);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_ROLE_IMG);
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (self->view),
                                                   GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT));
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (self->view),
                                                   GTK_ACCESSIBLE_PROPERTY_LABEL));
}

/* Places that signals name are those of the matrix, whatever the order on screen. */
static void
test_row_order (Fixture *self, gconstpointer data)
{
  const double values[] = { 1, 2, 3, 40, 5, 6 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (1, 6, values);
  graphene_point_t point;

  show (self, matrix);
  ts_heatmap_view_set_row_order (self->view, TS_ROW_ORDER_LARGEST, FALSE);
  settle (self);
  g_assert_cmpfloat (get_shown (self)->values[0], ==, 40);
  point = point_of (self, 0, 3);
  g_assert_cmpfloat (point.y, <, point_of (self, 0, 0).y);
  click (self, point.x, point.y);
  g_assert_cmpuint (self->y, ==, 3);
}

/* The line chart's crosshair is drawn over the cells, which are not drawn again for it. */
static void
test_marker (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (100, 70);
  guint picture, overlay;
  int x, y;

  show (self, matrix);
  picture = ts_layer_get_n_snapshots (TS_LAYER (self->view->canvas));
  for (int place = 0; place < 5; place++)
    {
      overlay = ts_layer_get_n_snapshots (TS_LAYER (self->view->overlay));
      ts_heatmap_view_set_marker (self->view, place % 2 == 0 ? place : -1,
                                  place % 2 == 0 ? -1 : place);
      gtk_test_widget_wait_for_draw (self->window);
      g_assert_cmpuint (ts_layer_get_n_snapshots (TS_LAYER (self->view->overlay)), >, overlay);
    }
  ts_heatmap_view_get_marker (self->view, &x, &y);
  g_assert_cmpint (x, ==, 4);
  g_assert_cmpint (y, ==, -1);
  /* Beyond a matrix that became smaller it is not drawn. */
  ts_heatmap_view_set_marker (self->view, 100, 70);
  gtk_test_widget_wait_for_draw (self->window);
  ts_heatmap_view_set_marker (self->view, -1, -1);
  gtk_test_widget_wait_for_draw (self->window);
  g_assert_cmpuint (ts_layer_get_n_snapshots (TS_LAYER (self->view->canvas)), ==, picture);
}

/* How many nodes the marker adds to the overlay, and where: one frame is two borders. */
static graphene_rect_t
marker_bounds (Fixture *self, int x, int y)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, 0, 0);

  ts_heatmap_view_set_marker (self->view, x, y);
  _ts_heatmap_view_append_marker (self->view, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node != NULL)
    {
      gsk_render_node_get_bounds (node, &bounds);
      gsk_render_node_unref (node);
    }
  return bounds;
}

static void
test_marker_place (Fixture *self, gconstpointer data)
{
  const double values[] = { 1, 2, 3, 40, 5, 6 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (2, 3, values);
  graphene_rect_t frame;
  graphene_point_t point;

  show (self, matrix);
  g_assert_cmpfloat (marker_bounds (self, -1, -1).size.width, ==, 0);
  point = point_of (self, 1, 0);
  frame = marker_bounds (self, 1, -1);
  g_assert_true (graphene_rect_contains_point (&frame, &point));
  point = point_of (self, 0, 0);
  g_assert_false (graphene_rect_contains_point (&frame, &point));
  /* A row is framed where the order of rows puts it. */
  ts_heatmap_view_set_row_order (self->view, TS_ROW_ORDER_LARGEST, FALSE);
  settle (self);
  for (guint y = 0; y < 3; y++)
    {
      frame = marker_bounds (self, -1, (int) y);
      for (guint other = 0; other < 3; other++)
        {
          point = point_of (self, 0, other);
          g_assert_true (graphene_rect_contains_point (&frame, &point) == (other == y));
        }
    }
  /* Zoomed in, the column goes with its cells. */
  ts_heatmap_view_set_visible (self->view, 1, 2, 0, 3);
  point = point_of (self, 1, 0);
  frame = marker_bounds (self, 1, -1);
  g_assert_true (graphene_rect_contains_point (&frame, &point));
  frame = marker_bounds (self, 0, -1);
  g_assert_false (graphene_rect_contains_point (&frame, &point));
}

static void
assert_ids (TsHeatmapView *view, TsDimension dimension, const gint64 *ids, guint n)
{
  g_autoptr (GArray) visible_ids = ts_heatmap_view_dup_visible_ids (view, dimension);

  g_assert_nonnull (visible_ids);
  g_assert_cmpmem (visible_ids->data, visible_ids->len * sizeof (gint64), ids, n * sizeof (gint64));
}

/* Columns and rows that can be seen, in part too; rows in the order of the matrix. */
static void
test_visible_ids (Fixture *self, gconstpointer data)
{
  const double values[] = { 1, 2, 3, 40, 5, 6 };
  g_autoptr (TsMatrix) columns = sample_matrix_of (6, 1, values);
  g_autoptr (TsMatrix) rows = sample_matrix_of (1, 6, values);
  TsDimension x = columns->x->dimension, y = columns->y->dimension;

  g_assert_null (ts_heatmap_view_dup_visible_ids (self->view, x));
  show (self, columns);
  assert_ids (self->view, x, columns->x->ids, 6);
  ts_heatmap_view_set_visible (self->view, 1.5, 3.2, 0, 1);
  assert_ids (self->view, x, columns->x->ids + 1, 3);
  ts_heatmap_view_set_visible (self->view, 2, 3, 0, 1);
  assert_ids (self->view, x, columns->x->ids + 2, 1);
  for (guint i = 0; i < 3; i++)
    if (i != x && i != y)
      g_assert_null (ts_heatmap_view_dup_visible_ids (self->view, (TsDimension) i));

  show (self, rows);
  ts_heatmap_view_set_row_order (self->view, TS_ROW_ORDER_LARGEST, FALSE);
  settle (self);
  ts_heatmap_view_set_visible (self->view, 0, 1, 0, 2); /* 40 and 6 */
  {
    const gint64 largest[] = { rows->y->ids[3], rows->y->ids[5] };
    assert_ids (self->view, y, largest, 2);
  }
}

static void
test_keeps_range (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) a = sample_matrix_waves (50, 40);
  g_autoptr (TsMatrix) b = sample_matrix_waves (50, 40);
  g_autoptr (TsMatrix) c = sample_matrix_waves (50, 41);

  show (self, a);
  ts_heatmap_view_set_visible (self->view, 10, 20, 10, 20);
  show (self, b);
  g_assert_cmpfloat (visible (self).x0, ==, 10);
  show (self, c);
  g_assert_cmpfloat (visible (self).x0, ==, 0);
}

/* Made in a thread; the reply for a matrix that is no longer shown is dropped. */
static void
test_large (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) large = sample_matrix_waves (600, 900);
  g_autoptr (TsMatrix) small = sample_matrix_waves (3, 4);
  gint64 start;

  show (self, small);
  start = g_get_monotonic_time ();
  ts_heatmap_view_set_matrix (self->view, large, "large", "norm");
  g_test_message ("setting a large matrix took %" G_GINT64_FORMAT " µs",
                  g_get_monotonic_time () - start);
  g_assert_null (get_shown (self));
  ts_heatmap_view_set_matrix (self->view, small, "small", "norm");
  settle (self);
  g_assert_true (get_shown (self) == small);
  show (self, large);
  g_assert_true (self->view->picture->pixels->exact);
}

static void
test_colors (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (30, 20);
  TsHeatmapColors colors;

  show (self, matrix);
  for (guint mode = TS_COLORS_GRADIENT; mode <= TS_COLORS_QUANTILES; mode++)
    for (guint reduction = TS_REDUCE_MAGNITUDE; reduction <= TS_REDUCE_MEAN; reduction++)
      {
        ts_heatmap_colors_init (&colors);
        colors.mode = mode;
        colors.reduction = reduction;
        ts_heatmap_view_set_colors (self->view, &colors);
        settle (self);
        g_assert_cmpint (self->view->picture->painter->colors.mode, ==, mode);
      }
}

/* Each matrix gets the scale that its numbers ask for, until one is chosen. */
static void
test_automatic_scale (Fixture *self, gconstpointer data)
{
  const double narrow[] = { 1, 2, 3, 4 }, wide[] = { 1e-12, 1e-8, 1e-4, 1 };
  g_autoptr (TsMatrix) first = sample_matrix_of (4, 1, narrow);
  g_autoptr (TsMatrix) second = sample_matrix_of (4, 1, wide);
  TsHeatmapColors colors;
  TsScaleType scale;

  show (self, first);
  g_assert_true (ts_heatmap_view_get_scale (self->view, &scale));
  g_assert_cmpint (scale, ==, TS_SCALE_LINEAR);
  show (self, second);
  g_assert_true (ts_heatmap_view_get_scale (self->view, &scale));
  g_assert_cmpint (scale, ==, TS_SCALE_LOG);
  colors = *ts_heatmap_view_get_colors (self->view);
  colors.auto_scale = FALSE;
  colors.scale = TS_SCALE_LINEAR;
  ts_heatmap_view_set_colors (self->view, &colors);
  settle (self);
  g_assert_true (ts_heatmap_view_get_scale (self->view, &scale));
  g_assert_cmpint (scale, ==, TS_SCALE_LINEAR);
}

static guint32
get_drawn_pixel (Fixture *self, int x, int y)
{
  GtkWidget *widget = GTK_WIDGET (self->view);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  cairo_t *cr = cairo_create (surface);
  GskRenderNode *node;
  guint32 pixel;

  _ts_heatmap_view_snapshot_canvas (snapshot, gtk_widget_get_width (widget),
                                    gtk_widget_get_height (widget), self->view);
  node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  pixel = *(const guint32 *) (cairo_image_surface_get_data (surface)
                              + y * cairo_image_surface_get_stride (surface) + x * 4);
  cairo_surface_destroy (surface);
  return pixel;
}

/* Rows too low for signs and in no layer: the line between two groups of columns stays. */
static void
test_column_groups (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (8, 100);
  TsAxis *x = matrix->x;
  graphene_point_t point;

  matrix->y->n_groups = 1;
  x->n_groups = 2;
  for (guint i = 4; i < 8; i++)
    x->groups[i] = 1;
  show (self, matrix);
  g_assert_cmpuint (get_shown (self)->y->n_groups, <=, 1);
  g_assert_cmpfloat (self->view->layout.cells.height / 100, <, TS_GLYPH_CELL);
  point = point_of (self, 4, 50);
  point.x -= (float) (self->view->layout.cells.width / 16);
  g_assert_cmphex (get_drawn_pixel (self, (int) roundf (point.x) - 1, (int) point.y), ==,
                   ts_color_to_argb (&self->view->picture->style.background));
  g_assert_cmphex (get_drawn_pixel (self, (int) point.x - 10, (int) point.y), !=,
                   ts_color_to_argb (&self->view->picture->style.background));
}

/* What an export is made of: rows as they are ordered. */
static void
test_shown_matrix (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (30, 20);

  ts_heatmap_view_set_matrix (self->view, NULL, NULL, NULL);
  g_assert_null (ts_heatmap_view_get_shown_matrix (self->view));
  show (self, matrix);
  g_assert_true (ts_heatmap_view_get_shown_matrix (self->view) == matrix);
  ts_heatmap_view_set_row_order (self->view, TS_ROW_ORDER_LARGEST, FALSE);
  settle (self);
  g_assert_true (ts_heatmap_view_get_shown_matrix (self->view) == get_shown (self));
  g_assert_true (get_shown (self) != matrix);
}

/* How far a pixel is from the background, 0 … 765. */
static int
distance_from_background (Fixture *self, int x, int y)
{
  guint32 pixel = get_drawn_pixel (self, x, y);
  guint32 ground = ts_color_to_argb (&self->view->picture->style.background);
  int distance = 0;

  /* What is drawn is transparent where the background shines through; its colours are multiplied.
   */
  for (guint shift = 0; shift < 24; shift += 8)
    {
      int under = (int) (ground >> shift & 0xff);
      int seen = (int) (pixel >> shift & 0xff) + under * (int) (255 - (pixel >> 24)) / 255;
      distance += ABS (seen - under);
    }
  return distance;
}

static TsMatrix *
create_constant (guint width, guint height, double value)
{
  TsMatrix *matrix = sample_matrix_empty (width, height);

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      ts_matrix_set (matrix, x, y, x == 0 && y == 0 ? 0 : value, TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  return matrix;
}

/* While a thread makes the picture the one before stays if it has the same rows and columns, but
 * never as strong as one that is meant; after a moment the view says what it is at. */
static void
test_waiting (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) first = create_constant (1000, 400, 1);
  g_autoptr (TsMatrix) second = create_constant (1000, 400, 2);
  g_autoptr (TsMatrix) other = create_constant (400, 1000, 2);
  g_autoptr (TsMatrix) another = create_constant (400, 1000, 2);
  gboolean third = TRUE;
  int x, y, strong;

  show (self, first);
  x = (int) (self->view->layout.cells.x + self->view->layout.cells.width * 0.7);
  y = (int) (self->view->layout.cells.y + self->view->layout.cells.height * 0.7);
  strong = distance_from_background (self, x, y);
  g_assert_cmpint (strong, >, 60);
  ts_heatmap_view_set_matrix (self->view, second, "forward · norm · step 2", "norm");
  g_assert_null (get_shown (self));
  g_assert_cmpint (distance_from_background (self, x, y), >, 10);
  g_assert_cmpint (distance_from_background (self, x, y), <, strong / 2);
  /* Before that one is there, a third of other columns: nothing of the first is left. */
  ts_heatmap_view_set_matrix (self->view, other, "forward · norm · rank 2", "norm");
  g_assert_null (get_shown (self));
  g_assert_cmpint (distance_from_background (self, x, y), ==, 0);
  g_assert_false (self->view->says_drawing);
  /* As if the thread were at it for long: what it has made is never what is wanted by then. */
  for (gint64 end = g_get_monotonic_time () + TIMEOUT;
       !self->view->says_drawing && g_get_monotonic_time () < end; third = !third)
    {
      ts_heatmap_view_set_matrix (self->view, third ? another : other, "forward", "norm");
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_true (self->view->says_drawing);
  settle (self);
  g_assert_false (self->view->says_drawing);
  g_assert_null (self->view->faded);
  g_assert_null (self->view->faded_texture);
  g_assert_cmpint (distance_from_background (self, x, y), >, 60);
}

static void
retry_cb (TsHeatmapView *view, guint *n)
{
  ++*n;
}

/* Grey values of the middle of the view, where the cells are. */
static GBytes *
render_grey (Fixture *self)
{
  cairo_surface_t *surface;
  GByteArray *grey = g_byte_array_new ();

  gtk_test_widget_wait_for_draw (self->window);
  surface = test_render (GTK_WIDGET (self->view),
                         !adw_style_manager_get_dark (adw_style_manager_get_default ()));
  for (int y = 150; y < 500; y++)
    for (int x = 320; x < 800; x++)
      {
        guint32 pixel
            = *(const guint32 *) (const void *) (cairo_image_surface_get_data (surface)
                                                 + y * cairo_image_surface_get_stride (surface)
                                                 + x * 4);
        guint8 value = (guint8) (0.3 * (pixel >> 16 & 0xff) + 0.59 * (pixel >> 8 & 0xff)
                                 + 0.11 * (pixel & 0xff));
        g_byte_array_append (grey, &value, 1);
      }
  cairo_surface_destroy (surface);
  return g_byte_array_free_to_bytes (grey);
}

static double
differ (GBytes *a, GBytes *b)
{
  const guint8 *x = g_bytes_get_data (a, NULL), *y = g_bytes_get_data (b, NULL);
  double sum = 0;

  for (gsize i = 0; i < g_bytes_get_size (a); i++)
    sum += ABS ((int) x[i] - (int) y[i]);
  return sum / (double) g_bytes_get_size (a);
}

/* A picture that is not the one asked for, and one that could not be read, are seen to be that, in
 * grey as well; the next matrix ends both. */
static void
test_conditions (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (100, 70);
  g_autoptr (GBytes) fine = NULL, stale = NULL, failed = NULL, again = NULL;
  graphene_point_t point;
  guint n_retries = 0;
  GtkWidget *button;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), GPOINTER_TO_INT (data));
  g_signal_connect (self->view, "retry", G_CALLBACK (retry_cb), &n_retries);
  show (self, matrix);
  point = point_of (self, 50, 40);
  fine = render_grey (self);
  ts_heatmap_view_set_stale (self->view, TRUE);
  stale = render_grey (self);
  ts_heatmap_view_set_failure (self->view, "step 3 could not be read: the disk is gone");
  failed = render_grey (self);
  g_assert_cmpfloat (differ (fine, stale), >, 8);
  g_assert_cmpfloat (differ (fine, failed), >, 8);
  g_assert_cmpfloat (differ (stale, failed), >, 8);
  click (self, point.x, point.y); /* there is no cell to click on */
  g_assert_cmpuint (self->n_activated, ==, 0);
  button = test_find_child (self->view->notice, GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (n_retries, ==, 1);
  show (self, matrix);
  again = render_grey (self);
  g_assert_cmpfloat (differ (fine, again), ==, 0);
  ts_heatmap_view_set_failure (self->view, "once more");
  ts_heatmap_view_set_failure (self->view, NULL);
  click (self, point.x, point.y);
  g_assert_cmpuint (self->n_activated, ==, 1);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
}

/* Whether there is the red of a grave mark at the outer edge of a slider, beside a row. */
static gboolean
has_tick (Fixture *self, GtkWidget *slider, double row, double n_rows)
{
  cairo_surface_t *surface;
  guint32 pixel;
  int y = (int) ((row + 0.5) / n_rows * gtk_widget_get_height (slider));

  gtk_test_widget_wait_for_draw (self->window);
  surface = test_render (slider, TRUE);
  pixel = *(const guint32 *) (const void *) (cairo_image_surface_get_data (surface)
                                             + y * cairo_image_surface_get_stride (surface)
                                             + (gtk_widget_get_width (slider) - 2) * 4);
  cairo_surface_destroy (surface);
  return (pixel >> 16 & 0xff) > 200 && (pixel >> 8 & 0xff) < 60 && (pixel & 0xff) < 60;
}

/* Marks stand in the picture, and beside it those that are out of sight; hovering tells of them. */
static void
test_marks (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (10, 7);
  TsCellMark mark = { matrix->x->ids[3], matrix->y->ids[5], TS_MARK_ERROR, 2 };
  TsRect rect;
  guint32 pixel;

  ts_heatmap_view_set_marks (self->view, &mark, 1); /* before there is a cell */
  show (self, matrix);
  g_assert_true (ts_heatmap_view_get_cell_rect (self->view, mark.x_id, mark.y_id, &rect));
  pixel = get_drawn_pixel (self, (int) rect.x + 2, (int) rect.y + 2);
  g_assert_cmphex (pixel, ==, 0xffbf0c19);
  g_assert_cmpuint (self->view->picture->marks->n, ==, 1);
  g_assert_true (has_tick (self, self->view->slider_y, 5, 7));
  g_assert_false (has_tick (self, self->view->slider_y, 4, 7));
  /* Another order of rows takes it along. */
  ts_heatmap_view_set_row_order (self->view, TS_ROW_ORDER_LARGEST, FALSE);
  settle (self);
  g_assert_true (ts_heatmap_view_get_cell_rect (self->view, mark.x_id, mark.y_id, &rect));
  g_assert_cmphex (get_drawn_pixel (self, (int) rect.x + 2, (int) rect.y + 2), ==, 0xffbf0c19);
  ts_heatmap_view_set_marks (self->view, NULL, 0);
  for (int row = 0; row < 7; row++)
    g_assert_false (has_tick (self, self->view->slider_y, row, 7));
  g_assert_null (self->view->picture->marks);
  g_assert_cmphex (get_drawn_pixel (self, (int) rect.x + 2, (int) rect.y + 2), !=, 0xffbf0c19);
}

static void
test_empty (Fixture *self, gconstpointer data)
{
  g_autoptr (TsMatrix) nothing = sample_matrix_of (0, 0, NULL);

  show (self, nothing);
  g_assert_false (_ts_heatmap_view_find_next (self->view, TS_N_GLYPHS, FALSE));
  ts_heatmap_view_show_all (self->view);
  ts_heatmap_view_set_matrix (self->view, NULL, NULL, NULL);
  settle (self);
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
  adw_init ();
  g_test_add_func ("/heatmap-view/new-destroy", test_new_destroy);
  add ("/heatmap-view/click", test_click);
  add ("/heatmap-view/cell-rect", test_cell_rect);
  add ("/heatmap-view/double-click", test_double_click);
  add ("/heatmap-view/zoom", test_zoom);
  add ("/heatmap-view/pan-box-undo", test_pan_box_undo);
  add ("/heatmap-view/hover-redraws", test_hover_redraws);
  add ("/heatmap-view/marker", test_marker);
  add ("/heatmap-view/marker-place", test_marker_place);
  add ("/heatmap-view/visible-ids", test_visible_ids);
  add ("/heatmap-view/keyboard", test_keyboard);
  add ("/heatmap-view/row-order", test_row_order);
  add ("/heatmap-view/keeps-range", test_keeps_range);
  add ("/heatmap-view/large", test_large);
  add ("/heatmap-view/colors", test_colors);
  add ("/heatmap-view/automatic-scale", test_automatic_scale);
  add ("/heatmap-view/column-groups", test_column_groups);
  add ("/heatmap-view/waiting", test_waiting);
  add ("/heatmap-view/shown-matrix", test_shown_matrix);
  add ("/heatmap-view/conditions", test_conditions);
  g_test_add ("/heatmap-view/conditions-dark", Fixture,
              GINT_TO_POINTER (ADW_COLOR_SCHEME_FORCE_DARK), set_up, test_conditions, tear_down);
  add ("/heatmap-view/marks", test_marks);
  add ("/heatmap-view/empty", test_empty);
  return g_test_run ();
}
