/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/trends-page-private.h"

#include "app/settings.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (TsTrendsPage, ts_trends_page, TS_TYPE_PAGE)

/* --- public ------------------------------------------------------------------------------- */

static void
busy_changed_cb (TsSession *session, GParamSpec *pspec, TsTrendsPage *self)
{
  gboolean busy;

  g_object_get (session, "busy", &busy, NULL);
  gtk_widget_set_visible (self->spinner, busy);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), busy);
  ts_heatmap_view_set_stale (
      self->heatmap_view, busy && ts_session_get_heatmap_state (session, NULL) == TS_CHART_WAITING);
}

static void
layout_changed_cb (TsTrendsPage *self)
{
  TsParallelLayout *layout = ts_session_get_layout (self->session);

  if (layout != NULL)
    ts_parallel_layout_ref (layout);
  g_clear_pointer (&self->layout, ts_parallel_layout_unref);
  self->layout = layout;
}

/* Shows some ranks and the layers they hold in a virtual stage, as near as they fit. */
static void
show_block (TsTrendsPage *self, const TsSpot *spot)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  guint first, last;

  g_clear_pointer (&self->focus, ts_rank_focus_free);
  self->focus = ts_rank_focus_new (spot->ranks, spot->stage, spot->n_layers);
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
      _ts_trends_page_take_ranks (self);
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

/* --- page --------------------------------------------------------------------------------- */

/* A filter that hides the tensor gives way. */
static void
clear_hiding_filter (TsCatalog *catalog, TsSelection *selection, gint64 target_id)
{
  g_autoptr (GPtrArray) passing = ts_catalog_filter_targets (catalog, selection, NULL);

  for (guint i = 0; i < passing->len; i++)
    if (((TsCatalogTarget *) g_ptr_array_index (passing, i))->id == target_id)
      return;
  g_clear_pointer (&selection->name_filter, g_free);
  g_ptr_array_set_size (selection->tags, 0);
}

/* The selection in which the spot can be seen: of its rank, else of its step, else of its tensor.
 */
static TsSelection *
create_selection (TsTrendsPage *self, const TsSpot *spot)
{
  TsSelection *selection = ts_selection_copy (ts_session_get_selection (self->session));

  if (spot->metric != NULL)
    {
      g_free (selection->metric);
      selection->metric = g_strdup (spot->metric);
    }
  if (spot->stat != NULL)
    {
      g_free (selection->stat);
      selection->stat = g_strdup (spot->stat);
    }
  if (spot->rank >= 0 && spot->ranks == NULL)
    {
      selection->dimension = TS_DIMENSION_RANK;
      selection->value = spot->rank;
    }
  else if (spot->step >= 0)
    {
      selection->dimension = TS_DIMENSION_STEP;
      selection->value = spot->step;
    }
  else if (spot->target_id >= 0)
    {
      selection->dimension = TS_DIMENSION_MODULE;
      selection->value = spot->target_id;
    }
  if (spot->target_id >= 0)
    clear_hiding_filter (ts_session_get_catalog (self->session), selection, spot->target_id);
  return selection;
}

static gboolean
has_cell (TsSession *session, const TsCell *cell)
{
  for (guint i = 0; i < ts_session_get_n_cells (session); i++)
    {
      TsCell chosen = ts_session_get_cell (session, i);
      if (ts_cell_equal (&chosen, cell))
        return TRUE;
    }
  return FALSE;
}

/* The heat map with the spot's tensor and moment on its axes, framed, and the line through it over
 * steps. What is about all ranks is framed on the first of them. Going through a list leaves one
 * line, not one of each entry; what a person chose stays. */
static void
show_cell (TsTrendsPage *self, const TsSpot *spot)
{
  TsCatalog *catalog = ts_session_get_catalog (self->session);
  g_autoptr (TsSelection) selection = create_selection (self, spot);
  const TsCell none = { { -1, -1, -1 } };
  TsSpotCell before = self->shown_cell;
  TsCell cell;

  self->shown_cell = (TsSpotCell){ 0 };
  if (spot->step < 0 || spot->target_id < 0 || catalog->ranks->len == 0)
    {
      ts_session_set_selection (self->session, selection);
      return;
    }
  cell.ids[TS_DIMENSION_STEP] = spot->step;
  cell.ids[TS_DIMENSION_MODULE] = spot->target_id;
  cell.ids[TS_DIMENSION_RANK]
      = spot->rank >= 0 ? spot->rank : g_array_index (catalog->ranks, gint64, 0);
  self->shown_cell = (TsSpotCell){ cell, !has_cell (self->session, &cell), TRUE };
  /* Shown twice it is still the page's, not the person's. */
  if (before.set && ts_cell_equal (&before.cell, &cell))
    self->shown_cell.set = TRUE;
  ts_session_show_cells (self->session, selection, &cell, 1, before.set ? &before.cell : &none);
  _ts_trends_page_show_spot (self);
}

/* The tensor's lines over steps, one of each rank, in place of what lines there were. The first
 * rank's is added last: what stands behind the lines is of that. */
