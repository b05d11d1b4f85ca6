/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare. */
#pragma once

#include "compare/alignment.h"
#include "compare/difference.h"

G_BEGIN_DECLS

/* How often the parts of a group were equal to the bit, by key: whether they are copies or shards.
 */
typedef struct
{
  guint32 n_shards[2], n_rows[2]; /* [0]: steps with several of them; [1]: of those, all equal */
} TsPartCounts;

/* What one run has at one place (rank and step) of a comparison, group put together. One
 * connection, so one thread. A key is aligned target × number of metrics + aligned metric. */
typedef struct _TsSideReader TsSideReader;

/* counts: by key, from all steps, to tell copies from shards; NULL while they are being counted.
 * Borrowed, like alignment. */
TsSideReader *ts_side_reader_new (const TsAlignment *alignment,
                                  TsSide side,
                                  const TsPartCounts *counts,
                                  GCancellable *cancellable,
                                  GError **error);
void ts_side_reader_free (TsSideReader *self);

/* Reads a place, by aligned rank and step. */
gboolean ts_side_reader_read (TsSideReader *self, guint rank, guint step, GError **error);

/* The keys (guint32) that it has, unsorted; borrowed until the next read. */
const GArray *ts_side_reader_get_keys (const TsSideReader *self);
/* FALSE: no row. values and states are by aligned statistic, borrowed; of groups, only the four
 * statistics that can be put together have any. */
gboolean ts_side_reader_get (const TsSideReader *self,
                             guint32 key,
                             const double **values,
                             const guint8 **states);
/* How many cells could not be put together: gradients before their reduction, whose signs cancel.
 */
guint ts_side_reader_get_n_left_out (const TsSideReader *self);
/* Adds what the last read saw of parts. */
void ts_side_reader_count_parts (const TsSideReader *self, TsPartCounts *counts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsSideReader, ts_side_reader_free)

G_END_DECLS
