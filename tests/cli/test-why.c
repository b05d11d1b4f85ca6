/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../find/run-database.h"

#include "find/findings-file.h"
#include "find/harmless.h"

/* trendscope --find-faults … --why and --skip-harmless. */

static int
run (const char *path, const char *option, const char *value, char **out, char **err)
{
  const char *const arguments[]
      = { g_getenv ("TS_EXECUTABLE"), "--find-faults", path, option, value, NULL };
  g_autoptr (GSubprocess) program = NULL;
  g_autoptr (GError) error = NULL;

  program = g_subprocess_newv (
      arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (program, NULL, NULL, out, err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (program));
  return g_subprocess_get_exit_status (program);
}

static void
test_why (void)
{
  g_autofree char *path = run_write_named ("fault_stuck"), *out = NULL, *err = NULL;

  g_assert_cmpint (run (path, "--why", "1", &out, &err), ==, 4);
  g_assert_nonnull (strstr (out, "layers.1.fc1 (forward)"));
  g_assert_nonnull (strstr (out, "P1 One rank against its peers: |z| of the output ≥ 8"));
  g_assert_nonnull (strstr (out, "Median of 8 peers: 31.15 ± 3.4 %"));
  g_assert_nonnull (strstr (out, "z of the gain: 48.5"));
  g_assert_nonnull (strstr (out, ">       64  154.04"));
}

static void
test_none (void)
{
  g_autofree char *path = run_write_named ("fault_stuck"), *out = NULL, *err = NULL;
  g_autofree char *out2 = NULL, *err2 = NULL;

  g_assert_cmpint (run (path, "--why", "100000", &out, &err), ==, 1);
  g_assert_nonnull (strstr (err, "There is no finding 100000"));
  g_assert_nonnull (strstr (err, "run.trend.db"));
  g_assert_cmpint (run (path, "--why", "0", &out2, &err2), ==, 2);
  g_assert_nonnull (strstr (err2, "--why"));
}

/* Only where it is asked for: what a person marked does not change what a script sees. */
static void
test_skip_harmless (void)
{
  g_autofree char *path = run_write_named ("fault_stuck");
  g_autoptr (GError) error = NULL;
  g_autoptr (TsCatalog) catalog = NULL;
  g_autoptr (TsHarmless) harmless = ts_harmless_load (path, &error);
  g_autoptr (TsFindings) findings = NULL;
  g_autofree char *out = NULL, *err = NULL, *out2 = NULL, *err2 = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (run (path, "--top", "1", &out, &err), ==, 4);
  catalog = ts_catalog_load (path, NULL, &error);
  g_assert_no_error (error);
  findings = ts_findings_file_load (catalog, NULL, &error);
  g_assert_no_error (error);
  ts_harmless_set (harmless, ts_findings_get_first (findings), catalog, TRUE);
  g_assert_true (ts_harmless_save (harmless, &error));
  g_clear_pointer (&out, g_free);
  g_clear_pointer (&err, g_free);
  g_assert_cmpint (run (path, "--top", "1", &out, &err), ==, 4);
  g_assert_cmpint (run (path, "--skip-harmless", NULL, &out2, &err2), ==, 0);
  g_assert_nonnull (strstr (out2, "No fault was found."));
  g_assert_nonnull (strstr (err2, "were marked as harmless"));
}

int
main (int argc, char **argv)
{
  test_own_user_dirs ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/why", test_why);
  g_test_add_func ("/cli/why/none", test_none);
  g_test_add_func ("/cli/skip-harmless", test_skip_harmless);
  return g_test_run ();
}
