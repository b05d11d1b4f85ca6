/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../monitor-tree.h"

#include <glib/gstdio.h>
#include <unistd.h>

/* Monitor imports by Trendscope's own rules: M1-M7 of the input rules, the CSV and restart troubles
 * that other programs were reported for. */

#define HEADER "vpp_stage,name,step,norm\n"

static void
import (MonitorTree *tree)
{
  monitor_tree_import_default (tree, TRUE);
}

static void
import_fixture (MonitorTree *tree, const char *set, gboolean micro_step)
{
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  char *dir = g_steal_pointer (&tree->dir);

  tree->dir = g_build_filename (g_getenv ("TS_FIXTURES"), set, "data", NULL);
  options->micro_step = micro_step;
  monitor_tree_import (tree, options);
  g_free (tree->dir);
  tree->dir = dir;
  g_assert_no_error (tree->error);
}

/* --- M1: restarts --- */

/* Steps 0-3 on 3 December, 2-4 on the 4th: the later values stay, the overlap is told. */
static void
test_restart (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write_bytes (tree, "Dec03_10-00-00-rank0-a/exp_avg_0-3.csv",
                            HEADER "0,w,0,1\n0,w,1,1\n0,w,2,1\n0,w,3,1\n", -1);
  monitor_tree_write_bytes (tree, "Dec04_10-00-00-rank0-a/exp_avg_2-4.csv",
                            HEADER "0,w,2,2\n0,w,3,2\n0,w,4,2\n", -1);
  import (tree);
  test_assert_query (tree->db, "SELECT step, norm FROM trend_data ORDER BY step",
                     "0|1.0\n1|1.0\n2|2.0\n3|2.0\n4|2.0");
  monitor_tree_assert_report (tree, "restart Dec04_10-00-00-rank0-a:0 1\n"
                                    "duplicate-row exp_avg_2-4.csv:2 2");
}

static void
test_resumed (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write_bytes (tree, "Dec31_10-00-00-rank0-a/exp_avg_0-0.csv", HEADER "0,w,0,1\n", -1);
  monitor_tree_write_bytes (tree, "Jan01_10-00-00-rank0-a/exp_avg_1-1.csv", HEADER "0,w,1,2\n", -1);
  import (tree);
  test_assert_query (tree->db, "SELECT step, norm FROM trend_data ORDER BY step", "0|1.0\n1|2.0");
  monitor_tree_assert_report (tree, "");
}

/* A run that crossed New Year: January is later, though it sorts first. */
static void
test_new_year_wins (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write_bytes (tree, "Jan01_10-00-00-rank0-a/exp_avg_0-0.csv", HEADER "0,w,0,2\n", -1);
  monitor_tree_write_bytes (tree, "Dec31_10-00-00-rank0-a/exp_avg_0-0.csv", HEADER "0,w,0,1\n", -1);
  import (tree);
  test_assert_query (tree->db, "SELECT norm FROM trend_data", "2.0");
}

/* An older folder whose steps went back itself must not win over the newer one. */
static void
test_restart_inside_older (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write_bytes (tree, "Dec03_10-00-00-rank0-a/exp_avg_0-9.csv",
                            HEADER "0,w,0,1\n0,w,1,1\n0,w,2,1\n0,w,1,3\n", -1);
  monitor_tree_write_bytes (tree, "Dec04_10-00-00-rank0-a/exp_avg_1-1.csv", HEADER "0,w,1,2\n", -1);
  import (tree);
  test_assert_query (tree->db, "SELECT step, norm FROM trend_data ORDER BY step",
                     "0|1.0\n1|2.0\n2|1.0");
}

/* The same key twice in one file: a resumed run appended to it, so the later one stays. */
static void
test_duplicate (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "exp_avg_0-1.csv", HEADER "0,dup,0,3\n0,x,0,1\n" HEADER "0,dup,0,4\n");
  import (tree);
  test_assert_query (tree->db, ROWS ("norm"), "0|0|dup|0|0|exp_avg|4.0\n0|0|x|0|0|exp_avg|1.0");
  monitor_tree_assert_report (tree, "duplicate-row exp_avg_0-1.csv:5 1");
}

