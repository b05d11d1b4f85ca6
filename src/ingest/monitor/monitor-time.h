/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The time in the name of a run folder: "Dec03_21-34-40", without a year (formats.md 2.1). */

#define TS_MONITOR_YEAR (G_GINT64_CONSTANT (366) * 24 * 60 * 60)

gint64 ts_monitor_time_parse (const char *text, gsize length);
gint64 ts_monitor_time_origin (const gint64 *times, guint n);
gint64 ts_monitor_time_since (gint64 time, gint64 origin);

G_END_DECLS
