/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/heatmap-view-private.h"

#include "plot/heatmap/heatmap-labels.h"
#include "plot/heatmap/heatmap-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define KEY_ZOOM 1.5
/* Of what is visible, per notch of a wheel that turns sideways. */
#define SLIDE_STEP (1 / 12.0)

/* --- the menu --- */

static gboolean
get_cell (TsHeatmapView *self, guint *x, guint *y)
{
  int at_x = self->reading_cursor || self->hover_x < 0 ? self->cursor_x : self->hover_x;
  int at_y = self->reading_cursor || self->hover_x < 0 ? self->cursor_y : self->hover_y;

  if (self->picture->rows == NULL || at_x < 0 || at_y < 0)
    return FALSE;
  *x = (guint) at_x;
  *y = (guint) at_y;
  return TRUE;
}

static void
copy (TsHeatmapView *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_value_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  g_autofree char *text = NULL;
  guint x, y;

  if (!get_cell (self, &x, &y))
    return;
  text = ts_heatmap_dup_value (self->picture->rows->shown, x, y);
  copy (self, text);
}

static void
copy_name_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  g_autofree char *text = NULL;
  guint x, y;

  if (!get_cell (self, &x, &y))
    return;
  text = ts_heatmap_dup_place_label (self->picture->source->y,
                                     ts_heatmap_rows_to_source (self->picture->rows, x, y));
  copy (self, text);
}

static void
copy_row_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  g_autofree char *text = NULL;
  guint x, y;

  if (!get_cell (self, &x, &y))
    return;
  text = ts_heatmap_dup_row_csv (self->picture->rows->shown, y);
  copy (self, text);
}

static GMenuModel *
create_menu (TsHeatmapView *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) copies = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new ();

  g_menu_append (copies, _ ("Copy _value"), "heatmap.copy-value");
  g_menu_append (copies, _ ("Copy _name"), "heatmap.copy-name");
  g_menu_append (copies, _ ("Copy _row as CSV"), "heatmap.copy-row");
  g_menu_append (view, _ ("Show _all"), "heatmap.show-all");
  g_menu_append (view, _ ("_Undo zoom"), "heatmap.undo-zoom");
  g_menu_append (view, _ ("Redo z_oom"), "heatmap.redo-zoom");
  g_menu_append (view, _ ("Drag to zoom to a _box"), "heatmap.box-zoom");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  if (self->extra_menu != NULL)
    g_menu_append_section (menu, NULL, self->extra_menu);
  return G_MENU_MODEL (menu);
}

static gboolean
drop_menu_cb (gpointer data)
{
  TsHeatmapView *self = data;

  if (self->menu != NULL && !gtk_widget_get_visible (self->menu))
    g_clear_pointer (&self->menu, gtk_widget_unparent);
  return G_SOURCE_REMOVE;
}

/* The menu's action runs after it has closed and still needs it. */
static void
menu_closed_cb (GtkPopover *popover, TsHeatmapView *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_menu_cb, g_object_ref (self), g_object_unref);
}