/* --- M2: files and columns --- */

static void
test_other_metrics (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "param_0-0.csv", HEADER "0,w,0,1\n");
  monitor_tree_write (tree, "attention_hook_0-0.csv",
                      "vpp_stage,name,step,micro_step,entropy,softmax\n0,a,0,1,2,3\n");
  monitor_tree_write (tree, "actv_0-0.csv", HEADER "0,m,0,5\n");
  monitor_tree_write (tree, "actv_0-0_part_1.csv", HEADER "0,n,0,6\n");
  monitor_tree_write (tree, "stack_info.csv", "module,stack\n");
  import (tree);
  test_assert_query (tree->db, "SELECT metric_name FROM monitoring_metrics ORDER BY metric_id",
                     "actv\nattention_hook\nparam");
  test_assert_query (tree->db, "SELECT name FROM pragma_table_info ('trend_data') WHERE cid > 3",
                     "norm\nentropy\nsoftmax");
  test_assert_query (tree->db, ROWS ("norm, entropy, softmax"),
                     "0|0|m|0|0|actv|5.0|NULL|NULL\n0|0|n|0|0|actv|6.0|NULL|NULL\n"
                     "0|0|w|0|0|param|1.0|NULL|NULL\n0|1|a|0|0|attention_hook|NULL|2.0|3.0");
  monitor_tree_assert_report (tree, "");
}

/* Columns of text and those with impossible names are no statistics; the others are, in the order
 * in which they are met. */
static void
test_columns (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "actv_0-0.csv",
                      "vpp_stage,name,step,zeta,device,a b,Rank,id,alpha,norm,shape,dtype\n"
                      "0,m,0,1,npu,2,3,4,5,6,[2],f\n");
  import (tree);
  test_assert_query (tree->db, "SELECT name FROM pragma_table_info ('trend_data') WHERE cid > 3",
                     "norm\nzeta\nalpha");
  test_assert_query (tree->db, "SELECT dtype, shape FROM trendscope_targets", "f|[2]");
  monitor_tree_assert_report (tree, "unusable-column actv_0-0.csv:1 2");
}

static void
test_many_columns (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autoptr (GString) text = g_string_new ("vpp_stage,name,step");

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text, ",s%u", i);
  g_string_append (text, "\n0,m,0");
  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text, ",%u", i);
  g_string_append (text, "\n");
  monitor_tree_write (tree, "actv_0-0.csv", text->str);
  import (tree);
  test_assert_query (tree->db, "SELECT count(*) FROM pragma_table_info ('trend_data')", "36");
  test_assert_query (tree->db, "SELECT s31 FROM trend_data", "31.0");
}

/* --- M3: eras and dialects --- */

static void
test_old_headers (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "grad_reduced_0-0.csv", "vpp_stage,param_name,step,norm\n0,w,0,1\n");
  monitor_tree_write (
      tree, "actv_0-0.csv",
      "vpp_stage,module_name,step,micro_step,input.min,input.max,output.min,output.max\n"
      "0,m,0,0,1,2,3,4\n0,n,0,0,5,6,,\n");
  import (tree);
  test_assert_query (tree->db, ROWS ("norm, min, max"),
                     "0|0|m.input|0|0|actv|NULL|1.0|2.0\n0|0|m.output|0|0|actv|NULL|3.0|4.0\n"
                     "0|0|n.input|0|0|actv|NULL|5.0|6.0\n0|0|w|0|0|grad_reduced|1.0|NULL|NULL");
}

/* More cells than columns are a further group of values; one that no side has any of is a row of
 * the module as a whole (found by fuzzing). */
