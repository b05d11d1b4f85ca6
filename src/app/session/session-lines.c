/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/session-private.h"

#include "plot/lines/line-plot.h"

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

GArray *
ts_session_dup_lines (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return ts_view_dup_lines (self->view);
}

static gboolean
is_on_line (TsSession *self, const TsChosenCell *chosen, gint64 x_id, gint64 y_id)
{
  gint64 x, y;

  ts_cell_get_line (&chosen->cell, ts_view_get_along (self->view), &x, &y);
  return x == x_id && y == y_id;
}

gboolean
ts_session_remove_line (TsSession *self, gint64 x_id, gint64 y_id)
{
  g_return_val_if_fail (TS_IS_SESSION (self), FALSE);
  return remove_cells (self, is_on_line, x_id, y_id);
}
