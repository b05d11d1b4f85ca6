/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/page.h"
#include "timeline/timeline.h"

G_BEGIN_DECLS

/* The window's Timeline page: the schedule of a step as it was logged, below it a step or log to
 * compare with and the ideal schedule, and all steps. Without a log, a schedule that is planned. */
#define TS_TYPE_TIMELINE_PAGE (ts_timeline_page_get_type ())
G_DECLARE_FINAL_TYPE (TsTimelinePage, ts_timeline_page, TS, TIMELINE_PAGE, TsPage)

GtkWidget *ts_timeline_page_new (TsSession *session);

/* The log that is shown; NULL: none (yet). Borrowed. */
TsTimeline *ts_timeline_page_get_timeline (TsTimelinePage *self);

G_END_DECLS
