/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"
#include "model/heatmap-colors.h"

G_BEGIN_DECLS

/* A matrix with its rows in another order, or folded to one row per layer, and the way back.
 * Immutable and reference counted. */
typedef struct
{
  TsMatrix *source;
  TsMatrix *shown; /* source itself in network order without folding */
  TsReduction reduction;
  guint *first;   /* shown row -> its first row in source; NULL when shown is source */
  guint *count;   /* … and how many rows it stands for */
  guint *place;   /* row of source -> shown row */
  GArray *breaks; /* of the columns, as ts_axis_find_breaks() has them */
} TsHeatmapRows;

/* NULL when the cells do not fit into memory. */
TsHeatmapRows *ts_heatmap_rows_new (TsMatrix *source,
                                    TsRowOrder order,
                                    gboolean fold_layers,
                                    TsReduction reduction);
TsHeatmapRows *ts_heatmap_rows_ref (TsHeatmapRows *self);
void ts_heatmap_rows_unref (TsHeatmapRows *self);

/* The row of source whose cell is shown at (x, y). */
guint ts_heatmap_rows_to_source (const TsHeatmapRows *self, guint x, guint y);
/* The shown row that a row of source is in. */
guint ts_heatmap_rows_from_source (const TsHeatmapRows *self, guint y);

/* The states of all cells of source that stand in shown cells [x0, x1) × [y0, y1); returns how many
 * cells that are. */
gsize ts_heatmap_rows_count_states (const TsHeatmapRows *self,
                                    guint x0,
                                    guint x1,
                                    guint y0,
                                    guint y1,
                                    gsize counts[TS_N_CELL_STATES]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsHeatmapRows, ts_heatmap_rows_unref)

G_END_DECLS
