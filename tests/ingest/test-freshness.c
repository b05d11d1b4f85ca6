/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/freshness.h"

#include "dump-tree.h"

#include <utime.h>

#define CALL "'Module.x.A.forward.0': {'output': [<1>]}"
#define ROOT "'Module.x.A.forward.0': null"

/* How the data stands to its database now. */
static TsFreshness
check (const Tree *tree)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsScanResult) scan = ts_scan_folder (tree->data, TS_FORMAT_AUTO, NULL, NULL, &error);
  TsFreshness freshness;

  g_assert_no_error (error);
  g_assert_cmpuint (scan->runs->len, ==, 1);
  g_assert_true (
      ts_freshness_check (&freshness, g_ptr_array_index (scan->runs, 0), tree->db, NULL, &error));
  g_assert_no_error (error);
  return freshness;
}

static void
assert_text (const Tree *tree, const char *expected)
{
  TsFreshness freshness = check (tree);
  g_autofree char *text = ts_freshness_dup_text (&freshness);

  g_assert_true (freshness.known);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (ts_freshness_is_current (&freshness), ==, *expected == '\0');
}

static void
set_time (const Tree *tree, const char *inside, time_t time)
{
  g_autofree char *path = g_build_filename (tree->data, inside, NULL);
  struct utimbuf times = { time, time };

  g_assert_cmpint (utime (path, &times), ==, 0);
}

/* Each file that was read stands in the database, with what came of it. */
static void
test_sources (void)
{
  Tree tree;

  tree_init (&tree);
  tree_add (tree.data, "step0/rank0", CALL, ROOT);
  tree_write_raw (tree.data, "step0/rank1/dump.json", "{\"data\": {\"x", -1);
  set_time (&tree, "step0/rank1/dump.json", 1000000);
  tree_add (tree.data, "step1/rank0", "", ROOT);
  g_assert_true (tree_import (&tree));
  test_assert_query (tree.db,
                     "SELECT path, size > 10, read_to = size, outcome FROM trendscope_sources "
                     "ORDER BY path",
                     "step0/rank0/dump.json|1|1|read\nstep0/rank1/dump.json|1|0|unreadable-file\n"
                     "step1/rank0/dump.json|1|1|no-call");
  test_assert_query (tree.db,
                     "SELECT size, mtime FROM trendscope_sources WHERE path LIKE '%rank1%'",
                     "12|1000000");
  tree_clear (&tree);
}

static void
test_dump (void)
{
  g_autofree char *gone = NULL;
  Tree tree;

  tree_init (&tree);
  tree_add (tree.data, "step0/rank0", CALL, ROOT);
  tree_add (tree.data, "step2/rank0", CALL, ROOT);
  g_assert_true (tree_import (&tree));
  assert_text (&tree, "");
  tree_add (tree.data, "step3/rank0", CALL, ROOT);
  tree_add (tree.data, "step4/rank0", CALL, ROOT);
  assert_text (&tree, "2 newer steps");
  tree_add (tree.data, "step4/rank1", CALL, ROOT);
  assert_text (&tree, "2 newer steps, 1 rank more");
  tree_import (&tree);
  assert_text (&tree, "");
  tree_add (tree.data, "step1/rank0", CALL, ROOT); /* not newer, but more */
  assert_text (&tree, "1 file more");
  set_time (&tree, "step0/rank0/dump.json", 1000000);
  assert_text (&tree, "1 file more, 1 file changed");
  gone = g_build_filename (tree.data, "step2", NULL);
  test_remove_tree (gone);
  assert_text (&tree, "1 file more, 1 file changed, 1 file gone");
  tree_clear (&tree);
}

static void
test_monitor (void)
{
  static const char first[] = "vpp_stage,name,step,norm\n0,m,0,1\n",
                    second[] = "vpp_stage,name,step,norm\n0,m,0,1\n0,m,1,2\n";
  Tree tree;

  tree_init (&tree);
  tree.options->format = TS_FORMAT_MONITOR;
  g_free (tree.db);
  tree.db = g_build_filename (tree.dir, "db", "monitor_data.trend.db", NULL);
  tree_write_raw (tree.data, "Dec03_21-34-40-rank0-abcd/actv_0-1.csv", first, -1);
  g_assert_true (tree_import (&tree));
  assert_text (&tree, "");
  tree_write_raw (tree.data, "Dec03_21-34-40-rank0-abcd/actv_0-1.csv", second, -1);
  assert_text (&tree, "1 file changed");
  tree_write_raw (tree.data, "Dec03_21-34-40-rank7-abcd/actv_0-1.csv", first, -1);
  assert_text (&tree, "1 rank more, 1 file changed");
  tree_clear (&tree);
}

/* A database that does not say what it was made of, as msProbe's, is not called old; what is none
 * is an error that names it. */
static void
test_unknown (void)
{
  g_autoptr (TsScanResult) scan = NULL;
  g_autoptr (GError) error = NULL;
  TsFreshness freshness;
  sqlite3 *db;
  Tree tree;

  tree_init (&tree);
  tree_add (tree.data, "step0/rank0", CALL, ROOT);
  g_assert_true (tree_import (&tree));
  g_assert_cmpint (sqlite3_open (tree.db, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "DROP TABLE trendscope_sources", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  sqlite3_close (db);
  freshness = check (&tree);
  g_assert_false (freshness.known);
  g_assert_true (ts_freshness_is_current (&freshness));
  scan = ts_scan_folder (tree.data, TS_FORMAT_DUMP, NULL, NULL, NULL);
  g_assert_false (ts_freshness_check (&freshness, g_ptr_array_index (scan->runs, 0),
                                      "/nowhere/x.trend.db", NULL, &error));
  g_assert_nonnull (strstr (error->message, "/nowhere/x.trend.db"));
  tree_clear (&tree);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/freshness/sources", test_sources);
  g_test_add_func ("/freshness/dump", test_dump);
  g_test_add_func ("/freshness/monitor", test_monitor);
  g_test_add_func ("/freshness/unknown", test_unknown);
  return g_test_run ();
}
