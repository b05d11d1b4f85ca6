/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/lines/line-plot-private.h"

#include <math.h>

/* From so many pixels between two points on, every point gets a dot. */
#define ROOM_FOR_DOTS 9.0
#define DOT_RADIUS    2.2
/* With more points than this in a pixel column, lines are drawn as bars. Dashes would be noise. */
#define DENSE 2

/* So far beside the chart nothing of a line is seen. */
#define MARGIN 8.0
/* So far Cairo can count (in 24.8 fixed point); nearer its dashes are not cut. */
#define FAR 1e6

typedef struct
{
  cairo_t *cr;
  const TsM4Input *input;
  const TsLineLayout *layout;
  const TsStroke *stroke;
  TsLineY y_of;
  double scale;
  const TsLinePixels *pixels; /* NULL: only Cairo draws */
  TsLineCover *cover;
  TsLineDash dash;
  double low, high; /* y beyond these is cut off */
  double x, y;      /* the last point */
} Pen;

static double
point_x (const Pen *pen, guint index)
{
  const guint *places = pen->input->places;

  return ts_line_layout_x (pen->layout, (places != NULL ? places[index] : index) + 0.5);
}

static double
y_of (const Pen *pen, double value)
{
  /* Seen from where the cut is made below, that is as good as infinite. */
  return CLAMP (_ts_line_y_at (&pen->y_of, value), -1e12, 1e12);
}

static double
point_y (const Pen *pen, guint index)
{
  return y_of (pen, pen->input->values[index]);
}

/* --- strokes --- */

/* Narrows *begin … *end, parts of the way from a to b, to what lies within low … high. */
static gboolean
cut (double a, double b, double low, double high, double *begin, double *end)
{
  double to_low, to_high;

  if (MIN (a, b) >= low && MAX (a, b) <= high)
    return TRUE;
  if (a == b)
    return FALSE;
  to_low = (low - a) / (b - a);
  to_high = (high - a) / (b - a);
  *begin = MAX (*begin, MIN (to_low, to_high));
  *end = MIN (*end, MAX (to_low, to_high));
  return *begin <= *end;
}

static void
move_to (Pen *pen, double x, double y)
{
  pen->x = x;
  pen->y = y;
  if (pen->pixels != NULL)
    ts_line_dash_start (&pen->dash);
  else
    cairo_move_to (pen->cr, x, CLAMP (y, pen->low, pen->high));
}

/* The part from begin to end of the way to (x, y). */
static void
cover_part_of_line (Pen *pen, double x, double y, double begin, double end)
{
  double x1 = pen->x * pen->scale, dx = x * pen->scale - x1;
  double y1 = pen->y * pen->scale, dy = y * pen->scale - y1;
  double radius = pen->stroke->width / 2 * pen->scale;
  TsLineSegment all = { x1, y1, x1 + dx, y1 + dy };
  TsLineSegment seen = { x1 + begin * dx, y1 + begin * dy, x1 + end * dx, y1 + end * dy };

  if (pen->dash.lengths != NULL)
    ts_line_dash_cover (&pen->dash, pen->cover, &all, begin, end, radius);
  else if (begin <= end)
    ts_line_cover_segment (pen->cover, &seen, radius);
}

static void
add_part_of_line (Pen *pen, double x, double y, double begin, double end)
{
  double dx = x - pen->x, dy = y - pen->y;

  if (begin > 0)
    cairo_move_to (pen->cr, pen->x + begin * dx, pen->y + begin * dy);
  if (begin <= end)
    cairo_line_to (pen->cr, pen->x + end * dx, pen->y + end * dy);
}

/* A segment to (x, y), cut where it leaves the picture so that the slope of what is seen stays
 * exact. */
static void
line_to (Pen *pen, double x, double y)
{
  const TsLineLayout *layout = pen->layout;
  double margin = pen->pixels != NULL ? MARGIN : FAR, begin = 0, end = 1;

  if (!cut (pen->x, x, layout->left - margin, layout->right + margin, &begin, &end)
      || !cut (pen->y, y, pen->low, pen->high, &begin, &end))
    begin = 1, end = 0;
  if (pen->pixels != NULL)
    cover_part_of_line (pen, x, y, begin, end);
  else
    add_part_of_line (pen, x, y, begin, end);
  pen->x = x;
  pen->y = y;
}

static void
add_lines (Pen *pen, const TsM4 *m4)
{
  for (guint i = 0; i < m4->points->len; i++)
    {
      const TsM4Point *point = &g_array_index (m4->points, TsM4Point, i);
      if (point->start)
        move_to (pen, point_x (pen, point->index), point_y (pen, point->index));
      else
        line_to (pen, point_x (pen, point->index), point_y (pen, point->index));
    }
}

