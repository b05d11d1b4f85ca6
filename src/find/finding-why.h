/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include "find/finding.h"
#include "find/thresholds.h"
#include "store/catalog.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Why a finding is one: the numbers that its rule compared, read again from the database. */

/* One recorded step of the finding's tensor. */
typedef struct
{
  gint64 step;
  double value;             /* on the finding's rank; of all ranks, their median */
  guint8 state;             /* TsCellState */
  double low, median, high; /* what was expected: m and m ± 8 σ; NAN where that is not known */
} TsWhyPoint;

/* What the expectation was made of. */
typedef enum
{
  TS_WHY_ALONE,  /* nothing: too few peers, too few steps, or a rule without one */
  TS_WHY_PEERS,  /* the other ranks of the group in the same step */
  TS_WHY_BEFORE, /* the track's own last 32 recorded steps */
} TsWhyFrom;

typedef struct
{
  char *stat; /* "norm", "amax", … that the points are of */
  TsWhyFrom from;
  guint n_peers;  /* finite values of the group at the onset */
  GArray *points; /* TsWhyPoint, up to TS_FIND_WINDOW, the finding's step among the last */
  int onset;      /* its place in points; -1: the finding is about no tensor */
  double spread;  /* 2^σ − 1 at the onset */

  double z, z_input,
      z_gain;       /* at the onset; NAN: not defined. z_input: the largest of all inputs */
  char *input_name; /* target of input 0 of the call; NULL: not recorded */
  double input;
  guint8 input_state;
  double before; /* of the recorded step before the onset */
  guint8 before_state;
  char *dtype, *shape; /* NULL: unknown */
} TsFindingWhy;

/* Reads at most the last 2 × TS_FIND_WINDOW recorded steps of the tensor and of its call's inputs,
 * on the ranks of its peer group. groups: TsFindings.groups. Blocks; any thread. */
TsFindingWhy *ts_finding_why_new (const TsCatalog *catalog,
                                  const TsFinding *finding,
                                  GPtrArray *groups,
                                  const TsFindThresholds *thresholds,
                                  GCancellable *cancellable,
                                  GError **error);
void ts_finding_why_free (TsFindingWhy *self);

/* A line of the table: translated. */
typedef struct
{
  char *label, *value;
  gboolean is_fault; /* it is what the finding is about */
} TsWhyRow;

/* GPtrArray of TsWhyRow; caller unrefs. */
GPtrArray *ts_finding_why_dup_rows (const TsFindingWhy *self, const TsFinding *finding);
/* What the rule asks for, translated: "|z| of the output ≥ 8, of the input < 4 …". Caller frees. */
char *ts_rule_dup_threshold (TsRule rule, const TsFindThresholds *thresholds);
/* All of it as text, with the points. Caller frees. */
char *ts_finding_why_to_text (const TsFindingWhy *self,
                              const TsFinding *finding,
                              const TsCatalog *catalog);

/* The band m ± 8 σ of a peer group in every recorded step of a tensor, as rule P has it: GArray of
 * TsWhyPoint without values. stat: "norm" or "amax". Blocks; any thread; NULL on error. */
GArray *ts_peer_band_read (const TsCatalog *catalog,
                           const GArray *ranks,
                           gint64 metric_id,
                           gint64 target_id,
                           const char *stat,
                           const TsFindThresholds *thresholds,
                           GCancellable *cancellable,
                           GError **error);

/* The group (GArray of gint64) that a rank is in; NULL: none. Borrowed. */
const GArray *ts_groups_find_rank (GPtrArray *groups, gint64 rank);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsFindingWhy, ts_finding_why_free)

G_END_DECLS
