/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/query.h"

G_BEGIN_DECLS

/* Sets the selection's value to one worth looking at (ts_query_default_value()). FALSE when the
 * metric has no rows, or on error. */
gboolean ts_export_default_value (TsCatalog *catalog, TsSelection *selection, GError **error);

/* Makes the selection, whose filters are set, one of the first NaN or Inf that passes them, in this
 * metric and this statistic (NULL: any). Leaves it as it is when there is none. FALSE on error. */
gboolean ts_export_choose_first (TsCatalog *catalog,
                                 TsSelection *selection,
                                 const char *metric,
                                 const char *stat,
                                 GError **error);

G_END_DECLS
