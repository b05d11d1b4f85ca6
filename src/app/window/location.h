/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/scan.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is behind a folder or file that a person opens: databases to show, and raw data that could
 * be imported. Immutable; reference counted. */
typedef struct
{
  char *folder;           /* of a file: the folder it is in */
  char *uri;              /* of the folder; what is remembered is remembered under it */
  GPtrArray *databases;   /* char*: paths, those for dumps first */
  GPtrArray *runs;        /* TsFoundRun* */
  TsImportReport *report; /* what the scan stumbled over */
  char *db_dir;           /* where an import would put its databases */
  char *file;             /* the file that was opened; NULL: a folder was */
  char *wanted;           /* the database that was asked for by name; NULL: none */
} TsLocation;

/* Looks into path, blocking: a folder, a database, or a file of a dump or monitor folder. Fails
 * when path can't be read; finding nothing in it is no failure. */
TsLocation *ts_location_look (const char *path, GCancellable *cancellable, GError **error);

TsLocation *ts_location_ref (TsLocation *self);
void ts_location_unref (TsLocation *self);

/* The database to show first: the one asked for, else the one shown last time if it is still there,
 * else a dump's, else any; NULL when there is none. */
const char *ts_location_choose_database (const TsLocation *self, const char *last);
/* "Dump, 3 steps × 2 ranks, 12 files, 1.2 MB"; caller
 * frees. */
char *ts_found_run_dup_summary (const TsFoundRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsLocation, ts_location_unref)

G_END_DECLS
