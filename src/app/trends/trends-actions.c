/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/trends/trends-page-private.h"

#include "app/trends/captions.h"
#include "app/trends/finding-marks.h"
#include "model/matrix-order.h"
#include "plot/heatmap/heatmap-picture.h"

/* --- pictures ----------------------------------------------------------------------------- */

/* As large as it is on screen, so that what is legible there is legible in the file. */
static void
set_size (TsPageExport *export, GtkWidget *view)
{
  export->width = MAX (gtk_widget_get_width (view), 320);
  export->height = MAX (gtk_widget_get_height (view), 200);
}

static void
draw_heatmap (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer plot)
{
  ts_heatmap_picture_draw (plot, cr, style, width, height);
}

static void
draw_lines (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer plot)
{
  ts_line_plot_draw (plot, cr, style, width, height);
}

/* range: what is in sight; NULL: everything. NULL without memory. */
static TsHeatmapPicture *
create_plot (TsTrendsPage *self, TsMatrix *matrix, const TsViewRange *range)
{
  g_autofree char *title = ts_trends_page_dup_heatmap_title (self);
  g_autofree char *name = ts_trends_page_dup_value_name (self);
  g_autoptr (GArray) marks = ts_finding_marks_new (self->session);
  g_autoptr (GArray) suspicion = ts_finding_suspicion_new (self->session);
  g_autoptr (TsHeatmapPicture) plot = ts_heatmap_picture_new ();

  ts_heatmap_picture_set_colors (plot, ts_heatmap_view_get_colors (self->heatmap_view));
  if (range == NULL)
    ts_heatmap_picture_set_matrix (plot, matrix, title, name);
  else if (!ts_heatmap_picture_set_part (plot, matrix, range, title, name))
    return NULL;
  ts_heatmap_picture_set_marks (plot, (const TsCellMark *) (const void *) marks->data, marks->len);
  ts_heatmap_picture_set_suspicion (plot, suspicion);
  return g_steal_pointer (&plot);
}

/* The rows as they are shown, of which those in sight and, if that is not all, all. */
static TsPageExport *
create_heatmap (TsTrendsPage *self)
{
  g_autofree char *title = ts_trends_page_dup_heatmap_title (self);
  TsMatrix *matrix = ts_heatmap_view_get_shown_matrix (self->heatmap_view);
  TsViewRange range;
  gboolean is_part = FALSE;
  TsPageExport *export;
  TsHeatmapPicture *plot;

  if (matrix != NULL)
    {
      ts_heatmap_view_get_visible (self->heatmap_view, &range.x0, &range.x1, &range.y0, &range.y1);
      is_part = range.x1 - range.x0 < matrix->x->n || range.y1 - range.y0 < matrix->y->n;
    }
  else
    matrix = ts_heatmap_view_get_matrix (self->heatmap_view);
  plot = matrix != NULL ? create_plot (self, matrix, is_part ? &range : NULL) : NULL;
  if (plot == NULL)
    return NULL;
  export = ts_page_export_new (ts_caption_to_file_name (title, ".png"), plot,
                               (GDestroyNotify) ts_heatmap_picture_free);
  export->whole = is_part ? create_plot (self, matrix, NULL) : NULL;
  export->draw = draw_heatmap;
  export->view = ts_session_save (self->session);
  set_size (export, GTK_WIDGET (self->heatmap_view));
  return export;
}

/* What the view shows: its colours, visible part, range of the ranks and median. */
static TsPageExport *
create_lines (TsTrendsPage *self)
{
  g_autofree char *title = ts_session_dup_lines_title (self->session);
  TsPageExport *export;

  if (ts_line_view_get_n_lines (self->line_view) == 0)
    return NULL;
  export = ts_page_export_new (ts_caption_to_file_name (title, ".png"),
                               ts_line_plot_copy (ts_line_view_get_plot (self->line_view)),
                               (GDestroyNotify) ts_line_plot_free);
  export->draw = draw_lines;
  export->view = ts_session_save (self->session);
  set_size (export, GTK_WIDGET (self->line_view));
  return export;
}

