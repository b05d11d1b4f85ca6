/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/parallel-view-private.h"

#include <math.h>

#define ZOOM_STEP    1.25
#define DRAG_MINIMUM 4.0 /* pixels; less is a click */

/* ---- Pointer ---- */

/* Screen readers are told what the tooltip says. */
static void
describe_hover (TsParallelView *self)
{
  g_autofree char *text = NULL;

  if (self->hover.row < 0)
    return;
  text = ts_parallel_layout_describe_block (ts_parallel_plot_get_layout (self->plot),
                                            (guint) self->hover.row, (guint) self->hover.stage);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

void
_ts_parallel_view_set_hover (TsParallelView *self, int row, int stage)
{
  if (self->hover.row == row && self->hover.stage == stage)
    return;
  self->hover = (Block){ row, stage };
  describe_hover (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "hover-changed", row, stage);
}

static void
motion_cb (TsParallelView *self, double x, double y)
{
  guint row, stage;

  self->pointer_x = x;
  self->pointer_y = y;
  if (ts_parallel_plot_hit (self->plot, x, y, &row, &stage))
    _ts_parallel_view_set_hover (self, (int) row, (int) stage);
  else
    _ts_parallel_view_set_hover (self, -1, -1);
}

static void
leave_cb (TsParallelView *self)
{
  _ts_parallel_view_set_hover (self, -1, -1);
}

static gboolean
scroll_cb (TsParallelView *self, double dx, double dy, GtkEventControllerScroll *scroll)
{
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  cairo_rectangle_t area;
  double x0, x1, y0, y1;

  if (_ts_parallel_view_count_rows (self) == 0)
    return FALSE;
  ts_parallel_plot_get_area (self->plot, &area);
  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  if (state & GDK_CONTROL_MASK)
    _ts_parallel_view_zoom_at (
        self, pow (ZOOM_STEP, -dy), CLAMP ((self->pointer_x - area.x) / MAX (area.width, 1), 0, 1),
        CLAMP ((area.y + area.height - self->pointer_y) / MAX (area.height, 1), 0, 1));
  else if (state & GDK_SHIFT_MASK)
    _ts_parallel_view_pan_by (self, (dx + dy) * (x1 - x0) / 10, 0);
  else
    _ts_parallel_view_pan_by (self, dx * (x1 - x0) / 10, -dy * (y1 - y0) / 10);
  return TRUE;
}

static void
drag_begin_cb (TsParallelView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  ts_parallel_plot_get_visible (self->plot, &self->drag_x0, &self->drag_x1, &self->drag_y0,
                                &self->drag_y1);
}

static void
drag_update_cb (TsParallelView *self, double dx, double dy)
{
  cairo_rectangle_t area;
  double columns, rows;

  ts_parallel_plot_get_area (self->plot, &area);
  if (hypot (dx, dy) < DRAG_MINIMUM || area.width < 1 || area.height < 1)
    return;
  columns = -dx * (self->drag_x1 - self->drag_x0) / area.width;
  rows = dy * (self->drag_y1 - self->drag_y0) / area.height;
  _ts_parallel_view_set_visible (self, self->drag_x0 + columns, self->drag_x1 + columns,
                                 self->drag_y0 + rows, self->drag_y1 + rows);
}

static void
drag_end_cb (TsParallelView *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x, y;
  guint row, stage;

  if (hypot (dx, dy) >= DRAG_MINIMUM || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  if (ts_parallel_plot_hit (self->plot, x, y, &row, &stage))
    g_signal_emit_by_name (self, "block-activated", row, stage);
}

gboolean
_ts_parallel_view_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  TsParallelView *self = TS_PARALLEL_VIEW (widget);
  cairo_rectangle_t block;
  g_autofree char *text = NULL;

  if (self->hover.row < 0 || _ts_parallel_view_count_rows (self) == 0)
    return FALSE;
  text = ts_parallel_layout_describe_block (ts_parallel_plot_get_layout (self->plot),
                                            (guint) self->hover.row, (guint) self->hover.stage);
  gtk_tooltip_set_text (tooltip, text);
  ts_parallel_plot_get_block (self->plot, (guint) self->hover.row, (guint) self->hover.stage,
                              &block);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ (int) block.x, (int) block.y,
                                                      (int) MAX (block.width, 1),
                                                      (int) MAX (block.height, 1) });
  return TRUE;
}

/* ---- Keyboard ---- */

/* Moves the cursor (from the first block when there is none) and the visible range after it. */
static gboolean
move_cursor (TsParallelView *self, int rows, int stages)
{
  double x0, x1, y0, y1;
  int row, stage;

  if (_ts_parallel_view_count_rows (self) == 0)
    return FALSE;
  row = self->hover.row < 0 ? 0 : self->hover.row + rows;
  stage = self->hover.row < 0 ? 0 : self->hover.stage + stages;
  row = CLAMP (row, 0, (int) _ts_parallel_view_count_rows (self) - 1);
  stage = CLAMP (stage, 0, (int) _ts_parallel_view_count_stages (self) - 1);
  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  _ts_parallel_view_pan_by (self, MIN (stage - x0, 0) + MAX (stage + 1 - x1, 0),
                            MIN (row - y0, 0) + MAX (row + 1 - y1, 0));
  _ts_parallel_view_set_hover (self, row, stage);
  return TRUE;
}

static gboolean
activate_cursor (TsParallelView *self)
{
  if (self->hover.row < 0)
    return FALSE;
  g_signal_emit_by_name (self, "block-activated", (guint) self->hover.row,
                         (guint) self->hover.stage);
  return TRUE;
}

static gboolean
zoom_by_key (TsParallelView *self, guint key)
{
  if (key == GDK_KEY_plus || key == GDK_KEY_KP_Add || key == GDK_KEY_equal)
    ts_parallel_view_zoom (self, ZOOM_STEP);
  else if (key == GDK_KEY_minus || key == GDK_KEY_KP_Subtract)
    ts_parallel_view_zoom (self, 1 / ZOOM_STEP);
  else if (key == GDK_KEY_0 || key == GDK_KEY_KP_0)
    ts_parallel_view_show_all (self);
  else
    return FALSE;
  return TRUE;
}

static gboolean
key_pressed_cb (TsParallelView *self, guint key, guint code, GdkModifierType state)
{
  double x0, x1, y0, y1;
  int page;

  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  page = MAX ((int) (y1 - y0) - 1, 1);
  switch (key)
    {
    case GDK_KEY_Up:
      return move_cursor (self, 1, 0);
    case GDK_KEY_Down:
      return move_cursor (self, -1, 0);
    case GDK_KEY_Left:
      return move_cursor (self, 0, -1);
    case GDK_KEY_Right:
      return move_cursor (self, 0, 1);
    case GDK_KEY_Page_Up:
      return move_cursor (self, page, 0);
    case GDK_KEY_Page_Down:
      return move_cursor (self, -page, 0);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      return activate_cursor (self);
    default:
      return zoom_by_key (self, key);
    }
}

void
_ts_parallel_view_bind_input (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, scroll_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_update_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_end_cb);
}
