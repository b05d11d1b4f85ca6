/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Text from a file, fit to be shown in the middle of other text: bytes that are no UTF-8 become
 * U+FFFD; control characters, line ends and the marks that turn the direction of what follows them
 * (Unicode Bidirectional Algorithm, section 2) become "\u202e". Other text stays as it is. Caller
 * frees. */
char *ts_visible_text (const char *text);

G_END_DECLS
