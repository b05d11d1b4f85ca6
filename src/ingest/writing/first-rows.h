/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-source.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* In which row each tensor of each metric appeared first, in the order in which an import reads:
 * trendscope_first. It decides the ids of targets and tags and the network order, so what an update
 * adds may only come behind it: else importing everything would give another database. */
typedef struct _TsFirstRows TsFirstRows;

/* db: in a transaction, outlives it. Caller frees. */
TsFirstRows *ts_first_rows_new (sqlite3 *db, const TsImportSource *source, GError **error);
void ts_first_rows_free (TsFirstRows *self);

/* The first row of a tensor in a new database. */
gboolean ts_first_rows_add (TsFirstRows *self, const TsRow *row, guint32 target_id, GError **error);
/* A row that is added to a database. FALSE with TS_IMPORT_ERROR_ANEW when it would have come
 * first. */
gboolean
ts_first_rows_check (TsFirstRows *self, const TsRow *row, guint32 target_id, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsFirstRows, ts_first_rows_free)

G_END_DECLS
