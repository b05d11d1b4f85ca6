/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); compare may include it. */
#pragma once

#include "find/thresholds.h"

G_BEGIN_DECLS

/* The relative spacing of a dtype's numbers (hunting.md 0): 2^-23, 2^-10, 2^-7, 2^-3, 2^-2. dtype
 * in any spelling of ts_dtype_limits(), NULL or unknown: float32 for parameters and moments, else
 * bfloat16. */
double ts_dtype_eps (const char *dtype, gboolean is_state);

/* The least σ that a group's spread may have, in log2. quantum: the spacing of printed decimals, 0
 * for exact values; median_y: log2 of the group's median. */
double
ts_peer_floor (double quantum, double median_y, double eps, const TsFindThresholds *thresholds);

G_END_DECLS
