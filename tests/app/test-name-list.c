/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/name-list.h"

static GPtrArray *
create_names (guint n)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, g_strdup_printf ("Module.layers.%u.mlp.linear_fc%u", i / 2, i % 2));
  return names;
}

static guint
count (TsNameList *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (list));
}

static void
test_search (void)
{
  g_autoptr (TsNameList) list = ts_name_list_new ();
  GPtrArray *details = g_ptr_array_new ();

  for (guint i = 0; i < 40; i++)
    g_ptr_array_add (details, i == 7 ? (gpointer) "special" : NULL);
  ts_name_list_take (list, create_names (40), details);
  g_assert_cmpuint (count (list), ==, 40);
  ts_name_list_set_search (list, "FC1");
  g_assert_cmpuint (count (list), ==, 20);
  ts_name_list_set_search (list, "  fc1   layers.3. ");
  g_assert_cmpuint (count (list), ==, 1);
  {
    g_autoptr (TsNameItem) item = g_list_model_get_item (G_LIST_MODEL (list), 0);
    g_assert_cmpuint (ts_name_item_get_index (item), ==, 7);
    g_assert_cmpstr (ts_name_item_get_name (item), ==, "Module.layers.3.mlp.linear_fc1");
    g_assert_cmpstr (ts_name_item_get_detail (item), ==, "special");
  }
  g_assert_cmpuint (ts_name_list_find (list, 7), ==, 0);
  g_assert_cmpuint (ts_name_list_find (list, 8), ==, G_MAXUINT);
  ts_name_list_set_search (list, "spec");
  g_assert_cmpuint (count (list), ==, 1);
  ts_name_list_set_search (list, "nothing like it");
  g_assert_cmpuint (count (list), ==, 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (list), 0));
  ts_name_list_set_search (list, " ");
  g_assert_cmpuint (count (list), ==, 40);
}

static void
items_changed_cb (GListModel *model, guint position, guint removed, guint added, guint *sums)
{
  sums[0] += removed;
  sums[1] += added;
}

static void
test_signals (void)
{
  g_autoptr (TsNameList) list = ts_name_list_new ();
  guint sums[2] = { 0 };

  g_signal_connect (list, "items-changed", G_CALLBACK (items_changed_cb), sums);
  ts_name_list_take (list, create_names (10), NULL);
  g_assert_cmpuint (sums[0], ==, 0);
  g_assert_cmpuint (sums[1], ==, 10);
  ts_name_list_set_search (list, "fc0");
  g_assert_cmpuint (sums[0], ==, 10);
  g_assert_cmpuint (sums[1], ==, 15);
}

/* Narrowing a hundred thousand names is done between two key strokes. */
static void
test_large (void)
{
  g_autoptr (TsNameList) list = ts_name_list_new ();
  gint64 start;
  double ms;

  ts_name_list_take (list, create_names (100000), NULL);
  start = g_get_monotonic_time ();
  ts_name_list_set_search (list, "layers.4999 fc1");
  ms = (double) (g_get_monotonic_time () - start) / 1000;
  g_test_message ("100,000 names searched in %.1f ms", ms);
  g_assert_cmpuint (count (list), ==, 11);
  g_assert_cmpfloat (ms, <, 250);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name-list/search", test_search);
  g_test_add_func ("/name-list/signals", test_signals);
  g_test_add_func ("/name-list/large", test_large);
  return g_test_run ();
}
