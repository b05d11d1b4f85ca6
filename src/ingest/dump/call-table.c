/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/call-table-private.h"

#include "ingest/dump/call-key.h"

#include <stdlib.h>

TsCallTable *
_ts_call_table_alloc (TsConstruct *construct)
{
  TsCallTable *self = g_new0 (TsCallTable, 1);

  self->construct = construct;
  self->calls = g_new (TsCall, MAX (construct->nodes->len, 1));
  for (guint i = 0; i < construct->nodes->len; i++)
    self->calls[i] = (TsCall){ -1, -1 };
  self->n_micro_steps = 1;
  return self;
}

void
ts_call_table_free (TsCallTable *self)
{
  if (self == NULL)
    return;
  ts_construct_free (self->construct);
  g_free (self->calls);
  g_free (self);
}

void
_ts_call_table_count (TsCallTable *self)
{
  const GArray *order = self->construct->order;

  for (guint i = 0; i < order->len; i++)
    {
      gint32 micro_step = self->calls[g_array_index (order, gint32, i)].micro_step;

      if (micro_step < 0)
        continue;
      self->n_calls++;
      self->n_micro_steps = MAX (self->n_micro_steps, (guint) micro_step + 1);
    }
}

gboolean
ts_call_table_find (const TsCallTable *self, const char *key, gsize length, TsCall *call)
{
  gint32 i = ts_name_table_find (self->construct->names, key, length);

  if (i == TS_NAME_NONE || self->calls[i].micro_step < 0
      || ts_construct_node (self->construct, i)->kind == TS_PARENT_UNLISTED)
    return FALSE;
  *call = self->calls[i];
  return TRUE;
}

guint
ts_call_table_get_n_micro_steps (const TsCallTable *self)
{
  return self->n_micro_steps;
}

guint
ts_call_table_get_n_calls (const TsCallTable *self)
{
  return self->n_calls;
}

guint
ts_call_table_get_n_circles (const TsCallTable *self)
{
  return self->n_circles;
}

gsize
ts_call_table_get_size (const TsCallTable *self)
{
  return ts_name_table_get_bytes (self->construct->names)
         + self->construct->nodes->len
               * (sizeof (TsConstructNode) + sizeof (gint32) + sizeof (TsCall));
}

gboolean
ts_call_table_is_sequence (const TsCallTable *self)
{
  return self->is_sequence;
}

gboolean
ts_construct_has_late_roots (const TsConstruct *construct)
{
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean backward_seen = FALSE;

  for (guint k = 0; k < construct->order->len; k++)
    {
      gint32 i = g_array_index (construct->order, gint32, k);
      TsCallKey key;

      if (ts_construct_node (construct, i)->kind != TS_PARENT_NULL)
        continue;
      ts_name_table_get (construct->names, i, name);
      key = ts_call_key_parse (name->str, name->len);
      if (key.direction == TS_CALL_BACKWARD)
        backward_seen = TRUE;
      else if (key.direction == TS_CALL_FORWARD && backward_seen
               && ts_call_is_module (name->str, name->len))
        return TRUE;
    }
  return FALSE;
}

static int
compare_slots (const void *a, const void *b)
{
  const TsCallSlot *x = a, *y = b;

  if (x->micro_step != y->micro_step)
    return x->micro_step < y->micro_step ? -1 : 1;
  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

void
_ts_call_slots_sort (GArray *slots)
{
  if (slots->len > 1)
    qsort (slots->data, slots->len, sizeof (TsCallSlot), compare_slots);
}
