/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/catalog.h"
#include "store/database.h"

G_BEGIN_DECLS

/* Reads whole rows, all metrics and statistics of one (rank, step) at a time: for those who look at
 * everything, as the fault finder does. One connection to each part of the run that is read, so one
 * thread. */
typedef struct _TsRowScan TsRowScan;
struct _TsRowScan
{
  const TsCatalog *catalog; /* borrowed */
  TsDatabase *database;
  sqlite3_stmt *rows;
  sqlite3_stmt *exact;           /* NULL when the database keeps no exact values */
  sqlite3_stmt *one, *one_exact; /* the same of one target and metric; prepared when first needed */
  guint n_stats;
  int *exact_stats; /* column of exact -> statistic of the catalog, -1 unknown there */
  guint n_exact_stats;
  double *values;
  guint8 *states;

  /* Of a run in parts, instead of the statements: */
  GCancellable *cancellable;
  TsRowScan **parts; /* by part; NULL until it is needed */
};

/* values and states have one element per catalog->stats, valid during the call: the exact value
 * where one is kept, a TsCellState (with TS_CELL_CLAMPED for ±1e9 that may stand for more). */
typedef void (*TsRowFunc) (
    gint64 target_id, gint64 metric_id, const double *values, const guint8 *states, gpointer data);

/* Opens a connection to the catalog's file, or gets ready to; cancellable (may be NULL) ends every
 * read. That and every read fail with TS_STORE_ERROR_CHANGED when the file is not, or no longer,
 * the one that the catalog was read from. */
gboolean ts_row_scan_open (TsRowScan *self,
                           const TsCatalog *catalog,
                           GCancellable *cancellable,
                           GError **error);
void ts_row_scan_close (TsRowScan *self);

/* Calls func for every row of (rank, global step), ascending by target id, then metric id. */
gboolean ts_row_scan_read (
    TsRowScan *self, gint64 rank, gint64 step, TsRowFunc func, gpointer data, GError **error);

/* The same for the one row of target and metric, if there is one. */
gboolean ts_row_scan_read_target (TsRowScan *self,
                                  gint64 rank,
                                  gint64 step,
                                  gint64 target_id,
                                  gint64 metric_id,
                                  TsRowFunc func,
                                  gpointer data,
                                  GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsRowScan, ts_row_scan_close)

G_END_DECLS
