/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A difference starts where a cell's score is beyond tolerance and more than eight times the
 * largest before it in its step (hunting.md 2). Over groups of ranks, where a single one alone is
 * compared with single ones, the score has to be beyond 16. */
#define TS_DIVERGENCE_FACTOR       8.0
#define TS_DIVERGENCE_SCORE        1.0
#define TS_DIVERGENCE_SINGLE_SCORE 16.0

/* Walks the cells of one step in execution order. Starts with all zeros. */
typedef struct
{
  double largest;        /* score of all ranks together so far */
  double largest_single; /* score of a rank so far */
} TsDivergenceWalk;

/* The next cell: score of the root mean square over ranks, and the largest of a single rank. TRUE
 * when a divergence starts there. */
gboolean ts_divergence_walk (TsDivergenceWalk *self, double score, double single_score);

/* The factor that all of one phase of run B has over run A. */
typedef struct
{
  double log2;     /* median of log2 (b / a) */
  double sigma;    /* 1.4826 · median (|x − median|) */
  gboolean common; /* |log2| > 0.01 and σ < 0.01 */
} TsCommonFactor;

/* Of n > 0 finite ratios; reorders them. */
TsCommonFactor ts_common_factor (double *log2_ratios, guint n);

G_END_DECLS
