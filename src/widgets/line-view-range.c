/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-view-private.h"

#include "model/axis-join.h"

#include <math.h>

void
_ts_line_view_get_range (TsLineView *self, TsViewRange *range)
{
  ts_line_plot_get_visible (self->plot, &range->x0, &range->x1);
  ts_line_plot_get_visible_y (self->plot, &range->y0, &range->y1);
}

void
_ts_line_view_apply_range (TsLineView *self, const TsViewRange *range)
{
  ts_line_plot_set_visible (self->plot, range->x0, range->x1);
  ts_line_plot_set_visible_y (self->plot, range->y0, range->y1);
  _ts_line_view_redraw_range (self);
}

void
_ts_line_view_remember_range (TsLineView *self)
{
  TsViewRange now;

  _ts_line_view_get_range (self, &now);
  ts_range_history_remember (self->history, &now);
}

void
_ts_line_view_remember_zoom (TsLineView *self)
{
  TsViewRange now;

  _ts_line_view_get_range (self, &now);
  ts_range_history_remember_small (self->history, &now, g_get_monotonic_time ());
}

typedef struct
{
  const int *places; /* as ts_axis_find_places() has them */
  guint n_from, n_to;
} Move;

static gboolean
move_range (TsViewRange *range, gpointer data)
{
  const Move *move = data;

  return ts_axis_map_range (move->places, move->n_from, move->n_to, &range->x0, &range->x1);
}

void
_ts_line_view_move_ranges (TsLineView *self, const TsAxis *from, const TsAxis *to)
{
  g_autofree int *places = ts_axis_find_places (from, to);
  Move move = { places, from->n, to->n };

  ts_range_history_map (self->history, move_range, &move);
}

typedef gboolean (*Step) (TsRangeHistory *history, const TsViewRange *now, TsViewRange *then);

static void
go (TsLineView *self, Step step)
{
  TsViewRange now, then;

  _ts_line_view_get_range (self, &now);
  if (step (self->history, &now, &then))
    _ts_line_view_apply_range (self, &then);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

void
_ts_line_view_undo_range (TsLineView *self)
{
  go (self, ts_range_history_undo);
}

void
_ts_line_view_redo_range (TsLineView *self)
{
  go (self, ts_range_history_redo);
}

/* Scales low … high around at, and moves it back into 0 … end. */
static void
zoom_around (double *low, double *high, double at, double factor, double end)
{
  double width = (*high - *low) / factor;

  if (width >= end)
    {
      *low = 0;
      *high = end;
      return;
    }
  *low = CLAMP (at - (at - *low) / factor, 0, end - width);
  *high = *low + width;
}

/* What can't be shown larger does not wander off below the pointer either. */
static void
stay_at_limit (TsLineView *self, const TsViewRange *before, double factor_y)
{
  TsViewRange now;

  _ts_line_view_get_range (self, &now);
  if (factor_y <= 1 || now.y1 - now.y0 < 0.99 * (before->y1 - before->y0))
    return;
  now.y0 = before->y0;
  now.y1 = before->y1;
  _ts_line_view_apply_range (self, &now);
}

void
_ts_line_view_zoom (TsLineView *self, double x, double y, double factor_x, double factor_y)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  TsAxis *axis = ts_line_plot_get_axis (self->plot);
  TsViewRange range, before;
  double at;

  if (layout == NULL || axis == NULL || axis->n == 0)
    return;
  _ts_line_view_remember_zoom (self);
  _ts_line_view_get_range (self, &range);
  before = range;
  /* One place is the least that can be shown: do not wander off when it is reached. */
  if (factor_x < 1 || range.x1 - range.x0 > 1)
    zoom_around (&range.x0, &range.x1, ts_line_layout_place (layout, x), factor_x, axis->n);
  at = (layout->data_bottom - y) / (layout->data_bottom - layout->data_top);
  zoom_around (&range.y0, &range.y1, range.y0 + at * (range.y1 - range.y0), factor_y, 1);
  _ts_line_view_apply_range (self, &range);
  stay_at_limit (self, &before, factor_y);
}

gboolean
ts_line_view_set_visible_values (TsLineView *self, double low, double high)
{
  TsScale scale = ts_line_plot_get_full_scale (self->plot);
  TsViewRange range;
  double from, to;

  g_return_val_if_fail (TS_IS_LINE_VIEW (self), FALSE);
  from = ts_scale_normalize (&scale, low);
  to = ts_scale_normalize (&scale, high);
  /* What lies below all of a logarithmic scale begins where the scale does. */
  from = isnan (from) ? 0 : CLAMP (from, 0, 1);
  to = isnan (to) ? 0 : CLAMP (to, 0, 1);
  if (ts_line_plot_get_n_lines (self->plot) == 0 || to <= from)
    return FALSE;
  _ts_line_view_remember_range (self);
  _ts_line_view_get_range (self, &range);
  range.y0 = from;
  range.y1 = to;
  _ts_line_view_apply_range (self, &range);
  return TRUE;
}

gboolean
ts_line_view_set_visible_ids (TsLineView *self, const gint64 *ids, guint n)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_int64_hash, g_int64_equal);
  TsAxis *axis;
  TsViewRange range;
  int first = -1, last = -1;

  g_return_val_if_fail (TS_IS_LINE_VIEW (self), FALSE);
  axis = ts_line_plot_get_axis (self->plot);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (wanted, (gpointer) &ids[i]);
  for (guint i = 0; axis != NULL && i < axis->n; i++)
    if (g_hash_table_contains (wanted, &axis->ids[i]))
      {
        first = first < 0 ? (int) i : first;
        last = (int) i;
      }
  if (first < 0)
    return FALSE;
  _ts_line_view_remember_range (self);
  _ts_line_view_get_range (self, &range);
  range.x0 = first;
  range.x1 = last + 1;
  _ts_line_view_apply_range (self, &range);
  return TRUE;
}

gboolean
_ts_line_view_is_zoomed (TsLineView *self)
{
  TsAxis *axis = ts_line_plot_get_axis (self->plot);
  TsViewRange range;

  _ts_line_view_get_range (self, &range);
  return axis != NULL && (range.x0 > 0 || range.x1 < axis->n || range.y0 > 0 || range.y1 < 1);
}
