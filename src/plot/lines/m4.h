/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A line as so many pixel columns can show it: of each column the first, least, greatest and last
 * point, which draws the same pixels as all points do (Jugel et al., "M4: A Visualization-Oriented
 * Time Series Data Aggregation", VLDB 2014). Runs of numbers stay apart: what lies between two of
 * them is never bridged. */
typedef struct
{
  guint index;    /* of the point in the values */
  gboolean start; /* begins a run: do not draw a line to it */
} TsM4Point;

/* A run that begins and ends within one column, or several whose values overlap: a dot, or an
 * upright stroke. */
typedef struct
{
  guint column;
  guint index;      /* of its first point */
  double low, high; /* values */
} TsM4Speck;

/* The least and the greatest of some numbers, and the indices of the first of them. */
typedef struct
{
  double least, greatest;
  guint low, high;
} TsM4Extremes;

/* What is known of TS_M4_BLOCK points in a row, so that a long line is not read whole for each
 * picture, and gaps are found without a look at each point. */
#define TS_M4_BLOCK 64
typedef struct
{
  guint64 numbers;       /* bit k: the block's point k is a number */
  TsM4Extremes extremes; /* of the numbers, if there are any */
} TsM4Block;

/* The blocks of n points, n / TS_M4_BLOCK of them: a rest at the end has none. Free with g_free().
 */
TsM4Block *ts_m4_blocks_new (const double *values, const guint8 *states, guint n);

/* What to reduce. Point i lies at (places != NULL ? places[i] : i) + 0.5, ascending; a point counts
 * as a number when its state says so and its value is greater than above. */
typedef struct
{
  const double *values;
  const guint8 *states;
  const guint *places;
  guint n;
  double above;
  const TsM4Block *blocks; /* of the values; NULL: every point is read */
} TsM4Input;

typedef struct
{
  GArray *points; /* TsM4Point, ascending by index */
  GArray *specks; /* TsM4Speck, ascending by column */
  guint most;     /* the most points that one column holds */
} TsM4;

TsM4 *ts_m4_new (void);
void ts_m4_free (TsM4 *self);

/* Reduces the part of input between first and last (in places) to n_columns columns, and the points
 * next to it, so that lines leave the picture. The arrays are used again. */
void ts_m4_reduce (TsM4 *self, const TsM4Input *input, double first, double last, guint n_columns);

/* The points within first … last: [*begin, *end). */
void ts_m4_find (const TsM4Input *input, double first, double last, guint *begin, guint *end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsM4, ts_m4_free)

G_END_DECLS
