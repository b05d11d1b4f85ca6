/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/dtype.h"
#include "find/precision.h"
#include "find/rules.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* Every vector of tests/data/hunting_vectors.json about the definitions and the finder's rules. */

static JsonParser *parser;

static JsonArray *
section (const char *name)
{
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));

  return json_object_get_array_member (root, name);
}

static void
assert_near (double value, double expected)
{
  g_assert_cmpfloat (fabs (value - expected), <=, 1e-12 * MAX (1, fabs (expected)));
}

/* NAN for null. Free with g_free(). */
static double *
get_numbers (JsonObject *object, const char *member, guint *n)
{
  JsonArray *array = json_object_get_array_member (object, member);
  double *values;

  *n = json_array_get_length (array);
  values = g_new0 (double, *n + 1);
  for (guint i = 0; i < *n; i++)
    values[i] = json_array_get_null_element (array, i) ? (double) NAN
                                                       : json_array_get_double_element (array, i);
  return values;
}

static double
get (JsonObject *object, const char *member)
{
  return json_object_get_double_member (object, member);
}

/* Calls test for every vector of a section, of which there are some. */
static void
for_each (const char *name, void (*test) (JsonObject *vector))
{
  JsonArray *cases = section (name);

  g_assert_cmpuint (json_array_get_length (cases), >, 0);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    test (json_array_get_object_element (cases, i));
}

static void
check_log_value (JsonObject *vector)
{
  assert_near (ts_log_value (get (vector, "value")), get (vector, "y"));
}

static void
check_median_mad (JsonObject *vector)
{
  guint n;
  g_autofree double *values = get_numbers (vector, "values", &n);
  TsSpread spread = ts_spread (values, n);

  assert_near (spread.median, get (vector, "median"));
  assert_near (spread.sigma, get (vector, "sigma"));
}

/* The same by sorting, for every size and many ties. */
static void
test_spread_of_any_size (void)
{
  for (guint n = 1; n <= 70; n++)
    {
      double values[70], distances[70];
      TsSpread spread;
      for (guint i = 0; i < n; i++)
        values[i] = (double) ((i * 7919u + n * 104729u) % 23u) / 4;
      memcpy (distances, values, sizeof distances);
      spread = ts_spread (distances, n);
      for (guint i = 0; i < n; i++)
        distances[i] = fabs (values[i] - spread.median);
      g_assert_cmpfloat (spread.sigma, ==, 1.4826 * ts_spread (distances, n).median);
    }
}

/* A rolling window holds what its last values are. */
static void
test_rolling (void)
{
  TsRolling rolling = { 0 };
  double last[TS_FIND_WINDOW];

  for (guint i = 0; i < 3 * TS_FIND_WINDOW; i++)
    {
      guint n = MIN (i + 1, TS_FIND_WINDOW);
      TsSpread expected, spread;
      ts_rolling_push (&rolling, (double) (i * 37u % 11u));
      for (guint j = 0; j < n; j++)
        last[j] = (double) ((i - j) * 37u % 11u);
      expected = ts_spread (last, n);
      spread = ts_rolling_spread (&rolling);
      g_assert_cmpfloat (ts_rolling_median (&rolling), ==, expected.median);
      g_assert_cmpfloat (spread.sigma, ==, expected.sigma);
    }
}

static void
check_peer (JsonObject *vector)
{
  guint n, n_history, n_z;
  g_autofree double *values = get_numbers (vector, "values", &n);
  g_autofree double *history = get_numbers (vector, "history", &n_history);
  g_autofree double *z = get_numbers (vector, "z", &n_z);
  g_autofree double *sorted = g_new (double, n);
  TsRolling rolling = { 0 };
  TsSpread spread;
  double sigma;

  for (guint i = 0; i < n; i++)
    sorted[i] = values[i] = ts_log_value (values[i]);
  spread = ts_spread (sorted, n);
  for (guint i = 0; i < n_history; i++)
    ts_rolling_push (&rolling, history[i]);
  ts_rolling_push (&rolling, spread.sigma);
  sigma = MAX (ts_rolling_median (&rolling), get (vector, "floor"));
  assert_near (spread.median, get (vector, "median_y"));
  assert_near (spread.sigma, get (vector, "sigma_now"));
  assert_near (sigma, get (vector, "sigma"));
  for (guint i = 0; i < n; i++)
    assert_near ((values[i] - spread.median) / sigma, z[i]);
}

static void
check_peer_floor (JsonObject *vector)
{
  assert_near (ts_peer_floor (get (vector, "quantum"), log2 (get (vector, "median_value")),
                              get (vector, "eps"), &ts_find_thresholds),
               get (vector, "floor"));
}

static void
test_eps (void)
{
  g_assert_cmpfloat (ts_dtype_eps ("torch.float32", FALSE), ==, 0x1p-23);
  g_assert_cmpfloat (ts_dtype_eps ("Float16", FALSE), ==, 0x1p-10);
  g_assert_cmpfloat (ts_dtype_eps ("bf16", TRUE), ==, 0x1p-7);
  g_assert_cmpfloat (ts_dtype_eps ("float8_e4m3fn", FALSE), ==, 0x1p-3);
  g_assert_cmpfloat (ts_dtype_eps ("float8_e5m2", FALSE), ==, 0x1p-2);
  g_assert_cmpfloat (ts_dtype_eps (NULL, TRUE), ==, 0x1p-23);
  g_assert_cmpfloat (ts_dtype_eps ("strange", FALSE), ==, 0x1p-7);
}

