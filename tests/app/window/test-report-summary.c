/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/report-dialog.h"

static void
assert_summary (TsImportReport *report, const char *expected)
{
  g_autofree char *summary = ts_report_dup_summary (report);

  g_assert_cmpstr (summary, ==, expected);
}

/* What damage cost is not mixed with what was left out on purpose. */
static void
test_summary (void)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();

  assert_summary (report, "");
  ts_import_report_add (report, TS_SEVERITY_INFO, "integer-tensor", "", 0, 270, 270, "Integers.");
  assert_summary (report, "270 rows left out on purpose");
  ts_import_report_add (report, TS_SEVERITY_ERROR, "unreadable-file", "a", 0, 1, 0, "Cut off.");
  assert_summary (report, "1 error · 270 rows left out on purpose");
  ts_import_report_add (report, TS_SEVERITY_WARNING, "duplicate-row", "b", 0, 12, 12, "Again.");
  assert_summary (report, "1 error, 1 warning, 12 rows lost · 270 rows left out on purpose");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-summary", test_summary);
  return g_test_run ();
}
