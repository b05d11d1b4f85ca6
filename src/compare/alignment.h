/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare; window and command line show it as a preview. */
#pragma once

#include "ingest/mapping.h"
#include "parallel/parallel-layout.h"
#include "store/catalog.h"

G_BEGIN_DECLS

typedef enum
{
  TS_SIDE_A,
  TS_SIDE_B,
  TS_N_SIDES,
} TsSide;

/* One run, and what a person says of it. */
typedef struct
{
  TsCatalog *catalog;
  const TsMapping *mapping;       /* NULL: none */
  const TsParallelLayout *layout; /* NULL: unknown */
  gint64 step_offset;             /* added to its training steps */
} TsComparedRun;

/* A target of either run or both. */
typedef struct
{
  char *name; /* as A has it, or B where A has none */
  char *canonical;
  gint32 vpp_stage;
  gint32 micro_step;
  const char *dtypes[TS_N_SIDES]; /* borrowed from the catalogs; NULL: unknown */
  const char *shape;
  guint n_ids[TS_N_SIDES]; /* how many targets of that run it is; 0: none */
} TsAlignedTarget;

/* A step of the comparison: which global steps of either run it is. Several of one run are the
 * micro-steps of a training step that the other run cuts into another number. */
typedef struct
{
  gint64 train_step;
  gint64 micro_step;
  guint first[TS_N_SIDES]; /* in that side's steps */
  guint n[TS_N_SIDES];
} TsAlignedStep;

/* A rank of the comparison: which ranks of either run it is: one of each, or all of them when the
 * runs are laid out differently. */
typedef struct
{
  gint64 rank;
  guint first[TS_N_SIDES]; /* in that side's ranks */
  guint n[TS_N_SIDES];
} TsAlignedRank;

/* One rank of a run within its group: ranks of one row hold shards of the same tensors, rows hold
 * shards (or copies) of the batch. */
typedef struct
{
  gint64 rank;
  guint row;   /* data × context-parallel coordinate */
  guint stage; /* pipeline coordinate, where layers are numbered by it; else 0 */
} TsAlignedPart;

typedef struct
{
  TsCatalog *catalog;
  GArray *steps; /* gint64: global steps, by aligned step */
  GArray *parts; /* TsAlignedPart, by aligned rank, then row */
  guint n_stages;
  guint32 *targets;    /* stage × place of target in the catalog -> aligned target */
  GHashTable *metrics; /* metric id (gint64*) -> aligned metric + 1 */
  int *stats;          /* statistic of the catalog -> aligned statistic */
} TsAlignedSide;

/* Which targets, steps, ranks, metrics and statistics of two runs are the same (hunting.md 2).
 * Computed from the catalogs alone. Immutable. */
typedef struct
{
  TsAlignedSide sides[TS_N_SIDES];
  GArray *targets;    /* TsAlignedTarget: those of A in its order, then what only B has */
  GArray *steps;      /* TsAlignedStep, ascending */
  GArray *ranks;      /* TsAlignedRank, ascending */
  GPtrArray *metrics; /* char* */
  GPtrArray *stats;   /* char* */
  gboolean combined;  /* groups of ranks are put together, not compared rank by rank */
  gboolean combined_micro_steps;
  guint n_matched, n_only[TS_N_SIDES]; /* targets */
} TsAlignment;

/* Fails when the runs can't be compared: other formats, no common metric or step. */
TsAlignment *
ts_alignment_new (const TsComparedRun runs[TS_N_SIDES], GCancellable *cancellable, GError **error);
void ts_alignment_free (TsAlignment *self);

/* The names of up to max targets that only one side has; caller frees. */
GPtrArray *ts_alignment_dup_unmatched (const TsAlignment *self, TsSide side, guint max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsAlignment, ts_alignment_free)

G_END_DECLS
