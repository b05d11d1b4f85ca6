/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "timeline/step-walk.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TABLE (1u << 22) /* entries; logs with wilder numbers are walked with a hash table */
#define MAX_LANES 250

/* Which (type, micro-batch) a step has already. */
typedef struct
{
  guint32 *stamps; /* the step that had it last, + 1 */
  guint n_micro_batches;
  GHashTable *others; /* when a table would be too large */
  guint32 step;
} Seen;

typedef struct
{
  guint n, n_keys; /* jobs */
  gint64 start, end;
} Piece;

typedef struct
{
  TsRowLog *log;
  TsTimelineRow *row;
  TsTimelineReport *report;
  GArray *steps;
  GArray *jobs;
  GArray *untimed;
  GArray *untimed_steps;
  guint run;
} Walk;

static const TsJob *
get_job (const TsRowLog *log, guint i)
{
  return &g_array_index (log->jobs, TsJob, i);
}

/* ---- Keys of jobs ---- */

static void
seen_init (Seen *self, const TsRowLog *log)
{
  guint32 max = 0;

  *self = (Seen){ 0 };
  for (guint i = 0; i < log->jobs->len; i++)
    max = MAX (max, get_job (log, i)->micro_batch);
  if ((guint64) (max + 1ull) * log->types->len <= MAX_TABLE)
    {
      self->n_micro_batches = max + 1;
      self->stamps = g_new0 (guint32, (gsize) self->n_micro_batches * MAX (log->types->len, 1));
    }
  else
    self->others = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

static void
seen_clear (Seen *self)
{
  g_free (self->stamps);
  g_clear_pointer (&self->others, g_hash_table_unref);
}

/* FALSE: this step has such a job. */
static gboolean
seen_add (Seen *self, const TsJob *job)
{
  guint32 had;

  if (self->stamps != NULL)
    {
      guint32 *stamp = &self->stamps[(gsize) job->type * self->n_micro_batches + job->micro_batch];
      had = *stamp;
      *stamp = self->step + 1;
    }
  else
    {
      gint64 key = (gint64) job->type << 32 | job->micro_batch;
      had = GPOINTER_TO_UINT (g_hash_table_lookup (self->others, &key));
      g_hash_table_insert (self->others, g_memdup2 (&key, sizeof key),
                           GUINT_TO_POINTER (self->step + 1));
    }
  return had != self->step + 1;
}

/* ---- Cutting ---- */

static void
piece_add (Piece *piece, const TsJob *job)
{
  piece->n++;
  if (job->flags & TS_JOB_UNTIMED)
    return;
  piece->start = MIN (piece->start, job->start);
  piece->end = MAX (piece->end, job->end);
}

/* The steps (Piece) of jobs in this order: each ends where one of its jobs comes again. */
static GArray *
cut (const TsRowLog *log, Seen *seen, const guint *order, guint n)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  const Piece empty = { .start = G_MAXINT64, .end = G_MININT64 };

  seen->step++;
  for (guint i = 0; i < n; i++)
    {
      const TsJob *job = get_job (log, order[i]);
      gboolean fresh = seen_add (seen, job);
      if (!fresh)
        {
          seen->step++;
          seen_add (seen, job);
        }
      if (!fresh || pieces->len == 0)
        g_array_append_val (pieces, empty);
      piece_add (&g_array_index (pieces, Piece, pieces->len - 1), job);
    }
  return pieces;
}

static gboolean
goes_back (const GArray *pieces, guint i)
{
  const Piece *piece = &g_array_index (pieces, Piece, i);

  return i > 0 && piece->start < (piece - 1)->end;
}

static guint
count_largest (const GArray *pieces, guint size)
{
  guint n = 0;

  for (guint i = 0; i < pieces->len; i++)
    n += g_array_index (pieces, Piece, i).n == size;
  return n;
}

static guint
count_keys (const TsRowLog *log, Seen *seen, const guint *order, guint n)
{
  guint keys = 0;

  seen->step++;
  for (guint i = 0; i < n; i++)
    keys += seen_add (seen, get_job (log, order[i])) ? 1 : 0;
  return keys;
}

