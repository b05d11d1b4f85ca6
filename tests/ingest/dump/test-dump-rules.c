/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../dump-tree.h"
#include "ingest/import-error.h"

#include <unistd.h>

/* rules.md, from files to database, one small tree per rule. */

typedef struct
{
  const char *data, *construct; /* of step0/rank0 */
  gboolean no_micro_step;
  const char *rows;
  const char *code; /* that the report must have, or NULL: nothing above a note */
} Case;

static void
check (const Case *test)
{
  Tree tree;

  tree_init (&tree);
  tree.options->micro_step = !test->no_micro_step;
  tree_add (tree.data, "step0/rank0", test->data, test->construct);
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, test->rows);
  if (test->code != NULL)
    g_assert_cmpuint (tree_count (&tree, test->code), >, 0);
  else
    g_assert_cmpint (ts_import_report_get_worst (tree.result->report), ==, TS_SEVERITY_INFO);
  tree_clear (&tree);
}

/* D1, D3: kwargs, nested values, parameters as objects of tensors. */
static void
test_everywhere (void)
{
  check (&(Case){
      .data = "'Module.m.M.forward.0': {'input_args': [[<1>, {'x': <2>}]], 'input_kwargs': {'mask':"
              " <3>}, 'output': [<4>], 'parameters': {'weight': <5>, 'bias': [<6>]}}",
      .construct = "'Module.m.M.forward.0': null",
      .rows = "forward Module.m.M.input.0.0#0 0/0 1\nforward Module.m.M.input.0.1.x#0 0/0 2\n"
              "forward Module.m.M.kwargs.mask#0 0/0 3\nforward Module.m.M.output.0#0 0/0 4\n"
              "forward Module.m.M.parameters.bias#0 0/0 6\n"
              "forward Module.m.M.parameters.weight#0 0/0 5",
  });
}

/* D2: integers only when asked for; what is left out is counted. */
static void
test_all_dtypes (void)
{
  static const char data[] = "'A.a.0.forward': {'output': [{'type': 'torch.Tensor', 'dtype':"
                             " 'torch.int64', 'shape': [1], 'Max': 9, 'Min': 1, 'Mean': null,"
                             " 'Norm': null}, {'type': 'torch.Tensor', 'dtype': 'torch.bool',"
                             " 'shape': [1], 'Max': true, 'Min': false}, <1>]}";
  Tree tree;

  tree_init (&tree);
  tree_add (tree.data, "step0/rank0", data, "");
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, "forward A.a.output.2#0 0/0 1");
  g_assert_cmpuint (tree_count (&tree, "integer-tensor"), ==, 2);
  g_assert_cmpuint (ts_import_report_get_rows_read (tree.result->report), ==, 3);
  tree.options->all_dtypes = TRUE;
  g_assert_true (tree_import (&tree));
  test_assert_query (tree.db, "SELECT max, min FROM trend_data ORDER BY target_id",
                     "9.0|1.0\n1.0|0.0\n1.0|-1.0");
  test_assert_query (tree.db, "SELECT dtype, shape FROM trendscope_targets ORDER BY target_id",
                     "torch.int64|[1]\ntorch.bool|[1]\ntorch.float32|[2, 3]");
  tree_clear (&tree);
}

/* D4 */
static void
test_names (void)
{
  check (&(Case){
      .data = "'Module.forward_image.C.forward.0': {'output': [<1>]},"
              "'Module.x.forward.y.Y.backward.0': {'input': [<2>]},"
              "'Tensor.backward.3.forward': {'output': [<3>]},"
              "'Module.forward_image.C.parameters_grad': {'w': [<4>]},"
              "'\\u6a21\\u578b.\\u5c42.0.forward': {'output': [<5>]},"
              "'with space &': {'output': [<7>]}",
      .construct = "",
      .rows = "backward Module.x.forward.y.Y.input.0#0 0/0 2\n"
              "forward Module.forward_image.C.output.0#0 0/0 1\n"
              "forward Tensor.backward.output.0#3 0/0 3\nforward 模型.层.output.0#0 0/0 5\n"
              "parameters_grad Module.forward_image.C.w#0 0/0 4",
      .code = "unknown-call",
  });
}

