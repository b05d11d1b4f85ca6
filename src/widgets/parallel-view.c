/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/parallel-view.h"

#include "widgets/theme.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ZOOM_STEP    1.25
#define DRAG_MINIMUM 4.0 /* pixels; less is a click */

typedef struct
{
  int row, stage; /* -1: none */
} Block;

struct _TsParallelView
{
  GtkWidget parent_instance;

  TsParallelPlot *plot;
  TsPlotStyle style;
  GdkTexture *picture; /* NULL: draw again */

  GtkWidget *bars[2]; /* horizontal, vertical */
  GtkAdjustment *adjustments[2];
  gboolean updating;

  Block hover;
  double pointer_x, pointer_y;
  double drag_x0, drag_y0, drag_y1, drag_x1; /* the visible range when the drag began */
};

enum
{
  BLOCK_ACTIVATED,
  HOVER_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsParallelView, ts_parallel_view, GTK_TYPE_WIDGET)

static guint
count_rows (TsParallelView *self)
{
  TsParallelLayout *layout = ts_parallel_plot_get_layout (self->plot);

  return layout != NULL ? ts_parallel_layout_get_n_rows (layout) : 0;
}

static guint
count_stages (TsParallelView *self)
{
  TsParallelLayout *layout = ts_parallel_plot_get_layout (self->plot);

  return layout != NULL ? layout->virtual_stages : 0;
}

/* ---- Drawing ---- */

static void
invalidate (TsParallelView *self)
{
  g_clear_object (&self->picture);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What the scroll bars leave. */
static void
get_canvas_size (TsParallelView *self, int *width, int *height)
{
  *width = gtk_widget_get_width (GTK_WIDGET (self));
  *height = gtk_widget_get_height (GTK_WIDGET (self));
  if (gtk_widget_get_visible (self->bars[1]))
    *width -= gtk_widget_get_width (self->bars[1]);
  if (gtk_widget_get_visible (self->bars[0]))
    *height -= gtk_widget_get_height (self->bars[0]);
}

static GdkTexture *
draw_picture (TsParallelView *self, int width, int height)
{
  int scale = (int) MAX (self->style.scale, 1);
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, height * scale);
  cairo_t *cr = cairo_create (surface);
  int stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_set_device_scale (surface, scale, scale);
  ts_parallel_plot_draw (self->plot, cr, &self->style, width, height);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface),
                                      (gsize) stride * (gsize) (height * scale),
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width * scale, height * scale, GDK_MEMORY_DEFAULT, bytes,
                                 (gsize) stride);
}

static void
snapshot_cursor (TsParallelView *self, GtkSnapshot *snapshot, int width, int height)
{
  cairo_rectangle_t block, area;
  cairo_t *cr;

  if (self->hover.row < 0)
    return;
  ts_parallel_plot_get_area (self->plot, &area);
  ts_parallel_plot_get_block (self->plot, (guint) self->hover.row, (guint) self->hover.stage,
                              &block);
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_rectangle (cr, area.x - 3, area.y - 3, area.width + 6, area.height + 6);
  cairo_clip (cr);
  cairo_rectangle (cr, block.x - 1, block.y - 1, block.width + 2, block.height + 2);
  cairo_set_line_width (cr, 2);
  ts_color_set_source (&self->style.foreground, cr);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
ts_parallel_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TsParallelView *self = TS_PARALLEL_VIEW (widget);
  int width, height;

  get_canvas_size (self, &width, &height);
  if (width > 0 && height > 0 && count_rows (self) > 0)
    {
      if (self->picture == NULL)
        self->picture = draw_picture (self, width, height);
      gtk_snapshot_append_texture (snapshot, self->picture,
                                   &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
      snapshot_cursor (self, snapshot, width, height);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->bars); i++)
    gtk_widget_snapshot_child (widget, self->bars[i], snapshot);
}

static void
ts_parallel_view_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 420;
}

static void
ts_parallel_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TsParallelView *self = TS_PARALLEL_VIEW (widget);
  int thickness[2] = { 0, 0 };

  for (guint i = 0; i < 2; i++)
    if (gtk_widget_should_layout (self->bars[i]))
      gtk_widget_measure (self->bars[i],
                          i == 0 ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1, NULL,
                          &thickness[i], NULL, NULL);
  if (thickness[0] > 0)
    gtk_widget_size_allocate (
        self->bars[0],
        &(GtkAllocation){ 0, height - thickness[0], width - thickness[1], thickness[0] }, -1);
  if (thickness[1] > 0)
    gtk_widget_size_allocate (
        self->bars[1],
        &(GtkAllocation){ width - thickness[1], 0, thickness[1], height - thickness[0] }, -1);
  invalidate (self);
}

static void
ts_parallel_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TsParallelView *self = TS_PARALLEL_VIEW (widget);

  GTK_WIDGET_CLASS (ts_parallel_view_parent_class)->css_changed (widget, change);
  ts_plot_style_clear (&self->style);
  ts_theme_get_style (widget, &self->style);
  invalidate (self);
}

