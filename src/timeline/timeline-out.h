/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline/figures.h"

G_BEGIN_DECLS

/* What leaves the program. step: one step's index; negative: all. Output may be long: it is written
 * piece by piece. */

/* {"steps": [figures], "report": [notes], …}. offsets: the clocks that were corrected, one for each
 * row; NULL: none were. */
gboolean ts_timeline_write_json (const TsTimeline *self,
                                 int step,
                                 const gint64 *offsets,
                                 GOutputStream *stream,
                                 GCancellable *cancellable,
                                 GError **error);

/* Chrome's trace format, for Perfetto and chrome://tracing: X events in whole µs from the run's
 * first job, pid = machine, tid = row, steps on a row of their own, further lanes of overlapping
 * jobs behind all rows. */
gboolean ts_timeline_write_chrome (const TsTimeline *self,
                                   int step,
                                   GOutputStream *stream,
                                   GCancellable *cancellable,
                                   GError **error);

/* A line a job, also those without times. */
gboolean ts_timeline_write_jobs (const TsTimeline *self,
                                 int step,
                                 GOutputStream *stream,
                                 GCancellable *cancellable,
                                 GError **error);
/* A line a step and stage. */
gboolean ts_timeline_write_figures (const TsTimeline *self,
                                    int step,
                                    GOutputStream *stream,
                                    GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
