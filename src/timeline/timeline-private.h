/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline/row-log.h"
#include "timeline/timeline.h"

G_BEGIN_DECLS

/* What the files that make timelines share. */

TsTimeline *_ts_timeline_new (const char *name);
/* An empty row, owned by the timeline. */
TsTimelineRow *
_ts_timeline_add_row (TsTimeline *self, guint machine, guint device, const char *path);
/* The number of a type in all of the timeline. */
guint _ts_timeline_find_type (TsTimeline *self, const char *name);
/* Types of row, which are those of log, become those of the timeline. */
void _ts_timeline_adopt_types (TsTimeline *self, TsTimelineRow *row, const TsRowLog *log);
/* When all rows are there: joins their steps, says what is missing, finds stages unless every row
 * has one already. */
void _ts_timeline_finish (TsTimeline *self, gboolean has_stages);

/* Stages from the order of the records. */
void _ts_timeline_find_stages (TsTimeline *self);

/* Fleet's files; the number of the rank follows. */
#define TS_FLEET_PREFIX "profile_record_tmp_file_for_rank_"

/* A row of a trace, before it is cut into steps. */
typedef struct
{
  TsRowLog *log;
  char *key;   /* what its events have in common */
  char *label; /* NULL: machine and device say it */
  guint machine, device;
  int stage;      /* -1: unknown */
  int sort_index; /* where the trace wants it */
  guint order;    /* of the first event */
} TsTraceRow;

void _ts_trace_row_free (TsTraceRow *self);

/* Reads a Chrome trace, or fleet's files, each of one rank: rows (TsTraceRow*) with jobs, and their
 * steps. */
GPtrArray *_ts_trace_read (const char *const *paths,
                           const char *const *shown,
                           TsTimelineReport *report,
                           TsReadProgress *progress,
                           GError **error);

G_END_DECLS
