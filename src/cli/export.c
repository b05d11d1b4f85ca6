/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/check-freshness.h"
#include "cli/cli.h"
#include "cli/command-line.h"

#include "cli/export-csv.h"
#include "cli/export-options.h"
#include "cli/export-selection.h"
#include "model/dtype.h"
#include "parallel/rank-view.h"
#include "plot/heatmap/heatmap-picture.h"
#include "plot/export.h"
#include "plot/lines/line-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* So many lines can be told apart without being asked for. */
#define MAX_DEFAULT_LINES 4

/* What both commands end with; nothing is said in between what was asked for on standard output. */
static int
print_written (const TsExportOptions *options, const char *title, const char *what)
{
  const char *const paths[] = { options->output, options->csv };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    if (g_strcmp0 (paths[i], "-") == 0)
      return TS_EXIT_OK;
  if (g_strcmp0 (options->save_view, "-") == 0)
    return TS_EXIT_OK;
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    if (paths[i] != NULL)
      {
        g_autofree char *name = g_filename_display_name (paths[i]);
        g_print (_ ("Wrote %s: %s (%s)\n"), name, title, what);
      }
  return TS_EXIT_OK;
}

/* The picture carries the view, so that it can be opened and drawn again. */
static gboolean
draw (const TsExportOptions *options,
      const TsCatalog *catalog,
      const TsView *view,
      TsDrawFunc func,
      gpointer data,
      GError **error)
{
  g_autofree char *carried = ts_view_names_save (catalog, view);
  TsPlotStyle style;
  gboolean good;

  ts_plot_style_init (&style, options->dark);
  style.scale = options->scale;
  good = ts_export_full (options->output, ts_export_type_from_path (options->output), &style,
                         options->width, options->height, func, data, carried, NULL, error);
  ts_plot_style_clear (&style);
  return good;
}

static gboolean
save_view (const TsExportOptions *options, TsCatalog *catalog, const TsView *view, GError **error)
{
  return options->save_view == NULL
         || ts_export_save_view (catalog, view, options->save_view, error);
}

static void
draw_heatmap (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer plot)
{
  ts_heatmap_picture_draw (plot, cr, style, width, height);
}

static gboolean
set_no_memory (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       _ ("There is not enough memory for this heat map."));
  return FALSE;
}

/* What the view shows of matrix: its rows in the view's order, folded or not, and of them the part
 * that can be seen. */
static TsHeatmapPicture *
create_picture (const TsView *view,
                TsMatrix *matrix,
                const TsRankView *ranks,
                const char *title,
                GError **error)
{
  const char *stat = view->selection->stat;
  g_autofree char *value_name = ts_rank_view_dup_value_name (ranks, stat);
  gboolean is_signed
      = ranks->compare_within != TS_COMPARE_NOTHING || ts_stat_is_signed (stat, matrix);
  TsHeatmapColors colors = ts_view_get_colors (view, is_signed);
  g_autoptr (TsHeatmapRows) rows
      = ts_heatmap_rows_new (matrix, view->row_order, view->fold_layers, view->colors.reduction);
  g_autoptr (TsHeatmapPicture) picture = ts_heatmap_picture_new ();
  TsViewRange range;

  if (rows == NULL)
    return set_no_memory (error), NULL;
  ts_axis_part_to_places (&view->heatmap_x, rows->shown->x->ids, rows->shown->x->n, &range.x0,
                          &range.x1);
  ts_axis_part_to_places (&view->heatmap_y, rows->shown->y->ids, rows->shown->y->n, &range.y0,
                          &range.y1);
  ts_heatmap_picture_set_colors (picture, &colors);
  if (!ts_heatmap_picture_set_part (picture, rows->shown, &range, title, value_name))
    return set_no_memory (error), NULL;
  return g_steal_pointer (&picture);
}

static gboolean
write_heatmap (const TsExportOptions *options,
               const TsCatalog *catalog,
               const TsView *view,
               TsMatrix *matrix,
               const TsRankView *ranks,
               const char *title,
               GError **error)
{
  g_autoptr (TsHeatmapPicture) picture = create_picture (view, matrix, ranks, title, error);

  return picture != NULL
         && (options->csv == NULL || ts_export_matrix_csv (picture->source, options->csv, error))
         && (options->output == NULL
             || draw (options, catalog, view, draw_heatmap, picture, error));
}

