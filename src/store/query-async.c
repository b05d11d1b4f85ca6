/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/query.h"

/* What a query on a thread of its own needs. */
typedef struct
{
  TsCatalog *catalog;
  TsSelection *selection;
  gint64 x_id, y_id;
  TsAxis *values; /* NULL where they are not asked for */
  gint64 max_rows;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  ts_catalog_unref (self->catalog);
  ts_selection_free (self->selection);
  g_clear_pointer (&self->values, ts_axis_unref);
  g_free (self);
}

/* Makes what the request borrows its own. */
static void
start (Request borrowed,
       GTaskThreadFunc run,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Request *request = g_memdup2 (&borrowed, sizeof borrowed);

  request->catalog = ts_catalog_ref (borrowed.catalog);
  request->selection = ts_selection_copy (borrowed.selection);
  if (borrowed.values != NULL)
    request->values = ts_axis_ref (borrowed.values);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, run);
}

static void
finish (GTask *task, gpointer result, GDestroyNotify free_result, GError *error)
{
  if (result != NULL)
    g_task_return_pointer (task, result, free_result);
  else
    g_task_return_error (task, error);
}

static void
run_matrix (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError *error = NULL;
  TsMatrix *matrix = ts_query_matrix (request->catalog, request->selection, cancellable, &error);

  finish (task, matrix, (GDestroyNotify) ts_matrix_unref, error);
}

void
ts_query_matrix_async (TsCatalog *catalog,
                       const TsSelection *selection,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  start ((Request){ catalog, (TsSelection *) selection }, run_matrix, cancellable, callback,
         user_data);
}

TsMatrix *
ts_query_matrix_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
run_series (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError *error = NULL;
  TsSeries *series = ts_query_series (request->catalog, request->selection, request->x_id,
                                      request->y_id, cancellable, &error);

  finish (task, series, (GDestroyNotify) ts_series_unref, error);
}

void
ts_query_series_async (TsCatalog *catalog,
                       const TsSelection *selection,
                       gint64 x_id,
                       gint64 y_id,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  start ((Request){ catalog, (TsSelection *) selection, x_id, y_id }, run_series, cancellable,
         callback, user_data);
}

TsSeries *
ts_query_series_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
run_values (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError *error = NULL;
  TsAxis *axis = ts_query_values (request->catalog, request->selection, cancellable, &error);

  finish (task, axis, (GDestroyNotify) ts_axis_unref, error);
}

void
ts_query_values_async (TsCatalog *catalog,
                       const TsSelection *selection,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  start ((Request){ catalog, (TsSelection *) selection }, run_values, cancellable, callback,
         user_data);
}

TsAxis *
ts_query_values_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
run_band (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError *error = NULL;
  TsBand *band = ts_query_band (request->catalog, request->selection, request->x_id, request->y_id,
                                cancellable, &error);

  finish (task, band, (GDestroyNotify) ts_band_unref, error);
}

void
ts_query_band_async (TsCatalog *catalog,
                     const TsSelection *selection,
                     gint64 x_id,
                     gint64 y_id,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  start ((Request){ catalog, (TsSelection *) selection, x_id, y_id }, run_band, cancellable,
         callback, user_data);
}

TsBand *
ts_query_band_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
run_default_value (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;
  GError *error = NULL;
  gint64 value;

  if (ts_query_default_value (request->catalog, request->selection, request->values,
                              request->max_rows, cancellable, &value, &error))
    g_task_return_pointer (task, g_memdup2 (&value, sizeof value), g_free);
  else
    g_task_return_error (task, error);
}

void
ts_query_default_value_async (TsCatalog *catalog,
                              const TsSelection *selection,
                              TsAxis *values,
                              gint64 max_rows,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  start ((Request){ catalog, (TsSelection *) selection, .values = values, .max_rows = max_rows },
         run_default_value, cancellable, callback, user_data);
}

gboolean
ts_query_default_value_finish (GAsyncResult *result, gint64 *value, GError **error)
{
  g_autofree gint64 *found = g_task_propagate_pointer (G_TASK (result), error);

  if (found == NULL)
    return FALSE;
  *value = *found;
  return TRUE;
}
