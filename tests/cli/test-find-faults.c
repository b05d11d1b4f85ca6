/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../find/run-database.h"

#include "find/finding.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <unistd.h>

/* trendscope --find-faults: what it writes where, and how it ends. */

#define MAX_ARGUMENTS 16

static int
run (const char *const *more, char **out, char **err)
{
  const char *arguments[MAX_ARGUMENTS] = { g_getenv ("TS_EXECUTABLE"), "--find-faults" };
  g_autoptr (GSubprocess) program = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; more[i] != NULL; i++)
    arguments[2 + i] = more[i];
  program = g_subprocess_newv (
      arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (program, NULL, NULL, out, err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (program));
  return g_subprocess_get_exit_status (program);
}

#define RUN(out, err, ...) run ((const char *const[]){ __VA_ARGS__, NULL }, out, err)

/* The findings that the program printed as JSON. */
static JsonArray *
parse (const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *array;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  array = json_node_dup_array (json_parser_get_root (parser));
  g_assert_nonnull (array);
  return array;
}

static void
test_exit_statuses (void)
{
  g_autofree char *healthy = run_write_named ("healthy"), *faulty = run_write_named ("fault_nan");
  g_autofree char *out[5] = { NULL }, *err[5] = { NULL };

  g_assert_cmpint (RUN (&out[0], &err[0], healthy), ==, 0);
  g_assert_cmpint (RUN (&out[1], &err[1], faulty), ==, 4);
  g_assert_nonnull (strstr (out[1], "step 64, rank 5"));
  g_assert_cmpint (RUN (&out[2], &err[2], "/nowhere/run.trend.db"), ==, 1);
  g_assert_nonnull (strstr (err[2], "/nowhere/run.trend.db"));
  g_assert_cmpint (RUN (&out[3], &err[3], faulty, "--rules", "X"), ==, 2);
  g_assert_cmpint (RUN (&out[4], &err[4], faulty, "--steps", "0-63"), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (out); i++)
    {
      g_free (g_steal_pointer (&out[i]));
      g_free (g_steal_pointer (&err[i]));
    }
}

/* Every member that the format has, the cause first; CSV has the same, and nothing stands between.
 */
static void
test_formats (void)
{
  static const char *const members[]
      = { "rule",       "grade", "metric", "target",   "stat",  "rank",  "step",
          "micro_step", "score", "value",  "expected", "count", "cause", "note" };
  g_autofree char *path = run_write_named ("fault_nan"), *out = NULL, *err = NULL;
  g_autofree char *csv = NULL, *err2 = NULL, *top = NULL, *err3 = NULL;
  g_autoptr (JsonArray) all = NULL, few = NULL;
  g_auto (GStrv) lines = NULL;
  JsonObject *first;

  g_assert_cmpint (RUN (&out, &err, path, "--json", "-"), ==, 4);
  all = parse (out);
  g_assert_cmpuint (json_array_get_length (all), >, 1);
  first = json_array_get_object_element (all, 0);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    g_assert_true (json_object_has_member (first, members[i]));
  g_assert_cmpint (json_object_get_int_member (first, "step"), ==, 64);
  g_assert_cmpint (json_object_get_int_member (first, "rank"), ==, 5);
  g_assert_true (json_object_get_null_member (first, "cause"));
  g_assert_cmpint (RUN (&csv, &err2, path, "--csv", "-"), ==, 4);
  lines = g_strsplit (g_strchomp (csv), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, json_array_get_length (all) + 1);
  g_assert_cmpint (RUN (&top, &err3, path, "--json", "-", "--top", "2"), ==, 4);
  few = parse (top);
  g_assert_cmpuint (json_array_get_length (few), ==, 2);
}

