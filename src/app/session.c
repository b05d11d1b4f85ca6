/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session.h"

#include "plot/line-plot.h"
#include "store/query.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_HISTORY 200
/* A query that is done sooner needs no sign that it runs; one that flickers distracts. */
#define BUSY_DELAY_MS 150
/* Up to so many rows (some tenths of a second) are read to find what to show first. */
#define MAX_SEARCHED_ROWS 2000000

struct _TsSession
{
  GObject parent_instance;

  TsCatalog *catalog;
  TsView *view;
  TsHistory *history;
  gint64 last_values[3]; /* by dimension: what was shown when it was the fixed one */

  TsMatrix *matrix;
  TsAxis *values;
  char *values_key; /* what values is the answer to */
  int n_matching;

  GCancellable *view_cancellable;  /* of the values, count and matrix queries */
  GCancellable *lines_cancellable; /* of the line queries */
  guint view_serial;
  guint lines_serial;

  guint n_pending;
  guint busy_timeout;
  guint busy : 1;
};

/* What a reply has to know to tell whether it is still wanted. */
typedef struct
{
  TsSession *session;
  guint serial;
  TsCell cell;
} Request;

enum
{
  PROP_0,
  PROP_BUSY,
  PROP_CAN_REDO,
  PROP_CAN_UNDO,
  N_PROPS
};

enum
{
  CATALOG_CHANGED,
  SELECTION_CHANGED,
  VALUES_CHANGED,
  MATRIX_CHANGED,
  CELLS_CHANGED,
  LINE_CHANGED,
  COUNT_CHANGED,
  FAILED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TsSession, ts_session, G_TYPE_OBJECT)

/* --- busy --------------------------------------------------------------------------------- */

static void
set_busy (TsSession *self, gboolean busy)
{
  if (self->busy == busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
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
    g_signal_emit (self, signals[FAILED], 0, error);
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

static int
find_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  for (guint i = 0; i < self->view->cells->len; i++)
    {
      const TsCell *cell = &g_array_index (self->view->cells, TsCell, i);
      if (cell->x_id == x_id && cell->y_id == y_id)
        return (int) i;
    }
  return -1;
}

static void
line_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsSeries) series = ts_query_series_finish (result, &error);
  TsSession *self = request->session;

  if (request->serial != self->lines_serial
      || find_cell (self, request->cell.x_id, request->cell.y_id) < 0)
    return;
  if (series == NULL)
    report_failure (self, error);
  else
    g_signal_emit (self, signals[LINE_CHANGED], 0, series);
}

static void
query_line (TsSession *self, const TsCell *cell)
{
  Request *request = request_new (self, self->lines_serial);

  request->cell = *cell;
  ts_query_series_async (self->catalog, self->view->selection, cell->x_id, cell->y_id,
                         self->lines_cancellable, line_cb, request);
}

static void
query_all_lines (TsSession *self)
{
  renew_cancellable (&self->lines_cancellable);
  self->lines_serial++;
  for (guint i = 0; i < self->view->cells->len; i++)
    query_line (self, &g_array_index (self->view->cells, TsCell, i));
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
      report_failure (self, error);
      return;
    }
  g_clear_pointer (&self->matrix, ts_matrix_unref);
  self->matrix = g_steal_pointer (&matrix);
  g_signal_emit (self, signals[MATRIX_CHANGED], 0);
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
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
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
  g_signal_emit (self, signals[VALUES_CHANGED], 0);
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
      g_signal_emit (self, signals[SELECTION_CHANGED], 0);
    }
  else
    {
      report_failure (self, error);
      settle_value (self);
    }
  show_settled_view (self);
}

/* Nothing of this database has been shown yet: what goes wrong in it comes first. */
static gboolean
wants_default_value (TsSession *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->last_values); i++)
    if (self->last_values[i] != G_MININT64)
      return FALSE;
  return self->view->selection->value == G_MININT64 && self->values->n > 1;
}

