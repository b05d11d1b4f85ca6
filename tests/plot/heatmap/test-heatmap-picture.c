/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../sample-matrix.h"

#include "../../test-folder.h"
#include "model/matrix-order.h"
#include "plot/export.h"
#include "plot/heatmap/heatmap-draw.h"
#include "plot/heatmap/heatmap-labels.h"
#include "plot/heatmap/heatmap-picture.h"
#include "plot/heatmap/heatmap-rows.h"
#include "plot/heatmap/heatmap-text.h"

#include <glib/gstdio.h>
#include <string.h>

/* --- labels --- */

static void
test_labels_fit (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_empty (1024, 700);
  static const double lengths[] = { 40, 333, 900, 4000, 20000 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (double from = 0; from < 300; from += 33.3)
      {
        double to = from + 350, row = lengths[i] / 350;
        g_autoptr (GArray) places = ts_heatmap_pick_labels (matrix->y, from, to, lengths[i], 14);
        g_assert_cmpuint (places->len, >, 0);
        for (guint j = 0; j < places->len; j++)
          {
            guint place = g_array_index (places, guint, j);
            g_assert_cmpfloat (place + 0.5, >=, from);
            g_assert_cmpfloat (place + 0.5, <, to);
            if (j > 0)
              g_assert_cmpfloat ((place - g_array_index (places, guint, j - 1)) * row, >=,
                                 14 - 1e-9);
          }
        if (row >= 14)
          g_assert_cmpuint (places->len, ==, 350);
      }
}

static void
test_round_ticks (void)
{
  g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_STEP, 200);
  g_autoptr (GArray) places = NULL;

  for (guint i = 0; i < 200; i++)
    ts_axis_set_place (axis, i, i, NULL, 500 + 10 * i);
  places = ts_heatmap_pick_labels (axis, 0, 200, 1000, 60);
  g_assert_cmpuint (places->len, >=, 8);
  for (guint i = 0; i < places->len; i++)
    g_assert_cmpfloat (fmod (axis->positions[g_array_index (places, guint, i)], 200), ==, 0);
}

/* --- rows --- */

static void
test_orders (void)
{
  const double values[] = { 1, 1, 1, 1, 9, 1, 1, 50, 50, NAN, 1, 1 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (3, 4, values);
  g_autoptr (TsHeatmapRows) network
      = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_NETWORK, FALSE, TS_REDUCE_MAGNITUDE);
  g_autoptr (TsHeatmapRows) largest
      = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_LARGEST, FALSE, TS_REDUCE_MAGNITUDE);
  g_autoptr (TsHeatmapRows) anomaly
      = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_FIRST_ANOMALY, FALSE, TS_REDUCE_MAGNITUDE);

  g_assert_true (network->shown == matrix);
  g_assert_cmpuint (ts_heatmap_rows_to_source (largest, 0, 0), ==, 3);
  g_assert_cmpuint (ts_heatmap_rows_to_source (largest, 0, 1), ==, 2);
  g_assert_cmpuint (ts_heatmap_rows_to_source (largest, 0, 3), ==, 0);
  g_assert_cmpuint (ts_heatmap_rows_to_source (anomaly, 0, 0), ==, 3);
  g_assert_cmpuint (ts_heatmap_rows_to_source (anomaly, 0, 1), ==, 1);
  for (guint y = 0; y < 4; y++)
    g_assert_cmpuint (
        ts_heatmap_rows_to_source (largest, 0, ts_heatmap_rows_from_source (largest, y)), ==, y);
}

static void
test_natural_names (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (1, 77);
  g_autoptr (TsHeatmapRows) rows
      = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_NAME, FALSE, TS_REDUCE_MAX);

  g_assert_true (g_str_has_prefix (rows->shown->y->names[14], "Module.layers.2."));
  g_assert_true (g_str_has_prefix (rows->shown->y->names[76], "Module.layers.10."));
}

static void
test_fold (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (5, 21);
  g_autoptr (TsHeatmapRows) rows = NULL;

  ts_matrix_set (matrix, 2, 8, NAN, TS_CELL_NAN);
  ts_matrix_set (matrix, 3, 17, 1e7, TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  rows = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_NETWORK, TRUE, TS_REDUCE_MAGNITUDE);
  g_assert_cmpuint (rows->shown->y->n, ==, 3);
  g_assert_cmpstr (rows->shown->y->names[1], ==, "layers.1: 1 of 7 not finite");
  g_assert_cmpint (ts_cell_state (rows->shown->states[5 + 2]), ==, TS_CELL_NAN);
  g_assert_cmpuint (ts_heatmap_rows_to_source (rows, 2, 1), ==, 8);
  g_assert_cmpfloat (rows->shown->values[10 + 3], ==, 1e7);
  g_assert_cmpuint (ts_heatmap_rows_to_source (rows, 3, 2), ==, 17);
  g_assert_cmpuint (ts_heatmap_rows_from_source (rows, 20), ==, 2);
}

