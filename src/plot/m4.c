/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/m4.h"

#include "model/cell-state.h"

#include <math.h>

/* The piece of the current run that lies in the current column. */
typedef struct
{
  TsM4 *m4;
  gboolean in_run;
  gboolean run_emitted; /* points of this run are in the array already */
  guint first, low, high, last;
} Reducer;

TsM4 *
ts_m4_new (void)
{
  TsM4 *self = g_new0 (TsM4, 1);

  self->points = g_array_new (FALSE, FALSE, sizeof (TsM4Point));
  self->specks = g_array_new (FALSE, FALSE, sizeof (TsM4Speck));
  return self;
}

void
ts_m4_free (TsM4 *self)
{
  g_array_unref (self->points);
  g_array_unref (self->specks);
  g_free (self);
}

static inline gboolean
is_number (const TsM4Input *input, guint i)
{
  return ts_cell_state (input->states[i]) == TS_CELL_NUMBER && input->values[i] > input->above;
}

/* The first point at or beyond place. */
static guint
lower_bound (const TsM4Input *input, double place)
{
  guint low = 0, high = input->n;

  if (input->places == NULL)
    return (guint) CLAMP (ceil (place - 0.5), 0.0, (double) input->n);
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (input->places[middle] + 0.5 < place)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
ts_m4_find (const TsM4Input *input, double first, double last, guint *begin, guint *end)
{
  *begin = lower_bound (input, first);
  *end = MAX (*begin, lower_bound (input, nextafter (last, INFINITY)));
}

static void
add_point (Reducer *self, guint index)
{
  TsM4Point point = { index, !self->run_emitted };

  g_array_append_val (self->m4->points, point);
  self->run_emitted = TRUE;
}

/* Ends the piece: at most four points, in the order of their places. */
static void
flush_piece (Reducer *self)
{
  guint near = MIN (self->low, self->high), far = MAX (self->low, self->high);

  add_point (self, self->first);
  if (near != self->first && near != self->last)
    add_point (self, near);
  if (far != self->first && far != self->last && far != near)
    add_point (self, far);
  if (self->last != self->first)
    add_point (self, self->last);
}

static void
end_run (Reducer *self, guint column)
{
  TsM4Speck speck = { column, self->low, self->high };

  if (self->run_emitted)
    flush_piece (self);
  else
    g_array_append_val (self->m4->specks, speck);
  self->in_run = FALSE;
}

static void
start_piece (Reducer *self, guint i)
{
  self->first = self->low = self->high = self->last = i;
}

/* One column's points; TRUE when a run goes on behind them. */
static void
reduce_column (Reducer *self, const TsM4Input *input, guint column, guint begin, guint end)
{
  const double *values = input->values;
  gboolean fresh = TRUE; /* the current run has no point in this column yet */

  for (guint i = begin; i < end; i++)
    {
      if (!is_number (input, i))
        {
          if (self->in_run)
            {
              if (fresh)
                self->in_run = FALSE; /* it ended exactly at the border */
              else
                end_run (self, column);
            }
          continue;
        }
      if (!self->in_run || fresh)
        {
          if (!self->in_run)
            self->run_emitted = FALSE;
          self->in_run = TRUE;
          fresh = FALSE;
          start_piece (self, i);
          continue;
        }
      if (values[i] < values[self->low])
        self->low = i;
      else if (values[i] > values[self->high])
        self->high = i;
      self->last = i;
    }
  if (!self->in_run || fresh)
    return;
  /* Does the run end with the column? Then a run of this column alone is a speck. */
  if (end < input->n && is_number (input, end))
    flush_piece (self);
  else
    end_run (self, column);
}

/* The point before or behind the picture, so that the line runs to its edge. */
static void
reduce_neighbour (Reducer *self, const TsM4Input *input, guint i, guint column)
{
  reduce_column (self, input, column, i, i + 1);
}

void
ts_m4_reduce (TsM4 *self, const TsM4Input *input, double first, double last, guint n_columns)
{
  Reducer reducer = { .m4 = self };
  double width = (last - first) / MAX (n_columns, 1);
  guint begin, end, from;

  g_array_set_size (self->points, 0);
  g_array_set_size (self->specks, 0);
  self->most = 0;
  if (!(width > 0) || n_columns == 0)
    return;
  ts_m4_find (input, first, last, &begin, &end);
  if (begin > 0 && begin < input->n && is_number (input, begin - 1) && is_number (input, begin))
    reduce_neighbour (&reducer, input, begin - 1, 0);
  from = begin;
  for (guint column = 0; column < n_columns && from < end; column++)
    {
      guint to = column + 1 == n_columns ? end : lower_bound (input, first + (column + 1) * width);
      to = CLAMP (to, from, end);
      if (to == from)
        continue;
      reduce_column (&reducer, input, column, from, to);
      self->most = MAX (self->most, to - from);
      from = to;
    }
  if (reducer.in_run && end < input->n && is_number (input, end))
    reduce_neighbour (&reducer, input, end, n_columns - 1);
}
