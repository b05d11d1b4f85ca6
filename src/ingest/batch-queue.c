/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/batch-queue.h"

typedef struct
{
  GQueue batches; /* TsRowBatch* */
  gsize bytes;
  gboolean finished;
} Unit;

struct _TsBatchQueue
{
  GMutex mutex;    /* guards everything below */
  GCond not_empty; /* the writer waits */
  GCond not_full;  /* parsers wait */
  Unit *units;
  guint n_units;
  guint next;    /* the next one a parser takes */
  guint current; /* the one the writer is at */
  gsize bytes, max_bytes;
  guint64 progress;
  gboolean aborted;
};

TsBatchQueue *
ts_batch_queue_new (guint n_units, gsize max_bytes)
{
  TsBatchQueue *self = g_new0 (TsBatchQueue, 1);

  g_mutex_init (&self->mutex);
  g_cond_init (&self->not_empty);
  g_cond_init (&self->not_full);
  self->units = g_new0 (Unit, MAX (n_units, 1));
  self->n_units = n_units;
  self->max_bytes = max_bytes;
  return self;
}

void
ts_batch_queue_free (TsBatchQueue *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_units; i++)
    g_queue_clear_full (&self->units[i].batches, (GDestroyNotify) ts_row_batch_free);
  g_free (self->units);
  g_cond_clear (&self->not_empty);
  g_cond_clear (&self->not_full);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

gboolean
ts_batch_queue_take_unit (TsBatchQueue *self, guint *unit)
{
  gboolean taken;

  g_mutex_lock (&self->mutex);
  taken = !self->aborted && self->next < self->n_units;
  if (taken)
    *unit = self->next++;
  g_mutex_unlock (&self->mutex);
  return taken;
}

/* The unit that the writer is at has a quarter for itself, so that it moves on when the others have
 * filled the rest, and all that they leave. */
static gboolean
has_room (TsBatchQueue *self, guint unit)
{
  if (unit == self->current)
    return self->bytes < self->max_bytes || self->units[unit].bytes < self->max_bytes / 4;
  return self->bytes < self->max_bytes / 4 * 3;
}

gboolean
ts_batch_queue_push (TsBatchQueue *self, guint unit, TsRowBatch *batch)
{
  gboolean pushed;

  g_mutex_lock (&self->mutex);
  while (!self->aborted && !has_room (self, unit))
    g_cond_wait (&self->not_full, &self->mutex);
  pushed = !self->aborted;
  if (pushed)
    {
      gsize size = ts_row_batch_get_size (batch);
      g_queue_push_tail (&self->units[unit].batches, batch);
      self->units[unit].bytes += size;
      self->bytes += size;
      if (unit == self->current)
        g_cond_signal (&self->not_empty);
    }
  g_mutex_unlock (&self->mutex);
  if (!pushed)
    ts_row_batch_free (batch);
  return pushed;
}

void
ts_batch_queue_finish_unit (TsBatchQueue *self, guint unit)
{
  g_mutex_lock (&self->mutex);
  self->units[unit].finished = TRUE;
  if (unit == self->current)
    g_cond_signal (&self->not_empty);
  g_mutex_unlock (&self->mutex);
}

void
ts_batch_queue_abort (TsBatchQueue *self)
{
  g_mutex_lock (&self->mutex);
  self->aborted = TRUE;
  g_cond_broadcast (&self->not_full);
  g_cond_broadcast (&self->not_empty);
  g_mutex_unlock (&self->mutex);
}

gboolean
ts_batch_queue_is_aborted (TsBatchQueue *self)
{
  gboolean aborted;

  g_mutex_lock (&self->mutex);
  aborted = self->aborted;
  g_mutex_unlock (&self->mutex);
  return aborted;
}

static TsBatchQueueItem
pop_locked (TsBatchQueue *self, gint64 until, TsRowBatch **batch)
{
  Unit *unit;

  if (self->current == self->n_units)
    return TS_BATCH_QUEUE_END;
  unit = &self->units[self->current];
  while (g_queue_is_empty (&unit->batches) && !unit->finished && !self->aborted)
    if (!g_cond_wait_until (&self->not_empty, &self->mutex, until))
      return TS_BATCH_QUEUE_TIMEOUT;
  *batch = g_queue_pop_head (&unit->batches);
  if (*batch != NULL)
    {
      gsize size = ts_row_batch_get_size (*batch);
      unit->bytes -= size;
      self->bytes -= size;
      g_cond_broadcast (&self->not_full);
      return TS_BATCH_QUEUE_BATCH;
    }
  if (self->aborted)
    return TS_BATCH_QUEUE_END;
  self->current++;
  g_cond_broadcast (&self->not_full);
  return TS_BATCH_QUEUE_UNIT_END;
}

TsBatchQueueItem
ts_batch_queue_pop (TsBatchQueue *self, gint64 timeout_us, TsRowBatch **batch)
{
  gint64 until = g_get_monotonic_time () + timeout_us;
  TsBatchQueueItem item;

  *batch = NULL;
  g_mutex_lock (&self->mutex);
  item = pop_locked (self, until, batch);
  g_mutex_unlock (&self->mutex);
  return item;
}

void
ts_batch_queue_add_progress (TsBatchQueue *self, guint64 bytes)
{
  g_mutex_lock (&self->mutex);
  self->progress += bytes;
  g_mutex_unlock (&self->mutex);
}

guint64
ts_batch_queue_get_progress (TsBatchQueue *self)
{
  guint64 bytes;

  g_mutex_lock (&self->mutex);
  bytes = self->progress;
  g_mutex_unlock (&self->mutex);
  return bytes;
}

guint
ts_batch_queue_get_current_unit (TsBatchQueue *self)
{
  guint unit;

  g_mutex_lock (&self->mutex);
  unit = self->current;
  g_mutex_unlock (&self->mutex);
  return unit;
}

gboolean
ts_batch_sink_emit (TsBatchSink *sink, TsRowBatch *batch)
{
  return ts_batch_queue_push (sink->queue, sink->unit, batch);
}

void
ts_batch_sink_progress (TsBatchSink *sink, guint64 bytes)
{
  ts_batch_queue_add_progress (sink->queue, bytes);
}
