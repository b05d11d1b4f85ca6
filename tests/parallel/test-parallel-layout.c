/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parallel/parallel-layout.h"

#include "vectors.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

static TsParallelLayout *
layout_from_json (JsonNode *args, GError **error)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_from_json (args, NULL, error);

  return config != NULL ? ts_parallel_layout_new (config, error) : NULL;
}

static void
assert_groups (const TsRankGroups *groups, JsonArray *expected)
{
  g_assert_cmpuint (groups->n_groups, ==, json_array_get_length (expected));
  for (guint g = 0; g < groups->n_groups; g++)
    {
      JsonArray *ranks = json_array_get_array_element (expected, g);
      g_assert_cmpuint (groups->size, ==, json_array_get_length (ranks));
      for (guint i = 0; i < groups->size; i++)
        g_assert_cmpint (groups->ranks[g * groups->size + i], ==,
                         json_array_get_int_element (ranks, i));
    }
}

/* One stage of vectors.json: {"embedding", "layers": [first, last] or null, "output"}. */
static void
assert_stage (const TsLayerSpan *span, JsonObject *expected)
{
  JsonNode *layers = json_object_get_member (expected, "layers");

  g_assert_cmpint (span->embedding, ==, json_object_get_boolean_member (expected, "embedding"));
  g_assert_cmpint (span->output, ==, json_object_get_boolean_member (expected, "output"));
  if (JSON_NODE_HOLDS_NULL (layers))
    {
      g_assert_cmpuint (span->first, ==, 0);
      return;
    }
  g_assert_cmpint (span->first, ==, json_array_get_int_element (json_node_get_array (layers), 0));
  g_assert_cmpint (span->last, ==, json_array_get_int_element (json_node_get_array (layers), 1));
}

static void
assert_stages (const TsParallelLayout *layout, JsonObject *per_rank)
{
  g_autoptr (GList) ranks = json_object_get_members (per_rank);

  for (GList *l = ranks; l != NULL; l = l->next)
    {
      guint rank = (guint) g_ascii_strtoull (l->data, NULL, 10);
      JsonArray *stages = json_object_get_array_member (per_rank, l->data);
      g_assert_cmpuint (json_array_get_length (stages), ==, layout->virtual_stages);
      for (guint s = 0; s < layout->virtual_stages; s++)
        assert_stage (ts_parallel_layout_get_span (layout, rank, s),
                      json_array_get_object_element (stages, s));
    }
}

/* msProbe counts the layers of its texts from 1, the names of its tensors from 0; here both do. */
static void
assert_span_text (const TsLayerSpan *span, const char *expected)
{
  g_autofree char *text = ts_layer_span_to_text (span);
  const char *numbers = strchr (expected, 'L');
  g_autofree char *from_zero = g_strdup (expected);
  unsigned first, last;
  int end = 0;

  if (numbers != NULL && sscanf (numbers, "L%u-%u%n", &first, &last, &end) == 2)
    {
      g_free (from_zero);
      from_zero = g_strdup_printf ("%.*sL%u-%u%s", (int) (numbers - expected), expected, first - 1,
                                   last - 1, numbers + end);
    }
  g_assert_cmpstr (text, ==, from_zero);
}

/* [copy, row, representative rank, text per column] */
static void
assert_block (const TsParallelLayout *layout, JsonArray *block)
{
  guint row = (guint) json_array_get_int_element (block, 1);
  guint rank = (guint) json_array_get_int_element (block, 2);
  JsonArray *texts = json_array_get_array_element (block, 3);

  g_assert_cmpuint (ts_parallel_layout_get_row_copy (layout, row), ==,
                    json_array_get_int_element (block, 0));
  g_assert_cmpuint (ts_parallel_layout_get_row_rank (layout, row), ==, rank);
  for (guint s = 0; s < json_array_get_length (texts); s++)
    {
      assert_span_text (ts_parallel_layout_get_span (layout, rank, s),
                        json_array_get_string_element (texts, s));
    }
}

static void
assert_row_labels (const TsParallelLayout *layout, JsonArray *expected, guint rows)
{
  /* Long vectors hold the first and last label only. */
  guint n = json_array_get_length (expected);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label
          = ts_parallel_layout_get_row_label (layout, n == rows || i == 0 ? i : rows - 1);
      g_assert_cmpstr (label, ==, json_array_get_string_element (expected, i));
    }
}

