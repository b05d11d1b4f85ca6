/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-view-private.h"

#include <math.h>

/* Of what is visible, per notch of a wheel that turns sideways. */
#define SLIDE_STEP (1 / 12.0)

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

  if (layout == NULL || ts_plot_gestures_is_dragging (self->gestures))
    return;
  self->line = ts_line_plot_find_line (self->plot, layout, x, y, 12);
  ts_line_cursor_set_readout (self->cursor, TRUE);
  ts_line_view_set_crosshair (self, place_at (self, x));
  _ts_line_view_update_cursor (self);
}

static void
leave_cb (GtkEventControllerMotion *controller, TsLineView *self)
{
  if (ts_plot_gestures_is_dragging (self->gestures)
      || gtk_widget_has_focus (GTK_WIDGET (self->cursor)))
    return;
  self->line = -1;
  ts_line_view_set_crosshair (self, -1);
  _ts_line_view_update_cursor (self);
}

/* --- gestures --- */

static gboolean
get_area (TsRect *area, gpointer data)
{
  TsLineView *self = data;
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);

  if (layout == NULL || ts_line_plot_get_axis (self->plot) == NULL)
    return FALSE;
  *area = (TsRect){ layout->left, layout->top, layout->right - layout->left,
                    layout->bottom - layout->top };
  return TRUE;
}

static void
zoom_cb (TsPlotGestures *gestures,
         double x,
         double y,
         double factor_x,
         double factor_y,
         TsLineView *self)
{
  _ts_line_view_zoom (self, x, y, factor_x, factor_y);
}

static void
slide_cb (TsPlotGestures *gestures, double notches, TsLineView *self)
{
  TsViewRange range;
  double by;

  _ts_line_view_remember_zoom (self);
  _ts_line_view_get_range (self, &range);
  by = notches * SLIDE_STEP * (range.x1 - range.x0);
  range.x0 += by;
  range.x1 += by;
  _ts_line_view_apply_range (self, &range);
}

static void
pan_begin_cb (TsPlotGestures *gestures, TsLineView *self)
{
  _ts_line_view_remember_range (self);
  _ts_line_view_get_range (self, &self->pan_from);
}

/* What is under the hand stays there: the range goes the other way. */
static void
pan_cb (TsPlotGestures *gestures, double dx, double dy, TsLineView *self)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  TsViewRange range = self->pan_from;
  double by_x = -dx / (layout->right - layout->left) * (range.x1 - range.x0);
  double by_y = dy / (layout->data_bottom - layout->data_top) * (range.y1 - range.y0);

  range.x0 += by_x;
  range.x1 += by_x;
  range.y0 += by_y;
  range.y1 += by_y;
  _ts_line_view_apply_range (self, &range);
}

static void
box_changed_cb (TsPlotGestures *gestures, TsLineView *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self->cursor));
}

static void
box_cb (TsPlotGestures *gestures, double x0, double y0, double x1, double y1, TsLineView *self)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  double height = layout->data_bottom - layout->data_top;
  TsViewRange range, before;

  _ts_line_view_remember_range (self);
  _ts_line_view_get_range (self, &before);
  range.x0 = ts_line_layout_place (layout, x0);
  range.x1 = ts_line_layout_place (layout, x1);
  range.y0
      = before.y0 + CLAMP ((layout->data_bottom - y1) / height, 0, 1) * (before.y1 - before.y0);
  range.y1
      = before.y0 + CLAMP ((layout->data_bottom - y0) / height, 0, 1) * (before.y1 - before.y0);
  _ts_line_view_apply_range (self, &range);
}

static void
clicked_cb (TsPlotGestures *gestures, double x, double y, GdkModifierType state, TsLineView *self)
{
  int place = place_at (self, x);

  if (place < 0)
    return;
  if ((state & GDK_SHIFT_MASK) != 0)
    _ts_line_view_set_mark (self, self->a >= 0 && self->b < 0 ? 'b' : 'a', place);
  else
    _ts_line_view_activate_place (self, (guint) place);
}

static void
menu_cb (TsPlotGestures *gestures, double x, double y, TsLineView *self)
{
  _ts_line_view_popup_menu (self, x, y);
}

static void
show_all_cb (TsPlotGestures *gestures, TsLineView *self)
{
  _ts_line_view_remember_range (self);
  ts_line_view_show_all (self);
}

/* --- keyboard --- */

static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType modifiers,
        TsLineView *self)
{
  return _ts_line_view_handle_key (self, key, modifiers & gtk_accelerator_get_default_mod_mask ());
}

static void
focus_out_cb (GtkEventControllerFocus *controller, TsLineView *self)
{
  self->line = -1;
  ts_line_view_set_crosshair (self, -1);
  _ts_line_view_update_cursor (self);
}

/* --- set-up --- */

void
_ts_line_view_init_input (TsLineView *self)
{
  static const struct
  {
    const char *name;
    GCallback callback;
  } signals[] = {
    { "zoom", G_CALLBACK (zoom_cb) },
    { "slide", G_CALLBACK (slide_cb) },
    { "pan-begin", G_CALLBACK (pan_begin_cb) },
    { "pan", G_CALLBACK (pan_cb) },
    { "box-changed", G_CALLBACK (box_changed_cb) },
    { "box", G_CALLBACK (box_cb) },
    { "clicked", G_CALLBACK (clicked_cb) },
    { "menu", G_CALLBACK (menu_cb) },
    { "show-all", G_CALLBACK (show_all_cb) },
  };

  self->gestures = ts_plot_gestures_new (GTK_WIDGET (self->cursor), get_area, self);
  ts_line_cursor_set_gestures (self->cursor, self->gestures);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (self->gestures, signals[i].name, signals[i].callback, self, 0);
}

void
_ts_line_view_bind_input (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, focus_out_cb);
}
