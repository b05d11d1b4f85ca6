/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../test-folder.h"

#include "ingest/dump/dump-structure.h"
#include "ingest/import-error.h"
#include "structure/overflow.h"
#include "structure/structure-builder.h"
#include "structure/structure-json.h"

#include <json-glib/json-glib.h>

/* ---- Against what msProbe builds ---- */

static JsonNode *
load_json (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("TS_MODEL_SAMPLES"), "expected", name, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_parser_steal_root (parser);
}

static JsonNode *
parse_structure (const TsStructure *structure)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  GString *json = ts_structure_to_json (structure, "dump");

  json_parser_load_from_data (parser, json->str, (gssize) json->len, &error);
  g_assert_no_error (error);
  g_string_free (json, TRUE);
  return json_parser_steal_root (parser);
}

static TsStructure *
load_good (const char *folder, gboolean compat)
{
  g_autoptr (GError) error = NULL;
  TsStructure *structure = ts_dump_structure_load (folder, compat, &error);

  g_assert_no_error (error);
  return structure;
}

static TsStructure *
load_sample (const char *name, gboolean compat)
{
  g_autofree char *folder
      = g_build_filename (g_getenv ("TS_MODEL_SAMPLES"), "fixtures", name, NULL);

  return load_good (folder, compat);
}

static TsStructure *
load_fixture (const char *name, gint64 step, gint64 rank, gboolean compat)
{
  g_autofree char *path = g_build_filename (g_getenv ("TS_FIXTURES"), name, "data", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = ts_dump_structure_find (path, step, rank, &error);

  g_assert_no_error (error);
  return load_good (folder, compat);
}

static char *
row_to_text (JsonArray *row, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = json_to_string (json_array_get_element (row, i), FALSE);
      g_string_append_printf (text, "%s ", value);
    }
  return g_string_free (text, FALSE);
}

#define N_COLUMNS 8

static void
assert_built (const TsStructure *structure, const char *expected)
{
  g_autoptr (JsonNode) made_node = parse_structure (structure), wanted_node = load_json (expected);
  JsonObject *made = json_node_get_object (made_node), *wanted = json_node_get_object (wanted_node);
  JsonArray *made_rows = json_object_get_array_member (made, "nodes");
  JsonArray *wanted_rows = json_object_get_array_member (wanted, "nodes");

  g_assert_cmpint (json_object_get_int_member (made, "micro_steps"), ==,
                   json_object_get_int_member (wanted, "micro_steps"));
  g_assert_cmpuint (json_array_get_length (made_rows), ==, json_array_get_length (wanted_rows));
  for (guint i = 0; i < json_array_get_length (wanted_rows); i++)
    {
      g_autofree char *a = row_to_text (json_array_get_array_element (made_rows, i), N_COLUMNS);
      g_autofree char *b = row_to_text (json_array_get_array_element (wanted_rows, i), N_COLUMNS);
      g_assert_cmpstr (a, ==, b);
    }
  if (json_object_has_member (wanted, "unreachable"))
    {
      g_autofree char *a = json_to_string (json_object_get_member (made, "unreachable"), FALSE);
      g_autofree char *b = json_to_string (json_object_get_member (wanted, "unreachable"), FALSE);
      g_assert_cmpstr (a, ==, b);
    }
}

static void
test_compat (void)
{
  static const struct
  {
    const char *expected, *fixture;
    gint64 step, rank;
  } cases[] = {
    { "build_L0_proc.json", "dump_L0_proc", 0, -1 },
    { "build_L0_proc_bare.json", "dump_L0_proc_bare", 1, -1 },
    { "build_mix.json", "dump_mix_2rank", 0, 0 },
    { "build_nan.json", "dump_nan_inf_2rank", 2, 1 },
    { "build_recompute.json", "dump_recompute_mix", 0, -1 },
    { "build_structure.json", "dump_structure_L0", 0, -1 },
    { "build_tensor.json", "dump_tensor_L0", 0, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TsStructure) structure
          = load_fixture (cases[i].fixture, cases[i].step, cases[i].rank, TRUE);
      g_test_message ("%s", cases[i].expected);
      assert_built (structure, cases[i].expected);
    }
}

