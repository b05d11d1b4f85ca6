/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/writing/sql.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* The small tables of a merged database: those that the catalog of the run knows all about. */
gboolean _ts_merge_write_catalog (sqlite3 *db, const TsCatalog *run, GError **error);
/* global_stats and trendscope_meta, when all rows are there. */
gboolean
_ts_merge_write_summary (sqlite3 *db, const TsCatalog *run, guint64 n_rows, GError **error);

G_END_DECLS
