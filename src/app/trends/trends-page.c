/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/trends-page-private.h"

#include "app/settings.h"

G_DEFINE_FINAL_TYPE (TsTrendsPage, ts_trends_page, GTK_TYPE_WIDGET)

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
  ts_selection_panel_set_session (self->panel, session);
  _ts_trends_page_connect_heatmap (self);
  _ts_trends_page_connect_lines (self);
  g_signal_connect_object (session, "notify::busy", G_CALLBACK (busy_changed_cb), self, 0);
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
    _ts_trends_page_show_matrix (self);
}

void
ts_trends_page_show_block (TsTrendsPage *self, GArray *ranks, guint stage, guint n_layers)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  guint first, last;

  g_return_if_fail (TS_IS_TRENDS_PAGE (self));
  g_clear_pointer (&self->focus, ts_rank_focus_free);
  self->focus = ts_rank_focus_new (ranks, stage, n_layers);
  /* The heat map that is shown may be about to make way for another one. */
  if (ts_session_get_selection (self->session)->dimension != TS_DIMENSION_STEP)
    {
      ts_session_set_dimension (self->session, TS_DIMENSION_STEP);
      return;
    }
  if (matrix == NULL || matrix->x->dimension != TS_DIMENSION_RANK)
    return;
  if (!ts_rank_focus_find_ranks (self->focus, matrix->x, &first, &last) && first < last)
    {
      TsRankBox *box = ts_selection_panel_get_rank_box (self->panel);
      TsRankView view = ts_rank_box_get_view (box);
      view.order_by = TS_PARALLEL_TP;
      ts_rank_box_set_view (box, &view);
      _ts_trends_page_show_matrix (self);
      return;
    }
  _ts_trends_page_show_focus (self);
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

  g_clear_weak_pointer (&self->limit_toast);
  g_array_unref (self->shown_lines);
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
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, backdrop_section);
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
  _ts_trends_page_bind_heatmap (widget_class);
  _ts_trends_page_bind_lines (widget_class);
}

static void
ts_trends_page_init (TsTrendsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->actions = g_simple_action_group_new ();
  gtk_widget_insert_action_group (GTK_WIDGET (self), "trends", G_ACTION_GROUP (self->actions));
  _ts_trends_page_init_heatmap (self);
  _ts_trends_page_init_lines (self);
  gtk_paned_set_position (self->panel_paned, ts_settings_get_int ("panel-width", 300));
  g_signal_connect (self->chart_paned, "notify::max-position",
                    G_CALLBACK (chart_paned_max_position_cb), self);
}