static void
values_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsAxis) values = ts_query_values_finish (result, &error);
  TsSession *self = request->session;

  if (request->serial != self->view_serial)
    return;
  if (values == NULL)
    {
      report_failure (self, error);
      return;
    }
  g_clear_pointer (&self->values, ts_axis_unref);
  self->values = g_steal_pointer (&values);
  g_free (self->values_key);
  self->values_key = make_values_key (self->view->selection);
  if (wants_default_value (self))
    {
      ts_query_default_value_async (self->catalog, self->view->selection, self->values,
                                    MAX_SEARCHED_ROWS, self->view_cancellable, default_value_cb,
                                    request_new (self, self->view_serial));
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
  g_autoptr (GPtrArray) targets = ts_catalog_filter_targets (job->catalog, job->selection);

  g_task_return_int (task, targets->len);
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
  g_signal_emit (self, signals[COUNT_CHANGED], 0);
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
static void
query_view (TsSession *self)
{
  g_autofree char *key = make_values_key (self->view->selection);

  renew_cancellable (&self->view_cancellable);
  self->view_serial++;
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

static gboolean
filters_equal (const TsSelection *a, const TsSelection *b)
{
  g_autoptr (TsSelection) copy = ts_selection_copy (a);

  g_free (copy->metric);
  copy->metric = g_strdup (b->metric);
  g_free (copy->stat);
  copy->stat = g_strdup (b->stat);
  copy->dimension = b->dimension;
  copy->value = b->value;
  return ts_selection_equal (copy, b);
}

/* Whether the lines of the same cells hold other numbers under b than under a. The value of the
 * fixed dimension has no part in it: the lines run along it. */
static gboolean
lines_differ (const TsSelection *a, const TsSelection *b)
{
  return g_strcmp0 (a->metric, b->metric) != 0 || g_strcmp0 (a->stat, b->stat) != 0
         || a->dimension != b->dimension
         || (b->dimension == TS_DIMENSION_MODULE && !filters_equal (a, b));
}

/* Asks for the lines that b->cells has and a->cells has not. */
static void
query_new_lines (TsSession *self, const TsView *before)
{
  for (guint i = 0; i < self->view->cells->len; i++)
    {
      const TsCell *cell = &g_array_index (self->view->cells, TsCell, i);
      gboolean known = FALSE;
      for (guint j = 0; j < before->cells->len && !known; j++)
        known = memcmp (&g_array_index (before->cells, TsCell, j), cell, sizeof *cell) == 0;
      if (!known)
        query_line (self, cell);
    }
}

static void
notify_history (TsSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_REDO]);
}

static gboolean
cells_equal (const GArray *a, const GArray *b)
{
  /* An array that never held anything has no data to compare. */
  return a->len == b->len
         && (a->len == 0 || memcmp (a->data, b->data, sizeof (TsCell) * a->len) == 0);
}

/* Makes view (transfer full) the present one and asks for what it needs beyond before. */
static void
show_view (TsSession *self, TsView *view, const TsView *before)
{
  gboolean same_selection = ts_selection_equal (before->selection, view->selection);
  gboolean same_cells = cells_equal (before->cells, view->cells);

  self->view = view;
  if (!same_selection)
    {
      g_signal_emit (self, signals[SELECTION_CHANGED], 0);
      query_view (self);
    }
  if (!same_cells)
    g_signal_emit (self, signals[CELLS_CHANGED], 0);
  if (lines_differ (before->selection, view->selection))
    query_all_lines (self);
  else
    query_new_lines (self, before);
}

/* Goes to view (transfer full), with a way back. */
static void
go_to (TsSession *self, TsView *view)
{
  TsView *before = self->view;
  g_autoptr (TsView) copy = ts_view_new (before->selection, before->cells);

  ts_history_push (self->history, before);
  show_view (self, view, copy);
  notify_history (self);
}

gboolean
ts_session_undo (TsSession *self)
{
  g_autoptr (TsView) before = NULL;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (!ts_history_can_undo (self->history))
    return FALSE;
  before = ts_view_new (self->view->selection, self->view->cells);
  show_view (self, ts_history_undo (self->history, self->view), before);
  notify_history (self);
  return TRUE;
}

