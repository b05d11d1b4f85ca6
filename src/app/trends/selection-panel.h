/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/trends/rank-box.h"
#include "app/session/session.h"
#include "plot/colormap.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The side panel, in the order of thought: database, metric and statistic, view by, filter, colour.
 * What concerns the selection goes straight to the session.
 *
 * Signals:
 *   database-chosen (guint index)   another entry of the list set last
 *   colors-changed ()               mode, palette, scale or limits, by the person */
#define TS_TYPE_SELECTION_PANEL (ts_selection_panel_get_type ())
G_DECLARE_FINAL_TYPE (TsSelectionPanel, ts_selection_panel, TS, SELECTION_PANEL, GtkWidget)

void ts_selection_panel_set_session (TsSelectionPanel *self, TsSession *session);
/* Paths of the databases to choose from, NULL-terminated; current is the one shown or NULL. */
void ts_selection_panel_set_databases (TsSelectionPanel *self,
                                       const char *const *paths,
                                       const char *current);
/* Shows what colors says, which was chosen elsewhere. */
void ts_selection_panel_set_colors (TsSelectionPanel *self, const TsHeatmapColors *colors);
/* Says which scale the automatic choice, if that is the choice, comes to; NULL: not known yet. */
void ts_selection_panel_set_auto_scale (TsSelectionPanel *self, const TsScaleType *scale);
/* Writes what the panel shows into colors and leaves the rest of it. */
void ts_selection_panel_get_colors (TsSelectionPanel *self, TsHeatmapColors *colors);
/* How ranks are ordered and compared; hidden until their layout is known. */
TsRankBox *ts_selection_panel_get_rank_box (TsSelectionPanel *self);
void ts_selection_panel_focus_filter (TsSelectionPanel *self);

G_END_DECLS
