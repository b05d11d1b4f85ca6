/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline/row-log.h"
#include "timeline/timeline.h"

G_BEGIN_DECLS

/* Within the room: cuts a log into runs and steps and moves its jobs into row, each step's by
 * start. Types stay those of the log. */
void _ts_step_walk (TsRowLog *log, TsTimelineRow *row, TsTimelineReport *report);

G_END_DECLS
