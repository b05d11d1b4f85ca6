/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-source.h"

G_BEGIN_DECLS

/* Fills one new database, on one thread, in one transaction. What it writes depends only on the
 * batches and their order, not on time or threads (but for trendscope_meta's time). */
typedef struct _TsWriter TsWriter;

/* path: an empty file, or the database that source->onto describes, which is then added to; until
 * ts_writer_finish() has returned it stays as it was, whatever happens. source has been planned,
 * and outlives the writer. */
TsWriter *ts_writer_new (const char *path, const TsImportSource *source, GError **error);
/* Without ts_writer_finish() the file is incomplete. */
void ts_writer_free (TsWriter *self);

/* Takes the batch; its rows come after those of all earlier ones. */
gboolean ts_writer_add (TsWriter *self, TsRowBatch *batch, GError **error);
/* Rows of one unit are sorted together; this ends the unit. */
gboolean ts_writer_end_unit (TsWriter *self, GError **error);

/* Told now and then, of how many targets the tags are written. */
typedef void (*TsWriterProgressFunc) (guint targets_done, guint targets_total, gpointer data);

/* Tags, steps, report; then everything to the file, and closes it. With millions of targets this
 * takes a while. progress may be NULL. */
gboolean ts_writer_finish (TsWriter *self,
                           TsWriterProgressFunc progress,
                           gpointer data,
                           GCancellable *cancellable,
                           GError **error);

guint64 ts_writer_get_n_rows (const TsWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsWriter, ts_writer_free)

G_END_DECLS
