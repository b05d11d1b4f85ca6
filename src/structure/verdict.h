/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of src/structure; any room above may include it. */

#include "structure/structure-alignment.h"

G_BEGIN_DECLS

/* How the slots of two calls compare. */

typedef enum
{
  TS_STATUS_NONE, /* neither has anything to compare */
  TS_STATUS_UNMATCHED,
  TS_STATUS_OK,
  TS_STATUS_STRUCTURE, /* their slots are not the same */
  TS_STATUS_INHERITED, /* off, but what came in was already off */
  TS_STATUS_WARNING,
  TS_STATUS_ERROR,
} TsStatus;

typedef enum
{
  TS_REASON_NONFINITE = 1 << 0,
  TS_REASON_OUT_REL = 1 << 1,
  TS_REASON_OUT_X10 = 1 << 2,
  TS_REASON_REQUIRES_GRAD = 1 << 3,
  TS_REASON_SCALAR = 1 << 4,
  TS_REASON_DTYPE = 1 << 5,
  TS_REASON_SHAPE = 1 << 6,
  TS_REASON_MD5 = 1 << 7,
  TS_REASON_NO_PARTNER = 1 << 8,
} TsReasons;

/* One slot and its partner; either may be NULL, not both. */
typedef struct
{
  const TsSlot *debug, *bench;
  TsStatus status;
  guint reasons;                    /* TsReasons */
  guint diff_known, relative_known; /* bit i: the number i can be computed */
  double diff[TS_SLOT_N_STATS];     /* debug − bench */
  double relative[TS_SLOT_N_STATS]; /* |debug − bench| / |bench| */
  gboolean output;
} TsSlotPair;

/* Relative errors of the norms (model rules 4). */
#define TS_VERDICT_INPUT_GOOD 0.1
#define TS_VERDICT_OUTPUT_BAD 0.5
#define TS_VERDICT_TIMES      10

/* The pairs of two matched calls, inputs before outputs, judged; pairs (TsSlotPair) is emptied
 * first. md5: checksums decide, not statistics. When both structures are compat, as msProbe does:
 * pairs by position, what only bench has left out. */
TsStatus ts_verdict_judge (const TsStructure *debug,
                           const TsCall *debug_call,
                           const TsStructure *bench,
                           const TsCall *bench_call,
                           gboolean md5,
                           GArray *pairs);

/* The status of every call of debug; n_calls of them. A collection has the worst of its calls.
 * Caller frees. */
TsStatus *ts_verdict_judge_all (const TsStructure *debug,
                                const TsStructure *bench,
                                const TsStructureAlignment *alignment,
                                gboolean md5);

/* The checksum of a slot; of one that is no tensor that of its text, as msProbe has it. NULL:
 * nothing stands there. Caller frees. */
char *ts_verdict_dup_checksum (const TsSlot *slot);

const char *ts_status_get_name (TsStatus status);
/* "out_rel"; i: the number of the bit. NULL: there is no such reason. */
const char *ts_reason_get_name (guint i);

G_END_DECLS
