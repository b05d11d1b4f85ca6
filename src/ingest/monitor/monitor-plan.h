/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-source.h"
#include "ingest/monitor/monitor-survey.h"

G_BEGIN_DECLS

/* The plan of a monitor's import: what the surveys of all files say together. */

/* A training step and the global steps that it takes. */
typedef struct
{
  gint64 train_step;
  gint64 first; /* global step of its first micro-step */
  gint64 n_micro_steps;
} TsMonitorStep;

/* Files of one rank that share steps with no other unit, in the order in which they are read. */
typedef struct
{
  GArray *files;     /* guint: indices of the plan's files */
  gboolean in_order; /* one file after the other, since steps go back */
  guint64 bytes;
} TsMonitorUnit;

typedef struct
{
  TsMonitorFiles *files;
  TsMonitorSurvey *surveys; /* one of each file: of what is read of it */
  GArray *sources;          /* TsSourceFile: one of each file */
  gboolean compat;

  GArray *steps;      /* TsMonitorStep, ascending */
  gint64 n_global;    /* global steps in all */
  gint64 micro_base;  /* what monitor v2's weight_grad calls its first micro-step */
  GPtrArray *metrics; /* char* */
  GPtrArray *stats;   /* char* */
  GPtrArray *units;   /* TsMonitorUnit* */
} TsMonitorPlan;

TsMonitorPlan *ts_monitor_plan_new (const TsFoundRun *run,
                                    gboolean compat,
                                    const TsMapping *mapping,
                                    guint n_threads,
                                    const TsImported *onto,
                                    TsImportReport *report,
                                    GCancellable *cancellable,
                                    GError **error);
void ts_monitor_plan_free (TsMonitorPlan *self);

const TsMonitorFile *ts_monitor_plan_get_file (const TsMonitorPlan *self, guint file);
const TsMonitorStep *ts_monitor_plan_find_step (const TsMonitorPlan *self, gint64 train_step);
TsMonitorReaderConfig ts_monitor_plan_reader_config (const TsMonitorPlan *self, guint file);
char *ts_monitor_metric_name (const TsMonitorFile *file, const char *scope);
GArray *ts_monitor_steps_number (GArray *counts, gint64 *n_global);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMonitorPlan, ts_monitor_plan_free)

G_END_DECLS
