/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline/figures.h"

#include "model/median.h"

#include <math.h>
#include <stdlib.h>

#define MAD_TO_SIGMA   1.4826
#define OUTLIER_SIGMAS 3.0
#define OUTLIER_SHARE  0.05

typedef struct
{
  gint64 start, end;
} Interval;

static int
compare_intervals (gconstpointer a, gconstpointer b)
{
  gint64 sa = ((const Interval *) a)->start, sb = ((const Interval *) b)->start;

  return (sa > sb) - (sa < sb);
}

/* Sorts intervals. */
static gint64
length_of_union (GArray *intervals)
{
  gint64 length = 0, until = G_MININT64;

  g_array_sort (intervals, compare_intervals);
  for (guint i = 0; i < intervals->len; i++)
    {
      const Interval *interval = &g_array_index (intervals, Interval, i);
      if (interval->end <= until)
        continue;
      length += interval->end - MAX (interval->start, until);
      until = interval->end;
    }
  return length;
}

static TsJobTimes
summarize (GArray *durations)
{
  double *values = (double *) (gpointer) durations->data;
  TsJobTimes times = { .n = durations->len };

  if (times.n == 0)
    return times;
  for (guint i = 0; i < times.n; i++)
    times.mean += values[i];
  times.mean /= times.n;
  times.median = ts_median (values, times.n); /* and sorts them */
  times.p95 = values[(guint) ceil (0.95 * times.n) - 1];
  times.max = values[times.n - 1];
  return times;
}

/* ---- Stages and rows ---- */

/* All rows of a stage, or one row. */
typedef struct
{
  const TsTimeline *timeline;
  const TsTimelineStep *step;
  int stage, row; /* -1: all */
} Part;

typedef struct
{
  GArray *work, *optimizer;     /* Interval */
  GArray *forwards, *backwards; /* double */
} Gathered;

static void
gather_job (const TsJob *job, TsJobKind kind, Gathered *into, TsStageFigures *figures)
{
  Interval interval = { job->start, job->end };
  double duration = (double) (job->end - job->start);

  if (kind == TS_JOB_OPTIMIZER)
    g_array_append_val (into->optimizer, interval);
  /* A job without length takes no time, so that it is nobody's work. */
  if (!ts_job_kind_is_work (kind) || job->end <= job->start)
    return;
  g_array_append_val (into->work, interval);
  if (kind == TS_JOB_FORWARD)
    {
      g_array_append_val (into->forwards, duration);
      figures->last_forward = MAX (figures->last_forward, job->end);
      return;
    }
  g_array_append_val (into->backwards, duration);
  figures->first_backward = MIN (figures->first_backward, job->start);
}

static void
gather (const Part *part, Gathered *into, TsStageFigures *figures)
{
  for (guint r = 0; r < part->timeline->rows->len; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (part->timeline, r);
      const TsRowStep *step;
      if ((part->row >= 0 && (guint) part->row != r)
          || (part->stage >= 0 && (guint) part->stage != row->stage))
        continue;
      step = ts_timeline_row_find_step (row, part->step);
      for (guint i = 0; step != NULL && i < step->n; i++)
        {
          const TsJob *job = &row->jobs[step->first + i];
          gather_job (job, ts_timeline_get_job_type (part->timeline, job)->kind, into, figures);
        }
    }
}

static void
measure_part (const Part *part, const TsStepFigures *step, TsStageFigures *figures)
{
  Gathered gathered = { g_array_new (FALSE, FALSE, sizeof (Interval)),
                        g_array_new (FALSE, FALSE, sizeof (Interval)),
                        g_array_new (FALSE, FALSE, sizeof (double)),
                        g_array_new (FALSE, FALSE, sizeof (double)) };
  gint64 last = G_MININT64;

  *figures = (TsStageFigures){ .first_backward = G_MAXINT64, .last_forward = G_MININT64 };
  gather (part, &gathered, figures);
  figures->empty = gathered.work->len == 0;
  figures->has_phases = gathered.forwards->len > 0 && gathered.backwards->len > 0;
  figures->optimizer = length_of_union (gathered.optimizer);
  if (!figures->empty)
    {
      figures->busy = length_of_union (gathered.work);
      for (guint i = 0; i < gathered.work->len; i++)
        last = MAX (last, g_array_index (gathered.work, Interval, i).end);
      figures->idle = step->window - figures->busy;
      figures->lead = g_array_index (gathered.work, Interval, 0).start - step->work_start;
      figures->tail = step->work_end - last;
      figures->inner = figures->idle - figures->lead - figures->tail;
      figures->bubble = 1 - (double) figures->busy / (double) step->window;
      figures->bubble_step = 1 - (double) figures->busy / (double) step->length;
      figures->forward = summarize (gathered.forwards);
      figures->backward = summarize (gathered.backwards);
    }
  g_array_unref (gathered.work);
  g_array_unref (gathered.optimizer);
  g_array_unref (gathered.forwards);
  g_array_unref (gathered.backwards);
}

