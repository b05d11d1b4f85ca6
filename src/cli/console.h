/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* After setlocale(): makes g_print() and g_printerr() legible whatever the locale's character set
 * is. */
void ts_console_init (void);

G_END_DECLS
