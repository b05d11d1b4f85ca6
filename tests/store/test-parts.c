/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A run in parts against the same run in one database: everything that can be asked for. */

#include "ingest/import.h"
#include "store/query.h"
#include "store/row-scan.h"
#include "store/run-location.h"
#include "store/view-names.h"

#include "../test-folder.h"

#include <math.h>
#include <sqlite3.h>

/* --- making parts ------------------------------------------------------------------------- */

/* Imports a folder (the shard-th of n_shards; 0: all of it) into db_dir; the database's path. */
static char *
import (const char *data, const char *db_dir, guint shard, guint n_shards)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autoptr (TsImportResult) result = NULL;
  g_autoptr (GError) error = NULL;

  options->data_dir = g_strdup (data);
  options->db_dir = g_strdup (db_dir);
  options->shard = shard;
  options->n_shards = n_shards;
  result = ts_import_run (options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return result->databases->len > 0 ? g_strdup (g_ptr_array_index (result->databases, 0)) : NULL;
}

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  sqlite3_close (db);
}

static char *
copy_database (const char *path, const char *folder, const char *name)
{
  g_autoptr (GFile) from = g_file_new_for_path (path);
  g_autofree char *copy = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) to = g_file_new_for_path (copy);

  g_assert_true (g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  return g_steal_pointer (&copy);
}

/* Those steps of a database of which cond is true, numbered from first on as an import of them
 * alone numbers them. */
static void
cut_steps (const char *path, const char *cond, gint64 first)
{
  static const char *const tables[] = { "trend_data", "trendscope_exact", "trendscope_steps" };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *sql
          = g_strdup_printf ("DELETE FROM %s WHERE NOT (%s); UPDATE %s SET step = step + 1000000;"
                             "UPDATE %s SET step = step - 1000000 - %" G_GINT64_FORMAT,
                             tables[i], cond, tables[i], tables[i], first);
      run_sql (path, sql);
    }
}

/* --- comparing ---------------------------------------------------------------------------- */

static void
assert_same_names (char **a, char **b)
{
  g_assert_cmpuint (g_strv_length (a), ==, g_strv_length (b));
  for (guint i = 0; a[i] != NULL; i++)
    g_assert_cmpstr (a[i], ==, b[i]);
}

static void
assert_same_targets (const TsCatalog *one, const TsCatalog *run)
{
  g_assert_cmpuint (one->network->len, ==, run->network->len);
  for (guint i = 0; i < one->network->len; i++)
    {
      const TsCatalogTarget *a = g_ptr_array_index (one->network, i);
      const TsCatalogTarget *b = g_ptr_array_index (run->network, i);
      g_assert_cmpstr (a->label, ==, b->label);
      g_assert_cmpstr (a->dtype, ==, b->dtype);
      g_assert_cmpstr (a->shape, ==, b->shape);
      g_assert_cmpint (a->has_tags, ==, b->has_tags);
      g_assert_cmpuint (a->call, ==, b->call);
    }
}

static void
assert_same_tags (const TsCatalog *one, const TsCatalog *run)
{
  g_assert_cmpuint (one->tags->len, ==, run->tags->len);
  for (guint i = 0; i < one->tags->len; i++)
    {
      const TsCatalogTag *a = g_ptr_array_index (one->tags, i);
      const TsCatalogTag *b = g_ptr_array_index (run->tags, i);
      g_assert_cmpstr (a->tag.name, ==, b->tag.name);
      g_assert_cmpstr (a->tag.category, ==, b->tag.category);
      g_assert_cmpuint (g_hash_table_size (a->targets), ==, g_hash_table_size (b->targets));
    }
}

