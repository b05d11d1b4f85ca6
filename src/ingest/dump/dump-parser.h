/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/dump/call-table.h"
#include "ingest/import-report.h"
#include "ingest/mapping.h"
#include "ingest/row-batch.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* One dump.json, from its text to batches of rows. */

/* Takes the batch (transfer full); FALSE: stop. */
typedef gboolean (*TsDumpEmitFunc) (TsRowBatch *batch, gpointer data);
/* So many more bytes have been read. */
typedef void (*TsDumpProgressFunc) (guint64 bytes, gpointer data);
/* name became mapped through the mapping file; called once per file and name. */
typedef void (*TsDumpMappedFunc) (const char *name, const char *mapped, gpointer data);

typedef struct
{
  const char *path; /* for reports, relative to the data folder */
  guint32 rank;
  gint64 step;         /* global step of the first micro-step */
  gboolean micro_step; /* count micro-steps */
  gboolean compat;
  gboolean all_dtypes;
  const TsCallTable *calls;      /* NULL: unknown, every call keeps its number */
  const TsNameTable *recomputed; /* forward calls that were recomputations; may be NULL */
  const TsMapping *mapping;      /* may be NULL */
  TsImportReport *report;
  GCancellable *cancellable;
  TsDumpEmitFunc emit;
  TsDumpProgressFunc progress; /* may be NULL */
  TsDumpMappedFunc mapped;     /* may be NULL */
  gpointer data;               /* for the three */
} TsDumpUnit;

/* What a file held. */
typedef struct
{
  guint64 n_entries;
  guint64 n_rows;
  guint64 n_integer;      /* tensors left out: integers or bool */
  guint64 n_empty;        /* tensors left out: no statistics */
  gboolean has_checksums; /* there are checksums instead */
  char task[32];          /* "statistics", "tensor", "structure", … */
} TsDumpContent;

/* Reads one file. What is damaged is reported, and what is before the damage kept; FALSE only when
 * nothing could be read (error: the reader's, or TS_IMPORT_ERROR_STRUCTURE when there is no object
 * "data"), emit said to stop or the import was cancelled. */
gboolean ts_dump_parse (TsJsonReader *reader,
                        const TsDumpUnit *unit,
                        TsDumpContent *content,
                        GError **error);

G_END_DECLS
