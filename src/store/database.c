/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/database.h"
#include "store/database-open.h"

#include "store/catalog.h"

#include <glib/gi18n-lib.h>

/* Virtual-machine steps between two looks at the cancellable: some 50 µs. */
#define OPS_PER_CHECK 2000
/* How long a locked database is waited for, in steps of BUSY_STEP_MS. */
#define BUSY_STEP_MS 20
#define BUSY_STEPS   25

G_DEFINE_QUARK (ts - store - error - quark, ts_store_error)

static int
is_cancelled (gpointer data)
{
  return g_cancellable_is_cancelled (((TsDatabase *) data)->cancellable);
}

static int
wait_while_busy (gpointer data, int n_calls)
{
  if (is_cancelled (data) || n_calls >= BUSY_STEPS)
    return 0;
  g_usleep (BUSY_STEP_MS * 1000);
  return 1;
}

void
ts_database_set_error (TsDatabase *self, int code, GError **error)
{
  switch (code & 0xff)
    {
    case SQLITE_INTERRUPT:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Cancelled"));
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
        g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_LOCKED,
                     _ ("“%s” is locked: another program is writing it. Try again when it has "
                        "finished."),
                     self->name);
      break;
    case SQLITE_NOTADB:
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE,
                   _ ("“%s” is not an SQLite database. Choose a *.trend.db file."), self->name);
      break;
    case SQLITE_CORRUPT:
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE,
                   _ ("“%s” is damaged (%s). Copy it again, or import its data folder again."),
                   self->name, sqlite3_errmsg (self->db));
      break;
    case SQLITE_READONLY:
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_SQL,
                   _ ("“%s” was left half-written by a program that ended early, and can’t be "
                      "repaired without writing to it. Import its data folder again."),
                   self->name);
      break;
    default:
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_SQL, _ ("“%s” can’t be read: %s"),
                   self->name, sqlite3_errmsg (self->db));
    }
}

/* Nothing may touch the file: no checkpoint at the end, no write by a statement. */
static void
configure (TsDatabase *self)
{
  sqlite3_extended_result_codes (self->db, 1);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  sqlite3_busy_handler (self->db, wait_while_busy, self);
  if (self->cancellable != NULL)
    sqlite3_progress_handler (self->db, OPS_PER_CHECK, is_cancelled, self);
}

/* The first look into the file. */
static int
probe (TsDatabase *self, TsOpenMode mode)
{
  int code = SQLITE_OK;

  if (mode == TS_OPEN_UNSHARED)
    code = sqlite3_exec (self->db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
  /* One read transaction from here on: a job sees one state of the file, and doesn't lock it anew
   * for each of thousands of statements (more than half of a module view's time). */
  if (code == SQLITE_OK)
    code = sqlite3_exec (self->db, "BEGIN; SELECT count(*) FROM sqlite_master", NULL, NULL, NULL);
  return code;
}

static gboolean
connect_to (TsDatabase *self, const char *path, TsOpenMode mode, GError **error)
{
  g_clear_pointer (&self->db, sqlite3_close);
  if (!ts_open_connection (path, mode, &self->db, error))
    return FALSE;
  configure (self);
  return TRUE;
}

TsDatabase *
ts_database_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TsDatabase) self = g_new0 (TsDatabase, 1);
  TsOpenMode mode = TS_OPEN_PLAIN;
  int code;

  self->name = g_filename_display_name (path);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !ts_open_check_file (path, error)
      || !connect_to (self, path, mode, error)
      || !ts_open_choose_mode (path, self->db, &mode, error))
    return NULL;
  if (mode != TS_OPEN_PLAIN && !connect_to (self, path, mode, error))
    return NULL;
  code = probe (self, mode);
  if (mode == TS_OPEN_PLAIN && ts_open_mode_without_locks (path, code, &mode))
    {
      if (!connect_to (self, path, mode, error))
        return NULL;
      code = probe (self, mode);
    }
  if (code != SQLITE_OK)
    {
      ts_database_set_error (self, code, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
ts_database_close (TsDatabase *self)
{
  sqlite3_close (self->db);
  g_free (self->name);
  g_clear_object (&self->cancellable);
  g_free (self);
}

sqlite3_stmt *
ts_database_prepare (TsDatabase *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL);

  if (code != SQLITE_OK)
    ts_database_set_error (self, code, error);
  return statement;
}

gboolean
ts_database_step (TsDatabase *self, sqlite3_stmt *statement, gboolean *row, GError **error)
{
  int code = sqlite3_step (statement);

  *row = code == SQLITE_ROW;
  if (code == SQLITE_ROW || code == SQLITE_DONE)
    return TRUE;
  ts_database_set_error (self, code, error);
  return FALSE;
}

char **
ts_database_list_columns (TsDatabase *self, const char *table, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
      = ts_database_prepare (self, "SELECT name FROM pragma_table_info (?1) ORDER BY cid", error);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  gboolean row = FALSE;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 1, table, -1, SQLITE_STATIC);
  for (;;)
    {
      if (!ts_database_step (self, statement, &row, error))
        return NULL;
      if (!row)
        break;
      g_ptr_array_add (columns, g_strdup ((const char *) sqlite3_column_text (statement, 0)));
    }
  g_ptr_array_add (columns, NULL);
  return (char **) g_ptr_array_steal (columns, NULL);
}

gboolean
ts_database_has_table (TsDatabase *self, const char *table, GError **error)
{
  g_auto (GStrv) columns = ts_database_list_columns (self, table, error);

  return columns != NULL && columns[0] != NULL;
}