static void
assert_layout (const TsParallelLayout *layout, JsonObject *vector)
{
  JsonObject *derived = json_object_get_object_member (vector, "derived");
  g_autofree char *name = ts_parallel_layout_get_file_name (layout, "png");
  g_autofree char *title = ts_parallel_layout_get_title (layout);
  JsonArray *blocks = json_object_get_array_member (vector, "blocks");
  guint rows = (guint) json_object_get_int_member (vector, "rows");

  g_assert_cmpstr (name, ==, json_object_get_string_member (vector, "file_name"));
  g_assert_cmpstr (title, ==, json_object_get_string_member (vector, "title"));
  g_assert_cmpint (layout->sizes[TS_PARALLEL_TP], ==, json_object_get_int_member (derived, "tp"));
  g_assert_cmpint (layout->sizes[TS_PARALLEL_PP], ==, json_object_get_int_member (derived, "pp"));
  g_assert_cmpint (layout->sizes[TS_PARALLEL_DP], ==, json_object_get_int_member (derived, "dp"));
  g_assert_cmpint (layout->virtual_stages, ==, json_object_get_int_member (derived, "vpp"));
  g_assert_cmpuint (ts_parallel_layout_get_n_rows (layout), ==, rows);
  g_assert_cmpint (ts_parallel_layout_get_n_copies (layout), ==,
                   json_object_get_int_member (vector, "copies"));
  assert_stages (layout, json_object_get_object_member (vector, "stages_per_rank"));
  for (guint i = 0; i < json_array_get_length (blocks); i++)
    assert_block (layout, json_array_get_array_element (blocks, i));
  assert_row_labels (layout, json_object_get_array_member (vector, "y_ticks_bottom_to_top"), rows);
}

static void
assert_group_members (const TsParallelLayout *layout, JsonObject *object, const char *suffix)
{
  static const TsParallelDimension shown[] = { TS_PARALLEL_TP, TS_PARALLEL_PP, TS_PARALLEL_DP };

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autofree char *member = g_strconcat (ts_parallel_dimension_to_key (shown[i]), suffix, NULL);
      if (json_object_has_member (object, member))
        assert_groups (&layout->groups[shown[i]], json_object_get_array_member (object, member));
    }
}

static void
test_vectors (void)
{
  g_autoptr (JsonParser) parser = NULL;
  JsonArray *vectors = json_node_get_array (load_vectors (&parser, "parallel_layout"));

  g_assert_cmpuint (json_array_get_length (vectors), >, 10);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (TsParallelLayout) layout
          = layout_from_json (json_object_get_member (vector, "args"), &error);

      if (json_object_has_member (vector, "error"))
        {
          g_assert_error (error, TS_PARALLEL_ERROR, TS_PARALLEL_ERROR_INVALID);
          continue;
        }
      g_assert_no_error (error);
      assert_layout (layout, vector);
      assert_group_members (layout, vector, "_groups");
    }
}

static void
test_default_groups (void)
{
  g_autoptr (JsonParser) parser = NULL;
  JsonArray *vectors = json_node_get_array (load_vectors (&parser, "default_tp_pp_groups"));

  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();
      g_autoptr (TsParallelLayout) layout = NULL;

      config->world_size = json_object_get_int_member (vector, "world_size");
      config->tensor_parallel_size = json_object_get_int_member (vector, "tp");
      config->pipeline_parallel_size = config->num_layers
          = json_object_get_int_member (vector, "pp");
      g_free (config->order);
      config->order = g_strdup (json_object_get_string_member (vector, "order"));
      layout = ts_parallel_layout_new (config, NULL);
      g_assert_cmpint (layout == NULL, ==, json_object_has_member (vector, "error"));
      if (layout != NULL)
        assert_group_members (layout, vector, "_groups");
    }
}

/* A stage as list: "Embedding", layer numbers in any order, "OutputLayer". */
static TsLayerSpan
span_from_list (JsonArray *stage)
{
  TsLayerSpan span = { 0 };

  for (guint i = 0; i < json_array_get_length (stage); i++)
    {
      JsonNode *item = json_array_get_element (stage, i);
      guint layer;
      if (json_node_get_value_type (item) == G_TYPE_STRING)
        {
          gboolean embedding = g_str_equal (json_node_get_string (item), "Embedding");
          span.embedding |= embedding;
          span.output |= !embedding;
          continue;
        }
      layer = (guint) json_node_get_int (item);
      span.first = span.first == 0 ? layer : MIN (span.first, layer);
      span.last = MAX (span.last, layer);
    }
  return span;
}

static void
test_layer_text (void)
{
  g_autoptr (JsonParser) parser = NULL;
  JsonArray *vectors = json_node_get_array (load_vectors (&parser, "layer_text"));

  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      TsLayerSpan span = span_from_list (json_object_get_array_member (vector, "stage"));
      assert_span_text (&span, json_object_get_string_member (vector, "text"));
    }
}

