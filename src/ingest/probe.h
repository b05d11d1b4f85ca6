/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/folder-names.h"
#include "ingest/scan.h"

G_BEGIN_DECLS

/* Whether one folder holds data, by the names and sizes in it; no file is read. The scan's. */

/* What one folder has of one kind. */
typedef struct
{
  TsFoundRun *run;
  GHashTable *ranks;     /* char*: numbers, or names without one */
  GHashTable *steps;     /* gint64*; of a dump */
  gboolean has_nameless; /* a rank without a number */
  gint64 first, last;    /* steps of a monitor, by the names of its files; -1: they don't say */
} TsProbe;

/* Looks into folder for step or run folders with data. NULL when there are none. Sub-folders that
 * can't be read keep their error. */
TsProbe *ts_probe_folder (TsFolder *folder, TsFormat format, GCancellable *cancellable);
void ts_probe_free (TsProbe *self);

/* rank<R>, rank, proc<PID>, pid<PID> */
gboolean ts_is_rank_kind (TsFolderKind kind);
gboolean ts_is_dump_rank_folder (TsFolder *folder);   /* has a dump.json */
gboolean ts_is_step_folder (TsFolder *folder);        /* has a rank folder with one */
gboolean ts_is_monitor_run_folder (TsFolder *folder); /* has a CSV file of the monitor */

G_END_DECLS
