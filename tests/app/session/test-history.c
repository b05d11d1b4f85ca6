/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/session/history.h"

static TsView *
create_view (gint64 value)
{
  g_autoptr (TsSelection) selection = ts_selection_new ();

  selection->value = value;
  return ts_view_new (selection);
}

static void
test_there_and_back (void)
{
  g_autoptr (TsHistory) history = ts_history_new (10);
  TsView *view = create_view (3);

  ts_history_push (history, create_view (1));
  ts_history_push (history, create_view (2));
  view = ts_history_undo (history, view);
  g_assert_cmpint (view->selection->value, ==, 2);
  view = ts_history_undo (history, view);
  g_assert_cmpint (view->selection->value, ==, 1);
  g_assert_false (ts_history_can_undo (history));
  view = ts_history_redo (history, view);
  view = ts_history_redo (history, view);
  g_assert_cmpint (view->selection->value, ==, 3);
  g_assert_false (ts_history_can_redo (history));
  ts_view_free (view);
}

static void
test_new_branch (void)
{
  g_autoptr (TsHistory) history = ts_history_new (10);
  g_autoptr (TsView) view = create_view (2);

  ts_history_push (history, create_view (1));
  view = ts_history_undo (history, g_steal_pointer (&view));
  g_assert_true (ts_history_can_redo (history));
  ts_history_push (history, create_view (5));
  g_assert_false (ts_history_can_redo (history));
}

static void
test_limit (void)
{
  g_autoptr (TsHistory) history = ts_history_new (3);
  TsView *view = create_view (100);
  guint n = 0;

  for (gint64 i = 0; i < 10; i++)
    ts_history_push (history, create_view (i));
  while (ts_history_can_undo (history))
    {
      view = ts_history_undo (history, view);
      n++;
    }
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpint (view->selection->value, ==, 7);
  ts_view_free (view);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/history/there-and-back", test_there_and_back);
  g_test_add_func ("/history/new-branch", test_new_branch);
  g_test_add_func ("/history/limit", test_limit);
  return g_test_run ();
}
