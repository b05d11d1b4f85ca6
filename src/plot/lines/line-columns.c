/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/lines/line-plot-private.h"

#include <math.h>

/* A dense line as one upright bar for each device pixel column: what a stroke through its points
 * would cover, at a fraction of the cost. */

/* Where bars go: to the cover, or with Cairo on everything that has no pixels. */
#define LEVELS 4 /* of smoothed ends for Cairo: 1/4, 2/4, 3/4, whole */

typedef struct
{
  double x, y, height;
} Bar;

typedef struct
{
  TsLineCover *cover;   /* NULL: bars are collected for Cairo */
  int x;                /* of column 0, in pixels */
  GArray *bars[LEVELS]; /* by how much of their pixels is covered, the last all of them */
  double left, step;    /* of columns, in logical pixels */
} Bars;

static void
bars_init (Bars *self, TsLineCover *cover, const TsLineLayout *layout, double scale)
{
  *self = (Bars){ .cover = cover, .left = layout->left, .step = 1 / scale };
  self->x = (int) rint (layout->left * scale);
  for (guint level = 0; level < LEVELS && cover == NULL; level++)
    self->bars[level] = g_array_new (FALSE, FALSE, sizeof (Bar));
}

static void
add_part (Bars *self, guint level, double x, double y, double height)
{
  Bar bar = { x, y, height };

  if (level > 0 && height > 0)
    g_array_append_val (self->bars[level - 1], bar);
}

/* Cuts a bar at whole device pixels, which Cairo fills many times faster than others; its two ends
 * are pixels with a part of the colour. */
static void
split_bar (Bars *self, double x, double low, double high)
{
  double top = low / self->step, bottom = high / self->step;
  double from = ceil (top), to = floor (bottom);

  if (to < from)
    {
      add_part (self, (guint) round ((bottom - top) * LEVELS), x, to * self->step, self->step);
      return;
    }
  add_part (self, (guint) round ((from - top) * LEVELS), x, (from - 1) * self->step, self->step);
  add_part (self, LEVELS, x, from * self->step, (to - from) * self->step);
  add_part (self, (guint) round ((bottom - to) * LEVELS), x, to * self->step, self->step);
}

static void
add_bar (Bars *self, guint column, double low, double high)
{
  if (self->cover != NULL)
    ts_line_cover_bar (self->cover, self->x + (int) column, low / self->step, high / self->step);
  else
    split_bar (self, self->left + column * self->step, low, high);
}