static void
show_rank_lines (TsTrendsPage *self, const TsSpot *spot)
{
  g_autoptr (TsSelection) selection = create_selection (self, spot);
  guint n = MIN (spot->ranks->len, TS_MAX_LINES);
  g_autofree TsCell *cells = g_new (TsCell, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      cells[i].ids[TS_DIMENSION_STEP] = spot->step;
      cells[i].ids[TS_DIMENSION_MODULE] = spot->target_id;
      cells[i].ids[TS_DIMENSION_RANK] = g_array_index (spot->ranks, guint32, n - 1 - i);
    }
  self->shown_cell = (TsSpotCell){ 0 };
  ts_session_show_cells (self->session, selection, cells, n, NULL);
}

static gboolean
ts_trends_page_go_to (TsPage *page, const TsSpot *spot)
{
  TsTrendsPage *self = TS_TRENDS_PAGE (page);

  if (ts_session_get_catalog (self->session) == NULL)
    return FALSE;
  if (spot->ranks != NULL && spot->target_id >= 0 && spot->step >= 0)
    show_rank_lines (self, spot);
  else if (spot->ranks != NULL)
    show_block (self, spot);
  else
    show_cell (self, spot);
  return TRUE;
}

static void
ts_trends_page_search (TsPage *page)
{
  ts_selection_panel_focus_filter (TS_TRENDS_PAGE (page)->panel);
}

static void
ts_trends_page_set_show_panel (TsPage *page, gboolean show)
{
  gtk_widget_set_visible (GTK_WIDGET (TS_TRENDS_PAGE (page)->panel), show);
}

static void
ts_trends_page_set_databases (TsPage *page, const char *const *paths, const char *current)
{
  TsTrendsPage *self = TS_TRENDS_PAGE (page);

  g_strfreev (self->databases);
  self->databases = g_strdupv ((char **) paths);
  ts_selection_panel_set_databases (self->panel, paths, current);
}

static void
database_chosen_cb (TsTrendsPage *self, guint index)
{
  if (self->databases != NULL && index < g_strv_length (self->databases))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-database", "^ay",
                                self->databases[index]);
}

static void
ts_trends_page_save_settings (TsPage *page)
{
  TsTrendsPage *self = TS_TRENDS_PAGE (page);
  int height = gtk_widget_get_height (GTK_WIDGET (self->chart_paned));

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
ts_trends_page_constructed (GObject *object)
{
  TsTrendsPage *self = TS_TRENDS_PAGE (object);

  G_OBJECT_CLASS (ts_trends_page_parent_class)->constructed (object);
  self->session = g_object_ref (ts_page_get_session (TS_PAGE (self)));
  ts_selection_panel_set_session (self->panel, self->session);
  _ts_trends_page_connect_heatmap (self);
  _ts_trends_page_connect_lines (self);
  _ts_trends_page_connect_view (self);
  _ts_trends_page_init_actions (self);
  g_signal_connect_object (self->session, "notify::busy", G_CALLBACK (busy_changed_cb), self, 0);
  g_signal_connect_object (self->session, "layout-changed", G_CALLBACK (layout_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panel, "database-chosen", G_CALLBACK (database_chosen_cb), self,
                           G_CONNECT_SWAPPED);
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
  if (self->suspect_band != NULL)
    g_object_run_dispose (G_OBJECT (self->suspect_band));
  g_clear_object (&self->suspect_band);
  g_clear_object (&self->actions);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ts_trends_page_parent_class)->dispose (object);
}

static void
ts_trends_page_finalize (GObject *object)
{
  TsTrendsPage *self = TS_TRENDS_PAGE (object);

  g_clear_weak_pointer (&self->limit_toast);
  g_strfreev (self->databases);
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
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, lines_failed);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, lines_error);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, heatmap_view);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, line_view);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, line_menu);
  gtk_widget_class_bind_template_child (widget_class, TsTrendsPage, backdrop_section);
}

static void
init_page (TsPageClass *page_class)
{
  static const TsPageExportKind exports[] = {
    { "heatmap", N_ ("_Heat map…"), N_ ("Export heat map") },
    { "lines", N_ ("_Line chart…"), N_ ("Export line chart") },
    { NULL },
  };
  static const TsPageShortcut shortcuts[] = {
    { "export-heatmap", { "<Control>e" } },
    { "export-lines", { "<Control><Shift>e" } },
    { NULL },
  };

  page_class->name = "trends";
  page_class->title = N_ ("Trends");
  page_class->icon_name = "trends-symbolic";
  page_class->shortcuts = shortcuts;
  page_class->exports = exports;
  page_class->create_export = _ts_trends_page_create_export;
  page_class->go_to = ts_trends_page_go_to;
  page_class->search = ts_trends_page_search;
  page_class->set_show_panel = ts_trends_page_set_show_panel;
  page_class->set_databases = ts_trends_page_set_databases;
  page_class->save_settings = ts_trends_page_save_settings;
}

static void
ts_trends_page_class_init (TsTrendsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  init_page (TS_PAGE_CLASS (klass));
  G_OBJECT_CLASS (klass)->constructed = ts_trends_page_constructed;
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
  _ts_trends_page_bind_view (widget_class);
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
