/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parallel/parallel-layout.h"

#include "vectors.h"

#include <string.h>

/* The fields that may be meant by each of the vectors' error codes. */
static const struct
{
  const char *code, *fields;
} codes[] = {
  { "world_size_not_divisible", "world-size" },
  { "standalone_not_boolean", "standalone-embedding" },
  { "layers_not_divisible_by_pp", "num-layers" },
  { "layers_not_divisible_by_transformer_pp", "num-layers standalone-embedding" },
  { "stage_layers_not_divisible_by_vpp_layers", "layers-per-virtual-stage" },
  { "vpp_needs_pp", "layers-per-virtual-stage" },
  { "order_ep_dp_not_adjacent", "order" },
  { "order_misses_dimension", "order" },
};

static const char *
field_of_key (const char *key)
{
  guint n;
  const TsParallelField *fields = ts_parallel_config_get_fields (&n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (fields[i].key, key) == 0)
      return fields[i].name;
  g_assert_not_reached ();
}

/* The base with one argument changed, read and validated. */
static TsParallelConfig *
read_case (JsonObject *base, JsonObject *change, const char **field, GError **error)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (TsParallelConfig) config = NULL;
  JsonObject *const sources[] = { base, change };

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autoptr (GList) members = json_object_get_members (sources[i]);
      for (GList *l = members; l != NULL; l = l->next)
        json_object_set_member (object, l->data,
                                json_node_copy (json_object_get_member (sources[i], l->data)));
    }
  json_node_set_object (node, object);
  config = ts_parallel_config_from_json (node, field, error);
  if (config == NULL || !ts_parallel_config_validate (config, field, error))
    return NULL;
  return g_steal_pointer (&config);
}

static void
assert_field (const char *code, JsonObject *vector, const char *field)
{
  if (g_str_equal (code, "not_positive_integer"))
    {
      g_assert_cmpstr (field, ==, field_of_key (json_object_get_string_member (vector, "field")));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_str_equal (code, codes[i].code))
      {
        g_auto (GStrv) fields = g_strsplit (codes[i].fields, " ", -1);
        g_assert_true (g_strv_contains ((const char *const *) fields, field));
        return;
      }
  g_assert_not_reached ();
}

static void
check_case (JsonObject *base, JsonObject *vector)
{
  const char *code = json_object_get_string_member_with_default (vector, "error", NULL);
  const char *field = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsParallelConfig) config
      = read_case (base, json_object_get_object_member (vector, "change"), &field, &error);

  g_test_message ("%s: %s", code, error != NULL ? error->message : "fine");
  /* 1024 ranks and 256 layers are limits of msProbe's drawing, not ours: what remains is whether
   * the numbers can be divided (1025 ranks by 4, 257 layers by 2 can't; 2000 and 300 can). */
  if (g_strcmp0 (code, "world_size_too_large") == 0
      || g_strcmp0 (code, "num_layers_too_large") == 0)
    {
      g_assert_true (config != NULL || g_str_equal (field, "world-size")
                     || g_str_equal (field, "num-layers"));
      return;
    }
  if (code == NULL)
    {
      g_autoptr (TsParallelLayout) layout = ts_parallel_layout_new (config, NULL);
      g_autofree char *name = ts_parallel_layout_get_file_name (layout, "png");
      g_assert_cmpstr (name, ==,
                       json_object_get_string_member (json_object_get_object_member (vector, "ok"),
                                                      "file_name"));
      return;
    }
  g_assert_error (error, TS_PARALLEL_ERROR, TS_PARALLEL_ERROR_INVALID);
  assert_field (code, vector, field);
}

static void
test_vectors (void)
{
  g_autoptr (JsonParser) parser = NULL;
  JsonObject *section = json_node_get_object (load_vectors (&parser, "parallel_validation"));
  JsonArray *cases = json_object_get_array_member (section, "cases");

  g_assert_cmpuint (json_array_get_length (cases), >, 25);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    check_case (json_object_get_object_member (section, "base"),
                json_array_get_object_element (cases, i));
}

typedef struct
{
  TsParallelConfig numbers; /* 0: as in a new configuration */
  const char *order;
  const char *field, *part; /* of the message; NULL: valid */
} Case;

static TsParallelConfig *
config_of_case (const Case *self)
{
  TsParallelConfig *config = ts_parallel_config_new ();
  guint n;
  const TsParallelField *fields = ts_parallel_config_get_fields (&n);

  for (guint i = 0; i < n; i++)
    if (ts_parallel_config_get (&self->numbers, &fields[i]) != 0)
      ts_parallel_config_set (config, &fields[i],
                              ts_parallel_config_get (&self->numbers, &fields[i]));
  config->standalone_embedding = self->numbers.standalone_embedding;
  if (self->order != NULL)
    {
      g_free (config->order);
      config->order = g_strdup (self->order);
    }
  return config;
}

