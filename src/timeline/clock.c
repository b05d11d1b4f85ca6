/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline/clock.h"

#include <math.h>
#include <stdlib.h>

#define MAX_STEPS 64 /* the least gap of so many is that of all */

/* A job's identity and times. */
typedef struct
{
  guint64 key;
  gint64 start, end;
} Passing;

static int
compare_passings (gconstpointer a, gconstpointer b)
{
  guint64 ka = ((const Passing *) a)->key, kb = ((const Passing *) b)->key;

  return (ka > kb) - (ka < kb);
}

/* The forwards, or backwards that make gradients of inputs, of a row's step, by key. */
static GArray *
collect (const TsTimeline *timeline, const TsTimelineRow *row, const TsRowStep *step, gboolean f)
{
  GArray *passings = g_array_new (FALSE, FALSE, sizeof (Passing));

  for (guint i = step->first; i < step->first + step->n; i++)
    {
      const TsJob *job = &row->jobs[i];
      const TsJobType *type = ts_timeline_get_job_type (timeline, job);
      Passing passing = { (guint64) job->micro_batch << 32 | (guint64) (type->chunk + 1) << 16
                              | (guint64) (type->piece + 1),
                          job->start, job->end };
      if (f ? type->kind == TS_JOB_FORWARD
            : type->kind == TS_JOB_BACKWARD || type->kind == TS_JOB_BACKWARD_INPUT)
        g_array_append_val (passings, passing);
    }
  g_array_sort (passings, compare_passings);
  return passings;
}

/* The least start of later − end of earlier among equal keys. */
static gint64
find_gap (const GArray *earlier, const GArray *later)
{
  gint64 gap = G_MAXINT64;

  for (guint i = 0, k = 0; i < earlier->len && k < later->len;)
    {
      const Passing *a = &g_array_index (earlier, Passing, i);
      const Passing *b = &g_array_index (later, Passing, k);
      if (a->key == b->key)
        gap = MIN (gap, b->start - a->end);
      i += a->key <= b->key;
      k += b->key <= a->key;
    }
  return gap;
}

static void
look_at_step (const TsTimeline *timeline,
              const TsTimelineRow *a,
              const TsTimelineRow *b,
              const TsTimelineStep *step,
              TsClockPair *pair)
{
  const TsRowStep *sa = ts_timeline_row_find_step (a, step);
  const TsRowStep *sb = ts_timeline_row_find_step (b, step);

  if (sa == NULL || sb == NULL)
    return;
  for (guint forward = 0; forward < 2; forward++)
    {
      g_autoptr (GArray) pa = collect (timeline, a, sa, forward == 1);
      g_autoptr (GArray) pb = collect (timeline, b, sb, forward == 1);
      if (forward == 1)
        pair->forward_gap = MIN (pair->forward_gap, find_gap (pa, pb));
      else
        pair->backward_gap = MIN (pair->backward_gap, find_gap (pb, pa));
    }
}

static gboolean
look_at_rows (const TsTimeline *timeline, guint a, guint b, int step, TsClockPair *pair)
{
  guint from = step >= 0 ? (guint) step : 0;
  guint to = step >= 0 ? from + 1 : MIN (timeline->steps->len, MAX_STEPS);

  pair->forward_gap = pair->backward_gap = G_MAXINT64;
  for (guint i = from; i < to; i++)
    look_at_step (timeline, ts_timeline_get_row (timeline, a), ts_timeline_get_row (timeline, b),
                  ts_timeline_get_step (timeline, i), pair);
  if (pair->forward_gap == G_MAXINT64 || pair->backward_gap == G_MAXINT64)
    return FALSE;
  pair->offset = ((double) pair->forward_gap - (double) pair->backward_gap) / 2;
  pair->transfer = ((double) pair->forward_gap + (double) pair->backward_gap) / 2;
  return TRUE;
}

/* The rows of a stage, in their order. */
static GArray *
rows_of (const TsTimeline *timeline, guint stage)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint r = 0; r < timeline->rows->len; r++)
    if (ts_timeline_get_row (timeline, r)->stage == stage)
      g_array_append_val (rows, r);
  return rows;
}

GArray *
ts_clock_get_pairs (const TsTimeline *timeline, int step)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (TsClockPair));

  for (guint s = 0; s + 1 < timeline->n_stages; s++)
    {
      g_autoptr (GArray) from = rows_of (timeline, s);
      g_autoptr (GArray) to = rows_of (timeline, s + 1);
      TsClockPair least = { .transfer = INFINITY };
      /* The n-th row of a stage hands over to the n-th of the next. */
      for (guint i = 0; i < MIN (from->len, to->len); i++)
        {
          TsClockPair pair = { .from = s, .to = s + 1 };
          if (look_at_rows (timeline, g_array_index (from, guint, i), g_array_index (to, guint, i),
                            step, &pair)
              && pair.transfer < least.transfer)
            least = pair;
        }
      if (isfinite (least.transfer))
        g_array_append_val (pairs, least);
    }
  return pairs;
}

gboolean
ts_clock_get_offsets (const TsTimeline *timeline, gint64 *offsets)
{
  gboolean any = FALSE;

  for (guint r = 0; r < timeline->rows->len; r++)
    offsets[r] = 0;
  for (guint s = 0; s + 1 < timeline->n_stages; s++)
    {
      g_autoptr (GArray) from = rows_of (timeline, s);
      g_autoptr (GArray) to = rows_of (timeline, s + 1);
      for (guint i = 0; i < to->len && from->len > 0; i++)
        {
          guint a = g_array_index (from, guint, MIN (i, from->len - 1));
          guint b = g_array_index (to, guint, i);
          gboolean apart = ts_timeline_get_row (timeline, a)->machine
                           != ts_timeline_get_row (timeline, b)->machine;
          TsClockPair pair = { 0 };
          offsets[b] = offsets[a];
          if (look_at_rows (timeline, a, b, -1, &pair)
              && (apart || pair.forward_gap < 0 || pair.backward_gap < 0))
            offsets[b] += llround (pair.offset);
          any |= offsets[b] != 0;
        }
    }
  return any;
}