static void
test_group_without_sides (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "actv_0-0.csv",
                      "vpp_stage,module_name,step,micro_step,input.norm,input.4\n"
                      "0,la,0,1,2,3\nlayers.1.mlp,0,0,1,2e,,4\n");
  import (tree);
  test_assert_query (tree->db,
                     "SELECT group_concat(target_name, ' ') FROM (SELECT target_name FROM"
                     " monitoring_targets ORDER BY target_name)",
                     "la.input layers.1.mlp.1 layers.1.mlp.input");
}

/* The repeated header of an updated program has other columns. */
static void
test_changed_header (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "actv_0-1.csv",
                      HEADER "0,a,0,1\nvpp_stage,name,step,max,norm,shape\n0,a,1,9,2,[3]\n");
  import (tree);
  test_assert_query (tree->db, ROWS ("norm, max"),
                     "0|0|a|0|0|actv|1.0|NULL\n0|1|a|0|0|actv|2.0|9.0");
  monitor_tree_assert_report (tree, "");
}

static void
test_shifted (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "other_0-0.csv",
                      "vpp_stage,name,step,norm,min,shape\n"
                      "0,w,0,1,2,[],nan,nan,nan\n"
                      "all_reduce,5,0,6,nan,7,8,nan\n");
  monitor_tree_write (tree, "actv_0-0.csv",
                      "vpp_stage,name,step,micro_step,norm,min\nop,1,0,3,4\n1,m,0,1,5,6\n");
  import (tree);
  test_assert_query (tree->db, ROWS ("norm, min"),
                     "0|0|w|0|0|other|1.0|2.0\n0|0|all_reduce|0|0|other|5.0|6.0\n"
                     "0|0|all_reduce.1|0|0|other|7.0|8.0\n"
                     "0|1|op|0|0|actv|3.0|4.0\n0|1|m|1|0|actv|5.0|6.0");
  monitor_tree_assert_report (tree, "");
}

static void
test_dialect (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "actv_0-0.csv",
                      "\xef\xbb\xbfvpp_stage,name,step,\"norm\"\r\n"
                      "0,\"a,b\",0,1\r\n0,\"c\"\"d\",0,2\r\n0,\"e\r\nf\",0,3\r\n");
  import (tree);
  test_assert_query (tree->db, "SELECT target_name FROM monitoring_targets ORDER BY target_id",
                     "a,b\nc\"d\ne\r\nf");
  test_assert_query (tree->db, "SELECT sum(norm) FROM trend_data", "6.0");
  monitor_tree_assert_report (tree, "");
}

/* Files that are refused beside one that is read; the message says what was found. */
static void
check_refused (const char *text, const char *code, const char *words)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autoptr (GPtrArray) entries = NULL;
  const TsReportEntry *entry;

  monitor_tree_write (tree, "exp_avg_0-9.csv", text);
  monitor_tree_write (tree, "actv_0-0.csv", HEADER "0,m,0,1\n");
  import (tree);
  test_assert_query (tree->db, ROWS ("norm"), "0|0|m|0|0|actv|1.0");
  entries = ts_import_report_dup_entries (tree->result->report);
  entry = g_ptr_array_index (entries, 0);
  g_assert_cmpstr (entry->code, ==, code);
  g_assert_true (g_str_has_suffix (entry->path, "exp_avg_0-9.csv"));
  if (strstr (entry->message, words) == NULL)
    g_error ("“%s” does not say “%s”", entry->message, words);
}

static void
test_refused (void)
{
  check_refused ("", "empty-file", "empty");
  check_refused ("\n\n", "empty-file", "empty");
  check_refused ("vpp_stage;name;step;norm\n0;w;0;1\n", "refused-file", "“;”");
  check_refused ("vpp_stage;name;step;norm\n0;w;0;0,665\n", "refused-file", "“;”");
  check_refused ("vpp_stage\tname\tstep\tnorm\n0\tw\t0\t1\n", "refused-file", "tabs");
  check_refused (HEADER "0,w,0,\"0,665\"\n", "refused-file", "“0,665”");
  check_refused ("a,b\n1,2\n", "refused-file", "a, b");
  check_refused ("vpp_stage,name,norm\n0,w,1\n", "refused-file", "step");
  check_refused ("vpp_stage,name,step,dtype\n0,w,1,f\n", "refused-file", "statistic");
  check_refused ("\"never closed\n0,w,1,1\n", "refused-file", "header");
}

