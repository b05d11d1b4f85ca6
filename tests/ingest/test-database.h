/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test-folder.h"

#include "ingest/pipeline.h"

#include <sqlite3.h>
#include <string.h>

/* What tests ask of a finished database. */

static inline guint
test_count_files (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* Runs source into path and puts the database in place. */
static inline gboolean
test_pipeline_run (TsImportSource *source,
                   const char *path,
                   guint n_threads,
                   TsImportProgressFunc progress,
                   gpointer data,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (TsPartFile) part
      = ts_pipeline_run (source, path, n_threads, progress, data, cancellable, error);

  return part != NULL && ts_part_file_prepare (part, error) && ts_part_file_commit (part, error);
}

static inline sqlite3 *
test_open (const char *path)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  /* What was killed just now may hold its lock a moment longer. */
  sqlite3_busy_timeout (db, 20000);
  return db;
}

/* All rows of a query: values by '|', rows by newline, NULL as "NULL". */
static inline char *
test_query (const char *path, const char *sql)
{
  sqlite3 *db = test_open (path);
  sqlite3_stmt *statement = NULL;
  GString *text = g_string_new (NULL);

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          const char *value = (const char *) sqlite3_column_text (statement, i);
          g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", value == NULL ? "NULL" : value);
        }
    }
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return g_string_free (text, FALSE);
}

#define test_assert_query(path, sql, expected)                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *got_ = test_query (path, sql);                                                \
    g_assert_cmpstr (got_, ==, expected);                                                          \
  }                                                                                                \
  G_STMT_END
