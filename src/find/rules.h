/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); only find includes it. */
#pragma once

#include "find/finder.h"
#include "find/step-block.h"

G_BEGIN_DECLS

/* The rules see block after block, in step order, on one thread; what they remember of a track, a
 * cell or a rank is their own. */

typedef struct
{
  const TsCatalog *catalog;
  const TsFindThresholds *thresholds;
  const TsFindOptions *options;
  TsFindTracks *tracks;
  TsFindings *findings;

  /* The step at hand. */
  const TsStepBlock *block;
  const TsCatalogStep *step;
  gboolean weak_peers;         /* ranks with the same modules only: R and P are hints */
  GPtrArray *order;            /* TsFindTrack*, those known, in execution order */
  gsize n_cells, n_call_cells; /* of them */
  guint n_calls;
  guint n_added[TS_N_RULES];
} TsFindContext;

/* The track's key in order of execution, within its training step. */
gint64 _ts_find_order_key (const TsFindContext *context, const TsFindTrack *track);

/* Adds to the findings, unless the rule has far too many: then only counts. The finding, or NULL.
 */
TsFinding *_ts_find_add (TsFindContext *context,
                         TsRule rule,
                         TsGrade grade,
                         const TsFindTrack *track,
                         gint64 rank,
                         const char *stat);

/* Memory of a rule that grows with what is known: new elements are zero. */
void _ts_find_grow (gpointer *memory, gsize *allocated, gsize n, gsize size);

/* GCompareFunc of TsFinding** by step and order key. */
int _ts_find_compare_times (gconstpointer a, gconstpointer b);

typedef struct _TsNonFinite TsNonFinite;
TsNonFinite *_ts_non_finite_new (TsFindContext *context);
void _ts_non_finite_step (TsNonFinite *self);
void _ts_non_finite_finish (TsNonFinite *self);
void _ts_non_finite_free (TsNonFinite *self);

typedef struct _TsReplicas TsReplicas;
TsReplicas *_ts_replicas_new (TsFindContext *context);
void _ts_replicas_step (TsReplicas *self);
void _ts_replicas_free (TsReplicas *self);

typedef struct _TsPeers TsPeers;
TsPeers *_ts_peers_new (TsFindContext *context);
gboolean _ts_peers_step (TsPeers *self, GError **error);
void _ts_peers_finish (TsPeers *self);
void _ts_peers_free (TsPeers *self);

typedef struct _TsLevels TsLevels;
TsLevels *_ts_levels_new (TsFindContext *context);
void _ts_levels_step (TsLevels *self);
void _ts_levels_free (TsLevels *self);

typedef struct _TsStopped TsStopped;
TsStopped *_ts_stopped_new (TsFindContext *context);
void _ts_stopped_step (TsStopped *self);
void _ts_stopped_finish (TsStopped *self);
void _ts_stopped_free (TsStopped *self);

typedef struct _TsSeriesScan TsSeriesScan;
TsSeriesScan *_ts_series_scan_new (TsFindContext *context);
void _ts_series_scan_step (TsSeriesScan *self);
void _ts_series_scan_free (TsSeriesScan *self);

/* What one bad call of a rank is (rule N). */
typedef enum
{
  TS_CALL_BAD_PARAMETER,
  TS_CALL_PRODUCER,
  TS_CALL_UNSEEN_INPUT, /* producer or unseen input */
  TS_CALL_OUTSIDE,      /* what arrives is bad, and nothing in this rank before it was */
  TS_CALL_PROPAGATOR,
} TsBadCall;
TsBadCall ts_non_finite_judge (gboolean bad_parameter,
                               gboolean bad_input,
                               gboolean has_input,
                               gboolean bad_before);

/* Ranks (places) of n rows of n_bytes each that differ from the majority; all when there is none.
 * present may be NULL. Their number; 0: all are equal. */
guint ts_replicas_find_suspects (
    const void *rows, gsize n_bytes, const guint8 *present, guint n, guint8 *suspects);

/* Whether rank i of n is a producer (rule P1). z_input may be NULL: then alone decides. */
gboolean ts_is_producer (const double *z_output,
                         const double *z_input,
                         const double *z_gain,
                         guint n,
                         guint i,
                         const TsFindThresholds *thresholds);

G_END_DECLS