/* D5: the flag, and the stacks. */
static void
test_recompute (void)
{
  static const char data[] = "'Module.m.M.forward.0': {'output': [<1>]},"
                             "'Module.m.l.L.forward.0': {'output': [<2>]},"
                             "'Module.m.l.L.forward.1': {'output': [<3>]%s},"
                             "'Module.m.l.L.backward.1': {'input': [<4>]}";
  static const char construct[] = "'Module.m.M.forward.0': null,"
                                  "'Module.m.l.L.forward.0': 'Module.m.M.forward.0',"
                                  "'Module.m.M.backward.0': null,"
                                  "'Module.m.l.L.forward.1': 'Module.m.M.backward.0',"
                                  "'Module.m.l.L.backward.1': 'Module.m.M.backward.0'";
  g_autofree char *flagged = g_strdup_printf (data, ", 'is_recompute': true");
  g_autofree char *plain = g_strdup_printf (data, "");
  Tree tree;

  check (&(Case){ .data = flagged,
                  .construct = construct,
                  .rows = "backward Module.m.l.L.input.0#1 0/0 4\n"
                          "forward Module.m.M.output.0#0 0/0 1\n"
                          "forward Module.m.l.L.output.0#0 0/0 2\n"
                          "recompute Module.m.l.L.output.0#1 0/0 3" });
  tree_init (&tree);
  tree_add (tree.data, "step0/rank0", plain, construct);
  tree_write (tree.data, "step0/rank0/stack.json",
              "{'0': [['Module.m.l.L.forward.1'], ['File /x/torch/utils/checkpoint.py, line 1, in "
              "recompute_fn, \\n f()']]}");
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, "backward Module.m.l.L.input.0#0 0/0 4\n"
                           "forward Module.m.M.output.0#0 0/0 1\n"
                           "forward Module.m.l.L.output.0#0 0/0 2\n"
                           "recompute Module.m.l.L.output.0#0 0/0 3");
  tree.options->micro_step = FALSE;
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, "backward Module.m.l.L.input.0#1 0/0 4\n"
                           "forward Module.m.M.output.0#0 0/0 1\n"
                           "forward Module.m.l.L.output.0#0 0/0 2\n"
                           "recompute Module.m.l.L.output.0#1 0/0 3");
  tree_write (tree.data, "step0/rank0/stack.json", "{'0': [['Module.m");
  g_assert_true (tree_import (&tree));
  g_assert_cmpuint (tree_count (&tree, "damaged-stack"), ==, 1);
  tree_clear (&tree);
}

