/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dump-tree.h"

#include <dirent.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

/* rules.md F1 to F3: which folders are read, and that nothing vanishes in silence. */

static const char one_call[] = "'Module.m.M.forward.0': {'output': [<1>]}";
static const char construct[] = "'Module.m.M.forward.0': null";

static int n_opened; /* folders; atomic */

/* In place of the C library's: counts. */
DIR *opendir (const char *name);
DIR *
opendir (const char *name)
{
  DIR *(*next) (const char *) = NULL;

  *(void **) &next = dlsym (RTLD_NEXT, "opendir");
  g_atomic_int_inc (&n_opened);
  return next (name);
}

static void
add_rank (Tree *tree, const char *folder)
{
  tree_add (tree->data, folder, one_call, construct);
}

static void
import_from (Tree *tree, const char *inside)
{
  g_free (tree->options->data_dir);
  tree->options->data_dir = g_build_filename (tree->data, inside, NULL);
  g_assert_true (tree_import (tree));
}

static void
assert_database (Tree *tree, guint i, const char *name)
{
  g_autofree char *path = g_build_filename (tree->options->db_dir, name, NULL);

  g_assert_cmpuint (tree->result->databases->len, >, i);
  g_assert_cmpstr (g_ptr_array_index (tree->result->databases, i), ==, path);
  test_assert_query (path, "SELECT count(*) FROM trend_data", "1");
}

/* F1: two runs side by side, the two parts of a mixed MindSpore dump; the nearest level counts. */
static void
test_side_by_side (void)
{
  Tree tree;

  tree_init (&tree);
  add_rank (&tree, "graph/step0/rank0");
  add_rank (&tree, "pynative/step0/rank0");
  add_rank (&tree, "deeper/old/step0/rank0");
  g_assert_true (tree_import (&tree));
  g_assert_cmpuint (tree.result->databases->len, ==, 2);
  assert_database (&tree, 0, "graph.dump_data.trend.db");
  assert_database (&tree, 1, "pynative.dump_data.trend.db");
  g_assert_cmpint (ts_import_report_get_worst (tree.result->report), ==, TS_SEVERITY_INFO);
  tree_clear (&tree);
}

/* F1: one step, one rank folder, or the parent stands for the dump around it. */
static void
test_inside (void)
{
  static const char *const places[]
      = { "run/step3", "run/step4/rank0", "run/step4/", "run", "run/../run/./step3", "" };
  Tree tree;

  tree_init (&tree);
  add_rank (&tree, "run/step3/rank0");
  add_rank (&tree, "run/step4/rank0");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      import_from (&tree, places[i]);
      test_assert_query (tree.db, "SELECT group_concat(train_step) FROM trendscope_steps", "3,4");
    }
  tree_clear (&tree);
}

/* F2: of two folders of one step the one with more ranks wins. */
static void
test_step_twice (void)
{
  Tree tree;

  tree_init (&tree);
  add_rank (&tree, "step7/rank0");
  add_rank (&tree, "step007/rank0");
  add_rank (&tree, "step007/rank1");
  add_rank (&tree, "step8/rank0");
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, "forward Module.m.M.output.0#0 0/0 1\n"
                           "forward Module.m.M.output.0#0 0/1 1\n"
                           "forward Module.m.M.output.0#0 1/0 1");
  g_assert_cmpuint (tree_count (&tree, "duplicate-step"), ==, 1);
  tree_clear (&tree);
}

/* F2: processes come after the highest rank of all steps, and keep the rank they got. */
static void
test_processes (void)
{
  static const char *const folders[]
      = { "step0/rank0",   "step0/rank5",  "step0/proc900", "step0/pid30",  "step1/rank0",
          "step1/proc900", "step1/proc10", "step2/pid30",   "step2/proc10", "step2/rank0" };
  Tree tree;

  tree_init (&tree);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    add_rank (&tree, folders[i]);
  g_assert_true (tree_import (&tree));
  test_assert_query (tree.db,
                     "SELECT step, group_concat(rank) FROM (SELECT * FROM trend_data ORDER BY "
                     "step, rank) GROUP BY step",
                     "0|0,5,6,7\n1|0,7,8\n2|0,6,8");
  tree_clear (&tree);
}

/* F3: links that lead nowhere or in a circle, and other things in the place of a file, are named;
 * the rest goes on. No import waits for a pipe that nobody writes to. */
