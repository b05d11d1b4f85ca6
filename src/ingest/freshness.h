/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/scan.h"
#include "ingest/source-file.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Whether a folder still holds what its database was made of. Every import writes down which files
 * it read (trendscope_sources); here they are held against those that are there now. No file is
 * read, and no folder listed that the scan has seen. */

/* The files (TsSourceFile) that an import of run reads. NULL with an error when there are none. */
GArray *ts_source_files_list (const TsFoundRun *run,
                              gboolean compat,
                              GCancellable *cancellable,
                              GError **error);

typedef struct
{
  gboolean known;      /* FALSE: the database doesn't say what it was made of; the rest is 0 */
  guint n_files_more;  /* not there when it was made */
  guint n_changed;     /* of another size or time than then */
  guint n_files_gone;  /* were there then */
  guint n_steps_newer; /* training steps of dumps behind the last one that the database has */
  guint n_ranks_more;
} TsFreshness;

/* Holds run, as it is now, against the database at db_path. FALSE with error when that can't be
 * read. */
gboolean ts_freshness_check (TsFreshness *self,
                             const TsFoundRun *run,
                             const char *db_path,
                             GCancellable *cancellable,
                             GError **error);
/* Whether the data has not changed, as far as is known. */
gboolean ts_freshness_is_current (const TsFreshness *self);
/* "12 newer steps, 1 rank more"; "" when it has not changed. Caller frees. */
char *ts_freshness_dup_text (const TsFreshness *self);

G_END_DECLS
