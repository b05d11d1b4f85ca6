/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/trends/rank-focus.h"

/* Four ranks, tp 1, pp 2, dp 2, 8 layers in 2 virtual stages of 2. */
static TsParallelLayout *
create_layout (gint64 per_stage)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();

  config->world_size = 4;
  config->num_layers = 8;
  config->pipeline_parallel_size = 2;
  config->layers_per_virtual_stage = per_stage;
  return ts_parallel_layout_new (config, NULL);
}

static TsCatalogTarget targets[] = {
  { .id = 0, .name = (char *) "Module.embedding.word_embeddings", .vpp_stage = 0 },
  { .id = 1, .name = (char *) "Module.decoder.layers.0.mlp", .vpp_stage = 0 },
  { .id = 2, .name = (char *) "Module.decoder.layers.1.mlp", .vpp_stage = 0 },
  { .id = 3, .name = (char *) "Module.decoder.layers.0.mlp", .vpp_stage = 1 },
  { .id = 4, .name = (char *) "Module.decoder.layers.1.mlp", .vpp_stage = 1 },
  { .id = 5, .name = (char *) "Module.output_layer", .vpp_stage = 1 },
};

typedef struct
{
  TsCatalog catalog;
  TsAxis *modules;
  TsAxis *ranks;
} Data;

static void
data_init (Data *self)
{
  *self = (Data){ 0 };
  self->catalog.targets = g_ptr_array_new ();
  self->modules = ts_axis_new (TS_DIMENSION_MODULE, G_N_ELEMENTS (targets));
  self->ranks = ts_axis_new (TS_DIMENSION_RANK, 4);
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_ptr_array_add (self->catalog.targets, &targets[i]);
      ts_axis_set_place (self->modules, i, targets[i].id, targets[i].name, i);
    }
  for (guint i = 0; i < 4; i++)
    ts_axis_set_place (self->ranks, i, i, "rank", i);
}

static void
data_clear (Data *self)
{
  g_ptr_array_unref (self->catalog.targets);
  ts_axis_unref (self->modules);
  ts_axis_unref (self->ranks);
}

static TsRankFocus *
create_focus (guint32 a, guint32 b, guint stage, guint n_layers)
{
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_array_append_val (ranks, a);
  g_array_append_val (ranks, b);
  return ts_rank_focus_new (ranks, stage, n_layers);
}

static void
test_ranks (void)
{
  g_autoptr (TsRankFocus) together = create_focus (2, 1, 0, 2);
  g_autoptr (TsRankFocus) apart = create_focus (0, 2, 0, 2);
  g_autoptr (TsRankFocus) nowhere = create_focus (7, 8, 0, 2);
  guint first, last;
  Data data;

  data_init (&data);
  g_assert_true (ts_rank_focus_find_ranks (together, data.ranks, &first, &last));
  g_assert_cmpuint (first, ==, 1);
  g_assert_cmpuint (last, ==, 3);
  g_assert_false (ts_rank_focus_find_ranks (apart, data.ranks, &first, &last));
  g_assert_cmpuint (last, ==, 3);
  g_assert_false (ts_rank_focus_find_ranks (nowhere, data.ranks, &first, &last));
  g_assert_cmpuint (first, ==, last);
  data_clear (&data);
}

static void
test_layers (void)
{
  static const struct
  {
    gint64 per_stage;
    guint stage, n_layers, first, last;
    gboolean found;
  } cases[] = {
    { 2, 0, 2, 1, 3, TRUE },  { 2, 1, 2, 3, 5, TRUE },
    { 2, 1, 1, 3, 4, TRUE },  { 2, 0, 0, 0, 1, TRUE }, /* a stage with the embedding alone */
    { 2, 1, 0, 0, 0, FALSE },                          /* an empty stage */
    { 0, 0, 4, 1, 5, TRUE }, /* without virtual stages, theirs do not matter */
  };
  Data data;

  data_init (&data);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TsParallelLayout) layout = create_layout (cases[i].per_stage);
      g_autoptr (TsRankFocus) focus = create_focus (0, 1, cases[i].stage, cases[i].n_layers);
      guint first, last;
      g_assert_cmpint (
          ts_rank_focus_find_layers (focus, layout, &data.catalog, data.modules, &first, &last), ==,
          cases[i].found);
      g_assert_cmpuint (first, ==, cases[i].first);
      g_assert_cmpuint (last, ==, cases[i].last);
    }
  data_clear (&data);
}

/* Rank 2 is pipeline rank 1: its first virtual stage holds layers 3 and 4, its second 7 and 8. */
static void
test_describe (void)
{
  g_autoptr (TsParallelLayout) layout = create_layout (2);
  Data data;

  data_init (&data);
  {
    g_autoptr (TsMatrix) matrix = ts_matrix_new (data.ranks, data.modules);
    g_autofree char *first = ts_rank_focus_describe_cell (layout, &data.catalog, 5, matrix, 2, 1);
    g_autofree char *second = ts_rank_focus_describe_cell (layout, &data.catalog, 5, matrix, 2, 4);
    g_autofree char *none = ts_rank_focus_describe_cell (layout, &data.catalog, 5, matrix, 2, 0);

    g_assert_cmpstr (first, ==, "layer 2 of the whole model");
    g_assert_cmpstr (second, ==, "layer 7 of the whole model");
    g_assert_null (none);
  }
  {
    g_autoptr (TsAxis) steps = ts_axis_new (TS_DIMENSION_STEP, 2);
    g_autoptr (TsMatrix) matrix = ts_matrix_new (steps, data.modules);
    g_autofree char *text = ts_rank_focus_describe_cell (layout, &data.catalog, 3, matrix, 1, 2);
    g_autofree char *beyond = ts_rank_focus_describe_cell (layout, &data.catalog, 30, matrix, 1, 2);
    g_assert_cmpstr (text, ==, "tp0 pp1 dp1 · layer 3 of the whole model");
    g_assert_null (beyond);
  }
  {
    g_autoptr (TsAxis) steps = ts_axis_new (TS_DIMENSION_STEP, 2);
    g_autoptr (TsMatrix) matrix = ts_matrix_new (steps, data.ranks);
    g_autofree char *text = ts_rank_focus_describe_cell (layout, &data.catalog, 3, matrix, 1, 2);
    g_assert_cmpstr (text, ==, "layer 6 of the whole model");
  }
  data_clear (&data);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank-focus/ranks", test_ranks);
  g_test_add_func ("/rank-focus/layers", test_layers);
  g_test_add_func ("/rank-focus/describe", test_describe);
  return g_test_run ();
}
