/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/session-private.h"

#include "plot/lines/line-plot.h"
#include "store/query.h"

/* --- direction ---------------------------------------------------------------------------- */

void
ts_session_set_along (TsSession *self, TsDimension along)
{
  TsView *view;

  g_return_if_fail (TS_IS_SESSION (self));
  if (along == ts_view_get_along (self->view))
    return;
  view = ts_view_copy (self->view);
  ts_view_set_along (view, along);
  _ts_session_go_to (self, view);
}

TsDimension
ts_session_get_along (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), TS_DIMENSION_STEP);
  return ts_view_get_along (self->view);
}

TsSelection *
ts_session_dup_line_selection (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return ts_view_dup_line_selection (self->view);
}

void
ts_session_show_place (TsSession *self, gint64 id)
{
  g_autoptr (TsSelection) selection = ts_session_dup_line_selection (self);
  TsDimension before = self->view->selection->dimension;

  if (selection->dimension != before)
    self->last_values[before] = self->view->selection->value;
  selection->value = id;
  ts_session_set_selection (self, selection);
}

/* --- cells -------------------------------------------------------------------------------- */

/* What the heat map fixes. Until the wanted one arrives the old one is there to be clicked. */
static void
get_heatmap (TsSession *self, TsDimension *dimension, gint64 *value)
{
  *dimension = self->matrix != NULL ? self->shown_dimension : self->view->selection->dimension;
  *value = self->matrix != NULL ? self->shown_value : self->view->selection->value;
}

/* Whether the heat map shows a cell, or a place where its line crosses the heat map. */
static gboolean
find_place (TsSession *self, const TsCell *cell, gint64 *x_id, gint64 *y_id)
{
  TsDimension fixed;
  gint64 value;

  get_heatmap (self, &fixed, &value);
  ts_cell_get_line (cell, fixed, x_id, y_id);
  return cell->ids[fixed] == value || ts_view_get_along (self->view) == fixed;
}

static gboolean
is_at (TsSession *self, const TsChosenCell *chosen, gint64 x_id, gint64 y_id)
{
  gint64 x, y;

  return find_place (self, &chosen->cell, &x, &y) && x == x_id && y == y_id;
}

gboolean
ts_session_has_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  for (guint i = 0; i < self->view->cells->len; i++)
    if (is_at (self, &g_array_index (self->view->cells, TsChosenCell, i), x_id, y_id))
      return TRUE;
  return FALSE;
}

gboolean
ts_session_add_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  TsDimension fixed;
  gint64 value;
  TsCell cell;
  TsView *view;

  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (self->catalog == NULL || ts_session_has_cell (self, x_id, y_id)
      || self->view->cells->len >= TS_MAX_LINES)
    return FALSE;
  get_heatmap (self, &fixed, &value);
  if (value == G_MININT64) /* not settled: there is no heat map yet */
    return FALSE;
  cell = ts_cell_from_heatmap (fixed, value, x_id, y_id);
  view = ts_view_copy (self->view);
  ts_view_add_cell (view, &cell);
  _ts_session_go_to (self, view);
  return TRUE;
}

typedef gboolean (*CellTest) (TsSession *self, const TsChosenCell *chosen, gint64 x, gint64 y);

static gboolean
remove_cells (TsSession *self, CellTest test, gint64 x_id, gint64 y_id)
{
  g_autoptr (TsView) view = ts_view_copy (self->view);

  for (guint i = view->cells->len; i > 0; i--)
    if (test (self, &g_array_index (view->cells, TsChosenCell, i - 1), x_id, y_id))
      g_array_remove_index (view->cells, i - 1);
  if (view->cells->len == self->view->cells->len)
    return FALSE;
  _ts_session_go_to (self, g_steal_pointer (&view));
  return TRUE;
}

gboolean
ts_session_remove_cell (TsSession *self, gint64 x_id, gint64 y_id)
{
  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  return remove_cells (self, is_at, x_id, y_id);
}

void
ts_session_clear_cells (TsSession *self)
{
  TsView *view;

  g_return_if_fail (TS_IS_SESSION (self));
  if (self->view->cells->len == 0)
    return;
  view = ts_view_copy (self->view);
  g_array_set_size (view->cells, 0);
  _ts_session_go_to (self, view);
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
  return g_array_index (self->view->cells, TsChosenCell, i).cell;
}