/* D7: accumulations are told apart. */
static void
test_gradients (void)
{
  static const char data[] = "'Module.m.M.forward.0': {'output': [<1>]},"
                             "'Module.m.M.parameters_grad.0': {'w': [<2>]},"
                             "'Module.m.M.forward.1': {'output': [<3>]},"
                             "'Module.m.M.parameters_grad.1': {'w': [<4>]},"
                             "'Module.m.M.parameters_grad.2': {'w': [<5>]}";
  static const char construct[] = "'Module.m.M.forward.0': null, 'Module.m.M.forward.1': null";

  check (&(Case){ .data = data,
                  .construct = construct,
                  .rows = "forward Module.m.M.output.0#0 0/0 1\n"
                          "forward Module.m.M.output.0#0 0/1 3\n"
                          "parameters_grad Module.m.M.w#0 0/0 2\n"
                          "parameters_grad Module.m.M.w#0 0/1 4\n"
                          "parameters_grad Module.m.M.w#1 0/1 5" });
  check (&(Case){ .data = data,
                  .construct = construct,
                  .no_micro_step = TRUE,
                  .rows = "forward Module.m.M.output.0#0 0/0 1\n"
                          "forward Module.m.M.output.0#1 0/0 3\n"
                          "parameters_grad Module.m.M.w#0 0/0 2\n"
                          "parameters_grad Module.m.M.w#1 0/0 4\n"
                          "parameters_grad Module.m.M.w#2 0/0 5" });
  /* Until July 2026 the numbers went on from step to step. */
  /* Listed in construct.json, they change no call's number. */
  check (&(Case){ .data = "'Module.m.M.forward.0': {'output': [<1>]},"
                          "'Module.m.M.forward.1': {'output': [<2>]},"
                          "'Module.m.M.parameters_grad.0': {'w': [<3>]},"
                          "'Module.m.M.parameters_grad.1': {'w': [<4>]}",
                  .construct = "'Module.m.M.forward.0': null, 'Module.m.M.forward.1': null,"
                               "'Module.m.M.parameters_grad.0': null,"
                               "'Module.m.M.parameters_grad.1': null",
                  .rows = "forward Module.m.M.output.0#0 0/0 1\n"
                          "forward Module.m.M.output.0#0 0/1 2\n"
                          "parameters_grad Module.m.M.w#0 0/0 3\n"
                          "parameters_grad Module.m.M.w#0 0/1 4" });
  check (&(Case){ .data = "'Module.m.M.forward.0': {'output': [<1>]},"
                          "'Module.m.M.parameters_grad.6': {'w': [<2>]},"
                          "'Module.m.M.parameters_grad.7': {'w': [<3>]}",
                  .construct = construct,
                  .rows = "forward Module.m.M.output.0#0 0/0 1\n"
                          "parameters_grad Module.m.M.w#0 0/0 2\n"
                          "parameters_grad Module.m.M.w#0 0/1 3" });
  check (&(Case){ .data = "'Module.m.M.forward.0': {'output': [<1>]},"
                          "'Module.m.M.parameters_grad.3': {'w': [<2>]}",
                  .construct = construct,
                  .no_micro_step = TRUE,
                  .rows = "forward Module.m.M.output.0#0 0/0 1\n"
                          "parameters_grad Module.m.M.w#0 0/0 2" });
}

/* D8: the same whether the dump's flags, the stacks or the parents tell; and the chunks of a model
 * list are pipeline stages. */
static void
test_detached (void)
{
  static const char data[] = "'Module.l.L.forward.0': {'output': [<1>]},"
                             "'Module.l.L.forward.1': {'output': [<2>], 'is_recompute': true},"
                             "'Module.l.L.backward.1': {'input': [<3>]},"
                             "'Module.l.L.forward.2': {'output': [<4>]},"
                             "'Module.l.L.forward.3': {'output': [<5>], 'is_recompute': true},"
                             "'Module.l.L.backward.3': {'input': [<6>]}";
  static const char construct[]
      = "'Module.k.K.forward.0': null, 'Module.l.L.forward.0': null, 'Module.k.K.backward.0': null,"
        "'Module.l.L.forward.1': null, 'Module.l.L.backward.1': null, 'Module.k.K.forward.1': null,"
        "'Module.l.L.forward.2': null, 'Module.k.K.backward.1': null,"
        "'Module.l.L.forward.3': null, 'Module.l.L.backward.3': null";

  check (&(Case){ .data = data,
                  .construct = construct,
                  .rows = "backward Module.l.L.input.0#0 0/0 3\n"
                          "backward Module.l.L.input.0#0 0/1 6\n"
                          "forward Module.l.L.output.0#0 0/0 1\n"
                          "forward Module.l.L.output.0#0 0/1 4\n"
                          "recompute Module.l.L.output.0#0 0/0 2\n"
                          "recompute Module.l.L.output.0#0 0/1 5" });
  check (&(Case){ .data = "'Module.0.m.M.forward.0': {'output': [<1>]},"
                          "'Module.1.m.M.forward.0': {'output': [<2>]},"
                          "'Module.1.m.M.parameters_grad.0': {'w': [<3>]}",
                  .construct = "'Module.0.m.M.forward.0': null, 'Module.1.m.M.forward.0': null",
                  .rows = "forward Module.0.m.M.output.0#0 0/0 1\n"
                          "forward Module.1.m.M.output.0@1#0 0/0 2\n"
                          "parameters_grad Module.1.m.M.w@1#0 0/0 3" });
}

