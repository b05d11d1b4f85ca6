/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Keeps threads from needing too much memory at the same time. They pass in a fixed order, so that
 * one that others wait for elsewhere can never be kept out by one that is behind it. */
typedef struct _TsMemoryGate TsMemoryGate;

TsMemoryGate *ts_memory_gate_new (gsize max_bytes);
void ts_memory_gate_free (TsMemoryGate *self);

/* Waits until turns 0 … turn - 1 have passed and bytes more fit, or no one needs any. Each turn is
 * to pass once. */
void ts_memory_gate_enter (TsMemoryGate *self, guint turn, gsize bytes);
/* Gives back what enter() was asked for. */
void ts_memory_gate_leave (TsMemoryGate *self, gsize bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMemoryGate, ts_memory_gate_free)

G_END_DECLS