/* A path so many times as long as the chart is wide fills it: its smooth edges are not seen, and
 * upright bars cost less. */
#define LONG_PATH 20

static gboolean
is_long (const Pen *pen, const TsM4 *m4)
{
  double length = 0, y = 0;

  for (guint i = 0; i < m4->points->len; i++)
    {
      const TsM4Point *point = &g_array_index (m4->points, TsM4Point, i);
      double to = CLAMP (point_y (pen, point->index), pen->low, pen->high);
      length += point->start ? 0 : fabs (to - y);
      y = to;
    }
  return length > LONG_PATH * (pen->layout->right - pen->layout->left);
}

static void
add_dot (Pen *pen, guint index)
{
  double x = point_x (pen, index), y = point_y (pen, index), scale = pen->scale;
  TsLineSegment dot = { x * scale, y * scale, x * scale, y * scale };

  if (y < pen->low || y > pen->high)
    return;
  if (pen->pixels != NULL)
    {
      ts_line_cover_segment (pen->cover, &dot, DOT_RADIUS * scale);
      return;
    }
  cairo_new_sub_path (pen->cr);
  cairo_arc (pen->cr, x, y, DOT_RADIUS, 0, 2 * G_PI);
}

static void
add_dots (Pen *pen, const TsM4 *m4)
{
  double room = (pen->layout->right - pen->layout->left) / (pen->layout->last - pen->layout->first);

  for (guint i = 0; room >= ROOM_FOR_DOTS && i < m4->points->len; i++)
    add_dot (pen, g_array_index (m4->points, TsM4Point, i).index);
  for (guint i = 0; i < m4->specks->len; i++)
    {
      const TsM4Speck *speck = &g_array_index (m4->specks, TsM4Speck, i);
      if (speck->low == speck->high)
        add_dot (pen, speck->index);
    }
}

/* Runs of two points within one pixel column. */
static void
add_short_lines (Pen *pen, const TsM4 *m4)
{
  for (guint i = 0; i < m4->specks->len; i++)
    {
      const TsM4Speck *speck = &g_array_index (m4->specks, TsM4Speck, i);
      double x = point_x (pen, speck->index);
      if (speck->low == speck->high)
        continue;
      move_to (pen, x, y_of (pen, speck->low));
      line_to (pen, x, y_of (pen, speck->high));
    }
}

static void
stroke_smoothly (Pen *pen, const TsM4 *m4)
{
  cairo_t *cr = pen->cr;

  ts_line_dash_init (&pen->dash, pen->stroke->dash, pen->scale);
  cairo_set_line_width (cr, pen->stroke->width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  /* A run of two points is longer than a pixel at least. */
  cairo_set_line_cap (cr, pen->stroke->dash == 0 ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  ts_line_set_dash (cr, pen->stroke->dash);
  add_lines (pen, m4);
  add_short_lines (pen, m4);
  cairo_stroke (cr);
  add_dots (pen, m4);
  cairo_fill (cr);
}

void
_ts_line_stroke (TsLinePlot *self,
                 cairo_t *cr,
                 const TsM4Input *input,
                 const TsLineLayout *layout,
                 double scale,
                 const TsStroke *stroke)
{
  double height = layout->bottom - layout->top;
  Pen pen = { .cr = cr,
              .input = input,
              .layout = layout,
              .stroke = stroke,
              .y_of = _ts_line_y_of (layout),
              .scale = scale,
              .cover = self->cover,
              .low = layout->top - height,
              .high = layout->bottom + height };
  TsLinePixels pixels;
  guint columns = (guint) MAX (ceil ((layout->right - layout->left) * scale), 1);
  TsM4 *m4 = self->m4;

  ts_m4_reduce (m4, input, layout->first, layout->last, columns);
  pen.pixels = ts_line_pixels_begin (&pixels, cr, scale) ? &pixels : NULL;
  if (pen.pixels != NULL)
    ts_line_cover_begin (self->cover, pen.pixels);
  cairo_save (cr);
  ts_color_set_source (&stroke->color, cr);
  if (m4->most > DENSE || (is_long (&pen, m4) && m4->points->len > columns / 8))
    _ts_line_fill_columns (self, cr, pen.pixels != NULL, input, layout, scale, stroke);
  else
    stroke_smoothly (&pen, m4);
  if (pen.pixels != NULL)
    {
      ts_line_cover_paint (self->cover, pen.pixels, &stroke->color);
      ts_line_pixels_end (&pixels);
    }
  cairo_restore (cr);
}
