/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); only find includes it. */
#pragma once

#include "find/robust.h"
#include "model/cell-state.h"
#include "store/catalog.h"

#include <math.h>

G_BEGIN_DECLS

/* The two statistics that peers and levels are judged by. */
typedef enum
{
  TS_FIND_NORM,
  TS_FIND_AMAX, /* max (|max|, |min|) */
  TS_N_FIND_STATS,
} TsFindStat;

/* Where a row has what they are made of: places in catalog->stats, -1 for none. */
typedef struct
{
  int stats[TS_N_FIND_STATS]; /* norm, amax */
  int max_stat, min_stat, nans_stat, value_stat;
  int zeros_stat; /* NaN by construction for booleans: says nothing */
} TsFindColumns;

void ts_find_columns_init (TsFindColumns *self, const TsCatalog *catalog);

/* A finite statistic's size, NAN when there is none. A number at msProbe's clamp is unknown. values
 * and states: of one row, an element per catalog->stats. */
static inline double
ts_find_get_size (const double *values, const guint8 *states, int stat)
{
  return stat >= 0 && states[stat] == TS_CELL_NUMBER ? fabs (values[stat]) : (double) NAN;
}

/* max (|max|, |min|), of a single value that value's size. */
static inline double
ts_find_get_amax (const TsFindColumns *self, const double *values, const guint8 *states)
{
  double amax = ts_find_get_size (values, states, self->stats[TS_FIND_AMAX]);

  if (isnan (amax))
    amax = fmax (ts_find_get_size (values, states, self->max_stat),
                 ts_find_get_size (values, states, self->min_stat));
  return isnan (amax) ? ts_find_get_size (values, states, self->value_stat) : amax;
}

/* log2 of a row's norm or amax; NAN when it is not finite, or not there. */
static inline double
ts_find_columns_get_y (const TsFindColumns *self,
                       const double *values,
                       const guint8 *states,
                       TsFindStat stat)
{
  double size = stat == TS_FIND_NORM ? ts_find_get_size (values, states, self->stats[TS_FIND_NORM])
                                     : ts_find_get_amax (self, values, states);

  return isnan (size) ? (double) NAN : ts_log_value (size);
}

G_END_DECLS
