/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/session-private.h"

#include "parallel/rank-view.h"
#include "store/query.h"

#include <string.h>

/* A query that is done sooner needs no sign that it runs; one that flickers distracts. */
#define BUSY_DELAY_MS 150
/* Up to so many rows (some tenths of a second) are read to find what to show first: of the whole
 * table, or of an own import only those with NaN, Inf or huge values. The latter take longer, and
 * once anything is shown the next answer is expected sooner. */
#define MAX_SEARCHED_FIRST 2000000
#define MAX_SEARCHED       500000

/* --- states ------------------------------------------------------------------------------- */

static gboolean
busy_timeout_cb (gpointer data)
{
  TsSession *self = data;

  self->busy_timeout = 0;
  self->busy = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), _ts_session_properties[PROP_BUSY]);
  return G_SOURCE_REMOVE;
}

static void
update_busy (TsSession *self)
{
  gboolean waiting
      = self->heatmap_waiting || self->arranging || _ts_session_has_pending_lines (self);

  if (waiting && !self->busy && self->busy_timeout == 0)
    self->busy_timeout = g_timeout_add (BUSY_DELAY_MS, busy_timeout_cb, self);
  if (waiting)
    return;
  g_clear_handle_id (&self->busy_timeout, g_source_remove);
  if (!self->busy)
    return;
  self->busy = FALSE;
  g_object_notify_by_pspec (G_OBJECT (self), _ts_session_properties[PROP_BUSY]);
}

void
_ts_session_update_states (TsSession *self)
{
  const TsChartState now[]
      = { ts_session_get_heatmap_state (self, NULL), ts_session_get_lines_state (self, NULL) };

  update_busy (self);
  if (now[0] == self->told[0] && now[1] == self->told[1])
    return;
  self->told[0] = now[0];
  self->told[1] = now[1];
  g_signal_emit (self, _ts_session_signals[STATES_CHANGED], 0);
}

void
_ts_session_report_replaced (TsSession *self, const GError *error)
{
  if (g_error_matches (error, TS_STORE_ERROR, TS_STORE_ERROR_CHANGED))
    g_signal_emit (self, _ts_session_signals[REPLACED], 0, error);
}

void
_ts_session_renew_cancellable (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
  *cancellable = g_cancellable_new ();
}

/* Whether the session, which may be gone, does not want the answer any more. */
static gboolean
is_cancelled (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
fail_heatmap (TsSession *self, const GError *error)
{
  g_object_ref (self);
  self->heatmap_waiting = FALSE;
  g_clear_error (&self->heatmap_error);
  self->heatmap_error = g_error_copy (error);
  _ts_session_update_states (self);
  _ts_session_report_replaced (self, error);
  g_object_unref (self);
}

/* --- the heat map ------------------------------------------------------------------------- */

/* A matrix on its way to what is shown of it: ranks named, ordered and compared. */
typedef struct
{
  TsMatrix *matrix;
  TsParallelLayout *layout;
  TsRankView view;
  TsDimension dimension; /* what the matrix fixes */
  gint64 value;
} Arrangement;

static void
arrangement_free (gpointer data)
{
  Arrangement *self = data;

  ts_matrix_unref (self->matrix);
  ts_parallel_layout_unref (self->layout);
  g_free (self);
}

static void
arrange_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Arrangement *job = data;

  g_task_return_pointer (task, ts_rank_view_apply (&job->view, job->layout, job->matrix),
                         (GDestroyNotify) ts_matrix_unref);
}

/* shown: transfer full. */
static void
show_matrix (
    TsSession *self, TsMatrix *matrix, TsMatrix *shown, TsDimension dimension, gint64 value)
{
  ts_matrix_ref (matrix);
  g_clear_pointer (&self->matrix, ts_matrix_unref);
  g_clear_pointer (&self->shown, ts_matrix_unref);
  self->matrix = matrix;
  self->shown = shown;
  self->shown_dimension = dimension;
  self->shown_value = value;
  self->heatmap_waiting = self->arranging = FALSE;
  g_clear_error (&self->heatmap_error);
  g_object_ref (self);
  g_signal_emit (self, _ts_session_signals[MATRIX_CHANGED], 0);
  _ts_session_update_states (self);
  g_object_unref (self);
}

static TsRankView
get_rank_view (TsSession *self)
{
  return ts_rank_view_from_keys (self->view->ranks_by, self->view->compare_within);
}

