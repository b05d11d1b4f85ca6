/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/query.h"

G_BEGIN_DECLS

/* Sets the selection's value to one worth looking at (ts_query_default_value()). FALSE when the
 * metric has no rows, or on error. */
gboolean ts_export_default_value (TsCatalog *catalog, TsSelection *selection, GError **error);

G_END_DECLS
