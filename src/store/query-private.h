/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/cell-space.h"
#include "store/query.h"

G_BEGIN_DECLS

/* Private to the store: what several queries need. */

/* Narrows the space's targets to those that have rows of the metric anywhere. */
gboolean _ts_query_keep_targets_with_rows (TsCellReaders *readers,
                                           TsCellSpace *space,
                                           const char *metric,
                                           GError **error);

/* Narrows a space to the line through the cell (x_id, y_id) of the selection's heat map. */
gboolean _ts_query_prepare_line (TsCellReaders *readers,
                                 TsCellSpace *space,
                                 const TsSelection *selection,
                                 gint64 x_id,
                                 gint64 y_id,
                                 GError **error);

/* used: in, which of the steps have a value; out, which of them a picture has a place for: every
 * n-th, where n is the largest number that all distances between values are multiples of. Two
 * values have no such period, unless they stand at the beginning of training steps that follow each
 * other.
 */
void _ts_query_mark_regular_steps (const TsCatalog *catalog, const GArray *steps, guint8 *used);

G_END_DECLS
