/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ts_text_bytes_are_plain (const char *text, gsize length);
void ts_text_bytes_append (GString *out, const char *text, gsize length);
char *ts_text_bytes_to_utf8 (const char *text, gsize length);

G_END_DECLS
