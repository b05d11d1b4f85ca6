/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/schema.h"

#include <math.h>

G_BEGIN_DECLS

/* Rows on their way from a parser thread to the writer: compact, with names stored once. Written by
 * one thread, then handed over. A batch holds rows of one import unit; a large unit gives several.
 */
typedef struct _TsRowBatch TsRowBatch;
typedef struct _TsTargetTable TsTargetTable;

/* The tensors of a call in the order of rules.md V7. */
typedef enum
{
  TS_SLOT_INPUT,
  TS_SLOT_KWARG,
  TS_SLOT_PARAMETER, /* also its gradient */
  TS_SLOT_OUTPUT,
} TsSlot;

typedef struct
{
  gint64 step; /* global step */
  guint32 rank;
  guint32 target;  /* index into the batch's targets */
  guint32 metric;  /* metric number of the import (dump: TsDumpMetric) */
  guint32 present; /* bit i: stat i was recorded (its value may be NaN or infinite) */
  guint32 line;    /* where it stands in the file, for reports; 0 unknown */
  guint32 source;  /* index into the batch's source paths */
  guint32 hidden;  /* bit i: present, but msProbe stores no value there (a bool among floats):
                      trend_data holds NULL and trendscope_exact the value */
  guint32 call;    /* which call of its file it belongs to, from 1 on, << 2 | TsSlot; 0: a list of
                      targets without calls (monitor) */
} TsRow;

typedef struct
{
  const char *name;
  gint32 vpp_stage;
  gint32 micro_step; /* the targets.micro_step column: call index (dump) or micro-step (monitor) */
  const char *dtype; /* NULL when unknown */
  const char *shape; /* "[2, 3]"; NULL when unknown */
} TsBatchTarget;

/* What msProbe stores no number for, though there is one. */
static inline gboolean
ts_row_is_hidden (const TsRow *self, guint stat)
{
  return (self->hidden >> stat & 1) != 0;
}

/* rules.md V1: whether trend_data can't hold value, of that statistic, as it is. SQLite stores a
 * negative zero without its sign. */
static inline gboolean
ts_row_is_altered (const TsRow *self, guint stat, double value)
{
  return !(value >= -TS_CLAMP && value <= TS_CLAMP) || ts_row_is_hidden (self, stat)
         || (value == 0 && signbit (value));
}

TsRowBatch *ts_row_batch_new (guint n_stats);
void ts_row_batch_free (TsRowBatch *self);

/* The number of a target in this batch, added when new (same name, vpp_stage and micro_step = same
 * target; dtype and shape of the first stay). name, dtype and shape are copied. */
guint32 ts_row_batch_intern_target (TsRowBatch *self,
                                    const char *name,
                                    gsize name_length,
                                    gint32 vpp_stage,
                                    gint32 micro_step,
                                    const char *dtype,
                                    const char *shape);
guint32 ts_row_batch_intern_source (TsRowBatch *self, const char *path);

/* Appends a row; values has n_stats doubles (ignored where present has no bit). */
void ts_row_batch_add (TsRowBatch *self, const TsRow *row, const double *values);

guint ts_row_batch_get_n_rows (const TsRowBatch *self);
guint ts_row_batch_get_n_stats (const TsRowBatch *self);
guint ts_row_batch_get_n_targets (const TsRowBatch *self);
const TsRow *ts_row_batch_get_row (const TsRowBatch *self, guint i);
const double *ts_row_batch_get_values (const TsRowBatch *self, guint i);
const TsBatchTarget *ts_row_batch_get_target (const TsRowBatch *self, guint i);
/* The same targets with their hashes, for the writer's own table. */
const TsTargetTable *ts_row_batch_get_target_table (const TsRowBatch *self);
const char *ts_row_batch_get_source (const TsRowBatch *self, guint i);
gsize ts_row_batch_get_size (const TsRowBatch *self); /* bytes of memory, about */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsRowBatch, ts_row_batch_free)

G_END_DECLS
