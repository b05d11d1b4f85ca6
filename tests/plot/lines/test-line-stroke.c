/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines are written to the pixels of a picture on screen, and stroked by Cairo for PDF and SVG:
 * both must look the same. */
#include "../../test-noise.h"
#include "plot/lines/line-plot.h"

#include <math.h>

#define WIDTH  500
#define HEIGHT 220

typedef double (*Shape) (guint line, guint i);

static double
wave (guint line, guint i)
{
  return sin (i * 0.15 + line) + line * 0.1;
}

static double
noise (guint line, guint i)
{
  return test_noise (i * 7 + line);
}

static double
gaps (guint line, guint i)
{
  return test_noise (i * 3 + line) < 0.4 ? NAN : wave (line, i) + 0.2 * test_noise (i + line);
}

static double
steps (guint line, guint i)
{
  return (i + line) / 5 % 2;
}

static TsLinePlot *
make_plot (Shape shape, guint n, guint n_lines, guint first_color)
{
  g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_STEP, n);
  TsLinePlot *plot = ts_line_plot_new ();

  for (guint i = 0; i < n; i++)
    ts_axis_set_place (axis, i, i, NULL, i);
  for (guint line = 0; line < n_lines; line++)
    {
      g_autoptr (TsSeries) series = ts_series_new (axis, "line", line, 0);
      /* Missing, not NaN: marks would be in the picture. */
      for (guint i = 0; i < n; i++)
        if (!isnan (shape (line, i)))
          ts_series_set (series, i, shape (line, i), TS_CELL_NUMBER);
      ts_series_seal (series);
      ts_line_plot_add (plot, series, first_color + line, TRUE);
    }
  return plot;
}

/* Within a group Cairo draws to a surface of its own, so that there are no pixels to write to. */
static cairo_surface_t *
draw (TsLinePlot *plot, double scale, gboolean dark, gboolean by_cairo, TsLineLayout *layout)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (WIDTH * scale),
                                                         (int) (HEIGHT * scale));
  cairo_t *cr;
  TsPlotStyle style;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  ts_plot_style_init (&style, dark);
  style.scale = scale;
  ts_color_set_source (&style.background, cr);
  cairo_paint (cr);
  if (by_cairo)
    cairo_push_group (cr);
  ts_line_plot_layout (plot, cr, &style, WIDTH, HEIGHT, layout);
  ts_line_plot_draw_chart (plot, cr, &style, layout);
  if (by_cairo)
    {
      cairo_pop_group_to_source (cr);
      cairo_paint (cr);
    }
  cairo_destroy (cr);
  ts_plot_style_clear (&style);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel_at (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row = cairo_image_surface_get_data (surface)
                      + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (const void *) row)[x];
}

/* The greatest difference of a colour's parts, 0 … 255. */
static int
difference (guint32 a, guint32 b)
{
  int most = 0;

  for (int shift = 0; shift < 24; shift += 8)
    most = MAX (most, ABS ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)));
  return most;
}

typedef struct
{
  double mean;
  double far; /* part of the pixels that differ by more than a quarter */
} Distance;

static Distance
compare (cairo_surface_t *a, cairo_surface_t *b)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  Distance distance = { 0, 0 };

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        int differs = difference (pixel_at (a, x, y), pixel_at (b, x, y));
        distance.mean += differs;
        distance.far += differs > 64;
      }
  distance.mean /= width * height;
  distance.far /= width * height;
  return distance;
}

static Distance
distance_from_cairo (TsLinePlot *plot, double first, double last, double scale, gboolean dark)
{
  cairo_surface_t *pixels, *cairo;
  TsLineLayout layout;
  Distance distance;

  ts_line_plot_set_visible (plot, first, last);
  pixels = draw (plot, scale, dark, FALSE, &layout);
  cairo = draw (plot, scale, dark, TRUE, &layout);
  distance = compare (pixels, cairo);
  cairo_surface_destroy (pixels);
  cairo_surface_destroy (cairo);
  return distance;
}

/* --- tests --- */

static void
assert_like_cairo (const char *name, Shape shape, guint n_lines, guint color, Distance most)
{
  static const double widths[] = { 900, 400, 150, 50, 12, 2 };
  g_autoptr (TsLinePlot) plot = make_plot (shape, 900, n_lines, color);

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    for (int scale = 1; scale <= 2; scale++)
      {
        Distance distance = distance_from_cairo (plot, 450.3 - widths[i] / 2, 450.3 + widths[i] / 2,
                                                 scale, scale == 2);
        g_test_message ("%s, colour %u, %g visible, scale %d: mean %.3f, far %.5f", name, color,
                        widths[i], scale, distance.mean, distance.far);
        g_assert_cmpfloat (distance.mean, <, most.mean);
        g_assert_cmpfloat (distance.far, <, most.far);
      }
}

