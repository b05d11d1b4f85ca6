/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/monitor/monitor-files.h"
#include "ingest/monitor/monitor-time.h"
#include "../monitor-tree.h"
#include "../vectors.h"

#include <unistd.h>

/* --- names, as msProbe reads them --- */

static void
test_file_name_vectors (void)
{
  JsonArray *cases = json_node_get_array (ts_test_vectors ("monitor_file_name"));

  g_assert_cmpuint (json_array_get_length (cases), >, 20);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *test = json_array_get_object_element (cases, i);
      const char *name = json_object_get_string_member (test, "name");
      TsMonitorFileName parsed;
      gboolean is_file = ts_monitor_file_name_parse (name, TRUE, &parsed);

      g_test_message ("%s", name);
      if (json_object_get_null_member (test, "metric"))
        g_assert_false (is_file);
      else
        g_assert_cmpstr (parsed.metric, ==, json_object_get_string_member (test, "metric"));
      ts_monitor_file_name_clear (&parsed);
    }
}

static void
test_folder_name_vectors (void)
{
  JsonArray *cases = json_node_get_array (ts_test_vectors ("monitor_dir_name"));

  g_assert_cmpuint (json_array_get_length (cases), >, 10);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *test = json_array_get_object_element (cases, i);
      const char *name = json_object_get_string_member (test, "name");
      TsMonitorFolderName parsed;
      TsMonitorFolderKind kind = ts_monitor_folder_name_parse (name, TRUE, &parsed);
      JsonObject *ranks = json_object_has_member (test, "ranks")
                              ? json_object_get_object_member (test, "ranks")
                              : NULL;

      g_test_message ("%s", name);
      if (ranks == NULL) /* msProbe stops altogether (M2) */
        g_assert_cmpint (kind, ==, TS_MONITOR_FOLDER_UNUSABLE);
      else if (json_object_get_size (ranks) == 0)
        g_assert_cmpint (kind, ==, TS_MONITOR_FOLDER_OTHER);
      else
        {
          g_assert_cmpint (kind, ==, TS_MONITOR_FOLDER_RUN);
          g_assert_true (json_object_has_member (ranks, parsed.rank_text));
        }
      ts_monitor_folder_name_clear (&parsed);
    }
}

/* --- names by our rules --- */

static void
check_file (
    const char *name, const char *metric, gboolean v2, gint64 first, gint64 last, gint64 part)
{
  TsMonitorFileName parsed;

  g_test_message ("%s", name);
  g_assert_true (ts_monitor_file_name_parse (name, FALSE, &parsed) == (metric != NULL));
  if (metric != NULL)
    {
      g_assert_cmpstr (parsed.metric, ==, metric);
      g_assert_cmpint (parsed.v2, ==, v2);
      g_assert_cmpint (parsed.first_step, ==, first);
      g_assert_cmpint (parsed.last_step, ==, last);
      g_assert_cmpint (parsed.part, ==, part);
    }
  ts_monitor_file_name_clear (&parsed);
}

static void
test_file_names (void)
{
  check_file ("actv_0-9.csv", "actv", FALSE, 0, 9, -1);
  check_file ("param_3-3.csv", "param", FALSE, 3, 3, -1);
  check_file ("moe_router_logit_hook_0-0.csv", "moe_router_logit_hook", FALSE, 0, 0, -1);
  check_file ("actv_0-9_part_2.csv", "actv", FALSE, 0, 9, 2);
  check_file ("weight_grad_step10-19.csv", "weight_grad", TRUE, 10, 19, -1);
  check_file ("actv_0-9.csv.bak", NULL, FALSE, 0, 0, 0);
  check_file ("actv_0-9_part_.csv", NULL, FALSE, 0, 0, 0);
  check_file ("stack_info.csv", NULL, FALSE, 0, 0, 0);
  check_file ("_0-9.csv", NULL, FALSE, 0, 0, 0);
  check_file ("a b_0-9.csv", NULL, FALSE, 0, 0, 0);
  check_file ("actv_99999999999999999999-1.csv", NULL, FALSE, 0, 0, 0);
  check_file ("", NULL, FALSE, 0, 0, 0);
}

