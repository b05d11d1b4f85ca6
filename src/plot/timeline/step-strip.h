/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/plot-style.h"
#include "plot/rect.h"
#include "timeline/timeline.h"

G_BEGIN_DECLS

/* All steps of a timeline side by side, as high as they are long; those that take longer than most
 * in red. Where steps outnumber pixels, each column shows its longest. */
typedef struct _TsStepStrip TsStepStrip;

TsStepStrip *ts_step_strip_new (void);
void ts_step_strip_free (TsStepStrip *self);

/* A reference is taken; NULL: nothing to draw. */
void ts_step_strip_set_timeline (TsStepStrip *self, TsTimeline *timeline);
/* The step that is shown and the one it is compared with; -1: none. */
void ts_step_strip_set_steps (TsStepStrip *self, int shown, int compared);

#define TS_STEP_STRIP_HEIGHT 64.0

void ts_step_strip_draw (
    TsStepStrip *self, cairo_t *cr, const TsPlotStyle *style, double width, double height);
/* The step at a point of the picture drawn last; -1: none. */
int ts_step_strip_hit (TsStepStrip *self, double x, double y);
/* Whether a step takes longer than most: by more than 3 × 1.4826 × MAD and 5 %. */
gboolean ts_step_strip_is_slow (TsStepStrip *self, guint step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsStepStrip, ts_step_strip_free)

G_END_DECLS
