/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/trends-page-private.h"

/* How the charts show the session's view (colours, order of rows, options, visible parts, cursors),
 * and tell it what was changed in them by hand. */

/* --- look --------------------------------------------------------------------------------- */

static void
set_state (TsTrendsPage *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

static gboolean
same_options (const TsLineOptions *a, const TsLineOptions *b)
{
  return a->y_scale == b->y_scale && a->smoothing == b->smoothing;
}

static void
show_look (TsTrendsPage *self)
{
  const TsView *view = ts_session_get_view (self->session);
  const TsLineOptions options = { view->line_scale, view->smoothing };
  const TsRankView ranks = ts_rank_view_from_keys (view->ranks_by, view->compare_within);
  const TsLineOptions *shown;

  _ts_trends_page_show_colors (self);
  set_state (self, "row-order", g_variant_new_string (ts_row_order_to_key (view->row_order)));
  set_state (self, "fold-layers", g_variant_new_boolean (view->fold_layers));
  set_state (self, "show-band", g_variant_new_boolean (view->show_band));
  set_state (self, "show-median", g_variant_new_boolean (view->show_median));
  ts_heatmap_view_set_row_order (self->heatmap_view, view->row_order, view->fold_layers);
  ts_rank_box_set_view (ts_selection_panel_get_rank_box (self->panel), &ranks);
  self->line_options = options;
  shown = ts_line_view_get_options (self->line_view);
  if (!same_options (shown, &options))
    ts_line_view_set_options (self->line_view, &options);
  ts_backdrop_set_shown (self->backdrop, view->show_band, view->show_median);
}

/* --- visible parts and cursors ------------------------------------------------------------ */

void
_ts_trends_page_restore_heatmap_ranges (TsTrendsPage *self)
{
  const TsView *view = ts_session_get_view (self->session);
  TsMatrix *rows = ts_heatmap_view_get_shown_matrix (self->heatmap_view);
  double x0, x1, y0, y1;

  if (!self->restoring_heatmap || rows == NULL
      || ts_session_get_heatmap_state (self->session, NULL) == TS_CHART_WAITING
      || rows->x->dimension != ts_dimension_get_x (view->selection->dimension))
    return;
  ts_axis_part_to_places (&view->heatmap_x, rows->x->ids, rows->x->n, &x0, &x1);
  ts_axis_part_to_places (&view->heatmap_y, rows->y->ids, rows->y->n, &y0, &y1);
  self->restoring_heatmap = FALSE;
  ts_heatmap_view_set_visible (self->heatmap_view, x0, x1, y0, y1);
}

static int
find_cursor (const TsViewCursor *cursor, const TsAxis *axis)
{
  return cursor->set ? ts_axis_find (axis, cursor->id) : -1;
}

void
_ts_trends_page_restore_line_ranges (TsTrendsPage *self)
{
  const TsView *view = ts_session_get_view (self->session);
  const TsAxis *axis = ts_line_plot_get_axis (ts_line_view_get_plot (self->line_view));
  double first, last;

  if (!self->restoring_lines
      || ts_session_get_lines_state (self->session, NULL) == TS_CHART_WAITING)
    return;
  if (axis == NULL || axis->dimension != ts_view_get_along (view))
    {
      /* Without lines there is nothing to come. */
      self->restoring_lines = view->cells->len > 0;
      return;
    }
  ts_axis_part_to_places (&view->lines_x, axis->ids, axis->n, &first, &last);
  self->restoring_lines = FALSE;
  ts_line_view_show_part (self->line_view, first, last, view->lines_y[0], view->lines_y[1]);
  ts_line_view_set_cursors (self->line_view, find_cursor (&view->cursors[0], axis),
                            find_cursor (&view->cursors[1], axis));
}

static void
view_restored_cb (TsTrendsPage *self)
{
  self->restoring_heatmap = self->restoring_lines = TRUE;
  _ts_trends_page_restore_heatmap_ranges (self);
  _ts_trends_page_restore_line_ranges (self);
}

static void
heatmap_view_changed_cb (TsTrendsPage *self)
{
  g_autoptr (TsView) look = NULL;
  TsMatrix *rows;
  double x0, x1, y0, y1;

  if (self->session == NULL)
    return;
  if (self->restoring_heatmap)
    {
      _ts_trends_page_restore_heatmap_ranges (self);
      return;
    }
  rows = ts_heatmap_view_get_shown_matrix (self->heatmap_view);
  if (rows == NULL)
    return;
  look = ts_view_copy (ts_session_get_view (self->session));
  ts_heatmap_view_get_visible (self->heatmap_view, &x0, &x1, &y0, &y1);
  look->heatmap_x = ts_axis_part_from_places (rows->x->ids, rows->x->n, x0, x1);
  look->heatmap_y = ts_axis_part_from_places (rows->y->ids, rows->y->n, y0, y1);
  ts_session_note_ranges (self->session, look);
}

static TsViewCursor
get_cursor (const TsAxis *axis, int place)
{
  return place >= 0 && place < (int) axis->n ? (TsViewCursor){ TRUE, axis->ids[place] }
                                             : (TsViewCursor){ 0 };
}

static void
lines_view_changed_cb (TsTrendsPage *self)
{
  TsLinePlot *plot = ts_line_view_get_plot (self->line_view);
  const TsAxis *axis = ts_line_plot_get_axis (plot);
  const TsLineOptions *options = ts_line_view_get_options (self->line_view);
  g_autoptr (TsView) look = NULL;
  double first, last;
  int a, b;

  if (self->session == NULL)
    return;
  look = ts_view_copy (ts_session_get_view (self->session));
  /* Those of a view that is about to be shown are not the person's. */
  if (!same_options (options, &self->line_options))
    {
      self->line_options = *options;
      look->line_scale = options->y_scale;
      look->smoothing = options->smoothing;
      ts_session_set_look (self->session, look);
    }
  if (axis == NULL || self->restoring_lines)
    return;
  ts_line_view_get_visible (self->line_view, &first, &last);
  look->lines_x = ts_axis_part_from_places (axis->ids, axis->n, first, last);
  ts_line_plot_get_visible_y (plot, &look->lines_y[0], &look->lines_y[1]);
  ts_line_view_get_cursors (self->line_view, &a, &b);
  look->cursors[0] = get_cursor (axis, a);
  look->cursors[1] = get_cursor (axis, b);
  ts_session_note_ranges (self->session, look);
}

/* --- set-up ------------------------------------------------------------------------------- */

void
_ts_trends_page_connect_view (TsTrendsPage *self)
{
  g_signal_connect_object (self->session, "look-changed", G_CALLBACK (show_look), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "view-restored", G_CALLBACK (view_restored_cb), self,
                           G_CONNECT_SWAPPED);
  show_look (self);
}

void
_ts_trends_page_bind_view (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, heatmap_view_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, lines_view_changed_cb);
}