/* Layout and view may have changed while the job ran. */
static gboolean
is_arranged_as_wanted (TsSession *self, const Arrangement *job)
{
  TsRankView view = get_rank_view (self);

  return job->layout == self->layout && job->view.order_by == view.order_by
         && job->view.compare_within == view.compare_within;
}

static void arrange (TsSession *self, TsMatrix *matrix, TsDimension dimension, gint64 value);

static void
arranged_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsSession *self = data;
  const Arrangement *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  TsMatrix *shown = g_task_propagate_pointer (G_TASK (result), &error);

  if (is_cancelled (error))
    return;
  if (!is_arranged_as_wanted (self, job))
    {
      g_clear_pointer (&shown, ts_matrix_unref);
      arrange (self, job->matrix, job->dimension, job->value);
      return;
    }
  /* Without memory for another matrix there is the one that was read. */
  self->comparing = shown != NULL && job->view.compare_within != TS_COMPARE_NOTHING;
  show_matrix (self, job->matrix, shown != NULL ? shown : ts_matrix_ref (job->matrix),
               job->dimension, job->value);
}

/* Has matrix shown as the view and the ranks' layout want it, by a thread where that takes one. */
static void
arrange (TsSession *self, TsMatrix *matrix, TsDimension dimension, gint64 value)
{
  g_autoptr (GTask) task = NULL;
  Arrangement *job;

  _ts_session_renew_cancellable (&self->arrange_cancellable);
  if (self->layout == NULL
      || (matrix->x->dimension != TS_DIMENSION_RANK && matrix->y->dimension != TS_DIMENSION_RANK))
    {
      self->comparing = FALSE;
      show_matrix (self, matrix, ts_matrix_ref (matrix), dimension, value);
      return;
    }
  job = g_new0 (Arrangement, 1);
  job->matrix = ts_matrix_ref (matrix);
  job->layout = ts_parallel_layout_ref (self->layout);
  job->view = get_rank_view (self);
  job->dimension = dimension;
  job->value = value;
  task = g_task_new (NULL, self->arrange_cancellable, arranged_cb, self);
  g_task_set_task_data (task, job, arrangement_free);
  g_task_run_in_thread (task, arrange_worker);
  self->arranging = TRUE;
  _ts_session_update_states (self);
}

void
_ts_session_arrange (TsSession *self)
{
  g_autoptr (TsMatrix) matrix = self->matrix != NULL ? ts_matrix_ref (self->matrix) : NULL;

  /* What is on its way will be arranged when it comes. */
  if (matrix != NULL && !self->heatmap_waiting)
    arrange (self, matrix, self->shown_dimension, self->shown_value);
}

static void
matrix_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsSession *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsMatrix) matrix = ts_query_matrix_finish (result, &error);
  const TsSelection *selection;

  if (is_cancelled (error))
    return;
  if (matrix == NULL)
    {
      fail_heatmap (self, error);
      return;
    }
  selection = self->view->selection;
  arrange (self, matrix, selection->dimension, selection->value);
}

static void
query_matrix (TsSession *self)
{
  ts_query_matrix_async (self->catalog, self->view->selection, self->view_cancellable, matrix_cb,
                         self);
}

/* A value that does not occur for this metric makes way for one that does: the one shown last time
 * if it occurs, else the first. */
static void
settle_value (TsSession *self)
{
  TsSelection *selection = self->view->selection;
  gint64 last = self->last_values[selection->dimension];

  if (self->values->n == 0 || ts_axis_find (self->values, selection->value) >= 0)
    return;
  selection->value = ts_axis_find (self->values, last) >= 0 ? last : self->values->ids[0];
  g_signal_emit (self, _ts_session_signals[SELECTION_CHANGED], 0);
}

/* What the values of the fixed dimension depend on. */
static char *
make_values_key (const TsSelection *selection)
{
  GString *key = g_string_new (selection->metric);

  g_string_append_printf (key, "\n%d", (int) selection->dimension);
  if (selection->dimension == TS_DIMENSION_MODULE)
    {
      g_string_append_printf (key, "\n%s",
                              selection->name_filter != NULL ? selection->name_filter : "");
      for (guint i = 0; i < selection->tags->len; i++)
        {
          const TsTag *tag = g_ptr_array_index (selection->tags, i);
          g_string_append_printf (key, "\n%s\t%s", tag->category, tag->name);
        }
    }
  return g_string_free (key, FALSE);
}

/* The values are known and the selection's is one of them. */
static void
show_settled_view (TsSession *self)
{
  self->last_values[self->view->selection->dimension] = self->view->selection->value;
  g_signal_emit (self, _ts_session_signals[VALUES_CHANGED], 0);
  query_matrix (self);
}

