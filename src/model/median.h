/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The median of n > 0 numbers, the mean of the middle two of an even count. Reorders values. */
double ts_median (double *values, guint n);

G_END_DECLS