static void
test_compat_edge (void)
{
  g_autoptr (TsStructure) edge = load_sample ("edge", TRUE);
  g_autoptr (TsStructure) megatron = load_sample ("edge_megatron", TRUE);

  assert_built (edge, "build_edge.json");
  assert_built (megatron, "build_edge_megatron.json");
}

/* Ours lists the same calls as msProbe, with the same stacks and micro-steps, in the dumps where
 * nothing is lost. */
static void
test_ours_equals (void)
{
  static const char *const fixtures[]
      = { "dump_L0_proc", "dump_mix_2rank", "dump_recompute_mix", "dump_structure_L0" };

  for (guint f = 0; f < G_N_ELEMENTS (fixtures); f++)
    {
      g_autoptr (TsStructure) ours = load_fixture (fixtures[f], 0, -1, FALSE);
      g_autoptr (TsStructure) compat = load_fixture (fixtures[f], 0, -1, TRUE);
      g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
      g_test_message ("%s", fixtures[f]);
      g_assert_cmpuint (ours->n_calls, ==, compat->n_calls);
      g_assert_cmpint (ours->micro_steps, ==, compat->micro_steps);
      g_assert_cmpuint (ours->notes->len, ==, 0);
      for (guint32 i = 0; i < compat->n_calls; i++)
        g_hash_table_insert (seen, (gpointer) compat->calls[i].name, &compat->calls[i]);
      for (guint32 i = 0; i < ours->n_calls; i++)
        {
          const TsCall *call = &ours->calls[i];
          const TsCall *other = g_hash_table_lookup (seen, call->name);
          g_assert_nonnull (other);
          g_assert_cmpint (call->stack < 0, ==, other->stack < 0);
          if (call->direction == TS_DIRECTION_GRADIENT || i == 0)
            continue;
          g_assert_cmpint (call->micro_step, ==, other->micro_step);
          g_assert_cmpstr (ours->calls[call->parent].name, ==, compat->calls[other->parent].name);
        }
    }
}

/* ---- Where the right answer is another: expected/ours.json ---- */

static const TsCall *
find_call (const TsStructure *structure, const char *name)
{
  guint32 i = ts_structure_find (structure, name);

  g_assert_cmpuint (i, !=, TS_NO_CALL);
  return &structure->calls[i];
}

/* "null" is the root. */
static void
assert_parent (const TsStructure *structure, const char *name, const char *parent)
{
  const TsCall *call = find_call (structure, name);

  if (parent == NULL)
    g_assert_cmpuint (call->parent, ==, 0);
  else
    g_assert_cmpstr (structure->calls[call->parent].name, ==, parent);
}

static const char *
get_text (JsonArray *row, guint i)
{
  JsonNode *node = json_array_get_element (row, i);

  return JSON_NODE_HOLDS_NULL (node) ? NULL : json_node_get_string (node);
}

static JsonArray *
get_row (JsonObject *edge, const char *member, guint i)
{
  JsonArray *rows = json_object_get_array_member (edge, member);

  return i < json_array_get_length (rows) ? json_array_get_array_element (rows, i) : NULL;
}

static void
assert_slots (const TsStructure *structure, const char *name, JsonObject *wanted)
{
  const TsCall *call = find_call (structure, name);
  gint64 inputs = 0, parameters = 0, outputs = 0;

  for (guint32 i = 0; i < call->n_slots; i++)
    {
      const TsSlot *slot = &structure->slots[call->first_slot + i];
      inputs += slot->role == TS_SLOT_INPUT;
      parameters += slot->role == TS_SLOT_PARAMETER;
      outputs += slot->role == TS_SLOT_OUTPUT;
    }
  g_assert_cmpint (inputs, ==, json_object_get_int_member (wanted, "inputs"));
  g_assert_cmpint (parameters, ==, json_object_get_int_member (wanted, "parameters"));
  g_assert_cmpint (outputs, ==, json_object_get_int_member (wanted, "outputs"));
}