/* ---- Outliers ---- */

/* The jobs of one kind of a stage. */
static void
judge_kind (const TsTimeline *timeline,
            GArray *jobs /* TsOutlier */,
            GArray *durations,
            GArray *outliers)
{
  double *sorted, median, mad;

  if (jobs->len == 0)
    return;
  sorted = g_memdup2 (durations->data, durations->len * sizeof (double));
  median = ts_median (sorted, durations->len);
  for (guint i = 0; i < durations->len; i++)
    sorted[i] = fabs (g_array_index (durations, double, i) - median);
  mad = ts_median (sorted, durations->len);
  g_free (sorted);
  for (guint i = 0; i < jobs->len; i++)
    if (g_array_index (durations, double, i) - median
        > MAX (OUTLIER_SIGMAS * MAD_TO_SIGMA * mad, OUTLIER_SHARE * median))
      {
        TsOutlier outlier = g_array_index (jobs, TsOutlier, i);
        outlier.median = median;
        g_array_append_val (outliers, outlier);
      }
}

static void
find_outliers (const TsTimeline *timeline,
               const TsTimelineStep *step,
               guint stage,
               GArray *outliers)
{
  GArray *jobs[TS_JOB_BACKWARD_WEIGHT + 1], *durations[TS_JOB_BACKWARD_WEIGHT + 1];

  for (guint k = 0; k < G_N_ELEMENTS (jobs); k++)
    {
      jobs[k] = g_array_new (FALSE, FALSE, sizeof (TsOutlier));
      durations[k] = g_array_new (FALSE, FALSE, sizeof (double));
    }
  for (guint r = 0; r < timeline->rows->len; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (timeline, r);
      const TsRowStep *part = row->stage == stage ? ts_timeline_row_find_step (row, step) : NULL;
      for (guint i = 0; part != NULL && i < part->n; i++)
        {
          const TsJob *job = &row->jobs[part->first + i];
          TsJobKind kind = ts_timeline_get_job_type (timeline, job)->kind;
          TsOutlier candidate = { r, part->first + i, 0 };
          double duration = (double) (job->end - job->start);
          if (!ts_job_kind_is_work (kind))
            continue;
          g_array_append_val (jobs[kind], candidate);
          g_array_append_val (durations[kind], duration);
        }
    }
  for (guint k = 0; k < G_N_ELEMENTS (jobs); k++)
    {
      judge_kind (timeline, jobs[k], durations[k], outliers);
      g_array_unref (jobs[k]);
      g_array_unref (durations[k]);
    }
}

/* ---- The step ---- */

static void
find_window (TsStepFigures *self, const TsTimeline *timeline, const TsTimelineStep *step)
{
  self->start = self->work_start = G_MAXINT64;
  self->end = self->work_end = G_MININT64;
  for (guint r = 0; r < timeline->rows->len; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (timeline, r);
      const TsRowStep *part = ts_timeline_row_find_step (row, step);
      for (guint i = 0; part != NULL && i < part->n; i++)
        {
          const TsJob *job = &row->jobs[part->first + i];
          self->start = MIN (self->start, job->start);
          self->end = MAX (self->end, job->end);
          if (!ts_job_kind_is_work (ts_timeline_get_job_type (timeline, job)->kind)
              || job->end <= job->start)
            continue;
          self->work_start = MIN (self->work_start, job->start);
          self->work_end = MAX (self->work_end, job->end);
        }
    }
  if (self->end < self->start)
    self->start = self->end = 0;
  if (self->work_end < self->work_start)
    self->work_start = self->work_end = self->start;
  self->window = self->work_end - self->work_start;
  self->length = self->end - self->start;
}

static void
sum_up (TsStepFigures *self)
{
  double sum = 0, p = 0, window = (double) self->window;
  gint64 most = -1;

  self->straggler = -1;
  for (guint s = 0; s < self->n_stages; s++)
    {
      const TsStageFigures *stage = &self->stages[s];
      if (stage->empty)
        continue;
      p++;
      sum += (double) stage->busy;
      if (stage->busy > most)
        {
          most = stage->busy;
          self->straggler = (int) s;
        }
    }
  if (self->straggler < 0)
    return;
  self->bubble = 1 - sum / (p * window);
  self->bubble_slowest = 1 - (double) most / window;
  self->megatron_fraction = window * p / sum - 1;
  self->imbalance = (double) most / (sum / p) - 1;
}