static void
assert_same_catalog (const TsCatalog *one, const TsCatalog *run)
{
  g_assert_cmpint (one->format, ==, run->format);
  g_assert_cmpint (one->has_exact, ==, run->has_exact);
  g_assert_cmpint (one->n_rows, ==, run->n_rows);
  g_assert_cmpuint (one->metrics->len, ==, run->metrics->len);
  for (guint i = 0; i < one->metrics->len; i++)
    {
      const TsCatalogMetric *a = g_ptr_array_index (one->metrics, i);
      const TsCatalogMetric *b = g_ptr_array_index (run->metrics, i);
      g_assert_cmpstr (a->name, ==, b->name);
      assert_same_names (a->stats, b->stats);
      g_assert_cmpuint (g_hash_table_size (a->tagged), ==, g_hash_table_size (b->tagged));
      g_assert_cmpuint (g_hash_table_size (a->steps), ==, g_hash_table_size (b->steps));
    }
  g_assert_cmpmem (one->ranks->data, one->ranks->len * sizeof (gint64), run->ranks->data,
                   run->ranks->len * sizeof (gint64));
  g_assert_cmpuint (one->steps->len, ==, run->steps->len);
  for (guint i = 0; i < one->steps->len; i++)
    {
      const TsCatalogStep *a = g_ptr_array_index (one->steps, i);
      const TsCatalogStep *b = g_ptr_array_index (run->steps, i);
      g_assert_cmpint (a->step, ==, b->step);
      g_assert_cmpint (a->train_step, ==, b->train_step);
      g_assert_cmpstr (a->label, ==, b->label);
      g_assert_cmpfloat (a->position, ==, b->position);
    }
  assert_same_targets (one, run);
  assert_same_tags (one, run);
}

static void
assert_same_axis (const TsAxis *a, const TsAxis *b)
{
  g_assert_cmpint (a->dimension, ==, b->dimension);
  g_assert_cmpuint (a->n, ==, b->n);
  for (guint i = 0; i < a->n; i++)
    {
      g_assert_cmpstr (a->names[i], ==, b->names[i]);
      g_assert_cmpfloat (a->positions[i], ==, b->positions[i]);
    }
}

static void
assert_same_cells (
    const double *a, const guint8 *a_states, const double *b, const guint8 *b_states, gsize n)
{
  g_assert_cmpmem (a_states, n, b_states, n);
  for (gsize i = 0; i < n; i++)
    if (!isnan (a[i]) || !isnan (b[i]))
      g_assert_cmpfloat (a[i], ==, b[i]);
}

static void
assert_same_series (const TsSeries *a, const TsSeries *b)
{
  assert_same_axis (a->axis, b->axis);
  g_assert_cmpstr (a->name, ==, b->name);
  assert_same_cells (a->values, a->states, b->values, b->states, a->axis->n);
}

/* The lines and the bands of some cells. */
static void
compare_lines (TsCatalog *one,
               TsCatalog *run,
               const TsSelection *in_one,
               const TsSelection *in_run,
               const TsMatrix *a,
               const TsMatrix *b)
{
  for (guint i = 0; i < a->y->n && a->x->n > 0; i += 1 + a->y->n / 2)
    {
      guint x = i % a->x->n;
      g_autoptr (TsSeries) line
          = ts_query_series (one, in_one, a->x->ids[x], a->y->ids[i], NULL, NULL);
      g_autoptr (TsSeries) other
          = ts_query_series (run, in_run, b->x->ids[x], b->y->ids[i], NULL, NULL);
      g_autoptr (TsBand) band = NULL, other_band = NULL;
      assert_same_series (line, other);
      if (in_one->dimension == TS_DIMENSION_RANK)
        continue;
      band = ts_query_band (one, in_one, a->x->ids[x], a->y->ids[i], NULL, NULL);
      other_band = ts_query_band (run, in_run, b->x->ids[x], b->y->ids[i], NULL, NULL);
      assert_same_series (band->min, other_band->min);
      assert_same_series (band->max, other_band->max);
      assert_same_series (band->median, other_band->median);
    }
}

static void
set_text (char **text, const char *to)
{
  g_free (*text);
  *text = g_strdup (to);
}

/* Every view of one metric and statistic over the values of one dimension, every every-th of them.
 */
