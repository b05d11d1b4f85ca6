/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/timeline/timeline-page.h"
#include "app/timeline/timeline-panel.h"
#include "app/timeline/timeline-work.h"
#include "plot/timeline/step-strip.h"
#include "widgets/timeline-view.h"

G_BEGIN_DECLS

/* What the files of the page share: timeline-page.c (reading, what the person does, the page as the
 * window knows it) and timeline-page-show.c. */

struct _TsTimelinePage
{
  TsPage parent_instance;

  GtkWidget *panel_box, *separator, *content;
  TsTimelinePanel *panel;
  GtkWidget *progress_box, *other_card, *ideal_card, *strip_card;
  GtkProgressBar *progress;
  GtkLabel *title, *subtitle, *caption, *other_title, *other_subtitle;
  GtkLabel *ideal_title, *ideal_subtitle;
  TsTimelineView *view, *other_view, *ideal_view;
  GtkDrawingArea *strip_area;
  TsStepStrip *strip;

  char *folder;
  TsTimelineWork *work;    /* what is shown; NULL: no log */
  TsTimelineWork *running; /* borrowed from its task */
  GCancellable *cancellable;
  TsTimeline *other_log;
  gboolean clocks_fixed;
  gint64 wanted_step; /* remembered; -1: none */
  char *wanted_ideal;
  char *details; /* of the job that was clicked */
  guint progress_source, follow_source;
};

/* NULL: what can be done. */
void _ts_timeline_page_show_caption (TsTimelinePage *self, const char *text);
/* The cards below the step. */
void _ts_timeline_page_show_other (TsTimelinePage *self);
void _ts_timeline_page_show_ideal (TsTimelinePage *self);
void _ts_timeline_page_update_strip (TsTimelinePage *self);
/* All pictures have one time scale. */
void _ts_timeline_page_share_visible (TsTimelinePage *self, double start, double end);
void _ts_timeline_page_show_whole_steps (TsTimelinePage *self);
/* After another step, log or plan. */
void _ts_timeline_page_show_all (TsTimelinePage *self);

G_END_DECLS
