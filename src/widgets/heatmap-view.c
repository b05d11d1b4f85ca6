/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/heatmap-view-private.h"

#include "plot/heatmap/heatmap-text.h"

#include <glib/gi18n-lib.h>

static void ts_heatmap_view_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TsHeatmapView,
                               ts_heatmap_view,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE,
                                                      ts_heatmap_view_buildable_init))

enum
{
  PROP_0,
  PROP_BOX_ZOOM,
  PROP_EXTRA_MENU,
  N_PROPS
};

enum
{
  CELL_ACTIVATED,
  COLORS_CHANGED,
  SCALE_CHANGED,
  VIEW_CHANGED,
  HOVER_CHANGED,
  RETRY,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

void
_ts_heatmap_view_redraw (TsHeatmapView *self)
{
  gtk_widget_queue_draw (self->canvas);
  gtk_widget_queue_draw (self->overlay);
}

static void
update_accessible (TsHeatmapView *self)
{
  TsMatrix *matrix = self->picture->rows != NULL ? self->picture->rows->shown : NULL;
  g_autofree char *subtitle = NULL, *label = NULL;

  if (!ts_heatmap_picture_has_cells (self->picture) || matrix == NULL)
    return;
  subtitle = ts_heatmap_dup_subtitle (matrix);
  label = g_strdup_printf (_ ("Heat map of %s"),
                           self->picture->title != NULL ? self->picture->title : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, subtitle, -1);
}

void
_ts_heatmap_view_emit_hover (TsHeatmapView *self)
{
  TsMatrix *matrix = self->picture->rows != NULL ? self->picture->rows->shown : NULL;
  int x = self->reading_cursor ? self->cursor_x : self->hover_x;
  int y = self->reading_cursor ? self->cursor_y : self->hover_y;
  g_autofree char *spoken = NULL;

  if (matrix == NULL || x < 0 || y < 0)
    {
      g_signal_emit (self, signals[HOVER_CHANGED], 0, -1, -1);
      return;
    }
  spoken = ts_heatmap_dup_spoken (matrix, (guint) x, (guint) y, self->picture->value_name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, spoken,
                                  -1);
  g_signal_emit (self, signals[HOVER_CHANGED], 0, x,
                 (int) ts_heatmap_rows_to_source (self->picture->rows, (guint) x, (guint) y));
}

void
_ts_heatmap_view_activate_cell (TsHeatmapView *self, int x, int y)
{
  if (self->picture->rows == NULL || x < 0 || y < 0)
    return;
  g_signal_emit (self, signals[CELL_ACTIVATED], 0, (guint) x,
                 ts_heatmap_rows_to_source (self->picture->rows, (guint) x, (guint) y));
}

/* --- what the build tells --- */

static void
set_ticks (GtkWidget *slider, const TsCellMarks *marks, gboolean columns)
{
  guint n = marks != NULL ? marks->n : 0;
  g_autofree TsSliderTick *ticks = g_new (TsSliderTick, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    ticks[i] = (TsSliderTick){ (columns ? marks->marks[i].x : marks->marks[i].y) + 0.5,
                               marks->marks[i].kind == TS_MARK_ERROR };
  ts_range_slider_set_ticks (TS_RANGE_SLIDER (slider), ticks, n);
}

static void
update_ticks (TsHeatmapView *self)
{
  set_ticks (self->slider_x, self->picture->marks, TRUE);
  set_ticks (self->slider_y, self->picture->marks, FALSE);
}

void
_ts_heatmap_view_rows_changed (TsHeatmapView *self)
{
  _ts_heatmap_view_update_header (self);
  _ts_heatmap_view_update_legend (self);
  _ts_heatmap_view_update_sliders (self);
  update_ticks (self);
  update_accessible (self);
  /* Names have another width: the layout follows. */
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
_ts_heatmap_view_painter_changed (TsHeatmapView *self)
{
  ts_color_bar_set_painter (TS_COLOR_BAR (self->color_bar), self->picture->painter);
  _ts_heatmap_view_update_legend (self);
  g_signal_emit (self, signals[SCALE_CHANGED], 0);
}

static void
shown_changed_cb (TsColorBar *bar, TsHeatmapView *self)
{
  double min, max;

  ts_color_bar_get_shown (bar, &min, &max);
  ts_heatmap_picture_set_shown (self->picture, min, max, ts_color_bar_get_hidden (bar));
  _ts_heatmap_view_update_overviews (self);
  _ts_heatmap_view_redraw (self);
  g_signal_emit (self, signals[COLORS_CHANGED], 0);
}

static void
slider_changed_cb (TsRangeSlider *slider, TsHeatmapView *self)
{
  TsViewRange range = self->picture->range;

  if (GTK_WIDGET (slider) == self->slider_x)
    ts_range_slider_get_window (slider, &range.x0, &range.x1);
  else
    ts_range_slider_get_window (slider, &range.y0, &range.y1);
  _ts_heatmap_view_set_range (self, &range, TS_RANGE_SMALL_STEP);
}

static void
focus_changed_cb (TsHeatmapView *self)
{
  if (!gtk_widget_has_focus (GTK_WIDGET (self)))
    self->reading_cursor = FALSE;
  if (self->overlay != NULL)
    gtk_widget_queue_draw (self->overlay);
}

/* --- object --- */

static void
ts_heatmap_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);

  if (id == PROP_BOX_ZOOM)
    g_value_set_boolean (value, self->box_zoom);
  else if (id == PROP_EXTRA_MENU)
    g_value_set_object (value, self->extra_menu);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ts_heatmap_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);

