/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/timeline-view.h"

#include "widgets/pixel-source.h"
#include "widgets/texture.h"
#include "widgets/theme.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ZOOM_STEP    1.25
#define PAN_STEP     0.1 /* of what is visible */
#define DRAG_MINIMUM 4.0 /* pixels; less is a click */
#define MAX_ZOOM_OUT 1.1 /* of the whole run */
#define STRIP_PIXELS 60000

struct _TsTimelineView
{
  GtkWidget parent_instance;

  TsTimelinePlot *plot;
  TsPlotStyle style;
  GBytes *pixels;      /* of the picture, where GTK draws in software */
  GdkTexture *texture; /* elsewhere; both NULL: draw again */
  guint pixel_width, pixel_height;

  int hover_row, hover_job; /* -1: none */
  double pointer_x, pointer_y;
  gboolean has_pointer;
  double drag_start, drag_end; /* what was visible when it began */
  gboolean panning;
};

enum
{
  VISIBLE_CHANGED,
  MARKED_CHANGED,
  HOVER_CHANGED,
  JOB_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsTimelineView, ts_timeline_view, GTK_TYPE_WIDGET)

static void
drop_picture (TsTimelineView *self)
{
  g_clear_object (&self->texture);
  g_clear_pointer (&self->pixels, g_bytes_unref);
}

static void
invalidate (TsTimelineView *self)
{
  drop_picture (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const TsTimelineRow *
get_row (TsTimelineView *self, int row)
{
  return ts_timeline_get_row (ts_timeline_plot_get_timeline (self->plot), (guint) row);
}

/* ---- Drawing ---- */

static void
draw_picture (TsTimelineView *self, int width, int height)
{
  cairo_surface_t *surface = ts_texture_create_surface (width, height, self->style.scale);
  cairo_t *cr = cairo_create (surface);

  ts_timeline_plot_draw (self->plot, cr, &self->style, width, height);
  cairo_destroy (cr);
  if (!ts_widget_draws_in_software (GTK_WIDGET (self)))
    {
      self->texture = ts_texture_new_for_surface (surface);
      return;
    }
  cairo_surface_flush (surface);
  self->pixel_width = (guint) cairo_image_surface_get_width (surface);
  self->pixel_height = (guint) cairo_image_surface_get_height (surface);
  self->pixels = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                             (gsize) self->pixel_width * 4 * self->pixel_height,
                                             (GDestroyNotify) cairo_surface_destroy, surface);
}

/* Strips stay in the processor's cache while GTK's software renderer draws them into memory of
 * their own and then onto the window. */
static void
append_strips (TsTimelineView *self, GtkSnapshot *snapshot, int width, int height)
{
  int lines = MAX (STRIP_PIXELS / width, 1);
  cairo_pattern_t *pattern = ts_pixel_source_new (self->pixels, CAIRO_FORMAT_ARGB32,
                                                  self->pixel_width, self->pixel_height);

  for (int y = 0; y < height; y += lines)
    {
      cairo_t *cr = gtk_snapshot_append_cairo (
          snapshot,
          &GRAPHENE_RECT_INIT (0, (float) y, (float) width, (float) MIN (lines, height - y)));
      cairo_scale (cr, (double) width / self->pixel_width, (double) height / self->pixel_height);
      cairo_set_source (cr, pattern);
      cairo_paint (cr);
      cairo_destroy (cr);
    }
  cairo_pattern_destroy (pattern);
}

static void
append_picture (TsTimelineView *self, GtkSnapshot *snapshot, int width, int height)
{
  if (self->pixels == NULL && self->texture == NULL)
    draw_picture (self, width, height);
  if (self->texture == NULL)
    append_strips (self, snapshot, width, height);
  else
    gtk_snapshot_append_texture (snapshot, self->texture,
                                 &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
}

/* A line where the pointer is, and a frame around the job there. Each is a node no larger than it
 * is: what lies below is drawn again. */
static void
append_line (TsTimelineView *self, GtkSnapshot *snapshot, const TsRect *area)
{
  double x = floor (self->pointer_x);
  cairo_t *cr;

  if (!self->has_pointer || self->pointer_x < area->x || self->pointer_x >= area->x + area->width)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT ((float) x, (float) area->y - 3, 1, (float) area->height + 8));
  ts_color_set_source (&self->style.foreground, cr);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, (const double[]){ 3, 3 }, 2, 0);
  cairo_move_to (cr, x + 0.5, area->y - 3);
  cairo_line_to (cr, x + 0.5, area->y + area->height + 5);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
append_frame (TsTimelineView *self, GtkSnapshot *snapshot, const TsRect *area)
{
  double left, right;
  cairo_t *cr;
  TsRect bar;

  if (self->hover_row < 0)
    return;
  ts_timeline_plot_get_bar (self->plot, (guint) self->hover_row, (guint) self->hover_job, &bar);
  left = MAX (bar.x - 2, area->x - 2);
  right = MIN (bar.x + MAX (bar.width, 1) + 2, area->x + area->width + 2);
  if (right <= left)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT ((float) left, (float) bar.y - 2,
                                                                 (float) (right - left),
                                                                 (float) bar.height + 4));
  ts_color_set_source (&self->style.foreground, cr);
  cairo_set_line_width (cr, 2);
  cairo_rectangle (cr, bar.x, bar.y - 1, MAX (bar.width, 1), bar.height + 2);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
ts_timeline_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsTimelineView *self = TS_TIMELINE_VIEW (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  TsRect area;

  if (width <= 0 || height <= 0 || ts_timeline_plot_get_timeline (self->plot) == NULL)
    return;
  append_picture (self, snapshot, width, height);
  ts_timeline_plot_get_area (self->plot, &area);
  append_line (self, snapshot, &area);
  append_frame (self, snapshot, &area);
}

static void
ts_timeline_view_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  TsTimelineView *self = TS_TIMELINE_VIEW (widget);

  /* What does not expand stands beside the main picture. */
  double share = gtk_widget_get_vexpand (widget) ? 1 : 0.6;

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 110;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                 ? 640
                 : (int) (share * MIN (ts_timeline_plot_get_natural_height (self->plot), 480));
  *natural = MAX (*natural, *minimum);
}

