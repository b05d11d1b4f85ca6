/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../sample-matrix.h"

#include "plot/heatmap/heatmap-pixels.h"

static TsPlotStyle style;

static TsHeatmapColors
linear_colors (TsReduction reduction)
{
  TsHeatmapColors colors;

  ts_heatmap_colors_init (&colors);
  colors.auto_scale = FALSE;
  colors.limits = TS_LIMITS_FULL;
  colors.reduction = reduction;
  return colors;
}

static TsHeatmapPixels *
create (TsMatrix *matrix, TsReduction reduction, guint width, guint height, TsCellPainter **painter)
{
  g_autoptr (TsMatrixStats) stats = ts_matrix_stats_new (matrix);
  g_autoptr (TsPyramid) pyramid = ts_pyramid_new (matrix, reduction);
  TsHeatmapColors colors = linear_colors (reduction);
  TsViewRange all = { 0, matrix->x->n, 0, matrix->y->n };

  *painter = ts_cell_painter_new (stats, &colors, &style);
  return ts_heatmap_pixels_new (pyramid, *painter, &style, &all, width, height, TRUE);
}

static guint32
get_pixel (const TsHeatmapPixels *pixels, guint x, guint y)
{
  const guint32 *argb = g_bytes_get_data (pixels->argb, NULL);

  return argb[y * pixels->width + x];
}

/* Every cell of a small matrix is a rectangle of one exact colour, edge to edge. */
static void
test_exact_cells (void)
{
  const double values[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (3, 4, values);
  g_autoptr (TsCellPainter) painter = NULL;
  g_autoptr (TsHeatmapPixels) pixels = create (matrix, TS_REDUCE_MAGNITUDE, 30, 20, &painter);

  for (guint y = 0; y < 20; y++)
    for (guint x = 0; x < 30; x++)
      {
        double t = (values[y / 5 * 3 + x / 10] - 1) / 11;
        guint at = (guint) (t * 1023 + 0.5);
        g_assert_cmphex (get_pixel (pixels, x, y), ==,
                         ts_palette_get_argb (TS_PALETTE_CIVIDIS, at / 1023.0));
      }
  g_assert_cmphex (get_pixel (pixels, 0, 0), ==, 0xff00204d);
  g_assert_cmphex (get_pixel (pixels, 29, 19), ==, 0xffffea46);
}

/* 0, missing, null, NaN, +Inf and −Inf are six different things. */
static void
test_states (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_empty (6, 1);
  g_autoptr (TsCellPainter) painter = NULL;
  g_autoptr (TsHeatmapPixels) pixels = NULL;
  guint32 seen[6];

  ts_matrix_set (matrix, 0, 0, 0, TS_CELL_NUMBER);
  ts_matrix_set (matrix, 1, 0, NAN, TS_CELL_MISSING);
  ts_matrix_set (matrix, 2, 0, NAN, TS_CELL_NULL);
  ts_matrix_set (matrix, 3, 0, NAN, TS_CELL_NAN);
  ts_matrix_set (matrix, 4, 0, INFINITY, TS_CELL_POS_INF);
  ts_matrix_set (matrix, 5, 0, -INFINITY, TS_CELL_NEG_INF);
  ts_matrix_seal (matrix);
  pixels = create (matrix, TS_REDUCE_MAGNITUDE, 60, 40, &painter);
  for (guint i = 0; i < 6; i++)
    {
      seen[i] = get_pixel (pixels, i * 10 + 3, 20);
      g_assert_cmphex (seen[i] >> 24, ==, 0xff);
      for (guint j = 0; j < i; j++)
        g_assert_cmphex (seen[i], !=, seen[j]);
    }
  g_assert_cmphex (seen[3], ==, ts_color_to_argb (&style.nan));
}

/* The reduction is chosen, never a sample; NaN and Inf win over any number. */
static void
test_reductions (void)
{
  const double values[] = { 1, -8, 3, 4, 2, 5 };
  static const struct
  {
    TsReduction reduction;
    double shown;
  } cases[] = { { TS_REDUCE_MAGNITUDE, -8 },
                { TS_REDUCE_MAX, 5 },
                { TS_REDUCE_MIN, -8 },
                { TS_REDUCE_MEAN, 7 / 6.0 } };
  g_autoptr (TsMatrix) matrix = sample_matrix_of (3, 2, values);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TsCellPainter) painter = NULL;
      g_autoptr (TsHeatmapPixels) pixels = create (matrix, cases[i].reduction, 1, 1, &painter);
      g_assert_cmphex (get_pixel (pixels, 0, 0), ==,
                       ts_cell_painter_paint_value (painter, cases[i].shown));
    }
}

