/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/axis.h"
#include "store/cell-readers.h"

G_BEGIN_DECLS

/* Private to the store. The part of the three-dimensional table that a query looks at: for each
 * TsDimension the ids to visit (GArray of gint64), steps and ranks ascending, targets in network
 * order. */
typedef struct
{
  const TsCatalog *catalog;
  GArray *ids[3];
} TsCellSpace;

/* All ranks, all steps, and the targets that pass the selection's filters. FALSE, and an error,
 * when cancelled. */
gboolean ts_cell_space_init (TsCellSpace *self,
                             TsCatalog *catalog,
                             const TsSelection *selection,
                             GCancellable *cancellable,
                             GError **error);
void ts_cell_space_clear (TsCellSpace *self);
/* Narrows a dimension to one id. TS_STORE_ERROR_UNKNOWN_NAME when the catalog does not have it. */
gboolean ts_cell_space_fix (TsCellSpace *self, TsDimension dimension, gint64 id, GError **error);

/* An axis of those places of a dimension whose byte in used is not 0 (NULL: all). */
TsAxis *
ts_cell_space_create_axis (const TsCellSpace *self, TsDimension dimension, const guint8 *used);

/* places[d] is the cell's place in ids[d]. */
typedef void (*TsCellSpaceFunc) (const guint *places, double value, guint8 state, gpointer data);

/* Calls func, on the calling thread, for every row of the readers' metric within the space: by
 * rank, step, target in one file, part after part in a run of several. Where much is to be read,
 * several threads read it. Of a key that several parts hold the row that counts is given (rules.md
 * V3). */
gboolean ts_cell_space_walk (TsCellReaders *readers,
                             const TsCellSpace *space,
                             TsCellSpaceFunc func,
                             gpointer data,
                             GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsCellSpace, ts_cell_space_clear)

G_END_DECLS
