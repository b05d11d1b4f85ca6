/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/query.h"

static gint64
get_value (const TsAnomaly *anomaly, TsDimension dimension)
{
  return dimension == TS_DIMENSION_STEP   ? anomaly->step
         : dimension == TS_DIMENSION_RANK ? anomaly->rank
                                          : anomaly->target_id;
}

void
ts_anomaly_select (const TsAnomaly *self, TsSelection *selection)
{
  g_return_if_fail (self->metric != NULL);
  g_free (selection->metric);
  g_free (selection->stat);
  selection->metric = g_strdup (self->metric->name);
  selection->stat = g_strdup (self->stat);
  selection->value = get_value (self, selection->dimension);
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
  TsAnomaly anomaly;
  gint64 found;

  g_return_val_if_fail (values->n > 0, FALSE);
  /* Not the last step: in a database of msProbe's that may be the optimizer's alone. */
  *value = values->ids[0];
  if (values->n == 1)
    return TRUE;
  if (!ts_query_first_anomaly (catalog, selection, max_rows, cancellable, &anomaly, error))
    return FALSE;
  found = get_value (&anomaly, selection->dimension);
  if (anomaly.metric != NULL && ts_axis_find (values, found) >= 0)
    *value = found;
  return TRUE;
}
