/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"

#include "model/visible-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
_ts_catalog_metric_free (gpointer data)
{
  TsCatalogMetric *self = data;

  g_free (self->name);
  g_strfreev (self->stats);
  g_hash_table_unref (self->tagged);
  g_clear_pointer (&self->steps, g_hash_table_unref);
  g_free (self);
}

static gboolean
contains_ignoring_case (char **names, const char *name)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (g_ascii_strcasecmp (names[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* The stats of wanted (NULL: all) that trend_data has: first those of the canonical list in its
 * order, then the others in the order given. */
static char **
order_stats (const TsCatalog *catalog, const char *const *canonical, char **wanted)
{
  g_autoptr (GPtrArray) stats = g_ptr_array_new ();

  if (wanted == NULL)
    wanted = catalog->stats;
  for (guint i = 0; canonical[i] != NULL; i++)
    if (contains_ignoring_case (wanted, canonical[i])
        && contains_ignoring_case (catalog->stats, canonical[i]))
      g_ptr_array_add (stats, g_strdup (canonical[i]));
  for (guint i = 0; wanted[i] != NULL; i++)
    if (!g_strv_contains (canonical, wanted[i])
        && contains_ignoring_case (catalog->stats, wanted[i]))
      g_ptr_array_add (stats, g_strdup (wanted[i]));
  g_ptr_array_add (stats, NULL);
  return (char **) g_ptr_array_steal (stats, NULL);
}

/* Column name -> text, of one row of global_stats. */
static gboolean
read_stats_row (TsDatabase *database, sqlite3_stmt *statement, gpointer data, GError **error)
{
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    {
      const char *text = (const char *) sqlite3_column_text (statement, i);
      if (text != NULL)
        g_hash_table_replace (data, g_strdup (sqlite3_column_name (statement, i)), g_strdup (text));
    }
  return TRUE;
}

/* Column name -> text of the last row of global_stats; empty when there is none. NULL on error. */
static GHashTable *
read_global_stats (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (GHashTable) columns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  gboolean complete;

  if (!_ts_catalog_read_optional (catalog, database, "global_stats", "*",
                                  "ORDER BY rowid DESC LIMIT 1", read_stats_row, columns, &complete,
                                  error))
    return NULL;
  if (!complete)
    g_hash_table_remove_all (columns);
  return g_steal_pointer (&columns);
}

/* The statistics that stats_text lists (NULL: all). One that trend_data has no column for is none,
 * and a list of nothing else hides what the columns hold. */
static char **
list_stats (TsCatalog *catalog, const char *name, const char *stats_text)
{
  g_auto (GStrv) wanted = stats_text != NULL ? g_strsplit (stats_text, ",", -1) : NULL;
  gboolean dump = g_strv_contains (ts_dump_metrics, name);
  const char *const *canonical = dump ? ts_dump_stats : ts_monitor_stats;
  char **stats;

  for (guint i = 0; wanted != NULL && wanted[i] != NULL; i++)
    g_strstrip (wanted[i]);
  stats = order_stats (catalog, canonical, wanted);
  if (stats[0] != NULL || wanted == NULL)
    return stats;
  g_strfreev (stats);
  _ts_catalog_add_note (
      catalog,
      g_strdup_printf (_ ("global_stats lists no statistic of “%s” that trend_data has; all its "
                          "columns are offered"),
                       name));
  return order_stats (catalog, canonical, NULL);
}

TsCatalogMetric *
_ts_catalog_metric_new (gint64 id, const char *name)
{
  TsCatalogMetric *metric = g_new0 (TsCatalogMetric, 1);

  metric->id = id;
  metric->name = g_strdup (name);
  metric->tagged = g_hash_table_new (NULL, NULL);
  return metric;
}

static gboolean
add_metric (TsCatalog *catalog,
            TsDatabase *database,
            sqlite3_stmt *statement,
            GHashTable *columns,
            GError **error)
{
  guint n = catalog->metrics->len;
  const TsCatalogMetric *before = n > 0 ? g_ptr_array_index (catalog->metrics, n - 1) : NULL;
  const char *name = (const char *) sqlite3_column_text (statement, 1);
  g_autofree char *visible = NULL;
  TsCatalogMetric *metric;
  gint64 id;

  if (!ts_database_read_int64 (database, statement, 0, &id, error))
    return FALSE;
  if (before != NULL && id <= before->id)
    {
      ts_database_set_damaged (database, _ ("the metrics are not in the order of their numbers"),
                               error);
      return FALSE;
    }
  if (name == NULL)
    name = "";
  visible = ts_visible_text (name);
  metric = _ts_catalog_metric_new (id, visible);
  metric->stats = list_stats (catalog, metric->name, g_hash_table_lookup (columns, name));
  /* Selections know a metric by its name. */
  if (ts_catalog_find_metric (catalog, metric->name) != NULL)
    {
      char *twin = g_strdup_printf ("%s (%" G_GINT64_FORMAT ")", metric->name, id);
      g_free (metric->name);
      metric->name = twin;
    }
  g_ptr_array_add (catalog->metrics, metric);
  return TRUE;
}

gboolean
_ts_catalog_read_metrics (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (GHashTable) columns = read_global_stats (catalog, database, error);
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row = FALSE;

  catalog->metrics = g_ptr_array_new_with_free_func (_ts_catalog_metric_free);
  if (columns == NULL)
    return FALSE;
  statement = ts_database_prepare (
      database, "SELECT metric_id, metric_name FROM monitoring_metrics ORDER BY metric_id", error);
  if (statement == NULL)
    return FALSE;
  while (ts_database_step (database, statement, &row, error))
    {
      if (!row)
        return TRUE;
      if (!add_metric (catalog, database, statement, columns, error))
        return FALSE;
    }
  return FALSE;
}
