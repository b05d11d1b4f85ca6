/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "found.h"

#include "find/finding-filter.h"
#include "find/harmless.h"

#include <glib/gstdio.h>

/* What a list of findings leaves out: what is filtered, and what was marked as harmless. */

static guint
count_matches (const Found *found, const TsFindingFilter *filter)
{
  guint n = 0;

  for (guint i = 0; i < found->findings->items->len; i++)
    {
      const TsFinding *finding = found_get (found, i);
      g_autofree char *text = ts_finding_dup_search_text (finding, found->catalog);
      n += ts_finding_filter_match (filter, finding, text);
    }
  return n;
}

static void
set_words (TsFindingFilter *filter, const char *words)
{
  g_free (filter->words);
  filter->words = g_strdup (words);
}

static void
test_filter (void)
{
  g_autofree char *path = run_write_named ("fault_nan");
  g_auto (Found) found = found_in_database (path, 1);
  g_auto (TsFindingFilter) filter = { 0 };
  guint n = found.findings->items->len, n_rank = 0, n_forward = 0;
  const TsFinding *first = found_get (&found, 0);

  for (guint i = 0; i < n; i++)
    {
      n_rank += found_get (&found, i)->rank == 5
                || found_get (&found, i)->rank == TS_FINDING_ALL_RANKS;
      n_forward += found_get (&found, i)->metric_id == first->metric_id;
    }
  g_assert_cmpuint (n_rank, <, n);
  g_assert_cmpuint (n_forward, <, n);
  ts_finding_filter_init (&filter);
  g_assert_cmpuint (count_matches (&found, &filter), ==, n);
  filter.grades = 1u << TS_GRADE_ERROR;
  g_assert_cmpuint (count_matches (&found, &filter), ==,
                    found_count (&found, TS_N_RULES, TS_GRADE_ERROR));
  filter.grades = G_MAXUINT32;
  filter.rules = ~(1u << TS_RULE_NON_FINITE);
  g_assert_cmpuint (count_matches (&found, &filter), ==,
                    n - found_count (&found, TS_RULE_NON_FINITE, TS_GRADE_HINT));
  filter.rules = G_MAXUINT32;
  filter.rank = 5;
  g_assert_cmpuint (count_matches (&found, &filter), ==, n_rank);
  filter.rank = TS_FINDING_ALL_RANKS;
  filter.metric_id = first->metric_id;
  g_assert_cmpuint (count_matches (&found, &filter), ==, n_forward);
  filter.metric_id = 0;
  set_words (&filter, "CORE  rank 5 made");
  g_assert_cmpuint (count_matches (&found, &filter), ==, 1);
  set_words (&filter, "core no-such-word");
  g_assert_cmpuint (count_matches (&found, &filter), ==, 0);
  set_words (&filter, "  ");
  g_assert_cmpuint (count_matches (&found, &filter), ==, n);
}

static TsHarmless *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  TsHarmless *harmless = ts_harmless_load (path, &error);

  g_assert_no_error (error);
  return harmless;
}

static void
save (const TsHarmless *harmless)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ts_harmless_save (harmless, &error));
  g_assert_no_error (error);
}

/* The cause goes, with all that follows from it; it is there again when the mark is taken back. The
 * database is not written to. */
static void
test_harmless (void)
{
  g_autofree char *path = run_write_named ("fault_nan");
  g_autofree char *before = NULL, *after = NULL;
  gsize before_length, after_length;
  g_auto (Found) found = found_in_database (path, 1);
  const TsFinding *first = found_get (&found, 0);
  g_autoptr (TsHarmless) harmless = load (path), again = NULL, copy = NULL;
  g_autoptr (TsFindings) left = NULL, all = NULL;
  guint n_hidden, n_followers = 0;

  g_assert_true (g_file_get_contents (path, &before, &before_length, NULL));
  for (guint i = 0; i < found.findings->items->len; i++)
    n_followers += found_get (&found, i)->cause_id == first->id;
  g_assert_cmpuint (n_followers, >, 0);
  g_assert_false (ts_harmless_has (harmless, first, found.catalog));
  g_assert_true (ts_harmless_set (harmless, first, found.catalog, TRUE));
  g_assert_false (ts_harmless_set (harmless, first, found.catalog, TRUE));
  save (harmless);

  again = load (path);
  g_assert_true (ts_harmless_has (again, first, found.catalog));
  left = ts_harmless_apply (again, found.findings, found.catalog, &n_hidden);
  g_assert_cmpuint (n_hidden, >=, 1 + n_followers);
  g_assert_cmpuint (left->items->len, ==, found.findings->items->len - n_hidden);
  g_assert_cmpuint (left->groups->len, ==, found.findings->groups->len);
  for (guint i = 0; i < left->items->len; i++)
    g_assert_false (g_ptr_array_index (left->items, i) == first);

  /* The same target under another rule is another matter, the same at another step is not. */
  TsFinding other = *first;
  other.rule = TS_RULE_PRODUCER;
  g_assert_false (ts_harmless_has (again, &other, found.catalog));
  other.rule = first->rule;
  other.step += 7;
  other.rank = 2;
  g_assert_true (ts_harmless_has (again, &other, found.catalog));

  copy = ts_harmless_copy (again);
  g_assert_true (ts_harmless_set (copy, first, found.catalog, FALSE));
  g_assert_cmpuint (ts_harmless_count (again), ==, 1);
  save (copy);
  g_assert_false (g_file_test (ts_harmless_get_path (copy), G_FILE_TEST_EXISTS));
  all = ts_harmless_apply (copy, found.findings, found.catalog, &n_hidden);
  g_assert_cmpuint (n_hidden, ==, 0);
  g_assert_cmpuint (all->items->len, ==, found.findings->items->len);
  g_assert_true (g_file_get_contents (path, &after, &after_length, NULL));
  g_assert_cmpmem (before, before_length, after, after_length);
}

