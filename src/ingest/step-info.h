/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A step of the database, and the training step behind it. */
typedef struct
{
  gint64 step; /* global */
  gint64 train_step;
  gint64 micro_step;
} TsStepInfo;

/* Whether steps (TsStepInfo, ascending) have all of known with the same numbers, so that a database
 * with these can be added to. */
gboolean ts_steps_agree (const GArray *steps, const GArray *known);
/* NULL when there is none of that number. */
const TsStepInfo *ts_steps_find (const GArray *steps, gint64 step);

G_END_DECLS
