/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/rules.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* L and D: what the peer groups' medians do over the steps. */

typedef struct
{
  TsRolling values;
  TsDrift drift;
  TsCusum sum;
  guint32 n, silent_until;
  gboolean drifting; /* the mean has been started */
} StatMemory;

typedef struct
{
  StatMemory stats[TS_N_FIND_STATS];
} TrackMemory;

/* A track that jumps in the step at hand. */
typedef struct
{
  const TsFindTrack *track;
  TsFindStat stat;
  double y, z, before;
} Jump;

struct _TsLevels
{
  TsFindContext *context;
  TrackMemory **tracks;
  gsize n_tracks;
  GArray *jumps;        /* Jump, in execution order */
  TsFinding *last;      /* the finding of the step before, or of the last steps */
  guint last_step;      /* place of the last step that belongs to it */
  GHashTable *drifting; /* TsFindCall* -> place of the step until which it is silent */
};

TsLevels *
_ts_levels_new (TsFindContext *context)
{
  TsLevels *self = g_new0 (TsLevels, 1);

  self->context = context;
  self->jumps = g_array_new (FALSE, FALSE, sizeof (Jump));
  self->drifting = g_hash_table_new (NULL, NULL);
  return self;
}

void
_ts_levels_free (TsLevels *self)
{
  for (gsize i = 0; i < self->n_tracks; i++)
    g_free (self->tracks[i]);
  g_free (self->tracks);
  g_array_unref (self->jumps);
  g_hash_table_unref (self->drifting);
  g_free (self);
}

static gboolean
wants (const TsFindContext *context, TsRule rule)
{
  return (context->options->rules & 1u << rule) != 0;
}

/* One finding for all tensors of a call, as long as they would be silent. */
static void
report_drift (TsLevels *self, const Jump *now, guint onset, int sign)
{
  TsFindContext *context = self->context;
  const TsCatalogStep *step = g_ptr_array_index (context->catalog->steps, onset);
  gpointer key = now->track->call;
  guint silent_until = GPOINTER_TO_UINT (g_hash_table_lookup (self->drifting, key));
  TsFinding *finding;

  if (context->block->step < silent_until)
    return;
  g_hash_table_insert (
      self->drifting, key,
      GUINT_TO_POINTER (context->block->step + 1 + context->thresholds->shift_silence));
  finding = _ts_find_add (context, TS_RULE_DRIFT, TS_GRADE_HINT, now->track,
                          now->track->n_ranks == 1
                              ? ts_find_tracks_get_rank (context->tracks, now->track, 0)
                              : TS_FINDING_ALL_RANKS,
                          ts_find_stat_to_string (now->stat));

  if (finding == NULL)
    return;
  finding->step = step->step;
  finding->count = context->block->step - onset + 1;
  finding->score = fabs (now->z);
  finding->value = exp2 (now->y);
  finding->expected = exp2 (now->before);
  finding->note = g_strdup (sign > 0 ? _ ("grows steadily") : _ ("shrinks steadily"));
}

static void
follow_drift (TsLevels *self, StatMemory *memory, Jump *now)
{
  const TsFindThresholds *thresholds = self->context->thresholds;
  guint onset;
  int sign;

  if (memory->n < thresholds->drift_start)
    return;
  if (!memory->drifting)
    ts_drift_start (&memory->drift, &memory->values, thresholds);
  memory->drifting = TRUE;
  now->before = memory->drift.mean;
  now->z = ts_drift_push (&memory->drift, now->y, thresholds);
  if (memory->n < memory->silent_until
      || !ts_cusum_push (&memory->sum, now->z, self->context->block->step,
                         thresholds->drift_allowance, thresholds->drift_alarm,
                         thresholds->drift_clip, &onset, &sign))
    return;
  memory->silent_until = memory->n + 1 + thresholds->shift_silence;
  report_drift (self, now, onset, sign);
}

static void
look_at (TsLevels *self, const TsFindTrack *track, gboolean *loss_jumps)
{
  const TsFindThresholds *thresholds = self->context->thresholds;
  TrackMemory **memory = &self->tracks[track->index];

  if (*memory == NULL)
    *memory = g_new0 (TrackMemory, 1);
  for (guint s = 0; s < TS_N_FIND_STATS; s++)
    {
      const TsGroupSpread *level = &self->context->block->tracks[track->index].level[s];
      StatMemory *stat = &(*memory)->stats[s];
      Jump jump = { track, (TsFindStat) s, level->spread.median, 0, 0 };
      if (level->n == 0)
        continue;
      jump.z = ts_level_z (&stat->values, jump.y, thresholds);
      if (fabs (jump.z) >= thresholds->level_far)
        {
          jump.before = ts_rolling_median (&stat->values);
          if (track->is_loss)
            *loss_jumps = TRUE;
          else
            g_array_append_val (self->jumps, jump);
        }
      if (!track->is_loss && wants (self->context, TS_RULE_DRIFT))
        follow_drift (self, stat, &jump);
      ts_rolling_push (&stat->values, jump.y);
      stat->n++;
    }
}

