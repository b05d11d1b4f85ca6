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
} Rows;

struct _TsLineCover
{
  guint8 *covered; /* 0 … 255 */
  gsize size;
  Rows *rows; /* of each strip */
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
  g_free (self->rows);
  g_free (self);
}

void
ts_line_cover_begin (TsLineCover *self, const TsLinePixels *pixels)
{
  gsize size;

  self->left = pixels->left;
  self->top = pixels->top;
  self->width = MAX (pixels->right - pixels->left, 0);
  self->height = MAX (pixels->bottom - pixels->top, 0);
  self->n_strips = (self->width + STRIP_WIDTH - 1) >> STRIP_BITS;
  self->rows = g_renew (Rows, self->rows, self->n_strips);
  for (int i = 0; i < self->n_strips; i++)
    self->rows[i] = (Rows){ G_MAXINT, -1 };
  size = (gsize) self->n_strips * STRIP_WIDTH * (gsize) self->height;
  if (size <= self->size)
    return;
  g_free (self->covered);
  self->covered = g_malloc0 (size);
  self->size = size;
}

/* Row y of a strip, which is going to be written. */
static inline guint8 *
touch (TsLineCover *self, int strip, int y)
{
  Rows *rows = &self->rows[strip];

  rows->first = MIN (rows->first, y);
  rows->last = MAX (rows->last, y);
  return self->covered + (((gsize) strip * (gsize) self->height + (gsize) y) << STRIP_BITS);
}

/* --- strokes --- */

/* A segment as its points see it: so far along it, so far beside it. */
typedef struct
{
  double x, y;       /* where it begins */
  double ux, uy;     /* its direction, of length 1 */
  double begin, end; /* of what is straight; beyond them it is round */
  double flat1, flat2;
  double reach; /* nothing is covered from here on to its sides */
  double most;  /* what a pixel in its middle is covered */
} Stroke;

static Stroke
stroke_of (const TsLineSegment *segment, double radius)
{
  double dx = segment->x2 - segment->x1, dy = segment->y2 - segment->y1;
  double length = sqrt (dx * dx + dy * dy);
  Stroke stroke = { .x = segment->x1,
                    .y = segment->y1,
                    .ux = length > 0 ? dx / length : 1,
                    .uy = length > 0 ? dy / length : 0,
                    .begin = segment->flat1 ? -INFINITY : 0,
                    .end = segment->flat2 ? INFINITY : length,
                    .flat1 = segment->flat1 ? 0 : -INFINITY,
                    .flat2 = segment->flat2 ? length : INFINITY,
                    .reach = radius + 0.5,
                    .most = MIN (2 * radius, 1) };

  return stroke;
}

/* What a pixel covers whose middle is there, 0 … 1: as if it were a square that stands along the
 * segment, which differs from one that does not by less than the eye can see. */
static inline double
coverage (const Stroke *stroke, double along, double beside)
{
  double covered, away = fabs (beside);

  if (along < stroke->begin || along > stroke->end)
    {
      double beyond = along - (along < stroke->begin ? stroke->begin : stroke->end);
      away = sqrt (beyond * beyond + beside * beside);
    }
  covered = MIN (stroke->reach - away, stroke->most);
  if (along < stroke->flat1 + 0.5)
    covered *= MAX (along - stroke->flat1 + 0.5, 0);
  if (along > stroke->flat2 - 0.5)
    covered *= MAX (stroke->flat2 - along + 0.5, 0);
  return covered;
}

/* Pixels [from, to) of row y. */
static inline void
cover_row (TsLineCover *self, const Stroke *stroke, int y, int from, int to)
{
  double dx = from + 0.5 - stroke->x, dy = y + 0.5 - stroke->y;
  double along = dx * stroke->ux + dy * stroke->uy, beside = dy * stroke->ux - dx * stroke->uy;

  for (int x = from; x < to;)
    {
      guint8 *row = touch (self, x >> STRIP_BITS, y) + (x & (STRIP_WIDTH - 1));
      int stop = MIN (to, (x | (STRIP_WIDTH - 1)) + 1);
      for (; x < stop; x++, row++, along += stroke->ux, beside -= stroke->uy)
        {
          int covered = (int) (coverage (stroke, along, beside) * 255 + 0.5);
          *row = (guint8) MAX (*row, covered);
        }
    }
}

void
ts_line_cover_segment (TsLineCover *self, const TsLineSegment *segment, double radius)
{
  TsLineSegment here = *segment;
  Stroke stroke;
  double left, right, top, bottom, slope = 0, half = INFINITY;

  here.x1 -= self->left;
  here.x2 -= self->left;
  here.y1 -= self->top;
  here.y2 -= self->top;
  stroke = stroke_of (&here, radius);
  left = MAX (MIN (here.x1, here.x2) - stroke.reach, 0);
  right = MIN (MAX (here.x1, here.x2) + stroke.reach, self->width);
  top = MAX (MIN (here.y1, here.y2) - stroke.reach, 0);
  bottom = MIN (MAX (here.y1, here.y2) + stroke.reach, self->height);
  if (!(left < right && top < bottom))
    return;
  /* Only the pixels around where a row crosses it, but for level ones. */
  if (fabs (stroke.uy) > 1e-6)
    {
      slope = stroke.ux / stroke.uy;
      half = stroke.reach / fabs (stroke.uy);
    }
  /* Pixels whose middle lies within. */
  for (int y = (int) (top + 0.5); y + 0.5 < bottom; y++)
    {
      double middle = stroke.x + (y + 0.5 - stroke.y) * slope;
      double from = MAX (left, middle - half), to = MIN (right, middle + half);
      if (from < to)
        cover_row (self, &stroke, y, (int) (from + 0.5), (int) (to + 0.5));
    }
}

/* --- painting --- */

void
ts_line_cover_paint (TsLineCover *self, const TsLinePixels *pixels, const TsColor *color)
{
  guint32 ink = ts_line_pixels_ink (color);

  for (int i = 0; i < self->n_strips; i++)
    {
      Rows *rows = &self->rows[i];
      int x = i << STRIP_BITS, width = MIN (STRIP_WIDTH, self->width - x);
      guint8 *covered
          = self->covered
            + (((gsize) i * (gsize) self->height + (gsize) MAX (rows->first, 0)) << STRIP_BITS);
      for (int y = rows->first; y <= rows->last; y++, covered += STRIP_WIDTH)
        {
          ts_line_pixels_row (pixels, ink, self->left + x, self->top + y, covered, width);
          memset (covered, 0, STRIP_WIDTH);
        }
      *rows = (Rows){ G_MAXINT, -1 };
    }
}
