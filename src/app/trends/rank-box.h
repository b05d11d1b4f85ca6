/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "parallel/rank-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The side panel's choice of how ranks are ordered and compared, for when their layout is known.
 *
 * Signal: changed ()   by the person */
#define TS_TYPE_RANK_BOX (ts_rank_box_get_type ())
G_DECLARE_FINAL_TYPE (TsRankBox, ts_rank_box, TS, RANK_BOX, GtkWidget)

void ts_rank_box_set_view (TsRankBox *self, const TsRankView *view);
TsRankView ts_rank_box_get_view (TsRankBox *self);

G_END_DECLS