static void
assert_fixture_ranks (const TsParallelLayout *layout, JsonObject *per_rank)
{
  g_assert_cmpuint (json_object_get_size (per_rank), ==, layout->world_size);
  for (guint rank = 0; rank < layout->world_size; rank++)
    {
      g_autofree char *key = g_strdup_printf ("%u", rank);
      JsonArray *stages = json_object_get_array_member (per_rank, key);
      g_assert_cmpuint (json_array_get_length (stages), ==, layout->virtual_stages);
      for (guint s = 0; s < layout->virtual_stages; s++)
        {
          TsLayerSpan expected = span_from_list (json_array_get_array_element (stages, s));
          const TsLayerSpan *span = ts_parallel_layout_get_span (layout, rank, s);
          g_assert_cmpuint (span->first, ==, expected.first);
          g_assert_cmpuint (span->last, ==, expected.last);
          g_assert_cmpint (span->embedding, ==, expected.embedding);
          g_assert_cmpint (span->output, ==, expected.output);
        }
    }
}

/* {"copy,row": [text per virtual stage]} */
static void
assert_fixture_blocks (const TsParallelLayout *layout, JsonObject *texts)
{
  g_autoptr (GList) keys = json_object_get_members (texts);

  for (GList *l = keys; l != NULL; l = l->next)
    {
      g_auto (GStrv) place = g_strsplit (l->data, ",", 2);
      guint row = (guint) g_ascii_strtoull (place[1], NULL, 10);
      guint rank = ts_parallel_layout_get_row_rank (layout, row);
      JsonArray *columns = json_object_get_array_member (texts, l->data);

      g_assert_cmpuint (ts_parallel_layout_get_row_copy (layout, row), ==,
                        g_ascii_strtoull (place[0], NULL, 10));
      for (guint s = 0; s < json_array_get_length (columns); s++)
        {
          assert_span_text (ts_parallel_layout_get_span (layout, rank, s),
                            json_array_get_string_element (columns, s));
        }
    }
}

static void
check_fixture (const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TsParallelLayout) layout = NULL;
  JsonObject *root;

  g_test_message ("%s", path);
  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  root = json_node_get_object (json_parser_get_root (parser));
  layout = layout_from_json (json_object_get_member (root, "input"), &error);
  g_assert_no_error (error);
  assert_group_members (layout, json_object_get_object_member (root, "groups"), "");
  assert_fixture_ranks (layout, json_object_get_object_member (root, "layers_per_rank"));
  assert_fixture_blocks (layout, json_object_get_object_member (root, "block_text"));
}

static void
test_fixtures (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("TS_FIXTURES"), "parallel", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, "layout.json", NULL);
      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      check_fixture (path);
      n++;
    }
  g_assert_cmpuint (n, >=, 10);
}

/* What msProbe refuses, we refuse, unless it was a limit of its drawing. */
static void
test_fixture_errors (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("TS_FIXTURES"), "parallel", "errors.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GList) names = NULL;
  JsonObject *root;

  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  names = json_object_get_members (root);
  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonObject *item = json_object_get_object_member (root, l->data);
      g_autoptr (TsParallelLayout) layout
          = layout_from_json (json_object_get_member (item, "input"), NULL);
      gboolean limit
          = g_str_equal (l->data, "world_size_1025") || g_str_equal (l->data, "num_layers_257");
      g_test_message ("%s", (const char *) l->data);
      g_assert_cmpint (layout != NULL, ==, limit);
    }
}

static TsParallelLayout *
layout_of (gint64 world, gint64 layers, gint64 tp, gint64 pp, gint64 first, gint64 last, gint64 vpp)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();
  g_autoptr (GError) error = NULL;
  TsParallelLayout *layout;

  config->world_size = world;
  config->num_layers = layers;
  config->tensor_parallel_size = tp;
  config->pipeline_parallel_size = pp;
  config->first_pipeline_layers = first;
  config->last_pipeline_layers = last;
  config->virtual_stages_per_rank = vpp;
  layout = ts_parallel_layout_new (config, &error);
  g_assert_no_error (error);
  return layout;
}

static void
assert_texts (const TsParallelLayout *layout, const char *const *texts)
{
  for (guint p = 0; p < layout->sizes[TS_PARALLEL_PP]; p++)
    for (guint s = 0; s < layout->virtual_stages; s++)
      {
        g_autofree char *text
            = ts_layer_span_to_text (ts_parallel_layout_get_position_span (layout, p, s));
        g_assert_cmpstr (text, ==, *texts++);
      }
}

