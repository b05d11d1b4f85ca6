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

/* What the parts of a run are united with. */
typedef struct
{
  gint64 step; /* global */
  gint64 train_step;
  gint64 micro_step;
} TsStepRow;

/* Sets steps from the steps that occur (gint64) and what is told of steps (TsStepRow), both
 * ascending. */
void _ts_catalog_set_steps (TsCatalog *catalog, const GArray *occurring, const GArray *rows);
/* Sets network, each target's place, call, slot and label from targets; places (by the target's
 * index; NULL: none known) tells the order. */
void _ts_catalog_finish_targets (TsCatalog *catalog, const gint64 *places);
/* To go into targets. dtype and shape may be NULL. */
TsCatalogTarget *_ts_catalog_target_new (
    const char *name, int vpp_stage, int micro_step, const char *dtype, const char *shape);
void _ts_catalog_target_free (gpointer target);
/* To go into metrics, without stats and steps. name is fit to be shown. */
TsCatalogMetric *_ts_catalog_metric_new (gint64 id, const char *name);
void _ts_catalog_metric_free (gpointer metric);
/* To go into tags, which _ts_catalog_sort_tags() sorts. */
TsCatalogTag *_ts_catalog_tag_new (const char *name, const char *category);
void _ts_catalog_tag_free (gpointer tag);
void _ts_catalog_sort_tags (TsCatalog *catalog);

/* Finds out which parts hold the same keys, as far as that can be told in a moment, and takes a
 * note of it. FALSE on error. */
gboolean _ts_catalog_find_overlaps (TsCatalog *self, GCancellable *cancellable, GError **error);
/* Fills everything of a catalog that has nothing but its parts (and notes, path) from them. FALSE
 * when they can't be one run, or when cancelled. */
gboolean _ts_catalog_unite (TsCatalog *self, GCancellable *cancellable, GError **error);

/* Reads one of n_parts databases of a run: what looking at everything costs is shared. */
TsCatalog *
_ts_catalog_load_file (const char *path, guint n_parts, GCancellable *cancellable, GError **error);

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