static void
compare_views (TsCatalog *one,
               TsCatalog *run,
               const char *metric,
               const char *stat,
               TsDimension dimension,
               guint every)
{
  g_autoptr (TsSelection) in_one = ts_catalog_create_selection (one);
  g_autoptr (TsSelection) in_run = ts_catalog_create_selection (run);
  g_autoptr (TsAxis) values = NULL, others = NULL;
  g_autoptr (GError) error = NULL;
  TsAnomaly first, other;

  set_text (&in_one->metric, metric);
  set_text (&in_run->metric, metric);
  set_text (&in_one->stat, stat);
  set_text (&in_run->stat, stat);
  in_one->dimension = in_run->dimension = dimension;
  values = ts_query_values (one, in_one, NULL, NULL);
  others = ts_query_values (run, in_run, NULL, &error);
  g_assert_no_error (error);
  assert_same_axis (values, others);
  for (guint i = 0; i < values->n; i += every)
    {
      g_autoptr (TsMatrix) a = NULL, b = NULL;
      in_one->value = values->ids[i];
      in_run->value = others->ids[i];
      a = ts_query_matrix (one, in_one, NULL, NULL);
      b = ts_query_matrix (run, in_run, NULL, &error);
      g_assert_no_error (error);
      assert_same_axis (a->x, b->x);
      assert_same_axis (a->y, b->y);
      assert_same_cells (a->values, a->states, b->values, b->states, (gsize) a->x->n * a->y->n);
      compare_lines (one, run, in_one, in_run, a, b);
    }
  g_assert_true (ts_query_first_anomaly (one, in_one, 1000000, NULL, &first, NULL));
  g_assert_true (ts_query_first_anomaly (run, in_run, 1000000, NULL, &other, NULL));
  g_assert_cmpint (first.metric != NULL, ==, other.metric != NULL);
  if (first.metric == NULL)
    return;
  g_assert_cmpstr (first.stat, ==, other.stat);
  g_assert_cmpint (first.rank, ==, other.rank);
  g_assert_cmpint (first.step, ==, other.step);
  g_assert_cmpstr (ts_catalog_find_target (one, first.target_id)->label, ==,
                   ts_catalog_find_target (run, other.target_id)->label);
}

/* One line per row of a block, by names. */
typedef struct
{
  const TsCatalog *catalog;
  GPtrArray *lines;
  gint64 last_target, last_metric;
} Lines;

static const char *
get_metric_name (const TsCatalog *catalog, gint64 id)
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
add_line (
    gint64 target_id, gint64 metric_id, const double *values, const guint8 *states, gpointer data)
{
  Lines *self = data;
  GString *line = g_string_new (ts_catalog_find_target (self->catalog, target_id)->label);

  g_assert_true (target_id > self->last_target
                 || (target_id == self->last_target && metric_id > self->last_metric));
  self->last_target = target_id;
  self->last_metric = metric_id;
  g_string_append_printf (line, " %s", get_metric_name (self->catalog, metric_id));
  for (guint i = 0; self->catalog->stats[i] != NULL; i++)
    g_string_append_printf (line, " %s=%.17g/%d", self->catalog->stats[i], values[i], states[i]);
  g_ptr_array_add (self->lines, g_string_free (line, FALSE));
}

static int
compare_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
read_lines (const TsCatalog *catalog)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_auto (TsRowScan) scan = { 0 };

  g_assert_true (ts_row_scan_open (&scan, catalog, NULL, NULL));
  for (guint r = 0; r < catalog->ranks->len; r++)
    for (guint s = 0; s < catalog->steps->len; s++)
      {
        gint64 rank = g_array_index (catalog->ranks, gint64, r);
        gint64 step = ((const TsCatalogStep *) g_ptr_array_index (catalog->steps, s))->step;
        Lines block = { catalog, g_ptr_array_new (), -1, -1 };
        g_assert_true (ts_row_scan_read (&scan, rank, step, add_line, &block, NULL));
        g_ptr_array_sort (block.lines, compare_text);
        g_ptr_array_add (lines, g_strdup_printf ("rank %d step %d", (int) rank, (int) step));
        g_ptr_array_extend_and_steal (lines, block.lines);
      }
  return lines;
}

static void
assert_same_rows (const TsCatalog *one, const TsCatalog *run)
{
  g_autoptr (GPtrArray) a = read_lines (one), b = read_lines (run);

  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    g_assert_cmpstr (g_ptr_array_index (a, i), ==, g_ptr_array_index (b, i));
}

static void
assert_same_run (TsCatalog *one, TsCatalog *run)
{
  assert_same_catalog (one, run);
  assert_same_rows (one, run);
  for (guint m = 0; m < one->metrics->len; m++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (one->metrics, m);
      /* The rows were compared with all statistics; a view takes one as it takes another. */
      for (guint s = 0; s < 2 && metric->stats[s] != NULL; s++)
        for (int d = 0; d < 3; d++)
          compare_views (one, run, metric->name, metric->stats[s], (TsDimension) d,
                         d == TS_DIMENSION_MODULE ? 97 : 3);
    }
}

/* --- the tests ---------------------------------------------------------------------------- */

