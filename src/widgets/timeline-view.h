/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/timeline/timeline-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A timeline in a window. Wheel, + − and w s zoom, a d pan, dragging marks a range, dragging with
 * Shift or the middle button pans, a double click shows the whole step; arrows go from job to job,
 * Enter gives its details, f zooms to it, m marks it.
 *
 * Signals:
 *   visible-changed (double start, double end)   by the person; µs from the step's start
 *   marked-changed (double start, double end)    end <= start: nothing is marked
 *   hover-changed (int row, int job)             under the pointer or the keyboard's cursor; -1 -1
 *   job-activated (guint row, guint job) */
#define TS_TYPE_TIMELINE_VIEW (ts_timeline_view_get_type ())
G_DECLARE_FINAL_TYPE (TsTimelineView, ts_timeline_view, TS, TIMELINE_VIEW, GtkWidget)

GtkWidget *ts_timeline_view_new (void);

/* References are taken; timeline NULL: nothing. pyramid: NULL unless the timeline is very large. */
void ts_timeline_view_set_step (TsTimelineView *self,
                                TsTimeline *timeline,
                                guint step,
                                TsBusyPyramid *pyramid);
void ts_timeline_view_set_visible (TsTimelineView *self, double start, double end);
void ts_timeline_view_set_marked (TsTimelineView *self, double start, double end);
void ts_timeline_view_show_step (TsTimelineView *self);
void ts_timeline_view_show_run (TsTimelineView *self);
void ts_timeline_view_zoom (TsTimelineView *self, double factor);
/* For its titles, figures and hit-testing; borrowed. After changing it, queue a draw. */
TsTimelinePlot *ts_timeline_view_get_plot (TsTimelineView *self);

/* What keys do; also for tests. FALSE: nothing. */
gboolean ts_timeline_view_press_key (TsTimelineView *self, guint key);

G_END_DECLS
