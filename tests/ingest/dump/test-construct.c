/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/call-table.h"
#include "ingest/import-error.h"
#include "ingest/dump/recompute.h"
#include "../vectors.h"

#include <string.h>

static TsConstruct *
construct_of (const char *json, gboolean strict, GError **error)
{
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (json, strlen (json), 0);

  return ts_construct_read (reader, strict, error);
}

/* JSON in short hand: ' for ". */
static char *
quoted (const char *text)
{
  return g_strdelimit (g_strdup (text), "'", '"');
}

/* [[key, value], …] as an object in that order. */
static char *
object_of (JsonArray *pairs)
{
  GString *text = g_string_new ("{");

  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonArray *pair = json_array_get_array_element (pairs, i);
      g_autofree char *key = json_to_string (json_array_get_element (pair, 0), FALSE);
      g_autofree char *value = json_to_string (json_array_get_element (pair, 1), FALSE);
      g_string_append_printf (text, "%s%s: %s", i > 0 ? ", " : "", key, value);
    }
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

/* ---- construct.json ---- */

static void
assert_name (const TsNameTable *names, gint32 i, const char *expected)
{
  g_autoptr (GString) name = g_string_new (NULL);

  ts_name_table_get (names, i, name);
  g_assert_cmpstr (name->str, ==, expected);
}

static void
check_parents (const TsConstruct *construct, JsonArray *parents)
{
  g_assert_cmpuint (construct->order->len, ==, json_array_get_length (parents));
  for (guint i = 0; i < construct->order->len; i++)
    {
      JsonArray *pair = json_array_get_array_element (parents, i);
      gint32 node = g_array_index (construct->order, gint32, i);

      assert_name (construct->names, node, json_array_get_string_element (pair, 0));
      if (json_array_get_null_element (pair, 1))
        g_assert_cmpint (ts_construct_node (construct, node)->kind, ==, TS_PARENT_NULL);
      else
        assert_name (construct->names, ts_construct_node (construct, node)->parent,
                     json_array_get_string_element (pair, 1));
    }
}

static void
check_micro (const TsConstruct *construct, JsonArray *micro)
{
  for (guint i = 0; i < json_array_get_length (micro); i++)
    {
      JsonArray *pair = json_array_get_array_element (micro, i);
      const char *key = json_array_get_string_element (pair, 0);
      gint64 number = json_array_get_int_element (pair, 1);

      if (strcmp (key, "megatron_micro_step_number") == 0)
        {
          g_assert_true (construct->has_megatron);
          g_assert_cmpint (construct->megatron_micro_steps, ==, number);
        }
      else /* what has no number of its own counts as 0 */
        g_assert_cmpint (MAX (ts_construct_node (construct, ts_name_table_find (construct->names,
                                                                                key, strlen (key)))
                                  ->micro_step,
                              0),
                         ==, number);
    }
}

static gboolean
has_list (JsonArray *pairs)
{
  for (guint i = 0; i < json_array_get_length (pairs); i++)
    if (JSON_NODE_HOLDS_ARRAY (json_array_get_element (json_array_get_array_element (pairs, i), 1)))
      return TRUE;
  return FALSE;
}

static void
test_load_construct (void)
{
  JsonArray *vectors = json_node_get_array (ts_test_vectors ("load_construct"));

  g_assert_cmpuint (json_array_get_length (vectors), >, 3);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      g_autofree char *json = object_of (json_object_get_array_member (vector, "construct"));
      g_autoptr (GError) error = NULL;
      g_autoptr (TsConstruct) construct = construct_of (json, TRUE, &error);

      /* A list that stays a list is what msProbe stumbles over in its next step. */
      if (json_object_has_member (vector, "error")
          || has_list (json_object_get_array_member (vector, "parents")))
        {
          g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE);
          continue;
        }
      g_assert_no_error (error);
      check_parents (construct, json_object_get_array_member (vector, "parents"));
      check_micro (construct, json_object_get_array_member (vector, "micro"));
    }
}

