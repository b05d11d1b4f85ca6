/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of its own (src/find); any room above may include it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TS_MAX_SERIES_RULES 2

/* The two rules of msProbe's monitor, as it applies them to the values of one series: one tensor,
 * statistic and micro-batch on one rank. */
typedef enum
{
  TS_SERIES_TURBULENCE, /* |x| > h · (1 + threshold) */
  TS_SERIES_NAN,        /* x is NaN or, with a threshold, |x| is above it */
} TsSeriesRuleKind;

typedef struct
{
  TsSeriesRuleKind kind;
  double threshold; /* NAN: none, for TS_SERIES_NAN only */
} TsSeriesRule;

/* h: the first magnitude, then 0.99 · h + 0.010000000000000009 · |x|, in doubles. */
typedef struct
{
  double h;
  gboolean started;
} TsSeriesHistory;

/* The place of the first of n rules that x breaks, −1: none. *before is h as the rules saw it;
 * then h learns x. */
int ts_series_judge (
    TsSeriesHistory *self, const TsSeriesRule *rules, guint n, double x, double *before);
/* Whether a hit is reported: turbulence is of norm and mean only. */
gboolean ts_series_reports (TsSeriesRuleKind kind, const char *stat);

G_END_DECLS
