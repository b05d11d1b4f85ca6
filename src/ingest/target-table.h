/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/row-batch.h"

G_BEGIN_DECLS

/* Numbers targets densely by first appearance. The only look-up that happens once per row, so: open
 * addressing over 32-bit hashes, names in blocks that never move, no allocation per target. */

TsTargetTable *ts_target_table_new (void);
void ts_target_table_free (TsTargetTable *self);

guint32
ts_target_table_hash (const char *name, gsize name_length, gint32 vpp_stage, gint32 micro_step);

/* The number of the target, added when new. hash is ts_target_table_hash() of name, vpp_stage and
 * micro_step. dtype and shape may be NULL; those of the first appearance stay, a later one fills in
 * what was unknown. All strings are copied. */
guint32 ts_target_table_intern (TsTargetTable *self,
                                guint32 hash,
                                const char *name,
                                gsize name_length,
                                gint32 vpp_stage,
                                gint32 micro_step,
                                const char *dtype,
                                const char *shape);

guint ts_target_table_get_size (const TsTargetTable *self);
/* Valid until the next call of ts_target_table_intern(); its strings as long as the table. */
const TsBatchTarget *ts_target_table_get (const TsTargetTable *self, guint i);
gsize ts_target_table_get_name_length (const TsTargetTable *self, guint i);
guint32 ts_target_table_get_hash (const TsTargetTable *self, guint i);
gsize ts_target_table_get_bytes (const TsTargetTable *self); /* of memory, about */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsTargetTable, ts_target_table_free)

G_END_DECLS
