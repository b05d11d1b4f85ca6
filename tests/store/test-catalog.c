/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample-database.h"

#include "store/catalog.h"

typedef struct
{
  char *folder;
  char *path;
  TsCatalog *catalog;
} Sample;

static void
set_up (Sample *sample, gconstpointer own_tables)
{
  g_autoptr (GError) error = NULL;

  sample->folder = sample_create_folder ();
  sample->path
      = sample_create_database (sample->folder, "a.trend.db", own_tables != NULL,
                                own_tables != NULL ? SAMPLE_SQL SAMPLE_STEPS_SQL : SAMPLE_SQL);
  sample->catalog = ts_catalog_load (sample->path, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Sample *sample, gconstpointer own_tables)
{
  ts_catalog_unref (sample->catalog);
  sample_remove_folder (sample->folder);
  g_free (sample->path);
}

static const TsCatalogTarget *
get_target (const Sample *sample, gint64 id)
{
  return ts_catalog_find_target (sample->catalog, id);
}

static void
test_keys (Sample *sample, gconstpointer own_tables)
{
  const TsCatalog *catalog = sample->catalog;

  g_assert_cmpint (catalog->n_rows, ==, 30);
  g_assert_cmpuint (catalog->ranks->len, ==, 2);
  g_assert_cmpint (g_array_index (catalog->ranks, gint64, 0), ==, 0);
  g_assert_cmpint (g_array_index (catalog->ranks, gint64, 1), ==, 2);
  /* The last step of trendscope_steps gave nothing, and is there all the same. */
  g_assert_cmpuint (catalog->steps->len, ==, own_tables != NULL ? 4 : 3);
  g_assert_cmpint (catalog->format, ==, TS_FORMAT_DUMP);
  g_assert_cmpint (catalog->has_exact, ==, own_tables != NULL);
}

/* "recompute" has a row in monitoring_metrics, as msProbe writes it, but none in trend_data. */
static void
test_metrics (Sample *sample, gconstpointer own_tables)
{
  const TsCatalogMetric *metric = ts_catalog_find_metric (sample->catalog, "forward");
  g_autofree char *stats = g_strjoinv (",", metric->stats);

  g_assert_cmpuint (sample->catalog->metrics->len, ==, 2);
  g_assert_cmpstr (stats, ==, "norm,max,min,mean");
  g_assert_null (ts_catalog_find_metric (sample->catalog, "recompute"));
  g_assert_cmpuint (g_hash_table_size (metric->tagged), ==, 4);
}

static void
test_steps (Sample *sample, gconstpointer own_tables)
{
  static const char *const own_labels[] = { "500·0", "500·1", "1000" };
  static const char *const other_labels[] = { "0", "1", "2" };
  static const double own_positions[] = { 500, 500.5, 1000 };

  for (guint i = 0; i < 3; i++)
    {
      const TsCatalogStep *step = ts_catalog_find_step (sample->catalog, i);
      g_assert_nonnull (step);
      g_assert_cmpstr (step->label, ==, own_tables != NULL ? own_labels[i] : other_labels[i]);
      g_assert_cmpfloat (step->position, ==, own_tables != NULL ? own_positions[i] : i);
    }
  /* In trendscope_steps, but without a row: it was trained, and gave nothing. */
  g_assert_cmpint (ts_catalog_find_step (sample->catalog, 3) != NULL, ==, own_tables != NULL);
}

static void
test_targets (Sample *sample, gconstpointer own_tables)
{
  g_assert_cmpuint (sample->catalog->targets->len, ==, 5);
  g_assert_cmpstr (get_target (sample, 1)->label, ==, "Module.layers.0.mlp.input.0");
  g_assert_cmpstr (get_target (sample, 3)->label, ==, "Module.layers.10.mlp.input.0 [call 0]");
  g_assert_cmpstr (get_target (sample, 4)->label, ==, "Module.layers.10.mlp.input.0 [call 1]");
  g_assert_null (get_target (sample, 5));
  g_assert_cmpstr (get_target (sample, 2)->dtype, ==, own_tables != NULL ? "torch.float32" : NULL);
  g_assert_cmpstr (get_target (sample, 2)->shape, ==, own_tables != NULL ? "[2, 4]" : NULL);
}

static void
test_tags (Sample *sample, gconstpointer own_tables)
{
  static const char *const expected[][2]
      = { { "input.0", "index" },  { "output.0", "index" },  { "layers.0", "layer" },
          { "layers.2", "layer" }, { "layers.10", "layer" }, { "layers.0", "module" } };

  g_assert_cmpuint (sample->catalog->tags->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const TsCatalogTag *tag = g_ptr_array_index (sample->catalog->tags, i);
      g_assert_cmpstr (tag->tag.name, ==, expected[i][0]);
      g_assert_cmpstr (tag->tag.category, ==, expected[i][1]);
    }
  /* The same tag of two metrics. */
  const TsCatalogTag *merged = g_ptr_array_index (sample->catalog->tags, 4);
  g_assert_cmpuint (g_hash_table_size (merged->targets), ==, 2);
}

static void
assert_passes (const Sample *sample,
               const char *filter,
               const char *const *tags,
               const char *expected)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();
  g_autoptr (GPtrArray) targets = NULL;
  g_autoptr (GString) ids = g_string_new (NULL);

  selection->name_filter = g_strdup (filter);
  for (guint i = 0; tags != NULL && tags[i] != NULL; i += 2)
    g_ptr_array_add (selection->tags, ts_tag_new (tags[i], tags[i + 1]));
  targets = ts_catalog_filter_targets (sample->catalog, selection, NULL);
  for (guint i = 0; i < targets->len; i++)
    g_string_append_printf (ids, "%d ",
                            (int) ((TsCatalogTarget *) g_ptr_array_index (targets, i))->id);
  g_assert_cmpstr (ids->str, ==, expected);
}

