/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "parallel/parallel-layout.h"

G_BEGIN_DECLS

/* What ties a layout to data: names for ranks, groups of ranks, layers of the whole model. */

/* "tp0 pp1 dp0", with "cp…" and "ep…" where those are cut; NULL for a rank beyond the world. Caller
 * owns it. */
char *ts_parallel_layout_get_rank_label (const TsParallelLayout *self, gint64 rank);

/* The number of rank's group along dimension, -1 for a rank beyond the world. Ranks with the same
 * number differ in that coordinate only. */
int ts_parallel_layout_get_group (const TsParallelLayout *self,
                                  gint64 rank,
                                  TsParallelDimension dimension);
/* "TP group 3". Caller owns it. */
char *ts_parallel_layout_get_group_name (TsParallelDimension dimension, int group);

/* The layer of the whole model behind layer local of rank and virtual stage, both counted from 0 as
 * in the names of targets; -1 when that rank and stage have no such layer. */
int ts_parallel_layout_get_model_layer (const TsParallelLayout *self,
                                        gint64 rank,
                                        int stage,
                                        int local);

G_END_DECLS
