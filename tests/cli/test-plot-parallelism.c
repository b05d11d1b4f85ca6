/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../test-folder.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/wait.h>

typedef struct
{
  int status;
  char *out, *err;
} Outcome;

/* Runs `trendscope --plot-parallelism` with the words of arguments in folder. */
static Outcome
run (const char *folder, const char *arguments)
{
  g_auto (GStrv) words = g_strsplit (arguments, " ", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  Outcome outcome = { 0 };
  int wait_status;

  g_strv_builder_add_many (builder, g_getenv ("TS_EXECUTABLE"), "--plot-parallelism", NULL);
  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      g_strv_builder_add (builder, words[i]);
  argv = g_strv_builder_end (builder);
  g_spawn_sync (folder, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &outcome.out, &outcome.err,
                &wait_status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (wait_status));
  outcome.status = WEXITSTATUS (wait_status);
  return outcome;
}

static void
outcome_clear (Outcome *self)
{
  g_free (self->out);
  g_free (self->err);
}

static gboolean
starts_with (const char *path, const char *magic)
{
  g_autofree char *content = NULL;
  gsize length;

  return g_file_get_contents (path, &content, &length, NULL) && length > 200
         && g_strstr_len (content, 64, magic) != NULL;
}

#define ISSUE_SIZES                                                                                \
  "--world-size 32 --num-layers 48 --tensor-parallel-size 4 --pipeline-parallel-size 4 "           \
  "--num-layers-per-virtual-pipeline-stage 3"

/* The issue's example, in its spelling, Megatron's, and pasted from Python; every format. */
static void
test_files (void)
{
  static const struct
  {
    const char *arguments, *name, *magic;
  } cases[] = {
    { ISSUE_SIZES, "ws32_ln48_tp4_pp4_vpp4.png", "PNG" },
    { "--world-size=8 --num-layers=7 --tensor-model-parallel-size 1 "
      "--pipeline-model-parallel-size=8 --standalone-embedding-stage --format SVG",
      "ws8_ln7_tp1_pp8_vpp1.svg", "<?xml" },
    { "--world_size 16 --num_layers 16 --tensor_parallel_size 2 --pipeline_parallel_size 4 "
      "--order dp-tp-pp --format pdf --dark",
      "ws16_ln16_tp2_pp4_vpp1.pdf", "%PDF" },
    { "--world-size 16 --num-layers 14 --pipeline-parallel-size 4 --expert-model-parallel-size 2 "
      "--decoder-first-pipeline-num-layers 2 --decoder-last-pipeline-num-layers 4 "
      "--num-virtual-stages-per-pipeline-rank 2 --context-parallel-size 2",
      "ws16_ln14_tp1_pp4_vpp2_cp2_ep2.png", "PNG" },
    { "--world-size 16 --num-layers 4 --tensor-parallel-size 2 --pipeline-parallel-size 2 "
      "--use-tp-pp-dp-mapping",
      "ws16_ln4_tp2_pp2_vpp1.png", "PNG" },
  };
  g_autofree char *folder = test_tmp_dir ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (folder, cases[i].name, NULL);
      Outcome outcome = run (folder, cases[i].arguments);
      g_test_message ("%s%s", outcome.out, outcome.err);
      g_assert_cmpint (outcome.status, ==, 0);
      g_assert_nonnull (strstr (outcome.out, cases[i].name));
      g_assert_true (starts_with (path, cases[i].magic));
      outcome_clear (&outcome);
    }
  test_remove_tree (folder);
}