  if (id == PROP_BOX_ZOOM)
    ts_heatmap_view_set_box_zoom (self, g_value_get_boolean (value));
  else if (id == PROP_EXTRA_MENU)
    ts_heatmap_view_set_extra_menu (self, g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ts_heatmap_view_dispose (GObject *object)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);
  GtkWidget **children[] = { &self->menu,     &self->notice,    &self->overlay, &self->slider_x,
                             &self->slider_y, &self->color_bar, &self->header,  &self->canvas };

  g_clear_handle_id (&self->exact_source, g_source_remove);
  _ts_heatmap_view_stop_waiting (self);
  g_clear_object (&self->gestures);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    g_clear_pointer (children[i], gtk_widget_unparent);
  g_clear_object (&self->extra_menu);
  if (self->describe_free != NULL)
    self->describe_free (self->describe_data);
  self->describe = NULL;
  self->describe_free = NULL;
  G_OBJECT_CLASS (ts_heatmap_view_parent_class)->dispose (object);
}

static void
ts_heatmap_view_finalize (GObject *object)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (object);

  _ts_heatmap_view_drop_pixels (self);
  ts_heatmap_picture_free (self->picture);
  g_free (self->outlines);
  ts_range_history_free (self->history);
  G_OBJECT_CLASS (ts_heatmap_view_parent_class)->finalize (object);
}

