/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
/* Of src/structure; nothing else includes it. */

#include <glib.h>

G_BEGIN_DECLS

/* Appends text, valid UTF-8, as a JSON string; NULL as null. */
void _ts_json_append (GString *json, const char *text);

G_END_DECLS
