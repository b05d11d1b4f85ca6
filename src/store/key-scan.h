/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/database.h"

G_BEGIN_DECLS

/* What occurs in trend_data, found by skipping along its primary key (rank, step, target_id,
 * metric_id): the cost is seeks per rank and step, not rows. */

/* The ranks, ascending (gint64). NULL on error. */
GArray *ts_key_scan_ranks (TsDatabase *database, GError **error);
/* The global steps of any of these ranks, ascending (gint64). NULL on error. */
GArray *ts_key_scan_steps (TsDatabase *database, const GArray *ranks, GError **error);

/* What a look at some of the (rank, step) blocks told. */
typedef struct
{
  GHashTable *metrics; /* metric id (gint64*) -> set of the steps (gint64*) it was seen at */
  gint64 n_rows;       /* of the whole table: exact when complete, else an estimate */
  gboolean complete;   /* every block was looked at */
} TsKeySample;

/* Looks at blocks spread over the table: all of them in a small one, some hundred thousand rows of
 * a large one, of a run in several parts so many of all. NULL on error. */
TsKeySample *ts_key_scan_sample (
    TsDatabase *database, const GArray *ranks, const GArray *steps, guint n_parts, GError **error);
void ts_key_sample_free (TsKeySample *self);

/* The i-th of the n places of a walk that visits each place once and soon gets everywhere. */
guint64 ts_key_scan_spread (guint64 i, guint64 n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsKeySample, ts_key_sample_free)

G_END_DECLS
