/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/band.h"

TsBand *
ts_band_new (TsAxis *axis, const char *name)
{
  TsBand *self = g_atomic_rc_box_new0 (TsBand);

  self->name = g_strdup (name);
  self->min = ts_series_new (axis, name, 0, 0);
  self->max = ts_series_new (axis, name, 0, 0);
  return self;
}

TsBand *
ts_band_ref (TsBand *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
band_clear (gpointer data)
{
  TsBand *self = data;

  g_free (self->name);
  g_clear_pointer (&self->min, ts_series_unref);
  g_clear_pointer (&self->max, ts_series_unref);
  g_clear_pointer (&self->median, ts_series_unref);
  g_free (self->n_numbers);
  g_free (self->n_abnormal);
}

void
ts_band_unref (TsBand *self)
{
  g_atomic_rc_box_release_full (self, band_clear);
}

guint
ts_band_count_abnormal_places (const TsBand *self)
{
  guint n = 0;

  for (guint i = 0; i < self->min->axis->n; i++)
    n += ts_band_get_n_abnormal (self, i) > 0;
  return n;
}
