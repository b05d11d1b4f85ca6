/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find). */
#pragma once

#include "find/thresholds.h"

G_BEGIN_DECLS

/* The least σ that a group's spread may have, in log2. quantum: the spacing of printed decimals, 0
 * for exact values; median_y: log2 of the group's median. */
double
ts_peer_floor (double quantum, double median_y, double eps, const TsFindThresholds *thresholds);

G_END_DECLS
