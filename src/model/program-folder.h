/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The folder of the running executable, beside which a program that was not installed finds its
 * parts; NULL when the system doesn't tell. Caller frees. */
char *ts_program_dup_folder (void);

G_END_DECLS
