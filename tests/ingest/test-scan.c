/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/folder-names.h"
#include "ingest/scan.h"
#include "test-database.h"

#include <unistd.h>

typedef struct
{
  char *dir;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->dir = test_tmp_dir ();
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  test_remove_tree (self->dir);
  g_free (self->dir);
}

static void
touch (Fixture *self, const char *inside)
{
  g_autofree char *path = g_build_filename (self->dir, inside, NULL);
  g_autofree char *dir = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (dir, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "1234", -1, NULL));
}

static TsScanResult *
scan (Fixture *self, const char *inside, TsFormat format, TsImportReport *report)
{
  g_autofree char *folder = g_build_filename (self->dir, inside, NULL);
  g_autoptr (GError) error = NULL;
  TsScanResult *result = ts_scan_folder (folder, format, report, NULL, &error);

  g_assert_no_error (error);
  return result;
}

static const TsFoundRun *
run_at (const TsScanResult *result, guint i)
{
  g_assert_cmpuint (i, <, result->runs->len);
  return g_ptr_array_index (result->runs, i);
}

static void
assert_dir (Fixture *self, const TsFoundRun *run, const char *inside)
{
  g_autofree char *path = g_build_filename (self->dir, inside, NULL);

  g_assert_cmpstr (run->data_dir, ==, path);
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    TsFolderKind kind;
    gint64 number;
  } cases[] = {
    { "step0", TS_FOLDER_STEP, 0 },
    { "step_12", TS_FOLDER_STEP, 12 },
    { "step007", TS_FOLDER_STEP, 7 },
    { "step", TS_FOLDER_OTHER, 0 },
    { "step-1", TS_FOLDER_OTHER, 0 },
    { "step1x", TS_FOLDER_OTHER, 0 },
    { "step__1", TS_FOLDER_OTHER, 0 },
    { "Step1", TS_FOLDER_OTHER, 0 },
    { "step99999999999999999999", TS_FOLDER_OTHER, 0 },
    { "rank3", TS_FOLDER_RANK, 3 },
    { "rank_3", TS_FOLDER_RANK, 3 },
    { "rank", TS_FOLDER_PLAIN_RANK, 0 },
    { "rank_", TS_FOLDER_OTHER, 0 },
    { "proc29008", TS_FOLDER_PROCESS, 29008 },
    { "pid1", TS_FOLDER_PROCESS, 1 },
    { "proc_1", TS_FOLDER_OTHER, 0 },
    { "Dec03_21-34-40-rank0-1a2b3c4d", TS_FOLDER_RUN, 0 },
    { "x-rank1-y-rank22-z", TS_FOLDER_RUN, 22 },
    { "Dec03_21-34-40-rank0", TS_FOLDER_OTHER, 0 },
    { "Dec03_21-34-40-rank-1", TS_FOLDER_OTHER, 0 },
    { "", TS_FOLDER_OTHER, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 number = -1;
      g_test_message ("%s", cases[i].name);
      g_assert_cmpint (ts_folder_kind (cases[i].name, &number), ==, cases[i].kind);
      g_assert_cmpint (number, ==, cases[i].number);
    }
}

static void
make_dump (Fixture *self, const char *inside)
{
  static const char *const files[]
      = { "step10/rank0/dump.json", "step10/rank0/construct.json", "step10/rank1/dump.json",
          "step2/rank0/dump.json",  "step2/rank2/stack.json",      "step3/other/dump.json" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (inside, files[i], NULL);
      touch (self, path);
    }
}

static void
test_dump (Fixture *self, gconstpointer data)
{
  static const char *const starts[] = { "a/b", "a/b/step2", "a/b/step10/rank1", "a/b/", "a", "" };

  make_dump (self, "a/b");
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autoptr (TsScanResult) result = scan (self, starts[i], TS_FORMAT_AUTO, NULL);
      const TsFoundRun *run = run_at (result, 0);

      g_test_message ("from “%s”", starts[i]);
      g_assert_cmpuint (result->runs->len, ==, 1);
      assert_dir (self, run, "a/b");
      g_assert_cmpint (run->format, ==, TS_FORMAT_DUMP);
      g_assert_cmpstr (run->db_name, ==, "dump_data.trend.db");
      g_assert_cmpuint (run->n_steps, ==, 2);
      g_assert_cmpint (run->first_step, ==, 2);
      g_assert_cmpint (run->last_step, ==, 10);
      g_assert_cmpuint (run->n_ranks, ==, 2);
      g_assert_cmpuint (run->n_files, ==, 4);
      g_assert_cmpuint (run->n_bytes, ==, 16);
    }
}

