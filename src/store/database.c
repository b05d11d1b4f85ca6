/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/database.h"
#include "store/open-mode.h"

#include "store/catalog.h"

#include <glib/gi18n-lib.h>

/* Virtual-machine steps between two looks at the cancellable: some 50 µs. */
#define OPS_PER_CHECK 2000
/* How long a locked database is waited for, in steps of BUSY_STEP_MS. */
#define BUSY_STEP_MS 20
#define BUSY_STEPS   25
/* Longer texts than any name or message has: a damaged or hostile file must not fill the memory. */
#define MAX_LENGTH (16 * 1024 * 1024)
/* How often a file is opened anew that another program changes in that very moment. */
#define MAX_OPENINGS 5
/* Files written within one tick of the kernel's clock bear one time. */
#define CLOCK_TICK_US 20000

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
ts_database_set_damaged (TsDatabase *self, const char *detail, GError **error)
{
  g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_NOT_A_DATABASE,
               _ ("“%s” is damaged (%s). Copy it again, or import its data folder again."),
               self->name, detail);
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
      ts_database_set_damaged (self, sqlite3_errmsg (self->db), error);
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

/* What the statements of the store do, and nothing else. */
static int
authorize (gpointer data,
           int action,
           const char *first,
           const char *second,
           const char *database,
           const char *inside)
{
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_PRAGMA:
    case SQLITE_TRANSACTION:
      return SQLITE_OK;
    default:
      return SQLITE_DENY;
    }
}

/* Nothing may touch the file: no checkpoint at the end, no write by a statement. And nothing in it
 * is trusted. */
