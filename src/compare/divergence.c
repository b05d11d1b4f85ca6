/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/divergence.h"

#include "model/median.h"

#include <math.h>

#define FACTOR_LIMIT 0.01
#define SIGMA_LIMIT  0.01
/* Of a normal distribution, σ over the median of the distances from the median. */
#define SIGMA_OF_MAD 1.4826

static gboolean
starts (double score, double least, double *largest)
{
  gboolean start = score > least && score > TS_DIVERGENCE_FACTOR * *largest;

  *largest = fmax (*largest, score);
  return start;
}

gboolean
ts_divergence_walk (TsDivergenceWalk *self, double score, double single_score)
{
  gboolean together = starts (score, TS_DIVERGENCE_SCORE, &self->largest);
  gboolean alone = starts (single_score, TS_DIVERGENCE_SINGLE_SCORE, &self->largest_single);

  return together || alone;
}

TsCommonFactor
ts_common_factor (double *log2_ratios, guint n)
{
  TsCommonFactor factor = { .log2 = ts_median (log2_ratios, n) };

  for (guint i = 0; i < n; i++)
    log2_ratios[i] = fabs (log2_ratios[i] - factor.log2);
  factor.sigma = SIGMA_OF_MAD * ts_median (log2_ratios, n);
  factor.common = fabs (factor.log2) > FACTOR_LIMIT && factor.sigma < SIGMA_LIMIT;
  return factor;
}
