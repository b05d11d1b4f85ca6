/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"
#include "model/visible-text.h"
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
list_stats (TsCatalog *catalog, TsDatabase *database, const char *table, GError **error)
{
  g_auto (GStrv) columns = ts_database_list_columns (database, table, error);
  g_autoptr (GPtrArray) stats = g_ptr_array_new_with_free_func (g_free);

  if (columns == NULL)
    return NULL;
  for (guint i = 0; columns[i] != NULL; i++)
    {
      g_autofree char *visible = ts_visible_text (columns[i]);
      if (is_key_column (columns[i]))
        continue;
      if (g_str_equal (visible, columns[i]))
        g_ptr_array_add (stats, g_strdup (columns[i]));
      else
        _ts_catalog_add_note (
            catalog, g_strdup_printf (_ ("The column “%s” of %s is left aside: its name is no "
                                         "text that can be shown"),
                                      visible, table));
    }
  g_ptr_array_add (stats, NULL);
  return (char **) g_ptr_array_steal (stats, NULL);
}

typedef struct
{
  const char *name;
  const char *columns[5];
} Table;

/* Without table, or without column of it when that is not NULL. */
static void
set_no_trend_data (TsDatabase *database, const char *table, const char *column, GError **error)
{
  if (column != NULL)
    g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA,
                 _ ("“%s” is an SQLite database, but not a trend database: its table %s has no "
                    "column %s. Choose a *.trend.db file."),
                 database->name, table, column);
  else
    g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA,
                 _ ("“%s” is an SQLite database, but not a trend database: it has no table "
                    "%s. Choose a *.trend.db file."),
                 database->name, table);
}

static gboolean
check_table (TsDatabase *database, const Table *table, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_auto (GStrv) columns = NULL;
  TsTableKind kind = ts_database_get_table_kind (database, table->name, &failure);

  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (kind == TS_TABLE_VIRTUAL)
    {
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA,
                   _ ("“%s” has a view or a virtual table in place of the table %s, and is not "
                      "read. Import its data folder again."),
                   database->name, table->name);
      return FALSE;
    }
  if (kind == TS_TABLE_NONE)
    {
      set_no_trend_data (database, table->name, NULL, error);
      return FALSE;
    }
  columns = ts_database_list_columns (database, table->name, error);
  for (guint i = 0; columns != NULL && table->columns[i] != NULL; i++)
    if (!_ts_catalog_has_column (columns, table->columns[i]))
      {
        set_no_trend_data (database, table->name, table->columns[i], error);
        return FALSE;
      }
  return columns != NULL;
}

/* Whether the tables are there that every trend database has. What there is instead decides the
 * message. */
static gboolean
check_tables (TsDatabase *database, GError **error)
{
  static const Table needed[]
      = { { "trend_data", { "rank", "step", "target_id", "metric_id", NULL } },
          { "monitoring_targets", { "target_id", "target_name", "vpp_stage", "micro_step", NULL } },
          { "monitoring_metrics", { "metric_id", "metric_name", NULL } } };
  g_autoptr (GError) failure = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (needed) && failure == NULL; i++)
    check_table (database, &needed[i], &failure);
  if (failure == NULL)
    return TRUE;
  if (g_error_matches (failure, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA)
      && ts_database_get_table_kind (database, "metric_stats", NULL) == TS_TABLE_REAL)
    g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NO_TREND_DATA,
                 _ ("“%s” was written by msProbe before 2026, with tables that differ from "
                    "today’s. Import its data folder again."),
                 database->name);
  else
    g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
read_meta_row (TsDatabase *database, sqlite3_stmt *statement, gpointer data, GError **error)
{
  const char *key = (const char *) sqlite3_column_text (statement, 0);
  const char *value = (const char *) sqlite3_column_text (statement, 1);

  if (key != NULL)
    g_hash_table_replace (data, g_utf8_make_valid (key, -1),
                          g_utf8_make_valid (value != NULL ? value : "", -1));
  return TRUE;
}

static gboolean
read_meta (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  gboolean complete;

  catalog->meta = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!_ts_catalog_read_optional (catalog, database, "trendscope_meta", "key, value", "",
                                  read_meta_row, catalog->meta, &complete, error))
    return FALSE;
  if (!complete)
    g_hash_table_remove_all (catalog->meta);
  return TRUE;
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

/* Removes the metrics without rows, and tells the others at which steps they were seen. Finding out
 * that one has none would take a scan of the whole table; a metric that no sampled block holds and
 * no tag belongs to is taken as such. */
static void
take_sample (TsCatalog *catalog, const TsKeySample *sample)
{
  for (guint i = catalog->metrics->len; i-- > 0;)
    {
      TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      GHashTable *seen = g_hash_table_lookup (sample->metrics, &metric->id);
      gboolean likely = !sample->complete && g_hash_table_size (metric->tagged) > 0;
      if (seen != NULL)
        metric->steps = g_hash_table_ref (seen);
      else if (likely)
        metric->steps = g_hash_table_new (g_int64_hash, g_int64_equal);
      else
        g_ptr_array_remove_index (catalog->metrics, i);
    }
}

