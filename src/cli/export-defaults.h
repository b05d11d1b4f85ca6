/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/query.h"

G_BEGIN_DECLS

/* Sets the selection's value to one worth looking at: the rank that has most NaN and Inf (the
 * lowest of several), the first step that has any (else the last step), the first module. A large
 * database is not searched for them. FALSE when the metric has no rows, or on error. */
gboolean ts_export_default_value (TsCatalog *catalog, TsSelection *selection, GError **error);

G_END_DECLS
