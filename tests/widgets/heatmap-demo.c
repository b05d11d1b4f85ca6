/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows a heat map of a synthetic matrix, to be looked at: heatmap-demo KIND [OPTION…], or with
 * --export FILE draws the same picture into a file. */
#include "../plot/sample-matrix.h"

#include "plot/heatmap/heatmap-picture.h"
#include "plot/export.h"
#include "widgets/heatmap-view.h"

#include <adwaita.h>

static char **arguments;
static char *option_export, *option_mode, *option_palette, *option_scale, *option_limits;
static char *option_order;
static int option_dark = -1;
static gboolean option_fold;
static double option_zoom = 1, option_device_scale = 1;

static const GOptionEntry entries[] = {
  { "export", 0, 0, G_OPTION_ARG_FILENAME, &option_export, "Draw into FILE", "FILE" },
  { "mode", 0, 0, G_OPTION_ARG_STRING, &option_mode, "gradient, segments, quantiles", "MODE" },
  { "palette", 0, 0, G_OPTION_ARG_STRING, &option_palette, "Palette key", "KEY" },
  { "scale", 0, 0, G_OPTION_ARG_STRING, &option_scale, "linear, log, symlog", "SCALE" },
  { "limits", 0, 0, G_OPTION_ARG_STRING, &option_limits, "full, robust", "LIMITS" },
  { "order", 0, 0, G_OPTION_ARG_STRING, &option_order, "name, largest, anomaly", "ORDER" },
  { "fold", 0, 0, G_OPTION_ARG_NONE, &option_fold, "One row per layer", NULL },
  { "dark", 0, 0, G_OPTION_ARG_NONE, &option_dark, "Dark export", NULL },
  { "zoom", 0, 0, G_OPTION_ARG_DOUBLE, &option_zoom, "Zoom into the middle", "FACTOR" },
  { "device-scale", 0, 0, G_OPTION_ARG_DOUBLE, &option_device_scale, "Of the export", "FACTOR" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments, "Kind", "KIND" },
  { NULL }
};

static TsMatrix *
create_states (guint nx, guint ny)
{
  TsMatrix *matrix = sample_matrix_waves (nx, ny);
  static const guint8 states[] = { TS_CELL_NAN, TS_CELL_POS_INF, TS_CELL_NEG_INF, TS_CELL_NULL };

  for (guint i = 0; i < 4; i++)
    for (guint j = 0; j < 3 && j < ny; j++)
      ts_matrix_set (matrix, (2 * i + j) % nx, (3 * i + j) % ny,
                     states[i] == TS_CELL_POS_INF   ? INFINITY
                     : states[i] == TS_CELL_NEG_INF ? -INFINITY
                                                    : NAN,
                     states[i]);
  for (guint y = ny / 2; y < ny / 2 + MAX (1, ny / 8) && y < ny; y++)
    for (guint x = nx / 3; x < nx / 3 + MAX (1, nx / 8) && x < nx; x++)
      ts_matrix_set (matrix, x, y, NAN, TS_CELL_MISSING);
  if (nx > 4 && ny > 4)
    ts_matrix_set (matrix, nx - 1, 2, 1e9, TS_CELL_NUMBER | TS_CELL_CLAMPED);
  ts_matrix_seal (matrix);
  return matrix;
}

static TsMatrix *
create_filled (guint nx, guint ny, double from, double to, gboolean exponents)
{
  TsMatrix *matrix = sample_matrix_empty (nx, ny);

  for (guint y = 0; y < ny; y++)
    for (guint x = 0; x < nx; x++)
      {
        double t = (y * nx + x) / MAX (1.0, nx * ny - 1.0), value = from + (to - from) * t;
        value = exponents ? pow (10, value) : value;
        ts_matrix_set (matrix, x, y, value, (guint8) ts_cell_state_of (value));
      }
  ts_matrix_seal (matrix);
  return matrix;
}