static void
test_ours_edge (void)
{
  g_autoptr (JsonNode) root = load_json ("ours.json");
  JsonObject *edge = json_object_get_object_member (json_node_get_object (root), "edge");
  JsonObject *placeholder = json_object_get_object_member (edge, "placeholder");
  const char *id = json_object_get_string_member (placeholder, "id");
  g_autoptr (TsStructure) structure = load_sample ("edge", FALSE);
  JsonArray *row;

  g_assert_true (find_call (structure, id)->placeholder);
  g_assert_cmpuint (structure->notes->len, ==, 1);
  assert_parent (structure, id, NULL);
  assert_parent (structure, get_text (json_object_get_array_member (placeholder, "children"), 0),
                 id);
  for (guint i = 0; (row = get_row (edge, "parents", i)) != NULL; i++)
    assert_parent (structure, get_text (row, 0), get_text (row, 1));
  for (guint i = 0; (row = get_row (edge, "micro_steps", i)) != NULL; i++)
    g_assert_cmpint (find_call (structure, get_text (row, 0))->micro_step, ==,
                     json_array_get_int_element (row, 1));
  for (guint i = 0; (row = get_row (edge, "slots", i)) != NULL; i++)
    assert_slots (structure, get_text (row, 0), json_array_get_object_element (row, 1));
  for (guint i = 0; (row = get_row (edge, "overflow", i)) != NULL; i++)
    g_assert_cmpstr (ts_overflow_level_get_name (
                         (TsOverflowLevel) find_call (structure, get_text (row, 0))->overflow),
                     ==, get_text (row, 1));
  for (guint i = 0; (row = get_row (edge, "cause", i)) != NULL; i++)
    {
      g_autofree char *cause
          = ts_overflow_dup_cause (structure, ts_structure_find (structure, get_text (row, 0)));
      g_assert_cmpstr (cause, ==, get_text (row, 1));
    }
}

static void
test_origin (void)
{
  g_autoptr (JsonNode) root = load_json ("ours.json");
  JsonObject *nan = json_object_get_object_member (json_node_get_object (root), "nan");
  g_autoptr (TsStructure) structure = load_fixture ("dump_nan_inf_2rank", 2, 1, FALSE);
  guint32 origin = ts_overflow_find_origin (structure);

  g_assert_cmpuint (origin, !=, TS_NO_CALL);
  g_assert_cmpstr (structure->calls[origin].name, ==,
                   json_object_get_string_member (nan, "origin"));
}

/* In the dump with recomputation, backwards are numbered 1 and 3; gradients 0 and 1 go k-th to
 * k-th.
 */
static void
test_gradients_of_recomputed (void)
{
  g_autoptr (TsStructure) structure = load_fixture ("dump_recompute_mix", 0, -1, FALSE);

  assert_parent (structure,
                 "Module.module.decoder.layers.0.mlp.linear_fc1.Linear.parameters_grad.0",
                 "Module.module.decoder.layers.0.mlp.linear_fc1.Linear.backward.1");
  assert_parent (structure,
                 "Module.module.decoder.layers.0.mlp.linear_fc1.Linear.parameters_grad.1",
                 "Module.module.decoder.layers.0.mlp.linear_fc1.Linear.backward.3");
}

/* ---- Odd trees ---- */

static void
assert_consistent (const TsStructure *structure)
{
  g_assert_cmpuint (structure->calls[0].parent, ==, TS_NO_CALL);
  g_assert_cmpuint (structure->calls[0].subtree_end, ==, structure->n_calls);
  for (guint32 i = 1; i < structure->n_calls; i++)
    {
      const TsCall *call = &structure->calls[i], *parent = &structure->calls[call->parent];
      g_assert_cmpuint (call->parent, <, i);
      g_assert_cmpuint (call->subtree_end, >, i);
      g_assert_cmpuint (call->subtree_end, <=, parent->subtree_end);
      g_assert_cmpuint (call->depth, ==, parent->depth + 1);
    }
}

#define DEPTH 100000

static void
test_deep (void)
{
  for (int compat = 0; compat < 2; compat++)
    {
      g_autoptr (TsStructureBuilder) builder = ts_structure_builder_new (compat);
      g_autoptr (TsStructure) structure = NULL;
      for (guint i = 0; i < DEPTH; i++)
        {
          g_autofree char *name = g_strdup_printf ("Module.m%u.M.forward.0", i);
          g_autofree char *parent = g_strdup_printf ("Module.m%u.M.forward.0", i - 1);
          ts_structure_builder_add_call (builder, name, i > 0 ? parent : NULL, -1);
        }
      structure = ts_structure_builder_finish (builder);
      g_assert_cmpuint (structure->n_calls, ==, DEPTH + 1);
      g_assert_cmpuint (structure->calls[DEPTH].depth, ==, DEPTH);
      assert_consistent (structure);
    }
}