/* By hand from Megatron-LM's get_transformer_layer_offset: 14 layers on 4 stages, 2 and 4 at the
 * ends; with 2 virtual stages each round holds 1 + 2 + 2 + 2 layers. */
static void
test_uneven (void)
{
  static const char *const plain[] = { "Embed+L0-1", "L2-5", "L6-9", "L10-13+Out" };
  static const char *const rounds[]
      = { "Embed+L0-0", "L7-7", "L1-2", "L8-9", "L3-4", "L10-11", "L5-6", "L12-13+Out" };
  static const char *const last_only[] = { "Embed+L0-3", "L4-7", "L8-11", "L12-13+Out" };
  g_autoptr (TsParallelLayout) a = layout_of (4, 14, 1, 4, 2, 4, 0);
  g_autoptr (TsParallelLayout) b = layout_of (4, 14, 1, 4, 2, 4, 2);
  g_autoptr (TsParallelLayout) c = layout_of (4, 14, 1, 4, 0, 2, 0);

  assert_texts (a, plain);
  assert_texts (b, rounds);
  assert_texts (c, last_only);
}

/* Every layer lies in exactly one span of a pipeline, whatever the largest size. */
static void
test_largest (void)
{
  gint64 start = g_get_monotonic_time (), elapsed;
  g_autoptr (TsParallelLayout) layout = layout_of (65536, 1024, 1, 2, 0, 0, 512);
  guint8 seen[1025] = { 0 };

  elapsed = g_get_monotonic_time () - start;
  g_test_message ("65536 ranks, 1024 layers: %.1f ms", (double) elapsed / 1000);
  for (guint p = 0; p < 2; p++)
    for (guint s = 0; s < 512; s++)
      {
        const TsLayerSpan *span = ts_parallel_layout_get_position_span (layout, p, s);
        for (guint l = span->first; l <= span->last; l++)
          seen[l]++;
      }
  for (guint l = 1; l <= 1024; l++)
    g_assert_cmpuint (seen[l], ==, 1);
  g_assert_cmpuint (ts_parallel_layout_get_n_rows (layout), ==, 65536);
}

static void
test_labels (void)
{
  g_autoptr (TsParallelConfig) config = ts_parallel_config_new ();
  g_autoptr (TsParallelLayout) layout = NULL;
  g_autoptr (TsParallelLayout) wide = NULL;
  g_autofree char *label = NULL, *wide_label = NULL, *title = NULL, *name = NULL, *block = NULL;

  config->world_size = 32;
  config->num_layers = 4;
  config->tensor_parallel_size = 2;
  config->context_parallel_size = 2;
  config->pipeline_parallel_size = 2;
  config->expert_parallel_size = 4;
  g_free (config->order);
  config->order = g_strdup ("cp-tp-ep-dp-pp");
  layout = ts_parallel_layout_new (config, NULL);
  /* Ranks that are not neighbours are named, not spanned: "0-2" would claim rank 1. */
  label = ts_parallel_layout_get_row_label (layout, 0);
  g_assert_cmpstr (label, ==, "Group0: Ranks0,2");
  title = ts_parallel_layout_get_title (layout);
  g_assert_true (g_str_has_suffix (title, "VPP=1 | CP=2 | EP=4"));
  name = ts_parallel_layout_get_file_name (layout, "svg");
  g_assert_cmpstr (name, ==, "ws32_ln4_tp2_pp2_vpp1_cp2_ep4.svg");
  block = ts_parallel_layout_describe_block (layout, 9, 0);
  g_assert_cmpstr (block, ==,
                   "Ranks 17,19\nModel copy 1 · pipeline rank 1 · virtual stage 0\n"
                   "Layers 2 – 3 · output layer");

  config->tensor_parallel_size = 8;
  config->expert_parallel_size = 1;
  wide = ts_parallel_layout_new (config, NULL);
  wide_label = ts_parallel_layout_get_row_label (wide, 1);
  g_assert_cmpstr (wide_label, ==, "Group1: Ranks1,3…15");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel-layout/vectors", test_vectors);
  g_test_add_func ("/parallel-layout/default-groups", test_default_groups);
  g_test_add_func ("/parallel-layout/layer-text", test_layer_text);
  g_test_add_func ("/parallel-layout/fixtures", test_fixtures);
  g_test_add_func ("/parallel-layout/fixture-errors", test_fixture_errors);
  g_test_add_func ("/parallel-layout/uneven", test_uneven);
  g_test_add_func ("/parallel-layout/largest", test_largest);
  g_test_add_func ("/parallel-layout/labels", test_labels);
  return g_test_run ();
}
