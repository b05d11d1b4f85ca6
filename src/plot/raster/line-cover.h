/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/raster/line-pixels.h"

G_BEGIN_DECLS

/* How much of each pixel the strokes, dots and bars of one line cover. They are gathered here and
 * then painted in one go: where they meet or lie upon each other nothing shines through twice, and
 * what it costs is the pixels that are covered, not the number of shapes. All coordinates are
 * pixels, as those of TsLinePixels. */
typedef struct _TsLineCover TsLineCover;

TsLineCover *ts_line_cover_new (void);
void ts_line_cover_free (TsLineCover *self);

/* Begins with nothing covered, over all that may be written of pixels. */
void ts_line_cover_begin (TsLineCover *self, const TsLinePixels *pixels);

typedef struct
{
  double x1, y1, x2, y2;
} TsLineSegment;

/* A stroke along the segment, radius to each side and round about its ends. One without length is a
 * dot. No longer than some thousand pixels, or it gets inexact. */
void ts_line_cover_segment (TsLineCover *self, const TsLineSegment *segment, double radius);

/* Pixels from the beginning of a segment. */
typedef struct
{
  double from, to;
  gboolean flat1, flat2; /* that end is cut off at its point; else it is round about it */
} TsLinePart;

/* The same for parts of a segment that has a length. */
void ts_line_cover_parts (TsLineCover *self,
                          const TsLineSegment *segment,
                          double radius,
                          const TsLinePart *parts,
                          guint n);

/* An upright bar over pixel column x from y1 to y2. */
void ts_line_cover_bar (TsLineCover *self, int x, double y1, double y2);

/* Paints what is covered; nothing is afterwards. pixels: as given to ts_line_cover_begin(). */
void ts_line_cover_paint (TsLineCover *self, const TsLinePixels *pixels, const TsColor *color);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsLineCover, ts_line_cover_free)

G_END_DECLS
