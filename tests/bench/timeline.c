/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the largest pipeline timelines cost: looking through text without records, opening 256 rows
 * × 1,000 steps × 100 jobs (STEPS as argument: fewer, 0: none; the logs take 5 MB a step), and a
 * frame at every zoom. See README.md. */
#include "../test-folder.h"

#include "plot/timeline/timeline-plot.h"
#include "timeline/row-log.h"
#include "timeline/timeline-private.h"

#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <time.h>

#define ROWS      256
#define JOBS      100
#define STAGES    16
#define EPOCH     1701829911000000
#define STEP_US   400000
#define TEXT_SIZE (G_GUINT64_CONSTANT (1) << 29)

/* Of this thread: the machine may have other things to do. */
static double
get_cpu_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static double
seconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1e6;
}

/* The n-th job of a row's step: forward and backward in turn, then an optimizer. */
static void
make_job (guint row, guint step, guint n, TsJob *job)
{
  gint64 length = n % 2 ? 4000 : 2000;

  *job = (TsJob){ .type = n == JOBS - 1 ? 2 : n % 2, .micro_batch = n / 2 };
  job->start = EPOCH + (gint64) step * STEP_US + (row / (ROWS / STAGES)) * 2000
               + (gint64) n / 2 * 7000 + (n % 2) * 2000;
  job->end = job->start + length;
}

/* ---- Text without records ---- */

static void
bench_text (void)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *path = g_build_filename (folder, "workerlog.0", NULL);
  g_autofree char *block = g_malloc (1 << 20);
  g_autoptr (TsTimelineReport) report = ts_timeline_report_new ();
  static const char line[] = "[2023-12-06 02:31:50,900] [    INFO] - global step 3, loss: 7.10000, "
                             "ips: 13.2 samples/s, lr: 3.0e-05\n";
  FILE *file = g_fopen (path, "w");
  double start, floor, scan;
  int fd;

  for (guint i = 0; i < 1 << 20; i++)
    block[i] = line[i % (sizeof line - 1)];
  for (guint64 n = 0; n < TEXT_SIZE; n += 1 << 20)
    fwrite (block, 1, 1 << 20, file);
  fclose (file);
  start = get_cpu_seconds ();
  fd = open (path, O_RDONLY);
  while (read (fd, block, 1 << 20) > 0)
    ;
  close (fd);
  floor = get_cpu_seconds () - start;
  start = get_cpu_seconds ();
  {
    g_autoptr (TsRowLog) log = _ts_row_log_new ("workerlog.0");
    _ts_worker_log_read (log, path, report, NULL, NULL);
  }
  scan = get_cpu_seconds () - start;
  g_print ("text without records: %.2f GB/s of CPU time (read alone %.2f GB/s)\n",
           TEXT_SIZE / scan / 1e9, TEXT_SIZE / floor / 1e9);
  test_remove_tree (folder);
}

/* ---- Opening ---- */

static void
write_row (const char *folder, guint row, guint n_steps)
{
  static const char *const types[] = { "forward", "backward", "optimizer" };
  g_autofree char *name = g_strdup_printf ("workerlog.%u", row);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  FILE *file = g_fopen (path, "w");

  for (guint s = 0; s < n_steps; s++)
    for (guint n = 0; n < JOBS; n++)
      {
        TsJob job;
        make_job (row, s, n, &job);
        fprintf (file,
                 "I1206 02:31:51.345300 22300 standalone_executor.cc:251] Profiler Info: Job (%u), "
                 "type = %s, micro_batch_id = %u, job_start_time = %" G_GINT64_FORMAT
                 ".%03u000, job_end_time = %" G_GINT64_FORMAT ".%03u000\n",
                 n, types[job.type], job.micro_batch, job.start / 1000, (guint) (job.start % 1000),
                 job.end / 1000, (guint) (job.end % 1000));
      }
  fclose (file);
}

static void
bench_open (guint n_steps)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (TsTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  double load, build;
  gint64 start;

  for (guint r = 0; r < ROWS; r++)
    write_row (folder, r, n_steps);
  start = g_get_monotonic_time ();
  timeline = ts_timeline_load (folder, NULL, NULL, NULL, &error);
  load = seconds_since (start);
  g_assert_no_error (error);
  g_assert_cmpuint (timeline->steps->len, ==, n_steps);
  g_assert_cmpuint (timeline->n_stages, ==, STAGES);
  start = g_get_monotonic_time ();
  {
    g_autoptr (TsBusyPyramid) pyramid = ts_busy_pyramid_new (timeline, 0);
    build = seconds_since (start);
  }
  g_print ("%u rows × %u steps × %u jobs: read in %.2f s, made ready to be drawn in %.2f s\n", ROWS,
           n_steps, JOBS, load, build);
  test_remove_tree (folder);
}

