/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/thresholds.h"

#include "model/number-format.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define COUNT(member, least, most, why)                                                            \
  {                                                                                                \
#member, N_(why), G_STRUCT_OFFSET(TsFindThresholds, member), TRUE, least, most                 \
  }
#define NUMBER(member, least, most, why)                                                           \
  {                                                                                                \
#member, N_(why), G_STRUCT_OFFSET(TsFindThresholds, member), FALSE, least, most                \
  }

/* What the healthy run of tests/data/runs.tar.xz (16 ranks, 240 steps, 186 tensors: 714,240 rows)
 * raises with the usual values stands behind each rule; none of it is more than a hint. */
static const TsFindThreshold thresholds[] = {
  /* P1: 17 of 186,000 calls, none an error. */
  COUNT (min_peers, 3, G_MAXINT, N_ ("Ranks with a finite value that peers need at least")),
  COUNT (peer_warm, 0, G_MAXINT, N_ ("Recorded steps before the first finding about peers")),
  COUNT (peer_sure, 0, G_MAXINT, N_ ("Recorded steps before which such findings are hints")),
  NUMBER (peer_floor, 0, 1e9, N_ ("Least σ of the peers, in log2: below it a spread is rounding")),
  NUMBER (peer_far, 0, 1e9, N_ ("|z| of output and gain of a call that went wrong on one rank")),
  NUMBER (peer_near, 0, 1e9, N_ ("|z| of an input that is like its peers’")),
  NUMBER (peer_isolated, 0, 1e9, N_ ("Times the second largest |z| of the group")),
  NUMBER (peer_error_output, 0, 1e9, N_ ("|z| of the output that makes it an error")),
  NUMBER (peer_error_gain, 0, 1e9, N_ ("|z| of the gain that makes it an error")),
  NUMBER (peer_alone, 0, 1e9, N_ ("|z| where no input was recorded")),
  COUNT (alone_recurs, 1, 8, N_ ("Without input: a warning in so many steps")),
  COUNT (alone_of, 1, 8, N_ ("… of so many recorded ones")),
  NUMBER (
      warnings_per_million, 0, 1e6, N_ ("More warnings per million calls than these are hints")),
  /* A whole rank: 15 findings, of at most 3 steps each. */
  NUMBER (whole_part, 0, 1, N_ ("Part of a rank’s tensors that are far: it differs as a whole")),
  NUMBER (whole_begin, 0, 1, N_ ("Part before a call below which it begins there")),
  /* P2: none. */
  NUMBER (shift_allowance, 0, 1e9, N_ ("Lasting shift: σ that a step may be off")),
  NUMBER (shift_alarm, 0, 1e9, N_ ("Lasting shift: sum of σ at which it is one")),
  NUMBER (shift_clip, 0, 1e9, N_ ("Lasting shift: the most that one step counts, in σ")),
  COUNT (shift_silence, 0, G_MAXINT, N_ ("Recorded steps of silence after an alarm")),
  /* D: 58 findings, hints that stand last. */
  NUMBER (drift_allowance, 0, 1e9, N_ ("Drift: σ that a step may be off")),
  NUMBER (drift_alarm, 0, 1e9, N_ ("Drift: sum of σ at which it is one")),
  NUMBER (drift_clip, 0, 1e9, N_ ("Drift: the most that one step counts, in σ")),
  NUMBER (drift_rate, 0, 1, N_ ("Drift: weight of a step in mean and variance")),
  NUMBER (drift_mean_clip, 0, 1e9, N_ ("Drift: σ by which one step may move the mean")),
  COUNT (drift_start, 2, TS_FIND_WINDOW, N_ ("Drift: steps before it is looked for")),
  /* L: none. */
  COUNT (level_warm, 2, TS_FIND_WINDOW, N_ ("Jump of the whole run: steps before the first")),
  NUMBER (level_floor, 0, 1e9, N_ ("Jump: least σ over the steps, in log2")),
  NUMBER (level_far, 0, 1e9, N_ ("Jump: |z| from which it is one")),
  NUMBER (level_sure, 0, 1e9, N_ ("Jump: |z| that makes it a warning")),
  COUNT (level_calls, 1, G_MAXINT, N_ ("Jump: calls that make it a warning")),
  COUNT (level_loss_steps,
         0,
         G_MAXINT,
         N_ ("Jump: steps in which the loss has to follow for an error")),
  /* S: none. */
  NUMBER (stopped_part, 0, 1, N_ ("Part of a rank’s tensors that lack where peers have them")),
  COUNT (max_findings, 1, 1000000, N_ ("Findings that are kept of each rule")),
};

const TsFindThresholds ts_find_thresholds = {
  .min_peers = 4,
  .peer_warm = 16,
  .peer_sure = 32,
  .peer_floor = 0.002,
  .peer_far = 8,
  .peer_near = 4,
  .peer_isolated = 2,
  .peer_error_output = 24,
  .peer_error_gain = 16,
  .peer_alone = 16,
  .alone_recurs = 3,
  .alone_of = 5,
  .whole_part = 0.15,
  .whole_begin = 0.02,
  .warnings_per_million = 20,
  .shift_allowance = 1,
  .shift_alarm = 25,
  .shift_clip = 4,
  .shift_silence = 64,
  .drift_allowance = 1,
  .drift_alarm = 16,
  .drift_clip = 4,
  .drift_rate = 0.06,
  .drift_mean_clip = 3,
  .drift_start = 24,
  .level_warm = 24,
  .level_floor = 0.02,
  .level_far = 8,
  .level_sure = 12,
  .level_calls = 3,
  .level_loss_steps = 3,
  .stopped_part = 0.5,
  .max_findings = 1000,
};

const TsFindThreshold *
ts_find_thresholds_list (guint *n)
{
  *n = G_N_ELEMENTS (thresholds);
  return thresholds;
}

double
ts_find_thresholds_get (const TsFindThresholds *self, const TsFindThreshold *threshold)
{
  const char *member = (const char *) self + threshold->offset;

  return threshold->is_count ? *(const guint *) (gconstpointer) member
                             : *(const double *) (gconstpointer) member;
}

/* "peer_far" and "peer-far" are the same. */
static const TsFindThreshold *
find_threshold (const char *name, gsize length)
{
  g_autofree char *wanted = g_strdelimit (g_strndup (name, length), "-", '_');

  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    if (strcmp (thresholds[i].name, wanted) == 0)
      return &thresholds[i];
  return NULL;
}

gboolean
ts_find_thresholds_parse (TsFindThresholds *self, const char *text, GError **error)
{
  gsize length = strcspn (text, "=");
  const TsFindThreshold *threshold = find_threshold (text, length);
  double value;
  gpointer member;

  if (threshold == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("There is no threshold “%.*s”. --help lists them all."), (int) length, text);
      return FALSE;
    }
  if (text[length] != '=' || !ts_parse_double (text + length + 1, -1, &value)
      || !(value >= threshold->least && value <= threshold->most)
      || (threshold->is_count && value != floor (value)))
    {
      g_autofree char *least = ts_format_exact (threshold->least);
      g_autofree char *most = ts_format_exact (threshold->most);
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   threshold->is_count
                       ? _ ("Threshold “%s” needs a whole number from %s to %s, as NAME=NUMBER.")
                       : _ ("Threshold “%s” needs a number from %s to %s, as NAME=NUMBER."),
                   threshold->name, least, most);
      return FALSE;
    }
  member = (char *) self + threshold->offset;
  if (threshold->is_count)
    *(guint *) member = (guint) value;
  else
    *(double *) member = value;
  return TRUE;
}
