/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/verdict.h"

#include "structure/call-name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Pairs ---- */

static gboolean
has_stat (const TsSlot *slot, guint i)
{
  return slot != NULL && (slot->known >> i & 1);
}

/* A number that stands for all four statistics of an argument that is one. */
static gboolean
scalar_value (const TsSlot *slot, double *value)
{
  char *end;

  if (slot->kind != TS_SLOT_SCALAR || slot->value == NULL
      || (g_strcmp0 (slot->type, "float") != 0 && g_strcmp0 (slot->type, "int") != 0))
    return FALSE;
  *value = g_ascii_strtod (slot->value, &end);
  return end != slot->value && *end == '\0';
}

static gboolean
get_stat (const TsSlot *slot, guint i, double *value)
{
  if (slot == NULL)
    return FALSE;
  if (!has_stat (slot, i))
    return scalar_value (slot, value);
  *value = slot->stats[i];
  return TRUE;
}

/* msProbe has no relative error where bench is 0; ours is infinite, or 0 when both are. */
static void
measure (TsSlotPair *pair, gboolean compat)
{
  for (guint i = 0; i < TS_SLOT_N_STATS; i++)
    {
      double debug, bench;
      if (!get_stat (pair->debug, i, &debug) || !get_stat (pair->bench, i, &bench))
        continue;
      pair->diff_known |= 1u << i;
      pair->diff[i] = debug - bench;
      if (!compat && ((isnan (debug) && isnan (bench)) || debug == bench))
        pair->diff[i] = 0;
      if (isnan (pair->diff[i]))
        pair->relative[i] = pair->diff[i];
      else if (bench != 0)
        pair->relative[i] = pair->diff[i] == 0 ? 0 : fabs (pair->diff[i] / bench);
      else if (compat)
        continue;
      else
        pair->relative[i] = pair->diff[i] == 0 ? 0 : (double) INFINITY;
      pair->relative_known |= 1u << i;
    }
}

static void
add_pair (GArray *pairs, const TsSlot *debug, const TsSlot *bench, gboolean output, gboolean compat)
{
  TsSlotPair pair = { .debug = debug, .bench = bench, .status = TS_STATUS_OK, .output = output };

  measure (&pair, compat);
  g_array_append_val (pairs, pair);
}

/* Inputs with keyword arguments, parameters, outputs, gradients: each is paired by itself. */
static TsSlotRole
group_of (const TsSlot *slot)
{
  return slot->role == TS_SLOT_KWARG ? TS_SLOT_INPUT : (TsSlotRole) slot->role;
}

static GPtrArray *
list_slots (const TsStructure *self, const TsCall *call, TsSlotRole group, gboolean outputs)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint32 i = 0; i < call->n_slots; i++)
    {
      TsSlot *slot = &self->slots[call->first_slot + i];
      if (group_of (slot) == group && ts_structure_is_output (self, call, slot) == outputs)
        g_ptr_array_add (list, slot);
    }
  return list;
}

static void
pair_by_position (GArray *pairs, const GPtrArray *debug, const GPtrArray *bench, gboolean outputs)
{
  for (guint i = 0; i < debug->len; i++)
    add_pair (pairs, g_ptr_array_index (debug, i),
              i < bench->len ? g_ptr_array_index (bench, i) : NULL, outputs, TRUE);
}

static gboolean
is_same_slot (const TsSlot *a, const TsSlot *b)
{
  return a->role == b->role && strcmp (a->name, b->name) == 0;
}

/* Calls have few slots: looking through them is quicker than a table. Most are in the same place.
 */
static void
pair_by_name (GArray *pairs, const GPtrArray *debug, GPtrArray *bench, gboolean outputs)
{
  for (guint i = 0; i < debug->len; i++)
    {
      const TsSlot *slot = g_ptr_array_index (debug, i), *found = NULL;
      for (guint j = 0; j < bench->len && found == NULL; j++)
        {
          guint at = (i + j) % bench->len;
          const TsSlot *other = g_ptr_array_index (bench, at);
          if (other == NULL || !is_same_slot (slot, other))
            continue;
          found = other;
          bench->pdata[at] = NULL;
        }
      add_pair (pairs, slot, found, outputs, FALSE);
    }
  for (guint j = 0; j < bench->len; j++)
    if (g_ptr_array_index (bench, j) != NULL)
      add_pair (pairs, NULL, g_ptr_array_index (bench, j), outputs, FALSE);
}

