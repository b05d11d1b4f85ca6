/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"

static void
step_free (gpointer data)
{
  TsCatalogStep *self = data;

  g_free (self->label);
  g_free (self);
}

/* One row of trendscope_steps. */
typedef struct
{
  gint64 step;
  gint64 train_step;
  gint64 micro_step;
} StepRow;

/* Ascending by global step; empty without the table. NULL on error. */
static GArray *
read_rows (TsDatabase *database, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (StepRow));
  g_autoptr (sqlite3_stmt) statement = NULL;
  GError *failure = NULL;
  gboolean row = FALSE;

  if (!ts_database_has_table (database, "trendscope_steps", &failure))
    {
      if (failure == NULL)
        return g_steal_pointer (&rows);
      g_propagate_error (error, failure);
      return NULL;
    }
  statement = ts_database_prepare (
      database, "SELECT step, train_step, micro_step FROM trendscope_steps ORDER BY step", error);
  if (statement == NULL)
    return NULL;
  while (ts_database_step (database, statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&rows);
      StepRow item = { sqlite3_column_int64 (statement, 0), sqlite3_column_int64 (statement, 1),
                       sqlite3_column_int64 (statement, 2) };
      g_array_append_val (rows, item);
    }
  return NULL;
}

/* Training step -> how many micro-steps it has (as a pointer). */
static GHashTable *
count_micro_steps (const GArray *rows)
{
  GHashTable *counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      StepRow *row = &g_array_index (rows, StepRow, i);
      gint64 known = GPOINTER_TO_SIZE (g_hash_table_lookup (counts, &row->train_step));
      gint64 count = MAX (known, row->micro_step + 1);
      g_hash_table_replace (counts, &row->train_step, GSIZE_TO_POINTER ((gsize) count));
    }
  return counts;
}

static TsCatalogStep *
step_new (gint64 step, const StepRow *row, GHashTable *counts)
{
  TsCatalogStep *self = g_new0 (TsCatalogStep, 1);
  gint64 n_micro_steps = 1;

  self->step = step;
  self->train_step = row != NULL ? row->train_step : step;
  self->micro_step = row != NULL ? row->micro_step : 0;
  if (row != NULL)
    n_micro_steps = GPOINTER_TO_SIZE (g_hash_table_lookup (counts, &self->train_step));
  if (n_micro_steps > 1)
    self->label = g_strdup_printf ("%" G_GINT64_FORMAT "·%" G_GINT64_FORMAT, self->train_step,
                                   self->micro_step);
  else
    self->label = g_strdup_printf ("%" G_GINT64_FORMAT, self->train_step);
  self->position
      = (double) self->train_step + (double) self->micro_step / (double) MAX (n_micro_steps, 1);
  return self;
}

gboolean
ts_catalog_read_steps (TsCatalog *catalog,
                       TsDatabase *database,
                       const GArray *occurring,
                       GError **error)
{
  g_autoptr (GArray) rows = read_rows (database, error);
  g_autoptr (GHashTable) counts = NULL;
  guint next = 0;

  catalog->steps = g_ptr_array_new_with_free_func (step_free);
  if (rows == NULL)
    return FALSE;
  counts = count_micro_steps (rows);
  for (guint i = 0; i < occurring->len; i++)
    {
      gint64 step = g_array_index (occurring, gint64, i);
      while (next < rows->len && g_array_index (rows, StepRow, next).step < step)
        next++;
      const StepRow *row = next < rows->len ? &g_array_index (rows, StepRow, next) : NULL;
      g_ptr_array_add (catalog->steps,
                       step_new (step, row != NULL && row->step == step ? row : NULL, counts));
    }
  return TRUE;
}
