/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Databases that are damaged, or that somebody made to do harm: nothing in them is trusted. */
#include "sample-query.h"

#include "store/query.h"

#include <math.h>

/* Longer than anything here takes under a sanitizer, shorter than for ever. */
#define MAX_SECONDS 20

static char *
get_hostile (const char *name)
{
  return g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "store", "hostile", name, NULL);
}

static void
assert_refused (const char *name, TsStoreError code, const char *said)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = get_hostile (name);
  gint64 start = g_get_monotonic_time ();

  g_assert_null (ts_catalog_load (path, NULL, &error));
  g_assert_error (error, TS_STORE_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, said));
  g_assert_nonnull (strstr (error->message, name));
  g_assert_cmpint (g_get_monotonic_time () - start, <, MAX_SECONDS * G_USEC_PER_SEC);
}

static void
test_keys (void)
{
  /* One byte of a row id changed: names would belong to other numbers. */
  assert_refused ("unsorted_targets.trend.db", TS_STORE_ERROR_NOT_A_DATABASE, "order");
  /* Text sorts behind every number, so the next key was sought for ever. */
  assert_refused ("text_rank.trend.db", TS_STORE_ERROR_NOT_A_DATABASE, "rank");
  assert_refused ("text_step.trend.db", TS_STORE_ERROR_NOT_A_DATABASE, "step");
}

static void
test_views (void)
{
  assert_refused ("view_infinite.trend.db", TS_STORE_ERROR_NO_TREND_DATA, "trend_data");
  assert_refused ("view_hugetext.trend.db", TS_STORE_ERROR_NO_TREND_DATA, "monitoring_targets");
}

static TsCatalog *
load_hostile (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = get_hostile (name);
  TsCatalog *catalog = ts_catalog_load (path, NULL, &error);

  g_assert_no_error (error);
  return catalog;
}

/* The greatest numbers there are have none behind them. */
static void
test_greatest_numbers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) steps = load_hostile ("max_micro_step.trend.db");
  g_autoptr (TsCatalog) ranks = load_hostile ("max_rank.trend.db");
  g_autoptr (TsSelection) selection = ts_selection_new ();
  g_autoptr (TsMatrix) matrix = NULL;

  g_assert_cmpstr (ts_catalog_find_step (steps, 1)->label, ==, "1·9223372036854775807");
  g_assert_true (isfinite (ts_catalog_find_step (steps, 1)->position));
  g_assert_cmpuint (ranks->ranks->len, ==, 2);
  selection->metric = g_strdup ("actv");
  selection->stat = g_strdup ("norm");
  matrix = ts_query_matrix (ranks, selection, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (matrix->x->names[1], ==, "9223372036854775807");
}

/* --- what is malformed in one table leaves the others alone --- */

/* A sample database after sql, which has to be readable; its notes in one text. */
static char *
get_notes (const char *sql, TsCatalog **catalog)
{
  g_autoptr (GError) error = NULL;
  char *folder = sample_create_folder ();
  g_autofree char *all = g_strconcat (SAMPLE_SQL SAMPLE_STEPS_SQL, sql, NULL);
  g_autofree char *path = sample_create_database (folder, "h.trend.db", TRUE, all);
  g_autoptr (TsCatalog) loaded = ts_catalog_load (path, NULL, &error);
  GString *notes = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < loaded->notes->len; i++)
    g_string_append_printf (notes, "%s\n", (char *) g_ptr_array_index (loaded->notes, i));
  if (catalog != NULL)
    *catalog = g_steal_pointer (&loaded);
  g_free (folder);
  return g_string_free (notes, FALSE);
}