static void
test_cycles (void)
{
  static const char *const pairs[][2] = {
    { "Module.a.A.forward.0", "Module.b.B.forward.0" },
    { "Module.b.B.forward.0", "Module.c.C.forward.0" },
    { "Module.c.C.forward.0", "Module.b.B.forward.0" },
    { "Module.d.D.forward.0", "Module.d.D.forward.0" },
    { "Module.e.E.forward.0", NULL },
    { "DefaultModel", "Module.e.E.forward.0" },
  };

  for (int compat = 0; compat < 2; compat++)
    {
      g_autoptr (TsStructureBuilder) builder = ts_structure_builder_new (compat);
      g_autoptr (TsStructure) structure = NULL;
      for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
        ts_structure_builder_add_call (builder, pairs[i][0], pairs[i][1], -1);
      structure = ts_structure_builder_finish (builder);
      assert_consistent (structure);
      /* Root and e; ours also keeps the two cycles, cut open. */
      g_assert_cmpuint (structure->n_calls, ==, compat ? 2 : 6);
      g_assert_cmpuint (structure->unreachable->len, ==, compat ? 4 : 0);
      g_assert_cmpuint (structure->notes->len, ==, compat ? 0 : 2);
    }
}

/* Names that differ in one character are two calls; the same name twice is one. */
static void
test_close_names (void)
{
  g_autoptr (TsStructureBuilder) builder = ts_structure_builder_new (FALSE);
  g_autoptr (TsStructure) structure = NULL;

  ts_structure_builder_add_call (builder, "Module.a.A.forward.1", NULL, -1);
  ts_structure_builder_add_call (builder, "Module.a.A.forward.2", NULL, -1);
  ts_structure_builder_add_call (builder, "Module.a.a.forward.1", "Module.a.A.forward.1", -1);
  ts_structure_builder_add_call (builder, "Module.a.a.forward.1", "Module.a.A.forward.2", -1);
  structure = ts_structure_builder_finish (builder);
  g_assert_cmpuint (structure->n_calls, ==, 4);
  assert_parent (structure, "Module.a.a.forward.1", "Module.a.A.forward.2");
  assert_parent (structure, "Module.a.A.forward.1", NULL);
}

/* ---- Odd files ---- */

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    {
      g_remove (path);
      return;
    }
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
test_odd_files (void)
{
  static const char construct[] = "{\"Module.a.A.forward.0\": null}";
  static const char dump[]
      = "{\"task\": \"statistics\", \"data\": {\"Module.a.A.forward.0\": {\"input_args\": [null, "
        "[{\"type\": \"float\", \"value\": 1.5}]], \"input_kwargs\": {\"value\": null}}}}";
  static const struct
  {
    const char *construct, *dump, *stack;
    guint32 n_calls; /* 0: refused */
    guint n_notes;
    gboolean compat;
  } cases[] = {
    { construct, dump, NULL, 2, 0, TRUE },
    { construct, NULL, NULL, 2, 1, FALSE },
    { NULL, dump, NULL, 2, 1, FALSE },
    { NULL, NULL, NULL, 0, 0, FALSE },
    { "{}", dump, "{}", 2, 0, FALSE },
    { construct, dump, "{\"Module.a.A.forward.0\": [\"File x, line 1, in f\"", 2, 1, TRUE },
    { construct, dump, "[]", 2, 1, TRUE },
    { "{\"Module.a.A.forward.0\": nul", dump, NULL, 2, 1, FALSE },
    { "", dump, NULL, 2, 1, FALSE },
    { "[1, 2]", dump, NULL, 2, 1, FALSE },
    { "{\"Module.a.A.forward.0\": {\"x\": 1}}", dump, NULL, 2, 0, FALSE },
    { construct, "", NULL, 2, 1, FALSE },
    { construct, "{\"data\": {\"Module.a.A.forward.0\": {\"output\": [{\"type\"", NULL, 2, 1,
      FALSE },
    { construct, "{\"data\": []}", NULL, 2, 1, FALSE },
    { construct, "{\"data\": {\"Module.a.A.forward.0\": 5, \"Torch.x.0.forward\": []}}", NULL, 3, 1,
      FALSE },
    { "", "", NULL, 0, 0, FALSE },
  };
  g_autofree char *folder = test_tmp_dir ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int compat = 0; compat < 2; compat++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (TsStructure) structure = NULL;
        write_file (folder, "construct.json", cases[i].construct);
        write_file (folder, "dump.json", cases[i].dump);
        write_file (folder, "stack.json", cases[i].stack);
        structure = ts_dump_structure_load (folder, compat, &error);
        g_test_message ("case %u, compat %d", i, compat);
        if (structure == NULL)
          {
            g_assert_true (compat ? !cases[i].compat : cases[i].n_calls == 0);
            g_assert_nonnull (strstr (error->message, ".json"));
            continue;
          }
        assert_consistent (structure);
        if (compat)
          continue;
        g_assert_cmpuint (structure->n_calls, ==, cases[i].n_calls);
        g_assert_cmpuint (structure->notes->len, ==, cases[i].n_notes);
      }
}

