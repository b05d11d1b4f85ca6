/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "widgets/line-view-private.h"

#include "model/axis-join.h"

guint _ts_line_view_signals[TS_LINE_VIEW_N_SIGNALS];

static void ts_line_view_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TsLineView,
                               ts_line_view,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE,
                                                      ts_line_view_buildable_init))

/* --- following the plot --- */

void
_ts_line_view_redraw_range (TsLineView *self)
{
  ts_line_canvas_invalidate (self->canvas);
  gtk_widget_queue_draw (GTK_WIDGET (self->cursor));
  _ts_line_view_update_header (self);
  _ts_line_view_queue_sliders (self);
  ts_plot_gestures_set_zoomed (self->gestures, _ts_line_view_is_zoomed (self));
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_VIEW_CHANGED], 0);
}

void
_ts_line_view_redraw (TsLineView *self)
{
  gboolean empty = ts_line_plot_get_n_lines (self->plot) == 0;

  self->miniature_stale = TRUE;
  gtk_widget_set_visible (self->empty, empty);
  gtk_widget_set_visible (GTK_WIDGET (self->canvas), !empty);
  _ts_line_view_redraw_range (self);
}

/* Where a place of one axis is on another; -1 when it is not there. */
static int
move_place (const TsAxis *from, const TsAxis *to, int place)
{
  return place >= 0 && place < (int) from->n ? ts_axis_find (to, from->ids[place]) : -1;
}

/* Other metrics and filters have other steps and modules: what is marked stays at its own. */
static void
follow_axis (TsLineView *self)
{
  g_autoptr (TsAxis) from = g_steal_pointer (&self->axis);
  TsAxis *to = ts_line_plot_get_axis (self->plot);

  self->axis = to != NULL ? ts_axis_ref (to) : NULL;
  /* Places of the next lines' axis have nothing to do with those of the last. */
  if (to == NULL || (from != NULL && from->dimension != to->dimension))
    {
      self->a = self->b = -1;
      ts_range_history_clear (self->history);
      ts_line_view_set_crosshair (self, -1);
      return;
    }
  if (from == NULL || ts_axis_same_places (from, to))
    return;
  self->a = move_place (from, to, self->a);
  self->b = move_place (from, to, self->b);
  _ts_line_view_move_ranges (self, from, to);
  ts_line_view_set_crosshair (self, move_place (from, to, self->place));
}

static void
lines_changed (TsLineView *self)
{
  follow_axis (self);
  if (self->line >= (int) ts_line_plot_get_n_lines (self->plot)
      || (self->line >= 0 && !ts_line_plot_get_shown (self->plot, (guint) self->line)))
    self->line = -1;
  ts_line_cursor_set_current (self->cursor, ts_line_view_get_current (self));
  _ts_line_view_redraw (self);
  _ts_line_view_update_cursor (self);
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_LINES_CHANGED], 0);
}

/* --- legend --- */

static guint64
shown_lines (TsLineView *self)
{
  guint64 shown = 0;

  for (guint i = 0; i < ts_line_plot_get_n_lines (self->plot); i++)
    if (ts_line_plot_get_shown (self->plot, i))
      shown |= G_GUINT64_CONSTANT (1) << i;
  return shown;
}

/* Asks for these lines to be shown; the others are hidden. */
static void
ask_to_show (TsLineView *self, guint64 shown)
{
  guint64 wanted = self->list_shown;

  for (guint i = 0; i < ts_line_plot_get_n_lines (self->plot); i++)
    {
      guint64 bit = G_GUINT64_CONSTANT (1) << self->list_places[i];
      wanted = (shown >> i & 1) != 0 ? wanted | bit : wanted & ~bit;
    }
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_SHOW_LINES], 0, wanted);
}

static void
toggled_cb (TsLineLegend *legend, guint i, TsLineView *self)
{
  guint64 before = shown_lines (self);

  ask_to_show (self, before ^ G_GUINT64_CONSTANT (1) << i);
  self->shown_before = before;
  self->last_toggled = (int) i;
}

/* A double click is a single one first, which has hidden or shown the line already. */
static void
isolated_cb (TsLineLegend *legend, guint i, TsLineView *self)
{
  guint64 before = self->last_toggled == (int) i ? self->shown_before : shown_lines (self);
  guint64 line = G_GUINT64_CONSTANT (1) << i;

  ask_to_show (self, before == line ? G_MAXUINT64 : line);
  self->last_toggled = -1;
}

