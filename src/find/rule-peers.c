/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/precision.h"
#include "find/rules.h"

#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Recorded steps for which a rank that differs as a whole may look like its peers again. */
#define WHOLE_PAUSE 4

/* What is remembered of a track whose group has peers. */
typedef struct
{
  guint n_recorded;
  TsRolling level[TS_N_FIND_STATS], gain[TS_N_FIND_STATS]; /* σ of the group, step by step */
} TrackMemory;

/* Of a cell. */
typedef struct
{
  TsCusum shift[TS_N_FIND_STATS];
  guint32 silent_until[TS_N_FIND_STATS]; /* recorded step of the track */
  TsFinding *last_shift[TS_N_FIND_STATS];
  gint8 sign[TS_N_FIND_STATS]; /* of it */
  guint8 alone;                /* the last 8 recorded steps: bit 0 the present one */
} CellMemory;

/* A call that may have gone wrong on one rank in the step at hand. */
typedef struct
{
  const TsFindTrack *track;
  guint place;
  TsFindStat stat;
  double z, z_input, z_gain;
  gboolean alone;               /* no input was recorded */
  guint n_before, n_far_before; /* cells of its rank and phase before it, those far out */
  TsGrade grade;
} Candidate;

/* One rank and phase in the step at hand. */
typedef struct
{
  guint n, n_far;
  const TsFindTrack *first_far;
} PhaseCount;

typedef struct
{
  TsFinding *finding;
  guint last_step; /* place */
} Producer;

typedef struct
{
  TsFinding *finding;
  guint last_step; /* place */
} WholeRank;

struct _TsPeers
{
  TsFindContext *context;
  TrackMemory **tracks;
  gsize n_tracks;
  CellMemory *cells;
  gsize n_cells;
  GHashTable *producers;   /* call offset + place + 1 -> Producer* */
  GHashTable *whole_ranks; /* rank place * TS_N_PHASES + phase + 2 -> WholeRank* */
  GHashTable *first_whole; /* rank place + 1 -> WholeRank*: the phase it began in */

  /* The step at hand. */
  double *z_input; /* [call cell]: the largest |z| of what arrives, NAN without */
  gsize n_z_input;
  double *z[TS_N_FIND_STATS], *z_gain[TS_N_FIND_STATS]; /* [rank of the track at hand] */
  gsize n_z[TS_N_FIND_STATS], n_z_gain[TS_N_FIND_STATS];
  PhaseCount *phases; /* [rank of the catalog][phase + 1] */
  GArray *candidates; /* Candidate */
  guint64 n_tested;
};

TsPeers *
_ts_peers_new (TsFindContext *context)
{
  TsPeers *self = g_new0 (TsPeers, 1);

  self->context = context;
  self->producers = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->whole_ranks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->first_whole = g_hash_table_new (NULL, NULL);
  self->candidates = g_array_new (FALSE, TRUE, sizeof (Candidate));
  self->phases = g_new0 (PhaseCount, (context->catalog->ranks->len + 1) * TS_N_PHASES);
  return self;
}

void
_ts_peers_free (TsPeers *self)
{
  for (gsize i = 0; i < self->n_tracks; i++)
    g_free (self->tracks[i]);
  g_free (self->tracks);
  g_free (self->cells);
  g_hash_table_unref (self->producers);
  g_hash_table_unref (self->whole_ranks);
  g_hash_table_unref (self->first_whole);
  g_array_unref (self->candidates);
  g_free (self->phases);
  g_free (self->z_input);
  for (guint s = 0; s < TS_N_FIND_STATS; s++)
    {
      g_free (self->z[s]);
      g_free (self->z_gain[s]);
    }
  g_free (self);
}

static PhaseCount *
get_phase (TsPeers *self, const TsFindTrack *track, guint place)
{
  guint r = ts_find_tracks_get_rank_place (self->context->tracks, track, place);

  return &self->phases[r * TS_N_PHASES + (guint) (track->phase + 1)];
}

/* Without the rank itself: the largest |z| of the others. */
static double
largest_of_others (const double *z, guint n, guint i)
{
  double largest = 0;

  for (guint j = 0; j < n; j++)
    if (j != i && fabs (z[j]) > largest)
      largest = fabs (z[j]);
  return largest;
}

