/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/series.h"

G_BEGIN_DECLS

/* A range of values at each place of an axis, as of all ranks or of a rank's peers. Numbers only:
 * NaN, infinities and rows without a value are counted apart. Immutable once shared; reference
 * counted. */
typedef struct
{
  char *name;          /* what the legend calls it */
  TsSeries *min, *max; /* on one axis; missing where there is no number */
  TsSeries *median;    /* on the same axis; NULL: none */
  guint *n_numbers;    /* how many values there are, by place; NULL: not counted */
  guint *n_abnormal;   /* how many are NaN, ±Inf or null, by place; NULL: not counted */
} TsBand;

/* Every place missing, no median, nothing counted; the caller fills in before sharing. Takes a
 * reference on axis. */
TsBand *ts_band_new (TsAxis *axis, const char *name);
TsBand *ts_band_ref (TsBand *self);
void ts_band_unref (TsBand *self);

/* How many of its values at place are no finite numbers. */
static inline guint
ts_band_get_n_abnormal (const TsBand *self, guint place)
{
  return self->n_abnormal != NULL ? self->n_abnormal[place] : 0;
}

/* At how many places there are such values. */
guint ts_band_count_abnormal_places (const TsBand *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsBand, ts_band_unref)

G_END_DECLS
