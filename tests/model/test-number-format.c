/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/number-format.h"

#include <math.h>

static void
test_exact (void)
{
  const double values[]
      = { 0.1, 1e-45, 1.5e-7, 1283.406982421875, 3.4028234663852886e38, -0.0, 5e-324, 1.797e308 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *text = ts_format_exact (values[i]);
      g_assert_cmpfloat (g_ascii_strtod (text, NULL), ==, values[i]);
    }
  g_autofree char *tenth = ts_format_exact (0.1);
  g_assert_cmpstr (tenth, ==, "0.1");
  g_autofree char *nan_text = ts_format_exact (NAN);
  g_assert_cmpstr (nan_text, ==, "nan");
  g_autofree char *inf_text = ts_format_exact (-INFINITY);
  g_assert_cmpstr (inf_text, ==, "-inf");
}

static void
test_short (void)
{
  static const struct
  {
    double value;
    int digits;
    const char *text;
  } cases[] = {
    { 0, 4, "0" },           { 1283.40698, 5, "1283.4" }, { 1.5e-7, 4, "1.5e-7" },
    { 1e9, 3, "1e9" },       { 123456, 3, "123456" },     { -2.5e-5, 3, "-2.5e-5" },
    { 0.0001, 3, "0.0001" }, { NAN, 3, "NaN" },           { INFINITY, 3, "+Inf" },
    { 5.5443, 4, "5.544" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ts_format_short (cases[i].value, cases[i].digits);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_count (void)
{
  g_autofree char *big = ts_format_count (1234567);
  g_autofree char *small = ts_format_count (12);

  g_assert_cmpstr (big, ==, "1\u2009234\u2009567");
  g_assert_cmpstr (small, ==, "12");
}

static void
test_bytes (void)
{
  g_autofree char *mega = ts_format_bytes (1234567);
  g_autofree char *few = ts_format_bytes (12);

  g_assert_cmpstr (mega, ==, "1.2 MB");
  g_assert_cmpstr (few, ==, "12 B");
}

static void
test_parse (void)
{
  static const char *const good[] = { "1", " 1.5e-3 ", "-inf", "NaN", "Infinity", "+7", "1e400" };
  static const char *const bad[] = { "", " ", "1,5", "0x10", "one", "1 2", "nan(1)", "1_0" };
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (ts_parse_double (good[i], -1, &value));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (ts_parse_double (bad[i], -1, &value));
  g_assert_true (ts_parse_double ("12345", 2, &value));
  g_assert_cmpfloat (value, ==, 12);
}

static void
test_minus (void)
{
  g_autofree char *negative = ts_format_minus (g_strdup ("-1.5e-7"));
  g_autofree char *positive = ts_format_minus (g_strdup ("1.5e-7"));
  g_autofree char *nothing = ts_format_minus (g_strdup (""));

  g_assert_cmpstr (negative, ==, "−1.5e-7");
  g_assert_cmpstr (positive, ==, "1.5e-7");
  g_assert_cmpstr (nothing, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/number-format/exact", test_exact);
  g_test_add_func ("/number-format/short", test_short);
  g_test_add_func ("/number-format/count", test_count);
  g_test_add_func ("/number-format/bytes", test_bytes);
  g_test_add_func ("/number-format/parse", test_parse);
  g_test_add_func ("/number-format/minus", test_minus);
  return g_test_run ();
}
