/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/name-table.h"

#include <string.h>

static void
assert_name (const TsNameTable *names, gint32 i, const char *expected, gsize length)
{
  g_autoptr (GString) name = g_string_new ("what was there before");

  ts_name_table_get (names, i, name);
  g_assert_cmpmem (name->str, name->len, expected, length);
}

/* Names that are nearly alike, or whose numbers would not come out as they went in. */
static void
test_odd_names (void)
{
  static const char *const odd[] = {
    "",
    ".",
    "..",
    "a",
    "a.",
    "a..",
    ".a",
    "0",
    "00",
    "-1",
    "+1",
    "1.",
    ".1",
    "1.1",
    "a.0",
    "a.00",
    "a.0.",
    "a.007",
    "a.7",
    "a.-7",
    "a.7.b",
    "a.7.b.",
    "a.7.b.8",
    "a.8.b.7",
    "a.8.b",
    "a.x.8",
    "a.8x",
    "a.999999999",
    "a.1000000000",
    "a.9999999999999999999",
    "a.0x10",
    "a.1e3",
    "a. 1",
    "a.2147483648",
    "a.4294967303",
    "a.\1",
    "a.\1.5",
    "a.5.\1",
    "a.\1.\1",
    "\1",
    "1.\1",
    "层.7",
    "层.7.反向",
    "a.\xef\xbc\x97",
  };
  g_autoptr (TsNameTable) names = ts_name_table_new ();

  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
      {
        if (round == 0)
          g_assert_cmpint (ts_name_table_find (names, odd[i], strlen (odd[i])), ==, TS_NAME_NONE);
        g_assert_cmpint (ts_name_table_add (names, odd[i], strlen (odd[i])), ==, (gint32) i);
        g_assert_cmpint (ts_name_table_find (names, odd[i], strlen (odd[i])), ==, (gint32) i);
        assert_name (names, (gint32) i, odd[i], strlen (odd[i]));
      }
  g_assert_cmpuint (ts_name_table_get_size (names), ==, G_N_ELEMENTS (odd));
}

static void
test_length (void)
{
  g_autoptr (TsNameTable) names = ts_name_table_new ();
  g_autoptr (GString) name = g_string_new ("a");
  static const char nul[] = "a\0b.forward.3";

  for (gint32 i = 0; i < 1100; i++)
    {
      /* 5, 6, 7, … bytes, past the length up to which numbers are looked for */
      g_string_append (name, ".42");
      g_assert_cmpint (ts_name_table_add (names, name->str, name->len), ==, 2 * i);
      assert_name (names, 2 * i, name->str, name->len);
      g_string_truncate (name, name->len - 3);
      g_string_append_c (name, 'a');
      g_assert_cmpint (ts_name_table_add (names, name->str, name->len), ==, 2 * i + 1);
      assert_name (names, 2 * i + 1, name->str, name->len);
    }
  g_assert_cmpint (ts_name_table_add (names, nul, sizeof nul - 1), ==, 2200);
  assert_name (names, 2200, nul, sizeof nul - 1);
  g_assert_cmpint (ts_name_table_find (names, "a", 1), ==, TS_NAME_NONE);
}

/* A million calls have to fit into memory. */
static void
test_memory (void)
{
  const gint32 n = 200000;
  g_autoptr (TsNameTable) names = ts_name_table_new ();

  for (guint round = 0; round < 2; round++)
    for (gint32 i = 0; i < n; i++)
      {
        g_autofree char *name
            = g_strdup_printf ("Module.module.decoder.layers.%d.mlp.linear_fc1."
                               "ColumnParallelLinear.%s.%d",
                               i / 2 % 60, i % 2 == 0 ? "forward" : "backward", i / 120);
        g_assert_cmpint (ts_name_table_add (names, name, strlen (name)), ==, i);
      }
  g_assert_cmpuint (ts_name_table_get_size (names), ==, (guint) n);
  g_assert_cmpuint (ts_name_table_get_bytes (names) / (gsize) n, <=, 20);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name-table/odd-names", test_odd_names);
  g_test_add_func ("/name-table/length", test_length);
  g_test_add_func ("/name-table/memory", test_memory);
  return g_test_run ();
}
