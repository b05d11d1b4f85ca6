/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends-page.h"

#include "app/backdrop.h"
#include "app/captions.h"
#include "app/rank-focus.h"
#include "app/settings.h"
#include "plot/cell-painter.h"

#include <glib/gi18n-lib.h>

struct _TsTrendsPage
{
  GtkWidget parent_instance;

  GtkPaned *panel_paned;
  GtkPaned *chart_paned;
  TsSelectionPanel *panel;
  GtkWidget *heatmap_card;
  GtkWidget *line_card;
  GtkWidget *spinner;
  GtkStack *heatmap_stack;
  AdwStatusPage *nothing_page;
  TsHeatmapView *heatmap_view;
  TsLineView *line_view;

  TsParallelLayout *layout; /* of the ranks; NULL: unknown */
  TsRankFocus *focus;       /* a block to be shown when its heat map arrives */
  gboolean comparing;       /* the heat map shows deviations from a group's median */
  TsPalette palettes[2];    /* chosen for numbers without and with a sign that matters */
  gboolean is_signed;

  TsSession *session;
  TsBackdrop *backdrop;
  GSimpleActionGroup *actions;
  GMenuModel *line_menu;
  GArray *shown_cells; /* TsCell: those the line view holds */
  TsRowOrder row_order;
  guint fold_layers : 1;
  guint updating : 1;
};

G_DEFINE_FINAL_TYPE (TsTrendsPage, ts_trends_page, GTK_TYPE_WIDGET)

/* --- heat map ----------------------------------------------------------------------------- */

static void
show_nothing (TsTrendsPage *self)
{
  const TsSelection *selection = ts_session_get_selection (self->session);
  gboolean filtered = selection->tags->len > 0 || selection->name_filter != NULL;

  adw_status_page_set_description (
      self->nothing_page,
      filtered ? _ ("No target of this metric passes the filters.")
               : _ ("This database has no rows for the metric and the value chosen."));
  gtk_widget_set_visible (adw_status_page_get_child (self->nothing_page), filtered);
}

/* Numbers whose sign matters get the palette with a middle and no plain logarithm, unless another
 * one was chosen for them. */
static void
set_signed (TsTrendsPage *self, gboolean is_signed)
{
  TsHeatmapColors colors = *ts_heatmap_view_get_colors (self->heatmap_view);

  if (is_signed == self->is_signed)
    return;
  self->is_signed = is_signed;
  colors.palette = self->palettes[is_signed];
  if (is_signed && colors.scale == TS_SCALE_LOG)
    colors.scale = TS_SCALE_SYMLOG;
  ts_heatmap_view_set_colors (self->heatmap_view, &colors);
  ts_selection_panel_set_colors (self->panel, &colors);
}

/* The matrix as it is to be shown: ranks named, ordered and compared by their layout. */
static TsMatrix *
arrange (TsTrendsPage *self, TsMatrix *matrix)
{
  TsRankBox *box = ts_selection_panel_get_rank_box (self->panel);
  TsRankView view = ts_rank_box_get_view (box);
  TsMatrix *arranged = NULL;

  gtk_widget_set_visible (GTK_WIDGET (box), self->layout != NULL && matrix != NULL
                                                && ts_rank_focus_has_ranks (matrix));
  if (matrix == NULL)
    return NULL;
  if (self->layout != NULL)
    arranged = ts_rank_view_apply (&view, self->layout, matrix);
  self->comparing = arranged != NULL && view.compare_within != TS_COMPARE_NOTHING
                    && ts_rank_focus_has_ranks (matrix);
  set_signed (self,
              self->comparing
                  || ts_stat_is_signed (ts_session_get_selection (self->session)->stat, matrix));
  return arranged != NULL ? arranged : ts_matrix_ref (matrix);
}

/* Brings the block that was asked for into view; ranks that do not stand side by side are moved
 * together first. */
static void
show_focus (TsTrendsPage *self)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  guint x0, x1, y0, y1;

  if (self->focus == NULL || self->layout == NULL || matrix == NULL
      || matrix->x->dimension != TS_DIMENSION_RANK)
    return;
  if (!ts_rank_focus_find_ranks (self->focus, matrix->x, &x0, &x1) && x0 == x1)
    x1 = matrix->x->n;
  if (self->row_order != TS_ROW_ORDER_NETWORK || self->fold_layers
      || !ts_rank_focus_find_layers (self->focus, self->layout,
                                     ts_session_get_catalog (self->session), matrix->y, &y0, &y1))
    {
      y0 = 0;
      y1 = matrix->y->n;
    }
  g_clear_pointer (&self->focus, ts_rank_focus_free);
  ts_heatmap_view_set_visible (self->heatmap_view, x0, x1, y0, y1);
}

