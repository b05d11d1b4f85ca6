/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/import-error.h"
#include "ingest/mapping.h"
#include "test-database.h"

static void
assert_maps (const TsMapping *mapping, const char *from, const char *to)
{
  g_autoptr (GString) name = g_string_new (from);

  ts_mapping_apply (mapping, name);
  g_assert_cmpstr (name->str, ==, to);
}

static void
test_apply (void)
{
  static const char *const pairs[] = { "a", "b", "b", "cc", "cc.cc", "", NULL };
  g_autoptr (TsMapping) mapping = ts_mapping_new_from_pairs (pairs);

  g_assert_cmpuint (ts_mapping_get_size (mapping), ==, 3);
  assert_maps (mapping, "xax", "xccx");     /* each on the result of the one before */
  assert_maps (mapping, "aab", "cccccc");   /* every occurrence */
  assert_maps (mapping, "x.a.b.x", "x..x"); /* to nothing */
  assert_maps (mapping, "", "");
  assert_maps (NULL, "a", "a");
}

/* What is cancelled does not go through the rest of a long list. */
static void
test_cancelled (void)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TsMapping) mapping = NULL;

  for (guint i = 0; i < 1000; i++)
    g_ptr_array_add (pairs, (gpointer) (i < 998 ? "x" : i == 998 ? "a" : "b"));
  g_ptr_array_add (pairs, NULL);
  g_ptr_array_add (pairs, NULL);
  mapping = ts_mapping_new_from_pairs ((const char *const *) pairs->pdata);
  ts_mapping_set_cancellable (mapping, cancellable);
  assert_maps (mapping, "a", "b");
  g_cancellable_cancel (cancellable);
  assert_maps (mapping, "a", "a");
}

static TsMapping *
load (const char *text, gssize length, GError **error)
{
  g_autofree char *dir = test_tmp_dir ();
  g_autofree char *path = g_build_filename (dir, "map.json", NULL);
  TsMapping *mapping;

  g_assert_true (g_file_set_contents (path, text, length, NULL));
  mapping = ts_mapping_load (path, error);
  test_remove_tree (dir);
  return mapping;
}

static void
test_load (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsMapping) mapping
      = load ("\xef\xbb\xbf{\"z\": \"y\", \"y\": \"\xe5\xb1\x82\", \"z\": \"y\"}", -1, &error);
  g_autoptr (TsMapping) empty = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (ts_mapping_get_size (mapping), ==, 2);
  assert_maps (mapping, "z", "\xe5\xb1\x82"); /* file order, not alphabetical */
  empty = load ("{}", -1, &error);
  g_assert_no_error (error);
  assert_maps (empty, "z", "z");
}

static void
test_bad_files (void)
{
  static const struct
  {
    const char *text;
    gssize length;
    int code;
  } cases[] = {
    { "", 0, TS_IMPORT_ERROR_STRUCTURE },
    { "{", 1, TS_IMPORT_ERROR_SYNTAX },
    { "[\"a\"]", -1, TS_IMPORT_ERROR_STRUCTURE },
    { "{\"a\": 1}", -1, TS_IMPORT_ERROR_STRUCTURE },
    { "{\"a\": null}", -1, TS_IMPORT_ERROR_STRUCTURE },
    { "{\"a\": {\"b\": \"c\"}}", -1, TS_IMPORT_ERROR_STRUCTURE },
    { "{\"\": \"x\"}", -1, TS_IMPORT_ERROR_STRUCTURE },
    { "{\"a\": \"\xff\"}", -1, TS_IMPORT_ERROR_SYNTAX },
    { "\xff\xfe{\0}\0", 6, TS_IMPORT_ERROR_SYNTAX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = g_strescape (cases[i].text, NULL);
      g_test_message ("%s", shown);
      g_assert_null (load (cases[i].text, cases[i].length, &error));
      g_assert_error (error, TS_IMPORT_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, "map.json"));
    }
}

static void
test_missing_file (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ts_mapping_load ("/no/such/map.json", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_nonnull (strstr (error->message, "/no/such/map.json"));
}

/* Neither waits for ever, nor takes all memory. */
static void
test_no_file (void)
{
  static const char *const paths[] = { "/dev/zero", "/dev/null", "/" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (ts_mapping_load (paths[i], &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, paths[i]));
    }
}

/* A letter that becomes a megabyte, in a long name: quick, and the name stays of a size. */
static void
test_growing_name (void)
{
  g_autofree char *large = g_strnfill (1 << 20, 'b');
  g_autofree char *some = g_strnfill (100, 'b');
  const char *const pairs[] = { "a", large, "a", some, NULL };
  g_autoptr (TsMapping) mapping = ts_mapping_new_from_pairs (pairs);
  g_autofree char *letters = g_strnfill (10000, 'a');
  g_autoptr (GString) name = g_string_new (letters);

  ts_mapping_apply (mapping, name);
  g_assert_cmpuint (name->len, >, 10000);
  g_assert_cmpuint (name->len, <, 100000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mapping/apply", test_apply);
  g_test_add_func ("/mapping/cancelled", test_cancelled);
  g_test_add_func ("/mapping/load", test_load);
  g_test_add_func ("/mapping/bad-files", test_bad_files);
  g_test_add_func ("/mapping/missing-file", test_missing_file);
  g_test_add_func ("/mapping/no-file", test_no_file);
  g_test_add_func ("/mapping/growing-name", test_growing_name);
  return g_test_run ();
}
