/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/row-scan.h"

#include "store/catalog-part.h"

#include "model/cell-state.h"
#include "model/number-format.h"

#include <math.h>

#define N_KEYS 2 /* target_id, metric_id */

/* SELECT of the key's rest and the columns, in key order, of one (rank, step); of one row of it. */
static sqlite3_stmt *
prepare (TsDatabase *database, const char *table, char **columns, gboolean one, GError **error)
{
  g_autoptr (GString) sql = g_string_new ("SELECT target_id, metric_id");
  sqlite3_stmt *statement;

  for (guint i = 0; columns[i] != NULL; i++)
    {
      char *column = sqlite3_mprintf (", %s.\"%w\"", table, columns[i]);
      g_string_append (sql, column);
      sqlite3_free (column);
    }
  g_string_append_printf (sql,
                          " FROM %s WHERE rank = ?1 AND step = ?2%s ORDER BY target_id, metric_id",
                          table, one ? " AND target_id = ?3 AND metric_id = ?4" : "");
  statement = ts_database_prepare (database, sql->str, error);
  return statement;
}

static int
find_stat (char **stats, const char *name)
{
  for (int i = 0; stats[i] != NULL; i++)
    if (g_ascii_strcasecmp (stats[i], name) == 0)
      return i;
  return -1;
}

static gboolean
open_file (TsRowScan *self, const TsCatalog *catalog, GCancellable *cancellable, GError **error)
{
  *self = (TsRowScan){ .n_stats = g_strv_length (catalog->stats) };
  self->values = g_new (double, MAX (self->n_stats, 1));
  self->states = g_new (guint8, MAX (self->n_stats, 1));
  self->database = ts_catalog_open_database (catalog, cancellable, error);
  if (self->database == NULL)
    return FALSE;
  self->rows = prepare (self->database, "trend_data", catalog->stats, FALSE, error);
  self->catalog = catalog;
  if (self->rows == NULL || catalog->exact_stats == NULL)
    return self->rows != NULL;
  self->n_exact_stats = g_strv_length (catalog->exact_stats);
  self->exact_stats = g_new (int, self->n_exact_stats);
  for (guint i = 0; i < self->n_exact_stats; i++)
    self->exact_stats[i] = find_stat (catalog->stats, catalog->exact_stats[i]);
  self->exact = prepare (self->database, "trendscope_exact", catalog->exact_stats, FALSE, error);
  return self->exact != NULL;
}

gboolean
ts_row_scan_open (TsRowScan *self,
                  const TsCatalog *catalog,
                  GCancellable *cancellable,
                  GError **error)
{
  if (catalog->parts == NULL)
    return open_file (self, catalog, cancellable, error);
  *self = (TsRowScan){ .catalog = catalog, .cancellable = cancellable };
  self->n_stats = g_strv_length (catalog->stats);
  self->values = g_new (double, MAX (self->n_stats, 1));
  self->states = g_new (guint8, MAX (self->n_stats, 1));
  self->parts = g_new0 (TsRowScan *, catalog->parts->len);
  return TRUE;
}

static void
close_parts (TsRowScan *self)
{
  for (guint i = 0; i < self->catalog->parts->len; i++)
    if (self->parts[i] != NULL)
      {
        ts_row_scan_close (self->parts[i]);
        g_free (self->parts[i]);
      }
  g_clear_pointer (&self->parts, g_free);
}

void
ts_row_scan_close (TsRowScan *self)
{
  if (self->parts != NULL)
    close_parts (self);
  g_clear_pointer (&self->rows, sqlite3_finalize);
  g_clear_pointer (&self->exact, sqlite3_finalize);
  g_clear_pointer (&self->one, sqlite3_finalize);
  g_clear_pointer (&self->one_exact, sqlite3_finalize);
  g_clear_pointer (&self->database, ts_database_close);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->states, g_free);
  g_clear_pointer (&self->exact_stats, g_free);
}

/* A stored number, and what it means when no exact one replaces it (rules.md V1, V2). */
static guint8
interpret (double *value, gboolean has_exact)
{
  double size = fabs (*value);

  if (size < TS_CLAMP)
    return TS_CELL_NUMBER;
  if (size == TS_STORED_INF)
    {
      *value = copysign (INFINITY, *value);
      return *value > 0 ? TS_CELL_POS_INF : TS_CELL_NEG_INF;
    }
  return size == TS_CLAMP && !has_exact ? TS_CELL_NUMBER | TS_CELL_CLAMPED
                                        : ts_cell_state_of (*value);
}

