/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Wing timeline of the application. */
#pragma once

#include "timeline/figures.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The Timeline page's side panel: what is shown, and the figures of the step. */
#define TS_TYPE_TIMELINE_PANEL (ts_timeline_panel_get_type ())
G_DECLARE_FINAL_TYPE (TsTimelinePanel, ts_timeline_panel, TS, TIMELINE_PANEL, GtkWidget)

/* What the person changed. */
typedef enum
{
  TS_TIMELINE_CHOICE_STEP,
  TS_TIMELINE_CHOICE_COMPARE, /* nothing, another step, another log; or which step */
  TS_TIMELINE_CHOICE_IDEAL,
  TS_TIMELINE_CHOICE_PLAN,
  TS_TIMELINE_CHOICE_STAGES,
  TS_TIMELINE_CHOICE_CLOCKS,
  TS_TIMELINE_CHOICE_FOLLOW,
  TS_TIMELINE_CHOICE_REPORT,
} TsTimelineChoice;

typedef enum
{
  TS_COMPARE_WITH_NOTHING,
  TS_COMPARE_WITH_STEP,
  TS_COMPARE_WITH_LOG,
} TsCompareWith;

/* Signal: chosen (TsTimelineChoice choice). */
GtkWidget *ts_timeline_panel_new (void);

/* What steps there are; NULL: no log, only a plan. clocks: 0: they agree, else by how much they are
 * apart at most, µs; fixed: whether that was taken away. */
void ts_timeline_panel_set_timeline (TsTimelinePanel *self, const TsTimeline *timeline);
void ts_timeline_panel_set_clocks (TsTimelinePanel *self, gint64 apart, gboolean fixed);
void ts_timeline_panel_set_figures (TsTimelinePanel *self,
                                    const TsTimeline *timeline,
                                    const TsStepFigures *figures);

guint ts_timeline_panel_get_step (TsTimelinePanel *self);
void ts_timeline_panel_set_step (TsTimelinePanel *self, guint step);
TsCompareWith ts_timeline_panel_get_compare (TsTimelinePanel *self);
void ts_timeline_panel_set_compare (TsTimelinePanel *self, TsCompareWith compare);
guint ts_timeline_panel_get_compared_step (TsTimelinePanel *self);
/* TS_SCHEDULE_NONE: none is wanted. chunks: of VPP. */
TsScheduleKind ts_timeline_panel_get_ideal (TsTimelinePanel *self, guint *chunks);
void ts_timeline_panel_set_ideal (TsTimelinePanel *self, TsScheduleKind kind);
/* The plan that was typed. */
void ts_timeline_panel_get_plan (TsTimelinePanel *self, TsSchedule *plan);
/* "0,0,1,1"; "": found from the records. Borrowed. */
const char *ts_timeline_panel_get_stages (TsTimelinePanel *self);
void ts_timeline_panel_set_stages (TsTimelinePanel *self, const char *stages, gboolean good);
gboolean ts_timeline_panel_get_follow (TsTimelinePanel *self);

G_END_DECLS