/* Every fixture with data, as many shards as there are ranks and more. */
static void
test_shards (gconstpointer data)
{
  const char *folder = data;
  g_autofree char *tmp = test_tmp_dir ();
  g_autofree char *shards = g_build_filename (tmp, "shards", NULL);
  g_autofree char *path = import (folder, tmp, 0, 0);
  g_autoptr (TsCatalog) one = ts_catalog_load (path, NULL, NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 3; i >= 1; i--)
    {
      g_autofree char *part = import (folder, shards, i, 3);
      g_assert_true ((part != NULL) == (i <= one->ranks->len));
    }
  g_autoptr (TsCatalog) run = ts_catalog_load (shards, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (run->notes->len, ==, 0);
  g_assert_cmpuint (ts_catalog_get_n_parts (run), ==, MIN (3, one->ranks->len));
  g_assert_true (ts_catalog_is_current (run, NULL));
  assert_same_run (one, run);
}

/* Two stretches, each with its own numbers of steps; and four quarters, by rank and stretch. */
static void
test_stretches (gconstpointer data)
{
  g_autofree char *tmp = test_tmp_dir ();
  g_autofree char *shards = g_build_filename (tmp, "shards", NULL);
  g_autofree char *path = import (data, tmp, 0, 0);
  g_autoptr (TsCatalog) one = ts_catalog_load (path, NULL, NULL);
  gint64 middle
      = ((const TsCatalogStep *) g_ptr_array_index (one->steps, one->steps->len / 2))->train_step;
  g_autoptr (GPtrArray) halves = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) quarters = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *before = NULL, *behind = NULL;
  gint64 first = 0;

  while (((const TsCatalogStep *) g_ptr_array_index (one->steps, (guint) first))->train_step
         < middle)
    first++;
  before = g_strdup_printf ("step < %d", (int) first);
  behind = g_strdup_printf ("step >= %d", (int) first);
  g_ptr_array_add (halves, copy_database (path, tmp, "half1.trend.db"));
  g_ptr_array_add (halves, copy_database (path, tmp, "half2.trend.db"));
  cut_steps (g_ptr_array_index (halves, 0), before, 0);
  cut_steps (g_ptr_array_index (halves, 1), behind, first);
  for (guint i = 1; i <= 2; i++)
    {
      g_autofree char *shard = import (data, shards, i, 2);
      g_autofree char *name = g_strdup_printf ("q%u", i), *other = g_strdup_printf ("r%u", i);
      g_ptr_array_add (quarters, copy_database (shard, tmp, name));
      g_ptr_array_add (quarters, copy_database (shard, tmp, other));
      cut_steps (g_ptr_array_index (quarters, 2 * i - 2), before, 0);
      cut_steps (g_ptr_array_index (quarters, 2 * i - 1), behind, first);
    }
  g_autoptr (TsCatalog) run = ts_catalog_load_parts (halves, NULL, NULL);
  assert_same_run (one, run);
  g_autoptr (TsCatalog) finer = ts_catalog_load_parts (quarters, NULL, NULL);
  assert_same_run (one, finer);
  g_assert_false (finer->parts_overlap);
}

/* Where two parts hold a key the last one counts in monitor data and the first one in a dump. */
static void
check_overlap (const char *folder, gboolean later)
{
  g_autofree char *tmp = test_tmp_dir ();
  g_autofree char *path = import (folder, tmp, 0, 0);
  g_autofree char *second = copy_database (path, tmp, "second.trend.db");
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autoptr (TsCatalog) one = NULL, run = NULL;

  run_sql (second, "UPDATE trend_data SET norm = 7 WHERE norm IS NOT NULL;"
                   "DELETE FROM trendscope_exact; DELETE FROM trend_data WHERE rank > 0");
  g_ptr_array_add (paths, path);
  g_ptr_array_add (paths, second);
  run = ts_catalog_load_parts (paths, NULL, NULL);
  g_assert_true (run->parts_overlap);
  g_assert_cmpuint (run->notes->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (run->notes, 0), "second.trend.db"));
  g_assert_nonnull (strstr (g_ptr_array_index (run->notes, 0), "in common"));
  /* What counts, in one. */
  if (later)
    run_sql (path, "UPDATE trend_data SET norm = 7 WHERE norm IS NOT NULL AND rank = 0;"
                   "DELETE FROM trendscope_exact WHERE rank = 0");
  g_clear_pointer (&run, ts_catalog_unref);
  one = ts_catalog_load (path, NULL, NULL);
  run = ts_catalog_load_parts (paths, NULL, NULL);
  assert_same_rows (one, run);
  compare_views (one, run, ((const TsCatalogMetric *) g_ptr_array_index (one->metrics, 0))->name,
                 "norm", TS_DIMENSION_RANK, 1);
}