/* How the ranks run, as the options or the view say; *layout NULL: they are but numbers. */
static gboolean
find_layout (const TsExportOptions *options,
             TsView *view,
             TsParallelLayout **layout,
             GError **error)
{
  g_autofree char *text = NULL;

  *layout = NULL;
  if (options->layout == NULL && view->layout == NULL)
    return TRUE;
  *layout = options->layout != NULL ? ts_parallel_layout_load (options->layout, error)
                                    : ts_parallel_layout_new_from_json (view->layout, error);
  if (*layout == NULL)
    return FALSE;
  text = ts_parallel_layout_to_json (*layout);
  view->layout = g_intern_string (text);
  return TRUE;
}

/* The ranks of matrix named, ordered and compared as the view wants them, in place of matrix. What
 * was done becomes *ranks. */
static gboolean
arrange_ranks (const TsExportOptions *options,
               TsView *view,
               TsMatrix **matrix,
               TsRankView *ranks,
               GError **error)
{
  g_autoptr (TsParallelLayout) layout = NULL;
  TsMatrix *arranged;

  *ranks = ts_rank_view_from_keys (NULL, NULL);
  if ((*matrix)->x->dimension != TS_DIMENSION_RANK && (*matrix)->y->dimension != TS_DIMENSION_RANK)
    return TRUE;
  if (!find_layout (options, view, &layout, error))
    return FALSE;
  if (layout == NULL)
    {
      if (view->ranks_by != NULL || view->compare_within != NULL)
        g_printerr (_ ("trendscope: the view orders or compares ranks, but nothing says how they "
                       "run: give --layout FILE. They are drawn by their numbers.\n"));
      return TRUE;
    }
  *ranks = ts_rank_view_from_keys (view->ranks_by, view->compare_within);
  arranged = ts_rank_view_apply (ranks, layout, *matrix);
  if (arranged == NULL)
    return set_no_memory (error);
  ts_matrix_unref (*matrix);
  *matrix = arranged;
  return TRUE;
}

/* "10 × 88 cells, 12 NaN, 3 +Inf". */
static char *
describe_matrix (const TsMatrix *matrix)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("%u × %u cells"), matrix->x->n, matrix->y->n);
  for (int state = 0; state < TS_N_CELL_STATES; state++)
    if (state != TS_CELL_NUMBER && matrix->counts[state] > 0)
      g_string_append_printf (text, "%s%zu %s", _ (", "), matrix->counts[state],
                              ts_cell_state_get_label ((TsCellState) state));
  if (matrix->n_clamped > 0)
    g_string_append_printf (text, _ (", %zu clamped by msProbe"), matrix->n_clamped);
  return g_string_free (text, FALSE);
}

static int
export_heatmap (const TsExportOptions *options, TsCatalog *catalog, TsView *view)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsMatrix) matrix = ts_query_matrix (catalog, view->selection, NULL, &error);
  g_autofree char *of = ts_catalog_describe_heatmap (catalog, view->selection);
  g_autofree char *title = NULL, *what = NULL;
  TsRankView ranks;

  if (matrix == NULL || !arrange_ranks (options, view, &matrix, &ranks, &error))
    return ts_command_report (error, TS_EXIT_NOTHING);
  title = ts_rank_view_dup_title (&ranks, of);
  if (matrix->x->n == 0 || matrix->y->n == 0)
    {
      g_printerr (_ ("trendscope: %s: there are no values to show; nothing was written.\n"), title);
      return TS_EXIT_NOTHING;
    }
  if (!write_heatmap (options, catalog, view, matrix, &ranks, title, &error)
      || !save_view (options, catalog, view, &error))
    return ts_command_report (error, TS_EXIT_NOTHING);
  what = describe_matrix (matrix);
  return print_written (options, title, what);
}

/* Adds the cells that the options name; without any, and without one in the view, some that are
 * worth it. *n_failed counts those that the database does not have. */
