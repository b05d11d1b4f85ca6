/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "test-database.h"

/* Databases that have to be equal in everything. */

/* Everything a database says, table by table; but for when it was made. */
static inline char *
database_text (const char *path)
{
  g_autofree char *list = test_query (
      path, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' "
            "ORDER BY name");
  g_auto (GStrv) tables = g_strsplit (list, "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; tables[i] != NULL; i++)
    {
      g_autofree char *where = g_strdup (strcmp (tables[i], "trendscope_meta") == 0
                                             ? "WHERE key NOT IN ('id', 'imported_at')"
                                             : "");
      g_autofree char *columns = g_strdup_printf (
          "SELECT group_concat (cid + 1) FROM pragma_table_info ('%s')", tables[i]);
      g_autofree char *order = test_query (path, columns);
      g_autofree char *sql
          = g_strdup_printf ("SELECT * FROM %s %s ORDER BY %s", tables[i], where, order);
      g_autofree char *rows = test_query (path, sql);

      g_string_append_printf (text, "== %s\n%s\n", tables[i], rows);
    }
  return g_string_free (text, FALSE);
}

static inline void
database_text_assert_equal (const char *a, const char *b, const char *name)
{
  g_auto (GStrv) x = NULL;
  g_auto (GStrv) y = NULL;
  const char *table = "";

  if (strcmp (a, b) == 0)
    return;
  x = g_strsplit (a, "\n", -1);
  y = g_strsplit (b, "\n", -1);
  for (guint i = 0;; i++)
    {
      if (x[i] != NULL && g_str_has_prefix (x[i], "== "))
        table = x[i];
      if (g_strcmp0 (x[i], y[i]) != 0)
        g_error ("%s: %s, row %u:\nupdated  %s\nimported %s", name, table, i, x[i], y[i]);
    }
}
