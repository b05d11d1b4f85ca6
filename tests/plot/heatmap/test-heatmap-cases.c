/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people reported of programs of this kind, as far as a heat map can show it: whole pictures
 * and what is read off them. */
#include "plot/heatmap/cell-painter.h"
#include "plot/heatmap/heatmap-picture.h"
#include "plot/heatmap/heatmap-text.h"
#include "../sample-matrix.h"

#include <string.h>

#define WIDTH  600
#define HEIGHT 400

static TsCellPainter *
paint (TsMatrix *matrix, TsScaleType scale, TsLimitsMode limits)
{
  g_autoptr (TsMatrixStats) stats = ts_matrix_stats_new (matrix);
  TsHeatmapColors colors;
  TsPlotStyle style;
  TsCellPainter *painter;

  ts_heatmap_colors_init (&colors);
  colors.auto_scale = FALSE;
  colors.scale = scale;
  colors.limits = limits;
  ts_plot_style_init (&style, FALSE);
  painter = ts_cell_painter_new (stats, &colors, &style);
  ts_plot_style_clear (&style);
  return painter;
}

static guint32
paint_cell (const TsCellPainter *painter, double value)
{
  TsCellKey key
      = ts_key_from_cell (painter->colors.reduction, value, (guint8) ts_cell_state_of (value));
  guint32 pixel;

  ts_cell_painter_paint (painter, &key, 1, &pixel);
  return pixel;
}

