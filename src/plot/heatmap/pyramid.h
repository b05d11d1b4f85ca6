/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/heatmap/cell-key.h"

G_BEGIN_DECLS

/* A matrix at several resolutions: level (kx, ky) holds one key per block of 2^kx × 2^ky cells, the
 * reduction of them all. Both directions are halved separately, so that a matrix 100 times as wide
 * as high costs no more than a square one. Level (0, 0) is the matrix itself.
 *
 * Levels are made when they are asked for and never change; any thread may ask. */
typedef struct _TsPyramid TsPyramid;

typedef struct
{
  guint kx, ky;
  guint width, height; /* blocks */
  TsCellKey *keys;     /* NULL at level (0, 0) */
  guint32 *counts;     /* numbers in each block, with TS_REDUCE_MEAN only */
} TsLevel;

/* Takes a reference on matrix, which must be sealed. */
TsPyramid *ts_pyramid_new (TsMatrix *matrix, TsReduction reduction);
TsPyramid *ts_pyramid_ref (TsPyramid *self);
void ts_pyramid_unref (TsPyramid *self);

TsMatrix *ts_pyramid_get_matrix (TsPyramid *self);
TsReduction ts_pyramid_get_reduction (TsPyramid *self);

/* The level, made now if need be. Levels of fewer than four cells per block are not worth their
 * memory: (0, 0) stands in for them. */
const TsLevel *ts_pyramid_get_level (TsPyramid *self, guint kx, guint ky);
/* The finest level made so far whose blocks are at least 2^kx × 2^ky cells; NULL for none. */
const TsLevel *ts_pyramid_find_level (TsPyramid *self, guint kx, guint ky);
/* Makes the levels that it takes to zoom from the whole matrix on width × height pixels into any
 * place without delay. */
void ts_pyramid_prepare (TsPyramid *self, guint width, guint height);

/* Keys of blocks [first, first + n) of row y. scratch has room for n; the result is either scratch
 * or the level's own memory. */
const TsCellKey *ts_pyramid_get_row (
    TsPyramid *self, const TsLevel *level, guint y, guint first, guint n, TsCellKey *scratch);
/* As above, the numbers in each block. Only with TS_REDUCE_MEAN. */
const guint32 *ts_pyramid_get_row_counts (
    TsPyramid *self, const TsLevel *level, guint y, guint first, guint n, guint32 *scratch);

/* *key and *count become the mean of both blocks; what is not a number goes by the order of keys.
 */
void ts_key_merge_mean (TsCellKey *key, guint32 *count, TsCellKey other, guint32 other_count);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsPyramid, ts_pyramid_unref)

G_END_DECLS
