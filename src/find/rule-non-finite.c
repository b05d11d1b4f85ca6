/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/rules.h"

#include "model/cell-state.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* One bad cell of the training step at hand. */
typedef struct
{
  gint64 order_key;
  const TsFindTrack *track;
  guint place; /* in the group */
  gint64 step; /* global */
  int stat;
  double value, expected;
  TsBadCall kind;
  gboolean has_input;
} BadCell;

struct _TsNonFinite
{
  TsFindContext *context;
  GArray *cells; /* BadCell, of the training step */
  gint64 train_step;
  gboolean any_step;

  /* [cell]: whether the cell was bad before; whether it had a number before. */
  guint8 *seen;
  gsize n_seen;
  GHashTable *bad_ranks; /* gint64 rank, of earlier training steps */
  GHashTable *followers; /* cell + 1 -> TsFinding*, those kept */
  TsFinding *cause;      /* the first fault */
  guint n_followers;
};

enum
{
  SEEN_NUMBER = 1,
  SEEN_BAD = 2,
};

TsBadCall
ts_non_finite_judge (gboolean bad_parameter,
                     gboolean bad_input,
                     gboolean has_input,
                     gboolean bad_before)
{
  if (bad_parameter)
    return TS_CALL_BAD_PARAMETER;
  if (bad_input)
    return bad_before ? TS_CALL_PROPAGATOR : TS_CALL_OUTSIDE;
  return has_input ? TS_CALL_PRODUCER : TS_CALL_UNSEEN_INPUT;
}

TsNonFinite *
_ts_non_finite_new (TsFindContext *context)
{
  TsNonFinite *self = g_new0 (TsNonFinite, 1);

  self->context = context;
  self->cells = g_array_new (FALSE, TRUE, sizeof (BadCell));
  self->bad_ranks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->followers = g_hash_table_new (NULL, NULL);
  return self;
}

void
_ts_non_finite_free (TsNonFinite *self)
{
  g_array_unref (self->cells);
  g_hash_table_unref (self->bad_ranks);
  g_hash_table_unref (self->followers);
  g_free (self->seen);
  g_free (self);
}

/* The first statistic of the cell that is not finite; that of its value. */
static int
find_bad_stat (const TsStepBlock *block, gsize cell, const TsFindTracks *tracks, double *value)
{
  for (guint s = 0; s < block->n_stats; s++)
    {
      gsize i = cell * block->n_stats + s;
      TsCellState state = ts_cell_state (block->states[i]);
      if ((int) s == tracks->columns.zeros_stat)
        continue;
      if ((state >= TS_CELL_NAN && state <= TS_CELL_NEG_INF) || state == TS_CELL_NULL)
        {
          *value = block->values[i];
          return (int) s;
        }
    }
  *value = block->values[cell * block->n_stats + (gsize) MAX (tracks->columns.nans_stat, 0)];
  return tracks->columns.nans_stat;
}

static void
take_cell (TsNonFinite *self, const TsFindTrack *track, guint place, gboolean has_input)
{
  const TsStepBlock *block = self->context->block;
  const TsGroupSpread *norm = &block->tracks[track->index].level[TS_FIND_NORM];
  BadCell bad = { .order_key = _ts_find_order_key (self->context, track),
                  .track = track,
                  .place = place,
                  .step = self->context->step->step,
                  .has_input = has_input,
                  .expected = norm->n > 0 ? exp2 (norm->spread.median) : (double) NAN };

  bad.stat = find_bad_stat (block, track->offset + place, self->context->tracks, &bad.value);
  g_array_append_val (self->cells, bad);
}

/* A monitor notes a slot without tensor as NaN in every statistic, from the start. */
static gboolean
has_tensor (const TsNonFinite *self, gsize cell)
{
  const TsStepBlock *block = self->context->block;

  if (self->context->catalog->format != TS_FORMAT_MONITOR || (self->seen[cell] & SEEN_NUMBER) != 0)
    return TRUE;
  for (guint s = 0; s < block->n_stats; s++)
    {
      TsCellState state = ts_cell_state (block->states[cell * block->n_stats + s]);
      if (state == TS_CELL_NUMBER || state == TS_CELL_POS_INF || state == TS_CELL_NEG_INF)
        return TRUE;
    }
  return FALSE;
}

