/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/session-private.h"

#include "store/query.h"

/* A query that is done sooner needs no sign that it runs; one that flickers distracts. */
#define BUSY_DELAY_MS 150
/* Up to so many rows (some tenths of a second) are read to find what to show first: of the whole
 * table, or of an own import only those with NaN, Inf or huge values. The latter take longer, and
 * once anything is shown the next answer is expected sooner. */
#define MAX_SEARCHED_FIRST 2000000
#define MAX_SEARCHED       500000

/* What a reply has to know to tell whether it is still wanted. */
typedef struct
{
  TsSession *session;
  guint serial;
} Request;

/* --- busy --------------------------------------------------------------------------------- */

static void
set_busy (TsSession *self, gboolean busy)
{
  if (self->busy == busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), _ts_session_properties[PROP_BUSY]);
}

static gboolean
busy_timeout_cb (gpointer data)
{
  TsSession *self = data;

  self->busy_timeout = 0;
  set_busy (self, TRUE);
  return G_SOURCE_REMOVE;
}

static Request *
request_new (TsSession *self, guint serial)
{
  Request *request = g_new0 (Request, 1);

  request->session = g_object_ref (self);
  request->serial = serial;
  if (self->n_pending++ == 0 && self->busy_timeout == 0)
    self->busy_timeout = g_timeout_add (BUSY_DELAY_MS, busy_timeout_cb, self);
  return request;
}

static void
request_free (Request *request)
{
  TsSession *self = request->session;

  if (--self->n_pending == 0)
    {
      g_clear_handle_id (&self->busy_timeout, g_source_remove);
      set_busy (self, FALSE);
    }
  g_object_unref (self);
  g_free (request);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Request, request_free)

static void
report_failure (TsSession *self, const GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, _ts_session_signals[FAILED], 0, error);
}

/* Nor is there a heat map then: what is shown is not what was asked for. */
static void
report_matrix_failure (TsSession *self, const GError *error)
{
  report_failure (self, error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->matrix_pending = FALSE;
  g_signal_emit (self, _ts_session_signals[MATRIX_FAILED], 0, error);
}

static void
renew_cancellable (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
  *cancellable = g_cancellable_new ();
}

/* --- lines -------------------------------------------------------------------------------- */

/* A line that was asked for. Answers wait for those to earlier questions, so that the lines come in
 * the order of their cells, whichever thread is done first. */
typedef struct
{
  Request *request;
  TsViewLine line;
  TsSeries *series; /* the answer */
  gboolean wanted;  /* in the session's queue */
  gboolean done;
} LineRequest;

static void
line_request_free (LineRequest *self)
{
  g_clear_pointer (&self->request, request_free);
  g_clear_pointer (&self->series, ts_series_unref);
  g_free (self);
}

/* Tells of every line that no earlier one is awaited for. */
static void
tell_lines (TsSession *self)
{
  LineRequest *next;

  while ((next = g_queue_peek_head (&self->line_requests)) != NULL && next->done)
    {
      g_autoptr (GArray) lines = ts_view_dup_lines (self->view);
      g_queue_pop_head (&self->line_requests);
      if (next->series != NULL && ts_view_find_line (lines, next->line.x_id, next->line.y_id) >= 0)
        g_signal_emit (self, _ts_session_signals[LINE_CHANGED], 0, next->series);
      line_request_free (next);
    }
}

static void
line_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LineRequest *self = data;
  g_autoptr (TsSession) session = g_object_ref (self->request->session);
  g_autoptr (GError) error = NULL;
  TsSeries *series = ts_query_series_finish (result, &error);

  self->series = series;
  self->done = TRUE;
  if (!self->wanted)
    {
      line_request_free (self);
      return;
    }
  if (series == NULL)
    report_failure (session, error);
  tell_lines (session);
}

void
_ts_session_query_line (TsSession *self, const TsViewLine *line)
{
  g_autoptr (TsSelection) selection = ts_view_dup_line_selection (self->view);
  LineRequest *request = g_new0 (LineRequest, 1);

  if (self->lines_cancellable == NULL)
    self->lines_cancellable = g_cancellable_new ();
  request->request = request_new (self, 0);
  request->line = *line;
  request->wanted = TRUE;
  g_queue_push_tail (&self->line_requests, request);
  ts_query_series_async (self->catalog, selection, line->x_id, line->y_id, self->lines_cancellable,
                         line_cb, request);
}