static void
removed_cb (TsLineLegend *legend, guint i, TsLineView *self)
{
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_REMOVE_LINE], 0,
                 (guint) self->list_places[i]);
}

/* --- object --- */

static void
ts_line_view_dispose (GObject *object)
{
  TsLineView *self = TS_LINE_VIEW (object);

  g_clear_handle_id (&self->slider_source, g_source_remove);
  if (self->cursor != NULL)
    ts_line_cursor_set_gestures (self->cursor, NULL);
  self->cursor = NULL;
  g_clear_object (&self->gestures);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->extra_menu);
  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->body, gtk_widget_unparent);
  G_OBJECT_CLASS (ts_line_view_parent_class)->dispose (object);
}

static void
ts_line_view_finalize (GObject *object)
{
  TsLineView *self = TS_LINE_VIEW (object);

  ts_line_plot_free (self->plot);
  g_clear_pointer (&self->axis, ts_axis_unref);
  ts_range_history_free (self->history);
  G_OBJECT_CLASS (ts_line_view_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (TS_TYPE_LINE_CANVAS);
  g_type_ensure (TS_TYPE_LINE_CURSOR);
  g_type_ensure (TS_TYPE_LINE_LEGEND);
  g_type_ensure (TS_TYPE_RANGE_SLIDER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/line-view.ui");
  gtk_widget_class_bind_template_child (widget_class, TsLineView, body);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, canvas);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, cursor);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, empty);
  gtk_widget_class_bind_template_child (widget_class, TsLineView, legend);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, isolated_cb);
  gtk_widget_class_bind_template_callback (widget_class, removed_cb);
  gtk_widget_class_bind_template_callback_full (widget_class, "canvas_resized_cb",
                                                G_CALLBACK (_ts_line_view_queue_sliders));
  _ts_line_view_bind_header (widget_class);
  _ts_line_view_bind_sliders (widget_class);
  _ts_line_view_bind_input (widget_class);
}

