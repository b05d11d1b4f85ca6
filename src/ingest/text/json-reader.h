/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A streaming pull reader for JSON as Python writes it (RFC 8259 and the bare words NaN, Infinity
 * and -Infinity). Memory is one buffer, whatever the size of the file; nothing recurses. Accepts a
 * UTF-8 byte order mark. Strict otherwise: no comments, no trailing commas, no raw control
 * characters in strings, nothing after the value. */
typedef struct _TsJsonReader TsJsonReader;

#define TS_JSON_MAX_DEPTH 4096
#define TS_JSON_MAX_TOKEN (16 * 1024 * 1024) /* bytes of one string or number that is looked at */

typedef enum
{
  TS_JSON_ERROR, /* see ts_json_reader_get_error(); every later call gives it again */
  TS_JSON_END,   /* the value is complete and nothing follows */
  TS_JSON_OBJECT_BEGIN,
  TS_JSON_OBJECT_END,
  TS_JSON_ARRAY_BEGIN,
  TS_JSON_ARRAY_END,
  TS_JSON_KEY,
  TS_JSON_STRING,
  TS_JSON_NUMBER, /* NaN and the infinities too */
  TS_JSON_TRUE,
  TS_JSON_FALSE,
  TS_JSON_NULL,
} TsJsonEvent;

/* Reads from fd (borrowed, at its current position) in pieces of chunk bytes; 0: a good size. */
TsJsonReader *ts_json_reader_new_fd (int fd, gsize chunk);
/* Reads data (borrowed), also in pieces of chunk bytes. */
TsJsonReader *ts_json_reader_new_memory (const char *data, gsize length, gsize chunk);
void ts_json_reader_free (TsJsonReader *self);

TsJsonEvent ts_json_reader_next (TsJsonReader *self);

/* After event: when it begins an object or array, goes on to its end; when it is a key, past the
 * key's value; does nothing otherwise. Long strings are not kept. FALSE on error. */
gboolean ts_json_reader_skip (TsJsonReader *self, TsJsonEvent event);

/* The key or string of the last event, unescaped, not NUL-terminated; valid until the next call of
 * ts_json_reader_next(). Always valid UTF-8 without NUL: lone surrogates, \u0000 and bytes that are
 * not UTF-8 become U+FFFD. */
const char *ts_json_reader_get_string (TsJsonReader *self, gsize *length);
/* The number of the last event, as written, with the same lifetime. */
const char *ts_json_reader_get_number_text (TsJsonReader *self, gsize *length);
/* Its value, correctly rounded. */
double ts_json_reader_get_number (TsJsonReader *self);

guint ts_json_reader_get_depth (const TsJsonReader *self); /* of open objects and arrays */
guint64 ts_json_reader_get_line (const TsJsonReader *self);
guint64 ts_json_reader_get_offset (const TsJsonReader *self); /* bytes consumed */

/* TS_IMPORT_ERROR_SYNTAX, TS_IMPORT_ERROR_TRUNCATED or a G_FILE_ERROR; the message names line and
 * column, not the file. NULL without error. */
const GError *ts_json_reader_get_error (const TsJsonReader *self);

/* Whether text[0..length] is the literal, for short keys. */
#define ts_json_text_is(text, length, literal)                                                     \
  ((length) == sizeof (literal) - 1 && memcmp ((text), (literal), sizeof (literal) - 1) == 0)

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TsJsonReader, ts_json_reader_free)

G_END_DECLS