/* Answers that are still under way are not waited for any more. */
static void
drop_line_requests (TsSession *self)
{
  LineRequest *request;

  renew_cancellable (&self->lines_cancellable);
  while ((request = g_queue_pop_head (&self->line_requests)) != NULL)
    if (request->done)
      line_request_free (request);
    else
      request->wanted = FALSE;
}

void
_ts_session_query_all_lines (TsSession *self)
{
  g_autoptr (GArray) lines = ts_view_dup_lines (self->view);

  drop_line_requests (self);
  for (guint i = 0; i < lines->len; i++)
    _ts_session_query_line (self, &g_array_index (lines, TsViewLine, i));
}

/* --- the view ----------------------------------------------------------------------------- */

static void
matrix_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsMatrix) matrix = ts_query_matrix_finish (result, &error);
  TsSession *self = request->session;

  if (request->serial != self->view_serial)
    return;
  if (matrix == NULL)
    {
      report_matrix_failure (self, error);
      return;
    }
  self->matrix_pending = FALSE;
  g_clear_pointer (&self->matrix, ts_matrix_unref);
  self->matrix = g_steal_pointer (&matrix);
  self->shown_dimension = self->view->selection->dimension;
  self->shown_value = self->view->selection->value;
  g_signal_emit (self, _ts_session_signals[MATRIX_CHANGED], 0);
}

static void
query_matrix (TsSession *self)
{
  ts_query_matrix_async (self->catalog, self->view->selection, self->view_cancellable, matrix_cb,
                         request_new (self, self->view_serial));
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
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  TsSession *self = request->session;
  gint64 value;
  gboolean found = ts_query_default_value_finish (result, &value, &error);

  if (request->serial != self->view_serial)
    return;
  if (found)
    {
      self->view->selection->value = value;
      g_signal_emit (self, _ts_session_signals[SELECTION_CHANGED], 0);
    }
  else
    {
      report_failure (self, error);
      settle_value (self);
    }
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
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsAxis) values = ts_query_values_finish (result, &error);
  TsSession *self = request->session;
  gboolean first;

  if (request->serial != self->view_serial)
    return;
  if (values == NULL)
    {
      report_matrix_failure (self, error);
      return;
    }
  first = self->matrix == NULL;
  g_clear_pointer (&self->values, ts_axis_unref);
  self->values = g_steal_pointer (&values);
  g_free (self->values_key);
  self->values_key = make_values_key (self->view->selection);
  if (wants_default_value (self))
    {
      ts_query_default_value_async (
          self->catalog, self->view->selection, self->values,
          first && !self->catalog->has_exact ? MAX_SEARCHED_FIRST : MAX_SEARCHED,
          self->view_cancellable, default_value_cb, request_new (self, self->view_serial));
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
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  gssize count = g_task_propagate_int (G_TASK (result), &error);
  TsSession *self = request->session;

  if (request->serial != self->view_serial || error != NULL)
    return;
  self->n_matching = (int) count;
  g_signal_emit (self, _ts_session_signals[COUNT_CHANGED], 0);
}

/* On a thread: a regular expression over the names of a large model takes longer than a frame. */
static void
query_count (TsSession *self)
{
  g_autoptr (GTask) task
      = g_task_new (NULL, self->view_cancellable, count_cb, request_new (self, self->view_serial));
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

  renew_cancellable (&self->view_cancellable);
  self->view_serial++;
  self->matrix_pending = TRUE;
  query_count (self);
  if (self->values != NULL && g_strcmp0 (key, self->values_key) == 0)
    {
      settle_value (self);
      query_matrix (self);
      return;
    }
  ts_query_values_async (self->catalog, self->view->selection, self->view_cancellable, values_cb,
                         request_new (self, self->view_serial));
}

/* Forgets every answer, and every question that is still under way. */
void
_ts_session_drop_answers (TsSession *self)
{
  renew_cancellable (&self->view_cancellable);
  drop_line_requests (self);
  self->view_serial++;
  g_clear_pointer (&self->matrix, ts_matrix_unref);
  g_clear_pointer (&self->values, ts_axis_unref);
  g_clear_pointer (&self->values_key, g_free);
  self->n_matching = -1;
}