/* "forward · norm · step 3 · deviation within DP group". */
char *
ts_trends_page_dup_heatmap_title (TsTrendsPage *self)
{
  TsRankView view = ts_rank_box_get_view (ts_selection_panel_get_rank_box (self->panel));
  g_autofree char *title = ts_session_dup_title (self->session);

  if (!self->comparing)
    return g_steal_pointer (&title);
  /* Translators: a title, then TP or DP. */
  return g_strdup_printf (_ ("%s · deviation from the median of the %s group"), title,
                          view.compare_within == TS_PARALLEL_TP ? "TP" : "DP");
}

char *
ts_trends_page_dup_value_name (TsTrendsPage *self)
{
  const char *stat = ts_session_get_selection (self->session)->stat;

  if (stat == NULL)
    return g_strdup ("");
  /* Translators: a statistic, less the median of a group of ranks. */
  return self->comparing ? g_strdup_printf (_ ("%s − median"), stat) : g_strdup (stat);
}

static void
matrix_changed_cb (TsSession *session, TsTrendsPage *self)
{
  g_autoptr (TsMatrix) matrix = arrange (self, ts_session_get_matrix (session));
  g_autofree char *name = ts_trends_page_dup_value_name (self);
  g_autofree char *title = ts_trends_page_dup_heatmap_title (self);
  gboolean empty = matrix != NULL && (matrix->x->n == 0 || matrix->y->n == 0);

  if (empty)
    show_nothing (self);
  ts_heatmap_view_set_matrix (self->heatmap_view, empty ? NULL : matrix, title, name);
  gtk_stack_set_visible_child_name (self->heatmap_stack, empty ? "nothing" : "view");
  show_focus (self);
}

static void
rank_view_changed_cb (TsTrendsPage *self)
{
  matrix_changed_cb (self->session, self);
}

static char *
describe_cell (const TsMatrix *matrix, guint x, guint y, gpointer data)
{
  TsTrendsPage *self = data;
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  const TsSelection *selection = ts_session_get_selection (self->session);
  g_autofree char *cell = NULL, *ranks = NULL, *itself = NULL;
  char **const lines[] = { &itself, &ranks, &cell };
  GString *text;

  if (catalog == NULL)
    return NULL;
  text = g_string_new (NULL);
  cell = ts_caption_for_cell (catalog, selection, matrix, x, y);
  if (self->layout != NULL)
    ranks = ts_rank_focus_describe_cell (self->layout, catalog, selection->value, matrix, x, y);
  if (self->comparing)
    itself = ts_rank_focus_describe_original (ts_session_get_matrix (self->session),
                                              selection->stat, matrix, x, y);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (*lines[i] != NULL)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", *lines[i]);
  return g_string_free (text, text->len == 0);
}

static void
cell_activated_cb (TsTrendsPage *self, guint x, guint y)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  gint64 x_id, y_id;

  if (matrix == NULL || x >= matrix->x->n || y >= matrix->y->n)
    return;
  x_id = matrix->x->ids[x];
  y_id = matrix->y->ids[y];
  if (ts_session_has_cell (self->session, x_id, y_id))
    ts_session_remove_cell (self->session, x_id, y_id);
  else if (!ts_session_add_cell (self->session, x_id, y_id))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* --- colours ------------------------------------------------------------------------------ */

static void
panel_colors_changed_cb (TsTrendsPage *self)
{
  TsHeatmapColors colors = *ts_heatmap_view_get_colors (self->heatmap_view);
  gboolean locked = colors.limits == TS_LIMITS_FIXED;

  ts_selection_panel_get_colors (self->panel, &colors);
  /* Locking keeps what is seen. */
  if (colors.limits == TS_LIMITS_FIXED && !locked)
    ts_heatmap_view_get_limits (self->heatmap_view, &colors.fixed_min, &colors.fixed_max);
  self->palettes[self->is_signed] = colors.palette;
  ts_heatmap_view_set_colors (self->heatmap_view, &colors);
  ts_selection_panel_set_colors (self->panel, &colors);
  if (!self->is_signed)
    ts_settings_set_string ("palette", ts_palette_to_key (colors.palette));
}

static void
view_colors_changed_cb (TsTrendsPage *self)
{
  ts_selection_panel_set_colors (self->panel, ts_heatmap_view_get_colors (self->heatmap_view));
}

static void
load_colors (TsTrendsPage *self)
{
  TsHeatmapColors colors = *ts_heatmap_view_get_colors (self->heatmap_view);
  g_autofree char *palette = ts_settings_dup_string ("palette", "cividis");

  ts_palette_from_key (palette, &colors.palette);
  self->palettes[FALSE] = colors.palette;
  self->palettes[TRUE] = TS_PALETTE_DIVERGING;
  ts_heatmap_view_set_colors (self->heatmap_view, &colors);
  ts_selection_panel_set_colors (self->panel, &colors);
}

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

