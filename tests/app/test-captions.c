/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/captions.h"

#include <string.h>

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
  g_test_add_func ("/captions/file-names", test_file_names);
  g_test_add_func ("/captions/lines", test_lines);
  return g_test_run ();
}