static void
test_monitor (Fixture *self, gconstpointer data)
{
  g_autoptr (TsScanResult) result = NULL;
  g_autoptr (TsScanResult) from_run = NULL;

  touch (self, "m/Dec03_21-34-40-rank0-1a2b3c4d/actv_0-0.csv");
  touch (self, "m/Dec03_21-34-40-rank0-1a2b3c4d/stack_info.csv");
  touch (self, "m/Dec04_21-34-40-rank0-1a2b3c4d/actv_0-0.csv");
  touch (self, "m/Dec03_21-34-40-rank12-1a2b3c4d/actv_0-0.csv");
  touch (self, "m/Dec03_21-34-40-rank5-1a2b3c4d/stack_info.csv");
  result = scan (self, "m", TS_FORMAT_AUTO, NULL);
  g_assert_cmpuint (result->runs->len, ==, 1);
  assert_dir (self, run_at (result, 0), "m");
  g_assert_cmpint (run_at (result, 0)->format, ==, TS_FORMAT_MONITOR);
  g_assert_cmpstr (run_at (result, 0)->db_name, ==, "monitor_data.trend.db");
  g_assert_cmpuint (run_at (result, 0)->n_ranks, ==, 2);
  g_assert_cmpuint (run_at (result, 0)->n_files, ==, 3);
  from_run = scan (self, "m/Dec03_21-34-40-rank12-1a2b3c4d", TS_FORMAT_AUTO, NULL);
  assert_dir (self, run_at (from_run, 0), "m");
}

static void
test_monitor_v2 (Fixture *self, gconstpointer data)
{
  g_autoptr (TsScanResult) result = NULL;

  touch (self, "rank_0/module_step0-0.csv");
  touch (self, "rank_1/module_step0-0.csv");
  result = scan (self, "rank_1", TS_FORMAT_AUTO, NULL);
  g_assert_cmpuint (result->runs->len, ==, 1);
  g_assert_cmpuint (run_at (result, 0)->n_ranks, ==, 2);
  assert_dir (self, run_at (result, 0), "");
}

static void
test_both_formats (Fixture *self, gconstpointer data)
{
  g_autoptr (TsScanResult) both = NULL;
  g_autoptr (TsScanResult) dump = NULL;
  g_autoptr (TsScanResult) monitor = NULL;

  make_dump (self, "");
  touch (self, "monitor_output/Dec03_21-34-40-rank0-1a2b3c4d/actv_0-0.csv");
  both = scan (self, "", TS_FORMAT_AUTO, NULL);
  g_assert_cmpuint (both->runs->len, ==, 2);
  g_assert_cmpint (run_at (both, 0)->format, ==, TS_FORMAT_DUMP);
  g_assert_cmpstr (run_at (both, 0)->db_name, ==, "dump_data.trend.db");
  g_assert_cmpstr (run_at (both, 1)->db_name, ==, "monitor_data.trend.db");
  dump = scan (self, "", TS_FORMAT_DUMP, NULL);
  g_assert_cmpuint (dump->runs->len, ==, 1);
  monitor = scan (self, "", TS_FORMAT_MONITOR, NULL);
  g_assert_cmpuint (monitor->runs->len, ==, 1);
  assert_dir (self, run_at (monitor, 0), "monitor_output");
}

/* MindSpore's mixed mode, experiments side by side (rules.md F1). */
static void
test_several (Fixture *self, gconstpointer data)
{
  g_autoptr (TsScanResult) result = NULL;
  g_autoptr (TsScanResult) deeper = NULL;

  make_dump (self, "one/pynative");
  make_dump (self, "one/graph");
  result = scan (self, "one", TS_FORMAT_AUTO, NULL);
  g_assert_cmpuint (result->runs->len, ==, 2);
  g_assert_cmpstr (run_at (result, 0)->db_name, ==, "graph.dump_data.trend.db");
  g_assert_cmpstr (run_at (result, 1)->db_name, ==, "pynative.dump_data.trend.db");
  make_dump (self, "two/graph");
  deeper = scan (self, "", TS_FORMAT_AUTO, NULL);
  g_assert_cmpuint (deeper->runs->len, ==, 3);
  g_assert_cmpstr (run_at (deeper, 0)->db_name, ==, "one-graph.dump_data.trend.db");
  g_assert_cmpstr (run_at (deeper, 1)->db_name, ==, "pynative.dump_data.trend.db");
  g_assert_cmpstr (run_at (deeper, 2)->db_name, ==, "two-graph.dump_data.trend.db");
}

static void
test_too_deep (Fixture *self, gconstpointer data)
{
  g_autoptr (TsScanResult) three = NULL;
  g_autoptr (TsScanResult) four = NULL;

  make_dump (self, "x/a/b/c");
  three = scan (self, "x", TS_FORMAT_AUTO, NULL);
  g_assert_cmpuint (three->runs->len, ==, 1);
  four = scan (self, "", TS_FORMAT_AUTO, NULL);
  g_assert_cmpuint (four->runs->len, ==, 0);
}

