/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/trends-page-private.h"

#include "app/trends/captions.h"
#include "app/trends/finding-marks.h"
#include "app/settings.h"
#include "plot/heatmap/cell-painter.h"

#include <glib/gi18n-lib.h>

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

static void
show_colors (TsTrendsPage *self)
{
  TsScaleType scale;
  gboolean known = ts_heatmap_view_get_scale (self->heatmap_view, &scale);

  ts_selection_panel_set_colors (self->panel, ts_heatmap_view_get_colors (self->heatmap_view));
  ts_selection_panel_set_auto_scale (self->panel, known ? &scale : NULL);
}

/* Numbers whose sign matters get the palette with a middle and no plain logarithm, unless another
 * one was chosen for them. */
void
_ts_trends_page_show_colors (TsTrendsPage *self)
{
  TsHeatmapColors colors
      = ts_view_get_colors (ts_session_get_view (self->session), self->is_signed);

  ts_heatmap_view_set_colors (self->heatmap_view, &colors);
  show_colors (self);
}

/* Whether a layout is known of the ranks that are shown. */
static void
show_rank_box (TsTrendsPage *self, const TsMatrix *matrix)
{
  gtk_widget_set_visible (GTK_WIDGET (ts_selection_panel_get_rank_box (self->panel)),
                          self->layout != NULL && matrix != NULL
                              && ts_rank_focus_has_ranks (matrix));
}

void
_ts_trends_page_show_focus (TsTrendsPage *self)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  const TsView *view = ts_session_get_view (self->session);
  guint x0, x1, y0, y1;

  if (self->focus == NULL || self->layout == NULL || matrix == NULL
      || matrix->x->dimension != TS_DIMENSION_RANK)
    return;
  if (!ts_rank_focus_find_ranks (self->focus, matrix->x, &x0, &x1) && x0 == x1)
    x1 = matrix->x->n;
  if (view->row_order != TS_ROW_ORDER_NETWORK || view->fold_layers
      || !ts_rank_focus_find_layers (self->focus, self->layout,
                                     ts_session_get_catalog (self->session), matrix->y, &y0, &y1))
    {
      y0 = 0;
      y1 = matrix->y->n;
    }
  g_clear_pointer (&self->focus, ts_rank_focus_free);
  ts_heatmap_view_set_visible (self->heatmap_view, x0, x1, y0, y1);
}

/* How the ranks of what is shown are compared. */
static TsRankView
get_comparison (TsTrendsPage *self)
{
  const TsView *view = ts_session_get_view (self->session);

  return ts_rank_view_from_keys (
      NULL, ts_session_is_comparing (self->session) ? view->compare_within : NULL);
}

void
_ts_trends_page_show_spot (TsTrendsPage *self)
{
  TsSpotCell *spot = &self->shown_cell;
  TsDimension fixed = ts_session_get_selection (self->session)->dimension;
  gint64 x_id, y_id;
  TsRect rect;

  if (!spot->pending || ts_session_get_heatmap_state (self->session, NULL) == TS_CHART_WAITING)
    return;
  spot->pending = FALSE;
  ts_cell_get_line (&spot->cell, fixed, &x_id, &y_id);
  if (!ts_heatmap_view_get_cell_rect (self->heatmap_view, x_id, y_id, &rect))
    ts_heatmap_view_show_all (self->heatmap_view);
}

char *
ts_trends_page_dup_heatmap_title (TsTrendsPage *self)
{
  const TsRankView comparison = get_comparison (self);
  g_autofree char *title = ts_session_dup_heatmap_title (self->session);

  return ts_rank_view_dup_title (&comparison, title);
}

char *
ts_trends_page_dup_value_name (TsTrendsPage *self)
{
  const TsRankView comparison = get_comparison (self);
  const char *stat = ts_session_get_selection (self->session)->stat;

  return ts_rank_view_dup_value_name (&comparison, stat != NULL ? stat : "");
}

