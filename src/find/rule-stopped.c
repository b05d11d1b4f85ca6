/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/rules.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* S: what is missing where others have it: a rank that stopped, a step that it lacks. */

/* Gaps from so many on are a way of recording, not an accident. */
#define MANY_GAPS 3

typedef struct
{
  gboolean ever;
  gboolean missing; /* since gap_step */
  gint64 gap_step;
  const TsFindTrack *gap_track; /* the first call that is missing */
  guint gap_length;
  guint n_gaps;
  TsFinding *gap; /* of all that came back */

  /* The step at hand and the one before. */
  guint n_rows, n_lacking;
  const TsFindTrack *first_lacking, *first_of_group;
  gint64 cut_step; /* of the step before, when it was cut off */
  const TsFindTrack *cut_track;
} RankMemory;

struct _TsStopped
{
  TsFindContext *context;
  RankMemory *ranks; /* by place in the catalog */
  guint8 *had;       /* [cell]: had a row before */
  gsize n_had;
  gint64 last_step;
};

TsStopped *
_ts_stopped_new (TsFindContext *context)
{
  TsStopped *self = g_new0 (TsStopped, 1);

  self->context = context;
  self->ranks = g_new0 (RankMemory, context->catalog->ranks->len + 1);
  return self;
}

void
_ts_stopped_free (TsStopped *self)
{
  g_free (self->ranks);
  g_free (self->had);
  g_free (self);
}

static RankMemory *
get_rank (TsStopped *self, const TsFindTrack *track, guint place)
{
  return &self->ranks[ts_find_tracks_get_rank_place (self->context->tracks, track, place)];
}

/* What each rank has and lacks: a row that it had before, and most of its peers have now. */
static void
count_rows (TsStopped *self)
{
  const TsFindContext *context = self->context;

  for (guint r = 0; r < context->catalog->ranks->len; r++)
    {
      self->ranks[r].n_rows = self->ranks[r].n_lacking = 0;
      self->ranks[r].first_lacking = NULL;
    }
  for (guint t = 0; t < context->order->len; t++)
    {
      const TsFindTrack *track = g_ptr_array_index (context->order, t);
      guint n_rows = context->block->tracks[track->index].n_rows;
      for (guint i = 0; i < track->n_ranks; i++)
        {
          gsize cell = track->offset + i;
          RankMemory *rank = get_rank (self, track, i);
          if ((context->block->flags[cell] & TS_FIND_ROW) != 0)
            {
              rank->n_rows++;
              self->had[cell] = 1;
              continue;
            }
          if (!self->had[cell])
            continue;
          if (rank->first_of_group == NULL)
            rank->first_of_group = track;
          if (2 * n_rows >= track->n_ranks && n_rows > 0)
            {
              rank->n_lacking++;
              if (rank->first_lacking == NULL)
                rank->first_lacking = track;
            }
        }
    }
}

static TsFinding *
add (TsStopped *self, guint r, TsGrade grade, gint64 step, const TsFindTrack *track)
{
  TsFindContext *context = self->context;
  TsFinding *finding = _ts_find_add (context, TS_RULE_STOPPED, grade, track,
                                     g_array_index (context->catalog->ranks, gint64, r), NULL);

  if (finding == NULL)
    return NULL;
  finding->step = step;
  finding->last_step = self->last_step;
  return finding;
}

static void
begin_gap (TsStopped *self, RankMemory *rank)
{
  gboolean was_cut = rank->cut_track != NULL;

  rank->missing = TRUE;
  rank->gap_step = was_cut ? rank->cut_step : self->context->step->step;
  rank->gap_track = was_cut                       ? rank->cut_track
                    : rank->first_lacking != NULL ? rank->first_lacking
                                                  : rank->first_of_group;
  rank->gap_length = was_cut;
}

static void
end_gap (TsStopped *self, guint r)
{
  RankMemory *rank = &self->ranks[r];

  rank->missing = FALSE;
  rank->n_gaps++;
  if (rank->gap == NULL)
    {
      rank->gap = add (self, r, TS_GRADE_WARNING, rank->gap_step, rank->gap_track);
      if (rank->gap == NULL)
        return;
      rank->gap->count = 0;
      rank->gap->note = g_strdup (_ ("steps are missing that other ranks have"));
    }
  rank->gap->count += rank->gap_length;
  rank->gap->last_step = self->last_step;
  if (rank->n_gaps >= MANY_GAPS)
    rank->gap->grade = TS_GRADE_HINT;
}

void
_ts_stopped_step (TsStopped *self)
{
  const TsFindContext *context = self->context;
  guint n_ranks = context->catalog->ranks->len, n_ever = 0, n_here = 0;

  _ts_find_grow ((gpointer *) &self->had, &self->n_had, context->block->n_cells, 1);
  count_rows (self);
  for (guint r = 0; r < n_ranks; r++)
    {
      n_here += self->ranks[r].n_rows > 0;
      self->ranks[r].ever |= self->ranks[r].n_rows > 0;
      n_ever += self->ranks[r].ever;
    }
  for (guint r = 0; r < n_ranks && 2 * n_here >= n_ever; r++)
    {
      RankMemory *rank = &self->ranks[r];
      double all = rank->n_rows + rank->n_lacking;
      gboolean lacks
          = rank->ever
            && (rank->n_rows == 0 || rank->n_lacking >= context->thresholds->stopped_part * all);
      if (lacks && !rank->missing)
        begin_gap (self, rank);
      else if (!lacks && rank->missing)
        end_gap (self, r);
      rank->gap_length += rank->missing;
      rank->cut_track = !lacks && rank->n_lacking > 0 ? rank->first_lacking : NULL;
      rank->cut_step = context->step->step;
    }
  self->last_step = context->step->step;
}

void
_ts_stopped_finish (TsStopped *self)
{
  for (guint r = 0; r < self->context->catalog->ranks->len; r++)
    {
      RankMemory *rank = &self->ranks[r];
      TsFinding *finding;
      if (!rank->missing)
        continue;
      /* The last step alone may still be on its way. */
      finding = add (self, r, rank->gap_length > 1 ? TS_GRADE_ERROR : TS_GRADE_HINT, rank->gap_step,
                     rank->gap_track);
      if (finding == NULL)
        continue;
      finding->count = rank->gap_length;
      finding->note = g_strdup (rank->gap_length > 1
                                    ? _ ("stopped; other ranks go on")
                                    : _ ("the last step is missing or incomplete; it may still "
                                         "be written"));
    }
}