static void
read_row (TsRowScan *self)
{
  for (guint i = 0; i < self->n_stats; i++)
    {
      int column = N_KEYS + (int) i;
      int type = sqlite3_column_type (self->rows, column);
      if (type == SQLITE_FLOAT || type == SQLITE_INTEGER)
        {
          self->values[i] = sqlite3_column_double (self->rows, column);
          self->states[i] = interpret (&self->values[i], self->exact != NULL);
        }
      else
        {
          /* Where exact values are kept, NULL without one was written without this statistic. */
          self->values[i] = NAN;
          self->states[i] = self->exact != NULL ? TS_CELL_MISSING : TS_CELL_NULL;
        }
    }
}

/* Lets the exact row replace what trend_data had altered. */
static void
overlay (TsRowScan *self)
{
  for (guint i = 0; i < self->n_exact_stats; i++)
    {
      const char *text = (const char *) sqlite3_column_text (self->exact, N_KEYS + (int) i);
      int stat = self->exact_stats[i];
      double value;
      if (stat < 0 || text == NULL || !ts_parse_double (text, -1, &value))
        continue;
      self->values[stat] = value;
      self->states[stat] = ts_cell_state_of (value);
    }
}

/* Moves the exact rows on to (target_id, metric_id): TRUE in *found when there is one. */
static gboolean
seek_exact (TsRowScan *self, gboolean *more, gboolean *found, GError **error)
{
  gint64 target = sqlite3_column_int64 (self->rows, 0),
         metric = sqlite3_column_int64 (self->rows, 1);

  *found = FALSE;
  while (*more)
    {
      gint64 exact_target = sqlite3_column_int64 (self->exact, 0);
      gint64 exact_metric = sqlite3_column_int64 (self->exact, 1);
      if (exact_target > target || (exact_target == target && exact_metric >= metric))
        {
          *found = exact_target == target && exact_metric == metric;
          return TRUE;
        }
      if (!ts_database_step (self->database, self->exact, more, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_range (TsRowScan *self, TsRowFunc func, gpointer data, GError **error)
{
  gboolean row = FALSE, more = FALSE, found = FALSE;

  if (self->exact != NULL && !ts_database_step (self->database, self->exact, &more, error))
    return FALSE;
  for (;;)
    {
      if (!ts_database_step (self->database, self->rows, &row, error))
        return FALSE;
      if (!row)
        return TRUE;
      read_row (self);
      if (more && !seek_exact (self, &more, &found, error))
        return FALSE;
      if (more && found)
        overlay (self);
      func (sqlite3_column_int64 (self->rows, 0), sqlite3_column_int64 (self->rows, 1),
            self->values, self->states, data);
    }
}

static gboolean
read_bound (
    TsRowScan *self, gint64 rank, gint64 step, TsRowFunc func, gpointer data, GError **error)
{
  gboolean good;

  sqlite3_bind_int64 (self->rows, 1, rank);
  sqlite3_bind_int64 (self->rows, 2, step);
  if (self->exact != NULL)
    {
      sqlite3_bind_int64 (self->exact, 1, rank);
      sqlite3_bind_int64 (self->exact, 2, step);
    }
  good = read_range (self, func, data, error);
  sqlite3_reset (self->rows);
  if (self->exact != NULL)
    sqlite3_reset (self->exact);
  return ts_database_end (self->database, good, error);
}

static gboolean
prepare_one (TsRowScan *self, GError **error)
{
  if (self->one == NULL)
    self->one = prepare (self->database, "trend_data", self->catalog->stats, TRUE, error);
  if (self->one != NULL && self->exact != NULL && self->one_exact == NULL)
    self->one_exact
        = prepare (self->database, "trendscope_exact", self->catalog->exact_stats, TRUE, error);
  return self->one != NULL && (self->exact == NULL || self->one_exact != NULL);
}

static void
swap_statements (TsRowScan *self)
{
  sqlite3_stmt *rows = self->rows, *exact = self->exact;

  self->rows = self->one;
  self->exact = self->one_exact;
  self->one = rows;
  self->one_exact = exact;
}

static gboolean
read_one (TsRowScan *self,
          gint64 rank,
          gint64 step,
          gint64 target_id,
          gint64 metric_id,
          TsRowFunc func,
          gpointer data,
          GError **error)
{
  gboolean good;

  if (!prepare_one (self, error))
    return FALSE;
  swap_statements (self);
  for (guint i = 0; i < 2; i++)
    {
      sqlite3_stmt *statement = i == 0 ? self->rows : self->exact;
      if (statement == NULL)
        continue;
      sqlite3_bind_int64 (statement, 3, target_id);
      sqlite3_bind_int64 (statement, 4, metric_id);
    }
  good = read_bound (self, rank, step, func, data, error);
  swap_statements (self);
  return good;
}

/* ---- a run in parts ---- */

typedef struct
{
  gint64 target_id, metric_id;
} Key;

/* A row of a part, with the run's numbers; its values are in Gathering.values from value on. */
typedef struct
{
  gint64 target_id, metric_id;
  guint preference; /* of its part: the least counts */
  guint value;
} Row;

typedef struct
{
  const TsCatalogPart *part;
  guint preference;
  int *stats; /* statistic of the run -> of the part, -1: it has none */
  guint n_stats;
  GArray *rows;   /* Row */
  GArray *values; /* double */
  GByteArray *states;
} Gathering;

static void
gather (
    gint64 target_id, gint64 metric_id, const double *values, const guint8 *states, gpointer data)
{
  Gathering *self = data;
  Row row = { ts_catalog_part_get_target (self->part, target_id),
              ts_catalog_part_get_metric (self->part, metric_id), self->preference,
              self->values->len };

  if (row.target_id < 0 || row.metric_id < 0)
    return;
  for (guint i = 0; i < self->n_stats; i++)
    {
      double value = self->stats[i] >= 0 ? values[self->stats[i]] : NAN;
      guint8 state = self->stats[i] >= 0 ? states[self->stats[i]] : TS_CELL_MISSING;
      g_array_append_val (self->values, value);
      g_byte_array_append (self->states, &state, 1);
    }
  g_array_append_val (self->rows, row);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *first = a, *second = b;

  if (first->target_id != second->target_id)
    return first->target_id < second->target_id ? -1 : 1;
  if (first->metric_id != second->metric_id)
    return first->metric_id < second->metric_id ? -1 : 1;
  return (first->preference > second->preference) - (first->preference < second->preference);
}

/* All rows of a part's block, or (one not NULL) that of one target and metric. */
static gboolean
gather_part (TsRowScan *self,
             guint i,
             gint64 rank,
             gint64 step,
             const Key *one,
             Gathering *gathering,
             GError **error)
{
  const TsCatalog *catalog = gathering->part->catalog;
  g_autofree int *stats = g_new (int, MAX (self->n_stats, 1));
  gint64 own_step;
  Key own;

  if (!ts_catalog_part_may_hold (gathering->part, rank, step)
      || !ts_catalog_part_find_step (gathering->part, step, &own_step))
    return TRUE;
  if (self->parts[i] == NULL)
    {
      self->parts[i] = g_new0 (TsRowScan, 1);
      if (!open_file (self->parts[i], catalog, self->cancellable, error))
        return FALSE;
    }
  for (guint s = 0; s < self->n_stats; s++)
    stats[s] = find_stat (catalog->stats, self->catalog->stats[s]);
  gathering->stats = stats;
  if (one == NULL)
    return read_bound (self->parts[i], rank, own_step, gather, gathering, error);
  if (!ts_catalog_part_find_target (gathering->part, one->target_id, &own.target_id)
      || !ts_catalog_part_find_metric (gathering->part, one->metric_id, &own.metric_id))
    return TRUE;
  return read_one (self->parts[i], rank, own_step, own.target_id, own.metric_id, gather, gathering,
                   error);
}

/* The rows of all parts in the order of the run's numbers, each key once. */
static void
give_rows (const Gathering *self, TsRowFunc func, gpointer data)
{
  g_array_sort (self->rows, compare_rows);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      if (i > 0 && row[-1].target_id == row->target_id && row[-1].metric_id == row->metric_id)
        continue;
      func (row->target_id, row->metric_id, &g_array_index (self->values, double, row->value),
            self->states->data + row->value, data);
    }
}

static gboolean
read_parts (TsRowScan *self,
            gint64 rank,
            gint64 step,
            const Key *one,
            TsRowFunc func,
            gpointer data,
            GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GByteArray) states = g_byte_array_new ();
  Gathering gathering
      = { .n_stats = self->n_stats, .rows = rows, .values = values, .states = states };

  for (guint i = 0; i < self->catalog->parts->len; i++)
    {
      guint part = ts_catalog_get_preferred (self->catalog, i);
      gathering.part = g_ptr_array_index (self->catalog->parts, part);
      gathering.preference = i;
      if (!gather_part (self, part, rank, step, one, &gathering, error))
        return FALSE;
    }
  give_rows (&gathering, func, data);
  return TRUE;
}

gboolean
ts_row_scan_read (
    TsRowScan *self, gint64 rank, gint64 step, TsRowFunc func, gpointer data, GError **error)
{
  return self->parts != NULL ? read_parts (self, rank, step, NULL, func, data, error)
                             : read_bound (self, rank, step, func, data, error);
}

gboolean
ts_row_scan_read_target (TsRowScan *self,
                         gint64 rank,
                         gint64 step,
                         gint64 target_id,
                         gint64 metric_id,
                         TsRowFunc func,
                         gpointer data,
                         GError **error)
{
  Key one = { target_id, metric_id };

  return self->parts != NULL ? read_parts (self, rank, step, &one, func, data, error)
                             : read_one (self, rank, step, target_id, metric_id, func, data, error);
}