static void
test_filter (Sample *sample, gconstpointer own_tables)
{
  const char *layer_0[] = { "layers.0", "layer", NULL };
  const char *module_layer_0[] = { "layers.0", "module", NULL };
  const char *input_and_layer_0[] = { "input.0", "index", "layers.0", "layer", NULL };
  const char *unknown[] = { "layers.7", "layer", NULL };

  assert_passes (sample, NULL, NULL, "1 2 3 4 7 ");
  assert_passes (sample, "", NULL, "1 2 3 4 7 ");
  assert_passes (sample, "LAYERS.10", NULL, "3 4 ");
  assert_passes (sample, "layers.1", NULL, "3 4 ");
  assert_passes (sample, "[CALL 1", NULL, "4 ");
  assert_passes (sample, "\\.0\\.mlp\\.(in|out)put", NULL, "1 2 ");
  assert_passes (sample, "x$", NULL, "7 ");
  assert_passes (sample, "mlp(", NULL, "");
  assert_passes (sample, "\xff", NULL, "");
  assert_passes (sample, NULL, layer_0, "1 2 ");
  assert_passes (sample, NULL, module_layer_0, "2 ");
  assert_passes (sample, NULL, input_and_layer_0, "1 ");
  assert_passes (sample, "output", layer_0, "2 ");
  assert_passes (sample, NULL, unknown, "");
}

typedef struct
{
  GMainLoop *loop;
  TsCatalog *catalog;
} Reply;

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  Reply *reply = data;

  reply->catalog = ts_catalog_load_finish (result, &error);
  g_assert_no_error (error);
  g_main_loop_quit (reply->loop);
}

static void
test_async (Sample *sample, gconstpointer own_tables)
{
  Reply reply = { g_main_loop_new (NULL, FALSE), NULL };

  ts_catalog_load_async (sample->path, NULL, on_loaded, &reply);
  g_main_loop_run (reply.loop);
  g_assert_cmpint (reply.catalog->n_rows, ==, 30);
  ts_catalog_unref (reply.catalog);
  g_main_loop_unref (reply.loop);
}

