/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/import-id.h"

#include "store/database.h"

static char *
join (const char *when, const char *rows)
{
  return when != NULL && rows != NULL ? g_strconcat (when, "/", rows, NULL) : NULL;
}

char *
ts_import_id_of_catalog (const TsCatalog *catalog)
{
  return join (g_hash_table_lookup (catalog->meta, "imported_at"),
               g_hash_table_lookup (catalog->meta, "rows_stored"));
}

static char *
read_value (TsDatabase *database, const char *sql)
{
  g_autoptr (sqlite3_stmt) statement = ts_database_prepare (database, sql, NULL);
  gboolean row = FALSE;

  if (statement == NULL || !ts_database_step (database, statement, &row, NULL) || !row)
    return NULL;
  return g_strdup ((const char *) sqlite3_column_text (statement, 0));
}

char *
ts_import_id_of_file (const char *path, GCancellable *cancellable)
{
  g_autoptr (TsDatabase) database = ts_database_open (path, cancellable, NULL);
  g_autofree char *when = NULL, *rows = NULL;

  if (database == NULL || !ts_database_has_table (database, "trendscope_meta", NULL))
    return NULL;
  when = read_value (database, "SELECT value FROM trendscope_meta WHERE key = 'imported_at'");
  rows = read_value (database, "SELECT value FROM trendscope_meta WHERE key = 'rows_stored'");
  return join (when, rows);
}
