/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What msProbe's Trend Analyzer replies (data/vectors.json, section "analyzer") against what the
 * store makes of the same database; where rules.md differs on purpose, the rule. */

#include "sample-database.h"

#include "store/query.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* The database of the vectors' tree, as msProbe's converter writes it. */
#define ANALYZER_SQL                                                                               \
  "INSERT INTO monitoring_metrics VALUES (1,'forward'),(2,'backward'),(3,'recompute'),"            \
  " (4,'parameters_grad');"                                                                        \
  "INSERT INTO monitoring_targets VALUES (1,'Module.m.M.input.0',0,0),"                            \
  " (2,'Module.m.M.output.0',0,0),(3,'Module.m.layers.0.L.input.0',0,0),"                          \
  " (4,'Module.m.layers.0.L.output.0',0,0),(5,'Functional.relu.input.0',0,0),"                     \
  " (6,'Functional.relu.output.0',0,0);"                                                           \
  "INSERT INTO monitoring_tags VALUES "                                                            \
  "(1,'Module','default',1),(2,'Functional.relu','function',1),"                                   \
  " (3,'input.0','index',1),(4,'output.0','index',1),(5,'layers.0','layer',1),"                    \
  " (6,'L','module',1),(7,'m','module',1),(8,'m.M','module',1),(9,'Module','default',2),"          \
  " (10,'input.0','index',2),(11,'output.0','index',2),(12,'m.M','module',2);"                     \
  "INSERT INTO tag_target_mapping VALUES (1,1),(1,2),(1,3),(1,4),(2,5),(2,6),(3,1),(3,3),(3,5),"   \
  " (4,2),(4,4),(4,6),(5,3),(5,4),(6,3),(6,4),(7,3),(7,4),(8,1),(8,2),(9,1),(9,2),(10,1),"         \
  " (11,2),(12,1),(12,2);"                                                                         \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, norm, max, min, mean)"                \
  " SELECT r.value, s.value, t.target_id, 1, 2.0,"                                                 \
  " CASE WHEN t.target_id <= 2 THEN 1 + r.value * 10 + s.value ELSE (t.target_id + 1) / 2 END"     \
  " + CASE WHEN t.target_id % 2 THEN 0 ELSE 0.5 END, 0.0, 0.5"                                     \
  " FROM json_each('[0,2]') r, json_each('[0,1]') s, monitoring_targets t;"                        \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, norm, max, min, mean)"                \
  " SELECT r.value, s.value, t.target_id, 2, 2.0, CASE t.target_id WHEN 2 THEN -1.0 END, 0.0, 0.5" \
  " FROM json_each('[0,2]') r, json_each('[0,1]') s, monitoring_targets t"                         \
  " WHERE t.target_id <= 2;"                                                                       \
  "CREATE TABLE global_stats (max_rank, min_step, max_step, forward, backward, recompute,"         \
  " parameters_grad);"                                                                             \
  "INSERT INTO global_stats VALUES (2, 0, 1, 'norm,max,min,mean', 'norm,max,min,mean',"            \
  " 'norm,max,min,mean', 'norm,max,min,mean');"

static JsonObject *
read_vectors (JsonParser *parser)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "vectors.json", NULL);
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)),
                                        "analyzer");
}

/* Arguments are numbers or texts like " 0". */
static gint64
get_id (JsonArray *args, guint i)
{
  JsonNode *node = json_array_get_element (args, i);

  return json_node_get_value_type (node) == G_TYPE_STRING
             ? g_ascii_strtoll (json_node_get_string (node), NULL, 10)
             : json_node_get_int (node);
}

/* Adds tags by name, with the first category that has the name. FALSE when there is none. */
static gboolean
add_tags (const TsCatalog *catalog, TsSelection *selection, JsonArray *names)
{
  for (guint i = 0; i < json_array_get_length (names); i++)
    {
      const TsCatalogTag *found = NULL;
      for (guint t = 0; t < catalog->tags->len && found == NULL; t++)
        {
          const TsCatalogTag *tag = g_ptr_array_index (catalog->tags, t);
          if (strcmp (tag->tag.name, json_array_get_string_element (names, i)) == 0)
            found = tag;
        }
      if (found == NULL)
        return FALSE;
      g_ptr_array_add (selection->tags, ts_tag_new (found->tag.name, found->tag.category));
    }
  return TRUE;
}