gboolean
ts_session_get_cell_place (TsSession *self, guint i, gint64 *x_id, gint64 *y_id)
{
  g_return_val_if_fail (TS_IS_SESSION (self) && i < self->view->cells->len, FALSE);
  return find_place (self, &g_array_index (self->view->cells, TsChosenCell, i).cell, x_id, y_id);
}

/* --- lines -------------------------------------------------------------------------------- */

/* A line that was asked for. The session is not held: what it does not want any more it cancels. */
typedef struct
{
  TsSession *session;
  TsChartLine line;
} LineRequest;

static void
session_line_clear (gpointer data)
{
  TsSessionLine *self = data;

  g_clear_pointer (&self->line.series, ts_series_unref);
  g_clear_pointer (&self->answer, ts_series_unref);
}

static void
chart_line_clear (gpointer data)
{
  g_clear_pointer (&((TsChartLine *) data)->series, ts_series_unref);
}

static TsSessionLine *
get_line (GArray *lines, guint i)
{
  return &g_array_index (lines, TsSessionLine, i);
}

static TsSessionLine *
find_line (GArray *lines, const TsChartLine *wanted)
{
  for (guint i = 0; lines != NULL && i < lines->len; i++)
    if (ts_chart_line_is_same (&get_line (lines, i)->line, wanted))
      return get_line (lines, i);
  return NULL;
}

gboolean
_ts_session_has_pending_lines (TsSession *self)
{
  for (guint i = 0; self->lines != NULL && i < self->lines->len; i++)
    if (get_line (self->lines, i)->line.pending)
      return TRUE;
  return FALSE;
}

/* Says what the lines are now. */
static void
publish (TsSession *self)
{
  gboolean failed = FALSE;

  g_array_set_size (self->list, 0);
  if (self->stale != NULL)
    g_array_append_vals (self->list, self->stale->data, self->stale->len);
  for (guint i = 0; i < self->lines->len; i++)
    {
      failed |= get_line (self->lines, i)->failed;
      if (self->stale == NULL)
        g_array_append_val (self->list, get_line (self->lines, i)->line);
    }
  if (!failed)
    g_clear_error (&self->lines_error);
  g_signal_emit (self, _ts_session_signals[LINES_CHANGED], 0);
  _ts_session_update_states (self);
}

/* Shows every answer that no earlier one is awaited for, so that lines come in the order of their
 * cells, whichever thread is done first. */
static void
deliver (TsSession *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->lines->len; i++)
    {
      TsSessionLine *line = get_line (self->lines, i);
      if (!line->line.pending)
        continue;
      if (!line->answered)
        break;
      /* One that could not be read must not be left with the numbers of another question. */
      g_clear_pointer (&line->line.series, ts_series_unref);
      line->line.series = g_steal_pointer (&line->answer);
      line->line.pending = FALSE;
      any = TRUE;
    }
  if (!any)
    return;
  g_clear_pointer (&self->stale, g_array_unref);
  publish (self);
}

static void
line_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree LineRequest *request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TsSeries) series = ts_query_series_finish (result, &error);
  TsSession *self = request->session;
  TsSessionLine *line;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  line = find_line (self->lines, &request->line);
  if (line == NULL || line->answered)
    return;
  line->answer = g_steal_pointer (&series);
  line->answered = TRUE;
  line->failed = error != NULL;
  if (error != NULL)
    {
      g_clear_error (&self->lines_error);
      self->lines_error = g_error_copy (error);
    }
  g_object_ref (self);
  deliver (self);
  if (error != NULL)
    _ts_session_report_replaced (self, error);
  g_object_unref (self);
}

static void
query_line (TsSession *self, TsSessionLine *line)
{
  g_autoptr (TsSelection) selection = ts_view_dup_line_selection (self->view);
  LineRequest *request = g_new0 (LineRequest, 1);

  line->line.pending = TRUE;
  line->answered = line->failed = FALSE;
  g_clear_pointer (&line->answer, ts_series_unref);
  if (self->lines_cancellable == NULL)
    self->lines_cancellable = g_cancellable_new ();
  request->session = self;
  request->line = line->line;
  request->line.series = NULL;
  ts_query_series_async (self->catalog, selection, line->line.x_id, line->line.y_id,
                         self->lines_cancellable, line_cb, request);
}

static GArray *
new_lines (void)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TsSessionLine));

  g_array_set_clear_func (lines, session_line_clear);
  return lines;
}

