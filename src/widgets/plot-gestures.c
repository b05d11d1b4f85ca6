/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/plot-gestures.h"

#include <math.h>

#define ZOOM_STEP 1.25 /* per notch of the wheel */
/* A press that moves less than this is a click. */
#define CLICK_SLOP 5.0
/* A box that is smaller both ways is a slip of the hand; one way, it means all of that way. */
#define LEAST_BOX 8.0

typedef enum
{
  DRAG_NONE,
  DRAG_WAIT, /* pressed, not yet moved far enough */
  DRAG_PAN,
  DRAG_BOX,
} Drag;

struct _TsPlotGestures
{
  GObject parent_instance;

  GtkWidget *widget;
  TsPlotAreaFunc area;
  gpointer data;
  gboolean zoomed, box_zoom;

  double pointer_x, pointer_y;
  Drag drag;
  guint button;
  double press_x, press_y, drag_x, drag_y;

  guint click_source; /* a click that may still become a double click */
  double click_x, click_y;
  GdkModifierType click_state;
};

G_DEFINE_FINAL_TYPE (TsPlotGestures, ts_plot_gestures, G_TYPE_OBJECT)

enum
{
  ZOOM,
  SLIDE,
  PAN_BEGIN,
  PAN,
  BOX_CHANGED,
  BOX,
  CLICKED,
  MENU,
  SHOW_ALL,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- the wheel --- */

gboolean
ts_plot_gestures_scroll (
    TsPlotGestures *self, double x, double y, double dx, double dy, GdkModifierType state)
{
  gboolean shift = (state & GDK_SHIFT_MASK) != 0;
  double factor;
  TsRect area;

  if (!self->area (&area, self->data) || !ts_rect_contains (&area, x, y))
    return FALSE;
  /* Some systems turn Shift and the wheel into a sideways turn. */
  if (shift && dy == 0)
    {
      dy = dx;
      dx = 0;
    }
  factor = pow (ZOOM_STEP, -dy);
  if (dy != 0)
    g_signal_emit (self, signals[ZOOM], 0, x, y, shift ? 1.0 : factor,
                   (state & GDK_CONTROL_MASK) != 0 ? 1.0 : factor);
  if (dx != 0)
    g_signal_emit (self, signals[SLIDE], 0, dx);
  return dx != 0 || dy != 0;
}

/* --- dragging --- */

static void
end_drag (TsPlotGestures *self)
{
  self->drag = DRAG_NONE;
  gtk_widget_set_cursor (self->widget, NULL);
  g_signal_emit (self, signals[BOX_CHANGED], 0);
}

gboolean
ts_plot_gestures_cancel (TsPlotGestures *self)
{
  gboolean dragged = ts_plot_gestures_is_dragging (self);

  g_clear_handle_id (&self->click_source, g_source_remove);
  if (dragged)
    end_drag (self);
  self->drag = DRAG_NONE;
  return dragged;
}

gboolean
ts_plot_gestures_is_dragging (TsPlotGestures *self)
{
  return self->drag == DRAG_PAN || self->drag == DRAG_BOX;
}

/* The box as it will be zoomed to; FALSE when it is too small to be one. */
static gboolean
get_box (TsPlotGestures *self, TsRect *box)
{
  TsRect area;
  double x0, x1, y0, y1;

  if (self->drag != DRAG_BOX || !self->area (&area, self->data))
    return FALSE;
  x0 = CLAMP (MIN (self->press_x, self->drag_x), area.x, area.x + area.width);
  x1 = CLAMP (MAX (self->press_x, self->drag_x), area.x, area.x + area.width);
  y0 = CLAMP (MIN (self->press_y, self->drag_y), area.y, area.y + area.height);
  y1 = CLAMP (MAX (self->press_y, self->drag_y), area.y, area.y + area.height);
  *box = (TsRect){ x0, y0, x1 - x0, y1 - y0 };
  if (box->width < LEAST_BOX && box->height < LEAST_BOX)
    return FALSE;
  if (box->width < LEAST_BOX)
    *box = (TsRect){ area.x, y0, area.width, y1 - y0 };
  else if (box->height < LEAST_BOX)
    *box = (TsRect){ x0, area.y, x1 - x0, area.height };
  return TRUE;
}

void
ts_plot_gestures_press (TsPlotGestures *self, double x, double y, guint button, int n_press)
{
  TsRect area;

  self->drag = DRAG_NONE;
  if (!self->area (&area, self->data) || !ts_rect_contains (&area, x, y)
      || (button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_SECONDARY))
    return;
  gtk_widget_grab_focus (self->widget);
  if (n_press == 2 && button == GDK_BUTTON_PRIMARY && self->zoomed)
    {
      g_clear_handle_id (&self->click_source, g_source_remove);
      g_signal_emit (self, signals[SHOW_ALL], 0); /* the release is no click */
      return;
    }
  self->drag = DRAG_WAIT;
  self->button = button;
  self->press_x = self->drag_x = x;
  self->press_y = self->drag_y = y;
}

void
ts_plot_gestures_drag (TsPlotGestures *self, double x, double y, GdkModifierType state)
{
  self->drag_x = x;
  self->drag_y = y;
  if (self->drag == DRAG_WAIT && hypot (x - self->press_x, y - self->press_y) >= CLICK_SLOP)
    {
      gboolean box
          = self->box_zoom || self->button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK) != 0;
      g_clear_handle_id (&self->click_source, g_source_remove);
      self->drag = box ? DRAG_BOX : DRAG_PAN;
      gtk_widget_set_cursor_from_name (self->widget, box ? "crosshair" : "grabbing");
      if (!box)
        g_signal_emit (self, signals[PAN_BEGIN], 0);
    }
  if (self->drag == DRAG_PAN)
    g_signal_emit (self, signals[PAN], 0, x - self->press_x, y - self->press_y);
  else if (self->drag == DRAG_BOX)
    g_signal_emit (self, signals[BOX_CHANGED], 0);
}