typedef struct
{
  gint64 time;
  guint job;
} Dated;

static int
compare_dated (gconstpointer a, gconstpointer b)
{
  const Dated *da = a, *db = b;

  if (da->time != db->time)
    return da->time < db->time ? -1 : 1;
  return (da->job > db->job) - (da->job < db->job);
}

/* By start; what has no time stays behind the job it stood behind. */
static guint *
sort_by_time (const TsRowLog *log, const guint *order, guint n)
{
  g_autofree Dated *dated = g_new (Dated, n);
  guint *sorted = g_new (guint, n);
  gint64 last = G_MININT64;

  for (guint i = 0; i < n; i++)
    {
      const TsJob *job = get_job (log, order[i]);
      if (!(job->flags & TS_JOB_UNTIMED))
        last = job->start;
      dated[i] = (Dated){ last, order[i] };
    }
  qsort (dated, n, sizeof *dated, compare_dated);
  for (guint i = 0; i < n; i++)
    sorted[i] = dated[i].job;
  return sorted;
}

/* ---- Filling the row ---- */

static int
compare_jobs (gconstpointer a, gconstpointer b)
{
  const TsJob *ja = a, *jb = b;

  if (ja->start != jb->start)
    return ja->start < jb->start ? -1 : 1;
  return (ja->end > jb->end) - (ja->end < jb->end);
}

/* A job that begins before another of its row ends lies in another lane. */
static void
assign_lanes (TsTimelineRow *row, TsJob *jobs, guint n)
{
  gint64 ends[MAX_LANES];
  guint n_lanes = 0;

  for (guint i = 0; i < n; i++)
    {
      guint lane = 0;
      while (lane < n_lanes && ends[lane] > jobs[i].start)
        lane++;
      lane = MIN (lane, MAX_LANES - 1);
      n_lanes = MAX (n_lanes, lane + 1);
      ends[lane] = jobs[i].end;
      jobs[i].lane = (guint8) lane;
    }
  row->n_lanes = MAX (row->n_lanes, n_lanes);
}

static void
add_step (Walk *self, gint64 number, const guint *order, guint n)
{
  TsRowStep step = { self->run, number, self->jobs->len, 0, G_MAXINT64, G_MININT64 };
  gboolean sorted = TRUE;

  for (guint i = 0; i < n; i++)
    {
      const TsJob *job = get_job (self->log, order[i]);
      if (job->flags & TS_JOB_UNTIMED)
        {
          g_array_append_val (self->untimed, *job);
          g_array_append_val (self->untimed_steps, number);
          continue;
        }
      sorted &= step.n == 0
                || compare_jobs (&g_array_index (self->jobs, TsJob, self->jobs->len - 1), job) <= 0;
      g_array_append_val (self->jobs, *job);
      step.start = MIN (step.start, job->start);
      step.end = MAX (step.end, job->end);
      step.n++;
    }
  if (step.n > 0)
    {
      TsJob *jobs = &g_array_index (self->jobs, TsJob, step.first);
      if (!sorted)
        qsort (jobs, step.n, sizeof *jobs, compare_jobs);
      assign_lanes (self->row, jobs, step.n);
    }
  g_array_append_val (self->steps, step);
}

static void
add_pieces (Walk *self, const GArray *pieces, gint64 first, const guint *order)
{
  gint64 number = first;

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);
      if (goes_back (pieces, i))
        {
          self->run++;
          number = first;
          ts_timeline_report_add (self->report, FALSE, "new-run", self->log->path, 0, 1,
                                  _ ("Another run begins in the same file."));
        }
      add_step (self, number++, order, piece->n);
      order += piece->n;
    }
}

