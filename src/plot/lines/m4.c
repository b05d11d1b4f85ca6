/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/lines/m4.h"

#include "model/cell-state.h"

#include <math.h>

/* The piece of the current run that lies in the current column. */
typedef struct
{
  TsM4 *m4;
  const TsM4Input *input;
  guint column;
  gboolean in_run;
  gboolean in_piece;    /* the column has points of the run already */
  gboolean run_emitted; /* points of this run are in the array already */
  guint first, last;
  TsM4Extremes extremes;
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

static void
widen (TsM4Extremes *self, const TsM4Extremes *other)
{
  if (other->least < self->least)
    {
      self->least = other->least;
      self->low = other->low;
    }
  if (other->greatest > self->greatest)
    {
      self->greatest = other->greatest;
      self->high = other->high;
    }
}

static TsM4Block
look_at_block (const double *values, const guint8 *states, guint begin)
{
  TsM4Block block = { 0 };

  for (guint k = 0; k < TS_M4_BLOCK; k++)
    {
      guint i = begin + k;
      TsM4Extremes point = { values[i], values[i], i, i };
      if (ts_cell_state (states[i]) != TS_CELL_NUMBER)
        continue;
      if (block.numbers == 0)
        block.extremes = point;
      else
        widen (&block.extremes, &point);
      block.numbers |= G_GUINT64_CONSTANT (1) << k;
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
    {
      /* Rounded up; ceil() is a function call on most processors. */
      guint below = (guint) CLAMP (place - 0.5, 0.0, (double) input->n);
      return below + (below < input->n && below + 0.5 < place);
    }
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
  guint near = MIN (self->extremes.low, self->extremes.high);
  guint far = MAX (self->extremes.low, self->extremes.high);

  add_point (self, self->first);
  if (near != self->first && near != self->last)
    add_point (self, near);
  if (far != self->first && far != self->last && far != near)
    add_point (self, far);
  if (self->last != self->first)
    add_point (self, self->last);
}

/* Puts a speck together with the last one if that is of the same column and their values overlap:
 * of thousands of runs a column has a few left. */
static void
add_speck (Reducer *self, const TsM4Speck *speck)
{
  GArray *specks = self->m4->specks;
  TsM4Speck *last = specks->len > 0 ? &g_array_index (specks, TsM4Speck, specks->len - 1) : NULL;

  if (last == NULL || last->column != speck->column || speck->low > last->high
      || speck->high < last->low)
    {
      g_array_append_vals (specks, speck, 1);
      return;
    }
  last->low = MIN (speck->low, last->low);
  last->high = MAX (speck->high, last->high);
}

/* The run does not go on. */
static void
end_run (Reducer *self)
{
  TsM4Speck speck = { self->column, self->first, self->extremes.least, self->extremes.greatest };

  if (!self->in_run)
    return;
  self->in_run = self->in_piece = FALSE;
  if (self->run_emitted)
    flush_piece (self);
  else
    add_speck (self, &speck);
}

static guint64
lowest_bits (guint n)
{
  return n < 64 ? (G_GUINT64_CONSTANT (1) << n) - 1 : G_MAXUINT64;
}

/* The block that point i lies in; NULL for the rest behind the last one. */
static inline const TsM4Block *
find_block (const TsM4Input *input, guint i)
{
  guint n = input->blocks != NULL ? input->n / TS_M4_BLOCK : 0;

  return i / TS_M4_BLOCK < n ? &input->blocks[i / TS_M4_BLOCK] : NULL;
}

/* Bit k: point begin + k is a number. No more points than those of a block. */
static guint64
find_numbers (const TsM4Input *input, guint begin, guint end)
{
  const TsM4Block *block = find_block (input, begin);
  guint64 numbers = 0;

  if (block != NULL
      && (input->above == -INFINITY || block->numbers == 0 || block->extremes.least > input->above))
    return block->numbers >> begin % TS_M4_BLOCK & lowest_bits (end - begin);
  for (guint i = begin; i < end; i++)
    numbers |= (guint64) is_number (input, i) << (i - begin);
  return numbers;
}

/* Of numbers that follow each other. First the values and then where they are: that way no
 * comparison waits for the one before. */
static TsM4Extremes
find_extremes (const double *values, guint begin, guint end)
{
  double least[2] = { values[begin], values[begin] };
  double greatest[2] = { values[begin], values[begin] };
  TsM4Extremes extremes = { .low = begin, .high = begin };
  guint i;

  for (i = begin + 1; i + 1 < end; i += 2)
    for (guint k = 0; k < 2; k++)
      {
        least[k] = MIN (values[i + k], least[k]);
        greatest[k] = MAX (values[i + k], greatest[k]);
      }
  if (i < end)
    {
      least[0] = MIN (values[i], least[0]);
      greatest[0] = MAX (values[i], greatest[0]);
    }
  extremes.least = MIN (least[0], least[1]);
  extremes.greatest = MAX (greatest[0], greatest[1]);
  while (values[extremes.low] > extremes.least)
    extremes.low++;
  while (values[extremes.high] < extremes.greatest)
    extremes.high++;
  return extremes;
}

/* Numbers that follow each other, within a block. */
static void
add_numbers (Reducer *self, guint begin, guint end)
{
  const TsM4Block *block = find_block (self->input, begin);
  TsM4Extremes extremes = block != NULL && end - begin == TS_M4_BLOCK
                              ? block->extremes
                              : find_extremes (self->input->values, begin, end);

  if (!self->in_run)
    self->run_emitted = FALSE;
  self->last = end - 1;
  if (self->in_piece)
    widen (&self->extremes, &extremes);
  else
    {
      self->first = begin;
      self->extremes = extremes;
    }
  self->in_run = self->in_piece = TRUE;
}

/* Runs that begin and end within the points from begin on whose bits are set. Point by point with
 * the one behind it, not run by run: how long one is cannot be foretold, and a processor that
 * guesses wrong thousands of times takes longer than to look at all of them. */
static void
add_specks (Reducer *self, guint begin, guint64 numbers)
{
  const double *values = self->input->values;
  TsM4Speck speck = { self->column, begin + (guint) __builtin_ctzll (numbers), 0, 0 };

  speck.low = speck.high = values[speck.index];
  for (guint64 rest = numbers; rest != 0; rest &= rest - 1)
    {
      guint k = (guint) __builtin_ctzll (rest), i = begin + k;
      double value = values[i], next = values[i + (guint) (numbers >> k >> 1 & 1)];
      double low = MIN (value, next), high = MAX (value, next);
      if (low > speck.high || high < speck.low)
        {
          add_speck (self, &speck);
          speck = (TsM4Speck){ self->column, i, low, high };
          continue;
        }
      speck.low = MIN (low, speck.low);
      speck.high = MAX (high, speck.high);
    }
  add_speck (self, &speck);
}

/* Numbers from begin on as they are: how many, and how many of the n last ones. */
static guint
count_first (guint64 numbers)
{
  return numbers != G_MAXUINT64 ? (guint) __builtin_ctzll (~numbers) : 64;
}

static guint
count_last (guint64 numbers, guint n)
{
  guint64 gaps = ~(numbers << (64 - n));

  return gaps != 0 ? MIN ((guint) __builtin_clzll (gaps), n) : n;
}

/* Points of one column and one block. A run that reaches their end stays open. */
static void
reduce_points (Reducer *self, guint begin, guint end)
{
  guint64 numbers = find_numbers (self->input, begin, end);
  guint n = end - begin, last = count_last (numbers, n);

  if (self->in_run && last < n)
    {
      guint first = count_first (numbers);
      if (first > 0)
        add_numbers (self, begin, begin + first);
      numbers &= ~lowest_bits (first);
      end_run (self);
    }
  numbers &= lowest_bits (n - last);
  if (numbers != 0)
    add_specks (self, begin, numbers);
  if (last > 0)
    add_numbers (self, end - last, end);
}

/* One column's points. A run that goes on behind them stays open. */
static void
reduce_column (Reducer *self, guint column, guint begin, guint end)
{
  const TsM4Input *input = self->input;

  self->column = column;
  self->in_piece = FALSE;
  for (guint i = begin, stop; i < end; i = stop)
    {
      stop = MIN ((i / TS_M4_BLOCK + 1) * TS_M4_BLOCK, end);
      reduce_points (self, i, stop);
    }
  if (self->in_run && end < input->n && is_number (input, end))
    flush_piece (self);
  else
    end_run (self);
}

void
ts_m4_reduce (TsM4 *self, const TsM4Input *input, double first, double last, guint n_columns)
{
  Reducer reducer = { .m4 = self, .input = input };
  double width = (last - first) / MAX (n_columns, 1);
  guint begin, end, from;

  g_array_set_size (self->points, 0);
  g_array_set_size (self->specks, 0);
  self->most = 0;
  if (!(width > 0) || n_columns == 0)
    return;
  ts_m4_find (input, first, last, &begin, &end);
  if (begin > 0 && begin < input->n && is_number (input, begin - 1) && is_number (input, begin))
    reduce_column (&reducer, 0, begin - 1, begin);
  from = begin;
  for (guint column = 0; column < n_columns && from < end; column++)
    {
      guint to = column + 1 == n_columns ? end : lower_bound (input, first + (column + 1) * width);
      to = CLAMP (to, from, end);
      if (to == from)
        continue;
      reduce_column (&reducer, column, from, to);
      self->most = MAX (self->most, to - from);
      from = to;
    }
  if (reducer.in_run && end < input->n && is_number (input, end))
    reduce_column (&reducer, n_columns - 1, end, end + 1);
}
