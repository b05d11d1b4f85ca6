/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/dump/call-table.h"
#include "ingest/dump/dump-plan.h"

G_BEGIN_DECLS

/* What the files beside one dump.json say of its calls. */
typedef struct
{
  TsCallTable *calls;
  TsNameTable *recomputed; /* names of recomputed forward calls; NULL: nothing is known */
  GError *construct_error; /* why there are no calls */
  GError *stack_error;     /* stack.json is damaged */
} TsDumpCalls;

/* Reads what is beside file: construct.json and, by the rules, what tells of recomputations. Caller
 * frees. */
TsDumpCalls *ts_dump_calls_load (const TsDumpFile *file, gboolean compat);
void ts_dump_calls_free (TsDumpCalls *self);

/* The size of what ts_dump_calls_load() would read of calls: about the memory that takes. */
gsize ts_dump_calls_estimate (const TsDumpFile *file);

G_END_DECLS
