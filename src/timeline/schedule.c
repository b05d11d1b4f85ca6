/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "timeline/schedule.h"

#include "timeline/timeline-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define UNKNOWN G_MININT64

static const char *const names[TS_N_SCHEDULE_KINDS]
    = { "none", "FThenB", "1F1B", "VPP", "ZB-H1", "ZB-VPP" };

const char *
ts_schedule_kind_get_name (TsScheduleKind kind)
{
  return names[kind];
}

gboolean
ts_schedule_kind_from_name (const char *name, TsScheduleKind *kind)
{
  g_autofree char *wanted = g_ascii_strdown (name, -1);

  g_strdelimit (wanted, "-_", ' ');
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *spaced = g_ascii_strdown (names[i], -1);
      g_autofree char *plain = g_ascii_strdown (names[i], -1);
      char *hyphen = strchr (plain, '-');
      g_strdelimit (spaced, "-", ' ');
      if (hyphen != NULL)
        memmove (hyphen, hyphen + 1, strlen (hyphen));
      if (strcmp (wanted, spaced) == 0 || strcmp (wanted, plain) == 0)
        {
          *kind = (TsScheduleKind) i;
          return TRUE;
        }
    }
  return FALSE;
}

/* ---- Guessing ---- */

typedef struct
{
  double sums[TS_N_JOB_KINDS];
  guint counts[TS_N_JOB_KINDS];
  guint max_chunk, n_forwards;  /* the most of one row */
  gboolean has_work, first_all; /* every row does all forwards before its first backward */
} Survey;

static void
survey_row (const TsTimeline *timeline,
            const TsTimelineRow *row,
            const TsRowStep *step,
            Survey *survey,
            GHashTable *micro_batches)
{
  gboolean backward = FALSE;

  for (guint i = step->first; i < step->first + step->n; i++)
    {
      const TsJob *job = &row->jobs[i];
      const TsJobType *type = ts_timeline_get_job_type (timeline, job);
      survey->sums[type->kind] += (double) (job->end - job->start);
      survey->counts[type->kind]++;
      if (!ts_job_kind_is_work (type->kind))
        continue;
      survey->has_work = TRUE;
      survey->max_chunk = MAX (survey->max_chunk, (guint) MAX (type->chunk, 0));
      backward |= type->kind != TS_JOB_FORWARD;
      if (type->kind != TS_JOB_FORWARD)
        continue;
      survey->first_all &= !backward;
      g_hash_table_add (micro_batches, GUINT_TO_POINTER (job->micro_batch));
    }
}

static guint
count_working_stages (const TsTimeline *timeline, const TsTimelineStep *step)
{
  g_autofree gboolean *works = g_new0 (gboolean, MAX (timeline->n_stages, 1));
  guint n = 0;

  for (guint r = 0; r < timeline->rows->len; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (timeline, r);
      const TsRowStep *part = ts_timeline_row_find_step (row, step);
      for (guint i = 0; part != NULL && i < part->n && !works[row->stage]; i++)
        if (ts_job_kind_is_work (
                ts_timeline_get_job_type (timeline, &row->jobs[part->first + i])->kind))
          works[row->stage] = TRUE;
    }
  for (guint s = 0; s < timeline->n_stages; s++)
    n += works[s] ? 1 : 0;
  return n;
}

static double
mean_of (const Survey *survey, TsJobKind kind)
{
  return survey->counts[kind] > 0 ? survey->sums[kind] / survey->counts[kind] : 0;
}

static TsScheduleKind
choose_kind (const Survey *survey, const TsSchedule *schedule)
{
  if (!survey->has_work)
    return TS_SCHEDULE_NONE;
  if (survey->counts[TS_JOB_BACKWARD_WEIGHT] > 0)
    return schedule->chunks > 1 ? TS_SCHEDULE_ZBVPP : TS_SCHEDULE_ZBH1;
  if (schedule->chunks > 1)
    return TS_SCHEDULE_VPP;
  return survey->first_all && schedule->micro_batches > 1 ? TS_SCHEDULE_FTHENB : TS_SCHEDULE_1F1B;
}

/* The last stage of 1F1B alternates from the start, so that only F-then-B has all forwards first in
 * every row. */
