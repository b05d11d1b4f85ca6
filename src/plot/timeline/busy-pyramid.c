/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/timeline/busy-pyramid.h"

#include <math.h>
#include <string.h>

#define MIN_BUCKETS 256u
#define MAX_BUCKETS 131072u
#define MAX_LEVELS  18
#define ENOUGH_JOBS 200000 /* fewer are looked through for each picture */

#define LANES      0x00ff00ffu
#define ROUND_HALF 0x00010001u

struct _TsBusyPyramid
{
  guint run;
  gint64 start;
  double bucket; /* µs, of level 0 */
  guint n_buckets, n_levels, n_rows;
  gsize offsets[MAX_LEVELS]; /* of a level within a row */
  gsize row_size;
  guint32 *buckets;
};

/* ---- Building ---- */

static guint
choose_n_buckets (const TsTimeline *timeline)
{
  guint most = 0, n = MIN_BUCKETS;

  for (guint r = 0; r < timeline->rows->len; r++)
    most = MAX (most, ts_timeline_get_row (timeline, r)->n_jobs);
  while (n < most && n < MAX_BUCKETS)
    n *= 2;
  return n;
}

/* A job without length still shows. */
static void
add_job (const TsBusyPyramid *self, TsBusySum *sums, const TsJob *job, TsBusySum color)
{
  double x0 = (double) (job->start - self->start) / self->bucket;
  double x1 = MAX ((double) (job->end - self->start) / self->bucket, x0 + 1e-4);
  guint first = (guint) CLAMP (x0, 0, self->n_buckets - 1);
  guint last = (guint) CLAMP (x1, 0, self->n_buckets - 1);

  for (guint i = first; i <= last; i++)
    sums[i] += color * (float) MAX (MIN (x1, i + 1.0) - MAX (x0, i), 1e-5);
}

/* Where the mean would be all but transparent, the busier one. */
static guint32
mean_of_two (guint32 a, guint32 b)
{
  guint32 low = ((a & LANES) + (b & LANES) + ROUND_HALF) >> 1 & LANES;
  guint32 high = ((a >> 8 & LANES) + (b >> 8 & LANES) + ROUND_HALF) >> 1 & LANES;

  if (high >> 16 < TS_FAINTEST)
    return MAX (a, b);
  return high << 8 | low;
}

static void
build_row (TsBusyPyramid *self,
           const TsTimeline *timeline,
           guint r,
           guint run,
           const TsBusySum *colors,
           TsBusySum *sums)
{
  const TsTimelineRow *row = ts_timeline_get_row (timeline, r);
  guint32 *level = self->buckets + r * self->row_size;

  memset (sums, 0, self->n_buckets * sizeof *sums);
  for (guint i = 0; i < row->n_steps; i++)
    for (guint k = 0; row->steps[i].run == run && k < row->steps[i].n; k++)
      {
        const TsJob *job = &row->jobs[row->steps[i].first + k];
        add_job (self, sums, job, colors[job->type]);
      }
  for (guint i = 0; i < self->n_buckets; i++)
    level[i] = ts_busy_pixel (sums[i]);
  for (guint l = 1; l < self->n_levels; l++)
    {
      const guint32 *from = level + self->offsets[l - 1];
      guint32 *to = level + self->offsets[l];
      for (guint i = 0; i < self->n_buckets >> l; i++)
        to[i] = mean_of_two (from[2 * i], from[2 * i + 1]);
    }
}

static void
find_span (const TsTimeline *timeline, guint run, gint64 *start, gint64 *end)
{
  *start = G_MAXINT64;
  *end = G_MININT64;
  for (guint i = 0; i < timeline->steps->len; i++)
    {
      const TsTimelineStep *step = ts_timeline_get_step (timeline, i);
      if (step->run != run || step->end < step->start)
        continue;
      *start = MIN (*start, step->start);
      *end = MAX (*end, step->end);
    }
  if (*end < *start)
    *start = *end = 0;
}

