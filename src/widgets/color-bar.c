/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/color-bar.h"

#include "model/number-format.h"
#include "plot/heatmap/color-ramp.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define HANDLE_WIDTH  6.0
#define HANDLE_REACH  8.0 /* pixels from a handle that grab it */
#define MIN_WIDTH     120
#define NATURAL_WIDTH 480
#define KEY_STEP      0.01 /* of the ramp */

typedef enum
{
  HANDLE_NONE = -1,
  HANDLE_MIN,
  HANDLE_MAX,
} Handle;

struct _TsColorBar
{
  GtkWidget parent_instance;

  GtkGesture *click_gesture, *drag_gesture;

  TsCellPainter *painter;
  TsPlotStyle style;
  TsTextCache *cache;
  TsRect ramp;

  double shown[2];
  guint32 hidden;
  double hover_x; /* < 0: the pointer is elsewhere */
  Handle grabbed; /* by the pointer */
  Handle focused; /* by the keyboard */
  int focused_segment;
};

G_DEFINE_FINAL_TYPE (TsColorBar, ts_color_bar, GTK_TYPE_WIDGET)

enum
{
  SHOWN_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
has_segments (TsColorBar *self)
{
  return self->painter != NULL && self->painter->n_segments > 0;
}

static gboolean
has_handles (TsColorBar *self)
{
  return self->painter != NULL && self->painter->n_segments == 0 && !self->painter->empty
         && !self->painter->constant;
}

static double
handle_x (TsColorBar *self, Handle handle)
{
  return ts_color_ramp_get_x (self->painter, &self->ramp, self->shown[handle]);
}

static void
update_accessible (TsColorBar *self)
{
  g_autofree char *min = NULL, *max = NULL, *text = NULL;

  if (self->painter == NULL)
    return;
  min = ts_format_short (MAX (self->shown[0], self->painter->scale.min), 5);
  max = ts_format_short (MIN (self->shown[1], self->painter->scale.max), 5);
  text = g_strdup_printf (_ ("Values from %s to %s"), min, max);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
}

static void
changed (TsColorBar *self)
{
  /* The bar shows its own change at once; the painter that the cells need follows. */
  if (self->painter != NULL)
    {
      TsCellPainter *copy = ts_cell_painter_copy_with_shown (self->painter, self->shown[0],
                                                             self->shown[1], self->hidden);
      ts_cell_painter_unref (self->painter);
      self->painter = copy;
    }
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SHOWN_CHANGED], 0);
}

/* At its end of the ramp a handle hides nothing, not even what lies beyond the limits. */
static void
move_handle (TsColorBar *self, Handle handle, double x)
{
  double value = ts_color_ramp_get_value (self->painter, &self->ramp, x);

  if (handle == HANDLE_MIN)
    value = x <= self->ramp.x ? -INFINITY : MIN (value, self->shown[1]);
  else
    value = x >= self->ramp.x + self->ramp.width ? INFINITY : MAX (value, self->shown[0]);
  if (value == self->shown[handle])
    return;
  self->shown[handle] = value;
  changed (self);
}

static void
reset (TsColorBar *self)
{
  if (self->shown[0] == -INFINITY && self->shown[1] == INFINITY && self->hidden == 0)
    return;
  self->shown[0] = -INFINITY;
  self->shown[1] = INFINITY;
  self->hidden = 0;
  changed (self);
}

static void
toggle_segment (TsColorBar *self, int segment)
{
  self->hidden ^= 1u << segment;
  changed (self);
}

/* --- drawing --- */

static void
draw_handle (TsColorBar *self, cairo_t *cr, Handle handle)
{
  double x = round (handle_x (self, handle)) - HANDLE_WIDTH / 2;
  gboolean focused = self->focused == handle && gtk_widget_has_visible_focus (GTK_WIDGET (self));

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + 3, self->ramp.y + 1, 3, G_PI, 2 * G_PI);
  cairo_arc (cr, x + HANDLE_WIDTH - 3, self->ramp.y + self->ramp.height - 1, 3, 0, G_PI);
  cairo_close_path (cr);
  ts_color_set_source (&self->style.background, cr);
  cairo_fill_preserve (cr);
  ts_color_set_source (focused ? &self->style.accent : &self->style.dim, cr);
  cairo_set_line_width (cr, focused ? 2 : 1);
  cairo_stroke (cr);
}