/* metric, stat, dimension and, as the last argument, tags. NULL when these can't be said in a
 * selection: a wrong type, no such dimension, no such tag. */
static TsSelection *
parse_selection (const TsCatalog *catalog, JsonArray *args)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();
  guint last = json_array_get_length (args) - 1;

  selection->metric = g_strdup (json_array_get_string_element (args, 0));
  selection->stat = g_strdup (json_array_get_string_element (args, 1));
  if (!ts_dimension_from_key (json_array_get_string_element (args, 2), &selection->dimension)
      || !add_tags (catalog, selection, json_array_get_array_element (args, last)))
    return NULL;
  return g_steal_pointer (&selection);
}

static void
assert_value (JsonNode *expected, double value, guint8 state)
{
  if (json_node_is_null (expected))
    g_assert_cmpint (state, ==, TS_CELL_NULL);
  else
    {
      g_assert_cmpint (state, ==, TS_CELL_NUMBER);
      g_assert_cmpfloat (value, ==, json_node_get_double (expected));
    }
}

static void
check_heatmap (TsCatalog *catalog, JsonArray *args, JsonObject *result)
{
  g_autoptr (TsSelection) selection = parse_selection (catalog, args);
  g_autoptr (TsMatrix) matrix = NULL;
  g_autoptr (GError) error = NULL;
  JsonArray *cells;

  selection->value = get_id (args, 3);
  matrix = ts_query_matrix (catalog, selection, NULL, &error);
  if (!json_object_get_boolean_member (result, "success"))
    {
      /* Step 0 as the number 0 or as "" is wrong only over HTTP. */
      if (strcmp (json_object_get_string_member (result, "error"), "bad_parameters") == 0)
        g_assert_nonnull (matrix);
      else
        g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME);
      return;
    }
  g_assert_no_error (error);
  cells = json_object_get_array_member (result, "data");
  for (guint i = 0; i < json_array_get_length (cells); i++)
    {
      JsonArray *cell = json_array_get_array_element (cells, i);
      JsonArray *row = json_array_get_array_element (cell, 1);
      int x = ts_axis_find (matrix->x, json_array_get_int_element (cell, 0));
      int y = ts_axis_find (matrix->y, json_array_get_int_element (row, 0));
      gsize place = ts_matrix_index (matrix, (guint) x, (guint) y);
      g_assert_true (x >= 0 && y >= 0);
      assert_value (json_array_get_element (cell, 2), matrix->values[place], matrix->states[place]);
    }
  g_assert_cmpuint ((gsize) matrix->x->n * matrix->y->n - matrix->counts[TS_CELL_MISSING], ==,
                    json_array_get_length (cells));
}

static void
check_trend (TsCatalog *catalog, JsonArray *args, JsonObject *result)
{
  g_autoptr (TsSelection) selection = parse_selection (catalog, args);
  JsonObject *data = json_object_get_object_member (result, "data");
  JsonArray *ids = json_object_get_array_member (data, "dimensions");
  JsonArray *values = json_object_get_array_member (data, "values");
  g_autoptr (GError) error = NULL;
  g_autoptr (TsSeries) series
      = ts_query_series (catalog, selection, get_id (args, 3), get_id (args, 4), NULL, &error);

  if (json_array_get_length (ids) == 0)
    {
      /* Rank 1 does not exist: the reference has no points, we say so. */
      g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME);
      return;
    }
  g_assert_no_error (error);
  for (guint i = 0; i < json_array_get_length (ids); i++)
    {
      int place = ts_axis_find (series->axis, get_id (ids, i));
      g_assert_cmpint (place, >=, 0);
      assert_value (json_array_get_element (values, i), series->values[place],
                    series->states[place]);
    }
  g_assert_cmpuint (series->axis->n - series->counts[TS_CELL_MISSING], ==,
                    json_array_get_length (ids));
}