static void
default_value_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsSession *self = data;
  g_autoptr (GError) error = NULL;
  gint64 value;
  gboolean found = ts_query_default_value_finish (result, &value, &error);

  if (is_cancelled (error))
    return;
  if (found)
    {
      self->view->selection->value = value;
      g_signal_emit (self, _ts_session_signals[SELECTION_CHANGED], 0);
    }
  else
    settle_value (self); /* the matrix will meet the same failure, and tell */
  show_settled_view (self);
}

/* No value of this dimension has been chosen yet: the one where it goes wrong comes first. */
static gboolean
wants_default_value (TsSession *self)
{
  const TsSelection *selection = self->view->selection;

  return selection->value == G_MININT64 && self->last_values[selection->dimension] == G_MININT64
         && self->values->n > 1;
}

static void
values_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsSession *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsAxis) values = ts_query_values_finish (result, &error);
  gboolean first;

  if (is_cancelled (error))
    return;
  if (values == NULL)
    {
      fail_heatmap (self, error);
      return;
    }
  first = self->matrix == NULL;
  g_clear_pointer (&self->values, ts_axis_unref);
  self->values = g_steal_pointer (&values);
  g_free (self->values_key);
  self->values_key = make_values_key (self->view->selection);
  if (wants_default_value (self))
    {
      ts_query_default_value_async (self->catalog, self->view->selection, self->values,
                                    first && !self->catalog->has_exact ? MAX_SEARCHED_FIRST
                                                                       : MAX_SEARCHED,
                                    self->view_cancellable, default_value_cb, self);
      return;
    }
  settle_value (self);
  show_settled_view (self);
}

typedef struct
{
  TsCatalog *catalog;
  TsSelection *selection;
} CountJob;

static void
count_job_free (gpointer data)
{
  CountJob *job = data;

  ts_catalog_unref (job->catalog);
  ts_selection_free (job->selection);
  g_free (job);
}

static void
count_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const CountJob *job = data;
  g_autoptr (GPtrArray) targets
      = ts_catalog_filter_targets (job->catalog, job->selection, cancellable);

  if (targets != NULL)
    g_task_return_int (task, targets->len);
  else
    g_task_return_error_if_cancelled (task);
}

static void
count_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TsSession *self = data;
  g_autoptr (GError) error = NULL;
  gssize count = g_task_propagate_int (G_TASK (result), &error);

  if (error != NULL)
    return;
  self->n_matching = (int) count;
  g_signal_emit (self, _ts_session_signals[COUNT_CHANGED], 0);
}

/* On a thread: a regular expression over the names of a large model takes longer than a frame. */
static void
query_count (TsSession *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, self->view_cancellable, count_cb, self);
  CountJob *job = g_new0 (CountJob, 1);

  job->catalog = ts_catalog_ref (self->catalog);
  job->selection = ts_selection_copy (self->view->selection);
  g_task_set_task_data (task, job, count_job_free);
  g_task_run_in_thread (task, count_worker);
}

/* Asks for everything that the view shows. The values come first, unless they are known already,
 * since they decide which value the matrix is read for. */
void
_ts_session_query_view (TsSession *self)
{
  g_autofree char *key = make_values_key (self->view->selection);

  _ts_session_renew_cancellable (&self->view_cancellable);
  _ts_session_renew_cancellable (&self->arrange_cancellable);
  g_clear_error (&self->heatmap_error);
  self->heatmap_waiting = TRUE;
  self->arranging = FALSE;
  _ts_session_update_states (self);
  query_count (self);
  if (self->values != NULL && g_strcmp0 (key, self->values_key) == 0)
    {
      settle_value (self);
      query_matrix (self);
      return;
    }
  ts_query_values_async (self->catalog, self->view->selection, self->view_cancellable, values_cb,
                         self);
}

/* Forgets every answer, and every question that is still under way. */
void
_ts_session_drop_answers (TsSession *self)
{
  _ts_session_renew_cancellable (&self->view_cancellable);
  _ts_session_renew_cancellable (&self->arrange_cancellable);
  _ts_session_clear_lines (self);
  g_clear_pointer (&self->matrix, ts_matrix_unref);
  g_clear_pointer (&self->shown, ts_matrix_unref);
  g_clear_pointer (&self->values, ts_axis_unref);
  g_clear_pointer (&self->values_key, g_free);
  g_clear_error (&self->heatmap_error);
  self->heatmap_waiting = self->arranging = FALSE;
  self->comparing = FALSE;
  self->n_matching = -1;
  _ts_session_update_states (self);
}
