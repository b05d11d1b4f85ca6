/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/axis.h"
#include "model/cell-state.h"

G_BEGIN_DECLS

/* The cells of a heat map, row by row: cell (x, y) is at y * x->n + x. A cell that is not a number
 * has value NaN, +inf or -inf as its state says (NaN when missing or null). Filled by one thread
 * with ts_matrix_set(), then ts_matrix_seal() counts the states; immutable and shareable
 * afterwards. */
typedef struct
{
  TsAxis *x;
  TsAxis *y;
  double *values;
  guint8 *states;
  gsize counts[TS_N_CELL_STATES];
  gsize n_clamped;
  /* Steps and ranks (not modules) without any row: TRUE per column or row; NULL when there is none.
   */
  guint8 *empty_columns, *empty_rows;
  gsize n_empty; /* cells in them */
  double min;    /* of the numbers; NaN when there is none */
  double max;
} TsMatrix;

/* Every cell missing. Takes a reference on both axes. NULL when the cells do not fit into memory.
 */
TsMatrix *ts_matrix_new (TsAxis *x, TsAxis *y);
TsMatrix *ts_matrix_ref (TsMatrix *self);
void ts_matrix_unref (TsMatrix *self);
void ts_matrix_seal (TsMatrix *self);

static inline gboolean
ts_matrix_is_empty_at (const TsMatrix *self, guint x, guint y)
{
  return (self->empty_columns != NULL && self->empty_columns[x])
         || (self->empty_rows != NULL && self->empty_rows[y]);
}

static inline gsize
ts_matrix_index (const TsMatrix *self, guint x, guint y)
{
  return (gsize) y * self->x->n + x;
}

static inline void
ts_matrix_set (TsMatrix *self, guint x, guint y, double value, guint8 state)
{
  gsize i = ts_matrix_index (self, x, y);
  self->values[i] = value;
  self->states[i] = state;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMatrix, ts_matrix_unref)

G_END_DECLS