static void
clear_filters_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_clear_filters (TS_TRENDS_PAGE (data)->session);
}

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
show_all_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_heatmap_view_show_all (TS_TRENDS_PAGE (data)->heatmap_view);
}

static const char *const row_orders[] = { "network", "name", "largest", "first-anomaly" };

static void
row_order_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  TsTrendsPage *self = data;
  const char *key = g_variant_get_string (state, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (row_orders); i++)
    if (g_strcmp0 (row_orders[i], key) == 0)
      self->row_order = (TsRowOrder) i;
  g_simple_action_set_state (action, state);
  ts_heatmap_view_set_row_order (self->heatmap_view, self->row_order, self->fold_layers);
}

static void
fold_layers_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  TsTrendsPage *self = data;

  self->fold_layers = g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  ts_heatmap_view_set_row_order (self->heatmap_view, self->row_order, self->fold_layers);
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

static void
add_actions (TsTrendsPage *self)
{
  static const GActionEntry entries[]
      = { { "clear-filters", clear_filters_activated },
          { "show-all", show_all_activated },
          { "zoom-to-heatmap", zoom_to_heatmap_activated },
          { "row-order", NULL, "s", "'network'", row_order_changed },
          { "fold-layers", NULL, NULL, "false", fold_layers_changed },
          { "show-band", NULL, NULL, "false", backdrop_changed },
          { "show-median", NULL, NULL, "false", backdrop_changed } };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "trends", G_ACTION_GROUP (self->actions));
}

/* --- public ------------------------------------------------------------------------------- */

static void
busy_changed_cb (TsSession *session, GParamSpec *pspec, TsTrendsPage *self)
{
  gboolean busy;

  g_object_get (session, "busy", &busy, NULL);
  gtk_widget_set_visible (self->spinner, busy);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), busy);
}

void
ts_trends_page_set_session (TsTrendsPage *self, TsSession *session)
{
  g_return_if_fail (TS_IS_TRENDS_PAGE (self) && self->session == NULL);
  self->session = g_object_ref (session);
  self->backdrop = ts_backdrop_new (session, self->line_view);
  ts_selection_panel_set_session (self->panel, session);
  g_signal_connect_object (session, "matrix-changed", G_CALLBACK (matrix_changed_cb), self, 0);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           0);
  g_signal_connect_object (session, "cells-changed", G_CALLBACK (cells_changed_cb), self, 0);
  g_signal_connect_object (session, "line-changed", G_CALLBACK (line_changed_cb), self, 0);
  g_signal_connect_object (session, "notify::busy", G_CALLBACK (busy_changed_cb), self, 0);
  ts_heatmap_view_set_describe_func (self->heatmap_view, describe_cell, self, NULL);
  g_signal_connect_object (ts_selection_panel_get_rank_box (self->panel), "changed",
                           G_CALLBACK (rank_view_changed_cb), self, G_CONNECT_SWAPPED);
  show_line_title (self);
}

void
ts_trends_page_set_layout (TsTrendsPage *self, TsParallelLayout *layout)
{
  g_return_if_fail (TS_IS_TRENDS_PAGE (self));
  if (layout != NULL)
    ts_parallel_layout_ref (layout);
  g_clear_pointer (&self->layout, ts_parallel_layout_unref);
  self->layout = layout;
  if (ts_session_get_matrix (self->session) != NULL)
    matrix_changed_cb (self->session, self);
}

void
ts_trends_page_show_block (TsTrendsPage *self, GArray *ranks, guint stage, guint n_layers)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  guint first, last;

  g_return_if_fail (TS_IS_TRENDS_PAGE (self));
  g_clear_pointer (&self->focus, ts_rank_focus_free);
  self->focus = ts_rank_focus_new (ranks, stage, n_layers);
  if (matrix == NULL || matrix->x->dimension != TS_DIMENSION_RANK)
    {
      ts_session_set_dimension (self->session, TS_DIMENSION_STEP);
      return;
    }
  if (!ts_rank_focus_find_ranks (self->focus, matrix->x, &first, &last) && first < last)
    {
      TsRankBox *box = ts_selection_panel_get_rank_box (self->panel);
      TsRankView view = ts_rank_box_get_view (box);
      view.order_by = TS_PARALLEL_TP;
      ts_rank_box_set_view (box, &view);
      matrix_changed_cb (self->session, self);
      return;
    }
  show_focus (self);
}