static void
test_unreadable (void)
{
  static const char *const links[][2] = {
    { "/no/such/file", "step0/rank1/dump.json" },
    { "dump.json", "step0/rank2/dump.json" },
    { "/no/such/folder", "step0/rank5" },
    { "/no/such/folder", "step1" },
    { "..", "step0/loop" },
    { ".", "loop" },
  };
  static const char *const named[][2] = {
    { "unreadable-file", "step0/rank1/dump.json" }, { "unreadable-file", "step0/rank2/dump.json" },
    { "unreadable-file", "step0/rank3/dump.json" }, { "unreadable-file", "step0/rank4/dump.json" },
    { "unreadable-folder", "step0/rank5" },         { "unreadable-folder", "step1" },
  };
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *pipe_path = NULL, *folder_path = NULL;
  Tree tree;

  tree_init (&tree);
  add_rank (&tree, "step0/rank0");
  for (guint rank = 1; rank <= 3; rank++)
    {
      g_autofree char *folder = g_strdup_printf ("%s/step0/rank%u", tree.data, rank);
      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *path = g_build_filename (tree.data, links[i][1], NULL);
      g_assert_cmpint (symlink (links[i][0], path), ==, 0);
    }
  pipe_path = g_build_filename (tree.data, "step0/rank3/dump.json", NULL);
  folder_path = g_build_filename (tree.data, "step0/rank4/dump.json", NULL);
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (folder_path, 0700), ==, 0);
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, "forward Module.m.M.output.0#0 0/0 1");
  entries = ts_import_report_dup_entries (tree.result->report);
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    g_assert_nonnull (tree_find_entry (entries, named[i][0], named[i][1]));
  g_assert_cmpuint (entries->len, ==, G_N_ELEMENTS (named));
  tree_clear (&tree);
}

/* F3: whatever the file system allows as a name; a folder that may only be read. */
static void
test_names (void)
{
  static const char *const names[] = { "实验 1", "a b", "\xff\xfe", "<script>&\"'", "100%s %n" };
  Tree tree;

  tree_init (&tree);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *folder = g_build_filename (names[i], "step0", "rank0", NULL);
      g_autofree char *step = g_build_filename (tree.data, names[i], "step0", NULL);

      add_rank (&tree, folder);
      g_assert_cmpint (g_chmod (step, 0555), ==, 0);
      import_from (&tree, names[i]);
      tree_assert_rows (&tree, "forward Module.m.M.output.0#0 0/0 1");
      g_assert_cmpint (g_chmod (step, 0755), ==, 0);
    }
  tree_clear (&tree);
}

static void
write_packed (Tree *tree, const char *path, const char *json)
{
  g_autoptr (GConverter) packer
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  char packed[4096];
  gsize n_read, n_written;

  g_assert_cmpint (g_converter_convert (packer, json, strlen (json), packed, sizeof packed,
                                        G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL),
                   ==, G_CONVERTER_FINISHED);
  tree_write_raw (tree->data, path, packed, (gssize) n_written);
}

static char *
whole_dump (void)
{
  g_autofree char *text = g_strdup_printf ("{'data': {%s}}", one_call);

  return dump_json (text);
}

/* F4: what is called almost as it should be is read when the original is not there. */
static void
test_variants (void)
{
  g_autofree char *json = whole_dump ();
  Tree tree;

  tree_init (&tree);
  add_rank (&tree, "step0/rank0");
  write_packed (&tree, "step1/rank0/dump.json.gz", json);
  tree_write_raw (tree.data, "step2/rank0/dump (1).json", json, -1);
  tree_write_raw (tree.data, "step2/rank0/dump.json.bak", json, -1);
  tree_write_raw (tree.data, "step3/rank0/Dump.JSON", json, -1);
  g_assert_true (tree_import (&tree));
  test_assert_query (tree.db, "SELECT group_concat (step) FROM trend_data", "0,1,2,3");
  test_assert_query (tree.db,
                     "SELECT code, path, severity FROM trendscope_report WHERE code LIKE '%read%' "
                     "OR code LIKE '%copy' ORDER BY path",
                     "read-instead|step1/rank0/dump.json.gz|info\n"
                     "read-instead|step2/rank0/dump (1).json|info\n"
                     "second-copy|step2/rank0/dump.json.bak|info\n"
                     "read-instead|step3/rank0/Dump.JSON|info");
  tree_clear (&tree);
}