/* Exit status 2, and the message begins with the option that is wrong. */
static void
test_errors (void)
{
  static const struct
  {
    const char *arguments, *option;
  } cases[] = {
    { "", "--world-size" },
    { "--num-layers 4", "--world-size" },
    { "--world-size 4", "--num-layers" },
    { "--world-size 0 --num-layers 4", "--world-size" },
    { "--world-size -8 --num-layers 4", "--world-size" },
    { "--world-size 8.0 --num-layers 4", "--world-size" },
    { "--world-size True --num-layers 4", "--world-size" },
    { "--world-size 99999999999999999999999 --num-layers 4", "--world-size" },
    { "--world-size 8 --num-layers x", "--num-layers" },
    { "--world-size 10 --num-layers 8 --tensor-parallel-size 4", "--world-size" },
    { "--world-size 8 --num-layers 8 --tensor-parallel-size 0", "--tensor-parallel-size" },
    { "--world-size 8 --num-layers 8 --pipeline-parallel-size 1e3", "--pipeline-parallel-size" },
    { "--world-size 8 --num-layers 8 --context-parallel-size none", "--context-parallel-size" },
    { "--world-size 8 --num-layers 8 --expert-parallel-size 3", "--expert-parallel-size" },
    { "--world-size 8 --num-layers 8 --num-layers-per-virtual-pipeline-stage 0",
      "--num-layers-per-virtual-pipeline-stage" },
    { "--world-size 8 --num-layers 8 --num-virtual-stages-per-pipeline-rank 3",
      "--num-virtual-stages-per-pipeline-rank" },
    { "--world-size 8 --num-layers 8 --decoder-first-pipeline-num-layers 3",
      "--decoder-first-pipeline-num-layers" },
    { "--world-size 8 --num-layers 8 --decoder-last-pipeline-num-layers 3",
      "--decoder-last-pipeline-num-layers" },
    { "--world-size 8 --num-layers 8 --standalone-embedding-stage",
      "--standalone-embedding-stage" },
    { "--world-size 8 --num-layers 8 --order tp-tp", "--order" },
    { "--world-size 8 --num-layers 8 --order", "--order" },
    { "--world-size 8 --num-layers 8 --format gif", "--format" },
    { "--world-size 8 --num-layers 8 --no-such-option", "--no-such-option" },
    { "--world-size 8 --num-layers 8 leftover", "leftover" },
  };
  g_autofree char *folder = test_tmp_dir ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Outcome outcome = run (folder, cases[i].arguments);
      g_test_message ("%s", outcome.err);
      g_assert_cmpint (outcome.status, ==, 2);
      g_assert_cmpstr (outcome.out, ==, "");
      g_assert_true (g_str_has_prefix (outcome.err, "trendscope: "));
      g_assert_nonnull (strstr (outcome.err, cases[i].option));
      outcome_clear (&outcome);
    }
  test_remove_tree (folder);
}

/* P2: a picture that can't be replaced stays, whatever is wrong. */
static void
test_keeps_old (void)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *path = g_build_filename (folder, "ws8_ln8_tp1_pp2_vpp1.png", NULL);
  g_autofree char *content = NULL;
  Outcome outcome;

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  outcome = run (folder, "--world-size 8 --num-layers 8 --pipeline-parallel-size 2 --order tp-dp");
  g_assert_cmpint (outcome.status, ==, 2);
  outcome_clear (&outcome);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "old");
  outcome = run (folder, "--world-size 8 --num-layers 8 --pipeline-parallel-size 2");
  g_assert_cmpint (outcome.status, ==, 0);
  outcome_clear (&outcome);
  g_assert_true (starts_with (path, "PNG"));
  test_remove_tree (folder);
}

static void
test_output_path (void)
{
  g_autofree char *folder = test_tmp_dir ();
  g_autofree char *path = g_build_filename (folder, "a", "b c", "ws1_ln1_tp1_pp1_vpp1.png", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autofree char *deep = g_build_filename (folder, "a", "b c", NULL);
  g_autofree char *argument = g_strdup_printf ("--output-path=%s", deep);
  const char *argv[] = { g_getenv ("TS_EXECUTABLE"),
                         "--plot-parallelism",
                         "--world-size=1",
                         "--num-layers=1",
                         argument,
                         NULL };
  int status;
  Outcome outcome;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                               NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_file_set_contents (file, "", -1, NULL));
  outcome = run (folder, "--world-size 1 --num-layers 1 --output-path file");
  g_assert_cmpint (outcome.status, ==, 1);
  g_assert_nonnull (strstr (outcome.err, "file"));
  outcome_clear (&outcome);
  test_remove_tree (folder);
}