static gboolean
collect_cells (const TsExportOptions *options,
               TsCatalog *catalog,
               TsView *view,
               guint *n_failed,
               GError **error)
{
  g_autoptr (TsMatrix) matrix = NULL;

  *n_failed = 0;
  for (guint i = 0; options->cells[i] != NULL; i++)
    {
      g_autoptr (GError) failure = NULL;
      TsCell cell;
      if (ts_export_parse_cell (catalog, view->selection, options->cells[i], &cell, &failure))
        ts_view_add_cell (view, &cell);
      else
        *n_failed += ts_command_report (failure, 1) != 0;
    }
  if (view->cells->len > 0 || options->cells[0] != NULL)
    return TRUE;
  matrix = ts_query_matrix (catalog, view->selection, NULL, error);
  if (matrix != NULL)
    ts_export_choose_cells (view, matrix, MAX_DEFAULT_LINES);
  return matrix != NULL;
}

/* The lines (TsSeries*); NULL on error. */
static GPtrArray *
query_lines (TsCatalog *catalog, const TsView *view, const GArray *lines, GError **error)
{
  g_autoptr (GPtrArray) answers = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_series_unref);
  g_autoptr (TsSelection) selection = ts_view_dup_line_selection (view);

  for (guint i = 0; i < lines->len && i < TS_MAX_LINES; i++)
    {
      const TsViewLine *line = &g_array_index (lines, TsViewLine, i);
      TsSeries *series = ts_query_series (catalog, selection, line->x_id, line->y_id, NULL, error);
      if (series == NULL)
        return NULL;
      g_ptr_array_add (answers, series);
    }
  return g_steal_pointer (&answers);
}

static void
draw_lines (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer plot)
{
  ts_line_plot_draw (plot, cr, style, width, height);
}

/* The band behind a line, and the limits of its tensor's dtype where they mean something. Clear
 * with line_extras_clear(). */
static gboolean
find_extras (TsCatalog *catalog,
             const TsView *view,
             const TsViewLine *line,
             TsLineExtras *extras,
             GError **error)
{
  g_autoptr (TsSelection) selection = ts_view_dup_line_selection (view);
  g_autoptr (TsBand) band = ts_query_band (catalog, selection, line->x_id, line->y_id, NULL, error);
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, line->y_id);

  if (band == NULL)
    return FALSE;
  extras->band = ts_band_ref (band);
  extras->show_range = view->show_band;
  extras->show_median = view->show_median;
  if (selection->dimension == TS_DIMENSION_STEP && target != NULL
      && (strcmp (selection->stat, "max") == 0 || strcmp (selection->stat, "min") == 0)
      && ts_dtype_limits (target->dtype, &extras->largest_finite, &extras->smallest_normal))
    extras->dtype = g_strdup (target->dtype);
  return TRUE;
}

static void
line_extras_clear (TsLineExtras *extras)
{
  g_clear_pointer (&extras->band, ts_band_unref);
  g_clear_pointer (&extras->dtype, g_free);
}

static void
show_part (TsLinePlot *plot, const TsView *view)
{
  const TsAxis *axis = ts_line_plot_get_axis (plot);
  double first, last;

  ts_axis_part_to_places (&view->lines_x, axis->ids, axis->n, &first, &last);
  if (view->lines_x.set)
    ts_line_plot_set_visible (plot, first, last);
  if (view->lines_y[0] > 0 || view->lines_y[1] < 1)
    ts_line_plot_set_visible_y (plot, view->lines_y[0], view->lines_y[1]);
}

