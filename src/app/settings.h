/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the program remembers between runs: GSettings where its schema is found (installed, or in
 * the build folder the program runs from), else nothing is remembered and every getter gives its
 * fallback, or what was set in this run. A key or type that the schema lacks is handled alike. */

/* (transfer full) (nullable): the value of key if it has that type. */
GVariant *ts_settings_dup_value (const char *key, const GVariantType *type);
/* Takes a floating reference. */
void ts_settings_set_value (const char *key, GVariant *value);

char *ts_settings_dup_string (const char *key, const char *fallback); /* enums too, by nick */
void ts_settings_set_string (const char *key, const char *value);
int ts_settings_get_int (const char *key, int fallback);
double ts_settings_get_double (const char *key, double fallback);
gboolean ts_settings_get_boolean (const char *key, gboolean fallback);

/* The URIs opened lately, the latest first; g_strfreev(). */
char **ts_settings_dup_recent (void);
/* Puts uri first. */
void ts_settings_add_recent (const char *uri);
void ts_settings_remove_recent (const char *uri);
/* Calls back when the list changed, for as long as object lives. */
void ts_settings_watch_recent (GCallback callback, GObject *object);

/* One member (a string) of what is remembered of a folder: "database", "selection" …; NULL when
 * there is none. Caller frees. */
char *ts_settings_dup_folder_state (const char *uri, const char *member);
void ts_settings_set_folder_state (const char *uri, const char *member, const char *value);

G_END_DECLS
