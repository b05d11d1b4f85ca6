/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/axis.h"

G_BEGIN_DECLS

/* Where an axis of steps is uneven: the places i, ascending, whose training step is followed by one
 * that is farther or nearer than usual, so that a picture which draws places side by side marks the
 * border between i and i + 1. Usual is the distance that most steps have, the least of several.
 * Micro-steps of one training step are no distance apart. Other dimensions have no breaks. Array of
 * guint; free with g_array_unref(). */
GArray *ts_axis_find_breaks (const TsAxis *axis);

G_END_DECLS
