/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/matrix-order.h"

#include <string.h>

TsMatrix *
ts_matrix_reorder_columns (TsMatrix *self, TsAxis *x, const guint *order)
{
  TsMatrix *result = ts_matrix_new (x, self->y);

  if (result == NULL)
    return NULL;
  for (guint row = 0; row < self->y->n; row++)
    for (guint i = 0; i < x->n; i++)
      {
        gsize from = ts_matrix_index (self, order[i], row);
        ts_matrix_set (result, i, row, self->values[from], self->states[from]);
      }
  ts_matrix_seal (result);
  return result;
}

TsMatrix *
ts_matrix_reorder_rows (TsMatrix *self, TsAxis *y, const guint *order)
{
  TsMatrix *result = ts_matrix_new (self->x, y);
  gsize width = self->x->n;

  if (result == NULL)
    return NULL;
  for (guint i = 0; i < y->n && width > 0; i++)
    {
      gsize from = ts_matrix_index (self, 0, order[i]), to = ts_matrix_index (result, 0, i);
      memcpy (result->values + to, self->values + from, width * sizeof *self->values);
      memcpy (result->states + to, self->states + from, width * sizeof *self->states);
    }
  ts_matrix_seal (result);
  return result;
}

TsMatrix *
ts_matrix_transpose (TsMatrix *self)
{
  TsMatrix *result = ts_matrix_new (self->y, self->x);

  if (result == NULL)
    return NULL;
  for (guint y = 0; y < self->y->n; y++)
    for (guint x = 0; x < self->x->n; x++)
      {
        gsize from = ts_matrix_index (self, x, y);
        ts_matrix_set (result, y, x, self->values[from], self->states[from]);
      }
  ts_matrix_seal (result);
  return result;
}