/* A failed read lasts: what is asked for is not there, whatever was there before. */
static void
show_heatmap_state (TsTrendsPage *self)
{
  TsMatrix *matrix = ts_session_get_shown_matrix (self->session);
  gboolean empty = matrix != NULL && (matrix->x->n == 0 || matrix->y->n == 0);
  const GError *error = NULL;

  if (ts_session_get_heatmap_state (self->session, &error) == TS_CHART_FAILED)
    {
      /* The panel says already what was asked for: another picture would be taken for that. */
      ts_heatmap_view_set_failure (self->heatmap_view, error->message);
      gtk_stack_set_visible_child_name (self->heatmap_stack, "view");
    }
  else
    gtk_stack_set_visible_child_name (self->heatmap_stack, empty ? "nothing" : "view");
}

static void
show_findings (TsTrendsPage *self)
{
  g_autoptr (GArray) marks = NULL, suspicion = NULL;

  if (self->heatmap_view == NULL) /* the window closes */
    return;
  suspicion = ts_finding_suspicion_new (self->session);
  ts_heatmap_view_set_suspicion (self->heatmap_view, suspicion);
  marks = ts_finding_marks_new (self->session);
  ts_heatmap_view_set_marks (self->heatmap_view, (const TsCellMark *) (const void *) marks->data,
                             marks->len);
}

void
_ts_trends_page_show_matrix (TsTrendsPage *self)
{
  TsMatrix *matrix = ts_session_get_shown_matrix (self->session);
  g_autofree char *name = ts_trends_page_dup_value_name (self);
  g_autofree char *title = ts_trends_page_dup_heatmap_title (self);
  gboolean empty = matrix != NULL && (matrix->x->n == 0 || matrix->y->n == 0);

  show_rank_box (self, matrix);
  self->is_signed = matrix != NULL
                    && (ts_session_is_comparing (self->session)
                        || ts_stat_is_signed (ts_session_get_selection (self->session)->stat,
                                              ts_session_get_matrix (self->session)));
  _ts_trends_page_show_colors (self);
  if (empty)
    show_nothing (self);
  show_findings (self);
  ts_heatmap_view_set_matrix (self->heatmap_view, empty ? NULL : matrix, title, name);
  show_heatmap_state (self);
  _ts_trends_page_restore_heatmap_ranges (self);
  _ts_trends_page_show_focus (self);
  _ts_trends_page_show_spot (self);
  _ts_trends_page_link_charts (self);
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
  if (ts_session_is_comparing (self->session))
    itself = ts_rank_focus_describe_original (ts_session_get_matrix (self->session),
                                              selection->stat, matrix, x, y);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (*lines[i] != NULL)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", *lines[i]);
  return g_string_free (text, text->len == 0);
}

/* Once, not for every click. */
static void
tell_limit (TsTrendsPage *self)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *text = NULL;
  AdwToast *toast;

  gtk_widget_error_bell (GTK_WIDGET (self));
  if (overlay == NULL || self->limit_toast != NULL)
    return;
  text = g_strdup_printf (_ ("No more than %d cells can have lines; click one again, or remove its "
                             "line, to make room"),
                          TS_MAX_LINES);
  toast = adw_toast_new (text);
  g_set_weak_pointer (&self->limit_toast, toast);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
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
  else if (ts_session_get_n_cells (self->session) >= TS_MAX_LINES)
    tell_limit (self);
  else if (!ts_session_add_cell (self->session, x_id, y_id))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* --- colours ------------------------------------------------------------------------------ */

/* What the person chose, in the panel or in the chart. */
static void
change_colors (TsTrendsPage *self, const TsHeatmapColors *colors)
{
  g_autoptr (TsView) look = ts_view_copy (ts_session_get_view (self->session));

  look->colors = *colors;
  look->colors.palette = ts_session_get_view (self->session)->colors.palette;
  look->palettes[self->is_signed] = colors->palette;
  ts_session_set_look (self->session, look);
}