/* D9 */
static void
test_no_statistics (void)
{
#define EMPTY "{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape': [2]"
  g_autoptr (GPtrArray) entries = NULL;
  const TsReportEntry *entry;
  Tree tree;

  check (
      &(Case){ .data = "'A.a.0.forward': {'output': [<1>, " EMPTY ", 'Max': null, 'Norm': null}]}",
               .construct = "",
               .rows = "forward A.a.output.0#0 0/0 1" });
  check (&(Case){ .data = "'A.a.0.forward': {'output': [" EMPTY ", 'md5': '0x12'}]}",
                  .construct = "",
                  .rows = "",
                  .code = "dump-without-statistics" });
  check (&(Case){ .data = "", .construct = "", .rows = "", .code = "dump-without-statistics" });
  tree_init (&tree);
  tree_write (tree.data, "step0/rank0/dump.json", "{'task': 'structure', 'data': {}}");
  tree_write (tree.data, "step0/rank0/construct.json", "{'Module.m.M.forward.0': null}");
  g_assert_true (tree_import (&tree));
  entries = ts_import_report_dup_entries (tree.result->report);
  entry = tree_find_entry (entries, "dump-without-statistics", NULL);
  g_assert_nonnull (strstr (entry->message, "“structure”"));
  tree_clear (&tree);
}

/* S1 */
static void
test_megatron (void)
{
  check (&(Case){
      .data = "'Module.0.m.M.forward.0': {'output': [<1>]}, 'Module.1.m.M.forward.0': {'output':"
              " [<2>]}, 'Module.0.m.M.forward.1': {'output': [<3>]}, 'Module.1.m.M.backward.0':"
              " {'input': [<4>]}, 'Functional.f.7.forward': {'output': [<5>]},"
              " 'Module.0.m.M.parameters_grad.1': {'w': [<6>]}",
      .construct = "'Module.0.m.M.forward.0': [null, 0], 'Module.1.m.M.forward.0': [null, 0],"
                   "'megatron_micro_step_number': 1, 'Module.0.m.M.forward.1': [null, 1],"
                   "'Functional.f.7.forward': ['Module.0.m.M.forward.1', 1],"
                   "'Module.1.m.M.backward.0': [null, 0]",
      .rows = "backward Module.1.m.M.input.0@1#0 0/0 4\nforward Functional.f.output.0#0 0/1 5\n"
              "forward Module.0.m.M.output.0#0 0/0 1\nforward Module.0.m.M.output.0#0 0/1 3\n"
              "forward Module.1.m.M.output.0@1#0 0/0 2\nparameters_grad Module.0.m.M.w#0 0/1 6",
  });
}

/* S3 */
static void
test_outside (void)
{
  check (&(Case){
      .data
      = "'Module.m.M.forward.0': {'output': [<1>]}, 'Functional.loss.0.forward': {'output':"
        " [<2>]}, 'Functional.loss.0.backward': {'input': [<3>]}, 'Module.m.M.forward.1':"
        " {'output': [<4>]}, 'Functional.loss.1.forward': {'output': [<5>]},"
        "'Torch.norm.0.forward': {'output': [<6>]}, 'Torch.sqrt.0.forward': {'output': [<7>]}",
      .construct = "'Module.m.M.forward.0': null, 'Functional.loss.0.forward': null,"
                   "'Functional.loss.0.backward': null, 'Module.m.M.forward.1': null,"
                   "'Functional.loss.1.forward': null, 'clip_grad': null,"
                   "'Torch.norm.0.forward': 'clip_grad', 'optimizer': null,"
                   "'Torch.sqrt.0.forward': 'optimizer'",
      .rows = "backward Functional.loss.input.0#0 0/0 3\nforward Functional.loss.output.0#0 0/0 2\n"
              "forward Functional.loss.output.0#0 0/1 5\nforward Module.m.M.output.0#0 0/0 1\n"
              "forward Module.m.M.output.0#0 0/1 4\nforward Torch.norm.output.0#0 0/1 6\n"
              "forward Torch.sqrt.output.0#0 0/1 7",
  });
}