static void
test_damaged (void)
{
  static const struct
  {
    const char *json;
    TsImportError code;
  } cases[] = {
    { "", TS_IMPORT_ERROR_TRUNCATED },
    { "{'a': null", TS_IMPORT_ERROR_TRUNCATED },
    { "{'a': [null, 0", TS_IMPORT_ERROR_TRUNCATED },
    { "{'a': nul}", TS_IMPORT_ERROR_SYNTAX },
    { "[]", TS_IMPORT_ERROR_STRUCTURE },
    { "null", TS_IMPORT_ERROR_STRUCTURE },
    { "{} {}", TS_IMPORT_ERROR_SYNTAX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = quoted (cases[i].json);
      g_autoptr (GError) error = NULL;

      g_assert_null (construct_of (json, FALSE, &error));
      g_assert_error (error, TS_IMPORT_ERROR, (int) cases[i].code);
    }
}

static void
test_lenient (void)
{
  g_autofree char *json = quoted ("{'a': true, 'b': {'x': ['a']}, 'c': [null, 1, 2], 'd': ['c', 3],"
                                  " 'a': 'd'}");
  g_autoptr (GError) error = NULL;
  g_autoptr (TsConstruct) construct = construct_of (json, FALSE, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (construct->order->len, ==, 4);
  g_assert_cmpint (ts_construct_node (construct, 0)->kind, ==, TS_PARENT_CALL); /* the last one */
  g_assert_cmpint (ts_construct_node (construct, 1)->kind, ==, TS_PARENT_NULL);
  g_assert_cmpint (ts_construct_node (construct, 3)->micro_step, ==, 3);
  g_assert_null (construct_of (json, TRUE, &error));
  g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE);
}

/* ---- msProbe's way ---- */

static void
check_roots (const TsCallTable *calls, JsonArray *roots)
{
  g_assert_cmpuint (ts_call_table_get_n_calls (calls), ==, json_array_get_length (roots));
  for (guint i = 0; i < json_array_get_length (roots); i++)
    {
      JsonArray *pair = json_array_get_array_element (roots, i);
      const char *key = json_array_get_string_element (pair, 0);
      TsCall call;

      g_assert_true (ts_call_table_find (calls, key, strlen (key), &call));
      g_assert_cmpint (call.micro_step, ==, json_array_get_int_element (pair, 1));
    }
}

static void
test_root_nodes (void)
{
  JsonArray *vectors = json_node_get_array (ts_test_vectors ("root_nodes"));

  g_assert_cmpuint (json_array_get_length (vectors), >, 5);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      JsonNode *roots = json_object_get_member (vector, "roots");
      g_autofree char *json = object_of (json_object_get_array_member (vector, "construct"));
      g_autoptr (GError) error = NULL;
      TsConstruct *construct = construct_of (json, TRUE, &error);
      g_autoptr (TsCallTable) calls
          = construct == NULL ? NULL : ts_call_table_new_compat (construct, &error);

      g_test_message ("%s", json_object_get_string_member (vector, "note"));
      if (JSON_NODE_HOLDS_ARRAY (roots))
        {
          g_assert_no_error (error);
          check_roots (calls, json_node_get_array (roots));
        }
      else
        g_assert_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE);
    }
}

/* The roots as a construct.json that says them outright. Calls that go by their forward call get
 * one. */
static char *
construct_of_roots (JsonArray *roots)
{
  GString *text = g_string_new ("{");

  for (guint i = 0; i < json_array_get_length (roots); i++)
    {
      JsonArray *pair = json_array_get_array_element (roots, i);
      gint64 micro = json_array_get_int_element (pair, 1);
      g_autoptr (GString) forward = g_string_new (json_array_get_string_element (pair, 0));

      g_string_append_printf (text, "%s\"%s\": %d", i > 0 ? ", " : "", forward->str, (int) micro);
      if (g_string_replace (forward, ".parameters_grad", ".forward", 0)
          + g_string_replace (forward, ".backward", ".forward", 0))
        g_string_append_printf (text, ", \"%s\": %d", forward->str, (int) micro);
    }
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static void
test_reindex (void)
{
  JsonArray *vectors = json_node_get_array (ts_test_vectors ("reindex"));
  g_autoptr (GString) renamed = g_string_new (NULL);

  g_assert_cmpuint (json_array_get_length (vectors), >, 5);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      JsonArray *mapping = json_object_get_array_member (vector, "mapping");
      g_autofree char *json = construct_of_roots (json_object_get_array_member (vector, "roots"));
      g_autoptr (GError) error = NULL;
      g_autoptr (TsCallTable) calls
          = ts_call_table_new_compat (construct_of (json, TRUE, NULL), &error);

      g_assert_no_error (error);
      for (guint j = 0; j < json_array_get_length (mapping); j++)
        {
          JsonArray *pair = json_array_get_array_element (mapping, j);
          const char *key = json_array_get_string_element (pair, 0);
          TsCall call;

          g_assert_true (ts_call_table_find (calls, key, strlen (key), &call));
          ts_compat_rename (key, strlen (key), call.index, renamed);
          g_assert_cmpstr (renamed->str, ==, json_array_get_string_element (pair, 1));
        }
    }
}