/* --- M4: rows that can't be read --- */

static void
test_cut_row (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "exp_avg_0-9.csv", HEADER "0,w,0,1.25\n0,v,0,1.2");
  import (tree);
  test_assert_query (tree->db, ROWS ("norm"), "0|0|w|0|0|exp_avg|1.25");
  monitor_tree_assert_report (tree, "cut-row exp_avg_0-9.csv:3 1");
}

/* The killed writer was inside quotes; the next run's lines behind it are all there. */
static void
test_cut_inside_quotes (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "exp_avg_0-9.csv",
                      "vpp_stage,name,step,norm,shape\n0,w,0,1,\"[2, 3]\"\n0,v,0,2,\"[2, \n"
                      "0,w,1,3,\"[2, 3]\"\n0,v,1,4,\"[2, 3]\"\n");
  import (tree);
  test_assert_query (tree->db, "SELECT group_concat(norm) FROM trend_data", "1.0,3.0,4.0");
  monitor_tree_assert_report (tree, "cut-row exp_avg_0-9.csv:3 1");
}

static void
test_bad_rows (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "exp_avg_0-9.csv",
                      HEADER "0,a,0,1\n0,b,0\nx,y,z,1\n0,c,1.5,1\n0,d,1e300,1\n0,e,0,1,7\n"
                             "99999999999,f,0,1\n\n0,g,0,2\n");
  monitor_tree_write (tree, "actv_0-0.csv",
                      "vpp_stage,name,step,micro_step,norm\n0,a,0,1e9,1\n0,a,0,-1,1\n0,a,0,,3\n");
  import (tree);
  test_assert_query (tree->db, ROWS ("norm"),
                     "0|0|a|0|0|actv|3.0\n0|0|a|0|0|exp_avg|1.0\n0|0|g|0|0|exp_avg|2.0");
  monitor_tree_assert_report (tree, "unreadable-row actv_0-0.csv:2 2\n"
                                    "short-row exp_avg_0-9.csv:3 1\n"
                                    "unreadable-row exp_avg_0-9.csv:4 5");
}

static void
test_names (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "exp_avg_0-9.csv",
                      HEADER "0,NA,0,1\n0,null,0,2\n0,nan,0,3\n0,1e5,0,4\n0,123,0,5\n0,True,0,6\n");
  import (tree);
  test_assert_query (tree->db, "SELECT target_name FROM monitoring_targets ORDER BY target_id",
                     "NA\nnull\nnan\n1e5\n123\nTrue");
  monitor_tree_assert_report (tree, "");
}

/* Bytes that are no UTF-8, and NUL, are shown as \xNN; different names stay different. */
static void
test_name_bytes (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  const char text[] = HEADER "0,\xe6\xa8\xa1\xe5\x9e\x8b,0,1\n0,a\xff"
                             "b,0,2\n0,a\xfe"
                             "b,0,3\n0,a\0b,0,4\n";

  monitor_tree_write_bytes (tree, RANK0 "exp_avg_0-0.csv", text, sizeof text - 1);
  import (tree);
  test_assert_query (tree->db, "SELECT target_name FROM monitoring_targets ORDER BY target_id",
                     "模型\na\\xffb\na\\xfeb\na\\x00b");
}

/* --- M5: values --- */

