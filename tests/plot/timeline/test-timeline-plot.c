/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../timeline/timeline-fixture.h"

#include "plot/timeline/step-strip.h"
#include "plot/timeline/timeline-picture.h"

#include <math.h>
#include <string.h>

#define WIDTH  900
#define HEIGHT 300

typedef struct
{
  cairo_surface_t *surface;
  TsPlotStyle style;
} Canvas;

static void
canvas_draw (Canvas *self, TsTimelinePlot *plot)
{
  cairo_t *cr;

  ts_plot_style_init (&self->style, FALSE);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cr = cairo_create (self->surface);
  ts_color_set_source (&self->style.background, cr);
  cairo_paint (cr);
  ts_timeline_plot_draw (plot, cr, &self->style, WIDTH, HEIGHT);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (self->surface);
}

static guint32
canvas_get (const Canvas *self, double x, double y)
{
  const unsigned char *data = cairo_image_surface_get_data (self->surface);
  guint32 pixel;

  memcpy (&pixel,
          data + (gsize) y * (gsize) cairo_image_surface_get_stride (self->surface) + 4 * (gsize) x,
          4);
  return pixel & 0xffffff;
}

static void
canvas_clear (Canvas *self)
{
  cairo_surface_destroy (self->surface);
  ts_plot_style_clear (&self->style);
}

static guint32
pixel_of (TsJobKind kind)
{
  TsColor color = ts_job_kind_get_color (kind);

  return ts_color_to_argb (&color) & 0xffffff;
}

/* Every bar is where its times say, in its kind's colour, and found there. */
static void
test_bars (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("multi");
  g_autoptr (TsTimelinePlot) plot = ts_timeline_plot_new ();
  Canvas canvas;
  TsRect area;

  ts_timeline_plot_set_step (plot, timeline, 0);
  canvas_draw (&canvas, plot);
  g_assert_cmpuint (ts_timeline_plot_count_drawn (plot), ==, 4 * 17);
  ts_timeline_plot_get_area (plot, &area);
  for (guint r = 0; r < 4; r++)
    for (guint i = 0; i < 17; i++)
      {
        const TsJob *job = &ts_timeline_get_row (timeline, r)->jobs[i];
        guint row, found;
        TsRect bar;
        ts_timeline_plot_get_bar (plot, r, i, &bar);
        g_assert_cmpfloat_with_epsilon (
            bar.width, (double) (job->end - job->start) / 434200 * area.width, 1e-6);
        g_assert_cmphex (canvas_get (&canvas, bar.x + bar.width / 2, bar.y + 4), ==,
                         pixel_of (ts_timeline_get_job_type (timeline, job)->kind));
        g_assert_true (ts_timeline_plot_hit (plot, bar.x + bar.width / 2, bar.y + 4, &row, &found));
        g_assert_cmpuint (row, ==, r);
        g_assert_cmpuint (found, ==, i);
      }
  canvas_clear (&canvas);
}

static void
test_idle (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("multi");
  g_autoptr (TsTimelinePlot) plot = ts_timeline_plot_new ();
  Canvas canvas;
  TsRect area;
  guint row, job;

  ts_timeline_plot_set_step (plot, timeline, 0);
  canvas_draw (&canvas, plot);
  ts_timeline_plot_get_area (plot, &area);
  g_assert_false (ts_timeline_plot_hit (plot, ts_timeline_plot_get_x_of (plot, 80000), area.y + 20,
                                        &row, &job));
  g_assert_false (ts_timeline_plot_hit (plot, area.x - 5, area.y + 20, &row, &job));
  g_assert_false (ts_timeline_plot_hit (plot, NAN, NAN, &row, &job));
  g_assert_cmpfloat_with_epsilon (
      ts_timeline_plot_get_time_at (plot, ts_timeline_plot_get_x_of (plot, 80000)), 80000, 1e-6);
  canvas_clear (&canvas);
}

/* n short jobs a step on each of two rows, one step after the other. */
static TsTimeline *
create_many (guint n_steps, guint n_jobs)
{
  g_autofree char *folder = test_tmp_dir ();

  for (guint r = 0; r < 2; r++)
    {
      g_autoptr (GString) log = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("workerlog.%u", r);
      for (guint s = 0; s < n_steps; s++)
        for (guint i = 0; i < n_jobs; i++)
          append_record (log, i % 2 ? "backward" : "forward", i / 2,
                         1701829911000.0 + s * 100.0 + i * (100.0 / n_jobs),
                         1701829911000.0 + s * 100.0 + (i + 0.5) * (100.0 / n_jobs));
      write_text (folder, name, log->str);
    }
  return load_path_good (folder);
}

