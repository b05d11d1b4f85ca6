/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "find/series-rule.h"

#include <math.h>
#include <string.h>

#define KEPT  0.99
#define LEARN 0.010000000000000009 /* 1 − 0.99 in doubles */

static gboolean
breaks (const TsSeriesRule *rule, double h, double x)
{
  if (rule->kind == TS_SERIES_TURBULENCE)
    return fabs (x) > h * (1 + rule->threshold);
  return isnan (x) || fabs (x) > rule->threshold;
}

/* Each product is rounded by itself, as Python does: nothing may be fused. */
static double
learn (double h, double x)
{
  volatile double kept = KEPT * h, learnt = LEARN * fabs (x);

  return kept + learnt;
}

int
ts_series_judge (
    TsSeriesHistory *self, const TsSeriesRule *rules, guint n, double x, double *before)
{
  int broken = -1;

  if (!self->started)
    self->h = fabs (x);
  *before = self->h;
  for (guint i = 0; i < n && broken < 0; i++)
    if (breaks (&rules[i], self->h, x))
      broken = (int) i;
  self->h = self->started ? learn (self->h, x) : self->h;
  self->started = TRUE;
  return broken;
}

gboolean
ts_series_reports (TsSeriesRuleKind kind, const char *stat)
{
  return kind == TS_SERIES_NAN || strcmp (stat, "norm") == 0 || strcmp (stat, "mean") == 0;
}
