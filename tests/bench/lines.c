/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a frame of a line chart costs: lines [POINTS [LINES [SCALE [SHAPE]]]]. Draws on a Cairo
 * image surface of 1600 × 500 logical pixels, as GTK's software renderer does, at every zoom from
 * all points to ten. */
#include "../test-noise.h"
#include "plot/lines/line-plot.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define WIDTH  1600
#define HEIGHT 500
/* The frames of a figure: no more than these, and none begun after so many milliseconds. */
#define MOST_FRAMES 31
#define PATIENCE    500

static double
walk (guint line, guint i)
{
  return line * 3 + sin (i * 1e-5 + line) * 10
         + test_noise (i + line * 7919) * (i % 5000 == 0 ? 40 : 1);
}

static double
hash_only (guint line, guint i)
{
  return test_noise (i + line * 7919);
}

static double
half_nan (guint line, guint i)
{
  return test_noise (i * 3 + line) < 0.5 ? NAN : walk (line, i);
}

static double
half_nan_noise (guint line, guint i)
{
  return test_noise (i * 3 + line) < 0.5 ? NAN : hash_only (line, i);
}

static double
loss_curve (guint line, guint i)
{
  return 3 * exp (-(i * 1e-5)) + 0.02 * test_noise (i + line * 7919);
}

/* Still but for one point in thirty, more or less. */
static double
spikes (guint line, guint i)
{
  return test_noise (i * 5 + line) < 0.03 ? hash_only (line, i) : 0.1;
}

static const struct
{
  const char *name;
  double (*value) (guint line, guint i);
} shapes[] = {
  { "wave", walk },     { "loss", loss_curve },   { "noise", hash_only },
  { "spikes", spikes }, { "half NaN", half_nan }, { "NaN noise", half_nan_noise },
};

/* Processor time, since the machine may have other things to do. */
static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Best and median of some frames. */
static void
time_frames (TsLinePlot *plot, double scale, double first, double last)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (WIDTH * scale),
                                                         (int) (HEIGHT * scale));
  TsPlotStyle style;
  double times[MOST_FRAMES], begin = now_ms ();
  guint n = 0;

  cairo_surface_set_device_scale (surface, scale, scale);
  ts_plot_style_init (&style, FALSE);
  style.scale = scale;
  while (n < MOST_FRAMES && (n < 3 || now_ms () - begin < PATIENCE))
    {
      cairo_t *cr = cairo_create (surface);
      TsLineLayout layout;
      double start = now_ms ();
      ts_line_plot_set_visible (plot, first, last);
      ts_line_plot_layout (plot, cr, &style, WIDTH, HEIGHT, &layout);
      ts_line_plot_draw_chart (plot, cr, &style, &layout);
      cairo_surface_flush (surface);
      times[n++] = now_ms () - start;
      cairo_destroy (cr);
    }
  qsort (times, n, sizeof *times, compare);
  g_print (" %6.2f %6.2f", times[0], times[n / 2]);
  ts_plot_style_clear (&style);
  cairo_surface_destroy (surface);
}

static TsLinePlot *
create_plot (guint n, guint n_lines, double (*value) (guint, guint))
{
  g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_STEP, n);
  TsLinePlot *plot = ts_line_plot_new ();

  for (guint i = 0; i < n; i++)
    axis->ids[i] = axis->positions[i] = i;
  for (guint line = 0; line < n_lines; line++)
    {
      g_autoptr (TsSeries) series = ts_series_new (axis, "line", line, 0);
      for (guint i = 0; i < n; i++)
        {
          double v = value (line, i);
          ts_series_set (series, i, v, (guint8) ts_cell_state_of (v));
        }
      ts_line_plot_add (plot, series, line, TRUE);
    }
  return plot;
}

/* A table: how much is visible down, shapes across. */
static void
run (guint n, guint n_lines, double scale, const char *only)
{
  static const guint widths[]
      = { 100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10 };
  TsLinePlot *plots[G_N_ELEMENTS (shapes)];

  g_print ("%u x %u points, scale %g: best and median ms\n%8s", n_lines, n, scale, "visible");
  for (guint k = 0; k < G_N_ELEMENTS (shapes); k++)
    {
      plots[k] = NULL;
      if (only != NULL && !g_str_equal (only, shapes[k].name))
        continue;
      plots[k] = create_plot (n, n_lines, shapes[k].value);
      g_print (" %13s", shapes[k].name);
    }
  for (guint i = 0; i <= G_N_ELEMENTS (widths); i++)
    {
      double width = i == 0 ? n : widths[i - 1];
      if (i > 0 && width >= n)
        continue;
      g_print ("\n%8.0f", width);
      for (guint k = 0; k < G_N_ELEMENTS (shapes); k++)
        if (plots[k] != NULL)
          time_frames (plots[k], scale, (n - width) / 2, (n + width) / 2);
    }
  g_print ("\n");
  for (guint k = 0; k < G_N_ELEMENTS (shapes); k++)
    g_clear_pointer (&plots[k], ts_line_plot_free);
}

int
main (int argc, char **argv)
{
  guint n = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 1000000;
  guint n_lines = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 1;
  double scale = argc > 3 ? g_ascii_strtod (argv[3], NULL) : 1;

  if (n == 0 || n_lines == 0 || n_lines > TS_MAX_LINES || !(scale >= 1 && scale <= 8))
    {
      g_printerr ("usage: lines [POINTS [LINES [SCALE [SHAPE]]]]\n");
      return 2;
    }
  run (n, n_lines, scale, argc > 4 ? argv[4] : NULL);
  return 0;
}
