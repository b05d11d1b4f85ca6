/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include "find/finding.h"
#include "store/catalog.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Findings in words and as files. All strings are the caller's. */

/* What a finding is about, short: "layers.2.core" of the tensor
 * "Module.layers.2.core.CoreAttention.output.0", "layers.1.fc1.weight" of a parameter; "" when it
 * is about no tensor. */
char *ts_finding_dup_label (const TsFinding *self, const TsCatalog *catalog);

/* "error: step 64, rank 5, layers.2.core: made a NaN; its input was finite". */
char *ts_finding_dup_text (const TsFinding *self, const TsCatalog *catalog);

/* "First fault: step 64, rank 5. layers.2.core made a NaN; its input was finite. 107 tensors
 * follow." or that nothing was found. */
char *ts_findings_dup_sentence (const TsFindings *self, const TsCatalog *catalog);

/* How many findings follow from this one. */
guint ts_findings_count_followers (const TsFindings *self, gint64 cause_id);

/* The first top findings (0: all) as text, causes with the number of their followers; as a JSON
 * array of objects {rule, grade, metric, target, stat, rank, step, micro_step, score, value,
 * expected, count, cause, note}, where step is the training step, cause the id of a finding or
 * null, rank null for all ranks, and a number that is not finite a string; as CSV with the same
 * columns. */
/* The same of several databases: one array, one table, the ids counted on from one to the next;
 * with more than one, each finding says its database's name first. */
typedef struct
{
  TsFindings *findings;
  TsCatalog *catalog;
} TsFoundIn;
char *ts_found_in_all_to_json (const TsFoundIn *found, guint n_found, guint top);
char *ts_found_in_all_to_csv (const TsFoundIn *found, guint n_found, guint top);

char *ts_findings_to_text (const TsFindings *self, const TsCatalog *catalog, guint top);
char *ts_findings_to_json (const TsFindings *self, const TsCatalog *catalog, guint top);
char *ts_findings_to_csv (const TsFindings *self, const TsCatalog *catalog, guint top);

G_END_DECLS
