/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "find/robust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIGMA_OF_MAD 1.4826 /* of a normal distribution */
#define SMALLEST_LOG (-149.0)
#define FEW          24 /* up to here insertion beats qsort() */

double
ts_log_value (double value)
{
  return value <= 0x1p-149 ? SMALLEST_LOG : log2 (value);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
sort (double *values, guint n)
{
  if (n > FEW)
    {
      qsort (values, n, sizeof *values, compare);
      return;
    }
  for (guint i = 1; i < n; i++)
    {
      double value = values[i];
      guint j = i;
      for (; j > 0 && values[j - 1] > value; j--)
        values[j] = values[j - 1];
      values[j] = value;
    }
}

static inline double
middle (double low, double high)
{
  return low == high ? low : low / 2 + high / 2;
}

/* The median distance of sorted values from their median: the nearest ones are taken from both
 * sides until half of them are. */
static double
median_distance (const double *sorted, guint n, double median)
{
  guint left = n / 2, right = n / 2; /* the next on the left is left − 1 */
  double low = 0, high = 0;

  for (guint taken = 0; taken <= n / 2; taken++)
    {
      double to_left = left > 0 ? fabs (median - sorted[left - 1]) : INFINITY;
      double to_right = right < n ? fabs (sorted[right] - median) : INFINITY;
      low = high;
      if (to_left < to_right)
        {
          high = to_left;
          left--;
        }
      else
        {
          high = to_right;
          right++;
        }
    }
  return n % 2 == 1 ? high : middle (low, high);
}

TsSpread
ts_spread (double *values, guint n)
{
  TsSpread spread;

  sort (values, n);
  spread.median = middle (values[(n - 1) / 2], values[n / 2]);
  spread.sigma = SIGMA_OF_MAD * median_distance (values, n, spread.median);
  return spread;
}

/* Where value belongs in the order. */
static guint
find_place (const TsRolling *self, double value)
{
  guint place = 0;

  while (place < self->n && self->ring[self->order[place]] < value)
    place++;
  return place;
}

void
ts_rolling_push (TsRolling *self, double value)
{
  guint place = 0;

  if (self->n == TS_FIND_WINDOW)
    {
      while (self->order[place] != self->next)
        place++;
      memmove (self->order + place, self->order + place + 1, self->n - place - 1u);
      self->n--;
    }
  place = find_place (self, value);
  memmove (self->order + place + 1, self->order + place, self->n - place);
  self->order[place] = self->next;
  self->ring[self->next] = value;
  self->next = (self->next + 1) % TS_FIND_WINDOW;
  self->n++;
}

double
ts_rolling_median (const TsRolling *self)
{
  return middle (self->ring[self->order[(self->n - 1) / 2]], self->ring[self->order[self->n / 2]]);
}

TsSpread
ts_rolling_spread (const TsRolling *self)
{
  double values[TS_FIND_WINDOW];

  for (guint i = 0; i < self->n; i++)
    values[i] = self->ring[self->order[i]];
  return ts_spread (values, self->n);
}

static gboolean
push_side (float *sum, guint32 *onset, double z, guint index, double allowance, double alarm)
{
  double next = *sum + z - allowance;

  if (next <= 0)
    next = 0;
  else if (*sum <= 0)
    *onset = index;
  *sum = (float) next;
  return next >= alarm;
}

gboolean
ts_cusum_push (TsCusum *self,
               double z,
               guint index,
               double allowance,
               double alarm,
               double clip,
               guint *onset,
               int *sign)
{
  double clipped = CLAMP (z, -clip, clip);
  gboolean up = push_side (&self->up, &self->up_onset, clipped, index, allowance, alarm);
  gboolean down = push_side (&self->down, &self->down_onset, -clipped, index, allowance, alarm);

  if (!up && !down)
    return FALSE;
  *onset = up ? self->up_onset : self->down_onset;
  *sign = up ? 1 : -1;
  *self = (TsCusum){ 0 };
  return TRUE;
}

void
ts_drift_start (TsDrift *self, const TsRolling *recent, const TsFindThresholds *thresholds)
{
  double values[TS_FIND_WINDOW], changes[TS_FIND_WINDOW], spread;
  guint n = recent->n, last = MIN (8, recent->n);

  for (guint i = 0; i < n; i++)
    values[i] = recent->ring[(recent->next + TS_FIND_WINDOW - n + i) % TS_FIND_WINDOW];
  for (guint i = 1; i < n; i++)
    changes[i - 1] = fabs (values[i] - values[i - 1]);
  spread = n > 1 ? SIGMA_OF_MAD * ts_spread (changes, n - 1).median : 0;
  self->mean = ts_spread (values + n - last, last).median;
  self->variance = MAX (0.5 * spread * spread, thresholds->level_floor * thresholds->level_floor);
}

double
ts_drift_push (TsDrift *self, double y, const TsFindThresholds *thresholds)
{
  double e = y - self->mean;
  double s = MAX (sqrt (self->variance), thresholds->level_floor);
  double clipped = CLAMP (e, -thresholds->drift_mean_clip * s, thresholds->drift_mean_clip * s);

  self->mean += thresholds->drift_rate * clipped;
  self->variance = (1 - thresholds->drift_rate)
                   * (self->variance + thresholds->drift_rate * clipped * clipped);
  return e / s;
}

double
ts_level_z (const TsRolling *before, double y, const TsFindThresholds *thresholds)
{
  TsSpread spread;

  if (before->n < thresholds->level_warm)
    return 0;
  spread = ts_rolling_spread (before);
  return (y - spread.median) / MAX (spread.sigma, thresholds->level_floor);
}