/* ---- Rules ---- */

static gboolean
is_in (const char *word, gsize length, const char *const *list)
{
  for (; *list != NULL; list++)
    if (strlen (*list) == length && memcmp (*list, word, length) == 0)
      return TRUE;
  return FALSE;
}

/* The "add" of "Tensor.add.0.forward". */
static gboolean
api_is_in (const char *name, const char *const *list)
{
  const char *dot = strchr (name, '.');

  return dot != NULL && is_in (dot + 1, strcspn (dot + 1, "."), list);
}

/* What these return is uninitialised or only another view: nothing to judge. */
static gboolean
is_never_judged (const char *name)
{
  static const char *const apis[] = { "empty",
                                      "empty_like",
                                      "empty_strided",
                                      "new_empty",
                                      "new_empty_strided",
                                      "numpy",
                                      "empty_with_format",
                                      "to",
                                      "__setitem__",
                                      NULL };

  return api_is_in (name, apis);
}

static gboolean
ignores_inputs (const char *name)
{
  static const char *const apis[] = { "_reduce_scatter_base", "_all_gather_base",
                                      "all_to_all_single", "batch_isend_irecv", NULL };

  return api_is_in (name, apis);
}

static void
blame (TsSlotPair *pair, TsReasons reason, TsStatus status)
{
  pair->reasons |= (guint) reason;
  pair->status = MAX (pair->status, status);
}

/* Number, NaN, +Inf, −Inf or nothing. */
static int
kind_of (const TsSlot *slot, guint i)
{
  double value;

  if (!get_stat (slot, i, &value))
    return 0;
  return isnan (value) ? 1 : isinf (value) ? (value > 0 ? 2 : 3) : 4;
}

static gboolean
is_nonfinite (const TsSlot *slot, guint i)
{
  return has_stat (slot, i) && !isfinite (slot->stats[i]);
}

static void
judge_finiteness (TsSlotPair *pair, gboolean compat)
{
  gboolean debug
      = is_nonfinite (pair->debug, TS_SLOT_MAX) || is_nonfinite (pair->debug, TS_SLOT_MIN);
  gboolean bench
      = is_nonfinite (pair->bench, TS_SLOT_MAX) || is_nonfinite (pair->bench, TS_SLOT_MIN);
  gboolean differ = FALSE;

  for (guint i = 0; i < TS_SLOT_N_STATS && !compat && pair->bench != NULL; i++)
    differ = differ || kind_of (pair->debug, i) != kind_of (pair->bench, i);
  if ((debug && !bench) || differ)
    blame (pair, TS_REASON_NONFINITE, TS_STATUS_ERROR);
}

/* What msProbe takes for the type of an argument that is no tensor. */
static const char *
get_dtype (const TsSlot *slot)
{
  return slot->kind == TS_SLOT_SCALAR ? slot->type : slot->dtype;
}

static void
judge_form (TsSlotPair *pair, const char *name, gboolean compat)
{
  const TsSlot *debug = pair->debug, *bench = pair->bench;

  if (compat && bench == NULL)
    {
      blame (pair, TS_REASON_REQUIRES_GRAD, TS_STATUS_ERROR);
      blame (pair, TS_REASON_DTYPE, TS_STATUS_ERROR);
      blame (pair, TS_REASON_SHAPE, TS_STATUS_ERROR);
      return;
    }
  if (debug->kind == TS_SLOT_NOTHING || bench->kind == TS_SLOT_NOTHING)
    return;
  if (debug->requires_grad != bench->requires_grad)
    blame (pair, TS_REASON_REQUIRES_GRAD, TS_STATUS_ERROR);
  if (debug->kind == TS_SLOT_SCALAR && g_strcmp0 (debug->value, bench->value) != 0)
    blame (pair, TS_REASON_SCALAR, TS_STATUS_ERROR);
  if (g_strcmp0 (get_dtype (debug), get_dtype (bench)) != 0
      && !(compat && (strstr (name, "qkv") != NULL || strstr (name, "gate_up") != NULL)))
    blame (pair, TS_REASON_DTYPE, TS_STATUS_ERROR);
  if (g_strcmp0 (debug->shape, bench->shape) != 0)
    blame (pair, TS_REASON_SHAPE, TS_STATUS_ERROR);
}

