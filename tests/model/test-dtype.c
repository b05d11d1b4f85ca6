/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dtype.h"

#include <float.h>

static void
test_limits (void)
{
  static const struct
  {
    const char *dtype;
    double largest;
    double smallest_normal;
  } cases[] = {
    { "torch.float16", 65504, 6.103515625e-05 },
    { "Float16", 65504, 6.103515625e-05 },
    { "torch.bfloat16", 3.3895313892515355e38, 1.1754943508222875e-38 },
    { "BFloat16", 3.3895313892515355e38, 1.1754943508222875e-38 },
    { "mindspore.float32", FLT_MAX, FLT_MIN },
    { "torch.float64", DBL_MAX, DBL_MIN },
    { "torch.float8_e4m3fn", 448, 0.015625 },
    { "Float8_E4M3FN", 448, 0.015625 },
    { "torch.float8_e5m2", 57344, 6.103515625e-05 },
    { "torch.float8_e4m3fnuz", 240, 0.0078125 },
    { "fp16", 65504, 6.103515625e-05 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double largest, smallest;
      g_assert_true (ts_dtype_limits (cases[i].dtype, &largest, &smallest));
      g_assert_cmpfloat (largest, ==, cases[i].largest);
      g_assert_cmpfloat (smallest, ==, cases[i].smallest_normal);
    }
}

static void
test_others (void)
{
  static const char *const others[]
      = { "torch.int64", "torch.bool", "", ".", "torch.", "float128", "torch.complex64" };
  double largest = 1, smallest = 2;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (ts_dtype_limits (others[i], &largest, &smallest));
  g_assert_false (ts_dtype_limits (NULL, &largest, &smallest));
  g_assert_cmpfloat (largest, ==, 1);
  g_assert_cmpfloat (smallest, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dtype/limits", test_limits);
  g_test_add_func ("/dtype/others", test_others);
  return g_test_run ();
}