static void
test_overlaps (void)
{
  g_autofree char *dump
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_nan_inf_2rank", "data", NULL);
  g_autofree char *monitor
      = g_build_filename (g_getenv ("TS_FIXTURES"), "monitor_2rank", "data", NULL);

  check_overlap (dump, FALSE);
  check_overlap (monitor, TRUE);
}

/* A part that is replaced, and one that goes. */
static void
test_changed (void)
{
  g_autofree char *data
      = g_build_filename (g_getenv ("TS_FIXTURES"), "monitor_2rank", "data", NULL);
  g_autofree char *tmp = test_tmp_dir ();
  g_autofree char *first = import (data, tmp, 1, 2), *second = import (data, tmp, 2, 2);
  g_autoptr (TsCatalog) run = ts_catalog_load (tmp, NULL, NULL);
  g_autoptr (TsSelection) selection = ts_catalog_create_selection (run);
  g_autoptr (TsMatrix) matrix = NULL;
  g_autoptr (GError) error = NULL;

  selection->dimension = TS_DIMENSION_STEP;
  selection->value = 1;
  run_sql (second, "UPDATE trend_data SET norm = 1");
  g_assert_false (ts_catalog_is_current (run, NULL));
  matrix = ts_query_matrix (run, selection, NULL, &error);
  g_assert_null (matrix);
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED);
  g_clear_error (&error);
  g_clear_pointer (&run, ts_catalog_unref);
  g_assert_cmpint (g_remove (second), ==, 0);
  run = ts_catalog_load (tmp, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (run->ranks->len, ==, 1);
  g_assert_cmpuint (run->notes->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (run->notes, 0), "Of the 2 parts of this run 1"));
}

/* Shards that do not belong together, or are not all there, are told of. */
static void
test_missing (void)
{
  g_autofree char *data
      = g_build_filename (g_getenv ("TS_FIXTURES"), "monitor_2rank", "data", NULL);
  g_autofree char *tmp = test_tmp_dir ();
  g_autofree char *first = import (data, tmp, 1, 2), *second = import (data, tmp, 2, 2);
  g_autofree char *third = copy_database (second, tmp, "monitor_data.3-of-4.trend.db");
  g_autofree char *fourth = copy_database (first, tmp, "monitor_data.4-of-4.trend.db");
  g_autoptr (TsCatalog) run = NULL;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *location = g_build_filename (tmp, "monitor_data.*-of-4.trend.db", NULL);

  list = ts_run_location_list (tmp, NULL, &error);
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_ONE_RUN);
  run_sql (third, "UPDATE trendscope_meta SET value = '4' WHERE key = 'shards';"
                  "UPDATE trendscope_meta SET value = 'other' WHERE key = 'division'");
  run = ts_catalog_load (location, NULL, NULL);
  g_assert_cmpuint (run->notes->len, ==, 2);
  g_assert_nonnull (strstr (g_ptr_array_index (run->notes, 0), "division"));
  g_assert_nonnull (strstr (g_ptr_array_index (run->notes, 1), "1, 2"));
}

/* Dump and monitor data are no run. */
static void
test_formats (void)
{
  g_autofree char *dump = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_L1_proc", "data", NULL);
  g_autofree char *monitor
      = g_build_filename (g_getenv ("TS_FIXTURES"), "monitor_l2", "data", NULL);
  g_autofree char *tmp = test_tmp_dir ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (paths, import (dump, tmp, 0, 0));
  g_ptr_array_add (paths, import (monitor, tmp, 0, 0));
  g_assert_null (ts_catalog_load_parts (paths, NULL, &error));
  g_assert_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_ONE_RUN);
  g_assert_nonnull (strstr (error->message, "monitor_data.trend.db"));
}

/* --- what belongs together ---------------------------------------------------------------- */

static void
test_names (void)
{
  static const char *const bad[] = { "a.trend.db",
                                     ".1-of-2.trend.db",
                                     "a.0-of-2.trend.db",
                                     "a.3-of-2.trend.db",
                                     "a.01-of-2.trend.db",
                                     "a1-of-2.trend.db",
                                     "a.1-of-.trend.db",
                                     "a.-of-2.trend.db",
                                     "a.1-of-2.db",
                                     "a.1-of-2.trend.dbx",
                                     "a.1-of-99999999999999999999.trend.db" };
  g_autofree char *stem = NULL;
  guint shard, n;

  g_assert_true (ts_shard_name_parse ("a.1-of-2.b.3-of-16.trend.db", &stem, &shard, &n));
  g_assert_cmpstr (stem, ==, "a.1-of-2.b");
  g_assert_cmpuint (shard, ==, 3);
  g_assert_cmpuint (n, ==, 16);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (ts_shard_name_parse (bad[i], NULL, &shard, &n));
}