static void
test_bad_cells_win (void)
{
  for (guint reduction = TS_REDUCE_MAGNITUDE; reduction <= TS_REDUCE_MEAN; reduction++)
    {
      g_autoptr (TsMatrix) matrix = sample_matrix_waves (64, 64);
      g_autoptr (TsCellPainter) painter = NULL;
      g_autoptr (TsHeatmapPixels) pixels = NULL;
      ts_matrix_set (matrix, 5, 9, NAN, TS_CELL_NAN);
      ts_matrix_set (matrix, 6, 9, 1.797e308, TS_CELL_NUMBER);
      ts_matrix_set (matrix, 40, 9, INFINITY, TS_CELL_POS_INF);
      ts_matrix_set (matrix, 41, 9, 1.797e308, TS_CELL_NUMBER);
      ts_matrix_seal (matrix);
      pixels = create (matrix, reduction, 8, 8, &painter);
      g_assert_cmphex (get_pixel (pixels, 0, 1), ==, painter->states[TS_CELL_NAN]);
      g_assert_cmphex (get_pixel (pixels, 5, 1), ==, painter->states[TS_CELL_POS_INF]);
    }
}

/* 50 single hot cells among 5,000 × 1,024 on 900 × 700 pixels: all are seen, exactly and in a
 * hurry, and wherever one zooms. */
