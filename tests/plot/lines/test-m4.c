/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/cell-state.h"
#include "plot/lines/m4.h"

#include <math.h>

typedef struct
{
  double *values;
  guint8 *states;
  TsM4Input input;
} Data;

static Data
make (guint n)
{
  Data data = { g_new0 (double, n), g_new0 (guint8, n), { 0 } };

  for (guint i = 0; i < n; i++)
    data.states[i] = TS_CELL_NUMBER;
  data.input = (TsM4Input){ data.values, data.states, NULL, n, -INFINITY, NULL };
  return data;
}

static Data
make_from (const double *values, guint n)
{
  Data data = make (n);

  for (guint i = 0; i < n; i++)
    {
      data.values[i] = values[i];
      data.states[i] = (guint8) ts_cell_state_of (values[i]);
    }
  return data;
}

static void
clear (Data *data)
{
  g_free (data->values);
  g_free (data->states);
}

/* "0-1-2 4-5 .3 .7:2..9": runs of points, then specks: a point, or the first of several and their
 * values. */
static char *
describe (const TsM4 *m4)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < m4->points->len; i++)
    {
      const TsM4Point *point = &g_array_index (m4->points, TsM4Point, i);
      g_string_append_printf (text, "%s%u", !point->start ? "-" : i > 0 ? " " : "", point->index);
    }
  for (guint i = 0; i < m4->specks->len; i++)
    {
      const TsM4Speck *speck = &g_array_index (m4->specks, TsM4Speck, i);
      g_string_append_printf (text, " .%u", speck->index);
      if (speck->high != speck->low)
        g_string_append_printf (text, ":%g..%g", speck->low, speck->high);
    }
  return g_string_free (text, FALSE);
}

static void
assert_reduced (
    const double *values, guint n, double first, double last, guint columns, const char *expected)
{
  Data data = make_from (values, n);
  g_autoptr (TsM4) m4 = ts_m4_new ();
  g_autofree char *text = NULL;

  ts_m4_reduce (m4, &data.input, first, last, columns);
  text = describe (m4);
  g_assert_cmpstr (text, ==, expected);
  clear (&data);
}

static void
test_columns (void)
{
  const double values[] = { 1, 5, -3, 2, 7, 7, 7, 7, 0 };

  /* Room for every point: all of them. */
  assert_reduced (values, 9, 0, 9, 100, "0-1-2-3-4-5-6-7-8");
  /* Three columns: first, least, greatest, last in their order; equal ones once. */
  assert_reduced (values, 9, 0, 9, 3, "0-1-2-3-4-5-6-8");
  assert_reduced (values, 9, 0, 9, 1, " .0:-3..7");
}

static void
test_gaps (void)
{
  const double values[] = { 1, 2, NAN, 3, NAN, 4, 5, INFINITY, 6 };
  const double all_nan[] = { NAN, NAN };
  const double split[] = { 1, 2, NAN, 3, 9, 4, NAN, 0, 1.5 };
  const double overlap[] = { 1, 3, NAN, 2, 9, 4, NAN, 9, NAN, 0, 1 };

  assert_reduced (values, 9, 0, 9, 100, "0-1 5-6 .3 .8");
  assert_reduced (all_nan, 2, 0, 2, 10, "");
  assert_reduced (all_nan, 0, 0, 1, 10, "");
  /* One column: nothing is joined over a gap, each run keeps its own extremes. */
  assert_reduced (split, 9, 0, 9, 1, " .0:1..2 .3:3..9 .7:0..1.5");
  /* But what covers the same pixels is one. */
  assert_reduced (overlap, 11, 0, 11, 1, " .0:0..9");
}

