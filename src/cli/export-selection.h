/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/export-options.h"
#include "store/query.h"

G_BEGIN_DECLS

/* A cell by the ids on a heat map's axes: the one it is chosen in, or the one that fixes the
 * dimension its line runs along. */
typedef struct
{
  gint64 x_id;
  gint64 y_id;
} TsExportCell;

/* The database that the options name: the file itself, or of a folder dump_data.trend.db, else
 * monitor_data.trend.db, else the first *.trend.db by name. NULL on error. */
char *ts_export_find_database (const char *input, GError **error);

/* The selection that the options describe, with defaults for what they leave open. Names are
 * matched as people see them. NULL and TS_STORE_ERROR_UNKNOWN_NAME when the database has no such
 * thing, or several. */
TsSelection *
ts_export_create_selection (TsCatalog *catalog, const TsExportOptions *options, GError **error);

/* The selection whose fixed dimension lines run along: that of selection, unless the options say
 * another. NULL and TS_STORE_ERROR_UNKNOWN_NAME when there is no such dimension. */
TsSelection *ts_export_create_line_selection (const TsSelection *selection,
                                              const TsExportOptions *options,
                                              GError **error);

/* The step ("500", "500·2", "500.2", "#7"), rank ("3") or target (label, name, unique part of a
 * label, "#12") that text means. */
gboolean ts_export_parse_value (
    const TsCatalog *catalog, TsDimension dimension, const char *text, gint64 *id, GError **error);

/* "X,Y" on the heat map of the selection. */
gboolean ts_export_parse_cell (const TsCatalog *catalog,
                               const TsSelection *selection,
                               const char *text,
                               TsExportCell *cell,
                               GError **error);

/* The cells that are worth a line when none is named, at most max: the first NaN or Inf of the
 * first rows that have one; without any, the largest magnitude of the rows with the largest. */
GArray *ts_export_choose_cells (const TsMatrix *matrix, guint max);

G_END_DECLS
