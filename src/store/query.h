/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/band.h"
#include "model/matrix.h"
#include "model/series.h"
#include "store/catalog.h"

G_BEGIN_DECLS

/* Each call opens a connection of its own, read-only, on the thread it runs on, and is interrupted
 * when cancellable is. All it reads is of the very content that the catalog was read from; it fails
 * with TS_STORE_ERROR_CHANGED when the file is another one by then. All keys are enumerated along
 * the primary key (DESIGN.md), so a view costs what it shows. Values are exact where the database
 * has trendscope_exact; without it, ±(1e9+1) is ±Inf, ±1e9 is a clamped number and NULL is
 * TS_CELL_NULL. */

/* The heat map of a selection. Its modules are those with a row in it, in network order
 * (TsCatalog.network); its ranks are all ranks, and its steps all at which the run recorded the
 * metric, or should have: those that gave nothing are places full of missing cells. Without any row
 * the result is a matrix with empty axes, not an error. */
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

/* A cell that is NaN or an infinity (or without a value, in a database that msProbe wrote). */
typedef struct
{
  const TsCatalogMetric *metric; /* owned by the catalog; NULL: there is none */
  const char *stat;              /* of the metric's */
  gint64 step;
  gint64 rank;
  gint64 target_id;
} TsAnomaly;

/* The first such cell in execution order (step, micro-step, phase, place of the call, slot; then
 * the lowest rank; hunting.md section 0), among those of the selection's metric and statistic
 * (NULL: all) that pass its filters. Its dimension and value are not looked at. This is what a run
 * is shown by at first: a view of that metric, statistic and rank. Where exact values are kept
 * apart only those are looked at, up to max_rows of them, whatever the size of the database; else
 * every row before the first anomaly has to be read, which a database of more than max_rows rows is
 * spared. FALSE on error. */
gboolean ts_query_first_anomaly (TsCatalog *catalog,
                                 const TsSelection *within,
                                 gint64 max_rows,
                                 GCancellable *cancellable,
                                 TsAnomaly *anomaly,
                                 GError **error);
/* Makes the selection one that shows the anomaly (which is one): its metric, its statistic and its
 * place in the dimension that the selection fixes. */
void ts_anomaly_select (const TsAnomaly *self, TsSelection *selection);

/* The value of the selection's fixed dimension that is worth looking at first, among values (those
 * of ts_query_values(), at least one): that of ts_query_first_anomaly() in the selection's metric
 * and statistic, else the first value. FALSE on error. */
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
 * places are those of any rank. Costs as much as the heat map over ranks and places.
 * G_IO_ERROR_NOT_SUPPORTED for a rank view, whose lines run along the ranks themselves. */
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
