/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number among very many that is unlike them all has to be seen at every zoom. */
#include "../sample-matrix.h"

#include "plot/heatmap/heatmap-picture.h"

#define WIDTH  800
#define HEIGHT 160
#define SPIKE  50.0

/* Noise from 1 to 1.1. */
static TsMatrix *
create_noise (guint nx, guint ny, guint x, guint y, double spike)
{
  TsMatrix *matrix = sample_matrix_empty (nx, ny);
  guint64 seed = 88172645463325252;

  for (guint row = 0; row < ny; row++)
    for (guint column = 0; column < nx; column++)
      ts_matrix_set (matrix, column, row, 1 + 0.1 * sample_noise (&seed), TS_CELL_NUMBER);
  ts_matrix_set (matrix, x, y, spike, TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  return matrix;
}

static int
distance (guint32 a, guint32 b)
{
  int sum = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    sum += ABS ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff));
  return sum;
}

/* Every pixel that stands for the spike has its colour, and no other comes near it. */
static void
check_pixels (const TsHeatmapPixels *pixels, guint x, guint y, guint32 color)
{
  const guint32 *argb = g_bytes_get_data (pixels->argb, NULL);
  int nearest = 1000;
  guint n_spike = 0;

  for (guint row = 0; row < pixels->height; row++)
    for (guint column = 0; column < pixels->width; column++)
      {
        guint32 pixel = argb[row * pixels->width + column];
        guint x0, x1, y0, y1;
        ts_heatmap_pixels_get_cells (pixels, column, row, &x0, &x1, &y0, &y1);
        if (x < x0 || x >= x1 || y < y0 || y >= y1)
          {
            nearest = MIN (nearest, distance (pixel, color));
            continue;
          }
        g_assert_cmphex (pixel, ==, color);
        n_spike++;
      }
  g_assert_cmpuint (n_spike, >, 0);
  g_assert_cmpint (nearest, >, 90);
}

/* The whole picture is not of one colour, and is not beyond the scale. */
static void
check_field (const TsHeatmapPicture *picture)
{
  const guint32 *argb = g_bytes_get_data (picture->pixels->argb, NULL);
  gsize n = (gsize) picture->width * picture->height, n_beyond = 0;
  g_autoptr (GHashTable) colors = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < n; i++)
    {
      g_hash_table_add (colors, GUINT_TO_POINTER (argb[i]));
      n_beyond += argb[i] == picture->painter->over_ramp[0];
    }
  g_assert_cmpuint (g_hash_table_size (colors), >, 10);
  g_assert_cmpuint (n_beyond, <, n / 10);
}

static void
check (guint nx, guint ny, double spike, TsScaleType scale, TsPalette palette)
{
  guint x = nx / 3 + 7, y = ny / 2;
  g_autoptr (TsMatrix) matrix = create_noise (nx, ny, x, y, spike);
  g_autoptr (TsHeatmapPicture) picture = ts_heatmap_picture_new ();
  TsHeatmapColors colors;
  TsPlotStyle style;
  guint n_zooms = 0;

  ts_plot_style_init (&style, FALSE);
  ts_heatmap_colors_init (&colors);
  colors.auto_scale = FALSE;
  colors.scale = scale;
  colors.palette = palette;
  ts_heatmap_picture_set_matrix (picture, matrix, "noise", "norm");
  ts_heatmap_picture_set_colors (picture, &colors);
  ts_heatmap_picture_set_style (picture, &style);
  ts_heatmap_picture_set_size (picture, WIDTH, HEIGHT);
  for (double share = 1; share * nx > 3; share /= 2.7, n_zooms++)
    {
      TsViewRange range = { x + 0.5 - share * nx * 0.4, x + 0.5 + share * nx * 0.6,
                            y + 0.5 - share * ny * 0.4, y + 0.5 + share * ny * 0.6 };
      ts_heatmap_picture_set_range (picture, n_zooms == 0 ? NULL : &range);
      ts_heatmap_picture_build (picture);
      check_pixels (picture->pixels, x, y,
                    spike > 0 ? picture->painter->over : picture->painter->under);
      if (n_zooms == 0)
        check_field (picture);
    }
  g_assert_cmpuint (n_zooms, >, 6);
  ts_plot_style_clear (&style);
}

