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
/* The border of a symmetric scale's linear part that it is drawn with: 1 for one that is no border.
 */
double ts_scale_get_symlog_threshold (const TsScale *self);

G_END_DECLS