gboolean
ts_session_redo (TsSession *self)
{
  g_autoptr (TsView) before = NULL;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (!ts_history_can_redo (self->history))
    return FALSE;
  before = ts_view_new (self->view->selection, self->view->cells);
  show_view (self, ts_history_redo (self->history, self->view), before);
  notify_history (self);
  return TRUE;
}

/* --- selection ---------------------------------------------------------------------------- */

/* The statistic of a metric that is wanted, or its first. */
static const char *
fitting_stat (const TsCatalogMetric *metric, const char *wanted)
{
  if (wanted != NULL && g_strv_contains ((const char *const *) metric->stats, wanted))
    return wanted;
  return metric->stats[0];
}

static void
replace_string (char **string, const char *value)
{
  char *copy = g_strdup (value);

  g_free (*string);
  *string = copy;
}

void
ts_session_set_selection (TsSession *self, const TsSelection *wanted)
{
  g_autoptr (TsSelection) selection = NULL;
  const TsCatalogMetric *metric;
  gboolean same_dimension;

  g_return_if_fail (TS_IS_SESSION (self));
  if (self->catalog == NULL || self->catalog->metrics->len == 0)
    return;
  selection = ts_selection_copy (wanted);
  metric = selection->metric != NULL ? ts_catalog_find_metric (self->catalog, selection->metric)
                                     : NULL;
  if (metric == NULL)
    metric = g_ptr_array_index (self->catalog->metrics, 0);
  replace_string (&selection->metric, metric->name);
  replace_string (&selection->stat, fitting_stat (metric, wanted->stat));
  if (ts_selection_equal (selection, self->view->selection))
    return;
  /* Ids on the heat map's axes mean something else in another dimension. */
  same_dimension = selection->dimension == self->view->selection->dimension;
  go_to (self, ts_view_new (selection, same_dimension ? self->view->cells : NULL));
}

void
ts_session_set_metric (TsSession *self, const char *metric)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  replace_string (&selection->metric, metric);
  ts_session_set_selection (self, selection);
}

void
ts_session_set_stat (TsSession *self, const char *stat)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  replace_string (&selection->stat, stat);
  ts_session_set_selection (self, selection);
}

void
ts_session_set_dimension (TsSession *self, TsDimension dimension)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  if (selection->dimension == dimension)
    return;
  self->last_values[selection->dimension] = selection->value;
  selection->dimension = dimension;
  selection->value = self->last_values[dimension];
  ts_session_set_selection (self, selection);
}

void
ts_session_set_value (TsSession *self, gint64 value)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  selection->value = value;
  ts_session_set_selection (self, selection);
}

gboolean
ts_session_move_value (TsSession *self, int offset)
{
  int place;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (self->values == NULL)
    return FALSE;
  place = ts_axis_find (self->values, self->view->selection->value);
  if (place < 0 || place + offset < 0 || place + offset >= (int) self->values->n)
    return FALSE;
  ts_session_set_value (self, self->values->ids[place + offset]);
  return TRUE;
}

void
ts_session_set_name_filter (TsSession *self, const char *text)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  replace_string (&selection->name_filter, text != NULL && *text != '\0' ? text : NULL);
  ts_session_set_selection (self, selection);
}

static guint
find_tag (const TsSelection *selection, const TsTag *tag)
{
  for (guint i = 0; i < selection->tags->len; i++)
    if (ts_tag_equal (g_ptr_array_index (selection->tags, i), tag))
      return i;
  return G_MAXUINT;
}

void
ts_session_add_tag (TsSession *self, const TsTag *tag)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  if (find_tag (selection, tag) != G_MAXUINT)
    return;
  g_ptr_array_add (selection->tags, ts_tag_new (tag->name, tag->category));
  ts_session_set_selection (self, selection);
}

void
ts_session_remove_tag (TsSession *self, const TsTag *tag)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);
  guint place = find_tag (selection, tag);

  if (place == G_MAXUINT)
    return;
  g_ptr_array_remove_index (selection->tags, place);
  ts_session_set_selection (self, selection);
}

