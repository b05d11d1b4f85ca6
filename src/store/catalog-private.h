/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/catalog.h"
#include "store/database.h"

G_BEGIN_DECLS

/* Private to the store: the parts of ts_catalog_load(), each of which fills its members of catalog
 * from one or two small tables. */

/* monitoring_targets and trendscope_targets -> targets, network. */
gboolean _ts_catalog_read_targets (TsCatalog *catalog, TsDatabase *database, GError **error);
/* monitoring_tags and tag_target_mapping -> tags, and each metric's tagged targets. Needs targets
 * and metrics. */
gboolean _ts_catalog_read_tags (TsCatalog *catalog, TsDatabase *database, GError **error);
/* The steps that occur (gint64, ascending) and trendscope_steps -> steps. */
gboolean _ts_catalog_read_steps (TsCatalog *catalog,
                                 TsDatabase *database,
                                 const GArray *occurring,
                                 GError **error);
/* The ranks that occur (gint64, ascending) and trendscope_ranks -> ranks. */
gboolean _ts_catalog_read_ranks (TsCatalog *catalog,
                                 TsDatabase *database,
                                 const GArray *occurring,
                                 GError **error);
/* monitoring_metrics and global_stats -> metrics, also those without rows. Needs stats. */
gboolean _ts_catalog_read_metrics (TsCatalog *catalog, TsDatabase *database, GError **error);

/* Takes note, unless it is there already. */
void _ts_catalog_add_note (TsCatalog *catalog, char *note);

/* Whether columns (NULL-terminated) has the name; SQLite ignores case. */
gboolean _ts_catalog_has_column (char **columns, const char *name);

/* Whether a table that may be absent is there and can be read: a real one with all these columns
 * ("a, b"). Of one that can't a note says why. FALSE on error. */
gboolean _ts_catalog_check_optional (TsCatalog *catalog,
                                     TsDatabase *database,
                                     const char *table,
                                     const char *columns,
                                     gboolean *usable,
                                     GError **error);

/* Reads one row of a statement; its errors say that the table is of no use. */
typedef gboolean (*TsRowFunc) (TsDatabase *database,
                               sqlite3_stmt *statement,
                               gpointer data,
                               GError **error);

/* Calls func for each row of these columns of a table that may be absent, in an order ("ORDER BY …"
 * or ""). *complete becomes FALSE when there is no such table, or when it is malformed or damaged,
 * which a note says; what func was given is of no use then. FALSE on other errors. */
gboolean _ts_catalog_read_optional (TsCatalog *catalog,
                                    TsDatabase *database,
                                    const char *table,
                                    const char *columns,
                                    const char *order,
                                    TsRowFunc func,
                                    gpointer data,
                                    gboolean *complete,
                                    GError **error);

G_END_DECLS
