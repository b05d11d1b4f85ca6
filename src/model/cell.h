/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/dimension.h"

G_BEGIN_DECLS

/* A cell, whichever heat map it is seen in: its ids by TsDimension (global step, rank, target). */
typedef struct
{
  gint64 ids[3];
} TsCell;

/* The cell at (x_id, y_id) of the heat map that fixes a dimension at value. */
TsCell ts_cell_from_heatmap (TsDimension fixed, gint64 value, gint64 x_id, gint64 y_id);
gboolean ts_cell_equal (const TsCell *a, const TsCell *b);

/* The line through a cell along a dimension is known by the other two ids. They are named as on the
 * heat map that fixes that dimension, which is how ts_query_series() takes them. */
void ts_cell_get_line (const TsCell *self, TsDimension along, gint64 *x_id, gint64 *y_id);

G_END_DECLS
