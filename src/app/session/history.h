/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/view.h"

G_BEGIN_DECLS

/* The views before and after the present one. */
typedef struct _TsHistory TsHistory;

TsHistory *ts_history_new (guint max_views);
void ts_history_free (TsHistory *self);
void ts_history_clear (TsHistory *self);

/* Remembers the view that is about to be left (transfer full); what had been undone is forgotten.
 */
void ts_history_push (TsHistory *self, TsView *view);
/* Gives the view before or after, and keeps present (transfer full) for the way back. NULL at the
 * end, then present is freed. */
TsView *ts_history_undo (TsHistory *self, TsView *present);
TsView *ts_history_redo (TsHistory *self, TsView *present);
gboolean ts_history_can_undo (const TsHistory *self);
gboolean ts_history_can_redo (const TsHistory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsHistory, ts_history_free)

G_END_DECLS
