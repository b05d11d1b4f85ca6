/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the names of a monitor's files and folders say (formats.md 2.1, 2.2, 2.8; rules.md M2, M6).
 * The monitor's; the scan asks, too. */

/* What the name of a CSV file says. */
typedef struct
{
  char *metric;      /* "actv"; of monitor v2 the slug: "weight_grad" */
  gboolean v2;       /* <slug>_step<a>-<b>.csv or <slug>.csv */
  gint64 first_step; /* a; -1 when the name doesn't say */
  gint64 last_step;  /* b */
  gint64 part;       /* of …_part_<k>.csv; -1: not a part */
} TsMonitorFileName;

gboolean ts_monitor_file_name_parse (const char *name, gboolean compat, TsMonitorFileName *parsed);
/* Monitor v2 writes "<slug>.csv" when its steps are not numbers. */
gboolean ts_monitor_file_name_parse_plain (const char *name, TsMonitorFileName *parsed);
void ts_monitor_file_name_clear (TsMonitorFileName *parsed);

/* What the name of a run folder says. */
typedef struct
{
  gint64 rank;
  char *rank_text; /* as written: msProbe takes "0" and "00" for two ranks */
  gint64 time;     /* ts_monitor_time_parse(); -1 when unknown */
} TsMonitorFolderName;

typedef enum
{
  TS_MONITOR_FOLDER_OTHER, /* none of a monitor's */
  TS_MONITOR_FOLDER_RUN,
  TS_MONITOR_FOLDER_UNUSABLE, /* of a monitor, but its time (compat) or rank can't be read */
} TsMonitorFolderKind;

TsMonitorFolderKind
ts_monitor_folder_name_parse (const char *name, gboolean compat, TsMonitorFolderName *parsed);
void ts_monitor_folder_name_clear (TsMonitorFolderName *parsed);

/* By its suffix, whatever its case, and not one of those that hold something else. */
gboolean ts_monitor_is_data_file (const char *name);

/* msProbe's metrics in its order, then the others by name. */
int ts_monitor_metric_compare (const char *a, const char *b);

G_END_DECLS
