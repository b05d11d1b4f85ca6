/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/target-name.h"

#include "model/axis.h"

typedef struct
{
  const char *name;
  int layer;
  const char *group; /* NULL: none */
} Case;

/* Folding in the heat map and the blocks of the layout go by the same rule. */
static const Case cases[] = {
  { "Module.module.decoder.layers.3.mlp.linear_fc1.ColumnParallelLinear.output.0", 3, "layers.3" },
  { "Module.0.module.decoder.layers.12.TransformerLayer.input.1", 12, "layers.12" },
  { "module.module.decoder.layers.0.self_attention.linear_qkv.weight", 0, "layers.0" },
  { "transformer.h.7.attn", 7, "h.7" },
  { "layers.5", 5, "layers.5" },
  { "encoder.3", 3, "encoder.3" },
  { "net.encoder.3.experts.7.weight", 3, "encoder.3" },
  { "1:module.layers.4.mlp", 4, "layers.4" },
  { "Cell.0.network.blocks.2.input.0", 2, "blocks.2" },
  { "module.embedding.word_embeddings.weight", -1, NULL },
  { "Module.0.module.output_layer.output.0", -1, NULL },
  { "Module.linear.Linear.kwargs.0.parameters.1", -1, NULL },
  { "Functional.softmax.3.input.0", -1, NULL },
  { "Tensor.add.17", -1, NULL },
  { "layers.1x.mlp", -1, NULL },
  { "layers.", -1, NULL },
  { "layers.99999999999999", -1, NULL },
  { "3.layers", -1, NULL },
  { "0.1.2", -1, NULL },
  { "..7", -1, NULL },
  { "", -1, NULL },
};

static void
test_layer (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (ts_target_name_get_layer (cases[i].name), ==, cases[i].layer);
}

static void
test_group (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_MODULE, 1);
      ts_axis_set_place (axis, 0, 1, cases[i].name, 0);
      ts_axis_group_by_layer (axis);
      g_assert_cmpuint (axis->n_groups, ==, 1);
      g_assert_cmpstr (axis->group_names[0], ==, cases[i].group != NULL ? cases[i].group : "");
    }
}

static void
assert_rest (const char *const *names, guint n, const char *first, const char *common)
{
  g_autofree char *left_out = NULL;
  g_auto (GStrv) rest = ts_target_names_drop_common (names, n, &left_out);

  g_assert_cmpuint (g_strv_length (rest), ==, n);
  if (n > 0)
    g_assert_cmpstr (rest[0], ==, first);
  g_assert_cmpstr (left_out, ==, common);
}

static void
test_drop_common (void)
{
  static const char *const layers[] = { "Module.decoder.layers.3.mlp.Linear.output.0 · rank 1",
                                        "Module.decoder.layers.12.mlp.Linear.output.0 · rank 1" };
  static const char *const ranks[]
      = { "decoder.layers.3.mlp · rank 1", "decoder.layers.3.mlp · rank 12" };
  static const char *const same[] = { "a.b · rank 1", "a.b · rank 1" };
  static const char *const parts[] = { "a.weight", "a.weight.0" };
  static const char *const chinese[] = { "模型.层.0.注意力 · 秩 1", "模型.层.1.注意力 · 秩 1" };

  assert_rest (layers, 2, "layers.3.mlp.Linear.output.0", "Module.decoder.… · rank 1");
  assert_rest (ranks, 2, "mlp · rank 1", "decoder.layers.3.…");
  assert_rest (same, 2, "a.b · rank 1", "");
  assert_rest (parts, 2, "weight", "a.…");
  assert_rest (chinese, 2, "层.0.注意力", "模型.… · 秩 1");
  assert_rest (layers, 1, layers[0], "");
  assert_rest (layers, 0, NULL, "");
}

static void
test_cut (void)
{
  static const struct
  {
    const char *name;
    guint most;
    const char *text;
  } lines[] = {
    { "layers.3.mlp.linear_fc1.ColumnParallelLinear.output.0 · rank 1", 99,
      "layers.3.mlp.linear_fc1.ColumnParallelLinear.output.0 · rank 1" },
    { "layers.3.mlp.linear_fc1.ColumnParallelLinear.output.0 · rank 1", 45,
      "layers.3.mlp.linear_fc1.….output.0 · rank 1" },
    { "layers.3.mlp.linear_fc1.ColumnParallelLinear.output.0", 20, "layers.3.….output.0" },
    { "Module.decoder.layers.11.mlp.Linear.output.0", 1, "….layers.11.….output.0" },
    { "a.weight", 1, "a.weight" },
    { "", 1, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *text = ts_target_name_cut (lines[i].name, lines[i].most);
      g_assert_cmpstr (text, ==, lines[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/target-name/layer", test_layer);
  g_test_add_func ("/target-name/group", test_group);
  g_test_add_func ("/target-name/drop-common", test_drop_common);
  g_test_add_func ("/target-name/cut", test_cut);
  return g_test_run ();
}
