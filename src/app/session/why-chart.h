/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the wings findings and trends. */
#pragma once

#include "find/finding-why.h"
#include "plot/lines/line-plot.h"

G_BEGIN_DECLS

/* A finding's last steps as a line chart: its values, a ring around that of its step, and behind
 * them the band of what was expected. NULL when there are no steps. Caller frees. */
TsLinePlot *
ts_why_chart_new (const TsFindingWhy *why, const TsFinding *finding, const TsCatalog *catalog);

/* A band for line charts: m ± 8 σ of peers at those points (TsWhyPoint), which are on steps; NULL
 * when it is nowhere known. Caller unrefs. */
TsBand *ts_why_band_new (const GArray *points, const TsCatalog *catalog, const char *name);

G_END_DECLS