static void
popup_menu (TsHeatmapView *self, double x, double y)
{
  g_autoptr (GMenuModel) menu = create_menu (self);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (menu);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  g_signal_connect (self->menu, "closed", G_CALLBACK (menu_closed_cb), self);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* --- zoom and pan --- */

static void
zoom (TsHeatmapView *self, double x, double y, double factor_x, double factor_y)
{
  double px, py;
  TsViewRange *old = &self->picture->range, range;

  ts_heatmap_point_to_place (&self->layout.cells, old, x, y, &px, &py);
  range.x0 = px - (px - old->x0) / factor_x;
  range.x1 = px + (old->x1 - px) / factor_x;
  range.y0 = py - (py - old->y0) / factor_y;
  range.y1 = py + (old->y1 - py) / factor_y;
  _ts_heatmap_view_set_range (self, &range, TS_RANGE_SMALL_STEP);
}

static void
zoom_cb (TsPlotGestures *gestures,
         double x,
         double y,
         double factor_x,
         double factor_y,
         TsHeatmapView *self)
{
  zoom (self, x, y, factor_x, factor_y);
  _ts_heatmap_view_pointer_moved (self, x, y);
}

static void
slide_cb (TsPlotGestures *gestures, double notches, TsHeatmapView *self)
{
  TsViewRange range = self->picture->range;
  double by = notches * SLIDE_STEP * (range.x1 - range.x0);

  range.x0 += by;
  range.x1 += by;
  _ts_heatmap_view_set_range (self, &range, TS_RANGE_SMALL_STEP);
}

static void
pan_begin_cb (TsPlotGestures *gestures, TsHeatmapView *self)
{
  self->pan_range = self->picture->range;
  ts_range_history_remember (self->history, &self->picture->range);
}

static void
pan_cb (TsPlotGestures *gestures, double dx, double dy, TsHeatmapView *self)
{
  const TsRect *cells = &self->layout.cells;
  TsViewRange range = self->pan_range;
  double places_x = dx / cells->width * (range.x1 - range.x0);
  double places_y = dy / cells->height * (range.y1 - range.y0);

  range.x0 -= places_x;
  range.x1 -= places_x;
  range.y0 -= places_y;
  range.y1 -= places_y;
  _ts_heatmap_view_set_range (self, &range, TS_RANGE_NO_STEP);
}

static void
box_changed_cb (TsPlotGestures *gestures, TsHeatmapView *self)
{
  gtk_widget_queue_draw (self->overlay);
}

static void
box_cb (TsPlotGestures *gestures, double x0, double y0, double x1, double y1, TsHeatmapView *self)
{
  const TsRect *cells = &self->layout.cells;
  TsViewRange range;

  ts_heatmap_point_to_place (cells, &self->picture->range, x0, y0, &range.x0, &range.y0);
  ts_heatmap_point_to_place (cells, &self->picture->range, x1, y1, &range.x1, &range.y1);
  _ts_heatmap_view_set_range (self, &range, TS_RANGE_STEP);
}

/* The cursor goes where the hand was, so that keys go on from there. */
static void
clicked_cb (
    TsPlotGestures *gestures, double x, double y, GdkModifierType state, TsHeatmapView *self)
{
  _ts_heatmap_view_pointer_moved (self, x, y);
  self->cursor_x = self->hover_x;
  self->cursor_y = self->hover_y;
  _ts_heatmap_view_activate_cell (self, self->hover_x, self->hover_y);
}

static void
menu_cb (TsPlotGestures *gestures, double x, double y, TsHeatmapView *self)
{
  _ts_heatmap_view_pointer_moved (self, x, y);
  popup_menu (self, x, y);
}

static gboolean
get_area (TsRect *area, gpointer data)
{
  TsHeatmapView *self = data;

  *area = self->layout.cells;
  return ts_heatmap_picture_has_cells (self->picture) && !gtk_widget_get_visible (self->notice);
}

/* --- the pointer --- */

void
_ts_heatmap_view_pointer_moved (TsHeatmapView *self, double x, double y)
{
  int old_x = self->hover_x, old_y = self->hover_y;
  gboolean was_cursor = self->reading_cursor;
  guint x0, x1, y0, y1, cell_x, cell_y;

  self->pointer_x = x;
  self->pointer_y = y;
  self->reading_cursor = FALSE;
  if (_ts_heatmap_view_get_block (self, x, y, &x0, &x1, &y0, &y1))
    {
      ts_heatmap_find_shown (self->picture->rows->shown, self->picture->colors.reduction, x0, x1,
                             y0, y1, &cell_x, &cell_y);
      self->hover_x = (int) cell_x;
      self->hover_y = (int) cell_y;
    }
  else
    self->hover_x = self->hover_y = -1;
  if (self->hover_x >= 0 || old_x >= 0 || was_cursor)
    gtk_widget_queue_draw (self->overlay);
  if (self->hover_x != old_x || self->hover_y != old_y || was_cursor)
    _ts_heatmap_view_emit_hover (self);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, TsHeatmapView *self)
{
  /* GTK repeats the last position after every relayout; the keyboard keeps its readout then. */
  if (x == self->pointer_x && y == self->pointer_y)
    return;
  _ts_heatmap_view_pointer_moved (self, x, y);
}

static void
leave_cb (GtkEventControllerMotion *controller, TsHeatmapView *self)
{
  gboolean reading_cursor = self->reading_cursor;

  _ts_heatmap_view_pointer_moved (self, -1, -1);
  self->reading_cursor = reading_cursor;
}

/* --- the keyboard cursor --- */

static void
bring_into_view (double *from, double *to, int place, guint n)
{
  double span = *to - *from;

  if (place < *from)
    *from = place;
  else if (place + 1 > *to)
    *from = place + 1 - span;
  *from = CLAMP (*from, 0, MAX (0, n - span));
  *to = *from + span;
}

static void
set_cursor (TsHeatmapView *self, int x, int y)
{
  TsMatrix *matrix = self->picture->rows != NULL ? self->picture->rows->shown : NULL;
  TsViewRange range = self->picture->range;

  self->cursor_x = CLAMP (x, 0, (int) matrix->x->n - 1);
  self->cursor_y = CLAMP (y, 0, (int) matrix->y->n - 1);
  self->reading_cursor = TRUE;
  bring_into_view (&range.x0, &range.x1, self->cursor_x, matrix->x->n);
  bring_into_view (&range.y0, &range.y1, self->cursor_y, matrix->y->n);
  _ts_heatmap_view_set_range (self, &range, TS_RANGE_SMALL_STEP);
  gtk_widget_queue_draw (self->overlay);
  _ts_heatmap_view_emit_hover (self);
}

void
_ts_heatmap_view_move_cursor (TsHeatmapView *self, int dx, int dy)
{
  if (self->picture->rows == NULL)
    return;
  if (self->cursor_x < 0) /* the first key only shows where it is */
    set_cursor (self, self->hover_x >= 0 ? self->hover_x : (int) ceil (self->picture->range.x0),
                self->hover_y >= 0 ? self->hover_y : (int) ceil (self->picture->range.y0));
  else
    set_cursor (self, self->cursor_x + dx, self->cursor_y + dy);
}

static gboolean
is_wanted (TsHeatmapView *self, gsize i, TsGlyph glyph)
{
  const TsMatrix *matrix = self->picture->rows->shown;
  TsCellState state;

  if (glyph != TS_N_GLYPHS)
    return ts_heatmap_cell_has_glyph (matrix, self->picture->painter, (guint) (i % matrix->x->n),
                                      (guint) (i / matrix->x->n), glyph);
  state = ts_cell_state (matrix->states[i]);
  return state == TS_CELL_NAN || state == TS_CELL_POS_INF || state == TS_CELL_NEG_INF;
}

gboolean
_ts_heatmap_view_find_next (TsHeatmapView *self, TsGlyph glyph, gboolean backwards)
{
  TsMatrix *matrix = self->picture->rows != NULL ? self->picture->rows->shown : NULL;
  gsize n, at;

  if (matrix == NULL || !ts_heatmap_picture_has_cells (self->picture))
    return FALSE;
  n = (gsize) matrix->x->n * matrix->y->n;
  if (self->cursor_x >= 0)
    at = ts_matrix_index (matrix, (guint) self->cursor_x, (guint) self->cursor_y);
  else
    at = backwards ? 0 : n - 1;
  for (gsize i = 0; i < n; i++)
    {
      at = backwards ? (at == 0 ? n - 1 : at - 1) : (at == n - 1 ? 0 : at + 1);
      if (!is_wanted (self, at, glyph))
        continue;
      set_cursor (self, (int) (at % matrix->x->n), (int) (at / matrix->x->n));
      return TRUE;
    }
  return FALSE;
}

static gboolean
move_binding (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  int dx, dy;
  gboolean page;

  g_variant_get (arguments, "(iib)", &dx, &dy, &page);
  if (page)
    {
      dx *= (int) MAX (1, self->picture->range.x1 - self->picture->range.x0);
      dy *= (int) MAX (1, self->picture->range.y1 - self->picture->range.y0);
    }
  _ts_heatmap_view_move_cursor (self, dx, dy);
  return TRUE;
}

static gboolean
activate_binding (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);

  _ts_heatmap_view_activate_cell (self, self->cursor_x, self->cursor_y);
  return TRUE;
}

