/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare. */
#pragma once

#include "compare/alignment.h"
#include "compare/difference.h"
#include "ingest/import-source.h"

G_BEGIN_DECLS

/* Statistics of a comparison that stand for a whole cell. */
#define TS_STAT_SCORE   "score"
#define TS_STAT_DIFFERS "differs"

/* What a comparison counted, in cells. */
typedef struct
{
  guint64 n_matched, n_only[TS_N_SIDES];
  guint64 n_left_out;     /* of groups, that can't be put together */
  guint64 n_equal;        /* matched ones that are equal */
  gboolean has_repeat;    /* a repeat of A was given, */
  gboolean bit_identical; /* and is equal to it everywhere */
} TsComparisonCounts;

/* Two aligned runs as one more source of rows: it goes through the same pipeline, writer, report
 * and safety as an import. For every statistic s of the runs it has s_a, s_b and s_diff = b − a;
 * for norm, max, min and mean also s_rel; norm_log2 and amax_log2; score and differs (hunting.md
 * 2).
 *
 * repeat: A aligned with a second run of the same, whose differences are noise; NULL: none.
 * options, report and both alignments are borrowed and outlive the source. */
TsImportSource *ts_comparison_source_new (const TsAlignment *alignment,
                                          const TsAlignment *repeat,
                                          const TsImportOptions *options,
                                          TsImportReport *report);

/* After planning: the tolerances of a key (aligned target × number of metrics + metric). */
const double *ts_comparison_source_get_tolerances (TsImportSource *source, guint32 key);
/* After parsing. */
void ts_comparison_source_get_counts (TsImportSource *source, TsComparisonCounts *counts);

G_END_DECLS
