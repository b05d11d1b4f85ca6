/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/page.h"
#include "plot/timeline/timeline-picture.h"

G_BEGIN_DECLS

/* What the Timeline page exports, as it stands now; NULL plots are left out. offsets: of clocks
 * that were corrected, one for each row; NULL: none were. name: of the kind of export, "timeline",
 * "timeline-trace", "timeline-jobs", "timeline-figures" or "timeline-json". */
TsPageExport *ts_timeline_export_new (const char *name,
                                      TsTimelinePlot *plot,
                                      TsTimelinePlot *other,
                                      TsTimelinePlot *ideal,
                                      const gint64 *offsets);

G_END_DECLS