/* ---- The visible range ---- */

/* The scroll bars show what the plot shows; rows count from the bottom there, from the top here. */
static void
update_bars (TsParallelView *self)
{
  double x0, x1, y0, y1, columns = count_stages (self), rows = count_rows (self);

  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  self->updating = TRUE;
  gtk_adjustment_configure (self->adjustments[0], x0, 0, columns, 1, (x1 - x0) * 0.9, x1 - x0);
  gtk_adjustment_configure (self->adjustments[1], rows - y1, 0, rows, 1, (y1 - y0) * 0.9, y1 - y0);
  gtk_widget_set_visible (self->bars[0], x1 - x0 < columns);
  gtk_widget_set_visible (self->bars[1], y1 - y0 < rows);
  self->updating = FALSE;
}

static void
set_visible (TsParallelView *self, double x0, double x1, double y0, double y1)
{
  ts_parallel_plot_set_visible (self->plot, x0, x1, y0, y1);
  update_bars (self);
  invalidate (self);
}

static void
bar_moved_cb (TsParallelView *self)
{
  double x0, x1, y0, y1, left, top;

  if (self->updating)
    return;
  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  left = gtk_adjustment_get_value (self->adjustments[0]);
  top = count_rows (self) - gtk_adjustment_get_value (self->adjustments[1]);
  ts_parallel_plot_set_visible (self->plot, left, left + x1 - x0, top - (y1 - y0), top);
  invalidate (self);
}

/* Zooms about a place given as fractions of the visible range, from the left and from the bottom;
 * each direction on its own as long as it has more than one block to lose. */
static void
zoom_at (TsParallelView *self, double factor, double fx, double fy)
{
  double x0, x1, y0, y1, width, height, x, y;

  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  x = x0 + fx * (x1 - x0);
  y = y0 + fy * (y1 - y0);
  width = CLAMP ((x1 - x0) / factor, 1, MAX (count_stages (self), 1));
  height = CLAMP ((y1 - y0) / factor, 1, MAX (count_rows (self), 1));
  set_visible (self, x - fx * width, x + (1 - fx) * width, y - fy * height, y + (1 - fy) * height);
}

static void
pan_by (TsParallelView *self, double columns, double rows)
{
  double x0, x1, y0, y1;

  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  set_visible (self, x0 + columns, x1 + columns, y0 + rows, y1 + rows);
}

void
ts_parallel_view_zoom (TsParallelView *self, double factor)
{
  zoom_at (self, factor, 0.5, 0.5);
}

void
ts_parallel_view_show_all (TsParallelView *self)
{
  ts_parallel_plot_show_all (self->plot);
  update_bars (self);
  invalidate (self);
}

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

