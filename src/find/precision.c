/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "find/precision.h"

#include <math.h>

double
ts_peer_floor (double quantum, double median_y, double eps, const TsFindThresholds *thresholds)
{
  double floor = MAX (thresholds->peer_floor, eps / G_LN2);

  if (quantum > 0)
    floor = MAX (floor, 0.5 * quantum / (exp2 (median_y) * G_LN2));
  return floor;
}
