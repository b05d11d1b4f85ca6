/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/dump/call-table.h"

G_BEGIN_DECLS

struct _TsCallTable
{
  TsConstruct *construct;
  TsCall *calls; /* one per node; micro_step -1: has no place */
  guint n_micro_steps;
  guint n_calls;
  guint n_circles;
  gboolean is_sequence;
};

TsCallTable *_ts_call_table_alloc (TsConstruct *construct);
/* Fills in n_micro_steps and n_calls from the calls of listed nodes. */
void _ts_call_table_count (TsCallTable *self);

/* For renumbering: calls of one group get the indices 0, 1, 2, … in the order of number, then of
 * node. */
typedef struct
{
  gint32 micro_step;
  gint32 base; /* which name */
  gint32 number;
  gint32 node;
} TsCallSlot;

void _ts_call_slots_sort (GArray *slots);

static inline gboolean
_ts_call_slots_together (const TsCallSlot *a, const TsCallSlot *b)
{
  return a->micro_step == b->micro_step && a->base == b->base;
}

G_END_DECLS
