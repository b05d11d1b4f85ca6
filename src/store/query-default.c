/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/query.h"

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
  found = selection->dimension == TS_DIMENSION_STEP   ? anomaly.step
          : selection->dimension == TS_DIMENSION_RANK ? anomaly.rank
                                                      : anomaly.target_id;
  if (anomaly.metric != NULL && ts_axis_find (values, found) >= 0)
    *value = found;
  return TRUE;
}
