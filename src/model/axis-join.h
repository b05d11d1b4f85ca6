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

/* Where the places of from are on to, -1 for those that are not (from->n numbers, caller frees). */
int *ts_axis_find_places (const TsAxis *from, const TsAxis *to);

/* Takes a visible part, first … last of n_from places, to the same ids on another axis of n_to;
 * places as ts_axis_find_places() has them. All stays all. FALSE when nothing of it is there. */
gboolean
ts_axis_map_range (const int *places, guint n_from, guint n_to, double *first, double *last);

G_END_DECLS
