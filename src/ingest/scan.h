/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/folder.h"
#include "ingest/import-options.h"
#include "ingest/import-report.h"
#include "ingest/share.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* One run found in a folder: what an import of it reads and writes. */
typedef struct
{
  TsFormat format;    /* dump or monitor */
  TsFolder *tree;     /* everything that was listed */
  TsFolder *base;     /* in it: paths of the report begin here */
  GPtrArray *folders; /* TsFolder*, in it: the levels that hold step<N> or run folders; several when
                         each machine has one (rules.md F1) */
  char *data_dir;     /* the path of base */
  char *db_name; /* "dump_data.trend.db", or "<folder>.dump_data.trend.db" when there are several */
  guint n_steps; /* training steps (dump: folders; monitor: 0 when only reading the files would
                    tell) */
  gint64 first_step, last_step; /* -1 when unknown */
  guint n_ranks;
  guint64 n_bytes; /* of the files that would be read */
  guint n_files;
  const TsShare *share; /* borrowed: what is read of it; NULL: everything */
} TsFoundRun;

typedef struct
{
  char *folder;
  GPtrArray *runs;      /* TsFoundRun* */
  GPtrArray *databases; /* char*: paths of *.trend.db in the folder itself, sorted */
} TsScanResult;

/* Looks into folder by rules.md F1–F3: databases in it, and the nearest level that holds data (the
 * folder, or up to three levels below; one level up when the folder is itself a step, rank or run
 * folder). Reads no file. Unreadable folders and link loops are reported (report may be NULL), and
 * what was made of several folders with data. NULL only when folder itself can't be read. */
TsScanResult *ts_scan_folder (const char *folder,
                              TsFormat format,
                              TsImportReport *report,
                              GCancellable *cancellable,
                              GError **error);
void ts_scan_result_free (TsScanResult *self);

/* The run of one folder, whatever is in it; nothing is counted. */
TsFoundRun *ts_found_run_new (TsFolder *folder, TsFormat format);
TsFoundRun *ts_found_run_copy (const TsFoundRun *self);
void ts_found_run_free (TsFoundRun *self);

/* Where the database of folder goes by default: folder itself if it is writable, else a folder of
 * its own below the user's data folder, which nobody clears. Caller frees. */
char *ts_scan_default_db_dir (const char *folder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsScanResult, ts_scan_result_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsFoundRun, ts_found_run_free)

G_END_DECLS
