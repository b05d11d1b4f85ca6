/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/color.h"

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* The pixels behind a Cairo context, to write thousands of bars and marks without a path for each:
 * Cairo takes a microsecond for what is a few stores. All coordinates are pixels, relative to where
 * the context has its origin. */
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

/* color as a pixel, and n pixels from (x, y) on with it, covered[i] / 255 of each. */
guint32 ts_line_pixels_ink (const TsColor *color);
void ts_line_pixels_row (
    const TsLinePixels *self, guint32 ink, int x, int y, const guint8 *covered, int n);
/* One pixel column from y1 to y2, the ends by how much of their pixels they cover. */
void
ts_line_pixels_bar (const TsLinePixels *self, const TsColor *color, int x, double y1, double y2);
/* Rows [from, to) of a column. */
void ts_line_pixels_rows (const TsLinePixels *self, const TsColor *color, int x, int from, int to);
/* Color through an A8 mask whose upper left corner is at (x, y). */
void ts_line_pixels_mask (
    const TsLinePixels *self, const TsColor *color, cairo_surface_t *mask, int x, int y);

G_END_DECLS
