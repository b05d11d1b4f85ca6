/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long a frame of a line chart takes: lines [POINTS [LINES]]. Draws on a Cairo image surface of
 * 1600 × 500 pixels, as GTK's software renderer does. */
#include "plot/line-plot.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define WIDTH  1600
#define HEIGHT 500
#define FRAMES 31

static double
noise (guint i)
{
  guint32 x = i * 2654435761u;

  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  return x / 4294967296.0;
}

static double
walk (guint line, guint i)
{
  return line * 3 + sin (i * 1e-5 + line) * 10 + noise (i + line * 7919) * (i % 5000 == 0 ? 40 : 1);
}

static double
hash_only (guint line, guint i)
{
  return noise (i + line * 7919);
}

static double
half_nan (guint line, guint i)
{
  return noise (i * 3 + line) < 0.5 ? NAN : walk (line, i);
}

static double
loss_curve (guint line, guint i)
{
  return 3 * exp (-(i * 1e-5)) + 0.02 * noise (i + line * 7919);
}

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

static void
time_frames (TsLinePlot *plot, const char *name, double first, double last)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  TsPlotStyle style;
  double times[FRAMES];

  ts_plot_style_init (&style, FALSE);
  for (guint i = 0; i < FRAMES; i++)
    {
      cairo_t *cr = cairo_create (surface);
      TsLineLayout layout;
      double start = now_ms ();
      ts_line_plot_set_visible (plot, first, last);
      ts_line_plot_layout (plot, cr, &style, WIDTH, HEIGHT, &layout);
      ts_line_plot_draw_chart (plot, cr, &style, &layout);
      cairo_surface_flush (surface);
      times[i] = now_ms () - start;
      cairo_destroy (cr);
    }
  qsort (times, FRAMES, sizeof *times, compare);
  g_print ("%-34s %9.0f places  median %7.2f ms  longest %7.2f ms\n", name, last - first,
           times[FRAMES / 2], times[FRAMES - 1]);
  ts_plot_style_clear (&style);
  cairo_surface_destroy (surface);
}

static void
run (const char *name, guint n, guint n_lines, double (*value) (guint, guint))
{
  g_autoptr (TsAxis) axis = ts_axis_new (TS_DIMENSION_STEP, n);
  g_autoptr (TsLinePlot) plot = ts_line_plot_new ();

  for (guint i = 0; i < n; i++)
    axis->ids[i] = i;
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
  for (double width = n; width >= 10; width /= 10)
    time_frames (plot, name, (n - width) / 2, (n + width) / 2);
}

int
main (int argc, char **argv)
{
  guint n = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 1000000;
  guint n_lines = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 1;

  if (n == 0 || n_lines == 0 || n_lines > TS_MAX_LINES)
    {
      g_printerr ("usage: lines [POINTS [LINES]]\n");
      return 2;
    }
  run ("slow wave with spikes", n, n_lines, walk);
  run ("loss curve", n, n_lines, loss_curve);
  run ("noise over the whole height", n, n_lines, hash_only);
  run ("half NaN", n, n_lines, half_nan);
  return 0;
}