/* ---- rules.md ---- */

/* Asserts "key micro-step index" for each line of expected, by rules.md. */
static void
assert_calls (const char *construct, const TsNameTable *recomputed, const char *expected)
{
  g_autofree char *json = quoted (construct);
  g_autoptr (GError) error = NULL;
  TsConstruct *parsed = construct_of (json, FALSE, &error);
  g_autoptr (TsCallTable) calls = NULL;
  g_auto (GStrv) lines = g_strsplit (expected, "\n", -1);

  g_assert_no_error (error);
  calls = ts_call_table_new (parsed, recomputed);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 3);
      g_autofree char *got = NULL;
      TsCall call;

      g_assert_true (ts_call_table_find (calls, words[0], strlen (words[0]), &call));
      got = g_strdup_printf ("%s %d %d", words[0], call.micro_step, call.index);
      g_assert_cmpstr (got, ==, lines[i]);
    }
}

static guint
count_micro_steps (const char *construct)
{
  g_autofree char *json = quoted (construct);
  g_autoptr (TsCallTable) calls = ts_call_table_new (construct_of (json, FALSE, NULL), NULL);

  return ts_call_table_get_n_micro_steps (calls);
}

static void
test_megatron (void)
{
  static const char construct[]
      = "{'Tensor.t.0.forward': null, 'Module.0.m.M.forward.0': [null, 0],"
        " 'Functional.f.0.forward': ['Module.0.m.M.forward.0', 0], 'megatron_micro_step_number': 1,"
        " 'Module.1.m.M.forward.0': [null, 0], 'Module.0.m.M.forward.1': [null, 1],"
        " 'Module.1.m.M.forward.1': [null, 1], 'Functional.f.1.forward': ['Module.0.m.M.forward.1',"
        " 1], 'Module.1.m.M.backward.0': [null, 0], 'Module.0.m.M.backward.1': [null, 1],"
        " 'optimizer': [null, 1]}";

  assert_calls (construct, NULL,
                "Tensor.t.0.forward 0 0\nModule.0.m.M.forward.0 0 0\nFunctional.f.0.forward 0 0\n"
                "Module.1.m.M.forward.0 0 0\nModule.0.m.M.forward.1 1 0\n"
                "Module.1.m.M.forward.1 1 0\nFunctional.f.1.forward 1 0\n"
                "Module.1.m.M.backward.0 0 0\nModule.0.m.M.backward.1 1 0\noptimizer 1 0\n");
  g_assert_cmpuint (count_micro_steps (construct), ==, 2);
  /* The numbers hold without the marker key too. */
  assert_calls ("{'Module.a.A.forward.0': [null, 2]}", NULL, "Module.a.A.forward.0 2 0\n");
}

