/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/heatmap/cell-painter.h"
#include "plot/heatmap/pyramid.h"

G_BEGIN_DECLS

/* The colours of a level's blocks, kept from one frame to the next: while a range moves, most of
 * what comes into sight was there before. Of one level and one painter at a time; one thread. */
typedef struct _TsBlockColors TsBlockColors;

TsBlockColors *ts_block_colors_new (void);
void ts_block_colors_free (TsBlockColors *self);

/* From here on those of this level in these colours; references are taken. n: how many blocks of a
 * row are in sight. FALSE: rows are so much longer, or the level is so large, that it is not worth
 * keeping them. */
gboolean ts_block_colors_set_level (
    TsBlockColors *self, TsPyramid *pyramid, const TsLevel *level, TsCellPainter *painter, guint n);
/* The colours of a row of blocks, all of it. Owned by self. */
const guint32 *ts_block_colors_get_row (TsBlockColors *self, guint y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsBlockColors, ts_block_colors_free)

G_END_DECLS
