/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/writing/sql.h"

#include "ingest/import-error.h"

#include <glib/gi18n-lib.h>

void
ts_sql_set_error (sqlite3 *db, GError **error)
{
  const char *path = sqlite3_db_filename (db, "main");
  g_autofree char *display = g_filename_display_name (path == NULL ? "" : path);

  if ((sqlite3_errcode (db) & 0xff) == SQLITE_FULL)
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_DATABASE,
                 _ ("Could not write “%s”: the disk is full. Make room, or choose another folder."),
                 display);
  else
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_DATABASE, _ ("Could not write “%s”: %s."),
                 display, sqlite3_errmsg (db));
}

gboolean
ts_sql_exec (sqlite3 *db, const char *sql, GError **error)
{
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;
  ts_sql_set_error (db, error);
  return FALSE;
}

sqlite3_stmt *
ts_sql_prepare (sqlite3 *db, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v3 (db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
    ts_sql_set_error (db, error);
  return statement;
}

gboolean
ts_sql_run (sqlite3_stmt *statement, GError **error)
{
  gboolean done = sqlite3_step (statement) == SQLITE_DONE;

  if (!done)
    ts_sql_set_error (sqlite3_db_handle (statement), error);
  sqlite3_reset (statement);
  return done;
}

void
ts_sql_bind_text (sqlite3_stmt *statement, int column, const char *text)
{
  if (text == NULL)
    sqlite3_bind_null (statement, column);
  else
    sqlite3_bind_text (statement, column, text, -1, SQLITE_STATIC);
}