TsBusyPyramid *
ts_busy_pyramid_new (const TsTimeline *timeline, guint run)
{
  TsBusyPyramid *self = g_atomic_rc_box_new0 (TsBusyPyramid);
  g_autofree TsBusySum *colors = g_new (TsBusySum, MAX (timeline->types->len, 1));
  guint n_chunks = ts_timeline_count_chunks (timeline);
  TsBusySum *sums;
  gint64 end;

  self->run = run;
  find_span (timeline, run, &self->start, &end);
  self->n_rows = timeline->rows->len;
  self->n_buckets = choose_n_buckets (timeline);
  self->bucket = MAX ((double) (end - self->start) / self->n_buckets, 1e-3);
  for (guint n = self->n_buckets; n > 0 && self->n_levels < MAX_LEVELS; n /= 2)
    {
      self->offsets[self->n_levels++] = self->row_size;
      self->row_size += n;
    }
  for (guint i = 0; i < timeline->types->len; i++)
    {
      TsColor color = ts_job_type_get_color (ts_timeline_get_type (timeline, i), n_chunks);
      colors[i] = ts_busy_sum_from_color (&color);
    }
  self->buckets = g_new (guint32, MAX (self->row_size * self->n_rows, 1));
  sums = g_new (TsBusySum, self->n_buckets);
  for (guint r = 0; r < self->n_rows; r++)
    build_row (self, timeline, r, run, colors, sums);
  g_free (sums);
  return self;
}

static void
pyramid_clear (gpointer data)
{
  g_free (((TsBusyPyramid *) data)->buckets);
}

TsBusyPyramid *
ts_busy_pyramid_ref (TsBusyPyramid *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ts_busy_pyramid_unref (TsBusyPyramid *self)
{
  g_atomic_rc_box_release_full (self, pyramid_clear);
}

gboolean
ts_busy_pyramid_is_needed (const TsTimeline *timeline)
{
  guint64 n = 0;

  for (guint r = 0; r < timeline->rows->len; r++)
    n += ts_timeline_get_row (timeline, r)->n_jobs;
  return n > ENOUGH_JOBS;
}

guint
ts_busy_pyramid_get_run (const TsBusyPyramid *self)
{
  return self->run;
}

double
ts_busy_pyramid_get_resolution (const TsBusyPyramid *self)
{
  return self->bucket;
}

/* ---- Reading ---- */

/* Columns whose parts of time lie within the buckets: start and step in buckets. Places are counted
 * in 2^-32 of a bucket, which takes a third of the time of doubles. */
static void
read_inside (
    const guint32 *buckets, guint n_buckets, double start, double step, guint n, guint32 *columns)
{
  guint64 at = (guint64) (start * 0x1p32), by = (guint64) (step * 0x1p32);

  for (guint i = 0; i < n; i++, at += by)
    {
      guint first = MIN ((guint) (at >> 32), n_buckets - 1);
      guint last = MIN ((guint) ((at + by - 1) >> 32), n_buckets - 1);
      guint more = MIN (last - first, 2);
      guint32 mean = mean_of_two (buckets[first], buckets[first + more]);
      guint32 middle = buckets[first + more / 2];
      /* At most three lie in a column; which is no branch, as none could be foretold. */
      columns[i] = mean_of_two (mean, more == 2 ? middle : mean);
    }
}

void
ts_busy_pyramid_read (
    const TsBusyPyramid *self, guint row, double start, double end, guint n, guint32 *columns)
{
  double step = (end - start) / n, scale;
  guint level = 0, n_buckets, from, to;

  while (level + 1 < self->n_levels && self->bucket * (double) (2u << level) <= step)
    level++;
  n_buckets = self->n_buckets >> level;
  scale = 1 / (self->bucket * (double) (1u << level));
  start = (start - (double) self->start) * scale;
  step *= scale;
  /* What lies before and after the run is empty; a column that is only partly within it is moved
   * there. */
  from = (guint) CLAMP (ceil (-start / step - 1 + 1e-9), 0, n);
  to = (guint) CLAMP (ceil ((n_buckets - start) / step - 1e-9), from, n);
  memset (columns, 0, from * sizeof *columns);
  memset (columns + to, 0, (n - to) * sizeof *columns);
  read_inside (self->buckets + row * self->row_size + self->offsets[level], n_buckets,
               MAX (start + from * step, 0), step, to - from, columns + from);
}
