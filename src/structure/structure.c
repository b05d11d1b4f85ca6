/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure.h"

#include <string.h>

TsStructure *
ts_structure_ref (TsStructure *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
structure_clear (gpointer data)
{
  TsStructure *self = data;

  g_free (self->calls);
  g_free (self->slots);
  g_ptr_array_unref (self->stacks);
  g_array_unref (self->stack_frames);
  g_array_unref (self->messages);
  g_ptr_array_unref (self->unreachable);
  g_ptr_array_unref (self->notes);
  g_free (self->folder);
  g_string_chunk_free (self->texts);
}

void
ts_structure_unref (TsStructure *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, structure_clear);
}

guint32
ts_structure_find (const TsStructure *self, const char *name)
{
  for (guint32 i = 0; i < self->n_calls; i++)
    if (strcmp (self->calls[i].name, name) == 0)
      return i;
  return TS_NO_CALL;
}

static const char *
role_prefix (TsSlotRole role)
{
  static const char *const prefixes[] = { "input.", "input.", "parameters.", "output.", "" };

  return prefixes[role];
}

char *
ts_slot_dup_name (const TsSlot *slot)
{
  return g_strconcat (role_prefix (slot->role), slot->name, NULL);
}

gboolean
ts_slot_is_compat_output (const TsSlot *slot, const char *call_name)
{
  gboolean input = slot->role == TS_SLOT_INPUT || slot->role == TS_SLOT_KWARG
                   || strstr (call_name, ".input.") != NULL;

  return !input && (slot->role == TS_SLOT_OUTPUT || strstr (call_name, ".output.") != NULL);
}

gboolean
ts_structure_is_output (const TsStructure *self, const TsCall *call, const TsSlot *slot)
{
  if (self->compat)
    return ts_slot_is_compat_output (slot, call->name);
  return slot->role == TS_SLOT_OUTPUT || slot->role == TS_SLOT_GRADIENT;
}

const char *
ts_call_kind_get_name (TsCallKind kind)
{
  static const char *const names[] = { "module", "api", "collection" };

  return names[kind];
}

const char *
ts_overflow_level_get_name (TsOverflowLevel level)
{
  static const char *const names[] = { NULL, "medium", "high", "critical" };

  return names[level];
}
