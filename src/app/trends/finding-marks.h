/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the wing trends. */
#pragma once

#include "app/session/session.h"
#include "plot/heatmap/cell-marks.h"
#include "plot/lines/line-plot.h"

G_BEGIN_DECLS

/* The session's findings (TsCellMark) about the metric and the cells of the heat map it shows,
 * whatever the statistic; hints only when they are wanted. Those of all ranks are at each rank.
 * Empty while there is nothing to show. Caller owns the array. */
GArray *ts_finding_marks_new (TsSession *session);

/* How much was found on each rank (TsRankBar); NULL while nothing is known. Caller owns it. */
GArray *ts_finding_suspicion_new (TsSession *session);
/* The rings (TsLineMark) around the points of the session's lines that findings are about. Those of
 * all ranks are on every rank's line. Caller owns the array. */
GArray *ts_finding_rings_new (TsSession *session);

G_END_DECLS