static void
ts_timeline_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  invalidate (TS_TIMELINE_VIEW (widget));
}

static void
update_style (TsTimelineView *self)
{
  ts_plot_style_clear (&self->style);
  ts_theme_get_style (GTK_WIDGET (self), &self->style);
  invalidate (self);
}

static void
ts_timeline_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ts_timeline_view_parent_class)->css_changed (widget, change);
  update_style (TS_TIMELINE_VIEW (widget));
}

/* ---- What is visible ---- */

static void
set_hover (TsTimelineView *self, int row, int job)
{
  g_autofree char *text = NULL;

  if (self->hover_row == row && self->hover_job == job)
    return;
  self->hover_row = row;
  self->hover_job = job;
  if (row >= 0)
    {
      text = ts_timeline_describe_job (ts_timeline_plot_get_timeline (self->plot), (guint) row,
                                       (guint) job);
      /* Screen readers are told what the tooltip says. */
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      text, -1);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  g_signal_emit (self, signals[HOVER_CHANGED], 0, row, job);
}

void
ts_timeline_view_set_visible (TsTimelineView *self, double start, double end)
{
  ts_timeline_plot_set_visible (self->plot, start, end);
  invalidate (self);
}

/* By the person: within the run, and some beyond. */
static void
change_visible (TsTimelineView *self, double start, double end)
{
  double first, last, margin, span = end - start;

  if (ts_timeline_plot_get_timeline (self->plot) == NULL)
    return;
  ts_timeline_plot_get_run_range (self->plot, &first, &last);
  margin = (last - first) * (MAX_ZOOM_OUT - 1) / 2;
  span = CLAMP (span, 1, (last - first) + 2 * margin);
  start = CLAMP (start, first - margin, last + margin - span);
  ts_timeline_view_set_visible (self, start, start + span);
  g_signal_emit (self, signals[VISIBLE_CHANGED], 0, start, start + span);
}

/* About a place given as a fraction of what is visible. */
static void
zoom_at (TsTimelineView *self, double factor, double at)
{
  double start, end, span;

  ts_timeline_plot_get_visible (self->plot, &start, &end);
  span = MAX ((end - start) / factor, 1);
  start += (end - start - span) * at;
  change_visible (self, start, start + span);
}