/* Bars thinner than a pixel merge into how busy their column is: half of it. */
static void
test_merged (void)
{
  g_autoptr (TsTimeline) timeline = create_many (50, 200);
  g_autoptr (TsTimelinePlot) plot = ts_timeline_plot_new ();
  double start, end;
  Canvas canvas;
  TsRect area;
  guint32 pixel;

  ts_timeline_plot_set_step (plot, timeline, 0);
  ts_timeline_plot_get_run_range (plot, &start, &end);
  g_assert_cmpfloat_with_epsilon (end, 5e6, 1000);
  ts_timeline_plot_set_visible (plot, start, end);
  canvas_draw (&canvas, plot);
  g_assert_cmpuint (ts_timeline_plot_count_drawn (plot), ==, 0);
  ts_timeline_plot_get_area (plot, &area);
  /* In the shown step, which no veil covers: blue and orange in equal parts, half over the ground.
   */
  pixel = canvas_get (&canvas, area.x + 4, area.y + 20);
  for (guint c = 0; c < 3; c++)
    {
      double forward = pixel_of (TS_JOB_FORWARD) >> 8 * c & 255;
      double backward = pixel_of (TS_JOB_BACKWARD) >> 8 * c & 255;
      double is = pixel >> 8 * c & 255;
      g_assert_cmpfloat_with_epsilon (is, (forward + backward) / 4 + 241 / 2.0, 9);
    }
  canvas_clear (&canvas);
}

/* A lone job of a microsecond in a picture of seconds is seen, by pyramid and without. */
static void
test_nothing_lost (void)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (TsTimeline) timeline = NULL;
  g_autoptr (TsBusyPyramid) pyramid = NULL;
  double epoch = 1701829911000.0;

  append_record (log, "forward", 0, epoch, epoch + 100);
  append_record (log, "forward", 1, epoch + 5000, epoch + 5000.001);
  append_record (log, "backward", 0, epoch + 9900, epoch + 10000);
  write_text (folder, "workerlog.0", log->str);
  timeline = load_path_good (folder);
  pyramid = ts_busy_pyramid_new (timeline, 0);
  for (guint n = 1; n <= 4096; n *= 2)
    {
      g_autofree guint32 *columns = g_new (guint32, n);
      guint n_seen = 0;
      if (1e7 / n < ts_busy_pyramid_get_resolution (pyramid))
        break;
      ts_busy_pyramid_read (pyramid, 0, epoch * 1000, epoch * 1000 + 1e7, n, columns);
      for (guint i = 0; i < n; i++)
        n_seen += columns[i] >> 24 != 0 ? 1 : 0;
      g_assert_cmpuint (columns[n / 2] >> 24, >, 0);
      g_assert_cmpuint (n_seen, >=, MIN (n, 3));
      g_assert_cmpuint (n_seen, <=, 8 + n / 20);
    }
  for (guint with = 0; with < 2; with++)
    {
      g_autoptr (TsTimelinePlot) plot = ts_timeline_plot_new ();
      gboolean seen = FALSE;
      Canvas canvas;
      double x;
      ts_timeline_plot_set_step (plot, timeline, 0);
      ts_timeline_plot_set_pyramid (plot, with ? pyramid : NULL);
      canvas_draw (&canvas, plot);
      x = ts_timeline_plot_get_x_of (plot, 5e6);
      for (guint y = 10; y < 60 && !seen; y++)
        seen = canvas_get (&canvas, x, y) != canvas_get (&canvas, x - 14, y)
               && (canvas_get (&canvas, x, y) & 255) > (canvas_get (&canvas, x, y) >> 16 & 255);
      g_assert_true (seen);
      canvas_clear (&canvas);
    }
}

/* Sixty rows, too low for bars one by one, of jobs as long and as far apart as chance will have it.
 */
