/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A streaming reader of comma-separated values: constant memory, no allocation per field. Reads
 * what Python's csv module and pandas write: fields in double quotes may hold commas, doubled
 * quotes and line ends; a quote inside an unquoted field is an ordinary character; lines end with
 * LF, CRLF or CR; a byte order mark at the start and blank lines are skipped. Fields are bytes:
 * neither their encoding nor NUL bytes matter here. */
typedef struct _TsCsvReader TsCsvReader;

/* A field of the current record: borrowed, not NUL-terminated, valid until the next call. */
typedef struct
{
  const char *text;
  gsize length;
} TsCsvField;

/* The longest record that is read; a longer one is broken. */
#define TS_CSV_MAX_RECORD (1 << 20)

TsCsvReader *ts_csv_reader_new_for_fd (int fd);
TsCsvReader *ts_csv_reader_new_for_data (const char *data, gsize length);
void ts_csv_reader_set_range (TsCsvReader *self, guint64 start, gint64 line, guint64 limit);
void ts_csv_reader_free (TsCsvReader *self);

gboolean ts_csv_reader_next (TsCsvReader *self, GError **error);
gboolean ts_csv_reader_split (TsCsvReader *self);

const TsCsvField *ts_csv_reader_get_fields (const TsCsvReader *self, guint *n_fields);
gint64 ts_csv_reader_get_line (const TsCsvReader *self);
gboolean ts_csv_reader_is_broken (const TsCsvReader *self);
gboolean ts_csv_reader_has_end (const TsCsvReader *self);
gint64 ts_csv_reader_get_next_line (const TsCsvReader *self);
gboolean ts_csv_reader_is_converted (const TsCsvReader *self);
gboolean ts_csv_reader_spans_lines (const TsCsvReader *self);
guint64 ts_csv_reader_get_offset (const TsCsvReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsCsvReader, ts_csv_reader_free)

G_END_DECLS