gboolean
ts_is_producer (const double *z_output,
                const double *z_input,
                const double *z_gain,
                guint n,
                guint i,
                const TsFindThresholds *thresholds)
{
  double z = fabs (z_output[i]);

  if (z_input == NULL)
    return z >= thresholds->peer_alone
           && z >= thresholds->peer_isolated * largest_of_others (z_output, n, i);
  return z >= thresholds->peer_far && fabs (z_input[i]) < thresholds->peer_near
         && fabs (z_gain[i]) >= thresholds->peer_far
         && z >= thresholds->peer_isolated * largest_of_others (z_output, n, i);
}

/* σ of the step: the median over this and earlier ones, but no less than the floor. */
static double
push_sigma (TsRolling *rolling, const TsGroupSpread *now, double floor)
{
  ts_rolling_push (rolling, now->spread.sigma);
  return MAX (ts_rolling_median (rolling), floor);
}

static double
floor_of (const TsFindContext *context, const TsFindTrack *track, TsFindStat stat)
{
  const TsGroupSpread *level = &context->block->tracks[track->index].level[stat];

  return ts_peer_floor (track->quantum, level->spread.median, track->eps, context->thresholds);
}

static gboolean
write_profile (
    TsPeers *self, const TsFindTrack *track, TsFindStat stat, double sigma, GError **error)
{
  const TsFindContext *context = self->context;
  const TsTrackStep *step = &context->block->tracks[track->index];
  TsProfileRow row = { .metric_id = track->metric_id,
                       .target_id = track->target_id,
                       .stat = ts_find_stat_to_string (stat),
                       .step = context->step->step,
                       .group_id = track->group,
                       .n = step->level[stat].n,
                       .n_bad = step->n_bad,
                       .median_y = step->level[stat].spread.median,
                       .sigma = sigma };

  return context->options->profile == NULL
         || context->options->profile (&row, context->options->data, error);
}

/* z of every rank of the track for one statistic. FALSE in *judged when there are too few peers. */
static gboolean
judge_level (TsPeers *self,
             const TsFindTrack *track,
             TrackMemory *memory,
             TsFindStat stat,
             gboolean *judged,
             GError **error)
{
  const TsStepBlock *block = self->context->block;
  const TsGroupSpread *level = &block->tracks[track->index].level[stat];
  double sigma;

  *judged = level->n >= self->context->thresholds->min_peers;
  for (guint i = 0; i < track->n_ranks; i++)
    self->z[stat][i] = self->z_gain[stat][i] = NAN;
  if (!*judged)
    return TRUE;
  sigma = push_sigma (&memory->level[stat], level, floor_of (self->context, track, stat));
  for (guint i = 0; i < track->n_ranks; i++)
    self->z[stat][i] = (block->y[stat][track->offset + i] - level->spread.median) / sigma;
  return write_profile (self, track, stat, sigma, error);
}

/* z of the gain, where input 0 was recorded for enough ranks. */
static void
judge_gain (TsPeers *self, const TsFindTrack *track, TrackMemory *memory, TsFindStat stat)
{
  const TsStepBlock *block = self->context->block;
  const TsFindTrack *input = g_atomic_pointer_get ((TsFindTrack **) &track->input);
  const TsGroupSpread *gain = &block->tracks[track->index].gain[stat];
  double sigma;

  if (input == NULL || input->index >= block->n_tracks
      || gain->n < self->context->thresholds->min_peers)
    return;
  sigma = push_sigma (
      &memory->gain[stat], gain,
      MAX (floor_of (self->context, track, stat), floor_of (self->context, input, stat)));
  for (guint i = 0; i < track->n_ranks; i++)
    self->z_gain[stat][i] = (block->y[stat][track->offset + i] - block->y[stat][input->offset + i]
                             - gain->spread.median)
                            / sigma;
}

/* The larger |z| of the two statistics; NAN when there is neither. */
static double
get_largest_z (const TsPeers *self, guint i)
{
  return fmax (fabs (self->z[TS_FIND_NORM][i]), fabs (self->z[TS_FIND_AMAX][i]));
}

