/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/line-cover.h"

#include <math.h>
#include <string.h>

/* Pixels are kept in strips as wide as a cache line, one strip behind the other: a line is drawn
 * from left to right, and what it touches of a strip stays in the processor's nearest cache. */
#define STRIP_BITS  6
#define STRIP_WIDTH (1 << STRIP_BITS)

typedef struct
{
  int first, last; /* rows with something in them; first > last: none */
  guint64 barred;  /* columns that have a bar in turns */
} Strip;

struct _TsLineCover
{
  guint8 *covered; /* 0 … 255 */
  /* For each row of a strip, the columns in which a bar begins or ends: how high it is does not
   * matter then. For bars upon each other that would not do, so it is one for each column. */
  guint64 *turns;
  gsize n_rows; /* of all strips that there is memory for */
  Strip *strips;
  int n_strips;
  int left, top; /* of pixel (0, 0) here */
  int width, height;
};

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
clear_strip (Strip *strip)
{
  *strip = (Strip){ .first = G_MAXINT, .last = -1 };
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
  self->strips = g_renew (Strip, self->strips, self->n_strips);
  for (int i = 0; i < self->n_strips; i++)
    clear_strip (&self->strips[i]);
  n_rows = (gsize) self->n_strips * (gsize) self->height;
  if (n_rows <= self->n_rows)
    return;
  g_free (self->covered);
  g_free (self->turns);
  self->covered = g_malloc0_n (n_rows, STRIP_WIDTH);
  self->turns = g_new0 (guint64, n_rows);
  self->n_rows = n_rows;
}

/* Rows first … last of a strip are going to be written. Returns the number of row 0. */
static gsize
touch (TsLineCover *self, int strip, int first, int last)
{
  self->strips[strip].first = MIN (self->strips[strip].first, first);
  self->strips[strip].last = MAX (self->strips[strip].last, last);
  return (gsize) strip * (gsize) self->height;
}

/* --- strokes --- */

/* A segment as its points see it: so far along it, so far beside it. */
typedef struct
{
  float x, y;         /* where it begins */
  float ux, uy;       /* its direction, of length 1 */
  float begin, end;   /* of what is straight; beyond them it is round */
  float flat1, flat2; /* where it is cut off */
  float reach;        /* nothing is covered from here on to its sides */
  float most;         /* what a pixel in its middle is covered */
  /* Of the line along its middle. 0 and infinity for upright and level ones: where those cross a
   * column or row says nothing. */
  float rise, run;           /* rows per column, columns per row */
  float half_rise, half_run; /* how far to each side a column or row is covered */
} Stroke;

/* Less is no slope, more than nobody's chart is wide. */
#define LEVEL 1e-5f
#define AWAY  1e9f

static Stroke
stroke_of (const TsLineSegment *segment, double radius)
{
  double dx = segment->x2 - segment->x1, dy = segment->y2 - segment->y1;
  float length = (float) sqrt (dx * dx + dy * dy), inverse = 1 / length;
  float ux = length > 0 ? (float) dx * inverse : 1, uy = length > 0 ? (float) dy * inverse : 0;
  float reach = (float) radius + 0.5f, per_x = 1 / ux, per_y = 1 / uy;
  gboolean upright = fabsf (ux) < LEVEL, level = fabsf (uy) < LEVEL;

  return (Stroke){ .x = (float) segment->x1,
                   .y = (float) segment->y1,
                   .ux = ux,
                   .uy = uy,
                   .begin = segment->flat1 ? -AWAY : 0,
                   .end = segment->flat2 ? AWAY : length,
                   .flat1 = segment->flat1 ? 0 : -AWAY,
                   .flat2 = segment->flat2 ? length : AWAY,
                   .reach = reach,
                   .most = MIN (2 * (float) radius, 1),
                   .rise = upright ? 0 : uy * per_x,
                   .run = level ? 0 : ux * per_y,
                   .half_rise = upright ? AWAY : reach * fabsf (per_x),
                   .half_run = level ? AWAY : reach * fabsf (per_y) };
}

