/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tags of a target name (formats.md 3.5, 3.6; rules.md V5 unless compat): calls add once for each,
 * with texts that are valid during the call only. The hall's; the writer asks. */
typedef void (*TsTagFunc) (const char *name, const char *category, gpointer data);
void ts_dump_tags (const char *target_name, gboolean compat, TsTagFunc add, gpointer data);
void ts_monitor_tags (const char *target_name, TsTagFunc add, gpointer data);

G_END_DECLS
