/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/text/csv-reader.h"

G_BEGIN_DECLS

/* What a cell of a monitor's file says. */

gboolean ts_monitor_cell_is (TsCsvField cell, const char *word);
gboolean ts_monitor_cell_is_empty (TsCsvField cell);
gboolean ts_monitor_cell_is_nothing (TsCsvField cell);
gboolean ts_monitor_cell_is_missing (TsCsvField cell);
gboolean ts_monitor_cell_is_missing_name (TsCsvField cell);
gboolean ts_monitor_cell_is_bool (TsCsvField cell, double *value);
gboolean ts_monitor_cell_read_integer (TsCsvField cell, gboolean truncate, gint64 *number);

G_END_DECLS
