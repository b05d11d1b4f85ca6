/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/rules.h"

#include "model/cell-state.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Digits, as a factor, that a printed number has to have before equality says something. */
#define TELLING 1000

/* Steps that an activation has to be equal: what a first step happens to share, constants and masks
 * among it, is no replica. */
#define EQUAL_ACTIVATIONS 8

typedef enum
{
  NOT_YET_SEEN,
  REPLICATED,
  NOT_REPLICATED,
  FOUND, /* replicated once, then unequal */
} Replication;

typedef struct
{
  guint8 replication;
  guint8 n_equal; /* recorded steps, up to EQUAL_ACTIVATIONS */
  TsFinding *finding;
} TrackMemory;

struct _TsReplicas
{
  TsFindContext *context;
  TrackMemory *tracks;
  gsize n_tracks;
  guint8 *present, *suspects;
  gsize n_present, n_suspects;
};

TsReplicas *
_ts_replicas_new (TsFindContext *context)
{
  TsReplicas *self = g_new0 (TsReplicas, 1);

  self->context = context;
  return self;
}

void
_ts_replicas_free (TsReplicas *self)
{
  g_free (self->tracks);
  g_free (self->present);
  g_free (self->suspects);
  g_free (self);
}

guint
ts_replicas_find_suspects (
    const void *rows, gsize n_bytes, const guint8 *present, guint n, guint8 *suspects)
{
  const char *bytes = rows;
  guint n_present = 0, n_suspects = 0;
  int majority = -1;

  for (guint i = 0; i < n; i++)
    n_present += present == NULL || present[i];
  for (guint i = 0; i < n && majority < 0; i++)
    {
      guint equal = 0;
      for (guint j = 0; j < n; j++)
        if ((present == NULL || present[j])
            && memcmp (bytes + i * n_bytes, bytes + j * n_bytes, n_bytes) == 0)
          equal++;
      if ((present == NULL || present[i]) && 2 * equal > n_present)
        majority = (int) i;
      else if (i > n / 2)
        break; /* a majority has a member in the first half */
    }
  for (guint i = 0; i < n; i++)
    {
      suspects[i]
          = (present == NULL || present[i])
            && (majority < 0
                || memcmp (bytes + i * n_bytes, bytes + (gsize) majority * n_bytes, n_bytes) != 0);
      n_suspects += suspects[i];
    }
  return n_suspects;
}

static gboolean
all_equal (const TsStepBlock *block, const TsFindTrack *track, const guint8 *present)
{
  gsize n = block->n_stats;
  int first = -1;

  for (guint i = 0; i < track->n_ranks; i++)
    {
      gsize cell = track->offset + i, reference = track->offset + (gsize) MAX (first, 0);
      if (!present[i])
        continue;
      if (first < 0)
        first = (int) i;
      else if (memcmp (block->states + cell * n, block->states + reference * n, n) != 0
               || memcmp (block->values + cell * n, block->values + reference * n,
                          n * sizeof *block->values)
                      != 0)
        return FALSE;
    }
  return TRUE;
}

/* Whether equal values can be chance: zeros, of anything but parameters, and numbers of a few
 * printed digits. */
static gboolean
is_telling (const TsStepBlock *block, const TsFindTrack *track)
{
  gboolean is_state = track->phase == TS_PHASE_BEFORE || track->phase == TS_PHASE_UPDATED
                      || (track->phase == TS_PHASE_FORWARD && track->slot.has_slot
                          && track->slot.kind == TS_CALL_SLOT_PARAMETER);
  double least = track->quantum * TELLING;

  if (is_state && track->quantum == 0)
    return TRUE;
  for (guint s = 0; s < block->n_stats; s++)
    {
      gsize i = track->offset * block->n_stats + s;
      if (ts_cell_state (block->states[i]) == TS_CELL_NUMBER && block->values[i] != 0
          && fabs (block->values[i]) >= least)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_activation (const TsFindTrack *track)
{
  return (track->phase == TS_PHASE_FORWARD || track->phase == TS_PHASE_BACKWARD
          || track->phase == TS_PHASE_UNKNOWN)
         && !(track->slot.has_slot && track->slot.kind == TS_CALL_SLOT_PARAMETER);
}

/* The first statistic in which two ranks differ. */
static guint
find_difference (const TsStepBlock *block, gsize a, gsize b)
{
  for (guint s = 0; s < block->n_stats; s++)
    if (block->states[a * block->n_stats + s] != block->states[b * block->n_stats + s]
        || memcmp (&block->values[a * block->n_stats + s], &block->values[b * block->n_stats + s],
                   sizeof *block->values)
               != 0)
      return s;
  return 0;
}

/* "rank 5", "ranks 3 and 5", "ranks 0, 1, 2 … (9)". */
static char *
describe_suspects (TsReplicas *self, const TsFindTrack *track, guint n_suspects, guint n_present)
{
  g_autoptr (GString) ranks = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < track->n_ranks && n < 8; i++)
    if (self->suspects[i])
      g_string_append_printf (ranks, "%s%" G_GINT64_FORMAT, n++ > 0 ? ", " : "",
                              ts_find_tracks_get_rank (self->context->tracks, track, i));
  if (n_suspects > n)
    g_string_append (ranks, " …");
  if (n_suspects == n_present)
    return g_strdup_printf (_ ("the %u replicas differ, and none has a majority"), n_present);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u of %u replicas is not bit-equal to the others (rank %s)",
                   "%u of %u replicas are not bit-equal to the others (ranks %s)", n_suspects),
      n_suspects, n_present, ranks->str);
}

