/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/scale.h"

G_BEGIN_DECLS

typedef struct
{
  double value;
  char *label; /* different from every other label of the same ticks */
} TsTick;

/* At most max_ticks nice ticks (1, 2, 5 · 10^k; decades on logarithmic scales) within the scale's
 * range, ascending; at least one label when the range holds a nice value. Labels carry as many
 * digits as it takes to tell them apart. Free with ts_ticks_free(). */
GArray *ts_ticks_new (const TsScale *scale, guint max_ticks, gboolean integers_only);
void ts_ticks_free (GArray *ticks);

G_END_DECLS
