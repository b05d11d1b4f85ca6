/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/line-plot-private.h"

#include <math.h>

/* From so many pixels between two points on, every point gets a dot. */
#define ROOM_FOR_DOTS 9.0
#define DOT_RADIUS    2.2
/* With more points than this in a pixel column, lines are drawn as bars. Dashes would be noise. */
#define DENSE 2

typedef struct
{
  cairo_t *cr;
  const TsM4Input *input;
  const TsLineLayout *layout;
  TsLineY y_of;
  double scale;
  const TsLinePixels *pixels; /* NULL: only Cairo draws */
  double low, high;           /* y beyond these is cut off */
  double x, y;                /* the last point */
} Pen;

void
ts_line_set_dash (cairo_t *cr, guint dash)
{
  static const double patterns[][6] = {
    { 7, 3 },        { 2, 2.5 }, { 8, 3, 2, 3 },       { 12, 4 },       { 4, 2 },
    { 12, 3, 2, 3 }, { 2, 5 },   { 8, 2, 2, 2, 2, 2 }, { 16, 3, 4, 3 },
  };
  static const int lengths[] = { 2, 2, 4, 2, 2, 4, 2, 6, 4 };

  if (dash == 0)
    cairo_set_dash (cr, NULL, 0, 0);
  else
    {
      guint i = (dash - 1) % G_N_ELEMENTS (lengths);
      cairo_set_dash (cr, patterns[i], lengths[i], 0);
    }
}

static double
point_x (const Pen *pen, guint index)
{
  const guint *places = pen->input->places;

  return ts_line_layout_x (pen->layout, (places != NULL ? places[index] : index) + 0.5);
}

static double
point_y (const Pen *pen, guint index)
{
  double y = ts_line_y_at (&pen->y_of, pen->input->values[index]);

  /* Cairo counts in 24.8 fixed point; where the cut is made below, ±1e6 is far outside. */
  return CLAMP (y, -1e15, 1e15);
}

static void
move_to (Pen *pen, double x, double y)
{
  pen->x = x;
  pen->y = y;
  cairo_move_to (pen->cr, x, CLAMP (y, pen->low, pen->high));
}

static double
x_where (double x1, double y1, double x2, double y2, double y)
{
  return x1 + (x2 - x1) * ((y - y1) / (y2 - y1));
}

/* A segment to (x, y), cut at low and high so that the slope of what is seen stays exact. */
static void
line_to (Pen *pen, double x, double y)
{
  double x1 = pen->x, y1 = pen->y;
  double edge;

  pen->x = x;
  pen->y = y;
  if (y1 < pen->low || y1 > pen->high)
    {
      edge = y1 < pen->low ? pen->low : pen->high;
      if ((y - edge) * (y1 - edge) >= 0)
        {
          cairo_move_to (pen->cr, x, edge);
          return;
        }
      cairo_move_to (pen->cr, x_where (x1, y1, x, y, edge), edge);
    }
  if (y < pen->low || y > pen->high)
    {
      edge = y < pen->low ? pen->low : pen->high;
      cairo_line_to (pen->cr, x_where (x1, y1, x, y, edge), edge);
      return;
    }
  cairo_line_to (pen->cr, x, y);
}

static void
stroke_lines (Pen *pen, const TsM4 *m4)
{
  for (guint i = 0; i < m4->points->len; i++)
    {
      const TsM4Point *point = &g_array_index (m4->points, TsM4Point, i);
      if (point->start)
        move_to (pen, point_x (pen, point->index), point_y (pen, point->index));
      else
        line_to (pen, point_x (pen, point->index), point_y (pen, point->index));
    }
  cairo_stroke (pen->cr);
}

/* A path so many times as long as the chart is wide fills it: a stroke of it costs Cairo tens of
 * milliseconds, and its smooth edges are not seen. */
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
  double x = point_x (pen, index), y = point_y (pen, index);

  if (y < pen->low || y > pen->high)
    return;
  cairo_new_sub_path (pen->cr);
  cairo_arc (pen->cr, x, y, DOT_RADIUS, 0, 2 * G_PI);
}

static void
fill_dots (Pen *pen, const TsM4 *m4)
{
  double room = (pen->layout->right - pen->layout->left) / (pen->layout->last - pen->layout->first);

  for (guint i = 0; room >= ROOM_FOR_DOTS && i < m4->points->len; i++)
    add_dot (pen, g_array_index (m4->points, TsM4Point, i).index);
  for (guint i = 0; i < m4->specks->len; i++)
    {
      const TsM4Speck *speck = &g_array_index (m4->specks, TsM4Speck, i);
      if (speck->low == speck->high)
        add_dot (pen, speck->low);
    }
  cairo_fill (pen->cr);
}

