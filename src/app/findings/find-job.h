/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wing findings: its page alone includes it. */
#pragma once

#include "find/finder.h"
#include "find/harmless.h"
#include "parallel/parallel-layout.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The finder on a thread: what was stored with the database is loaded, or, where nothing was, the
 * rules run. What it holds may end on any thread; who waits for it is told on the main loop. */
typedef struct _TsFindJob TsFindJob;

/* What came of it. */
typedef struct
{
  TsFindings *findings; /* NULL without error: nothing is stored, and nothing was looked for */
  TsHarmless *harmless; /* NULL: harmless_error */
  GError *error, *harmless_error;
} TsFindOutcome;

void ts_find_outcome_clear (TsFindOutcome *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TsFindOutcome, ts_find_outcome_clear)

/* may_run: look where nothing is stored. layout: judge by its data-parallel groups, not by what is
 * stored, if it may run; NULL: none. callback is called once with data, on the main loop, also
 * after ts_find_job_cancel(); then ts_find_job_finish() has the outcome. */
TsFindJob *ts_find_job_start (TsCatalog *catalog,
                              gboolean may_run,
                              TsParallelLayout *layout,
                              GAsyncReadyCallback callback,
                              gpointer data);
void ts_find_job_cancel (TsFindJob *self);
/* Which job it is about; borrowed from the result. */
TsFindJob *ts_find_job_finish (GAsyncResult *result, TsFindOutcome *outcome);
TsCatalog *ts_find_job_get_catalog (const TsFindJob *self);
/* Steps done of all, 0 of 0 at first. */
void ts_find_job_get_progress (TsFindJob *self, guint *done, guint *all);
/* What was found so far, once: NULL when there is nothing newer than at the last call. */
TsFindings *ts_find_job_take_partial (TsFindJob *self);
/* What is harmless, as soon as that is read; NULL before. Caller owns it. */
TsHarmless *ts_find_job_dup_harmless (TsFindJob *self);
/* Gives up what start() gave. */
void ts_find_job_unref (TsFindJob *self);

G_END_DECLS
