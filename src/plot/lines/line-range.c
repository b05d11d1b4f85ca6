/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/lines/line-plot-private.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Of so many values, evenly taken, the symlog threshold is made. */
#define SAMPLE_SIZE 2000

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* A size that 5 % of the numbers are below: a single tiny value does not spread the axis. */
static double
small_size (const TsSeries *series)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = series->axis->n, stride = MAX (n / SAMPLE_SIZE, 1);

  for (guint i = 0; i < n; i += stride)
    if (ts_cell_state (series->states[i]) == TS_CELL_NUMBER && series->values[i] != 0)
      {
        double size = fabs (series->values[i]);
        g_array_append_val (sizes, size);
      }
  if (sizes->len == 0)
    return NAN;
  g_array_sort (sizes, compare_doubles);
  return g_array_index (sizes, double, sizes->len / 20);
}

TsLineSpan
_ts_line_span (const TsSeries *series)
{
  TsLineSpan span = { .min = NAN, .max = NAN, .min_positive = NAN };

  for (guint i = 0; i < series->axis->n; i++)
    {
      TsCellState state = ts_cell_state (series->states[i]);
      double value = series->values[i];
      span.counts[MIN (state, TS_N_CELL_STATES - 1)]++;
      if (state != TS_CELL_NUMBER)
        continue;
      if (!(value >= span.min))
        span.min = value;
      if (!(value <= span.max))
        span.max = value;
      if (value <= 0)
        span.n_not_positive++;
      else if (!(value >= span.min_positive))
        span.min_positive = value;
    }
  span.small_size = small_size (series);
  return span;
}

/* --- the scale --- */

static void
widen (TsLineSpan *all, const TsLineSpan *span)
{
  all->min = fmin (all->min, span->min);
  all->max = fmax (all->max, span->max);
  all->min_positive = fmin (all->min_positive, span->min_positive);
  all->small_size = fmin (all->small_size, span->small_size);
}

static TsLineSpan
span_of_all (const TsLinePlot *self)
{
  TsLineSpan all = { .min = NAN, .max = NAN, .min_positive = NAN, .small_size = NAN };
  const TsBand *band = self->extras.band;
  const TsSeries *behind[] = {
    band != NULL && self->extras.show_range ? band->min : NULL,
    band != NULL && self->extras.show_range ? band->max : NULL,
    band != NULL && self->extras.show_median ? band->median : NULL,
    self->peers != NULL ? self->peers->min : NULL,
    self->peers != NULL ? self->peers->max : NULL,
  };

  for (guint i = 0; i < self->lines->len; i++)
    if (_ts_line_plot_get (self, i)->shown)
      widen (&all, &_ts_line_plot_get (self, i)->span);
  for (guint i = 0; i < G_N_ELEMENTS (behind); i++)
    if (behind[i] != NULL)
      {
        TsLineSpan span = _ts_line_span (behind[i]);
        widen (&all, &span);
      }
  return all;
}

/* Some air above and below, as much as it looks the same on every scale. */
static void
pad (TsScale *scale)
{
  TsScale tight = *scale;
  double low = ts_scale_denormalize (&tight, -0.04);
  double high = ts_scale_denormalize (&tight, 1.04);

  if (isfinite (low) && (scale->type != TS_SCALE_LOG || low > 0))
    scale->min = low;
  if (isfinite (high))
    scale->max = high;
}

static void
pad_constant (TsScale *scale)
{
  double value = scale->min;

  if (scale->type == TS_SCALE_LOG)
    {
      scale->min = value > 1e-307 ? value / 2 : value;
      scale->max = value < 8e307 ? value * 2 : value;
      return;
    }
  scale->min = value == 0 ? -1 : value - fabs (value) * 0.1;
  scale->max = value == 0 ? 1 : value + fabs (value) * 0.1;
  if (!isfinite (scale->min))
    scale->min = value;
  if (!isfinite (scale->max))
    scale->max = value;
}

/* 1 for what has none. */
static double
power_of_ten_below (double size)
{
  double power = size > 0 ? pow (10, floor (log10 (size))) : 1;

  return power > 0 ? power : DBL_TRUE_MIN;
}

TsScale
_ts_line_full_scale (const TsLinePlot *self)
{
  TsLineSpan all = span_of_all (self);
  TsScale scale = { self->options.y_scale, all.min, all.max, 1 };

  if (scale.type == TS_SCALE_LOG)
    {
      scale.min = all.min_positive;
      if (!(scale.max > 0))
        scale.max = NAN;
    }
  if (isnan (scale.min) || isnan (scale.max))
    {
      scale.min = scale.type == TS_SCALE_LOG ? 0.1 : 0;
      scale.max = 1;
      return scale;
    }
  /* As many decades as the numbers have, as the heat map has them: none is drawn on 0. */
  if (scale.type == TS_SCALE_SYMLOG)
    scale.symlog_threshold = power_of_ten_below (all.small_size);
  if (scale.min == scale.max)
    pad_constant (&scale);
  else
    pad (&scale);
  return scale;
}
