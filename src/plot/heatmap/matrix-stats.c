/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/heatmap/matrix-stats.h"

#include "plot/heatmap/cell-key.h"

#define ROBUST_LOW  0.02
#define ROBUST_HIGH 0.98
/* Blocks across and down that stand for a screen: the same in every window and file. */
#define SCREEN_WIDTH  1024
#define SCREEN_HEIGHT 512
/* Below this many keys sorting them is faster than counting 65,536 digits. */
#define SORT_BELOW 8192
#define DIGIT_BITS 16
#define N_DIGITS   (1u << DIGIT_BITS)

typedef struct
{
  gboolean known;
  gboolean any;
  double a, b;
} Pair;

struct _TsMatrixStats
{
  TsMatrix *matrix;
  Pair range[3];
  Pair robust[3];
  Pair moments;
  TsPyramid *pyramid;
};

TsMatrixStats *
ts_matrix_stats_new (TsMatrix *matrix)
{
  TsMatrixStats *self = g_new0 (TsMatrixStats, 1);

  self->matrix = ts_matrix_ref (matrix);
  return self;
}

void
ts_matrix_stats_free (TsMatrixStats *self)
{
  g_clear_pointer (&self->pyramid, ts_pyramid_unref);
  ts_matrix_unref (self->matrix);
  g_free (self);
}

TsMatrix *
ts_matrix_stats_get_matrix (TsMatrixStats *self)
{
  return self->matrix;
}

static inline gboolean
is_wanted (TsNumbers which, double *value)
{
  if (which == TS_NUMBERS_ALL)
    return TRUE;
  if (which == TS_NUMBERS_POSITIVE)
    return *value > 0;
  *value = fabs (*value);
  return *value != 0;
}

static inline gboolean
wanted (const TsMatrix *matrix, gsize i, TsNumbers which, double *value)
{
  if (ts_cell_state (matrix->states[i]) != TS_CELL_NUMBER)
    return FALSE;
  *value = matrix->values[i];
  return is_wanted (which, value);
}

static gsize
n_cells (const TsMatrix *matrix)
{
  return (gsize) matrix->x->n * matrix->y->n;
}

/* --- quantiles: a radix selection on keys that sort like the numbers --- */

typedef struct
{
  gsize rank;  /* among the keys at hand */
  guint place; /* in the caller's array */
} Wanted;

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  TsCellKey x = *(const TsCellKey *) a, y = *(const TsCellKey *) b;

  return x < y ? -1 : x > y;
}

static void
select_sorted (TsCellKey *keys, gsize n, const Wanted *ranks, guint n_ranks, double *out)
{
  qsort (keys, n, sizeof *keys, compare_keys);
  for (guint i = 0; i < n_ranks; i++)
    out[ranks[i].place] = ts_key_to_number (TS_REDUCE_MAX, keys[ranks[i].rank]);
}

/* Ranks [*from, end) that fall among the count keys below which `before` lie, made relative. */
static guint
take_ranks (Wanted *ranks, guint from, guint end, gsize before, gsize count)
{
  guint last = from;

  for (; last < end && ranks[last].rank < before + count; last++)
    ranks[last].rank -= before;
  return last;
}

static void
select_radix (TsCellKey *keys, gsize n, int shift, Wanted *ranks, guint n_ranks, double *out)
{
  g_autofree gsize *histogram = NULL;
  gsize before = 0;
  guint done = 0;

  if (n < SORT_BELOW || shift < 0)
    {
      select_sorted (keys, n, ranks, n_ranks, out);
      return;
    }
  histogram = g_new0 (gsize, N_DIGITS);
  for (gsize i = 0; i < n; i++)
    histogram[keys[i] >> shift & (N_DIGITS - 1)]++;
  for (guint digit = 0; digit < N_DIGITS && done < n_ranks; before += histogram[digit++])
    {
      guint end = take_ranks (ranks, done, n_ranks, before, histogram[digit]);
      g_autofree TsCellKey *part = NULL;
      gsize n_part = 0;
      if (end == done)
        continue;
      part = g_new (TsCellKey, histogram[digit]);
      for (gsize i = 0; i < n; i++)
        if ((keys[i] >> shift & (N_DIGITS - 1)) == digit)
          part[n_part++] = keys[i];
      select_radix (part, n_part, shift - DIGIT_BITS, ranks + done, end - done, out);
      done = end;
    }
}

/* Sorts keys in part. */
static gboolean
find_quantiles (TsCellKey *keys, gsize n, const double *p, guint n_p, double *quantiles)
{
  g_autofree Wanted *ranks = g_new (Wanted, n_p);

  for (guint i = 0; i < n_p; i++)
    quantiles[i] = NAN;
  if (n == 0)
    return FALSE;
  for (guint i = 0; i < n_p; i++)
    ranks[i] = (Wanted){ (gsize) (CLAMP (p[i], 0.0, 1.0) * (double) (n - 1) + 0.5), i };
  select_radix (keys, n, 64 - DIGIT_BITS, ranks, n_p, quantiles);
  return TRUE;
}

gboolean
ts_matrix_quantiles (
    const TsMatrix *matrix, TsNumbers which, const double *p, guint n_p, double *quantiles)
{
  gsize n = 0, cells = n_cells (matrix);
  g_autofree TsCellKey *keys = g_try_new (TsCellKey, matrix->counts[TS_CELL_NUMBER]);
  double value;

  if (keys != NULL)
    for (gsize i = 0; i < cells; i++)
      if (wanted (matrix, i, which, &value))
        keys[n++] = ts_key_from_number (TS_REDUCE_MAX, value);
  return find_quantiles (keys, n, p, n_p, quantiles);
}

