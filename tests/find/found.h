/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "run-database.h"

#include "find/finder.h"

/* What the finder finds in a database, and questions about it. */

typedef struct
{
  TsCatalog *catalog;
  TsFindings *findings;
} Found;

static inline void
found_clear (Found *self)
{
  ts_findings_free (self->findings);
  ts_catalog_unref (self->catalog);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Found, found_clear)

static inline Found
found_in_database (const char *path, guint n_threads)
{
  g_auto (TsFindOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  Found found = { ts_catalog_load (path, NULL, &error), NULL };

  g_assert_no_error (error);
  ts_find_options_init (&options);
  options.n_threads = n_threads;
  found.findings = ts_find_run (found.catalog, &options, NULL, &error);
  g_assert_no_error (error);
  return found;
}

static inline const TsFinding *
found_get (const Found *found, guint i)
{
  g_assert_cmpuint (i, <, found->findings->items->len);
  return g_ptr_array_index (found->findings->items, i);
}

static inline const char *
found_target (const Found *found, const TsFinding *finding)
{
  return ts_catalog_find_target (found->catalog, finding->target_id)->name;
}

/* Findings of a rule that weigh at least as much as grade; of any rule: TS_N_RULES. */
static inline guint
found_count (const Found *found, TsRule rule, TsGrade grade)
{
  guint n = 0;

  for (guint i = 0; i < found->findings->items->len; i++)
    {
      const TsFinding *finding = found_get (found, i);
      n += (rule == TS_N_RULES || finding->rule == rule) && finding->grade <= grade;
    }
  return n;
}

static inline void
found_assert_first (
    const Found *found, TsRule rule, TsGrade grade, gint64 step, gint64 rank, const char *target)
{
  const TsFinding *first = found_get (found, 0);

  g_assert_cmpstr (ts_rule_to_string (first->rule), ==, ts_rule_to_string (rule));
  g_assert_cmpint (first->grade, ==, grade);
  g_assert_cmpint (first->step, ==, step);
  g_assert_cmpint (first->rank, ==, rank);
  g_assert_cmpstr (found_target (found, first), ==, target);
  g_assert_cmpint (first->cause_id, ==, 0);
}