static cairo_surface_t *
draw (TsMatrix *matrix)
{
  g_autoptr (TsHeatmapPicture) plot = ts_heatmap_picture_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  TsPlotStyle style;

  ts_plot_style_init (&style, FALSE);
  ts_heatmap_picture_set_matrix (plot, matrix, "title", "norm");
  ts_heatmap_picture_draw (plot, cr, &style, WIDTH, HEIGHT);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  ts_plot_style_clear (&style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint
count_pixels (cairo_surface_t *surface, guint32 argb)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  guint n = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      n += (((const guint32 *) (const void *) (data + y * stride))[x] & 0xffffff)
           == (argb & 0xffffff);
  return n;
}

static gboolean
pictures_equal (cairo_surface_t *a, cairo_surface_t *b)
{
  return memcmp (cairo_image_surface_get_data (a), cairo_image_surface_get_data (b),
                 (gsize) cairo_image_surface_get_stride (a) * HEIGHT)
         == 0;
}

/* Case 2: NaN was logged as 0. */
static void
test_nan_is_not_zero (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_of (3, 1, (double[]){ 0, NAN, 1 });
  g_autoptr (TsCellPainter) painter = paint (matrix, TS_SCALE_LINEAR, TS_LIMITS_FULL);
  g_autofree char *zero = ts_heatmap_dup_value (matrix, 0, 0);
  g_autofree char *nan_text = ts_heatmap_dup_value (matrix, 1, 0);
  g_autofree char *spoken = ts_heatmap_dup_spoken (matrix, 1, 0, "norm");
  g_autofree char *csv = ts_heatmap_dup_row_csv (matrix, 0);
  cairo_surface_t *surface = draw (matrix);

  g_assert_cmphex (paint_cell (painter, 0), !=, paint_cell (painter, NAN));
  g_assert_cmpuint (count_pixels (surface, paint_cell (painter, NAN)), >, 1000);
  g_assert_cmpuint (count_pixels (surface, paint_cell (painter, 0)), >, 1000);
  g_assert_cmpstr (zero, ==, "0");
  g_assert_cmpstr (nan_text, ==, "NaN");
  g_assert_true (g_str_has_suffix (spoken, "norm NaN"));
  g_assert_true (g_str_has_suffix (csv, ",0,nan,1\r\n"));
  cairo_surface_destroy (surface);
}

/* Case 5: Inf in all ranks of one step made a run unopenable. */
static void
test_inf_everywhere_in_a_step (void)
{
  const double values[] = { 1, INFINITY, 3, 2, INFINITY, 4, 5, -INFINITY, 6 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (3, 3, values);
  g_autoptr (TsCellPainter) painter = paint (matrix, TS_SCALE_LINEAR, TS_LIMITS_ROBUST);
  cairo_surface_t *surface = draw (matrix);

  g_assert_cmpfloat (painter->scale.min, ==, 1);
  g_assert_cmpfloat (painter->scale.max, ==, 6);
  g_assert_cmpuint (count_pixels (surface, painter->states[TS_CELL_POS_INF]), >, 1000);
  g_assert_cmpuint (count_pixels (surface, painter->states[TS_CELL_NEG_INF]), >, 1000);
  g_assert_cmpuint (count_pixels (surface, paint_cell (painter, 6)), >, 1000);
  cairo_surface_destroy (surface);
}

/* Case 6: Inf was shown as the largest double. */
static void
test_largest_double_is_not_inf (void)
{
  g_autoptr (TsMatrix) matrix
      = sample_matrix_of (3, 1, (double[]){ G_MAXDOUBLE, INFINITY, -G_MAXDOUBLE });
  g_autofree char *largest = ts_heatmap_dup_value (matrix, 0, 0);
  g_autofree char *infinite = ts_heatmap_dup_value (matrix, 1, 0);
  static const TsScaleType scales[] = { TS_SCALE_LINEAR, TS_SCALE_LOG, TS_SCALE_SYMLOG };

  g_assert_cmpstr (largest, ==, "1.7976931348623157e+308");
  g_assert_cmpstr (infinite, ==, "+Inf");
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      g_autoptr (TsCellPainter) painter = paint (matrix, scales[i], TS_LIMITS_FULL);
      g_assert_cmphex (paint_cell (painter, G_MAXDOUBLE), !=, paint_cell (painter, INFINITY));
      g_assert_cmphex (paint_cell (painter, G_MAXDOUBLE), !=, paint_cell (painter, -G_MAXDOUBLE));
    }
}

/* Case 7: a column without a single value. */
static void
test_all_null (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_empty (4, 9);
  g_autoptr (TsCellPainter) painter = NULL;
  cairo_surface_t *surface;

  for (guint y = 0; y < 9; y++)
    for (guint x = 0; x < 4; x++)
      ts_matrix_set (matrix, x, y, NAN, TS_CELL_NULL);
  ts_matrix_seal (matrix);
  painter = paint (matrix, TS_SCALE_LINEAR, TS_LIMITS_ROBUST);
  surface = draw (matrix);
  g_assert_true (painter->empty);
  /* No colour of the palette stands for anything. */
  g_assert_cmpuint (count_pixels (surface, painter->ramp[0]), ==, 0);
  g_assert_cmpuint (count_pixels (surface, painter->ramp[1023]), ==, 0);
  cairo_surface_destroy (surface);
}

/* Case 9: a constant 1e-3 was drawn on −1 … 1. */
static void
test_constants (void)
{
  static const double constants[] = { 1e-3, 0, -7e-12, 1e30 };

  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    {
      const double value = constants[i];
      g_autoptr (TsMatrix) matrix
          = sample_matrix_of (2, 2, (double[]){ value, value, value, value });
      g_autoptr (TsCellPainter) painter = paint (matrix, TS_SCALE_LINEAR, TS_LIMITS_ROBUST);
      cairo_surface_t *surface = draw (matrix);
      g_assert_true (painter->constant);
      g_assert_cmpfloat (painter->scale.min, ==, value);
      g_assert_cmpfloat (painter->scale.max, ==, value);
      g_assert_cmpuint (count_pixels (surface, paint_cell (painter, value)), >, 10000);
      cairo_surface_destroy (surface);
    }
}

/* Case 12: negative numbers vanished from a logarithmic axis. */
static void
test_magnitudes_across_zero (void)
{
  static const double values[] = { -1e4, -1, -1e-4, -1e-8, 0, 1e-8, 1e-4, 1, 1e4 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (G_N_ELEMENTS (values), 1, values);
  g_autoptr (TsCellPainter) symlog = paint (matrix, TS_SCALE_SYMLOG, TS_LIMITS_FULL);
  g_autoptr (TsCellPainter) logarithm = paint (matrix, TS_SCALE_LOG, TS_LIMITS_FULL);

  for (guint i = 1; i < G_N_ELEMENTS (values); i++)
    g_assert_cmphex (paint_cell (symlog, values[i]), !=, paint_cell (symlog, values[i - 1]));
  /* Without a place on the scale they are below it, not missing. */
  for (guint i = 0; i <= 4; i++)
    g_assert_cmphex (paint_cell (logarithm, values[i]), ==, logarithm->under);
  g_assert_true (logarithm->has_under);
}

/* Case 15: a single point left the plot empty. */
static void
test_single_cell (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_of (1, 1, (double[]){ 42 });
  g_autoptr (TsCellPainter) painter = paint (matrix, TS_SCALE_LINEAR, TS_LIMITS_ROBUST);
  cairo_surface_t *surface = draw (matrix);

  g_assert_cmpuint (count_pixels (surface, paint_cell (painter, 42)), >, 10000);
  cairo_surface_destroy (surface);
}

/* Case 21: a hundred thousand targets took minutes. One hot cell among them is still seen. */
static void
test_many_targets (void)
{
  static const guint sizes[] = { 12345, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (TsMatrix) matrix = sample_matrix_waves (1, sizes[i]);
      g_autoptr (TsCellPainter) painter = NULL;
      cairo_surface_t *surface;
      gint64 start;
      ts_matrix_set (matrix, 0, sizes[i] / 3, NAN, TS_CELL_NAN);
      ts_matrix_seal (matrix);
      painter = paint (matrix, TS_SCALE_LINEAR, TS_LIMITS_ROBUST);
      start = g_get_monotonic_time ();
      surface = draw (matrix);
      g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
      g_assert_cmpuint (count_pixels (surface, painter->states[TS_CELL_NAN]), >, 100);
      cairo_surface_destroy (surface);
    }
}

static cairo_surface_t *
draw_named (const char *name)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_of (1, 2, (double[]){ 1, 2 });

  g_free (matrix->y->names[0]);
  matrix->y->names[0] = g_strdup (name);
  return draw (matrix);
}

/* Cases 54, 55 and 57: names in Chinese, with the characters of markup, and with broken bytes are
 * drawn. A warning of Pango's would end the test. */
static void
test_names (void)
{
  static const char *const names[] = { "模型.层.0.注意力", "<script>&\"'", "a\xff.b" };
  cairo_surface_t *blank = draw_named ("");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      cairo_surface_t *surface = draw_named (names[i]);
      g_assert_false (pictures_equal (surface, blank));
      cairo_surface_destroy (surface);
    }
  cairo_surface_destroy (blank);
}

