/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers names densely by first appearance: names of calls, of which a construct.json has up to
 * millions. Nearly all of them differ in a number only ("….forward.0", "….forward.1"), so a name
 * takes some fourteen bytes, and what is around its last number is kept once. */
typedef struct _TsNameTable TsNameTable;

#define TS_NAME_NONE (-1)

TsNameTable *ts_name_table_new (void);
void ts_name_table_free (TsNameTable *self);

/* The number of name, added when new; name is copied. */
gint32 ts_name_table_add (TsNameTable *self, const char *name, gsize length);
/* The number of name, or TS_NAME_NONE. */
gint32 ts_name_table_find (const TsNameTable *self, const char *name, gsize length);
/* Writes name i to name, in place of what is there. */
void ts_name_table_get (const TsNameTable *self, gint32 i, GString *name);
guint ts_name_table_get_size (const TsNameTable *self);
gsize ts_name_table_get_bytes (const TsNameTable *self); /* of memory, about */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsNameTable, ts_name_table_free)

G_END_DECLS
