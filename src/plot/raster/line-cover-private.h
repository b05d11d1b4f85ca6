/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/raster/line-cover.h"

G_BEGIN_DECLS

/* Pixels are kept in strips as wide as a cache line, one strip behind the other: a line is drawn
 * from left to right, and what it touches of a strip stays in the processor's nearest cache. */
#define STRIP_BITS  6
#define STRIP_WIDTH (1 << STRIP_BITS)
/* Strokes are worked out for so many pixels at a time; behind a row there is room for those that
 * are too many. */
#define LANES    8
#define ROW_SIZE (STRIP_WIDTH + LANES)

/* A column may hold the end of one run, specks, and the beginning of the next run. */
#define LAYERS 3

typedef struct
{
  int first, last;               /* rows with something in them; first > last: none */
  int ends[LAYERS][STRIP_WIDTH]; /* behind the last bar of each column, in each layer of turns */
} TsLineStrip;

struct _TsLineCover
{
  guint8 *covered; /* 0 … 255 */
  /* For each row of a strip, the columns in which a bar begins or ends, one bit for each: how high
   * it is does not matter then. Bars that overlap need layers of their own. */
  guint64 (*turns)[LAYERS];
  gsize n_rows; /* of all strips that there is memory for */
  TsLineStrip *strips;
  int n_strips;
  int left, top; /* of pixel (0, 0) here */
  int width, height;
};

/* Rows first … last of a strip are going to be written. Returns the number of row 0. */
static inline gsize
_ts_line_cover_touch (TsLineCover *self, int strip, int first, int last)
{
  self->strips[strip].first = MIN (self->strips[strip].first, first);
  self->strips[strip].last = MAX (self->strips[strip].last, last);
  return (gsize) strip * (gsize) self->height;
}

G_END_DECLS
