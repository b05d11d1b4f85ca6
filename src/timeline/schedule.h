/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline/timeline.h"

G_BEGIN_DECLS

typedef enum
{
  TS_SCHEDULE_NONE, /* no pipeline */
  TS_SCHEDULE_FTHENB,
  TS_SCHEDULE_1F1B,
  TS_SCHEDULE_VPP,   /* interleaved: several chunks of layers a stage */
  TS_SCHEDULE_ZBH1,  /* backward in two, weights later; as much memory as 1F1B */
  TS_SCHEDULE_ZBVPP, /* VPP with backward in two */
} TsScheduleKind;

#define TS_N_SCHEDULE_KINDS (TS_SCHEDULE_ZBVPP + 1)

#define TS_MAX_PLAN_STAGES        512
#define TS_MAX_PLAN_MICRO_BATCHES 4096
#define TS_MAX_PLAN_CHUNKS        64

/* A schedule with its sizes, and the times of one micro-batch on one stage (all its chunks), µs. */
typedef struct
{
  TsScheduleKind kind;
  guint stages, micro_batches, chunks;
  double forward;
  double backward; /* with weight > 0 the part for inputs alone */
  double weight;   /* 0: backward is not in two */
} TsSchedule;

/* "1F1B", "ZB-H1", …: names, not translated; "none". */
const char *ts_schedule_kind_get_name (TsScheduleKind kind);
/* From such a name, whatever its case and hyphens. */
gboolean ts_schedule_kind_from_name (const char *name, TsScheduleKind *kind);

/* What the records of a step look like, with their mean times. Chunks and stages without work do
 * not count. */
void ts_schedule_guess (const TsTimeline *timeline, guint step, TsSchedule *schedule);

/* The same work by another schedule: with chunks where it has them, and a backward in two, halves
 * of it where it was not measured in two. */
TsSchedule ts_schedule_with_kind (const TsSchedule *self, TsScheduleKind kind, guint chunks);

/* The least part of the window that a stage idles: (p−1)/(m+p−1) for F-then-B and 1F1B,
 * (p−1)/(v·m+p−1) for VPP, I/(I+m·(t_f+t_b+t_w)) with I = (p−1)·(t_f+t_b−t_w) for ZB-H1 (Zero
 * Bubble Pipeline Parallelism, table 1). NaN: there is no closed form. */
double ts_schedule_get_ideal_bubble (const TsSchedule *schedule);

/* One step by this schedule without any transfer, a row a stage, from time 0 on. */
TsTimeline *ts_schedule_plan (const TsSchedule *schedule, GError **error);

G_END_DECLS
