/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/overflow.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Arguments that hold whatever was in memory, or that are meant to be infinite: nothing is wrong
 * when they are all that is not finite on their side (model rules 5). */
static const struct
{
  const char *api; /* in small letters */
  TsSlotRole role;
  const char *slots[2];
} exceptions[] = {
  { "torch.empty", TS_SLOT_OUTPUT, { "0" } },
  { "torch.empty_like", TS_SLOT_OUTPUT, { "0" } },
  { "torch.empty_strided", TS_SLOT_OUTPUT, { "0" } },
  { "distributed.recv", TS_SLOT_INPUT, { "0", "tensor" } },
  { "distributed.all_gather", TS_SLOT_INPUT, { "0" } },
  { "distributed._reduce_scatter_base", TS_SLOT_INPUT, { "0" } },
  { "distributed.all_gather_into_tensor", TS_SLOT_INPUT, { "0" } },
  { "distributed.reduce_scatter_tensor", TS_SLOT_INPUT, { "0" } },
  { "distributed.reduce_scatter", TS_SLOT_INPUT, { "0", "output" } },
  { "tensor.masked_fill_", TS_SLOT_INPUT, { "0" } },
};

static TsSlotRole
side_of (const TsSlot *slot)
{
  return slot->role == TS_SLOT_KWARG ? TS_SLOT_INPUT : (TsSlotRole) slot->role;
}

static gboolean
is_abnormal (const TsStructure *self, const TsSlot *slot)
{
  guint n = self->compat ? TS_SLOT_NORM : TS_SLOT_N_STATS;

  for (guint i = 0; i < n; i++)
    if ((slot->known >> i & 1) && !isfinite (slot->stats[i]))
      return TRUE;
  return FALSE;
}

/* The first slot of a side that is not finite; NULL: none. */
static const TsSlot *
find_abnormal (const TsStructure *self, const TsCall *call, TsSlotRole side)
{
  for (guint32 i = 0; i < call->n_slots; i++)
    {
      const TsSlot *slot = &self->slots[call->first_slot + i];
      if (side_of (slot) == side && is_abnormal (self, slot))
        return slot;
    }
  return NULL;
}

static gboolean
is_api (const char *name, const char *api)
{
  gsize length = strlen (api);

  return g_ascii_strncasecmp (name, api, length) == 0 && name[length] == '.';
}

