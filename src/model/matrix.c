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
}

void
ts_matrix_unref (TsMatrix *self)
{
  g_atomic_rc_box_release_full (self, matrix_clear);
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
}
