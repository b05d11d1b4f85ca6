/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arithmetic of a comparison against the vectors of its specification. */
#include "compare/canonical-name.h"
#include "compare/combine.h"
#include "compare/divergence.h"
#include "model/dtype.h"

#include <json-glib/json-glib.h>
#include <math.h>

static JsonArray *
get_vectors (const char *section)
{
  static JsonParser *parser;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "hunting_vectors.json", NULL);
  g_autoptr (GError) error = NULL;

  if (parser == NULL)
    {
      parser = json_parser_new ();
      json_parser_load_from_file (parser, path, &error);
      g_assert_no_error (error);
    }
  return json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                       section);
}

#define FOREACH_VECTOR(vector, section)                                                            \
  for (guint i_ = 0; i_ < json_array_get_length (get_vectors (section)); i_++)                     \
    for (JsonObject *vector = json_array_get_object_element (get_vectors (section), i_);           \
         vector != NULL; vector = NULL)

static void
assert_near (double a, double b)
{
  if (!(fabs (a - b) <= 1e-12 * fmax (1, fabs (b))))
    g_error ("%.17g is not %.17g", a, b);
}

static void
get_cell (JsonObject *object, TsComparedCell *cell)
{
  for (guint s = 0; s < TS_N_COMPARED; s++)
    {
      cell->values[s] = json_object_get_double_member (object, ts_compared_stats[s]);
      cell->states[s] = TS_CELL_NUMBER;
    }
}

static void
test_canonical_name (void)
{
  FOREACH_VECTOR (vector, "canonical_name")
  {
    g_autofree char *name = ts_canonical_name (json_object_get_string_member (vector, "name"),
                                               json_object_get_int_member (vector, "first_layer"));
    g_assert_cmpstr (name, ==, json_object_get_string_member (vector, "expect"));
  }
}

static void
test_names (void)
{
  static const struct
  {
    const char *name, *canonical, *without_class;
  } cases[] = {
    { "Module.0.Linear.output.0", "0.Linear.output.0", "0.output.0" },
    { "Cell.network.layers.1.Dense.input.0", "network.layers.1.Dense.input.0",
      "network.layers.1.input.0" },
    { "module", "module", "module" },
    { "Module", "Module", "Module" },
    { "", "", "" },
    { "_orig_mod.0.weight", "0.weight", "0.weight" },
    { "model._fsdp_wrapped_module.layers.2.experts.layers.3.w", "model.layers.2.experts.layers.3.w",
      "model.layers.2.experts.layers.3.w" },
    { "Tensor.__add__.output.0", "Tensor.__add__.output.0", "Tensor.__add__.output.0" },
    { "module.层.权重", "层.权重", "层.权重" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = ts_canonical_name (cases[i].name, 0);
      g_autofree char *bare = ts_canonical_name_drop_class (name);
      g_assert_cmpstr (name, ==, cases[i].canonical);
      g_assert_cmpstr (bare, ==, cases[i].without_class);
    }
}

static void
test_tolerance (void)
{
  FOREACH_VECTOR (vector, "tolerance")
  {
    JsonObject *expect = json_object_get_object_member (vector, "expect");
    double tolerances[TS_N_COMPARED];
    ts_tolerances (ts_dtype_eps (json_object_get_string_member (vector, "dtype"), FALSE),
                   tolerances);
    for (guint s = 0; s < TS_N_COMPARED; s++)
      assert_near (tolerances[s], json_object_get_double_member (expect, ts_compared_stats[s]));
  }
}

static void
test_difference (void)
{
  FOREACH_VECTOR (vector, "difference")
  {
    JsonObject *expect = json_object_get_object_member (vector, "expect");
    JsonObject *scaled = json_object_get_object_member (expect, "scaled");
    const char *dtype = json_object_get_string_member (vector, "dtype");
    TsComparedCell a, b;
    TsDifference difference;
    double tolerances[TS_N_COMPARED];

    get_cell (json_object_get_object_member (vector, "a"), &a);
    get_cell (json_object_get_object_member (vector, "b"), &b);
    ts_tolerances (ts_dtype_eps (dtype, FALSE), tolerances);
    ts_difference (&a, &b, json_object_get_double_member (vector, "quantum_a"),
                   json_object_get_double_member (vector, "quantum_b"), tolerances, &difference);
    for (guint s = 0; s < TS_N_COMPARED; s++)
      assert_near (difference.rel[s], json_object_get_double_member (scaled, ts_compared_stats[s]));
    assert_near (difference.score, json_object_get_double_member (expect, "score"));
    g_assert_cmpstr (difference.stat < 0 ? NULL : ts_compared_stats[difference.stat], ==,
                     json_object_get_null_member (expect, "stat")
                         ? NULL
                         : json_object_get_string_member (expect, "stat"));
    if (!json_object_get_null_member (expect, "log2_norm"))
      assert_near (difference.log2[TS_COMPARED_NORM],
                   json_object_get_double_member (expect, "log2_norm"));
    else
      g_assert_true (isnan (difference.log2[TS_COMPARED_NORM]));
    assert_near (ts_ulp_distance (a.values[TS_COMPARED_MAX], b.values[TS_COMPARED_MAX], dtype),
                 json_object_get_double_member (expect, "ulp_max"));
  }
}

/* What is no number on one side only is the largest difference there is; what is the same on both
 * is none; what was not recorded says nothing. */
static void
test_states (void)
{
  static const struct
  {
    TsCellState a, b;
    TsDiffers differs;
  } cases[] = {
    { TS_CELL_NAN, TS_CELL_NAN, TS_DIFFERS_EQUAL },
    { TS_CELL_POS_INF, TS_CELL_POS_INF, TS_DIFFERS_EQUAL },
    { TS_CELL_NUMBER, TS_CELL_NAN, TS_DIFFERS_NOT_FINITE },
    { TS_CELL_NEG_INF, TS_CELL_NUMBER, TS_DIFFERS_NOT_FINITE },
    { TS_CELL_POS_INF, TS_CELL_NEG_INF, TS_DIFFERS_NOT_FINITE },
    { TS_CELL_NAN, TS_CELL_POS_INF, TS_DIFFERS_NOT_FINITE },
    { TS_CELL_MISSING, TS_CELL_NUMBER, TS_DIFFERS_EQUAL },
    { TS_CELL_NAN, TS_CELL_NULL, TS_DIFFERS_EQUAL },
  };
  double tolerances[TS_N_COMPARED];

  ts_tolerances (0x1p-23, tolerances);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TsComparedCell a
          = { { 1, 1, 1, 1 }, { TS_CELL_NUMBER, TS_CELL_NUMBER, TS_CELL_NUMBER, TS_CELL_NUMBER } };
      TsComparedCell b = a;
      TsDifference difference;
      a.states[TS_COMPARED_MIN] = cases[i].a;
      b.states[TS_COMPARED_MIN] = cases[i].b;
      ts_difference (&a, &b, 0, 0, tolerances, &difference);
      g_assert_cmpint (difference.differs, ==, cases[i].differs);
      g_assert_true (cases[i].differs == TS_DIFFERS_NOT_FINITE
                         ? isinf (difference.score) && difference.stat == TS_COMPARED_MIN
                         : difference.score == 0);
    }
}

