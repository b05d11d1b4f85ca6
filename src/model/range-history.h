/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A room of the model: anybody may include it. */
#pragma once

#include "model/view-range.h"

G_BEGIN_DECLS

/* The ranges that a chart showed before, for undo and redo. The range it shows now is the chart's
 * own and goes along with each call. At most 100 steps are kept. */
typedef struct _TsRangeHistory TsRangeHistory;

/* Whether a range is kept; may change it. */
typedef gboolean (*TsRangeFunc) (TsViewRange *range, gpointer data);

TsRangeHistory *ts_range_history_new (void);
void ts_range_history_free (TsRangeHistory *self);
void ts_range_history_clear (TsRangeHistory *self);

/* What is shown now is about to be left: one step of undo. What could be redone is forgotten. */
void ts_range_history_remember (TsRangeHistory *self, const TsViewRange *now);
/* The same for many small changes in a row, such as turns of a wheel: those that follow each other
 * within 0.7 s are one step. time: of the change, monotonic, in microseconds. */
void ts_range_history_remember_small (TsRangeHistory *self, const TsViewRange *now, gint64 time);

/* Where undo and redo lead; FALSE when there is nothing left to go to. Steps that would change
 * nothing are passed over. */
gboolean ts_range_history_undo (TsRangeHistory *self, const TsViewRange *now, TsViewRange *then);
gboolean ts_range_history_redo (TsRangeHistory *self, const TsViewRange *now, TsViewRange *then);

/* Whether there is a step at all. */
gboolean ts_range_history_can_undo (const TsRangeHistory *self);
gboolean ts_range_history_can_redo (const TsRangeHistory *self);

/* The axes have changed: hands every range to func, which moves it or has it dropped. */
void ts_range_history_map (TsRangeHistory *self, TsRangeFunc func, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsRangeHistory, ts_range_history_free)

G_END_DECLS
