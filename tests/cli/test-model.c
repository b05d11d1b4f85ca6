/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../test-folder.h"

#include <json-glib/json-glib.h>
#include <sys/wait.h>

typedef struct
{
  int status;
  char *out, *err;
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_free (self->out);
  g_free (self->err);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

/* Runs `trendscope` with the arguments; "@NAME" is a sample, "%NAME" a fixture. */
static void
run (Outcome *outcome, const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  int wait_status;

  g_ptr_array_add (argv, g_strdup (g_getenv ("TS_EXECUTABLE")));
  for (guint i = 0; arguments[i] != NULL; i++)
    if (arguments[i][0] == '@')
      g_ptr_array_add (argv, g_build_filename (g_getenv ("TS_MODEL_SAMPLES"), "fixtures",
                                               arguments[i] + 1, NULL));
    else if (arguments[i][0] == '%')
      g_ptr_array_add (argv,
                       g_build_filename (g_getenv ("TS_FIXTURES"), arguments[i] + 1, "data", NULL));
    else
      g_ptr_array_add (argv, g_strdup (arguments[i]));
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &outcome->out,
                &outcome->err, &wait_status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (wait_status));
  outcome->status = WEXITSTATUS (wait_status);
}

#define RUN(outcome, ...) run (outcome, (const char *const[]){ __VA_ARGS__, NULL })

static void
test_exit_statuses (void)
{
  static const struct
  {
    const char *arguments[8];
    int status;
  } cases[] = {
    { { "--model", "%dump_structure_L0" }, 0 },
    { { "--model", "%dump_nan_inf_2rank", "--step", "2", "--rank", "1" }, 4 },
    { { "--model", "%dump_L1_proc" }, 4 },
    { { "--model", "%dump_L1_proc", "--compat" }, 1 },
    { { "--model", "@edge", "--overflow" }, 4 },
    { { "--model", "@none" }, 1 },
    { { "--model", "%dump_nan_inf_2rank", "--step", "99" }, 1 },
    { { "--model", "%dump_nan_inf_2rank", "--rank", "7" }, 1 },
    { { "--model", "@edge", "--rank", "x" }, 2 },
    { { "--model", "@edge", "--step", "-5" }, 2 },
    { { "--model", "@edge", "more" }, 2 },
    { { "--model", "@edge", "--nonsense" }, 2 },
    { { "--compare-model", "@calls/debug", "@calls/bench" }, 4 },
    { { "--compare-model", "@calls/bench", "@calls/bench", "--compat" }, 0 },
    { { "--compare-model", "@calls/bench", "@calls/bench", "--fuzzy" }, 0 },
    { { "--compare-model", "@md5/debug", "@stats/debug" }, 1 },
    { { "--compare-model", "@md5/debug", "@none" }, 1 },
    { { "--compare-model", "@md5/debug" }, 2 },
    { { "--compare-model", "@md5/debug", "@md5/bench", "--fuzzy", "--default" }, 2 },
    { { "--model", "@edge", "--json", "/no/such/folder/x.json" }, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Outcome) outcome = { 0 };
      run (&outcome, cases[i].arguments);
      g_test_message ("case %u: %s", i, outcome.err);
      g_assert_cmpint (outcome.status, ==, cases[i].status);
    }
}

static void
test_overflow (void)
{
  g_auto (Outcome) outcome = { 0 };

  RUN (&outcome, "--model", "@edge", "--overflow");
  g_assert_nonnull (strstr (outcome.out, "critical: Module.net.enc.norm.LayerNorm.forward.0: "
                                         "parameter weight is not finite\n"));
  g_assert_nonnull (strstr (outcome.err, "Module.net.ghost.Block.forward.0"));
}

static void
test_summary (void)
{
  g_auto (Outcome) outcome = { 0 };

  RUN (&outcome, "--model", "%dump_nan_inf_2rank", "--step", "2", "--rank", "1");
  g_assert_true (g_str_has_suffix (
      outcome.out, "first at Module.module.decoder.layers.1.mlp.linear_fc1.Linear.forward.0\n"));
  g_assert_true (g_str_has_prefix (outcome.out, "197 calls, 2 micro-steps, "));
}

static void
test_json (void)
{
  g_auto (Outcome) outcome = { 0 };
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root;

  RUN (&outcome, "--model", "@edge", "--compat", "--json", "-");
  g_assert_true (json_parser_load_from_data (parser, outcome.out, -1, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpint (json_object_get_int_member (root, "count"), ==, 45);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (root, "unreachable")), ==,
                    2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-model/exit-statuses", test_exit_statuses);
  g_test_add_func ("/cli-model/overflow", test_overflow);
  g_test_add_func ("/cli-model/summary", test_summary);
  g_test_add_func ("/cli-model/json", test_json);
  return g_test_run ();
}
