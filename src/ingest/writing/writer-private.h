/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/writing/first-rows.h"
#include "ingest/writing/row-sorter.h"
#include "ingest/writing/row-table.h"
#include "ingest/writing/sql.h"
#include "ingest/writing/target-store.h"
#include "ingest/writing/writer.h"
#include "model/network-order.h"

G_BEGIN_DECLS

/* What writer.c (rows) and writer-tables.c (everything else) share. */

typedef struct
{
  guint32 present;   /* stats that some row recorded */
  guint8 *targets;   /* bit i: target i has a row */
  guint n_allocated; /* bytes */
  gboolean has_rows;
} TsMetricUse;

struct _TsWriter
{
  const TsImportSource *source;
  sqlite3 *db;
  guint n_stats;

  TsTargetStore *targets;
  TsNetworkOrder *order;
  TsMetricUse *metrics; /* metric id - 1 → what it has */
  TsFirstRows *first;   /* where each tensor appeared first */

  TsRowTable row_table;
  sqlite3_stmt *insert_all;           /* all of row_table */
  sqlite3_stmt *insert_new, *replace; /* one row */
  sqlite3_stmt *insert_exact, *delete_exact;

  GPtrArray *pending; /* TsRowBatch*, of the current unit */
  gsize pending_bytes;
  TsSortedRow *sorted;
  guint n_sorted_allocated;

  TsRow last_key; /* the greatest key in the table; target is the id */
  gboolean has_last_key;

  GHashTable *duplicates; /* char* path → Duplicates* */
  guint64 n_rows;
  guint64 n_altered;  /* values in trendscope_exact */
  GPtrArray *planned; /* TsReportEntry*: what the plan of an update reported */
};

/* What writer-tables.c and writer-update.c share. */
gboolean _ts_writer_write_steps (TsWriter *self, GError **error);
gboolean _ts_writer_write_ranks (TsWriter *self, GError **error);
gboolean _ts_writer_write_report (TsWriter *self, TsImportReport *report, GError **error);
/* The files of which something was read. */
gboolean _ts_writer_write_sources (TsWriter *self, TsImportReport *report, GError **error);
/* What the run noted of itself. */
gboolean _ts_writer_write_events (TsWriter *self, GError **error);
/* The stats of bits, comma-joined, in canonical order. Caller frees. */
char *_ts_writer_dup_stat_list (const TsWriter *self, guint32 bits);
/* Says that n values are in trendscope_exact. */
void _ts_writer_report_altered (TsImportReport *report, guint64 n);

/* Whether what is new in the plan can be added to the database, as far as it is known before. */
gboolean _ts_writer_check_update (TsWriter *self, GError **error);
/* Everything but rows, of a database that was added to. */
gboolean _ts_writer_update_tables (TsWriter *self, GError **error);

/* Everything but rows and targets. */
gboolean _ts_writer_write_tables (TsWriter *self,
                                  TsWriterProgressFunc progress,
                                  gpointer data,
                                  GCancellable *cancellable,
                                  GError **error);

static inline gboolean
_ts_metric_use_has_target (const TsMetricUse *self, guint target)
{
  return target / 8 < self->n_allocated && (self->targets[target / 8] >> (target % 8) & 1) != 0;
}

G_END_DECLS
