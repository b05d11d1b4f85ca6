/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare. */
#pragma once

#include "compare/difference.h"

G_BEGIN_DECLS

/* Makes one tensor of the parts that the ranks of a group hold (hunting.md 2): equal ones are taken
 * once, shards put together: norm = √Σ norm², the extremes of max and min, the mean of the means.
 * A part's state that is no number wins: NaN over +Inf and −Inf, those over what is missing.
 *
 * weights: element counts of the parts, for the mean; NULL: all alike. */
void ts_combine (const TsComparedCell *parts,
                 guint n_parts,
                 gboolean replicated,
                 const double *weights,
                 TsComparedCell *whole);

/* Whether all parts are equal to the bit, states included. */
gboolean ts_combine_are_equal (const TsComparedCell *parts, guint n_parts);

G_END_DECLS
