/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/cell-reader.h"

#include "model/cell-state.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define RANGE " WHERE rank = ?1 AND step = ?2 AND target_id BETWEEN ?3 AND ?4 AND metric_id = ?5"

#define KEY " WHERE rank = ?1 AND step = ?2 AND target_id = ?3 AND metric_id = ?5"

/* The column's own spelling, or NULL; SQLite ignores case. */
static const char *
find_column (char **columns, const char *stat)
{
  for (guint i = 0; columns != NULL && columns[i] != NULL; i++)
    if (g_ascii_strcasecmp (columns[i], stat) == 0)
      return columns[i];
  return NULL;
}

static sqlite3_stmt *
prepare (TsDatabase *database, const char *format, const char *column, GError **error)
{
  char *sql = sqlite3_mprintf (format, column);
  sqlite3_stmt *statement = ts_database_prepare (database, sql, error);

  sqlite3_free (sql);
  return statement;
}

static gboolean
prepare_all (TsCellReader *self, const TsCatalog *catalog, const char *column, GError **error)
{
  const char *exact = column != NULL ? find_column (catalog->exact_stats, column) : NULL;

  self->block = prepare (self->database,
                         column != NULL
                             ? "SELECT target_id, trend_data.\"%w\" FROM trend_data" RANGE
                               " ORDER BY target_id"
                             : "SELECT target_id, NULL FROM trend_data" RANGE " ORDER BY target_id",
                         column, error);
  if (self->block != NULL)
    self->one = prepare (self->database,
                         column != NULL ? "SELECT target_id, trend_data.\"%w\" FROM trend_data" KEY
                                        : "SELECT target_id, NULL FROM trend_data" KEY,
                         column, error);
  if (self->one == NULL)
    return FALSE;
  if (exact != NULL)
    self->exact = prepare (self->database,
                           "SELECT trendscope_exact.\"%w\" FROM trendscope_exact"
                           " WHERE rank = ?1 AND step = ?2 AND target_id = ?3 AND metric_id = ?4",
                           exact, error);
  return exact == NULL || self->exact != NULL;
}

gboolean
ts_cell_reader_open (TsCellReader *self,
                     const TsCatalog *catalog,
                     const char *metric,
                     const char *stat,
                     gboolean lenient,
                     GCancellable *cancellable,
                     GError **error)
{
  const TsCatalogMetric *known = ts_catalog_find_metric (catalog, metric);
  const char *column = stat != NULL ? find_column (catalog->stats, stat) : NULL;

  *self = (TsCellReader){ 0 };
  if (known == NULL || (column == NULL && !lenient))
    {
      g_autofree char *name = g_filename_display_name (catalog->path);
      if (known == NULL)
        g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME,
                     _ ("“%s” has no metric “%s”."), name, metric != NULL ? metric : "");
      else
        g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME,
                     _ ("“%s” has no statistic “%s”."), name, stat != NULL ? stat : "");
      return FALSE;
    }
  self->metric_id = known->id;
  self->has_exact = catalog->has_exact;
  self->database = ts_catalog_open_database (catalog, cancellable, error);
  return self->database != NULL && prepare_all (self, catalog, column, error);
}

void
ts_cell_reader_close (TsCellReader *self)
{
  g_clear_pointer (&self->block, sqlite3_finalize);
  g_clear_pointer (&self->one, sqlite3_finalize);
  g_clear_pointer (&self->exact, sqlite3_finalize);
  g_clear_pointer (&self->exists, sqlite3_finalize);
  g_clear_pointer (&self->database, ts_database_close);
}

/* A column's content as a value and its state; null_state is that of NULL. Text is a number only in
 * trendscope_exact (and in databases that nobody should have written); anything else is no value,
 * but there is a row. */
static guint8
decode (sqlite3_stmt *statement, int column, guint8 null_state, double *value)
{
  const char *text;

  *value = NAN;
  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
      *value = sqlite3_column_double (statement, column);
      return ts_cell_state_of (*value);
    case SQLITE_TEXT:
      text = (const char *) sqlite3_column_text (statement, column);
      if (text != NULL && ts_parse_double (text, -1, value))
        return ts_cell_state_of (*value);
      *value = NAN;
      return TS_CELL_NULL;
    case SQLITE_NULL:
      return null_state;
    default:
      return TS_CELL_NULL;
    }
}

/* Whether the stored value may stand for another one (rules.md V1). */
static gboolean
may_be_altered (double value, guint8 state)
{
  return state != TS_CELL_NUMBER || fabs (value) >= TS_CLAMP;
}

