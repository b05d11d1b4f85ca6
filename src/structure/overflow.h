/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of src/structure; any room above may include it. */

#include "structure/structure.h"

G_BEGIN_DECLS

/* An output this many times its inputs is a level of its own (model rules 5). */
#define TS_OVERFLOW_GROWTH 100

typedef enum
{
  TS_CAUSE_NONE,
  TS_CAUSE_OUTPUT,    /* not finite out of finite inputs */
  TS_CAUSE_PARAMETER, /* a parameter is not finite */
  TS_CAUSE_GRADIENT,  /* a gradient is not finite */
  TS_CAUSE_PASSED_ON, /* not finite on both sides */
  TS_CAUSE_INPUT,     /* an input is not finite, no output is */
  TS_CAUSE_GROWTH,
} TsOverflowCause;

/* The level of call and why; slot: the first slot that shows it (NULL: none). cause and slot may be
 * NULL. In a compat structure by msProbe's rules, otherwise all four statistics, parameters,
 * gradients, every tensor type and nested lists count. */
TsOverflowLevel ts_overflow_find (const TsStructure *self,
                                  guint32 call,
                                  TsOverflowCause *cause,
                                  const TsSlot **slot);

/* A sentence for people; NULL without a level. Caller frees. */
char *ts_overflow_dup_cause (const TsStructure *self, guint32 call);

/* Where the trouble began: the first call in execution order that made something not finite out of
 * finite inputs, innermost of its chain; else the first that received it; TS_NO_CALL: nowhere. */
guint32 ts_overflow_find_origin (const TsStructure *self);

G_END_DECLS
