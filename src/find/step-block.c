/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/step-block.h"

#include "model/cell-state.h"

#include <math.h>
#include <string.h>

/* How far a row may be from where the rank before had it, before the table of all is asked. */
#define LOOK_AHEAD 8

struct _TsBlockReader
{
  TsFindTracks *tracks;
  TsRowScan scan;
  GCancellable *cancellable;
  GPtrArray *known;      /* TsFindTrack* by index: a copy that needs no lock */
  GPtrArray **sequences; /* by group: the tracks of the rank that was read last, in its order */
  GPtrArray *current;    /* of the rank that is being read */
  double *scratch;       /* [ranks of the largest group] */

  /* The rank that is being read. */
  TsStepBlock *block;
  guint group, place, next;
};

void
ts_step_block_free (TsStepBlock *self)
{
  g_free (self->values);
  g_free (self->states);
  g_free (self->flags);
  for (guint s = 0; s < TS_N_FIND_STATS; s++)
    g_free (self->y[s]);
  g_free (self->tracks);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_free (self);
}

TsBlockReader *
ts_block_reader_new (TsFindTracks *tracks, GCancellable *cancellable, GError **error)
{
  g_autoptr (TsBlockReader) self = g_new0 (TsBlockReader, 1);
  guint n_groups = tracks->peers->groups->len, largest = 1;

  self->tracks = tracks;
  self->cancellable = cancellable;
  self->known = g_ptr_array_new ();
  self->current = g_ptr_array_new ();
  self->sequences = g_new0 (GPtrArray *, n_groups + 1);
  for (guint g = 0; g < n_groups; g++)
    {
      self->sequences[g] = g_ptr_array_new ();
      largest = MAX (largest, ((GArray *) g_ptr_array_index (tracks->peers->groups, g))->len);
    }
  self->scratch = g_new (double, largest);
  if (!ts_row_scan_open (&self->scan, tracks->catalog, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
ts_block_reader_free (TsBlockReader *self)
{
  ts_row_scan_close (&self->scan);
  for (guint g = 0; self->sequences[g] != NULL; g++)
    g_ptr_array_unref (self->sequences[g]);
  g_free (self->sequences);
  g_ptr_array_unref (self->known);
  g_ptr_array_unref (self->current);
  g_free (self->scratch);
  g_free (self);
}

/* Room for every cell known by now; what is new is empty. */
static void
grow_cells (TsStepBlock *block, gsize n_cells)
{
  gsize old = block->n_cells, n = block->n_stats;

  if (n_cells <= old)
    return;
  block->values = g_renew (double, block->values, n_cells *n);
  block->states = g_renew (guint8, block->states, n_cells * n);
  block->flags = g_renew (guint8, block->flags, n_cells);
  memset (block->states + old * n, TS_CELL_MISSING, (n_cells - old) * n);
  memset (block->flags + old, 0, n_cells - old);
  block->n_cells = n_cells;
}

void
ts_step_block_extend (TsStepBlock *self, guint n_tracks, gsize n_cells)
{
  gsize old = self->n_cells;

  grow_cells (self, n_cells);
  for (guint s = 0; s < TS_N_FIND_STATS && old < n_cells; s++)
    {
      self->y[s] = g_renew (double, self->y[s], n_cells);
      for (gsize i = old; i < n_cells; i++)
        self->y[s][i] = NAN;
    }
  if (n_tracks <= self->n_tracks)
    return;
  self->tracks = g_renew (TsTrackStep, self->tracks, n_tracks);
  memset (self->tracks + self->n_tracks, 0, (n_tracks - self->n_tracks) * sizeof *self->tracks);
  self->n_tracks = n_tracks;
}

static TsFindTrack *
look_up (TsBlockReader *self, gint64 metric_id, gint64 target_id)
{
  const GPtrArray *sequence = self->sequences[self->group];
  TsFindTrack *track;

  for (guint i = self->next; i < sequence->len && i < self->next + LOOK_AHEAD; i++)
    {
      track = g_ptr_array_index (sequence, i);
      if (track->target_id == target_id && track->metric_id == metric_id)
        {
          self->next = i + 1;
          return track;
        }
    }
  g_mutex_lock (&self->tracks->lock);
  track = _ts_find_tracks_intern (self->tracks, self->group, metric_id, target_id);
  if (track != NULL)
    grow_cells (self->block, track->offset + track->n_ranks);
  g_mutex_unlock (&self->tracks->lock);
  return track;
}

static void
take_row (
    gint64 target_id, gint64 metric_id, const double *values, const guint8 *states, gpointer data)
{
  TsBlockReader *self = data;
  const TsFindTrack *track = look_up (self, metric_id, target_id);
  const TsFindTracks *tracks = self->tracks;
  TsStepBlock *block = self->block;
  guint8 flags = TS_FIND_ROW;
  gboolean no_tensor = track != NULL && g_strcmp0 (track->target->dtype, "nan") == 0;
  gsize cell;

  block->n_rows++;
  if (track == NULL)
    return;
  cell = track->offset + self->place;
  g_ptr_array_add (self->current, (gpointer) track);
  if (cell >= block->n_cells)
    grow_cells (block, cell + 1);
  for (guint s = 0; s < block->n_stats; s++)
    {
      TsCellState state = ts_cell_state (states[s]);
      gsize i = cell * block->n_stats + s;
      block->states[i] = states[s];
      block->values[i] = state == TS_CELL_NAN ? (double) NAN : values[s];
      if (state >= TS_CELL_NAN && state <= TS_CELL_NEG_INF && !no_tensor
          && (int) s != tracks->columns.zeros_stat)
        flags |= TS_FIND_BAD;
      else if (state == TS_CELL_NULL
               && ((int) s == tracks->columns.stats[TS_FIND_NORM]
                   || (int) s == tracks->columns.max_stat))
        flags |= TS_FIND_NULL;
    }
  if (tracks->columns.nans_stat >= 0
      && ts_cell_state (states[tracks->columns.nans_stat]) == TS_CELL_NUMBER
      && values[tracks->columns.nans_stat] > 0)
    flags |= TS_FIND_BAD;
  block->flags[cell] = flags;
}

static TsGroupSpread
spread_of (double *values, guint n)
{
  TsGroupSpread result = { n, { 0, 0 } };

  if (n > 0)
    result.spread = ts_spread (values, n);
  return result;
}

static void
measure_levels (TsBlockReader *self, TsStepBlock *block, const TsFindTrack *track)
{
  TsTrackStep *step = &block->tracks[track->index];

  for (guint i = 0; i < track->n_ranks; i++)
    {
      gsize cell = track->offset + i;
      gboolean row = (block->flags[cell] & TS_FIND_ROW) != 0;
      step->n_rows += row;
      step->n_bad += (block->flags[cell] & TS_FIND_BAD) != 0;
      for (guint s = 0; s < TS_N_FIND_STATS; s++)
        block->y[s][cell] = row ? ts_find_columns_get_y (
                                &self->tracks->columns, block->values + cell * block->n_stats,
                                block->states + cell * block->n_stats, (TsFindStat) s)
                                : (double) NAN;
    }
  for (guint s = 0; s < TS_N_FIND_STATS; s++)
    {
      guint n = 0;
      for (guint i = 0; i < track->n_ranks; i++)
        if (!isnan (block->y[s][track->offset + i]))
          self->scratch[n++] = block->y[s][track->offset + i];
      step->level[s] = spread_of (self->scratch, n);
    }
}

static void
measure_gain (TsBlockReader *self,
              TsStepBlock *block,
              const TsFindTrack *track,
              const TsFindTrack *input)
{
  for (guint s = 0; s < TS_N_FIND_STATS; s++)
    {
      guint n = 0;
      for (guint i = 0; i < track->n_ranks; i++)
        {
          double gain = block->y[s][track->offset + i] - block->y[s][input->offset + i];
          if (!isnan (gain))
            self->scratch[n++] = gain;
        }
      block->tracks[track->index].gain[s] = spread_of (self->scratch, n);
    }
}

static void
measure (TsBlockReader *self, TsStepBlock *block)
{
  g_mutex_lock (&self->tracks->lock);
  for (guint i = self->known->len; i < self->tracks->tracks->len; i++)
    g_ptr_array_add (self->known, g_ptr_array_index (self->tracks->tracks, i));
  grow_cells (block, self->tracks->n_cells);
  block->n_calls = self->tracks->n_calls;
  block->n_call_cells = self->tracks->n_call_cells;
  g_mutex_unlock (&self->tracks->lock);
  if (block->known == NULL)
    block->known = g_ptr_array_new ();
  for (guint i = block->known->len; i < self->known->len; i++)
    g_ptr_array_add (block->known, g_ptr_array_index (self->known, i));
  block->n_tracks = self->known->len;
  block->tracks = g_renew (TsTrackStep, block->tracks, MAX (block->n_tracks, 1));
  memset (block->tracks, 0, block->n_tracks * sizeof *block->tracks);
  for (guint s = 0; s < TS_N_FIND_STATS; s++)
    block->y[s] = g_renew (double, block->y[s], MAX (block->n_cells, 1));
  for (guint t = 0; t < block->n_tracks; t++)
    measure_levels (self, block, g_ptr_array_index (self->known, t));
  for (guint t = 0; t < block->n_tracks; t++)
    {
      const TsFindTrack *track = g_ptr_array_index (self->known, t);
      const TsFindTrack *input = g_atomic_pointer_get ((TsFindTrack **) &track->input);
      if (input != NULL && input->index < block->n_tracks && block->tracks[t].n_rows > 0)
        measure_gain (self, block, track, input);
    }
}

static gboolean
read_rank (TsBlockReader *self, guint rank, gint64 step, GError **error)
{
  self->group = self->tracks->group_of_rank[rank];
  self->place = self->tracks->place_in_group[rank];
  self->next = 0;
  g_ptr_array_set_size (self->current, 0);
  if (!ts_row_scan_read (&self->scan, g_array_index (self->tracks->catalog->ranks, gint64, rank),
                         step, take_row, self, error))
    return FALSE;
  if (self->current->len > 0)
    {
      GPtrArray *old = self->sequences[self->group];
      self->sequences[self->group] = self->current;
      self->current = old;
    }
  return TRUE;
}

TsStepBlock *
ts_block_reader_read (TsBlockReader *self, guint step, TsStepBlock *recycled, GError **error)
{
  g_autoptr (TsStepBlock) block = recycled != NULL ? recycled : g_new0 (TsStepBlock, 1);
  const TsCatalogStep *recorded = g_ptr_array_index (self->tracks->catalog->steps, step);

  block->step = step;
  block->n_rows = 0;
  block->n_stats = self->scan.n_stats;
  if (block->n_cells > 0)
    {
      memset (block->states, TS_CELL_MISSING, block->n_cells * block->n_stats);
      memset (block->flags, 0, block->n_cells);
    }
  self->block = block;
  for (guint r = 0; r < self->tracks->catalog->ranks->len; r++)
    {
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
          || !read_rank (self, r, recorded->step, error))
        return NULL;
    }
  measure (self, block);
  return g_steal_pointer (&block);
}
