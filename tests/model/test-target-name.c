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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/target-name/layer", test_layer);
  g_test_add_func ("/target-name/group", test_group);
  return g_test_run ();
}