/* --- words --- */

static void
assert_prefix (const char *const *names, const char *expected)
{
  guint n = g_strv_length ((char **) names);
  g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_MODULE, n);
  g_autofree char *prefix = NULL;
  const char *typical;
  gsize length;

  for (guint i = 0; i < n; i++)
    ts_axis_set_place (axis, i, i, names[i], i);
  typical = ts_axis_get_common_prefix (axis, &length);
  prefix = g_strndup (typical, length);
  g_assert_cmpstr (prefix, ==, expected);
}

#define NAMES(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* What many names begin with is left out; functions between the modules don't prevent that. */
static void
test_prefix (void)
{
  assert_prefix (NAMES ("Module.module.a.x", "Module.module.b.x"), "Module.module.");
  assert_prefix (NAMES ("Module.layers.0.x", "Module.layers.1.x"), "Module.");
  assert_prefix (NAMES ("Functional.linear.0", "Module.module.a.x", "Module.module.b.x"),
                 "Module.module.");
  assert_prefix (NAMES ("Module.module.a.x"), "");
  assert_prefix (NAMES ("a", "b"), "");
  assert_prefix (NAMES ("a.x", "b.x", "c.x"), "");
}

static void
test_words (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_of (3, 1, (double[]){ 0.1, NAN, 1e9 });
  g_autofree char *number = ts_heatmap_dup_value (matrix, 0, 0);
  g_autofree char *nan_text = ts_heatmap_dup_value (matrix, 1, 0);
  g_autofree char *clamped = NULL, *missing = NULL, *csv = NULL;

  g_assert_cmpstr (number, ==, "0.1");
  g_assert_cmpstr (nan_text, ==, "NaN");
  ts_matrix_set (matrix, 2, 0, 1e9, TS_CELL_NUMBER | TS_CELL_CLAMPED);
  clamped = ts_heatmap_dup_value (matrix, 2, 0);
  g_assert_nonnull (strstr (clamped, "≥ 1e9"));
  ts_matrix_set (matrix, 0, 0, NAN, TS_CELL_MISSING);
  missing = ts_heatmap_dup_value (matrix, 0, 0);
  g_assert_cmpstr (missing, ==, "missing");
  g_free (matrix->y->names[0]);
  matrix->y->names[0] = g_strdup ("a,\"b\"");
  csv = ts_heatmap_dup_row_csv (matrix, 0);
  g_assert_cmpstr (csv, ==,
                   "module_name,0,1,2\r\n"
                   "\"a,\"\"b\"\"\",,nan,1000000000\r\n");
}

/* --- whole pictures --- */

static void
draw_cb (cairo_t *cr, const TsPlotStyle *style, double width, double height, gpointer data)
{
  ts_heatmap_picture_draw (data, cr, style, width, height);
}

static void
export_to (TsMatrix *matrix, const char *path, gboolean dark)
{
  g_autoptr (TsHeatmapPicture) plot = ts_heatmap_picture_new ();
  g_autoptr (GError) error = NULL;
  TsPlotStyle style;

  ts_plot_style_init (&style, dark);
  style.scale = 1.5;
  ts_heatmap_picture_set_matrix (plot, matrix, "forward · <norm> & \"so on\"", "norm");
  ts_export (path, ts_export_type_from_path (path), &style, 400.4, 300, draw_cb, plot, &error);
  g_assert_no_error (error);
  ts_plot_style_clear (&style);
}

static guint32
draw_pixel (TsHeatmapPicture *plot, double x, double y)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
  cairo_t *cr = cairo_create (surface);
  TsPlotStyle style;
  guint32 pixel;

  ts_plot_style_init (&style, FALSE);
  ts_heatmap_picture_draw (plot, cr, &style, 400, 300);
  cairo_destroy (cr);
  pixel = *(const guint32 *) (cairo_image_surface_get_data (surface)
                              + (int) y * cairo_image_surface_get_stride (surface) + (int) x * 4);
  cairo_surface_destroy (surface);
  ts_plot_style_clear (&style);
  return pixel;
}