static void
test_values (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "actv_0-0.csv",
                      "vpp_stage,name,step,norm,min,max\n"
                      "0,a,0,1.2e-05,NaN,-INF\n"
                      "0,b,0,,3e12,0.1234567890123456789\n"
                      "0,c,0,oops,NA,1e400\n");
  import (tree);
  test_assert_query (tree->db, ROWS ("norm, min, max"),
                     "0|0|a|0|0|actv|1.2e-05|NULL|-1000000001.0\n"
                     "0|0|b|0|0|actv|NULL|1000000000.0|0.123456789012346\n"
                     "0|0|c|0|0|actv|NULL|NULL|1000000001.0");
  test_assert_query (tree->db, "SELECT norm, min, max FROM trendscope_exact",
                     "NULL|nan|-inf\nNULL|3000000000000|NULL\nNULL|NULL|inf");
  monitor_tree_assert_report (tree, "unreadable-value actv_0-0.csv:4 1");
}

/* A whole number that no double is isn't altered in silence; 2^53 + 2, 1e20 and floats are what
 * they say. */
static void
test_large_integers (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "actv_0-0.csv",
                      "vpp_stage,name,step,norm,min,max\n"
                      "0,a,0,9007199254740994,1e20,0.1234567890123456789\n"
                      "0,b,0,9007199254740993,-9007199254740993,1\n");
  import (tree);
  test_assert_query (tree->db, "SELECT norm, min FROM trendscope_exact",
                     "9007199254740994|1e+20\n9007199254740992|-9007199254740992");
  monitor_tree_assert_report (tree, "rounded-integer actv_0-0.csv:3 2");
}

/* Truth values are 0 and 1; trend_data holds NULL, as msProbe's does. */
static void
test_bools (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "actv_0-0.csv", "vpp_stage,name,step,min,max\n0,a,0,False,True\n");
  import (tree);
  test_assert_query (tree->db, ROWS ("min, max"), "0|0|a|0|0|actv|NULL|NULL");
  test_assert_query (tree->db, "SELECT min, max FROM trendscope_exact", "0|1");
}

/* --- M6: monitor v2 --- */

static void
test_v2 (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write_bytes (tree, "rank_3/module_step0-1.csv",
                            "vpp_stage,step,module_name,scope,min\r\n-1,0,a.input.0,forward,1\r\n"
                            "-1,0,a.input.0,forward,2\r\n-1,0,a.output.0,backward,3\r\n"
                            "-1,1,a.input.0,forward,4\r\n",
                            -1);
  monitor_tree_write_bytes (tree, "rank_3/weight_grad_step0-0.csv",
                            "vpp_stage,step,module_name,scope,micro_step,min\r\n"
                            "-1,0,w,unreduced,1,5\r\n-1,0,w,unreduced,2,6\r\n-1,0,w,reduced,,7\r\n",
                            -1);
  monitor_tree_write_bytes (tree, "rank_3/cc.csv",
                            "vpp_stage,step,module_name,scope,min\r\n,0,all_reduce/pre,comm,8\r\n",
                            -1);
  import (tree);
  test_assert_query (tree->db, ROWS ("min"),
                     "3|0|all_reduce/pre|0|0|cc_comm|8.0\n"
                     "3|0|a.output.0|-1|0|module_backward|3.0\n"
                     "3|0|a.input.0|-1|0|module_forward|1.0\n"
                     "3|0|w|-1|0|weight_grad_reduced|7.0\n"
                     "3|0|w|-1|0|weight_grad_unreduced|5.0\n"
                     "3|1|a.input.0|-1|0|module_forward|2.0\n"
                     "3|1|w|-1|0|weight_grad_unreduced|6.0\n"
                     "3|2|a.input.0|-1|0|module_forward|4.0");
  test_assert_query (tree->db, "SELECT * FROM trendscope_steps", "0|0|0\n1|0|1\n2|1|0");
}

/* Every row of the real thing: two micro-batches under the same names are two micro-steps. */
static void
test_v2_fixture (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  import_fixture (tree, "monitor_v2_2rank", TRUE);
  g_assert_cmpuint (ts_import_report_get_rows_read (tree->result->report), ==, 3520);
  g_assert_cmpuint (ts_import_report_get_rows_stored (tree->result->report), ==, 3520);
  monitor_tree_assert_report (tree, "");
  test_assert_query (tree->db, "SELECT count(DISTINCT step) FROM trend_data", "8");
}

