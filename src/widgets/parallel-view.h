/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/layout/parallel-plot.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A parallel layout to look at: zooms with Ctrl and the wheel or + and −, scrolls with the wheel,
 * by dragging and with scroll bars, tells about the block under the pointer in a tooltip; arrow
 * keys move a cursor from block to block, Enter or a click chooses one.
 *
 * Signals:
 *   block-activated (guint row, guint stage)
 *   hover-changed (int row, int stage)   the block under the pointer or cursor, -1 -1 for none */
#define TS_TYPE_PARALLEL_VIEW (ts_parallel_view_get_type ())
G_DECLARE_FINAL_TYPE (TsParallelView, ts_parallel_view, TS, PARALLEL_VIEW, GtkWidget)

/* NULL: nothing is shown. The visible range is kept when there are as many rows and columns as
 * before. */
void ts_parallel_view_set_layout (TsParallelView *self, TsParallelLayout *layout);
TsParallelLayout *ts_parallel_view_get_layout (TsParallelView *self);

/* Ranks that stand out: a frame around those of suspects, a tint over their peers'. Copies are
 * taken. */
void ts_parallel_view_set_marked_ranks (TsParallelView *self,
                                        const gint64 *suspects,
                                        guint n_suspects,
                                        const gint64 *peers,
                                        guint n_peers);

/* Zooms by factor (> 1: nearer) about the middle. */
void ts_parallel_view_zoom (TsParallelView *self, double factor);
void ts_parallel_view_show_all (TsParallelView *self);

/* Where a block is drawn, in widget coordinates (its middle); FALSE when it is not visible. */
gboolean ts_parallel_view_get_block_point (TsParallelView *self,
                                           guint row,
                                           guint stage,
                                           graphene_point_t *point);

G_END_DECLS