/* Of monitor data, names may repeat in other pipeline chunks; an index is a micro-step there. */
static void
test_monitor_labels (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (
      folder, "m.trend.db", FALSE,
      "INSERT INTO monitoring_metrics VALUES (1, 'actv');"
      "INSERT INTO monitoring_targets VALUES (1,'a.w',0,0),(2,'a.w',1,0),(3,'b',0,2),(4,'c',1,0);"
      "INSERT INTO trend_data (rank, step, target_id, metric_id) VALUES (0, 5, 1, 1);"
      "CREATE TABLE global_stats (min_step, max_step, max_rank, actv);"
      "INSERT INTO global_stats VALUES (0, 9, 7, 'zeros,mean,min,norm');");
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (catalog->format, ==, TS_FORMAT_MONITOR);
  g_assert_cmpstr (ts_catalog_find_target (catalog, 1)->label, ==, "a.w · vpp 0");
  g_assert_cmpstr (ts_catalog_find_target (catalog, 2)->label, ==, "a.w · vpp 1");
  g_assert_cmpstr (ts_catalog_find_target (catalog, 3)->label, ==, "b [micro 2]");
  g_assert_cmpstr (ts_catalog_find_target (catalog, 4)->label, ==, "c");
  /* Canonical order, without the column that trend_data lacks; only what occurs, not 0 … max. */
  g_autofree char *stats = g_strjoinv (",", ts_catalog_find_metric (catalog, "actv")->stats);
  g_assert_cmpstr (stats, ==, "norm,min,mean");
  g_assert_cmpuint (catalog->ranks->len, ==, 1);
  g_assert_cmpuint (catalog->steps->len, ==, 1);
  sample_remove_folder (folder);
}

/* Every combination of gaps: steps that only a later rank has, before, between and after. */
static void
test_sparse_keys (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (
      folder, "s.trend.db", FALSE,
      "INSERT INTO monitoring_metrics VALUES (1, 'actv');"
      "INSERT INTO monitoring_targets VALUES (1, 'a', 0, 0);"
      "INSERT INTO trend_data (rank, step, target_id, metric_id) VALUES"
      " (8, 10, 1, 1), (8, 20, 1, 1), (0, 12, 1, 1), (16, -3, 1, 1), (16, 20, 1, 1),"
      " (1024, 9000000000, 1, 1), (0, 11, 1, 1);");
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, &error);
  static const gint64 steps[] = { -3, 10, 11, 12, 20, 9000000000 };

  g_assert_no_error (error);
  g_assert_cmpuint (catalog->ranks->len, ==, 4);
  g_assert_cmpuint (catalog->steps->len, ==, G_N_ELEMENTS (steps));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    g_assert_nonnull (ts_catalog_find_step (catalog, steps[i]));
  sample_remove_folder (folder);
}

static void
test_no_rows (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = sample_create_folder ();
  g_autofree char *path = sample_create_database (
      folder, "e.trend.db", FALSE, "INSERT INTO monitoring_metrics VALUES (1, 'forward')");
  g_autoptr (TsCatalog) catalog = ts_catalog_load (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (catalog->metrics->len, ==, 0);
  g_assert_cmpuint (catalog->steps->len, ==, 0);
  g_assert_cmpint (catalog->n_rows, ==, 0);
  sample_remove_folder (folder);
}

#define add(name, own, test)                                                                       \
  g_test_add ("/catalog/" name, Sample, GINT_TO_POINTER (own), set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("own/keys", TRUE, test_keys);
  add ("own/metrics", TRUE, test_metrics);
  add ("own/steps", TRUE, test_steps);
  add ("own/targets", TRUE, test_targets);
  add ("own/tags", TRUE, test_tags);
  add ("own/filter", TRUE, test_filter);
  add ("own/async", TRUE, test_async);
  add ("msprobe/keys", FALSE, test_keys);
  add ("msprobe/metrics", FALSE, test_metrics);
  add ("msprobe/steps", FALSE, test_steps);
  add ("msprobe/targets", FALSE, test_targets);
  g_test_add_func ("/catalog/monitor-labels", test_monitor_labels);
  g_test_add_func ("/catalog/sparse-keys", test_sparse_keys);
  g_test_add_func ("/catalog/no-rows", test_no_rows);
  return g_test_run ();
}