/* --- M7 and what real files have --- */

static void
test_anomalies (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autofree char *report = NULL;

  monitor_tree_write (tree, "actv_0-0.csv", HEADER "0,m,0,1\n");
  monitor_tree_write_bytes (tree, "anomaly_detected/rank0/anomaly.json", "{\"a\":{},\"b\":{}}", -1);
  monitor_tree_write_bytes (tree, "anomaly_detected/rank1/anomaly.json", "[", -1);
  import (tree);
  report = monitor_tree_show_report (tree, TS_SEVERITY_INFO);
  g_assert_nonnull (strstr (report, "anomalies anomaly.json:0 2"));
  g_assert_nonnull (strstr (report, "unreadable-anomalies anomaly.json:0 1"));
}

/* F1: a folder a machine, with the same steps of different ranks, is one run; alerts of either are
 * found with the scan's listing, wherever they lie. */
static void
test_folder_per_machine (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autofree char *report = NULL;

  monitor_tree_write_bytes (tree, "node0/" RANK0 "actv_0-1.csv", HEADER "0,m,0,1\n0,m,1,2\n", -1);
  monitor_tree_write_bytes (tree, "node1/Dec03_21-34-40-rank1-abcd1234/actv_0-1.csv",
                            HEADER "0,m,0,3\n0,m,1,4\n", -1);
  monitor_tree_write_bytes (tree, "node1/anomaly_detected/rank1/anomaly.json", "{\"a\":{}}", -1);
  import (tree);
  test_assert_query (tree->db,
                     "SELECT group_concat(rank || ':' || step || ':' || norm, ' ') FROM "
                     "(SELECT * FROM trend_data ORDER BY rank, step)",
                     "0:0:1.0 0:1:2.0 1:0:3.0 1:1:4.0");
  report = monitor_tree_show_report (tree, TS_SEVERITY_INFO);
  g_assert_nonnull (strstr (report, "anomalies anomaly.json:0 1"));
}

/* UTF-16 with its mark, in either order, as some editors save it, is read like any other. */
static void
test_utf16 (void)
{
  static const char *const encodings[] = { "UTF-16LE", "UTF-16BE" };

  for (guint i = 0; i < G_N_ELEMENTS (encodings); i++)
    {
      g_autoptr (MonitorTree) tree = monitor_tree_new ();
      g_autofree char *text = NULL;
      gsize length;

      text = g_convert ("\xef\xbb\xbf" HEADER "0,\xe6\xa8\xa1,0,1.5\n", -1, encodings[i], "UTF-8",
                        NULL, &length, NULL);
      monitor_tree_write_bytes (tree, RANK0 "actv_0-0.csv", text, (gssize) length);
      import (tree);
      test_assert_query (tree->db,
                         "SELECT target_name, norm FROM trend_data JOIN monitoring_targets USING "
                         "(target_id)",
                         "\xe6\xa8\xa1|1.5");
    }
}

/* The communication rows that msProbe skips with the rest of their file. */
static void
test_cc_fixture (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  import_fixture (tree, "monitor_cc_other", TRUE);
  g_assert_cmpuint (ts_import_report_get_rows_stored (tree->result->report), ==, 1354);
  test_assert_query (tree->db,
                     "SELECT target_name, norm FROM trend_data JOIN monitoring_targets USING "
                     "(target_id) WHERE target_name LIKE 'all_reduce%' AND rank = 0 AND step = 0 "
                     "ORDER BY 1",
                     "all_reduce|4.87807273864746\nall_reduce.1|9.72595500946045");
}

