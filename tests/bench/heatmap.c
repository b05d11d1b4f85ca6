/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long heat maps take: the plot on image surfaces, and the view in a window (when there is a
 * display). Every time is also given as a ratio to filling the same pixels with one colour in the
 * same run, which is what to compare between machines. All times are processor times of the main
 * thread. */
#include "../plot/sample-matrix.h"

#include "plot/heatmap/heatmap-pixels.h"
#include "widgets/heatmap-view-private.h"

#include <adwaita.h>
#include <stdlib.h>
#include <time.h>

#define WIDTH   1600
#define HEIGHT  900
#define REPEATS 7
#define FRAMES  120

static TsPlotStyle style;
static double fill_ms;

/* Of this thread's processor time: what other programs do on the machine is not ours to count. */
static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static void
report (const char *what, double *times, guint n)
{
  qsort (times, n, sizeof *times, compare);
  g_print ("%-52s median %7.2f ms  worst %7.2f ms  (%5.1f x fill)\n", what, times[n / 2],
           times[n - 1], times[n / 2] / fill_ms);
}

static void
measure_fill (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  double times[REPEATS * 3];

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      cairo_t *cr = cairo_create (surface);
      double start = now_ms ();
      cairo_set_source_rgb (cr, 0.1 * (i % 10), 0.5, 0.5);
      cairo_paint (cr);
      cairo_surface_flush (surface);
      times[i] = now_ms () - start;
      cairo_destroy (cr);
    }
  cairo_surface_destroy (surface);
  qsort (times, G_N_ELEMENTS (times), sizeof *times, compare);
  fill_ms = times[G_N_ELEMENTS (times) / 2];
  g_print ("plain fill of %d x %d: %.3f ms\n", WIDTH, HEIGHT, fill_ms);
}

/* Pyramid and pixels from nothing; the colours' limits are known. */
static void
bench_build (guint nx, guint ny, TsScaleType scale, const char *what)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (nx, ny);
  g_autoptr (TsMatrixStats) stats = ts_matrix_stats_new (matrix);
  g_autofree char *label = NULL;
  TsHeatmapColors colors;
  double times[REPEATS], limits;
  TsViewRange all = { 0, nx, 0, ny };
  g_autoptr (TsCellPainter) painter = NULL;

  ts_heatmap_colors_init (&colors);
  colors.auto_scale = FALSE;
  colors.scale = scale;
  limits = now_ms ();
  painter = ts_cell_painter_new (stats, &colors, &style);
  limits = now_ms () - limits;
  for (guint i = 0; i < REPEATS; i++)
    {
      double start = now_ms ();
      g_autoptr (TsPyramid) pyramid = ts_pyramid_new (matrix, colors.reduction);
      g_autoptr (TsHeatmapPixels) pixels = NULL;
      ts_pyramid_prepare (pyramid, WIDTH, HEIGHT);
      pixels = ts_heatmap_pixels_new (pyramid, painter, &style, &all, WIDTH, HEIGHT, TRUE);
      times[i] = now_ms () - start;
    }
  label = g_strdup_printf ("build %u x %u, %s (limits %.0f ms)", nx, ny, what, limits);
  report (label, times, REPEATS);
}

static void
bench_frames (guint nx, guint ny)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (nx, ny);
  g_autoptr (TsMatrixStats) stats = ts_matrix_stats_new (matrix);
  g_autoptr (TsPyramid) pyramid = ts_pyramid_new (matrix, TS_REDUCE_MAGNITUDE);
  g_autofree char *label = g_strdup_printf ("pixels while zooming, %u x %u", nx, ny);
  TsHeatmapColors colors;
  double times[FRAMES];
  g_autoptr (TsCellPainter) painter = NULL;

  ts_heatmap_colors_init (&colors);
  colors.auto_scale = FALSE;
  colors.scale = TS_SCALE_LOG;
  painter = ts_cell_painter_new (stats, &colors, &style);
  ts_pyramid_prepare (pyramid, WIDTH, HEIGHT);
  for (guint i = 0; i < FRAMES; i++)
    {
      double share = pow (0.97, i), start;
      TsViewRange range = { nx * (0.4 - 0.4 * share), nx * (0.4 + 0.6 * share),
                            ny * (0.4 - 0.4 * share), ny * (0.4 + 0.6 * share) };
      g_autoptr (TsHeatmapPixels) pixels = NULL;
      start = now_ms ();
      pixels = ts_heatmap_pixels_new (pyramid, painter, &style, &range, WIDTH, HEIGHT, FALSE);
      times[i] = now_ms () - start;
    }
  report (label, times, FRAMES);
}

