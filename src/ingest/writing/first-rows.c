/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/writing/first-rows.h"

#include "ingest/import-error.h"
#include "ingest/writing/sql.h"

#include <glib/gi18n-lib.h>

/* The row, as far as order goes. */
typedef struct
{
  gint64 train_step;
  guint32 rank;
  gboolean is_known;
} First;

struct _TsFirstRows
{
  sqlite3 *db;
  const TsImportSource *source;
  sqlite3_stmt *insert, *find;
  GPtrArray *metrics; /* GArray* of First, of each metric, by target id; what was asked for */
};

TsFirstRows *
ts_first_rows_new (sqlite3 *db, const TsImportSource *source, GError **error)
{
  g_autoptr (TsFirstRows) self = g_new0 (TsFirstRows, 1);

  self->db = db;
  self->source = source;
  self->metrics = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < source->metrics->len; i++)
    g_ptr_array_add (self->metrics, g_array_new (FALSE, TRUE, sizeof (First)));
  if ((self->insert
       = ts_sql_prepare (db, "INSERT OR FAIL INTO trendscope_first VALUES (?,?,?,?)", error))
          == NULL
      || (self->find = ts_sql_prepare (
              db, "SELECT rank, step FROM trendscope_first WHERE metric_id = ? AND target_id = ?",
              error))
             == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

void
ts_first_rows_free (TsFirstRows *self)
{
  if (self == NULL)
    return;
  sqlite3_finalize (self->insert);
  sqlite3_finalize (self->find);
  g_ptr_array_unref (self->metrics);
  g_free (self);
}

gboolean
ts_first_rows_add (TsFirstRows *self, const TsRow *row, guint32 target_id, GError **error)
{
  sqlite3_bind_int64 (self->insert, 1, row->metric);
  sqlite3_bind_int64 (self->insert, 2, target_id);
  sqlite3_bind_int64 (self->insert, 3, row->rank);
  sqlite3_bind_int64 (self->insert, 4, row->step);
  return ts_sql_run (self->insert, error);
}

static gint64
get_train_step (const TsFirstRows *self, gint64 step)
{
  const TsStepInfo *info = ts_steps_find (self->source->steps, step);

  return info != NULL ? info->train_step : step;
}

static gboolean
find_first (TsFirstRows *self, const TsRow *row, guint32 target_id, First *first, GError **error)
{
  int result;

  sqlite3_bind_int64 (self->find, 1, row->metric);
  sqlite3_bind_int64 (self->find, 2, target_id);
  result = sqlite3_step (self->find);
  if (result == SQLITE_ROW)
    *first = (First){ get_train_step (self, sqlite3_column_int64 (self->find, 1)),
                      (guint32) sqlite3_column_int64 (self->find, 0), TRUE };
  else if (result == SQLITE_DONE)
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW,
                 _ ("a tensor is new in the metric “%s”"),
                 (const char *) g_ptr_array_index (self->source->metrics, row->metric - 1));
  else
    ts_sql_set_error (self->db, error);
  sqlite3_reset (self->find);
  return result == SQLITE_ROW;
}

gboolean
ts_first_rows_check (TsFirstRows *self, const TsRow *row, guint32 target_id, GError **error)
{
  GArray *known = g_ptr_array_index (self->metrics, row->metric - 1);
  First *first;
  gint64 train_step;

  if (known->len <= target_id)
    g_array_set_size (known, target_id + 1);
  first = &g_array_index (known, First, target_id);
  if (!first->is_known && !find_first (self, row, target_id, first, error))
    return FALSE;
  if (first->rank < row->rank)
    return TRUE;
  train_step = get_train_step (self, row->step);
  /* Of one step more is only appended to the file that the first row is from. */
  if (first->rank == row->rank && first->train_step <= train_step)
    return TRUE;
  g_set_error_literal (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW,
                       _ ("a tensor is there earlier than before"));
  return FALSE;
}