/* --json is what msProbe computed, member by member. */
static void
check_json_fixture (const char *name, const char *arguments)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("TS_FIXTURES"), "parallel", name, "layout.json", NULL);
  g_autofree char *all = g_strconcat ("--json ", arguments, NULL);
  g_autoptr (JsonParser) expected = json_parser_new_immutable ();
  g_autoptr (JsonParser) printed = json_parser_new_immutable ();
  Outcome outcome = run (NULL, all);
  JsonObject *expected_root, *printed_root;

  g_assert_cmpint (outcome.status, ==, 0);
  g_assert_true (json_parser_load_from_file (expected, path, NULL));
  g_assert_true (json_parser_load_from_data (printed, outcome.out, -1, NULL));
  expected_root = json_node_get_object (json_parser_get_root (expected));
  printed_root = json_node_get_object (json_parser_get_root (printed));
  g_assert_true (json_node_equal (json_object_get_member (expected_root, "groups"),
                                  json_object_get_member (printed_root, "groups")));
  g_assert_true (json_node_equal (json_object_get_member (expected_root, "layers_per_rank"),
                                  json_object_get_member (printed_root, "layers_per_rank")));
  outcome_clear (&outcome);
}

static void
test_json (void)
{
  check_json_fixture ("ws32_ln48_tp4_pp4_vppl3", ISSUE_SIZES);
  check_json_fixture ("ws1_ln4", "--world-size 1 --num-layers 4");
  check_json_fixture ("ws8_ln28_tp1_pp8_standalone_vppl2",
                      "--world-size 8 --num-layers 28 --pipeline-parallel-size 8 "
                      "--standalone-embedding-stage --num-layers-per-virtual-pipeline-stage 2");
  check_json_fixture ("ws16_ln16_tp2_pp4_order_dp-tp-pp",
                      "--world-size 16 --num-layers 16 --tensor-parallel-size 2 "
                      "--pipeline-parallel-size 4 --order dp-tp-pp");
}

/* "--json" alone prints; it and --output take a file, as in all commands. */
static void
test_named_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trendscope-XXXXXX", NULL);
  g_autofree char *json = g_build_filename (folder, "a.json", NULL);
  g_autofree char *picture = g_build_filename (folder, "a.svg", NULL);
  g_autofree char *sizes = g_strdup_printf ("--world-size 4 --num-layers 4 --json %s", json);
  g_autofree char *drawn
      = g_strdup_printf ("--world-size 4 --num-layers 4 --output %s --dark", picture);
  g_autofree char *text = NULL, *svg = NULL;
  Outcome printed = run (NULL, "--world-size 4 --num-layers 4 --json --tensor-parallel-size 1");
  Outcome written = run (NULL, sizes);
  Outcome drawing = run (NULL, drawn);
  Outcome refused = run (NULL, "--world-size 4 --num-layers 4 --output x.gif");

  g_assert_cmpint (printed.status, ==, 0);
  g_assert_cmpint (written.status, ==, 0);
  g_assert_cmpstr (written.out, ==, "");
  g_assert_true (g_file_get_contents (json, &text, NULL, NULL));
  g_assert_cmpstr (printed.out, ==, text);
  g_assert_cmpint (drawing.status, ==, 0);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "<svg"));
  g_assert_cmpint (refused.status, ==, 2);
  outcome_clear (&printed);
  outcome_clear (&written);
  outcome_clear (&drawing);
  outcome_clear (&refused);
  g_remove (json);
  g_remove (picture);
  g_rmdir (folder);
}

static void
test_help (void)
{
  Outcome outcome = run (NULL, "--help");

  g_assert_cmpint (outcome.status, ==, 0);
  g_assert_nonnull (strstr (outcome.out, "--num-layers-per-virtual-pipeline-stage"));
  g_assert_null (strstr (outcome.out, "(null)"));
  outcome_clear (&outcome);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot-parallelism/files", test_files);
  g_test_add_func ("/plot-parallelism/errors", test_errors);
  g_test_add_func ("/plot-parallelism/keeps-old", test_keeps_old);
  g_test_add_func ("/plot-parallelism/output-path", test_output_path);
  g_test_add_func ("/plot-parallelism/json", test_json);
  g_test_add_func ("/plot-parallelism/named-files", test_named_files);
  g_test_add_func ("/plot-parallelism/help", test_help);
  return g_test_run ();
}
