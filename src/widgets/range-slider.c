/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/range-slider.h"

#include "model/number-format.h"
#include "widgets/theme.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define THICKNESS  14
#define MIN_LENGTH 48
#define HANDLE     7.0 /* pixels on either side of an end that grab it */
#define GRIP       3.0 /* width of the drawn grip */
/* A window is drawn at least so long: two grips. */
#define LEAST_LENGTH (2 * GRIP)
#define KEY_STEP     0.05 /* of the window */
#define TICK_LENGTH  5

typedef enum
{
  DRAG_NONE,
  DRAG_FIRST,
  DRAG_LAST,
  DRAG_WINDOW,
} Drag;

struct _TsRangeSlider
{
  GtkWidget parent_instance;

  GtkGesture *click_gesture, *drag_gesture;

  GtkOrientation orientation;
  double size, min_window;
  double first, last;
  cairo_surface_t *miniature; /* one pixel high, or wide */
  GArray *ticks;              /* TsSliderTick */
  char *value_text;           /* NULL: the places are told */

  Drag drag;
  double drag_first, drag_last; /* the window when the drag began */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (TsRangeSlider,
                               ts_range_slider,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_ORIENTABLE, NULL))

enum
{
  PROP_0,
  PROP_ORIENTATION
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static double
get_length (TsRangeSlider *self)
{
  return self->orientation == GTK_ORIENTATION_HORIZONTAL
             ? gtk_widget_get_width (GTK_WIDGET (self))
             : gtk_widget_get_height (GTK_WIDGET (self));
}

static double
to_pixel (TsRangeSlider *self, double place)
{
  return self->size > 0 ? place / self->size * get_length (self) : 0;
}

static double
to_place (TsRangeSlider *self, double pixel)
{
  double length = get_length (self);

  return length > 0 ? pixel / length * self->size : 0;
}

static void
update_accessible (TsRangeSlider *self)
{
  g_autofree char *from = ts_format_short (floor (self->first) + 1, 9);
  g_autofree char *to = ts_format_short (ceil (self->last), 9);
  g_autofree char *all = ts_format_short (self->size, 9);
  /* Translators: which part of an axis is visible, as places */
  g_autofree char *text = self->value_text != NULL
                              ? g_strdup (self->value_text)
                              : g_strdup_printf (_ ("%s to %s of %s"), from, to, all);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, self->size,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, self->first,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void
set_window (TsRangeSlider *self, double first, double last, gboolean by_hand)
{
  double span = CLAMP (last - first, MIN (self->min_window, self->size), self->size);

  first = CLAMP (first, 0, MAX (0, self->size - span));
  last = first + span;
  if (first == self->first && last == self->last)
    return;
  self->first = first;
  self->last = last;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  update_accessible (self);
  if (by_hand)
    g_signal_emit (self, signals[CHANGED], 0);
}

/* One end moves, the other stays. */
static void
move_end (TsRangeSlider *self, gboolean is_first, double place)
{
  double least = MIN (self->min_window, self->size);

  if (is_first)
    set_window (self, CLAMP (place, 0, self->last - least), self->last, TRUE);
  else
    set_window (self, self->first, CLAMP (place, self->first + least, self->size), TRUE);
}

/* --- drawing --- */

static void
append_box (GtkSnapshot *snapshot,
            TsRangeSlider *self,
            double from,
            double to,
            const TsColor *color,
            double inset)
{
  graphene_rect_t box;
  GdkRGBA rgba = { (float) color->r, (float) color->g, (float) color->b, (float) color->a };
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->orientation == GTK_ORIENTATION_HORIZONTAL)
    graphene_rect_init (&box, from, inset, to - from, height - 2 * inset);
  else
    graphene_rect_init (&box, inset, from, width - 2 * inset, to - from);
  gtk_snapshot_append_color (snapshot, &rgba, &box);
}

/* Never blended: a colour between two others would be a value that there is not. */
static void
append_miniature (GtkSnapshot *snapshot, TsRangeSlider *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  cairo_t *cr;

  if (self->miniature == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_scale (cr, width / cairo_image_surface_get_width (self->miniature),
               height / cairo_image_surface_get_height (self->miniature));
  cairo_set_source_surface (cr, self->miniature, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
}

/* At the edge that is away from the picture, over the shade: what is out of sight is what they are
 * for. One of several at the same place, the strongest, is drawn. */
static void
append_ticks (GtkSnapshot *snapshot, TsRangeSlider *self, const TsPlotStyle *style)
{
  const GdkRGBA strong = { 0.88f, 0.11f, 0.14f, 1 };
  const GdkRGBA weak = { (float) style->foreground.r, (float) style->foreground.g,
                         (float) style->foreground.b, 1 };
  gboolean horizontal = self->orientation == GTK_ORIENTATION_HORIZONTAL;
  guint length = (guint) MAX (get_length (self), 1);
  g_autofree guint8 *kinds = g_new0 (guint8, length);

  for (guint i = 0; self->ticks != NULL && i < self->ticks->len; i++)
    {
      const TsSliderTick *tick = &g_array_index (self->ticks, TsSliderTick, i);
      guint at = (guint) CLAMP (to_pixel (self, tick->place), 0, length - 1.0);
      kinds[at] = MAX (kinds[at], tick->strong ? 2 : 1);
    }
  for (guint i = 0; i < length; i++)
    if (kinds[i] > 0)
      gtk_snapshot_append_color (
          snapshot, kinds[i] == 2 ? &strong : &weak,
          horizontal
              ? &GRAPHENE_RECT_INIT ((float) i - 1, THICKNESS - TICK_LENGTH, 2, TICK_LENGTH)
              : &GRAPHENE_RECT_INIT (THICKNESS - TICK_LENGTH, (float) i - 1, TICK_LENGTH, 2));
}

static void
ts_range_slider_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsRangeSlider *self = TS_RANGE_SLIDER (widget);
  double length = get_length (self);
  double from = round (to_pixel (self, self->first)), to = round (to_pixel (self, self->last));
  double lacks = MAX (LEAST_LENGTH - (to - from), 0);
  graphene_rect_t all
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  GskRoundedRect rounded;
  TsPlotStyle style;
  TsColor shade, tint;

  /* However little is visible, where that is can be seen. */
  from = CLAMP (round (from - lacks / 2), 0, MAX (length - LEAST_LENGTH, 0));
  to = MAX (to, from + MIN (LEAST_LENGTH, length));
  ts_theme_get_style (widget, &style);
  gsk_rounded_rect_init_from_rect (&rounded, &all, 4);
  gtk_snapshot_push_rounded_clip (snapshot, &rounded);
  append_box (snapshot, self, 0, length, &style.grid, 0);
  append_miniature (snapshot, self);
  shade = ts_color_with_alpha (&style.background, 0.72);
  tint = ts_color_with_alpha (&style.accent, self->miniature != NULL ? 0.12 : 0.45);
  append_box (snapshot, self, 0, from, &shade, 0);
  append_box (snapshot, self, to, length, &shade, 0);
  append_box (snapshot, self, from, to, &tint, 0);
  append_box (snapshot, self, from, MIN (from + GRIP, to), &style.accent, 0);
  append_box (snapshot, self, MAX (to - GRIP, from), to, &style.accent, 0);
  append_ticks (snapshot, self, &style);
  gtk_snapshot_pop (snapshot);
  ts_plot_style_clear (&style);
}

static void
ts_range_slider_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  TsRangeSlider *self = TS_RANGE_SLIDER (widget);

  *minimum = *natural = orientation == self->orientation ? MIN_LENGTH : THICKNESS;
}

/* --- input --- */

static double
along (TsRangeSlider *self, double x, double y)
{
  return self->orientation == GTK_ORIENTATION_HORIZONTAL ? x : y;
}

/* A short window keeps a middle to grab: handles reach at most a third into it. */
static Drag
find_drag (TsRangeSlider *self, double at)
{
  double from = to_pixel (self, self->first), to = to_pixel (self, self->last);
  double inside = MIN (HANDLE, (to - from) / 3);

  if (at >= from - HANDLE && at <= from + inside)
    return DRAG_FIRST;
  if (at >= to - inside && at <= to + HANDLE)
    return DRAG_LAST;
  return DRAG_WINDOW;
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, TsRangeSlider *self)
{
  double at = along (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->drag = find_drag (self, at);
  if (self->drag == DRAG_WINDOW
      && (at < to_pixel (self, self->first) || at > to_pixel (self, self->last)))
    {
      double half = (self->last - self->first) / 2;
      set_window (self, to_place (self, at) - half, to_place (self, at) + half, TRUE);
    }
  self->drag_first = self->first;
  self->drag_last = self->last;
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, TsRangeSlider *self)
{
  double delta = to_place (self, along (self, dx, dy));

  if (self->drag == DRAG_FIRST)
    move_end (self, TRUE, self->drag_first + delta);
  else if (self->drag == DRAG_LAST)
    move_end (self, FALSE, self->drag_last + delta);
  else if (self->drag == DRAG_WINDOW)
    set_window (self, self->drag_first + delta, self->drag_last + delta, TRUE);
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, TsRangeSlider *self)
{
  self->drag = DRAG_NONE;
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, TsRangeSlider *self)
{
  if (n_press == 2)
    set_window (self, 0, self->size, TRUE);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, TsRangeSlider *self)
{
  Drag drag = self->drag != DRAG_NONE ? self->drag : find_drag (self, along (self, x, y));
  gboolean horizontal = self->orientation == GTK_ORIENTATION_HORIZONTAL;

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), drag == DRAG_WINDOW ? "grab"
                                                      : horizontal        ? "ew-resize"
                                                                          : "ns-resize");
}

