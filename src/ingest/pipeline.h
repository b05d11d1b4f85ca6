/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-source.h"
#include "ingest/import.h"
#include "ingest/writing/part-file.h"

G_BEGIN_DECLS

/* Plans source and runs it into a new database that is to become db_path: parser threads → queue →
 * the writer, which is the calling thread. Returns the complete file, to be committed or freed by
 * the caller; db_path and its folder stay as they were until it is committed. NULL on failure. A
 * unit that fails is reported and left out; only when no row at all could be read because of that,
 * it is an error (TS_IMPORT_ERROR_NO_DATA). progress may be NULL. */
TsPartFile *ts_pipeline_run (TsImportSource *source,
                             const char *db_path,
                             guint n_threads,
                             TsImportProgressFunc progress,
                             gpointer data,
                             GCancellable *cancellable,
                             GError **error);

/* The same onto the database at db_path, which source->onto describes, in one transaction: whatever
 * happens, it is as it was or complete. FALSE with TS_IMPORT_ERROR_ANEW when that would give
 * another database than importing everything. */
gboolean ts_pipeline_update (TsImportSource *source,
                             const char *db_path,
                             guint n_threads,
                             TsImportProgressFunc progress,
                             gpointer data,
                             GCancellable *cancellable,
                             GError **error);

G_END_DECLS
