/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/monitor/monitor-plan.h"

G_BEGIN_DECLS

/* Turns the rows of one file into rows of a batch, one step after the other, so that the files of a
 * unit can be merged. */

/* What all cursors of an import share; immutable. */
typedef struct
{
  const TsMonitorPlan *plan;
  const char *data_dir;
  const TsMapping *mapping;
  TsImportReport *report;
  gboolean micro_step;
  GHashTable *metric_numbers; /* char* -> number from 1 */
  GHashTable *stat_places;    /* char* -> place + 1 */
} TsMonitorContext;

typedef struct _TsMonitorCursor TsMonitorCursor;

TsMonitorCursor *ts_monitor_cursor_open (const TsMonitorContext *context, guint file);
void ts_monitor_cursor_free (TsMonitorCursor *self);

gboolean ts_monitor_cursor_has_row (const TsMonitorCursor *self);
gint64 ts_monitor_cursor_get_step (const TsMonitorCursor *self);
void ts_monitor_cursor_move_row (TsMonitorCursor *self, TsRowBatch *batch);
guint64 ts_monitor_cursor_take_progress (TsMonitorCursor *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMonitorCursor, ts_monitor_cursor_free)

G_END_DECLS