TsStepFigures *
ts_step_figures_new (const TsTimeline *timeline, guint step)
{
  const TsTimelineStep *key = ts_timeline_get_step (timeline, step);
  TsStepFigures *self = g_new0 (TsStepFigures, 1);

  self->n_stages = timeline->n_stages;
  self->n_rows = timeline->rows->len;
  self->stages = g_new0 (TsStageFigures, MAX (self->n_stages, 1));
  self->rows = g_new0 (TsStageFigures, MAX (self->n_rows, 1));
  self->outliers = g_array_new (FALSE, FALSE, sizeof (TsOutlier));
  find_window (self, timeline, key);
  for (guint s = 0; s < self->n_stages; s++)
    {
      const Part part = { timeline, key, (int) s, -1 };
      measure_part (&part, self, &self->stages[s]);
      find_outliers (timeline, key, s, self->outliers);
    }
  for (guint r = 0; r < self->n_rows; r++)
    {
      const Part part = { timeline, key, -1, (int) r };
      measure_part (&part, self, &self->rows[r]);
    }
  sum_up (self);
  self->pairs = ts_clock_get_pairs (timeline, (int) step);
  ts_schedule_guess (timeline, step, &self->schedule);
  self->ideal_bubble = ts_schedule_get_ideal_bubble (&self->schedule);
  self->excess = self->bubble - self->ideal_bubble;
  return self;
}

void
ts_step_figures_free (TsStepFigures *self)
{
  g_free (self->stages);
  g_free (self->rows);
  g_array_unref (self->pairs);
  g_array_unref (self->outliers);
  g_free (self);
}

/* ---- Waiting ---- */

/* The job that hands over to (type, micro-batch): a forward comes from the stage before, a backward
 * from the one behind; chunks go round. */
static gboolean
gives_to (const TsTimeline *timeline,
          const TsJobType *giver,
          guint giver_stage,
          const TsJobType *taker,
          guint taker_stage)
{
  guint last = timeline->n_stages - 1;
  gboolean forward = taker->kind == TS_JOB_FORWARD;

  if (forward ? giver->kind != TS_JOB_FORWARD
              : giver->kind != TS_JOB_BACKWARD && giver->kind != TS_JOB_BACKWARD_INPUT)
    return FALSE;
  if (taker_stage != (forward ? 0 : last))
    return giver_stage + (forward ? 1 : 0) == taker_stage + (forward ? 0 : 1)
           && giver->chunk == taker->chunk && giver->piece == taker->piece;
  return taker->chunk >= 0 && giver_stage == (forward ? last : 0)
         && giver->chunk == taker->chunk + (forward ? -1 : 1);
}

void
ts_timeline_find_wait (
    const TsTimeline *timeline, guint step, guint row, guint job, TsJobWait *wait)
{
  const TsTimelineStep *key = ts_timeline_get_step (timeline, step);
  const TsTimelineRow *own = ts_timeline_get_row (timeline, row);
  const TsRowStep *part = ts_timeline_row_find_step (own, key);
  const TsJob *waiting = &own->jobs[job];
  const TsJobType *type = ts_timeline_get_job_type (timeline, waiting);
  gint64 busy_until = key->start;
  gint64 latest = G_MININT64;

  *wait = (TsJobWait){ .row = -1 };
  for (guint i = part->first; i < job; i++)
    busy_until = MAX (busy_until, own->jobs[i].end);
  wait->waited = MAX (waiting->start - busy_until, 0);
  if (wait->waited == 0 || !ts_job_kind_is_work (type->kind)
      || type->kind == TS_JOB_BACKWARD_WEIGHT)
    return;
  for (guint r = 0; r < timeline->rows->len; r++)
    {
      const TsTimelineRow *other = ts_timeline_get_row (timeline, r);
      const TsRowStep *theirs = ts_timeline_row_find_step (other, key);
      for (guint i = 0; theirs != NULL && i < theirs->n; i++)
        {
          const TsJob *giver = &other->jobs[theirs->first + i];
          if (giver->micro_batch != waiting->micro_batch || giver->end <= latest
              || !gives_to (timeline, ts_timeline_get_job_type (timeline, giver), other->stage,
                            type, own->stage))
            continue;
          latest = giver->end;
          wait->row = (int) r;
          wait->job = theirs->first + i;
        }
    }
}