static void
test_slots (void)
{
  static const char dump[]
      = "{\"data\": {\"Torch.f.0.forward\": {\"input_args\": [null, [{\"type\": \"float\", "
        "\"value\": 1.50}], {\"type\": \"torch.Tensor\", \"dtype\": \"torch.float32\", \"shape\": "
        "[2, 4], \"Max\": NaN, \"Min\": \"-inf\", \"Mean\": null, \"Norm\": 2, \"requires_grad\": "
        "true, \"md5\": \"0a\"}], \"input_kwargs\": {\"value\": null, \"type\": {\"type\": "
        "\"bool\", \"value\": false}}}}}";
  static const struct
  {
    const char *name;
    TsSlotKind kind;
    const char *value;
  } wanted[] = { { "input.0", TS_SLOT_NOTHING, NULL },
                 { "input.1.0", TS_SLOT_SCALAR, "1.50" },
                 { "input.2", TS_SLOT_TENSOR, NULL },
                 { "input.value", TS_SLOT_NOTHING, NULL },
                 { "input.type", TS_SLOT_SCALAR, "False" } };
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (TsStructure) structure = NULL;
  const TsCall *call;
  const TsSlot *tensor;

  write_file (folder, "dump.json", dump);
  structure = load_good (folder, FALSE);
  call = find_call (structure, "Torch.f.0.forward");
  g_assert_cmpuint (call->n_slots, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < call->n_slots; i++)
    {
      const TsSlot *slot = &structure->slots[call->first_slot + i];
      g_autofree char *name = ts_slot_dup_name (slot);
      g_assert_cmpstr (name, ==, wanted[i].name);
      g_assert_cmpint (slot->kind, ==, wanted[i].kind);
      g_assert_cmpstr (slot->value, ==, wanted[i].value);
    }
  tensor = &structure->slots[call->first_slot + 2];
  g_assert_cmpstr (tensor->shape, ==, "[2, 4]");
  g_assert_cmpstr (tensor->crc, ==, "0a");
  g_assert_cmpint (tensor->requires_grad, ==, 1);
  g_assert_cmpuint (tensor->known, ==, 1 << TS_SLOT_MAX | 1 << TS_SLOT_MIN | 1 << TS_SLOT_NORM);
  g_assert_cmpfloat (tensor->stats[TS_SLOT_NORM], ==, 2);
  g_assert_cmpint (structure->task, ==, TS_DUMP_MD5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/structure/compat", test_compat);
  g_test_add_func ("/structure/compat-edge", test_compat_edge);
  g_test_add_func ("/structure/ours-equals", test_ours_equals);
  g_test_add_func ("/structure/ours-edge", test_ours_edge);
  g_test_add_func ("/structure/origin", test_origin);
  g_test_add_func ("/structure/gradients-of-recomputed", test_gradients_of_recomputed);
  g_test_add_func ("/structure/deep", test_deep);
  g_test_add_func ("/structure/cycles", test_cycles);
  g_test_add_func ("/structure/close-names", test_close_names);
  g_test_add_func ("/structure/odd-files", test_odd_files);
  g_test_add_func ("/structure/slots", test_slots);
  return g_test_run ();
}