static void
panel_colors_changed_cb (TsTrendsPage *self)
{
  TsHeatmapColors colors = *ts_heatmap_view_get_colors (self->heatmap_view);
  gboolean locked = colors.limits == TS_LIMITS_FIXED;

  ts_selection_panel_get_colors (self->panel, &colors);
  /* Locking keeps what is seen, for every view to come. */
  if (colors.limits == TS_LIMITS_FIXED && !locked)
    {
      ts_heatmap_view_get_limits (self->heatmap_view, &colors.fixed_min, &colors.fixed_max);
      if (colors.auto_scale && ts_heatmap_view_get_scale (self->heatmap_view, &colors.scale))
        colors.auto_scale = FALSE;
    }
  change_colors (self, &colors);
  if (!self->is_signed)
    ts_settings_set_string ("palette", ts_palette_to_key (colors.palette));
}

static void
view_colors_changed_cb (TsTrendsPage *self)
{
  if (self->session != NULL)
    change_colors (self, ts_heatmap_view_get_colors (self->heatmap_view));
}

static void
scale_changed_cb (TsTrendsPage *self)
{
  show_colors (self);
}

/* What a database is first seen with. */
static void
load_colors (TsTrendsPage *self)
{
  g_autoptr (TsView) look = ts_view_copy (ts_session_get_view (self->session));
  g_autofree char *palette = ts_settings_dup_string ("palette", "cividis");

  ts_palette_from_key (palette, &look->palettes[FALSE]);
  ts_session_set_first_look (self->session, look);
}

/* --- actions ------------------------------------------------------------------------------ */

static void
clear_filters_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_clear_filters (TS_TRENDS_PAGE (data)->session);
}

static void
retry_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_retry (TS_TRENDS_PAGE (data)->session);
}

static void
show_all_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_heatmap_view_show_all (TS_TRENDS_PAGE (data)->heatmap_view);
}

static void
row_order_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  TsTrendsPage *self = data;
  g_autoptr (TsView) look = ts_view_copy (ts_session_get_view (self->session));

  ts_row_order_from_key (g_variant_get_string (state, NULL), &look->row_order);
  ts_session_set_look (self->session, look);
}

static void
fold_layers_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  TsTrendsPage *self = data;
  g_autoptr (TsView) look = ts_view_copy (ts_session_get_view (self->session));

  look->fold_layers = g_variant_get_boolean (state);
  ts_session_set_look (self->session, look);
}

static const char *
group_to_key (int group)
{
  return group >= 0 ? g_intern_string (ts_parallel_dimension_to_key ((TsParallelDimension) group))
                    : NULL;
}

void
_ts_trends_page_take_ranks (TsTrendsPage *self)
{
  TsRankView ranks = ts_rank_box_get_view (ts_selection_panel_get_rank_box (self->panel));
  g_autoptr (TsView) look = ts_view_copy (ts_session_get_view (self->session));

  look->ranks_by = group_to_key (ranks.order_by);
  look->compare_within = group_to_key (ranks.compare_within);
  ts_session_set_look (self->session, look);
}

/* --- set-up ------------------------------------------------------------------------------- */

static const GActionEntry entries[]
    = { { "clear-filters", clear_filters_activated },
        { "retry", retry_activated },
        { "show-all", show_all_activated },
        { "row-order", NULL, "s", "'network'", row_order_changed },
        { "fold-layers", NULL, NULL, "false", fold_layers_changed } };

void
_ts_trends_page_init_heatmap (TsTrendsPage *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
}

void
_ts_trends_page_connect_heatmap (TsTrendsPage *self)
{
  g_signal_connect_object (self->heatmap_view, "retry", G_CALLBACK (ts_session_retry),
                           self->session, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "matrix-changed",
                           G_CALLBACK (_ts_trends_page_show_matrix), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "findings-changed", G_CALLBACK (show_findings), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "states-changed", G_CALLBACK (show_heatmap_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ts_selection_panel_get_rank_box (self->panel), "changed",
                           G_CALLBACK (_ts_trends_page_take_ranks), self, G_CONNECT_SWAPPED);
  load_colors (self);
  ts_heatmap_view_set_describe_func (self->heatmap_view, describe_cell, self, NULL);
}

void
_ts_trends_page_bind_heatmap (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, panel_colors_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_colors_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, scale_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, cell_activated_cb);
}
