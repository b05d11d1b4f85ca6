/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../test-folder.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <sys/wait.h>

typedef struct
{
  int status;
  char *out, *err;
} Outcome;

/* Runs `trendscope` with the arguments; "@NAME" is a sample. */
static Outcome
run (const char *folder, const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  Outcome outcome = { 0 };
  int wait_status;

  g_ptr_array_add (argv, g_strdup (g_getenv ("TS_EXECUTABLE")));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, arguments[i][0] == '@' ? g_build_filename (
                               g_getenv ("TS_TIMELINE_SAMPLES"), arguments[i] + 1, NULL)
                                                  : g_strdup (arguments[i]));
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (folder, (char **) argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &outcome.out,
                &outcome.err, &wait_status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (wait_status));
  outcome.status = WEXITSTATUS (wait_status);
  return outcome;
}

#define RUN(folder, ...) run (folder, (const char *const[]){ __VA_ARGS__, NULL })

static void
outcome_clear (Outcome *self)
{
  g_free (self->out);
  g_free (self->err);
}

static void
test_exit_statuses (void)
{
  static const struct
  {
    const char *arguments[6];
    int status;
  } cases[] = {
    { { "--timeline", "@single" }, 0 },
    { { "--timeline", "@single/workerlog.0" }, 0 },
    { { "--timeline", "@original_json" }, 0 },
    { { "--timeline=@none" }, 1 },
    { { "--timeline", "@truncated" }, 3 },
    { { "--timeline", "@missing", "--step", "4" }, 3 },
    { { "--timeline", "@single", "--step", "9" }, 1 },
    { { "--timeline", "@single", "--step", "x" }, 2 },
    { { "--timeline", "@single", "--stages", "0,1" }, 2 },
    { { "--timeline", "@single", "--stages", "0,0,1,1" }, 0 },
    { { "--timeline", "@single", "--ideal", "gpipe" }, 2 },
    { { "--timeline", "@single", "--nonsense" }, 2 },
    { { "--timeline", "@single", "more" }, 2 },
    { { "--timeline", "@single", "--csv", "/no/such/folder/x.csv" }, 1 },
    { { "--plan-timeline", "1F1B p=4 m=8" }, 0 },
    { { "--plan-timeline", "VPP p=4 m=7 v=2" }, 2 },
    { { "--plan-timeline", "p=four" }, 2 },
    { { "--timeline", "--help" }, 0 },
  };
  g_autofree char *folder = test_tmp_dir ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Outcome outcome = run (folder, cases[i].arguments);
      g_test_message ("%s %s", cases[i].arguments[0], cases[i].arguments[1]);
      g_assert_cmpint (outcome.status, ==, cases[i].status);
      g_assert_true ((outcome.status == 0) == (*outcome.err == '\0'));
      outcome_clear (&outcome);
    }
}

static void
test_summary (void)
{
  g_autofree char *folder = test_tmp_dir ();
  Outcome outcome = RUN (folder, "--timeline", "@single", "--step", "5");

  g_assert_cmpstr (outcome.out, ==,
                   "step 5: 1F1B, window 345.000 ms, bubble 29.3 %, by the slowest stage 26.1 %, "
                   "straggler: stage 1\n");
  outcome_clear (&outcome);
}

static void
test_json (void)
{
  g_autofree char *folder = test_tmp_dir ();
  Outcome outcome = RUN (folder, "--timeline", "@multi_skew", "--json", "-", "--fix-clocks");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root;

  g_assert_true (json_parser_load_from_data (parser, outcome.out, -1, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  g_assert_true (json_object_get_boolean_member (root, "clocks_fixed"));
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (
                                                   json_object_get_array_member (root, "rows"), 3),
                                               "clock_offset_us"),
                   ==, -5000);
  outcome_clear (&outcome);
}

static gboolean
starts_with (const char *folder, const char *name, const char *magic)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *content = NULL;
  gsize length;

  return g_file_get_contents (path, &content, &length, NULL) && length > 200
         && g_strstr_len (content, 64, magic) != NULL;
}

static void
test_files (void)
{
  g_autofree char *folder = test_tmp_dir ();
  Outcome outcome = RUN (folder, "--timeline", "@single", "--json", "a.json", "--csv", "a.csv",
                         "--figures-csv", "b.csv", "--chrome", "c.json", "--output", "a.png",
                         "--step", "5", "--compare", "4", "--dark");

  g_assert_cmpint (outcome.status, ==, 0);
  g_assert_cmpstr (outcome.out, ==, "");
  outcome_clear (&outcome);
  g_assert_true (starts_with (folder, "a.json", "\"name\": \"single\""));
  g_assert_true (starts_with (folder, "a.csv", "run,step,stage"));
  g_assert_true (starts_with (folder, "b.csv", "run,step,stage,window_us"));
  g_assert_true (starts_with (folder, "c.json", "displayTimeUnit"));
  g_assert_true (starts_with (folder, "a.png", "PNG"));
  outcome = RUN (folder, "--plan-timeline", "ZB-H1 p=4 m=8 tf=10 tb=10 tw=10", "--output", "a.svg");
  g_assert_cmpint (outcome.status, ==, 0);
  outcome_clear (&outcome);
  outcome = RUN (folder, "--timeline", "@zbh1", "--ideal", "VPP", "--output", "a.pdf");
  g_assert_cmpint (outcome.status, ==, 0);
  outcome_clear (&outcome);
  g_assert_true (starts_with (folder, "a.svg", "<?xml"));
  g_assert_true (starts_with (folder, "a.pdf", "%PDF"));
}

/* What is planned is measured like what was logged. */
static void
test_plan (void)
{
  g_autofree char *folder = test_tmp_dir ();
  Outcome outcome = RUN (folder, "--plan-timeline", "vpp p=4,m=8,v=2,tf=10,tb=20");

  g_assert_cmpstr (outcome.out, ==,
                   "step 0: VPP, window 285.000 ms, bubble 15.8 %, by the slowest stage 15.8 %, "
                   "straggler: stage 0\n");
  outcome_clear (&outcome);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-timeline/exit-statuses", test_exit_statuses);
  g_test_add_func ("/cli-timeline/summary", test_summary);
  g_test_add_func ("/cli-timeline/json", test_json);
  g_test_add_func ("/cli-timeline/files", test_files);
  g_test_add_func ("/cli-timeline/plan", test_plan);
  return g_test_run ();
}
