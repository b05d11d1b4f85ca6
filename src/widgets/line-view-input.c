/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-view-private.h"

#include <math.h>

#define ZOOM_STEP 1.2
/* A smaller box is a slip of the hand. */
#define LEAST_BOX 5.0

/* The place under x, -1 outside. */
static int
place_at (TsLineView *self, double x)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  TsAxis *axis = ts_line_plot_get_axis (self->plot);
  double place;

  if (layout == NULL || axis == NULL || x < layout->left - 6 || x > layout->right + 6)
    return -1;
  place = floor (ts_line_layout_place (layout, CLAMP (x, layout->left, layout->right - 1e-6)));
  return (int) CLAMP (place, 0, axis->n - 1.0);
}

/* --- pointer --- */

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, TsLineView *self)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);

  self->pointer_x = x;
  self->pointer_y = y;
  if (self->dragging || layout == NULL)
    return;
  self->line = ts_line_plot_find_line (self->plot, layout, x, y, 12);
  ts_line_cursor_set_readout (self->cursor, TRUE);
  ts_line_view_set_crosshair (self, place_at (self, x));
  ts_line_view_update_cursor (self);
}

static void
leave_cb (GtkEventControllerMotion *controller, TsLineView *self)
{
  if (self->dragging || gtk_widget_has_focus (GTK_WIDGET (self->cursor)))
    return;
  self->line = -1;
  ts_line_view_set_crosshair (self, -1);
  ts_line_view_update_cursor (self);
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, TsLineView *self)
{
  GdkModifierType modifiers
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  double factor;

  if (layout == NULL)
    return GDK_EVENT_PROPAGATE;
  /* Some systems turn Shift and wheel into a sideways turn. */
  if ((modifiers & GDK_SHIFT_MASK) != 0 && dy == 0)
    {
      dy = dx;
      dx = 0;
    }
  factor = pow (ZOOM_STEP, dy);
  if ((modifiers & GDK_SHIFT_MASK) != 0)
    ts_line_view_zoom (self, self->pointer_x, self->pointer_y, 1, factor);
  else if (dy != 0)
    ts_line_view_zoom (self, self->pointer_x, self->pointer_y, factor, 1);
  if (dx != 0)
    {
      TsLineRange range;
      ts_line_view_get_range (self, &range);
      dx *= (range.last - range.first) / 12;
      range.first += dx;
      range.last += dx;
      ts_line_view_apply_range (self, &range);
    }
  return GDK_EVENT_STOP;
}

/* --- drag --- */

static void
pan (TsLineView *self, double dx, double dy)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  TsLineRange range = self->drag_from;
  double by_x = -dx / (layout->right - layout->left) * (range.last - range.first);
  double by_y = dy / (layout->data_bottom - layout->data_top) * (range.y_high - range.y_low);

  range.first += by_x;
  range.last += by_x;
  range.y_low += by_y;
  range.y_high += by_y;
  ts_line_view_apply_range (self, &range);
}

static void
show_box (TsLineView *self, double dx, double dy)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  double x1 = CLAMP (self->press_x, layout->left, layout->right);
  double x2 = CLAMP (self->press_x + dx, layout->left, layout->right);
  double y1 = CLAMP (self->press_y, layout->top, layout->bottom);
  double y2 = CLAMP (self->press_y + dy, layout->top, layout->bottom);
  graphene_rect_t box = GRAPHENE_RECT_INIT ((float) MIN (x1, x2), (float) MIN (y1, y2),
                                            (float) fabs (x2 - x1), (float) fabs (y2 - y1));

  ts_line_cursor_set_box (self->cursor, &box);
}

