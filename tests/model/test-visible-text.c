/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/visible-text.h"

static void
assert_visible (const char *text, const char *expected)
{
  g_autofree char *visible = ts_visible_text (text);

  g_assert_cmpstr (visible, ==, expected);
}

static void
test_cases (void)
{
  assert_visible ("", "");
  assert_visible ("Module.layers.0", "Module.layers.0");
  assert_visible ("模型 é \\ עברית", "模型 é \\ עברית");
  assert_visible ("a\xff"
                  "b",
                  "a\uFFFDb");
  assert_visible ("a\u202e.b", "a\\u202e.b");
  assert_visible ("\u2066x\u2069", "\\u2066x\\u2069");
  assert_visible ("a\nb\t", "a\\u000ab\\u0009");
  assert_visible ("a\u2028\xc2\x85\ufeff\u200f", "a\\u2028\\u0085\\ufeff\\u200f");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/visible-text/cases", test_cases);
  return g_test_run ();
}
