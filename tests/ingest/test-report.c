/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import-report.h"
#include "test-database.h"

#include <json-glib/json-glib.h>

static TsReportEntry *
entry_at (GPtrArray *entries, guint i)
{
  g_assert_cmpuint (i, <, entries->len);
  return g_ptr_array_index (entries, i);
}

static void
test_empty (void)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);

  g_assert_cmpuint (entries->len, ==, 0);
  g_assert_cmpint (ts_import_report_get_worst (report), ==, TS_SEVERITY_INFO);
  g_assert_cmpuint (ts_import_report_get_rows_lost (report), ==, 0);
}

static void
test_adding_up (void)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autofree char *code = g_strdup ("bad-row");
  g_autoptr (GPtrArray) entries = NULL;

  ts_import_report_add (report, TS_SEVERITY_WARNING, "bad-row", "a.csv", 7, 1, 1, "row %d", 7);
  ts_import_report_add (report, TS_SEVERITY_WARNING, code, "a.csv", 9, 2, 3, "row %d", 9);
  ts_import_report_add (report, TS_SEVERITY_WARNING, "bad-row", "b.csv", 0, 1, 1, "row");
  entries = ts_import_report_dup_entries (report);
  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_cmpstr (entry_at (entries, 0)->message, ==, "row 7");
  g_assert_cmpint (entry_at (entries, 0)->line, ==, 7);
  g_assert_cmpuint (entry_at (entries, 0)->count, ==, 3);
  g_assert_cmpuint (entry_at (entries, 0)->rows, ==, 4);
  g_assert_cmpuint (ts_import_report_get_rows_lost (report), ==, 5);
}

static void
test_order (void)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GPtrArray) entries = NULL;
  static const char *const order[] = { "e b", "w a", "w b 1", "w b 2", "i a" };

  ts_import_report_add (report, TS_SEVERITY_INFO, "x", "a", 1, 1, 0, "i a");
  ts_import_report_add (report, TS_SEVERITY_WARNING, "y", "b", 2, 1, 0, "w b 2");
  ts_import_report_add (report, TS_SEVERITY_WARNING, "x", "b", 1, 1, 0, "w b 1");
  ts_import_report_add (report, TS_SEVERITY_ERROR, "z", "b", 9, 1, 0, "e b");
  ts_import_report_add (report, TS_SEVERITY_WARNING, "z", "a", 9, 1, 0, "w a");
  entries = ts_import_report_dup_entries (report);
  g_assert_cmpuint (entries->len, ==, G_N_ELEMENTS (order));
  for (guint i = 0; i < entries->len; i++)
    g_assert_cmpstr (entry_at (entries, i)->message, ==, order[i]);
  g_assert_cmpint (ts_import_report_get_worst (report), ==, TS_SEVERITY_ERROR);
}

/* Bytes that are no text must not reach JSON, the database or a label. */
static void
test_invalid_utf8 (void)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GPtrArray) entries = NULL;

  ts_import_report_add (report, TS_SEVERITY_INFO, "x", "a\xff", 0, 1, 0, "name \xfe");
  entries = ts_import_report_dup_entries (report);
  g_assert_true (g_utf8_validate (entry_at (entries, 0)->path, -1, NULL));
  g_assert_true (g_utf8_validate (entry_at (entries, 0)->message, -1, NULL));
}

static void
test_merge (void)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (TsImportReport) other = ts_import_report_new ();
  g_autoptr (GPtrArray) entries = NULL;

  ts_import_report_add (other, TS_SEVERITY_WARNING, "x", "step0", 3, 1, 2, "here");
  ts_import_report_count_read (other, 10);
  ts_import_report_count_stored (other, 8);
  ts_import_report_count_file (other);
  ts_import_report_count_read (report, 1);
  ts_import_report_merge (report, other, "run1");
  ts_import_report_merge (report, other, NULL);
  entries = ts_import_report_dup_entries (report);
  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_cmpstr (entry_at (entries, 0)->path, ==, "run1/step0");
  g_assert_cmpstr (entry_at (entries, 1)->path, ==, "step0");
  g_assert_cmpuint (ts_import_report_get_rows_read (report), ==, 21);
  g_assert_cmpuint (ts_import_report_get_rows_stored (report), ==, 16);
  g_assert_cmpuint (ts_import_report_get_rows_lost (report), ==, 4);
  g_assert_cmpuint (ts_import_report_get_n_files (report), ==, 2);
}

static gpointer
add_many (gpointer report)
{
  for (guint i = 0; i < 1000; i++)
    {
      ts_import_report_add (report, TS_SEVERITY_WARNING, "x", "", i + 1, 1, 1, "line %u", i + 1);
      ts_import_report_count_read (report, 2);
    }
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GPtrArray) entries = NULL;
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("report", add_many, report);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  entries = ts_import_report_dup_entries (report);
  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_cmpuint (entry_at (entries, 0)->count, ==, 4000);
  g_assert_cmpstr (entry_at (entries, 0)->message, ==, "line 1");
  g_assert_cmpuint (ts_import_report_get_rows_read (report), ==, 8000);
}

static void
test_json (void)
{
  g_autofree char *text = NULL;
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonObject *root, *entry;
  gsize length;

  ts_import_report_add (report, TS_SEVERITY_ERROR, "truncated-file", "\"<a>\"", 12, 1, 2, "Ends.");
  ts_import_report_add (report, TS_SEVERITY_INFO, "integer-tensor", "", 0, 1, 1, "Integers.");
  ts_import_report_count_read (report, 6);
  ts_import_report_count_stored (report, 3);
  text = ts_import_report_to_json (report, &length);
  g_assert_true (json_parser_load_from_data (parser, text, (gssize) length, &error));
  root = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpint (json_object_get_int_member (root, "rows_read"), ==, 6);
  g_assert_cmpint (json_object_get_int_member (root, "rows_stored"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (root, "rows_lost"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (root, "rows_omitted"), ==, 1);
  entry = json_array_get_object_element (json_object_get_array_member (root, "entries"), 0);
  g_assert_cmpstr (json_object_get_string_member (entry, "severity"), ==, "error");
  g_assert_cmpstr (json_object_get_string_member (entry, "path"), ==, "\"<a>\"");
  g_assert_cmpint (json_object_get_int_member (entry, "line"), ==, 12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/empty", test_empty);
  g_test_add_func ("/report/adding-up", test_adding_up);
  g_test_add_func ("/report/order", test_order);
  g_test_add_func ("/report/invalid-utf8", test_invalid_utf8);
  g_test_add_func ("/report/merge", test_merge);
  g_test_add_func ("/report/threads", test_threads);
  g_test_add_func ("/report/json", test_json);
  return g_test_run ();
}
