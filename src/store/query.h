/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/band.h"
#include "model/matrix.h"
#include "model/series.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* Each call opens a connection of its own, read-only, on the thread it runs on, and is interrupted
 * when cancellable is. All keys are enumerated along the primary key (DESIGN.md), so a view costs
 * what it shows. Values are exact where the database has trendscope_exact; without it, ±(1e9+1) is
 * ±Inf, ±1e9 is a clamped number and NULL is TS_CELL_NULL. */

/* The heat map of a selection. Rows and columns without any row of the metric are left out; rows
 * are in network order (ascending target id) or ascending rank. An empty result is a matrix with an
 * empty axis, not an error. */
TsMatrix *ts_query_matrix (TsCatalog *catalog,
                           const TsSelection *selection,
                           GCancellable *cancellable,
                           GError **error);
void ts_query_matrix_async (TsCatalog *catalog,
                            const TsSelection *selection,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
TsMatrix *ts_query_matrix_finish (GAsyncResult *result, GError **error);

/* The line through the heat-map cell (x_id, y_id) along the selection's fixed dimension: over steps
 * for a step view, over ranks for a rank view, over all targets that pass the filters for a module
 * view. */
TsSeries *ts_query_series (TsCatalog *catalog,
                           const TsSelection *selection,
                           gint64 x_id,
                           gint64 y_id,
                           GCancellable *cancellable,
                           GError **error);
void ts_query_series_async (TsCatalog *catalog,
                            const TsSelection *selection,
                            gint64 x_id,
                            gint64 y_id,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
TsSeries *ts_query_series_finish (GAsyncResult *result, GError **error);

/* The values the fixed dimension can take for this metric: an axis of steps, ranks or (filtered)
 * targets that have rows. */
TsAxis *ts_query_values (TsCatalog *catalog,
                         const TsSelection *selection,
                         GCancellable *cancellable,
                         GError **error);
void ts_query_values_async (TsCatalog *catalog,
                            const TsSelection *selection,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
TsAxis *ts_query_values_finish (GAsyncResult *result, GError **error);

/* The value of the selection's fixed dimension that is worth looking at first, among values (those
 * of ts_query_values(), at least one): the rank that has most NaN and Inf (the lowest of several),
 * the first step that has any, the module that has the first of them; where none has any, the first
 * value. Where exact values are kept apart only those are looked at, up to max_rows of them,
 * whatever the size of the database. Else every row of the metric has to be read, which a database
 * of more than max_rows rows is spared, and so are modules. FALSE on error. */
gboolean ts_query_default_value (TsCatalog *catalog,
                                 const TsSelection *selection,
                                 const TsAxis *values,
                                 gint64 max_rows,
                                 GCancellable *cancellable,
                                 gint64 *value,
                                 GError **error);
/* values is not copied: axes do not change. */
void ts_query_default_value_async (TsCatalog *catalog,
                                   const TsSelection *selection,
                                   TsAxis *values,
                                   gint64 max_rows,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
gboolean ts_query_default_value_finish (GAsyncResult *result, gint64 *value, GError **error);

/* What the ranks of a training run have at each place of ts_query_series() of the same cell: least
 * and greatest of all, median of those other than the line's own, and how many ranks there are. Its
 * places are those of any rank. Costs as much as the heat map over ranks and places. G_IO_ERROR_NOT_SUPPORTED for a rank view, whose lines
 * run along the ranks themselves. */
TsBand *ts_query_band (TsCatalog *catalog,
                       const TsSelection *selection,
                       gint64 x_id,
                       gint64 y_id,
                       GCancellable *cancellable,
                       GError **error);
void ts_query_band_async (TsCatalog *catalog,
                          const TsSelection *selection,
                          gint64 x_id,
                          gint64 y_id,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
TsBand *ts_query_band_finish (GAsyncResult *result, GError **error);

G_END_DECLS
