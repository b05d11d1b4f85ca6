/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers strings densely by first appearance. */
typedef struct _TsStringTable TsStringTable;

#define TS_STRING_NONE (-1)

TsStringTable *ts_string_table_new (void);
void ts_string_table_free (TsStringTable *self);

/* The number of text, added when new; text is copied. */
gint32 ts_string_table_add (TsStringTable *self, const char *text, gsize length);
/* The number of text, or TS_STRING_NONE. */
gint32 ts_string_table_find (const TsStringTable *self, const char *text, gsize length);
/* NUL-terminated; as long as the table. */
const char *ts_string_table_get (const TsStringTable *self, gint32 i, gsize *length);
gsize ts_string_table_get_bytes (const TsStringTable *self); /* of memory, about */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsStringTable, ts_string_table_free)

G_END_DECLS
