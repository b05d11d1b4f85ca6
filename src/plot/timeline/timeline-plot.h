/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/plot-style.h"
#include "plot/rect.h"
#include "plot/timeline/busy-pyramid.h"
#include "timeline/figures.h"

G_BEGIN_DECLS

/* A drawable timeline: a row per device, by stage; its jobs as bars with the number of their
 * micro-batch, what is idle hatched, the phases under them, the bubble at the row's end and a time
 * axis. Times are µs from the shown step's start, so that two plots with the same visible range
 * compare. Bars thinner than a pixel merge into how busy each pixel column is; none is dropped.
 * Draws from one thread at a time. */
typedef struct _TsTimelinePlot TsTimelinePlot;

TsTimelinePlot *ts_timeline_plot_new (void);
void ts_timeline_plot_free (TsTimelinePlot *self);

/* A reference is taken; NULL: nothing to draw. Shows the whole step. */
void ts_timeline_plot_set_step (TsTimelinePlot *self, TsTimeline *timeline, guint step);
/* Of the same timeline, for very large ones (ts_busy_pyramid_is_needed()); a reference is taken. */
void ts_timeline_plot_set_pyramid (TsTimelinePlot *self, TsBusyPyramid *pyramid);
TsTimeline *ts_timeline_plot_get_timeline (TsTimelinePlot *self);
guint ts_timeline_plot_get_step (TsTimelinePlot *self);
/* Borrowed; NULL without a timeline. */
const TsStepFigures *ts_timeline_plot_get_figures (TsTimelinePlot *self);

/* The visible times; any, but at least a microsecond. */
void ts_timeline_plot_set_visible (TsTimelinePlot *self, double start, double end);
void ts_timeline_plot_get_visible (TsTimelinePlot *self, double *start, double *end);
/* The step from start to end. */
void ts_timeline_plot_get_step_range (TsTimelinePlot *self, double *start, double *end);
/* The whole run. */
void ts_timeline_plot_get_run_range (TsTimelinePlot *self, double *start, double *end);

/* A range that is marked, with its length; end <= start: none. */
void ts_timeline_plot_set_marked (TsTimelinePlot *self, double start, double end);

/* Another timeline whose names get room here too, so that pictures above each other have one time
 * scale; a reference is taken, NULL: none. */
void ts_timeline_plot_set_beside (TsTimelinePlot *self, TsTimeline *timeline);

/* Whether the bubbles stand at the ends of rows, and whether there is a time axis. */
void ts_timeline_plot_set_parts (TsTimelinePlot *self, gboolean bubbles, gboolean axis);

/* A height at which numbers can be read, as far as a picture may grow. */
double ts_timeline_plot_get_natural_height (TsTimelinePlot *self);

void ts_timeline_plot_draw (
    TsTimelinePlot *self, cairo_t *cr, const TsPlotStyle *style, double width, double height);

/* About the picture drawn last. */

void ts_timeline_plot_get_area (TsTimelinePlot *self, TsRect *area);
double ts_timeline_plot_get_time_at (TsTimelinePlot *self, double x);
double ts_timeline_plot_get_x_of (TsTimelinePlot *self, double time);
/* The row at y; FALSE: beside all rows. */
gboolean ts_timeline_plot_hit_row (TsTimelinePlot *self, double y, guint *row);
/* The bar at a point, the nearest of those that share its pixel: its row and index. FALSE: idle. */
gboolean ts_timeline_plot_hit (TsTimelinePlot *self, double x, double y, guint *row, guint *job);
/* Where a bar is, also when it is not visible. */
void ts_timeline_plot_get_bar (TsTimelinePlot *self, guint row, guint job, TsRect *bar);
/* Which bars the last picture drew one by one; the others were merged. */
guint ts_timeline_plot_count_drawn (TsTimelinePlot *self);

/* What people read of a job: kind, micro-batch, place, times, waiting. Translated, several lines;
 * caller owns it. step is the index of the job's step. */
char *ts_timeline_describe_job (const TsTimeline *timeline, guint row, guint job);
/* The step of a job. */
guint ts_timeline_find_step_of (const TsTimeline *timeline, guint row, guint job);
/* "12.4 ms", "340 µs", "1.25 s"; caller owns it. */
char *ts_format_duration (double us);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsTimelinePlot, ts_timeline_plot_free)

G_END_DECLS
