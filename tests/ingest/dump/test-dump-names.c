/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/call-key.h"
#include "ingest/dump/dump-names.h"
#include "ingest/mapping.h"
#include "../vectors.h"
#include "model/dtype.h"

#include <math.h>
#include <string.h>

static TsMapping *
mapping_of (JsonArray *pairs)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonArray *pair = json_array_get_array_element (pairs, i);
      g_ptr_array_add (texts, (gpointer) json_array_get_string_element (pair, 0));
      g_ptr_array_add (texts, (gpointer) json_array_get_string_element (pair, 1));
    }
  g_ptr_array_add (texts, NULL);
  return ts_mapping_new_from_pairs ((const char *const *) texts->pdata);
}

/* msProbe's name for a metric, which compat follows. */
static const char *
metric_name (guint metric, gboolean is_recompute)
{
  if (metric == 0)
    return NULL;
  if (metric == TS_DUMP_FORWARD && is_recompute)
    metric = TS_DUMP_RECOMPUTE;
  return ts_dump_metrics[metric - 1];
}

static void
test_metric_and_key (void)
{
  JsonArray *vectors = json_node_get_array (ts_test_vectors ("metric_and_key"));

  g_assert_cmpuint (json_array_get_length (vectors), >, 10);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      g_autoptr (TsMapping) mapping = mapping_of (json_object_get_array_member (vector, "mapping"));
      g_autoptr (GString) key = g_string_new (json_object_get_string_member (vector, "key"));
      guint metric;
      gint32 index;

      ts_mapping_apply (mapping, key);
      metric = ts_compat_metric (key);
      g_assert_cmpstr (
          metric_name (metric, json_object_get_boolean_member (vector, "is_recompute")), ==,
          json_object_get_null_member (vector, "metric")
              ? NULL
              : json_object_get_string_member (vector, "metric"));
      g_assert_cmpstr (key->str, ==, json_object_get_string_member (vector, "key_out"));
      index = ts_compat_split_index (key);
      g_assert_cmpstr (key->str, ==, json_object_get_string_member (vector, "prefix"));
      g_assert_cmpint (index, ==, json_object_get_int_member (vector, "call_index"));
    }
}

static void
test_split_call_index (void)
{
  JsonArray *vectors = json_node_get_array (ts_test_vectors ("split_call_index"));

  g_assert_cmpuint (json_array_get_length (vectors), >, 3);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      g_autoptr (GString) key = g_string_new (json_object_get_string_member (vector, "in"));
      gint32 index = ts_compat_split_index (key);

      g_assert_cmpstr (key->str, ==, json_object_get_string_member (vector, "prefix"));
      g_assert_cmpint (index, ==, json_object_get_int_member (vector, "index"));
    }
}

static void
test_python_float (void)
{
  static const struct
  {
    const char *text;
    double value;
  } good[] = {
    { "3.14", 3.14 },
    { "  3.14\t\n", 3.14 },
    { "-1.5e-3", -1.5e-3 },
    { "inf", INFINITY },
    { " -Infinity ", -INFINITY },
    { "1e400", INFINITY },
    { "1_000", 1000 },
    { "1_0.0_1", 10.01 },
    { "\u0663", 3 },
    { "\u00a05\u2003", 5 },
    { "+7", 7 },
    { ".5", 0.5 },
    { "5.", 5 },
  };
  static const char *const bad[]
      = { "", " ", "abc", "0x10", "_1", "1_", "1__0", "1_.5", "1 2", "1,5", "\xff", "--1", "+ 1" };
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_assert_true (ts_parse_python_float (good[i].text, strlen (good[i].text), &value));
      g_assert_cmpfloat (value, ==, good[i].value);
    }
  g_assert_true (ts_parse_python_float ("NaN", 3, &value) && isnan (value));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (ts_parse_python_float (bad[i], strlen (bad[i]), &value));
}

static void
test_python_int (void)
{
  static const char *const bad[]
      = { "", "-", "1.0", "1e3", "abc", "1_", "0x1", "99999999999999999" };
  gint64 value;

  g_assert_true (ts_parse_python_int ("007", &value) && value == 7);
  g_assert_true (ts_parse_python_int ("+1", &value) && value == 1);
  g_assert_true (ts_parse_python_int ("-1", &value) && value == -1);
  g_assert_true (ts_parse_python_int (" 3 ", &value) && value == 3);
  g_assert_true (ts_parse_python_int ("1_0", &value) && value == 10);
  g_assert_true (ts_parse_python_int ("\u0664\u0662", &value) && value == 42);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (ts_parse_python_int (bad[i], &value));
}

