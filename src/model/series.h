/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/axis.h"
#include "model/cell-state.h"

G_BEGIN_DECLS

/* One line: a value for every place of its axis, as in TsMatrix. x_id and y_id say which heat-map
 * cell it was asked for (ids on the heat map's axes). Immutable once shared; reference counted. */
typedef struct
{
  TsAxis *axis;
  char *name; /* what the line is called in the legend: "layers.3.mlp · rank 2" */
  gint64 x_id;
  gint64 y_id;
  double *values;
  guint8 *states;
  gsize counts[TS_N_CELL_STATES];
} TsSeries;

/* Every point missing. Takes a reference on axis. */
TsSeries *ts_series_new (TsAxis *axis, const char *name, gint64 x_id, gint64 y_id);
TsSeries *ts_series_ref (TsSeries *self);
void ts_series_unref (TsSeries *self);
void ts_series_seal (TsSeries *self);

static inline void
ts_series_set (TsSeries *self, guint i, double value, guint8 state)
{
  self->values[i] = value;
  self->states[i] = state;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsSeries, ts_series_unref)

G_END_DECLS