/* --- kept figures --- */

static gboolean
answer (const Pair *pair, double *a, double *b)
{
  *a = pair->a;
  *b = pair->b;
  return pair->any;
}

gboolean
ts_matrix_stats_get_range (TsMatrixStats *self, TsNumbers which, double *min, double *max)
{
  Pair *pair = &self->range[which];
  double value;

  if (!pair->known)
    {
      gsize n = which == TS_NUMBERS_ALL ? 0 : n_cells (self->matrix);
      *pair = (Pair){ TRUE, FALSE, INFINITY, -INFINITY };
      for (gsize i = 0; i < n; i++)
        if (wanted (self->matrix, i, which, &value))
          {
            pair->a = MIN (pair->a, value);
            pair->b = MAX (pair->b, value);
          }
      if (which == TS_NUMBERS_ALL)
        {
          pair->a = self->matrix->min;
          pair->b = self->matrix->max;
        }
      pair->any = pair->a <= pair->b;
      if (!pair->any)
        pair->a = pair->b = NAN;
    }
  return answer (pair, min, max);
}

gboolean
ts_matrix_stats_get_robust_range (TsMatrixStats *self, TsNumbers which, double *low, double *high)
{
  static const double p[] = { ROBUST_LOW, ROBUST_HIGH };
  Pair *pair = &self->robust[which];

  if (!pair->known)
    {
      double quantiles[2];
      pair->any = ts_matrix_quantiles (self->matrix, which, p, 2, quantiles);
      pair->a = quantiles[0];
      pair->b = quantiles[1];
      pair->known = TRUE;
    }
  return answer (pair, low, high);
}

void
ts_matrix_stats_set_pyramid (TsMatrixStats *self, TsPyramid *pyramid)
{
  if (ts_pyramid_get_matrix (pyramid) != self->matrix)
    return;
  g_clear_pointer (&self->pyramid, ts_pyramid_unref);
  self->pyramid = ts_pyramid_ref (pyramid);
}

static guint
shift_for_screen (guint cells, guint blocks)
{
  guint shift = 0;

  while (cells >> shift > blocks)
    shift++;
  return shift;
}

gboolean
ts_matrix_stats_get_drawn_range (
    TsMatrixStats *self, TsReduction reduction, TsNumbers which, double *low, double *high)
{
  static const double p[] = { ROBUST_LOW, ROBUST_HIGH };
  guint kx = shift_for_screen (self->matrix->x->n, SCREEN_WIDTH);
  guint ky = shift_for_screen (self->matrix->y->n, SCREEN_HEIGHT);
  g_autofree TsCellKey *keys = NULL;
  const TsLevel *level;
  double quantiles[2], value;
  gboolean any;
  gsize n = 0;

  if (kx + ky < 2 || reduction == TS_REDUCE_MEAN)
    return FALSE;
  if (self->pyramid == NULL || ts_pyramid_get_reduction (self->pyramid) != reduction)
    {
      g_clear_pointer (&self->pyramid, ts_pyramid_unref);
      self->pyramid = ts_pyramid_new (self->matrix, reduction);
    }
  level = ts_pyramid_get_level (self->pyramid, kx, ky);
  keys = g_new (TsCellKey, (gsize) level->width * level->height);
  for (gsize i = 0; i < (gsize) level->width * level->height; i++)
    {
      if (!ts_key_is_number (level->keys[i]))
        continue;
      value = ts_key_to_number (reduction, level->keys[i]);
      if (is_wanted (which, &value))
        keys[n++] = ts_key_from_number (TS_REDUCE_MAX, value);
    }
  any = find_quantiles (keys, n, p, 2, quantiles);
  *low = quantiles[0];
  *high = quantiles[1];
  return any;
}

/* Two passes over values divided by the largest magnitude: squares of 1e300 are not doubles. */
static void
compute_moments (const TsMatrix *matrix, double *mean, double *sigma)
{
  gsize cells = n_cells (matrix);
  double n = (double) matrix->counts[TS_CELL_NUMBER];
  double unit = MAX (fabs (matrix->min), fabs (matrix->max));
  double sum = 0, squares = 0, center, value;

  if (matrix->min == matrix->max)
    {
      *mean = matrix->min;
      *sigma = 0;
      return;
    }
  for (gsize i = 0; i < cells; i++)
    if (wanted (matrix, i, TS_NUMBERS_ALL, &value))
      sum += value / unit;
  center = sum / n;
  for (gsize i = 0; i < cells; i++)
    if (wanted (matrix, i, TS_NUMBERS_ALL, &value))
      squares += (value / unit - center) * (value / unit - center);
  *mean = center * unit;
  *sigma = sqrt (squares / n) * unit;
}

gboolean
ts_matrix_stats_get_moments (TsMatrixStats *self, double *mean, double *sigma)
{
  Pair *pair = &self->moments;

  if (!pair->known)
    {
      pair->known = TRUE;
      pair->any = self->matrix->counts[TS_CELL_NUMBER] > 0;
      pair->a = pair->b = NAN;
      if (pair->any)
        compute_moments (self->matrix, &pair->a, &pair->b);
    }
  return answer (pair, mean, sigma);
}
