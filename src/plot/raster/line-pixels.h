/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/color.h"

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* The pixels behind a Cairo context, to write thousands of strokes and marks without a path for
 * each: Cairo takes a microsecond for what is a few stores. All coordinates are pixels, relative to
 * where the context has its origin. */
typedef struct
{
  cairo_surface_t *surface;
  guint32 *origin; /* pixel (0, 0); it may lie outside of the surface */
  gssize stride;   /* in pixels */
  /* What may be written: the surface within the clip, [left, right) × [top, bottom). */
  int left, right, top, bottom;
} TsLinePixels;

/* FALSE, and nothing to end, when cr draws on anything else than a picture in memory (PDF, SVG), or
 * its origin is not on a whole pixel. scale: pixels per unit. */
gboolean ts_line_pixels_begin (TsLinePixels *self, cairo_t *cr, double scale);
void ts_line_pixels_end (TsLinePixels *self);

/* A colour, made ready to be mixed with pixels. */
typedef struct
{
  guint32 pixel; /* as if alpha were 1 */
  guint8 alpha;
} TsLineInk;

TsLineInk ts_line_ink (const TsColor *color);
/* n pixels from (x, y) on, covered[i] / 255 of each. They must lie within left … bottom. */
void ts_line_pixels_row (
    const TsLinePixels *self, const TsLineInk *ink, int x, int y, const guint8 *covered, int n);
/* Of n ≤ 64 pixels from (x, y) on those whose bits are set become pixel. */
void
ts_line_pixels_bits (const TsLinePixels *self, guint32 pixel, int x, int y, guint64 bits, int n);
/* Through an A8 mask whose upper left corner is at (x, y). */
void ts_line_pixels_mask (
    const TsLinePixels *self, const TsLineInk *ink, cairo_surface_t *mask, int x, int y);

G_END_DECLS