static void
fill_bars (Bars *self, cairo_t *cr, const TsColor *color)
{
  for (guint level = 0; level < LEVELS && self->cover == NULL; level++)
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

/* What is drawn, and where. */
typedef struct
{
  const TsM4 *m4;
  const TsM4Input *input;
  const TsLineLayout *layout;
  TsLineY y_of;
  double half; /* of the line's width */
  guint n;     /* columns */
  Bars bars;
} Dense;

static double
y_of (const Dense *self, double value)
{
  const TsLineLayout *layout = self->layout;
  double height = layout->bottom - layout->top;

  return CLAMP (_ts_line_y_at (&self->y_of, value), layout->top - height, layout->bottom + height);
}

/* --- runs that reach over more than one column --- */

typedef struct
{
  double *low, *high; /* of each column */
  guint first, last;  /* columns with something in them, first > last: none */
} Run;

static void
widen (Run *run, const Dense *self, int column, double y1, double y2)
{
  if (column < 0 || column >= (int) self->n)
    return;
  run->low[column] = MIN (run->low[column], MIN (y1, y2));
  run->high[column] = MAX (run->high[column], MAX (y1, y2));
  run->first = MIN (run->first, (guint) column);
  run->last = MAX (run->last, (guint) column);
}

/* The column at x, -1 or n beside all of them. */
static int
column_at (const Dense *self, double x)
{
  double column = (x - self->bars.left) / self->bars.step;

  return (int) (CLAMP (column, -1, self->n) + 1) - 1;
}

/* What the segment covers of each column that it passes. */
static void
add_segment (Run *run, const Dense *self, double x1, double y1, double x2, double y2)
{
  int from = column_at (self, x1), to = column_at (self, x2);
  double slope = from < to ? (y2 - y1) / (x2 - x1) : 0, y = y1;

  for (int column = from; column < to; column++)
    {
      double next = y1 + slope * (self->bars.left + (column + 1) * self->bars.step - x1);
      widen (run, self, column, y, next);
      y = next;
    }
  widen (run, self, to, y, y2);
}

static void
end_run (Run *run, Dense *self)
{
  for (guint i = run->first; i <= run->last && i < self->n; i++)
    {
      if (run->low[i] <= run->high[i])
        add_bar (&self->bars, i, run->low[i] - self->half, run->high[i] + self->half);
      run->low[i] = INFINITY;
      run->high[i] = -INFINITY;
    }
  run->first = G_MAXUINT;
  run->last = 0;
}

static void
add_runs (Dense *self)
{
  g_autofree double *low = g_new (double, self->n), *high = g_new (double, self->n);
  Run run = { low, high, 0, self->n - 1 };
  double x = 0, y = 0;

  for (guint i = 0; i < self->n; i++)
    low[i] = INFINITY, high[i] = -INFINITY;
  run.first = G_MAXUINT;
  run.last = 0;
  for (guint i = 0; i < self->m4->points->len; i++)
    {
      const TsM4Point *point = &g_array_index (self->m4->points, TsM4Point, i);
      const guint *places = self->input->places;
      guint place = places != NULL ? places[point->index] : point->index;
      double to_x = ts_line_layout_x (self->layout, place + 0.5);
      double to_y = y_of (self, self->input->values[point->index]);
      if (point->start)
        end_run (&run, self);
      else
        add_segment (&run, self, x, y, to_x, to_y);
      x = to_x;
      y = to_y;
    }
  end_run (&run, self);
}

/* --- specks, runs within one column --- */

/* The specks of one column. */
typedef struct
{
  int *steps; /* how many more cover each row than the one above */
  int n_rows;
  int first, last; /* rows with a step; first > last: none */
} Rows;

static void
add_speck (Rows *rows, const Dense *self, const TsM4Speck *speck)
{
  double scale = 1 / self->bars.step;
  double top = (y_of (self, speck->high) - 0.5 - self->layout->top) * scale;
  double bottom = (y_of (self, speck->low) + 0.5 - self->layout->top) * scale;
  int from, to;

  if (bottom <= 0 || top >= rows->n_rows)
    return;
  from = (int) MAX (top, 0);
  to = (int) MIN (bottom, rows->n_rows - 1) + 1;
  rows->steps[from]++;
  rows->steps[to]--;
  rows->first = MIN (rows->first, from);
  rows->last = MAX (rows->last, to);
}

/* The first row from that one on with a step; behind the last one there is none. */
static int
find_step (const Rows *rows, int row)
{
  const int *steps = rows->steps;

  while (row + 3 <= rows->last
         && (steps[row] | steps[row + 1] | steps[row + 2] | steps[row + 3]) == 0)
    row += 4;
  while (row <= rows->last && steps[row] == 0)
    row++;
  return row;
}

/* One bar for all rows that follow each other. */
static void
end_column (Rows *rows, Dense *self, guint column)
{
  int depth = 0, from = 0;

  for (int row = rows->first; (row = find_step (rows, row)) <= rows->last; row++)
    {
      if (depth == 0)
        from = row;
      depth += rows->steps[row];
      rows->steps[row] = 0;
      if (depth == 0)
        add_bar (&self->bars, column, self->layout->top + from * self->bars.step,
                 self->layout->top + row * self->bars.step);
    }
  rows->first = G_MAXINT;
  rows->last = -1;
}

/* Thousands of runs too short for a line: whole rows are counted first, so that bars do not grow
 * with their number. */
static void
add_specks (Dense *self)
{
  const GArray *specks = self->m4->specks;
  Rows rows = { .first = G_MAXINT, .last = -1 };
  g_autofree int *steps = NULL;

  rows.n_rows = (int) ceil ((self->layout->bottom - self->layout->top) / self->bars.step);
  rows.steps = steps = g_new0 (int, rows.n_rows + 1);
  for (guint i = 0; i < specks->len; i++)
    {
      const TsM4Speck *speck = &g_array_index (specks, TsM4Speck, i);
      add_speck (&rows, self, speck);
      if (i + 1 == specks->len || speck[1].column != speck->column)
        end_column (&rows, self, speck->column);
    }
}

void
_ts_line_fill_columns (TsLinePlot *plot,
                       cairo_t *cr,
                       gboolean has_pixels,
                       const TsM4Input *input,
                       const TsLineLayout *layout,
                       double scale,
                       const TsStroke *stroke)
{
  Dense dense = { .m4 = plot->m4,
                  .input = input,
                  .layout = layout,
                  .y_of = _ts_line_y_of (layout),
                  .half = stroke->width / 2 };

  dense.n = (guint) ceil ((layout->right - layout->left) * scale);
  bars_init (&dense.bars, has_pixels ? plot->cover : NULL, layout, scale);
  add_runs (&dense);
  add_specks (&dense);
  fill_bars (&dense.bars, cr, &stroke->color);
}
