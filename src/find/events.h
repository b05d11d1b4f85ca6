/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include "find/finding.h"
#include "ingest/monitor/monitor-events.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* msProbe's events in order, as its own analysis puts them and as they came about. */

/* "<tag_name>_step_<step>_call_<call_id>", numbers as Python prints them. Caller frees. */
char *ts_event_dup_key (const TsEvent *self);
/* Whether the event says NaN or an infinity. */
gboolean ts_event_is_non_finite (const TsEvent *self);

/* A list of steps as msProbe's --step takes it: a Python list literal, "[3, 5]"; others than
 * numbers match nothing. GArray of double; NULL with error when it is no list. */
GArray *ts_event_steps_parse (const char *text, GError **error);

/* Those of events (TsEvent*) whose step is in steps (NULL or empty: all), ordered by step,
 * micro-step, stage, chunk, stage of the pipeline and call, the first top of them (0: all). New
 * array of borrowed events. NULL with error when an event has no number or name to be ordered by.
 */
GPtrArray *
ts_events_rank_compat (const GPtrArray *events, const GArray *steps, guint top, GError **error);

/* All events in the order in which they came about: by step, what is not finite first, parameters
 * before the step, then by micro-batch forward and backward, reduced gradients, moments, updated
 * parameters; within, by chunk, stage, call and rank. New array of borrowed events. */
GPtrArray *ts_events_rank (const GPtrArray *events);

/* The ranked events as anomaly_analyse.json. Caller frees. */
char *ts_events_to_json (const GPtrArray *ranked);

/* Findings of their own rule for the ranked events, added to findings (not ranked yet): a warning
 * for what is not finite, else a hint. */
void
ts_events_add_findings (const GPtrArray *ranked, const TsCatalog *catalog, TsFindings *findings);

G_END_DECLS
