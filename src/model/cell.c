/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/cell.h"

TsCell
ts_cell_from_heatmap (TsDimension fixed, gint64 value, gint64 x_id, gint64 y_id)
{
  TsCell self;

  self.ids[fixed] = value;
  self.ids[ts_dimension_get_x (fixed)] = x_id;
  self.ids[ts_dimension_get_y (fixed)] = y_id;
  return self;
}

gboolean
ts_cell_equal (const TsCell *a, const TsCell *b)
{
  for (guint i = 0; i < G_N_ELEMENTS (a->ids); i++)
    if (a->ids[i] != b->ids[i])
      return FALSE;
  return TRUE;
}

void
ts_cell_get_line (const TsCell *self, TsDimension along, gint64 *x_id, gint64 *y_id)
{
  *x_id = self->ids[ts_dimension_get_x (along)];
  *y_id = self->ids[ts_dimension_get_y (along)];
}
