/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"

#include <string.h>

static void
metric_free (gpointer data)
{
  TsCatalogMetric *self = data;

  g_free (self->name);
  g_strfreev (self->stats);
  g_hash_table_unref (self->tagged);
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

/* Column name -> text of the last row of global_stats; empty when there is none. NULL on error. */
static GHashTable *
read_global_stats (TsDatabase *database, GError **error)
{
  g_autoptr (GHashTable) columns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (sqlite3_stmt) statement = NULL;
  GError *failure = NULL;
  gboolean row = FALSE;

  if (!ts_database_has_table (database, "global_stats", &failure))
    {
      if (failure == NULL)
        return g_steal_pointer (&columns);
      g_propagate_error (error, failure);
      return NULL;
    }
  statement = ts_database_prepare (database,
                                   "SELECT * FROM global_stats ORDER BY rowid DESC LIMIT 1", error);
  if (statement == NULL || !ts_database_step (database, statement, &row, error))
    return NULL;
  for (int i = 0; row && i < sqlite3_column_count (statement); i++)
    {
      const char *text = (const char *) sqlite3_column_text (statement, i);
      if (text != NULL)
        g_hash_table_insert (columns, g_strdup (sqlite3_column_name (statement, i)),
                             g_strdup (text));
    }
  return g_steal_pointer (&columns);
}

static TsCatalogMetric *
metric_new (const TsCatalog *catalog, gint64 id, const char *name, const char *stats_text)
{
  TsCatalogMetric *metric = g_new0 (TsCatalogMetric, 1);
  g_auto (GStrv) stats = stats_text != NULL ? g_strsplit (stats_text, ",", -1) : NULL;
  gboolean dump = g_strv_contains (ts_dump_metrics, name);

  for (guint i = 0; stats != NULL && stats[i] != NULL; i++)
    g_strstrip (stats[i]);
  metric->id = id;
  metric->name = g_strdup (name);
  metric->stats = order_stats (catalog, dump ? ts_dump_stats : ts_monitor_stats, stats);
  metric->tagged = g_hash_table_new (NULL, NULL);
  return metric;
}

gboolean
ts_catalog_read_metrics (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (GHashTable) columns = read_global_stats (database, error);
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row = FALSE;

  catalog->metrics = g_ptr_array_new_with_free_func (metric_free);
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
      const char *name = (const char *) sqlite3_column_text (statement, 1);
      if (name != NULL)
        g_ptr_array_add (catalog->metrics, metric_new (catalog, sqlite3_column_int64 (statement, 0),
                                                       name, g_hash_table_lookup (columns, name)));
    }
  return FALSE;
}
