/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); only find includes it. */
#pragma once

#include "model/call-order.h"
#include "find/find-columns.h"
#include "find/peer-groups.h"
#include "store/row-scan.h"

G_BEGIN_DECLS

/* What the rules look at: one recorded step of all ranks at a time. */

const char *ts_find_stat_to_string (TsFindStat stat);

typedef struct _TsFindTrack TsFindTrack;

/* A call in one peer group: its tensors of one metric. */
typedef struct
{
  guint index;
  gsize offset; /* its first (call, rank) */
  gint64 metric_id;
  guint group;
  gint64 place; /* the smallest target id of the call, in any metric */
  gboolean collective;
  GPtrArray *inputs;  /* TsFindTrack*: what arrives; under the lock */
  GPtrArray *outputs; /* TsFindTrack*: what is produced; under the lock */
} TsFindCall;

/* One (metric, target) in one peer group. Immutable but for input, once it is made. */
struct _TsFindTrack
{
  guint index;
  guint group, n_ranks;
  gsize offset; /* its first cell, that of the group's first rank */
  gint64 metric_id, target_id;
  const TsCatalogTarget *target;
  TsPhase phase;
  TsCallSlot slot;
  gint64 order_key;     /* within micro-step 0 */
  guint own_micro_step; /* of the target, where that says when it happens */
  TsFindCall *call;
  TsFindTrack *input; /* of an output: input 0 of the call, or NULL */
  double eps, quantum;
  gboolean is_loss;
};

/* Every track met so far; any thread. */
typedef struct
{
  const TsCatalog *catalog;
  const TsPeerGroups *peers;
  GMutex lock;
  GPtrArray *tracks; /* TsFindTrack* */
  gsize n_cells;
  guint n_calls;
  gsize n_call_cells;                    /* (call, rank) */
  GHashTable *by_key;                    /* TsFindTrack* itself, by group, metric and target */
  GHashTable *by_call;                   /* TsFindCall*, by group, metric and place */
  gint64 *places;                        /* of the call of each of the catalog's targets */
  GHashTable *phases;                    /* metric id -> phase + 2 */
  GHashTable *quanta;                    /* metric id -> double* */
  guint *group_of_rank, *place_in_group; /* by place in catalog->ranks */
  guint **rank_places;                   /* [group][place in it] -> place in catalog->ranks */
  TsFindColumns columns;
} TsFindTracks;

TsFindTracks *ts_find_tracks_new (const TsCatalog *catalog, const TsPeerGroups *peers);
void ts_find_tracks_free (TsFindTracks *self);
gint64 ts_find_tracks_get_rank (const TsFindTracks *self, const TsFindTrack *track, guint place);
static inline guint
ts_find_tracks_get_rank_place (const TsFindTracks *self, const TsFindTrack *track, guint place)
{
  return self->rank_places[track->group][place];
}
/* With the lock held. NULL when the catalog has no such target or metric: the rows of a broken
 * database. */
TsFindTrack *
_ts_find_tracks_intern (TsFindTracks *self, guint group, gint64 metric_id, gint64 target_id);
/* Spacing of the printed decimals of a metric (hunting.md 0). */
void ts_find_tracks_set_quantum (TsFindTracks *self, gint64 metric_id, double quantum);

/* Bits of a cell. */
enum
{
  TS_FIND_ROW = 1,  /* there is a row */
  TS_FIND_BAD = 2,  /* a statistic is NaN or infinite, or nans > 0 */
  TS_FIND_NULL = 4, /* a row without the value that norm or max has elsewhere */
};

/* The spread of log2 values over the ranks of a group. */
typedef struct
{
  guint n;
  TsSpread spread;
} TsGroupSpread;

typedef struct
{
  guint n_rows, n_bad;
  TsGroupSpread level[TS_N_FIND_STATS];
  TsGroupSpread gain[TS_N_FIND_STATS]; /* of an output against input 0 */
} TsTrackStep;

typedef struct
{
  guint step; /* place in catalog->steps */
  guint n_tracks, n_calls;
  gsize n_call_cells;
  GPtrArray *known; /* TsFindTrack*, those of the block; borrowed */
  gsize n_cells;
  guint n_stats;
  double *values;             /* [cell][stat], NAN unless a number or infinite */
  guint8 *states;             /* [cell][stat], TsCellState */
  guint8 *flags;              /* [cell] */
  double *y[TS_N_FIND_STATS]; /* [cell], NAN when not finite */
  TsTrackStep *tracks;        /* [track] */
  guint64 n_rows;
} TsStepBlock;

void ts_step_block_free (TsStepBlock *self);
/* A block that was read before another thread met new tracks gets them too, without rows. */
void ts_step_block_extend (TsStepBlock *self, guint n_tracks, gsize n_cells);

/* Reads blocks on one thread. */
typedef struct _TsBlockReader TsBlockReader;
TsBlockReader *
ts_block_reader_new (TsFindTracks *tracks, GCancellable *cancellable, GError **error);
void ts_block_reader_free (TsBlockReader *self);
/* step: place in catalog->steps. recycled (transfer full, may be NULL): a block no longer wanted.
 */
TsStepBlock *
ts_block_reader_read (TsBlockReader *self, guint step, TsStepBlock *recycled, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsFindTracks, ts_find_tracks_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsStepBlock, ts_step_block_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsBlockReader, ts_block_reader_free)

G_END_DECLS