/* The jobs between two step records. */
static void
walk_segment (Walk *self, Seen *seen, const guint *order, guint n, gint64 first)
{
  g_autoptr (GArray) pieces = cut (self->log, seen, order, n);
  gboolean back = FALSE;

  for (guint i = 0; i < pieces->len; i++)
    back |= goes_back (pieces, i);
  if (back)
    {
      /* Several runs, or lines in any order? Whole steps come out of the right one. */
      g_autofree guint *sorted = sort_by_time (self->log, order, n);
      g_autoptr (GArray) others = cut (self->log, seen, sorted, n);
      guint keys = count_keys (self->log, seen, order, n);
      if (count_largest (others, keys) > count_largest (pieces, keys))
        {
          ts_timeline_report_add (
              self->report, FALSE, "unordered", self->log->path, 0, n,
              _ ("Records stand in no order; they were sorted by their times."));
          add_pieces (self, others, first, sorted);
          return;
        }
    }
  add_pieces (self, pieces, first, order);
}

/* Runs begin where a step record comes again after jobs. */
static void
walk_segments (Walk *self, const guint *order)
{
  const GArray *marks = self->log->marks;
  guint n = self->log->jobs->len, from = 0;
  gint64 first = marks->len > 0 ? g_array_index (marks, TsStepMark, 0).number : 0;
  Seen seen;

  seen_init (&seen, self->log);
  for (guint i = 1; i <= marks->len; i++)
    {
      const TsStepMark *mark = i < marks->len ? &g_array_index (marks, TsStepMark, i) : NULL;
      guint to = mark != NULL ? mark->before : n;
      if (mark != NULL && (to == from || to == n))
        continue; /* printed twice, or a run without records */
      walk_segment (self, &seen, order + from, to - from, first);
      from = to;
      if (mark == NULL)
        break;
      first = mark->number;
      self->run++;
      ts_timeline_report_add (self->report, FALSE, "new-run", self->log->path, 0, 1,
                              _ ("Another run begins in the same file."));
    }
  if (marks->len == 0)
    walk_segment (self, &seen, order, n, first);
  seen_clear (&seen);
}

/* ---- Steps that the file knows ---- */

static int
compare_known (gconstpointer a, gconstpointer b, gpointer data)
{
  guint ia = *(const guint *) a, ib = *(const guint *) b;
  const gint64 *steps = data;

  if (steps[ia] != steps[ib])
    return steps[ia] < steps[ib] ? -1 : 1;
  return (ia > ib) - (ia < ib);
}

static void
take_known (Walk *self, guint *order)
{
  const gint64 *steps = (const gint64 *) (gconstpointer) self->log->steps->data;
  guint n = self->log->jobs->len;

  g_qsort_with_data (order, (int) n, sizeof *order, compare_known, (gpointer) steps);
  for (guint from = 0, to; from < n; from = to)
    {
      for (to = from + 1; to < n && steps[order[to]] == steps[order[from]];)
        to++;
      add_step (self, steps[order[from]], order + from, to - from);
    }
}

void
_ts_step_walk (TsRowLog *log, TsTimelineRow *row, TsTimelineReport *report)
{
  guint n = log->jobs->len;
  g_autofree guint *order = g_new (guint, MAX (n, 1));
  Walk self = { .log = log, .row = row, .report = report };
  gsize length;

  for (guint i = 0; i < n; i++)
    order[i] = i;
  self.steps = g_array_new (FALSE, FALSE, sizeof (TsRowStep));
  self.jobs = g_array_sized_new (FALSE, FALSE, sizeof (TsJob), n);
  self.untimed = g_array_new (FALSE, FALSE, sizeof (TsJob));
  self.untimed_steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (n > 0 && log->steps != NULL)
    take_known (&self, order);
  else if (n > 0)
    walk_segments (&self, order);
  row->steps = g_array_steal (self.steps, &length);
  row->n_steps = (guint) length;
  row->jobs = g_array_steal (self.jobs, &length);
  row->n_jobs = (guint) length;
  row->untimed = g_array_steal (self.untimed, &length);
  row->n_untimed = (guint) length;
  row->untimed_steps = g_array_steal (self.untimed_steps, &length);
  g_array_unref (self.steps);
  g_array_unref (self.jobs);
  g_array_unref (self.untimed);
  g_array_unref (self.untimed_steps);
  row->empty = n == 0;
}
