/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/settings.h"

static void
test_values (void)
{
  g_autofree char *palette = NULL;
  g_autofree char *unknown = NULL;

  ts_settings_set_value ("window-width", g_variant_new_int32 (1234));
  g_assert_cmpint (ts_settings_get_int ("window-width", 1), ==, 1234);
  ts_settings_set_value ("chart-position", g_variant_new_double (0.5));
  g_assert_cmpfloat (ts_settings_get_double ("chart-position", 0), ==, 0.5);
  ts_settings_set_string ("palette", "viridis");
  palette = ts_settings_dup_string ("palette", "x");
  g_assert_cmpstr (palette, ==, "viridis");

  /* Keys that no schema has are kept for this run; types are never mixed up. */
  g_assert_cmpint (ts_settings_get_int ("no-such-key", 7), ==, 7);
  ts_settings_set_value ("no-such-key", g_variant_new_int32 (8));
  g_assert_cmpint (ts_settings_get_int ("no-such-key", 7), ==, 8);
  unknown = ts_settings_dup_string ("no-such-key", "none");
  g_assert_cmpstr (unknown, ==, "none");
  g_assert_true (ts_settings_get_boolean ("window-width", TRUE));
}

static void
test_recent (void)
{
  g_auto (GStrv) first = NULL;
  g_auto (GStrv) second = NULL;

  ts_settings_add_recent ("file:///a");
  ts_settings_add_recent ("file:///b");
  ts_settings_add_recent ("file:///a");
  first = ts_settings_dup_recent ();
  g_assert_cmpuint (g_strv_length (first), ==, 2);
  g_assert_cmpstr (first[0], ==, "file:///a");
  g_assert_cmpstr (first[1], ==, "file:///b");
  ts_settings_remove_recent ("file:///a");
  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *uri = g_strdup_printf ("file:///%u", i);
      ts_settings_add_recent (uri);
    }
  second = ts_settings_dup_recent ();
  g_assert_cmpuint (g_strv_length (second), ==, 12);
  g_assert_cmpstr (second[0], ==, "file:///49");
}

static void
test_folder_states (void)
{
  g_autofree char *none = ts_settings_dup_folder_state ("file:///x", "database");
  g_autofree char *database = NULL;
  g_autofree char *other = NULL;
  g_autofree char *removed = NULL;

  g_assert_null (none);
  ts_settings_set_folder_state ("file:///x", "database", "/x/“a” \\ b.trend.db");
  ts_settings_set_folder_state ("file:///x", "other", "1");
  ts_settings_set_folder_state ("file:///y", "database", "/y/c.trend.db");
  database = ts_settings_dup_folder_state ("file:///x", "database");
  other = ts_settings_dup_folder_state ("file:///x", "other");
  g_assert_cmpstr (database, ==, "/x/“a” \\ b.trend.db");
  g_assert_cmpstr (other, ==, "1");
  ts_settings_set_folder_state ("file:///x", "other", NULL);
  removed = ts_settings_dup_folder_state ("file:///x", "other");
  g_assert_null (removed);
}

/* Folders that were not opened for long are forgotten; those opened lately are not. */
static void
test_folder_states_cap (void)
{
  for (guint i = 0; i < 120; i++)
    {
      g_autofree char *uri = g_strdup_printf ("file:///many/%u", i);
      ts_settings_set_folder_state (uri, "database", uri);
    }
  for (guint i = 0; i < 120; i++)
    {
      g_autofree char *uri = g_strdup_printf ("file:///many/%u", i);
      g_autofree char *state = ts_settings_dup_folder_state (uri, "database");
      g_assert_cmpstr (state, ==, i < 20 ? NULL : uri);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/settings/values", test_values);
  g_test_add_func ("/settings/recent", test_recent);
  g_test_add_func ("/settings/folder-states", test_folder_states);
  g_test_add_func ("/settings/folder-states-cap", test_folder_states_cap);
  return g_test_run ();
}
