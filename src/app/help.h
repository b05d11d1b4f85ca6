/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The address of the first page of the help in the person's language, English if there is none:
 * what is installed, or what lies beside a program that is not. Caller frees. */
char *ts_help_dup_uri (void);

G_END_DECLS