static const struct
{
  const char *name;
  const char *sql;
  const char *noted; /* in the notes; NULL: there are none */
} malformed[] = {
  { "nothing", "", NULL },
  { "steps-view",
    "DROP TABLE trendscope_steps; CREATE VIEW trendscope_steps AS SELECT 0 AS step, 1 AS "
    "train_step, 0 AS micro_step;",
    "trendscope_steps" },
  { "steps-column",
    "DROP TABLE trendscope_steps; CREATE TABLE trendscope_steps (step INTEGER PRIMARY KEY, "
    "micro_step);",
    "train_step" },
  { "steps-text", "UPDATE trendscope_steps SET train_step = 'one' WHERE step = 1;", "train_step" },
  { "steps-order", "UPDATE trendscope_steps SET train_step = 7 WHERE step = 2;",
    "trendscope_steps" },
  { "steps-negative", "UPDATE trendscope_steps SET micro_step = -1 WHERE step = 2;",
    "trendscope_steps" },
  { "meta-column", "DROP TABLE trendscope_meta; CREATE TABLE trendscope_meta (key);",
    "trendscope_meta" },
  { "targets-column", "ALTER TABLE trendscope_targets DROP COLUMN dtype;", "dtype" },
  { "targets-place",
    "DROP TABLE trendscope_targets; CREATE TABLE trendscope_targets (target_id INTEGER PRIMARY "
    "KEY, dtype, shape, place); INSERT INTO trendscope_targets VALUES (1, 'a', 'b', 'first');",
    "place" },
  { "exact-key",
    "DROP TABLE trendscope_exact; CREATE TABLE trendscope_exact (rank, step, target_id, max);",
    "metric_id" },
  { "exact-virtual",
    "DROP TABLE trendscope_exact; CREATE VIRTUAL TABLE trendscope_exact USING fts5(a);",
    "trendscope_exact" },
  { "ranks-text",
    "DROP TABLE trendscope_ranks; CREATE TABLE trendscope_ranks (rank); INSERT INTO "
    "trendscope_ranks VALUES ('x');",
    "trendscope_ranks" },
  { "tags-column",
    "DROP TABLE monitoring_tags; CREATE TABLE monitoring_tags (tag_id INTEGER PRIMARY KEY);",
    "monitoring_tags" },
  { "tags-view",
    "DROP TABLE tag_target_mapping; CREATE VIEW tag_target_mapping AS SELECT 1 AS tag_id, 1 AS "
    "target_id;",
    "tag_target_mapping" },
  { "global-stats-key", "CREATE TABLE global_stats (a PRIMARY KEY, forward) WITHOUT ROWID;",
    "global_stats" },
  { "global-stats-garbage",
    "CREATE TABLE global_stats (min_step, forward, backward); INSERT INTO global_stats VALUES (0, "
    "'%$#', x'ff00fe');",
    "forward" },
};

static void
test_malformed (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) catalog = NULL;
  g_autoptr (TsSelection) selection = ts_selection_new ();
  g_autofree char *notes = get_notes (malformed[i].sql, &catalog);
  g_autoptr (TsMatrix) matrix = NULL;

  if (malformed[i].noted == NULL)
    g_assert_cmpstr (notes, ==, "");
  else
    g_assert_nonnull (strstr (notes, malformed[i].noted));
  /* The values are shown all the same, under a statistic that the columns hold. */
  selection->metric = g_strdup ("forward");
  selection->stat = g_strdup ("max");
  g_assert_true (g_strv_contains (
      (const char *const *) ts_catalog_find_metric (catalog, "forward")->stats, "max"));
  matrix = ts_query_matrix (catalog, selection, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (matrix->counts[TS_CELL_NUMBER], ==, 10);
}

/* Tables that every trend database has; and numbers that are none. */
static void
test_refused_sql (void)
{
  static const struct
  {
    const char *sql;
    const char *said;
  } cases[] = {
    { "DROP TABLE monitoring_targets; CREATE TABLE monitoring_targets (target_id, target_name);",
      "vpp_stage" },
    { "UPDATE monitoring_targets SET vpp_stage = 1 << 40 WHERE target_id = 2;", "1099511627776" },
    { "UPDATE monitoring_targets SET micro_step = 'x' WHERE target_id = 2;", "micro_step" },
    { "DROP TABLE monitoring_metrics; CREATE TABLE monitoring_metrics (metric_id, metric_name);"
      "INSERT INTO monitoring_metrics VALUES ('one', 'forward');",
      "metric_id" },
    { "DROP TABLE monitoring_targets; CREATE TABLE monitoring_targets (target_id, target_name, "
      "vpp_stage, micro_step); INSERT INTO monitoring_targets VALUES (1, 'a', 0, 0), (1, 'b', 0, "
      "0);",
      "order" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      char *folder = sample_create_folder ();
      g_autofree char *all = g_strconcat (SAMPLE_SQL, cases[i].sql, NULL);
      g_autofree char *path = sample_create_database (folder, "r.trend.db", FALSE, all);
      g_assert_null (ts_catalog_load (path, NULL, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].said));
      sample_remove_folder (folder);
    }
}

/* --- names and values --- */

#define NAMES_SQL                                                                                  \
  "UPDATE monitoring_metrics SET metric_name = CAST (x'6162ff' AS TEXT) WHERE metric_id = 2;"      \
  "UPDATE monitoring_targets SET target_name = 'a' || char (0x202e) || 'b' || char (10)"           \
  " WHERE target_id = 1;"                                                                          \
  "UPDATE monitoring_targets SET target_name = CAST (x'63ff64' AS TEXT) WHERE target_id = 2;"      \
  "UPDATE monitoring_tags SET tag_name = CAST (x'fe' AS TEXT) WHERE tag_id = 4;"                   \
  "INSERT INTO trendscope_meta VALUES (CAST (x'ff' AS TEXT), CAST (x'fe' AS TEXT));"               \
  "ALTER TABLE trend_data ADD COLUMN \"a\xe2\x80\xae\" REAL;"