static void
install_signals (void)
{
  signals[CELL_ACTIVATED]
      = g_signal_new ("cell-activated", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[COLORS_CHANGED] = g_signal_new ("colors-changed", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SCALE_CHANGED] = g_signal_new ("scale-changed", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[HOVER_CHANGED]
      = g_signal_new ("hover-changed", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
  signals[RETRY] = g_signal_new ("retry", TS_TYPE_HEATMAP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
retry_cb (TsHeatmapView *self)
{
  g_signal_emit (self, signals[RETRY], 0);
}

static void
bind_template (GtkWidgetClass *class)
{
  g_type_ensure (TS_TYPE_COLOR_BAR);
  g_type_ensure (TS_TYPE_RANGE_SLIDER);
  gtk_widget_class_set_template_from_resource (class, "/org/trendscope/Trendscope/heatmap-view.ui");
  gtk_widget_class_bind_template_child (class, TsHeatmapView, header);
  gtk_widget_class_bind_template_child (class, TsHeatmapView, title_label);
  gtk_widget_class_bind_template_child (class, TsHeatmapView, subtitle_label);
  gtk_widget_class_bind_template_child (class, TsHeatmapView, legend);
  gtk_widget_class_bind_template_child (class, TsHeatmapView, notice);
  gtk_widget_class_bind_template_child (class, TsHeatmapView, notice_label);
  gtk_widget_class_bind_template_child (class, TsHeatmapView, color_bar);
  gtk_widget_class_bind_template_child (class, TsHeatmapView, slider_x);
  gtk_widget_class_bind_template_child (class, TsHeatmapView, slider_y);
  gtk_widget_class_bind_template_callback (class, retry_cb);
  gtk_widget_class_bind_template_callback (class, shown_changed_cb);
  gtk_widget_class_bind_template_callback (class, slider_changed_cb);
}

static void
ts_heatmap_view_class_init (TsHeatmapViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->get_property = ts_heatmap_view_get_property;
  object_class->set_property = ts_heatmap_view_set_property;
  object_class->dispose = ts_heatmap_view_dispose;
  object_class->finalize = ts_heatmap_view_finalize;
  properties[PROP_BOX_ZOOM]
      = g_param_spec_boolean ("box-zoom", NULL, NULL, FALSE,
                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_EXTRA_MENU]
      = g_param_spec_object ("extra-menu", NULL, NULL, G_TYPE_MENU_MODEL,
                             G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  install_signals ();
  bind_template (widget_class);
  gtk_widget_class_set_css_name (widget_class, "heatmapview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  _ts_heatmap_view_class_init_layout (widget_class);
  _ts_heatmap_view_class_init_actions (widget_class);
  _ts_heatmap_view_class_init_input (widget_class);
}

static GtkBuildableIface *parent_buildable;

/* <child type="header"> stands at the end of the header line. */
static void
ts_heatmap_view_add_child (GtkBuildable *buildable,
                           GtkBuilder *builder,
                           GObject *child,
                           const char *type)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (buildable);

  if (g_strcmp0 (type, "header") == 0)
    gtk_box_append (GTK_BOX (self->header), GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
ts_heatmap_view_buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = ts_heatmap_view_add_child;
}

static void
update_visibility (TsHeatmapView *self)
{
  gboolean failed = gtk_widget_get_visible (self->notice);
  gboolean any = ts_heatmap_picture_has_cells (self->picture) && !failed;

  gtk_widget_set_child_visible (self->overlay, !failed);
  gtk_widget_set_child_visible (self->color_bar, any);
  gtk_widget_set_child_visible (self->slider_x, any);
  gtk_widget_set_child_visible (self->slider_y, any);
  gtk_widget_set_child_visible (self->header, self->picture->source != NULL);
}

static void
ts_heatmap_view_init (TsHeatmapView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_init_template (widget);
  self->picture = ts_heatmap_picture_new ();
  self->picture->has_overviews = TRUE;
  self->history = ts_range_history_new ();
  self->pointer_x = self->pointer_y = -1;
  self->hover_x = self->hover_y = self->cursor_x = self->cursor_y = -1;
  self->marker_x = self->marker_y = -1;
  self->canvas = ts_layer_new (_ts_heatmap_view_snapshot_canvas, self);
  self->overlay = ts_layer_new (_ts_heatmap_view_snapshot_overlay, self);
  gtk_widget_insert_after (self->canvas, widget, NULL); /* below all else */
  gtk_widget_insert_before (self->overlay, widget, self->notice);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_changed_cb), NULL);
  _ts_heatmap_view_init_layout (self);
  _ts_heatmap_view_init_input (self);
  update_visibility (self);
}

GtkWidget *
ts_heatmap_view_new (void)
{
  return g_object_new (TS_TYPE_HEATMAP_VIEW, NULL);
}

/* --- public --- */

static gboolean
same_ids (const TsAxis *a, const TsAxis *b)
{
  return a->dimension == b->dimension && a->n == b->n
         && memcmp (a->ids, b->ids, a->n * sizeof *a->ids) == 0;
}

static void
forget_pointing (TsHeatmapView *self)
{
  self->hover_x = self->hover_y = self->cursor_x = self->cursor_y = -1;
  self->reading_cursor = FALSE;
  ts_plot_gestures_cancel (self->gestures);
}

void
ts_heatmap_view_set_matrix (TsHeatmapView *self,
                            TsMatrix *matrix,
                            const char *title,
                            const char *value_name)
{
  TsMatrix *before;
  gboolean keep;

  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  before = self->picture->source;
  keep = matrix != NULL && before != NULL && same_ids (matrix->x, before->x)
         && same_ids (matrix->y, before->y);
  _ts_heatmap_view_forget (self, keep);
  ts_heatmap_picture_set_matrix (self->picture, matrix, title, value_name);
  if (!keep)
    {
      forget_pointing (self);
      ts_range_history_clear (self->history);
      ts_heatmap_picture_set_range (self->picture, NULL);
    }
  if (!ts_heatmap_picture_has_cells (self->picture))
    _ts_heatmap_view_stop_waiting (self);
  self->stale = FALSE;
  gtk_widget_set_visible (self->notice, FALSE);
  update_visibility (self);
  _ts_heatmap_view_update_header (self);
  _ts_heatmap_view_update_legend (self);
  _ts_heatmap_view_update_sliders (self);
  _ts_heatmap_view_build (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  _ts_heatmap_view_redraw (self);
}

void
ts_heatmap_view_set_stale (TsHeatmapView *self, gboolean stale)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (self->stale == !!stale)
    return;
  self->stale = !!stale;
  _ts_heatmap_view_redraw (self);
}

void
ts_heatmap_view_set_failure (TsHeatmapView *self, const char *message)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (message == NULL && !gtk_widget_get_visible (self->notice))
    return;
  self->stale = FALSE;
  gtk_label_set_text (GTK_LABEL (self->notice_label), message != NULL ? message : "");
  gtk_widget_set_visible (self->notice, message != NULL);
  ts_plot_gestures_cancel (self->gestures);
  update_visibility (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  _ts_heatmap_view_redraw (self);
}

TsMatrix *
ts_heatmap_view_get_matrix (TsHeatmapView *self)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), NULL);
  return self->picture->source;
}

void
ts_heatmap_view_set_colors (TsHeatmapView *self, const TsHeatmapColors *colors)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (ts_heatmap_colors_equal (&self->picture->colors, colors))
    return;
  ts_heatmap_picture_set_colors (self->picture, colors);
  _ts_heatmap_view_build (self);
  _ts_heatmap_view_redraw (self);
}

const TsHeatmapColors *
ts_heatmap_view_get_colors (TsHeatmapView *self)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), NULL);
  return &self->picture->colors;
}

