/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline/job.h"
#include "timeline/report.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Within the room: what one file, or one row of a trace, holds before it is cut into steps. */

typedef struct
{
  guint before;  /* stands before this job */
  gint64 number; /* of the first recorded step */
} TsStepMark;

typedef struct
{
  char *path;        /* for the report: relative to what was opened */
  GArray *jobs;      /* TsJob, in the order of the file; types are those of this log */
  GArray *marks;     /* TsStepMark */
  GPtrArray *types;  /* char* */
  GHashTable *index; /* name to its number + 1 */
  GArray *steps;     /* gint64 beside each job, where the file says its step; NULL: it does not */
} TsRowLog;

/* A number that no file gives to a step. */
#define TS_STEP_UNKNOWN G_MININT64

TsRowLog *_ts_row_log_new (const char *path);
void _ts_row_log_free (TsRowLog *self);

/* The number of a type within this log; -1: the log has too many of them. name need not end. */
int _ts_row_log_find_type (TsRowLog *self, const char *name, gsize length);

/* Bytes read so far by all readers of one loading, and a way to stop them. */
typedef struct
{
  GCancellable *cancellable;
  guint64 done; /* atomic by _ts_read_progress_add() */
  GMutex mutex;
} TsReadProgress;

void _ts_read_progress_add (TsReadProgress *self, gsize n);

/* Reads a worker log of any size; what is no record is passed over. progress may be NULL. */
gboolean _ts_worker_log_read (TsRowLog *self,
                              const char *path,
                              TsTimelineReport *report,
                              TsReadProgress *progress,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsRowLog, _ts_row_log_free)

G_END_DECLS
