/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/axis-breaks.h"

static void
assert_breaks (TsDimension dimension, const double *positions, guint n, const char *expected)
{
  g_autoptr (TsAxis) axis = ts_axis_new (dimension, n);
  g_autoptr (GArray) breaks = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    ts_axis_set_place (axis, i, i, NULL, positions[i]);
  breaks = ts_axis_find_breaks (axis);
  for (guint i = 0; i < breaks->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", g_array_index (breaks, guint, i));
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_steps (void)
{
  const double uneven[] = { 0, 100, 200, 300, 301, 302, 303 };
  const double even[] = { 5, 15, 25, 35 };
  const double left_out[] = { 0, 100, 300, 400 };
  const double narrow[] = { 0, 1, 101, 201, 301 };
  const double far[] = { 0, 1, 2, 17179869184.0 };

  assert_breaks (TS_DIMENSION_STEP, uneven, 7, "0 1 2");
  assert_breaks (TS_DIMENSION_STEP, even, 4, "");
  assert_breaks (TS_DIMENSION_STEP, left_out, 4, "1");
  assert_breaks (TS_DIMENSION_STEP, narrow, 5, "0");
  assert_breaks (TS_DIMENSION_STEP, far, 4, "2");
  assert_breaks (TS_DIMENSION_STEP, even, 1, "");
  assert_breaks (TS_DIMENSION_STEP, even, 0, "");
}

/* Micro-steps lie within their training step, however many there are. */
static void
test_micro_steps (void)
{
  const double full[] = { 3, 3.25, 3.5, 3.75, 4, 4.25, 4.5, 4.75, 5 };
  const double left_out[] = { 3, 3.5, 5, 5.5, 6, 6.5 };

  assert_breaks (TS_DIMENSION_STEP, full, 9, "");
  assert_breaks (TS_DIMENSION_STEP, left_out, 6, "1");
}

static void
test_other_dimensions (void)
{
  const double positions[] = { 0, 1, 7 };

  assert_breaks (TS_DIMENSION_RANK, positions, 3, "");
  assert_breaks (TS_DIMENSION_MODULE, positions, 3, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis-breaks/steps", test_steps);
  g_test_add_func ("/axis-breaks/micro-steps", test_micro_steps);
  g_test_add_func ("/axis-breaks/other-dimensions", test_other_dimensions);
  return g_test_run ();
}
