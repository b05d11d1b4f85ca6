/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/median.h"

#include <stdlib.h>

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

double
ts_median (double *values, guint n)
{
  double low, high;

  qsort (values, n, sizeof *values, compare);
  low = values[(n - 1) / 2];
  high = values[n / 2];
  /* Equal middles stay exact; halves first, since the sum of two large numbers is infinite. */
  return low == high ? low : low / 2 + high / 2;
}