static void
test_names (void)
{
  g_autoptr (TsCatalog) catalog = NULL;
  g_autofree char *notes = get_notes (NAMES_SQL, &catalog);
  GHashTableIter iter;
  gpointer key, value;

  g_assert_cmpstr (ts_catalog_find_target (catalog, 1)->label, ==, "a\\u202eb\\u000a");
  g_assert_cmpstr (ts_catalog_find_target (catalog, 1)->name, ==, "a\u202eb\n");
  g_assert_cmpstr (ts_catalog_find_target (catalog, 2)->label, ==, "c\uFFFDd");
  g_assert_nonnull (ts_catalog_find_metric (catalog, "ab\uFFFD"));
  for (guint i = 0; i < catalog->tags->len; i++)
    g_assert_true (g_utf8_validate (
        ((TsCatalogTag *) g_ptr_array_index (catalog->tags, i))->tag.name, -1, NULL));
  g_hash_table_iter_init (&iter, catalog->meta);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_assert_true (g_utf8_validate (key, -1, NULL) && g_utf8_validate (value, -1, NULL));
  /* A statistic is asked for by its column's name, which has to be one that can be shown. */
  g_assert_false (g_strv_contains ((const char *const *) catalog->stats, "a\u202e"));
  g_assert_nonnull (strstr (notes, "\\u202e"));
}

/* A REAL column holds whatever somebody put there: it is a number, or there is a row without a
 * value, but it is never "missing". */
#define VALUES_SQL                                                                                 \
  "UPDATE trend_data SET max = 9e999 WHERE rank=0 AND step=0 AND target_id=1;"                     \
  "UPDATE trend_data SET max = -9e999 WHERE rank=0 AND step=0 AND target_id=2;"                    \
  "UPDATE trend_data SET max = 'garbage' WHERE rank=0 AND step=0 AND target_id=3;"                 \
  "UPDATE trend_data SET max = x'00ff' WHERE rank=0 AND step=0 AND target_id=4;"                   \
  "UPDATE trend_data SET max = 'nan' WHERE rank=0 AND step=0 AND target_id=7;"

static void
test_values (Sample *sample, gconstpointer sql)
{
  static const TsCellState states[]
      = { TS_CELL_POS_INF, TS_CELL_NEG_INF, TS_CELL_NULL, TS_CELL_NULL, TS_CELL_NAN };
  g_autoptr (GError) error = NULL;
  g_autoptr (TsMatrix) matrix = ts_query_matrix (sample->catalog, sample->selection, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (matrix->y->n, ==, G_N_ELEMENTS (states));
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    g_assert_cmpint (ts_cell_state (matrix->states[ts_matrix_index (matrix, 0, i)]), ==, states[i]);
}

/* --- the number of rows --- */

#define MANY_SQL                                                                                   \
  "INSERT INTO trend_data (rank, step, target_id, metric_id, max)"                                 \
  " WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"               \
  " SELECT 0, i, t.target_id, 1, 0 FROM n, monitoring_targets t"                                   \
  " UNION ALL SELECT 1, 0, i, 1, 0 FROM n;"

static void
test_n_rows (void)
{
  g_autoptr (TsCatalog) guessed = NULL;
  g_autoptr (TsCatalog) told = NULL;
  g_autoptr (TsCatalog) lied = NULL;
  g_autoptr (TsCatalog) small = NULL;
  g_autofree char *a = get_notes (MANY_SQL, &guessed);
  g_autofree char *b
      = get_notes (MANY_SQL "INSERT INTO trendscope_meta VALUES ('rows_stored', '120018');", &told);
  g_autofree char *c
      = get_notes (MANY_SQL "INSERT INTO trendscope_meta VALUES ('rows_stored', '3');", &lied);
  g_autofree char *d
      = get_notes ("INSERT INTO trendscope_meta VALUES ('rows_stored', '31');", &small);

  g_assert_true (guessed->n_rows_is_estimate);
  g_assert_false (told->n_rows_is_estimate);
  g_assert_cmpint (told->n_rows, ==, 120018);
  g_assert_true (lied->n_rows_is_estimate);
  g_assert_cmpint (lied->n_rows, ==, guessed->n_rows);
  /* What was counted is true, whatever is written about it. */
  g_assert_false (small->n_rows_is_estimate);
  g_assert_cmpint (small->n_rows, ==, 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hostile/keys", test_keys);
  g_test_add_func ("/hostile/views", test_views);
  g_test_add_func ("/hostile/greatest-numbers", test_greatest_numbers);
  for (guint i = 0; i < G_N_ELEMENTS (malformed); i++)
    {
      g_autofree char *name = g_strconcat ("/hostile/malformed/", malformed[i].name, NULL);
      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_malformed);
    }
  g_test_add_func ("/hostile/refused", test_refused_sql);
  g_test_add_func ("/hostile/names", test_names);
  g_test_add ("/hostile/values", Sample, VALUES_SQL, sample_set_up, test_values, sample_tear_down);
  g_test_add ("/hostile/values-beside-exact", Sample, VALUES_SQL SAMPLE_STEPS_SQL, sample_set_up,
              test_values, sample_tear_down);
  g_test_add_func ("/hostile/n-rows", test_n_rows);
  return g_test_run ();
}
