/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What an import read, stored and left out. Every row that was read is either stored or counted
 * here under a code, so that rows_read == rows_stored + the sum of the counts of all lost-row
 * codes. */

typedef enum
{
  TS_SEVERITY_INFO,    /* left out by rule (integer tensors, repeated headers); exit status 0 */
  TS_SEVERITY_WARNING, /* something was skipped or ambiguous; exit status 3 */
  TS_SEVERITY_ERROR,   /* a file or a part of it could not be read; exit status 3 */
} TsSeverity;

typedef struct
{
  TsSeverity severity;
  const char
      *code;   /* interned, kebab-case: "duplicate-row", "truncated-file", "integer-tensor" … */
  char *path;  /* relative to the data folder, as UTF-8 for display; "" for the import as a whole */
  gint64 line; /* 1-based, 0 when unknown */
  char *message; /* translated, complete sentence */
  guint64 count; /* how many rows, tensors or files it stands for */
  guint64 rows;  /* how many rows that were read are not stored because of it */
} TsReportEntry;

typedef struct _TsImportReport TsImportReport;

TsImportReport *ts_import_report_new (void);
TsImportReport *ts_import_report_ref (TsImportReport *self);
void ts_import_report_unref (TsImportReport *self);

/* Thread-safe. An entry with the same code and path as an earlier one adds to its counts (the first
 * line and message stay). count is how many things, rows how many rows that were read it accounts
 * for. */
void ts_import_report_add (TsImportReport *self,
                           TsSeverity severity,
                           const char *code,
                           const char *path,
                           gint64 line,
                           guint64 count,
                           guint64 rows,
                           const char *format,
                           ...) G_GNUC_PRINTF (8, 9);
void ts_import_report_count_read (TsImportReport *self, guint64 rows);
void ts_import_report_count_stored (TsImportReport *self, guint64 rows);
void ts_import_report_count_file (TsImportReport *self);

guint64 ts_import_report_get_rows_read (TsImportReport *self);
guint64 ts_import_report_get_rows_stored (TsImportReport *self);
guint64 ts_import_report_get_rows_lost (TsImportReport *self); /* sum of rows over all entries */
/* Of those, the ones that were left out on purpose, as integer tensors are. */
guint64 ts_import_report_get_rows_omitted (TsImportReport *self);
guint64 ts_import_report_get_n_files (TsImportReport *self);
TsSeverity ts_import_report_get_worst (TsImportReport *self);

/* A snapshot of the entries (TsReportEntry*), worst severity first, then by path, line and code; so
 * it does not depend on the order in which threads reported. Caller unrefs; entries are copies. */
GPtrArray *ts_import_report_dup_entries (TsImportReport *self);
void ts_report_entry_free (TsReportEntry *entry);

/* Adds what other counted and says. prefix (NULL: none) is put before its paths: the folder of one
 * of several runs. */
void ts_import_report_merge (TsImportReport *self, TsImportReport *other, const char *prefix);

const char *ts_severity_to_string (TsSeverity severity);

/* The report as JSON: rows_read, rows_stored, rows_lost, rows_omitted (of those), files and
 * entries. Caller frees. */
char *ts_import_report_to_json (TsImportReport *self, gsize *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsImportReport, ts_import_report_unref)

G_END_DECLS