static TsTimeline *
create_low_rows (void)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint r = 0; r < 60; r++)
    {
      g_autoptr (GString) log = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("workerlog.%u", r);
      double at = 1701829911000.0 + g_rand_double_range (rand, 0, 5);
      for (guint i = 0; i < 60; i++)
        {
          double length = exp (g_rand_double_range (rand, -7, 2));
          append_record (log, i % 2 ? "backward" : "forward", i / 2, at, at + length);
          at += length + (i % 5 == 0 ? 0 : exp (g_rand_double_range (rand, -7, 1)));
        }
      write_text (folder, name, log->str);
    }
  return load_path_good (folder);
}

/* What is covered of a pixel column, by forwards and backwards, told job by job. */
static void
add_up (TsTimelinePlot *plot, const TsTimeline *timeline, guint row, double x, double cover[2])
{
  const TsTimelineRow *data = ts_timeline_get_row (timeline, row);

  cover[0] = cover[1] = 0;
  for (guint i = 0; i < data->n_jobs; i++)
    {
      TsRect bar;
      double covered;
      ts_timeline_plot_get_bar (plot, row, i, &bar);
      if (bar.width >= 3)
        bar.width -= 0.75;
      covered = MIN (bar.x + bar.width, x + 1) - MAX (bar.x, x);
      if (covered > 0)
        cover[i % 2] += covered;
    }
}

/* Each row, on whatever part of the picture it is painted, shows its own jobs and all of them. */
static void
test_low_rows (void)
{
  g_autoptr (TsTimeline) timeline = create_low_rows ();
  g_autoptr (TsTimelinePlot) plot = ts_timeline_plot_new ();
  const double spans[] = { 150000, 40000, 9000, 700 };

  ts_timeline_plot_set_step (plot, timeline, 0);
  for (guint s = 0; s < G_N_ELEMENTS (spans); s++)
    {
      Canvas canvas;
      TsRect area, bar;
      double right;
      ts_timeline_plot_set_visible (plot, 1000, 1000 + spans[s]);
      canvas_draw (&canvas, plot);
      g_assert_cmpuint (ts_timeline_plot_count_drawn (plot), ==, 0);
      ts_timeline_plot_get_area (plot, &area);
      right = ts_timeline_plot_get_x_of (plot, (double) ts_timeline_plot_get_figures (plot)->length
                                                   - spans[s] / 100);
      right = MIN (right, area.x + area.width);
      for (guint r = 0; r < 60; r++)
        for (double x = area.x; x < right; x++)
          {
            double cover[2];
            guint32 pixel;
            ts_timeline_plot_get_bar (plot, r, 0, &bar);
            pixel = canvas_get (&canvas, x, bar.y + bar.height / 2);
            add_up (plot, timeline, r, x, cover);
            for (guint c = 0; c < 3; c++)
              {
                double forward = pixel_of (TS_JOB_FORWARD) >> 8 * c & 255;
                double backward = pixel_of (TS_JOB_BACKWARD) >> 8 * c & 255;
                double is = pixel >> 8 * c & 255, all = cover[0] + cover[1];
                /* What is rare is shown by more than its share. */
                double scale = all > 0 && all < 40 / 255.0 ? 40 / 255.0 / all : 1;
                g_assert_cmpfloat_with_epsilon (is,
                                                scale * (forward * cover[0] + backward * cover[1])
                                                    + (1 - scale * all) * 241,
                                                3);
              }
          }
      canvas_clear (&canvas);
    }
}

static void
test_zoom_and_pan (void)
{
  g_autoptr (TsTimeline) timeline = create_many (20, 100);
  g_autoptr (TsTimelinePlot) plot = ts_timeline_plot_new ();
  const double spans[] = { 1, 100, 1e4, 1e5, 1e6, 1e9 };
  double start, end;

  ts_timeline_plot_set_step (plot, timeline, 10);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    for (double at = -2e6; at < 3e6; at += 311e3)
      {
        Canvas canvas;
        ts_timeline_plot_set_visible (plot, at, at + spans[i]);
        canvas_draw (&canvas, plot);
        canvas_clear (&canvas);
      }
  ts_timeline_plot_set_visible (plot, NAN, 1);
  ts_timeline_plot_set_visible (plot, 5, 5);
  ts_timeline_plot_get_visible (plot, &start, &end);
  g_assert_cmpfloat (end, ==, 6);
}

