/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/trends/selection-panel.h"
#include "app/page.h"
#include "widgets/heatmap-view.h"
#include "widgets/line-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The wing trends: the page with the side panel, the heat map and the line chart, linked through
 * the session. */
#define TS_TYPE_TRENDS_PAGE (ts_trends_page_get_type ())
G_DECLARE_FINAL_TYPE (TsTrendsPage, ts_trends_page, TS, TRENDS_PAGE, TsPage)

TsSelectionPanel *ts_trends_page_get_panel (TsTrendsPage *self);
TsHeatmapView *ts_trends_page_get_heatmap_view (TsTrendsPage *self);
TsLineView *ts_trends_page_get_line_view (TsTrendsPage *self);
/* What the heat map shows, when that is not plainly the session's selection. Caller owns them. */
char *ts_trends_page_dup_heatmap_title (TsTrendsPage *self);
char *ts_trends_page_dup_value_name (TsTrendsPage *self);

G_END_DECLS
