/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/freshness.h"
#include "ingest/share.h"

G_BEGIN_DECLS

/* A shard: the database of one share of a run. It notes which one it is, of which division, so that
 * those of different ones are not taken for parts of one run. */

/* "dump_data.trend.db" -> "dump_data.3-of-16.trend.db". Caller frees. */
char *ts_shard_dup_name (const char *db_name, guint number, guint n_shards);

/* The share of options (shard, n_shards) in a run whose files (TsSourceFile) are these. */
TsShare *ts_shard_divide (const GArray *files, guint number, guint n_shards);

/* What stands for a division of a folder as it was then: two shards belong together when theirs are
 * equal. Caller frees. */
char *ts_shard_dup_division (const GArray *files, const TsImportOptions *options);

/* Whether the database at path is the complete shard of that share, made of these files (all of the
 * run) with these options, so that making it again would give the same. */
gboolean ts_shard_is_done (const char *path,
                           const TsShare *share,
                           const GArray *files,
                           const TsImportOptions *options);

G_END_DECLS
