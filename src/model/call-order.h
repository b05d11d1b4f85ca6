/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the hall of the house: find, compare and store judge by it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* When the tensors of one rank and step come into being (hunting.md 0). */

typedef enum
{
  TS_PHASE_BEFORE = -1, /* the parameters that the forward pass uses */
  TS_PHASE_FORWARD,
  TS_PHASE_BACKWARD, /* recomputation too */
  TS_PHASE_WEIGHT_GRADIENT,
  TS_PHASE_REDUCED_GRADIENT,
  TS_PHASE_EXP_AVG,
  TS_PHASE_EXP_AVG_SQ,
  TS_PHASE_UPDATED,
  TS_PHASE_UNKNOWN,
  TS_N_PHASES = TS_PHASE_UNKNOWN + 2,
} TsPhase;

typedef enum
{
  TS_CALL_SLOT_PARAMETER, /* also what has no slot in its name: a parameter or its gradient */
  TS_CALL_SLOT_INPUT,
  TS_CALL_SLOT_KWARG,
  TS_CALL_SLOT_OUTPUT,
} TsCallSlotKind;

/* A target's name taken apart: "Module.fc1.Linear.input.0" is slot input, index 0, of the call
 * "Module.fc1.Linear". */
typedef struct
{
  gsize call_length;
  TsCallSlotKind kind;
  guint index;
  gboolean has_slot; /* FALSE: the last component is taken for a parameter's name */
} TsCallSlot;

TsPhase ts_phase_of_metric (const char *metric);
/* Whether the backward order of the network holds in it. */
gboolean ts_phase_is_reversed (TsPhase phase);

void ts_call_slot_parse (const char *target, TsCallSlot *slot);

/* Whether the call combines what several ranks have: msProbe's Distributed.<operation>. */
gboolean ts_call_is_collective (const char *call);

/* Ascending in order of execution within one training step. place: the smallest target id of the
 * call; micro_step: TS_MICRO_STEP_LAST for what happens after all of them. */
#define TS_MICRO_STEP_LAST 0x7fff
gint64 ts_order_key (guint micro_step, TsPhase phase, gint64 place, const TsCallSlot *slot);

G_END_DECLS
