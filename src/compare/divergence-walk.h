/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the room compare. */
#pragma once

#include "compare/comparison-source.h"
#include "compare/divergence.h"

G_BEGIN_DECLS

/* Where a difference starts. */
typedef struct
{
  gint64 step; /* training step of A */
  gint64 micro_step;
  gint64 rank; /* with the largest score there */
  char *metric;
  char *target;
  char *stat;         /* whose difference is the largest */
  double score;       /* of all ranks together, or of that rank where it alone starts */
  double input_score; /* the largest of its call's inputs; NaN: none recorded */
} TsDivergence;

void ts_divergence_free (TsDivergence *self);

typedef struct
{
  gint64 layer;
  double score;   /* median of scores */
  GArray *scores; /* double, by step of the comparison: median of its cells; NaN: none */
} TsLayerScore;

/* What walking through a comparison, step by step in execution order, says (hunting.md 2). */
typedef struct
{
  GPtrArray *starts;     /* TsDivergence*: those of the first step that has any */
  TsDivergence *weights; /* parameters that differ at the first step, the largest; or NULL */
  TsCommonFactor factor; /* of the metric that has one at most steps */
  char *factor_metric;   /* NULL: none has */
  guint n_factor_steps;
  double largest_score; /* of a rank, outside parameters */
  guint64 n_not_finite; /* cells that are finite in one run alone */
  GPtrArray *by_layer;  /* TsLayerScore*, ascending */
} TsDivergenceReport;

/* Walks through the comparison at path, made from source, which has been planned. */
TsDivergenceReport *ts_divergence_report_new (const char *path,
                                              TsImportSource *source,
                                              const TsAlignment *alignment,
                                              GCancellable *cancellable,
                                              GError **error);
void ts_divergence_report_free (TsDivergenceReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsDivergenceReport, ts_divergence_report_free)

G_END_DECLS