/* --- in a window --- */

static double frame_start, frame_ms;
static gboolean frame_done;

static void
before_paint_cb (GdkFrameClock *clock, gpointer data)
{
  frame_start = now_ms ();
}

static void
after_paint_cb (GdkFrameClock *clock, gpointer data)
{
  frame_ms = now_ms () - frame_start;
  frame_done = TRUE;
}

static double
wait_for_frame (void)
{
  frame_done = FALSE;
  while (!frame_done)
    g_main_context_iteration (NULL, TRUE);
  return frame_ms;
}

static void
settle (TsHeatmapView *view)
{
  while (!_ts_heatmap_view_is_settled (view))
    g_main_context_iteration (NULL, TRUE);
}

static void
bench_view (guint nx, guint ny)
{
  g_autoptr (TsMatrix) matrix = sample_matrix_waves (nx, ny);
  GtkWidget *window = gtk_window_new (), *view = ts_heatmap_view_new ();
  TsHeatmapView *self = TS_HEATMAP_VIEW (view);
  GdkFrameClock *clock;
  double times[FRAMES], x, y;
  g_autofree char *zoom = g_strdup_printf ("frame while zooming, %u x %u", nx, ny);
  g_autofree char *pan = g_strdup_printf ("frame while panning, %u x %u", nx, ny);
  g_autofree char *hover = g_strdup_printf ("hover: handler, %u x %u", nx, ny);
  g_autofree char *hover_frame = g_strdup_printf ("hover: frame, %u x %u", nx, ny);

  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  ts_heatmap_view_set_matrix (self, matrix, "benchmark", "norm");
  gtk_window_present (GTK_WINDOW (window));
  clock = gtk_widget_get_frame_clock (view);
  g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), NULL);
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), NULL);
  wait_for_frame ();
  settle (self);
  x = self->layout.cells.x + self->layout.cells.width / 3;
  y = self->layout.cells.y + self->layout.cells.height / 3;
  for (guint i = 0; i < FRAMES; i++)
    {
      ts_plot_gestures_scroll (self->gestures, x, y, 0, i < FRAMES / 2 ? -0.25 : 0.25, 0);
      times[i] = wait_for_frame ();
    }
  report (zoom, times, FRAMES);
  ts_heatmap_view_set_visible (self, nx * 0.1, nx * 0.7, ny * 0.1, ny * 0.7);
  settle (self);
  ts_plot_gestures_press (self->gestures, x, y, GDK_BUTTON_PRIMARY, 1);
  for (guint i = 0; i < FRAMES; i++)
    {
      ts_plot_gestures_drag (self->gestures, x - 6.0 - i, y - 6.0 - i, 0);
      times[i] = wait_for_frame ();
    }
  ts_plot_gestures_release (self->gestures, x, y, 0);
  report (pan, times, FRAMES);
  settle (self);
  /* The frame with the exact picture is not one of hovering. */
  gtk_widget_queue_draw (self->canvas);
  wait_for_frame ();
  for (guint i = 0; i < FRAMES; i++)
    {
      double start = now_ms ();
      _ts_heatmap_view_pointer_moved (self, x + i, y + i);
      times[i] = now_ms () - start;
    }
  report (hover, times, FRAMES);
  for (guint i = 0; i < FRAMES; i++)
    {
      _ts_heatmap_view_pointer_moved (self, x + i, y + i);
      times[i] = wait_for_frame ();
    }
  report (hover_frame, times, FRAMES);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  ts_plot_style_init (&style, FALSE);
  measure_fill ();
  bench_build (1024, 5000, TS_SCALE_LINEAR, "linear");
  bench_build (1024, 5000, TS_SCALE_LOG, "logarithmic");
  bench_frames (1000, 1000);
  bench_frames (1024, 5000);
  bench_frames (1000, 10000);
  if (!gtk_init_check ())
    {
      g_print ("no display: the view is left out\n");
      return 0;
    }
  adw_init ();
  bench_view (1000, 1000);
  bench_view (1024, 5000);
  bench_view (1000, 10000);
  return 0;
}