/* What a pixel covers whose middle is there, 0 … 1: as if it were a square that stands along the
 * segment, which differs from one that does not by less than the eye can see. */
static inline float
coverage (const Stroke *stroke, float along, float beside)
{
  float covered, away = fabsf (beside);

  if (along < stroke->begin || along > stroke->end)
    {
      float beyond = along - (along < stroke->begin ? stroke->begin : stroke->end);
      away = sqrtf (beyond * beyond + beside * beside);
    }
  covered = MIN (stroke->reach - away, stroke->most);
  if (along < stroke->flat1 + 0.5f)
    covered *= MAX (along - stroke->flat1 + 0.5f, 0);
  if (along > stroke->flat2 - 0.5f)
    covered *= MAX (stroke->flat2 - along + 0.5f, 0);
  return covered;
}

/* n pixels from the one whose middle is there on. */
static inline void
cover_pixels (guint8 *covered, int n, const Stroke *stroke, float along, float beside)
{
  for (int i = 0; i < n; i++, along += stroke->ux, beside -= stroke->uy)
    {
      int value = (int) (coverage (stroke, along, beside) * 255 + 0.5f);
      covered[i] = (guint8) MAX (covered[i], value);
    }
}

#define ONE (255 << 8) /* a whole pixel in whole numbers */

/* The same away from the ends, where only the distance counts. */
static inline void
cover_straight_pixels (guint8 *covered, int n, const Stroke *stroke, float beside)
{
  int at = (int) (beside * ONE), step = (int) (stroke->uy * ONE);
  int reach = (int) (stroke->reach * ONE) + 128, most = (int) (stroke->most * ONE);

  for (int i = 0; i < n; i++, at -= step)
    {
      int value = MIN (reach - ABS (at), most) >> 8;
      covered[i] = (guint8) MAX (covered[i], value);
    }
}

/* Pixels [from, to) of row y. */
static inline void
cover_row (const Stroke *stroke, guint8 *covered, int y, int from, int to)
{
  float dx = (float) from + 0.5f - stroke->x, dy = (float) y + 0.5f - stroke->y;
  float along = dx * stroke->ux + dy * stroke->uy, beside = dy * stroke->ux - dx * stroke->uy;
  float last = along + (float) (to - from) * stroke->ux;
  gboolean straight = MIN (along, last) > MAX (stroke->begin, stroke->flat1 + 0.5f)
                      && MAX (along, last) < MIN (stroke->end, stroke->flat2 - 0.5f);

  if (straight)
    cover_straight_pixels (covered, to - from, stroke, beside);
  else
    cover_pixels (covered, to - from, stroke, along, beside);
}

typedef struct
{
  float left, right, top, bottom;
} Box;

/* What lies in a strip of the box, which nothing of the stroke is beyond. */
static void
cover_strip (TsLineCover *self, const Stroke *stroke, const Box *box, int strip)
{
  float strip_left = (float) (strip << STRIP_BITS), strip_right = strip_left + STRIP_WIDTH;
  float left = MAX (box->left, strip_left), right = MIN (box->right, strip_right);
  float y1 = stroke->y + (left - stroke->x) * stroke->rise;
  float y2 = stroke->y + (right - stroke->x) * stroke->rise;
  float top = MAX (box->top, MIN (y1, y2) - stroke->half_rise);
  float bottom = MIN (box->bottom, MAX (y1, y2) + stroke->half_rise);
  int first = (int) (top + 0.5f), last = (int) (bottom + 0.5f) - 1;
  guint8 *row;

  if (first > last)
    return;
  row = self->covered + ((touch (self, strip, first, last) + (gsize) first) << STRIP_BITS);
  for (int y = first; y <= last; y++, row += STRIP_WIDTH)
    {
      /* Only pixels around where the row crosses the stroke, and whose middle lies within. */
      float middle = stroke->x + ((float) y + 0.5f - stroke->y) * stroke->run;
      int from = (int) (MAX (left, middle - stroke->half_run) + 0.5f);
      int to = (int) (MIN (right, middle + stroke->half_run) + 0.5f);
      cover_row (stroke, row + (from & (STRIP_WIDTH - 1)), y, from, to);
    }
}