void
ts_schedule_guess (const TsTimeline *timeline, guint step, TsSchedule *schedule)
{
  const TsTimelineStep *key = ts_timeline_get_step (timeline, step);
  g_autoptr (GHashTable) micro_batches = g_hash_table_new (NULL, NULL);
  Survey survey = { .first_all = TRUE };
  double pieces;

  for (guint r = 0; r < timeline->rows->len; r++)
    {
      const TsTimelineRow *row = ts_timeline_get_row (timeline, r);
      const TsRowStep *part = ts_timeline_row_find_step (row, key);
      if (part != NULL)
        survey_row (timeline, row, part, &survey, micro_batches);
    }
  *schedule = (TsSchedule){ .stages = MAX (count_working_stages (timeline, key), 1),
                            .micro_batches = MAX (g_hash_table_size (micro_batches), 1),
                            .chunks = survey.max_chunk + 1 };
  schedule->kind = choose_kind (&survey, schedule);
  /* Several pieces of a micro-batch on a stage take that many times as long. */
  pieces = schedule->chunks;
  schedule->forward = mean_of (&survey, TS_JOB_FORWARD) * pieces;
  schedule->backward = mean_of (&survey, TS_JOB_BACKWARD) * pieces;
  if (survey.counts[TS_JOB_BACKWARD_WEIGHT] > 0)
    {
      schedule->backward = mean_of (&survey, TS_JOB_BACKWARD_INPUT) * pieces;
      schedule->weight = mean_of (&survey, TS_JOB_BACKWARD_WEIGHT) * pieces;
    }
}

TsSchedule
ts_schedule_with_kind (const TsSchedule *self, TsScheduleKind kind, guint chunks)
{
  TsSchedule other = *self;
  gboolean split = kind == TS_SCHEDULE_ZBH1 || kind == TS_SCHEDULE_ZBVPP;

  other.kind = kind;
  other.chunks = kind == TS_SCHEDULE_VPP || kind == TS_SCHEDULE_ZBVPP ? MAX (chunks, 1) : 1;
  if (split && !(self->weight > 0))
    other.backward = other.weight = self->backward / 2;
  else if (!split)
    {
      other.backward = self->backward + self->weight;
      other.weight = 0;
    }
  return other;
}

double
ts_schedule_get_ideal_bubble (const TsSchedule *self)
{
  double p = self->stages, m = self->micro_batches, v = MAX (self->chunks, 1), idle;

  switch (self->kind)
    {
    case TS_SCHEDULE_FTHENB:
    case TS_SCHEDULE_1F1B:
      return (p - 1) / (m + p - 1);
    case TS_SCHEDULE_VPP:
      return (p - 1) / (v * m + p - 1);
    case TS_SCHEDULE_ZBH1:
      idle = (p - 1) * MAX (self->forward + self->backward - self->weight, 0);
      return idle / (idle + m * (self->forward + self->backward + self->weight));
    case TS_SCHEDULE_ZBVPP:
    case TS_SCHEDULE_NONE:
    default:
      return NAN;
    }
}

/* ---- Planning ---- */

typedef struct
{
  TsJobKind kind;
  guint micro_batch, chunk;
} Operation;

typedef struct
{
  GArray *order;   /* Operation: forwards and backwards */
  GArray *delayed; /* Operation: backwards whose weights are still to do, from n_done on */
  guint next, n_done;
  guint n_backward; /* done */
  gint64 time;
} Stage;

typedef struct
{
  const TsSchedule *schedule;
  gboolean split;
  gint64 durations[TS_N_JOB_KINDS]; /* of a chunk */
  gint64 *ends[2];                  /* of forwards and backwards: UNKNOWN until done */
  Stage *stages;
  TsTimeline *timeline;
  GArray **jobs; /* TsJob, one array a stage */
} Plan;

static gsize
index_of (const Plan *self, guint stage, guint micro_batch, guint chunk)
{
  const TsSchedule *schedule = self->schedule;

  return ((gsize) stage * schedule->chunks + chunk) * schedule->micro_batches + micro_batch;
}

static void
add_operation (Stage *stage, TsJobKind kind, guint micro_batch, guint chunk)
{
  Operation operation = { kind, micro_batch, chunk };

  g_array_append_val (stage->order, operation);
}

/* The k-th forward or backward of the interleaved order: p micro-batches through a chunk, then the
 * same through the next. */
static void
add_interleaved (const Plan *self, Stage *stage, gboolean forward, guint k)
{
  const TsSchedule *schedule = self->schedule;
  guint p = schedule->stages, v = schedule->chunks;
  guint chunk = k % (p * v) / p, micro_batch = k / (p * v) * p + k % p;

  add_operation (stage, forward ? TS_JOB_FORWARD : TS_JOB_BACKWARD, micro_batch,
                 forward ? chunk : v - 1 - chunk);
}

