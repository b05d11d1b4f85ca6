/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare; window and command line run it. */
#pragma once

#include "compare/divergence-walk.h"
#include "ingest/import.h"

G_BEGIN_DECLS

/* What to compare: databases, by path. */
typedef struct
{
  char *paths[TS_N_SIDES];
  char *repeat;               /* of A; NULL: none */
  char *output;               /* the comparison's database */
  char *mappings[TS_N_SIDES]; /* files of replacements in names; NULL: none */
  char *layouts[TS_N_SIDES];  /* files of a parallel configuration (JSON); NULL: none */
  gint64 step_offset;         /* added to the training steps of B */
  guint n_threads;            /* 0: as many as cores */
} TsComparisonOptions;

/* What a comparison found. */
typedef struct
{
  TsComparisonCounts counts;
  TsDivergenceReport *divergence;
  TsImportReport *report;
  GPtrArray *unmatched[TS_N_SIDES]; /* char*: names of targets that one run has, the first ones */
  guint n_targets_matched, n_targets_only[TS_N_SIDES];
  gboolean combined;
  double tolerances[TS_N_COMPARED]; /* the largest that were used */
} TsComparison;

/* Compares two runs into a new database, which goes through the importer's pipeline, writer and
 * report; a failed or cancelled comparison leaves everything as it was. Blocks. progress counts
 * rows of both runs as bytes; may be NULL. */
TsComparison *ts_comparison_run (const TsComparisonOptions *options,
                                 TsImportProgressFunc progress,
                                 gpointer data,
                                 GCancellable *cancellable,
                                 GError **error);
void ts_comparison_free (TsComparison *self);

/* The answer in one sentence; caller frees. */
char *ts_comparison_dup_sentence (const TsComparison *self);
/* Whether a difference starts somewhere, weights differ before training, or finite meets not
 * finite. */
gboolean ts_comparison_differs (const TsComparison *self);
/* {matched, only_a, only_b, tolerance, bit_identical, common_factor, first_divergence, further,
 * by_layer, …}; numbers that JSON does not have are the texts "nan", "inf" and "-inf". */
JsonNode *ts_comparison_to_json (const TsComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsComparison, ts_comparison_free)

G_END_DECLS
