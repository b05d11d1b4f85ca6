/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/plot-style.h"

#include <cairo.h>

G_BEGIN_DECLS

/* How much was found on each rank: a bar per rank, in the colour of the gravest of it. Where ranks
 * outnumber pixels a bar stands for several and shows the largest of them, never less. */

typedef enum
{
  TS_BAR_NONE,
  TS_BAR_HINT,
  TS_BAR_WARNING,
  TS_BAR_ERROR,
} TsBarKind;

typedef struct
{
  gint64 rank;
  guint n;
  TsBarKind kind;
} TsRankBar;

/* The colour of a kind. */
TsColor ts_rank_bars_get_color (TsBarKind kind, const TsPlotStyle *style);

/* n bars side by side over the whole width, those of zero as a line of two pixels; under them the
 * ranks, as far as there is room. */
void ts_rank_bars_draw (const TsRankBar *bars,
                        guint n,
                        cairo_t *cr,
                        const TsPlotStyle *style,
                        double width,
                        double height);
/* The same without names, for an axis that has them: bar i from x0 + i · step to the next. */
void ts_rank_bars_draw_strip (const TsRankBar *bars,
                              guint n,
                              cairo_t *cr,
                              const TsPlotStyle *style,
                              double x0,
                              double step,
                              double y,
                              double height);
/* The place of the bar at x; -1 beside them. */
int ts_rank_bars_find (guint n, double width, double x);

G_END_DECLS