/* cases.md 52: a link to a folder above, and two links to the same place. */
static void
test_links (Fixture *self, gconstpointer data)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autofree char *loop = g_build_filename (self->dir, "a", "loop", NULL);
  g_autofree char *first = g_build_filename (self->dir, "link1", NULL);
  g_autofree char *second = g_build_filename (self->dir, "link2", NULL);
  g_autoptr (TsScanResult) result = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  touch (self, "a/file");
  make_dump (self, "a/real");
  g_assert_cmpint (symlink ("..", loop), ==, 0);
  g_assert_cmpint (symlink ("a/real", first), ==, 0);
  g_assert_cmpint (symlink ("a/real", second), ==, 0);
  result = scan (self, "", TS_FORMAT_DUMP, report);
  g_assert_cmpuint (result->runs->len, ==, 1);
  assert_dir (self, run_at (result, 0), "link1");
  g_clear_pointer (&result, ts_scan_result_free);
  result = scan (self, "", TS_FORMAT_MONITOR, report);
  g_assert_cmpuint (result->runs->len, ==, 0);
  entries = ts_import_report_dup_entries (report);
  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_cmpstr (((TsReportEntry *) g_ptr_array_index (entries, 0))->code, ==, "link-loop");
  g_assert_cmpstr (((TsReportEntry *) g_ptr_array_index (entries, 0))->path, ==, "a/loop");
}

/* cases.md 54: any name that the file system allows. */
static void
test_strange_names (Fixture *self, gconstpointer data)
{
  g_autoptr (TsScanResult) result = NULL;

  make_dump (self, "\xe5\xae\x9e\xe9\xaa\x8c 1/\xff\xfe 'x'");
  result = scan (self, "", TS_FORMAT_AUTO, NULL);
  g_assert_cmpuint (result->runs->len, ==, 1);
  assert_dir (self, run_at (result, 0), "\xe5\xae\x9e\xe9\xaa\x8c 1/\xff\xfe 'x'");
}

static void
test_databases (Fixture *self, gconstpointer data)
{
  g_autoptr (TsScanResult) result = NULL;

  touch (self, "b.trend.db");
  touch (self, "a.trend.db");
  touch (self, "c.trend.db.part");
  touch (self, "sub/d.trend.db");
  result = scan (self, "", TS_FORMAT_AUTO, NULL);
  g_assert_cmpuint (result->databases->len, ==, 2);
  g_assert_true (g_str_has_suffix (g_ptr_array_index (result->databases, 0), "/a.trend.db"));
  g_assert_cmpuint (result->runs->len, ==, 0);
}

static void
test_unreadable (Fixture *self, gconstpointer data)
{
  g_autofree char *closed = g_build_filename (self->dir, "closed", NULL);
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (TsScanResult) result = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (ts_scan_folder ("/no/such/folder", TS_FORMAT_AUTO, NULL, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  if (getuid () == 0)
    {
      g_test_skip ("root reads everything");
      return;
    }
  g_assert_cmpint (g_mkdir (closed, 0), ==, 0);
  result = scan (self, "", TS_FORMAT_AUTO, report);
  entries = ts_import_report_dup_entries (report);
  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_cmpstr (((TsReportEntry *) g_ptr_array_index (entries, 0))->path, ==, "closed");
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ts_scan_folder (self->dir, TS_FORMAT_AUTO, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_default_db_dir (Fixture *self, gconstpointer data)
{
  g_autofree char *writable = ts_scan_default_db_dir (self->dir);
  g_autofree char *missing = ts_scan_default_db_dir ("/no/such/folder");

  g_assert_cmpstr (writable, ==, self->dir);
  g_assert_true (g_str_has_prefix (missing, g_get_user_data_dir ()));
  g_assert_nonnull (strstr (missing, "trendscope/folder-"));
}

#define add(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scan/names", test_names);
  add ("/scan/dump", test_dump);
  add ("/scan/monitor", test_monitor);
  add ("/scan/monitor-v2", test_monitor_v2);
  add ("/scan/both-formats", test_both_formats);
  add ("/scan/several", test_several);
  add ("/scan/too-deep", test_too_deep);
  add ("/scan/links", test_links);
  add ("/scan/strange-names", test_strange_names);
  add ("/scan/databases", test_databases);
  add ("/scan/unreadable", test_unreadable);
  add ("/scan/cancelled", test_cancelled);
  add ("/scan/default-db-dir", test_default_db_dir);
  return g_test_run ();
}
