/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include "find/finding.h"
#include "find/peer-groups.h"
#include "find/series-rule.h"
#include "find/thresholds.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* One row of trendscope_profile: what a peer group looked like. */
typedef struct
{
  gint64 metric_id, target_id;
  const char *stat; /* static */
  gint64 step;
  guint group_id; /* place in TsFindings.groups */
  guint n, n_bad;
  double median_y, sigma; /* in log2 */
} TsProfileRow;

/* Called on the thread that runs the finder; FALSE with error ends it. */
typedef gboolean (*TsProfileFunc) (const TsProfileRow *row, gpointer data, GError **error);
/* steps done of all; found: so far, unranked, valid during the call. */
typedef void (*TsFindProgressFunc) (guint done, guint all, guint n_found, gpointer data);
/* What was found so far, ranked as at the end; the called owns it. Some rules speak at the end
 * only. On the thread that runs the finder, again and again at growing distances. */
typedef void (*TsFindPartialFunc) (TsFindings *so_far, gpointer data);

typedef struct
{
  TsFindThresholds thresholds;
  guint32 rules;                                  /* 1 << TsRule; those of the rules over rows */
  TsSeriesRule series_rules[TS_MAX_SERIES_RULES]; /* msProbe's, over every series */
  guint n_series_rules;
  guint n_threads;       /* 0: as many as processors */
  GArray *steps;         /* gint64 training steps to look at, NULL: all */
  char *events_folder;   /* where rank<R>/anomaly.json are, unless the database has them; NULL:
                            anomaly_detected beside it */
  GPtrArray *layout;     /* GArray* of gint64 ranks: data-parallel groups; NULL: found */
  TsProfileFunc profile; /* NULL: not wanted */
  TsFindProgressFunc progress; /* NULL: not wanted */
  TsFindPartialFunc partial;   /* NULL: not wanted */
  gpointer data;
} TsFindOptions;

/* All rules, all steps, the thresholds of hunting.md. */
void ts_find_options_init (TsFindOptions *self);
void ts_find_options_clear (TsFindOptions *self);

/* Runs the rules over every row of the catalog's database and ranks what they find. Blocks; any
 * thread. NULL on error, also G_IO_ERROR_CANCELLED. */
TsFindings *ts_find_run (const TsCatalog *catalog,
                         const TsFindOptions *options,
                         GCancellable *cancellable,
                         GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsFindOptions, ts_find_options_clear)

G_END_DECLS
