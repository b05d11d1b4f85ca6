/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For the main functions alone. */

/* Before anything else: signals, the locale, the console and the translations. */
void ts_program_init (void);

/* The folder of the running executable; NULL when the system doesn't tell. Caller frees. */
char *ts_program_dup_folder (void);

G_END_DECLS
