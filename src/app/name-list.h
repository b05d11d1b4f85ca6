/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One entry of a TsNameList. */
#define TS_TYPE_NAME_ITEM (ts_name_item_get_type ())
G_DECLARE_FINAL_TYPE (TsNameItem, ts_name_item, TS, NAME_ITEM, GObject)

guint ts_name_item_get_index (TsNameItem *self); /* in the unfiltered list */
const char *ts_name_item_get_name (TsNameItem *self);
const char *ts_name_item_get_detail (TsNameItem *self); /* may be NULL */

/* A list of names that can be narrowed down by a search text, for lists of a hundred thousand: the
 * names are kept as they are and an object is made only for those that are looked at. (GTK's own
 * filter models make one for each and ask it anew on every key.) */
#define TS_TYPE_NAME_LIST (ts_name_list_get_type ())
G_DECLARE_FINAL_TYPE (TsNameList, ts_name_list, TS, NAME_LIST, GObject)

TsNameList *ts_name_list_new (void);
/* Takes both arrays of char*, equally long; details may be NULL. The search text stays. */
void ts_name_list_take (TsNameList *self, GPtrArray *names, GPtrArray *details);
/* Keeps the entries whose name or detail holds every word of text, whatever the case. */
void ts_name_list_set_search (TsNameList *self, const char *text);
guint ts_name_list_get_n_names (TsNameList *self); /* unfiltered */
const char *ts_name_list_get_name (TsNameList *self, guint index);
/* The position of unfiltered entry index in the list as narrowed down, or G_MAXUINT. */
guint ts_name_list_find (TsNameList *self, guint index);

G_END_DECLS
