/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The visible range and its history. */
#include "widgets/heatmap-view-private.h"

#include <math.h>

void
ts_heatmap_view_update_sliders (TsHeatmapView *self)
{
  TsMatrix *matrix = ts_heatmap_view_shown_or_source (self);
  TsViewRange all;

  if (!ts_heatmap_view_has_cells (self))
    return;
  all = (TsViewRange){ 0, matrix->x->n, 0, matrix->y->n };
  ts_plot_gestures_set_zoomed (self->gestures, !ts_view_range_equal (&self->range, &all));
  ts_range_slider_set_size (TS_RANGE_SLIDER (self->slider_x), matrix->x->n, 1);
  ts_range_slider_set_size (TS_RANGE_SLIDER (self->slider_y), matrix->y->n, 1);
  ts_range_slider_set_window (TS_RANGE_SLIDER (self->slider_x), self->range.x0, self->range.x1);
  ts_range_slider_set_window (TS_RANGE_SLIDER (self->slider_y), self->range.y0, self->range.y1);
}

void
ts_heatmap_view_range_changed (TsHeatmapView *self)
{
  ts_heatmap_view_update_sliders (self);
  gtk_widget_queue_draw (self->picture);
  gtk_widget_queue_draw (self->overlay);
  g_signal_emit_by_name (self, "view-changed");
}

/* At least one cell, at most all. */
void
ts_heatmap_view_clamp_span (double *from, double *to, double size)
{
  double span = CLAMP (*to - *from, MIN (1, size), size);

  *from = CLAMP (*from, 0, size - span);
  *to = *from + span;
}

void
ts_heatmap_view_set_range (TsHeatmapView *self, const TsViewRange *range, TsRangeStep step)
{
  TsMatrix *matrix = ts_heatmap_view_shown_or_source (self);
  TsViewRange next = *range;

  if (!ts_heatmap_view_has_cells (self))
    return;
  ts_heatmap_view_clamp_span (&next.x0, &next.x1, matrix->x->n);
  ts_heatmap_view_clamp_span (&next.y0, &next.y1, matrix->y->n);
  if (ts_view_range_equal (&next, &self->range))
    return;
  if (step == TS_RANGE_STEP)
    ts_range_history_remember (self->history, &self->range);
  else if (step == TS_RANGE_SMALL_STEP)
    ts_range_history_remember_small (self->history, &self->range, g_get_monotonic_time ());
  self->range = next;
  self->widen = FALSE;
  ts_heatmap_view_range_changed (self);
}

void
ts_heatmap_view_whole_range (TsHeatmapView *self)
{
  TsMatrix *matrix = ts_heatmap_view_shown_or_source (self);

  self->range = (TsViewRange){ 0, matrix->x->n, 0, matrix->y->n };
}

/* --- actions --- */

static void
show_all_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ts_heatmap_view_show_all (TS_HEATMAP_VIEW (widget));
}

static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  TsViewRange then;

  if (ts_range_history_undo (self->history, &self->range, &then))
    ts_heatmap_view_set_range (self, &then, TS_RANGE_NO_STEP);
  else
    gtk_widget_error_bell (widget);
}

static void
redo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  TsViewRange then;

  if (ts_range_history_redo (self->history, &self->range, &then))
    ts_heatmap_view_set_range (self, &then, TS_RANGE_NO_STEP);
  else
    gtk_widget_error_bell (widget);
}

void
ts_heatmap_view_class_init_actions (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "heatmap.show-all", NULL, show_all_action);
  gtk_widget_class_install_action (class, "heatmap.undo-zoom", NULL, undo_action);
  gtk_widget_class_install_action (class, "heatmap.redo-zoom", NULL, redo_action);
  gtk_widget_class_install_property_action (class, "heatmap.box-zoom", "box-zoom");
  gtk_widget_class_add_binding_action (class, GDK_KEY_Home, 0, "heatmap.show-all", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Left, GDK_ALT_MASK, "heatmap.undo-zoom",
                                       NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Right, GDK_ALT_MASK, "heatmap.redo-zoom",
                                       NULL);
}

/* --- what is in sight --- */

/* A sliver of a cell is not one that is meant. */
#define SLIVER 0.02

static void
get_places (double from, double to, guint n, guint *first, guint *end)
{
  *first = (guint) CLAMP (floor (from + SLIVER), 0, n - 1.0);
  *end = (guint) CLAMP (ceil (to - SLIVER), *first + 1.0, n);
}

TsMatrix *
ts_heatmap_view_get_shown_part (TsHeatmapView *self, guint *x0, guint *x1, guint *y0, guint *y1)
{
  TsMatrix *matrix;

  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), NULL);
  matrix = ts_heatmap_view_get_shown (self);
  if (matrix == NULL || !ts_heatmap_view_has_cells (self))
    return NULL;
  get_places (self->range.x0, self->range.x1, matrix->x->n, x0, x1);
  get_places (self->range.y0, self->range.y1, matrix->y->n, y0, y1);
  return matrix;
}