/* S4: no construct.json, or one that is damaged. Calls that it does not list are kept too. */
static void
test_no_construct (void)
{
  static const char data[] = "'Module.m.M.forward.1': {'output': [<1>]}, 'A.a.7.forward':"
                             " {'output': [<2>]}, 'Module.m.M.parameters_grad.1': {'w': [<3>]}";
  static const char rows[] = "forward A.a.output.0#7 0/0 2\nforward Module.m.M.output.0#1 0/0 1\n"
                             "parameters_grad Module.m.M.w#1 0/0 3";
  Tree tree;

  check (&(Case){ .data = data, .rows = rows, .code = "no-construct" });
  check (&(Case){ .data = data, .rows = rows, .no_micro_step = TRUE });
  check (&(Case){ .data = data, .construct = "", .rows = rows }); /* level L1: nothing is wrong */
  check (&(Case){ .data = data,
                  .construct = "'Module.m.M.forward.1': null",
                  .rows = "forward A.a.output.0#7 0/0 2\nforward Module.m.M.output.0#0 0/1 1\n"
                          "parameters_grad Module.m.M.w#0 0/1 3",
                  .code = "not-in-construct" });
  tree_init (&tree);
  tree_add (tree.data, "step0/rank0", data, NULL);
  tree_write (tree.data, "step0/rank0/construct.json", "{'Module.m.M.forward.1': nul");
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, rows);
  g_assert_cmpuint (tree_count (&tree, "damaged-construct"), ==, 1);
  tree_clear (&tree);
  check (&(Case){ .data = "'A.a.7.forward': {'output': [<2>]}",
                  .construct = "'A.a.7.forward': 'B.b.0.forward', 'B.b.0.forward': 'A.a.7.forward'",
                  .rows = "forward A.a.output.0#0 0/0 2",
                  .code = "circular-parents" });
}

/* No number in a file makes the import count to two thousand million. */
static void
test_absurd_numbers (void)
{
  Tree tree;

  tree_init (&tree);
  tree_add (tree.data, "step0/rank0", "'Module.m.M.forward.2000000000': {'output': [<1>]}",
            "'Module.m.M.forward.2000000000': null, 'Module.a.A.forward.0': 1999999999,"
            "'Module.b.B.forward.0': 1e300");
  tree_add (tree.data, "step1/rank0", "'Module.m.M.forward.0': {'output': [<2>]}",
            "'Module.m.M.forward.0': [null, 2000000000]");
  g_assert_true (tree_import (&tree));
  test_assert_query (tree.db, "SELECT count(*) FROM trendscope_steps", "131072");
  tree.options->compat = TRUE;
  g_assert_true (tree_import (&tree) || tree.error != NULL);
  tree_clear (&tree);
}

/* S5: ranks with fewer micro-steps leave places; the training steps are kept. */
static void
test_steps (void)
{
  static const char two[] = "'Module.m.M.forward.0': null, 'Module.m.M.forward.1': null";
  static const char one[] = "'Module.m.M.forward.0': null";
  Tree tree;

  tree_init (&tree);
  tree_add (tree.data, "step500/rank0", "'Module.m.M.forward.0': {'output': [<1>]}", one);
  tree_add (tree.data, "step500/rank1", "'Module.m.M.forward.1': {'output': [<2>]}", two);
  tree_add (tree.data, "step1000/rank0", "'Module.m.M.forward.0': {'output': [<3>]}", one);
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, "forward Module.m.M.output.0#0 0/0 1\n"
                           "forward Module.m.M.output.0#0 0/2 3\n"
                           "forward Module.m.M.output.0#0 1/1 2");
  test_assert_query (tree.db, "SELECT * FROM trendscope_steps ORDER BY step",
                     "0|500|0\n1|500|1\n2|1000|0");
  test_assert_query (tree.db, "SELECT max_rank, min_step, max_step FROM global_stats", "1|0|2");
  tree.options->micro_step = FALSE;
  g_assert_true (tree_import (&tree));
  test_assert_query (tree.db, "SELECT * FROM trendscope_steps ORDER BY step",
                     "500|500|0\n1000|1000|0");
  test_assert_query (tree.db, "SELECT max_rank, min_step, max_step FROM global_stats",
                     "1|500|1000");
  tree_clear (&tree);
}

