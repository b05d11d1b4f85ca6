/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/range-history.h"

static TsViewRange
range (double x0, double x1)
{
  return (TsViewRange){ x0, x1, 0, 1 };
}

static void
assert_undo (TsRangeHistory *history, double now, double expected)
{
  TsViewRange here = range (now, now + 1), then;

  g_assert_true (ts_range_history_undo (history, &here, &then));
  g_assert_cmpfloat (then.x0, ==, expected);
}

static void
assert_redo (TsRangeHistory *history, double now, double expected)
{
  TsViewRange here = range (now, now + 1), then;

  g_assert_true (ts_range_history_redo (history, &here, &then));
  g_assert_cmpfloat (then.x0, ==, expected);
}

static void
remember (TsRangeHistory *history, double x0)
{
  TsViewRange now = range (x0, x0 + 1);

  ts_range_history_remember (history, &now);
}

static void
test_undo_redo (void)
{
  g_autoptr (TsRangeHistory) history = ts_range_history_new ();
  TsViewRange here = range (3, 4), then;

  g_assert_false (ts_range_history_undo (history, &here, &then));
  remember (history, 1);
  remember (history, 2);
  assert_undo (history, 3, 2);
  assert_undo (history, 2, 1);
  g_assert_false (ts_range_history_undo (history, &here, &then));
  assert_redo (history, 1, 2);
  /* Something new: what was undone cannot come back. */
  remember (history, 2);
  g_assert_false (ts_range_history_redo (history, &here, &then));
  assert_undo (history, 9, 2);
}

/* A drag that ends where it began is no step; nor are two equal ones. */
static void
test_nothing_changed (void)
{
  g_autoptr (TsRangeHistory) history = ts_range_history_new ();

  remember (history, 1);
  remember (history, 2);
  remember (history, 2);
  assert_undo (history, 2, 1);
}

static void
test_small_changes (void)
{
  g_autoptr (TsRangeHistory) history = ts_range_history_new ();
  TsViewRange now = range (0, 1), then;
  gint64 time = G_TIME_SPAN_SECOND;

  for (guint i = 0; i < 5; i++, time += G_TIME_SPAN_SECOND / 2)
    {
      now = range (i, i + 1);
      ts_range_history_remember_small (history, &now, time);
    }
  now = range (5, 6);
  ts_range_history_remember_small (history, &now, time + G_TIME_SPAN_SECOND);
  assert_undo (history, 6, 5);
  assert_undo (history, 5, 0);
  g_assert_false (ts_range_history_undo (history, &now, &then));
  /* After a step of another kind the next turn of the wheel begins one of its own. */
  ts_range_history_clear (history);
  ts_range_history_remember_small (history, &now, time);
  remember (history, 7);
  now = range (8, 9);
  ts_range_history_remember_small (history, &now, time + 1);
  assert_undo (history, 9, 8);
  assert_undo (history, 8, 7);
  assert_undo (history, 7, 5);
}

static void
test_limit (void)
{
  g_autoptr (TsRangeHistory) history = ts_range_history_new ();
  TsViewRange now = range (1000, 1001), then;
  guint n = 0;

  for (guint i = 0; i < 250; i++)
    remember (history, i);
  while (ts_range_history_undo (history, &now, &then))
    {
      now = then;
      n++;
    }
  g_assert_cmpuint (n, ==, 100);
  g_assert_cmpfloat (now.x0, ==, 150);
}

/* Odd ranges have no counterpart on the new axis. */
static gboolean
move_even (TsViewRange *range, gpointer data)
{
  guint *n = data;

  ++*n;
  range->x0 += 100;
  return (int) range->x0 % 2 == 0;
}

static void
test_map (void)
{
  g_autoptr (TsRangeHistory) history = ts_range_history_new ();
  guint n = 0;

  for (guint i = 0; i < 5; i++)
    remember (history, i);
  assert_undo (history, 6, 4);
  ts_range_history_map (history, move_even, &n);
  g_assert_cmpuint (n, ==, 5);
  assert_undo (history, 7, 102);
  assert_undo (history, 102, 100);
  assert_redo (history, 100, 102);
  assert_redo (history, 102, 7);
  assert_redo (history, 7, 106);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/range-history/undo-redo", test_undo_redo);
  g_test_add_func ("/range-history/nothing-changed", test_nothing_changed);
  g_test_add_func ("/range-history/small-changes", test_small_changes);
  g_test_add_func ("/range-history/limit", test_limit);
  g_test_add_func ("/range-history/map", test_map);
  return g_test_run ();
}