/* Arrows move the window, with Shift its far end, with Ctrl by a whole window. */
static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        TsRangeSlider *self)
{
  double span = self->last - self->first;
  double step = (state & GDK_CONTROL_MASK) != 0 ? span : span * KEY_STEP;
  int direction = 0;

  if ((state & GDK_ALT_MASK) != 0)
    return FALSE;
  if (key == GDK_KEY_Left || key == GDK_KEY_Up)
    direction = -1;
  else if (key == GDK_KEY_Right || key == GDK_KEY_Down)
    direction = 1;
  else if (key == GDK_KEY_Home)
    set_window (self, 0, self->size, TRUE);
  else
    return FALSE;
  if (direction != 0 && (state & GDK_SHIFT_MASK) != 0)
    move_end (self, FALSE, self->last + direction * step);
  else if (direction != 0)
    set_window (self, self->first + direction * step, self->last + direction * step, TRUE);
  return TRUE;
}

/* --- object --- */

static void
ts_range_slider_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ts_range_slider_parent_class)->css_changed (widget, change);
  gtk_widget_queue_draw (widget);
}

static void
ts_range_slider_finalize (GObject *object)
{
  TsRangeSlider *self = TS_RANGE_SLIDER (object);

  g_clear_pointer (&self->miniature, cairo_surface_destroy);
  g_clear_pointer (&self->ticks, g_array_unref);
  g_free (self->value_text);
  G_OBJECT_CLASS (ts_range_slider_parent_class)->finalize (object);
}

