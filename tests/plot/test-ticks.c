/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/ticks.h"

#include <float.h>
#include <math.h>

static void
assert_sound (const TsScale *scale, guint max_ticks, gboolean integers_only)
{
  GArray *ticks = ts_ticks_new (scale, max_ticks, integers_only);

  g_assert_cmpuint (ticks->len, <=, max_ticks);
  for (guint i = 0; i < ticks->len; i++)
    {
      const TsTick *tick = &g_array_index (ticks, TsTick, i);
      g_assert_cmpfloat (tick->value, >=, scale->min);
      g_assert_cmpfloat (tick->value, <=, scale->max);
      g_assert_nonnull (tick->label);
      if (integers_only)
        g_assert_cmpfloat (tick->value, ==, floor (tick->value));
      if (i > 0)
        g_assert_cmpfloat (tick->value, >, tick[-1].value);
      for (guint j = 0; j < i; j++)
        g_assert_cmpstr (tick->label, !=, g_array_index (ticks, TsTick, j).label);
    }
  ts_ticks_free (ticks);
}

static char *
join_labels (TsScaleType type, double min, double max, guint max_ticks, gboolean integers_only)
{
  TsScale scale = { type, min, max, 1 };
  GArray *ticks = ts_ticks_new (&scale, max_ticks, integers_only);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ticks->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " | " : "",
                            g_array_index (ticks, TsTick, i).label);
  ts_ticks_free (ticks);
  return g_string_free (text, FALSE);
}

