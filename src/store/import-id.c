/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/import-id.h"

#include "store/database.h"

char *
ts_import_id_of_catalog (const TsCatalog *catalog)
{
  return g_strdup (g_hash_table_lookup (catalog->meta, "id"));
}

char *
ts_import_id_of_file (const char *path, GCancellable *cancellable)
{
  g_autoptr (TsDatabase) database = ts_database_open (path, cancellable, NULL);
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row = FALSE;

  if (database == NULL || !ts_database_has_table (database, "trendscope_meta", NULL))
    return NULL;
  statement
      = ts_database_prepare (database, "SELECT value FROM trendscope_meta WHERE key = 'id'", NULL);
  if (statement == NULL || !ts_database_step (database, statement, &row, NULL) || !row)
    return NULL;
  return g_strdup ((const char *) sqlite3_column_text (statement, 0));
}