/* A whole rank is one matter, whatever tensor was the first to differ. */
static void
test_harmless_rank (void)
{
  g_autofree char *path = run_write_named ("fault_nan");
  g_auto (Found) found = found_in_database (path, 1);
  g_autoptr (TsHarmless) harmless = load (path);
  TsFinding whole = { .rule = TS_RULE_WHOLE_RANK, .rank = 3, .target_id = 1 };

  ts_harmless_set (harmless, &whole, found.catalog, TRUE);
  whole.target_id = 2;
  g_assert_true (ts_harmless_has (harmless, &whole, found.catalog));
  whole.rank = 4;
  g_assert_false (ts_harmless_has (harmless, &whole, found.catalog));
}

/* Each database has a file of its own; a damaged one is told, and stays as it is. */
static void
test_harmless_files (void)
{
  static const char *const damaged[] = {
    "", "{", "[]", "{\"harmless\": 3}", "{\"harmless\": [3]}", "{\"harmless\": [null]}", "\xff\xfe"
  };
  g_autoptr (TsHarmless) a = load ("/nowhere/a.trend.db"), b = load ("/nowhere/b.trend.db");
  g_autofree char *folder = g_path_get_dirname (ts_harmless_get_path (a));

  g_assert_cmpstr (ts_harmless_get_path (a), !=, ts_harmless_get_path (b));
  g_assert_true (g_str_has_prefix (folder, g_get_user_data_dir ()));
  g_mkdir_with_parents (folder, 0700);
  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;
      g_assert_true (g_file_set_contents (ts_harmless_get_path (a), damaged[i], -1, NULL));
      g_assert_null (ts_harmless_load ("/nowhere/a.trend.db", &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      g_assert_nonnull (strstr (error->message, ts_harmless_get_path (a)));
      g_assert_true (g_file_get_contents (ts_harmless_get_path (a), &after, NULL, NULL));
      g_assert_cmpstr (after, ==, damaged[i]);
    }
  g_assert_cmpint (g_remove (ts_harmless_get_path (a)), ==, 0);
}

/* ---- what is known before the end ---- */

typedef struct
{
  guint n_calls, n_last;
  gint64 first_step;
} Partial;

static void
take_partial (TsFindings *so_far, gpointer data)
{
  Partial *partial = data;

  partial->n_calls++;
  partial->n_last = so_far->items->len;
  g_assert_nonnull (so_far->peers);
  for (guint i = 0; i < so_far->items->len; i++)
    {
      const TsFinding *finding = g_ptr_array_index (so_far->items, i);
      g_assert_cmpint (finding->id, ==, i + 1);
      g_assert_cmpint (finding->cause_id, <=, so_far->items->len);
      if (i > 0)
        g_assert_cmpint (((TsFinding *) g_ptr_array_index (so_far->items, i - 1))->grade, <=,
                         finding->grade);
    }
  if (partial->n_calls == 1 && so_far->items->len > 0)
    partial->first_step = ((TsFinding *) g_ptr_array_index (so_far->items, 0))->step;
  ts_findings_free (so_far);
}

/* A reader is slow enough for a look now and then. */
static void
wait_a_little (guint done, guint all, guint n_found, gpointer data)
{
  g_usleep (10 * 1000);
}

/* They are sorted as at the end, and taking them changes nothing of what is found. */
static void
test_partial (void)
{
  g_autofree char *path = run_write_named ("fault_nan");
  g_auto (Found) found = found_in_database (path, 1);
  g_auto (TsFindOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TsFindings) findings = NULL;
  Partial partial = { 0 };

  ts_find_options_init (&options);
  options.partial = take_partial;
  options.progress = wait_a_little;
  options.data = &partial;
  findings = ts_find_run (found.catalog, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (partial.n_calls, >=, 1);
  g_assert_cmpuint (findings->items->len, ==, found.findings->items->len);
  for (guint i = 0; i < findings->items->len; i++)
    {
      const TsFinding *a = g_ptr_array_index (findings->items, i), *b = found_get (&found, i);
      g_assert_cmpint (a->rule, ==, b->rule);
      g_assert_cmpint (a->grade, ==, b->grade);
      g_assert_cmpint (a->cause_id, ==, b->cause_id);
      g_assert_cmpint (a->target_id, ==, b->target_id);
    }
}

int
main (int argc, char **argv)
{
  test_own_user_dirs ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/list/filter", test_filter);
  g_test_add_func ("/find/list/harmless", test_harmless);
  g_test_add_func ("/find/list/harmless-rank", test_harmless_rank);
  g_test_add_func ("/find/list/harmless-files", test_harmless_files);
  g_test_add_func ("/find/list/partial", test_partial);
  return g_test_run ();
}
