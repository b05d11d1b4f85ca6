/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline/row-log.h"

G_BEGIN_DECLS

/* Within the room: the events of a Chrome trace, one after the other, however large the file is. */

typedef struct
{
  char *name, *category, *pid, *tid;
  char *row_name; /* args.name: of metadata */
  char phase;     /* 0: none */
  gboolean has_time;
  gint64 time, duration; /* µs × 1000 */
  /* From args; TS_STEP_UNKNOWN: not said. */
  gint64 micro_batch, step, stage, chunk, sort_index;
} TsTraceEvent;

/* event is valid during the call. */
typedef void (*TsTraceEventFunc) (const TsTraceEvent *event, gint64 line, gpointer data);

/* {"traceEvents": [events]}, [events] or an event a line; what is no event is passed over, a broken
 * or cut one is reported under shown. */
gboolean _ts_trace_events_read (const char *path,
                                const char *shown,
                                TsTraceEventFunc func,
                                gpointer data,
                                TsTimelineReport *report,
                                TsReadProgress *progress,
                                GError **error);

G_END_DECLS
