/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/lines/line-plot-private.h"

/* s_i = w · s_(i-1) + (1 - w) · v_i from s_0 = 0, divided by the weights' sum 1 - w^i. */
double *
_ts_line_smooth (const double *values, const guint8 *states, guint n, double weight)
{
  double *smooth = g_new (double, MAX (n, 1));
  double sum = 0, missing = 1;

  weight = CLAMP (weight, 0.0, 0.999);
  for (guint i = 0; i < n; i++)
    {
      smooth[i] = values[i];
      if (ts_cell_state (states[i]) != TS_CELL_NUMBER)
        continue;
      sum = weight * sum + (1 - weight) * values[i];
      missing *= weight;
      smooth[i] = sum / (1 - missing);
    }
  return smooth;
}
