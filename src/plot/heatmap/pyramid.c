/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/heatmap/pyramid.h"

/* 2^15 blocks of 2^15 cells hold more than a matrix can. */
#define MAX_SHIFT 31

struct _TsPyramid
{
  TsMatrix *matrix;
  TsReduction reduction;
  TsLevel base;
  GMutex lock;       /* guards levels; a level itself is immutable */
  GPtrArray *levels; /* TsLevel* */
};

static void
level_free (TsLevel *self)
{
  g_free (self->keys);
  g_free (self->counts);
  g_free (self);
}

TsPyramid *
ts_pyramid_new (TsMatrix *matrix, TsReduction reduction)
{
  TsPyramid *self = g_atomic_rc_box_new0 (TsPyramid);

  self->matrix = ts_matrix_ref (matrix);
  self->reduction = reduction;
  self->base = (TsLevel){ .width = matrix->x->n, .height = matrix->y->n };
  g_mutex_init (&self->lock);
  self->levels = g_ptr_array_new_with_free_func ((GDestroyNotify) level_free);
  return self;
}

TsPyramid *
ts_pyramid_ref (TsPyramid *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
pyramid_clear (gpointer data)
{
  TsPyramid *self = data;

  g_ptr_array_unref (self->levels);
  g_mutex_clear (&self->lock);
  ts_matrix_unref (self->matrix);
}

void
ts_pyramid_unref (TsPyramid *self)
{
  g_atomic_rc_box_release_full (self, pyramid_clear);
}

TsMatrix *
ts_pyramid_get_matrix (TsPyramid *self)
{
  return self->matrix;
}

TsReduction
ts_pyramid_get_reduction (TsPyramid *self)
{
  return self->reduction;
}

/* The loops are written out per reduction, so that the compiler drops the choice from them. */
static inline void
encode_cells (
    TsReduction reduction, const double *values, const guint8 *states, guint n, TsCellKey *keys)
{
  for (guint i = 0; i < n; i++)
    keys[i] = G_LIKELY ((states[i] & TS_CELL_STATE_MASK) == TS_CELL_NUMBER)
                  ? ts_key_from_number (reduction, values[i])
                  : ts_key_from_cell (reduction, values[i], states[i]);
}

const TsCellKey *
ts_pyramid_get_row (
    TsPyramid *self, const TsLevel *level, guint y, guint first, guint n, TsCellKey *scratch)
{
  gsize at = (gsize) y * level->width + first;
  const double *values;
  const guint8 *states;

  if (level->keys != NULL)
    return level->keys + at;
  values = self->matrix->values + at;
  states = self->matrix->states + at;
  switch (self->reduction)
    {
    case TS_REDUCE_MAGNITUDE:
      encode_cells (TS_REDUCE_MAGNITUDE, values, states, n, scratch);
      break;
    case TS_REDUCE_MIN:
      encode_cells (TS_REDUCE_MIN, values, states, n, scratch);
      break;
    case TS_REDUCE_MAX:
    case TS_REDUCE_MEAN:
    default:
      encode_cells (TS_REDUCE_MAX, values, states, n, scratch);
      break;
    }
  return scratch;
}

const guint32 *
ts_pyramid_get_row_counts (
    TsPyramid *self, const TsLevel *level, guint y, guint first, guint n, guint32 *scratch)
{
  gsize at = (gsize) y * level->width + first;

  if (level->counts != NULL)
    return level->counts + at;
  for (guint i = 0; i < n; i++)
    scratch[i] = ts_cell_state (self->matrix->states[at + i]) == TS_CELL_NUMBER;
  return scratch;
}

void
ts_key_merge_mean (TsCellKey *key, guint32 *count, TsCellKey other, guint32 other_count)
{
  if (ts_key_is_number (*key) && ts_key_is_number (other))
    {
      double total = (double) *count + other_count;
      /* Weights first: the sum of two huge numbers would overflow. */
      double mean = ts_key_to_number (TS_REDUCE_MEAN, *key) * (*count / total)
                    + ts_key_to_number (TS_REDUCE_MEAN, other) * (other_count / total);
      *key = ts_key_from_number (TS_REDUCE_MEAN, mean);
      *count += other_count;
    }
  else if (other > *key)
    {
      *key = other;
      *count = other_count;
    }
}

/* Folds n keys into groups of 2^shift, on top of what target holds. */
static void
fold_row_max (const TsCellKey *keys, guint n, guint shift, TsCellKey *target)
{
  if (shift == 0)
    for (guint i = 0; i < n; i++)
      target[i] = MAX (target[i], keys[i]);
  else if (shift == 1)
    {
      for (guint i = 0; i + 1 < n; i += 2)
        {
          TsCellKey pair = MAX (keys[i], keys[i + 1]);
          target[i >> 1] = MAX (target[i >> 1], pair);
        }
      if (n % 2 == 1)
        target[n >> 1] = MAX (target[n >> 1], keys[n - 1]);
    }
  else
    for (guint i = 0; i < n; i++)
      target[i >> shift] = MAX (target[i >> shift], keys[i]);
}

static void
fold_row_mean (const TsCellKey *keys,
               const guint32 *counts,
               guint n,
               guint shift,
               TsCellKey *target,
               guint32 *target_counts)
{
  for (guint i = 0; i < n; i++)
    ts_key_merge_mean (&target[i >> shift], &target_counts[i >> shift], keys[i], counts[i]);
}

static guint
blocks (guint cells, guint shift)
{
  return (guint) (((guint64) cells + (G_GUINT64_CONSTANT (1) << shift) - 1) >> shift);
}

static TsLevel *
level_new (TsPyramid *self, const TsLevel *from, guint kx, guint ky)
{
  TsLevel *level = g_new0 (TsLevel, 1);
  gboolean mean = self->reduction == TS_REDUCE_MEAN;
  g_autofree TsCellKey *scratch = g_new (TsCellKey, from->width);
  g_autofree guint32 *scratch_counts = mean ? g_new (guint32, from->width) : NULL;

  level->kx = kx;
  level->ky = ky;
  level->width = blocks (self->base.width, kx);
  level->height = blocks (self->base.height, ky);
  level->keys = g_new0 (TsCellKey, (gsize) level->width * level->height);
  if (mean)
    level->counts = g_new0 (guint32, (gsize) level->width * level->height);
  for (guint y = 0; y < from->height; y++)
    {
      const TsCellKey *keys = ts_pyramid_get_row (self, from, y, 0, from->width, scratch);
      gsize at = (gsize) (y >> (ky - from->ky)) * level->width;
      if (!mean)
        fold_row_max (keys, from->width, kx - from->kx, level->keys + at);
      else
        fold_row_mean (keys,
                       ts_pyramid_get_row_counts (self, from, y, 0, from->width, scratch_counts),
                       from->width, kx - from->kx, level->keys + at, level->counts + at);
    }
  return level;
}

/* Caller holds the lock. The level with the fewest blocks that (kx, ky) can be made from. */
static const TsLevel *
find_source (TsPyramid *self, guint kx, guint ky)
{
  const TsLevel *best = &self->base;

  for (guint i = 0; i < self->levels->len; i++)
    {
      const TsLevel *level = g_ptr_array_index (self->levels, i);
      if (level->kx <= kx && level->ky <= ky && level->kx + level->ky > best->kx + best->ky)
        best = level;
    }
  return best;
}

static guint
clamp_shift (guint cells, guint shift)
{
  guint last = cells > 1 ? g_bit_storage (cells - 1) : 0;

  return MIN (MIN (shift, last), MAX_SHIFT);
}

const TsLevel *
ts_pyramid_get_level (TsPyramid *self, guint kx, guint ky)
{
  const TsLevel *source;
  TsLevel *level;

  kx = clamp_shift (self->base.width, kx);
  ky = clamp_shift (self->base.height, ky);
  if (kx + ky < 2)
    return &self->base;
  g_mutex_lock (&self->lock);
  source = find_source (self, kx, ky);
  g_mutex_unlock (&self->lock);
  if (source->kx == kx && source->ky == ky)
    return source;
  /* Made without the lock, which the main loop waits for. Should two threads make the same level,
   * both stay: they are equal and somebody may already read either. */
  level = level_new (self, source, kx, ky);
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->levels, level);
  g_mutex_unlock (&self->lock);
  return level;
}

