/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends-page-private.h"

#include "app/captions.h"

/* --- lines -------------------------------------------------------------------------------- */

static void
show_marks (TsTrendsPage *self)
{
  guint n = ts_line_view_get_n_lines (self->line_view);
  g_autofree TsCellMark *marks = g_new0 (TsCellMark, MAX (n, 1));
  guint n_marks = 0;

  for (guint i = 0; i < n; i++)
    {
      TsSeries *series = ts_line_view_get_series (self->line_view, i);
      if (!ts_line_view_get_shown (self->line_view, i))
        continue;
      marks[n_marks].x_id = series->x_id;
      marks[n_marks].y_id = series->y_id;
      marks[n_marks].color = ts_line_view_get_color (self->line_view, i);
      n_marks++;
    }
  ts_heatmap_view_set_marks (self->heatmap_view, marks, n_marks);
}

/* What the line view holds now; noted so that a line removed there can be told from one that has
 * not been read yet. */
static void
note_shown_cells (TsTrendsPage *self)
{
  g_array_set_size (self->shown_cells, 0);
  for (guint i = 0; i < ts_line_view_get_n_lines (self->line_view); i++)
    {
      TsSeries *series = ts_line_view_get_series (self->line_view, i);
      TsCell cell = { series->x_id, series->y_id };
      g_array_append_val (self->shown_cells, cell);
    }
  show_marks (self);
}

static void
show_line_title (TsTrendsPage *self)
{
  const TsSelection *selection = ts_session_get_selection (self->session);
  g_autofree char *title = ts_caption_for_lines (selection);

  ts_line_view_set_title (self->line_view, title, selection->stat != NULL ? selection->stat : "");
}

static void
selection_changed_cb (TsSession *session, TsTrendsPage *self)
{
  show_line_title (self);
  ts_line_view_set_current (self->line_view, ts_session_get_selection (session)->value);
}

static void
cells_changed_cb (TsSession *session, TsTrendsPage *self)
{
  self->updating = TRUE;
  for (guint i = 0; i < self->shown_cells->len; i++)
    {
      const TsCell *cell = &g_array_index (self->shown_cells, TsCell, i);
      if (!ts_session_has_cell (session, cell->x_id, cell->y_id))
        ts_line_view_remove (self->line_view, cell->x_id, cell->y_id);
    }
  self->updating = FALSE;
  note_shown_cells (self);
}

static void
line_changed_cb (TsSession *session, TsSeries *series, TsTrendsPage *self)
{
  self->updating = TRUE;
  if (!ts_line_view_replace (self->line_view, series))
    ts_line_view_add (self->line_view, series);
  self->updating = FALSE;
  note_shown_cells (self);
}

/* The person took a line away, or hid it, in the legend. */
static void
lines_changed_cb (TsTrendsPage *self)
{
  g_autoptr (GArray) cells = NULL;

  if (self->updating || self->session == NULL)
    return;
  if (ts_line_view_get_n_lines (self->line_view) == 0)
    ts_session_clear_cells (self->session);
  cells = g_array_copy (self->shown_cells);
  for (guint i = 0; i < cells->len; i++)
    {
      const TsCell *cell = &g_array_index (cells, TsCell, i);
      if (!ts_line_view_has (self->line_view, cell->x_id, cell->y_id))
        ts_session_remove_cell (self->session, cell->x_id, cell->y_id);
    }
  note_shown_cells (self);
}

/* A click on a step, rank or module of the line chart shows its heat map. */
static void
position_activated_cb (TsTrendsPage *self, guint place)
{
  const TsAxis *axis = ts_line_plot_get_axis (ts_line_view_get_plot (self->line_view));

  if (axis != NULL && place < axis->n)
    ts_session_set_value (self->session, axis->ids[place]);
}

/* The crosshair in the heat map, where both run over the same dimension. */
static void
crosshair_moved_cb (TsTrendsPage *self, int place)
{
  const TsAxis *axis = ts_line_plot_get_axis (ts_line_view_get_plot (self->line_view));
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  int marker = -1;

  if (axis != NULL && matrix != NULL && place >= 0 && place < (int) axis->n
      && axis->dimension == matrix->x->dimension)
    marker = ts_axis_find (matrix->x, axis->ids[place]);
  ts_heatmap_view_set_marker_x (self->heatmap_view, marker);
}

/* --- actions ------------------------------------------------------------------------------ */

/* The lines run along the dimension that the heat map fixes, so that values are what both share. */
static void
zoom_to_heatmap_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TsTrendsPage *self = data;
  const TsHeatmapColors *colors = ts_heatmap_view_get_colors (self->heatmap_view);
  double min, max;

  if (!ts_heatmap_view_get_limits (self->heatmap_view, &min, &max)
      || !ts_line_view_set_visible_values (self->line_view, MAX (min, colors->shown_min),
                                           MIN (max, colors->shown_max)))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
backdrop_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  TsTrendsPage *self = data;
  GActionGroup *group = G_ACTION_GROUP (self->actions);
  g_autoptr (GVariant) band = NULL;
  g_autoptr (GVariant) median = NULL;

  g_simple_action_set_state (action, state);
  band = g_action_group_get_action_state (group, "show-band");
  median = g_action_group_get_action_state (group, "show-median");
  ts_backdrop_set_shown (self->backdrop, g_variant_get_boolean (band),
                         g_variant_get_boolean (median));
}

/* --- set-up ------------------------------------------------------------------------------- */

static const GActionEntry entries[] = { { "zoom-to-heatmap", zoom_to_heatmap_activated },
                                        { "show-band", NULL, NULL, "false", backdrop_changed },
                                        { "show-median", NULL, NULL, "false", backdrop_changed } };

void
_ts_trends_page_init_lines (TsTrendsPage *self)
{
  self->shown_cells = g_array_new (FALSE, FALSE, sizeof (TsCell));
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  ts_line_view_set_extra_menu (self->line_view, self->line_menu);
}

void
_ts_trends_page_connect_lines (TsTrendsPage *self)
{
  self->backdrop = ts_backdrop_new (self->session, self->line_view);
  g_signal_connect_object (self->session, "selection-changed", G_CALLBACK (selection_changed_cb),
                           self, 0);
  g_signal_connect_object (self->session, "cells-changed", G_CALLBACK (cells_changed_cb), self, 0);
  g_signal_connect_object (self->session, "line-changed", G_CALLBACK (line_changed_cb), self, 0);
  show_line_title (self);
}

void
_ts_trends_page_bind_lines (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, lines_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, position_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, crosshair_moved_cb);
}