/* S2: ten top-level modules called once each are one micro-step. */
static void
test_call_numbers (void)
{
  static const char construct[]
      = "{'Module.a.A.forward.0': null, 'Module.b.B.forward.0': null,"
        " 'Functional.f.0.forward': 'Module.b.B.forward.0', 'Module.c.C.forward.0': null,"
        " 'Module.c.C.backward.0': null, 'Module.b.B.backward.0': null,"
        " 'Functional.f.0.backward': 'Module.b.B.backward.0',"
        " 'Module.a.A.forward.1': null, 'Module.b.B.forward.1': null,"
        " 'Functional.f.1.forward': 'Module.b.B.forward.1'}";

  g_assert_cmpuint (count_micro_steps (construct), ==, 2);
  assert_calls (construct, NULL,
                "Module.a.A.forward.0 0 0\nModule.b.B.forward.0 0 0\nFunctional.f.0.forward 0 0\n"
                "Module.c.C.forward.0 0 0\nModule.b.B.backward.0 0 0\n"
                "Functional.f.0.backward 0 0\nModule.a.A.forward.1 1 0\n"
                "Functional.f.1.forward 1 0\n");
  /* A backward call without a forward one goes by its own number; a parent without an entry of its
   * own counts as one. */
  assert_calls (
      "{'Module.m.M.backward.1': null, 'Module.m.x.X.backward.1': 'Module.m.M.backward.1',"
      " 'Cell.g.G.forward.0': 'Cell.ghost.N.forward.3'}",
      NULL, "Module.m.x.X.backward.1 1 0\nCell.g.G.forward.0 3 0\n");
}

/* Names that lack what names of modules have. */
static void
test_short_names (void)
{
  assert_calls (
      "{'Module.forward.0': null, 'Module..forward.1': null, 'Cell.backward.1': null,"
      " 'Module.0.forward.0': null, '.forward.0': null, '': null, '.': '', 'forward': ''}",
      NULL,
      "Module.forward.0 0 0\nModule..forward.1 1 0\nModule.0.forward.0 0 0\n"
      ".forward.0 0 0\n. 0 0\nforward 0 0\n");
}

/* S3 */
static void
test_outside (void)
{
  assert_calls (
      "{'Tensor.data.0.forward': null, 'Module.m.M.forward.0': null,"
      " 'Functional.loss.0.forward': null, 'Functional.loss.0.backward': null,"
      " 'Module.m.M.backward.0': null, 'Module.m.M.forward.1': null,"
      " 'Functional.loss.1.forward': null, 'Functional.loss.1.backward': null,"
      " 'Tensor.only.0.backward': null, 'clip_grad': null, 'Torch.norm.0.forward': 'clip_grad',"
      " 'optimizer': null, 'Torch.sqrt.0.forward': 'optimizer',"
      " 'Torch.sqrt.1.forward': 'optimizer'}",
      NULL,
      "Tensor.data.0.forward 0 0\nFunctional.loss.0.forward 0 0\nFunctional.loss.0.backward 0 0\n"
      "Functional.loss.1.forward 1 0\nFunctional.loss.1.backward 1 0\nTensor.only.0.backward 1 0\n"
      "Torch.norm.0.forward 1 0\nTorch.sqrt.0.forward 1 0\nTorch.sqrt.1.forward 1 1\n");
  /* The optimizer is no micro-step of its own, wherever it stands. */
  g_assert_cmpuint (count_micro_steps ("{'optimizer': null, 'Torch.s.0.forward': 'optimizer',"
                                       " 'Module.m.M.forward.0': null}"),
                    ==, 1);
  assert_calls ("{'optimizer': null, 'Torch.s.0.forward': 'optimizer',"
                " 'Module.m.M.forward.0': null, 'Module.m.M.forward.1': null}",
                NULL, "Torch.s.0.forward 1 0\n");
  g_assert_cmpuint (count_micro_steps ("{'optimizer_foo': null, 'Modules.x.X.forward.5': null}"),
                    ==, 1);
}

/* D7: a backward call has the index of its forward call. */
static void
test_backward_index (void)
{
  assert_calls ("{'Module.p.P.forward.0': null, 'Module.p.a.A.forward.3': 'Module.p.P.forward.0',"
                " 'Module.p.a.A.forward.4': 'Module.p.P.forward.0',"
                " 'Tensor.add.10.forward': 'Module.p.P.forward.0',"
                " 'Tensor.add.9.forward': 'Module.p.P.forward.0',"
                " 'Tensor.add.10.backward': 'Module.p.P.backward.0',"
                " 'Module.p.P.backward.0': null, 'Module.p.a.A.backward.4': null}",
                NULL,
                "Module.p.a.A.forward.3 0 0\nModule.p.a.A.forward.4 0 1\n"
                "Module.p.a.A.backward.4 0 1\nTensor.add.9.forward 0 0\nTensor.add.10.forward 0 1\n"
                "Tensor.add.10.backward 0 1\n");
}

