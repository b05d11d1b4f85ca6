/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/layout/parallel-plot.h"

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* What the files that make up the plot share: parallel-plot.c (state, geometry, axes, legend) and
 * parallel-plot-blocks.c. */

#define TS_BLOCK_SHARE 0.9 /* of the space a block has */
#define TS_BLOCK_ALPHA 0.8

struct _TsParallelPlot
{
  TsParallelLayout *layout;
  double x0, x1, y0, y1;
  cairo_rectangle_t area;
  GArray *suspects, *peers; /* gint64, ranks; NULL: none */
};

/* What one drawing needs, with its line height and the room that labels take. */
typedef struct
{
  TsParallelPlot *plot;
  cairo_t *cr;
  const TsPlotStyle *style;
  PangoLayout *text;
  double line;
  double width, height;
  double row_height, column_width;
  guint row0, row1, column0, column1; /* visible, [0, 1) */
} TsParallelDraw;

/* All visible blocks with their texts, and the frame around them. */
void _ts_parallel_draw_blocks (TsParallelDraw *draw);

G_END_DECLS
