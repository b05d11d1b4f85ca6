/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scale.h"

#include <float.h>
#include <math.h>

double
ts_scale_get_symlog_threshold (const TsScale *self)
{
  return self->symlog_threshold > 0 && isfinite (self->symlog_threshold) ? self->symlog_threshold
                                                                         : 1;
}

/* The linear part counts like one decade on each side, so that the curve has no kink's jump. */
static double
transform (const TsScale *self, double value)
{
  double threshold, size;

  switch (self->type)
    {
    case TS_SCALE_LOG:
      return value > 0 ? log10 (value) : NAN;
    case TS_SCALE_SYMLOG:
      threshold = ts_scale_get_symlog_threshold (self);
      size = fabs (value);
      if (size <= threshold)
        return value / threshold;
      return copysign (1 + log10 (size) - log10 (threshold), value);
    case TS_SCALE_LINEAR:
    default:
      return value;
    }
}

static double
transform_back (const TsScale *self, double place)
{
  double threshold, size;

  switch (self->type)
    {
    case TS_SCALE_LOG:
      return pow (10, place);
    case TS_SCALE_SYMLOG:
      threshold = ts_scale_get_symlog_threshold (self);
      size = fabs (place);
      if (size <= 1)
        return place * threshold;
      return copysign (pow (10, size - 1 + log10 (threshold)), place);
    case TS_SCALE_LINEAR:
    default:
      return place;
    }
}

double
ts_scale_normalize (const TsScale *self, double value)
{
  double low = transform (self, self->min);
  double high = transform (self, self->max);
  double place = transform (self, value);

  if (isnan (low) || isnan (high) || isnan (place))
    return NAN;
  if (low == high)
    return 0.5;
  if (isfinite (high - low))
    return (place - low) / (high - low);
  /* Halves, because the range of two huge values of opposite sign is not a double. */
  return (place / 2 - low / 2) / (high / 2 - low / 2);
}

double
ts_scale_denormalize (const TsScale *self, double t)
{
  double low = transform (self, self->min);
  double high = transform (self, self->max);

  return transform_back (self, low * (1 - t) + high * t);
}

double
ts_scale_get_resolution (const TsScale *self)
{
  double low = transform (self, self->min);
  double high = transform (self, self->max);
  double size = fmax (fabs (low), fabs (high));

  /* A logarithm's own rounding counts, and that of what it was taken of. */
  if (self->type != TS_SCALE_LINEAR)
    size = fmax (size, 1);
  return 1000 * fmax (size * DBL_EPSILON, DBL_TRUE_MIN) / 2 / (high / 2 - low / 2);
}
