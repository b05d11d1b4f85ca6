/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/axis.h"

G_BEGIN_DECLS

/* Whether two axes have the same places in the same order. */
gboolean ts_axis_same_places (const TsAxis *a, const TsAxis *b);

/* One axis with every place of the given ones, joined by id: steps and ranks by position, modules
 * in network order. Axes with the same places give the first of them. Caller owns the result; NULL
 * for no axes. */
TsAxis *ts_axis_join (TsAxis *const *axes, guint n_axes);

/* Where the places of part are in whole (part->n numbers, caller frees); NULL when they are the
 * same places. Every id of part must be in whole. */
guint *ts_axis_map_places (const TsAxis *part, const TsAxis *whole);

G_END_DECLS