/* --- clicking --- */

static gboolean
click_cb (gpointer data)
{
  TsPlotGestures *self = data;

  self->click_source = 0;
  g_signal_emit (self, signals[CLICKED], 0, self->click_x, self->click_y, self->click_state);
  return G_SOURCE_REMOVE;
}

static void
click (TsPlotGestures *self, double x, double y, GdkModifierType state)
{
  int wait;

  g_clear_handle_id (&self->click_source, g_source_remove);
  if (!self->zoomed)
    {
      g_signal_emit (self, signals[CLICKED], 0, x, y, state);
      return;
    }
  g_object_get (gtk_widget_get_settings (self->widget), "gtk-double-click-time", &wait, NULL);
  self->click_x = x;
  self->click_y = y;
  self->click_state = state;
  self->click_source = g_timeout_add ((guint) wait, click_cb, self);
}

void
ts_plot_gestures_release (TsPlotGestures *self, double x, double y, GdkModifierType state)
{
  Drag drag = self->drag;
  gboolean has_box;
  TsRect box;

  self->drag_x = x;
  self->drag_y = y;
  has_box = get_box (self, &box);
  end_drag (self);
  if (drag == DRAG_BOX && has_box)
    g_signal_emit (self, signals[BOX], 0, box.x, box.y, box.x + box.width, box.y + box.height);
  else if (drag == DRAG_WAIT && self->button == GDK_BUTTON_SECONDARY)
    g_signal_emit (self, signals[MENU], 0, x, y);
  else if (drag == DRAG_WAIT)
    click (self, x, y, state);
}

/* --- the box --- */

void
ts_plot_gestures_append_box (TsPlotGestures *self, GtkSnapshot *snapshot, const TsColor *color)
{
  GdkRGBA fill = { (float) color->r, (float) color->g, (float) color->b, 0.2f };
  GdkRGBA line = { (float) color->r, (float) color->g, (float) color->b, 1 };
  GdkRGBA lines[4] = { line, line, line, line };
  const float one[4] = { 1, 1, 1, 1 };
  GskRoundedRect rounded;
  graphene_rect_t bounds;
  TsRect box;

  if (!get_box (self, &box))
    return;
  graphene_rect_init (&bounds, (float) box.x, (float) box.y, (float) box.width, (float) box.height);
  gtk_snapshot_append_color (snapshot, &fill, &bounds);
  gsk_rounded_rect_init_from_rect (&rounded, &bounds, 0);
  gtk_snapshot_append_border (snapshot, &rounded, one, lines);
}

/* --- controllers --- */