/* V3: of the same key twice the first stays, the other is reported. */
static void
test_duplicates (void)
{
  check (&(Case){ .data = "'A.a.0.forward': {'output': [<1>]}, 'A.a.0.forward': {'output': [<2>]}",
                  .construct = "",
                  .rows = "forward A.a.output.0#0 0/0 1",
                  .code = "duplicate-row" });
}

/* V6: the mapping leaves the words of the format alone; names it makes equal are reported. */
static void
test_mapping (void)
{
  g_autoptr (GPtrArray) entries = NULL;
  Tree tree;

  tree_init (&tree);
  tree_write (tree.dir, "mapping.json", "{'forward': 'fwd', 'input': 'in', '.TE': '.'}");
  tree.options->mapping_path = g_build_filename (tree.dir, "mapping.json", NULL);
  tree_add (tree.data, "step0/rank0",
            "'Module.forward_x.TEA.forward.0': {'input_args': [<1>]},"
            "'Module.fwd_x.A.forward.0': {'input_args': [<2>], 'output': [<3>]}",
            "");
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, "forward Module.fwd_x.A.input.0#0 0/0 1\n"
                           "forward Module.fwd_x.A.output.0#0 0/0 3");
  g_assert_cmpuint (tree_count (&tree, "duplicate-row"), ==, 1);
  entries = ts_import_report_dup_entries (tree.result->report);
  g_assert_nonnull (strstr (tree_find_entry (entries, "mapping-collision", NULL)->message,
                            "“Module.forward_x.TEA” and “Module.fwd_x.A” both become "
                            "“Module.fwd_x.A”"));
  tree_clear (&tree);
}

/* What a database keeps of numbers that the common columns can't hold. */
static void
test_exact (void)
{
  Tree tree;

  tree_init (&tree);
  tree_add (tree.data, "step0/rank0",
            "'A.a.0.forward': {'output': [<NaN>, <Infinity>, <-Infinity>, <3e12>, <0>, <\"nan\">,"
            " <1.797e308>, <123456789012345678901234567890>]}",
            "");
  g_assert_true (tree_import (&tree));
  test_assert_query (
      tree.db,
      "SELECT target_name, printf('%.12g', t.norm), x.norm FROM trend_data t JOIN "
      "monitoring_targets USING (target_id) LEFT JOIN trendscope_exact x USING (rank, "
      "step, target_id, metric_id) ORDER BY 1",
      "A.a.output.0|0|nan\nA.a.output.1|1000000001|inf\nA.a.output.2|-1000000001|-inf\n"
      "A.a.output.3|1000000000|3000000000000\nA.a.output.4|0|NULL\n"
      "A.a.output.5|0|nan\nA.a.output.6|1000000000|1.797e+308\n"
      "A.a.output.7|1000000000|1.2345678901234568e+29");
  test_assert_query (tree.db,
                     "SELECT count(*) FROM trend_data JOIN monitoring_targets USING (target_id) "
                     "WHERE norm IS NULL",
                     "2");
  tree_clear (&tree);
}

/* One damaged file: the others load, this one is named, and what is before the damage stays. */
static void
test_damaged_file (void)
{
  static const char *const ways[] = { "default", "compat" };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *whole = dump_json ("{'data': {'Module.a.A.forward.0': {'output': [<1>]},"
                                          "\n'Module.b.B.forward.0': {'output': [<2>]}}}");
      static const char construct[] = "'Module.a.A.forward.0': null,"
                                      "'Module.b.B.forward.0': 'Module.a.A.forward.0'";
      g_autoptr (GPtrArray) entries = NULL;
      const TsReportEntry *entry;
      Tree tree;

      tree_init (&tree);
      tree.options->compat = i == 1;
      for (int rank = 0; rank < 3; rank++)
        {
          g_autofree char *folder = g_strdup_printf ("step0/rank%d", rank);
          tree_add (tree.data, folder, "'Module.a.A.forward.0': {'output': [<3>]}", construct);
        }
      tree_write_raw (tree.data, "step0/rank1/dump.json", whole, (gssize) strlen (whole) - 20);
      tree_write_raw (tree.data, "step0/rank2/dump.json", "", 0);
      g_assert_true (tree_import (&tree));
      tree_assert_rows (&tree, "forward Module.a.A.output.0#0 0/0 3\n"
                               "forward Module.a.A.output.0#0 1/0 1");
      entries = ts_import_report_dup_entries (tree.result->report);
      entry = tree_find_entry (entries, "truncated-file", "step0/rank1/dump.json");
      g_assert_nonnull (entry);
      g_assert_cmpint (entry->line, ==, 2);
      g_assert_cmpint (entry->severity, ==, TS_SEVERITY_ERROR);
      g_assert_nonnull (tree_find_entry (entries, "unreadable-file", "step0/rank2/dump.json"));
      tree_clear (&tree);
    }
}

