/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline/clock.h"
#include "timeline/schedule.h"

G_BEGIN_DECLS

/* How long jobs of one kind take, µs. */
typedef struct
{
  guint n;
  double mean, median, p95, max; /* p95: the least that 95 % do not exceed */
} TsJobTimes;

/* A stage, or a row, within a step's window W. µs. */
typedef struct
{
  gboolean empty; /* has no work: all below is 0 */
  gint64 busy;    /* length of the union of its work */
  gint64 idle;    /* W − busy = lead + inner + tail */
  gint64 lead, inner, tail;
  gint64 optimizer;   /* length of the union of its optimizer jobs */
  double bubble;      /* 1 − busy / W */
  double bubble_step; /* 1 − busy / S */
  /* Phases: warm-up until the first backward begins, cool-down from the end of the last forward. */
  gboolean has_phases;
  gint64 first_backward, last_forward;
  TsJobTimes forward, backward;
} TsStageFigures;

/* A job that takes longer than the median of its stage and kind by more than 3 × 1.4826 × MAD and
 * 5 %. */
typedef struct
{
  guint row, job; /* index into the row's jobs */
  double median;  /* µs */
} TsOutlier;

/* A step's figures. W: from the earliest start to the latest end of work over all stages; S: the
 * same over all jobs. p: the stages that have work. */
typedef struct
{
  gint64 start, end;           /* of all jobs: S */
  gint64 work_start, work_end; /* of all work: W */
  gint64 window, length;       /* W and S */
  double bubble;               /* 1 − Σ busy / (p · W) */
  double bubble_slowest;       /* 1 − max busy / W */
  double megatron_fraction;    /* W · p / Σ busy − 1 */
  double imbalance;            /* max busy / mean busy − 1 */
  int straggler;               /* the first stage of max busy; -1: there is no work */
  TsSchedule schedule;         /* guessed */
  double ideal_bubble, excess; /* NaN: there is no closed form */
  guint n_stages, n_rows;
  TsStageFigures *stages, *rows;
  GArray *pairs;    /* TsClockPair */
  GArray *outliers; /* TsOutlier */
} TsStepFigures;

TsStepFigures *ts_step_figures_new (const TsTimeline *timeline, guint step);
void ts_step_figures_free (TsStepFigures *self);

/* What a job waited for. */
typedef struct
{
  gint64 waited; /* µs that the row idled before the job; 0 when it was busy until then */
  int row;       /* that it waited for; -1: none */
  guint job;
} TsJobWait;

/* How long a row idled before a job of it (index into its jobs) of a step, and the job of the same
 * micro-batch on the neighbouring stage that ended last before. */
void ts_timeline_find_wait (
    const TsTimeline *timeline, guint step, guint row, guint job, TsJobWait *wait);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsStepFigures, ts_step_figures_free)

G_END_DECLS