/* A part is coloured as in the whole. */
static void
test_part (void)
{
  const double values[] = { 1, 2, 100 };
  g_autoptr (TsMatrix) whole = sample_matrix_of (3, 1, values);
  g_autoptr (TsMatrix) part = sample_matrix_of (2, 1, values);
  g_autoptr (TsHeatmapPicture) plot = ts_heatmap_picture_new ();
  guint32 alone, as_part;

  ts_heatmap_picture_set_matrix (plot, part, "t", "norm");
  alone = draw_pixel (plot, 370, 200); /* 2, the largest */
  ts_heatmap_picture_set_whole (plot, whole);
  as_part = draw_pixel (plot, 370, 200); /* 2 of 100 */
  g_assert_cmphex (alone, !=, as_part);
  ts_heatmap_picture_set_matrix (plot, part, "t", "norm");
  g_assert_cmphex (draw_pixel (plot, 370, 200), ==, alone);
}

/* The first pixel to the right that is another one. */
static guint
find_change (TsHeatmapPicture *plot, guint x)
{
  guint32 pixel = draw_pixel (plot, x, 200);

  while (draw_pixel (plot, x, 200) == pixel)
    x++;
  return x;
}

/* A part that begins and ends within cells is drawn so: its first cell is half as wide. */
static void
test_part_of_cells (void)
{
  const double values[] = { 1, 2, 100, 4 };
  g_autoptr (TsMatrix) whole = sample_matrix_of (4, 1, values);
  g_autoptr (TsHeatmapPicture) plot = ts_heatmap_picture_new ();
  guint left, first, second;

  g_assert_true (
      ts_heatmap_picture_set_part (plot, whole, &(TsViewRange){ 0.5, 3, 0, 1 }, "t", "norm"));
  g_assert_cmpuint (plot->source->x->n, ==, 3); /* what is out of sight is not in the file */
  g_assert_true (plot->whole == whole);
  left = find_change (plot, 100);
  first = find_change (plot, left) - left;
  second = find_change (plot, left + first) - left - first;
  g_assert_cmpuint (second, >, 20);
  g_assert_cmpfloat_with_epsilon (second, 2.0 * first, 2);
  g_assert_cmpfloat_with_epsilon (2.5 * second, plot->pixels->width, 4);
  g_assert_true (
      ts_heatmap_picture_set_part (plot, whole, &(TsViewRange){ 0, 4, 0, 1 }, "t", "norm"));
  g_assert_true (plot->source == whole);
  g_assert_null (plot->whole);
}

/* And its names leave out what all names begin with, not what these few do. */
static void
test_part_names (void)
{
  static const char *const names[] = { "m.layers.0.a", "m.layers.0.b", "m.layers.1.a" };
  g_autoptr (TsMatrix) whole = sample_matrix_empty (2, 3);
  g_autoptr (TsMatrix) part = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  TsTextCache *cache = ts_text_cache_new ();
  TsRect area = { 0, 0, 400, 300 };
  TsPlotStyle style;
  TsHeatmapLayout layout;

  for (guint i = 0; i < 3; i++)
    ts_axis_set_place (whole->y, i, i, names[i], i);
  ts_matrix_seal (whole);
  part = ts_matrix_crop (whole, 0, 2, 0, 2);
  ts_plot_style_init (&style, FALSE);
  layout = ts_heatmap_layout (part, part->y, cr, cache, &style, &area);
  g_assert_cmpstr (layout.prefix, ==, "m.layers.0.");
  layout = ts_heatmap_layout (part, whole->y, cr, cache, &style, &area);
  g_assert_cmpstr (layout.prefix, ==, "m.");
  ts_plot_style_clear (&style);
  ts_text_cache_free (cache);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Steps 1 2 3 7 8: below the border of 3 and 7 stand two strokes, nowhere else. */
static void
test_breaks (void)
{
  static const gint64 steps[] = { 1, 2, 3, 7, 8 };
  g_autoptr (TsAxis) x = ts_axis_new (TS_DIMENSION_STEP, G_N_ELEMENTS (steps));
  g_autoptr (TsAxis) y = ts_axis_new (TS_DIMENSION_RANK, 1);
  g_autoptr (TsMatrix) matrix = NULL;
  g_autoptr (TsHeatmapRows) rows = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 100, 40);
  cairo_t *cr = cairo_create (surface);
  TsRect cells = { 0, 0, 100, 20 };
  TsViewRange range = { 0, 5, 0, 1 };
  TsPlotStyle style;
  const guchar *row;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    ts_axis_set_place (x, i, steps[i], NULL, (double) steps[i]);
  matrix = ts_matrix_new (x, y);
  ts_matrix_seal (matrix);
  rows = ts_heatmap_rows_new (matrix, TS_ROW_ORDER_NETWORK, FALSE, TS_REDUCE_MAGNITUDE);
  g_assert_cmpuint (rows->breaks->len, ==, 1);
  ts_plot_style_init (&style, FALSE);
  ts_heatmap_draw_breaks (rows->breaks, cr, &style, &cells, &range);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  row = cairo_image_surface_get_data (surface) + 23 * cairo_image_surface_get_stride (surface);
  for (int i = 0; i < 100; i++)
    if (i < 55 || i > 65)
      g_assert_cmpuint (row[i], ==, 0);
  g_assert_cmpuint (row[57], >, 0);
  g_assert_cmpuint (row[61], >, 0);
  cairo_surface_destroy (surface);
  ts_plot_style_clear (&style);
}

