/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/location.h"

#include "../../test-folder.h"

static char *
get_fixture (const char *name, const char *below)
{
  return g_build_filename (g_getenv ("TS_FIXTURES"), name, below, NULL);
}

static void
test_databases (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = get_fixture ("monitor_2rank", "expected/micro");
  g_autofree char *file = g_build_filename (path, "monitor_data.trend.db", NULL);
  g_autoptr (TsLocation) folder = ts_location_look (path, NULL, &error);
  g_autoptr (TsLocation) database = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (folder->databases->len, ==, 1);
  g_assert_null (folder->wanted);
  g_assert_cmpstr (ts_location_choose_database (folder, NULL), ==, file);
  g_assert_cmpstr (ts_location_choose_database (folder, "/gone.trend.db"), ==, file);

  database = ts_location_look (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (database->folder, ==, path);
  g_assert_cmpstr (database->wanted, ==, file);
  g_assert_cmpstr (ts_location_choose_database (database, "/other.trend.db"), ==, file);
}

static void
test_raw_data (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = get_fixture ("dump_nan_inf_2rank", "data");
  g_autoptr (TsLocation) location = ts_location_look (path, NULL, &error);
  const TsFoundRun *run;
  g_autofree char *summary = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (location->databases->len, ==, 0);
  g_assert_null (ts_location_choose_database (location, NULL));
  g_assert_cmpuint (location->runs->len, ==, 1);
  run = g_ptr_array_index (location->runs, 0);
  g_assert_cmpint (run->format, ==, TS_FORMAT_DUMP);
  g_assert_cmpuint (run->n_ranks, ==, 2);
  summary = ts_found_run_dup_summary (run);
  g_assert_nonnull (g_strstr_len (summary, -1, "2 ranks"));
}

/* Dumps come before monitors, the one shown last before both. */
static void
test_choice (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *monitor = g_build_filename (folder, "a.monitor_data.trend.db", NULL);
  g_autofree char *dump = g_build_filename (folder, "b.dump_data.trend.db", NULL);
  g_autoptr (TsLocation) location = NULL;

  g_file_set_contents (monitor, "", 0, &error);
  g_assert_no_error (error);
  g_file_set_contents (dump, "", 0, &error);
  g_assert_no_error (error);
  location = ts_location_look (folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (location->databases->len, ==, 2);
  g_assert_cmpstr (ts_location_choose_database (location, NULL), ==, dump);
  g_assert_cmpstr (ts_location_choose_database (location, monitor), ==, monitor);
  test_remove_tree (folder);
}

static void
test_missing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsLocation) location = ts_location_look ("/nowhere/at all", NULL, &error);

  g_assert_null (location);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (g_strstr_len (error->message, -1, "/nowhere/at all"));
}

static void
test_nothing (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = test_tmp_dir ();
  g_autoptr (TsLocation) location = ts_location_look (folder, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (location->runs->len, ==, 0);
  g_assert_cmpuint (location->databases->len, ==, 0);
  g_assert_null (ts_location_choose_database (location, NULL));
  test_remove_tree (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/location/databases", test_databases);
  g_test_add_func ("/location/raw-data", test_raw_data);
  g_test_add_func ("/location/choice", test_choice);
  g_test_add_func ("/location/missing", test_missing);
  g_test_add_func ("/location/nothing", test_nothing);
  return g_test_run ();
}