/* Doubles reach further than their differences. */
static void
test_huge_numbers (void)
{
  TsComparedCell a = { { 0, 1.7e308, -1.7e308, 0 },
                       { TS_CELL_MISSING, TS_CELL_NUMBER, TS_CELL_NUMBER, TS_CELL_NUMBER } };
  TsComparedCell b = { { 0, -1.7e308, -1.7e308, 0 },
                       { TS_CELL_MISSING, TS_CELL_NUMBER, TS_CELL_NUMBER, TS_CELL_NUMBER } };
  double tolerances[TS_N_COMPARED];
  TsDifference difference;

  ts_tolerances (0x1p-23, tolerances);
  ts_difference (&a, &b, 0, 0, tolerances, &difference);
  g_assert_cmpint (difference.differs, ==, TS_DIFFERS_BEYOND);
  assert_near (difference.rel[TS_COMPARED_MAX], 2);
  g_assert_true (isfinite (difference.score));
}

static void
test_ulp (void)
{
  g_assert_cmpfloat (ts_ulp_distance (0, 0x1p-149, "torch.float32"), ==, 1);
  g_assert_cmpfloat (ts_ulp_distance (-0x1p-149, 0x1p-149, "torch.float32"), ==, 2);
  g_assert_cmpfloat (ts_ulp_distance (0x1p-126 - 0x1p-149, 0x1p-126, "torch.float32"), ==, 1);
  g_assert_cmpfloat (ts_ulp_distance (1, 1 + 0x1p-52, "torch.float64"), ==, 1);
  g_assert_cmpfloat (ts_ulp_distance (65504, 65504 - 32, "torch.float16"), ==, 1);
  g_assert_cmpfloat (ts_ulp_distance (1, 2, "unknown"), ==, 0);
}

static void
test_combine (void)
{
  FOREACH_VECTOR (vector, "combine")
  {
    JsonArray *list = json_object_get_array_member (vector, "parts");
    TsComparedCell parts[4], whole, expect;
    guint n = json_array_get_length (list);

    g_assert_cmpuint (n, <=, G_N_ELEMENTS (parts));
    for (guint i = 0; i < n; i++)
      get_cell (json_array_get_object_element (list, i), &parts[i]);
    get_cell (json_object_get_object_member (vector, "expect"), &expect);
    ts_combine (parts, n, g_str_equal (json_object_get_string_member (vector, "how"), "replicated"),
                NULL, &whole);
    for (guint s = 0; s < TS_N_COMPARED; s++)
      assert_near (whole.values[s], expect.values[s]);
  }
}