/* Whether a value that can't be told from NaN is one: msProbe writes NaN as NULL, and NULL too for
 * a statistic that was not recorded, which then never was. */
static gboolean
is_bad (TsNonFinite *self, gsize cell)
{
  guint8 flags = self->context->block->flags[cell];
  guint8 *seen = &self->seen[cell];

  if ((flags & TS_FIND_BAD) != 0)
    return has_tensor (self, cell);
  if ((flags & TS_FIND_NULL) != 0)
    return (*seen & SEEN_NUMBER) != 0;
  if ((flags & TS_FIND_ROW) != 0)
    *seen |= SEEN_NUMBER;
  return FALSE;
}

static int
compare_cells (gconstpointer pa, gconstpointer pb)
{
  const BadCell *a = pa, *b = pb;

  if (a->order_key != b->order_key)
    return a->order_key < b->order_key ? -1 : 1;
  if (a->track->target_id != b->track->target_id)
    return a->track->target_id < b->track->target_id ? -1 : 1;
  if (a->track->group != b->track->group)
    return a->track->group < b->track->group ? -1 : 1;
  return (a->place > b->place) - (a->place < b->place);
}

static gint64
rank_of (const TsNonFinite *self, const BadCell *cell)
{
  return ts_find_tracks_get_rank (self->context->tracks, cell->track, cell->place);
}

/* Says of each cell of the training step, which are in order, what its call is. */
static void
judge_cells (TsNonFinite *self)
{
  /* (call, rank): bit 0 a bad parameter, bit 1 a bad input; and the ranks bad so far. */
  g_autoptr (GHashTable) calls = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) ranks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->cells->len; i++)
    {
      BadCell *cell = &g_array_index (self->cells, BadCell, i);
      gpointer key = GSIZE_TO_POINTER (cell->track->call->offset + cell->place + 1);
      guint bits = GPOINTER_TO_UINT (g_hash_table_lookup (calls, key));
      gint64 rank = rank_of (self, cell);
      gboolean before
          = g_hash_table_contains (ranks, &rank) || g_hash_table_contains (self->bad_ranks, &rank);
      gboolean is_state = cell->track->slot.has_slot || cell->track->phase == TS_PHASE_BEFORE;
      if (cell->track->slot.kind == TS_CALL_SLOT_PARAMETER && is_state)
        bits |= 1;
      if (cell->track->slot.kind == TS_CALL_SLOT_INPUT
          || cell->track->slot.kind == TS_CALL_SLOT_KWARG)
        bits |= 2;
      cell->kind = ts_non_finite_judge ((bits & 1) != 0, (bits & 2) != 0, cell->has_input, before);
      g_hash_table_insert (calls, key, GUINT_TO_POINTER (bits));
      if (!g_hash_table_contains (ranks, &rank))
        g_hash_table_add (ranks, g_memdup2 (&rank, sizeof rank));
    }
}

static const char *
describe (const BadCell *cell)
{
  switch (cell->kind)
    {
    case TS_CALL_BAD_PARAMETER:
      return _ ("the parameter itself is not finite");
    case TS_CALL_PRODUCER:
      return isinf (cell->value) ? _ ("made an Inf; its input was finite")
                                 : _ ("made a NaN; its input was finite");
    case TS_CALL_UNSEEN_INPUT:
      return isinf (cell->value) ? _ ("made an Inf, or had an input that was not recorded")
                                 : _ ("made a NaN, or had an input that was not recorded");
    case TS_CALL_OUTSIDE:
      return _ ("arrives from outside this rank");
    case TS_CALL_PROPAGATOR:
    default:
      return _ ("passed on");
    }
}

static TsFinding *
add_finding (TsNonFinite *self, const BadCell *cell)
{
  TsFindContext *context = self->context;
  const char *stat = cell->stat >= 0 ? context->catalog->stats[cell->stat] : NULL;
  TsFinding *finding = _ts_find_add (context, TS_RULE_NON_FINITE, TS_GRADE_ERROR, cell->track,
                                     rank_of (self, cell), stat);

  if (finding == NULL)
    return NULL;
  finding->step = finding->last_step = cell->step;
  finding->order_key = cell->order_key;
  finding->value = cell->value;
  finding->expected = cell->expected;
  finding->note = g_strdup (describe (cell));
  return finding;
}

