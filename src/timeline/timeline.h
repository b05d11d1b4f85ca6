/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline/job.h"
#include "timeline/report.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What pipeline logs say: who did which job when, cut into steps. Immutable once handed over. */

/* A row's part of a step: its timed jobs from first on, by start. */
typedef struct
{
  guint run; /* counted from 0 */
  gint64 number;
  guint first, n;
  gint64 start, end; /* of those jobs; start > end: there are none */
} TsRowStep;

/* One process, which has one GPU. */
typedef struct
{
  guint machine, device;
  char *label; /* "m0 · g3", or what a trace calls it */
  char *path;  /* relative to what was opened */
  guint stage;
  gboolean empty; /* no file, or nothing in it */
  TsJob *jobs;    /* by run, step, start */
  guint n_jobs;
  TsRowStep *steps; /* by run and number */
  guint n_steps;
  TsJob *untimed; /* in no figure, but in the CSV */
  gint64 *untimed_steps;
  guint n_untimed;
  guint n_lanes; /* more than 1 where jobs overlap */
} TsTimelineRow;

typedef struct
{
  guint run;
  gint64 number;
  gint64 start, end; /* of all jobs of all rows; start > end: there are none */
} TsTimelineStep;

typedef struct
{
  char *name;      /* for titles: the file or folder */
  GPtrArray *rows; /* TsTimelineRow*, by machine and GPU */
  GArray *types;   /* TsJobType */
  GArray *steps;   /* TsTimelineStep, by run and number */
  guint n_stages;
  guint n_machines;
  guint n_runs;
  gboolean planned; /* made from numbers, not from logs */
  TsTimelineReport *report;
} TsTimeline;

/* How far reading is, 0 … 1; called from another thread. */
typedef void (*TsTimelineProgressFunc) (double fraction, gpointer data);

/* Reads a folder of worker logs (workerlog.N, or machineK/workerlog.N), a folder of fleet's files
 * (profile_record_tmp_file_for_rank_R), a Chrome trace, or one such file. Anything that can't be
 * used is in the timeline's report. Blocks; several threads read. progress may be NULL. Fails when
 * nothing at all can be read (G_IO_ERROR_NOT_FOUND, …), or with G_IO_ERROR_CANCELLED. */
TsTimeline *ts_timeline_load (const char *path,
                              TsTimelineProgressFunc progress,
                              gpointer progress_data,
                              GCancellable *cancellable,
                              GError **error);

/* Whether path looks like something that ts_timeline_load() reads; looks at names and at the first
 * bytes. */
gboolean ts_timeline_can_load (const char *path);
/* A number that changes when the files behind path grow, come or go. */
guint64 ts_timeline_get_stamp (const char *path);

TsTimeline *ts_timeline_ref (TsTimeline *self);
void ts_timeline_unref (TsTimeline *self);

const TsTimelineRow *ts_timeline_get_row (const TsTimeline *self, guint row);
const TsTimelineStep *ts_timeline_get_step (const TsTimeline *self, guint step);
const TsJobType *ts_timeline_get_type (const TsTimeline *self, guint type);
static inline const TsJobType *
ts_timeline_get_job_type (const TsTimeline *self, const TsJob *job)
{
  return &((const TsJobType *) (gconstpointer) self->types->data)[job->type];
}
/* The row's part of a step; NULL: it has none. */
const TsRowStep *ts_timeline_row_find_step (const TsTimelineRow *row, const TsTimelineStep *step);
/* The index of the step with this number, of the last run that has it; -1: there is none. */
int ts_timeline_find_step (const TsTimeline *self, gint64 number);
/* "machine 1, GPU 0", or what a trace calls the row. Translated; caller owns it. */
char *ts_timeline_describe_row (const TsTimeline *self, guint row);

/* A copy whose rows have these stages (one for each row). */
TsTimeline *ts_timeline_with_stages (TsTimeline *self, const guint *stages);
/* A copy with offsets (µs, one for each row) taken away from all times. */
TsTimeline *ts_timeline_with_clocks (TsTimeline *self, const gint64 *offsets);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsTimeline, ts_timeline_unref)

G_END_DECLS
