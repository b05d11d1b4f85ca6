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

G_END_DECLS
