/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare. */
#pragma once

#include "model/cell-state.h"

G_BEGIN_DECLS

/* The statistics that two cells are judged by; dumps and monitor data have them. */
typedef enum
{
  TS_COMPARED_NORM,
  TS_COMPARED_MAX,
  TS_COMPARED_MIN,
  TS_COMPARED_MEAN,
  TS_N_COMPARED,
} TsComparedStat;

/* "norm", "max", "min", "mean". */
extern const char *const ts_compared_stats[TS_N_COMPARED];

/* What one cell of the comparison is; the numbers stand in the statistic “differs”. */
typedef enum
{
  TS_DIFFERS_EQUAL,
  TS_DIFFERS_WITHIN, /* within tolerance */
  TS_DIFFERS_BEYOND,
  TS_DIFFERS_ONLY_A,
  TS_DIFFERS_ONLY_B,
  TS_DIFFERS_NOT_FINITE, /* finite on one side, not on the other, or not finite in different ways */
} TsDiffers;

/* The statistics of one tensor; a state other than TS_CELL_NUMBER means that the value is not one.
 */
typedef struct
{
  double values[TS_N_COMPARED];
  guint8 states[TS_N_COMPARED];
} TsComparedCell;

/* Tolerances of the scaled differences, by statistic (hunting.md 2): norm max (1e-6, eps / 2), max
 * and min max (2e-6, 4 eps), mean max (1e-6, eps / 8). eps: the spacing of the coarser of both
 * tensors' dtypes. */
void ts_tolerances (double eps, double tolerances[TS_N_COMPARED]);

typedef struct
{
  TsDiffers differs;
  double rel[TS_N_COMPARED]; /* scaled differences; NaN where not both are numbers */
  double
      log2[TS_N_COMPARED]; /* log2 (b / a) of norm, and of the largest magnitude at max; else NaN */
  double score;            /* the largest rel / tolerance; +Inf for TS_DIFFERS_NOT_FINITE */
  int stat;                /* whose score that is; -1 while it is 0 */
} TsDifference;

/* The difference of b from a, both there. quantum_a and quantum_b: the spacing of printed decimals
 * of either source, 0 for exact ones. */
void ts_difference (const TsComparedCell *a,
                    const TsComparedCell *b,
                    double quantum_a,
                    double quantum_b,
                    const double tolerances[TS_N_COMPARED],
                    TsDifference *difference);

/* How many steps from number to number of dtype (in any spelling of ts_dtype_limits()) lead from a
 * to b: units in the last place. 0 for an unknown dtype. */
double ts_ulp_distance (double a, double b, const char *dtype);

G_END_DECLS
