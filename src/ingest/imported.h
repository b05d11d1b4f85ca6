/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/source-file.h"

#include "model/schema.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a database says of the import that made it: all that has to be known to add to it. */
typedef struct
{
  gboolean has_sources; /* FALSE: it doesn't say; the rest is empty then */
  gboolean can_grow;    /* everything is there that an update needs */
  TsFormat format;
  gboolean micro_step, compat, all_dtypes;
  char *mapping; /* the name of the mapping's file; NULL: none */

  GHashTable *files;  /* char* → TsSourceFile*, whose path it is */
  GHashTable *ranks;  /* gint64* */
  GArray *steps;      /* TsStepInfo, ascending */
  GPtrArray *stats;   /* char*: columns of trend_data */
  GPtrArray *metrics; /* char*: number i+1; NULL where there is none of that number */
  gint64 last_step;   /* the last training step; -1: none */
  gint64 max_rank;
  guint64 n_rows_read, n_rows_stored, n_files; /* as the import counted them */
  GHashTable *report;                          /* char* path → GPtrArray* of TsReportEntry* */
} TsImported;

/* Reads it. Errors (TS_IMPORT_ERROR_DATABASE) name the database. Caller frees. */
TsImported *ts_imported_load (const char *db_path, GError **error);
void ts_imported_free (TsImported *self);

/* The file at path, as it was; NULL: it was not there. */
TsSourceFile *ts_imported_find (const TsImported *self, const char *path);

/* The number of a metric or statistic, from 1 on; 0: the database has none of that name. */
guint ts_imported_find_metric (const TsImported *self, const char *name);
gboolean ts_imported_has_stat (const TsImported *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsImported, ts_imported_free)

G_END_DECLS
