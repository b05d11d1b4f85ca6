/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parallel/rank-labels.h"

static TsParallelLayout *
create_layout (gint64 context)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();

  config->world_size = 32 * context;
  config->num_layers = 48;
  config->tensor_parallel_size = 4;
  config->pipeline_parallel_size = 4;
  config->context_parallel_size = context;
  config->layers_per_virtual_stage = 3;
  return ts_parallel_layout_new (config, NULL);
}

static void
test_rank (void)
{
  g_autoptr (TsParallelLayout) layout = create_layout (1);
  g_autoptr (TsParallelLayout) context = create_layout (2);
  g_autofree char *first = ts_parallel_layout_get_rank_label (layout, 0);
  g_autofree char *some = ts_parallel_layout_get_rank_label (layout, 13);
  g_autofree char *with_context = ts_parallel_layout_get_rank_label (context, 13);

  g_assert_cmpstr (first, ==, "tp0 pp0 dp0");
  g_assert_cmpstr (some, ==, "tp1 pp1 dp1");
  g_assert_cmpstr (with_context, ==, "tp1 cp1 pp0 dp1");
  g_assert_null (ts_parallel_layout_get_rank_label (layout, 32));
  g_assert_null (ts_parallel_layout_get_rank_label (layout, -1));
}

static void
test_group (void)
{
  g_autoptr (TsParallelLayout) layout = create_layout (1);
  g_autofree char *name = ts_parallel_layout_get_group_name (TS_PARALLEL_DP, 3);

  g_assert_cmpint (ts_parallel_layout_get_group (layout, 13, TS_PARALLEL_TP), ==, 3);
  g_assert_cmpint (ts_parallel_layout_get_group (layout, 9, TS_PARALLEL_DP), ==, 5);
  g_assert_cmpint (ts_parallel_layout_get_group (layout, 13, TS_PARALLEL_DP), ==, 5);
  g_assert_cmpint (ts_parallel_layout_get_group (layout, 24, TS_PARALLEL_PP), ==, 0);
  g_assert_cmpint (ts_parallel_layout_get_group (layout, 32, TS_PARALLEL_TP), ==, -1);
  g_assert_cmpstr (name, ==, "DP group 3");
}

static void
test_model_layer (void)
{
  g_autoptr (TsParallelLayout) layout = create_layout (1);

  g_assert_cmpint (ts_parallel_layout_get_model_layer (layout, 0, 0, 0), ==, 0);
  g_assert_cmpint (ts_parallel_layout_get_model_layer (layout, 8, 0, 2), ==, 5);
  g_assert_cmpint (ts_parallel_layout_get_model_layer (layout, 31, 3, 2), ==, 47);
  g_assert_cmpint (ts_parallel_layout_get_model_layer (layout, 8, 0, 3), ==, -1);
  g_assert_cmpint (ts_parallel_layout_get_model_layer (layout, 8, 4, 0), ==, -1);
  g_assert_cmpint (ts_parallel_layout_get_model_layer (layout, 8, -1, 0), ==, -1);
  g_assert_cmpint (ts_parallel_layout_get_model_layer (layout, 99, 0, 0), ==, -1);
  g_assert_cmpint (ts_parallel_layout_get_model_layer (layout, 8, 0, -1), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank-labels/rank", test_rank);
  g_test_add_func ("/rank-labels/group", test_group);
  g_test_add_func ("/rank-labels/model-layer", test_model_layer);
  return g_test_run ();
}
