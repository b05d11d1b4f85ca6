/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"

#include <glib/gi18n-lib.h>

static void
step_free (gpointer data)
{
  TsCatalogStep *self = data;

  g_free (self->label);
  g_free (self);
}

static gboolean
read_row (TsDatabase *database, sqlite3_stmt *statement, gpointer data, GError **error)
{
  GArray *rows = data;
  const TsStepRow *before = rows->len > 0 ? &g_array_index (rows, TsStepRow, rows->len - 1) : NULL;
  TsStepRow row;

  if (!ts_database_read_int64 (database, statement, 0, &row.step, error)
      || !ts_database_read_int64 (database, statement, 1, &row.train_step, error)
      || !ts_database_read_int64 (database, statement, 2, &row.micro_step, error))
    return FALSE;
  if (row.micro_step < 0
      || (before != NULL
          && (row.step <= before->step || row.train_step < before->train_step
              || (row.train_step == before->train_step && row.micro_step <= before->micro_step))))
    {
      ts_database_set_damaged (database, _ ("its steps are not in their order"), error);
      return FALSE;
    }
  g_array_append_val (rows, row);
  return TRUE;
}

/* Ascending by global step; empty without a table that can be used. NULL on error. */
static GArray *
read_rows (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TsStepRow));
  gboolean complete;

  if (!_ts_catalog_read_optional (catalog, database, "trendscope_steps",
                                  "step, train_step, micro_step", "ORDER BY step", read_row, rows,
                                  &complete, error))
    return NULL;
  if (!complete)
    g_array_set_size (rows, 0);
  return g_steal_pointer (&rows);
}

/* Training step -> how many micro-steps it has (gint64). */
static GHashTable *
count_micro_steps (const GArray *rows)
{
  GHashTable *counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);

  for (guint i = 0; i < rows->len; i++)
    {
      TsStepRow *row = &g_array_index (rows, TsStepRow, i);
      /* The greatest number there is has none behind it. */
      gint64 count = row->micro_step < G_MAXINT64 ? row->micro_step + 1 : G_MAXINT64;
      /* They ascend: the last one tells. */
      g_hash_table_replace (counts, &row->train_step, g_memdup2 (&count, sizeof count));
    }
  return counts;
}

static TsCatalogStep *
step_new (gint64 step, const TsStepRow *row, GHashTable *counts)
{
  TsCatalogStep *self = g_new0 (TsCatalogStep, 1);
  gint64 n_micro_steps = 1;

  self->step = step;
  self->train_step = row != NULL ? row->train_step : step;
  self->micro_step = row != NULL ? row->micro_step : 0;
  if (row != NULL)
    n_micro_steps = *(const gint64 *) g_hash_table_lookup (counts, &self->train_step);
  if (n_micro_steps > 1)
    self->label = g_strdup_printf ("%" G_GINT64_FORMAT "·%" G_GINT64_FORMAT, self->train_step,
                                   self->micro_step);
  else
    self->label = g_strdup_printf ("%" G_GINT64_FORMAT, self->train_step);
  self->position
      = (double) self->train_step + (double) self->micro_step / (double) MAX (n_micro_steps, 1);
  return self;
}

void
_ts_catalog_set_steps (TsCatalog *catalog, const GArray *occurring, const GArray *rows)
{
  g_autoptr (GHashTable) counts = count_micro_steps (rows);
  guint i = 0, next = 0;

  catalog->steps = g_ptr_array_new_with_free_func (step_free);
  /* Both ascend. A step that was trained but gave nothing is one, too. */
  while (i < occurring->len || next < rows->len)
    {
      const TsStepRow *row = next < rows->len ? &g_array_index (rows, TsStepRow, next) : NULL;
      gint64 step = i < occurring->len ? g_array_index (occurring, gint64, i) : row->step;
      if (row != NULL && row->step < step)
        step = row->step;
      else
        i += i < occurring->len;
      if (row != NULL && row->step != step)
        row = NULL;
      next += row != NULL;
      g_ptr_array_add (catalog->steps, step_new (step, row, counts));
    }
}

gboolean
_ts_catalog_read_steps (TsCatalog *catalog,
                        TsDatabase *database,
                        const GArray *occurring,
                        GError **error)
{
  g_autoptr (GArray) rows = read_rows (catalog, database, error);

  if (rows == NULL)
    return FALSE;
  _ts_catalog_set_steps (catalog, occurring, rows);
  return TRUE;
}

static gboolean
read_rank (TsDatabase *database, sqlite3_stmt *statement, gpointer data, GError **error)
{
  gint64 rank;

  if (!ts_database_read_int64 (database, statement, 0, &rank, error))
    return FALSE;
  g_array_append_val ((GArray *) data, rank);
  return TRUE;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

gboolean
_ts_catalog_read_ranks (TsCatalog *catalog,
                        TsDatabase *database,
                        const GArray *occurring,
                        GError **error)
{
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean complete;

  catalog->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (!_ts_catalog_read_optional (catalog, database, "trendscope_ranks", "rank", "", read_rank,
                                  ranks, &complete, error))
    return FALSE;
  if (!complete)
    g_array_set_size (ranks, 0);
  g_array_append_vals (ranks, occurring->data, occurring->len);
  g_array_sort (ranks, compare_ids);
  for (guint i = 0; i < ranks->len; i++)
    if (i == 0 || g_array_index (ranks, gint64, i) != g_array_index (ranks, gint64, i - 1))
      g_array_append_vals (catalog->ranks, &g_array_index (ranks, gint64, i), 1);
  return TRUE;
}