static void
assert_cases (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TsParallelConfig) config = config_of_case (&cases[i]);
      g_autoptr (GError) error = NULL;
      const char *field = NULL;
      gboolean ok = ts_parallel_config_validate (config, &field, &error);

      g_test_message ("%u: %s", i, ok ? "fine" : error->message);
      g_assert_cmpstr (field, ==, cases[i].field);
      if (ok)
        continue;
      g_assert_nonnull (strstr (error->message, cases[i].part));
      /* Every message names its field. */
      g_assert_true (g_str_has_prefix (error->message, ts_parallel_config_get_title (field)));
    }
}

/* Our limits, every field out of range, and what would fit. */
static void
test_ranges (void)
{
  static const Case cases[] = {
    { { .world_size = 65536, .num_layers = 1024 } },
    { { .world_size = 65537 }, NULL, "world-size", "65536" },
    { { .world_size = G_MAXINT64 }, NULL, "world-size", "65536" },
    { { .world_size = -1 }, NULL, "world-size", "1 or more" },
    { { .num_layers = 1025 }, NULL, "num-layers", "1024" },
    { { .num_layers = G_MININT64 }, NULL, "num-layers", "1 or more" },
    { { .tensor_parallel_size = -2 }, NULL, "tensor-parallel-size", "-2" },
    { { .tensor_parallel_size = G_MAXINT64 }, NULL, "tensor-parallel-size", "65536" },
    { { .pipeline_parallel_size = -2 }, NULL, "pipeline-parallel-size", "-2" },
    { { .context_parallel_size = -2 }, NULL, "context-parallel-size", "-2" },
    { { .expert_parallel_size = -2 }, NULL, "expert-parallel-size", "-2" },
    { { .layers_per_virtual_stage = -1 }, NULL, "layers-per-virtual-stage", "-1" },
    { { .virtual_stages_per_rank = -1 }, NULL, "virtual-stages-per-rank", "-1" },
    { { .first_pipeline_layers = -1 }, NULL, "first-pipeline-layers", "-1" },
    { { .last_pipeline_layers = 4000 }, NULL, "last-pipeline-layers", "1024" },
    { { .world_size = 8,
        .tensor_parallel_size = 65536,
        .pipeline_parallel_size = 65536,
        .context_parallel_size = 65536 },
      NULL,
      "world-size",
      "too few" },
  };

  assert_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_divisions (void)
{
  static const Case cases[] = {
    { { .world_size = 10, .num_layers = 8, .tensor_parallel_size = 4, .pipeline_parallel_size = 2 },
      NULL,
      "world-size",
      "8 or 16" },
    { { .world_size = 16, .tensor_parallel_size = 2, .context_parallel_size = 3 },
      NULL,
      "world-size",
      "12 or 18" },
    { { .world_size = 65536, .tensor_parallel_size = 3 }, NULL, "world-size", "65535 would" },
    { { .world_size = 2, .tensor_parallel_size = 4 }, NULL, "world-size", "; 4 would" },
    { { .world_size = 8, .expert_parallel_size = 3 }, NULL, "expert-parallel-size", "1 or 8" },
    { { .world_size = 8, .context_parallel_size = 2, .expert_parallel_size = 8 } },
    { { .world_size = 8, .num_layers = 7, .pipeline_parallel_size = 4 },
      NULL,
      "num-layers",
      "4 or 8" },
    { { .world_size = 8,
        .num_layers = 8,
        .pipeline_parallel_size = 8,
        .standalone_embedding = TRUE },
      NULL,
      "num-layers",
      "7 or 14" },
    { { .world_size = 8, .num_layers = 8, .standalone_embedding = TRUE },
      NULL,
      "standalone-embedding",
      "2 or more" },
    { { .world_size = 8,
        .num_layers = 24,
        .pipeline_parallel_size = 4,
        .layers_per_virtual_stage = 4 },
      NULL,
      "layers-per-virtual-stage",
      "1, 2, 3, 6" },
    { { .world_size = 8, .num_layers = 24, .layers_per_virtual_stage = 4 },
      NULL,
      "layers-per-virtual-stage",
      "2 or more" },
    { { .world_size = 8, .pipeline_parallel_size = 2, .num_layers = 2 }, "tp-pp-dp", NULL, NULL },
    { { .world_size = 8, .pipeline_parallel_size = 2, .num_layers = 2 }, "tp-pp", "order", "“dp”" },
  };

  assert_cases (cases, G_N_ELEMENTS (cases));
}

/* Megatron's own options for uneven stages and virtual stages. */
static void
test_uneven (void)
{
#define PP4 .world_size = 4, .pipeline_parallel_size = 4
  static const Case cases[] = {
    { { PP4, .num_layers = 14, .first_pipeline_layers = 1, .last_pipeline_layers = 3 } },
    { { PP4, .num_layers = 14, .first_pipeline_layers = 2 } },
    { { PP4, .num_layers = 14, .last_pipeline_layers = 3 },
      NULL,
      "last-pipeline-layers",
      "leave 9 or 12" },
    { { PP4, .num_layers = 14, .first_pipeline_layers = 9, .last_pipeline_layers = 9 },
      NULL,
      "first-pipeline-layers",
      "18" },
    { { .num_layers = 14, .first_pipeline_layers = 4 },
      NULL,
      "first-pipeline-layers",
      "only one pipeline stage" },
    { { PP4, .num_layers = 14, .first_pipeline_layers = 2, .standalone_embedding = TRUE },
      NULL,
      "first-pipeline-layers",
      "standalone" },
    { { PP4, .num_layers = 14, .first_pipeline_layers = 2, .layers_per_virtual_stage = 1 },
      NULL,
      "layers-per-virtual-stage",
      "virtual stages per rank" },
    { { .world_size = 2,
        .pipeline_parallel_size = 2,
        .num_layers = 8,
        .first_pipeline_layers = 3,
        .last_pipeline_layers = 4 },
      NULL,
      "last-pipeline-layers",
      "5 would fit" },
    { { .world_size = 2,
        .pipeline_parallel_size = 2,
        .num_layers = 8,
        .first_pipeline_layers = 3,
        .last_pipeline_layers = 5 } },
    { { PP4, .num_layers = 16, .virtual_stages_per_rank = 2 } },
    { { PP4, .num_layers = 16, .virtual_stages_per_rank = 3 },
      NULL,
      "virtual-stages-per-rank",
      "1, 2, 4" },
    { { PP4, .num_layers = 16, .virtual_stages_per_rank = 2, .layers_per_virtual_stage = 2 },
      NULL,
      "virtual-stages-per-rank",
      "together" },
    { { PP4, .num_layers = 14, .first_pipeline_layers = 2, .last_pipeline_layers = 4,
        .virtual_stages_per_rank = 2 } },
    { { PP4, .num_layers = 13, .first_pipeline_layers = 1, .last_pipeline_layers = 4,
        .virtual_stages_per_rank = 2 },
      NULL,
      "virtual-stages-per-rank",
      "one of 1 would" },
    { { .num_layers = 16, .virtual_stages_per_rank = 2 },
      NULL,
      "virtual-stages-per-rank",
      "2 or more" },
    { { .num_layers = 16, .virtual_stages_per_rank = 1 } },
  };

  assert_cases (cases, G_N_ELEMENTS (cases));
}

/* Both of Megatron's rank generators must have the same pipeline groups. */
static void
test_expert_order (void)
{
  static const Case cases[] = {
    { { .world_size = 16,
        .num_layers = 2,
        .context_parallel_size = 2,
        .pipeline_parallel_size = 2,
        .expert_parallel_size = 2 } },
    { { .world_size = 16,
        .num_layers = 2,
        .context_parallel_size = 2,
        .pipeline_parallel_size = 2,
        .expert_parallel_size = 2 },
      "tp-cp-pp-ep-dp",
      "order",
      "between" },
    { { .world_size = 16, .num_layers = 2, .pipeline_parallel_size = 2, .expert_parallel_size = 2 },
      "tp-cp-pp-ep-dp",
      NULL,
      NULL },
  };

  assert_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_json (void)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();
  g_autoptr (TsParallelConfig) back = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) error = NULL;

  config->world_size = 32;
  config->num_layers = 48;
  config->tensor_parallel_size = 4;
  config->pipeline_parallel_size = 4;
  config->virtual_stages_per_rank = 2;
  config->standalone_embedding = TRUE;
  g_free (config->order);
  config->order = g_strdup ("tp-pp-dp");
  node = ts_parallel_config_to_json (config);
  back = ts_parallel_config_from_json (node, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ts_parallel_config_equal (config, back));
  back->last_pipeline_layers = 3;
  g_assert_false (ts_parallel_config_equal (config, back));
}

static void
test_json_bad (void)
{
  static const char *const bad[] = {
    "[]",
    "null",
    "{\"world_size\": \"8\"}",
    "{\"world_size\": 8.5}",
    "{\"world_size\": null}",
    "{\"num_layers\": true}",
    "{\"num_layers_per_virtual_pipeline_stage\": 0}",
    "{\"order\": 3}",
    "{\"order\": null}",
    "{\"standalone_embedding_stage\": 1}",
    "{\"standalone_embedding_stage\": {}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = json_from_string (bad[i], NULL);
      g_assert_null (ts_parallel_config_from_json (node, NULL, &error));
      g_assert_error (error, TS_PARALLEL_ERROR, TS_PARALLEL_ERROR_INVALID);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel-config/vectors", test_vectors);
  g_test_add_func ("/parallel-config/ranges", test_ranges);
  g_test_add_func ("/parallel-config/divisions", test_divisions);
  g_test_add_func ("/parallel-config/uneven", test_uneven);
  g_test_add_func ("/parallel-config/expert-order", test_expert_order);
  g_test_add_func ("/parallel-config/json", test_json);
  g_test_add_func ("/parallel-config/json-bad", test_json_bad);
  return g_test_run ();
}