/* Lines that ran along another dimension stay until the first of those that follow them is read. */
static void
keep_stale (TsSession *self, const GArray *old)
{
  TsDimension along = ts_view_get_along (self->view);
  GArray *stale = g_array_new (FALSE, FALSE, sizeof (TsChartLine));

  g_array_set_clear_func (stale, chart_line_clear);
  for (guint i = 0; i < old->len; i++)
    {
      TsChartLine line = g_array_index (old, TsSessionLine, i).line;
      if (line.along == along || line.series == NULL)
        continue;
      ts_series_ref (line.series);
      g_array_append_val (stale, line);
    }
  if (self->lines->len == 0)
    g_clear_pointer (&self->stale, g_array_unref);
  if (stale->len == 0 || self->lines->len == 0)
    {
      g_array_unref (stale);
      return;
    }
  g_clear_pointer (&self->stale, g_array_unref);
  self->stale = stale;
}

/* What is known of a line already. */
static void
take_over (TsSessionLine *line, TsSessionLine *known, gboolean read_again)
{
  line->line.series = g_steal_pointer (&known->line.series);
  line->line.pending = known->line.pending;
  if (read_again)
    return;
  line->answer = g_steal_pointer (&known->answer);
  line->answered = known->answered;
  line->failed = known->failed;
}

void
_ts_session_update_lines (TsSession *self, gboolean read_again)
{
  g_autoptr (GArray) old = g_steal_pointer (&self->lines);
  g_autoptr (GArray) wanted = ts_view_dup_lines (self->view);

  self->lines = new_lines ();
  if (read_again)
    {
      _ts_session_renew_cancellable (&self->lines_cancellable);
      g_clear_error (&self->lines_error);
    }
  for (guint i = 0; i < wanted->len; i++)
    {
      const TsViewLine *one = &g_array_index (wanted, TsViewLine, i);
      TsSessionLine line = { .line = { .x_id = one->x_id,
                                       .y_id = one->y_id,
                                       .along = ts_view_get_along (self->view),
                                       .color = one->color,
                                       .shown = !one->hidden } };
      TsSessionLine *known = find_line (old, &line.line);
      if (known != NULL)
        take_over (&line, known, read_again);
      g_array_append_val (self->lines, line);
      if (known == NULL || read_again)
        query_line (self, get_line (self->lines, i));
    }
  keep_stale (self, old);
  publish (self);
  deliver (self);
}

void
_ts_session_retry_lines (TsSession *self)
{
  g_clear_error (&self->lines_error);
  for (guint i = 0; i < self->lines->len; i++)
    if (get_line (self->lines, i)->failed)
      query_line (self, get_line (self->lines, i));
  publish (self);
}

void
_ts_session_clear_lines (TsSession *self)
{
  _ts_session_renew_cancellable (&self->lines_cancellable);
  g_clear_pointer (&self->lines, g_array_unref);
  self->lines = new_lines ();
  g_clear_pointer (&self->stale, g_array_unref);
  g_clear_error (&self->lines_error);
  g_array_set_size (self->list, 0);
}

const GArray *
ts_session_get_lines (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->list;
}

static gboolean
is_on_line (TsSession *self, const TsChosenCell *chosen, gint64 x_id, gint64 y_id)
{
  gint64 x, y;

  ts_cell_get_line (&chosen->cell, ts_view_get_along (self->view), &x, &y);
  return x == x_id && y == y_id;
}

gboolean
ts_session_remove_line (TsSession *self, guint i)
{
  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  if (self->stale != NULL || i >= self->list->len)
    return FALSE;
  return remove_cells (self, is_on_line, g_array_index (self->list, TsChartLine, i).x_id,
                       g_array_index (self->list, TsChartLine, i).y_id);
}

void
ts_session_show_lines (TsSession *self, guint64 shown)
{
  g_return_if_fail (TS_IS_SESSION (self));
  for (guint i = 0; i < self->list->len && self->stale == NULL; i++)
    {
      const TsChartLine *line = &g_array_index (self->list, TsChartLine, i);
      for (guint k = 0; k < self->view->cells->len; k++)
        {
          TsChosenCell *chosen = &g_array_index (self->view->cells, TsChosenCell, k);
          if (is_on_line (self, chosen, line->x_id, line->y_id))
            chosen->hidden = (shown >> i & 1) == 0;
        }
    }
  _ts_session_update_lines (self, FALSE);
}
