/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The visible range and its history. */
#include "widgets/heatmap-view-private.h"

#include <math.h>

/* Changes of the range closer together than this are one for undo (microseconds). */
#define ONE_STEP    (700 * 1000)
#define MAX_HISTORY 100

void
ts_heatmap_view_update_sliders (TsHeatmapView *self)
{
  TsMatrix *matrix = ts_heatmap_view_shown_or_source (self);

  if (!ts_heatmap_view_has_cells (self))
    return;
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

static void
remember_range (TsHeatmapView *self)
{
  gint64 now = g_get_monotonic_time ();
  gboolean continues = now - self->history_time < ONE_STEP && self->history_at > 0
                       && self->history_at == self->history->len;

  self->history_time = now;
  if (continues)
    return;
  g_array_set_size (self->history, self->history_at);
  g_array_append_val (self->history, self->range);
  if (self->history->len > MAX_HISTORY)
    g_array_remove_index (self->history, 0);
  self->history_at = self->history->len;
}

void
ts_heatmap_view_set_range (TsHeatmapView *self, const TsViewRange *range, gboolean remember)
{
  TsMatrix *matrix = ts_heatmap_view_shown_or_source (self);
  TsViewRange next = *range;

  if (!ts_heatmap_view_has_cells (self))
    return;
  ts_heatmap_view_clamp_span (&next.x0, &next.x1, matrix->x->n);
  ts_heatmap_view_clamp_span (&next.y0, &next.y1, matrix->y->n);
  if (memcmp (&next, &self->range, sizeof next) == 0)
    return;
  if (remember)
    remember_range (self);
  self->range = next;
  self->widen = FALSE;
  ts_heatmap_view_range_changed (self);
}

/* The entry at history_at is where undo leads; going back puts the present range in its place. */
static gboolean
step_history (TsHeatmapView *self, int direction)
{
  TsViewRange *entry, now = self->range;

  if (direction < 0 ? self->history_at == 0 : self->history_at >= self->history->len)
    return FALSE;
  if (direction < 0)
    self->history_at--;
  entry = &g_array_index (self->history, TsViewRange, self->history_at);
  ts_heatmap_view_set_range (self, &(TsViewRange){ entry->x0, entry->x1, entry->y0, entry->y1 },
                             FALSE);
  *entry = now;
  if (direction > 0)
    self->history_at++;
  self->history_time = 0;
  return TRUE;
}

void
ts_heatmap_view_clear_history (TsHeatmapView *self)
{
  g_array_set_size (self->history, 0);
  self->history_at = 0;
  self->history_time = 0;
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
  step_history (TS_HEATMAP_VIEW (widget), -1);
}

static void
redo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step_history (TS_HEATMAP_VIEW (widget), 1);
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