static gboolean
write_lines (const TsExportOptions *options,
             const TsCatalog *catalog,
             const TsView *view,
             const GArray *lines,
             const GPtrArray *answers,
             const TsLineExtras *extras,
             const char *title,
             GError **error)
{
  g_autoptr (TsLinePlot) plot = NULL;
  TsLineOptions line_options = { view->line_scale, view->smoothing };

  if (options->csv != NULL && !ts_export_series_csv (answers, options->csv, error))
    return FALSE;
  if (options->output == NULL)
    return TRUE;
  plot = ts_line_plot_new ();
  ts_line_plot_set_title (plot, title, view->selection->stat);
  ts_line_plot_set_options (plot, &line_options);
  ts_line_plot_set_extras (plot, extras);
  for (guint i = 0; i < answers->len; i++)
    {
      const TsViewLine *line = &g_array_index (lines, TsViewLine, i);
      ts_line_plot_add (plot, g_ptr_array_index (answers, i), line->color, !line->hidden);
    }
  show_part (plot, view);
  return draw (options, catalog, view, draw_lines, plot, error);
}

/* What is behind the lines: of the first one where that was asked for, of the one that was chosen
 * last where the view has it, as in the window. */
static gboolean
find_backdrop (const TsExportOptions *options,
               TsCatalog *catalog,
               const TsView *view,
               const GArray *lines,
               TsLineExtras *extras,
               GError **error)
{
  guint place = options->band ? 0 : MIN (lines->len, TS_MAX_LINES) - 1;

  if ((!view->show_band && !view->show_median) || options->output == NULL)
    return TRUE;
  return find_extras (catalog, view, &g_array_index (lines, TsViewLine, place), extras, error);
}

static int
print_lines (const TsExportOptions *options, const char *title, guint n_drawn, guint n_lines)
{
  g_autofree char *what
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u line", "%u lines", n_drawn), n_drawn);

  if (n_lines > n_drawn)
    g_printerr (_ ("trendscope: only the first %u of %u lines were drawn.\n"), n_drawn, n_lines);
  print_written (options, title, what);
  return n_lines > n_drawn ? TS_EXIT_INCOMPLETE : TS_EXIT_OK;
}

static int
export_lines (const TsExportOptions *options, TsCatalog *catalog, TsView *view)
{
  g_autoptr (GError) error = NULL;
  guint n_failed;
  gboolean good = collect_cells (options, catalog, view, &n_failed, &error);
  g_autoptr (GArray) lines = ts_view_dup_lines (view);
  g_autoptr (GPtrArray) answers = good ? query_lines (catalog, view, lines, &error) : NULL;
  g_autofree char *title
      = ts_catalog_describe_lines (catalog, view->selection, ts_view_get_along (view));
  TsLineExtras extras = { .largest_finite = NAN, .smallest_normal = NAN };
  int status;

  if (answers == NULL)
    return ts_command_report (error, TS_EXIT_NOTHING);
  if (answers->len == 0)
    {
      g_printerr (_ ("trendscope: %s: there is no line to show; nothing was written.\n"), title);
      return TS_EXIT_NOTHING;
    }
  good = find_backdrop (options, catalog, view, lines, &extras, &error)
         && write_lines (options, catalog, view, lines, answers, &extras, title, &error)
         && save_view (options, catalog, view, &error);
  line_extras_clear (&extras);
  if (!good)
    return ts_command_report (error, TS_EXIT_NOTHING);
  status = print_lines (options, title, answers->len, lines->len);
  return n_failed > 0 ? TS_EXIT_INCOMPLETE : status;
}

int
ts_cli_export (int argc, char **argv)
{
  g_auto (TsExportOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autoptr (TsCatalog) catalog = NULL;
  g_autoptr (TsView) view = NULL;

  if (!ts_export_options_parse (&options, argc, argv, &error))
    return ts_command_report_usage (error, options.lines ? "--export-lines" : "--export-heatmap");
  path = ts_export_find_database (options.input, &error);
  if (path != NULL)
    catalog = ts_catalog_load (path, NULL, &error);
  for (guint i = 0; catalog != NULL && i < catalog->notes->len; i++)
    g_printerr ("trendscope: %s\n", (const char *) g_ptr_array_index (catalog->notes, i));
  if (catalog != NULL)
    ts_cli_warn_if_stale (path);
  if (catalog != NULL)
    view = ts_export_create_view (catalog, &options, &error);
  if (view == NULL)
    return ts_command_report (error, TS_EXIT_NOTHING);
  return options.lines ? export_lines (&options, catalog, view)
                       : export_heatmap (&options, catalog, view);
}
