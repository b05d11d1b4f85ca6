/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"

#include "cli/export-csv.h"
#include "cli/export-options.h"
#include "cli/export-selection.h"
#include "model/cell.h"
#include "model/dtype.h"
#include "plot/heatmap/heatmap-picture.h"
#include "plot/export.h"
#include "plot/lines/line-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* So many lines can be told apart without being asked for. */
#define MAX_DEFAULT_LINES 4

/* Prints what went wrong; the exit status is the caller's. */
static int
report (GError *error, int status)
{
  g_printerr ("trendscope: %s\n", error->message);
  return status;
}

/* What both commands end with. */
static int
print_written (const TsExportOptions *options, const char *title, const char *what)
{
  g_autofree char *name = g_filename_display_name (options->output);

  g_print (_ ("Wrote %s: %s (%s)\n"), name, title, what);
  return TS_EXIT_OK;
}

static gboolean
draw (const TsExportOptions *options, TsDrawFunc func, gpointer data, GError **error)
{
  TsPlotStyle style;
  gboolean good;

  ts_plot_style_init (&style, options->dark);
  style.scale = options->scale;
  good = ts_export (options->output, ts_export_type_from_path (options->output), &style,
                    options->width, options->height, func, data, error);
  ts_plot_style_clear (&style);
  return good;
}

static void
draw_heatmap (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer plot)
{
  ts_heatmap_picture_draw (plot, cr, style, width, height);
}

static gboolean
write_heatmap (const TsExportOptions *options,
               TsMatrix *matrix,
               const char *title,
               const char *value_name,
               GError **error)
{
  g_autoptr (TsHeatmapPicture) plot = NULL;
  TsHeatmapColors colors = options->colors;

  if (options->csv)
    return ts_export_matrix_csv (matrix, options->output, error);
  plot = ts_heatmap_picture_new ();
  if (!options->palette_given && ts_stat_is_signed (value_name, matrix))
    colors.palette = TS_PALETTE_DIVERGING;
  ts_heatmap_picture_set_colors (plot, &colors);
  ts_heatmap_picture_set_matrix (plot, matrix, title, value_name);
  return draw (options, draw_heatmap, plot, error);
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
export_heatmap (const TsExportOptions *options, TsCatalog *catalog, const TsSelection *selection)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsMatrix) matrix = ts_query_matrix (catalog, selection, NULL, &error);
  g_autofree char *title = ts_catalog_describe_selection (catalog, selection);
  g_autofree char *what = NULL;

  if (matrix == NULL)
    return report (error, TS_EXIT_NOTHING);
  if (matrix->x->n == 0 || matrix->y->n == 0)
    {
      g_printerr (_ ("trendscope: %s: there are no values to show; nothing was written.\n"), title);
      return TS_EXIT_NOTHING;
    }
  if (!write_heatmap (options, matrix, title, selection->stat, &error))
    return report (error, TS_EXIT_NOTHING);
  what = describe_matrix (matrix);
  return print_written (options, title, what);
}

/* The cells that the options name, else some that are worth it. *n_failed counts those that the
 * database does not have. */
static GArray *
collect_cells (const TsExportOptions *options,
               TsCatalog *catalog,
               const TsSelection *selection,
               guint *n_failed,
               GError **error)
{
  g_autoptr (TsMatrix) matrix = NULL;
  GArray *cells;

  *n_failed = 0;
  if (options->cells[0] == NULL)
    {
      matrix = ts_query_matrix (catalog, selection, NULL, error);
      return matrix != NULL ? ts_export_choose_cells (matrix, MAX_DEFAULT_LINES) : NULL;
    }
  cells = g_array_new (FALSE, FALSE, sizeof (TsExportCell));
  for (guint i = 0; options->cells[i] != NULL; i++)
    {
      g_autoptr (GError) failure = NULL;
      TsExportCell cell;
      if (ts_export_parse_cell (catalog, selection, options->cells[i], &cell, &failure))
        g_array_append_val (cells, cell);
      else
        *n_failed += report (failure, 1) != 0;
    }
  return cells;
}

static gboolean
has_line (const GArray *lines, const TsExportCell *line)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const TsExportCell *other = &g_array_index (lines, TsExportCell, i);
      if (other->x_id == line->x_id && other->y_id == line->y_id)
        return TRUE;
    }
  return FALSE;
}

/* The lines through cells of the selection's heat map along another dimension, as the heat map has
 * them that fixes that one. Cells may share a line. */
static GArray *
turn_cells (const GArray *cells, const TsSelection *selection, TsDimension along)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TsExportCell));

  for (guint i = 0; i < cells->len; i++)
    {
      const TsExportCell *place = &g_array_index (cells, TsExportCell, i);
      TsCell cell
          = ts_cell_from_heatmap (selection->dimension, selection->value, place->x_id, place->y_id);
      TsExportCell line;
      ts_cell_get_line (&cell, along, &line.x_id, &line.y_id);
      if (!has_line (lines, &line))
        g_array_append_val (lines, line);
    }
  return lines;
}