/* D8 by the parents alone: the other call of the layer has one. */
static void
test_detached (void)
{
  static const char construct[]
      = "{'Module.m.M.forward.0': null, 'Module.m.l.L.forward.0': 'Module.m.M.forward.0',"
        " 'Module.m.M.backward.0': null, 'Module.m.l.L.forward.1': null,"
        " 'Functional.f.1.forward': 'Module.m.l.L.forward.1',"
        " 'Module.m.l.L.backward.1': 'Module.m.M.backward.0', 'Module.m.M.forward.1': null,"
        " 'Module.m.l.L.forward.2': 'Module.m.M.forward.1', 'Module.m.M.backward.1': null,"
        " 'Module.m.l.L.forward.3': null, 'Module.m.l.L.backward.3': null}";

  g_assert_cmpuint (count_micro_steps (construct), ==, 2);
  assert_calls (construct, NULL,
                "Module.m.l.L.forward.0 0 0\nModule.m.l.L.forward.1 0 1\n"
                "Functional.f.1.forward 0 0\nModule.m.l.L.backward.1 0 1\n"
                "Module.m.l.L.forward.2 1 0\nModule.m.l.L.forward.3 1 1\n"
                "Module.m.l.L.backward.3 1 1\n");
}

/* D8 when roots themselves are recomputed: only the stacks tell. The first recomputation comes
 * before any backward call. */
static void
test_recomputed_roots (void)
{
  static const char construct[]
      = "{'Module.a.A.forward.0': null, 'Module.b.B.forward.0': null,"
        " 'Module.b.B.forward.1': null, 'Module.b.B.backward.1': null,"
        " 'Module.a.A.forward.1': null, 'Functional.f.9.forward': 'Module.a.A.forward.1',"
        " 'Module.a.A.backward.1': null,"
        " 'Module.a.A.forward.2': null, 'Module.b.B.forward.2': null,"
        " 'Module.b.B.forward.3': null, 'Module.b.B.backward.3': null,"
        " 'Module.a.A.forward.3': null, 'Module.a.A.backward.3': null}";
  static const char *const names[] = { "Module.a.A.forward.1", "Module.a.A.forward.3",
                                       "Module.b.B.forward.1", "Module.b.B.forward.3" };
  g_autoptr (TsNameTable) recomputed = ts_name_table_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ts_name_table_add (recomputed, names[i], strlen (names[i]));
  assert_calls (construct, recomputed,
                "Module.a.A.forward.0 0 0\nModule.a.A.forward.1 0 0\nModule.a.A.backward.1 0 0\n"
                "Module.b.B.forward.1 0 0\nModule.b.B.backward.1 0 0\nFunctional.f.9.forward 0 0\n"
                "Module.a.A.forward.2 1 0\nModule.b.B.forward.2 1 0\nModule.b.B.forward.3 1 0\n"
                "Module.b.B.backward.3 1 0\nModule.a.A.forward.3 1 0\n"
                "Module.a.A.backward.3 1 0\n");
}

/* The same when two forward passes come before the first backward pass: the second backward pass
 * begins with a recomputation, behind calls of the first. */
static void
test_recomputed_roots_in_turn (void)
{
  static const char construct[]
      = "{'Module.a.A.forward.0': null, 'Module.b.B.forward.0': null,"
        " 'Module.a.A.forward.1': null, 'Module.b.B.forward.1': null,"
        " 'Module.b.B.forward.2': null, 'Module.b.B.backward.2': null,"
        " 'Module.a.A.forward.2': null, 'Module.a.A.backward.2': null,"
        " 'Module.b.B.forward.3': null, 'Functional.f.9.forward': 'Module.b.B.forward.3',"
        " 'Module.b.B.backward.3': null,"
        " 'Module.a.A.forward.3': null, 'Module.a.A.backward.3': null}";
  static const char *const names[] = { "Module.a.A.forward.2", "Module.a.A.forward.3",
                                       "Module.b.B.forward.2", "Module.b.B.forward.3" };
  g_autoptr (TsNameTable) recomputed = ts_name_table_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ts_name_table_add (recomputed, names[i], strlen (names[i]));
  assert_calls (construct, recomputed,
                "Module.b.B.forward.2 0 0\nModule.b.B.backward.2 0 0\nModule.a.A.forward.2 0 0\n"
                "Module.a.A.backward.2 0 0\nModule.b.B.forward.3 1 0\nFunctional.f.9.forward 1 0\n"
                "Module.b.B.backward.3 1 0\nModule.a.A.forward.3 1 0\nModule.a.A.backward.3 1 0\n");
}