static gboolean
next_binding (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  if (!_ts_heatmap_view_find_next (TS_HEATMAP_VIEW (widget), TS_N_GLYPHS,
                                   g_variant_get_boolean (arguments)))
    gtk_widget_error_bell (widget);
  return TRUE;
}

static gboolean
zoom_binding (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  const TsRect *cells = &self->layout.cells;
  double factor = g_variant_get_double (arguments);

  if (ts_heatmap_picture_has_cells (self->picture))
    zoom (self, cells->x + cells->width / 2, cells->y + cells->height / 2, factor, factor);
  return TRUE;
}

static gboolean
menu_binding (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  TsRect cell;

  if (self->cursor_x < 0)
    _ts_heatmap_view_move_cursor (self, 0, 0);
  if (self->cursor_x < 0)
    return FALSE;
  cell = ts_heatmap_get_cell_rect (&self->layout.cells, &self->picture->range,
                                   (guint) self->cursor_x, (guint) self->cursor_y);
  popup_menu (self, cell.x + cell.width / 2, cell.y + cell.height / 2);
  return TRUE;
}

static gboolean
escape_binding (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return ts_plot_gestures_cancel (TS_HEATMAP_VIEW (widget)->gestures);
}

static void
add_arrow (GtkWidgetClass *class, guint key, guint keypad, int dx, int dy)
{
  guint keys[] = { key, keypad };

  for (int i = 0; i < 2; i++)
    {
      gtk_widget_class_add_binding (class, keys[i], 0, move_binding, "(iib)", dx, dy, FALSE);
      gtk_widget_class_add_binding (class, keys[i], GDK_CONTROL_MASK, move_binding, "(iib)", dx, dy,
                                    TRUE);
    }
}