/* ---- Frames ---- */

static TsTimeline *
create_timeline (guint n_steps)
{
  TsTimeline *timeline = _ts_timeline_new ("bench");

  _ts_timeline_find_type (timeline, "forward");
  _ts_timeline_find_type (timeline, "backward");
  _ts_timeline_find_type (timeline, "optimizer");
  for (guint r = 0; r < ROWS; r++)
    {
      TsTimelineRow *row = _ts_timeline_add_row (timeline, r / 8, r % 8, "");
      row->stage = r / (ROWS / STAGES);
      row->empty = FALSE;
      row->n_jobs = n_steps * JOBS;
      row->jobs = g_new (TsJob, row->n_jobs);
      row->n_steps = n_steps;
      row->steps = g_new (TsRowStep, n_steps);
      for (guint s = 0; s < n_steps; s++)
        {
          TsJob *jobs = &row->jobs[s * JOBS];
          for (guint n = 0; n < JOBS; n++)
            make_job (r, s, n, &jobs[n]);
          row->steps[s] = (TsRowStep){ 0, s, s * JOBS, JOBS, jobs[0].start, jobs[JOBS - 1].end };
        }
    }
  _ts_timeline_finish (timeline, TRUE);
  return timeline;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double da = *(const double *) a, db = *(const double *) b;

  return (da > db) - (da < db);
}

static void
time_frames (TsTimelinePlot *plot, double span, int width, int height, double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (width * scale),
                                                         (int) (height * scale));
  double times[15], start, end;
  TsPlotStyle style;

  ts_plot_style_init (&style, FALSE);
  style.scale = scale;
  ts_timeline_plot_get_run_range (plot, &start, &end);
  cairo_surface_set_device_scale (surface, scale, scale);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      cairo_t *cr = cairo_create (surface);
      double from = start + (end - start - span) * i / G_N_ELEMENTS (times);
      double begun;
      ts_timeline_plot_set_visible (plot, from, from + span);
      begun = get_cpu_seconds ();
      cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
      cairo_paint (cr);
      cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
      ts_timeline_plot_draw (plot, cr, &style, width, height);
      times[i] = (get_cpu_seconds () - begun) * 1000;
      cairo_destroy (cr);
    }
  cairo_surface_destroy (surface);
  qsort (times, G_N_ELEMENTS (times), sizeof *times, compare_doubles);
  g_print ("  %5.0f × %4.0f, %9.1f ms in sight: best %5.2f ms, median %5.2f ms, longest %5.2f ms\n",
           width * scale, height * scale, span / 1000, times[0], times[G_N_ELEMENTS (times) / 2],
           times[G_N_ELEMENTS (times) - 1]);
  ts_plot_style_clear (&style);
}

/* What filling as many pixels takes, on this machine at this time. */
static void
print_floor (int width, int height)
{
  gsize n = (gsize) width * (gsize) height;
  guint32 *pixels = g_new (guint32, n);
  double times[15];

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      double begun = get_cpu_seconds ();
      for (gsize k = 0; k < n; k++)
        pixels[k] = i;
      times[i] = (get_cpu_seconds () - begun) * 1000;
    }
  qsort (times, G_N_ELEMENTS (times), sizeof *times, compare_doubles);
  g_print ("filling %d × %d pixels: median %.2f ms\n", width, height,
           times[G_N_ELEMENTS (times) / 2]);
  g_free (pixels);
}

static void
bench_frames (guint n_steps)
{
  g_autoptr (TsTimeline) timeline = create_timeline (n_steps);
  g_autoptr (TsTimelinePlot) plot = ts_timeline_plot_new ();
  g_autoptr (TsBusyPyramid) pyramid = ts_busy_pyramid_new (timeline, 0);
  double start, end;

  ts_timeline_plot_set_step (plot, timeline, n_steps / 2);
  ts_timeline_plot_set_pyramid (plot, pyramid);
  ts_timeline_plot_get_run_range (plot, &start, &end);
  print_floor (1600, 900);
  g_print ("frames of %u rows × %u steps × %u jobs:\n", ROWS, n_steps, JOBS);
  for (double span = end - start; span > 1000; span /= 2)
    time_frames (plot, span, 1600, 900, 1);
  for (double span = end - start; span > 1000; span /= 4)
    time_frames (plot, span, 1920, 1080, 2);
}

int
main (int argc, char **argv)
{
  guint n_steps = argc > 1 ? (guint) CLAMP (atoi (argv[1]), 0, 1000) : 1000;

  setlocale (LC_ALL, "");
  if (n_steps > 1)
    bench_text ();
  if (n_steps > 0)
    bench_open (n_steps);
  bench_frames (argc > 2 ? (guint) atoi (argv[2]) : 1000);
  return 0;
}