/* Some forwards, then one forward and one backward in turn, then the other backwards. */
static void
order_stage (const Plan *self, guint s)
{
  const TsSchedule *schedule = self->schedule;
  guint p = schedule->stages, m = schedule->micro_batches, v = schedule->chunks, n = m * v;
  guint warm_up = MIN (p - s - 1, n);
  Stage *stage = &self->stages[s];

  if (schedule->kind == TS_SCHEDULE_FTHENB || (v > 1 && m == p))
    warm_up = n;
  else if (v > 1)
    warm_up = MIN (2 * (p - s - 1) + (v - 1) * p, n);
  for (guint k = 0; k < n + warm_up; k++)
    {
      if (k < n)
        add_interleaved (self, stage, TRUE, k);
      if (k >= warm_up)
        add_interleaved (self, stage, FALSE, k - warm_up);
    }
}

/* When what an operation needs is done; UNKNOWN: not planned yet. */
static gint64
get_ready (const Plan *self, guint s, const Operation *operation)
{
  guint p = self->schedule->stages, v = self->schedule->chunks;
  guint mb = operation->micro_batch, chunk = operation->chunk;
  gint64 own, other;

  if (operation->kind == TS_JOB_FORWARD)
    {
      if (s > 0)
        return self->ends[0][index_of (self, s - 1, mb, chunk)];
      return chunk > 0 ? self->ends[0][index_of (self, p - 1, mb, chunk - 1)] : 0;
    }
  own = self->ends[0][index_of (self, s, mb, chunk)];
  if (s < p - 1)
    other = self->ends[1][index_of (self, s + 1, mb, chunk)];
  else
    other = chunk < v - 1 ? self->ends[1][index_of (self, 0, mb, chunk + 1)] : own;
  return own == UNKNOWN || other == UNKNOWN ? UNKNOWN : MAX (own, other);
}

static void
do_job (Plan *self, guint s, TsJobKind kind, const Operation *operation, gint64 start)
{
  static const char *const bases[]
      = { "forward", "backward", "backward_b", "backward_w" }; /* as the kinds */
  g_autofree char *name = self->schedule->chunks > 1
                              ? g_strdup_printf ("%s%u", bases[kind], operation->chunk)
                              : g_strdup (bases[kind]);
  TsJob job = { .start = start,
                .end = start + self->durations[kind],
                .micro_batch = operation->micro_batch,
                .type = (guint16) _ts_timeline_find_type (self->timeline, name) };

  g_array_append_val (self->jobs[s], job);
  self->stages[s].time = job.end;
}

static gboolean
do_weight (Plan *self, guint s)
{
  Stage *stage = &self->stages[s];

  if (stage->n_done == stage->delayed->len)
    return FALSE;
  do_job (self, s, TS_JOB_BACKWARD_WEIGHT,
          &g_array_index (stage->delayed, Operation, stage->n_done), stage->time);
  stage->n_done++;
  return TRUE;
}

/* The next operation of a stage; before it, weights where it would have to wait for longer than
 * they take. FALSE: it can't be told yet. */
static gboolean
advance (Plan *self, guint s)
{
  Stage *stage = &self->stages[s];
  const Operation *operation = &g_array_index (stage->order, Operation, stage->next);
  gint64 ready = get_ready (self, s, operation);
  gboolean forward = operation->kind == TS_JOB_FORWARD;

  if (ready == UNKNOWN)
    return FALSE;
  while (ready - stage->time >= self->durations[TS_JOB_BACKWARD_WEIGHT] && do_weight (self, s))
    ;
  do_job (self, s,
          forward       ? TS_JOB_FORWARD
          : self->split ? TS_JOB_BACKWARD_INPUT
                        : TS_JOB_BACKWARD,
          operation, MAX (ready, stage->time));
  self->ends[forward ? 0 : 1][index_of (self, s, operation->micro_batch, operation->chunk)]
      = stage->time;
  stage->next++;
  if (forward || !self->split)
    return TRUE;
  g_array_append_val (stage->delayed, *operation);
  /* As many weights wait as stages lie before, which keeps the memory that of 1F1B. */
  if (stage->delayed->len - stage->n_done > s)
    do_weight (self, s);
  return TRUE;
}

static gboolean
simulate (Plan *self)
{
  guint p = self->schedule->stages, left = p;
  gboolean moved = TRUE;

  while (left > 0 && moved)
    {
      moved = FALSE;
      left = 0;
      for (guint s = 0; s < p; s++)
        {
          Stage *stage = &self->stages[s];
          while (stage->next < stage->order->len && advance (self, s))
            moved = TRUE;
          left += stage->next < stage->order->len ? 1 : 0;
        }
    }
  for (guint s = 0; s < p; s++)
    while (do_weight (self, s))
      ;
  return left == 0;
}