static double
get_pointer_fraction (TsTimelineView *self)
{
  TsRect area;

  ts_timeline_plot_get_area (self->plot, &area);
  if (!self->has_pointer || area.width <= 0 || self->pointer_x < area.x
      || self->pointer_x > area.x + area.width)
    return 0.5;
  return (self->pointer_x - area.x) / area.width;
}

static void
pan_by (TsTimelineView *self, double fraction)
{
  double start, end;

  ts_timeline_plot_get_visible (self->plot, &start, &end);
  fraction *= end - start;
  change_visible (self, start + fraction, end + fraction);
}

void
ts_timeline_view_zoom (TsTimelineView *self, double factor)
{
  zoom_at (self, factor, get_pointer_fraction (self));
}

void
ts_timeline_view_show_step (TsTimelineView *self)
{
  double start, end;

  ts_timeline_plot_get_step_range (self->plot, &start, &end);
  change_visible (self, start, end);
}

void
ts_timeline_view_show_run (TsTimelineView *self)
{
  double start, end;

  ts_timeline_plot_get_run_range (self->plot, &start, &end);
  change_visible (self, start, end);
}

void
ts_timeline_view_set_marked (TsTimelineView *self, double start, double end)
{
  ts_timeline_plot_set_marked (self->plot, start, end);
  invalidate (self);
}

static void
change_marked (TsTimelineView *self, double start, double end)
{
  ts_timeline_view_set_marked (self, start, end);
  g_signal_emit (self, signals[MARKED_CHANGED], 0, start, end);
}

/* ---- Pointer ---- */

static void
motion_cb (TsTimelineView *self, double x, double y)
{
  guint row, job;

  self->pointer_x = x;
  self->pointer_y = y;
  self->has_pointer = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (ts_timeline_plot_hit (self->plot, x, y, &row, &job))
    set_hover (self, (int) row, (int) job);
  else
    set_hover (self, -1, -1);
}

static void
leave_cb (TsTimelineView *self)
{
  self->has_pointer = FALSE;
  set_hover (self, -1, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
scroll_cb (TsTimelineView *self, double dx, double dy)
{
  if (ts_timeline_plot_get_timeline (self->plot) == NULL)
    return FALSE;
  if (dy != 0)
    zoom_at (self, pow (ZOOM_STEP, -dy), get_pointer_fraction (self));
  if (dx != 0)
    pan_by (self, dx * PAN_STEP);
  return TRUE;
}

static void
drag_begin_cb (TsTimelineView *self, double x, double y, GtkGesture *drag)
{
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->panning
      = (state & GDK_SHIFT_MASK) != 0
        || gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag)) == GDK_BUTTON_MIDDLE;
  ts_timeline_plot_get_visible (self->plot, &self->drag_start, &self->drag_end);
}

static void
drag_update_cb (TsTimelineView *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x, y, from, to;
  TsRect area;

  ts_timeline_plot_get_area (self->plot, &area);
  if (hypot (dx, dy) < DRAG_MINIMUM || area.width < 1
      || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  if (self->panning)
    {
      double moved = -dx / area.width * (self->drag_end - self->drag_start);
      change_visible (self, self->drag_start + moved, self->drag_end + moved);
      return;
    }
  from = ts_timeline_plot_get_time_at (self->plot, CLAMP (x, area.x, area.x + area.width));
  to = ts_timeline_plot_get_time_at (self->plot, CLAMP (x + dx, area.x, area.x + area.width));
  change_marked (self, MIN (from, to), MAX (from, to));
}

static void
drag_end_cb (TsTimelineView *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x, y;
  guint row, job;

  if (hypot (dx, dy) >= DRAG_MINIMUM || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  change_marked (self, 0, 0);
  if (ts_timeline_plot_hit (self->plot, x, y, &row, &job))
    g_signal_emit (self, signals[JOB_ACTIVATED], 0, row, job);
}

static void
pressed_cb (TsTimelineView *self, int n_press, double x, double y)
{
  if (n_press == 2)
    ts_timeline_view_show_step (self);
}

static gboolean
ts_timeline_view_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  TsTimelineView *self = TS_TIMELINE_VIEW (widget);
  g_autofree char *text = NULL;
  TsRect area, bar;

  if (ts_timeline_plot_get_timeline (self->plot) == NULL)
    return FALSE;
  ts_timeline_plot_get_area (self->plot, &area);
  if (!keyboard && x > area.x + area.width && y >= area.y && y < area.y + area.height)
    {
      gtk_tooltip_set_text (tooltip, _ ("Bubble: the part of the window from the first to the last "
                                        "forward or backward of all stages that this row idles"));
      return TRUE;
    }
  if (self->hover_row < 0)
    return FALSE;
  text = ts_timeline_describe_job (ts_timeline_plot_get_timeline (self->plot),
                                   (guint) self->hover_row, (guint) self->hover_job);
  gtk_tooltip_set_text (tooltip, text);
  ts_timeline_plot_get_bar (self->plot, (guint) self->hover_row, (guint) self->hover_job, &bar);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ (int) MAX (bar.x, area.x), (int) bar.y,
                                                      (int) CLAMP (bar.width, 1, area.width),
                                                      (int) MAX (bar.height, 1) });
  return TRUE;
}

