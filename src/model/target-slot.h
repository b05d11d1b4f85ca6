/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which tensor of a call a target is, in the order of rows (rules.md V7). In both directions what
 * is called input arrives and what is called output is produced. */
typedef enum
{
  TS_TARGET_SLOT_INPUT,
  TS_TARGET_SLOT_KWARGS,
  TS_TARGET_SLOT_PARAMETERS,
  TS_TARGET_SLOT_OUTPUT,
  TS_TARGET_SLOT_NONE, /* the name tells no slot: the target is a call of its own */
} TsTargetSlot;

/* The slot that the target's name ends in ("….Linear.input.0", "….parameters.weight"). call_length
 * becomes how many bytes of the name are the call's, without the dot behind them. */
TsTargetSlot ts_target_slot_find (const char *name, gsize *call_length);

G_END_DECLS