static void
test_neighbours (void)
{
  const double values[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const double gap[] = { 0, 1, NAN, 3, 4, NAN, 6, 7 };

  /* The points beside the picture are there, so that the line reaches its edge. */
  assert_reduced (values, 8, 3, 5, 50, "2-3-4-5");
  /* Between two points. */
  assert_reduced (values, 8, 3.6, 4.4, 50, "3-4");
  /* But not over a gap. */
  assert_reduced (gap, 8, 3, 5, 50, "3-4");
  assert_reduced (gap, 8, 1.6, 2.4, 50, "");
}

static void
test_log_floor (void)
{
  const double values[] = { 1, 0, 2, -1, 3, 4 };
  Data data = make_from (values, 6);
  g_autoptr (TsM4) m4 = ts_m4_new ();
  g_autofree char *text = NULL;

  data.input.above = 0;
  ts_m4_reduce (m4, &data.input, 0, 6, 60);
  text = describe (m4);
  g_assert_cmpstr (text, ==, "4-5 .0 .2");
  clear (&data);
}

static void
test_places (void)
{
  const double values[] = { 1, 2, 3 };
  const guint places[] = { 0, 10, 20 };
  Data data = make_from (values, 3);
  g_autoptr (TsM4) m4 = ts_m4_new ();
  g_autofree char *text = NULL;
  guint begin, end;

  data.input.places = places;
  ts_m4_find (&data.input, 5, 15, &begin, &end);
  g_assert_cmpuint (begin, ==, 1);
  g_assert_cmpuint (end, ==, 2);
  ts_m4_reduce (m4, &data.input, 5, 15, 10);
  text = describe (m4);
  g_assert_cmpstr (text, ==, "0-1-2");
  clear (&data);
}

static gboolean
has_point (const TsM4 *m4, guint index)
{
  for (guint i = 0; i < m4->points->len; i++)
    if (g_array_index (m4->points, TsM4Point, i).index == index)
      return TRUE;
  return FALSE;
}

/* 100,000 steps on 1,000 columns: 20 spikes of one step, wherever they are. */
static void
test_spikes (void)
{
  guint n = 100000;
  Data data = make (n);
  g_autoptr (TsM4) m4 = ts_m4_new ();

  for (guint round = 0; round < 50; round++)
    {
      guint spikes[20];
      for (guint i = 0; i < n; i++)
        data.values[i] = sin (i * 0.001);
      for (guint k = 0; k < 20; k++)
        {
          /* Each in a column of its own: a column shows its greatest. */
          spikes[k] = 5000 * k + (guint) g_test_rand_int_range (0, 5000);
          data.values[spikes[k]] = 100 + k;
        }
      ts_m4_reduce (m4, &data.input, 0, n, 1000);
      g_assert_cmpuint (m4->points->len, <=, 4 * 1000);
      g_assert_cmpuint (m4->most, ==, 100);
      for (guint k = 0; k < 20; k++)
        if (k == 19 || spikes[k] / 100 != spikes[k + 1] / 100)
          g_assert_true (has_point (m4, spikes[k]));
    }
  clear (&data);
}

static void
widen (double *least, double *greatest, guint n, guint columns, guint index, double value)
{
  double at = (index + 0.5) * columns / n;
  guint c = MIN ((guint) at, columns - 1);

  least[c] = MIN (least[c], value);
  greatest[c] = MAX (greatest[c], value);
  /* A point exactly on the border of two columns may count for either. */
  if (fabs (at - rint (at)) < 1e-9 && rint (at) > 0)
    {
      c = MIN ((guint) rint (at), columns) - 1;
      least[c] = MIN (least[c], value);
      greatest[c] = MAX (greatest[c], value);
    }
}

/* Against a plain pass over every column. */
static void
test_against_plain (void)
{
  for (guint round = 0; round < 200; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 400);
      guint columns = (guint) g_test_rand_int_range (1, 60);
      Data data = make (n);
      g_autoptr (TsM4) m4 = ts_m4_new ();
      g_autofree double *least = g_new (double, columns);
      g_autofree double *greatest = g_new (double, columns);

      for (guint i = 0; i < n; i++)
        {
          data.values[i] = g_test_rand_double_range (-1, 1);
          data.states[i] = g_test_rand_int_range (0, 5) == 0 ? TS_CELL_NAN : TS_CELL_NUMBER;
        }
      ts_m4_reduce (m4, &data.input, 0, n, columns);
      for (guint c = 0; c < columns; c++)
        least[c] = INFINITY, greatest[c] = -INFINITY;
      for (guint i = 0; i < m4->points->len; i++)
        {
          guint index = g_array_index (m4->points, TsM4Point, i).index;
          g_assert_cmpint (data.states[index], ==, TS_CELL_NUMBER);
          widen (least, greatest, n, columns, index, data.values[index]);
        }
      for (guint i = 0; i < m4->specks->len; i++)
        {
          const TsM4Speck *speck = &g_array_index (m4->specks, TsM4Speck, i);
          widen (least, greatest, n, columns, speck->index, speck->low);
          widen (least, greatest, n, columns, speck->index, speck->high);
        }
      for (guint i = 0; i < n; i++)
        {
          double at = (i + 0.5) * columns / n;
          guint c = MIN ((guint) at, columns - 1);
          if (data.states[i] != TS_CELL_NUMBER || fabs (at - rint (at)) < 1e-9)
            continue;
          g_assert_cmpfloat (data.values[i], >=, least[c]);
          g_assert_cmpfloat (data.values[i], <=, greatest[c]);
        }
      clear (&data);
    }
}

static void
assert_same (const TsM4 *plain, const TsM4 *fast)
{
  g_autofree char *expected = describe (plain);
  g_autofree char *text = describe (fast);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (fast->most, ==, plain->most);
}

/* Long runs with a few gaps and equal values, any part of them, with and without a floor. */
static void
test_blocks (void)
{
  for (guint round = 0; round < 300; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 3000);
      int gaps = g_test_rand_int_range (1, 400);
      Data data = make (n);
      g_autoptr (TsM4) plain = ts_m4_new (), fast = ts_m4_new ();
      g_autofree TsM4Block *blocks = NULL;

      for (guint i = 0; i < n; i++)
        {
          double value = g_test_rand_int_range (0, gaps) != 0 ? g_test_rand_int_range (-3, 60)
                         : g_test_rand_bit ()                 ? NAN
                                                              : -INFINITY;
          data.values[i] = value;
          data.states[i] = (guint8) ts_cell_state_of (value);
        }
      blocks = ts_m4_blocks_new (data.values, data.states, n);
      for (guint part = 0; part < 8; part++)
        {
          double first = g_test_rand_double_range (0, n), last = g_test_rand_double_range (0, n);
          guint columns = (guint) g_test_rand_int_range (1, 40);
          data.input.above = part % 2 == 0 ? -INFINITY : 0;
          data.input.blocks = NULL;
          ts_m4_reduce (plain, &data.input, MIN (first, last), MAX (first, last), columns);
          data.input.blocks = blocks;
          ts_m4_reduce (fast, &data.input, MIN (first, last), MAX (first, last), columns);
          assert_same (plain, fast);
        }
      clear (&data);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/m4/columns", test_columns);
  g_test_add_func ("/m4/gaps", test_gaps);
  g_test_add_func ("/m4/neighbours", test_neighbours);
  g_test_add_func ("/m4/log-floor", test_log_floor);
  g_test_add_func ("/m4/places", test_places);
  g_test_add_func ("/m4/spikes", test_spikes);
  g_test_add_func ("/m4/against-plain", test_against_plain);
  g_test_add_func ("/m4/blocks", test_blocks);
  return g_test_run ();
}
