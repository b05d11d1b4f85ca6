/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/heatmap/rank-strip.h"

#define WIDTH  100
#define HEIGHT 40

/* How many columns of pixels have the colour of that kind in them. */
static guint
count_columns (cairo_surface_t *surface, TsBarKind kind, const TsPlotStyle *style)
{
  TsColor color = ts_rank_bars_get_color (kind, style);
  guint32 wanted = ts_color_to_argb (&color);
  guint n = 0;

  cairo_surface_flush (surface);
  for (int x = 0; x < WIDTH; x++)
    for (int y = 0; y < HEIGHT; y++)
      if (((const guint32 *) (const void *) (cairo_image_surface_get_data (surface)
                                             + y * cairo_image_surface_get_stride (surface)))[x]
          == wanted)
        {
          n++;
          break;
        }
  return n;
}

static cairo_surface_t *
draw (const TsRankBar *bars, guint n, const TsPlotStyle *style)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  ts_rank_bars_draw (bars, n, cr, style, WIDTH, HEIGHT);
  cairo_destroy (cr);
  return surface;
}

static void
test_few (void)
{
  const TsRankBar bars[] = {
    { 0, 0, TS_BAR_NONE }, { 1, 900, TS_BAR_ERROR }, { 2, 1, TS_BAR_WARNING }, { 3, 0, TS_BAR_NONE }
  };
  TsPlotStyle style;
  cairo_surface_t *surface;

  ts_plot_style_init (&style, FALSE);
  surface = draw (bars, G_N_ELEMENTS (bars), &style);
  g_assert_cmpuint (count_columns (surface, TS_BAR_ERROR, &style), >, 10);
  g_assert_cmpuint (count_columns (surface, TS_BAR_WARNING, &style), >, 10); /* 1 beside 900 */
  g_assert_cmpint (ts_rank_bars_find (4, WIDTH, 26), ==, 1);
  g_assert_cmpint (ts_rank_bars_find (4, WIDTH, 99), ==, 3);
  g_assert_cmpint (ts_rank_bars_find (4, WIDTH, -1), ==, -1);
  g_assert_cmpint (ts_rank_bars_find (4, WIDTH, 100), ==, -1);
  g_assert_cmpint (ts_rank_bars_find (0, WIDTH, 5), ==, -1);
  cairo_surface_destroy (surface);
  ts_plot_style_clear (&style);
}

/* One rank of 10,000 is not lost among those that share its pixel. */
static void
test_many (void)
{
  g_autofree TsRankBar *bars = g_new0 (TsRankBar, 10000);
  TsPlotStyle style;
  cairo_surface_t *surface;

  for (guint i = 0; i < 10000; i++)
    bars[i].rank = i;
  bars[4321].n = 1;
  bars[4321].kind = TS_BAR_ERROR;
  ts_plot_style_init (&style, TRUE);
  surface = draw (bars, 10000, &style);
  g_assert_cmpuint (count_columns (surface, TS_BAR_ERROR, &style), ==, 1);
  cairo_surface_destroy (surface);
  ts_plot_style_clear (&style);
}

/* Above the cells, by the ids of the axis, in whatever order; nothing along another axis. */
static void
test_strip (void)
{
  const TsRankBar bars[] = { { 7, 2, TS_BAR_ERROR }, { 3, 0, TS_BAR_NONE } };
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (TsRankBar));
  const TsRect cells = { 0, 20, WIDTH, 20 };
  const TsViewRange range = { .x0 = 0, .x1 = 2, .y0 = 0, .y1 = 1 };
  TsPlotStyle style;

  g_array_append_vals (array, bars, G_N_ELEMENTS (bars));
  ts_plot_style_init (&style, FALSE);
  for (guint i = 0; i < 2; i++)
    {
      TsDimension dimension = i == 0 ? TS_DIMENSION_RANK : TS_DIMENSION_STEP;
      g_autoptr (TsAxis) axis = ts_axis_new (dimension, 2);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
      cairo_t *cr = cairo_create (surface);
      TsColor red = ts_rank_bars_get_color (TS_BAR_ERROR, &style);
      const guint32 *row;
      ts_axis_set_place (axis, 0, 3, "3", 3);
      ts_axis_set_place (axis, 1, 7, "7", 7);
      ts_rank_strip_draw (array, axis, cr, &style, &cells, &range);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      row = (const guint32 *) (const void *) (cairo_image_surface_get_data (surface)
                                              + 17 * cairo_image_surface_get_stride (surface));
      g_assert_cmpint (row[75] == ts_color_to_argb (&red), ==, i == 0);
      g_assert_cmpint (row[25] == ts_color_to_argb (&red), ==, FALSE);
      g_assert_cmpuint (row[75 + 0] != 0, ==, i == 0);
      cairo_surface_destroy (surface);
    }
  ts_plot_style_clear (&style);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank-bars/few", test_few);
  g_test_add_func ("/rank-bars/many", test_many);
  g_test_add_func ("/rank-bars/strip", test_strip);
  return g_test_run ();
}
