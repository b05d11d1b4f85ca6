/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "found.h"

#include "find/finding-why.h"
#include "model/cell-state.h"

/* What a finding is explained with are the very numbers that the rule compared. */

typedef struct
{
  gint64 metric_id, target_id, step;
  gboolean amax;
  guint group;
  double median, sigma;
} Profile;

static gboolean
keep (const TsProfileRow *row, gpointer data, GError **error)
{
  Profile profile = { row->metric_id, row->target_id, row->step, strcmp (row->stat, "amax") == 0,
                      row->group_id,  row->median_y,  row->sigma };

  g_array_append_val ((GArray *) data, profile);
  return TRUE;
}

/* Only the steps before end are looked at, so that the score is that of the onset. */
static Found
find_until (const char *name, gint64 end, GArray *profile)
{
  g_autofree char *path = run_write_named (name);
  g_auto (TsFindOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  Found found = { ts_catalog_load (path, NULL, &error), NULL };

  g_assert_no_error (error);
  ts_find_options_init (&options);
  options.steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (gint64 step = 0; step < end; step++)
    g_array_append_val (options.steps, step);
  options.profile = profile != NULL ? keep : NULL;
  options.data = profile;
  found.findings = ts_find_run (found.catalog, &options, NULL, &error);
  g_assert_no_error (error);
  return found;
}

static TsFindingWhy *
explain (const Found *found, const TsFinding *finding)
{
  g_autoptr (GError) error = NULL;
  TsFindingWhy *why = ts_finding_why_new (found->catalog, finding, found->findings->groups,
                                          &ts_find_thresholds, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (why);
  return why;
}

static const TsWhyPoint *
get_onset (const TsFindingWhy *why)
{
  g_assert_cmpint (why->onset, >=, 0);
  return &g_array_index (why->points, TsWhyPoint, why->onset);
}

static const Profile *
find_profile (const GArray *profiles, const TsFinding *finding, gint64 step)
{
  for (guint i = 0; i < profiles->len; i++)
    {
      const Profile *profile = &g_array_index (profiles, Profile, i);
      if (profile->metric_id == finding->metric_id && profile->target_id == finding->target_id
          && profile->step == step && profile->amax == (strcmp (finding->stat, "amax") == 0))
        return profile;
    }
  return NULL;
}

static void
assert_same (double a, double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-12 * MAX (1, fabs (b)));
}

static void
test_producer (void)
{
  g_autoptr (GArray) profiles = g_array_new (FALSE, FALSE, sizeof (Profile));
  g_auto (Found) found = find_until ("fault_stuck", 65, profiles);
  const TsFinding *finding = found_get (&found, 0);
  g_autoptr (TsFindingWhy) why = explain (&found, finding);
  const TsWhyPoint *onset = get_onset (why);
  g_autoptr (GPtrArray) rows = ts_finding_why_dup_rows (why, finding);
  const Profile *onset_profile;

  g_assert_cmpint (finding->rule, ==, TS_RULE_PRODUCER);
  g_assert_cmpint (finding->step, ==, 64);
  g_assert_cmpint (why->from, ==, TS_WHY_PEERS);
  g_assert_cmpstr (why->stat, ==, finding->stat);
  g_assert_cmpint (onset->step, ==, finding->step);
  /* The score is the largest of both statistics, which the note's z is not. */
  onset_profile = find_profile (profiles, finding, finding->step);
  assert_same (why->z, (log2 (finding->value) - onset_profile->median) / onset_profile->sigma);
  g_assert_cmpfloat (fabs (why->z), <=, finding->score);
  assert_same (onset->value, finding->value);
  assert_same (onset->median, finding->expected);
  g_assert_cmpfloat (fabs (why->z_input), <, ts_find_thresholds.peer_near);
  g_assert_cmpfloat (fabs (why->z_gain), >=, ts_find_thresholds.peer_error_gain);
  g_assert_cmpuint (why->n_peers, ==, 8);
  g_assert_true (g_str_has_suffix (why->input_name, ".input.0"));
  g_assert_cmpstr (why->dtype, ==, "float32");
  g_assert_cmpuint (rows->len, >=, 7);
  /* The band of every step shown is the finder's profile. */
  g_assert_cmpuint (why->points->len, ==, TS_FIND_WINDOW);
  for (guint i = 0; i < why->points->len; i++)
    {
      const TsWhyPoint *point = &g_array_index (why->points, TsWhyPoint, i);
      const Profile *profile = find_profile (profiles, finding, point->step);
      if ((int) i > why->onset)
        continue;
      g_assert_nonnull (profile);
      assert_same (point->median, exp2 (profile->median));
      assert_same (point->low, exp2 (profile->median - 8 * profile->sigma));
      assert_same (point->high, exp2 (profile->median + 8 * profile->sigma));
    }
  /* Some steps after it are shown too, as far as there are any. */
  g_assert_cmpint (why->onset, ==, TS_FIND_WINDOW - 5);
  {
    g_autofree char *z = ts_format_short (why->z, 3), *said = g_strdup_printf ("z %s;", z);
    g_assert_nonnull (strstr (finding->note, said));
  }
}

static void
test_band (void)
{
  g_autoptr (GArray) profiles = g_array_new (FALSE, FALSE, sizeof (Profile));
  g_auto (Found) found = find_until ("fault_stuck", 84, profiles);
  const TsFinding *finding = found_get (&found, 0);
  const GArray *group = ts_groups_find_rank (found.findings->groups, finding->rank);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) band
      = ts_peer_band_read (found.catalog, group, finding->metric_id, finding->target_id,
                           finding->stat, &ts_find_thresholds, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (band->len, ==, 84);
  for (guint i = 0; i < band->len; i++)
    {
      const TsWhyPoint *point = &g_array_index (band, TsWhyPoint, i);
      const Profile *profile = find_profile (profiles, finding, point->step);
      assert_same (point->median, exp2 (profile->median));
      assert_same (point->high, exp2 (profile->median + 8 * profile->sigma));
    }
  g_assert_null (ts_groups_find_rank (found.findings->groups, 99));
}

static void
test_nan (void)
{
  g_auto (Found) found = find_until ("fault_nan", 84, NULL);
  const TsFinding *finding = found_get (&found, 0);
  g_autoptr (TsFindingWhy) why = explain (&found, finding);
  const TsWhyPoint *onset = get_onset (why);
  g_autofree char *text = ts_finding_why_to_text (why, finding, found.catalog);

  g_assert_cmpint (finding->rule, ==, TS_RULE_NON_FINITE);
  g_assert_cmpint (onset->state, ==, TS_CELL_NAN);
  g_assert_cmpint (why->input_state, ==, TS_CELL_NUMBER);
  g_assert_cmpint (why->before_state, ==, TS_CELL_NUMBER);
  g_assert_cmpuint (why->n_peers, ==, 7);
  g_assert_cmpfloat (onset->low, <, why->before);
  g_assert_cmpfloat (onset->high, >, why->before);
  g_assert_true (isnan (why->z));
  g_assert_nonnull (strstr (text, "norm: NaN"));
  g_assert_nonnull (strstr (text, ">       64  NaN"));
}

/* A finding of the whole run is judged by the steps before. */
static void
test_level (void)
{
  g_auto (Found) found = find_until ("fault_lrspike", 84, NULL);
  const TsFinding *finding = found_get (&found, 0);
  g_autoptr (TsFindingWhy) why = explain (&found, finding);

  g_assert_cmpint (finding->rule, ==, TS_RULE_LEVEL);
  g_assert_cmpint (why->from, ==, TS_WHY_BEFORE);
  assert_same (get_onset (why)->value, finding->value);
  assert_same (get_onset (why)->median, finding->expected);
  g_assert_cmpfloat (fabs (why->z), >=, ts_find_thresholds.level_far);
  g_assert_true (isnan (why->z_gain));
}

static void
test_replicas (void)
{
  g_auto (Found) found = find_until ("fault_flipw", 84, NULL);
  const TsFinding *finding = found_get (&found, 0);
  g_autoptr (TsFindingWhy) why = explain (&found, finding);

  g_assert_cmpint (finding->rule, ==, TS_RULE_REPLICAS);
  g_assert_cmpint (get_onset (why)->step, ==, 64);
  assert_same (get_onset (why)->value, finding->value);
  g_assert_null (why->input_name);
}

/* Nothing to read is no error; a cancelled job is one. */
static void
test_odd (void)
{
  g_auto (Found) found = find_until ("fault_nan", 84, NULL);
  TsFinding nowhere = { .rule = TS_RULE_STOPPED, .rank = 3, .step = 10, .score = NAN };
  TsFinding no_rank = *found_get (&found, 0);
  g_autoptr (TsFindingWhy) empty = explain (&found, &nowhere), none = NULL, failed = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (empty->onset, ==, -1);
  g_assert_cmpuint (empty->points->len, ==, 0);
  no_rank.rank = 77;
  none = explain (&found, &no_rank);
  g_assert_cmpuint (none->points->len, ==, 0);
  g_cancellable_cancel (cancellable);
  failed = ts_finding_why_new (found.catalog, found_get (&found, 0), found.findings->groups,
                               &ts_find_thresholds, cancellable, &error);
  g_assert_null (failed);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  for (int rule = 0; rule < TS_N_RULES; rule++)
    {
      g_autofree char *threshold = ts_rule_dup_threshold ((TsRule) rule, &ts_find_thresholds);
      g_assert_cmpstr (threshold, !=, "");
    }
}

int
main (int argc, char **argv)
{
  test_own_user_dirs ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/find/why/producer", test_producer);
  g_test_add_func ("/find/why/band", test_band);
  g_test_add_func ("/find/why/nan", test_nan);
  g_test_add_func ("/find/why/level", test_level);
  g_test_add_func ("/find/why/replicas", test_replicas);
  g_test_add_func ("/find/why/odd", test_odd);
  return g_test_run ();
}