static void
test_dtype_kind (void)
{
  static const char *const floating[] = { "torch.float16",
                                          "torch.float32",
                                          "torch.float64",
                                          "torch.bfloat16",
                                          "torch.float8_e4m3fn",
                                          "torch.float8_e5m2",
                                          "torch.complex64",
                                          "Float32",
                                          "BFloat16",
                                          "Float64",
                                          "Complex128",
                                          "hifloat8",
                                          "HiFloat8",
                                          "float32",
                                          "mindspore.float16",
                                          "None",
                                          "torch.half" };
  static const char *const integer[]
      = { "torch.int64", "torch.uint8",    "torch.bool", "Int32", "Bool",      "UInt8",
          "torch.qint8", "torch.quint4x2", "int64",      "bool",  "torch.long" };

  for (guint i = 0; i < G_N_ELEMENTS (floating); i++)
    g_assert_cmpint (ts_dtype_kind (floating[i]), ==, TS_DTYPE_FLOATING);
  for (guint i = 0; i < G_N_ELEMENTS (integer); i++)
    g_assert_cmpint (ts_dtype_kind (integer[i]), ==, TS_DTYPE_INTEGER);
}

/* D4: components from the right, never words elsewhere in a name. */
static void
test_call_key (void)
{
  static const struct
  {
    const char *key;
    TsCallDirection direction;
    const char *base;
    gint32 number; /* -1: none */
  } cases[] = {
    { "Module.a.A.forward.0", TS_CALL_FORWARD, "Module.a.A", 0 },
    { "Module.a.A.backward.12", TS_CALL_BACKWARD, "Module.a.A", 12 },
    { "Functional.relu.3.forward", TS_CALL_FORWARD, "Functional.relu", 3 },
    { "Tensor.backward.0.forward", TS_CALL_FORWARD, "Tensor.backward", 0 },
    { "Module.forward_image.Conv2d.forward.0", TS_CALL_FORWARD, "Module.forward_image.Conv2d", 0 },
    { "Module.x.forward.y.Y.backward.0", TS_CALL_BACKWARD, "Module.x.forward.y.Y", 0 },
    { "Module.layers.0.L.parameters_grad.3", TS_CALL_PARAMETERS_GRAD, "Module.layers.0.L", 3 },
    { "Module.a.A.parameters_grad", TS_CALL_PARAMETERS_GRAD, "Module.a.A", -1 },
    { "Module.u.parameters_grad.something", TS_CALL_PARAMETERS_GRAD, "Module.u", -1 },
    { "model.layer1.forward", TS_CALL_FORWARD, "model.layer1", -1 },
    { "Aten.add.Tensor.0.forward", TS_CALL_FORWARD, "Aten.add.Tensor", 0 },
    { "A.b.forward.99999999999999999999", TS_CALL_FORWARD, "A.b", G_MAXINT32 },
    { "optimizer", TS_CALL_NONE, "optimizer", -1 },
    { "model.layer1", TS_CALL_NONE, "model.layer1", -1 },
    { "x.0.debug", TS_CALL_NONE, "x.0.debug", -1 },
    { "parameters_grad.0", TS_CALL_NONE, "parameters_grad.0", -1 },
    { "Module.a.forward.x", TS_CALL_NONE, "Module.a.forward.x", -1 },
    { "", TS_CALL_NONE, "", -1 },
    { ".", TS_CALL_NONE, ".", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TsCallKey key = ts_call_key_parse (cases[i].key, strlen (cases[i].key));

      g_assert_cmpint (key.direction, ==, cases[i].direction);
      g_assert_cmpint ((int) key.base_length, ==, (int) strlen (cases[i].base));
      g_assert_cmpint (key.has_number ? key.number : -1, ==, cases[i].number);
    }
}

static void
test_model_index (void)
{
  static const struct
  {
    const char *base;
    gint32 index;
  } cases[] = {
    { "Module.0.module.Float16Module", 0 },
    { "Module.3.decoder.layers.0.L", 3 },
    { "Cell.1.net.N", 1 },
    { "Module.module.GPT", -1 },
    { "Module.0.Linear", -1 }, /* a child of a sequence */
    { "Module.0", -1 },
    { "Functional.0.a.b", -1 },
    { "Module.x0.a.B", -1 },
    { "Module.99999999.a.B", -1 },
    { "Module", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (ts_call_model_index (cases[i].base, strlen (cases[i].base)), ==,
                     cases[i].index);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dump-names/metric-and-key", test_metric_and_key);
  g_test_add_func ("/dump-names/split-call-index", test_split_call_index);
  g_test_add_func ("/dump-names/python-float", test_python_float);
  g_test_add_func ("/dump-names/python-int", test_python_int);
  g_test_add_func ("/dump-names/dtype-kind", test_dtype_kind);
  g_test_add_func ("/dump-names/call-key", test_call_key);
  g_test_add_func ("/dump-names/model-index", test_model_index);
  return g_test_run ();
}