/* A statistic that is no number is missing, and the report says of what and where, once per file.
 */
static void
test_unreadable_values (void)
{
  static const char data[]
      = "'Module.a.A.forward.0': {'output': [<1>,\n"
        "{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape': [2], 'Max': 1, 'Min': null,\n"
        "'Mean': 'NaN', 'Norm': 'abc'}]},\n"
        "'Module.a.A.forward.1': {'output': ["
        "{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape': [2], 'Max': '', 'Norm': [1]},"
        "{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape': [2], 'Norm': 'x', 'Norm': 2},"
        "{'type': 'torch.Tensor', 'dtype': 'torch.int64', 'shape': [2], 'Norm': 'x'}]}";

  for (guint compat = 0; compat < 2; compat++)
    {
      g_autoptr (GPtrArray) entries = NULL;
      const TsReportEntry *entry;
      Tree tree;

      tree_init (&tree);
      tree.options->compat = compat != 0;
      tree.options->micro_step = FALSE;
      tree_add (tree.data, "step0/rank0", data, NULL);
      g_assert_true (tree_import (&tree));
      test_assert_query (tree.db, "SELECT count(*), count(norm) FROM trend_data",
                         compat ? "4|2" : "3|2");
      entries = ts_import_report_dup_entries (tree.result->report);
      entry = tree_find_entry (entries, "unreadable-value", "step0/rank0/dump.json");
      g_assert_nonnull (entry);
      g_assert_cmpint (entry->line, ==, 3);
      g_assert_cmpuint (entry->count, ==, 3);
      g_assert_cmpuint (entry->rows, ==, 0);
      g_assert_nonnull (strstr (entry->message, "“Norm” of Module.a.A.output.1 "));
      tree_clear (&tree);
    }
}

/* 2^53 + 1 and its like are kept as their neighbours, and that is said; 2^53, 2^70, floats and what
 * is left out anyway are not. */
static void
test_rounded_integers (void)
{
  static const char data[]
      = "'Module.a.A.forward.0': {'output': [<9007199254740992>, <1180591620717411303424>,\n"
        "<-9007199254740993>, <123456789012345678901234567890>, <0.10000000000000000001>,\n"
        "{'type': 'torch.Tensor', 'dtype': 'torch.int64', 'shape': [2], 'Max': 9007199254740993},"
        "{'type': 'torch.Tensor', 'dtype': 'torch.float32', 'shape': [2], "
        "'Max': 9007199254740993, 'Max': 2}]}";
  g_autoptr (GPtrArray) entries = NULL;
  const TsReportEntry *entry;
  Tree tree;

  tree_init (&tree);
  tree_add (tree.data, "step0/rank0", data, NULL);
  g_assert_true (tree_import (&tree));
  entries = ts_import_report_dup_entries (tree.result->report);
  entry = tree_find_entry (entries, "rounded-integer", "step0/rank0/dump.json");
  g_assert_nonnull (entry);
  g_assert_cmpint (entry->severity, ==, TS_SEVERITY_WARNING);
  g_assert_cmpint (entry->line, ==, 2);
  g_assert_cmpuint (entry->count, ==, 2);
  tree_clear (&tree);
}

