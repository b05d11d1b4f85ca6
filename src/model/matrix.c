/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/matrix.h"

#include <math.h>
#include <string.h>

TsMatrix *
ts_matrix_new (TsAxis *x, TsAxis *y)
{
  gsize n = (gsize) x->n * y->n;
  g_autofree double *values = g_try_new (double, n);
  g_autofree guint8 *states = g_try_malloc (n);
  TsMatrix *self;

  if (n > 0 && (values == NULL || states == NULL))
    return NULL;
  for (gsize i = 0; i < n; i++)
    values[i] = NAN;
  if (n > 0)
    memset (states, TS_CELL_MISSING, n);
  self = g_atomic_rc_box_new0 (TsMatrix);
  self->x = ts_axis_ref (x);
  self->y = ts_axis_ref (y);
  self->values = g_steal_pointer (&values);
  self->states = g_steal_pointer (&states);
  self->min = self->max = NAN;
  return self;
}

TsMatrix *
ts_matrix_ref (TsMatrix *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
matrix_clear (gpointer data)
{
  TsMatrix *self = data;

  ts_axis_unref (self->x);
  ts_axis_unref (self->y);
  g_free (self->values);
  g_free (self->states);
  g_free (self->empty_columns);
  g_free (self->empty_rows);
}

void
ts_matrix_unref (TsMatrix *self)
{
  g_atomic_rc_box_release_full (self, matrix_clear);
}

/* Only columns without a row so far are looked at again: mostly none after the first few rows. */
static guint8 *
find_empty_columns (const TsMatrix *self)
{
  g_autofree guint *left = g_new (guint, self->x->n);
  guint n = self->x->n;
  guint8 *empty;

  for (guint x = 0; x < n; x++)
    left[x] = x;
  for (guint y = 0; y < self->y->n && n > 0; y++)
    {
      guint kept = 0;
      for (guint i = 0; i < n; i++)
        if (ts_cell_state (self->states[ts_matrix_index (self, left[i], y)]) == TS_CELL_MISSING)
          left[kept++] = left[i];
      n = kept;
    }
  if (n == 0)
    return NULL;
  empty = g_new0 (guint8, self->x->n);
  for (guint i = 0; i < n; i++)
    empty[left[i]] = TRUE;
  return empty;
}

static guint8 *
find_empty_rows (const TsMatrix *self)
{
  guint8 *empty = NULL;

  for (guint y = 0; y < self->y->n; y++)
    {
      guint x = 0;
      while (x < self->x->n
             && ts_cell_state (self->states[ts_matrix_index (self, x, y)]) == TS_CELL_MISSING)
        x++;
      if (x < self->x->n)
        continue;
      if (empty == NULL)
        empty = g_new0 (guint8, self->y->n);
      empty[y] = TRUE;
    }
  return empty;
}

static void
find_empty (TsMatrix *self)
{
  g_clear_pointer (&self->empty_columns, g_free);
  g_clear_pointer (&self->empty_rows, g_free);
  self->n_empty = 0;
  if (self->counts[TS_CELL_MISSING] == 0)
    return;
  if (self->x->dimension != TS_DIMENSION_MODULE)
    self->empty_columns = find_empty_columns (self);
  if (self->y->dimension != TS_DIMENSION_MODULE)
    self->empty_rows = find_empty_rows (self);
  if (self->empty_columns == NULL && self->empty_rows == NULL)
    return;
  for (guint y = 0; y < self->y->n; y++)
    for (guint x = 0; x < self->x->n; x++)
      self->n_empty += ts_matrix_is_empty_at (self, x, y);
}

void
ts_matrix_seal (TsMatrix *self)
{
  gsize n = (gsize) self->x->n * self->y->n;
  double min = INFINITY, max = -INFINITY;

  memset (self->counts, 0, sizeof self->counts);
  self->n_clamped = 0;
  for (gsize i = 0; i < n; i++)
    {
      TsCellState state = ts_cell_state (self->states[i]);
      self->counts[state]++;
      if (state != TS_CELL_NUMBER)
        continue;
      self->n_clamped += (self->states[i] & TS_CELL_CLAMPED) != 0;
      min = MIN (min, self->values[i]);
      max = MAX (max, self->values[i]);
    }
  self->min = self->counts[TS_CELL_NUMBER] > 0 ? min : NAN;
  self->max = self->counts[TS_CELL_NUMBER] > 0 ? max : NAN;
  find_empty (self);
}
