/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/dump/memory-gate.h"

#if HAVE_GNU_MALLOC
#include <malloc.h>
#endif

/* From this size on it is worth the time to look for memory that is not used. */
#define LARGE (16 * 1024 * 1024)

struct _TsMemoryGate
{
  GMutex mutex;
  GCond changed;
  gsize max_bytes, bytes;
  guint next; /* turn */
};

TsMemoryGate *
ts_memory_gate_new (gsize max_bytes)
{
  TsMemoryGate *self = g_new0 (TsMemoryGate, 1);

  self->max_bytes = max_bytes;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  return self;
}

void
ts_memory_gate_free (TsMemoryGate *self)
{
  if (self == NULL)
    return;
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  g_free (self);
}

static gboolean
may_enter (const TsMemoryGate *self, guint turn, gsize bytes)
{
  if (turn != self->next)
    return FALSE;
  return self->bytes == 0 || bytes <= self->max_bytes - MIN (self->bytes, self->max_bytes);
}

/* What was freed between things that are still in use stays in the heaps otherwise. */
static void
return_unused (void)
{
#if HAVE_GNU_MALLOC
  malloc_trim (0);
#endif
}

void
ts_memory_gate_enter (TsMemoryGate *self, guint turn, gsize bytes)
{
  g_mutex_lock (&self->mutex);
  while (!may_enter (self, turn, bytes))
    g_cond_wait (&self->changed, &self->mutex);
  self->next++;
  self->bytes += bytes;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
  if (bytes >= LARGE)
    return_unused ();
}

void
ts_memory_gate_leave (TsMemoryGate *self, gsize bytes)
{
  g_mutex_lock (&self->mutex);
  self->bytes -= bytes;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}