/* ---- Keyboard ---- */

/* The first job in sight of a row; -1: there is none. */
static int
first_in_sight (TsTimelineView *self, int row)
{
  TsTimeline *timeline = ts_timeline_plot_get_timeline (self->plot);
  const TsTimelineStep *step
      = ts_timeline_get_step (timeline, ts_timeline_plot_get_step (self->plot));
  const TsRowStep *part = ts_timeline_row_find_step (get_row (self, row), step);

  return part != NULL && part->n > 0 ? (int) part->first : -1;
}

/* Whether the cursor's bar is in sight; else what is visible moves there. */
static void
reveal (TsTimelineView *self)
{
  const TsTimelineStep *step = ts_timeline_get_step (ts_timeline_plot_get_timeline (self->plot),
                                                     ts_timeline_plot_get_step (self->plot));
  const TsJob *job = &get_row (self, self->hover_row)->jobs[self->hover_job];
  double from = (double) (job->start - step->start), to = (double) (job->end - step->start);
  double start, end, moved = 0;

  ts_timeline_plot_get_visible (self->plot, &start, &end);
  if (to > end)
    moved = MIN (to - end + (end - start) * 0.05, from - start);
  if (from < start)
    moved = from - start - (end - start) * 0.05;
  if (moved != 0)
    change_visible (self, start + moved, end + moved);
}

static gboolean
move_job (TsTimelineView *self, int by)
{
  int row = self->hover_row, job = self->hover_job + by;

  if (row < 0)
    {
      row = 0;
      while (row < (int) ts_timeline_plot_get_timeline (self->plot)->rows->len
             && (job = first_in_sight (self, row)) < 0)
        row++;
    }
  if (job < 0 || row >= (int) ts_timeline_plot_get_timeline (self->plot)->rows->len
      || job >= (int) get_row (self, row)->n_jobs)
    return TRUE;
  set_hover (self, row, job);
  reveal (self);
  return TRUE;
}

/* To the job of the next row that is nearest in time. */
static gboolean
move_row (TsTimelineView *self, int by)
{
  int n = (int) ts_timeline_plot_get_timeline (self->plot)->rows->len, row, best = -1;
  gint64 at, least = G_MAXINT64;

  if (self->hover_row < 0)
    return move_job (self, 0);
  at = get_row (self, self->hover_row)->jobs[self->hover_job].start;
  row = self->hover_row + by;
  while (row >= 0 && row < n && get_row (self, row)->n_jobs == 0)
    row += by;
  if (row < 0 || row >= n)
    return TRUE;
  for (guint i = 0; i < get_row (self, row)->n_jobs; i++)
    {
      gint64 away = ABS (get_row (self, row)->jobs[i].start - at);
      if (away < least)
        {
          least = away;
          best = (int) i;
        }
    }
  set_hover (self, row, best);
  return TRUE;
}