gboolean
ts_heatmap_view_get_limits (TsHeatmapView *self, double *min, double *max)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), FALSE);
  if (self->picture->painter == NULL || self->picture->painter->empty)
    return FALSE;
  *min = self->picture->painter->scale.min;
  *max = self->picture->painter->scale.max;
  return TRUE;
}

gboolean
ts_heatmap_view_get_scale (TsHeatmapView *self, TsScaleType *scale)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), FALSE);
  if (self->picture->painter == NULL || self->picture->painter->empty)
    return FALSE;
  *scale = self->picture->painter->scale.type;
  return TRUE;
}

void
ts_heatmap_view_set_row_order (TsHeatmapView *self, TsRowOrder order, gboolean fold_layers)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (order == self->picture->order && !!fold_layers == self->picture->fold)
    return;
  _ts_heatmap_view_forget (self, FALSE);
  ts_heatmap_picture_set_rows (self->picture, order, fold_layers);
  forget_pointing (self);
  ts_range_history_clear (self->history);
  ts_heatmap_picture_set_range (self->picture, NULL);
  _ts_heatmap_view_build (self);
  _ts_heatmap_view_redraw (self);
}

void
ts_heatmap_view_set_outlines (TsHeatmapView *self, const TsCellOutline *outlines, guint n_outlines)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  g_free (self->outlines);
  self->outlines = g_memdup2 (outlines, n_outlines * sizeof *outlines);
  self->n_outlines = n_outlines;
  gtk_widget_queue_draw (self->overlay);
}