void
_ts_heatmap_view_class_init_input (GtkWidgetClass *class)
{
  add_arrow (class, GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0);
  add_arrow (class, GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0);
  add_arrow (class, GDK_KEY_Up, GDK_KEY_KP_Up, 0, -1);
  add_arrow (class, GDK_KEY_Down, GDK_KEY_KP_Down, 0, 1);
  gtk_widget_class_add_binding (class, GDK_KEY_Page_Up, 0, move_binding, "(iib)", 0, -1, TRUE);
  gtk_widget_class_add_binding (class, GDK_KEY_Page_Down, 0, move_binding, "(iib)", 0, 1, TRUE);
  gtk_widget_class_add_binding (class, GDK_KEY_Return, 0, activate_binding, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_KP_Enter, 0, activate_binding, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_space, 0, activate_binding, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_n, 0, next_binding, "b", FALSE);
  gtk_widget_class_add_binding (class, GDK_KEY_n, GDK_SHIFT_MASK, next_binding, "b", TRUE);
  gtk_widget_class_add_binding (class, GDK_KEY_plus, 0, zoom_binding, "d", KEY_ZOOM);
  gtk_widget_class_add_binding (class, GDK_KEY_KP_Add, 0, zoom_binding, "d", KEY_ZOOM);
  gtk_widget_class_add_binding (class, GDK_KEY_minus, 0, zoom_binding, "d", 1 / KEY_ZOOM);
  gtk_widget_class_add_binding (class, GDK_KEY_KP_Subtract, 0, zoom_binding, "d", 1 / KEY_ZOOM);
  gtk_widget_class_add_binding (class, GDK_KEY_Menu, 0, menu_binding, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_F10, GDK_SHIFT_MASK, menu_binding, NULL);
  gtk_widget_class_add_binding (class, GDK_KEY_Escape, 0, escape_binding, NULL);
  gtk_widget_class_install_action (class, "heatmap.copy-value", NULL, copy_value_action);
  gtk_widget_class_install_action (class, "heatmap.copy-name", NULL, copy_name_action);
  gtk_widget_class_install_action (class, "heatmap.copy-row", NULL, copy_row_action);
  gtk_widget_class_add_binding_action (class, GDK_KEY_c, GDK_CONTROL_MASK, "heatmap.copy-value",
                                       NULL);
}

void
_ts_heatmap_view_init_input (TsHeatmapView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, motion);
  self->gestures = ts_plot_gestures_new (widget, get_area, self);
  g_signal_connect (self->gestures, "zoom", G_CALLBACK (zoom_cb), self);
  g_signal_connect (self->gestures, "slide", G_CALLBACK (slide_cb), self);
  g_signal_connect (self->gestures, "pan-begin", G_CALLBACK (pan_begin_cb), self);
  g_signal_connect (self->gestures, "pan", G_CALLBACK (pan_cb), self);
  g_signal_connect (self->gestures, "box-changed", G_CALLBACK (box_changed_cb), self);
  g_signal_connect (self->gestures, "box", G_CALLBACK (box_cb), self);
  g_signal_connect (self->gestures, "clicked", G_CALLBACK (clicked_cb), self);
  g_signal_connect (self->gestures, "menu", G_CALLBACK (menu_cb), self);
  g_signal_connect_swapped (self->gestures, "show-all", G_CALLBACK (ts_heatmap_view_show_all),
                            self);
}