static GdkModifierType
get_state (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, TsPlotGestures *self)
{
  self->pointer_x = x;
  self->pointer_y = y;
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, TsPlotGestures *self)
{
  return ts_plot_gestures_scroll (self, self->pointer_x, self->pointer_y, dx, dy,
                                  get_state (controller));
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, TsPlotGestures *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  /* A press beside the data is left alone rather than denied: the gesture would miss the next. */
  ts_plot_gestures_press (self, x, y, button, 1);
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, TsPlotGestures *self)
{
  if (self->drag == DRAG_NONE)
    return;
  ts_plot_gestures_drag (self, self->press_x + dx, self->press_y + dy, get_state (gesture));
  if (ts_plot_gestures_is_dragging (self))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, TsPlotGestures *self)
{
  if (self->drag != DRAG_NONE)
    ts_plot_gestures_release (self, self->press_x + dx, self->press_y + dy, get_state (gesture));
}

static void
drag_cancel_cb (GtkGesture *gesture, GdkEventSequence *sequence, TsPlotGestures *self)
{
  ts_plot_gestures_cancel (self);
}

/* Comes after the drag's begin and, being the second of two, takes it back. */
static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, TsPlotGestures *self)
{
  if (n_press == 2)
    ts_plot_gestures_press (self, x, y, GDK_BUTTON_PRIMARY, 2);
}

static void
add (TsPlotGestures *self, gpointer controller, const char *signal, GCallback callback)
{
  g_signal_connect_object (controller, signal, callback, self, 0);
}

static void
add_controllers (TsPlotGestures *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  add (self, motion, "enter", G_CALLBACK (motion_cb));
  add (self, motion, "motion", G_CALLBACK (motion_cb));
  add (self, scroll, "scroll", G_CALLBACK (scroll_cb));
  add (self, drag, "drag-begin", G_CALLBACK (drag_begin_cb));
  add (self, drag, "drag-update", G_CALLBACK (drag_update_cb));
  add (self, drag, "drag-end", G_CALLBACK (drag_end_cb));
  add (self, drag, "cancel", G_CALLBACK (drag_cancel_cb));
  add (self, click, "pressed", G_CALLBACK (pressed_cb));
  gtk_widget_add_controller (self->widget, motion);
  gtk_widget_add_controller (self->widget, scroll);
  gtk_widget_add_controller (self->widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (self->widget, GTK_EVENT_CONTROLLER (drag));
  gtk_gesture_group (click, drag);
}

/* --- object --- */

static void
ts_plot_gestures_finalize (GObject *object)
{
  TsPlotGestures *self = TS_PLOT_GESTURES (object);

  g_clear_handle_id (&self->click_source, g_source_remove);
  G_OBJECT_CLASS (ts_plot_gestures_parent_class)->finalize (object);
}

static guint
add_signal (const char *name, guint n_doubles, GType last)
{
  GType types[4] = { G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_DOUBLE };

  if (last != G_TYPE_NONE)
    types[n_doubles++] = last;
  return g_signal_newv (name, TS_TYPE_PLOT_GESTURES, G_SIGNAL_RUN_LAST, NULL, NULL, NULL, NULL,
                        G_TYPE_NONE, n_doubles, types);
}

static void
ts_plot_gestures_class_init (TsPlotGesturesClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ts_plot_gestures_finalize;
  signals[ZOOM] = add_signal ("zoom", 4, G_TYPE_NONE);
  signals[SLIDE] = add_signal ("slide", 1, G_TYPE_NONE);
  signals[PAN_BEGIN] = add_signal ("pan-begin", 0, G_TYPE_NONE);
  signals[PAN] = add_signal ("pan", 2, G_TYPE_NONE);
  signals[BOX_CHANGED] = add_signal ("box-changed", 0, G_TYPE_NONE);
  signals[BOX] = add_signal ("box", 4, G_TYPE_NONE);
  signals[CLICKED] = add_signal ("clicked", 2, GDK_TYPE_MODIFIER_TYPE);
  signals[MENU] = add_signal ("menu", 2, G_TYPE_NONE);
  signals[SHOW_ALL] = add_signal ("show-all", 0, G_TYPE_NONE);
}

static void
ts_plot_gestures_init (TsPlotGestures *self)
{
  self->pointer_x = self->pointer_y = -1;
}

TsPlotGestures *
ts_plot_gestures_new (GtkWidget *widget, TsPlotAreaFunc area, gpointer data)
{
  TsPlotGestures *self = g_object_new (TS_TYPE_PLOT_GESTURES, NULL);

  self->widget = widget;
  self->area = area;
  self->data = data;
  add_controllers (self);
  return self;
}

void
ts_plot_gestures_set_zoomed (TsPlotGestures *self, gboolean zoomed)
{
  self->zoomed = zoomed;
}

void
ts_plot_gestures_set_box_zoom (TsPlotGestures *self, gboolean box_zoom)
{
  self->box_zoom = box_zoom;
}
