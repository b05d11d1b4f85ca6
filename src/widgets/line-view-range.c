/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/line-view-private.h"

#include "model/axis-join.h"

#include <math.h>

#define MAX_STEPS 100
/* Turns of the wheel closer than this are undone together. */
#define SAME_ZOOM (600 * G_TIME_SPAN_MILLISECOND)

void
ts_line_view_get_range (TsLineView *self, TsLineRange *range)
{
  ts_line_plot_get_visible (self->plot, &range->first, &range->last);
  ts_line_plot_get_visible_y (self->plot, &range->y_low, &range->y_high);
}

void
ts_line_view_apply_range (TsLineView *self, const TsLineRange *range)
{
  ts_line_plot_set_visible (self->plot, range->first, range->last);
  ts_line_plot_set_visible_y (self->plot, range->y_low, range->y_high);
  ts_line_view_redraw_range (self);
}

static void
push (GArray *stack, const TsLineRange *range)
{
  const TsLineRange *top
      = stack->len > 0 ? &g_array_index (stack, TsLineRange, stack->len - 1) : NULL;

  if (top != NULL && top->first == range->first && top->last == range->last
      && top->y_low == range->y_low && top->y_high == range->y_high)
    return;
  if (stack->len == MAX_STEPS)
    g_array_remove_index (stack, 0);
  g_array_append_val (stack, *range);
}

void
ts_line_view_remember_range (TsLineView *self)
{
  TsLineRange range;

  ts_line_view_get_range (self, &range);
  push (self->past, &range);
  g_array_set_size (self->future, 0);
  self->last_zoom = 0;
}

void
ts_line_view_forget_ranges (TsLineView *self)
{
  g_array_set_size (self->past, 0);
  g_array_set_size (self->future, 0);
  self->last_zoom = 0;
}

static void
move_ranges (GArray *ranges, const int *places, guint n_from, guint n_to)
{
  for (guint i = ranges->len; i > 0; i--)
    {
      TsLineRange *range = &g_array_index (ranges, TsLineRange, i - 1);
      if (!ts_axis_map_range (places, n_from, n_to, &range->first, &range->last))
        g_array_remove_index (ranges, i - 1);
    }
}

void
ts_line_view_move_ranges (TsLineView *self, const TsAxis *from, const TsAxis *to)
{
  g_autofree int *places = ts_axis_find_places (from, to);

  move_ranges (self->past, places, from->n, to->n);
  move_ranges (self->future, places, from->n, to->n);
}

void
ts_line_view_remember_zoom (TsLineView *self)
{
  gint64 now = g_get_monotonic_time ();

  if (now - self->last_zoom > SAME_ZOOM)
    ts_line_view_remember_range (self);
  self->last_zoom = now;
}

static void
step (TsLineView *self, GArray *from, GArray *to)
{
  TsLineRange now, then;

  ts_line_view_get_range (self, &now);
  /* The next turn of the wheel is a step of its own. */
  self->last_zoom = 0;
  while (from->len > 0)
    {
      then = g_array_index (from, TsLineRange, from->len - 1);
      g_array_set_size (from, from->len - 1);
      /* A drag that ended where it began left a step that changes nothing. */
      if (then.first == now.first && then.last == now.last && then.y_low == now.y_low
          && then.y_high == now.y_high)
        continue;
      push (to, &now);
      ts_line_view_apply_range (self, &then);
      return;
    }
  gtk_widget_error_bell (GTK_WIDGET (self));
}

void
ts_line_view_undo_range (TsLineView *self)
{
  step (self, self->past, self->future);
}

void
ts_line_view_redo_range (TsLineView *self)
{
  step (self, self->future, self->past);
}

/* Scales low … high around at, and moves it back into 0 … end. */
static void
zoom_around (double *low, double *high, double at, double factor, double end)
{
  double width = (*high - *low) * factor;

  if (width >= end)
    {
      *low = 0;
      *high = end;
      return;
    }
  *low = CLAMP (at - (at - *low) * factor, 0, end - width);
  *high = *low + width;
}

/* What can't be shown larger does not wander off below the pointer either. */
static void
stay_at_limit (TsLineView *self, const TsLineRange *before, double factor_y)
{
  TsLineRange now;

  ts_line_view_get_range (self, &now);
  if (factor_y >= 1 || now.y_high - now.y_low < 0.99 * (before->y_high - before->y_low))
    return;
  now.y_low = before->y_low;
  now.y_high = before->y_high;
  ts_line_view_apply_range (self, &now);
}

void
ts_line_view_zoom (TsLineView *self, double x, double y, double factor_x, double factor_y)
{
  const TsLineLayout *layout = ts_line_canvas_get_layout (self->canvas);
  TsAxis *axis = ts_line_plot_get_axis (self->plot);
  TsLineRange range, before;
  double at;

  if (layout == NULL || axis == NULL || axis->n == 0)
    return;
  ts_line_view_remember_zoom (self);
  ts_line_view_get_range (self, &range);
  before = range;
  /* One place is the least that can be shown: do not wander off when it is reached. */
  if (factor_x > 1 || range.last - range.first > 1)
    zoom_around (&range.first, &range.last, ts_line_layout_place (layout, x), factor_x, axis->n);
  at = (layout->data_bottom - y) / (layout->data_bottom - layout->data_top);
  zoom_around (&range.y_low, &range.y_high, range.y_low + at * (range.y_high - range.y_low),
               factor_y, 1);
  ts_line_view_apply_range (self, &range);
  stay_at_limit (self, &before, factor_y);
}

gboolean
ts_line_view_set_visible_values (TsLineView *self, double low, double high)
{
  TsScale scale = ts_line_plot_get_full_scale (self->plot);
  TsLineRange range;
  double from, to;

  g_return_val_if_fail (TS_IS_LINE_VIEW (self), FALSE);
  from = ts_scale_normalize (&scale, low);
  to = ts_scale_normalize (&scale, high);
  /* What lies below all of a logarithmic scale begins where the scale does. */
  from = isnan (from) ? 0 : CLAMP (from, 0, 1);
  to = isnan (to) ? 0 : CLAMP (to, 0, 1);
  if (ts_line_plot_get_n_lines (self->plot) == 0 || to <= from)
    return FALSE;
  ts_line_view_remember_range (self);
  ts_line_view_get_range (self, &range);
  range.y_low = from;
  range.y_high = to;
  ts_line_view_apply_range (self, &range);
  return TRUE;
}

gboolean
ts_line_view_set_visible_ids (TsLineView *self, const gint64 *ids, guint n)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_int64_hash, g_int64_equal);
  TsAxis *axis;
  TsLineRange range;
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
  ts_line_view_remember_range (self);
  ts_line_view_get_range (self, &range);
  range.first = first;
  range.last = last + 1;
  ts_line_view_apply_range (self, &range);
  return TRUE;
}

gboolean
ts_line_view_is_zoomed (TsLineView *self)
{
  TsAxis *axis = ts_line_plot_get_axis (self->plot);
  TsLineRange range;

  ts_line_view_get_range (self, &range);
  return axis != NULL
         && (range.first > 0 || range.last < axis->n || range.y_low > 0 || range.y_high < 1);
}
