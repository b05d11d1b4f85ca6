/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/axis.h"

G_BEGIN_DECLS

/* Which places of an axis get a label when [from, to) is spread over length pixels and labels need
 * spacing pixels each: as many as fit without touching. Ascending places (guint). The choice
 * depends on the places themselves, not on where the range begins, so that labels do not dance
 * while panning.
 *
 * Numeric axes prefer round numbers of steps or ranks; module names prefer the first row of each
 * layer. */
GArray *
ts_heatmap_pick_labels (const TsAxis *axis, double from, double to, double length, double spacing);

/* What a place is called on the axis: its name, or its position. Caller frees. */
char *ts_heatmap_dup_place_label (const TsAxis *axis, guint place);

G_END_DECLS