/* What concerns the job under the cursor. */
static gboolean
press_job_key (TsTimelineView *self, guint key)
{
  const TsTimelineStep *step = ts_timeline_get_step (ts_timeline_plot_get_timeline (self->plot),
                                                     ts_timeline_plot_get_step (self->plot));
  const TsJob *job;
  double from, to;

  if (self->hover_row < 0)
    return FALSE;
  job = &get_row (self, self->hover_row)->jobs[self->hover_job];
  from = (double) (job->start - step->start);
  to = (double) (job->end - step->start);
  if (key == GDK_KEY_m)
    change_marked (self, from, to);
  else if (key == GDK_KEY_f)
    change_visible (self, from - (to - from), to + (to - from));
  else
    g_signal_emit (self, signals[JOB_ACTIVATED], 0, (guint) self->hover_row,
                   (guint) self->hover_job);
  return TRUE;
}

gboolean
ts_timeline_view_press_key (TsTimelineView *self, guint key)
{
  if (ts_timeline_plot_get_timeline (self->plot) == NULL)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_w:
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      ts_timeline_view_zoom (self, ZOOM_STEP);
      return TRUE;
    case GDK_KEY_s:
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ts_timeline_view_zoom (self, 1 / ZOOM_STEP);
      return TRUE;
    case GDK_KEY_a:
    case GDK_KEY_d:
      pan_by (self, key == GDK_KEY_a ? -PAN_STEP : PAN_STEP);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
    case GDK_KEY_Home:
      ts_timeline_view_show_step (self);
      return TRUE;
    case GDK_KEY_r:
      ts_timeline_view_show_run (self);
      return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      return move_job (self, key == GDK_KEY_Left ? -1 : 1);
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      return move_row (self, key == GDK_KEY_Up ? -1 : 1);
    case GDK_KEY_Escape:
      change_marked (self, 0, 0);
      return TRUE;
    case GDK_KEY_m:
    case GDK_KEY_f:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      return press_job_key (self, key);
    default:
      return FALSE;
    }
}

static gboolean
key_pressed_cb (TsTimelineView *self, guint key, guint code, GdkModifierType state)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  return ts_timeline_view_press_key (self, gdk_keyval_to_lower (key));
}

/* ---- Life ---- */

void
ts_timeline_view_set_step (TsTimelineView *self,
                           TsTimeline *timeline,
                           guint step,
                           TsBusyPyramid *pyramid)
{
  set_hover (self, -1, -1);
  ts_timeline_plot_set_step (self->plot, timeline, step);
  ts_timeline_plot_set_pyramid (self->plot, timeline != NULL ? pyramid : NULL);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  invalidate (self);
}

TsTimelinePlot *
ts_timeline_view_get_plot (TsTimelineView *self)
{
  return self->plot;
}

static void
create_controllers (TsTimelineView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
ts_timeline_view_init (TsTimelineView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->plot = ts_timeline_plot_new ();
  self->hover_row = self->hover_job = -1;
  ts_theme_get_style (widget, &self->style);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  create_controllers (self);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (update_style), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timeline of pipeline jobs"), -1);
}

static void
ts_timeline_view_finalize (GObject *object)
{
  TsTimelineView *self = TS_TIMELINE_VIEW (object);

  drop_picture (self);
  ts_timeline_plot_free (self->plot);
  ts_plot_style_clear (&self->style);
  G_OBJECT_CLASS (ts_timeline_view_parent_class)->finalize (object);
}

static void
ts_timeline_view_class_init (TsTimelineViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ts_timeline_view_finalize;
  widget_class->snapshot = ts_timeline_view_snapshot;
  widget_class->measure = ts_timeline_view_measure;
  widget_class->size_allocate = ts_timeline_view_size_allocate;
  widget_class->css_changed = ts_timeline_view_css_changed;
  widget_class->query_tooltip = ts_timeline_view_query_tooltip;
  signals[VISIBLE_CHANGED]
      = g_signal_new ("visible-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                      2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[MARKED_CHANGED] = g_signal_new ("marked-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[HOVER_CHANGED] = g_signal_new ("hover-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
  signals[JOB_ACTIVATED] = g_signal_new ("job-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "timelineview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

GtkWidget *
ts_timeline_view_new (void)
{
  return g_object_new (TS_TYPE_TIMELINE_VIEW, NULL);
}