/* F4: what is not read is named, and that rows may be missing. */
static void
test_named (void)
{
  static const char *const named[][2] = {
    { "compressed-file", "step1/rank0/dump.json.xz" },
    { "no-dump", "step1/rank0" },
    { "no-call", "step2/rank0/dump.json" },
    { "unread-folder", "step3 (copy)" },
    { "unread-folder", "step0/Rank1" },
    { "unread-folder", "step0/step0" },
    { "misplaced-file", "step0/dump.json" },
    { "empty-step", "step4" },
    { "unread-folder", "old" },
  };
  g_autofree char *json = whole_dump ();
  g_autofree char *empty = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  Tree tree;

  tree_init (&tree);
  add_rank (&tree, "step0/rank0");
  tree_write_raw (tree.data, "step1/rank0/dump.json.xz", "xz", -1);
  tree_write_raw (tree.data, "step2/rank0/dump.json", "{\"data\": {}}", -1);
  tree_write_raw (tree.data, "step2/rank5/other", "", -1);
  add_rank (&tree, "step3 (copy)/rank0");
  add_rank (&tree, "step0/Rank1");
  tree_write_raw (tree.data, "step0/step0/dump.json", json, -1);
  tree_write_raw (tree.data, "step0/dump.json", json, -1);
  add_rank (&tree, "old/step0/rank0");
  empty = g_build_filename (tree.data, "step4", NULL);
  g_assert_cmpint (g_mkdir (empty, 0700), ==, 0);
  g_assert_true (tree_import (&tree));
  entries = ts_import_report_dup_entries (tree.result->report);
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    {
      const TsReportEntry *entry = tree_find_entry (entries, named[i][0], named[i][1]);
      g_test_message ("%s %s", named[i][0], named[i][1]);
      g_assert_nonnull (entry);
      g_assert_cmpint (entry->severity, ==, TS_SEVERITY_WARNING);
    }
  /* Steps and ranks that gave nothing are known. */
  test_assert_query (tree.db, "SELECT group_concat (train_step) FROM trendscope_steps", "0,1,2,4");
  test_assert_query (tree.db, "SELECT group_concat (rank) FROM trendscope_ranks", "0,5");
  tree_clear (&tree);
}

/* F1: one folder per machine. */
static void
test_machines (void)
{
  Tree tree;

  tree_init (&tree);
  add_rank (&tree, "node0/step0/rank0");
  add_rank (&tree, "node0/step1/rank0");
  add_rank (&tree, "node1/step0/rank1");
  add_rank (&tree, "node1/step1/rank1");
  tree_write_raw (tree.data, "node1/step1/rank2/dump.json", "oops", -1);
  g_assert_true (tree_import (&tree));
  g_assert_cmpuint (tree.result->databases->len, ==, 1);
  test_assert_query (tree.db, "SELECT group_concat (rank || '/' || step) FROM trend_data",
                     "0/0,0/1,1/0,1/1");
  g_assert_cmpuint (tree_count (&tree, "one-run"), ==, 2);
  test_assert_query (tree.db,
                     "SELECT path, message LIKE 'Step 1, rank 2 could not be read%' FROM "
                     "trendscope_report WHERE severity = 'error'",
                     "node1/step1/rank2/dump.json|1");
  tree_clear (&tree);
}

/* Each folder is listed once, whoever asks: the search, the plan, the import. */
static void
test_walks (void)
{
  Tree tree;

  tree_init (&tree);
  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *folder = g_strdup_printf ("step%u/rank%u", i / 3, i % 3);
      add_rank (&tree, folder);
    }
  n_opened = 0;
  g_assert_true (tree_import (&tree));
  g_assert_cmpint (n_opened, ==, 1 + 4 + 12);
  tree_clear (&tree);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/folder-rules/F1-side-by-side", test_side_by_side);
  g_test_add_func ("/folder-rules/F1-inside", test_inside);
  g_test_add_func ("/folder-rules/F2-step-twice", test_step_twice);
  g_test_add_func ("/folder-rules/F2-processes", test_processes);
  g_test_add_func ("/folder-rules/F3-unreadable", test_unreadable);
  g_test_add_func ("/folder-rules/F3-names", test_names);
  g_test_add_func ("/folder-rules/F4-variants", test_variants);
  g_test_add_func ("/folder-rules/F4-named", test_named);
  g_test_add_func ("/folder-rules/F1-machines", test_machines);
  g_test_add_func ("/folder-rules/walks", test_walks);
  return g_test_run ();
}
