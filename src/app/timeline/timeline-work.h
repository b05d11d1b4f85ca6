/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "parallel/parallel-layout.h"
#include "plot/timeline/busy-pyramid.h"

G_BEGIN_DECLS

/* What a thread makes of a path or of what was read before. */
typedef struct
{
  char *path;               /* NULL: loaded is there */
  TsTimeline *loaded;       /* as it was read */
  char *stages;             /* as typed; "": found */
  TsParallelLayout *layout; /* of the Parallelism page; NULL: none was given */
  gboolean fix_clocks;
  int permille; /* atomic: how far reading is */
  guint64 stamp;

  TsTimeline *timeline; /* with stages and clocks */
  gint64 *offsets;      /* that were taken away, one for each row; NULL: none were */
  gint64 apart;         /* by how much clocks are apart at most, µs */
  gboolean stages_good;
  TsBusyPyramid *pyramid; /* NULL: not needed */
} TsTimelineWork;

/* All that it owns, too. */
void ts_timeline_work_free (gpointer work);

/* A GTaskThreadFunc; data is a TsTimelineWork. Returns a boolean. */
void ts_timeline_work_run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable);

G_END_DECLS