const TsLevel *
ts_pyramid_find_level (TsPyramid *self, guint kx, guint ky)
{
  const TsLevel *best = NULL;

  kx = clamp_shift (self->base.width, kx);
  ky = clamp_shift (self->base.height, ky);
  if (kx == 0 && ky == 0)
    return &self->base;
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->levels->len; i++)
    {
      const TsLevel *level = g_ptr_array_index (self->levels, i);
      if (level->kx >= kx && level->ky >= ky
          && (best == NULL || level->kx + level->ky < best->kx + best->ky))
        best = level;
    }
  g_mutex_unlock (&self->lock);
  return best;
}

static guint
shift_for (guint cells, guint pixels)
{
  guint shift = 0;

  while (shift < MAX_SHIFT && blocks (cells, shift) > MAX (pixels, 1))
    shift++;
  return shift;
}

void
ts_pyramid_prepare (TsPyramid *self, guint width, guint height)
{
  guint kx = shift_for (self->base.width, width);
  guint ky = shift_for (self->base.height, height);
  guint steps = MAX (kx, ky);

  /* From fine to coarse, each from the one before. */
  for (guint i = steps; i-- > 0;)
    ts_pyramid_get_level (self, kx > i ? kx - i : 0, ky > i ? ky - i : 0);
}