static void
check_values (TsCatalog *catalog, JsonArray *args, JsonObject *result)
{
  g_autoptr (TsSelection) selection = parse_selection (catalog, args);
  g_autoptr (TsAxis) axis = NULL;
  g_autoptr (GError) error = NULL;
  JsonObject *data;

  /* "Module::default" is no tag (formats.md F6), "bogus" no dimension, "" no metric. */
  if (selection == NULL || selection->metric[0] == '\0')
    return;
  axis = ts_query_values (catalog, selection, NULL, &error);
  g_assert_no_error (error);
  data = json_object_get_object_member (result, "data");
  for (guint i = 0; i < axis->n; i++)
    {
      g_autofree char *id = g_strdup_printf ("%d", (int) axis->ids[i]);
      g_assert_true (json_object_has_member (data, id));
    }
  /* The reference lists every rank up to the largest, also 1, which does not exist. */
  g_assert_cmpuint (axis->n, ==,
                    json_object_get_size (data) - (selection->dimension == TS_DIMENSION_RANK));
}

static void
check_tags (TsCatalog *catalog, JsonArray *args, JsonObject *result)
{
  const TsCatalogMetric *metric
      = ts_catalog_find_metric (catalog, json_array_get_string_element (args, 0));
  JsonArray *data;
  guint n = 0;

  if (metric == NULL)
    return;
  data = json_object_get_array_member (result, "data");
  for (guint t = 0; t < catalog->tags->len; t++)
    {
      const TsCatalogTag *tag = g_ptr_array_index (catalog->tags, t);
      GHashTableIter iter;
      gpointer target;
      gboolean of_metric = FALSE;
      g_hash_table_iter_init (&iter, metric->tagged);
      while (!of_metric && g_hash_table_iter_next (&iter, &target, NULL))
        of_metric = g_hash_table_contains (tag->targets, &((TsCatalogTarget *) target)->id);
      if (!of_metric)
        continue;
      JsonObject *expected = json_array_get_object_element (data, n++);
      g_assert_cmpstr (tag->tag.name, ==, json_object_get_string_member (expected, "text"));
      g_assert_cmpstr (tag->tag.category, ==, json_object_get_string_member (expected, "category"));
    }
  g_assert_cmpuint (n, ==, json_array_get_length (data));
}

static void
check_metrics (TsCatalog *catalog, JsonArray *args, JsonObject *result)
{
  JsonArray *data = json_object_get_array_member (result, "data");

  /* recompute and parameters_grad have no rows: rules.md V4. */
  g_assert_cmpuint (catalog->metrics->len, ==, 2);
  for (guint m = 0; m < catalog->metrics->len; m++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, m);
      JsonObject *expected = json_array_get_object_element (data, m);
      JsonArray *stats = json_object_get_array_member (expected, "stats");
      g_assert_cmpstr (metric->name, ==, json_object_get_string_member (expected, "name"));
      g_assert_cmpuint (g_strv_length (metric->stats), ==, json_array_get_length (stats));
      for (guint s = 0; metric->stats[s] != NULL; s++)
        g_assert_cmpstr (metric->stats[s], ==, json_array_get_string_element (stats, s));
    }
}

static const struct
{
  const char *query;
  void (*check) (TsCatalog *catalog, JsonArray *args, JsonObject *result);
} checks[] = {
  { "metrics_and_stats", check_metrics }, { "values", check_values }, { "tags", check_tags },
  { "heatmap", check_heatmap },           { "trend", check_trend },
};

static void
test_vectors (void)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *queries = json_object_get_array_member (read_vectors (parser), "queries");
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (folder, "a.trend.db", FALSE, ANALYZER_SQL);
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, &error);
  guint n_checked = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < json_array_get_length (queries); i++)
    {
      JsonObject *item = json_array_get_object_element (queries, i);
      g_test_message ("query %u", i);
      for (guint c = 0; c < G_N_ELEMENTS (checks); c++)
        if (strcmp (checks[c].query, json_object_get_string_member (item, "query")) == 0)
          {
            checks[c].check (catalog, json_object_get_array_member (item, "args"),
                             json_object_get_object_member (item, "result"));
            n_checked++;
          }
    }
  g_assert_cmpuint (n_checked, ==, json_array_get_length (queries));
  sample_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analyzer/vectors", test_vectors);
  return g_test_run ();
}