/* What a stored value at or beyond the clamp means without an exact one (rules.md V2). */
static guint8
interpret_stored (double *value, guint8 state, gboolean has_exact)
{
  if (state != TS_CELL_NUMBER || fabs (*value) < TS_CLAMP)
    return state;
  if (fabs (*value) == TS_CLAMP)
    return has_exact ? TS_CELL_NUMBER : TS_CELL_NUMBER | TS_CELL_CLAMPED;
  if (fabs (*value) != TS_STORED_INF)
    return TS_CELL_NUMBER;
  *value = copysign (INFINITY, *value);
  return *value > 0 ? TS_CELL_POS_INF : TS_CELL_NEG_INF;
}

/* Replaces value and state by the exact ones where there are any. */
static gboolean
look_up_exact (TsCellReader *self,
               gint64 rank,
               gint64 step,
               gint64 target_id,
               double *value,
               guint8 *state,
               GError **error)
{
  gboolean row;

  sqlite3_bind_int64 (self->exact, 1, rank);
  sqlite3_bind_int64 (self->exact, 2, step);
  sqlite3_bind_int64 (self->exact, 3, target_id);
  sqlite3_bind_int64 (self->exact, 4, self->metric_id);
  if (!ts_database_step (self->database, self->exact, &row, error))
    return FALSE;
  if (row && sqlite3_column_type (self->exact, 0) != SQLITE_NULL)
    *state = decode (self->exact, 0, TS_CELL_NULL, value);
  else
    *state = interpret_stored (value, *state, TRUE);
  sqlite3_reset (self->exact);
  return TRUE;
}

static gboolean
read_cell (TsCellReader *self,
           sqlite3_stmt *row,
           gint64 rank,
           gint64 step,
           double *value,
           guint8 *state,
           GError **error)
{
  /* Where exact values are kept, a row without one was written without this statistic. */
  *state = decode (row, 1, self->has_exact ? TS_CELL_MISSING : TS_CELL_NULL, value);
  if (!may_be_altered (*value, *state))
    return TRUE;
  if (self->exact != NULL)
    return look_up_exact (self, rank, step, sqlite3_column_int64 (row, 0), value, state, error);
  *state = interpret_stored (value, *state, self->has_exact);
  return TRUE;
}

static void
bind_range (TsCellReader *self,
            sqlite3_stmt *statement,
            gint64 rank,
            gint64 step,
            gint64 first,
            gint64 last)
{
  sqlite3_bind_int64 (statement, 1, rank);
  sqlite3_bind_int64 (statement, 2, step);
  sqlite3_bind_int64 (statement, 3, first);
  sqlite3_bind_int64 (statement, 4, last);
  sqlite3_bind_int64 (statement, 5, self->metric_id);
}

/* The target id of a row, which the statement promised to be within a range: in a damaged table it
 * may be anywhere. */
static gboolean
read_target_id (TsCellReader *self,
                sqlite3_stmt *statement,
                gint64 first,
                gint64 last,
                gint64 *target_id,
                GError **error)
{
  if (!ts_database_read_int64 (self->database, statement, 0, target_id, error))
    return FALSE;
  if (*target_id >= first && *target_id <= last)
    return TRUE;
  ts_database_set_damaged (self->database, _ ("trend_data is not in the order of its keys"), error);
  return FALSE;
}

gboolean
ts_cell_reader_read (TsCellReader *self,
                     gint64 rank,
                     gint64 step,
                     gint64 first,
                     gint64 last,
                     TsCellFunc func,
                     gpointer data,
                     GError **error)
{
  sqlite3_stmt *rows = first == last ? self->one : self->block;
  gboolean row = FALSE, good;

  bind_range (self, rows, rank, step, first, last);
  while ((good = ts_database_step (self->database, rows, &row, error)) && row)
    {
      double value;
      guint8 state;
      gint64 target_id;
      good = read_target_id (self, rows, first, last, &target_id, error)
             && read_cell (self, rows, rank, step, &value, &state, error);
      if (!good)
        break;
      func (target_id, value, state, data);
      first = target_id < G_MAXINT64 ? target_id + 1 : target_id;
    }
  sqlite3_reset (rows);
  return good;
}

gboolean
ts_cell_reader_find (TsCellReader *self,
                     gint64 rank,
                     gint64 step,
                     gint64 first,
                     gint64 last,
                     gboolean *found,
                     gint64 *target_id,
                     GError **error)
{
  gboolean good;

  if (self->exists == NULL)
    self->exists = ts_database_prepare (
        self->database, "SELECT target_id FROM trend_data" RANGE " ORDER BY target_id LIMIT 1",
        error);
  if (self->exists == NULL)
    return FALSE;
  bind_range (self, self->exists, rank, step, first, last);
  good = ts_database_step (self->database, self->exists, found, error);
  if (good && *found)
    good = read_target_id (self, self->exists, first, last, target_id, error);
  sqlite3_reset (self->exists);
  return good;
}