static TsMatrix *
create_hot (void)
{
  TsMatrix *matrix = create_filled (1024, 5000, 1, 2, FALSE);

  for (guint i = 0; i < 50; i++)
    ts_matrix_set (matrix, (i * 397 + 11) % 1024, i * 100 + 37, 1e6, TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  return matrix;
}

static TsMatrix *
create_chinese (void)
{
  g_autoptr (TsMatrix) like = create_states (24, 21);
  g_autoptr (TsAxis) y = ts_axis_new (TS_DIMENSION_MODULE, 21);
  TsMatrix *matrix;

  for (guint i = 0; i < 21; i++)
    {
      g_autofree char *name = g_strdup_printf (
          "模型.层.%u.自注意力机制.查询键值投影.列并行线性层<b>&amp;\"'.输出.%u", i / 7, i % 7);
      ts_axis_set_place (y, i, i, name, i);
    }
  ts_axis_group_by_layer (y);
  matrix = ts_matrix_new (like->x, y);
  memcpy (matrix->values, like->values, 24 * 21 * sizeof (double));
  memcpy (matrix->states, like->states, 24 * 21);
  ts_matrix_seal (matrix);
  return matrix;
}

static TsMatrix *
create (const char *kind)
{
  const double one = 3.25;
  double inf[12] = { 1, 2, 3, 4, 5, INFINITY, 7, 8, 9, 10, 11, 12 };

  if (g_str_equal (kind, "one"))
    return sample_matrix_of (1, 1, &one);
  if (g_str_equal (kind, "small"))
    return create_filled (3, 4, 1, 12, FALSE);
  if (g_str_equal (kind, "inf"))
    return sample_matrix_of (3, 4, inf);
  if (g_str_equal (kind, "nan"))
    return create_filled (20, 12, NAN, NAN, FALSE);
  if (g_str_equal (kind, "constant"))
    return create_filled (20, 12, 1e-3, 1e-3, FALSE);
  if (g_str_equal (kind, "wide"))
    return create_filled (40, 30, -30, 30, TRUE);
  if (g_str_equal (kind, "negative"))
    return create_filled (20, 28, -5, -0.01, FALSE);
  if (g_str_equal (kind, "signed"))
    return create_filled (20, 28, -5, 2, FALSE);
  if (g_str_equal (kind, "tall"))
    return create_states (8, 500);
  if (g_str_equal (kind, "large"))
    return create_states (1024, 5000);
  if (g_str_equal (kind, "hot"))
    return create_hot ();
  if (g_str_equal (kind, "chinese"))
    return create_chinese ();
  if (g_str_equal (kind, "empty"))
    return sample_matrix_of (0, 0, NULL);
  return create_states (200, 28);
}

static TsHeatmapColors
get_colors (void)
{
  TsHeatmapColors colors;

  ts_heatmap_colors_init (&colors);
  ts_palette_from_key (option_palette, &colors.palette);
  if (g_strcmp0 (option_mode, "segments") == 0)
    colors.mode = TS_COLORS_SEGMENTS;
  if (g_strcmp0 (option_mode, "quantiles") == 0)
    colors.mode = TS_COLORS_QUANTILES;
  if (g_strcmp0 (option_scale, "log") == 0)
    colors.auto_scale = FALSE, colors.scale = TS_SCALE_LOG;
  if (g_strcmp0 (option_scale, "symlog") == 0)
    colors.auto_scale = FALSE, colors.scale = TS_SCALE_SYMLOG;
  if (g_strcmp0 (option_limits, "full") == 0)
    colors.limits = TS_LIMITS_FULL;
  return colors;
}

static void
draw_cb (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer data)
{
  ts_heatmap_picture_draw (data, cr, style, width, height);
}

static int
export_picture (TsMatrix *matrix)
{
  g_autoptr (TsHeatmapPicture) plot = ts_heatmap_picture_new ();
  TsHeatmapColors colors = get_colors ();
  TsPlotStyle style;
  g_autoptr (GError) error = NULL;
  gboolean done;

  ts_plot_style_init (&style, option_dark == 1);
  style.scale = option_device_scale;
  ts_heatmap_picture_set_matrix (plot, matrix, "forward · norm · step 12", "norm");
  ts_heatmap_picture_set_colors (plot, &colors);
  done = ts_export (option_export, ts_export_type_from_path (option_export), &style, 1000, 640,
                    draw_cb, plot, &error);
  if (!done)
    g_printerr ("%s\n", error->message);
  ts_plot_style_clear (&style);
  return done ? 0 : 1;
}

static void
activated_cb (TsHeatmapView *view, guint x, guint y, gpointer data)
{
  TsMatrix *matrix = ts_heatmap_view_get_matrix (view);
  TsCellOutline mark = { matrix->x->ids[x], matrix->y->ids[y], ts_line_color (0, FALSE, NULL) };

  g_print ("activated %u %u\n", x, y);
  ts_heatmap_view_set_outlines (view, &mark, 1);
  ts_heatmap_view_set_marker (view, (int) x, -1);
}

static void
activate_cb (GtkApplication *app, TsMatrix *matrix)
{
  GtkWidget *window = adw_application_window_new (app);
  GtkWidget *view = ts_heatmap_view_new ();
  TsHeatmapColors colors = get_colors ();
  TsRowOrder order = g_strcmp0 (option_order, "name") == 0      ? TS_ROW_ORDER_NAME
                     : g_strcmp0 (option_order, "largest") == 0 ? TS_ROW_ORDER_LARGEST
                     : g_strcmp0 (option_order, "anomaly") == 0 ? TS_ROW_ORDER_FIRST_ANOMALY
                                                                : TS_ROW_ORDER_NETWORK;

  ts_heatmap_view_set_colors (TS_HEATMAP_VIEW (view), &colors);
  ts_heatmap_view_set_row_order (TS_HEATMAP_VIEW (view), order, option_fold);
  ts_heatmap_view_set_matrix (TS_HEATMAP_VIEW (view), matrix, "forward · norm · step 12", "norm");
  g_signal_connect (view, "cell-activated", G_CALLBACK (activated_cb), NULL);
  if (option_zoom > 1)
    {
      double x = matrix->x->n / 2.0, y = matrix->y->n / 2.0;
      ts_heatmap_view_set_visible (TS_HEATMAP_VIEW (view), x - x / option_zoom, x + x / option_zoom,
                                   y - y / option_zoom, y + y / option_zoom);
    }
  gtk_widget_add_css_class (view, "card");
  gtk_widget_set_margin_start (view, 12);
  gtk_widget_set_margin_end (view, 12);
  gtk_widget_set_margin_top (view, 12);
  gtk_widget_set_margin_bottom (view, 12);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 640);
  gtk_window_maximize (GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("KIND");
  g_autoptr (GError) error = NULL;
  g_autoptr (TsMatrix) matrix = NULL;
  g_autoptr (AdwApplication) app = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  matrix = create (arguments != NULL ? arguments[0] : "states");
  if (option_export != NULL)
    return export_picture (matrix);
  app = adw_application_new (NULL, G_APPLICATION_NON_UNIQUE);
  g_signal_connect (app, "activate", G_CALLBACK (activate_cb), matrix);
  return g_application_run (G_APPLICATION (app), 1, argv);
}