static void
report (TsReplicas *self, const TsFindTrack *track, TrackMemory *memory, guint n_present)
{
  const TsStepBlock *block = self->context->block;
  guint n_suspects = 0, suspect = 0, other = 0, stat;

  /* Rows as bytes: the values, whose NaN are all alike; a state that differs alone (no value here,
   * missing there) counts as equal, since nothing was computed differently. */
  n_suspects = ts_replicas_find_suspects (block->values + track->offset * block->n_stats,
                                          block->n_stats * sizeof *block->values, self->present,
                                          track->n_ranks, self->suspects);
  if (n_suspects == 0)
    return;
  while (!self->suspects[suspect])
    suspect++;
  while (other < track->n_ranks
         && (!self->present[other] || other == suspect
             || (n_suspects < n_present && self->suspects[other])))
    other++;
  stat = find_difference (block, track->offset + suspect, track->offset + other);
  memory->replication = FOUND;
  memory->finding
      = _ts_find_add (self->context, TS_RULE_REPLICAS,
                      self->context->weak_peers ? TS_GRADE_HINT : TS_GRADE_ERROR, track,
                      n_suspects == 1 || n_suspects < n_present
                          ? ts_find_tracks_get_rank (self->context->tracks, track, suspect)
                          : TS_FINDING_ALL_RANKS,
                      self->context->catalog->stats[stat]);
  if (memory->finding == NULL)
    return;
  memory->finding->value = block->values[(track->offset + suspect) * block->n_stats + stat];
  memory->finding->expected = block->values[(track->offset + other) * block->n_stats + stat];
  memory->finding->note = describe_suspects (self, track, n_suspects, n_present);
}

static void
look_at (TsReplicas *self, const TsFindTrack *track)
{
  const TsStepBlock *block = self->context->block;
  TrackMemory *memory = &self->tracks[track->index];
  guint n_present = 0;
  gboolean equal;

  if (memory->replication == NOT_REPLICATED)
    return;
  for (guint i = 0; i < track->n_ranks; i++)
    {
      self->present[i] = (block->flags[track->offset + i] & TS_FIND_ROW) != 0;
      n_present += self->present[i];
    }
  if (n_present < 2)
    return;
  equal = all_equal (block, track, self->present);
  if (memory->replication == NOT_YET_SEEN)
    {
      if (!equal)
        memory->replication = NOT_REPLICATED;
      else if (n_present == track->n_ranks && is_telling (block, track)
               && (!is_activation (track) || ++memory->n_equal >= EQUAL_ACTIVATIONS))
        memory->replication = REPLICATED;
    }
  else if (!equal && memory->replication == REPLICATED)
    report (self, track, memory, n_present);
  else if (!equal && memory->finding != NULL)
    {
      memory->finding->count++;
      memory->finding->last_step = self->context->step->step;
    }
}

void
_ts_replicas_step (TsReplicas *self)
{
  const TsFindContext *context = self->context;

  _ts_find_grow ((gpointer *) &self->tracks, &self->n_tracks, context->block->n_tracks,
                 sizeof *self->tracks);
  for (guint t = 0; t < context->order->len; t++)
    {
      const TsFindTrack *track = g_ptr_array_index (context->order, t);
      if (track->n_ranks < 2 || context->block->tracks[track->index].n_rows < 2)
        continue;
      _ts_find_grow ((gpointer *) &self->present, &self->n_present, track->n_ranks, 1);
      _ts_find_grow ((gpointer *) &self->suspects, &self->n_suspects, track->n_ranks, 1);
      look_at (self, track);
    }
}
