/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/range-history.h"

#define MAX_STEPS 100
#define ONE_STEP  (700 * G_TIME_SPAN_MILLISECOND)

struct _TsRangeHistory
{
  GArray *past; /* TsViewRange, the latest last */
  GArray *future;
  gint64 last_small; /* when the small change was that further ones join; 0 for none */
};

TsRangeHistory *
ts_range_history_new (void)
{
  TsRangeHistory *self = g_new0 (TsRangeHistory, 1);

  self->past = g_array_new (FALSE, FALSE, sizeof (TsViewRange));
  self->future = g_array_new (FALSE, FALSE, sizeof (TsViewRange));
  return self;
}

void
ts_range_history_free (TsRangeHistory *self)
{
  g_array_unref (self->past);
  g_array_unref (self->future);
  g_free (self);
}

void
ts_range_history_clear (TsRangeHistory *self)
{
  g_array_set_size (self->past, 0);
  g_array_set_size (self->future, 0);
  self->last_small = 0;
}

static void
push (GArray *stack, const TsViewRange *range)
{
  if (stack->len > 0
      && ts_view_range_equal (range, &g_array_index (stack, TsViewRange, stack->len - 1)))
    return;
  if (stack->len == MAX_STEPS)
    g_array_remove_index (stack, 0);
  g_array_append_val (stack, *range);
}

void
ts_range_history_remember (TsRangeHistory *self, const TsViewRange *now)
{
  push (self->past, now);
  g_array_set_size (self->future, 0);
  self->last_small = 0;
}

void
ts_range_history_remember_small (TsRangeHistory *self, const TsViewRange *now, gint64 time)
{
  if (self->last_small == 0 || time - self->last_small >= ONE_STEP)
    ts_range_history_remember (self, now);
  self->last_small = time;
}

static gboolean
step (TsRangeHistory *self, GArray *from, GArray *to, const TsViewRange *now, TsViewRange *then)
{
  self->last_small = 0;
  while (from->len > 0)
    {
      *then = g_array_index (from, TsViewRange, from->len - 1);
      g_array_set_size (from, from->len - 1);
      if (ts_view_range_equal (then, now))
        continue;
      push (to, now);
      return TRUE;
    }
  return FALSE;
}

gboolean
ts_range_history_undo (TsRangeHistory *self, const TsViewRange *now, TsViewRange *then)
{
  return step (self, self->past, self->future, now, then);
}

gboolean
ts_range_history_redo (TsRangeHistory *self, const TsViewRange *now, TsViewRange *then)
{
  return step (self, self->future, self->past, now, then);
}

void
ts_range_history_map (TsRangeHistory *self, TsRangeFunc func, gpointer data)
{
  GArray *stacks[] = { self->past, self->future };

  for (guint s = 0; s < G_N_ELEMENTS (stacks); s++)
    for (guint i = stacks[s]->len; i > 0; i--)
      if (!func (&g_array_index (stacks[s], TsViewRange, i - 1), data))
        g_array_remove_index (stacks[s], i - 1);
}

gboolean
ts_range_history_can_undo (const TsRangeHistory *self)
{
  return self->past->len > 0;
}

gboolean
ts_range_history_can_redo (const TsRangeHistory *self)
{
  return self->future->len > 0;
}
