/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/folder-names.h"
#include "ingest/scan.h"

G_BEGIN_DECLS

/* Whether one folder holds data, by the names and sizes in it; no file is read. */

typedef enum
{
  TS_LIST_FOLDERS, /* and links to folders */
  TS_LIST_FILES,   /* and links to files */
  TS_LIST_BROKEN,  /* links that lead nowhere or in a circle, and what else can't be looked at */
} TsListKind;

/* Names (char*, as the file system spells them) in folder, sorted by bytes. NULL with an error that
 * names it when it can't be read. */
GPtrArray *ts_list_folder (const char *folder, TsListKind kind, GError **error);

/* rank<R>, rank, proc<PID>, pid<PID> */
gboolean ts_is_rank_kind (TsFolderKind kind);
gboolean ts_is_dump_rank_folder (const char *folder);   /* has a dump.json */
gboolean ts_is_step_folder (const char *folder);        /* has a rank folder with one */
gboolean ts_is_monitor_run_folder (const char *folder); /* has a CSV file of the monitor */

/* The run (without db_name) whose step or run folders lie directly in folder, NULL when there is
 * none. Sub-folders that can't be read are added to unreadable (char*, relative to folder). */
TsFoundRun *ts_probe_folder (const char *folder,
                             TsFormat format,
                             GPtrArray *unreadable,
                             GCancellable *cancellable);

G_END_DECLS
