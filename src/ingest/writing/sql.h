/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* SQLite with GError. db_path of the messages is the file that is being written. */

/* Sets error (TS_IMPORT_ERROR_DATABASE) from the connection's last failure. */
void ts_sql_set_error (sqlite3 *db, GError **error);
gboolean ts_sql_exec (sqlite3 *db, const char *sql, GError **error);
sqlite3_stmt *ts_sql_prepare (sqlite3 *db, const char *sql, GError **error);
/* Runs a statement that returns no row, once, and makes it ready for the next time. */
gboolean ts_sql_run (sqlite3_stmt *statement, GError **error);
/* Text that outlives the statement's run; NULL binds NULL. */
void ts_sql_bind_text (sqlite3_stmt *statement, int column, const char *text);

typedef sqlite3_stmt TsStatement;
static inline void
ts_statement_free (TsStatement *self)
{
  sqlite3_finalize (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsStatement, ts_statement_free)

G_END_DECLS
