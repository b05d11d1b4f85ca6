/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/catalog.h"

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* One read-only connection, for one job on one thread. */
typedef struct
{
  sqlite3 *db;
  char *path;
  char *name;              /* the path, fit for messages */
  TsFileIdentity identity; /* of what the connection reads, all through its one transaction */
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
 * Nothing in the file is trusted: views, virtual tables and functions of its schema are not run, no
 * text is longer than 16 MB. cancellable (may be NULL) interrupts every statement of the
 * connection, within milliseconds. NULL and an error that names the file on failure. */
TsDatabase *ts_database_open (const char *path, GCancellable *cancellable, GError **error);
void ts_database_close (TsDatabase *self);

/* Opens the catalog's file, which has to be the one that it was read from: TS_STORE_ERROR_CHANGED
 * when it is not. ts_database_end() has to follow. */
TsDatabase *
ts_catalog_open_database (const TsCatalog *catalog, GCancellable *cancellable, GError **error);

/* Compiles one statement; the caller finalizes it before closing. NULL on error. */
sqlite3_stmt *ts_database_prepare (TsDatabase *self, const char *sql, GError **error);
/* Steps statement: TRUE with *row TRUE on a row and FALSE at the end; FALSE on error. */
gboolean
ts_database_step (TsDatabase *self, sqlite3_stmt *statement, gboolean *row, GError **error);

/* A column of the statement's row as a whole number. FALSE, and an error that calls the file
 * damaged, when it holds anything else. */
gboolean ts_database_read_int64 (
    TsDatabase *self, sqlite3_stmt *statement, int column, gint64 *value, GError **error);

typedef enum
{
  TS_TABLE_NONE,
  TS_TABLE_REAL,
  TS_TABLE_VIRTUAL, /* a view, which may compute anything without end, or what a module makes up */
} TsTableKind;

/* What the database has by that name. TS_TABLE_NONE also on error, which is then set. */
TsTableKind ts_database_get_table_kind (TsDatabase *self, const char *table, GError **error);
/* Whether that is a real table. FALSE also on error, which is then set. */
gboolean ts_database_has_table (TsDatabase *self, const char *table, GError **error);
/* The columns of a real table in order, NULL-terminated; empty when there is none. NULL on error.
 */
char **ts_database_list_columns (TsDatabase *self, const char *table, GError **error);

/* Whether the file still is what the connection has read since it was opened. */
gboolean ts_database_is_current (TsDatabase *self);
/* To be called when everything was read, or something could not be (good FALSE, error set): whether
 * it went well and the file still is what was opened. A file that is not explains any other error
 * and replaces it by TS_STORE_ERROR_CHANGED. */
gboolean ts_database_end (TsDatabase *self, gboolean good, GError **error);

/* Sets error for an SQLite result code of this connection. */
void ts_database_set_error (TsDatabase *self, int code, GError **error);
/* Sets error: the file is damaged, as detail says. */
void ts_database_set_damaged (TsDatabase *self, const char *detail, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsDatabase, ts_database_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