static void
consider (TsPeers *self, const TsFindTrack *track, const TrackMemory *memory, guint i, TsFindStat s)
{
  const TsFindThresholds *thresholds = self->context->thresholds;
  const PhaseCount *phase = get_phase (self, track, i);
  CellMemory *cell = &self->cells[track->offset + i];
  double *z_input = &self->z_input[track->call->offset];
  gboolean alone = isnan (z_input[i]);
  Candidate candidate = { .track = track,
                          .place = i,
                          .stat = s,
                          .z = self->z[s][i],
                          .z_input = z_input[i],
                          .z_gain = self->z_gain[s][i],
                          .alone = alone,
                          .n_before = phase->n,
                          .n_far_before = phase->n_far };

  if (!ts_is_producer (self->z[s], alone ? NULL : z_input, self->z_gain[s], track->n_ranks, i,
                       thresholds))
    return;
  if (alone)
    {
      guint8 recent = cell->alone & ((1u << thresholds->alone_of) - 1);
      cell->alone |= 1;
      candidate.grade = (guint) __builtin_popcount (recent | 1u) >= thresholds->alone_recurs
                            ? TS_GRADE_WARNING
                            : TS_GRADE_HINT;
    }
  else
    candidate.grade = fabs (candidate.z) >= thresholds->peer_error_output
                              && fabs (candidate.z_gain) >= thresholds->peer_error_gain
                          ? TS_GRADE_ERROR
                          : TS_GRADE_WARNING;
  if (memory->n_recorded < thresholds->peer_sure)
    candidate.grade = TS_GRADE_HINT;
  g_array_append_val (self->candidates, candidate);
}

/* P1 of one track. */
static void
look_for_producers (TsPeers *self, const TsFindTrack *track, const TrackMemory *memory)
{
  gboolean is_output = track->slot.kind == TS_CALL_SLOT_OUTPUT;
  gboolean is_gradient
      = track->phase == TS_PHASE_WEIGHT_GRADIENT || track->phase == TS_PHASE_REDUCED_GRADIENT;

  if (!(is_output || (is_gradient && !track->slot.has_slot)) || track->call->collective)
    return;
  for (guint i = 0; i < track->n_ranks; i++)
    {
      if (isnan (get_largest_z (self, i)))
        continue;
      self->cells[track->offset + i].alone = (guint8) (self->cells[track->offset + i].alone << 1);
      if (memory->n_recorded < self->context->thresholds->peer_warm)
        continue;
      if (is_output && track->slot.index == 0)
        self->n_tested++;
      for (guint s = 0; s < TS_N_FIND_STATS; s++)
        if (!isnan (self->z[s][i]))
          consider (self, track, memory, i, (TsFindStat) s);
    }
}

/* Counts who is far out, and what arrives. */
static void
count_far (TsPeers *self, const TsFindTrack *track, const TrackMemory *memory)
{
  gboolean arrives
      = track->slot.kind == TS_CALL_SLOT_INPUT || track->slot.kind == TS_CALL_SLOT_KWARG;

  for (guint i = 0; i < track->n_ranks; i++)
    {
      double z = get_largest_z (self, i);
      PhaseCount *phase;
      double *input = &self->z_input[track->call->offset + i];
      if (isnan (z))
        continue;
      if (arrives)
        *input = isnan (*input) ? z : MAX (*input, z);
      if (memory->n_recorded < self->context->thresholds->peer_warm)
        continue;
      phase = get_phase (self, track, i);
      phase->n++;
      if (z < self->context->thresholds->peer_far)
        continue;
      if (phase->n_far++ == 0)
        phase->first_far = track;
    }
}

static char *
describe_shift (int sign)
{
  return g_strdup (sign > 0 ? _ ("lastingly larger than its peers")
                            : _ ("lastingly smaller than its peers"));
}

/* An alarm of a cell: the first is a hint, the next one soon after and to the same side says that
 * the shift lasts. */
