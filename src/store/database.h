/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* One read-only connection, for one job on one thread. */
typedef struct
{
  sqlite3 *db;
  char *name; /* the path, fit for messages */
  GCancellable *cancellable;
} TsDatabase;

/* Opens path (a filename, any bytes) read-only and proves that it is a readable SQLite database.
 * Creates no file beside it, whatever its journal mode and however the folder may be written to:
 *
 * - rollback journal, or WAL in use by another program: an ordinary read-only connection;
 * - WAL without a -wal file: immutable=1, since nothing but the file itself can hold data;
 * - WAL with a -wal but no -shm (copied, or its writer was killed): the -wal is read with its index
 *   in this process' memory;
 * - a file system that can't lock (NFS without its lock daemon): again without locks.
 *
 * cancellable (may be NULL) interrupts every statement of the connection, within milliseconds.
 * NULL and an error that names the file on failure. */
TsDatabase *ts_database_open (const char *path, GCancellable *cancellable, GError **error);
void ts_database_close (TsDatabase *self);

/* Compiles one statement; the caller finalizes it before closing. NULL on error. */
sqlite3_stmt *ts_database_prepare (TsDatabase *self, const char *sql, GError **error);
/* Steps statement: TRUE with *row TRUE on a row and FALSE at the end; FALSE on error. */
gboolean
ts_database_step (TsDatabase *self, sqlite3_stmt *statement, gboolean *row, GError **error);

/* Whether the database has a table (or view) of that name. FALSE also on error, which is then set.
 */
gboolean ts_database_has_table (TsDatabase *self, const char *table, GError **error);
/* The table's columns in order, NULL-terminated; empty when there is no such table. NULL on error.
 */
char **ts_database_list_columns (TsDatabase *self, const char *table, GError **error);

/* Sets error for an SQLite result code of this connection. */
void ts_database_set_error (TsDatabase *self, int code, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsDatabase, ts_database_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
