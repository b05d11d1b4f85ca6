/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-report.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a monitor's output folder holds (formats.md 2.1, 2.2, 2.8; rules.md M1, M2, M6): run folders
 * with their files, by name alone. */

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

typedef struct
{
  char *name;
  TsMonitorFolderName parsed;
  guint order; /* among the folders of its rank, oldest first */
} TsMonitorFolder;

typedef struct
{
  const TsMonitorFolder *folder;
  TsMonitorFileName name;
  char *path; /* "<folder>/<file>", in the file system's encoding */
  guint64 size;
} TsMonitorFile;

/* Everything to read, in the order in which it is read: rank, folder (oldest first), metric
 * (canonical ones first), first step, part. */
typedef struct
{
  GPtrArray *folders; /* TsMonitorFolder* */
  GPtrArray *files;   /* TsMonitorFile* */
} TsMonitorFiles;

TsMonitorFiles *ts_monitor_files_list (const char *data_dir,
                                       gboolean compat,
                                       TsImportReport *report,
                                       GCancellable *cancellable,
                                       GError **error);
void ts_monitor_files_free (TsMonitorFiles *self);

int ts_monitor_metric_compare (const char *a, const char *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMonitorFiles, ts_monitor_files_free)

G_END_DECLS
