/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "found.h"

#include "find/findings-file.h"
#include "find/finding-text.h"

/* Findings are kept in the database, or in a copy where it is not ours. */

static TsCatalog *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  TsCatalog *catalog = ts_catalog_load (path, NULL, &error);

  g_assert_no_error (error);
  return catalog;
}

static void
assert_kept (const char *path, gboolean in_place)
{
  g_autoptr (TsCatalog) catalog = load (path);
  g_autofree char *file = ts_findings_file_path (catalog);
  g_auto (TsFindOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TsFindings) none = ts_findings_file_load (catalog, NULL, &error), found = NULL,
                         loaded = NULL;
  g_autofree char *a = NULL, *b = NULL;
  g_autoptr (GArray) profile = NULL;
  const TsFinding *first;

  g_assert_no_error (error);
  g_assert_null (none);
  g_assert_cmpint (strcmp (file, path) == 0, ==, in_place);
  ts_find_options_init (&options);
  found = ts_findings_file_find (catalog, &options, NULL, &error);
  g_assert_no_error (error);
  loaded = ts_findings_file_load (catalog, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (loaded);
  a = ts_findings_to_json (found, catalog, 0);
  b = ts_findings_to_json (loaded, catalog, 0);
  g_assert_cmpstr (a, ==, b);
  g_assert_cmpstr (loaded->peers, ==, found->peers);
  g_assert_cmpuint (loaded->groups->len, ==, found->groups->len);
  g_assert_cmpuint (loaded->n_tested, ==, found->n_tested);
  g_assert_cmpuint (loaded->dropped[TS_RULE_NON_FINITE], ==, found->dropped[TS_RULE_NON_FINITE]);
  first = g_ptr_array_index (loaded->items, 0);
  profile = ts_findings_file_load_profile (catalog, first->metric_id, first->target_id, "norm", 0,
                                           NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->len, ==, 65); /* afterwards no rank has a number */
}

static void
test_in_place (void)
{
  g_autofree char *path = run_write_named ("fault_nan");

  assert_kept (path, TRUE);
}

/* A database that msProbe wrote has none of our tables, and gets none. */
static void
test_not_ours (void)
{
  g_autofree char *path = run_write_named ("fault_nan");
  g_autofree char *before = NULL, *after = NULL;
  gsize before_length, after_length;
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  run_exec_ (db, "DROP TABLE trendscope_meta");
  sqlite3_close (db);
  g_assert_true (g_file_get_contents (path, &before, &before_length, NULL));
  assert_kept (path, FALSE);
  g_assert_true (g_file_get_contents (path, &after, &after_length, NULL));
  g_assert_cmpmem (before, before_length, after, after_length);
}

/* A cancelled run leaves what was there. */
static void
test_cancelled (void)
{
  g_autofree char *path = run_write_named ("fault_gain");
  g_autoptr (TsCatalog) catalog = load (path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_auto (TsFindOptions) options = { 0 };

  ts_find_options_init (&options);
  g_cancellable_cancel (cancellable);
  g_assert_null (ts_findings_file_find (catalog, &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (ts_findings_file_load (catalog, NULL, &error));
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  test_own_user_dirs (); /* copies go into the cache */
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/file/in-place", test_in_place);
  g_test_add_func ("/find/file/not-ours", test_not_ours);
  g_test_add_func ("/find/file/cancelled", test_cancelled);
  return g_test_run ();
}
