/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TS_SCALE_LINEAR,
  TS_SCALE_LOG,    /* positive values only */
  TS_SCALE_SYMLOG, /* linear within ± the threshold, logarithmic beyond */
} TsScaleType;

/* A mapping of values to 0…1. symlog_threshold > 0 is the border of the linear part. */
typedef struct
{
  TsScaleType type;
  double min;
  double max;
  double symlog_threshold;
} TsScale;

/* value's place on the scale: 0 at min, 1 at max, beyond that < 0 or > 1; NaN where the scale has
 * none (log of a value <= 0). A range without width gives 0.5. */
double ts_scale_normalize (const TsScale *self, double value);
/* The inverse of ts_scale_normalize(). */
double ts_scale_denormalize (const TsScale *self, double t);
/* The least part of the scale (0 … 1) that holds a thousand doubles, so that what is drawn of it
 * still has its shape; more than 1 when not even the whole does. */
double ts_scale_get_resolution (const TsScale *self);

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