static void
test_micro_steps (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "actv_5-9.csv",
                      "vpp_stage,name,step,micro_step,norm\n0,m,5,0,1\n0,m,5,2,2\n0,m,9,0,3\n");
  monitor_tree_write (tree, "exp_avg_5-9.csv", HEADER "0,w,5,4\n0,w,9,5\n");
  import (tree);
  test_assert_query (tree->db, ROWS ("norm"),
                     "0|0|m|0|0|actv|1.0\n0|0|w|0|0|exp_avg|4.0\n0|2|m|0|0|actv|2.0\n"
                     "0|3|m|0|0|actv|3.0\n0|3|w|0|0|exp_avg|5.0");
  test_assert_query (tree->db, "SELECT * FROM trendscope_steps", "0|5|0\n1|5|1\n2|5|2\n3|9|0");
}

/* --- V6: mapping --- */

static void
test_mapping (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autofree char *top = g_path_get_dirname (tree->dir);

  options->mapping_path = g_build_filename (top, "mapping.json", NULL);
  g_assert_true (g_file_set_contents (options->mapping_path,
                                      "{\"put\":\"X\",\"q.\":\"\",\"r.\":\"\"}", -1, NULL));
  monitor_tree_write (tree, "actv_0-0.csv",
                      HEADER "0,put.input,0,1\n0,m.output_1,0,2\n0,q.m,0,3\n0,r.m,0,4\n");
  monitor_tree_import (tree, options);
  g_assert_no_error (tree->error);
  test_assert_query (tree->db, "SELECT target_name FROM monitoring_targets ORDER BY target_id",
                     "X.input\nm.output_1\nm");
  monitor_tree_assert_report (tree, "merged-names .:0 1\nduplicate-row actv_0-0.csv:5 1");
}

/* --- files as files --- */

static void
test_unreadable (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autofree char *pipe = g_build_filename (tree->dir, RANK0, "exp_avg_0-0.csv", NULL);
  g_autofree char *link = g_build_filename (tree->dir, RANK0, "exp_avg_1-1.csv", NULL);
  g_autofree char *folder = g_build_filename (tree->dir, RANK0, "exp_avg_2-2.csv", NULL);

  monitor_tree_write (tree, "actv_0-0.csv", HEADER "0,m,0,1\n");
  g_assert_cmpint (mkfifo (pipe, 0644), ==, 0);
  g_assert_cmpint (symlink ("nowhere", link), ==, 0);
  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  import (tree);
  test_assert_query (tree->db, ROWS ("norm"), "0|0|m|0|0|actv|1.0");
  monitor_tree_assert_report (tree, "unreadable-file exp_avg_0-0.csv:0 1\n"
                                    "unreadable-file exp_avg_1-1.csv:0 1\n"
                                    "unreadable-file exp_avg_2-2.csv:0 1");
}

/* F4: what is called almost as it should be is read when the original is not there; the rest is
 * named. */
static void
test_odd_names (void)
{
  static const char row[] = HEADER "0,m,0,1\n";
  g_autoptr (MonitorTree) tree = monitor_tree_new ();

  monitor_tree_write (tree, "actv_0-0.csv", row);
  monitor_tree_write (tree, "actv_0-0 (1).csv", row);
  monitor_tree_write (tree, "exp_avg_0-0.csv.bak", row);
  monitor_tree_write (tree, "exp_avg_sq_0-0.CSV", row);
  monitor_tree_write (tree, "other_0-0.txt", row);
  monitor_tree_write (tree, "other_0.csv", row);
  monitor_tree_write (tree, "other.csv", row);
  monitor_tree_write (tree, "other_1-1.csv.xz", row);
  monitor_tree_write (tree, "notes.md", row);
  monitor_tree_write (tree, "stack_info.csv", row);
  import (tree);
  test_assert_query (tree->db, ROWS ("norm"),
                     "0|0|m|0|0|actv|1.0\n0|0|m|0|0|exp_avg|1.0\n0|0|m|0|0|exp_avg_sq|1.0");
  test_assert_query (tree->db,
                     "SELECT severity, code, substr (path, 31) FROM trendscope_report WHERE "
                     "code <> 'clamped' ORDER BY path",
                     "info|second-copy|actv_0-0 (1).csv\n"
                     "info|read-instead|exp_avg_0-0.csv.bak\n"
                     "info|read-instead|exp_avg_sq_0-0.CSV\n"
                     "warning|odd-file-name|other.csv\n"
                     "warning|odd-file-name|other_0-0.txt\n"
                     "warning|odd-file-name|other_0.csv\n"
                     "warning|compressed-file|other_1-1.csv.xz");
}

