/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/matrix-deviation.h"

#include "model/median.h"

#include <float.h>
#include <math.h>

/* A matrix of one row. */
static TsMatrix *
create_row (const double *values, guint n)
{
  g_autoptr (TsAxis) x = ts_axis_new (TS_DIMENSION_RANK, n);
  g_autoptr (TsAxis) y = ts_axis_new (TS_DIMENSION_MODULE, 1);
  TsMatrix *matrix = ts_matrix_new (x, y);

  for (guint i = 0; i < n; i++)
    ts_matrix_set (matrix, i, 0, values[i], ts_cell_state_of (values[i]));
  ts_matrix_seal (matrix);
  return matrix;
}

static void
test_median (void)
{
  double odd[] = { 5, -1, 3 };
  double even[] = { 4, 1, 2, 100 };
  double huge[] = { DBL_MAX, DBL_MAX * 0.5 };
  double tiny[] = { 5e-324, 5e-324 };

  g_assert_cmpfloat (ts_median (odd, 3), ==, 3);
  g_assert_cmpfloat (ts_median (even, 4), ==, 3);
  g_assert_cmpfloat (ts_median (huge, 2), ==, DBL_MAX * 0.75);
  g_assert_cmpfloat (ts_median (tiny, 2), ==, 5e-324);
  g_assert_cmpfloat (ts_median (odd, 1), ==, -1);
}

/* Ranks 0, 2, 4 and 1, 3, 5 are one group each; rank 4 is the bad card. */
static void
test_groups (void)
{
  const double values[] = { 1, 10, 1.25, 12, 7, 14 };
  const guint groups[] = { 9, 2, 9, 2, 9, 2 };
  const double expected[] = { -0.25, -2, 0, 0, 5.75, 2 };
  g_autoptr (TsMatrix) matrix = create_row (values, 6);
  g_autoptr (TsMatrix) result = ts_matrix_deviation_from_groups (matrix, groups);

  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat (result->values[i], ==, expected[i]);
  g_assert_cmpfloat (result->min, ==, -2);
  g_assert_cmpfloat (result->max, ==, 5.75);
  g_assert_true (result->x == matrix->x);
}

static void
test_states (void)
{
  const double values[] = { NAN, 2, INFINITY, 6, -INFINITY, 3 };
  const guint groups[] = { 0, 0, 0, 0, 0, 1 };
  g_autoptr (TsMatrix) matrix = create_row (values, 6);
  g_autoptr (TsMatrix) result = NULL;

  matrix->states[3] |= TS_CELL_CLAMPED;
  result = ts_matrix_deviation_from_groups (matrix, groups);
  g_assert_cmpint (result->states[0], ==, TS_CELL_NAN);
  g_assert_cmpfloat (result->values[1], ==, -2);
  g_assert_cmpint (result->states[2], ==, TS_CELL_POS_INF);
  g_assert_cmpfloat (result->values[2], ==, INFINITY);
  g_assert_cmpfloat (result->values[3], ==, 2);
  g_assert_cmpint (result->states[3], ==, TS_CELL_NUMBER | TS_CELL_CLAMPED);
  g_assert_cmpint (result->states[4], ==, TS_CELL_NEG_INF);
  g_assert_cmpfloat (result->values[5], ==, 0);
  g_assert_cmpuint (result->counts[TS_CELL_NUMBER], ==, 3);
}

static void
test_extremes (void)
{
  const double values[] = { DBL_MAX, -DBL_MAX, -DBL_MAX };
  const double none[] = { NAN, NAN };
  const guint groups[] = { 0, 0, 0 };
  g_autoptr (TsMatrix) matrix = create_row (values, 3);
  g_autoptr (TsMatrix) result = ts_matrix_deviation_from_groups (matrix, groups);
  g_autoptr (TsMatrix) no_numbers = create_row (none, 2);
  g_autoptr (TsMatrix) still_none = ts_matrix_deviation_from_groups (no_numbers, groups);
  g_autoptr (TsMatrix) empty = create_row (none, 0);
  g_autoptr (TsMatrix) still_empty = ts_matrix_deviation_from_groups (empty, groups);

  g_assert_cmpfloat (result->values[0], ==, DBL_MAX);
  g_assert_cmpint (result->states[0], ==, TS_CELL_NUMBER);
  g_assert_cmpuint (still_none->counts[TS_CELL_NAN], ==, 2);
  g_assert_cmpuint (still_empty->x->n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matrix-deviation/median", test_median);
  g_test_add_func ("/matrix-deviation/groups", test_groups);
  g_test_add_func ("/matrix-deviation/states", test_states);
  g_test_add_func ("/matrix-deviation/extremes", test_extremes);
  return g_test_run ();
}