static void
report_shift (TsPeers *self,
              const TsFindTrack *track,
              const TrackMemory *memory,
              guint i,
              TsFindStat s,
              guint onset,
              int sign)
{
  TsFindContext *context = self->context;
  CellMemory *cell = &self->cells[track->offset + i];
  const TsGroupSpread *level = &context->block->tracks[track->index].level[s];
  TsFinding *finding = cell->last_shift[s];

  if (memory->n_recorded < cell->silent_until[s])
    {
      if (finding == NULL || cell->sign[s] != sign)
        return;
      finding->grade = context->weak_peers ? TS_GRADE_HINT : TS_GRADE_WARNING;
      finding->last_step = context->step->step;
      finding->count += context->block->step - onset + 1;
      return;
    }
  cell->silent_until[s] = memory->n_recorded + 1 + context->thresholds->shift_silence;
  finding = _ts_find_add (context, TS_RULE_SHIFT, TS_GRADE_HINT, track,
                          ts_find_tracks_get_rank (context->tracks, track, i),
                          ts_find_stat_to_string (s));
  cell->last_shift[s] = finding;
  cell->sign[s] = (gint8) sign;
  if (finding == NULL)
    return;
  finding->step = ((TsCatalogStep *) g_ptr_array_index (context->catalog->steps, onset))->step;
  finding->count = context->block->step - onset + 1;
  finding->score = fabs (isnan (self->z_gain[s][i]) ? self->z[s][i] : self->z_gain[s][i]);
  finding->value = exp2 (context->block->y[s][track->offset + i]);
  finding->expected = exp2 (level->spread.median);
  finding->note = describe_shift (sign);
}

/* P2 of one track and statistic: what arrives is another call's doing. */
static void
sum_shifts (TsPeers *self, const TsFindTrack *track, TrackMemory *memory, TsFindStat s)
{
  const TsFindThresholds *thresholds = self->context->thresholds;

  if (track->slot.has_slot && track->slot.kind != TS_CALL_SLOT_OUTPUT)
    return;
  for (guint i = 0; i < track->n_ranks; i++)
    {
      CellMemory *cell = &self->cells[track->offset + i];
      double z = isnan (self->z_gain[s][i]) ? self->z[s][i] : self->z_gain[s][i];
      guint onset;
      int sign;
      if (!isnan (z)
          && ts_cusum_push (&cell->shift[s], z, self->context->block->step,
                            thresholds->shift_allowance, thresholds->shift_alarm,
                            thresholds->shift_clip, &onset, &sign))
        report_shift (self, track, memory, i, s, onset, sign);
    }
}

static gboolean
look_at (TsPeers *self, const TsFindTrack *track, GError **error)
{
  TrackMemory **memory = &self->tracks[track->index];
  gboolean judged[TS_N_FIND_STATS];

  if (*memory == NULL)
    *memory = g_new0 (TrackMemory, 1);
  for (guint s = 0; s < TS_N_FIND_STATS; s++)
    {
      _ts_find_grow ((gpointer *) &self->z[s], &self->n_z[s], track->n_ranks, sizeof (double));
      _ts_find_grow ((gpointer *) &self->z_gain[s], &self->n_z_gain[s], track->n_ranks,
                     sizeof (double));
      if (!judge_level (self, track, *memory, (TsFindStat) s, &judged[s], error))
        return FALSE;
      if (judged[s] && track->slot.kind == TS_CALL_SLOT_OUTPUT)
        judge_gain (self, track, *memory, (TsFindStat) s);
    }
  look_for_producers (self, track, *memory);
  count_far (self, track, *memory);
  for (guint s = 0; s < TS_N_FIND_STATS; s++)
    if (judged[s] && (*memory)->n_recorded >= self->context->thresholds->peer_warm)
      sum_shifts (self, track, *memory, (TsFindStat) s);
  (*memory)->n_recorded++;
  return TRUE;
}

/* "norm 8.0, peers 1.00 ± 2 %, z 43 (input 0.3, gain 41)". */
static char *
describe_producer (const TsPeers *self, const Candidate *candidate, double value, double expected)
{
  const TsRolling *sigmas = &self->tracks[candidate->track->index]->level[candidate->stat];
  g_autofree char *is = ts_format_short (value, 4), *should = ts_format_short (expected, 4);
  g_autofree char *spread = ts_format_short (
      100
          * (exp2 (MAX (ts_rolling_median (sigmas),
                        floor_of (self->context, candidate->track, candidate->stat)))
             - 1),
      2);
  g_autofree char *z = ts_format_short (candidate->z, 3);

  if (candidate->alone)
    return g_strdup_printf (_ ("%s %s, peers %s ± %s %%, z %s; no input was recorded"),
                            ts_find_stat_to_string (candidate->stat), is, should, spread, z);
  g_autofree char *input = ts_format_short (candidate->z_input, 2);
  g_autofree char *gain = ts_format_short (candidate->z_gain, 3);
  return g_strdup_printf (_ ("%s %s, peers %s ± %s %%, z %s; z of its input %s, of the gain %s"),
                          ts_find_stat_to_string (candidate->stat), is, should, spread, z, input,
                          gain);
}