/* How many calls jump: an output and the next call's equal input count once. */
static guint
count_calls (const GArray *jumps)
{
  g_autoptr (GHashTable) calls = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) outputs = g_hash_table_new (g_double_hash, g_double_equal);

  for (guint i = 0; i < jumps->len; i++)
    {
      Jump *jump = &g_array_index (jumps, Jump, i);
      gboolean arrives = jump->track->slot.kind == TS_CALL_SLOT_INPUT;
      if (arrives && g_hash_table_contains (outputs, &jump->y))
        continue;
      g_hash_table_add (calls, jump->track->call);
      if (!arrives)
        g_hash_table_add (outputs, &jump->y);
    }
  return g_hash_table_size (calls);
}

/* The one rank that all of it is about, or all ranks. */
static gint64
find_rank (const TsLevels *self)
{
  const TsFindTrack *first = g_array_index (self->jumps, Jump, 0).track;

  for (guint i = 0; i < self->jumps->len; i++)
    {
      const TsFindTrack *track = g_array_index (self->jumps, Jump, i).track;
      if (track->n_ranks != 1 || track->group != first->group)
        return TS_FINDING_ALL_RANKS;
    }
  return self->context->tracks->peers->groups->len > 1
             ? ts_find_tracks_get_rank (self->context->tracks, first, 0)
             : TS_FINDING_ALL_RANKS;
}

static const Jump *
find_largest (const TsLevels *self)
{
  const Jump *largest = &g_array_index (self->jumps, Jump, 0);

  for (guint i = 1; i < self->jumps->len; i++)
    if (fabs (g_array_index (self->jumps, Jump, i).z) > fabs (largest->z))
      largest = &g_array_index (self->jumps, Jump, i);
  return largest;
}

static char *
describe (const TsLevels *self, const Jump *first, guint n_calls)
{
  g_autofree char *factor = ts_format_short (exp2 (first->y - first->before), 3);
  g_autofree char *count = ts_format_count (self->jumps->len);

  return g_strdup_printf (
      /* Translators: a factor, a number of lines over steps, a number of calls. */
      first->z > 0 ? _ ("spike: × %s against the last 32 steps, %s tracks of %u calls")
                   : _ ("collapse: × %s against the last 32 steps, %s tracks of %u calls"),
      factor, count, n_calls);
}

static void
report (TsLevels *self)
{
  TsFindContext *context = self->context;
  const Jump *first = &g_array_index (self->jumps, Jump, 0), *largest = find_largest (self);
  guint n_calls = count_calls (self->jumps);
  gboolean sure = n_calls >= context->thresholds->level_calls
                  || fabs (largest->z) >= context->thresholds->level_sure;
  TsGrade grade = sure ? TS_GRADE_WARNING : TS_GRADE_HINT;

  if (self->last != NULL && self->last_step + 1 == context->block->step)
    {
      self->last->last_step = context->step->step;
      self->last->grade = MIN (self->last->grade, grade);
      self->last->score = MAX (self->last->score, fabs (largest->z));
      self->last_step = context->block->step;
      return;
    }
  self->last = _ts_find_add (context, TS_RULE_LEVEL, grade, first->track, find_rank (self),
                             ts_find_stat_to_string (first->stat));
  self->last_step = context->block->step;
  if (self->last == NULL)
    return;
  self->last->count = self->jumps->len;
  self->last->score = fabs (largest->z);
  self->last->value = exp2 (first->y);
  self->last->expected = exp2 (first->before);
  self->last->note = describe (self, first, n_calls);
}

void
_ts_levels_step (TsLevels *self)
{
  TsFindContext *context = self->context;
  gboolean loss_jumps = FALSE;

  _ts_find_grow ((gpointer *) &self->tracks, &self->n_tracks, context->block->n_tracks,
                 sizeof *self->tracks);
  g_array_set_size (self->jumps, 0);
  for (guint t = 0; t < context->order->len; t++)
    {
      const TsFindTrack *track = g_ptr_array_index (context->order, t);
      gboolean moves = track->phase >= TS_PHASE_FORWARD && track->phase <= TS_PHASE_REDUCED_GRADIENT
                       && !(track->phase == TS_PHASE_FORWARD && track->slot.has_slot
                            && track->slot.kind == TS_CALL_SLOT_PARAMETER);
      if ((moves || track->is_loss) && context->block->tracks[track->index].n_rows > 0)
        look_at (self, track, &loss_jumps);
    }
  if (self->jumps->len > 0 && wants (context, TS_RULE_LEVEL))
    report (self);
  /* The loss answers at once or a little later. */
  if (loss_jumps && self->last != NULL && self->last->grade == TS_GRADE_WARNING
      && context->block->step - self->last_step <= context->thresholds->level_loss_steps)
    self->last->grade = TS_GRADE_ERROR;
}
