/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline/timeline.h"

G_BEGIN_DECLS

/* Two neighbouring stages: by how much the second's clock is ahead and what a transfer takes, from
 * forwards that go one way and backwards that go the other (as NTP does, RFC 5905, section 8). A
 * gap below 0 proves that the clocks differ. µs. */
typedef struct
{
  guint from, to;
  gint64 forward_gap;  /* least of start F(to) − end F(from) */
  gint64 backward_gap; /* least of start B(from) − end B(to) */
  double offset;       /* (forward − backward) / 2 */
  double transfer;     /* (forward + backward) / 2 */
} TsClockPair;

/* The pairs (TsClockPair) of a step, or of the first steps when step is negative. Stages that lack
 * one of the four are in no pair. Caller owns it. */
GArray *ts_clock_get_pairs (const TsTimeline *timeline, int step);

/* By how much each row's clock is ahead of the first stage's, for ts_timeline_with_clocks(): of
 * neighbours on different machines, or that prove to differ. offsets: one for each row. FALSE: no
 * row needs any. */
gboolean ts_clock_get_offsets (const TsTimeline *timeline, gint64 *offsets);

G_END_DECLS
