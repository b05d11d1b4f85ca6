/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/cell-reader.h"
#include "store/query.h"

/* A value of a database that msProbe wrote stands for NaN when there is none. */
static gsize
count_anomalies (const TsMatrix *matrix)
{
  return matrix->counts[TS_CELL_NAN] + matrix->counts[TS_CELL_POS_INF]
         + matrix->counts[TS_CELL_NEG_INF] + matrix->counts[TS_CELL_NULL];
}

static gboolean
search_values (TsCatalog *catalog,
               TsSelection *selection,
               const TsAxis *values,
               GCancellable *cancellable,
               GError **error)
{
  gint64 best = selection->value;
  gsize most = 0;

  for (guint i = 0; i < values->n; i++)
    {
      g_autoptr (TsMatrix) matrix = NULL;
      selection->value = values->ids[i];
      matrix = ts_query_matrix (catalog, selection, cancellable, error);
      if (matrix == NULL)
        return FALSE;
      if (count_anomalies (matrix) <= most)
        continue;
      most = count_anomalies (matrix);
      best = values->ids[i];
      if (selection->dimension == TS_DIMENSION_STEP)
        break;
    }
  selection->value = best;
  return TRUE;
}

/* --- where exact values are kept apart, NaN and Inf are found among them alone --- */

typedef struct
{
  TsCellReader reader;
  sqlite3_stmt *statement; /* the NaN and Inf of one rank, by step and target */
  const TsCatalog *catalog;
  guint8 *wanted; /* by the target's place, whether it passes the filters */
} ExactSearch;

/* What one rank has. */
typedef struct
{
  gsize n;
  gint64 step; /* of the first */
  gint64 target_id;
} Anomalies;

static void
exact_search_clear (ExactSearch *self)
{
  g_clear_pointer (&self->statement, sqlite3_finalize);
  ts_cell_reader_close (&self->reader);
  g_clear_pointer (&self->wanted, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExactSearch, exact_search_clear)

/* max_rows: of one rank, so that a database full of NaN does not take longer than others. */
static gboolean
exact_search_init (ExactSearch *self,
                   const TsCatalog *catalog,
                   const TsSelection *selection,
                   gint64 max_rows,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (GPtrArray) targets = ts_catalog_filter_targets (catalog, selection);
  char *sql;

  self->catalog = catalog;
  self->wanted = g_malloc0 (catalog->targets->len + 1);
  for (guint i = 0; i < targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (targets, i);
      self->wanted[ts_catalog_find_target_place (catalog, target->id)] = 1;
    }
  if (!ts_cell_reader_open (&self->reader, catalog, selection->metric, selection->stat, cancellable,
                            error))
    return FALSE;
  if (self->reader.exact == NULL) /* no value of this statistic was ever altered */
    return TRUE;
  sql = sqlite3_mprintf ("SELECT step, target_id FROM (SELECT * FROM trendscope_exact"
                         " WHERE rank = ?1 ORDER BY step, target_id LIMIT %lld)"
                         " WHERE metric_id = ?2 AND \"%w\" IN ('nan', 'inf', '-inf')",
                         (long long) max_rows, selection->stat);
  self->statement = ts_database_prepare (self->reader.database, sql, error);
  sqlite3_free (sql);
  return self->statement != NULL;
}

/* count: all of them, else the first is enough. */
static gboolean
search_rank (ExactSearch *self, gint64 rank, gboolean count, Anomalies *found, GError **error)
{
  gboolean row = FALSE, good;

  *found = (Anomalies){ 0 };
  if (self->statement == NULL)
    return TRUE;
  sqlite3_bind_int64 (self->statement, 1, rank);
  sqlite3_bind_int64 (self->statement, 2, self->reader.metric_id);
  while ((good = ts_database_step (self->reader.database, self->statement, &row, error)) && row)
    {
      gint64 target_id = sqlite3_column_int64 (self->statement, 1);
      int place = ts_catalog_find_target_place (self->catalog, target_id);
      if (place < 0 || !self->wanted[place])
        continue;
      if (found->n++ == 0)
        {
          found->step = sqlite3_column_int64 (self->statement, 0);
          found->target_id = target_id;
        }
      if (!count)
        break;
    }
  sqlite3_reset (self->statement);
  return good;
}

/* Whether a is to be shown rather than b. */
static gboolean
goes_before (const Anomalies *a, const Anomalies *b, TsDimension dimension)
{
  if (a->n == 0 || b->n == 0)
    return a->n > b->n;
  if (dimension == TS_DIMENSION_RANK)
    return a->n > b->n;
  return a->step != b->step ? a->step < b->step : a->target_id < b->target_id;
}

static gboolean
search_exact (const TsCatalog *catalog,
              TsSelection *selection,
              const TsAxis *values,
              gint64 max_rows,
              GCancellable *cancellable,
              GError **error)
{
  gboolean by_rank = selection->dimension == TS_DIMENSION_RANK;
  gint64 per_rank = MAX (1, max_rows / MAX (1, (gint64) catalog->ranks->len));
  g_auto (ExactSearch) search = { 0 };
  Anomalies best = { 0 };
  gint64 value = selection->value;

  if (!exact_search_init (&search, catalog, selection, per_rank, cancellable, error))
    return FALSE;
  for (guint i = 0; i < catalog->ranks->len; i++)
    {
      gint64 rank = g_array_index (catalog->ranks, gint64, i);
      Anomalies found;
      if (!search_rank (&search, rank, by_rank, &found, error))
        return FALSE;
      if (!goes_before (&found, &best, selection->dimension))
        continue;
      best = found;
      value = by_rank                                     ? rank
              : selection->dimension == TS_DIMENSION_STEP ? found.step
                                                          : found.target_id;
    }
  if (ts_axis_find (values, value) >= 0)
    selection->value = value;
  return TRUE;
}

gboolean
ts_query_default_value (TsCatalog *catalog,
                        const TsSelection *selection,
                        const TsAxis *values,
                        gint64 max_rows,
                        GCancellable *cancellable,
                        gint64 *value,
                        GError **error)
{
  g_autoptr (TsSelection) copy = ts_selection_copy (selection);
  gboolean good = TRUE;

  g_return_val_if_fail (values->n > 0, FALSE);
  /* Not the last step: in a database of msProbe's that may be the optimizer's alone. */
  copy->value = values->ids[0];
  if (values->n > 1 && catalog->has_exact)
    good = search_exact (catalog, copy, values, max_rows, cancellable, error);
  else if (values->n > 1 && copy->dimension != TS_DIMENSION_MODULE && catalog->n_rows <= max_rows)
    good = search_values (catalog, copy, values, cancellable, error);
  *value = copy->value;
  return good;
}
