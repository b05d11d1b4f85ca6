/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For the main functions alone. */

/* Before anything else: signals, the locale, the console and the translations. */
void ts_program_init (void);

G_END_DECLS
