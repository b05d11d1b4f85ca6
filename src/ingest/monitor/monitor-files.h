/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/monitor/monitor-paths.h"
#include "ingest/scan.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a monitor's output folder holds (formats.md 2.1, 2.2, 2.8; rules.md M1, M2, M6): run folders
 * with their files, by name alone, and what else looks like data (F4). */

typedef struct
{
  TsFolder *folder; /* of the run that was scanned */
  char *name;       /* its path from the run's base on */
  TsMonitorFolderName parsed;
  guint order; /* among the folders of its rank, oldest first */
} TsMonitorFolder;

typedef struct
{
  const TsMonitorFolder *folder;
  TsMonitorFileName name;
  char *path; /* "<folder>/<file>", in the file system's encoding */
  guint64 size;
  gint64 mtime;
} TsMonitorFile;

/* Everything to read, in the order in which it is read: rank, folder (oldest first), metric
 * (canonical ones first), first step, part. */
typedef struct
{
  gboolean compat;
  GPtrArray *folders; /* TsMonitorFolder* */
  GPtrArray *files;   /* TsMonitorFile* */
} TsMonitorFiles;

TsMonitorFiles *ts_monitor_files_list (const TsFoundRun *run,
                                       gboolean compat,
                                       TsImportReport *report,
                                       GCancellable *cancellable,
                                       GError **error);
void ts_monitor_files_free (TsMonitorFiles *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsMonitorFiles, ts_monitor_files_free)

G_END_DECLS