/* --- specks of dense lines --- */

/* The specks of one column, as rows of device pixels that are covered. */
typedef struct
{
  guint8 *covered;
  guint n_rows;
  double top;        /* of row 0 */
  guint first, last; /* covered rows; first > last: none */
} Column;

static void
cover (Column *column, const Pen *pen, double y1, double y2)
{
  double top = MIN (y1, y2) - 0.5, bottom = MAX (y1, y2) + 0.5;
  int from = (int) floor ((CLAMP (top, pen->low, pen->high) - column->top) * pen->scale);
  int to = (int) ceil ((CLAMP (bottom, pen->low, pen->high) - column->top) * pen->scale);

  from = MAX (from, 0);
  to = MIN (to, (int) column->n_rows);
  if (from >= to)
    return;
  memset (column->covered + from, 1, (gsize) (to - from));
  column->first = MIN (column->first, (guint) from);
  column->last = MAX (column->last, (guint) to - 1);
}

static void
flush_column (Column *column, const Pen *pen, const TsColor *color, guint at)
{
  int left = (int) rint (pen->layout->left * pen->scale) + (int) at;
  int top = (int) rint (column->top * pen->scale);
  double x = pen->layout->left + at / pen->scale;

  for (guint row = column->first; row <= column->last; row++)
    {
      guint from = row;
      while (row <= column->last && column->covered[row])
        row++;
      if (row > from && pen->pixels != NULL)
        ts_line_pixels_rows (pen->pixels, color, left, top + (int) from, top + (int) row);
      else if (row > from)
        cairo_rectangle (pen->cr, x, column->top + from / pen->scale, 1 / pen->scale,
                         (row - from) / pen->scale);
    }
  if (column->first <= column->last)
    memset (column->covered + column->first, 0, column->last - column->first + 1);
  column->first = G_MAXUINT;
  column->last = 0;
}

/* Thousands of runs too short for a line: pixels are marked first, so that the effort does not grow
 * with their number. */
static void
fill_specks (Pen *pen, const TsM4 *m4, const TsColor *color)
{
  const TsLineLayout *layout = pen->layout;
  Column column = { .top = layout->top, .first = G_MAXUINT };
  guint at = G_MAXUINT;

  column.n_rows = (guint) ceil ((layout->bottom - layout->top) * pen->scale);
  column.covered = g_new0 (guint8, column.n_rows + 1);
  for (guint i = 0; i < m4->specks->len; i++)
    {
      const TsM4Speck *speck = &g_array_index (m4->specks, TsM4Speck, i);
      double y;
      if (at != G_MAXUINT && at != speck->column)
        flush_column (&column, pen, color, at);
      at = speck->column;
      y = point_y (pen, speck->low);
      cover (&column, pen, y, speck->low == speck->high ? y : point_y (pen, speck->high));
    }
  if (at != G_MAXUINT)
    flush_column (&column, pen, color, at);
  cairo_save (pen->cr);
  cairo_set_antialias (pen->cr, CAIRO_ANTIALIAS_NONE);
  cairo_fill (pen->cr);
  cairo_restore (pen->cr);
  g_free (column.covered);
}

void
ts_line_stroke (cairo_t *cr,
                TsM4 *m4,
                const TsM4Input *input,
                const TsLineLayout *layout,
                double scale,
                const TsStroke *stroke)
{
  double height = layout->bottom - layout->top;
  Pen pen = { .cr = cr,
              .input = input,
              .layout = layout,
              .y_of = ts_line_y_of (layout),
              .scale = scale,
              .low = layout->top - height,
              .high = layout->bottom + height };
  TsLinePixels pixels;
  gboolean dense;
  guint columns = (guint) MAX (ceil ((layout->right - layout->left) * scale), 1);

  ts_m4_reduce (m4, input, layout->first, layout->last, columns);
  dense = m4->most > DENSE || (is_long (&pen, m4) && m4->points->len > columns / 8);
  cairo_save (cr);
  ts_color_set_source (&stroke->color, cr);
  if (dense)
    {
      pen.pixels = ts_line_pixels_begin (&pixels, cr, scale) ? &pixels : NULL;
      ts_line_fill_columns (cr, pen.pixels, m4, input, layout, scale, stroke);
      ts_color_set_source (&stroke->color, cr);
      fill_specks (&pen, m4, &stroke->color);
      if (pen.pixels != NULL)
        ts_line_pixels_end (&pixels);
    }
  else
    {
      cairo_set_line_width (cr, stroke->width);
      cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
      ts_line_set_dash (cr, stroke->dash);
      stroke_lines (&pen, m4);
      fill_dots (&pen, m4);
    }
  cairo_restore (cr);
}
