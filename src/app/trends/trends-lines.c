/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/trends-page-private.h"

#include "app/trends/finding-marks.h"

#include <glib/gi18n-lib.h>

/* --- what is shown ------------------------------------------------------------------------ */

/* The session's line that a cell lies on, if it is there to be seen. */
static const TsChartLine *
find_line (TsTrendsPage *self, const TsCell *cell)
{
  const GArray *lines = ts_session_get_lines (self->session);
  TsChartLine wanted = { .along = ts_session_get_along (self->session) };
  int place;

  ts_cell_get_line (cell, wanted.along, &wanted.x_id, &wanted.y_id);
  place = ts_chart_lines_find (lines, &wanted);
  return place >= 0 ? &g_array_index (lines, TsChartLine, place) : NULL;
}

void
_ts_trends_page_show_marks (TsTrendsPage *self)
{
  guint n = ts_session_get_n_cells (self->session), n_marks = 0;
  g_autofree TsCellOutline *marks = g_new0 (TsCellOutline, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      TsCell cell = ts_session_get_cell (self->session, i);
      const TsChartLine *line = find_line (self, &cell);
      TsCellOutline *mark = &marks[n_marks];
      if (line == NULL || line->series == NULL || !line->shown
          || !ts_session_get_cell_place (self->session, i, &mark->x_id, &mark->y_id))
        continue;
      mark->color = ts_line_view_get_line_color (self->line_view, line->color);
      n_marks++;
    }
  ts_heatmap_view_set_outlines (self->heatmap_view, marks, n_marks);
}

/* What can be done with lines that run along this dimension. */
static void
update_actions (TsTrendsPage *self)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  TsDimension along = ts_session_get_along (self->session);
  gboolean any = ts_line_view_get_n_lines (self->line_view) > 0;
  const struct
  {
    const char *name;
    gboolean enabled;
  } actions[] = {
    { "zoom-to-range",
      any && matrix != NULL && (matrix->x->dimension == along || matrix->y->dimension == along) },
    { "zoom-to-values", any && matrix != NULL },
    { "show-band", along != TS_DIMENSION_RANK },
    { "show-median", along != TS_DIMENSION_RANK },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (
                                     G_ACTION_MAP (self->actions), actions[i].name)),
                                 actions[i].enabled);
}

/* --- places that both charts have --------------------------------------------------------- */

/* The crosshair in the heat map, where the lines run along one of its axes. */
static void
show_crosshair (TsTrendsPage *self)
{
  const TsAxis *axis = ts_line_plot_get_axis (ts_line_view_get_plot (self->line_view));
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  int place = ts_line_view_get_crosshair (self->line_view), x = -1, y = -1;

  if (axis != NULL && matrix != NULL && place >= 0 && place < (int) axis->n)
    {
      if (axis->dimension == matrix->x->dimension)
        x = ts_axis_find (matrix->x, axis->ids[place]);
      else if (axis->dimension == matrix->y->dimension)
        y = ts_axis_find (matrix->y, axis->ids[place]);
    }
  ts_heatmap_view_set_marker (self->heatmap_view, x, y);
}

/* The heat map in the line chart: the place that it shows, or the one that it points at in the
 * direction of the lines. x and y: places of the matrix, -1 for none. */
static void
show_current (TsTrendsPage *self, int x, int y)
{
  const TsSelection *selection = ts_session_get_selection (self->session);
  TsDimension along = ts_session_get_along (self->session);
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  gint64 id = -1;

  if (along == selection->dimension)
    id = selection->value;
  else if (matrix != NULL && x >= 0 && x < (int) matrix->x->n && matrix->x->dimension == along)
    id = matrix->x->ids[x];
  else if (matrix != NULL && y >= 0 && y < (int) matrix->y->n && matrix->y->dimension == along)
    id = matrix->y->ids[y];
  ts_line_view_set_current (self->line_view, id);
}

static void
hover_changed_cb (TsTrendsPage *self, int x, int y)
{
  if (self->session != NULL)
    show_current (self, x, y);
}

static void
crosshair_moved_cb (TsTrendsPage *self, int place)
{
  show_crosshair (self);
}

/* A click on a step, rank or module of the line chart shows its heat map. */
static void
position_activated_cb (TsTrendsPage *self, guint place)
{
  const TsAxis *axis = ts_line_plot_get_axis (ts_line_view_get_plot (self->line_view));

  /* Lines that are about to make way for others lead nowhere. */
  if (axis != NULL && place < axis->n && axis->dimension == ts_session_get_along (self->session))
    ts_session_show_place (self->session, axis->ids[place]);
}

void
_ts_trends_page_link_charts (TsTrendsPage *self)
{
  _ts_trends_page_show_marks (self);
  show_crosshair (self);
  show_current (self, -1, -1);
  update_actions (self);
}

/* The label's mnemonic leads to the direction that is chosen, from where arrows go on. */
static gboolean
focus_along_cb (GtkWidget *box, gboolean group_cycling, TsTrendsPage *self)
{
  GtkWidget *button = gtk_widget_get_first_child (box);

  while (button != NULL && !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)))
    button = gtk_widget_get_next_sibling (button);
  return button != NULL && gtk_widget_grab_focus (button);
}

