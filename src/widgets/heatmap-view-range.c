/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The visible range and its history. */
#include "widgets/heatmap-view-private.h"

#include <math.h>

void
_ts_heatmap_view_update_sliders (TsHeatmapView *self)
{
  TsMatrix *matrix = ts_heatmap_picture_get_matrix (self->picture);
  TsViewRange all;

  if (!ts_heatmap_picture_has_cells (self->picture))
    return;
  all = (TsViewRange){ 0, matrix->x->n, 0, matrix->y->n };
  ts_plot_gestures_set_zoomed (self->gestures, !ts_view_range_equal (&self->picture->range, &all));
  ts_range_slider_set_size (TS_RANGE_SLIDER (self->slider_x), matrix->x->n, 1);
  ts_range_slider_set_size (TS_RANGE_SLIDER (self->slider_y), matrix->y->n, 1);
  ts_range_slider_set_window (TS_RANGE_SLIDER (self->slider_x), self->picture->range.x0,
                              self->picture->range.x1);
  ts_range_slider_set_window (TS_RANGE_SLIDER (self->slider_y), self->picture->range.y0,
                              self->picture->range.y1);
}

void
_ts_heatmap_view_set_range (TsHeatmapView *self, const TsViewRange *range, TsRangeStep step)
{
  TsHeatmapPicture *picture = self->picture;
  TsViewRange before = picture->range;

  if (!ts_heatmap_picture_has_cells (picture))
    return;
  ts_heatmap_picture_set_range (picture, range);
  if (ts_view_range_equal (&before, &picture->range))
    return;
  if (step == TS_RANGE_STEP)
    ts_range_history_remember (self->history, &before);
  else if (step == TS_RANGE_SMALL_STEP)
    ts_range_history_remember_small (self->history, &before, g_get_monotonic_time ());
  _ts_heatmap_view_update_sliders (self);
  _ts_heatmap_view_redraw (self);
  g_signal_emit_by_name (self, "view-changed");
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

  if (ts_range_history_undo (self->history, &self->picture->range, &then))
    _ts_heatmap_view_set_range (self, &then, TS_RANGE_NO_STEP);
  else
    gtk_widget_error_bell (widget);
}

static void
redo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TsHeatmapView *self = TS_HEATMAP_VIEW (widget);
  TsViewRange then;

  if (ts_range_history_redo (self->history, &self->picture->range, &then))
    _ts_heatmap_view_set_range (self, &then, TS_RANGE_NO_STEP);
  else
    gtk_widget_error_bell (widget);
}

void
_ts_heatmap_view_class_init_actions (GtkWidgetClass *class)
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

TsMatrix *
ts_heatmap_view_get_shown_matrix (TsHeatmapView *self)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), NULL);
  if (self->picture->rows == NULL || !ts_heatmap_picture_has_cells (self->picture))
    return NULL;
  return self->picture->rows->shown;
}

static GArray *
dup_ids_between (const TsAxis *axis, double from, double to)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint first = (guint) MAX (floor (from), 0), end = (guint) MIN (ceil (to), axis->n);

  if (end > first)
    g_array_append_vals (ids, axis->ids + first, end - first);
  return ids;
}

/* Rows may be in any order, and one may stand for many. */
static GArray *
dup_visible_rows (TsHeatmapView *self)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  const TsAxis *axis = self->picture->source->y;

  for (guint i = 0; i < axis->n; i++)
    {
      guint row
          = self->picture->rows != NULL ? ts_heatmap_rows_from_source (self->picture->rows, i) : i;
      if (row + 1 > self->picture->range.y0 && row < self->picture->range.y1)
        g_array_append_val (ids, axis->ids[i]);
    }
  return ids;
}

GArray *
ts_heatmap_view_dup_visible_ids (TsHeatmapView *self, TsDimension dimension)
{
  g_return_val_if_fail (TS_IS_HEATMAP_VIEW (self), NULL);
  if (!ts_heatmap_picture_has_cells (self->picture))
    return NULL;
  if (self->picture->source->x->dimension == dimension)
    return dup_ids_between (self->picture->source->x, self->picture->range.x0,
                            self->picture->range.x1);
  return self->picture->source->y->dimension == dimension ? dup_visible_rows (self) : NULL;
}