static void
ts_line_view_class_init (TsLineViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ts_line_view_dispose;
  object_class->finalize = ts_line_view_finalize;
  _ts_line_view_signals[TS_LINE_VIEW_LINES_CHANGED] = g_signal_new (
      "lines-changed", TS_TYPE_LINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  _ts_line_view_signals[TS_LINE_VIEW_REMOVE_LINE]
      = g_signal_new ("remove-line", TS_TYPE_LINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 1, G_TYPE_UINT);
  _ts_line_view_signals[TS_LINE_VIEW_REMOVE_LINES] = g_signal_new (
      "remove-lines", TS_TYPE_LINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  _ts_line_view_signals[TS_LINE_VIEW_SHOW_LINES]
      = g_signal_new ("show-lines", TS_TYPE_LINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 1, G_TYPE_UINT64);
  _ts_line_view_signals[TS_LINE_VIEW_CROSSHAIR_MOVED]
      = g_signal_new ("crosshair-moved", TS_TYPE_LINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 1, G_TYPE_INT);
  _ts_line_view_signals[TS_LINE_VIEW_POSITION_ACTIVATED]
      = g_signal_new ("position-activated", TS_TYPE_LINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  _ts_line_view_signals[TS_LINE_VIEW_VIEW_CHANGED] = g_signal_new (
      "view-changed", TS_TYPE_LINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  _ts_line_view_install_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "lineview");
  bind_template (widget_class);
}

static GtkBuildableIface *parent_buildable;

static void
ts_line_view_add_child (GtkBuildable *buildable,
                        GtkBuilder *builder,
                        GObject *child,
                        const char *type)
{
  TsLineView *self = TS_LINE_VIEW (buildable);

  if (g_strcmp0 (type, "header") == 0)
    gtk_box_append (GTK_BOX (self->header_start), GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
ts_line_view_buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = ts_line_view_add_child;
}

static void
ts_line_view_init (TsLineView *self)
{
  self->plot = ts_line_plot_new ();
  self->history = ts_range_history_new ();
  self->place = self->line = self->header_line = self->a = self->b = -1;
  self->current_id = -1;
  self->last_toggled = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (self->body, _ts_line_view_create_body_layout ());
  ts_line_canvas_set_plot (self->canvas, self->plot);
  ts_line_cursor_set_chart (self->cursor, self->canvas, self->plot);
  _ts_line_view_init_header (self);
  _ts_line_view_init_input (self);
  _ts_line_view_redraw (self);
}

GtkWidget *
ts_line_view_new (void)
{
  return g_object_new (TS_TYPE_LINE_VIEW, NULL);
}

/* --- lines --- */

void
ts_line_view_set_title (TsLineView *self, const char *title, const char *value_name)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  ts_line_plot_set_title (self->plot, title, value_name);
  _ts_line_view_redraw (self);
}

/* Whether line i of the plot is that one, whatever its numbers. */
static gboolean
is_line (TsLineView *self, guint i, const TsChartLine *line)
{
  const TsSeries *series = ts_line_plot_get_series (self->plot, i);

  return series->x_id == line->x_id && series->y_id == line->y_id
         && series->axis->dimension == line->along
         && ts_line_plot_get_color (self->plot, i) == line->color;
}

/* Lines that follow others than before are added anew. */
static void
drop_lines_from (TsLineView *self, guint first)
{
  guint n = ts_line_plot_get_n_lines (self->plot);

  if (first == 0 && n > 0)
    ts_line_plot_clear (self->plot);
  else
    while (n > first)
      ts_line_plot_remove (self->plot, --n);
}

/* Has line i of the plot be that one; FALSE when it is already. */
static gboolean
set_line (TsLineView *self, guint i, const TsChartLine *line)
{
  if (i < ts_line_plot_get_n_lines (self->plot) && is_line (self, i, line))
    {
      gboolean same = ts_line_plot_get_series (self->plot, i) == line->series;
      if (!same)
        ts_line_plot_replace (self->plot, i, line->series);
      if (same && ts_line_plot_get_shown (self->plot, i) == !!line->shown)
        return FALSE;
      ts_line_plot_set_shown (self->plot, i, !!line->shown);
      return TRUE;
    }
  drop_lines_from (self, i);
  ts_line_plot_add (self->plot, line->series, line->color, !!line->shown);
  return TRUE;
}

void
ts_line_view_set_lines (TsLineView *self, const GArray *lines)
{
  /* Who gave the list may have taken its series from here. */
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_series_unref);
  gboolean changed = FALSE;
  guint n = 0;

  g_return_if_fail (TS_IS_LINE_VIEW (self));
  self->list_shown = 0;
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, TsChartLine, i).series != NULL)
      g_ptr_array_add (held, ts_series_ref (g_array_index (lines, TsChartLine, i).series));
  for (guint i = 0; i < lines->len && i < TS_MAX_LINES; i++)
    {
      const TsChartLine *line = &g_array_index (lines, TsChartLine, i);
      self->list_shown |= line->shown ? G_GUINT64_CONSTANT (1) << i : 0;
      if (line->series == NULL)
        continue;
      changed |= set_line (self, n, line);
      self->list_places[n++] = (guint8) i;
    }
  if (n < ts_line_plot_get_n_lines (self->plot))
    {
      drop_lines_from (self, n);
      self->line = -1;
      changed = TRUE;
    }
  if (!changed)
    return;
  self->last_toggled = -1;
  lines_changed (self);
}

guint
ts_line_view_get_n_lines (TsLineView *self)
{
  g_return_val_if_fail (TS_IS_LINE_VIEW (self), 0);
  return ts_line_plot_get_n_lines (self->plot);
}

TsSeries *
ts_line_view_get_series (TsLineView *self, guint i)
{
  g_return_val_if_fail (TS_IS_LINE_VIEW (self), NULL);
  return ts_line_plot_get_series (self->plot, i);
}

TsColor
ts_line_view_get_line_color (TsLineView *self, guint color)
{
  g_return_val_if_fail (TS_IS_LINE_VIEW (self), ((TsColor){ 0, 0, 0, 1 }));
  return ts_line_color (color, ts_line_canvas_get_style (self->canvas)->dark, NULL);
}

gboolean
ts_line_view_get_shown (TsLineView *self, guint i)
{
  g_return_val_if_fail (TS_IS_LINE_VIEW (self), FALSE);
  return ts_line_plot_get_shown (self->plot, i);
}

/* --- options --- */

void
ts_line_view_set_options (TsLineView *self, const TsLineOptions *options)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  ts_line_plot_set_options (self->plot, options);
  _ts_line_view_redraw (self);
}

const TsLineOptions *
ts_line_view_get_options (TsLineView *self)
{
  g_return_val_if_fail (TS_IS_LINE_VIEW (self), NULL);
  return ts_line_plot_get_options (self->plot);
}

void
ts_line_view_set_extras (TsLineView *self, const TsLineExtras *extras)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  ts_line_plot_set_extras (self->plot, extras);
  _ts_line_view_update_cursor (self);
  _ts_line_view_redraw (self);
}