/* Whether the same call of the same rank goes on being wrong: not when a stray hint of long ago is
 * followed by an error. */
static gboolean
goes_on (const TsPeers *self, const Producer *producer, TsGrade grade)
{
  guint since = self->context->block->step - producer->last_step;

  return since <= 1 || (since <= TS_FIND_WINDOW && grade >= producer->finding->grade);
}

static TsFinding *
report_producer (TsPeers *self, const Candidate *candidate)
{
  TsFindContext *context = self->context;
  const TsFindTrack *track = candidate->track;
  gpointer key = GSIZE_TO_POINTER (track->call->offset + candidate->place + 1);
  Producer *producer = g_hash_table_lookup (self->producers, key);
  TsGrade grade = context->weak_peers ? TS_GRADE_HINT : candidate->grade;
  TsFinding *finding = NULL;

  if (producer != NULL && goes_on (self, producer, grade))
    {
      finding = producer->finding;
      if (finding->last_step != context->step->step)
        finding->count++;
      producer->last_step = context->block->step;
      finding->last_step = context->step->step;
      finding->grade = MIN (finding->grade, grade);
      finding->score = MAX (finding->score, fabs (candidate->z));
      return finding;
    }
  finding = _ts_find_add (context, TS_RULE_PRODUCER, grade, track,
                          ts_find_tracks_get_rank (context->tracks, track, candidate->place),
                          ts_find_stat_to_string (candidate->stat));
  if (finding == NULL)
    return NULL;
  producer = g_new (Producer, 1);
  *producer = (Producer){ finding, context->block->step };
  g_hash_table_insert (self->producers, key, producer);
  finding->score = fabs (candidate->z);
  finding->value = exp2 (context->block->y[candidate->stat][track->offset + candidate->place]);
  finding->expected
      = exp2 (context->block->tracks[track->index].level[candidate->stat].spread.median);
  finding->note = describe_producer (self, candidate, finding->value, finding->expected);
  return finding;
}

static gboolean
is_whole (const TsPeers *self, const PhaseCount *phase)
{
  return phase->n > 0 && phase->n_far > 0
         && phase->n_far >= self->context->thresholds->whole_part * phase->n;
}

/* Whether what began then is still the same: steps in a row, with a few between that are better. */
static gboolean
still_differs (const TsPeers *self, const WholeRank *whole)
{
  return whole != NULL && self->context->block->step - whole->last_step <= WHOLE_PAUSE;
}

static TsFinding *
add_whole (TsPeers *self, guint r, const PhaseCount *phase)
{
  TsFindContext *context = self->context;
  TsFinding *finding = _ts_find_add (context, TS_RULE_WHOLE_RANK, TS_GRADE_HINT, phase->first_far,
                                     g_array_index (context->catalog->ranks, gint64, r), NULL);

  if (finding != NULL)
    finding->note = g_strdup_printf (
        _ ("rank %" PRId64 " differs as a whole (data?): %u of its %u tensors are far out"),
        finding->rank, phase->n_far, phase->n);
  return finding;
}