static void
test_combine_states (void)
{
  TsComparedCell parts[2]
      = { { { 1, 1, 1, 1 }, { TS_CELL_NUMBER, TS_CELL_NUMBER, TS_CELL_NUMBER, TS_CELL_NUMBER } },
          { { 2, 2, 2, 4 }, { TS_CELL_NAN, TS_CELL_POS_INF, TS_CELL_NUMBER, TS_CELL_NUMBER } } };
  const double weights[] = { 1, 2 };
  TsComparedCell whole;

  ts_combine (parts, 2, FALSE, weights, &whole);
  g_assert_cmpint (whole.states[TS_COMPARED_NORM], ==, TS_CELL_NAN);
  g_assert_cmpint (whole.states[TS_COMPARED_MAX], ==, TS_CELL_POS_INF);
  g_assert_cmpfloat (whole.values[TS_COMPARED_MIN], ==, 1);
  g_assert_cmpfloat (whole.values[TS_COMPARED_MEAN], ==, 3);
  parts[0].states[TS_COMPARED_MAX] = TS_CELL_NEG_INF;
  ts_combine (parts, 2, FALSE, NULL, &whole);
  g_assert_cmpint (whole.states[TS_COMPARED_MAX], ==, TS_CELL_NAN);
}

static void
test_first_divergence (void)
{
  FOREACH_VECTOR (vector, "first_divergence")
  {
    JsonArray *cells = json_object_get_array_member (vector, "cells_in_order");
    JsonArray *expect = json_object_get_array_member (vector, "expect");
    TsDivergenceWalk walk = { 0 };
    guint n = 0;

    g_assert_cmpfloat (json_object_get_double_member (vector, "factor"), ==, TS_DIVERGENCE_FACTOR);
    for (guint i = 0; i < json_array_get_length (cells); i++)
      {
        JsonArray *cell = json_array_get_array_element (cells, i);
        if (!ts_divergence_walk (&walk, json_array_get_double_element (cell, 1), 0))
          continue;
        g_assert_cmpuint (n, <, json_array_get_length (expect));
        g_assert_cmpstr (json_array_get_string_element (cell, 0), ==,
                         json_array_get_string_element (expect, n++));
      }
    g_assert_cmpuint (n, ==, json_array_get_length (expect));
  }
}

/* One rank of many: nothing in their mean, but alone it stands out. */
static void
test_single_divergence (void)
{
  TsDivergenceWalk walk = { 0 };

  g_assert_false (ts_divergence_walk (&walk, 0.5, 1.5));
  g_assert_false (ts_divergence_walk (&walk, 0.9, 15));
  g_assert_false (ts_divergence_walk (&walk, 0.9, 100));
  g_assert_true (ts_divergence_walk (&walk, 0.9, 1000));
}

static void
test_common_factor (void)
{
  FOREACH_VECTOR (vector, "common_factor")
  {
    JsonArray *list = json_object_get_array_member (vector, "log2_ratios");
    JsonObject *expect = json_object_get_object_member (vector, "expect");
    guint n = json_array_get_length (list);
    double ratios[8];
    TsCommonFactor factor;

    g_assert_cmpuint (n, <=, G_N_ELEMENTS (ratios));
    for (guint i = 0; i < n; i++)
      ratios[i] = json_array_get_double_element (list, i);
    factor = ts_common_factor (ratios, n);
    assert_near (factor.log2, json_object_get_double_member (expect, "log2"));
    assert_near (factor.sigma, json_object_get_double_member (expect, "sigma"));
    g_assert_cmpint (factor.common, ==, json_object_get_boolean_member (expect, "common"));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare/canonical-name", test_canonical_name);
  g_test_add_func ("/compare/names", test_names);
  g_test_add_func ("/compare/tolerance", test_tolerance);
  g_test_add_func ("/compare/difference", test_difference);
  g_test_add_func ("/compare/states", test_states);
  g_test_add_func ("/compare/huge-numbers", test_huge_numbers);
  g_test_add_func ("/compare/ulp", test_ulp);
  g_test_add_func ("/compare/combine", test_combine);
  g_test_add_func ("/compare/combine-states", test_combine_states);
  g_test_add_func ("/compare/first-divergence", test_first_divergence);
  g_test_add_func ("/compare/single-divergence", test_single_divergence);
  g_test_add_func ("/compare/common-factor", test_common_factor);
  return g_test_run ();
}
