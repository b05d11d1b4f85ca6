/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/trends/captions.h"

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
assert_cell (TsCatalogTarget *target, const char *expected)
{
  gint64 ids[] = { 3 };
  TsAxis y = { .dimension = TS_DIMENSION_MODULE, .n = 1, .ids = ids };
  TsMatrix matrix = { .y = &y };
  TsCatalog catalog = { .format = TS_FORMAT_DUMP, .targets = g_ptr_array_new () };
  g_autoptr (TsSelection) selection = ts_selection_new ();
  g_autofree char *caption = NULL;

  g_ptr_array_add (catalog.targets, target);
  caption = ts_caption_for_cell (&catalog, selection, &matrix, 0, 0);
  g_assert_cmpstr (caption, ==, expected);
  g_ptr_array_unref (catalog.targets);
}

/* Nothing is said twice: the name stands above. */
static void
test_cell (void)
{
  TsCatalogTarget target = { .id = 3,
                             .name = (char *) "layers.0.mlp",
                             .micro_step = 2,
                             .label = (char *) "layers.0.mlp [call 2]" };

  assert_cell (&target, NULL);
  target.vpp_stage = 1;
  assert_cell (&target, "virtual stage 1");
  target.dtype = (char *) "torch.bfloat16";
  target.shape = (char *) "[2, 3]";
  assert_cell (&target, "virtual stage 1 · torch.bfloat16 · [2, 3]");
  target.label = (char *) "layers.0.mlp · vpp 1 [call 2]";
  assert_cell (&target, "torch.bfloat16 · [2, 3]");
  target.dtype = NULL;
  assert_cell (&target, "[2, 3]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/captions/file-names", test_file_names);
  g_test_add_func ("/captions/cell", test_cell);
  return g_test_run ();
}