/* The finding "rank r differs as a whole" of one phase, begun or continued. */
static TsFinding *
report_whole (TsPeers *self, guint r, guint p, const PhaseCount *phase)
{
  TsFindContext *context = self->context;
  gpointer key = GUINT_TO_POINTER (r * TS_N_PHASES + p + 1);
  gpointer rank_key = GUINT_TO_POINTER (r + 1);
  WholeRank *whole = g_hash_table_lookup (self->whole_ranks, key);
  WholeRank *first = g_hash_table_lookup (self->first_whole, rank_key);
  double part = (double) phase->n_far / phase->n;

  if (still_differs (self, whole))
    {
      whole->finding->count++;
      whole->finding->last_step = context->step->step;
      whole->finding->score = MAX (whole->finding->score, part);
      whole->last_step = context->block->step;
      return whole->finding;
    }
  TsFinding *finding = add_whole (self, r, phase);
  if (finding == NULL)
    return NULL;
  finding->score = part;
  if (still_differs (self, first))
    finding->cause = first->finding;
  if (whole == NULL)
    {
      whole = g_new0 (WholeRank, 1);
      g_hash_table_insert (self->whole_ranks, key, whole);
    }
  *whole = (WholeRank){ finding, context->block->step };
  if (finding->cause == NULL)
    g_hash_table_insert (self->first_whole, rank_key, whole);
  return finding;
}

/* Where a rank differs as a whole, only the call at which that begins is a producer. */
static void
report_candidates (TsPeers *self)
{
  const TsFindContext *context = self->context;
  g_autoptr (GHashTable) begun = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (self->candidates, Candidate, i);
      const PhaseCount *phase = get_phase (self, candidate->track, candidate->place);
      TsFinding *finding;
      if (!is_whole (self, phase))
        {
          report_producer (self, candidate);
          continue;
        }
      if (candidate->n_far_before >= context->thresholds->whole_begin * phase->n)
        continue;
      const TsFinding *known = g_hash_table_lookup (begun, phase);
      finding = known == NULL || known->target_id == candidate->track->target_id
                    ? report_producer (self, candidate)
                    : NULL;
      if (finding != NULL)
        g_hash_table_insert (begun, (gpointer) phase, finding);
    }
  for (guint r = 0; r < context->catalog->ranks->len; r++)
    for (guint p = 0; p < TS_N_PHASES; p++)
      {
        PhaseCount *phase = &self->phases[r * TS_N_PHASES + p];
        TsFinding *whole = is_whole (self, phase) ? report_whole (self, r, p, phase) : NULL;
        TsFinding *cause = g_hash_table_lookup (begun, phase);
        if (whole != NULL && whole->cause == NULL && cause != NULL)
          whole->cause = cause;
      }
}

gboolean
_ts_peers_step (TsPeers *self, GError **error)
{
  const TsFindContext *context = self->context;
  const TsStepBlock *block = context->block;

  _ts_find_grow ((gpointer *) &self->tracks, &self->n_tracks, block->n_tracks,
                 sizeof *self->tracks);
  _ts_find_grow ((gpointer *) &self->cells, &self->n_cells, block->n_cells, sizeof *self->cells);
  _ts_find_grow ((gpointer *) &self->z_input, &self->n_z_input, context->n_call_cells,
                 sizeof (double));
  for (gsize i = 0; i < context->n_call_cells; i++)
    self->z_input[i] = NAN;
  memset (self->phases, 0, (context->catalog->ranks->len + 1) * TS_N_PHASES * sizeof *self->phases);
  g_array_set_size (self->candidates, 0);
  for (guint t = 0; t < context->order->len; t++)
    {
      const TsFindTrack *track = g_ptr_array_index (context->order, t);
      if (track->n_ranks >= context->thresholds->min_peers && block->tracks[track->index].n_rows > 0
          && !look_at (self, track, error))
        return FALSE;
    }
  report_candidates (self);
  return TRUE;
}

/* Too many warnings are no warnings. */
void
_ts_peers_finish (TsPeers *self)
{
  TsFindings *findings = self->context->findings;
  guint n_warnings = 0;

  for (guint i = 0; i < findings->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (findings->items, i);
      n_warnings += finding->rule == TS_RULE_PRODUCER && finding->grade == TS_GRADE_WARNING;
    }
  findings->n_tested = self->n_tested;
  findings->softened = (double) n_warnings > self->context->thresholds->warnings_per_million * 1e-6
                                                 * (double) self->n_tested;
  for (guint i = 0; findings->softened && i < findings->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (findings->items, i);
      if (finding->rule == TS_RULE_PRODUCER && finding->grade == TS_GRADE_WARNING)
        finding->grade = TS_GRADE_HINT;
    }
}
