/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sets text to the JSON string body raw (between the quotes, escapes already known to be well
 * formed) with escapes resolved. The result is valid UTF-8 without NUL: a lone surrogate, \u0000
 * and each byte that is not UTF-8 become U+FFFD. */
void ts_json_unescape (const char *raw, gsize length, GString *text);

G_END_DECLS