/* Backward calls of both the original and the recomputed call stay apart. */
static void
test_backward_of_both (void)
{
  g_autoptr (TsNameTable) recomputed = ts_name_table_new ();

  ts_name_table_add (recomputed, "Module.m.l.L.forward.1", strlen ("Module.m.l.L.forward.1"));
  assert_calls ("{'Module.m.M.forward.0': null, 'Module.m.l.L.forward.0': 'Module.m.M.forward.0',"
                " 'Module.m.l.L.forward.1': 'Module.m.M.backward.0',"
                " 'Module.m.l.L.backward.1': 'Module.m.M.backward.0',"
                " 'Module.m.l.L.backward.0': 'Module.m.M.backward.0',"
                " 'Module.m.M.backward.0': null}",
                recomputed,
                "Module.m.l.L.forward.0 0 0\nModule.m.l.L.forward.1 0 0\n"
                "Module.m.l.L.backward.0 0 1\nModule.m.l.L.backward.1 0 0\n");
}

static void
test_circles (void)
{
  g_autofree char *json = quoted ("{'Module.a.A.forward.0': 'Module.b.B.forward.0',"
                                  " 'Module.b.B.forward.0': 'Module.a.A.forward.0',"
                                  " 'Module.c.C.forward.0': 'Module.c.C.forward.0',"
                                  " 'Module.d.D.forward.0': 'Module.b.B.forward.0'}");
  g_autoptr (TsCallTable) calls = ts_call_table_new (construct_of (json, FALSE, NULL), NULL);
  TsCall call;

  g_assert_cmpuint (ts_call_table_get_n_circles (calls), ==, 2);
  g_assert_cmpuint (ts_call_table_get_n_micro_steps (calls), ==, 1);
  g_assert_true (ts_call_table_find (calls, "Module.d.D.forward.0", 20, &call));
  g_assert_cmpint (call.micro_step, ==, 0);
}

/* A chain of parents as long as no call stack could follow, both ways. */
static void
test_long_chain (void)
{
  g_autoptr (GString) json = g_string_new ("{");
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCallTable) calls = NULL;
  g_autoptr (TsCallTable) compat = NULL;
  TsCall call;
  const guint n = 100000;

  for (guint i = n; i > 0; i--)
    g_string_append_printf (json, "\"Module.m%u.M.forward.0\": \"Module.m%u.M.forward.0\", ", i,
                            i - 1);
  g_string_append (json, "\"Module.m0.M.forward.0\": null}");
  calls = ts_call_table_new (construct_of (json->str, FALSE, NULL), NULL);
  g_assert_true (ts_call_table_find (calls, "Module.m99999.M.forward.0", 25, &call));
  g_assert_cmpint (call.micro_step, ==, 0);
  compat = ts_call_table_new_compat (construct_of (json->str, TRUE, NULL), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ts_call_table_get_n_calls (compat), ==, n + 1);
}

static void
test_sequence (void)
{
  g_autofree char *list = quoted ("{'Module.0.m.M.forward.0': null}");
  g_autofree char *sequence
      = quoted ("{'Module.0.Linear.forward.0': null, 'Module.1.fc.L.forward.0': null}");
  g_autoptr (TsCallTable) a = ts_call_table_new (construct_of (list, FALSE, NULL), NULL);
  g_autoptr (TsCallTable) b = ts_call_table_new (construct_of (sequence, FALSE, NULL), NULL);

  g_assert_false (ts_call_table_is_sequence (a));
  g_assert_true (ts_call_table_is_sequence (b));
}

/* ---- stack.json ---- */

#define FRAME(path, function) "'File " path ", line 1, in " function ", \\n x()'"
#define TORCH                 "/usr/lib/python3/torch/"

