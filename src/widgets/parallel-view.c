/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/parallel-view-private.h"

#include "widgets/texture.h"
#include "widgets/theme.h"

enum
{
  BLOCK_ACTIVATED,
  HOVER_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsParallelView, ts_parallel_view, GTK_TYPE_WIDGET)

guint
_ts_parallel_view_count_rows (TsParallelView *self)
{
  TsParallelLayout *layout = ts_parallel_plot_get_layout (self->plot);

  return layout != NULL ? ts_parallel_layout_get_n_rows (layout) : 0;
}

guint
_ts_parallel_view_count_stages (TsParallelView *self)
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
  if (gtk_widget_get_visible (self->bar_y))
    *width -= gtk_widget_get_width (self->bar_y);
  if (gtk_widget_get_visible (self->bar_x))
    *height -= gtk_widget_get_height (self->bar_x);
}

static void
draw_picture (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer plot)
{
  ts_parallel_plot_draw (plot, cr, style, width, height);
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
  if (width > 0 && height > 0 && _ts_parallel_view_count_rows (self) > 0)
    {
      if (self->picture == NULL)
        self->picture
            = ts_texture_new_drawn (&self->style, width, height, draw_picture, self->plot);
      gtk_snapshot_append_texture (snapshot, self->picture,
                                   &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
      snapshot_cursor (self, snapshot, width, height);
    }
  gtk_widget_snapshot_child (widget, self->bar_x, snapshot);
  gtk_widget_snapshot_child (widget, self->bar_y, snapshot);
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

static int
get_thickness (GtkWidget *bar, GtkOrientation across)
{
  int thickness = 0;

  if (gtk_widget_should_layout (bar))
    gtk_widget_measure (bar, across, -1, NULL, &thickness, NULL, NULL);
  return thickness;
}

static void
ts_parallel_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TsParallelView *self = TS_PARALLEL_VIEW (widget);
  int below = get_thickness (self->bar_x, GTK_ORIENTATION_VERTICAL);
  int beside = get_thickness (self->bar_y, GTK_ORIENTATION_HORIZONTAL);

  if (below > 0)
    gtk_widget_size_allocate (self->bar_x,
                              &(GtkAllocation){ 0, height - below, width - beside, below }, -1);
  if (beside > 0)
    gtk_widget_size_allocate (self->bar_y,
                              &(GtkAllocation){ width - beside, 0, beside, height - below }, -1);
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
  double x0, x1, y0, y1, columns = _ts_parallel_view_count_stages (self),
                         rows = _ts_parallel_view_count_rows (self);

  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  self->updating = TRUE;
  gtk_adjustment_configure (self->columns, x0, 0, columns, 1, (x1 - x0) * 0.9, x1 - x0);
  gtk_adjustment_configure (self->rows, rows - y1, 0, rows, 1, (y1 - y0) * 0.9, y1 - y0);
  gtk_widget_set_visible (self->bar_x, x1 - x0 < columns);
  gtk_widget_set_visible (self->bar_y, y1 - y0 < rows);
  self->updating = FALSE;
}

void
_ts_parallel_view_set_visible (TsParallelView *self, double x0, double x1, double y0, double y1)
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
  left = gtk_adjustment_get_value (self->columns);
  top = _ts_parallel_view_count_rows (self) - gtk_adjustment_get_value (self->rows);
  ts_parallel_plot_set_visible (self->plot, left, left + x1 - x0, top - (y1 - y0), top);
  invalidate (self);
}

/* Zooms about a place given as fractions of the visible range, from the left and from the bottom;
 * each direction on its own as long as it has more than one block to lose. */
void
_ts_parallel_view_zoom_at (TsParallelView *self, double factor, double fx, double fy)
{
  double x0, x1, y0, y1, width, height, x, y;

  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  x = x0 + fx * (x1 - x0);
  y = y0 + fy * (y1 - y0);
  width = CLAMP ((x1 - x0) / factor, 1, MAX (_ts_parallel_view_count_stages (self), 1));
  height = CLAMP ((y1 - y0) / factor, 1, MAX (_ts_parallel_view_count_rows (self), 1));
  _ts_parallel_view_set_visible (self, x - fx * width, x + (1 - fx) * width, y - fy * height,
                                 y + (1 - fy) * height);
}

void
_ts_parallel_view_pan_by (TsParallelView *self, double columns, double rows)
{
  double x0, x1, y0, y1;

  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  _ts_parallel_view_set_visible (self, x0 + columns, x1 + columns, y0 + rows, y1 + rows);
}

void
ts_parallel_view_zoom (TsParallelView *self, double factor)
{
  _ts_parallel_view_zoom_at (self, factor, 0.5, 0.5);
}

void
ts_parallel_view_show_all (TsParallelView *self)
{
  ts_parallel_plot_show_all (self->plot);
  update_bars (self);
  invalidate (self);
}

/* ---- Life ---- */

static void
ts_parallel_view_init (TsParallelView *self)
{
  self->plot = ts_parallel_plot_new ();
  self->hover = (Block){ -1, -1 };
  ts_plot_style_init (&self->style, FALSE);
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
ts_parallel_view_dispose (GObject *object)
{
  TsParallelView *self = TS_PARALLEL_VIEW (object);

  g_clear_pointer (&self->bar_x, gtk_widget_unparent);
  g_clear_pointer (&self->bar_y, gtk_widget_unparent);
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
  widget_class->query_tooltip = _ts_parallel_view_query_tooltip;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/parallel-view.ui");
  gtk_widget_class_bind_template_child (widget_class, TsParallelView, bar_x);
  gtk_widget_class_bind_template_child (widget_class, TsParallelView, bar_y);
  gtk_widget_class_bind_template_child (widget_class, TsParallelView, columns);
  gtk_widget_class_bind_template_child (widget_class, TsParallelView, rows);
  gtk_widget_class_bind_template_callback (widget_class, bar_moved_cb);
  _ts_parallel_view_bind_input (widget_class);
  gtk_widget_class_set_css_name (widget_class, "parallelview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  signals[BLOCK_ACTIVATED]
      = g_signal_new ("block-activated", TS_TYPE_PARALLEL_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[HOVER_CHANGED]
      = g_signal_new ("hover-changed", TS_TYPE_PARALLEL_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

void
ts_parallel_view_set_layout (TsParallelView *self, TsParallelLayout *layout)
{
  guint rows = _ts_parallel_view_count_rows (self), stages = _ts_parallel_view_count_stages (self);
  double x0, x1, y0, y1;

  ts_parallel_plot_get_visible (self->plot, &x0, &x1, &y0, &y1);
  ts_parallel_plot_set_layout (self->plot, layout);
  if (rows == _ts_parallel_view_count_rows (self)
      && stages == _ts_parallel_view_count_stages (self))
    ts_parallel_plot_set_visible (self->plot, x0, x1, y0, y1);
  _ts_parallel_view_set_hover (self, -1, -1);
  update_bars (self);
  invalidate (self);
}

void
ts_parallel_view_set_marked_ranks (TsParallelView *self,
                                   const gint64 *suspects,
                                   guint n_suspects,
                                   const gint64 *peers,
                                   guint n_peers)
{
  g_return_if_fail (TS_IS_PARALLEL_VIEW (self));
  ts_parallel_plot_set_marked_ranks (self->plot, suspects, n_suspects, peers, n_peers);
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