static void
check_folder (const char *name, TsMonitorFolderKind kind, gint64 rank, gboolean has_time)
{
  TsMonitorFolderName parsed;

  g_test_message ("%s", name);
  g_assert_cmpint (ts_monitor_folder_name_parse (name, FALSE, &parsed), ==, kind);
  if (kind == TS_MONITOR_FOLDER_RUN)
    {
      g_assert_cmpint (parsed.rank, ==, rank);
      g_assert_cmpint (parsed.time >= 0, ==, has_time);
    }
  ts_monitor_folder_name_clear (&parsed);
}

static void
test_folder_names (void)
{
  check_folder ("Feb29_00-00-00-rank7-x", TS_MONITOR_FOLDER_RUN, 7, TRUE);
  check_folder ("Dec03_21-34-40-rank123456-x", TS_MONITOR_FOLDER_RUN, 123456, TRUE);
  check_folder ("Dec03_21-34-40-my run-rank3-x", TS_MONITOR_FOLDER_RUN, 3, TRUE);
  check_folder ("实验-rank3-x", TS_MONITOR_FOLDER_RUN, 3, FALSE);
  check_folder ("rank_12", TS_MONITOR_FOLDER_RUN, 12, FALSE);
  check_folder ("Dec03_21-34-40-rank9999999999-x", TS_MONITOR_FOLDER_UNUSABLE, 0, FALSE);
  check_folder ("anomaly_detected", TS_MONITOR_FOLDER_OTHER, 0, FALSE);
  check_folder ("Dec03_21-34-40-csv2tensorboard_by_step", TS_MONITOR_FOLDER_OTHER, 0, FALSE);
}

/* --- times --- */

static void
test_times (void)
{
  const char *good[]
      = { "Jan01_00-00-00", "jan1_0-0-1", "Feb29_12-00-00", "Mar01_00-00-00", "Dec31_23-59-59" };
  const char *bad[] = { "",
                        "Dec",
                        "Dec03",
                        "Feb30_00-00-00",
                        "Abc03_00-00-00",
                        "Dec03_24-00-00",
                        "Dec00_00-00-00",
                        "Dec03_00-00-00x",
                        "Dec03-00-00-00" };
  gint64 before = -1;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      gint64 time = ts_monitor_time_parse (good[i], strlen (good[i]));
      g_assert_cmpint (time, >, before);
      g_assert_cmpint (time, <, TS_MONITOR_YEAR);
      before = time;
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_cmpint (ts_monitor_time_parse (bad[i], strlen (bad[i])), ==, -1);
}

static gint64
at (const char *time)
{
  return ts_monitor_time_parse (time, strlen (time));
}

static void
test_new_year (void)
{
  gint64 crossing[] = { at ("Jan02_00-00-00"), at ("Dec30_00-00-00"), at ("Feb01_00-00-00") };
  gint64 inside[] = { at ("Jan02_00-00-00"), at ("Mar01_00-00-00") };
  gint64 origin = ts_monitor_time_origin (crossing, 3);

  g_assert_cmpint (origin, ==, at ("Dec30_00-00-00"));
  g_assert_cmpint (ts_monitor_time_since (crossing[1], origin), <,
                   ts_monitor_time_since (crossing[0], origin));
  g_assert_cmpint (ts_monitor_time_since (crossing[0], origin), <,
                   ts_monitor_time_since (crossing[2], origin));
  g_assert_cmpint (ts_monitor_time_origin (inside, 2), ==, 0);
  g_assert_cmpint (ts_monitor_time_origin (NULL, 0), ==, 0);
}

/* --- folders --- */