static void
check_cusum (JsonObject *vector)
{
  guint n, alarm = 0, onset = 0;
  g_autofree double *z = get_numbers (vector, "z", &n);
  JsonObject *expect = json_object_get_object_member (vector, "expect");
  gboolean alarms = !json_object_get_null_member (expect, "alarm"), found = FALSE;
  int sign = 0;
  TsCusum sum = { 0 };

  for (guint i = 0; i < n && !found; i++)
    {
      found = ts_cusum_push (&sum, z[i], i, get (vector, "k"), get (vector, "h"),
                             get (vector, "clip"), &onset, &sign);
      alarm = i;
    }
  g_assert_cmpint (found, ==, alarms);
  g_assert_cmpint (sign, ==, json_object_get_int_member (expect, "sign"));
  if (!alarms)
    return;
  g_assert_cmpuint (alarm, ==, json_object_get_int_member (expect, "alarm"));
  g_assert_cmpuint (onset, ==, json_object_get_int_member (expect, "onset"));
}

static void
check_level (JsonObject *vector)
{
  guint n, next = 0;
  g_autofree double *track = get_numbers (vector, "track", &n);
  JsonArray *expect = json_object_get_array_member (vector, "expect");
  TsRolling before = { 0 };

  for (guint i = 0; i < n; i++)
    {
      double z;
      if (isnan (track[i]))
        continue;
      z = ts_level_z (&before, track[i], &ts_find_thresholds);
      if (fabs (z) >= ts_find_thresholds.level_far)
        {
          JsonObject *finding = json_array_get_object_element (expect, next++);
          g_assert_cmpuint (i, ==, json_object_get_int_member (finding, "index"));
          assert_near (z, get (finding, "z"));
          assert_near (track[i] - ts_rolling_median (&before), get (finding, "log2_jump"));
        }
      ts_rolling_push (&before, track[i]);
    }
  g_assert_cmpuint (next, ==, json_array_get_length (expect));
}

static void
check_producer (JsonObject *vector)
{
  guint n, next = 0;
  g_autofree double *output = get_numbers (vector, "z_out", &n);
  g_autofree double *input = get_numbers (vector, "z_in", &n);
  g_autofree double *gain = get_numbers (vector, "z_gain", &n);
  JsonArray *expect = json_object_get_array_member (vector, "expect");

  for (guint i = 0; i < n; i++)
    if (ts_is_producer (output, input, gain, n, i, &ts_find_thresholds))
      g_assert_cmpint (json_array_get_int_element (expect, next++), ==, i);
  g_assert_cmpuint (next, ==, json_array_get_length (expect));
}

static gboolean
any_bad (JsonObject *call, const char *slot)
{
  JsonArray *states
      = json_object_has_member (call, slot) ? json_object_get_array_member (call, slot) : NULL;

  for (guint i = 0; states != NULL && i < json_array_get_length (states); i++)
    if (strcmp (json_array_get_string_element (states, i), "ok") != 0)
      return TRUE;
  return FALSE;
}

static void
check_non_finite (JsonObject *vector)
{
  static const char *const names[] = { [TS_CALL_BAD_PARAMETER] = "bad parameter",
                                       [TS_CALL_PRODUCER] = "producer",
                                       [TS_CALL_UNSEEN_INPUT] = "producer or unseen input",
                                       [TS_CALL_OUTSIDE] = "arrives from outside",
                                       [TS_CALL_PROPAGATOR] = "propagator" };
  JsonArray *calls = json_object_get_array_member (vector, "calls");
  JsonArray *expect = json_object_get_array_member (vector, "expect");
  guint next = 0;

  for (guint i = 0; i < json_array_get_length (calls); i++)
    {
      JsonArray *call = json_array_get_array_element (calls, i), *expected;
      JsonObject *slots = json_array_get_object_element (call, 1);
      TsBadCall kind;
      if (!any_bad (slots, "param") && !any_bad (slots, "input") && !any_bad (slots, "output"))
        continue;
      expected = json_array_get_array_element (expect, next);
      kind = ts_non_finite_judge (any_bad (slots, "param"), any_bad (slots, "input"),
                                  json_object_has_member (slots, "input"), next > 0);
      g_assert_cmpstr (json_array_get_string_element (call, 0), ==,
                       json_array_get_string_element (expected, 0));
      g_assert_cmpstr (names[kind], ==, json_array_get_string_element (expected, 1));
      next++;
    }
  g_assert_cmpuint (next, ==, json_array_get_length (expect));
}

