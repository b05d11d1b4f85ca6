/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"

G_BEGIN_DECLS

/* Matrices made from others; the caller owns the results, which are sealed. NULL when the cells do
 * not fit into memory. */

/* Column i of the result is column order[i] of self, under place i of x (which has as many places;
 * a column may be used several times or not at all). */
TsMatrix *ts_matrix_reorder_columns (TsMatrix *self, TsAxis *x, const guint *order);
/* The same with rows. */
TsMatrix *ts_matrix_reorder_rows (TsMatrix *self, TsAxis *y, const guint *order);
/* Rows become columns. */
TsMatrix *ts_matrix_transpose (TsMatrix *self);

/* The cells of columns [x0, x1) and rows [y0, y1), at least one of each, with axes of their own.
 * NULL when they do not fit into memory. */
TsMatrix *ts_matrix_crop (TsMatrix *self, guint x0, guint x1, guint y0, guint y1);

G_END_DECLS
