/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "find/precision.h"

#include "model/dtype.h"

#include <math.h>

double
ts_dtype_eps (const char *dtype, gboolean is_state)
{
  double largest, smallest;

  if (!ts_dtype_limits (dtype, &largest, &smallest))
    return is_state ? 0x1p-23 : 0x1p-7;
  if (largest > 1e300) /* float64: the statistics themselves are float32 */
    return 0x1p-23;
  if (largest > 1e30)
    return largest == 0x1.fffffep127 ? 0x1p-23 : 0x1p-7;
  if (largest == 65504)
    return 0x1p-10;
  return largest == 57344 ? 0x1p-2 : 0x1p-3;
}

double
ts_peer_floor (double quantum, double median_y, double eps, const TsFindThresholds *thresholds)
{
  double floor = MAX (thresholds->peer_floor, eps / G_LN2);

  if (quantum > 0)
    floor = MAX (floor, 0.5 * quantum / (exp2 (median_y) * G_LN2));
  return floor;
}
