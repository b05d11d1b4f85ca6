/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/catalog.h"
#include "store/database.h"

G_BEGIN_DECLS

/* The parts of ts_catalog_load(): each fills its members of catalog from one or two small tables.
 */

/* monitoring_targets and trendscope_targets -> targets. */
gboolean ts_catalog_read_targets (TsCatalog *catalog, TsDatabase *database, GError **error);
/* monitoring_tags and tag_target_mapping -> tags, and each metric's tagged targets. Needs targets
 * and metrics. */
gboolean ts_catalog_read_tags (TsCatalog *catalog, TsDatabase *database, GError **error);
/* The steps that occur (gint64, ascending) and trendscope_steps -> steps. */
gboolean ts_catalog_read_steps (TsCatalog *catalog,
                                TsDatabase *database,
                                const GArray *occurring,
                                GError **error);
/* monitoring_metrics and global_stats -> metrics, also those without rows. Needs stats. */
gboolean ts_catalog_read_metrics (TsCatalog *catalog, TsDatabase *database, GError **error);

G_END_DECLS
