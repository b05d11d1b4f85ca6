/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/line-plot-private.h"

#include <math.h>

/* A dense line as one upright bar for each device pixel column: what a stroke through its points
 * would cover, at a hundredth of the cost (Cairo's strokes take 0.3 s for a line of noise). */
#define LEVELS 4 /* of smoothed ends: 1/4, 2/4, 3/4, whole */

typedef struct
{
  double x, y, height;
} Bar;

typedef struct
{
  const TsLinePixels *pixels; /* NULL: bars are collected for Cairo */
  TsColor color;
  int x;                /* of column 0, in pixels */
  GArray *bars[LEVELS]; /* by how much of their pixels is covered, the last all of them */
  double left, step;    /* of columns, in logical pixels */
  double half;          /* of the line's width */
  double *low, *high;
  guint n;
  guint first, last; /* columns with something in them, first > last: none */
} Columns;

static void
cover (Columns *self, int column, double y1, double y2)
{
  if (column < 0 || column >= (int) self->n)
    return;
  self->low[column] = MIN (self->low[column], MIN (y1, y2));
  self->high[column] = MAX (self->high[column], MAX (y1, y2));
  self->first = MIN (self->first, (guint) column);
  self->last = MAX (self->last, (guint) column);
}

/* What the segment covers of each column that it passes. */
static void
cover_segment (Columns *self, double x1, double y1, double x2, double y2)
{
  int from = (int) CLAMP (floor ((x1 - self->left) / self->step), -1, self->n);
  int to = (int) CLAMP (floor ((x2 - self->left) / self->step), -1, self->n);
  double slope = x2 > x1 ? (y2 - y1) / (x2 - x1) : 0, y = y1;

  for (int column = from; column < to; column++)
    {
      double next = y1 + slope * (self->left + (column + 1) * self->step - x1);
      if (column >= 0)
        cover (self, column, y, next);
      y = next;
    }
  cover (self, to, y, y2);
}

static void
add_bar (Columns *self, guint level, double x, double y, double height)
{
  Bar bar = { x, y, height };

  if (level > 0 && height > 0)
    g_array_append_val (self->bars[level - 1], bar);
}

/* Cuts a bar at whole device pixels, which Cairo fills many times faster than others; its two ends
 * are pixels with a part of the colour. */
static void
split_bar (Columns *self, double x, double low, double high)
{
  double top = low / self->step, bottom = high / self->step;
  double from = ceil (top), to = floor (bottom);

  if (to < from)
    {
      add_bar (self, (guint) round ((bottom - top) * LEVELS), x, to * self->step, self->step);
      return;
    }
  add_bar (self, (guint) round ((from - top) * LEVELS), x, (from - 1) * self->step, self->step);
  add_bar (self, LEVELS, x, from * self->step, (to - from) * self->step);
  add_bar (self, (guint) round ((bottom - to) * LEVELS), x, to * self->step, self->step);
}

/* Ends a run. */
static void
flush (Columns *self)
{
  for (guint i = self->first; i <= self->last && i < self->n; i++)
    {
      if (self->low[i] <= self->high[i] && self->pixels != NULL)
        ts_line_pixels_bar (self->pixels, &self->color, self->x + (int) i,
                            (self->low[i] - self->half) / self->step,
                            (self->high[i] + self->half) / self->step);
      else if (self->low[i] <= self->high[i])
        split_bar (self, self->left + i * self->step, self->low[i] - self->half,
                   self->high[i] + self->half);
      self->low[i] = INFINITY;
      self->high[i] = -INFINITY;
    }
  self->first = G_MAXUINT;
  self->last = 0;
}

static void
fill_bars (Columns *self, cairo_t *cr, const TsColor *color)
{
  for (guint level = 0; level < LEVELS; level++)
    {
      TsColor part = ts_color_with_alpha (color, color->a * (level + 1) / LEVELS);
      for (guint i = 0; i < self->bars[level]->len; i++)
        {
          const Bar *bar = &g_array_index (self->bars[level], Bar, i);
          cairo_rectangle (cr, bar->x, bar->y, self->step, bar->height);
        }
      ts_color_set_source (&part, cr);
      cairo_fill (cr);
      g_array_unref (self->bars[level]);
    }
}

static double
y_of (const TsM4Input *input, const TsLineY *to_y, guint index)
{
  const TsLineLayout *layout = to_y->layout;
  double height = layout->bottom - layout->top;

  return CLAMP (ts_line_y_at (to_y, input->values[index]), layout->top - height,
                layout->bottom + height);
}

void
ts_line_fill_columns (cairo_t *cr,
                      const TsLinePixels *pixels,
                      const TsM4 *m4,
                      const TsM4Input *input,
                      const TsLineLayout *layout,
                      double scale,
                      const TsStroke *stroke)
{
  Columns columns = { .pixels = pixels,
                      .color = stroke->color,
                      .left = layout->left,
                      .step = 1 / scale,
                      .half = stroke->width / 2,
                      .first = G_MAXUINT };
  TsLineY mapping = ts_line_y_of (layout);
  double x = 0, y = 0;

  columns.x = (int) rint (layout->left * scale);
  columns.n = (guint) ceil ((layout->right - layout->left) * scale);
  columns.low = g_new (double, columns.n);
  columns.high = g_new (double, columns.n);
  for (guint level = 0; level < LEVELS; level++)
    columns.bars[level] = g_array_new (FALSE, FALSE, sizeof (Bar));
  for (guint i = 0; i < columns.n; i++)
    {
      columns.low[i] = INFINITY;
      columns.high[i] = -INFINITY;
    }
  for (guint i = 0; i < m4->points->len; i++)
    {
      const TsM4Point *point = &g_array_index (m4->points, TsM4Point, i);
      guint place = input->places != NULL ? input->places[point->index] : point->index;
      double to_x = ts_line_layout_x (layout, place + 0.5);
      double to_y = y_of (input, &mapping, point->index);
      if (point->start)
        flush (&columns);
      else
        cover_segment (&columns, x, y, to_x, to_y);
      x = to_x;
      y = to_y;
    }
  flush (&columns);
  fill_bars (&columns, cr, &stroke->color);
  g_free (columns.low);
  g_free (columns.high);
}