void
ts_line_cover_segment (TsLineCover *self, const TsLineSegment *segment, double radius)
{
  TsLineSegment here = *segment;
  Stroke stroke;
  Box box;

  here.x1 -= self->left;
  here.x2 -= self->left;
  here.y1 -= self->top;
  here.y2 -= self->top;
  stroke = stroke_of (&here, radius);
  box.left = MAX ((float) MIN (here.x1, here.x2) - stroke.reach, 0);
  box.right = MIN ((float) MAX (here.x1, here.x2) + stroke.reach, (float) self->width);
  box.top = MAX ((float) MIN (here.y1, here.y2) - stroke.reach, 0);
  box.bottom = MIN ((float) MAX (here.y1, here.y2) + stroke.reach, (float) self->height);
  if (!(box.left < box.right && box.top < box.bottom))
    return;
  for (int strip = (int) box.left >> STRIP_BITS; (float) (strip << STRIP_BITS) < box.right; strip++)
    cover_strip (self, &stroke, &box, strip);
}

/* --- bars --- */

static void
cover_part (guint8 *covered, double part)
{
  int value = (int) (CLAMP (part, 0, 1) * 255 + 0.5);

  *covered = (guint8) MAX (*covered, value);
}

/* Rows [first, last) of a column, wholly. */
static void
cover_rows (TsLineCover *self, int strip, int column, int first, int last)
{
  gsize row = (gsize) strip * (gsize) self->height + (gsize) first;
  guint64 bit = G_GUINT64_CONSTANT (1) << column;

  if ((self->strips[strip].barred & bit) == 0)
    {
      self->strips[strip].barred |= bit;
      self->turns[row] ^= bit;
      self->turns[row + (gsize) (last - first)] ^= bit;
      return;
    }
  for (int y = first; y < last; y++, row++)
    self->covered[(row << STRIP_BITS) + (gsize) column] = 255;
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
  covered = self->covered + (touch (self, strip, first, last) << STRIP_BITS) + column;
  if (first == last)
    {
      cover_part (covered + (first << STRIP_BITS), bottom - top);
      return;
    }
  cover_part (covered + (first << STRIP_BITS), first + 1 - top);
  cover_part (covered + (last << STRIP_BITS), bottom - last);
  if (first + 1 < last)
    cover_rows (self, strip, column, first + 1, last);
}

/* --- painting --- */

/* Adds the columns whose bits are set to a row. */
static inline void
add_bars (guint8 *covered, guint64 columns)
{
  for (guint i = 0; i < STRIP_WIDTH && columns != 0; i += 8, columns >>= 8)
    {
      const guint64 each = G_GUINT64_CONSTANT (0x0101010101010101);
      guint64 group, bits = (columns & 0xff) * each & G_GUINT64_CONSTANT (0x8040201008040201);
      /* Byte k has but bit k now: 255 if that is set. */
      bits = (bits + 0x7f * each) >> 7 & each;
      memcpy (&group, covered + i, 8);
      group |= GUINT64_TO_LE (bits * 255);
      memcpy (covered + i, &group, 8);
    }
}

static void
paint_strip (TsLineCover *self, const TsLinePixels *pixels, const TsLineInk *ink, int strip)
{
  int first = self->strips[strip].first, last = self->strips[strip].last;
  int x = strip << STRIP_BITS, width = MIN (STRIP_WIDTH, self->width - x);
  gsize row = (gsize) strip * (gsize) self->height + (gsize) MAX (first, 0);
  guint64 bars = 0;

  for (int y = first; y <= last; y++, row++)
    {
      guint8 *covered = self->covered + (row << STRIP_BITS);
      bars ^= self->turns[row];
      self->turns[row] = 0;
      add_bars (covered, bars);
      ts_line_pixels_row (pixels, ink, self->left + x, self->top + y, covered, width);
      memset (covered, 0, STRIP_WIDTH);
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
