/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/catalog-part.h"
#include "store/cell-reader.h"

G_BEGIN_DECLS

/* Private to the store. Reads the cells of one metric and statistic of a run, in one file or in
 * parts: connections to each, opened when they are needed, as many as are used at once. */
typedef struct
{
  const TsCatalog *catalog;
  char *metric;
  char *stat;
  GCancellable *cancellable;
  GMutex lock;
  GPtrArray **idle; /* by part: TsCellReader* that nobody uses */
} TsCellReaders;

/* TS_STORE_ERROR_CHANGED when the file is no longer what the catalog was read from,
 * TS_STORE_ERROR_UNKNOWN_NAME when the catalog has no such metric or statistic. */
gboolean ts_cell_readers_open (TsCellReaders *self,
                               const TsCatalog *catalog,
                               const char *metric,
                               const char *stat,
                               GCancellable *cancellable,
                               GError **error);
void ts_cell_readers_close (TsCellReaders *self);
/* To be called when everything was read, or something could not be, as ts_database_end() is. */
gboolean ts_cell_readers_end (TsCellReaders *self, gboolean good, GError **error);

/* Whether the part has the metric. */
gboolean ts_cell_readers_has_part (const TsCellReaders *self, guint part);
/* A reader of the i-th part, to be given back. Any thread. NULL on error. */
TsCellReader *ts_cell_readers_take (TsCellReaders *self, guint part, GError **error);
void ts_cell_readers_give (TsCellReaders *self, guint part, TsCellReader *reader);

/* The first target of the range with a row of the metric at (rank, step), in the numbers of the
 * run; *found FALSE when there is none. Of a run in parts any target, when the range has several.
 */
gboolean ts_cell_readers_find (TsCellReaders *self,
                               gint64 rank,
                               gint64 step,
                               gint64 first,
                               gint64 last,
                               gboolean *found,
                               gint64 *target_id,
                               GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsCellReaders, ts_cell_readers_close)

G_END_DECLS
