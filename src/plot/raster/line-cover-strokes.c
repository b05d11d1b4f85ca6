/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/raster/line-cover-private.h"

#include <math.h>
#include <string.h>

/* Strokes of segments: each row of each strip that one crosses, a few pixels at a time. */

#define UNIT 255     /* a pixel, in whole numbers */
#define MOST 15000   /* what is further away is so far away, to fit into 16 bits */
#define AWAY 1000000 /* pixels: further than anything */

/* A segment as its points see it: so far along it, so far beside it. */
typedef struct
{
  float x, y;   /* where it begins */
  float ux, uy; /* its direction, of length 1 */
  float length;
  float reach; /* nothing is covered from here on to its sides */
  /* Of the line along its middle. 0 and far for upright and level ones: where those cross a column
   * or row says nothing. */
  float rise, run;           /* rows per column, columns per row */
  float half_rise, half_run; /* how far to each side a column or row is covered */
  /* In units: */
  gint16 far;  /* reach */
  gint16 most; /* what a pixel in its middle is covered */
  /* How much further along and beside it the pixels to the right are. */
  gint16 along_steps[LANES], beside_steps[LANES];
  /* The part that is drawn, in units: */
  int begin, end;   /* of what is straight; beyond them it is round */
  int flat1, flat2; /* it is cut off there */
  gboolean flat;    /* at one of its ends at least */
} Stroke;

/* Less is no slope. */
#define LEVEL 1e-5f

static void
stroke_init (Stroke *self, const TsLineSegment *segment, double radius)
{
  double dx = segment->x2 - segment->x1, dy = segment->y2 - segment->y1;
  float length = (float) sqrt (dx * dx + dy * dy), inverse = 1 / length;
  float ux = length > 0 ? (float) dx * inverse : 1, uy = length > 0 ? (float) dy * inverse : 0;
  float reach = (float) radius + 0.5f, per_x = 1 / ux, per_y = 1 / uy;
  gboolean upright = fabsf (ux) < LEVEL, level = fabsf (uy) < LEVEL;

  *self = (Stroke){ .x = (float) segment->x1,
                    .y = (float) segment->y1,
                    .ux = ux,
                    .uy = uy,
                    .length = length,
                    .reach = reach,
                    .rise = upright ? 0 : uy * per_x,
                    .run = level ? 0 : ux * per_y,
                    .half_rise = upright ? AWAY : reach * fabsf (per_x),
                    .half_run = level ? AWAY : reach * fabsf (per_y),
                    .far = (gint16) (reach * UNIT),
                    .most = (gint16) (MIN (2 * (float) radius, 1) * UNIT) };
  for (int i = 0; i < LANES; i++)
    {
      self->along_steps[i] = (gint16) (ux * (float) (i * UNIT));
      self->beside_steps[i] = (gint16) (uy * (float) (i * UNIT));
    }
}

static void
stroke_choose (Stroke *self, const TsLinePart *part)
{
  int begin = (int) (CLAMP (part->from, -AWAY, AWAY) * UNIT);
  int end = (int) (CLAMP (part->to, -AWAY, AWAY) * UNIT);

  self->begin = part->flat1 ? -AWAY * UNIT : begin;
  self->end = part->flat2 ? AWAY * UNIT : end;
  self->flat1 = part->flat1 ? begin : -AWAY * UNIT;
  self->flat2 = part->flat2 ? end : AWAY * UNIT;
  self->flat = part->flat1 || part->flat2;
}

static inline gint16
to_lane (int units)
{
  return (gint16) CLAMP (units, -MOST, MOST);
}

/* The length of (x, y), both positive, but for a hundredth. */
static inline gint16
length_of (gint16 x, gint16 y)
{
  gint16 more = MAX (x, y), less = MIN (x, y);
  gint16 flat = (gint16) (more + (less >> 3) + (less >> 4));
  gint16 steep = (gint16) (more - (more >> 3) - (more >> 5) + (less >> 1) + (less >> 4));

  return MAX (flat, steep);
}

/* Takes from values what lies beyond flat ends, of which a pixel may hold both. */
static inline void
cut_off (gint16 *values, const Stroke *stroke, int along)
{
  gint16 begin = to_lane (stroke->flat1 - along - UNIT / 2);
  gint16 end = to_lane (stroke->flat2 - along + UNIT / 2);

  for (int i = 0; i < LANES; i++)
    {
      gint16 behind = (gint16) (stroke->along_steps[i] - begin);
      gint16 before = (gint16) (end - stroke->along_steps[i]);
      int inside = CLAMP (behind, 0, UNIT) + CLAMP (before, 0, UNIT) - UNIT;
      values[i] = (gint16) ((guint16) (values[i] * MAX (inside, 0)) >> 8);
    }
}

