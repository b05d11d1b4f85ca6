/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/heatmap/block-colors.h"

#define MAX_BLOCKS (8u << 20) /* 32 MB */
#define MAX_LONGER 2          /* times as many blocks in a row as are in sight */

struct _TsBlockColors
{
  TsPyramid *pyramid;
  const TsLevel *level;
  TsCellPainter *painter;
  guint32 *colors;    /* of all blocks, row by row */
  guint8 *done;       /* of each row */
  TsCellKey *scratch; /* a row */
};

TsBlockColors *
ts_block_colors_new (void)
{
  return g_new0 (TsBlockColors, 1);
}

static void
forget (TsBlockColors *self)
{
  g_clear_pointer (&self->pyramid, ts_pyramid_unref);
  g_clear_pointer (&self->painter, ts_cell_painter_unref);
  g_clear_pointer (&self->colors, g_free);
  g_clear_pointer (&self->done, g_free);
  g_clear_pointer (&self->scratch, g_free);
}

void
ts_block_colors_free (TsBlockColors *self)
{
  forget (self);
  g_free (self);
}

gboolean
ts_block_colors_set_level (
    TsBlockColors *self, TsPyramid *pyramid, const TsLevel *level, TsCellPainter *painter, guint n)
{
  guint64 n_blocks = (guint64) level->width * level->height;

  if (n_blocks > MAX_BLOCKS || level->width > (guint64) MAX_LONGER * n)
    return FALSE;
  if (self->colors != NULL && self->pyramid == pyramid && self->level == level
      && self->painter == painter)
    return TRUE;
  forget (self);
  self->colors = g_try_new (guint32, n_blocks);
  if (self->colors == NULL)
    return FALSE;
  self->pyramid = ts_pyramid_ref (pyramid);
  self->level = level;
  self->painter = ts_cell_painter_ref (painter);
  self->done = g_new0 (guint8, level->height);
  self->scratch = g_new (TsCellKey, level->width);
  return TRUE;
}

const guint32 *
ts_block_colors_get_row (TsBlockColors *self, guint y)
{
  guint n = self->level->width;
  guint32 *colors = self->colors + (gsize) y * n;

  if (!self->done[y])
    ts_cell_painter_paint (self->painter,
                           ts_pyramid_get_row (self->pyramid, self->level, y, 0, n, self->scratch),
                           n, colors);
  self->done[y] = TRUE;
  return colors;
}
