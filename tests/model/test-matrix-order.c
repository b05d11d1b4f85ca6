/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/matrix-order.h"

#include <math.h>

/* 3 columns, 2 rows: 0 1 2 / 10 NaN missing. */
static TsMatrix *
create_matrix (void)
{
  g_autoptr (TsAxis) x = ts_axis_new (TS_DIMENSION_RANK, 3);
  g_autoptr (TsAxis) y = ts_axis_new (TS_DIMENSION_MODULE, 2);
  TsMatrix *matrix = ts_matrix_new (x, y);

  for (guint i = 0; i < 3; i++)
    ts_matrix_set (matrix, i, 0, i, TS_CELL_NUMBER);
  ts_matrix_set (matrix, 0, 1, 10, TS_CELL_NUMBER | TS_CELL_CLAMPED);
  ts_matrix_set (matrix, 1, 1, NAN, TS_CELL_NAN);
  ts_matrix_seal (matrix);
  return matrix;
}

static void
assert_cell (const TsMatrix *matrix, guint x, guint y, double value, guint8 state)
{
  gsize i = ts_matrix_index (matrix, x, y);

  g_assert_cmpuint (matrix->states[i], ==, state);
  if (isnan (value))
    g_assert_true (isnan (matrix->values[i]));
  else
    g_assert_cmpfloat (matrix->values[i], ==, value);
}

static void
test_columns (void)
{
  g_autoptr (TsMatrix) matrix = create_matrix ();
  g_autoptr (TsAxis) x = ts_axis_new (TS_DIMENSION_RANK, 4);
  const guint order[] = { 2, 0, 0, 1 };
  g_autoptr (TsMatrix) result = ts_matrix_reorder_columns (matrix, x, order);

  g_assert_true (result->x == x && result->y == matrix->y);
  assert_cell (result, 0, 0, 2, TS_CELL_NUMBER);
  assert_cell (result, 3, 0, 1, TS_CELL_NUMBER);
  assert_cell (result, 0, 1, NAN, TS_CELL_MISSING);
  assert_cell (result, 2, 1, 10, TS_CELL_NUMBER | TS_CELL_CLAMPED);
  assert_cell (result, 3, 1, NAN, TS_CELL_NAN);
  g_assert_cmpuint (result->counts[TS_CELL_NUMBER], ==, 6);
  g_assert_cmpuint (result->n_clamped, ==, 2);
  g_assert_cmpfloat (result->max, ==, 10);
}

static void
test_rows (void)
{
  g_autoptr (TsMatrix) matrix = create_matrix ();
  g_autoptr (TsAxis) y = ts_axis_new (TS_DIMENSION_MODULE, 2);
  const guint order[] = { 1, 0 };
  g_autoptr (TsMatrix) result = ts_matrix_reorder_rows (matrix, y, order);

  g_assert_true (result->x == matrix->x && result->y == y);
  assert_cell (result, 0, 0, 10, TS_CELL_NUMBER | TS_CELL_CLAMPED);
  assert_cell (result, 1, 0, NAN, TS_CELL_NAN);
  assert_cell (result, 2, 1, 2, TS_CELL_NUMBER);
}

static void
test_transpose (void)
{
  g_autoptr (TsMatrix) matrix = create_matrix ();
  g_autoptr (TsMatrix) result = ts_matrix_transpose (matrix);

  g_assert_true (result->x == matrix->y && result->y == matrix->x);
  for (guint y = 0; y < 2; y++)
    for (guint x = 0; x < 3; x++)
      assert_cell (result, y, x, matrix->values[ts_matrix_index (matrix, x, y)],
                   matrix->states[ts_matrix_index (matrix, x, y)]);
}

static void
test_crop (void)
{
  g_autoptr (TsMatrix) matrix = create_matrix ();
  g_autoptr (TsMatrix) all = ts_matrix_crop (matrix, 0, 3, 0, 2);
  g_autoptr (TsMatrix) part = NULL;

  for (guint y = 0; y < 2; y++)
    for (guint x = 0; x < 3; x++)
      assert_cell (all, x, y, matrix->values[ts_matrix_index (matrix, x, y)],
                   matrix->states[ts_matrix_index (matrix, x, y)]);
  matrix->x->groups[0] = 4;
  matrix->x->groups[1] = matrix->x->groups[2] = 7;
  matrix->x->n_groups = 8;
  ts_axis_set_place (matrix->x, 2, 33, "third", 3.5);
  ts_axis_set_place (matrix->y, 1, 44, "row", 1);
  part = ts_matrix_crop (matrix, 1, 3, 1, 2);
  g_assert_cmpuint (part->x->n, ==, 2);
  g_assert_cmpuint (part->y->n, ==, 1);
  assert_cell (part, 0, 0, NAN, TS_CELL_NAN);
  g_assert_cmpint (part->x->ids[1], ==, 33);
  g_assert_cmpstr (part->x->names[1], ==, "third");
  g_assert_cmpfloat (part->x->positions[1], ==, matrix->x->positions[2]);
  g_assert_cmpuint (part->x->n_groups, ==, 1);
  g_assert_cmpuint (part->x->groups[1], ==, 0);
  g_assert_cmpint (part->y->ids[0], ==, 44);
  g_assert_cmpfloat (part->y->positions[0], ==, part->y->dimension == TS_DIMENSION_MODULE ? 0 : 1);
  g_assert_cmpuint (part->counts[TS_CELL_NAN], ==, 1);
}

static void
test_empty (void)
{
  g_autoptr (TsAxis) none = ts_axis_new (TS_DIMENSION_RANK, 0);
  g_autoptr (TsAxis) some = ts_axis_new (TS_DIMENSION_MODULE, 2);
  g_autoptr (TsMatrix) matrix = ts_matrix_new (none, some);
  const guint order[] = { 1, 0 };
  g_autoptr (TsMatrix) columns = ts_matrix_reorder_columns (matrix, none, order);
  g_autoptr (TsMatrix) rows = ts_matrix_reorder_rows (matrix, some, order);
  g_autoptr (TsMatrix) transposed = ts_matrix_transpose (matrix);

  g_assert_true (isnan (columns->max));
  g_assert_true (isnan (rows->max));
  g_assert_cmpuint (transposed->y->n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matrix-order/columns", test_columns);
  g_test_add_func ("/matrix-order/rows", test_rows);
  g_test_add_func ("/matrix-order/transpose", test_transpose);
  g_test_add_func ("/matrix-order/crop", test_crop);
  g_test_add_func ("/matrix-order/empty", test_empty);
  return g_test_run ();
}
