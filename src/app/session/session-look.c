/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/session/session-private.h"

/* What follows at once, as of a slider that is drawn, is the same step. */
#define SAME_STEP_US 700000

/* --- what no query depends on ------------------------------------------------------------- */

static void
take_look (TsView *view, const TsView *look)
{
  view->colors = look->colors;
  view->palettes[FALSE] = look->palettes[FALSE];
  view->palettes[TRUE] = look->palettes[TRUE];
  view->ranks_by = look->ranks_by;
  view->compare_within = look->compare_within;
  view->row_order = look->row_order;
  view->fold_layers = look->fold_layers;
  view->line_scale = look->line_scale;
  view->smoothing = look->smoothing;
  view->show_band = look->show_band;
  view->show_median = look->show_median;
}

gboolean
_ts_session_same_look (const TsView *a, const TsView *b)
{
  return ts_heatmap_colors_equal (&a->colors, &b->colors)
         && a->palettes[FALSE] == b->palettes[FALSE] && a->palettes[TRUE] == b->palettes[TRUE]
         && a->ranks_by == b->ranks_by && a->compare_within == b->compare_within
         && a->row_order == b->row_order && a->fold_layers == b->fold_layers
         && a->line_scale == b->line_scale && a->smoothing == b->smoothing
         && a->show_band == b->show_band && a->show_median == b->show_median;
}

const TsView *
ts_session_get_view (TsSession *self)
{
  g_return_val_if_fail (TS_IS_SESSION (self), NULL);
  return self->view;
}

void
ts_session_set_look (TsSession *self, const TsView *look)
{
  gint64 now = g_get_monotonic_time ();
  TsView *view;

  g_return_if_fail (TS_IS_SESSION (self));
  if (_ts_session_same_look (self->view, look))
    return;
  if (self->catalog == NULL || (self->look_time != 0 && now - self->look_time < SAME_STEP_US))
    ts_session_set_first_look (self, look);
  else
    {
      view = ts_view_copy (self->view);
      take_look (view, look);
      _ts_session_go_to (self, view);
    }
  self->look_time = now;
}

void
ts_session_set_first_look (TsSession *self, const TsView *look)
{
  gboolean same_ranks;

  g_return_if_fail (TS_IS_SESSION (self));
  same_ranks = self->view->ranks_by == look->ranks_by
               && self->view->compare_within == look->compare_within;
  take_look (self->view, look);
  if (!same_ranks)
    _ts_session_arrange (self);
  g_signal_emit (self, _ts_session_signals[LOOK_CHANGED], 0);
}

void
ts_session_note_ranges (TsSession *self, const TsView *look)
{
  TsView *view;

  g_return_if_fail (TS_IS_SESSION (self));
  view = self->view;
  view->heatmap_x = look->heatmap_x;
  view->heatmap_y = look->heatmap_y;
  view->lines_x = look->lines_x;
  for (guint i = 0; i < 2; i++)
    {
      view->lines_y[i] = look->lines_y[i];
      view->cursors[i] = look->cursors[i];
    }
}

/* --- states ------------------------------------------------------------------------------- */

TsChartState
ts_session_get_heatmap_state (TsSession *self, const GError **error)
{
  g_return_val_if_fail (TS_IS_SESSION (self), TS_CHART_FINE);
  if (error != NULL)
    *error = self->heatmap_error;
  if (self->heatmap_error != NULL)
    return TS_CHART_FAILED;
  return self->heatmap_waiting || self->arranging ? TS_CHART_WAITING : TS_CHART_FINE;
}

TsChartState
ts_session_get_lines_state (TsSession *self, const GError **error)
{
  g_return_val_if_fail (TS_IS_SESSION (self), TS_CHART_FINE);
  if (error != NULL)
    *error = self->lines_error;
  if (self->lines_error != NULL)
    return TS_CHART_FAILED;
  return _ts_session_has_pending_lines (self) ? TS_CHART_WAITING : TS_CHART_FINE;
}

void
ts_session_retry (TsSession *self)
{
  g_return_if_fail (TS_IS_SESSION (self));
  if (self->catalog == NULL)
    return;
  if (self->heatmap_error != NULL)
    _ts_session_query_view (self);
  if (self->lines_error != NULL)
    _ts_session_retry_lines (self);
}