static void
check_replicas (JsonObject *vector)
{
  guint n, next = 0, n_suspects;
  g_autofree double *values = get_numbers (vector, "values", &n);
  JsonObject *expect = json_object_get_object_member (vector, "expect");
  JsonArray *expected = json_object_get_array_member (expect, "suspects");
  g_autofree guint8 *suspects = g_new0 (guint8, n);

  n_suspects = ts_replicas_find_suspects (values, sizeof *values, NULL, n, suspects);
  g_assert_cmpint (n_suspects == 0, ==, json_object_get_boolean_member (expect, "equal"));
  for (guint i = 0; i < n; i++)
    if (suspects[i])
      g_assert_cmpint (json_array_get_int_element (expected, next++), ==, i);
  g_assert_cmpuint (next, ==, json_array_get_length (expected));
}

/* The list is in execution order. */
static void
check_order_key (JsonObject *vector)
{
  JsonArray *calls = json_object_get_array_member (vector, "calls");
  gint64 last = -1;

  for (guint i = 0; i < json_array_get_length (calls); i++)
    {
      JsonArray *call = json_array_get_array_element (calls, i);
      g_autofree char *target = g_strconcat ("a.", json_array_get_string_element (call, 2), NULL);
      TsPhase phase = ts_phase_of_metric (json_array_get_string_element (call, 0));
      TsCallSlot slot;
      gint64 key;
      ts_call_slot_parse (target, &slot);
      key = ts_order_key (0, phase, json_array_get_int_element (call, 1), &slot);
      g_assert_cmpint (key, >, last);
      last = key;
    }
}

static void
test_slots (void)
{
  static const struct
  {
    const char *name, *call;
    TsCallSlotKind kind;
    guint index;
    gboolean has_slot;
  } cases[] = {
    { "Module.fc1.Linear.input.0", "Module.fc1.Linear", TS_CALL_SLOT_INPUT, 0, TRUE },
    { "Module.fc1.Linear.output.12", "Module.fc1.Linear", TS_CALL_SLOT_OUTPUT, 12, TRUE },
    { "Module.fc1.Linear.output.1.2", "Module.fc1.Linear", TS_CALL_SLOT_OUTPUT, 1, TRUE },
    { "Module.fc1.Linear.parameters.weight", "Module.fc1.Linear", TS_CALL_SLOT_PARAMETER, 0, TRUE },
    { "Module.m.M.input_kwargs.mask", "Module.m.M", TS_CALL_SLOT_KWARG, 0, TRUE },
    { "module.layers.1.fc1.input_1", "module.layers.1.fc1", TS_CALL_SLOT_INPUT, 1, TRUE },
    { "module.layers.1.fc1.output", "module.layers.1.fc1", TS_CALL_SLOT_OUTPUT, 0, TRUE },
    { "bert.attention.output.dense.weight", "bert.attention.output.dense", TS_CALL_SLOT_PARAMETER, 0,
      FALSE },
    { "weight", "weight", TS_CALL_SLOT_PARAMETER, 0, FALSE },
    { "input", "input", TS_CALL_SLOT_PARAMETER, 0, FALSE },
    { "", "", TS_CALL_SLOT_PARAMETER, 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *call = NULL;
      TsCallSlot slot;
      ts_call_slot_parse (cases[i].name, &slot);
      call = g_strndup (cases[i].name, slot.call_length);
      g_assert_cmpstr (call, ==, cases[i].call);
      g_assert_cmpint (slot.kind, ==, cases[i].kind);
      g_assert_cmpuint (slot.index, ==, cases[i].index);
      g_assert_cmpint (slot.has_slot, ==, cases[i].has_slot);
    }
}

#define VECTORS(name)                                                                              \
  static void test_##name (void)                                                                   \
  {                                                                                                \
    for_each (#name, check_##name);                                                                \
  }

VECTORS (log_value)
VECTORS (median_mad)
VECTORS (peer)
VECTORS (peer_floor)
VECTORS (cusum)
VECTORS (level)
VECTORS (producer)
VECTORS (non_finite)
VECTORS (replicas)
VECTORS (order_key)

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  path = g_test_build_filename (G_TEST_DIST, "data", "hunting_vectors.json", NULL);
  parser = json_parser_new_immutable ();
  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  g_test_add_func ("/find/vectors/log-value", test_log_value);
  g_test_add_func ("/find/vectors/median-mad", test_median_mad);
  g_test_add_func ("/find/vectors/spread-of-any-size", test_spread_of_any_size);
  g_test_add_func ("/find/vectors/rolling", test_rolling);
  g_test_add_func ("/find/vectors/peer", test_peer);
  g_test_add_func ("/find/vectors/peer-floor", test_peer_floor);
  g_test_add_func ("/find/vectors/eps", test_eps);
  g_test_add_func ("/find/vectors/cusum", test_cusum);
  g_test_add_func ("/find/vectors/level", test_level);
  g_test_add_func ("/find/vectors/producer", test_producer);
  g_test_add_func ("/find/vectors/non-finite", test_non_finite);
  g_test_add_func ("/find/vectors/replicas", test_replicas);
  g_test_add_func ("/find/vectors/order-key", test_order_key);
  g_test_add_func ("/find/vectors/slots", test_slots);
  status = g_test_run ();
  g_clear_object (&parser);
  return status;
}