/* A norm's relative error counts when it is a number, infinity included. */
static gboolean
get_norm_error (const TsSlotPair *pair, double *error)
{
  if (!(pair->relative_known >> TS_SLOT_NORM & 1) || isnan (pair->relative[TS_SLOT_NORM]))
    return FALSE;
  *error = pair->relative[TS_SLOT_NORM];
  return TRUE;
}

static void
judge_output (TsSlotPair *pair, double input, gboolean compat)
{
  double error;

  if (!get_norm_error (pair, &error))
    return;
  if (error > TS_VERDICT_OUTPUT_BAD && input < TS_VERDICT_INPUT_GOOD)
    blame (pair, TS_REASON_OUT_REL, TS_STATUS_ERROR);
  else if (error > TS_VERDICT_OUTPUT_BAD && !compat)
    pair->status = MAX (pair->status, TS_STATUS_INHERITED);
  if (input == 0 ? error > TS_VERDICT_INPUT_GOOD : error > TS_VERDICT_TIMES * input)
    blame (pair, TS_REASON_OUT_X10, TS_STATUS_WARNING);
}

static void
judge_statistics (GArray *pairs, const char *name, gboolean compat)
{
  gboolean skip_inputs = ignores_inputs (name);
  double input = 0, error;

  for (guint i = 0; i < pairs->len; i++)
    {
      const TsSlotPair *pair = &g_array_index (pairs, TsSlotPair, i);
      if (!pair->output && get_norm_error (pair, &error))
        input = MAX (input, error);
    }
  for (guint i = 0; i < pairs->len; i++)
    {
      TsSlotPair *pair = &g_array_index (pairs, TsSlotPair, i);
      if (skip_inputs && !pair->output)
        continue;
      if (pair->debug == NULL || (pair->bench == NULL && !compat))
        continue;
      judge_form (pair, name, compat);
      judge_finiteness (pair, compat);
      if (pair->output)
        judge_output (pair, input, compat);
    }
}