static void
test_steps (void)
{
  check (20000, 6, SPIKE, TS_SCALE_LINEAR, TS_PALETTE_CIVIDIS);
  check (100000, 6, SPIKE, TS_SCALE_LINEAR, TS_PALETTE_CIVIDIS);
}

static void
test_scales_and_palettes (void)
{
  for (guint palette = 0; palette < TS_N_PALETTES; palette++)
    if (palette != TS_PALETTE_DIVERGING)
      check (20000, 3, SPIKE, TS_SCALE_LINEAR, palette);
  check (20000, 3, SPIKE, TS_SCALE_LOG, TS_PALETTE_CIVIDIS);
  check (20000, 3, SPIKE, TS_SCALE_SYMLOG, TS_PALETTE_VIRIDIS);
  check (20000, 3, -SPIKE, TS_SCALE_LINEAR, TS_PALETTE_VIRIDIS);
  check (20000, 3, -SPIKE, TS_SCALE_LINEAR, TS_PALETTE_CIVIDIS);
}

/* One of 1,024 ranks. */
static void
test_ranks (void)
{
  check (1500, 1024, 7777, TS_SCALE_LINEAR, TS_PALETTE_CIVIDIS);
}

/* Beyond the scale colours go on: slightly more is not as much as far more. */
static void
test_beyond_differs (void)
{
  static const double farther[] = { 1.2, 1.5, 2, 4, 10, 50 };
  g_autoptr (TsMatrix) matrix = create_noise (2000, 2, 0, 0, SPIKE);
  g_autoptr (TsMatrixStats) stats = NULL;
  g_autoptr (TsCellPainter) painter = NULL;
  TsHeatmapColors colors;
  TsPlotStyle style;

  for (guint i = 0; i < G_N_ELEMENTS (farther); i++)
    ts_matrix_set (matrix, i, 1, farther[i], TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  ts_plot_style_init (&style, FALSE);
  ts_heatmap_colors_init (&colors);
  stats = ts_matrix_stats_new (matrix);
  painter = ts_cell_painter_new (stats, &colors, &style);
  g_assert_cmpfloat (painter->scale.max, <, 1.2);
  for (guint i = 1; i < G_N_ELEMENTS (farther); i++)
    {
      double before = ts_cell_painter_get_beyond (painter, farther[i - 1]);
      double beyond = ts_cell_painter_get_beyond (painter, farther[i]);
      g_assert_cmpfloat (beyond, >, before);
      g_assert_cmphex (ts_cell_painter_paint_value (painter, farther[i]), !=,
                       ts_cell_painter_paint_value (painter, farther[i - 1]));
    }
  g_assert_cmpfloat_with_epsilon (ts_cell_painter_get_beyond (painter, SPIKE), 1, 1e-6);
  g_assert_cmpfloat (ts_cell_painter_get_beyond (painter, 1.05), ==, 0);
  /* The limits do not hold 2 % on each side, and what they do not hold is counted. */
  g_assert_cmpuint (painter->n_beyond, >, 100);
  g_assert_cmpuint (painter->n_beyond, <=, 2 * 2 * 4000 / 100);
  ts_plot_style_clear (&style);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heatmap-spike/steps", test_steps);
  g_test_add_func ("/heatmap-spike/scales-and-palettes", test_scales_and_palettes);
  g_test_add_func ("/heatmap-spike/ranks", test_ranks);
  g_test_add_func ("/heatmap-spike/beyond-differs", test_beyond_differs);
  return g_test_run ();
}
