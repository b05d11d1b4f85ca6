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

static TsM4Block
look_at_block (const double *values, const guint8 *states, guint begin)
{
  TsM4Block block = { begin, begin, TRUE };

  for (guint i = begin; i < begin + TS_M4_BLOCK; i++)
    {
      if (ts_cell_state (states[i]) != TS_CELL_NUMBER)
        return (TsM4Block){ begin, begin, FALSE };
      if (values[i] < values[block.low])
        block.low = i;
      if (values[i] > values[block.high])
        block.high = i;
    }
  return block;
}

TsM4Block *
ts_m4_blocks_new (const double *values, const guint8 *states, guint n)
{
  TsM4Block *blocks = g_new (TsM4Block, n / TS_M4_BLOCK + 1);

  for (guint i = 0; i < n / TS_M4_BLOCK; i++)
    blocks[i] = look_at_block (values, states, i * TS_M4_BLOCK);
  return blocks;
}

static gboolean
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

/* The block that begins at i, when it lies before end and is numbers only. */
static const TsM4Block *
find_block (const TsM4Input *input, guint i, guint end)
{
  const TsM4Block *block;

  if (input->blocks == NULL || i % TS_M4_BLOCK != 0 || end - i < TS_M4_BLOCK)
    return NULL;
  block = &input->blocks[i / TS_M4_BLOCK];
  return block->whole && input->values[block->low] > input->above ? block : NULL;
}

/* From begin on, the numbers that follow each other; their extremes widen the piece. Local
 * variables because this loop sees every point. */
static guint
scan_numbers (Reducer *self, const TsM4Input *input, guint begin, guint end)
{
  const double *values = input->values;
  const guint8 *states = input->states;
  double above = input->above, least = values[self->low], greatest = values[self->high];
  guint low = self->low, high = self->high, i;

  for (i = begin; i < end; i++)
    {
      const TsM4Block *block = find_block (input, i, end);
      double value = values[i];
      if (block != NULL)
        {
          low = values[block->low] < least ? block->low : low;
          high = values[block->high] > greatest ? block->high : high;
          least = values[low];
          greatest = values[high];
          i += TS_M4_BLOCK - 1;
          continue;
        }
      if ((states[i] & TS_CELL_STATE_MASK) != TS_CELL_NUMBER || !(value > above))
        break;
      if (value < least)
        {
          least = value;
          low = i;
        }
      else if (value > greatest)
        {
          greatest = value;
          high = i;
        }
    }
  self->low = low;
  self->high = high;
  if (i > begin)
    self->last = i - 1;
  return i;
}

/* One column's points. A run that goes on behind them stays open. */
static void
reduce_column (Reducer *self, const TsM4Input *input, guint column, guint begin, guint end)
{
  for (guint i = begin; i < end;)
    {
      if (!is_number (input, i))
        {
          i++;
          continue;
        }
      /* An open run continues at the column's first point only. */
      if (!self->in_run)
        self->run_emitted = FALSE;
      self->in_run = TRUE;
      start_piece (self, i);
      i = scan_numbers (self, input, i + 1, end);
      if (i < end || i == input->n || !is_number (input, i))
        end_run (self, column);
      else
        flush_piece (self);
    }
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
