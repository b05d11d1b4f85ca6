/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For this wing and the widget around it. */
#pragma once

#include "model/axis.h"
#include "model/view-range.h"
#include "plot/rank-bars.h"
#include "plot/rect.h"

G_BEGIN_DECLS

/* How high the strip is, above the cells. */
#define TS_RANK_STRIP_HEIGHT 7.0

/* Above the columns of an axis of ranks: how much was found on each. bars (TsRankBar) may be of
 * other ranks too, in any order. Nothing is drawn along another axis, or when nothing was found. */
void ts_rank_strip_draw (const GArray *bars,
                         const TsAxis *axis,
                         cairo_t *cr,
                         const TsPlotStyle *style,
                         const TsRect *cells,
                         const TsViewRange *range);

G_END_DECLS