/* A folder or a pipe in the place of a file, and folders with odd names. */
static void
test_odd_places (void)
{
  g_autofree char *folder = NULL;
  g_autofree char *link = NULL;
  Tree tree;

  tree_init (&tree);
  g_free (tree.options->data_dir);
  tree.options->data_dir = g_build_filename (tree.data, "实验 1\xff <&>", NULL);
  tree_add (tree.options->data_dir, "step0/rank0", "'Module.m.M.forward.0': {'output': [<1>]}",
            NULL);
  folder = g_build_filename (tree.options->data_dir, "step0", "rank0", "construct.json", NULL);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  link = g_build_filename (tree.options->data_dir, "step1", NULL);
  g_assert_cmpint (symlink ("step0", link), ==, 0);
  g_assert_true (tree_import (&tree));
  tree_assert_rows (&tree, "forward Module.m.M.output.0#0 0/0 1\n"
                           "forward Module.m.M.output.0#0 0/1 1");
  g_assert_cmpuint (tree_count (&tree, "damaged-construct"), >, 0);
  tree_clear (&tree);
}

/* V7: experts that are empty in the first step, and parameters, which files have behind outputs. */
static void
test_places (void)
{
  Tree tree;

  tree_init (&tree);
  tree_add (tree.data, "step0/rank0",
            "'Module.l.0.e.1.E.forward.0': {'input_args': [<1>], 'output': [<1>], "
            "'parameters': {'w': <1>}}, "
            "'Module.l.0.L.forward.0': {'output': [<1>]}, "
            "'Module.l.0.e.1.E.backward.0': {'input': [<1>], 'output': [<1>]}",
            NULL);
  tree_add (tree.data, "step1/rank0",
            "'Module.l.0.e.0.E.forward.0': {'output': [<1>]}, "
            "'Module.l.0.e.2.E.forward.0': {'output': [<1>]}, "
            "'Module.l.0.L.forward.0': {'output': [<1>]}, "
            "'Module.l.0.L.backward.0': {'output': [<1>]}, "
            "'Module.l.0.e.2.E.backward.0': {'input': [<1>], 'output': [<1>, <1>]}",
            NULL);
  g_assert_true (tree_import (&tree));
  test_assert_query (tree.db,
                     "SELECT target_name, target_id FROM monitoring_targets JOIN "
                     "trendscope_targets USING (target_id) ORDER BY place",
                     "Module.l.0.e.0.E.output.0|5\n"
                     "Module.l.0.e.1.E.input.0|1\n"
                     "Module.l.0.e.1.E.parameters.w|3\n"
                     "Module.l.0.e.1.E.output.0|2\n"
                     "Module.l.0.e.2.E.input.0|7\n"
                     "Module.l.0.e.2.E.output.0|6\n"
                     "Module.l.0.e.2.E.output.1|8\n"
                     "Module.l.0.L.output.0|4");
  test_assert_query (tree.db, "SELECT count(*) FROM trendscope_ranks", "1");
  tree_clear (&tree);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dump-rules/D1-D3-everywhere", test_everywhere);
  g_test_add_func ("/dump-rules/D2-all-dtypes", test_all_dtypes);
  g_test_add_func ("/dump-rules/D4-names", test_names);
  g_test_add_func ("/dump-rules/D5-recompute", test_recompute);
  g_test_add_func ("/dump-rules/D7-gradients", test_gradients);
  g_test_add_func ("/dump-rules/D8-detached", test_detached);
  g_test_add_func ("/dump-rules/D9-no-statistics", test_no_statistics);
  g_test_add_func ("/dump-rules/S1-megatron", test_megatron);
  g_test_add_func ("/dump-rules/S3-outside", test_outside);
  g_test_add_func ("/dump-rules/S4-no-construct", test_no_construct);
  g_test_add_func ("/dump-rules/S2-absurd-numbers", test_absurd_numbers);
  g_test_add_func ("/dump-rules/S5-steps", test_steps);
  g_test_add_func ("/dump-rules/V3-duplicates", test_duplicates);
  g_test_add_func ("/dump-rules/V6-mapping", test_mapping);
  g_test_add_func ("/dump-rules/exact", test_exact);
  g_test_add_func ("/dump-rules/damaged-file", test_damaged_file);
  g_test_add_func ("/dump-rules/unreadable-values", test_unreadable_values);
  g_test_add_func ("/dump-rules/rounded-integers", test_rounded_integers);
  g_test_add_func ("/dump-rules/odd-places", test_odd_places);
  g_test_add_func ("/dump-rules/places", test_places);
  return g_test_run ();
}