/* The first fault among the cells in order: what arrives from outside was made elsewhere, so that
 * another rank's producer in the same micro-step goes before it (its stage may stand later in the
 * network's order of names). */
static guint
find_first (const TsNonFinite *self)
{
  const BadCell *first = &g_array_index (self->cells, BadCell, 0);

  for (guint i = 0; first->kind == TS_CALL_OUTSIDE && i < self->cells->len; i++)
    {
      const BadCell *cell = &g_array_index (self->cells, BadCell, i);
      if (cell->step != first->step)
        break;
      if (cell->kind < TS_CALL_OUTSIDE)
        return i;
    }
  return 0;
}

/* Whether the cell ties with the first fault: the same moment on another rank. */
static gboolean
is_first (const BadCell *cell, const BadCell *first)
{
  return cell->order_key == first->order_key && cell->kind == first->kind
         && cell->track->target_id == first->track->target_id && cell->step == first->step;
}

static void
follow (TsNonFinite *self, const BadCell *cell)
{
  gpointer key = GSIZE_TO_POINTER (cell->track->offset + cell->place + 1);
  TsFinding *finding = g_hash_table_lookup (self->followers, key);
  guint8 *seen = &self->seen[cell->track->offset + cell->place];

  if (finding != NULL)
    {
      finding->last_step = cell->step;
      if (finding->cause != NULL) /* a cause counts what follows in its step */
        finding->count++;
      return;
    }
  if ((*seen & SEEN_BAD) != 0)
    return;
  finding = add_finding (self, cell);
  *seen |= SEEN_BAD;
  if (finding == NULL)
    return;
  finding->cause = self->cause;
  g_hash_table_insert (self->followers, key, finding);
}

static void
end_training_step (TsNonFinite *self)
{
  gboolean is_new = self->cause == NULL;
  BadCell first = { 0 };

  if (self->cells->len == 0)
    return;
  g_array_sort (self->cells, compare_cells);
  judge_cells (self);
  if (is_new)
    first = g_array_index (self->cells, BadCell, find_first (self));
  for (guint i = 0; is_new && i < self->cells->len; i++)
    {
      const BadCell *cell = &g_array_index (self->cells, BadCell, i);
      TsFinding *finding = is_first (cell, &first) ? add_finding (self, cell) : NULL;
      if (finding == NULL)
        continue;
      if (self->cause == NULL)
        self->cause = finding;
      self->seen[cell->track->offset + cell->place] |= SEEN_BAD;
      g_hash_table_insert (self->followers,
                           GSIZE_TO_POINTER (cell->track->offset + cell->place + 1), finding);
      finding->count = self->cells->len - 1;
    }
  for (guint i = 0; i < self->cells->len; i++)
    {
      const BadCell *cell = &g_array_index (self->cells, BadCell, i);
      gint64 rank = rank_of (self, cell);
      if (!is_new || !is_first (cell, &first))
        follow (self, cell);
      if (!g_hash_table_contains (self->bad_ranks, &rank))
        g_hash_table_add (self->bad_ranks, g_memdup2 (&rank, sizeof rank));
    }
  self->cause->last_step = g_array_index (self->cells, BadCell, 0).step;
  g_array_set_size (self->cells, 0);
}

void
_ts_non_finite_step (TsNonFinite *self)
{
  const TsFindContext *context = self->context;
  g_autofree guint8 *has_input = g_new0 (guint8, context->n_calls + 1);

  if (self->any_step && self->train_step != context->step->train_step)
    end_training_step (self);
  self->any_step = TRUE;
  self->train_step = context->step->train_step;
  _ts_find_grow ((gpointer *) &self->seen, &self->n_seen, context->block->n_cells, 1);
  for (guint t = 0; t < context->order->len; t++)
    {
      const TsFindTrack *track = g_ptr_array_index (context->order, t);
      const TsTrackStep *step = &context->block->tracks[track->index];
      if (step->n_rows == 0)
        continue;
      if (track->slot.kind == TS_CALL_SLOT_INPUT || track->slot.kind == TS_CALL_SLOT_KWARG)
        has_input[track->call->index] = 1;
      for (guint i = 0; i < track->n_ranks; i++)
        if (is_bad (self, track->offset + i))
          take_cell (self, track, i, has_input[track->call->index]);
    }
}

void
_ts_non_finite_finish (TsNonFinite *self)
{
  end_training_step (self);
}