/* The lines through the cells (TsSeries*); NULL on error. */
static GPtrArray *
query_lines (TsCatalog *catalog, const TsSelection *selection, const GArray *cells, GError **error)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_series_unref);

  for (guint i = 0; i < cells->len && i < TS_MAX_LINES; i++)
    {
      const TsExportCell *cell = &g_array_index (cells, TsExportCell, i);
      TsSeries *series = ts_query_series (catalog, selection, cell->x_id, cell->y_id, NULL, error);
      if (series == NULL)
        return NULL;
      g_ptr_array_add (lines, series);
    }
  return g_steal_pointer (&lines);
}

static void
draw_lines (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer plot)
{
  ts_line_plot_draw (plot, cr, style, width, height);
}

/* The band behind the first line, and the limits of its tensor's dtype where they mean something.
 * Clear with line_extras_clear(). */
static gboolean
find_extras (TsCatalog *catalog,
             const TsSelection *selection,
             const TsExportCell *cell,
             TsLineExtras *extras,
             GError **error)
{
  g_autoptr (TsBand) band = ts_query_band (catalog, selection, cell->x_id, cell->y_id, NULL, error);
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, cell->y_id);

  if (band == NULL)
    return FALSE;
  extras->band = ts_band_ref (band);
  extras->show_range = extras->show_median = TRUE;
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

static gboolean
write_lines (const TsExportOptions *options,
             const GPtrArray *lines,
             const TsLineExtras *extras,
             const char *title,
             const char *value_name,
             GError **error)
{
  g_autoptr (TsLinePlot) plot = NULL;
  TsLineOptions line_options = { options->colors.scale, options->smoothing };

  if (options->csv)
    return ts_export_series_csv (lines, options->output, error);
  plot = ts_line_plot_new ();
  ts_line_plot_set_title (plot, title, value_name);
  ts_line_plot_set_options (plot, &line_options);
  ts_line_plot_set_extras (plot, extras);
  for (guint i = 0; i < lines->len; i++)
    ts_line_plot_add (plot, g_ptr_array_index (lines, i), i, TRUE);
  return draw (options, draw_lines, plot, error);
}

static int
export_lines (const TsExportOptions *options, TsCatalog *catalog, const TsSelection *selection)
{
  g_autoptr (GError) error = NULL;
  guint n_failed;
  g_autoptr (TsSelection) turned = ts_export_create_line_selection (selection, options, &error);
  g_autoptr (GArray) chosen
      = turned != NULL ? collect_cells (options, catalog, selection, &n_failed, &error) : NULL;
  g_autoptr (GArray) cells
      = chosen != NULL ? turn_cells (chosen, selection, turned->dimension) : NULL;
  g_autoptr (GPtrArray) lines = cells != NULL ? query_lines (catalog, turned, cells, &error) : NULL;
  g_autofree char *title = ts_catalog_describe_metric (catalog, selection);
  g_autofree char *what = NULL;
  TsLineExtras extras = { .largest_finite = NAN, .smallest_normal = NAN };
  gboolean good = TRUE;

  if (lines == NULL)
    return report (error, TS_EXIT_NOTHING);
  if (lines->len == 0)
    {
      g_printerr (_ ("trendscope: %s: there is no line to show; nothing was written.\n"), title);
      return TS_EXIT_NOTHING;
    }
  if (options->band && !options->csv)
    good = find_extras (catalog, turned, &g_array_index (cells, TsExportCell, 0), &extras, &error);
  good = good && write_lines (options, lines, &extras, title, selection->stat, &error);
  line_extras_clear (&extras);
  if (!good)
    return report (error, TS_EXIT_NOTHING);
  if (cells->len > lines->len)
    g_printerr (_ ("trendscope: only the first %u of %u lines were drawn.\n"), lines->len,
                cells->len);
  what = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u line", "%u lines", lines->len),
                          lines->len);
  print_written (options, title, what);
  return n_failed > 0 || cells->len > lines->len ? TS_EXIT_INCOMPLETE : TS_EXIT_OK;
}

int
ts_cli_export (int argc, char **argv)
{
  g_auto (TsExportOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autoptr (TsCatalog) catalog = NULL;
  g_autoptr (TsSelection) selection = NULL;

  if (!ts_export_options_parse (&options, argc, argv, &error))
    return report (error, TS_EXIT_USAGE);
  if (options.help)
    {
      g_autofree char *help = ts_export_options_get_help ();
      g_print ("%s", help);
      return TS_EXIT_OK;
    }
  path = ts_export_find_database (options.input, &error);
  if (path != NULL)
    catalog = ts_catalog_load (path, NULL, &error);
  if (catalog != NULL)
    selection = ts_export_create_selection (catalog, &options, &error);
  if (selection == NULL)
    return report (error, TS_EXIT_NOTHING);
  return options.lines ? export_lines (&options, catalog, selection)
                       : export_heatmap (&options, catalog, selection);
}