static guint
count_runs (const GPtrArray *paths)
{
  g_autoptr (GPtrArray) runs = ts_run_location_group (paths, NULL);

  return runs->len;
}

/* One machine each: other ranks, the same steps. Stretches only where names say so. */
static void
test_groups (void)
{
  g_autofree char *data
      = g_build_filename (g_getenv ("TS_FIXTURES"), "monitor_2rank", "data", NULL);
  g_autofree char *tmp = test_tmp_dir ();
  g_autofree char *shards = g_build_filename (tmp, "shards", NULL);
  g_autofree char *path = import (data, tmp, 0, 0);
  g_autofree char *one = import (data, shards, 1, 2), *two = import (data, shards, 2, 2);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *garbage = g_build_filename (tmp, "zz.trend.db", NULL);

  g_ptr_array_add (paths, copy_database (one, tmp, "node0.trend.db"));
  g_ptr_array_add (paths, copy_database (two, tmp, "node1.trend.db"));
  g_assert_cmpuint (count_runs (paths), ==, 1);
  g_ptr_array_add (paths, g_strdup (path));
  g_assert_cmpuint (count_runs (paths), ==, 2);
  g_assert_true (g_file_set_contents (garbage, "nothing", -1, NULL));
  g_ptr_array_add (paths, g_strdup (garbage));
  g_assert_cmpuint (count_runs (paths), ==, 3);

  g_ptr_array_set_size (paths, 0);
  g_ptr_array_add (paths, copy_database (path, tmp, "steps0.trend.db"));
  g_ptr_array_add (paths, copy_database (path, tmp, "steps12.trend.db"));
  g_assert_cmpuint (count_runs (paths), ==, 2);
  cut_steps (g_ptr_array_index (paths, 0), "step < 3", 0);
  cut_steps (g_ptr_array_index (paths, 1), "step >= 3", 3);
  g_assert_cmpuint (count_runs (paths), ==, 2); /* one training step in two parts */
  run_sql (g_ptr_array_index (paths, 0), "UPDATE trendscope_steps SET train_step = 0");
  run_sql (g_ptr_array_index (paths, 0), "UPDATE trendscope_steps SET micro_step = step");
  run_sql (g_ptr_array_index (paths, 1),
           "UPDATE trendscope_steps SET train_step = 1 + step, micro_step = 0");
  g_assert_cmpuint (count_runs (paths), ==, 1);
  g_ptr_array_add (paths, copy_database (g_ptr_array_index (paths, 1), tmp, "fixed.trend.db"));
  g_ptr_array_remove_index (paths, 1);
  g_assert_cmpuint (count_runs (paths), ==, 2);
}

static void
add (const char *name, const char *fixture, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/parts/%s/%s", name, fixture);
  char *data = g_build_filename (g_getenv ("TS_FIXTURES"), fixture, "data", NULL);

  g_test_add_data_func_full (path, data, func, g_free);
}

int
main (int argc, char **argv)
{
  static const char *const fixtures[]
      = { "dump_L0_bf16_tied",   "dump_L0_proc",       "dump_L0_sparse_steps", "dump_L1_proc",
          "dump_mix_2rank",      "dump_nan_inf_2rank", "dump_recompute_mix",   "monitor_2rank",
          "monitor_2rank_rec10", "monitor_cc_other",   "monitor_nan",          "monitor_v2_2rank",
          "monitor_vpp" };
  static const char *const of_two_ranks[]
      = { "dump_mix_2rank", "dump_nan_inf_2rank", "monitor_2rank" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    add ("shards", fixtures[i], test_shards);
  for (guint i = 0; i < G_N_ELEMENTS (of_two_ranks); i++)
    add ("stretches", of_two_ranks[i], test_stretches);
  g_test_add_func ("/parts/overlaps", test_overlaps);
  g_test_add_func ("/parts/changed", test_changed);
  g_test_add_func ("/parts/missing", test_missing);
  g_test_add_func ("/parts/formats", test_formats);
  g_test_add_func ("/parts/names", test_names);
  g_test_add_func ("/parts/groups", test_groups);
  return g_test_run ();
}
