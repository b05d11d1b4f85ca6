/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/heatmap/pyramid.h"

G_BEGIN_DECLS

/* What colours need to know of all numbers of a matrix, worked out when it is first asked for and
 * then kept. Cells that are no numbers never count. One thread at a time. */
typedef struct _TsMatrixStats TsMatrixStats;

typedef enum
{
  TS_NUMBERS_ALL,
  TS_NUMBERS_POSITIVE,
  TS_NUMBERS_MAGNITUDE, /* |v| of those that are not 0 */
} TsNumbers;

/* Takes a reference on matrix, which must be sealed. */
TsMatrixStats *ts_matrix_stats_new (TsMatrix *matrix);
void ts_matrix_stats_free (TsMatrixStats *self);

TsMatrix *ts_matrix_stats_get_matrix (TsMatrixStats *self);
/* Smallest and largest of those numbers; FALSE (and both NaN) when there are none. */
gboolean ts_matrix_stats_get_range (TsMatrixStats *self, TsNumbers which, double *min, double *max);
/* The 2 % and 98 % quantiles. */
gboolean
ts_matrix_stats_get_robust_range (TsMatrixStats *self, TsNumbers which, double *low, double *high);
/* The same quantiles of what is drawn of the whole matrix on a screen: of blocks of cells, each one
 * number by the reduction, about 1,024 across and 512 down. FALSE when nothing is reduced, or
 * when it is to the mean, which is no extreme. */
gboolean ts_matrix_stats_get_drawn_range (
    TsMatrixStats *self, TsReduction reduction, TsNumbers which, double *low, double *high);
/* A pyramid of the same matrix to take the blocks from; else one is made when it is needed. */
void ts_matrix_stats_set_pyramid (TsMatrixStats *self, TsPyramid *pyramid);
/* Mean and population standard deviation; exactly (value, 0) for constant data. */
gboolean ts_matrix_stats_get_moments (TsMatrixStats *self, double *mean, double *sigma);

/* Exact quantiles (the number at place round (p · (n − 1)) of all in ascending order) for n_p
 * ascending probabilities. FALSE and NaN when there are no numbers. */
gboolean ts_matrix_quantiles (
    const TsMatrix *matrix, TsNumbers which, const double *p, guint n_p, double *quantiles);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMatrixStats, ts_matrix_stats_free)

G_END_DECLS
