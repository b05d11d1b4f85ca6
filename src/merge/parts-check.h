/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-report.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What became of one part of a run that several processes imported. */
typedef struct
{
  guint number;  /* from 1 on */
  char *path;    /* where it is, or should be */
  char *problem; /* a sentence; NULL: it is there and complete */
  guint n_ranks;
  guint64 n_rows;
} TsPartState;

typedef struct
{
  char *location;         /* of the run (run-location.h) */
  guint n_parts;          /* that have to be there */
  guint n_bad;            /* of them: missing, unreadable, of another division */
  GPtrArray *parts;       /* TsPartState*, by number */
  TsImportReport *report; /* of all parts that can be read */
} TsPartsCheck;

void ts_parts_check_free (TsPartsCheck *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsPartsCheck, ts_parts_check_free)

/* Looks at the shards (--convert --shard) of each run in a folder: whether every part is there, can
 * be read, is what its name says and of the same division as the others. Returns TsPartsCheck*, one
 * for each run. Blocks. NULL with error (TS_STORE_ERROR_NO_TREND_DATA) when there are no shards in
 * the folder, or it was cancelled. */
GPtrArray *ts_parts_check_folder (const char *folder, GCancellable *cancellable, GError **error);

G_END_DECLS