static gboolean
is_listed (const TsSlot *slot, guint exception)
{
  for (guint i = 0; i < G_N_ELEMENTS (exceptions[exception].slots); i++)
    if (g_strcmp0 (slot->name, exceptions[exception].slots[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_exception (const TsStructure *self, const TsCall *call)
{
  for (guint e = 0; e < G_N_ELEMENTS (exceptions); e++)
    if (is_api (call->name, exceptions[e].api))
      {
        for (guint32 i = 0; i < call->n_slots; i++)
          {
            const TsSlot *slot = &self->slots[call->first_slot + i];
            if (side_of (slot) == exceptions[e].role && is_abnormal (self, slot)
                && !is_listed (slot, e))
              return FALSE;
          }
        return TRUE;
      }
  return FALSE;
}

/* The largest norm of a side. msProbe looks at nothing inside lists and at PyTorch's tensors only.
 */
static gboolean
find_norm (const TsStructure *self, const TsCall *call, TsSlotRole side, double *norm)
{
  gboolean found = FALSE;

  *norm = 0;
  for (guint32 i = 0; i < call->n_slots; i++)
    {
      const TsSlot *slot = &self->slots[call->first_slot + i];
      double value = slot->stats[TS_SLOT_NORM];
      if (side_of (slot) != side || slot->kind != TS_SLOT_TENSOR
          || !(slot->known >> TS_SLOT_NORM & 1) || isnan (value)
          || (self->compat
              && (g_strcmp0 (slot->type, "torch.Tensor") != 0
                  || (slot->role != TS_SLOT_KWARG && strchr (slot->name, '.') != NULL))))
        continue;
      *norm = MAX (*norm, value);
      found = TRUE;
    }
  return found;
}

static gboolean
grows (const TsStructure *self, const TsCall *call)
{
  double input, output;

  if (!find_norm (self, call, TS_SLOT_INPUT, &input)
      || !find_norm (self, call, TS_SLOT_OUTPUT, &output))
    return FALSE;
  return input == 0 ? output > TS_OVERFLOW_GROWTH : output > TS_OVERFLOW_GROWTH * input;
}

typedef struct
{
  TsOverflowLevel level;
  TsOverflowCause cause;
  const TsSlot *slot;
} Finding;

static Finding
judge_gradient (const TsStructure *self, const TsCall *call, const TsSlot *gradient)
{
  const TsCall *backward = &self->calls[call->parent];
  const TsSlot *received = find_abnormal (self, backward, TS_SLOT_INPUT);

  if (received != NULL)
    return (Finding){ TS_OVERFLOW_HIGH, TS_CAUSE_PASSED_ON, gradient };
  return (Finding){ TS_OVERFLOW_CRITICAL, TS_CAUSE_GRADIENT, gradient };
}

static Finding
judge (const TsStructure *self, const TsCall *call)
{
  const TsSlot *input = find_abnormal (self, call, TS_SLOT_INPUT);
  const TsSlot *output = find_abnormal (self, call, TS_SLOT_OUTPUT);
  const TsSlot *parameter = NULL, *gradient = NULL;

  if (!self->compat)
    {
      parameter = find_abnormal (self, call, TS_SLOT_PARAMETER);
      gradient = find_abnormal (self, call, TS_SLOT_GRADIENT);
    }
  if (gradient != NULL && call->parent != TS_NO_CALL)
    return judge_gradient (self, call, gradient);
  if (parameter != NULL && input == NULL)
    return (Finding){ output != NULL ? TS_OVERFLOW_CRITICAL : TS_OVERFLOW_MEDIUM,
                      TS_CAUSE_PARAMETER, parameter };
  if (input == NULL && output != NULL)
    return (Finding){ TS_OVERFLOW_CRITICAL, TS_CAUSE_OUTPUT, output };
  if (input != NULL && output != NULL)
    return (Finding){ TS_OVERFLOW_HIGH, TS_CAUSE_PASSED_ON, output };
  if (input != NULL)
    return (Finding){ TS_OVERFLOW_MEDIUM, TS_CAUSE_INPUT, input };
  if (grows (self, call))
    return (Finding){ TS_OVERFLOW_HIGH, TS_CAUSE_GROWTH, NULL };
  return (Finding){ TS_OVERFLOW_NONE, TS_CAUSE_NONE, NULL };
}

TsOverflowLevel
ts_overflow_find (const TsStructure *self,
                  guint32 call,
                  TsOverflowCause *cause,
                  const TsSlot **slot)
{
  const TsCall *judged = &self->calls[call];
  Finding finding = judge (self, judged);

  if (finding.level != TS_OVERFLOW_NONE && finding.cause != TS_CAUSE_GROWTH
      && is_exception (self, judged))
    finding = (Finding){ TS_OVERFLOW_NONE, TS_CAUSE_NONE, NULL };
  if (cause != NULL)
    *cause = finding.cause;
  if (slot != NULL)
    *slot = finding.slot;
  return finding.level;
}

char *
ts_overflow_dup_cause (const TsStructure *self, guint32 call)
{
  g_autofree char *name = NULL;
  TsOverflowCause cause;
  const TsSlot *slot;

  ts_overflow_find (self, call, &cause, &slot);
  if (slot != NULL)
    name = cause == TS_CAUSE_PARAMETER ? g_strdup (slot->name) : ts_slot_dup_name (slot);
  switch (cause)
    {
    case TS_CAUSE_OUTPUT:
      return g_strdup_printf (_ ("%s is not finite, all inputs are"), name);
    case TS_CAUSE_PARAMETER:
      return g_strdup_printf (_ ("parameter %s is not finite"), name);
    case TS_CAUSE_GRADIENT:
      return g_strdup_printf (_ ("the gradient of %s is not finite"), name);
    case TS_CAUSE_PASSED_ON:
      return g_strdup_printf (_ ("%s is not finite, nor is what came in"), name);
    case TS_CAUSE_INPUT:
      return g_strdup_printf (_ ("%s is not finite, all outputs are"), name);
    case TS_CAUSE_GROWTH:
      return g_strdup_printf (_ ("an output is more than %d times as large as the inputs"),
                              TS_OVERFLOW_GROWTH);
    default:
      return NULL;
    }
}

static gboolean
is_source (const TsStructure *self, guint32 call, TsOverflowLevel level)
{
  TsOverflowCause cause;

  if (level == TS_OVERFLOW_CRITICAL)
    return self->calls[call].overflow == TS_OVERFLOW_CRITICAL;
  return ts_overflow_find (self, call, &cause, NULL) != TS_OVERFLOW_NONE
         && cause != TS_CAUSE_GROWTH;
}

/* The first call of this kind in pre-order with none of its kind below. */
static guint32
find_innermost (const TsStructure *self, TsOverflowLevel level)
{
  guint32 found = TS_NO_CALL;

  for (guint32 i = 0; i < self->n_calls; i++)
    {
      if (found != TS_NO_CALL && i >= self->calls[found].subtree_end)
        break;
      if (is_source (self, i, level))
        found = i;
    }
  return found;
}

guint32
ts_overflow_find_origin (const TsStructure *self)
{
  guint32 origin = find_innermost (self, TS_OVERFLOW_CRITICAL);

  return origin != TS_NO_CALL ? origin : find_innermost (self, TS_OVERFLOW_MEDIUM);
}
