/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "parallel/rank-groups.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What one rank holds in one virtual stage: layers first … last of the whole model, counted from 1
 * (0 … 0: none), and whether the embedding comes before or the output layer after them. */
typedef struct
{
  guint first, last;
  gboolean embedding, output;
} TsLayerSpan;

/* A configuration's outcome. Immutable; reference counted.
 *
 * It is drawn as rows, one per tensor-parallel group, of blocks, one per virtual stage. All ranks
 * of a row hold the same layers and belong to one copy of the model (their data-parallel
 * coordinate). Nothing is stored per block, so that 65,536 ranks with hundreds of stages cost
 * nothing. */
typedef struct
{
  TsParallelConfig *config;
  guint world_size, num_layers;
  guint sizes[TS_N_PARALLEL_DIMENSIONS];
  guint virtual_stages;
  TsRankGroups groups[TS_N_PARALLEL_DIMENSIONS];
  TsLayerSpan *spans; /* pipeline position × virtual stage */
} TsParallelLayout;

/* NULL with error when the configuration is not valid. */
TsParallelLayout *ts_parallel_layout_new (const TsParallelConfig *config, GError **error);
/* The layout of a configuration as JSON (ts_parallel_config_to_json()). */
TsParallelLayout *ts_parallel_layout_new_from_json (const char *json, GError **error);
/* The same of a file, which errors name. */
TsParallelLayout *ts_parallel_layout_load (const char *path, GError **error);
/* As JSON text. Caller frees. */
char *ts_parallel_layout_to_json (const TsParallelLayout *self);
TsParallelLayout *ts_parallel_layout_ref (TsParallelLayout *self);
void ts_parallel_layout_unref (TsParallelLayout *self);

/* The span of a pipeline position (0 …) or of a rank, in virtual stage stage (0 …). */
static inline const TsLayerSpan *
ts_parallel_layout_get_position_span (const TsParallelLayout *self, guint position, guint stage)
{
  return &self->spans[position * self->virtual_stages + stage];
}

/* A rank's place in its group of dimension: its tensor, pipeline … parallel rank. */
static inline guint
ts_parallel_layout_get_coordinate (const TsParallelLayout *self,
                                   guint rank,
                                   TsParallelDimension dimension)
{
  return self->groups[dimension].position_of[rank];
}

static inline const TsLayerSpan *
ts_parallel_layout_get_span (const TsParallelLayout *self, guint rank, guint stage)
{
  return ts_parallel_layout_get_position_span (
      self, ts_parallel_layout_get_coordinate (self, rank, TS_PARALLEL_PP), stage);
}

static inline guint
ts_parallel_layout_get_n_rows (const TsParallelLayout *self)
{
  return self->groups[TS_PARALLEL_TP].n_groups;
}

static inline guint
ts_parallel_layout_get_n_copies (const TsParallelLayout *self)
{
  return self->sizes[TS_PARALLEL_DP];
}

/* The ranks of a row (borrowed), and the first of them. */
const guint32 *ts_parallel_layout_get_row_ranks (const TsParallelLayout *self, guint row, guint *n);
guint ts_parallel_layout_get_row_rank (const TsParallelLayout *self, guint row);
guint ts_parallel_layout_get_row_copy (const TsParallelLayout *self, guint row);

/* Texts of the picture; the caller owns them. A row is "Group0: Ranks0-3" or "Rank5"; ranks that
 * are not neighbours are "Ranks0,2" or "Ranks0,2…14". A span is "Embed+L0-2", "L45-47+Out" or
 * "": people count layers as the names of targets do, from 0. */
char *ts_parallel_layout_get_title (const TsParallelLayout *self);
char *ts_parallel_layout_get_row_label (const TsParallelLayout *self, guint row);
char *ts_layer_span_to_text (const TsLayerSpan *span);
/* Several lines for a tooltip: ranks, group, copy, pipeline position, virtual stage, layers. */
char *ts_parallel_layout_describe_block (const TsParallelLayout *self, guint row, guint stage);

/* "ws32_ln48_tp4_pp4_vpp4.png", with "_cp2" and "_ep2" after it where those are not 1. */
char *ts_parallel_layout_get_file_name (const TsParallelLayout *self, const char *extension);

/* Writes {"groups": {"tp": [[rank …] …], "tp_size": n …}, "layers_per_rank": {"0": [["Embedding",
 * 1, 2 …] … per virtual stage] …}} and a line end: the shape of msProbe's data. "cp" and "ep" are
 * there where they are not 1. */
gboolean ts_parallel_layout_write_json (const TsParallelLayout *self,
                                        GOutputStream *stream,
                                        GCancellable *cancellable,
                                        GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsParallelLayout, ts_parallel_layout_unref)

G_END_DECLS