void
ts_line_view_set_peers (TsLineView *self, TsBand *peers)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  ts_line_plot_set_peers (self->plot, peers);
  _ts_line_view_update_cursor (self);
  _ts_line_view_redraw (self);
}

void
ts_line_view_set_marks (TsLineView *self, const TsLineMark *marks, guint n)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  ts_line_plot_set_marks (self->plot, marks, n);
  _ts_line_view_queue_sliders (self);
  _ts_line_view_redraw (self);
}

/* --- crosshair and range --- */

void
ts_line_view_set_crosshair (TsLineView *self, int place)
{
  TsAxis *axis;

  g_return_if_fail (TS_IS_LINE_VIEW (self));
  axis = ts_line_plot_get_axis (self->plot);
  if (axis == NULL || place < 0 || place >= (int) axis->n)
    place = -1;
  if (place == self->place)
    return;
  self->place = place;
  _ts_line_view_update_cursor (self);
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_CROSSHAIR_MOVED], 0, place);
}

int
ts_line_view_get_crosshair (TsLineView *self)
{
  g_return_val_if_fail (TS_IS_LINE_VIEW (self), -1);
  return self->place;
}

void
ts_line_view_set_visible (TsLineView *self, double first, double last)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  ts_line_plot_set_visible (self->plot, first, last);
  _ts_line_view_redraw_range (self);
}

void
ts_line_view_show_part (TsLineView *self, double first, double last, double y_low, double y_high)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  ts_line_plot_set_visible (self->plot, first, last);
  ts_line_plot_set_visible_y (self->plot, y_low, y_high);
  _ts_line_view_redraw_range (self);
}

void
ts_line_view_show_all (TsLineView *self)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  ts_line_plot_show_all (self->plot);
  _ts_line_view_redraw_range (self);
}

void
ts_line_view_get_visible (TsLineView *self, double *first, double *last)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  ts_line_plot_get_visible (self->plot, first, last);
}

void
ts_line_view_set_cursors (TsLineView *self, int a, int b)
{
  TsAxis *axis;

  g_return_if_fail (TS_IS_LINE_VIEW (self));
  axis = ts_line_plot_get_axis (self->plot);
  self->a = axis != NULL && a < (int) axis->n ? MAX (a, -1) : -1;
  self->b = axis != NULL && b < (int) axis->n ? MAX (b, -1) : -1;
  _ts_line_view_update_cursor (self);
  _ts_line_view_update_header (self);
  g_signal_emit (self, _ts_line_view_signals[TS_LINE_VIEW_VIEW_CHANGED], 0);
}

void
ts_line_view_get_cursors (TsLineView *self, int *a, int *b)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  *a = self->a;
  *b = self->b;
}

void
ts_line_view_set_current (TsLineView *self, gint64 id)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  self->current_id = id;
  ts_line_cursor_set_current (self->cursor, ts_line_view_get_current (self));
}

int
ts_line_view_get_current (TsLineView *self)
{
  TsAxis *axis;

  g_return_val_if_fail (TS_IS_LINE_VIEW (self), -1);
  axis = ts_line_plot_get_axis (self->plot);
  return axis != NULL && self->current_id >= 0 ? ts_axis_find (axis, self->current_id) : -1;
}

/* --- others --- */

TsLinePlot *
ts_line_view_get_plot (TsLineView *self)
{
  g_return_val_if_fail (TS_IS_LINE_VIEW (self), NULL);
  return self->plot;
}

void
ts_line_view_set_extra_menu (TsLineView *self, GMenuModel *menu)
{
  g_return_if_fail (TS_IS_LINE_VIEW (self));
  g_set_object (&self->extra_menu, menu);
  gtk_widget_set_visible (GTK_WIDGET (self->menu_button), menu != NULL);
}

gboolean
ts_line_view_get_place_point (TsLineView *self, guint place, graphene_point_t *point)
{
  const TsLineLayout *layout;
  graphene_point_t at;

  g_return_val_if_fail (TS_IS_LINE_VIEW (self), FALSE);
  layout = ts_line_canvas_get_layout (self->canvas);
  if (layout == NULL || place + 0.5 < layout->first || place + 0.5 > layout->last)
    return FALSE;
  at.x = (float) ts_line_layout_x (layout, place + 0.5);
  at.y = (float) (layout->top + layout->bottom) / 2;
  return gtk_widget_compute_point (GTK_WIDGET (self->cursor), GTK_WIDGET (self), &at, point);
}