/* --- following the session ---------------------------------------------------------------- */

static void
show_line_title (TsTrendsPage *self)
{
  const char *stat = ts_session_get_selection (self->session)->stat;
  g_autofree char *title = ts_session_dup_lines_title (self->session);

  ts_line_view_set_title (self->line_view, title, stat != NULL ? stat : "");
}

/* Items that can't be chosen have the reason above them: menus have no tooltips. */
static void
show_backdrop_label (TsTrendsPage *self)
{
  const char *label = ts_session_get_along (self->session) != TS_DIMENSION_RANK
                          ? _ ("Behind the lines")
                          : _ ("Lines over ranks hold all ranks themselves");

  g_menu_remove (self->line_menu, 0);
  g_menu_insert_section (self->line_menu, 0, label, G_MENU_MODEL (self->backdrop_section));
}

static void
selection_changed_cb (TsSession *session, TsTrendsPage *self)
{
  show_line_title (self);
  show_backdrop_label (self);
  show_current (self, -1, -1);
}

/* What findings say of points of the lines. */
static void
show_rings (TsTrendsPage *self)
{
  g_autoptr (GArray) rings = NULL;

  if (self->line_view == NULL) /* the window closes */
    return;
  rings = ts_finding_rings_new (self->session);
  ts_line_view_set_marks (self->line_view, (const TsLineMark *) (const void *) rings->data,
                          rings->len);
}

static void
lines_changed_cb (TsSession *session, TsTrendsPage *self)
{
  ts_line_view_set_lines (self->line_view, ts_session_get_lines (session));
  show_rings (self);
  _ts_trends_page_show_marks (self);
  update_actions (self);
  _ts_trends_page_restore_line_ranges (self);
}

/* A failed read lasts until it is tried again, or not asked for any more. */
static void
show_lines_state (TsTrendsPage *self)
{
  const GError *error = NULL;
  gboolean failed = ts_session_get_lines_state (self->session, &error) == TS_CHART_FAILED;

  gtk_widget_set_visible (self->lines_failed, failed);
  gtk_label_set_text (self->lines_error, failed ? error->message : "");
}

/* --- what the person asks of the lines --- */

static void
remove_line_cb (TsTrendsPage *self, guint line)
{
  ts_session_remove_line (self->session, line);
}

static void
remove_lines_cb (TsTrendsPage *self)
{
  ts_session_clear_cells (self->session);
}

static void
show_lines_cb (TsTrendsPage *self, guint64 shown)
{
  ts_session_show_lines (self->session, shown);
}

/* --- actions ------------------------------------------------------------------------------ */

static void
zoom_to_range_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TsTrendsPage *self = data;
  g_autoptr (GArray) ids
      = ts_heatmap_view_dup_visible_ids (self->heatmap_view, ts_session_get_along (self->session));

  if (ids == NULL
      || !ts_line_view_set_visible_ids (self->line_view, (const gint64 *) ids->data, ids->len))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
zoom_to_values_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
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
  g_autoptr (TsView) look = ts_view_copy (ts_session_get_view (self->session));

  if (g_strcmp0 (g_action_get_name (G_ACTION (action)), "show-band") == 0)
    look->show_band = g_variant_get_boolean (state);
  else
    look->show_median = g_variant_get_boolean (state);
  ts_session_set_look (self->session, look);
}

/* --- set-up ------------------------------------------------------------------------------- */

static const GActionEntry entries[] = { { "zoom-to-range", zoom_to_range_activated },
                                        { "zoom-to-values", zoom_to_values_activated },
                                        { "show-band", NULL, NULL, "false", backdrop_changed },
                                        { "show-median", NULL, NULL, "false", backdrop_changed } };

void
_ts_trends_page_init_lines (TsTrendsPage *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  ts_line_view_set_extra_menu (self->line_view, G_MENU_MODEL (self->line_menu));
}

void
_ts_trends_page_connect_lines (TsTrendsPage *self)
{
  self->backdrop = ts_backdrop_new (self->session, self->line_view);
  self->suspect_band = ts_suspect_band_new (self->session, self->line_view);
  g_signal_connect_object (self->session, "findings-changed", G_CALLBACK (show_rings), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "selection-changed", G_CALLBACK (selection_changed_cb),
                           self, 0);
  g_signal_connect_object (self->session, "lines-changed", G_CALLBACK (lines_changed_cb), self, 0);
  g_signal_connect_object (self->session, "states-changed", G_CALLBACK (show_lines_state), self,
                           G_CONNECT_SWAPPED);
  show_line_title (self);
}

void
_ts_trends_page_bind_lines (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, remove_line_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_lines_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_lines_cb);
  gtk_widget_class_bind_template_callback (widget_class, position_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, crosshair_moved_cb);
  gtk_widget_class_bind_template_callback (widget_class, hover_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, focus_along_cb);
}
