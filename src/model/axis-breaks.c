/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/axis-breaks.h"

#include <math.h>

/* How far the training step of place i + 1 is from that of place i. */
static double
distance_after (const TsAxis *axis, guint i)
{
  return floor (axis->positions[i + 1]) - floor (axis->positions[i]);
}

static int
compare_distances (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* The distance that occurs most often; 0 without any. */
static double
find_usual_distance (const TsAxis *axis)
{
  g_autoptr (GArray) distances = g_array_new (FALSE, FALSE, sizeof (double));
  double usual = 0;
  guint most = 0, n = 0;

  for (guint i = 0; i + 1 < axis->n; i++)
    {
      double distance = distance_after (axis, i);
      if (distance > 0)
        g_array_append_val (distances, distance);
    }
  g_array_sort (distances, compare_distances);
  for (guint i = 0; i < distances->len; i++)
    {
      double distance = g_array_index (distances, double, i);
      n = i > 0 && distance == g_array_index (distances, double, i - 1) ? n + 1 : 1;
      if (n > most)
        {
          most = n;
          usual = distance;
        }
    }
  return usual;
}

GArray *
ts_axis_find_breaks (const TsAxis *axis)
{
  GArray *breaks = g_array_new (FALSE, FALSE, sizeof (guint));
  double usual;

  if (axis->dimension != TS_DIMENSION_STEP)
    return breaks;
  usual = find_usual_distance (axis);
  for (guint i = 0; i + 1 < axis->n; i++)
    {
      double distance = distance_after (axis, i);
      if (distance != 0 && distance != usual)
        g_array_append_val (breaks, i);
    }
  return breaks;
}