static void
test_hot_cells (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_empty (1024, 5000);
  g_autoptr (TsPyramid) pyramid = NULL;
  g_autoptr (TsMatrixStats) stats = NULL;
  g_autoptr (TsCellPainter) painter = NULL;
  TsHeatmapColors colors = linear_colors (TS_REDUCE_MAGNITUDE);
  TsViewRange ranges[] = { { 0, 1024, 0, 5000 }, { 3.7, 900.2, 30.1, 4800.9 } };

  for (guint y = 0; y < 5000; y++)
    for (guint x = 0; x < 1024; x++)
      ts_matrix_set (matrix, x, y, 1, TS_CELL_NUMBER);
  for (guint i = 0; i < 50; i++)
    ts_matrix_set (matrix, (i * 397 + 11) % 1024, i * 100 + 37, 100, TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  stats = ts_matrix_stats_new (matrix);
  painter = ts_cell_painter_new (stats, &colors, &style);
  pyramid = ts_pyramid_new (matrix, TS_REDUCE_MAGNITUDE);
  ts_pyramid_prepare (pyramid, 900, 700);
  for (guint pass = 0; pass < 4; pass++)
    {
      const TsViewRange *range = &ranges[pass / 2];
      g_autoptr (TsHeatmapPixels) pixels
          = ts_heatmap_pixels_new (pyramid, painter, &style, range, 900, 700, pass % 2 == 0);
      g_autofree guint8 *found = g_new0 (guint8, 50);
      guint expected = 0, seen = 0;
      for (guint y = 0; y < 700; y++)
        for (guint x = 0; x < 900; x++)
          {
            guint x0, x1, y0, y1, cx, cy;
            if (get_pixel (pixels, x, y) != 0xffffea46)
              continue;
            ts_heatmap_pixels_get_cells (pixels, x, y, &x0, &x1, &y0, &y1);
            ts_heatmap_find_shown (matrix, TS_REDUCE_MAGNITUDE, x0, x1, y0, y1, &cx, &cy);
            g_assert_cmpfloat (matrix->values[ts_matrix_index (matrix, cx, cy)], ==, 100);
            found[(cy - 37) / 100] = 1;
          }
      for (guint i = 0; i < 50; i++)
        {
          guint x = (i * 397 + 11) % 1024, y = i * 100 + 37;
          gboolean inside
              = x >= range->x0 && x + 1 <= range->x1 && y >= range->y0 && y + 1 <= range->y1;
          expected += inside;
          seen += inside && found[i];
        }
      g_assert_cmpuint (seen, ==, expected);
      g_assert_cmpuint (expected, >, 40);
    }
}

/* Every cell lies under exactly one pixel when pixels are larger than cells. */
static void
test_partition (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (1000, 777);
  g_autoptr (TsCellPainter) painter = NULL;
  g_autoptr (TsHeatmapPixels) pixels = create (matrix, TS_REDUCE_MAX, 313, 100, &painter);
  guint next = 0;

  for (guint i = 0; i < 313; i++)
    {
      guint x0, x1, y0, y1;
      ts_heatmap_pixels_get_cells (pixels, i, 0, &x0, &x1, &y0, &y1);
      g_assert_cmpuint (x0, ==, next);
      next = x1;
    }
  g_assert_cmpuint (next, ==, 1000);
}

/* Zoomed in, every pixel of a cell has the cell's own colour, wherever the range begins. */
static void
test_cells_wider_than_pixels (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (17, 13);
  g_autoptr (TsMatrixStats) stats = ts_matrix_stats_new (matrix);
  TsViewRange range = { 2.3, 15.8, 4.6, 12.2 };

  for (guint reduction = TS_REDUCE_MAGNITUDE; reduction <= TS_REDUCE_MEAN; reduction++)
    {
      TsHeatmapColors colors = linear_colors (reduction);
      g_autoptr (TsPyramid) pyramid = ts_pyramid_new (matrix, reduction);
      g_autoptr (TsCellPainter) painter = ts_cell_painter_new (stats, &colors, &style);
      g_autoptr (TsHeatmapPixels) pixels
          = ts_heatmap_pixels_new (pyramid, painter, &style, &range, 97, 61, FALSE);
      for (guint y = 0; y < 61; y++)
        for (guint x = 0; x < 97; x++)
          {
            guint column = (guint) (range.x0 + (x + 0.5) * (range.x1 - range.x0) / 97);
            guint row = (guint) (range.y0 + (y + 0.5) * (range.y1 - range.y0) / 61);
            double value = matrix->values[ts_matrix_index (matrix, column, row)];
            g_assert_cmphex (get_pixel (pixels, x, y), ==,
                             ts_cell_painter_paint_value (painter, value));
          }
    }
}

/* A level made from another equals one made from the cells. */
static void
test_levels (void)
{
  for (guint reduction = TS_REDUCE_MAGNITUDE; reduction <= TS_REDUCE_MIN; reduction++)
    {
      g_autoptr (TsMatrix) matrix = sample_matrix_waves (101, 57);
      g_autoptr (TsPyramid) direct = ts_pyramid_new (matrix, reduction);
      g_autoptr (TsPyramid) stepwise = ts_pyramid_new (matrix, reduction);
      const TsLevel *a, *b;
      ts_pyramid_get_level (stepwise, 1, 1);
      ts_pyramid_get_level (stepwise, 2, 1);
      a = ts_pyramid_get_level (direct, 3, 2);
      b = ts_pyramid_get_level (stepwise, 3, 2);
      g_assert_cmpuint (a->width, ==, 13);
      g_assert_cmpuint (a->height, ==, 15);
      g_assert_cmpmem (a->keys, 13 * 15 * sizeof *a->keys, b->keys, 13 * 15 * sizeof *b->keys);
    }
}

static void
test_mean_is_weighted (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_empty (4, 4);
  g_autoptr (TsPyramid) pyramid = NULL;
  const TsLevel *level;

  ts_matrix_set (matrix, 0, 0, 1, TS_CELL_NUMBER);
  ts_matrix_set (matrix, 1, 0, 2, TS_CELL_NUMBER);
  ts_matrix_set (matrix, 3, 3, 9, TS_CELL_NUMBER);
  ts_matrix_seal (matrix);
  pyramid = ts_pyramid_new (matrix, TS_REDUCE_MEAN);
  ts_pyramid_get_level (pyramid, 1, 1);
  level = ts_pyramid_get_level (pyramid, 2, 2);
  g_assert_cmpfloat_with_epsilon (ts_key_to_number (TS_REDUCE_MEAN, level->keys[0]), 4, 1e-12);
}

static void
test_keys (void)
{
  const double values[] = { 0.0, -0.0, 5e-324, -5e-324, 1, -1, 1e300, -1.797e308, 1.797e308 };

  for (guint r = TS_REDUCE_MAGNITUDE; r <= TS_REDUCE_MEAN; r++)
    for (guint i = 0; i < G_N_ELEMENTS (values); i++)
      {
        TsCellKey key = ts_key_from_number (r, values[i]);
        g_assert_true (ts_key_is_number (key));
        g_assert_cmpfloat (ts_key_to_number (r, key), ==, values[i]);
        for (guint j = 0; j < G_N_ELEMENTS (values); j++)
          {
            TsCellKey other = ts_key_from_number (r, values[j]);
            if (r == TS_REDUCE_MAGNITUDE && fabs (values[i]) > fabs (values[j]))
              g_assert_cmpuint (key, >, other);
            if (r == TS_REDUCE_MAX && values[i] > values[j])
              g_assert_cmpuint (key, >, other);
            if (r == TS_REDUCE_MIN && values[i] < values[j])
              g_assert_cmpuint (key, >, other);
          }
      }
}

static void
test_empty (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_of (2, 2, (double[]){ 1, 2, 3, 4 });
  g_autoptr (TsMatrixStats) stats = ts_matrix_stats_new (matrix);
  g_autoptr (TsPyramid) pyramid = ts_pyramid_new (matrix, TS_REDUCE_MAX);
  TsHeatmapColors colors = linear_colors (TS_REDUCE_MAX);
  g_autoptr (TsCellPainter) painter = ts_cell_painter_new (stats, &colors, &style);
  TsViewRange none = { 1, 1, 0, 2 }, all = { 0, 2, 0, 2 };

  g_assert_null (ts_heatmap_pixels_new (pyramid, painter, &style, &none, 10, 10, TRUE));
  g_assert_null (ts_heatmap_pixels_new (pyramid, painter, &style, &all, 0, 10, TRUE));
}

/* Colours kept from frame to frame give the pixels that are given without, wherever the range goes
 * and whatever the colours are meanwhile. */
static void
test_kept_colors (void)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (301, 1500);
  g_autoptr (TsMatrixStats) stats = ts_matrix_stats_new (matrix);
  g_autoptr (TsPyramid) pyramid = ts_pyramid_new (matrix, TS_REDUCE_MAGNITUDE);
  g_autoptr (TsBlockColors) kept = ts_block_colors_new ();
  g_autoptr (TsCellPainter) linear = NULL, logarithmic = NULL;
  TsHeatmapColors colors;

  ts_heatmap_colors_init (&colors);
  colors.auto_scale = FALSE;
  colors.scale = TS_SCALE_LINEAR;
  linear = ts_cell_painter_new (stats, &colors, &style);
  colors.scale = TS_SCALE_LOG;
  logarithmic = ts_cell_painter_new (stats, &colors, &style);
  ts_pyramid_prepare (pyramid, 400, 300);
  for (guint i = 0; i < 120; i++)
    {
      double share = i < 60 ? pow (0.96, i) : pow (0.96, 120 - i);
      TsViewRange range = { 301 * (0.3 - 0.3 * share) + i % 7, 301 * (0.3 + 0.67 * share),
                            1500 * (0.4 - 0.4 * share), 1500 * (0.4 + 0.6 * share) };
      TsCellPainter *painter = i % 20 < 13 ? linear : logarithmic;
      g_autoptr (TsHeatmapPixels) plain
          = ts_heatmap_pixels_new (pyramid, painter, &style, &range, 400, 300, FALSE);
      g_autoptr (TsHeatmapPixels) with
          = ts_heatmap_pixels_new_kept (pyramid, painter, kept, &style, &range, 400, 300, FALSE);
      g_assert_true (g_bytes_equal (plain->argb, with->argb));
      g_assert_true (plain->exact == with->exact);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ts_plot_style_init (&style, FALSE);
  g_test_add_func ("/heatmap-pixels/exact-cells", test_exact_cells);
  g_test_add_func ("/heatmap-pixels/states", test_states);
  g_test_add_func ("/heatmap-pixels/reductions", test_reductions);
  g_test_add_func ("/heatmap-pixels/bad-cells-win", test_bad_cells_win);
  g_test_add_func ("/heatmap-pixels/hot-cells", test_hot_cells);
  g_test_add_func ("/heatmap-pixels/partition", test_partition);
  g_test_add_func ("/heatmap-pixels/cells-wider-than-pixels", test_cells_wider_than_pixels);
  g_test_add_func ("/heatmap-pixels/levels", test_levels);
  g_test_add_func ("/heatmap-pixels/mean-is-weighted", test_mean_is_weighted);
  g_test_add_func ("/heatmap-pixels/keys", test_keys);
  g_test_add_func ("/heatmap-pixels/empty", test_empty);
  g_test_add_func ("/heatmap-pixels/kept-colors", test_kept_colors);
  return g_test_run ();
}
