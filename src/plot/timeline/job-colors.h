/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Wing timeline of plot: draws what the room timeline holds. */
#pragma once

#include "plot/color.h"
#include "timeline/timeline.h"

G_BEGIN_DECLS

/* Dark enough for white numbers, light enough for a dark page. */
TsColor ts_job_kind_get_color (TsJobKind kind);

/* A kind's colour, lighter with the chunk. n_chunks: of the whole timeline. */
TsColor ts_job_type_get_color (const TsJobType *type, guint n_chunks);
guint ts_timeline_count_chunks (const TsTimeline *timeline);

G_END_DECLS