/* LANES pixels, of which the first one's middle is there. Each covers as much as if it were a
 * square that stands along the segment, which differs from one that does not by less than the eye
 * can see. Plain loops over whole numbers, for compilers to make vectors of. */
static inline void
cover_pixels (guint8 *covered, const Stroke *stroke, int along, int beside)
{
  gint16 before = to_lane (stroke->begin - along), behind = to_lane (along - stroke->end);
  gint16 aside = to_lane (beside), values[LANES];
  guint8 bytes[LANES];

  for (int i = 0; i < LANES; i++)
    {
      gint16 too_early = (gint16) (before - stroke->along_steps[i]);
      gint16 too_late = (gint16) (behind + stroke->along_steps[i]);
      gint16 beyond = MAX (MAX (too_early, too_late), 0);
      gint16 left = (gint16) (aside - stroke->beside_steps[i]), right = (gint16) -left;
      gint16 value = (gint16) (stroke->far - length_of (beyond, MAX (left, right)));
      values[i] = MAX (MIN (value, stroke->most), 0);
    }
  if (stroke->flat)
    cut_off (values, stroke, along);
  memcpy (bytes, covered, LANES);
  for (int i = 0; i < LANES; i++)
    bytes[i] = MAX (bytes[i], (guint8) values[i]);
  memcpy (covered, bytes, LANES);
}

/* Pixels [from, to) of row y of a strip, and some behind. */
static inline void
cover_row (const Stroke *stroke, guint8 *row, int y, int from, int to)
{
  for (int x = from; x < to; x += LANES)
    {
      float dx = (float) x + 0.5f - stroke->x, dy = (float) y + 0.5f - stroke->y;
      float along = dx * stroke->ux + dy * stroke->uy, beside = dy * stroke->ux - dx * stroke->uy;
      cover_pixels (row + (x & (STRIP_WIDTH - 1)), stroke, (int) (along * UNIT),
                    (int) (beside * UNIT));
    }
}

typedef struct
{
  float left, right, top, bottom;
} Box;

/* Where row y crosses the stroke. */
static float
middle_of_row (const Stroke *stroke, int y)
{
  return stroke->x + ((float) y + 0.5f - stroke->y) * stroke->run;
}

/* Rows first … last of a strip, between left and right. */
static void
cover_rows (const Stroke *stroke, guint8 *row, int first, int last, float left, float right)
{
  for (int y = first; y <= last; y++, row += ROW_SIZE)
    {
      /* Only pixels around where the row crosses the stroke, and whose middle lies within. */
      float middle = middle_of_row (stroke, y);
      int from = (int) (MAX (left, middle - stroke->half_run) + 0.5f);
      int to = (int) (MIN (right, middle + stroke->half_run) + 0.5f);
      cover_row (stroke, row, y, from, to);
    }
}

/* --- steep strokes: few pixels in each of many rows --- */

#define FIXED(x) ((int) ((x) *65536)) /* 16 bits behind the point */

/* When no more of a row lies along the stroke, in pixels, a flat end cuts all of it alike. */
#define UPRIGHT 0.08f

/* Of rows *first … *last those where the ends of the stroke play no part, but for flat ones of
 * upright strokes. FALSE: there are none, or it is not steep, or what it covers there is not all
 * within the row of the strip at left. */
static gboolean
find_plain_rows (const Stroke *stroke, float left, int *first, int *last)
{
  float half = stroke->half_run, margin = (half + 1) * fabsf (stroke->ux), x1, x2, y1, y2;
  float flat_margin = half * fabsf (stroke->ux) < UPRIGHT ? -0.5f : margin + 0.5f;
  float begin
      = MAX ((float) stroke->begin / UNIT + margin, (float) stroke->flat1 / UNIT + flat_margin);
  float end = MIN ((float) stroke->end / UNIT - margin, (float) stroke->flat2 / UNIT - flat_margin);

  if (half > LANES / 2 || begin > end)
    return FALSE;
  y1 = stroke->y + stroke->uy * begin;
  y2 = stroke->y + stroke->uy * end;
  *first = MAX (*first, (int) (MAX (MIN (y1, y2), 0) + 0.5f));
  *last = MIN (*last, (int) (MAX (MAX (y1, y2), 0) + 0.5f) - 1);
  x1 = middle_of_row (stroke, *first);
  x2 = middle_of_row (stroke, *last);
  return *first <= *last && MIN (x1, x2) - half > left + 0.5f
         && MAX (x1, x2) + half < left + ROW_SIZE - 1;
}

