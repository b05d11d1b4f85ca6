/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"
#include "parallel/parallel-layout.h"
#include "model/heatmap-colors.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* A block of the parallel layout, to be found in a heat map: some ranks, one virtual stage, and how
 * many layers they hold there. */
typedef struct
{
  GArray *ranks; /* guint32 */
  guint stage;
  guint n_layers;
} TsRankFocus;

TsRankFocus *ts_rank_focus_new (GArray *ranks, guint stage, guint n_layers);
void ts_rank_focus_free (TsRankFocus *self);

/* Whether one of matrix's axes holds ranks. */
gboolean ts_rank_focus_has_ranks (const TsMatrix *matrix);
/* The places of the ranks on an axis, [*first, *last). FALSE when other ranks stand between them or
 * none of them is there (*first == *last then). */
gboolean
ts_rank_focus_find_ranks (const TsRankFocus *self, const TsAxis *axis, guint *first, guint *last);
/* The places of the layers' targets on an axis of modules, [*first, *last), from the first to the
 * last of them; without layers, those of the embedding. FALSE when none is there. */
gboolean ts_rank_focus_find_layers (const TsRankFocus *self,
                                    const TsParallelLayout *layout,
                                    const TsCatalog *catalog,
                                    const TsAxis *axis,
                                    guint *first,
                                    guint *last);

/* What a tooltip tells about a cell beside its value when the layout is known: "tp1 pp0 dp0" unless
 * its names say so already, and the layer of the whole model. NULL: nothing. Caller owns it.
 * fixed: the value of the dimension that is on no axis. */
char *ts_rank_focus_describe_cell (const TsParallelLayout *layout,
                                   const TsCatalog *catalog,
                                   gint64 fixed,
                                   const TsMatrix *matrix,
                                   guint x,
                                   guint y);

/* "norm itself: 12.5": the number of original behind the deviation in cell (x, y) of shown, whose
 * places are in another order. NULL when it is no number. Caller owns it. */
char *ts_rank_focus_describe_original (
    const TsMatrix *original, const char *stat, const TsMatrix *shown, guint x, guint y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsRankFocus, ts_rank_focus_free)

G_END_DECLS
