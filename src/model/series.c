/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/series.h"

#include <math.h>
#include <string.h>

TsSeries *
ts_series_new (TsAxis *axis, const char *name, gint64 x_id, gint64 y_id)
{
  TsSeries *self = g_atomic_rc_box_new0 (TsSeries);

  self->axis = ts_axis_ref (axis);
  self->name = g_strdup (name);
  self->x_id = x_id;
  self->y_id = y_id;
  self->values = g_new (double, axis->n);
  self->states = g_new0 (guint8, axis->n);
  for (guint i = 0; i < axis->n; i++)
    self->values[i] = NAN;
  return self;
}

TsSeries *
ts_series_ref (TsSeries *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
series_clear (gpointer data)
{
  TsSeries *self = data;

  ts_axis_unref (self->axis);
  g_free (self->name);
  g_free (self->values);
  g_free (self->states);
}

void
ts_series_unref (TsSeries *self)
{
  g_atomic_rc_box_release_full (self, series_clear);
}

void
ts_series_seal (TsSeries *self)
{
  memset (self->counts, 0, sizeof self->counts);
  for (guint i = 0; i < self->axis->n; i++)
    self->counts[ts_cell_state (self->states[i])]++;
}