static void
test_rows_by_stage (void)
{
  g_autoptr (TsTimeline) single = load_sample ("single");
  g_autoptr (TsTimeline) timeline = ts_timeline_with_stages (single, (const guint[]){ 3, 2, 1, 0 });
  g_autoptr (TsTimelinePlot) plot = ts_timeline_plot_new ();
  TsRect first, last;
  Canvas canvas;
  guint row;

  ts_timeline_plot_set_step (plot, timeline, 0);
  canvas_draw (&canvas, plot);
  ts_timeline_plot_get_bar (plot, 3, 0, &first);
  ts_timeline_plot_get_bar (plot, 0, 0, &last);
  g_assert_cmpfloat (first.y, <, last.y);
  g_assert_true (ts_timeline_plot_hit_row (plot, first.y + 1, &row));
  g_assert_cmpuint (row, ==, 3);
  canvas_clear (&canvas);
}

static void
test_words (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("multi");
  g_autofree char *text = ts_timeline_describe_job (timeline, 0, 4);
  static const struct
  {
    double us;
    const char *text;
  } durations[] = { { 0, "0 µs" },          { 340, "340 µs" },    { 12400, "12.4 ms" },
                    { 434200, "434.2 ms" }, { 12.5e6, "12.5 s" }, { 999, "999 µs" } };

  g_assert_cmpstr (text, ==,
                   "backward of micro-batch 0, stage 0 · machine 0, GPU 0\n"
                   "117.6 ms – 137.6 ms, 20 ms\nidle for 77.6 ms before, waiting for stage 1");
  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    {
      g_autofree char *duration = ts_format_duration (durations[i].us);
      g_assert_cmpstr (duration, ==, durations[i].text);
    }
}

static void
test_strip (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("single");
  g_autoptr (TsStepStrip) strip = ts_step_strip_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 64);
  cairo_t *cr = cairo_create (surface);
  TsPlotStyle style;
  int seen = -1;

  ts_plot_style_init (&style, FALSE);
  g_assert_cmpint (ts_step_strip_hit (strip, 100, 10), ==, -1);
  ts_step_strip_set_timeline (strip, timeline);
  ts_step_strip_set_steps (strip, 2, 1);
  ts_step_strip_draw (strip, cr, &style, 600, 64);
  for (guint x = 0; x < 600; x++)
    {
      int step = ts_step_strip_hit (strip, x, 10);
      g_assert_cmpint (step, <, 3);
      g_assert_true (step < 0 || step == seen || step == seen + 1);
      seen = step >= 0 ? step : seen;
    }
  g_assert_cmpint (seen, ==, 2);
  g_assert_false (ts_step_strip_is_slow (strip, 0));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  ts_plot_style_clear (&style);
}

static void
test_time_scale_is_shared (void)
{
  g_autoptr (TsTimeline) timeline = load_sample ("multi");
  g_autoptr (TsTimeline) planned
      = ts_schedule_plan (&(TsSchedule){ TS_SCHEDULE_1F1B, 4, 8, 1, 10000, 20000, 0 }, NULL);
  g_autoptr (TsTimelinePlot) real = ts_timeline_plot_new (), ideal = ts_timeline_plot_new ();
  TsRect a, b;
  Canvas canvas;

  ts_timeline_plot_set_step (real, timeline, 0);
  ts_timeline_plot_set_step (ideal, planned, 0);
  ts_timeline_plot_set_beside (ideal, timeline);
  canvas_draw (&canvas, real);
  canvas_clear (&canvas);
  canvas_draw (&canvas, ideal);
  canvas_clear (&canvas);
  ts_timeline_plot_get_area (real, &a);
  ts_timeline_plot_get_area (ideal, &b);
  g_assert_cmpfloat (a.x, ==, b.x);
  g_assert_cmpfloat (a.width, ==, b.width);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-plot/bars", test_bars);
  g_test_add_func ("/timeline-plot/idle", test_idle);
  g_test_add_func ("/timeline-plot/merged", test_merged);
  g_test_add_func ("/timeline-plot/nothing-lost", test_nothing_lost);
  g_test_add_func ("/timeline-plot/low-rows", test_low_rows);
  g_test_add_func ("/timeline-plot/zoom-and-pan", test_zoom_and_pan);
  g_test_add_func ("/timeline-plot/rows-by-stage", test_rows_by_stage);
  g_test_add_func ("/timeline-plot/words", test_words);
  g_test_add_func ("/timeline-plot/strip", test_strip);
  g_test_add_func ("/timeline-plot/time-scale-is-shared", test_time_scale_is_shared);
  return g_test_run ();
}
