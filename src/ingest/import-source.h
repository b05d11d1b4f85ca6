/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/import-options.h"
#include "ingest/import-report.h"
#include "ingest/imported.h"
#include "ingest/row-batch.h"
#include "ingest/scan.h"
#include "ingest/step-info.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where rows come from: the half of an import that depends on the kind of files. dump-source.c and
 * monitor-source.c make one each; import.c runs it:
 *
 *   1. plan()          reads what has to be known before any row: which units there are, in which
 *                      order, how many micro-steps each step has (on the pipeline's threads).
 *   2. parse_unit(i)   on several threads, each unit on one; emits batches through the sink.
 *   3. the writer takes batches strictly in unit order (and inside a unit in the order of
 * emission).
 *
 * Units are ordered so that rows come in ascending (rank, step) as far as the files allow: a
 * WITHOUT ROWID table grows fastest at its end. */

/* What a run noted of itself, kept as it was written. */
typedef struct
{
  char *path; /* for display */
  GBytes *text;
} TsSourceNote;

void ts_source_note_free (TsSourceNote *self);

typedef struct _TsImportSource TsImportSource;
typedef struct _TsBatchSink TsBatchSink;

/* Takes the batch (transfer full). FALSE when the import was cancelled or failed: stop parsing. May
 * block until the writer has caught up. Emit at about 1 MB (ts_row_batch_get_size()), so that
 * memory stays bounded on files of any size. */
gboolean ts_batch_sink_emit (TsBatchSink *sink, TsRowBatch *batch);
/* Bytes of input consumed since the last call, for progress. */
void ts_batch_sink_progress (TsBatchSink *sink, guint64 bytes);

typedef struct
{
  /* Scans and numbers. Errors only when nothing can be imported; everything else is reported.
   * n_threads may be used inside. After it, the get_* functions below answer. */
  gboolean (*plan) (TsImportSource *self,
                    guint n_threads,
                    GCancellable *cancellable,
                    GError **error);
  guint (*get_n_units) (TsImportSource *self);
  /* FALSE with error when the unit failed as a whole (reported by the caller as an error entry with
   * the unit's path); what was emitted before stays. */
  gboolean (*parse_unit) (TsImportSource *self,
                          guint unit,
                          TsBatchSink *sink,
                          GCancellable *cancellable,
                          GError **error);
  const char *(*get_unit_path) (TsImportSource *self, guint unit); /* for messages */
  void (*free) (TsImportSource *self);
} TsImportSourceClass;

/* Sources embed this as their first member and fill it in: in the constructor the first group, in
 * plan() the second. */
struct _TsImportSource
{
  const TsImportSourceClass *klass;
  const TsImportOptions *options; /* borrowed, outlives the source */
  const TsMapping *mapping;       /* borrowed, may be NULL */
  TsImportReport *report;         /* borrowed */
  const TsImported *onto;         /* borrowed; the database that is added to, NULL: a new one. Then
                                     plan() leaves out what that has already, and fails with
                                     TS_IMPORT_ERROR_ANEW when adding would give another database
                                     than importing everything */
  gint64 settled;                 /* of dumps: files younger than this time are left for later; 0:
                                     none are */

  TsFormat format;
  GPtrArray *stats;   /* char*: columns of trend_data in canonical order, at most TS_MAX_STATS */
  GPtrArray *metrics; /* char*: metric number i+1 is metrics[i]; the final order */
  GArray *steps;      /* TsStepInfo, ascending by step */
  GArray *ranks;      /* guint32: all of the run, also those that gave no row; NULL: not known */
  gint64 min_step, max_step, max_rank; /* as global_stats has them */
  gboolean
      later_wins; /* the same key twice: keep the later row (monitor) or the first (dump, compat) */
  guint64 total_bytes;  /* of the input, for progress */
  GArray *files;        /* TsSourceFile: what it is made of; NULL: no files that can grow. What
                           reading gave stands in it once all units are parsed */
  const TsShare *share; /* whose ranks these are, of several; borrowed, NULL: all */
  const char *division; /* what stands for that division (shard.h); borrowed */
  GPtrArray *notes;     /* TsSourceNote*: msProbe's events; NULL: none */
};

/* The two kinds, of a run that a scan found. */
TsImportSource *ts_dump_source_new (const TsFoundRun *run,
                                    const TsImportOptions *options,
                                    const TsMapping *mapping,
                                    TsImportReport *report);
/* Other limits, for tests, before it plans: how many bytes the calls may take that are kept from
 * planning to parsing, and those that are in use (no less than those of one file). */
void ts_dump_source_set_limits (TsImportSource *source, gsize max_kept, gsize max_in_use);
TsImportSource *ts_monitor_source_new (const TsFoundRun *run,
                                       const TsImportOptions *options,
                                       const TsMapping *mapping,
                                       TsImportReport *report);

G_END_DECLS
