/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/text/decimal.h"

#include <math.h>
#include <string.h>

/* The oracle is the C library's correctly rounding reader. */
static void
check (const char *text)
{
  double expected = g_ascii_strtod (text, NULL);
  double got;

  g_assert_true (ts_decimal_parse (text, strlen (text), &got));
  if (memcmp (&got, &expected, sizeof got) != 0)
    g_error ("%s: %.17g, expected %.17g", text, got, expected);
}

static void
test_values (void)
{
  const char *texts[] = {
    "0",
    "-0.0",
    "1",
    "1.",
    ".5",
    "+1.5",
    "1e5",
    "1E+5",
    "1e-5",
    "0.665",
    "3.5e-09",
    "1e22",
    "1e23",
    "9007199254740993",
    "9007199254740993e3",
    "1e27",
    "1e-27",
    "1e28",
    "1e-28",
    "1e308",
    "1e309",
    "-1e400",
    "5e-324",
    "2.2250738585072011e-308",
    "9999999999999999999",
    "18446744073709551615",
    "18446744073709551616",
    "0.000000000000000000000000000000000001",
    "1.0843337512611573e-11",
    "2.9837756301276386e-06",
    "123456789012345678901234567890",
    "0.1234567890123456789012345678901234567890",
    "179769313486231580793e289",
    "1.7976931348623157e308",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check (texts[i]);
}

static void
test_specials (void)
{
  double value;

  g_assert_true (ts_decimal_parse ("nan", 3, &value));
  g_assert_true (isnan (value));
  g_assert_true (ts_decimal_parse ("-INF", 4, &value));
  g_assert_true (isinf (value) && value < 0);
  g_assert_true (ts_decimal_parse ("Infinity", 8, &value));
  g_assert_true (isinf (value) && value > 0);
  g_assert_true (ts_decimal_parse (" 1.5 ", 5, &value));
  g_assert_cmpfloat (value, ==, 1.5);
}

static void
test_refused (void)
{
  const char *texts[]
      = { "",     " ",    "-",   ".",   "e5",  "1e",    "1e+",    "1.2.3",  "1,5",
          "0x10", "True", "1_0", "1 2", "--1", "1e5.5", "nan(1)", "1.5abc", "-.e1" };
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (ts_decimal_parse (texts[i], strlen (texts[i]), &value))
      g_error ("“%s” was read as %g", texts[i], value);
}

/* Random doubles in every usual spelling, and random digits. */
static void
test_random (void)
{
  const char *formats[] = { "%.17g", "%.16g", "%.9g", "%.6f", "%.12f", "%.18e" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  char text[400];

  for (guint i = 0; i < 60000; i++)
    {
      double value = g_rand_double_range (rand, -1, 1) * pow (10, g_rand_int_range (rand, -30, 12));
      g_ascii_formatd (text, sizeof text, formats[i % G_N_ELEMENTS (formats)], value);
      check (text);
    }
  for (guint i = 0; i < 60000; i++)
    {
      guint64 digits = ((guint64) g_rand_int (rand) << 32 | g_rand_int (rand))
                       >> g_rand_int_range (rand, 0, 60);
      g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT "e%d", digits,
                  g_rand_int_range (rand, -40, 40));
      check (text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decimal/values", test_values);
  g_test_add_func ("/decimal/specials", test_specials);
  g_test_add_func ("/decimal/refused", test_refused);
  g_test_add_func ("/decimal/random", test_random);
  return g_test_run ();
}
