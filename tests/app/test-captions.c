/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/captions.h"

#include <string.h>

static TsAxis *
create_axis (TsDimension dimension, guint n)
{
  TsAxis *axis = ts_axis_new (dimension, n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", 500 + i);
      ts_axis_set_place (axis, i, i, name, i);
    }
  return axis;
}

static void
assert_matrix_caption (guint n_steps, guint n_modules, const char *expected)
{
  g_autoptr (TsAxis) x = create_axis (TS_DIMENSION_STEP, n_steps);
  g_autoptr (TsAxis) y = create_axis (TS_DIMENSION_MODULE, n_modules);
  g_autoptr (TsMatrix) matrix = ts_matrix_new (x, y);
  g_autofree char *caption = ts_caption_for_matrix (matrix);

  g_assert_cmpstr (caption, ==, expected);
}

static void
test_matrix (void)
{
  assert_matrix_caption (3, 28, "training steps 500 – 502, 28 modules");
  assert_matrix_caption (1, 1, "training step 500, 1 module");
  assert_matrix_caption (0, 4, "");
}

static void
test_states (void)
{
  g_autoptr (TsAxis) x = create_axis (TS_DIMENSION_RANK, 2);
  g_autoptr (TsAxis) y = create_axis (TS_DIMENSION_MODULE, 2);
  g_autoptr (TsMatrix) matrix = ts_matrix_new (x, y);
  g_autofree char *nan = NULL, *missing = NULL, *inf = NULL, *number = NULL;

  ts_matrix_set (matrix, 0, 0, 1.5, TS_CELL_NUMBER);
  ts_matrix_set (matrix, 1, 0, 0.0, TS_CELL_NAN);
  ts_matrix_seal (matrix);
  nan = ts_caption_for_state (matrix, TS_CELL_NAN);
  missing = ts_caption_for_state (matrix, TS_CELL_MISSING);
  inf = ts_caption_for_state (matrix, TS_CELL_POS_INF);
  number = ts_caption_for_state (matrix, TS_CELL_NUMBER);
  g_assert_cmpstr (nan, ==, "× 1 NaN");
  g_assert_cmpstr (missing, ==, "▨ 2 missing");
  g_assert_null (inf);
  g_assert_null (number);
}

static void
assert_file_name (const char *title, const char *expected)
{
  g_autofree char *name = ts_caption_to_file_name (title, ".png");

  g_assert_cmpstr (name, ==, expected);
}

static void
test_file_names (void)
{
  g_autofree char *long_title = g_strnfill (500, 'a');
  g_autofree char *name = ts_caption_to_file_name (long_title, ".png");

  assert_file_name ("forward · norm · rank 3", "forward-norm-rank-3.png");
  assert_file_name ("a/b:c", "a-b-c.png");
  assert_file_name ("模型 · 层", "模型-层.png");
  g_assert_cmpuint (strlen (name), <, 255);
}

static void
test_lines (void)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();
  g_autofree char *caption = NULL;

  selection->stat = g_strdup ("norm");
  selection->dimension = TS_DIMENSION_RANK;
  caption = ts_caption_for_lines (selection);
  g_assert_cmpstr (caption, ==, "norm over ranks");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/captions/matrix", test_matrix);
  g_test_add_func ("/captions/states", test_states);
  g_test_add_func ("/captions/file-names", test_file_names);
  g_test_add_func ("/captions/lines", test_lines);
  return g_test_run ();
}
