/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/target-table.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* The targets of the database that is being written: gives them ids, in the order in which they
 * appear, and writes monitoring_targets and trendscope_targets. Those met of late are kept in
 * memory; when that gets too much, all are forgotten and the table itself, which has an index over
 * names, is asked for those that come again. So memory stays bounded however many targets there
 * are. */
typedef struct _TsTargetStore TsTargetStore;

/* db: with both tables, in a transaction, outlives the store. max_bytes: of memory for targets,
 * about. Errors: TS_IMPORT_ERROR_DATABASE. Caller frees. */
TsTargetStore *ts_target_store_new (sqlite3 *db, gsize max_bytes, GError **error);
void ts_target_store_free (TsTargetStore *self);

/* The id, from 1 on, of target i of a batch; 0 when the database failed. dtype and shape of the
 * first appearance stay, a later one fills in what was unknown. */
guint32 ts_target_store_intern (TsTargetStore *self,
                                const TsTargetTable *batch_targets,
                                guint32 i,
                                GError **error);

/* The name and micro_step column of a target that has an id. Caller frees; NULL when the database
 * failed. */
char *ts_target_store_dup_name (TsTargetStore *self, guint32 id, gint64 *micro_step);

/* Before the first: the database has n_targets targets already, and gets no more: a new one is an
 * error, TS_IMPORT_ERROR_ANEW. */
void ts_target_store_set_complete (TsTargetStore *self, guint32 n_targets);

/* How many have an id. */
guint32 ts_target_store_get_size (const TsTargetStore *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsTargetStore, ts_target_store_free)

G_END_DECLS