static void
assert_recomputed (const char *text, const char *expected)
{
  g_autofree char *json = quoted (text);
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (json, strlen (json), 7);
  g_autoptr (GError) error = NULL;
  g_autoptr (TsNameTable) names = ts_recompute_read_stacks (reader, &error);
  g_autoptr (GString) got = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < ts_name_table_get_size (names); i++)
    {
      g_autoptr (GString) name = g_string_new (NULL);

      ts_name_table_get (names, (gint32) i, name);
      g_string_append_printf (got, "%s ", name->str);
    }
  g_assert_cmpstr (got->str, ==, expected);
}

static void
test_stacks (void)
{
  /* Not re-entrant checkpoint, in both forms of the file. */
  assert_recomputed ("{'0': [['a', 'b'], [" FRAME ("model.py", "forward") ", " FRAME (
                         TORCH "utils/checkpoint.py", "recompute_fn") "]], '1': [['c'], []]}",
                     "a b ");
  assert_recomputed (
      "{'a': [" FRAME (TORCH "utils/checkpoint.py",
                       "recompute_fn") "], 'b': [],"
                                       " 'c': [" FRAME ("my.py", "recompute_fn") "]}",
      "a ");
  /* Re-entrant: backward of the checkpoint, called by torch's Function within two frames. */
  assert_recomputed ("{'a': [" FRAME (TORCH "utils/checkpoint.py",
                                      "backward") ", " FRAME (TORCH "autograd/function.py", "apply") "], 'b': [" FRAME ("/opt/megatron/core/random.py", "backward") ", " FRAME ("x.py",
                                                                                                                                                                                "f") ", " FRAME (TORCH "autograd/function.py", "apply") "], 'c': [" FRAME ("/opt/megatron/core/random.py", "checkpoint_function_backward") ", " FRAME ("x.py", "f") ", " FRAME ("x.py", "f") ", " FRAME (TORCH "autograd/function.py", "apply") "], 'd': [" FRAME ("/opt/megatron/x.py", "forward") ", " FRAME (TORCH "autograd/function.py", "apply") "], 'e': [" FRAME (TORCH
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                          "utils/checkpoint.py",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                          "forward") "]}",
                     "a b ");
  /* What is no stack is passed over. */
  assert_recomputed ("{'a': null, 'b': [1, {'x': []}], 'c': 'text', 'd': [[1, 'e'], 5, ['nonsense',"
                     " 7, 'File x', 'File x, line 3']]}",
                     "");
}

static void
test_damaged_stacks (void)
{
  static const char *const cases[] = { "{\"a\": [\"File", "{\"0\": [[\"a\"], [", "{\"0\" [}" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory (cases[i], strlen (cases[i]), 0);
      g_autoptr (GError) error = NULL;

      g_assert_null (ts_recompute_read_stacks (reader, &error));
      g_assert_nonnull (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/construct/load", test_load_construct);
  g_test_add_func ("/construct/damaged", test_damaged);
  g_test_add_func ("/construct/lenient", test_lenient);
  g_test_add_func ("/construct/compat/root-nodes", test_root_nodes);
  g_test_add_func ("/construct/compat/reindex", test_reindex);
  g_test_add_func ("/construct/rules/megatron", test_megatron);
  g_test_add_func ("/construct/rules/call-numbers", test_call_numbers);
  g_test_add_func ("/construct/rules/short-names", test_short_names);
  g_test_add_func ("/construct/rules/outside", test_outside);
  g_test_add_func ("/construct/rules/backward-index", test_backward_index);
  g_test_add_func ("/construct/rules/detached", test_detached);
  g_test_add_func ("/construct/rules/recomputed-roots", test_recomputed_roots);
  g_test_add_func ("/construct/rules/recomputed-roots-in-turn", test_recomputed_roots_in_turn);
  g_test_add_func ("/construct/rules/backward-of-both", test_backward_of_both);
  g_test_add_func ("/construct/rules/circles", test_circles);
  g_test_add_func ("/construct/rules/long-chain", test_long_chain);
  g_test_add_func ("/construct/rules/sequence", test_sequence);
  g_test_add_func ("/construct/stacks", test_stacks);
  g_test_add_func ("/construct/stacks/damaged", test_damaged_stacks);
  return g_test_run ();
}