static void
configure (TsDatabase *self)
{
  sqlite3_limit (self->db, SQLITE_LIMIT_LENGTH, MAX_LENGTH);
  sqlite3_set_authorizer (self->db, authorize, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
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

  if (mode == TS_OPEN_MODE_UNSHARED)
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
  if (!ts_open_mode_connect (path, mode, &self->db, error))
    return FALSE;
  configure (self);
  return TRUE;
}

/* A program that was killed while it wrote has left its journal, as an update that ends early does:
 * SQLite puts back what was there before. It is the one thing that is written here, and only when
 * nothing could be read without it. */
static gboolean
roll_back (const char *path)
{
  sqlite3 *db = NULL;
  gboolean good
      = sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
        && sqlite3_exec (db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) == SQLITE_OK;

  sqlite3_close (db);
  return good;
}

/* One attempt. */
static TsDatabase *
open_once (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TsDatabase) self = g_new0 (TsDatabase, 1);
  TsOpenMode mode = TS_OPEN_MODE_PLAIN;
  int code;

  self->path = g_strdup (path);
  self->name = g_filename_display_name (path);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  if (g_cancellable_set_error_if_cancelled (cancellable, error)
      || !ts_open_mode_check_file (path, error) || !connect_to (self, path, mode, error)
      || !ts_open_mode_choose (path, self->db, &mode, error))
    return NULL;
  if (mode != TS_OPEN_MODE_PLAIN && !connect_to (self, path, mode, error))
    return NULL;
  code = probe (self, mode);
  if (mode == TS_OPEN_MODE_PLAIN && ts_open_mode_choose_without_locks (path, code, &mode))
    {
      if (!connect_to (self, path, mode, error))
        return NULL;
      code = probe (self, mode);
    }
  if (code == SQLITE_READONLY_ROLLBACK && roll_back (path))
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

/* A file written a moment ago may be written again without its time changing, so its identity holds
 * only after that moment. */
static void
look_settled (TsFileIdentity *identity, const char *path)
{
  gint64 age;

  if (!ts_file_identity_look (identity, path))
    return;
  age = g_get_real_time () - identity->mtime / 1000;
  if (age < 0 || age >= CLOCK_TICK_US)
    return;
  g_usleep (CLOCK_TICK_US);
  ts_file_identity_look (identity, path);
}

TsDatabase *
ts_database_open (const char *path, GCancellable *cancellable, GError **error)
{
  for (guint i = 1;; i++)
    {
      TsFileIdentity before;
      look_settled (&before, path);
      g_autoptr (TsDatabase) self = open_once (path, cancellable, error);
      if (self == NULL)
        return NULL;
      self->identity = before;
      ts_file_identity_read_header (&self->identity, self->db);
      /* Looks before and after that agree are of what the transaction reads. Where another program
       * writes all the time they never do, and then no later read is of the same content. */
      if (ts_database_is_current (self) || i == MAX_OPENINGS)
        return g_steal_pointer (&self);
    }
}

gboolean
ts_database_is_current (TsDatabase *self)
{
  TsFileIdentity now;

  return ts_file_identity_look (&now, self->path) && ts_file_identity_read_header (&now, self->db)
         && ts_file_identity_equal (&now, &self->identity);
}

gboolean
ts_database_end (TsDatabase *self, gboolean good, GError **error)
{
  if (g_cancellable_is_cancelled (self->cancellable) || ts_database_is_current (self))
    return good;
  if (!good)
    g_clear_error (error);
  ts_file_identity_set_error (&self->identity, self->path, error);
  return FALSE;
}

void
ts_database_close (TsDatabase *self)
{
  sqlite3_close (self->db);
  g_free (self->path);
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

gboolean
ts_database_read_int64 (
    TsDatabase *self, sqlite3_stmt *statement, int column, gint64 *value, GError **error)
{
  *value = 0;
  if (sqlite3_column_type (statement, column) != SQLITE_INTEGER)
    {
      g_autofree char *detail = g_strdup_printf (_ ("the column %s holds something else than whole "
                                                    "numbers"),
                                                 sqlite3_column_name (statement, column));
      ts_database_set_damaged (self, detail, error);
      return FALSE;
    }
  *value = sqlite3_column_int64 (statement, column);
  return TRUE;
}

TsTableKind
ts_database_get_table_kind (TsDatabase *self, const char *table, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ts_database_prepare (
      self,
      "SELECT type = 'table' AND rootpage > 0 FROM sqlite_schema"
      " WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE ORDER BY 1 LIMIT 1",
      error);
  gboolean row = FALSE;

  if (statement == NULL)
    return TS_TABLE_NONE;
  sqlite3_bind_text (statement, 1, table, -1, SQLITE_STATIC);
  if (!ts_database_step (self, statement, &row, error) || !row)
    return TS_TABLE_NONE;
  /* A schema that was tampered with may call a view a table; this asks what SQLite made of it. */
  if (sqlite3_column_int (statement, 0) == 0
      || sqlite3_table_column_metadata (self->db, "main", table, NULL, NULL, NULL, NULL, NULL, NULL)
             != SQLITE_OK)
    return TS_TABLE_VIRTUAL;
  return TS_TABLE_REAL;
}

gboolean
ts_database_has_table (TsDatabase *self, const char *table, GError **error)
{
  return ts_database_get_table_kind (self, table, error) == TS_TABLE_REAL;
}

/* The names of a table's columns, which a statement of PRAGMA table_info gives. */
static char **
list_names (TsDatabase *self, sqlite3_stmt *statement, GError **error)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  gboolean row = FALSE;

  for (;;)
    {
      if (!ts_database_step (self, statement, &row, error))
        return NULL;
      if (!row)
        break;
      const char *name = (const char *) sqlite3_column_text (statement, 1);
      g_ptr_array_add (columns, g_strdup (name != NULL ? name : ""));
    }
  g_ptr_array_add (columns, NULL);
  return (char **) g_ptr_array_steal (columns, NULL);
}

char **
ts_database_list_columns (TsDatabase *self, const char *table, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autoptr (GError) failure = NULL;
  char *sql;

  if (ts_database_get_table_kind (self, table, &failure) != TS_TABLE_REAL)
    {
      if (failure == NULL)
        return g_new0 (char *, 1);
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  sql = sqlite3_mprintf ("PRAGMA table_info (%Q)", table);
  statement = ts_database_prepare (self, sql, error);
  sqlite3_free (sql);
  return statement != NULL ? list_names (self, statement, error) : NULL;
}
