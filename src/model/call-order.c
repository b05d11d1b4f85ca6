/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/call-order.h"

#include <string.h>

#define PLACE_MAX G_MAXUINT32
#define INDEX_MAX 1023

static const struct
{
  const char *metric;
  TsPhase phase;
} phases[] = {
  { "forward", TS_PHASE_FORWARD },
  { "backward", TS_PHASE_BACKWARD },
  { "recompute", TS_PHASE_BACKWARD },
  { "parameters_grad", TS_PHASE_WEIGHT_GRADIENT },
  { "actv", TS_PHASE_FORWARD },
  { "actv_grad", TS_PHASE_BACKWARD },
  { "grad_unreduced", TS_PHASE_WEIGHT_GRADIENT },
  { "grad_reduced", TS_PHASE_REDUCED_GRADIENT },
  { "exp_avg", TS_PHASE_EXP_AVG },
  { "exp_avg_sq", TS_PHASE_EXP_AVG_SQ },
  { "param_origin", TS_PHASE_BEFORE },
  { "param_updated", TS_PHASE_UPDATED },
  { "activation", TS_PHASE_FORWARD },
  { "output", TS_PHASE_FORWARD },
  { "gradient", TS_PHASE_BACKWARD },
  { "dgrad", TS_PHASE_BACKWARD },
  { "wgrad", TS_PHASE_WEIGHT_GRADIENT },
  { "weight", TS_PHASE_BEFORE },
  { "param", TS_PHASE_BEFORE },
  { "grad", TS_PHASE_REDUCED_GRADIENT },
};

TsPhase
ts_phase_of_metric (const char *metric)
{
  for (guint i = 0; i < G_N_ELEMENTS (phases); i++)
    if (strcmp (phases[i].metric, metric) == 0)
      return phases[i].phase;
  return TS_PHASE_UNKNOWN;
}

gboolean
ts_phase_is_reversed (TsPhase phase)
{
  return phase >= TS_PHASE_BACKWARD && phase <= TS_PHASE_REDUCED_GRADIENT;
}

/* Whether the component is word, or word_<digits>. */
static gboolean
is_word (const char *component, gsize length, const char *word)
{
  gsize n = strlen (word);

  if (length < n || strncmp (component, word, n) != 0)
    return FALSE;
  if (length == n)
    return TRUE;
  if (component[n] != '_' || length == n + 1)
    return FALSE;
  for (gsize i = n + 1; i < length; i++)
    if (!g_ascii_isdigit (component[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_numbers (const char *text)
{
  return strspn (text, "0123456789.:") == strlen (text);
}

/* Whether the component at start, with what follows it, names a slot. */
static gboolean
parse_component (const char *start, gsize length, TsCallSlot *slot)
{
  const char *rest = start + length + (start[length] != '\0');
  const char *digits = NULL;

  if (is_word (start, length, "input") && is_numbers (rest))
    slot->kind = TS_CALL_SLOT_INPUT;
  else if (is_word (start, length, "output") && is_numbers (rest))
    slot->kind = TS_CALL_SLOT_OUTPUT;
  else if (*rest != '\0'
           && (is_word (start, length, "kwargs") || is_word (start, length, "input_kwargs")))
    slot->kind = TS_CALL_SLOT_KWARG;
  else if (*rest != '\0' && length == strlen ("parameters")
           && is_word (start, length, "parameters"))
    slot->kind = TS_CALL_SLOT_PARAMETER;
  else
    return FALSE;
  digits = memchr (start, '_', length);
  digits = slot->kind == TS_CALL_SLOT_INPUT || slot->kind == TS_CALL_SLOT_OUTPUT
               ? (digits != NULL ? digits + 1 : rest)
               : "";
  slot->index = (guint) MIN (g_ascii_strtoull (digits, NULL, 10), INDEX_MAX);
  return TRUE;
}

void
ts_call_slot_parse (const char *target, TsCallSlot *slot)
{
  const char *last_dot = strrchr (target, '.');

  *slot = (TsCallSlot){ .kind = TS_CALL_SLOT_PARAMETER };
  for (const char *dot = last_dot; dot != NULL && dot > target;
       dot = g_strrstr_len (target, dot - target, "."))
    if (parse_component (dot + 1, strcspn (dot + 1, ".:"), slot))
      {
        slot->has_slot = TRUE;
        slot->call_length = (gsize) (dot - target);
        return;
      }
  slot->call_length = last_dot != NULL ? (gsize) (last_dot - target) : strlen (target);
}

gboolean
ts_call_is_collective (const char *call)
{
  return g_str_has_prefix (call, "Distributed.") || strstr (call, ".Distributed.") != NULL;
}

gint64
ts_order_key (guint micro_step, TsPhase phase, gint64 place, const TsCallSlot *slot)
{
  guint64 in_network = (guint64) CLAMP (place, 0, (gint64) PLACE_MAX);
  guint64 key = MIN (micro_step, TS_MICRO_STEP_LAST);

  if (ts_phase_is_reversed (phase))
    in_network = PLACE_MAX - in_network;
  key = key << 4 | (guint64) (phase + 1);
  key = key << 32 | in_network;
  key = key << 2 | (guint64) slot->kind;
  return (gint64) (key << 10 | MIN (slot->index, INDEX_MAX));
}
