/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/difference.h"

#include "model/dtype.h"

#include <math.h>
#include <string.h>

const char *const ts_compared_stats[TS_N_COMPARED] = { "norm", "max", "min", "mean" };

void
ts_tolerances (double eps, double tolerances[TS_N_COMPARED])
{
  tolerances[TS_COMPARED_NORM] = fmax (1e-6, eps / 2);
  tolerances[TS_COMPARED_MAX] = fmax (2e-6, 4 * eps);
  tolerances[TS_COMPARED_MIN] = tolerances[TS_COMPARED_MAX];
  tolerances[TS_COMPARED_MEAN] = fmax (1e-6, eps / 8);
}

/* The larger magnitude of the extremes; 0 where neither is a number. */
static double
get_amax (const TsComparedCell *cell)
{
  double amax = 0;

  for (guint s = TS_COMPARED_MAX; s <= TS_COMPARED_MIN; s++)
    if (ts_cell_state (cell->states[s]) == TS_CELL_NUMBER)
      amax = fmax (amax, fabs (cell->values[s]));
  return amax;
}

/* What a difference of stat is large or small against: a mean's own size means nothing when it is
 * near zero, so it is held against the largest magnitude, as the extremes are. */
static double
get_size (const TsComparedCell *a, const TsComparedCell *b, guint stat)
{
  if (stat == TS_COMPARED_NORM)
    return fmax (fabs (a->values[stat]), fabs (b->values[stat]));
  return fmax (get_amax (a), get_amax (b));
}

static double
get_log2_ratio (double a, double b)
{
  return a > 0 && b > 0 ? log2 (b / a) : NAN;
}

static gboolean
is_recorded (guint8 state)
{
  return ts_cell_state (state) != TS_CELL_MISSING && ts_cell_state (state) != TS_CELL_NULL;
}

/* Two numbers of one statistic; TRUE when they are the same to the bit. */
static gboolean
judge_numbers (const TsComparedCell *a,
               const TsComparedCell *b,
               guint stat,
               double slack,
               double tolerance,
               TsDifference *difference)
{
  double size = get_size (a, b, stat);
  double distance = fabs (b->values[stat] - a->values[stat]);
  double rel = size > 0 ? fmax (0, distance - slack) / size : 0;

  /* Of two numbers beyond half the range of doubles the difference overflows; halves don't. */
  if (isinf (distance))
    rel = fabs (b->values[stat] / 2 - a->values[stat] / 2) / (size / 2);
  difference->rel[stat] = rel;
  if (rel / tolerance > difference->score)
    {
      difference->score = rel / tolerance;
      difference->stat = stat;
    }
  return a->values[stat] == b->values[stat];
}

void
ts_difference (const TsComparedCell *a,
               const TsComparedCell *b,
               double quantum_a,
               double quantum_b,
               const double tolerances[TS_N_COMPARED],
               TsDifference *difference)
{
  double slack = (quantum_a + quantum_b) / 2;
  gboolean equal = TRUE;

  *difference = (TsDifference){ .differs = TS_DIFFERS_EQUAL, .stat = -1 };
  for (guint s = 0; s < TS_N_COMPARED; s++)
    {
      TsCellState in_a = ts_cell_state (a->states[s]), in_b = ts_cell_state (b->states[s]);
      difference->rel[s] = difference->log2[s] = NAN;
      if (in_a == TS_CELL_NUMBER && in_b == TS_CELL_NUMBER)
        equal &= judge_numbers (a, b, s, slack, tolerances[s], difference);
      else if (in_a != in_b && is_recorded (in_a) && is_recorded (in_b))
        {
          if (difference->differs != TS_DIFFERS_NOT_FINITE)
            difference->stat = s;
          difference->differs = TS_DIFFERS_NOT_FINITE;
        }
    }
  if (ts_cell_state (a->states[TS_COMPARED_NORM]) == TS_CELL_NUMBER
      && ts_cell_state (b->states[TS_COMPARED_NORM]) == TS_CELL_NUMBER)
    difference->log2[TS_COMPARED_NORM]
        = get_log2_ratio (a->values[TS_COMPARED_NORM], b->values[TS_COMPARED_NORM]);
  difference->log2[TS_COMPARED_MAX] = get_log2_ratio (get_amax (a), get_amax (b));
  if (difference->differs == TS_DIFFERS_NOT_FINITE)
    difference->score = INFINITY;
  else if (!equal)
    difference->differs = difference->score > 1 ? TS_DIFFERS_BEYOND : TS_DIFFERS_WITHIN;
}

/* The number of x ≥ 0 among the numbers of a dtype, counted from 0. */
static gint64
get_ordinal (double x, double eps, double smallest_normal)
{
  int exponent, first;

  if (x < smallest_normal)
    return llrint (x / (smallest_normal * eps));
  frexp (x, &exponent);
  frexp (smallest_normal, &first);
  return (exponent - first) * llrint (1 / eps) + llrint (x / ldexp (eps, exponent - 1));
}

double
ts_ulp_distance (double a, double b, const char *dtype)
{
  double largest, smallest, eps;
  gint64 in_a, in_b;

  if (!ts_dtype_limits (dtype, &largest, &smallest))
    return 0;
  eps = largest > 1e300 ? 0x1p-52 : ts_dtype_eps (dtype, FALSE);
  in_a = get_ordinal (fabs (a), eps, smallest);
  in_b = get_ordinal (fabs (b), eps, smallest);
  /* Across zero the sum of both may be more than an integer holds. */
  return signbit (a) == signbit (b) ? (double) ABS (in_a - in_b) : (double) in_a + (double) in_b;
}
