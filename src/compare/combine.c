/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/combine.h"

#include <math.h>
#include <string.h>

gboolean
ts_combine_are_equal (const TsComparedCell *parts, guint n_parts)
{
  for (guint i = 1; i < n_parts; i++)
    for (guint s = 0; s < TS_N_COMPARED; s++)
      if (parts[i].states[s] != parts[0].states[s]
          || (ts_cell_state (parts[i].states[s]) == TS_CELL_NUMBER
              && memcmp (&parts[i].values[s], &parts[0].values[s], sizeof (double)) != 0))
        return FALSE;
  return TRUE;
}

/* Of two infinities of different sign a sum would be NaN, too. */
static guint8
join_states (guint8 a, guint8 b)
{
  TsCellState in_a = ts_cell_state (a), in_b = ts_cell_state (b);
  gboolean bad_a = in_a == TS_CELL_NAN || in_a == TS_CELL_POS_INF || in_a == TS_CELL_NEG_INF;
  gboolean bad_b = in_b == TS_CELL_NAN || in_b == TS_CELL_POS_INF || in_b == TS_CELL_NEG_INF;

  if (bad_a && bad_b)
    return in_a == in_b ? a : TS_CELL_NAN;
  if (bad_a || bad_b)
    return bad_a ? a : b;
  if (in_a == TS_CELL_NUMBER && in_b == TS_CELL_NUMBER)
    return a | b; /* clamped stays clamped */
  return in_a == TS_CELL_NUMBER ? b : a;
}

static double
combine_norms (const TsComparedCell *parts, guint n_parts)
{
  double norm = 0;

  for (guint i = 0; i < n_parts; i++)
    norm = hypot (norm, parts[i].values[TS_COMPARED_NORM]);
  return norm;
}

static double
combine_means (const TsComparedCell *parts, guint n_parts, const double *weights)
{
  double sum = 0, weight = 0;

  for (guint i = 0; i < n_parts; i++)
    {
      double w = weights != NULL ? weights[i] : 1;
      sum += w * parts[i].values[TS_COMPARED_MEAN];
      weight += w;
    }
  return weight > 0 ? sum / weight : parts[0].values[TS_COMPARED_MEAN];
}

void
ts_combine (const TsComparedCell *parts,
            guint n_parts,
            gboolean replicated,
            const double *weights,
            TsComparedCell *whole)
{
  *whole = parts[0];
  if (n_parts == 1 || (replicated && ts_combine_are_equal (parts, n_parts)))
    return;
  for (guint i = 1; i < n_parts; i++)
    {
      for (guint s = 0; s < TS_N_COMPARED; s++)
        whole->states[s] = join_states (whole->states[s], parts[i].states[s]);
      /* Of numbers alone; elsewhere the state says it all. */
      whole->values[TS_COMPARED_MAX]
          = fmax (whole->values[TS_COMPARED_MAX], parts[i].values[TS_COMPARED_MAX]);
      whole->values[TS_COMPARED_MIN]
          = fmin (whole->values[TS_COMPARED_MIN], parts[i].values[TS_COMPARED_MIN]);
    }
  if (replicated)
    return;
  if (ts_cell_state (whole->states[TS_COMPARED_NORM]) == TS_CELL_NUMBER)
    whole->values[TS_COMPARED_NORM] = combine_norms (parts, n_parts);
  if (ts_cell_state (whole->states[TS_COMPARED_MEAN]) == TS_CELL_NUMBER)
    whole->values[TS_COMPARED_MEAN] = combine_means (parts, n_parts, weights);
}