/* How much of a row flat ends leave, 0 … 256. */
static inline int
find_share (const Stroke *stroke, int along)
{
  int inside = CLAMP (along - stroke->flat1 + UNIT / 2, 0, UNIT)
               + CLAMP (stroke->flat2 - along + UNIT / 2, 0, UNIT) - UNIT;

  return MAX (inside, 0) + (inside == UNIT);
}

/* Such rows, of the strip that begins at left: cover_rows() takes three times as long for each. */
static void
cover_plain_rows (const Stroke *stroke, guint8 *row, int first, int last, float left)
{
  int middle = FIXED (middle_of_row (stroke, first) - left), run = FIXED (stroke->run);
  int half = FIXED (stroke->half_run), step = (int) (stroke->uy * UNIT);
  int far = stroke->far, most = stroke->most, n = (int) (2 * stroke->half_run) + 1;

  for (int y = first; y <= last; y++, row += ROW_SIZE, middle += run)
    {
      int from = (middle - half + FIXED (0.5)) >> 16, share = 256;
      int beside = ((middle - (from << 16) - FIXED (0.5)) * step) >> 16;
      guint8 *covered = row + from;
      if (stroke->flat)
        share = find_share (stroke, (int) (((float) y + 0.5f - stroke->y) / stroke->uy * UNIT));
      for (int i = 0; i < n; i++, beside -= step)
        {
          int value = MIN (far - ABS (beside), most) * share >> 8;
          covered[i] = (guint8) MAX (covered[i], value);
        }
    }
}

/* --- segments --- */

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
  int first_plain = first, last_plain = last;
  guint8 *rows;

  if (first > last)
    return;
  rows = self->covered + _ts_line_cover_touch (self, strip, first, last) * ROW_SIZE;
  if (!find_plain_rows (stroke, strip_left, &first_plain, &last_plain))
    {
      cover_rows (stroke, rows + first * ROW_SIZE, first, last, left, right);
      return;
    }
  cover_rows (stroke, rows + first * ROW_SIZE, first, first_plain - 1, left, right);
  cover_plain_rows (stroke, rows + first_plain * ROW_SIZE, first_plain, last_plain, strip_left);
  cover_rows (stroke, rows + (last_plain + 1) * ROW_SIZE, last_plain + 1, last, left, right);
}

/* What an end of a stroke reaches. */
static Box
box_of_end (const Stroke *stroke, double along, gboolean flat)
{
  float x = stroke->x + stroke->ux * (float) along, y = stroke->y + stroke->uy * (float) along;
  float ux = fabsf (stroke->ux), uy = fabsf (stroke->uy), reach = stroke->reach;
  float dx = flat ? reach * uy + 0.5f * ux : reach, dy = flat ? reach * ux + 0.5f * uy : reach;

  return (Box){ x - dx, x + dx, y - dy, y + dy };
}

static void
cover_part (TsLineCover *self, Stroke *stroke, const TsLinePart *part)
{
  Box a = box_of_end (stroke, part->from, part->flat1);
  Box b = box_of_end (stroke, part->to, part->flat2);
  Box box = { MAX (MIN (a.left, b.left), 0), MIN (MAX (a.right, b.right), (float) self->width),
              MAX (MIN (a.top, b.top), 0), MIN (MAX (a.bottom, b.bottom), (float) self->height) };

  if (!(box.left < box.right && box.top < box.bottom))
    return;
  stroke_choose (stroke, part);
  for (int strip = (int) box.left >> STRIP_BITS; (float) (strip << STRIP_BITS) < box.right; strip++)
    cover_strip (self, stroke, &box, strip);
}

static TsLineSegment
from_corner (const TsLineCover *self, const TsLineSegment *segment)
{
  return (TsLineSegment){ segment->x1 - self->left, segment->y1 - self->top,
                          segment->x2 - self->left, segment->y2 - self->top };
}

void
ts_line_cover_segment (TsLineCover *self, const TsLineSegment *segment, double radius)
{
  TsLineSegment here = from_corner (self, segment);
  TsLinePart all = { 0 };
  Stroke stroke;

  stroke_init (&stroke, &here, radius);
  all.to = stroke.length;
  cover_part (self, &stroke, &all);
}

void
ts_line_cover_parts (TsLineCover *self,
                     const TsLineSegment *segment,
                     double radius,
                     const TsLinePart *parts,
                     guint n)
{
  TsLineSegment here = from_corner (self, segment);
  Stroke stroke;

  stroke_init (&stroke, &here, radius);
  for (guint i = 0; i < n; i++)
    cover_part (self, &stroke, &parts[i]);
}
