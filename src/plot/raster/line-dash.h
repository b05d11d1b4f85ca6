/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/raster/line-cover.h"

G_BEGIN_DECLS

/* The dashes of lines whose colour the palette has used up (ts_line_color()'s dash_index). */
void ts_line_set_dash (cairo_t *cr, guint dash);

/* Where a line is in its pattern of dashes, for what is not drawn by Cairo. */
typedef struct
{
  const double *lengths; /* dash, gap, dash …; NULL: solid, which has no dashes to cover */
  guint n;
  double scale; /* pixels per unit of lengths */
  double total;
  double phase; /* pixels since the pattern began, below total */
} TsLineDash;

/* dash: as for ts_line_set_dash(); 0 is solid. */
void ts_line_dash_init (TsLineDash *self, guint dash, double scale);
/* The pattern begins with its first dash. */
void ts_line_dash_start (TsLineDash *self);
/* Covers the dashes of a segment that goes on where the last one ended, between the parts from and
 * to (0 … 1) of its length. */
void ts_line_dash_cover (TsLineDash *self,
                         TsLineCover *cover,
                         const TsLineSegment *segment,
                         double from,
                         double to,
                         double radius);

G_END_DECLS