static void
test_labels (void)
{
  static const struct
  {
    TsScaleType type;
    double min, max;
    guint max_ticks;
    gboolean integers_only;
    const char *labels;
  } cases[] = {
    { TS_SCALE_LINEAR, 0, 1600, 5, FALSE, "0 | 500 | 1000 | 1500" },
    { TS_SCALE_LINEAR, 5.5443, 5.5455, 4, FALSE, "5.5445 | 5.5450 | 5.5455" },
    { TS_SCALE_LINEAR, -1, 1, 5, FALSE, "−1.0 | −0.5 | 0 | 0.5 | 1.0" },
    { TS_SCALE_LINEAR, 0, 3e-7, 4, FALSE, "0 | 1e-7 | 2e-7 | 3e-7" },
    { TS_SCALE_LINEAR, 0, 4e9, 5, FALSE, "0 | 1e9 | 2e9 | 3e9 | 4e9" },
    { TS_SCALE_LINEAR, 0, 40000, 5, FALSE,
      "0 | 10\u2009000 | 20\u2009000 | 30\u2009000 | 40\u2009000" },
    { TS_SCALE_LINEAR, 0, 3, 10, TRUE, "0 | 1 | 2 | 3" },
    { TS_SCALE_LINEAR, 11, 14, 1, FALSE, "12" },
    { TS_SCALE_LINEAR, 7, 7, 5, FALSE, "7" },
    { TS_SCALE_LOG, 1, 1000, 4, FALSE, "1 | 10 | 100 | 1000" },
    { TS_SCALE_LOG, 1, 100, 8, FALSE, "1 | 2 | 5 | 10 | 20 | 50 | 100" },
    { TS_SCALE_LOG, 1e-30, 1e30, 7, FALSE, "1e-30 | 1e-20 | 1e-10 | 1 | 1e10 | 1e20 | 1e30" },
    { TS_SCALE_LOG, 0, 10, 5, FALSE, "" },
    { TS_SCALE_LOG, -2, -1, 5, FALSE, "" },
    { TS_SCALE_SYMLOG, -100, 1000, 9, FALSE, "−100 | −10 | −1 | 0 | 1 | 10 | 100 | 1000" },
    { TS_SCALE_SYMLOG, -1000, -1, 4, FALSE, "−1000 | −100 | −10 | −1" },
    { TS_SCALE_SYMLOG, -1e4, 1e4, 5, FALSE, "−10\u2009000 | −10 | 0 | 10 | 10\u2009000" },
    { TS_SCALE_SYMLOG, -0.5, 0.5, 5, FALSE, "−0.4 | −0.2 | 0 | 0.2 | 0.4" },
    { TS_SCALE_SYMLOG, 0.9, 2000, 5, FALSE, "1 | 10 | 100 | 1000" },
    { TS_SCALE_SYMLOG, -2000, -0.5, 5, FALSE, "−1000 | −100 | −10 | −1" },
    { TS_SCALE_LINEAR, 0, INFINITY, 5, FALSE, "" },
    { TS_SCALE_LINEAR, NAN, 1, 5, FALSE, "" },
    { TS_SCALE_LINEAR, 0, 1, 0, FALSE, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *labels = join_labels (cases[i].type, cases[i].min, cases[i].max,
                                             cases[i].max_ticks, cases[i].integers_only);
      g_assert_cmpstr (labels, ==, cases[i].labels);
    }
}

static void
test_extremes (void)
{
  static const double ranges[][2] = {
    { 0, DBL_MAX },         { -DBL_MAX, DBL_MAX }, { 5e-324, 1e-320 },  { 0, 5e-324 },
    { 1e-30, 1e30 },        { -1e30, -1e-30 },     { 1e9, 1e9 + 1e-6 }, { 1e16, 1e16 + 4 },
    { 1, 1 + DBL_EPSILON }, { -7e-12, -6.99e-12 }, { 999999, 1000001 }, { 0.00099, 0.00101 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    for (guint max_ticks = 1; max_ticks < 12; max_ticks++)
      for (TsScaleType type = TS_SCALE_LINEAR; type <= TS_SCALE_SYMLOG; type++)
        {
          TsScale scale = { type, ranges[i][0], ranges[i][1], 1e-6 };
          assert_sound (&scale, max_ticks, FALSE);
          assert_sound (&scale, max_ticks, TRUE && type == TS_SCALE_LINEAR);
        }
}

static void
test_random (void)
{
  for (guint i = 0; i < 3000; i++)
    {
      double size = pow (10, g_test_rand_double_range (-40, 40));
      double min = g_test_rand_double_range (-1, 1) * size;
      double max = min + pow (10, g_test_rand_double_range (-12, 2)) * size;
      TsScale scale = { (TsScaleType) g_test_rand_int_range (0, 3), min, max, size * 1e-3 };
      assert_sound (&scale, (guint) g_test_rand_int_range (1, 15),
                    scale.type == TS_SCALE_LINEAR && g_test_rand_bit ());
    }
}

static void
test_enough_ticks (void)
{
  for (guint i = 0; i < 1000; i++)
    {
      double min = g_test_rand_double_range (-10, 10);
      TsScale scale = { TS_SCALE_LINEAR, min, min + g_test_rand_double_range (1e-6, 1e3), 0 };
      GArray *ticks = ts_ticks_new (&scale, 6, FALSE);
      g_assert_cmpuint (ticks->len, >=, 2);
      ts_ticks_free (ticks);
    }
}

static void
test_scale (void)
{
  static const TsScale scales[] = {
    { TS_SCALE_LINEAR, -2, 6, 0 },
    { TS_SCALE_LOG, 1e-30, 1e30, 0 },
    { TS_SCALE_SYMLOG, -1e4, 1e4, 1e-8 },
    { TS_SCALE_LINEAR, -DBL_MAX, DBL_MAX, 0 },
  };
  TsScale log_scale = { TS_SCALE_LOG, 1, 100, 0 };
  TsScale constant = { TS_SCALE_LINEAR, 3, 3, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      g_assert_cmpfloat_with_epsilon (ts_scale_normalize (&scales[i], scales[i].min), 0, 1e-12);
      g_assert_cmpfloat_with_epsilon (ts_scale_normalize (&scales[i], scales[i].max), 1, 1e-12);
      for (double t = 0; t <= 1; t += 0.125)
        g_assert_cmpfloat_with_epsilon (
            ts_scale_normalize (&scales[i], ts_scale_denormalize (&scales[i], t)), t, 1e-9);
    }
  /* The least doubles there are keep their distances. */
  for (guint i = 0; i <= 6; i++)
    {
      TsScale least = { TS_SCALE_LINEAR, 0, 6 * DBL_TRUE_MIN, 0 };
      g_assert_cmpfloat_with_epsilon (ts_scale_normalize (&least, i * DBL_TRUE_MIN), i / 6.0,
                                      1e-12);
      g_assert_cmpfloat (ts_scale_get_resolution (&least), >, 1);
    }
  g_assert_cmpfloat_with_epsilon (ts_scale_normalize (&log_scale, 10), 0.5, 1e-12);
  g_assert_true (isnan (ts_scale_normalize (&log_scale, 0)));
  g_assert_true (isnan (ts_scale_normalize (&log_scale, -1)));
  g_assert_true (isnan (ts_scale_normalize (&log_scale, NAN)));
  g_assert_cmpfloat (ts_scale_normalize (&constant, 3), ==, 0.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ticks/labels", test_labels);
  g_test_add_func ("/ticks/extremes", test_extremes);
  g_test_add_func ("/ticks/random", test_random);
  g_test_add_func ("/ticks/enough-ticks", test_enough_ticks);
  g_test_add_func ("/ticks/scale", test_scale);
  return g_test_run ();
}
