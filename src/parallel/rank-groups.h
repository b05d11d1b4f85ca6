/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "parallel/parallel-config.h"

G_BEGIN_DECLS

/* The ranks as a grid: rank = Σ coordinate × stride. Sizes are those of a world in which the expert
 * dimension is 1 (it lies within data × context and never adds ranks). */
typedef struct
{
  guint n_ranks;
  guint sizes[TS_N_PARALLEL_DIMENSIONS];
  guint strides[TS_N_PARALLEL_DIMENSIONS];
} TsRankGrid;

/* All groups of one dimension: group g has the ranks ranks[g × size … + size), in the order of
 * their coordinate; groups are ordered by their first rank. Rank r is member position_of[r] of
 * group group_of[r]. */
typedef struct
{
  guint size;
  guint n_groups;
  guint32 *ranks;
  guint32 *group_of;
  guint32 *position_of;
} TsRankGroups;

/* Reads "tp-cp-ep-dp-pp" (any case) into dimensions from fastest to slowest; those of size 1 may be
 * missing and come last. sizes has the expert size at TS_PARALLEL_EP. Unknown, repeated and missing
 * names are errors, so is "ep" without "dp" beside it: experts are spread over neighbouring
 * data-parallel ranks (Megatron-LM, core/parallel_state.py, RankGenerator). */
gboolean ts_rank_order_parse (const char *order,
                              const guint sizes[TS_N_PARALLEL_DIMENSIONS],
                              TsParallelDimension dimensions[TS_N_PARALLEL_DIMENSIONS],
                              GError **error);

/* strides from the sizes of the dimensions before (formats.md 4.6.2). */
void ts_rank_grid_init (TsRankGrid *self,
                        const TsParallelDimension order[TS_N_PARALLEL_DIMENSIONS],
                        const guint sizes[TS_N_PARALLEL_DIMENSIONS]);

/* The grid that the expert groups are cut from: tensor, expert, pipeline, and as many data-parallel
 * ranks as remain; Megatron-LM, core/parallel_state.py, initialize_model_parallel's expert
 * generator, with the expert tensor size equal to the tensor size. */
void ts_rank_grid_init_expert (TsRankGrid *self,
                               const TsParallelDimension order[TS_N_PARALLEL_DIMENSIONS],
                               const guint sizes[TS_N_PARALLEL_DIMENSIONS]);

void
ts_rank_groups_init (TsRankGroups *self, const TsRankGrid *grid, TsParallelDimension dimension);
void ts_rank_groups_clear (TsRankGroups *self);

G_END_DECLS