/* Files of very different lengths are merged by step. */
static void
test_merge (void)
{
  g_autoptr (MonitorTree) tree = monitor_tree_new ();
  g_autoptr (GString) text = g_string_new (HEADER);
  guint n = 20000;

  for (guint step = 0; step < n; step++)
    g_string_append_printf (text, "0,w,%u,%u\n", step, step);
  monitor_tree_write (tree, "exp_avg_0-99999.csv", text->str);
  for (guint step = 0; step < n; step += 1000)
    {
      g_autofree char *name = g_strdup_printf ("actv_%u-%u.csv", step, step);
      g_autofree char *row = g_strdup_printf (HEADER "0,m,%u,%u\n", step, step);
      monitor_tree_write (tree, name, row);
    }
  import (tree);
  test_assert_query (tree->db, "SELECT count(*), sum(norm = step), max(step) FROM trend_data",
                     "20020|20020|19999");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/monitor-rules/restart", test_restart);
  g_test_add_func ("/monitor-rules/resumed", test_resumed);
  g_test_add_func ("/monitor-rules/new-year", test_new_year_wins);
  g_test_add_func ("/monitor-rules/restart-inside-older", test_restart_inside_older);
  g_test_add_func ("/monitor-rules/duplicate", test_duplicate);
  g_test_add_func ("/monitor-rules/other-metrics", test_other_metrics);
  g_test_add_func ("/monitor-rules/columns", test_columns);
  g_test_add_func ("/monitor-rules/many-columns", test_many_columns);
  g_test_add_func ("/monitor-rules/old-headers", test_old_headers);
  g_test_add_func ("/monitor-rules/group-without-sides", test_group_without_sides);
  g_test_add_func ("/monitor-rules/changed-header", test_changed_header);
  g_test_add_func ("/monitor-rules/shifted", test_shifted);
  g_test_add_func ("/monitor-rules/dialect", test_dialect);
  g_test_add_func ("/monitor-rules/refused", test_refused);
  g_test_add_func ("/monitor-rules/cut-row", test_cut_row);
  g_test_add_func ("/monitor-rules/cut-inside-quotes", test_cut_inside_quotes);
  g_test_add_func ("/monitor-rules/bad-rows", test_bad_rows);
  g_test_add_func ("/monitor-rules/names", test_names);
  g_test_add_func ("/monitor-rules/name-bytes", test_name_bytes);
  g_test_add_func ("/monitor-rules/values", test_values);
  g_test_add_func ("/monitor-rules/large-integers", test_large_integers);
  g_test_add_func ("/monitor-rules/bools", test_bools);
  g_test_add_func ("/monitor-rules/v2", test_v2);
  g_test_add_func ("/monitor-rules/v2-fixture", test_v2_fixture);
  g_test_add_func ("/monitor-rules/anomalies", test_anomalies);
  g_test_add_func ("/monitor-rules/cc-fixture", test_cc_fixture);
  g_test_add_func ("/monitor-rules/micro-steps", test_micro_steps);
  g_test_add_func ("/monitor-rules/mapping", test_mapping);
  g_test_add_func ("/monitor-rules/unreadable", test_unreadable);
  g_test_add_func ("/monitor-rules/F4-odd-names", test_odd_names);
  g_test_add_func ("/monitor-rules/merge", test_merge);
  g_test_add_func ("/monitor-rules/F1-folder-per-machine", test_folder_per_machine);
  g_test_add_func ("/monitor-rules/utf16", test_utf16);
  return g_test_run ();
}
