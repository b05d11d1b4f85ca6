/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/matrix.h"
#include "parallel/parallel-layout.h"

G_BEGIN_DECLS

#define TS_RANKS_BY_NUMBER (-1)
#define TS_COMPARE_NOTHING (-1)

/* How ranks are shown when the layout they run in is known. */
typedef struct
{
  int order_by;       /* a TsParallelDimension whose groups stand together, or TS_RANKS_BY_NUMBER */
  int compare_within; /* a TsParallelDimension, or TS_COMPARE_NOTHING */
} TsRankView;

/* Of what a view says: the keys of two dimensions ("tp"), or NULL. */
TsRankView ts_rank_view_from_keys (const char *ranks_by, const char *compare_within);
/* What a picture of deviations is called, of whatever is compared: title and name of the numbers
 * with it; as they are where nothing is compared. Callers free. */
char *ts_rank_view_dup_title (const TsRankView *self, const char *title);
char *ts_rank_view_dup_value_name (const TsRankView *self, const char *stat);

/* The places of an axis of ranks, renamed ("3 · tp1 pp0 dp0") and ordered by view; order[i] is the
 * place in axis of place i. Groups of the result are those of the dimension it is ordered by; ranks
 * beyond the world come last, in a group of their own. Caller owns it. */
TsAxis *ts_rank_view_create_axis (const TsRankView *view,
                                  const TsParallelLayout *layout,
                                  const TsAxis *axis,
                                  guint *order);

/* matrix with its axis of ranks (whichever that is) renamed and ordered, its cells compared within
 * their groups: what is shown then is the deviation from the group's median. A reference to matrix
 * itself when it has no ranks on an axis; NULL when memory does not suffice. Caller owns it. */
TsMatrix *
ts_rank_view_apply (const TsRankView *view, const TsParallelLayout *layout, TsMatrix *matrix);

G_END_DECLS
