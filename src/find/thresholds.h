/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many recorded steps of a track are kept for its spread and level. */
#define TS_FIND_WINDOW 32

/* Every threshold of the fault finder, with its reason. How often each rule speaks
 * on a healthy run stands in thresholds.c. */
typedef struct
{
  /* P: one rank against its peers. */
  guint min_peers;      /* fewer finite values have no spread to speak of */
  guint peer_warm;      /* no finding before so many recorded steps: the spread is not known yet */
  guint peer_sure;      /* at most a hint before: the first steps of a training are rough */
  double peer_floor;    /* of σ in log2: 0.14 %, below it a spread is rounding */
  double peer_far;      /* |z| of output and gain of a call gone wrong */
  double peer_near;     /* |z| of an input that is like its peers' */
  double peer_isolated; /* times the second largest of the group: a shared spread is no fault */
  double peer_error_output, peer_error_gain; /* an error from here on */
  double peer_alone;                         /* |z| where no input was recorded */
  guint alone_recurs, alone_of; /* a warning when it recurs in so many of so many steps */
  double whole_part;  /* of a rank's cells of a phase that are far: the rank differs as a whole */
  double whole_begin; /* fewer than this part before a call: there it begins */
  double warnings_per_million; /* more warnings than this per calls tested become hints */
  /* P2 and D: cumulative sums. */
  double shift_allowance, shift_alarm, shift_clip; /* in σ */
  guint shift_silence;                             /* recorded steps without another alarm */
  double drift_allowance, drift_alarm, drift_clip;
  double drift_rate;      /* of the clipped mean and variance */
  double drift_mean_clip; /* in σ: how far one value moves the mean */
  guint drift_start;
  /* L: the whole run at one step. */
  guint level_warm;       /* values before the first finding */
  double level_floor;     /* of σ in log2: 1.4 % */
  double level_far;       /* |z| */
  double level_sure;      /* |z| at which one track is enough for a warning */
  guint level_calls;      /* so many calls are a warning */
  guint level_loss_steps; /* steps within which the loss has to jump too for an error */
  /* S: what is missing where others have it. */
  double stopped_part; /* of a rank's tensors that its peers have in that step */
  /* All rules. */
  guint max_findings; /* kept per rule, the largest */
} TsFindThresholds;

/* The usual ones. */
extern const TsFindThresholds ts_find_thresholds;

/* One of them by its name, for options and help. */
typedef struct
{
  const char *name; /* the member's */
  const char *why;  /* one line; translate with _() */
  gsize offset;
  gboolean is_count; /* a guint, else a double */
  double least, most;
} TsFindThreshold;

/* All of them. */
const TsFindThreshold *ts_find_thresholds_list (guint *n);
double ts_find_thresholds_get (const TsFindThresholds *self, const TsFindThreshold *threshold);
/* Sets the one that "NAME=VALUE" says; "-" in names may stand for "_". FALSE with an error that
 * says what would do. */
gboolean ts_find_thresholds_parse (TsFindThresholds *self, const char *text, GError **error);

G_END_DECLS