void
ts_session_clear_filters (TsSession *self)
{
  g_autoptr (TsSelection) selection = ts_selection_copy (self->view->selection);

  g_clear_pointer (&selection->name_filter, g_free);
  g_ptr_array_set_size (selection->tags, 0);
  ts_session_set_selection (self, selection);
}

const TsSelection *
ts_session_get_selection (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->view->selection;
}

/* --- cells -------------------------------------------------------------------------------- */

gboolean
ts_session_has_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  return find_cell (self, x_id, y_id) >= 0;
}

gboolean
ts_session_add_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  TsCell cell = { x_id, y_id };
  TsView *view;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (self->catalog == NULL || find_cell (self, x_id, y_id) >= 0
      || self->view->cells->len >= TS_MAX_LINES)
    return FALSE;
  view = ts_view_new (self->view->selection, self->view->cells);
  g_array_append_val (view->cells, cell);
  go_to (self, view);
  return TRUE;
}

gboolean
ts_session_remove_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  TsView *view;
  int place;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  place = find_cell (self, x_id, y_id);
  if (place < 0)
    return FALSE;
  view = ts_view_new (self->view->selection, self->view->cells);
  g_array_remove_index (view->cells, (guint) place);
  go_to (self, view);
  return TRUE;
}

void
ts_session_clear_cells (TsSession *self)
{
  g_return_if_fail (TS_IS_SESSION (self));
  if (self->view->cells->len > 0)
    go_to (self, ts_view_new (self->view->selection, NULL));
}

guint
ts_session_get_n_cells (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), 0);
  return self->view->cells->len;
}

TsCell
ts_session_get_cell (TsSession *self, guint i)
{
  return g_array_index (self->view->cells, TsCell, i);
}

/* --- catalog ------------------------------------------------------------------------------ */

/* Several steps: one rank over all of them shows a run at a glance. One step: all ranks in it. */
static TsSelection *
first_selection (const TsCatalog *catalog)
{
  TsSelection *selection = ts_selection_new ();
  const TsCatalogMetric *metric;

  selection->dimension = catalog->steps->len > 1 ? TS_DIMENSION_RANK : TS_DIMENSION_STEP;
  selection->value = G_MININT64; /* settled when the values are known */
  if (catalog->metrics->len > 0)
    {
      metric = g_ptr_array_index (catalog->metrics, 0);
      selection->metric = g_strdup (metric->name);
      selection->stat = g_strdup (fitting_stat (metric, "norm"));
    }
  return selection;
}

/* Forgets every answer, and every question that is still under way. */
static void
drop_answers (TsSession *self)
{
  renew_cancellable (&self->view_cancellable);
  renew_cancellable (&self->lines_cancellable);
  self->view_serial++;
  self->lines_serial++;
  g_clear_pointer (&self->matrix, ts_matrix_unref);
  g_clear_pointer (&self->values, ts_axis_unref);
  g_clear_pointer (&self->values_key, g_free);
  self->n_matching = -1;
}

void
ts_session_set_catalog (TsSession *self, TsCatalog *catalog)
{
  g_autoptr (TsSelection) selection = NULL;

  g_return_if_fail (TS_IS_SESSION (self));
  drop_answers (self);
  if (catalog != NULL)
    ts_catalog_ref (catalog);
  g_clear_pointer (&self->catalog, ts_catalog_unref);
  self->catalog = catalog;
  ts_history_clear (self->history);
  for (guint i = 0; i < G_N_ELEMENTS (self->last_values); i++)
    self->last_values[i] = G_MININT64;
  ts_view_free (self->view);
  selection = catalog != NULL ? first_selection (catalog) : ts_selection_new ();
  self->view = ts_view_new (selection, NULL);

  g_signal_emit (self, signals[CATALOG_CHANGED], 0);
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
  g_signal_emit (self, signals[VALUES_CHANGED], 0);
  g_signal_emit (self, signals[MATRIX_CHANGED], 0);
  g_signal_emit (self, signals[CELLS_CHANGED], 0);
  notify_history (self);
  if (catalog != NULL && selection->metric != NULL)
    query_view (self);
}

TsCatalog *
ts_session_get_catalog (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->catalog;
}

