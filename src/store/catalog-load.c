/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"
#include "store/key-scan.h"

#include <glib/gi18n-lib.h>

static gboolean
is_key_column (const char *name)
{
  static const char *const keys[] = { "rank", "step", "target_id", "metric_id", NULL };

  return g_strv_contains (keys, name);
}

/* The table's columns but for the key; NULL on error. */
static char **
list_stats (TsDatabase *database, const char *table, GError **error)
{
  g_auto (GStrv) columns = ts_database_list_columns (database, table, error);
  g_autoptr (GPtrArray) stats = g_ptr_array_new_with_free_func (g_free);

  if (columns == NULL)
    return NULL;
  for (guint i = 0; columns[i] != NULL; i++)
    if (!is_key_column (columns[i]))
      g_ptr_array_add (stats, g_strdup (columns[i]));
  g_ptr_array_add (stats, NULL);
  return (char **) g_ptr_array_steal (stats, NULL);
}

/* Whether the tables are there that every trend database has. What there is instead decides the
 * message. */
static gboolean
check_tables (TsDatabase *database, GError **error)
{
  static const char *const needed[] = { "trend_data", "monitoring_targets", "monitoring_metrics" };
  GError *failure = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      if (ts_database_has_table (database, needed[i], &failure))
        continue;
      if (failure != NULL)
        g_propagate_error (error, failure);
      else if (ts_database_has_table (database, "metric_stats", error))
        g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA,
                     _ ("“%s” was written by msProbe before 2026, with tables that differ from "
                        "today’s. Import its data folder again."),
                     database->name);
      else
        g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA,
                     _ ("“%s” is an SQLite database, but not a trend database: it has no table "
                        "%s. Choose a *.trend.db file."),
                     database->name, needed[i]);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_meta (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  GError *failure = NULL;
  gboolean row = FALSE;

  catalog->meta = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!ts_database_has_table (database, "trendscope_meta", &failure))
    {
      if (failure != NULL)
        g_propagate_error (error, failure);
      return failure == NULL;
    }
  statement = ts_database_prepare (database, "SELECT key, value FROM trendscope_meta", error);
  if (statement == NULL)
    return FALSE;
  while (ts_database_step (database, statement, &row, error))
    {
      if (!row)
        return TRUE;
      const char *key = (const char *) sqlite3_column_text (statement, 0);
      const char *value = (const char *) sqlite3_column_text (statement, 1);
      if (key != NULL)
        g_hash_table_insert (catalog->meta, g_strdup (key), g_strdup (value != NULL ? value : ""));
    }
  return FALSE;
}

/* From trendscope_meta, else from the names of the metrics. */
static TsFormat
find_format (const TsCatalog *catalog)
{
  TsFormat format;
  const char *named = g_hash_table_lookup (catalog->meta, "format");

  if (named != NULL && ts_format_from_string (named, &format))
    return format;
  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      if (g_strv_contains (ts_dump_metrics, metric->name))
        return TS_FORMAT_DUMP;
      if (g_strv_contains (ts_monitor_metrics, metric->name))
        return TS_FORMAT_MONITOR;
    }
  return TS_FORMAT_AUTO;
}

/* Removes the metrics without rows. Finding out that one has none would take a scan of the whole
 * table; a metric that no sampled block holds and no tag belongs to is taken as such. */
static void
drop_empty_metrics (TsCatalog *catalog, const TsKeySample *sample)
{
  for (guint i = catalog->metrics->len; i-- > 0;)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      gboolean seen = g_hash_table_contains (sample->metric_ids, &metric->id);
      gboolean likely = !sample->complete && g_hash_table_size (metric->tagged) > 0;
      if (!seen && !likely)
        g_ptr_array_remove_index (catalog->metrics, i);
    }
}

static gboolean
read_columns (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  catalog->stats = list_stats (database, "trend_data", error);
  if (catalog->stats == NULL)
    return FALSE;
  catalog->exact_stats = list_stats (database, "trendscope_exact", error);
  if (catalog->exact_stats == NULL)
    return FALSE;
  catalog->has_exact = catalog->exact_stats[0] != NULL;
  if (!catalog->has_exact)
    g_clear_pointer (&catalog->exact_stats, g_strfreev);
  return TRUE;
}

/* Ranks, steps and what a sample tells. */
static gboolean
read_keys (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (GArray) steps = NULL;
  g_autoptr (TsKeySample) sample = NULL;

  catalog->ranks = ts_key_scan_ranks (database, error);
  if (catalog->ranks == NULL)
    return FALSE;
  steps = ts_key_scan_steps (database, catalog->ranks, error);
  if (steps == NULL || !ts_catalog_read_steps (catalog, database, steps, error))
    return FALSE;
  sample = ts_key_scan_sample (database, catalog->ranks, steps, error);
  if (sample == NULL)
    return FALSE;
  catalog->n_rows = sample->n_rows;
  drop_empty_metrics (catalog, sample);
  return TRUE;
}

TsCatalog *
ts_catalog_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TsDatabase) database = ts_database_open (path, cancellable, error);
  g_autoptr (TsCatalog) catalog = NULL;

  if (database == NULL || !check_tables (database, error))
    return NULL;
  catalog = g_atomic_rc_box_new0 (TsCatalog);
  catalog->path = g_strdup (path);
  if (!read_columns (catalog, database, error) || !read_meta (catalog, database, error)
      || !ts_catalog_read_metrics (catalog, database, error))
    return NULL;
  catalog->format = find_format (catalog);
  if (!ts_catalog_read_targets (catalog, database, error)
      || !ts_catalog_read_tags (catalog, database, error) || !read_keys (catalog, database, error))
    return NULL;
  return g_steal_pointer (&catalog);
}
