/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/session/history.h"

struct _TsHistory
{
  GQueue undo; /* TsView*, the newest at the tail */
  GQueue redo;
  guint max_views;
};

TsHistory *
ts_history_new (guint max_views)
{
  TsHistory *self = g_new0 (TsHistory, 1);

  self->max_views = max_views;
  return self;
}

void
ts_history_free (TsHistory *self)
{
  ts_history_clear (self);
  g_free (self);
}

void
ts_history_clear (TsHistory *self)
{
  g_queue_clear_full (&self->undo, (GDestroyNotify) ts_view_free);
  g_queue_clear_full (&self->redo, (GDestroyNotify) ts_view_free);
}

void
ts_history_push (TsHistory *self, TsView *view)
{
  g_queue_clear_full (&self->redo, (GDestroyNotify) ts_view_free);
  g_queue_push_tail (&self->undo, view);
  if (self->undo.length > self->max_views)
    ts_view_free (g_queue_pop_head (&self->undo));
}

static TsView *
step (GQueue *from, GQueue *to, TsView *present)
{
  TsView *view = g_queue_pop_tail (from);

  if (view != NULL)
    g_queue_push_tail (to, present);
  else
    ts_view_free (present);
  return view;
}

TsView *
ts_history_undo (TsHistory *self, TsView *present)
{
  return step (&self->undo, &self->redo, present);
}

TsView *
ts_history_redo (TsHistory *self, TsView *present)
{
  return step (&self->redo, &self->undo, present);
}

gboolean
ts_history_can_undo (const TsHistory *self)
{
  return self->undo.length > 0;
}

gboolean
ts_history_can_redo (const TsHistory *self)
{
  return self->redo.length > 0;
}
