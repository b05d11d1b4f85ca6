/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/structure-json.h"

#include "structure/json-text.h"
#include "structure/overflow.h"

/* A number that is null when it is negative. */
static void
append_index (GString *json, gint64 number)
{
  if (number < 0)
    g_string_append (json, "null");
  else
    g_string_append_printf (json, "%" G_GINT64_FORMAT, number);
}

static void
append_texts (GString *json, const char *key, const GPtrArray *texts)
{
  g_string_append_printf (json, " \"%s\": [", key);
  for (guint i = 0; i < texts->len; i++)
    {
      g_string_append (json, i > 0 ? ", " : "");
      _ts_json_append (json, g_ptr_array_index (texts, i));
    }
  g_string_append (json, "],\n");
}

typedef struct
{
  guint inputs, parameters, outputs;
} SlotCounts;

/* msProbe files parameters under the inputs. */
static SlotCounts
count_slots (const TsStructure *self, const TsCall *call)
{
  SlotCounts counts = { 0 };

  for (guint32 i = 0; i < call->n_slots; i++)
    {
      const TsSlot *slot = &self->slots[call->first_slot + i];
      if (ts_structure_is_output (self, call, slot))
        counts.outputs++;
      else if (slot->role == TS_SLOT_PARAMETER && !self->compat)
        counts.parameters++;
      else
        counts.inputs++;
    }
  return counts;
}

static void
append_call (GString *json, const TsStructure *self, guint32 i)
{
  const TsCall *call = &self->calls[i];
  SlotCounts counts = count_slots (self, call);

  g_string_append (json, i > 0 ? ",\n  [" : "\n  [");
  _ts_json_append (json, call->name);
  g_string_append (json, ", ");
  append_index (json, call->parent == TS_NO_CALL ? -1 : (gint64) call->parent);
  g_string_append_printf (json, ", \"%s\", ", ts_call_kind_get_name ((TsCallKind) call->kind));
  append_index (json, call->micro_step);
  g_string_append (json, ", ");
  _ts_json_append (json, ts_overflow_level_get_name ((TsOverflowLevel) call->overflow));
  g_string_append_printf (
      json, ", %u, %u, %u", counts.inputs, counts.outputs,
      call->stack < 0 ? 0 : g_array_index (self->stack_frames, guint32, call->stack));
  if (!self->compat)
    {
      g_autofree char *cause = ts_overflow_dup_cause (self, i);
      g_string_append_printf (json, ", %u, ", counts.parameters);
      _ts_json_append (json, cause);
    }
  g_string_append_c (json, ']');
}

GString *
ts_structure_to_json (const TsStructure *self, const char *dump)
{
  GString *json = g_string_new ("{\n \"dump\": ");

  _ts_json_append (json, dump);
  g_string_append_printf (json, ",\n \"micro_steps\": %d,\n \"count\": %u,\n", self->micro_steps,
                          self->n_calls);
  if (self->compat)
    append_texts (json, "unreachable", self->unreachable);
  else
    {
      guint32 origin = ts_overflow_find_origin (self);
      g_string_append (json, " \"origin\": ");
      _ts_json_append (json, origin == TS_NO_CALL ? NULL : self->calls[origin].name);
      g_string_append (json, ",\n");
      append_texts (json, "notes", self->notes);
    }
  g_string_append (json,
                   " \"columns\": [\"id\",\"parent_index\",\"type\",\"micro_step\",\"overflow\","
                   "\"inputs\",\"outputs\",\"stack_frames\"");
  g_string_append (json, self->compat ? "],\n \"nodes\": ["
                                      : ",\"parameters\",\"cause\"],\n \"nodes\": [");
  for (guint32 i = 0; i < self->n_calls; i++)
    append_call (json, self, i);
  g_string_append (json, "\n ]\n}\n");
  return json;
}