static void
test_like_cairo (void)
{
  const Distance most = { 0.5, 0.002 };

  assert_like_cairo ("wave", wave, 3, 0, most);
  assert_like_cairo ("noise", noise, 1, 1, most);
  assert_like_cairo ("gaps", gaps, 2, 2, most);
  assert_like_cairo ("steps", steps, 2, 4, most);
}

static double
slope (guint line, guint i)
{
  return i * 0.001 + line;
}

/* Each pattern, level and steep: the palette has seven colours. */
static void
test_dashes (void)
{
  for (guint dash = 1; dash <= 9; dash++)
    {
      g_autoptr (TsLinePlot) level = make_plot (slope, 40, 3, 7 * dash);
      g_autoptr (TsLinePlot) steep = make_plot (noise, 20, 1, 7 * dash);
      Distance a = distance_from_cairo (level, 3, 33, 1, FALSE);
      Distance b = distance_from_cairo (steep, 3, 13, 2, TRUE);
      g_test_message ("dash %u: mean %.3f %.3f, far %.5f %.5f", dash, a.mean, b.mean, a.far, b.far);
      g_assert_cmpfloat (a.mean, <, 0.3);
      g_assert_cmpfloat (b.mean, <, 0.3);
      g_assert_cmpfloat (a.far, <, 0.0005);
      g_assert_cmpfloat (b.far, <, 0.0005);
    }
}

static gboolean
is_painted (cairo_surface_t *surface, double x, double y)
{
  return pixel_at (surface, (int) x, (int) y) != 0xffffffff;
}

static gboolean
is_point_painted (
    cairo_surface_t *picture, double scale, const TsLineLayout *layout, guint place, double value)
{
  double x = ts_line_layout_x (layout, place + 0.5) * scale;
  double y = ts_line_layout_y (layout, value) * scale;

  /* A point on the border of two pixels may count for either. */
  return is_painted (picture, x - 1e-6, y) || is_painted (picture, x + 1e-6, y);
}

/* Whatever falls upon a pixel, and whether it has neighbours or not: where there is a number, there
 * is colour. */
static void
test_every_point (void)
{
  for (guint round = 0; round < 60; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 1 << g_test_rand_int_range (1, 14));
      g_autoptr (TsLinePlot) plot = make_plot (gaps, n, 1, round % 7);
      TsSeries *series = ts_line_plot_get_series (plot, 0);
      double scale = 1 + round % 2;
      TsLineLayout layout;
      cairo_surface_t *picture = draw (plot, scale, FALSE, FALSE, &layout);
      for (guint i = 0; i < n; i++)
        if (ts_cell_state (series->states[i]) == TS_CELL_NUMBER)
          g_assert_true (is_point_painted (picture, scale, &layout, i, series->values[i]));
      cairo_surface_destroy (picture);
    }
}

/* The points beside the picture are a million places away. */
static void
test_far_neighbours (void)
{
  const guint n = 1000000;

  for (guint color = 0; color < 14; color += 7)
    {
      g_autoptr (TsLinePlot) plot = make_plot (slope, n, 1, 0);
      g_autoptr (TsAxis) ends = ts_axis_new (TS_DIMENSION_STEP, 2);
      g_autoptr (TsSeries) series = NULL;
      TsLineLayout layout;
      cairo_surface_t *picture;
      guint painted = 0;

      ts_axis_set_place (ends, 0, 0, NULL, 0);
      ts_axis_set_place (ends, 1, n - 1, NULL, n - 1);
      series = ts_series_new (ends, "ends", 1, 0);
      ts_series_set (series, 0, 1000, TS_CELL_NUMBER);
      ts_series_set (series, 1, 0, TS_CELL_NUMBER);
      ts_line_plot_add (plot, series, color, TRUE);
      ts_line_plot_set_shown (plot, 0, FALSE);
      ts_line_plot_set_visible (plot, n / 2 - 1, n / 2 + 1);
      picture = draw (plot, 1, FALSE, FALSE, &layout);
      for (int x = (int) layout.left + 1; x < layout.right; x++)
        painted += is_painted (picture, x, ts_line_layout_y (&layout, 500));
      g_assert_cmpfloat (painted, >, 0.5 * (layout.right - layout.left));
      cairo_surface_destroy (picture);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-stroke/like-cairo", test_like_cairo);
  g_test_add_func ("/line-stroke/dashes", test_dashes);
  g_test_add_func ("/line-stroke/every-point", test_every_point);
  g_test_add_func ("/line-stroke/far-neighbours", test_far_neighbours);
  return g_test_run ();
}
