/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/catalog.h"
#include "store/database.h"

G_BEGIN_DECLS

/* Reads the cells of one metric and statistic block by block: all targets of one (rank, step), or a
 * range of them. A block is one range of the primary key, so reading it costs its rows and one
 * seek. */
typedef struct
{
  TsDatabase *database;
  sqlite3_stmt *block;
  sqlite3_stmt *one;    /* the same of a single target: its whole key is known, so it is one seek */
  sqlite3_stmt *exact;  /* NULL when the database has no exact value of the statistic */
  sqlite3_stmt *exists; /* prepared when first needed */
  gboolean has_exact;
  gint64 metric_id;
} TsCellReader;

typedef void (*TsCellFunc) (gint64 target_id, double value, guint8 state, gpointer data);

/* Opens a connection to the catalog's file, which is one: a run in parts is read through
 * TsCellReaders. TS_STORE_ERROR_CHANGED when it is no longer what the
 * catalog was read from, TS_STORE_ERROR_UNKNOWN_NAME when the catalog has no such metric, or
 * trend_data no such statistic. When lenient, such a statistic is one that no row has. */
gboolean ts_cell_reader_open (TsCellReader *self,
                              const TsCatalog *catalog,
                              const char *metric,
                              const char *stat,
                              gboolean lenient,
                              GCancellable *cancellable,
                              GError **error);
void ts_cell_reader_close (TsCellReader *self);

/* Calls func for every row of the metric at (rank, step) with first <= target_id <= last, ascending
 * by target id. */
gboolean ts_cell_reader_read (TsCellReader *self,
                              gint64 rank,
                              gint64 step,
                              gint64 first,
                              gint64 last,
                              TsCellFunc func,
                              gpointer data,
                              GError **error);

/* The first target of the range with a row of the metric at (rank, step); *found FALSE when there
 * is none. */
gboolean ts_cell_reader_find (TsCellReader *self,
                              gint64 rank,
                              gint64 step,
                              gint64 first,
                              gint64 last,
                              gboolean *found,
                              gint64 *target_id,
                              GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsCellReader, ts_cell_reader_close)

G_END_DECLS
