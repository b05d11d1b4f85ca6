/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/trends/selection-panel.h"
#include "app/session/session.h"
#include "widgets/heatmap-view.h"
#include "widgets/line-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The page with the side panel, the heat map and the line chart, linked through the session. */
#define TS_TYPE_TRENDS_PAGE (ts_trends_page_get_type ())
G_DECLARE_FINAL_TYPE (TsTrendsPage, ts_trends_page, TS, TRENDS_PAGE, GtkWidget)

void ts_trends_page_set_session (TsTrendsPage *self, TsSession *session);
TsSelectionPanel *ts_trends_page_get_panel (TsTrendsPage *self);
TsHeatmapView *ts_trends_page_get_heatmap_view (TsTrendsPage *self);
TsLineView *ts_trends_page_get_line_view (TsTrendsPage *self);
void ts_trends_page_set_show_panel (TsTrendsPage *self, gboolean show);
gboolean ts_trends_page_get_show_panel (TsTrendsPage *self);
/* What the heat map shows, when that is not plainly the session's selection. Caller owns them. */
char *ts_trends_page_dup_heatmap_title (TsTrendsPage *self);
char *ts_trends_page_dup_value_name (TsTrendsPage *self);
/* What is known of how the ranks run: names, order and comparisons follow it. NULL: nothing. */
void ts_trends_page_set_layout (TsTrendsPage *self, TsParallelLayout *layout);
/* Shows some ranks (guint32) and the layers they hold in a virtual stage, as near as they fit. */
void ts_trends_page_show_block (TsTrendsPage *self, GArray *ranks, guint stage, guint n_layers);
/* Writes divider positions and colours to the settings. */
void ts_trends_page_save_settings (TsTrendsPage *self);

G_END_DECLS