TsPageExport *
_ts_trends_page_create_export (TsPage *page, const char *name)
{
  TsTrendsPage *self = TS_TRENDS_PAGE (page);

  return g_strcmp0 (name, "heatmap") == 0 ? create_heatmap (self) : create_lines (self);
}

/* --- states ------------------------------------------------------------------------------- */

/* States to read, by scripts and tests; they can't be changed. */
static const GActionEntry entries[] = {
  { "n-lines", NULL, NULL, "0", NULL },
  { "n-shown-lines", NULL, NULL, "0", NULL },
  { "crosshair", NULL, NULL, "-1", NULL },
  { "marker", NULL, NULL, "(-1, -1)", NULL },
  { "visible-lines", NULL, NULL, "(0.0, 0.0)", NULL },
  { "matrix-size", NULL, NULL, "(uint32 0, uint32 0)", NULL },
  { "last-cell", NULL, NULL, "(int64 -1, int64 -1, int64 -1)", NULL }, /* step, rank, target */
};

static GVariant *
describe_last_cell (TsSession *session)
{
  guint n = ts_session_get_n_cells (session);
  TsCell cell = { { -1, -1, -1 } };

  if (n > 0)
    cell = ts_session_get_cell (session, n - 1);
  return g_variant_new ("(xxx)", cell.ids[TS_DIMENSION_STEP], cell.ids[TS_DIMENSION_RANK],
                        cell.ids[TS_DIMENSION_MODULE]);
}

static void
set_state (TsTrendsPage *self, const char *name, GVariant *state)
{
  GActionMap *actions = ts_page_get_actions (TS_PAGE (self));

  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (actions, name)), state);
}

static guint
count_shown_lines (TsLineView *view)
{
  guint n = 0;

  for (guint i = 0; i < ts_line_view_get_n_lines (view); i++)
    n += ts_line_view_get_shown (view, i);
  return n;
}

static void
crosshair_moved_cb (TsTrendsPage *self, int place)
{
  int x, y;

  ts_heatmap_view_get_marker (self->heatmap_view, &x, &y);
  set_state (self, "crosshair", g_variant_new_int32 (place));
  set_state (self, "marker", g_variant_new ("(ii)", x, y));
}

static void
line_view_changed_cb (TsTrendsPage *self)
{
  double first, last;

  ts_line_view_get_visible (self->line_view, &first, &last);
  set_state (self, "visible-lines", g_variant_new ("(dd)", first, last));
}

static void
update (TsTrendsPage *self)
{
  TsMatrix *matrix = ts_session_get_matrix (self->session);
  guint n_lines = ts_line_view_get_n_lines (self->line_view);

  ts_page_set_has_content (TS_PAGE (self), ts_session_get_catalog (self->session) != NULL);
  ts_page_set_can_export (TS_PAGE (self), "heatmap", matrix != NULL && matrix->x->n > 0);
  ts_page_set_can_export (TS_PAGE (self), "lines", n_lines > 0);
  set_state (self, "last-cell", describe_last_cell (self->session));
  set_state (self, "n-lines", g_variant_new_int32 ((int) n_lines));
  set_state (self, "n-shown-lines",
             g_variant_new_int32 ((int) count_shown_lines (self->line_view)));
  set_state (
      self, "matrix-size",
      g_variant_new ("(uu)", matrix != NULL ? matrix->x->n : 0, matrix != NULL ? matrix->y->n : 0));
}

void
_ts_trends_page_init_actions (TsTrendsPage *self)
{
  GActionMap *actions = ts_page_get_actions (TS_PAGE (self));

  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_simple_action_set_enabled (
        G_SIMPLE_ACTION (g_action_map_lookup_action (actions, entries[i].name)), FALSE);
  g_signal_connect_object (self->session, "catalog-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->session, "matrix-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->line_view, "lines-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->line_view, "crosshair-moved", G_CALLBACK (crosshair_moved_cb),
                           self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->line_view, "view-changed", G_CALLBACK (line_view_changed_cb), self,
                           G_CONNECT_SWAPPED);
}
