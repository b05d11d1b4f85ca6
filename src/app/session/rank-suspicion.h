/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "find/finding.h"
#include "plot/rank-bars.h"

G_BEGIN_DECLS

/* How much was found on each of the ranks (gint64), in their order: GArray of TsRankBar. What
 * follows from another finding is not its rank's doing; what is about all ranks is nobody's. hints:
 * count them, too. Caller owns it. */
GArray *ts_rank_suspicion_new (const TsFindings *findings, const GArray *ranks, gboolean hints);

G_END_DECLS
