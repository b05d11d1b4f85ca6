/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

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

  g_return_val_if_fail (values->n > 0, FALSE);
  copy->value = values->ids[copy->dimension == TS_DIMENSION_STEP ? values->n - 1 : 0];
  if (copy->dimension != TS_DIMENSION_MODULE && values->n > 1 && catalog->n_rows <= max_rows
      && !search_values (catalog, copy, values, cancellable, error))
    return FALSE;
  *value = copy->value;
  return TRUE;
}
