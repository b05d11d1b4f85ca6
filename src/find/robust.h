/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); only find includes it. */
#pragma once

#include "find/thresholds.h"

G_BEGIN_DECLS

/* Robust statistics of hunting.md 0 and 1. All numbers are finite. */

/* log2 (value) of a non-negative statistic; −149 for anything at or below 2^-149 (the smallest
 * float32). */
double ts_log_value (double value);

typedef struct
{
  double median; /* the mean of the middle two of an even count */
  double sigma;  /* 1.4826 · median (|x − median|) */
} TsSpread;

/* Of n > 0 values; sorts them. */
TsSpread ts_spread (double *values, guint n);

/* The last TS_FIND_WINDOW values, and their places in ascending order. */
typedef struct
{
  double ring[TS_FIND_WINDOW];
  guint8 order[TS_FIND_WINDOW];
  guint8 n, next;
} TsRolling;

void ts_rolling_push (TsRolling *self, double value);
double ts_rolling_median (const TsRolling *self);
/* Of n > 0 values. */
TsSpread ts_rolling_spread (const TsRolling *self);

/* A two-sided cumulative sum (E. S. Page, “Continuous inspection schemes”, Biometrika 41, 1954):
 * c⁺ = max (0, c⁺ + clip (z) − k), c⁻ the same with −z. */
typedef struct
{
  float up, down;
  guint32 up_onset, down_onset; /* index after the sum was last 0 */
} TsCusum;

/* Adds the z of index; TRUE at an alarm, with its *onset and *sign, after which both sums start
 * again. */
gboolean ts_cusum_push (TsCusum *self,
                        double z,
                        guint index,
                        double allowance,
                        double alarm,
                        double clip,
                        guint *onset,
                        int *sign);

/* Innovations of a clipped mean (rule D). */
typedef struct
{
  double mean, variance;
} TsDrift;

/* recent: the last drift_start or more values. */
void ts_drift_start (TsDrift *self, const TsRolling *recent, const TsFindThresholds *thresholds);
/* The z of y, before y moves the mean. */
double ts_drift_push (TsDrift *self, double y, const TsFindThresholds *thresholds);

/* Rule L on one track: z of y against the values before it, 0 as long as there are too few. */
double ts_level_z (const TsRolling *before, double y, const TsFindThresholds *thresholds);

G_END_DECLS
