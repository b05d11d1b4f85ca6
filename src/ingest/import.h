/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-options.h"
#include "ingest/import-report.h"
#include "ingest/scan.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 bytes_done, bytes_total;
  guint units_done, units_total;
  guint64 rows;
  guint targets_done, targets_total; /* 0 until all rows are in: then targets get their tags */
} TsImportProgress;

/* Called now and then on the importing thread (the one that called ts_import_run()). */
typedef void (*TsImportProgressFunc) (const TsImportProgress *progress, gpointer data);

typedef struct
{
  GPtrArray *databases; /* char*: paths written */
  TsImportReport *report;
} TsImportResult;

void ts_import_result_free (TsImportResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsImportResult, ts_import_result_free)

/* Imports every run that options->data_dir holds into options->db_dir (made if missing). Blocks;
 * runs its own parser threads and one writer thread. Each database is written to "….part" and
 * renamed when all are complete; a cancelled or failed import leaves the folder as it was.
 *
 * Returns: (transfer full) (nullable): NULL with error (G_IO_ERROR_CANCELLED,
 * TS_IMPORT_ERROR_NO_DATA, …) when no database was written; otherwise the result, whose report says
 * what was left out. */
TsImportResult *ts_import_run (const TsImportOptions *options,
                               TsImportProgressFunc progress,
                               gpointer data,
                               GCancellable *cancellable,
                               GError **error);

/* The same into a report and an array of paths (char*) that the caller keeps, so that the report is
 * there even when no database was written (FALSE). */
gboolean ts_import_run_into (const TsImportOptions *options,
                             TsImportReport *report,
                             GPtrArray *databases,
                             TsImportProgressFunc progress,
                             gpointer data,
                             GCancellable *cancellable,
                             GError **error);

/* The same on a thread of its own; progress is called on the caller's main context, coalesced. */
void ts_import_run_async (const TsImportOptions *options,
                          TsImportProgressFunc progress,
                          gpointer data,
                          GDestroyNotify data_free,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
TsImportResult *ts_import_run_finish (GAsyncResult *result, GError **error);

G_END_DECLS
