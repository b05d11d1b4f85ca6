/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* While there is one, Ctrl+C and its like cancel what goes on instead of ending the program, so
 * that it can clean up. Whoever does not want to wait for that presses it once more: then what was
 * begun is removed and the program ends there and then. */
typedef struct _TsInterrupt TsInterrupt;

TsInterrupt *ts_interrupt_new (void);
/* For what is not asked first: the first one removes what was begun and ends the program. */
TsInterrupt *ts_interrupt_new_at_once (void);
/* Borrowed. */
GCancellable *ts_interrupt_get_cancellable (const TsInterrupt *self);
/* From now on signals do what they always did. Returns the one that came, or 0. */
int ts_interrupt_free (TsInterrupt *self);

G_END_DECLS
