/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/timeline/job-colors.h"

#define LIGHTEST 0.45 /* how far the last chunk goes towards white */

TsColor
ts_job_kind_get_color (TsJobKind kind)
{
  static const char *const colors[TS_N_JOB_KINDS]
      = { "#1f6fb2", "#c26a08", "#b5431a", "#1d7f66", "#8560b8", "#6c7480", "#7d6a45" };

  return ts_color_from_hex (colors[kind]);
}

TsColor
ts_job_type_get_color (const TsJobType *type, guint n_chunks)
{
  TsColor color = ts_job_kind_get_color (type->kind);
  const TsColor white = { 1, 1, 1, 1 };

  if (type->chunk <= 0 || n_chunks < 2)
    return color;
  return ts_color_mix (&color, &white,
                       LIGHTEST * MIN ((guint) type->chunk, n_chunks - 1) / (n_chunks - 1));
}

guint
ts_timeline_count_chunks (const TsTimeline *timeline)
{
  int last = 0;

  for (guint i = 0; i < timeline->types->len; i++)
    last = MAX (last, ts_timeline_get_type (timeline, i)->chunk);
  return (guint) last + 1;
}
