/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/row-batch.h"

G_BEGIN_DECLS

/* One row with its final target id, in key order after sorting. */
typedef struct
{
  const TsRow *row;
  const double *values;
  const TsRowBatch *batch;
  guint32 target_id;
} TsSortedRow;

/* Orders rows by (rank, step, target id, metric); rows with the same key keep their order. */
void ts_sort_rows (TsSortedRow *rows, guint n);

/* < 0, 0 or > 0 as strcmp() by the same key. */
static inline int
ts_sorted_row_compare (const TsSortedRow *a, const TsSortedRow *b)
{
  if (a->row->rank != b->row->rank)
    return a->row->rank < b->row->rank ? -1 : 1;
  if (a->row->step != b->row->step)
    return a->row->step < b->row->step ? -1 : 1;
  if (a->target_id != b->target_id)
    return a->target_id < b->target_id ? -1 : 1;
  if (a->row->metric != b->row->metric)
    return a->row->metric < b->row->metric ? -1 : 1;
  return 0;
}

G_END_DECLS
