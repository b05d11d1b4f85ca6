/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/heatmap/cell-painter.h"
#include "plot/rect.h"
#include "plot/text-cache.h"

G_BEGIN_DECLS

#define TS_COLOR_RAMP_HEIGHT 34.0

/* The ramp of a horizontal colour bar centred in area: room is left for the labels at both ends and
 * the ticks below. */
TsRect ts_color_ramp_layout (const TsCellPainter *painter,
                             cairo_t *cr,
                             TsTextCache *cache,
                             const TsPlotStyle *style,
                             const TsRect *area);
/* Ramp, ends ("0.42", with ≤ or ≥ where numbers lie beyond), ticks; segments with their borders. */
void ts_color_ramp_draw (const TsCellPainter *painter,
                         cairo_t *cr,
                         TsTextCache *cache,
                         const TsPlotStyle *style,
                         const TsRect *ramp);

/* Gradient only: the value at x (clamped to the ramp) and the place of a value. */
double ts_color_ramp_get_value (const TsCellPainter *painter, const TsRect *ramp, double x);
double ts_color_ramp_get_x (const TsCellPainter *painter, const TsRect *ramp, double value);
/* The segment at x, or -1. */
int ts_color_ramp_get_segment (const TsCellPainter *painter, const TsRect *ramp, double x);

G_END_DECLS