static void
plan_init (Plan *self, const TsSchedule *schedule)
{
  guint v = schedule->chunks;
  gsize n = (gsize) schedule->stages * v * schedule->micro_batches;

  *self = (Plan){ .schedule = schedule };
  self->split = schedule->weight > 0
                && (schedule->kind == TS_SCHEDULE_ZBH1 || schedule->kind == TS_SCHEDULE_ZBVPP);
  self->durations[TS_JOB_FORWARD] = llround (schedule->forward / v);
  self->durations[TS_JOB_BACKWARD] = llround ((schedule->backward + schedule->weight) / v);
  self->durations[TS_JOB_BACKWARD_INPUT] = llround (schedule->backward / v);
  self->durations[TS_JOB_BACKWARD_WEIGHT] = llround (schedule->weight / v);
  for (guint i = 0; i < 2; i++)
    {
      self->ends[i] = g_new (gint64, n);
      for (gsize k = 0; k < n; k++)
        self->ends[i][k] = UNKNOWN;
    }
  self->stages = g_new0 (Stage, schedule->stages);
  self->jobs = g_new0 (GArray *, schedule->stages);
  for (guint s = 0; s < schedule->stages; s++)
    {
      self->jobs[s] = g_array_new (FALSE, FALSE, sizeof (TsJob));
      self->stages[s].order = g_array_new (FALSE, FALSE, sizeof (Operation));
      self->stages[s].delayed = g_array_new (FALSE, FALSE, sizeof (Operation));
      order_stage (self, s);
    }
}

static void
plan_clear (Plan *self)
{
  for (guint s = 0; s < self->schedule->stages; s++)
    {
      g_array_unref (self->jobs[s]);
      g_array_unref (self->stages[s].order);
      g_array_unref (self->stages[s].delayed);
    }
  g_free (self->jobs);
  g_free (self->stages);
  g_free (self->ends[0]);
  g_free (self->ends[1]);
}

static void
add_planned_row (Plan *self, guint s)
{
  TsTimelineRow *row = _ts_timeline_add_row (self->timeline, 0, s, "");
  gsize n;

  row->label = g_strdup ("");
  row->stage = s;
  row->empty = FALSE;
  row->jobs = g_array_steal (self->jobs[s], &n);
  row->n_jobs = (guint) n;
  row->n_steps = 1;
  row->steps = g_new0 (TsRowStep, 1);
  row->steps[0] = (TsRowStep){ 0, 0, 0, (guint) n, row->jobs[0].start, row->jobs[n - 1].end };
}

static gboolean
check_schedule (const TsSchedule *self, GError **error)
{
  gboolean virtual = self->kind == TS_SCHEDULE_VPP || self->kind == TS_SCHEDULE_ZBVPP;

  if (self->kind == TS_SCHEDULE_NONE)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         _ ("There is no pipeline to plan."));
  else if (self->stages < 1 || self->stages > TS_MAX_PLAN_STAGES || self->micro_batches < 1
           || self->micro_batches > TS_MAX_PLAN_MICRO_BATCHES || self->chunks < 1
           || self->chunks > TS_MAX_PLAN_CHUNKS)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 _ ("A schedule has 1 to %d stages, 1 to %d micro-batches and 1 to %d chunks."),
                 TS_MAX_PLAN_STAGES, TS_MAX_PLAN_MICRO_BATCHES, TS_MAX_PLAN_CHUNKS);
  else if (!(self->forward >= 0 && self->backward >= 0 && self->weight >= 0)
           || !(self->forward + self->backward + self->weight < 1e12)
           || !(self->forward / self->chunks >= 1 && self->backward / self->chunks >= 1))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         _ ("Forward and backward take at least a microsecond a chunk."));
  else if (virtual && self->chunks > 1 && self->micro_batches % self->stages != 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 _ ("%s needs a multiple of %u micro-batches, one for each stage; there are %u."),
                 ts_schedule_kind_get_name (self->kind), self->stages, self->micro_batches);
  else
    return TRUE;
  return FALSE;
}

TsTimeline *
ts_schedule_plan (const TsSchedule *schedule, GError **error)
{
  TsSchedule effective = *schedule;
  TsTimeline *timeline;
  Plan plan;
  gboolean good;

  /* The others have one chunk, whatever was typed. */
  if (schedule->kind != TS_SCHEDULE_VPP && schedule->kind != TS_SCHEDULE_ZBVPP)
    effective.chunks = 1;
  if (!check_schedule (&effective, error))
    return NULL;
  timeline = _ts_timeline_new (ts_schedule_kind_get_name (schedule->kind));
  timeline->planned = TRUE;
  plan_init (&plan, &effective);
  plan.timeline = timeline;
  good = simulate (&plan);
  g_assert (good); /* every order above lets each job find what it needs */
  for (guint s = 0; s < effective.stages; s++)
    add_planned_row (&plan, s);
  plan_clear (&plan);
  _ts_timeline_finish (timeline, TRUE);
  return timeline;
}
