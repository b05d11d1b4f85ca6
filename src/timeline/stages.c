/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline/timeline-private.h"

#include "model/median.h"

#include <stdlib.h>

#define MAX_LOOKED_AT 32 /* steps; more say nothing new */

/* What tells one stage from another: how many forwards it does before its first backward, which no
 * clock can falsify, and where the schedule says nothing (F-then-B), when it begins. */
typedef struct
{
  guint row;
  gint64 warm_up;
  gboolean all;   /* it does all forwards first */
  double begin;   /* µs after the first of the step, median */
  double forward; /* µs a forward takes, median */
} Trait;

static void
look_at_step (const TsTimeline *self,
              const TsTimelineRow *row,
              const TsRowStep *step,
              gint64 *warm_up,
              gboolean *all,
              gint64 *begin,
              double *forward)
{
  gboolean warm = TRUE;

  *warm_up = 0;
  *all = TRUE;
  *begin = G_MAXINT64;
  for (guint i = step->first; i < step->first + step->n; i++)
    {
      TsJobKind kind = ts_timeline_get_job_type (self, &row->jobs[i])->kind;
      warm &= !ts_job_kind_is_backward (kind);
      if (kind != TS_JOB_FORWARD)
        continue;
      *all &= warm;
      if (!warm)
        break;
      *begin = MIN (*begin, row->jobs[i].start);
      *forward = (double) (row->jobs[i].end - row->jobs[i].start);
      ++*warm_up;
    }
}

static gboolean
find_trait (const TsTimeline *self, guint r, Trait *trait)
{
  const TsTimelineRow *row = ts_timeline_get_row (self, r);
  double warm_ups[MAX_LOOKED_AT], begins[MAX_LOOKED_AT], forwards[MAX_LOOKED_AT];
  gboolean all = TRUE;
  guint n = 0;

  for (guint i = 0; i < row->n_steps && n < MAX_LOOKED_AT; i++)
    {
      const TsTimelineStep key = { row->steps[i].run, row->steps[i].number, 0, 0 };
      gint64 warm_up, begin, first = G_MAXINT64;
      look_at_step (self, row, &row->steps[i], &warm_up, &all, &begin, &forwards[n]);
      if (warm_up == 0)
        continue;
      for (guint k = 0; k < self->rows->len; k++)
        {
          const TsRowStep *other = ts_timeline_row_find_step (ts_timeline_get_row (self, k), &key);
          first = other != NULL ? MIN (first, other->start) : first;
        }
      warm_ups[n] = (double) warm_up;
      begins[n++] = (double) (begin - first);
    }
  if (n == 0)
    return FALSE;
  *trait = (Trait){ r, (gint64) ts_median (warm_ups, n), all, ts_median (begins, n),
                    ts_median (forwards, n) };
  return TRUE;
}

static int
compare_traits (gconstpointer a, gconstpointer b)
{
  const Trait *ta = a, *tb = b;

  if (ta->warm_up != tb->warm_up)
    return ta->warm_up > tb->warm_up ? -1 : 1;
  if (ta->begin != tb->begin)
    return ta->begin < tb->begin ? -1 : 1;
  return (ta->row > tb->row) - (ta->row < tb->row);
}

/* Rows of a stage warm up alike, and where that tells nothing, begin within half a forward of each
 * other. */
static guint
group_traits (Trait *traits, guint n, guint *stages)
{
  gboolean alike = n > 0 && traits[0].warm_up == traits[n - 1].warm_up;
  guint stage = 0;

  for (guint i = 0; i < n; i++)
    {
      const Trait *before = i > 0 ? &traits[i - 1] : &traits[i];
      gboolean late = traits[i].begin - before->begin > traits[i].forward / 2;
      if (traits[i].warm_up != before->warm_up || (late && (alike || traits[i].all)))
        stage++;
      stages[traits[i].row] = stage;
    }
  return n > 0 ? stage + 1 : 0;
}

/* A row without records goes to the stage of the one before while that is short of rows, else it is
 * a stage of its own between its neighbours. */
static void
place_empty_rows (TsTimeline *self, guint *stages, const gboolean *known, guint n_known, guint n)
{
  guint per_stage = n > 0 ? (n_known + n - 1) / n : 1;

  for (guint r = 0; r < self->rows->len; r++)
    {
      guint before = r > 0 ? stages[r - 1] : 0, mates = 0;
      if (known[r])
        continue;
      for (guint k = 0; k < self->rows->len && r > 0; k++)
        mates += (known[k] || k < r) && stages[k] == before;
      stages[r] = r == 0 ? 0 : mates < per_stage ? before : before + 1;
      for (guint k = 0; k < self->rows->len; k++)
        if (k != r && (known[k] || k < r) && (r == 0 || mates >= per_stage)
            && stages[k] >= stages[r])
          stages[k]++;
    }
}

void
_ts_timeline_find_stages (TsTimeline *self)
{
  guint n_rows = self->rows->len, n_known = 0, n_stages;
  g_autofree Trait *traits = g_new (Trait, MAX (n_rows, 1));
  g_autofree guint *stages = g_new0 (guint, MAX (n_rows, 1));
  g_autofree gboolean *known = g_new0 (gboolean, MAX (n_rows, 1));

  for (guint r = 0; r < n_rows; r++)
    {
      known[r] = find_trait (self, r, &traits[n_known]);
      n_known += known[r] ? 1 : 0;
    }
  qsort (traits, n_known, sizeof *traits, compare_traits);
  n_stages = group_traits (traits, n_known, stages);
  if (n_known > 0)
    place_empty_rows (self, stages, known, n_known, n_stages);
  for (guint r = 0; r < n_rows; r++)
    ((TsTimelineRow *) g_ptr_array_index (self->rows, r))->stage = n_known > 0 ? stages[r] : 0;
}
