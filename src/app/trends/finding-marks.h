/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the wing trends. */
#pragma once

#include "app/session/session.h"
#include "plot/heatmap/cell-marks.h"

G_BEGIN_DECLS

/* The session's findings (TsCellMark) about the metric and the cells of the heat map it shows,
 * whatever the statistic; hints only when they are wanted. Those of all ranks are at each rank.
 * Empty while there is nothing to show. Caller owns the array. */
GArray *ts_finding_marks_new (TsSession *session);

G_END_DECLS