/* CRC-32 of IEEE 802.3, reflected. */
static guint32
crc32 (const char *text)
{
  guint32 crc = 0xffffffff;

  for (; *text != '\0'; text++)
    {
      crc ^= (guchar) *text;
      for (int bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
  return ~crc;
}

char *
ts_verdict_dup_checksum (const TsSlot *slot)
{
  if (slot == NULL || slot->kind == TS_SLOT_NOTHING)
    return NULL;
  if (slot->crc != NULL)
    return g_strdup (slot->crc);
  return g_strdup_printf ("%08x", crc32 (slot->value != NULL ? slot->value : ""));
}

static void
judge_checksum (TsSlotPair *pair, gboolean compat)
{
  g_autofree char *debug = ts_verdict_dup_checksum (pair->debug);
  g_autofree char *bench = ts_verdict_dup_checksum (pair->bench);
  gboolean unknown;

  if (pair->debug == NULL || (pair->bench == NULL && !compat))
    return;
  if (pair->bench == NULL)
    {
      blame (pair, TS_REASON_NO_PARTNER, TS_STATUS_WARNING);
      return;
    }
  /* A tensor whose checksum is not known is neither equal nor different. */
  unknown = (pair->debug->kind == TS_SLOT_TENSOR && pair->debug->crc == NULL)
            || (pair->bench->kind == TS_SLOT_TENSOR && pair->bench->crc == NULL);
  if (!compat && unknown)
    pair->status = TS_STATUS_STRUCTURE;
  else if (g_strcmp0 (debug, bench) != 0)
    blame (pair, TS_REASON_MD5, TS_STATUS_ERROR);
}

/* Slots of one side alone, or a tensor against nothing: neither right nor wrong. */
static void
judge_presence (TsSlotPair *pair)
{
  if (pair->debug == NULL || pair->bench == NULL
      || (pair->debug->kind == TS_SLOT_NOTHING) != (pair->bench->kind == TS_SLOT_NOTHING))
    {
      pair->status = TS_STATUS_STRUCTURE;
      pair->reasons = TS_REASON_NO_PARTNER;
    }
}

static void
pair_slots (const TsStructure *debug,
            const TsCall *debug_call,
            const TsStructure *bench,
            const TsCall *bench_call,
            gboolean outputs,
            GArray *pairs)
{
  static const TsSlotRole groups[]
      = { TS_SLOT_INPUT, TS_SLOT_PARAMETER, TS_SLOT_OUTPUT, TS_SLOT_GRADIENT };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_autoptr (GPtrArray) a = list_slots (debug, debug_call, groups[i], outputs);
      g_autoptr (GPtrArray) b = list_slots (bench, bench_call, groups[i], outputs);
      if (debug->compat && bench->compat)
        pair_by_position (pairs, a, b, outputs);
      else
        pair_by_name (pairs, a, b, outputs);
    }
}

TsStatus
ts_verdict_judge (const TsStructure *debug,
                  const TsCall *debug_call,
                  const TsStructure *bench,
                  const TsCall *bench_call,
                  gboolean md5,
                  GArray *pairs)
{
  gboolean compat = debug->compat && bench->compat;
  TsStatus worst = TS_STATUS_NONE;

  g_array_set_size (pairs, 0);
  pair_slots (debug, debug_call, bench, bench_call, FALSE, pairs);
  pair_slots (debug, debug_call, bench, bench_call, TRUE, pairs);
  if (!is_never_judged (debug_call->name))
    {
      if (!md5)
        judge_statistics (pairs, debug_call->name, compat);
      for (guint i = 0; i < pairs->len; i++)
        {
          TsSlotPair *pair = &g_array_index (pairs, TsSlotPair, i);
          if (md5)
            judge_checksum (pair, compat);
          if (!compat)
            judge_presence (pair);
        }
    }
  else if (compat && md5 && pairs->len > 0)
    worst = TS_STATUS_ERROR; /* msProbe gives these its worst index, though every slot passes */
  for (guint i = 0; i < pairs->len; i++)
    worst = MAX (worst, g_array_index (pairs, TsSlotPair, i).status);
  return worst;
}

TsStatus *
ts_verdict_judge_all (const TsStructure *debug,
                      const TsStructure *bench,
                      const TsStructureAlignment *alignment,
                      gboolean md5)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (TsSlotPair));
  TsStatus *all = g_new0 (TsStatus, debug->n_calls);

  for (guint32 i = debug->n_calls; i-- > 0;)
    {
      const TsCall *call = &debug->calls[i];
      guint32 other = alignment->bench_of[i], parent = call->parent;
      if (other == TS_NO_CALL)
        all[i] = TS_STATUS_UNMATCHED;
      else if (call->kind == TS_CALL_COLLECTION)
        all[i] = MAX (all[i], TS_STATUS_OK);
      else
        all[i] = ts_verdict_judge (debug, call, bench, &bench->calls[other], md5, pairs);
      /* Children come before their parent here. */
      if (parent != TS_NO_CALL && debug->calls[parent].kind == TS_CALL_COLLECTION
          && all[i] != TS_STATUS_UNMATCHED)
        all[parent] = MAX (all[parent], all[i]);
    }
  return all;
}

const char *
ts_status_get_name (TsStatus status)
{
  static const char *const names[]
      = { "no data", "unmatched", "ok", "structure", "inherited", "warning", "error" };

  return names[status];
}

const char *
ts_reason_get_name (guint i)
{
  static const char *const names[] = { "nonfinite", "out_rel", "out_x10", "requires_grad", "scalar",
                                       "dtype",     "shape",   "md5",     "no_partner" };

  return i < G_N_ELEMENTS (names) ? names[i] : NULL;
}
