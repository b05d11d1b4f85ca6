/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/raster/line-cover-private.h"

#include <string.h>

TsLineCover *
ts_line_cover_new (void)
{
  return g_new0 (TsLineCover, 1);
}

void
ts_line_cover_free (TsLineCover *self)
{
  g_free (self->covered);
  g_free (self->turns);
  g_free (self->strips);
  g_free (self);
}

static void
clear_strip (TsLineStrip *strip)
{
  memset (strip, 0, sizeof *strip);
  strip->first = G_MAXINT;
  strip->last = -1;
}

void
ts_line_cover_begin (TsLineCover *self, const TsLinePixels *pixels)
{
  gsize n_rows;

  self->left = pixels->left;
  self->top = pixels->top;
  self->width = MAX (pixels->right - pixels->left, 0);
  self->height = MAX (pixels->bottom - pixels->top, 0);
  self->n_strips = (self->width + STRIP_WIDTH - 1) >> STRIP_BITS;
  self->strips = g_renew (TsLineStrip, self->strips, self->n_strips);
  for (int i = 0; i < self->n_strips; i++)
    clear_strip (&self->strips[i]);
  n_rows = (gsize) self->n_strips * (gsize) self->height;
  if (n_rows <= self->n_rows)
    return;
  g_free (self->covered);
  g_free (self->turns);
  self->covered = g_malloc0_n (n_rows, ROW_SIZE);
  self->turns = g_malloc0_n (n_rows, sizeof *self->turns);
  self->n_rows = n_rows;
}

/* --- bars --- */

static void
cover_end (guint8 *covered, double part)
{
  int value = (int) (CLAMP (part, 0, 1) * 255 + 0.5);

  *covered = (guint8) MAX (*covered, value);
}

/* Rows [first, last) of a column, wholly. */
static void
cover_whole_rows (TsLineCover *self, int strip, int column, int first, int last)
{
  gsize row = (gsize) strip * (gsize) self->height + (gsize) first;
  guint64 bit = G_GUINT64_CONSTANT (1) << column;

  for (guint layer = 0; layer < LAYERS; layer++)
    {
      int *end = &self->strips[strip].ends[layer][column];
      if (first < *end)
        continue;
      *end = last;
      self->turns[row][layer] ^= bit;
      self->turns[row + (gsize) (last - first)][layer] ^= bit;
      return;
    }
  for (int y = first; y < last; y++, row++)
    self->covered[row * ROW_SIZE + (gsize) column] = 255;
}

void
ts_line_cover_bar (TsLineCover *self, int x, double y1, double y2)
{
  double top = MAX (y1 - self->top, 0), bottom = MIN (y2 - self->top, self->height);
  int strip = (x - self->left) >> STRIP_BITS, column = (x - self->left) & (STRIP_WIDTH - 1);
  int first, last;
  guint8 *covered;

  if (x < self->left || x >= self->left + self->width || !(top < bottom))
    return;
  first = (int) top;
  last = MIN ((int) bottom, self->height - 1);
  covered = self->covered + _ts_line_cover_touch (self, strip, first, last) * ROW_SIZE + column;
  if (first == last)
    {
      cover_end (covered + first * ROW_SIZE, bottom - top);
      return;
    }
  cover_end (covered + first * ROW_SIZE, first + 1 - top);
  cover_end (covered + last * ROW_SIZE, bottom - last);
  if (first + 1 < last)
    cover_whole_rows (self, strip, column, first + 1, last);
}

/* --- painting --- */

static gboolean
is_empty (const guint8 *row)
{
  guint64 words[STRIP_WIDTH / 8], any = 0;

  memcpy (words, row, sizeof words);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    any |= words[i];
  return any == 0;
}

/* Adds the columns whose bits are set to a row. */
static void
add_bars (guint8 *covered, guint64 columns)
{
  for (; columns != 0; columns &= columns - 1)
    covered[__builtin_ctzll (columns)] = 255;
}

/* What bars cover wholly goes to the pixels as it is, if the line does not shine through: there the
 * rest, which comes upon it, changes nothing. */
static void
paint_row (const TsLinePixels *pixels,
           const TsLineInk *ink,
           int x,
           int y,
           guint64 bars,
           guint8 *covered,
           int width)
{
  if (ink->alpha == 255)
    ts_line_pixels_bits (pixels, ink->pixel, x, y, bars, width);
  else
    add_bars (covered, bars);
  if (is_empty (covered))
    return;
  ts_line_pixels_row (pixels, ink, x, y, covered, width);
  memset (covered, 0, ROW_SIZE);
}

static void
paint_strip (TsLineCover *self, const TsLinePixels *pixels, const TsLineInk *ink, int strip)
{
  int first = self->strips[strip].first, last = self->strips[strip].last;
  int x = strip << STRIP_BITS, width = MIN (STRIP_WIDTH, self->width - x);
  gsize row = (gsize) strip * (gsize) self->height + (gsize) MAX (first, 0);
  guint64 bars[LAYERS] = { 0 };

  for (int y = first; y <= last; y++, row++)
    {
      guint64 columns = 0;
      for (guint layer = 0; layer < LAYERS; layer++)
        {
          bars[layer] ^= self->turns[row][layer];
          self->turns[row][layer] = 0;
          columns |= bars[layer];
        }
      paint_row (pixels, ink, self->left + x, self->top + y, columns,
                 self->covered + row * ROW_SIZE, width);
    }
  clear_strip (&self->strips[strip]);
}

void
ts_line_cover_paint (TsLineCover *self, const TsLinePixels *pixels, const TsColor *color)
{
  TsLineInk ink = ts_line_ink (color);

  for (int i = 0; i < self->n_strips; i++)
    paint_strip (self, pixels, &ink, i);
}
