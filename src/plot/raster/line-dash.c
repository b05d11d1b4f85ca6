/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/raster/line-dash.h"

#include <math.h>

static const double patterns[][6] = {
  { 7, 3 },        { 2, 2.5 }, { 8, 3, 2, 3 },       { 12, 4 },       { 4, 2 },
  { 12, 3, 2, 3 }, { 2, 5 },   { 8, 2, 2, 2, 2, 2 }, { 16, 3, 4, 3 },
};
static const guint counts[] = { 2, 2, 4, 2, 2, 4, 2, 6, 4 };

/* The pattern of a dash other than 0. */
static const double *
find_pattern (guint dash, guint *n)
{
  guint i = (dash - 1) % G_N_ELEMENTS (counts);

  *n = counts[i];
  return patterns[i];
}

void
ts_line_set_dash (cairo_t *cr, guint dash)
{
  const double *lengths = NULL;
  guint n = 0;

  if (dash > 0)
    lengths = find_pattern (dash, &n);
  cairo_set_dash (cr, lengths, (int) n, 0);
}

void
ts_line_dash_init (TsLineDash *self, guint dash, double scale)
{
  *self = (TsLineDash){ .scale = scale };
  if (dash == 0)
    return;
  self->lengths = find_pattern (dash, &self->n);
  for (guint i = 0; i < self->n; i++)
    self->total += self->lengths[i] * scale;
}

void
ts_line_dash_start (TsLineDash *self)
{
  self->phase = 0;
}

static TsLineSegment
part_of (const TsLineSegment *whole, double from, double to)
{
  double dx = whole->x2 - whole->x1, dy = whole->y2 - whole->y1;

  return (TsLineSegment){ .x1 = whole->x1 + from * dx,
                          .y1 = whole->y1 + from * dy,
                          .x2 = whole->x1 + to * dx,
                          .y2 = whole->y1 + to * dy };
}

/* How far into a pattern that is. Most segments end within it, and fmod() takes its time. */
static double
wrap (const TsLineDash *self, double phase)
{
  return phase < self->total ? phase : fmod (phase, self->total);
}

/* The dash or gap that phase lies in; *done is how much of it is over. */
static guint
find_dash (const TsLineDash *self, double phase, double *done)
{
  guint i = 0;

  *done = wrap (self, phase);
  for (; i + 1 < self->n && *done >= self->lengths[i] * self->scale; i++)
    *done -= self->lengths[i] * self->scale;
  return i;
}

/* So many dashes go to the cover at once. */
#define MOST_PARTS 64

void
ts_line_dash_cover (TsLineDash *self,
                    TsLineCover *cover,
                    const TsLineSegment *segment,
                    double from,
                    double to,
                    double radius)
{
  TsLineSegment seen = part_of (segment, from, to);
  double dx = segment->x2 - segment->x1, dy = segment->y2 - segment->y1;
  double length = sqrt (dx * dx + dy * dy);
  double at = 0, end = (to - from) * length, done;
  TsLinePart parts[MOST_PARTS];
  guint n = 0;

  for (guint i = find_dash (self, self->phase + from * length, &done); at < end;
       i = (i + 1) % self->n)
    {
      double next = MIN (at + self->lengths[i] * self->scale - done, end);
      /* Where a dash goes on behind a bend its ends are round, else flat. */
      if (i % 2 == 0)
        parts[n++] = (TsLinePart){ at, next, done == 0, next < end };
      if (n == MOST_PARTS || (next >= end && n > 0))
        {
          ts_line_cover_parts (cover, &seen, radius, parts, n);
          n = 0;
        }
      at = next;
      done = 0;
    }
  self->phase = wrap (self, self->phase + length);
}