/* What a folder holds may be several databases: they are one array, and say which is which. */
static void
test_several (void)
{
  g_autofree char *dump
      = g_build_filename (g_getenv ("TS_FIXTURES"), "dump_nan_inf_2rank", "data", NULL);
  g_autofree char *monitor
      = g_build_filename (g_getenv ("TS_ANOMALIES"), "dp2_alert", "data", NULL);
  g_autofree char *folder = test_tmp_dir (), *out = NULL, *err = NULL;
  g_autofree char *a = g_build_filename (folder, "dump", NULL);
  g_autofree char *b = g_build_filename (folder, "monitor", NULL);
  g_autoptr (JsonArray) all = NULL;
  guint n_of[2] = { 0 };

  g_assert_cmpint (symlink (dump, a), ==, 0);
  g_assert_cmpint (symlink (monitor, b), ==, 0);
  g_assert_cmpint (RUN (&out, &err, folder, "--json", "-"), ==, 4);
  all = parse (out);
  for (guint i = 0; i < json_array_get_length (all); i++)
    {
      JsonObject *finding = json_array_get_object_element (all, i);
      const char *database = json_object_get_string_member (finding, "database");
      g_assert_cmpint (json_object_get_int_member (finding, "id"), ==, i + 1);
      n_of[g_str_has_prefix (database, "monitor")]++;
    }
  g_assert_cmpuint (n_of[0], >, 0);
  g_assert_cmpuint (n_of[1], >, 751);
}

static void
test_thresholds (void)
{
  g_autofree char *path = run_write_named ("fault_stuck"), *out[4] = { NULL }, *err[4] = { NULL };

  g_assert_cmpint (RUN (&out[0], &err[0], path, "--rules", "P"), ==, 4);
  /* Eight ranks have fewer peers. */
  g_assert_cmpint (RUN (&out[1], &err[1], path, "--rules", "P", "--threshold", "min_peers=100"), ==,
                   0);
  g_assert_cmpint (RUN (&out[2], &err[2], path, "--threshold", "no_such=1"), ==, 2);
  g_assert_nonnull (strstr (err[2], "no_such"));
  g_assert_cmpint (RUN (&out[3], &err[3], path, "--threshold", "peer_far=far"), ==, 2);
  g_assert_nonnull (strstr (err[3], "peer_far"));
  for (guint i = 0; i < G_N_ELEMENTS (out); i++)
    {
      g_free (g_steal_pointer (&out[i]));
      g_free (g_steal_pointer (&err[i]));
    }
}

static void
test_layout (void)
{
  g_autofree char *path = run_write_named ("fault_stuck"), *folder = test_tmp_dir ();
  g_autofree char *layout = g_build_filename (folder, "layout.json", NULL);
  g_autofree char *out = NULL, *err = NULL, *out2 = NULL, *err2 = NULL;

  g_assert_true (g_file_set_contents (layout, "{\"world_size\": 8, \"num_layers\": 4}", -1, NULL));
  g_assert_cmpint (RUN (&out, &err, path, "--layout", layout, "--first"), ==, 4);
  g_assert_nonnull (strstr (out, "step 64"));
  g_assert_true (g_file_set_contents (layout, "{\"world_size\": -8}", -1, NULL));
  g_assert_cmpint (RUN (&out2, &err2, path, "--layout", layout), ==, 1);
  g_assert_nonnull (strstr (err2, "layout.json"));
}

/* An import keeps what the monitor noted, so that the database alone has it. */
static void
test_events_kept (void)
{
  g_autofree char *data = g_build_filename (g_getenv ("TS_ANOMALIES"), "dp2_alert", "data", NULL);
  g_autofree char *folder = test_tmp_dir (), *out = NULL, *err = NULL;
  g_autofree char *path = g_build_filename (folder, "monitor_data.trend.db", NULL);
  const char *const convert[]
      = { g_getenv ("TS_EXECUTABLE"), "--convert", "--data", data, "--db", folder, NULL };
  g_autoptr (JsonArray) all = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) convert, NULL,
                               G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                               NULL, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status) && (WEXITSTATUS (status) == 0 || WEXITSTATUS (status) == 3));
  RUN (&out, &err, path, "--rules", "events", "--json", "-");
  all = parse (out);
  g_assert_cmpuint (json_array_get_length (all), ==, 751);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (all, 0), "rule"),
                   ==, "events");
}

int
main (int argc, char **argv)
{
  test_own_user_dirs ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find-faults/exit-statuses", test_exit_statuses);
  g_test_add_func ("/find-faults/formats", test_formats);
  g_test_add_func ("/find-faults/several", test_several);
  g_test_add_func ("/find-faults/thresholds", test_thresholds);
  g_test_add_func ("/find-faults/layout", test_layout);
  g_test_add_func ("/find-faults/events-kept", test_events_kept);
  return g_test_run ();
}
