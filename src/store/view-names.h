/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the store, for command line and window: what views and their places are called, both ways. */
#pragma once

#include "model/view.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* --- a view as text ----------------------------------------------------------------------- */

/* The view as JSON (ts_view_to_json()), places named as this database names them. Caller frees. */
char *ts_view_names_save (const TsCatalog *catalog, const TsView *view);
/* The view that the text describes, in this database. What the text leaves open is taken from
 * defaults. What it names and the database does not have (metric, statistic, tag, step, rank,
 * module) is left as in defaults, or out, and a sentence about each is added to unknown (char*).
 * NULL and TS_VIEW_ERROR when the text is no view. */
TsView *ts_view_names_load (const TsCatalog *catalog,
                            const char *json,
                            const TsView *defaults,
                            GPtrArray *unknown,
                            GError **error);

/* --- the first view ----------------------------------------------------------------------- */

/* The statistic of a metric that is wanted if it has that, else "norm", else its first; NULL when
 * it has none. Borrowed. */
const char *ts_catalog_metric_get_stat (const TsCatalogMetric *metric, const char *wanted);
/* What a database is first seen as: over a run of several steps one rank at a glance, of a single
 * step all ranks; the value is G_MININT64, to be settled by a query. Caller frees. */
TsSelection *ts_catalog_create_selection (const TsCatalog *catalog);

/* Whether there is that metric, and in it that statistic (NULL: any will do); if not,
 * TS_STORE_ERROR_UNKNOWN_NAME with those there are. */
gboolean ts_catalog_check_names (const TsCatalog *self,
                                 const char *metric,
                                 const char *stat,
                                 GError **error);

/* --- what people type --------------------------------------------------------------------- */

/* The step ("500", "500·2", "500.2", "#7"), rank ("3") or target (label, name, unique part of a
 * label, "#12") that text means. FALSE and TS_STORE_ERROR_UNKNOWN_NAME when there is none, or
 * several. */
gboolean ts_catalog_parse_place (
    const TsCatalog *self, TsDimension dimension, const char *text, gint64 *id, GError **error);
/* The tag that text ("NAME" or "NAME::CATEGORY") means; borrowed. */
const TsTag *ts_catalog_parse_tag (const TsCatalog *self, const char *text, GError **error);

/* --- titles ------------------------------------------------------------------------------- */

/* The name of the run, which is that of the database's folder. Caller frees. */
char *ts_catalog_dup_run (const TsCatalog *self);
/* What a place is called: "500·2", "3", a target's label. Caller frees. */
char *ts_catalog_dup_place_label (const TsCatalog *self, TsDimension dimension, gint64 id);
/* What a heat map of the selection shows, for its title and file name: "forward · norm · layers.3 ·
 * “attn” · rank 0 · run_a". Caller frees. */
char *ts_catalog_describe_heatmap (const TsCatalog *self, const TsSelection *selection);
/* What lines show that run along a dimension: "forward · norm over ranks · layers.3 · run_a".
 * Caller frees. */
char *
ts_catalog_describe_lines (const TsCatalog *self, const TsSelection *selection, TsDimension along);

G_END_DECLS
