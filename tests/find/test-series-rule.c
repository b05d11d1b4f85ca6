/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../test-folder.h"

#include "find/finder.h"
#include "find/series-rule.h"
#include "ingest/import.h"
#include "model/number-format.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* msProbe's own rules: every vector and expected file of anomalies/offline. */

static JsonParser *
load (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("TS_ANOMALIES"), "offline", name, NULL);
  JsonParser *parser = json_parser_new_immutable ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return parser;
}

/* Numbers, or the texts nan, inf, -inf; a boolean is 0 or 1. */
static double
get_number (JsonArray *array, guint i)
{
  JsonNode *node = json_array_get_element (array, i);
  double value;

  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node);
  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return json_node_get_double (node);
  g_assert_true (ts_parse_double (json_node_get_string (node), -1, &value));
  return value;
}

static guint
get_rules (JsonArray *array, TsSeriesRule *rules)
{
  guint n = json_array_get_length (array);

  g_assert_cmpuint (n, <=, TS_MAX_SERIES_RULES);
  for (guint i = 0; i < n; i++)
    {
      JsonObject *object = json_array_get_object_element (array, i);
      JsonObject *args = json_object_has_member (object, "args")
                             ? json_object_get_object_member (object, "args")
                             : NULL;
      const char *name = json_object_get_string_member (object, "rule_name");
      rules[i].kind = strcmp (name, "AnomalyNan") == 0 ? TS_SERIES_NAN : TS_SERIES_TURBULENCE;
      rules[i].threshold = args != NULL && json_object_has_member (args, "threshold")
                               ? json_object_get_double_member (args, "threshold")
                               : (double) NAN;
    }
  return n;
}

static void
assert_same (double a, double b)
{
  g_assert_true (a == b || (isnan (a) && isnan (b)));
}

static void
check_vector (JsonObject *vector)
{
  static const char *const names[] = { "AnomalyTurbulence", "AnomalyNan" };
  JsonArray *values = json_object_get_array_member (vector, "values");
  JsonArray *history = json_object_get_array_member (vector, "history");
  JsonArray *fired = json_object_get_array_member (vector, "fired");
  const char *stat = json_object_get_string_member (vector, "stat");
  TsSeriesRule rules[TS_MAX_SERIES_RULES];
  guint n = get_rules (json_object_get_array_member (vector, "rules"), rules);
  TsSeriesHistory series = { 0 };

  for (guint i = 0; i < json_array_get_length (values); i++)
    {
      double before;
      int broken = ts_series_judge (&series, rules, n, get_number (values, i), &before);
      const char *said = broken >= 0 && ts_series_reports (rules[broken].kind, stat)
                             ? names[rules[broken].kind]
                             : NULL;
      assert_same (before, get_number (history, i));
      g_assert_cmpstr (
          said, ==,
          json_array_get_null_element (fired, i) ? NULL : json_array_get_string_element (fired, i));
    }
}

static void
test_vectors (void)
{
  g_autoptr (JsonParser) parser = load ("rule_vectors.json");
  JsonArray *vectors = json_object_get_array_member (
      json_node_get_object (json_parser_get_root (parser)), "vectors");

  g_assert_cmpuint (json_array_get_length (vectors), ==, 416);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    check_vector (json_array_get_object_element (vectors, i));
}

/* ---- over databases ---- */

typedef struct
{
  guint count;
  double step, value, history; /* of the first hit */
} Expected;

/* "rank/metric/vpp/name/micro/stat/rule" -> Expected. */
static GHashTable *
load_expected (const char *fixture, guint *n)
{
  g_autofree char *name = g_strconcat (fixture, ".expected.tsv", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("TS_ANOMALIES"), "offline", name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GHashTable *all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  *n = 0;
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) f = g_strsplit (lines[i], "\t", -1);
      char *key = g_strdup_printf ("%s/%s/%s/%s/%s/%s/%s", f[0], f[1], f[2], f[3],
                                   *f[4] != '\0' ? f[4] : "0", f[6], f[7]);
      Expected *known = g_hash_table_lookup (all, key);
      (*n)++;
      if (known != NULL)
        {
          known->count++;
          g_free (key);
          continue;
        }
      known = g_new0 (Expected, 1);
      known->count = 1;
      g_assert_true (ts_parse_double (f[5], -1, &known->step));
      g_assert_true (ts_parse_double (f[8], -1, &known->value));
      g_assert_true (ts_parse_double (f[9], -1, &known->history));
      g_hash_table_insert (all, key, known);
    }
  return all;
}

static TsCatalog *
import (const char *fixture)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autoptr (TsImportResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TsCatalog *catalog;

  options->data_dir = g_build_filename (g_getenv ("TS_FIXTURES"), fixture, "data", NULL);
  options->db_dir = test_tmp_dir ();
  options->micro_step = FALSE;
  result = ts_import_run (options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  catalog = ts_catalog_load (g_ptr_array_index (result->databases, 0), NULL, &error);
  g_assert_no_error (error);
  return catalog;
}

static const char *
metric_of (const TsCatalog *catalog, gint64 id)
{
  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      if (metric->id == id)
        return metric->name;
    }
  g_assert_not_reached ();
}

static void
check_fixture (gconstpointer data)
{
  const char *fixture = data;
  g_autofree char *name = g_strconcat (fixture, ".rules.json", NULL);
  g_autoptr (JsonParser) parser = load (name);
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  g_autoptr (TsCatalog) catalog = import (fixture);
  g_auto (TsFindOptions) options = { 0 };
  g_autoptr (TsFindings) found = NULL;
  g_autoptr (GError) error = NULL;
  guint n, n_found = 0;
  g_autoptr (GHashTable) expected = load_expected (fixture, &n);

  g_assert_cmpuint (n, ==, json_object_get_int_member (root, "events"));
  ts_find_options_init (&options);
  options.rules = 1u << TS_RULE_NAN | 1u << TS_RULE_TURBULENCE;
  options.thresholds.max_findings = 1000000;
  options.n_series_rules
      = get_rules (json_object_get_array_member (root, "rules"), options.series_rules);
  found = ts_find_run (catalog, &options, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < found->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (found->items, i);
      const TsCatalogTarget *target = ts_catalog_find_target (catalog, finding->target_id);
      g_autofree char *key
          = g_strdup_printf ("%" G_GINT64_FORMAT "/%s/%d/%s/%d/%s/%s", finding->rank,
                             metric_of (catalog, finding->metric_id), target->vpp_stage,
                             target->name, target->micro_step, finding->stat,
                             finding->rule == TS_RULE_NAN ? "AnomalyNan" : "AnomalyTurbulence");
      const Expected *known = g_hash_table_lookup (expected, key);
      g_test_message ("%s", key);
      g_assert_nonnull (known);
      g_assert_cmpuint (finding->count, ==, known->count);
      g_assert_cmpfloat ((double) finding->step, ==, known->step);
      assert_same (finding->value, known->value);
      assert_same (finding->expected, known->history);
      n_found += (guint) finding->count;
    }
  g_assert_cmpuint (n_found, ==, n);
  g_assert_cmpuint (found->items->len, ==, g_hash_table_size (expected));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/series/vectors", test_vectors);
  g_test_add_data_func ("/find/series/nan", "monitor_nan", check_fixture);
  g_test_add_data_func ("/find/series/interval", "monitor_interval", check_fixture);
  g_test_add_data_func ("/find/series/vpp", "monitor_vpp", check_fixture);
  return g_test_run ();
}