static char *
show_files (const MonitorTree *tree, gboolean compat, TsImportReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsFolder) folder = ts_folder_new (tree->dir);
  g_autoptr (TsFoundRun) run = ts_found_run_new (folder, TS_FORMAT_MONITOR);
  g_autoptr (TsMonitorFiles) files = ts_monitor_files_list (run, compat, report, NULL, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < files->files->len; i++)
    g_string_append_printf (text, "%s\n",
                            ((TsMonitorFile *) g_ptr_array_index (files->files, i))->path);
  return g_string_free (text, FALSE);
}

static void
test_order (void)
{
  const char *paths[]
      = { "Jan01_00-00-00-rank0-b/param_0-0.csv",      "Dec31_00-00-00-rank0-a/actv_10-19.csv",
          "Dec31_00-00-00-rank0-a/actv_9-9.csv",       "Dec31_00-00-00-rank10-a/actv_0-0.csv",
          "Dec31_00-00-00-rank2-a/actv_0-0.csv",       "Dec31_00-00-00-rank0-a/exp_avg_0-0.csv",
          "Dec31_00-00-00-rank0-a/actv_9-9_part_1.csv" };
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autofree char *all = NULL;
  g_autofree char *compat = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    monitor_tree_write_bytes (tree, paths[i], "", 0);
  all = show_files (tree, FALSE, report);
  g_assert_cmpstr (all, ==,
                   "Dec31_00-00-00-rank0-a/actv_9-9.csv\n"
                   "Dec31_00-00-00-rank0-a/actv_9-9_part_1.csv\n"
                   "Dec31_00-00-00-rank0-a/actv_10-19.csv\n"
                   "Dec31_00-00-00-rank0-a/exp_avg_0-0.csv\n"
                   "Jan01_00-00-00-rank0-b/param_0-0.csv\n"
                   "Dec31_00-00-00-rank2-a/actv_0-0.csv\n"
                   "Dec31_00-00-00-rank10-a/actv_0-0.csv\n");
  /* msProbe reads one folder of a rank, and no such metric as "param". */
  compat = show_files (tree, TRUE, report);
  g_assert_cmpstr (compat, ==,
                   "Dec31_00-00-00-rank2-a/actv_0-0.csv\n"
                   "Dec31_00-00-00-rank10-a/actv_0-0.csv\n");
}

/* Links to folders are followed; one that leads in a circle is told. */
static void
test_links (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autofree char *link = g_build_filename (tree->dir, "Dec03_00-00-00-rank1-x", NULL);
  g_autofree char *loop = g_build_filename (tree->dir, "Dec03_00-00-00-rank2-x", NULL);
  g_autofree char *files = NULL;

  monitor_tree_write (tree, "actv_0-0.csv", "");
  g_assert_cmpint (symlink (RANK0, link), ==, 0);
  g_assert_cmpint (symlink ("Dec03_00-00-00-rank2-x", loop), ==, 0);
  files = show_files (tree, FALSE, report);
  g_assert_cmpstr (files, ==, RANK0 "actv_0-0.csv\nDec03_00-00-00-rank1-x/actv_0-0.csv\n");
  g_assert_cmpint (ts_import_report_get_worst (report), ==, TS_SEVERITY_ERROR);
}

static void
test_missing (void)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GError) error = NULL;

  g_autoptr (TsFolder) folder = ts_folder_new ("/nonexistent/folder");
  g_autoptr (TsFoundRun) run = ts_found_run_new (folder, TS_FORMAT_MONITOR);

  g_assert_null (ts_monitor_files_list (run, FALSE, report, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/monitor-files/file-name-vectors", test_file_name_vectors);
  g_test_add_func ("/monitor-files/folder-name-vectors", test_folder_name_vectors);
  g_test_add_func ("/monitor-files/file-names", test_file_names);
  g_test_add_func ("/monitor-files/folder-names", test_folder_names);
  g_test_add_func ("/monitor-files/times", test_times);
  g_test_add_func ("/monitor-files/new-year", test_new_year);
  g_test_add_func ("/monitor-files/order", test_order);
  g_test_add_func ("/monitor-files/links", test_links);
  g_test_add_func ("/monitor-files/missing", test_missing);
  return g_test_run ();
}
