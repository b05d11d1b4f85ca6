/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include "find/finding.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* Which findings are to be listed. */
typedef struct
{
  guint32 grades;   /* 1 << TsGrade */
  guint32 rules;    /* 1 << TsRule */
  gint64 rank;      /* TS_FINDING_ALL_RANKS: any; findings about all ranks always pass */
  gint64 metric_id; /* 0: any */
  char *words;      /* as typed; each has to be found in the finding's text. NULL: any */
} TsFindingFilter;

/* Everything passes. */
void ts_finding_filter_init (TsFindingFilter *self);
void ts_finding_filter_clear (TsFindingFilter *self);

/* What words are looked for in: tensor, metric, rule, rank, note; folded to one case. Made once per
 * finding. Caller frees. */
char *ts_finding_dup_search_text (const TsFinding *finding, const TsCatalog *catalog);

/* text: that of the finding. */
gboolean
ts_finding_filter_match (const TsFindingFilter *self, const TsFinding *finding, const char *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsFindingFilter, ts_finding_filter_clear)

G_END_DECLS