static void
zoom_to_box (TsLineView *self, double dx, double dy)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  TsLineRange range;
  double x1 = CLAMP (MIN (self->press_x, self->press_x + dx), layout->left, layout->right);
  double x2 = CLAMP (MAX (self->press_x, self->press_x + dx), layout->left, layout->right);
  double height = layout->data_bottom - layout->data_top, y_low;
  double low = (layout->data_bottom - MAX (self->press_y, self->press_y + dy)) / height;
  double high = (layout->data_bottom - MIN (self->press_y, self->press_y + dy)) / height;

  if (x2 - x1 < LEAST_BOX && fabs (dy) < LEAST_BOX)
    return;
  ts_line_view_remember_range (self);
  ts_line_view_get_range (self, &range);
  if (x2 - x1 >= LEAST_BOX)
    {
      range.first = ts_line_layout_place (layout, x1);
      range.last = ts_line_layout_place (layout, x2);
    }
  /* A flat box means: these places, all values. */
  if (fabs (dy) >= 2 * LEAST_BOX)
    {
      double width = range.y_high - range.y_low;
      y_low = range.y_low;
      range.y_low = y_low + CLAMP (low, 0, 1) * width;
      range.y_high = y_low + CLAMP (high, 0, 1) * width;
    }
  ts_line_view_apply_range (self, &range);
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, TsLineView *self)
{
  GdkModifierType modifiers
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (ts_line_plot_get_axis (self->plot) == NULL || ts_line_canvas_get_layout (self->canvas) == NULL
      || (button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_SECONDARY))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_widget_grab_focus (GTK_WIDGET (self->cursor));
  self->dragging = FALSE;
  self->boxing = button == GDK_BUTTON_SECONDARY || (modifiers & GDK_CONTROL_MASK) != 0;
  self->press_x = x;
  self->press_y = y;
  ts_line_view_get_range (self, &self->drag_from);
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, TsLineView *self)
{
  if (!self->dragging
      && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) fabs (dx), (int) fabs (dy)))
    return;
  if (!self->dragging)
    {
      self->dragging = TRUE;
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self->cursor),
                                       self->boxing ? "crosshair" : "grabbing");
      if (!self->boxing)
        ts_line_view_remember_range (self);
    }
  if (self->boxing)
    show_box (self, dx, dy);
  else
    pan (self, dx, dy);
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, TsLineView *self)
{
  if (self->dragging && self->boxing)
    zoom_to_box (self, dx, dy);
  ts_line_cursor_set_box (self->cursor, NULL);
  gtk_widget_set_cursor (GTK_WIDGET (self->cursor), NULL);
  self->dragging = FALSE;
  self->boxing = FALSE;
}

/* --- click --- */

static gboolean
activate_later_cb (gpointer data)
{
  TsLineView *self = data;

  self->activate_source = 0;
  ts_line_view_activate_place (self, self->activate_place);
  return G_SOURCE_REMOVE;
}

/* Only where a double click would do something is it waited for. */
static void
activate (TsLineView *self, int place)
{
  int wait;

  g_clear_handle_id (&self->activate_source, g_source_remove);
  if (!ts_line_view_is_zoomed (self))
    {
      ts_line_view_activate_place (self, (guint) place);
      return;
    }
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-double-click-time", &wait, NULL);
  self->activate_place = (guint) place;
  self->activate_source = g_timeout_add ((guint) wait, activate_later_cb, self);
}

static void
released_cb (GtkGestureClick *gesture, int n_press, double x, double y, TsLineView *self)
{
  GdkModifierType modifiers
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  int place = place_at (self, x);

  if (self->dragging || place < 0)
    return;
  if (n_press == 2)
    {
      g_clear_handle_id (&self->activate_source, g_source_remove);
      if (ts_line_view_is_zoomed (self))
        ts_line_view_remember_range (self);
      ts_line_view_show_all (self);
    }
  else if (n_press == 1 && (modifiers & GDK_SHIFT_MASK) != 0)
    ts_line_view_set_mark (self, self->a >= 0 && self->b < 0 ? 'b' : 'a', place);
  else if (n_press == 1 && (modifiers & GDK_CONTROL_MASK) == 0)
    activate (self, place);
}

static void
menu_cb (GtkGestureClick *gesture, int n_press, double x, double y, TsLineView *self)
{
  if (!self->dragging)
    ts_line_view_popup_menu (self, x, y);
}

/* --- keyboard --- */

static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType modifiers,
        TsLineView *self)
{
  return ts_line_view_handle_key (self, key, modifiers & gtk_accelerator_get_default_mod_mask ());
}

static void
focus_out_cb (GtkEventControllerFocus *controller, TsLineView *self)
{
  self->line = -1;
  ts_line_view_set_crosshair (self, -1);
  ts_line_view_update_cursor (self);
}

/* --- set-up --- */

static void
add_controller (TsLineView *self, gpointer controller, const char *signal, GCallback callback)
{
  g_signal_connect (controller, signal, callback, self);
  gtk_widget_add_controller (GTK_WIDGET (self->cursor), GTK_EVENT_CONTROLLER (controller));
}

void
ts_line_view_add_input (TsLineView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  add_controller (self, motion, "leave", G_CALLBACK (leave_cb));
  add_controller (self, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES),
                  "scroll", G_CALLBACK (scroll_cb));
  add_controller (self, click, "released", G_CALLBACK (released_cb));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  add_controller (self, menu, "released", G_CALLBACK (menu_cb));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  add_controller (self, drag, "drag-end", G_CALLBACK (drag_end_cb));
  add_controller (self, gtk_event_controller_key_new (), "key-pressed", G_CALLBACK (key_cb));
  add_controller (self, focus, "leave", G_CALLBACK (focus_out_cb));
}

void
ts_line_view_clear_input (TsLineView *self)
{
  g_clear_handle_id (&self->activate_source, g_source_remove);
}