static void
ts_range_slider_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_enum (value, TS_RANGE_SLIDER (object)->orientation);
}

static void
ts_range_slider_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TS_RANGE_SLIDER (object)->orientation = g_value_get_enum (value);
  gtk_widget_queue_resize (GTK_WIDGET (object));
}

static void
ts_range_slider_class_init (TsRangeSliderClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->finalize = ts_range_slider_finalize;
  object_class->get_property = ts_range_slider_get_property;
  object_class->set_property = ts_range_slider_set_property;
  g_object_class_override_property (object_class, PROP_ORIENTATION, "orientation");
  widget_class->snapshot = ts_range_slider_snapshot;
  widget_class->measure = ts_range_slider_measure;
  widget_class->css_changed = ts_range_slider_css_changed;
  gtk_widget_class_set_css_name (widget_class, "rangeslider");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/range-slider.ui");
  gtk_widget_class_bind_template_child (widget_class, TsRangeSlider, click_gesture);
  gtk_widget_class_bind_template_child (widget_class, TsRangeSlider, drag_gesture);
  gtk_widget_class_bind_template_callback (widget_class, drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_update_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_end_cb);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  signals[CHANGED] = g_signal_new ("changed", TS_TYPE_RANGE_SLIDER, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ts_range_slider_init (TsRangeSlider *self)
{
  self->size = self->last = 1;
  self->min_window = 1;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_gesture_group (self->click_gesture, self->drag_gesture);
}

void
ts_range_slider_set_size (TsRangeSlider *self, double size, double min_window)
{
  if (size == self->size && min_window == self->min_window)
    return;
  self->size = size;
  self->min_window = min_window;
  set_window (self, MIN (self->first, size), MIN (self->last, size), FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ts_range_slider_set_window (TsRangeSlider *self, double first, double last)
{
  set_window (self, first, last, FALSE);
}

void
ts_range_slider_get_window (TsRangeSlider *self, double *first, double *last)
{
  *first = self->first;
  *last = self->last;
}

void
ts_range_slider_set_value_text (TsRangeSlider *self, const char *text)
{
  char *old = self->value_text;

  if (g_strcmp0 (old, text) == 0)
    return;
  self->value_text = g_strdup (text);
  g_free (old);
  update_accessible (self);
}

void
ts_range_slider_set_miniature (TsRangeSlider *self, const guint32 *argb, guint n)
{
  gboolean horizontal = self->orientation == GTK_ORIENTATION_HORIZONTAL;

  g_clear_pointer (&self->miniature, cairo_surface_destroy);
  if (n > 0)
    {
      guchar *data;
      int stride;
      self->miniature = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, horizontal ? (int) n : 1,
                                                    horizontal ? 1 : (int) n);
      data = cairo_image_surface_get_data (self->miniature);
      stride = cairo_image_surface_get_stride (self->miniature);
      for (guint i = 0; i < n; i++)
        memcpy (data + (horizontal ? i * 4 : i * (guint) stride), &argb[i], 4);
      cairo_surface_mark_dirty (self->miniature);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ts_range_slider_set_ticks (TsRangeSlider *self, const TsSliderTick *ticks, guint n)
{
  g_clear_pointer (&self->ticks, g_array_unref);
  self->ticks = g_array_sized_new (FALSE, FALSE, sizeof *ticks, n);
  if (n > 0)
    g_array_append_vals (self->ticks, ticks, n);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
