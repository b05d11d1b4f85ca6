/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"

G_BEGIN_DECLS

/* Every number less the median of its group: the numbers of the same row in the columns x with the
 * same group_of_column[x] (as many entries as self has columns; any numbers). Among ranks that
 * should agree, as those of a data-parallel group, the one that does not stands out. Cells that are
 * no numbers stay what they are and count in no median; the median of an even count is the mean of
 * the middle two. The caller owns the sealed result; NULL when it does not fit into memory. */
TsMatrix *ts_matrix_deviation_from_groups (TsMatrix *self, const guint *group_of_column);

G_END_DECLS
