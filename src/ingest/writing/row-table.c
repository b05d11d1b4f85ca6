/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/writing/row-table.h"

/* SQLite's structures come first in ours, as its interface asks. */
typedef struct
{
  sqlite3_vtab base;
  const TsRowTable *rows;
} Table;

typedef struct
{
  sqlite3_vtab_cursor base;
  const TsSortedRow *row, *end;
  guint n_stats;
} Cursor;

static int
table_connect (sqlite3 *db,
               void *data,
               int argc,
               const char *const *argv,
               sqlite3_vtab **table,
               char **message)
{
  TsRowTable *rows = data;
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x (rank, step, target_id, metric_id");
  Table *self;
  int result;

  for (guint i = 0; i < rows->n_stats; i++)
    g_string_append_printf (sql, ", s%u", i);
  g_string_append_c (sql, ')');
  result = sqlite3_declare_vtab (db, sql->str);
  if (result != SQLITE_OK)
    return result;
  self = g_new0 (Table, 1);
  self->rows = rows;
  *table = &self->base;
  return SQLITE_OK;
}

static int
table_disconnect (sqlite3_vtab *table)
{
  g_free (table);
  return SQLITE_OK;
}

/* Only ever read from end to end. */
static int
table_best_index (sqlite3_vtab *table, sqlite3_index_info *info)
{
  info->estimatedCost = ((Table *) table)->rows->n_rows;
  return SQLITE_OK;
}

static int
table_open (sqlite3_vtab *table, sqlite3_vtab_cursor **cursor)
{
  Cursor *self = g_new0 (Cursor, 1);

  *cursor = &self->base;
  return SQLITE_OK;
}

static int
cursor_close (sqlite3_vtab_cursor *cursor)
{
  g_free (cursor);
  return SQLITE_OK;
}

static int
cursor_filter (
    sqlite3_vtab_cursor *cursor, int index, const char *name, int argc, sqlite3_value **argv)
{
  Cursor *self = (Cursor *) cursor;
  const TsRowTable *rows = ((Table *) cursor->pVtab)->rows;

  self->row = rows->rows;
  self->end = rows->rows + rows->n_rows;
  self->n_stats = rows->n_stats;
  return SQLITE_OK;
}

static int
cursor_next (sqlite3_vtab_cursor *cursor)
{
  ((Cursor *) cursor)->row++;
  return SQLITE_OK;
}

static int
cursor_eof (sqlite3_vtab_cursor *cursor)
{
  return ((Cursor *) cursor)->row == ((Cursor *) cursor)->end;
}

static void
give_stat (const TsSortedRow *sorted, guint stat, sqlite3_context *context)
{
  double value = sorted->values[stat];

  if ((sorted->row->present >> stat & 1) == 0 || ts_row_is_hidden (sorted->row, stat))
    sqlite3_result_null (context);
  else if (G_UNLIKELY (ts_row_is_altered (sorted->row, stat, value)))
    sqlite3_result_double (context, ts_clamp_value (value)); /* NaN gives NULL */
  else
    sqlite3_result_double (context, value);
}

static int
cursor_column (sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
  const TsSortedRow *sorted = ((Cursor *) cursor)->row;

  switch (column)
    {
    case 0:
      sqlite3_result_int64 (context, sorted->row->rank);
      break;
    case 1:
      sqlite3_result_int64 (context, sorted->row->step);
      break;
    case 2:
      sqlite3_result_int64 (context, sorted->target_id);
      break;
    case 3:
      sqlite3_result_int64 (context, sorted->row->metric);
      break;
    default:
      give_stat (sorted, (guint) column - 4, context);
      break;
    }
  return SQLITE_OK;
}

static int
cursor_rowid (sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
  *rowid = ((Cursor *) cursor)->row - ((Table *) cursor->pVtab)->rows->rows;
  return SQLITE_OK;
}

int
ts_row_table_register (TsRowTable *self, sqlite3 *db)
{
  /* Without xCreate the table exists by its name alone, in no schema. */
  static const sqlite3_module module = {
    .xConnect = table_connect,
    .xBestIndex = table_best_index,
    .xDisconnect = table_disconnect,
    .xOpen = table_open,
    .xClose = cursor_close,
    .xFilter = cursor_filter,
    .xNext = cursor_next,
    .xEof = cursor_eof,
    .xColumn = cursor_column,
    .xRowid = cursor_rowid,
  };

  return sqlite3_create_module_v2 (db, "trendscope_rows", &module, self, NULL);
}