static gboolean
read_columns (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  gboolean has_exact;

  catalog->stats = list_stats (catalog, database, "trend_data", error);
  if (catalog->stats == NULL
      || !_ts_catalog_check_optional (catalog, database, "trendscope_exact",
                                      "rank, step, target_id, metric_id", &has_exact, error))
    return FALSE;
  if (!has_exact)
    return TRUE;
  catalog->exact_stats = list_stats (catalog, database, "trendscope_exact", error);
  if (catalog->exact_stats == NULL)
    return FALSE;
  catalog->has_exact = catalog->exact_stats[0] != NULL;
  if (!catalog->has_exact)
    g_clear_pointer (&catalog->exact_stats, g_strfreev);
  return TRUE;
}

/* The number of rows: counted in a small table, else what the importer wrote down, unless what a
 * sample tells is far from it, as after another program has changed the table. */
static void
set_n_rows (TsCatalog *catalog, const TsKeySample *sample)
{
  const char *stored = g_hash_table_lookup (catalog->meta, "rows_stored");
  guint64 n;

  catalog->n_rows = sample->n_rows;
  catalog->n_rows_is_estimate = !sample->complete;
  if (sample->complete || stored == NULL
      || !g_ascii_string_to_unsigned (stored, 10, 0, G_MAXINT64, &n, NULL))
    return;
  if ((double) n < (double) sample->n_rows / 2 || (double) n / 2 > (double) sample->n_rows)
    return;
  catalog->n_rows = (gint64) n;
  catalog->n_rows_is_estimate = FALSE;
}

/* Ranks, steps and what a sample tells. */
static gboolean
read_keys (TsCatalog *catalog, TsDatabase *database, guint n_parts, GError **error)
{
  g_autoptr (GArray) ranks = ts_key_scan_ranks (database, error);
  g_autoptr (GArray) steps = NULL;
  g_autoptr (TsKeySample) sample = NULL;

  if (ranks == NULL || !_ts_catalog_read_ranks (catalog, database, ranks, error))
    return FALSE;
  steps = ts_key_scan_steps (database, ranks, error);
  if (steps == NULL || !_ts_catalog_read_steps (catalog, database, steps, error))
    return FALSE;
  sample = ts_key_scan_sample (database, ranks, steps, n_parts, error);
  if (sample == NULL)
    return FALSE;
  set_n_rows (catalog, sample);
  take_sample (catalog, sample);
  return TRUE;
}

static TsCatalog *
read_catalog (TsDatabase *database, guint n_parts, GError **error)
{
  g_autoptr (TsCatalog) catalog = g_atomic_rc_box_new0 (TsCatalog);

  catalog->path = g_strdup (database->path);
  catalog->identity = database->identity;
  catalog->notes = g_ptr_array_new_with_free_func (g_free);
  g_mutex_init (&catalog->filter_lock);
  if (!check_tables (database, error) || !read_columns (catalog, database, error)
      || !read_meta (catalog, database, error)
      || !_ts_catalog_read_metrics (catalog, database, error))
    return NULL;
  catalog->format = find_format (catalog);
  if (!_ts_catalog_read_targets (catalog, database, error)
      || !_ts_catalog_read_tags (catalog, database, error)
      || !read_keys (catalog, database, n_parts, error))
    return NULL;
  return g_steal_pointer (&catalog);
}

TsCatalog *
_ts_catalog_load_file (const char *path, guint n_parts, GCancellable *cancellable, GError **error)
{
  g_autoptr (TsDatabase) database = ts_database_open (path, cancellable, error);
  g_autoptr (TsCatalog) catalog = NULL;

  if (database == NULL)
    return NULL;
  catalog = read_catalog (database, n_parts, error);
  /* Where another program wrote into the file meanwhile, without SQLite, it may be a mixture. */
  return ts_database_end (database, catalog != NULL, error) ? g_steal_pointer (&catalog) : NULL;
}

TsDatabase *
ts_catalog_open_database (const TsCatalog *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (TsDatabase) database = ts_database_open (self->path, cancellable, &failure);

  if (database != NULL && ts_file_identity_equal (&database->identity, &self->identity))
    return g_steal_pointer (&database);
  if (database == NULL
      && (g_cancellable_is_cancelled (cancellable) || ts_catalog_is_current (self, NULL)))
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    ts_file_identity_set_error (&self->identity, self->path, error);
  return NULL;
}

gboolean
ts_catalog_is_current (const TsCatalog *self, GError **error)
{
  TsFileIdentity now;

  for (guint i = 0; self->parts != NULL && i < self->parts->len; i++)
    if (!ts_catalog_is_current (ts_catalog_get_part (self, i), error))
      return FALSE;
  if (self->parts != NULL)
    return TRUE;

  if (ts_file_identity_look (&now, self->path)
      && ts_file_identity_looks_like (&now, &self->identity))
    return TRUE;
  ts_file_identity_set_error (&self->identity, self->path, error);
  return FALSE;
}
