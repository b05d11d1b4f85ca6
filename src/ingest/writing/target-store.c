/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/writing/target-store.h"

#include "ingest/import-error.h"
#include "ingest/writing/sql.h"

#include <glib/gi18n-lib.h>

/* What is known of a target in memory. */
typedef struct
{
  guint32 id;
  guint8 has_dtype, has_shape; /* trendscope_targets has them */
} Known;

struct _TsTargetStore
{
  sqlite3 *db;
  sqlite3_stmt *insert, *insert_type, *find, *get_name;
  gsize max_bytes;
  guint32 n_targets;

  TsTargetTable *recent; /* names only */
  GArray *known;         /* Known, of each in recent */
  gboolean has_more;     /* the database has targets that recent has not */
  gboolean is_complete;  /* there are no new ones */
};

static gboolean
prepare_all (TsTargetStore *self, GError **error)
{
  /* OR FAIL, since a statement that is never undone need not note what it changes. */
  return (self->insert = ts_sql_prepare (
              self->db, "INSERT OR FAIL INTO monitoring_targets VALUES (?,?,?,?)", error))
             != NULL
         && (self->insert_type
             = ts_sql_prepare (self->db,
                               "INSERT INTO trendscope_targets (target_id, dtype, shape) VALUES "
                               "(?,?,?) ON CONFLICT (target_id) DO UPDATE "
                               "SET dtype = coalesce (dtype, excluded.dtype),"
                               " shape = coalesce (shape, excluded.shape)",
                               error))
                != NULL
         && (self->find = ts_sql_prepare (
                 self->db,
                 "SELECT t.target_id, o.dtype IS NOT NULL, o.shape IS NOT NULL "
                 "FROM monitoring_targets t LEFT JOIN trendscope_targets o USING (target_id) "
                 "WHERE target_name = ? AND vpp_stage = ? AND micro_step = ?",
                 error))
                != NULL
         && (self->get_name = ts_sql_prepare (
                 self->db,
                 "SELECT target_name, micro_step FROM monitoring_targets WHERE target_id = ?",
                 error))
                != NULL;
}

TsTargetStore *
ts_target_store_new (sqlite3 *db, gsize max_bytes, GError **error)
{
  g_autoptr (TsTargetStore) self = g_new0 (TsTargetStore, 1);

  self->db = db;
  self->max_bytes = max_bytes;
  self->recent = ts_target_table_new ();
  self->known = g_array_new (FALSE, FALSE, sizeof (Known));
  return prepare_all (self, error) ? g_steal_pointer (&self) : NULL;
}

void
ts_target_store_free (TsTargetStore *self)
{
  if (self == NULL)
    return;
  sqlite3_finalize (self->insert);
  sqlite3_finalize (self->insert_type);
  sqlite3_finalize (self->find);
  sqlite3_finalize (self->get_name);
  ts_target_table_free (self->recent);
  g_array_unref (self->known);
  g_free (self);
}

static void
bind_target (sqlite3_stmt *statement, int column, const TsBatchTarget *target)
{
  ts_sql_bind_text (statement, column, target->name);
  sqlite3_bind_int64 (statement, column + 1, target->vpp_stage);
  sqlite3_bind_int64 (statement, column + 2, target->micro_step);
}

/* Looks a target up in the database; known->id is 0 when it is new. */
static gboolean
find_in_database (TsTargetStore *self, const TsBatchTarget *target, Known *known, GError **error)
{
  int result;

  bind_target (self->find, 1, target);
  result = sqlite3_step (self->find);
  if (result == SQLITE_ROW)
    {
      known->id = (guint32) sqlite3_column_int64 (self->find, 0);
      known->has_dtype = sqlite3_column_int (self->find, 1) != 0;
      known->has_shape = sqlite3_column_int (self->find, 2) != 0;
    }
  else if (result != SQLITE_DONE)
    ts_sql_set_error (self->db, error);
  sqlite3_reset (self->find);
  return result == SQLITE_ROW || result == SQLITE_DONE;
}

static gboolean
add_to_database (TsTargetStore *self, const TsBatchTarget *target, Known *known, GError **error)
{
  if (self->is_complete)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW, _ ("the tensor “%s” is new"),
                   target->name);
      return FALSE;
    }
  known->id = ++self->n_targets;
  sqlite3_bind_int64 (self->insert, 1, known->id);
  bind_target (self->insert, 2, target);
  return ts_sql_run (self->insert, error);
}

static void
forget_all (TsTargetStore *self)
{
  ts_target_table_free (self->recent);
  self->recent = ts_target_table_new ();
  g_array_set_size (self->known, 0);
  self->has_more = TRUE;
}

static gsize
get_bytes (const TsTargetStore *self)
{
  return ts_target_table_get_bytes (self->recent) + sizeof (Known) * self->known->len;
}

/* Of a target that recent has not. NULL when the database failed. */
static Known *
add_known (TsTargetStore *self, const TsBatchTarget *target, GError **error)
{
  Known known = { 0 };

  if (self->has_more && !find_in_database (self, target, &known, error))
    return NULL;
  if (known.id == 0 && !add_to_database (self, target, &known, error))
    return NULL;
  g_array_append_val (self->known, known);
  return &g_array_index (self->known, Known, self->known->len - 1);
}

static gboolean
fill_in_type (TsTargetStore *self, const TsBatchTarget *target, Known *known, GError **error)
{
  if ((target->dtype == NULL || known->has_dtype) && (target->shape == NULL || known->has_shape))
    return TRUE;
  known->has_dtype |= target->dtype != NULL;
  known->has_shape |= target->shape != NULL;
  sqlite3_bind_int64 (self->insert_type, 1, known->id);
  ts_sql_bind_text (self->insert_type, 2, target->dtype);
  ts_sql_bind_text (self->insert_type, 3, target->shape);
  return ts_sql_run (self->insert_type, error);
}

guint32
ts_target_store_intern (TsTargetStore *self,
                        const TsTargetTable *batch_targets,
                        guint32 i,
                        GError **error)
{
  const TsBatchTarget *target = ts_target_table_get (batch_targets, i);
  guint32 place;
  Known *known;

  if (get_bytes (self) > self->max_bytes)
    forget_all (self);
  place = ts_target_table_intern (self->recent, ts_target_table_get_hash (batch_targets, i),
                                  target->name, ts_target_table_get_name_length (batch_targets, i),
                                  target->vpp_stage, target->micro_step, NULL, NULL);
  known = place < self->known->len ? &g_array_index (self->known, Known, place)
                                   : add_known (self, target, error);
  return known != NULL && fill_in_type (self, target, known, error) ? known->id : 0;
}

void
ts_target_store_set_complete (TsTargetStore *self, guint32 n_targets)
{
  self->n_targets = n_targets;
  self->has_more = self->is_complete = TRUE;
}

guint32
ts_target_store_get_size (const TsTargetStore *self)
{
  return self->n_targets;
}

char *
ts_target_store_dup_name (TsTargetStore *self, guint32 id, gint64 *micro_step)
{
  char *name = NULL;

  sqlite3_bind_int64 (self->get_name, 1, id);
  if (sqlite3_step (self->get_name) == SQLITE_ROW)
    {
      name = g_strdup ((const char *) sqlite3_column_text (self->get_name, 0));
      *micro_step = sqlite3_column_int64 (self->get_name, 1);
    }
  sqlite3_reset (self->get_name);
  return name;
}
