/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "store/catalog.h"

G_BEGIN_DECLS

/* Of the store, for what makes one database of several: one of a run in parts, and what its numbers
 * are in the run. */
typedef struct
{
  TsCatalog *catalog; /* of that database alone */
  GArray *steps;      /* gint64, by index in catalog->steps: the step in the run; ascending */
  GArray *metrics;    /* gint64, by index in catalog->metrics: the id in the run */
  GArray *targets;    /* gint64, by index in catalog->targets: the id in the run */
  GArray *places;     /* gint32, by index in the run's targets: that in catalog->targets, or -1 */
} TsCatalogPart;

TsCatalogPart *ts_catalog_part_new (TsCatalog *catalog);
void ts_catalog_part_free (TsCatalogPart *self);

/* From the run to the part; FALSE when the part does not have it. */
gboolean ts_catalog_part_find_step (const TsCatalogPart *self, gint64 step, gint64 *own);
/* id - 1 is the index of a target in a run in parts. */
gboolean ts_catalog_part_find_target (const TsCatalogPart *self, gint64 id, gint64 *own);
gboolean ts_catalog_part_find_metric (const TsCatalogPart *self, gint64 id, gint64 *own);
/* From the part to the run; -1 when the part's catalog does not have it. */
gint64 ts_catalog_part_get_step (const TsCatalogPart *self, gint64 own);
gint64 ts_catalog_part_get_target (const TsCatalogPart *self, gint64 own);
gint64 ts_catalog_part_get_metric (const TsCatalogPart *self, gint64 own);

/* Whether the part, by its ranks and steps, may hold rows of (rank, step), which are the run's. */
gboolean ts_catalog_part_may_hold (const TsCatalogPart *self, gint64 rank, gint64 step);

/* Of several parts that hold the same key the first one's row counts in a dump, the last one's in
 * monitor data (rules.md V3): the parts' indices in the order of their precedence. */
guint ts_catalog_get_preferred (const TsCatalog *self, guint i);

G_END_DECLS