/* The exact value under the pointer, on the ramp: a line and its number above the ticks. */
static void
draw_pointed (TsColorBar *self, cairo_t *cr, double x, double value)
{
  g_autofree char *label = ts_format_short (value, 6);
  double width, height, left;

  ts_text_cache_measure (self->cache, cr, &self->style, label, &width, &height);
  left = CLAMP (x - width / 2, self->ramp.x,
                MAX (self->ramp.x, self->ramp.x + self->ramp.width - width));
  ts_color_set_source (&self->style.background, cr);
  cairo_rectangle (cr, left - 4, self->ramp.y + self->ramp.height + 1, width + 8, height + 4);
  cairo_fill (cr);
  ts_text_cache_draw (self->cache, cr, &self->style, label, left,
                      self->ramp.y + self->ramp.height + 4, TS_ALIGN_START, TS_ALIGN_START, 0,
                      &self->style.accent);
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_rectangle (cr, floor (x) - 1, self->ramp.y, 3, self->ramp.height);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_rectangle (cr, floor (x), self->ramp.y, 1, self->ramp.height);
  cairo_fill (cr);
}

static void
draw_focused_segment (TsColorBar *self, cairo_t *cr)
{
  double width = self->ramp.width / self->painter->n_segments;

  ts_color_set_source (&self->style.accent, cr);
  cairo_set_line_width (cr, 2);
  cairo_rectangle (cr, floor (self->ramp.x + self->focused_segment * width), self->ramp.y - 1,
                   width, self->ramp.height + 2);
  cairo_stroke (cr);
}

static void
ts_color_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsColorBar *self = TS_COLOR_BAR (widget);
  TsRect area = { 0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget) };
  cairo_t *cr;

  if (self->painter == NULL || self->style.font == NULL)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) area.width, (float) area.height));
  self->ramp = ts_color_ramp_layout (self->painter, cr, self->cache, &self->style, &area);
  ts_color_ramp_draw (self->painter, cr, self->cache, &self->style, &self->ramp);
  if (has_handles (self))
    {
      draw_handle (self, cr, HANDLE_MIN);
      draw_handle (self, cr, HANDLE_MAX);
      if (self->grabbed != HANDLE_NONE)
        draw_pointed (
            self, cr, handle_x (self, self->grabbed),
            ts_color_ramp_get_value (self->painter, &self->ramp, handle_x (self, self->grabbed)));
      else if (self->hover_x >= self->ramp.x && self->hover_x <= self->ramp.x + self->ramp.width)
        draw_pointed (self, cr, self->hover_x,
                      ts_color_ramp_get_value (self->painter, &self->ramp, self->hover_x));
    }
  else if (has_segments (self) && gtk_widget_has_visible_focus (widget))
    draw_focused_segment (self, cr);
  cairo_destroy (cr);
}

static void
ts_color_bar_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = NATURAL_WIDTH;
    }
  else
    *minimum = *natural = (int) TS_COLOR_RAMP_HEIGHT;
}

/* --- input --- */