TsMatrix *
ts_session_get_matrix (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->matrix;
}

TsAxis *
ts_session_get_values (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->values;
}

int
ts_session_get_n_matching (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), -1);
  return self->n_matching;
}

/* --- names -------------------------------------------------------------------------------- */

char *
ts_session_dup_value_label (TsSession *self, gint64 value)
{
  const TsCatalogTarget *target;
  const TsCatalogStep *step;

  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  switch (self->view->selection->dimension)
    {
    case TS_DIMENSION_STEP:
      step = self->catalog != NULL ? ts_catalog_find_step (self->catalog, value) : NULL;
      return step != NULL ? g_strdup (step->label) : g_strdup_printf ("%" G_GINT64_FORMAT, value);
    case TS_DIMENSION_MODULE:
      target = self->catalog != NULL ? ts_catalog_find_target (self->catalog, value) : NULL;
      return g_strdup (target != NULL ? target->label : "");
    case TS_DIMENSION_RANK:
    default:
      return g_strdup_printf ("%" G_GINT64_FORMAT, value);
    }
}

char *
ts_session_dup_title (TsSession *self)
{
  const TsSelection *selection = ts_session_get_selection (self);
  g_autofree char *label = ts_session_dup_value_label (self, selection->value);
  g_autofree char *value = NULL;

  if (selection->metric == NULL)
    return g_strdup ("");
  if (selection->dimension == TS_DIMENSION_STEP)
    value = g_strdup_printf (_ ("step %s"), label);
  else if (selection->dimension == TS_DIMENSION_RANK)
    value = g_strdup_printf (_ ("rank %s"), label);
  else
    value = g_strdup (label);
  return g_strdup_printf ("%s · %s · %s", selection->metric, selection->stat, value);
}

/* --- object ------------------------------------------------------------------------------- */

static void
ts_session_dispose (GObject *object)
{
  TsSession *self = TS_SESSION (object);

  if (self->view_cancellable != NULL)
    g_cancellable_cancel (self->view_cancellable);
  if (self->lines_cancellable != NULL)
    g_cancellable_cancel (self->lines_cancellable);
  g_clear_handle_id (&self->busy_timeout, g_source_remove);
  G_OBJECT_CLASS (ts_session_parent_class)->dispose (object);
}

static void
ts_session_finalize (GObject *object)
{
  TsSession *self = TS_SESSION (object);

  g_clear_object (&self->view_cancellable);
  g_clear_object (&self->lines_cancellable);
  g_clear_pointer (&self->matrix, ts_matrix_unref);
  g_clear_pointer (&self->values, ts_axis_unref);
  g_free (self->values_key);
  g_clear_pointer (&self->catalog, ts_catalog_unref);
  ts_history_free (self->history);
  ts_view_free (self->view);
  G_OBJECT_CLASS (ts_session_parent_class)->finalize (object);
}

static void
ts_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TsSession *self = TS_SESSION (object);

  switch (id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, ts_history_can_redo (self->history));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, ts_history_can_undo (self->history));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
add_signal (guint id, const char *name)
{
  signals[id] = g_signal_new (name, TS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 0);
}

static void
ts_session_class_init (TsSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = ts_session_dispose;
  object_class->finalize = ts_session_finalize;
  object_class->get_property = ts_session_get_property;
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  add_signal (CATALOG_CHANGED, "catalog-changed");
  add_signal (SELECTION_CHANGED, "selection-changed");
  add_signal (VALUES_CHANGED, "values-changed");
  add_signal (MATRIX_CHANGED, "matrix-changed");
  add_signal (CELLS_CHANGED, "cells-changed");
  add_signal (COUNT_CHANGED, "count-changed");
  signals[LINE_CHANGED] = g_signal_new ("line-changed", TS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[FAILED] = g_signal_new ("failed", TS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
ts_session_init (TsSession *self)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();

  self->history = ts_history_new (MAX_HISTORY);
  self->view = ts_view_new (selection, NULL);
  self->n_matching = -1;
}

TsSession *
ts_session_new (void)
{
  return g_object_new (TS_TYPE_SESSION, NULL);
}