static void
set_hover (TsParallelView *self, int row, int stage)
{
  if (self->hover.row == row && self->hover.stage == stage)
    return;
  self->hover = (Block){ row, stage };
  describe_hover (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  g_signal_emit (self, signals[HOVER_CHANGED], 0, row, stage);
}

static void
motion_cb (TsParallelView *self, double x, double y)
{
  guint row, stage;

  self->pointer_x = x;
  self->pointer_y = y;
  if (ts_parallel_plot_hit (self->plot, x, y, &row, &stage))
    set_hover (self, (int) row, (int) stage);
  else
    set_hover (self, -1, -1);
}

static void
leave_cb (TsParallelView *self)
{
  set_hover (self, -1, -1);
}

static gboolean
scroll_cb (TsParallelView *self, double dx, double dy, GtkEventControllerScroll *scroll)
{
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  cairo_rectangle_t area;
  double x0, x1, y0, y1;

  if (count_rows (self) == 0)
    return FALSE;
  ts_parallel_plot_get_area (self->plot, &area);
  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  if (state & GDK_CONTROL_MASK)
    zoom_at (self, pow (ZOOM_STEP, -dy),
             CLAMP ((self->pointer_x - area.x) / MAX (area.width, 1), 0, 1),
             CLAMP ((area.y + area.height - self->pointer_y) / MAX (area.height, 1), 0, 1));
  else if (state & GDK_SHIFT_MASK)
    pan_by (self, (dx + dy) * (x1 - x0) / 10, 0);
  else
    pan_by (self, dx * (x1 - x0) / 10, -dy * (y1 - y0) / 10);
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
  set_visible (self, self->drag_x0 + columns, self->drag_x1 + columns, self->drag_y0 + rows,
               self->drag_y1 + rows);
}

static void
drag_end_cb (TsParallelView *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x, y;
  guint row, stage;

  if (hypot (dx, dy) >= DRAG_MINIMUM || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  if (ts_parallel_plot_hit (self->plot, x, y, &row, &stage))
    g_signal_emit (self, signals[BLOCK_ACTIVATED], 0, row, stage);
}

static gboolean
ts_parallel_view_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  TsParallelView *self = TS_PARALLEL_VIEW (widget);
  cairo_rectangle_t block;
  g_autofree char *text = NULL;

  if (self->hover.row < 0 || count_rows (self) == 0)
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

  if (count_rows (self) == 0)
    return FALSE;
  row = self->hover.row < 0 ? 0 : self->hover.row + rows;
  stage = self->hover.row < 0 ? 0 : self->hover.stage + stages;
  row = CLAMP (row, 0, (int) count_rows (self) - 1);
  stage = CLAMP (stage, 0, (int) count_stages (self) - 1);
  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  pan_by (self, MIN (stage - x0, 0) + MAX (stage + 1 - x1, 0),
          MIN (row - y0, 0) + MAX (row + 1 - y1, 0));
  set_hover (self, row, stage);
  return TRUE;
}

static gboolean
activate_cursor (TsParallelView *self)
{
  if (self->hover.row < 0)
    return FALSE;
  g_signal_emit (self, signals[BLOCK_ACTIVATED], 0, (guint) self->hover.row,
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

/* ---- Life ---- */

static void
create_bars (TsParallelView *self)
{
  static const GtkOrientation orientations[]
      = { GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL };

  for (guint i = 0; i < 2; i++)
    {
      self->adjustments[i] = gtk_adjustment_new (0, 0, 1, 1, 1, 1);
      self->bars[i] = gtk_scrollbar_new (orientations[i], self->adjustments[i]);
      gtk_widget_set_visible (self->bars[i], FALSE);
      gtk_widget_set_parent (self->bars[i], GTK_WIDGET (self));
      g_signal_connect_swapped (self->adjustments[i], "value-changed", G_CALLBACK (bar_moved_cb),
                                self);
    }
}

static void
create_controllers (TsParallelView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
ts_parallel_view_init (TsParallelView *self)
{
  self->plot = ts_parallel_plot_new ();
  self->hover = (Block){ -1, -1 };
  ts_plot_style_init (&self->style, FALSE);
  create_bars (self);
  create_controllers (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Parallel layout"), -1);
}

static void
ts_parallel_view_dispose (GObject *object)
{
  TsParallelView *self = TS_PARALLEL_VIEW (object);

  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&self->bars[i], gtk_widget_unparent);
  g_clear_object (&self->picture);
  G_OBJECT_CLASS (ts_parallel_view_parent_class)->dispose (object);
}

static void
ts_parallel_view_finalize (GObject *object)
{
  TsParallelView *self = TS_PARALLEL_VIEW (object);

  ts_parallel_plot_free (self->plot);
  ts_plot_style_clear (&self->style);
  G_OBJECT_CLASS (ts_parallel_view_parent_class)->finalize (object);
}

static void
ts_parallel_view_class_init (TsParallelViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ts_parallel_view_dispose;
  object_class->finalize = ts_parallel_view_finalize;
  widget_class->snapshot = ts_parallel_view_snapshot;
  widget_class->measure = ts_parallel_view_measure;
  widget_class->size_allocate = ts_parallel_view_size_allocate;
  widget_class->css_changed = ts_parallel_view_css_changed;
  widget_class->query_tooltip = ts_parallel_view_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "parallelview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  signals[BLOCK_ACTIVATED]
      = g_signal_new ("block-activated", TS_TYPE_PARALLEL_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[HOVER_CHANGED]
      = g_signal_new ("hover-changed", TS_TYPE_PARALLEL_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

GtkWidget *
ts_parallel_view_new (void)
{
  return g_object_new (TS_TYPE_PARALLEL_VIEW, NULL);
}

void
ts_parallel_view_set_layout (TsParallelView *self, TsParallelLayout *layout)
{
  guint rows = count_rows (self), stages = count_stages (self);
  double x0, x1, y0, y1;

  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  ts_parallel_plot_set_layout (self->plot, layout);
  if (rows == count_rows (self) && stages == count_stages (self))
    ts_parallel_plot_set_visible (self->plot, x0, x1, y0, y1);
  set_hover (self, -1, -1);
  update_bars (self);
  invalidate (self);
}

TsParallelLayout *
ts_parallel_view_get_layout (TsParallelView *self)
{
  return ts_parallel_plot_get_layout (self->plot);
}

gboolean
ts_parallel_view_get_block_point (TsParallelView *self,
                                  guint row,
                                  guint stage,
                                  graphene_point_t *point)
{
  cairo_rectangle_t block;
  guint hit_row, hit_stage;

  ts_parallel_plot_get_block (self->plot, row, stage, &block);
  graphene_point_init (point, (float) (block.x + block.width / 2),
                       (float) (block.y + block.height / 2));
  return ts_parallel_plot_hit (self->plot, point->x, point->y, &hit_row, &hit_stage);
}