/* A Chinese font, where there is one, does not tear "500·2" apart. */
static void
test_middle_dot (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  TsPlotStyle style;
  double letter, with, without;

  ts_plot_style_init (&style, FALSE);
  g_free (style.font);
  style.font = g_strdup ("Noto Sans CJK SC 10");
  ts_text_measure (cr, &style, "步", &letter, NULL);
  ts_text_measure (cr, &style, "500·2", &with, NULL);
  ts_text_measure (cr, &style, "5002", &without, NULL);
  g_assert_cmpfloat (with - without, <, letter * 0.7);
  ts_plot_style_clear (&style);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_export (void)
{
  static const char *const names[] = { "图 1.png", "b.SVG", "c.pdf" };
  static const char *const magic[] = { "\x89PNG", "<?xml", "%PDF" };
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (30, 20);

  g_free (matrix->y->names[3]);
  matrix->y->names[3] = g_strdup ("模型.层.0.注意力 <b>&\xff");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *content = NULL;
      gsize length;
      export_to (matrix, path, i == 0);
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpuint (length, >, 2000);
      g_assert_true (g_str_has_prefix (content, magic[i]));
      if (i == 0)
        {
          cairo_surface_t *surface = cairo_image_surface_create_from_png (path);
          g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 601);
          g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 450);
          cairo_surface_destroy (surface);
        }
      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0); /* nothing else was left there */
}

static void
test_export_fails (void)
{
  g_autoptr (TsHeatmapPicture) plot = ts_heatmap_picture_new ();
  g_autoptr (GError) no_folder = NULL, too_large = NULL;
  TsPlotStyle style;

  ts_plot_style_init (&style, FALSE);
  g_assert_false (ts_export ("/nowhere/at/all.png", TS_EXPORT_PNG, &style, 100, 100, draw_cb, plot,
                             &no_folder));
  g_assert_nonnull (strstr (no_folder->message, "/nowhere/at/all.png"));
  g_assert_false (ts_export ("x.png", TS_EXPORT_PNG, &style, 1e5, 100, draw_cb, plot, &too_large));
  g_assert_error (too_large, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  ts_plot_style_clear (&style);
}

/* Nothing crashes at any size, with any matrix. */
static void
test_sizes (void)
{
  static const guint shapes[][2] = { { 0, 0 }, { 1, 1 }, { 3, 4 }, { 8, 500 }, { 500, 1 } };
  TsPlotStyle style;

  ts_plot_style_init (&style, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint size = 1; size < 800; size *= 3)
      {
        g_autoptr (TsMatrix) matrix = sample_matrix_waves (shapes[i][0], shapes[i][1]);
        g_autoptr (TsHeatmapPicture) plot = ts_heatmap_picture_new ();
        cairo_surface_t *surface
            = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) size, (int) size);
        cairo_t *cr = cairo_create (surface);
        ts_heatmap_picture_set_matrix (plot, matrix, "title", "norm");
        ts_heatmap_picture_draw (plot, cr, &style, size, size);
        g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
  ts_plot_style_clear (&style);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heatmap-labels/fit", test_labels_fit);
  g_test_add_func ("/heatmap-labels/round-ticks", test_round_ticks);
  g_test_add_func ("/heatmap-rows/orders", test_orders);
  g_test_add_func ("/heatmap-rows/natural-names", test_natural_names);
  g_test_add_func ("/heatmap-rows/fold", test_fold);
  g_test_add_func ("/heatmap-text/words", test_words);
  g_test_add_func ("/heatmap-text/prefix", test_prefix);
  g_test_add_func ("/heatmap-picture/part", test_part);
  g_test_add_func ("/heatmap-picture/part-of-cells", test_part_of_cells);
  g_test_add_func ("/heatmap-picture/part-names", test_part_names);
  g_test_add_func ("/heatmap-picture/breaks", test_breaks);
  g_test_add_func ("/heatmap-picture/middle-dot", test_middle_dot);
  g_test_add_func ("/heatmap-picture/export", test_export);
  g_test_add_func ("/heatmap-picture/export-fails", test_export_fails);
  g_test_add_func ("/heatmap-picture/sizes", test_sizes);
  return g_test_run ();
}
