/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"

#include <glib/gi18n-lib.h>

void
_ts_catalog_add_note (TsCatalog *catalog, char *note)
{
  for (guint i = 0; i < catalog->notes->len; i++)
    if (g_str_equal (g_ptr_array_index (catalog->notes, i), note))
      {
        g_free (note);
        return;
      }
  g_ptr_array_add (catalog->notes, note);
}

static void
leave_aside (TsCatalog *catalog, const char *table, const char *why)
{
  _ts_catalog_add_note (catalog,
                        g_strdup_printf (_ ("The table %s is left aside: %s"), table, why));
}

/* The first of the columns ("a, b") that the table does not have; NULL when it has all of them, or
 * on error. */
static char *
find_lacking (TsDatabase *database, const char *table, const char *columns, GError **error)
{
  g_auto (GStrv) wanted = g_strsplit (columns, ", ", -1);
  g_auto (GStrv) there = ts_database_list_columns (database, table, error);

  for (guint i = 0; there != NULL && wanted[i] != NULL; i++)
    if (!g_str_equal (wanted[i], "*") && !_ts_catalog_has_column (there, wanted[i]))
      return g_strdup (wanted[i]);
  return NULL;
}

gboolean
_ts_catalog_has_column (char **columns, const char *name)
{
  for (guint i = 0; columns[i] != NULL; i++)
    if (g_ascii_strcasecmp (columns[i], name) == 0)
      return TRUE;
  return FALSE;
}

gboolean
_ts_catalog_check_optional (TsCatalog *catalog,
                            TsDatabase *database,
                            const char *table,
                            const char *columns,
                            gboolean *usable,
                            GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autofree char *lacking = NULL;
  TsTableKind kind = ts_database_get_table_kind (database, table, &failure);

  *usable = FALSE;
  if (kind == TS_TABLE_VIRTUAL)
    leave_aside (catalog, table, _ ("it is not a real table"));
  else if (kind == TS_TABLE_REAL)
    {
      lacking = find_lacking (database, table, columns, &failure);
      *usable = lacking == NULL && failure == NULL;
    }
  if (lacking != NULL)
    {
      g_autofree char *why = g_strdup_printf (_ ("it has no column %s"), lacking);
      leave_aside (catalog, table, why);
    }
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
read_all (TsDatabase *database, const char *sql, TsRowFunc func, gpointer data, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ts_database_prepare (database, sql, error);
  gboolean row = FALSE;

  if (statement == NULL)
    return FALSE;
  while (ts_database_step (database, statement, &row, error))
    {
      if (!row)
        return TRUE;
      if (!func (database, statement, data, error))
        return FALSE;
    }
  return FALSE;
}

gboolean
_ts_catalog_read_optional (TsCatalog *catalog,
                           TsDatabase *database,
                           const char *table,
                           const char *columns,
                           const char *order,
                           TsRowFunc func,
                           gpointer data,
                           gboolean *complete,
                           GError **error)
{
  g_autofree char *sql = g_strdup_printf ("SELECT %s FROM \"%s\" %s", columns, table, order);
  g_autoptr (GError) failure = NULL;

  if (!_ts_catalog_check_optional (catalog, database, table, columns, complete, error))
    return FALSE;
  if (!*complete || read_all (database, sql, func, data, &failure))
    return TRUE;
  *complete = FALSE;
  /* What can't be read now is no reason to leave anything aside. */
  if (failure->domain != TS_STORE_ERROR || failure->code == TS_STORE_ERROR_LOCKED)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  leave_aside (catalog, table, failure->message);
  return TRUE;
}
