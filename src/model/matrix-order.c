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

/* Groups are numbered from 0 again; modules by their place. */
static TsAxis *
crop_axis (const TsAxis *self, guint from, guint to)
{
  TsAxis *result = ts_axis_new (self->dimension, to - from);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < result->n; i++)
    {
      guint group = self->groups[from + i];
      ts_axis_set_place (result, i, self->ids[from + i], self->names[from + i],
                         self->dimension == TS_DIMENSION_MODULE ? i : self->positions[from + i]);
      if (self->n_groups > 0 && (i == 0 || group != self->groups[from + i - 1]))
        g_ptr_array_add (names,
                         g_strdup (self->group_names != NULL ? self->group_names[group] : ""));
      result->groups[i] = names->len > 0 ? names->len - 1 : 0;
    }
  result->n_groups = names->len;
  g_ptr_array_add (names, NULL);
  if (self->group_names != NULL)
    result->group_names = (char **) g_ptr_array_steal (names, NULL);
  else
    g_ptr_array_set_free_func (names, g_free);
  return result;
}

TsMatrix *
ts_matrix_crop (TsMatrix *self, guint x0, guint x1, guint y0, guint y1)
{
  g_autoptr (TsAxis) x = NULL;
  g_autoptr (TsAxis) y = NULL;
  TsMatrix *result;

  g_return_val_if_fail (x0 < x1 && x1 <= self->x->n && y0 < y1 && y1 <= self->y->n, NULL);
  x = crop_axis (self->x, x0, x1);
  y = crop_axis (self->y, y0, y1);
  result = ts_matrix_new (x, y);
  for (guint row = 0; result != NULL && row < y->n; row++)
    {
      gsize from = ts_matrix_index (self, x0, y0 + row), to = ts_matrix_index (result, 0, row);
      memcpy (result->values + to, self->values + from, x->n * sizeof *self->values);
      memcpy (result->states + to, self->states + from, x->n * sizeof *self->states);
    }
  if (result != NULL)
    ts_matrix_seal (result);
  return result;
}
