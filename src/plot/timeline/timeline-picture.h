/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/timeline/step-strip.h"
#include "plot/timeline/timeline-plot.h"

G_BEGIN_DECLS

/* A timeline as a picture for a file: a step, what it is compared with, the ideal schedule, all
 * steps, and what the colours mean. Borrows all of it; NULL: that part is left out. */
typedef struct
{
  TsTimelinePlot *plot;
  TsTimelinePlot *other;
  TsTimelinePlot *ideal;
  TsStepStrip *strip;
} TsTimelinePicture;

double ts_timeline_picture_get_natural_height (const TsTimelinePicture *self);
/* A TsDrawFunc; data is a TsTimelinePicture. */
void ts_timeline_picture_draw (
    cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer data);

/* "Step 5" and "0 – 434 ms · 1F1B · bubble 36.5 %"; translated, caller owns them. */
char *ts_timeline_dup_title (TsTimelinePlot *plot);
char *ts_timeline_dup_subtitle (TsTimelinePlot *plot);
/* The same of an ideal schedule beside what it is the ideal of; real may be NULL. */
char *ts_timeline_dup_ideal_title (TsTimelinePlot *ideal);
char *ts_timeline_dup_ideal_subtitle (TsTimelinePlot *ideal, TsTimelinePlot *real);

/* The kinds that a timeline has, in the order of TsJobKind. */
void ts_timeline_find_kinds (const TsTimeline *timeline, gboolean kinds[TS_N_JOB_KINDS]);

G_END_DECLS
