/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"
#include "model/series.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Values as comma-separated text (RFC 4180, UTF-8, LF): numbers with all their digits, "nan",
 * "inf",
 * "-inf", "null" for a row without a value, nothing where there is no row. Written beside path and
 * renamed when complete. */

/* A row for every place of the Y axis, a column for every place of the X axis. */
gboolean ts_export_matrix_csv (const TsMatrix *matrix, const char *path, GError **error);

/* A row for every place that any of the series (TsSeries*, at least one, of one dimension) has, a
 * column for each series. */
gboolean ts_export_series_csv (const GPtrArray *series, const char *path, GError **error);

G_END_DECLS
