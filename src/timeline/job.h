/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Room timeline: pipeline logs to jobs, steps and figures. Includes model alone; plot, cli and app
 * may include it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TS_JOB_FORWARD,
  TS_JOB_BACKWARD,        /* gradients of inputs and weights in one */
  TS_JOB_BACKWARD_INPUT,  /* of inputs alone */
  TS_JOB_BACKWARD_WEIGHT, /* of weights alone */
  TS_JOB_OPTIMIZER,
  TS_JOB_COMMUNICATION,
  TS_JOB_OTHER,
} TsJobKind;

#define TS_N_JOB_KINDS (TS_JOB_OTHER + 1)

/* A job's type as logs write it: "forward1", "backward_w0_reduce", "backward(chunk0)". */
typedef struct
{
  char *name;
  TsJobKind kind;
  int chunk; /* -1: the name has none */
  int piece; /* a micro-batch cut in pieces on one stage, "(chunk0)"; -1: whole */
} TsJobType;

typedef enum
{
  TS_JOB_UNTIMED = 1 << 0, /* a time is 0, or the end before the start: in no figure */
} TsJobFlags;

/* One forward, backward, … of one micro-batch on one device; 24 bytes, since there are millions. */
typedef struct
{
  gint64 start, end; /* µs since the epoch */
  guint32 micro_batch;
  guint16 type; /* index into the timeline's types */
  guint8 flags; /* TsJobFlags */
  guint8 lane;  /* > 0: lies over another job of its row */
} TsJob;

/* What a type's name says of it. type->name is borrowed from name. */
void ts_job_type_parse (TsJobType *type, const char *name);

/* Whether it counts as work: forward and backward of every sort, not optimizer, communication or
 * others. */
static inline gboolean
ts_job_kind_is_work (TsJobKind kind)
{
  return kind <= TS_JOB_BACKWARD_WEIGHT;
}

static inline gboolean
ts_job_kind_is_backward (TsJobKind kind)
{
  return kind >= TS_JOB_BACKWARD && kind <= TS_JOB_BACKWARD_WEIGHT;
}

/* "forward", "backward-input", …: for files and code. */
const char *ts_job_kind_get_name (TsJobKind kind);
/* The same for people; translated. */
const char *ts_job_kind_get_label (TsJobKind kind);

G_END_DECLS