static Handle
find_handle (TsColorBar *self, double x)
{
  double to_min, to_max;

  if (!has_handles (self))
    return HANDLE_NONE;
  to_min = fabs (x - handle_x (self, HANDLE_MIN));
  to_max = fabs (x - handle_x (self, HANDLE_MAX));
  if (MIN (to_min, to_max) > HANDLE_REACH)
    return HANDLE_NONE;
  /* Both at one place: the one that can move away from there. */
  if (to_min == to_max)
    return handle_x (self, HANDLE_MIN) > self->ramp.x + self->ramp.width / 2 ? HANDLE_MIN
                                                                             : HANDLE_MAX;
  return to_min < to_max ? HANDLE_MIN : HANDLE_MAX;
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, TsColorBar *self)
{
  self->grabbed = find_handle (self, x);
  if (self->grabbed == HANDLE_NONE)
    return;
  self->focused = self->grabbed;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, TsColorBar *self)
{
  double x, y;

  if (self->grabbed == HANDLE_NONE || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  move_handle (self, self->grabbed, x + dx);
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, TsColorBar *self)
{
  self->grabbed = HANDLE_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, TsColorBar *self)
{
  int segment;

  if (self->painter == NULL)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  segment = ts_color_ramp_get_segment (self->painter, &self->ramp, x);
  if (n_press == 2)
    reset (self);
  else if (segment >= 0)
    toggle_segment (self, segment);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, TsColorBar *self)
{
  self->hover_x = x;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), find_handle (self, x) != HANDLE_NONE
                                                          ? "ew-resize"
                                                      : has_segments (self) ? "pointer"
                                                                            : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
leave_cb (GtkEventControllerMotion *controller, TsColorBar *self)
{
  self->hover_x = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
segment_key (TsColorBar *self, guint key)
{
  int last = (int) self->painter->n_segments - 1;

  if (key == GDK_KEY_Left)
    self->focused_segment = MAX (0, self->focused_segment - 1);
  else if (key == GDK_KEY_Right)
    self->focused_segment = MIN (last, self->focused_segment + 1);
  else if (key == GDK_KEY_space || key == GDK_KEY_Return)
    toggle_segment (self, CLAMP (self->focused_segment, 0, last));
  else
    return FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/* Left and Right move the handle in hand, Up and Down change hands. */
static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        TsColorBar *self)
{
  double step = self->ramp.width * KEY_STEP * ((state & GDK_CONTROL_MASK) != 0 ? 10 : 1);

  if (self->painter == NULL || (state & GDK_ALT_MASK) != 0)
    return FALSE;
  if (key == GDK_KEY_Home || key == GDK_KEY_Escape)
    {
      reset (self);
      return key == GDK_KEY_Home;
    }
  if (has_segments (self))
    return segment_key (self, key);
  if (!has_handles (self))
    return FALSE;
  if (key == GDK_KEY_Left || key == GDK_KEY_Right)
    move_handle (self, self->focused,
                 handle_x (self, self->focused) + (key == GDK_KEY_Left ? -step : step));
  else if (key == GDK_KEY_Up || key == GDK_KEY_Down)
    self->focused = self->focused == HANDLE_MIN ? HANDLE_MAX : HANDLE_MIN;
  else
    return FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/* --- object --- */

static void
ts_color_bar_finalize (GObject *object)
{
  TsColorBar *self = TS_COLOR_BAR (object);

  g_clear_pointer (&self->painter, ts_cell_painter_unref);
  g_clear_pointer (&self->cache, ts_text_cache_free);
  ts_plot_style_clear (&self->style);
  G_OBJECT_CLASS (ts_color_bar_parent_class)->finalize (object);
}

static void
ts_color_bar_class_init (TsColorBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = ts_color_bar_finalize;
  widget_class->snapshot = ts_color_bar_snapshot;
  widget_class->measure = ts_color_bar_measure;
  gtk_widget_class_set_css_name (widget_class, "colorbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/color-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TsColorBar, click_gesture);
  gtk_widget_class_bind_template_child (widget_class, TsColorBar, drag_gesture);
  gtk_widget_class_bind_template_callback (widget_class, drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_update_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_end_cb);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  signals[SHOWN_CHANGED] = g_signal_new ("shown-changed", TS_TYPE_COLOR_BAR, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ts_color_bar_init (TsColorBar *self)
{
  self->cache = ts_text_cache_new ();
  self->shown[0] = -INFINITY;
  self->shown[1] = INFINITY;
  self->hover_x = -1;
  self->grabbed = HANDLE_NONE;
  self->focused = HANDLE_MIN;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_gesture_group (self->click_gesture, self->drag_gesture);
}

void
ts_color_bar_set_painter (TsColorBar *self, TsCellPainter *painter)
{
  if (painter != NULL)
    ts_cell_painter_ref (painter);
  g_clear_pointer (&self->painter, ts_cell_painter_unref);
  self->painter = painter;
  if (painter != NULL)
    {
      self->shown[0] = painter->colors.shown_min;
      self->shown[1] = painter->colors.shown_max;
      self->hidden = painter->colors.hidden_segments;
      self->focused_segment
          = CLAMP (self->focused_segment, 0, (int) MAX (1, painter->n_segments) - 1);
    }
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ts_color_bar_set_style (TsColorBar *self, const TsPlotStyle *style)
{
  ts_plot_style_clear (&self->style);
  ts_plot_style_copy (&self->style, style);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
ts_color_bar_get_point (TsColorBar *self, double value, double *x, double *y, double *height)
{
  if (!has_handles (self) || self->ramp.width <= 0 || !isfinite (value))
    return FALSE;
  *x = ts_color_ramp_get_x (self->painter, &self->ramp, value);
  *y = self->ramp.y;
  *height = self->ramp.height;
  return TRUE;
}

void
ts_color_bar_get_shown (TsColorBar *self, double *min, double *max)
{
  *min = self->shown[0];
  *max = self->shown[1];
}

guint32
ts_color_bar_get_hidden (TsColorBar *self)
{
  return self->hidden;
}
