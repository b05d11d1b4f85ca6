/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/export-options.h"
#include "model/view.h"
#include "store/query.h"
#include "store/view-names.h"

G_BEGIN_DECLS

/* The database that the options name: the file itself, or of a folder dump_data.trend.db, else
 * monitor_data.trend.db, else the first *.trend.db by name. NULL on error. */
char *ts_export_find_database (const char *input, GError **error);

/* The view that the options describe: that of their view file, else the database's first, with what
 * they say themselves, but for cells. Names are matched as people see them. NULL and
 * TS_STORE_ERROR_UNKNOWN_NAME when the database has no such thing, or several. */
TsView *ts_export_create_view (TsCatalog *catalog, const TsExportOptions *options, GError **error);
/* Writes it as JSON. */
gboolean ts_export_save_view (const TsCatalog *catalog,
                              const TsView *view,
                              const char *path,
                              GError **error);

/* "X,Y" on the heat map of the selection. */
gboolean ts_export_parse_cell (const TsCatalog *catalog,
                               const TsSelection *selection,
                               const char *text,
                               TsCell *cell,
                               GError **error);

/* Adds the cells that are worth a line when none is named, at most max: the first NaN or Inf of the
 * first rows that have one; without any, the largest magnitude of the rows with the largest. matrix
 * is what the view's selection shows. */
void ts_export_choose_cells (TsView *view, const TsMatrix *matrix, guint max);

G_END_DECLS