TsSelectionPanel *
ts_trends_page_get_panel (TsTrendsPage *self)
{
  g_return_val_if_fail (TS_IS_TRENDS_PAGE (self), NULL);
  return self->panel;
}

TsHeatmapView *
ts_trends_page_get_heatmap_view (TsTrendsPage *self)
{
  g_return_val_if_fail (TS_IS_TRENDS_PAGE (self), NULL);
  return self->heatmap_view;
}

TsLineView *
ts_trends_page_get_line_view (TsTrendsPage *self)
{
  g_return_val_if_fail (TS_IS_TRENDS_PAGE (self), NULL);
  return self->line_view;
}

void
ts_trends_page_set_show_panel (TsTrendsPage *self, gboolean show)
{
  g_return_if_fail (TS_IS_TRENDS_PAGE (self));
  gtk_widget_set_visible (GTK_WIDGET (self->panel), show);
}

gboolean
ts_trends_page_get_show_panel (TsTrendsPage *self)
{
  g_return_val_if_fail (TS_IS_TRENDS_PAGE (self), FALSE);
  return gtk_widget_get_visible (GTK_WIDGET (self->panel));
}

void
ts_trends_page_save_settings (TsTrendsPage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->chart_paned));

  g_return_if_fail (TS_IS_TRENDS_PAGE (self));
  if (gtk_widget_get_visible (GTK_WIDGET (self->panel)) && height > 0)
    ts_settings_set_value (
        "panel-width",
        g_variant_new_int32 (CLAMP (gtk_paned_get_position (self->panel_paned), 200, 800)));
  if (height > 0)
    ts_settings_set_value (
        "chart-position",
        g_variant_new_double (
            CLAMP ((double) gtk_paned_get_position (self->chart_paned) / height, 0.1, 0.9)));
}

/* --- widget ------------------------------------------------------------------------------- */

/* The divider's place is remembered as a share, which can be applied once the height is known. */
static void
chart_paned_max_position_cb (GtkPaned *paned, GParamSpec *pspec, TsTrendsPage *self)
{
  int max;

  g_object_get (paned, "max-position", &max, NULL);
  if (max <= 1 || max == G_MAXINT)
    return;
  g_signal_handlers_disconnect_by_func (paned, chart_paned_max_position_cb, self);
  gtk_paned_set_position (paned, (int) (gtk_widget_get_height (GTK_WIDGET (paned))
                                        * ts_settings_get_double ("chart-position", 0.62)));
}

static void
ts_trends_page_dispose (GObject *object)
{
  TsTrendsPage *self = TS_TRENDS_PAGE (object);

  if (self->heatmap_view != NULL)
    ts_heatmap_view_set_describe_func (self->heatmap_view, NULL, NULL, NULL);
  self->heatmap_view = NULL;
  if (self->panel_paned != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->panel_paned));
  self->panel_paned = NULL;
  if (self->backdrop != NULL)
    g_object_run_dispose (G_OBJECT (self->backdrop));
  g_clear_object (&self->backdrop);
  g_clear_object (&self->actions);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ts_trends_page_parent_class)->dispose (object);
}

static void
ts_trends_page_finalize (GObject *object)
{
  TsTrendsPage *self = TS_TRENDS_PAGE (object);

  g_array_unref (self->shown_cells);
  g_clear_pointer (&self->layout, ts_parallel_layout_unref);
  g_clear_pointer (&self->focus, ts_rank_focus_free);
  G_OBJECT_CLASS (ts_trends_page_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, panel_paned);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, chart_paned);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, panel);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, heatmap_card);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, line_card);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, heatmap_stack);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, nothing_page);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, heatmap_view);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, line_view);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, line_menu);
}

static void
ts_trends_page_class_init (TsTrendsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ts_trends_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = ts_trends_page_finalize;
  g_type_ensure (TS_TYPE_SELECTION_PANEL);
  g_type_ensure (TS_TYPE_HEATMAP_VIEW);
  g_type_ensure (TS_TYPE_LINE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/trendscope/Trendscope/trends-page.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, panel_colors_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_colors_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, cell_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, lines_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, position_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, crosshair_moved_cb);
}

static void
ts_trends_page_init (TsTrendsPage *self)
{
  self->shown_cells = g_array_new (FALSE, FALSE, sizeof (TsCell));
  gtk_widget_init_template (GTK_WIDGET (self));
  add_actions (self);
  ts_line_view_set_extra_menu (self->line_view, self->line_menu);
  load_colors (self);
  gtk_paned_set_position (self->panel_paned, ts_settings_get_int ("panel-width", 300));
  g_signal_connect (self->chart_paned, "notify::max-position",
                    G_CALLBACK (chart_paned_max_position_cb), self);
}