void
ts_heatmap_view_set_marks (TsHeatmapView *self, const TsCellMark *marks, guint n_marks)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  ts_heatmap_picture_set_marks (self->picture, marks, n_marks);
  update_ticks (self);
  _ts_heatmap_view_update_legend (self);
  _ts_heatmap_view_redraw (self);
}

void
ts_heatmap_view_set_suspicion (TsHeatmapView *self, GArray *bars)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  ts_heatmap_picture_set_suspicion (self->picture, bars);
  _ts_heatmap_view_redraw (self);
}

void
ts_heatmap_view_set_describe_func (TsHeatmapView *self,
                                   TsCellDescribeFunc func,
                                   gpointer data,
                                   GDestroyNotify data_free)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (self->describe_free != NULL)
    self->describe_free (self->describe_data);
  self->describe = func;
  self->describe_data = data;
  self->describe_free = data_free;
  gtk_widget_queue_draw (self->overlay);
}

void
ts_heatmap_view_get_visible (TsHeatmapView *self, double *x0, double *x1, double *y0, double *y1)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  *x0 = self->picture->range.x0;
  *x1 = self->picture->range.x1;
  *y0 = self->picture->range.y0;
  *y1 = self->picture->range.y1;
}

void
ts_heatmap_view_set_visible (TsHeatmapView *self, double x0, double x1, double y0, double y1)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  _ts_heatmap_view_set_range (self, &(TsViewRange){ x0, x1, y0, y1 }, TS_RANGE_STEP);
}

void
ts_heatmap_view_show_all (TsHeatmapView *self)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (ts_heatmap_picture_has_cells (self->picture))
    _ts_heatmap_view_set_range (
        self,
        &(TsViewRange){ 0, ts_heatmap_picture_get_matrix (self->picture)->x->n, 0,
                        ts_heatmap_picture_get_matrix (self->picture)->y->n },
        TS_RANGE_STEP);
}

static gboolean
get_place_rect (TsHeatmapView *self, int x, int y, TsRect *rect)
{
  const TsRect *cells = &self->layout.cells;

  if (self->picture->rows == NULL || x < 0 || y < 0 || x >= (int) self->picture->source->x->n
      || y >= (int) self->picture->source->y->n)
    return FALSE;
  *rect = ts_heatmap_get_cell_rect (cells, &self->picture->range, (guint) x,
                                    ts_heatmap_rows_from_source (self->picture->rows, (guint) y));
  return ts_rect_intersect (rect, cells, rect);
}

gboolean
ts_heatmap_view_get_cell_rect (TsHeatmapView *self, gint64 x_id, gint64 y_id, TsRect *rect)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), FALSE);
  return self->picture->source != NULL
         && get_place_rect (self, ts_axis_find (self->picture->source->x, x_id),
                            ts_axis_find (self->picture->source->y, y_id), rect);
}

gboolean
ts_heatmap_view_get_cell_point (TsHeatmapView *self, guint x, guint y, graphene_point_t *point)
{
  TsRect cell;

  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), FALSE);
  if (!get_place_rect (self, (int) x, (int) y, &cell))
    return FALSE;
  graphene_point_init (point, (float) (cell.x + cell.width / 2),
                       (float) (cell.y + cell.height / 2));
  return TRUE;
}

void
ts_heatmap_view_set_box_zoom (TsHeatmapView *self, gboolean box_zoom)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  box_zoom = !!box_zoom;
  if (box_zoom == self->box_zoom)
    return;
  self->box_zoom = box_zoom;
  ts_plot_gestures_set_box_zoom (self->gestures, box_zoom);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BOX_ZOOM]);
}

void
ts_heatmap_view_set_extra_menu (TsHeatmapView *self, GMenuModel *menu)
{
  g_return_if_fail (TS_IS_HEATMAP_VIEW (self));
  if (g_set_object (&self->extra_menu, menu))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EXTRA_MENU]);
}
