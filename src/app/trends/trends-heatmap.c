/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/trends-page-private.h"

#include "app/trends/captions.h"
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
  show_colors (self);
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

void
_ts_trends_page_show_focus (TsTrendsPage *self)
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
  g_autofree char *title = ts_session_dup_heatmap_title (self->session);

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

void
_ts_trends_page_show_matrix (TsTrendsPage *self)
{
  g_autoptr (TsMatrix) matrix = arrange (self, ts_session_get_matrix (self->session));
  g_autofree char *name = ts_trends_page_dup_value_name (self);
  g_autofree char *title = ts_trends_page_dup_heatmap_title (self);
  gboolean empty = matrix != NULL && (matrix->x->n == 0 || matrix->y->n == 0);

  if (empty)
    show_nothing (self);
  ts_heatmap_view_set_matrix (self->heatmap_view, empty ? NULL : matrix, title, name);
  gtk_stack_set_visible_child_name (self->heatmap_stack, empty ? "nothing" : "view");
  _ts_trends_page_show_focus (self);
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
  if (self->comparing)
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
  self->palettes[self->is_signed] = colors.palette;
  ts_heatmap_view_set_colors (self->heatmap_view, &colors);
  show_colors (self);
  if (!self->is_signed)
    ts_settings_set_string ("palette", ts_palette_to_key (colors.palette));
}

static void
view_colors_changed_cb (TsTrendsPage *self)
{
  show_colors (self);
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
  show_colors (self);
}

/* --- actions ------------------------------------------------------------------------------ */

static void
clear_filters_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ts_session_clear_filters (TS_TRENDS_PAGE (data)->session);
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

  ts_row_order_from_key (g_variant_get_string (state, NULL), &self->row_order);
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

/* --- set-up ------------------------------------------------------------------------------- */

static const GActionEntry entries[]
    = { { "clear-filters", clear_filters_activated },
        { "show-all", show_all_activated },
        { "row-order", NULL, "s", "'network'", row_order_changed },
        { "fold-layers", NULL, NULL, "false", fold_layers_changed } };

void
_ts_trends_page_init_heatmap (TsTrendsPage *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  load_colors (self);
}

/* The panel says already what was asked for: another picture beside it would be taken for that. */
static void
matrix_failed_cb (TsSession *session, const GError *error, TsTrendsPage *self)
{
  ts_heatmap_view_set_failure (self->heatmap_view, error->message);
  gtk_stack_set_visible_child_name (self->heatmap_stack, "view");
}

void
_ts_trends_page_connect_heatmap (TsTrendsPage *self)
{
  g_signal_connect_object (self->session, "matrix-failed", G_CALLBACK (matrix_failed_cb), self, 0);
  g_signal_connect_object (self->heatmap_view, "retry", G_CALLBACK (ts_session_retry),
                           self->session, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "matrix-changed",
                           G_CALLBACK (_ts_trends_page_show_matrix), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ts_selection_panel_get_rank_box (self->panel), "changed",
                           G_CALLBACK (_ts_trends_page_show_matrix), self, G_CONNECT_SWAPPED);
  ts_heatmap_view_set_describe_func (self->heatmap_view, describe_cell, self, NULL);
}

void
_ts_trends_page_bind_heatmap (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, panel_colors_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_colors_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, cell_activated_cb);
}