/* Markup is not interpreted: it takes the room of its characters. */
static void
test_markup_is_text (void)
{
  cairo_surface_t *plain = draw_named ("x");
  cairo_surface_t *markup = draw_named ("<b>x</b>");

  g_assert_false (pictures_equal (plain, markup));
  cairo_surface_destroy (plain);
  cairo_surface_destroy (markup);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heatmap-cases/2-nan-is-not-zero", test_nan_is_not_zero);
  g_test_add_func ("/heatmap-cases/5-inf-everywhere-in-a-step", test_inf_everywhere_in_a_step);
  g_test_add_func ("/heatmap-cases/6-largest-double-is-not-inf", test_largest_double_is_not_inf);
  g_test_add_func ("/heatmap-cases/7-all-null", test_all_null);
  g_test_add_func ("/heatmap-cases/9-constants", test_constants);
  g_test_add_func ("/heatmap-cases/12-magnitudes-across-zero", test_magnitudes_across_zero);
  g_test_add_func ("/heatmap-cases/15-single-cell", test_single_cell);
  g_test_add_func ("/heatmap-cases/21-many-targets", test_many_targets);
  g_test_add_func ("/heatmap-cases/55-names", test_names);
  g_test_add_func ("/heatmap-cases/57-markup-is-text", test_markup_is_text);
  return g_test_run ();
}
