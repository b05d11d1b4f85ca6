/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); only find includes it. */
#pragma once

#include "find/find-columns.h"
#include "store/row-scan.h"

G_BEGIN_DECLS

/* Reads what the ranks of one peer group have of a few tensors, step by step: one seek for each
 * tensor and rank, whatever else the database holds. One connection, so one thread. */
typedef struct
{
  TsRowScan scan;
  TsFindColumns columns;
  const GArray *ranks; /* gint64; borrowed */
  gint64 metric_id;
  GArray *targets; /* gint64 */
  guint n_stats;
  double *values; /* [target][rank][stat], of the step that was read last */
  guint8 *states;
  guint *n_rows; /* [target]: how many ranks have a row */
  double *scratch;
  gsize row; /* being filled */
} TsGroupReader;

/* catalog and ranks are borrowed; targets is copied. */
gboolean _ts_group_reader_open (TsGroupReader *self,
                                const TsCatalog *catalog,
                                const GArray *ranks,
                                gint64 metric_id,
                                const GArray *targets,
                                GCancellable *cancellable,
                                GError **error);
void _ts_group_reader_close (TsGroupReader *self);
/* step: a global step. */
gboolean _ts_group_reader_read (TsGroupReader *self, gint64 step, GError **error);

static inline gsize
_ts_group_reader_get_row (const TsGroupReader *self, guint target, guint rank)
{
  return ((gsize) target * self->ranks->len + rank) * self->n_stats;
}

/* log2 of a rank's norm or amax, NAN when it is not finite. */
double
_ts_group_reader_get_y (const TsGroupReader *self, guint target, guint rank, TsFindStat stat);
/* The spread of that over the ranks; how many of them are finite. */
guint _ts_group_reader_get_spread (const TsGroupReader *self,
                                   guint target,
                                   TsFindStat stat,
                                   TsSpread *spread);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsGroupReader, _ts_group_reader_close)

G_END_DECLS
