/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "ingest/text/json-reader.h"

#include <string.h>

/* What one event says, as a number that changes with every byte of it. */
static guint
event_hash (TsJsonReader *reader, TsJsonEvent event)
{
  gsize length = 0;
  const char *text = "";
  guint hash = (guint) event;

  if (event == TS_JSON_KEY || event == TS_JSON_STRING)
    {
      text = ts_json_reader_get_string (reader, &length);
      g_assert_true (g_utf8_validate (text, (gssize) length, NULL));
    }
  else if (event == TS_JSON_NUMBER)
    {
      double number = ts_json_reader_get_number (reader);
      text = ts_json_reader_get_number_text (reader, &length);
      hash = hash * 31 + g_double_hash (&number);
    }
  for (gsize i = 0; i < length; i++)
    hash = hash * 31 + (guchar) text[i];
  return hash * 31 + ts_json_reader_get_depth (reader);
}

/* Reads everything; every skip_every-th beginning or key is skipped (0: none). */
static GArray *
read_all (const guint8 *data, size_t size, gsize chunk, guint skip_every)
{
  g_autoptr (TsJsonReader) reader = ts_json_reader_new_memory ((const char *) data, size, chunk);
  GArray *events = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = 0;
  TsJsonEvent event;

  do
    {
      event = ts_json_reader_next (reader);
      guint hash = event_hash (reader, event);
      g_array_append_val (events, hash);
      if (skip_every > 0 && ++n % skip_every == 0 && !ts_json_reader_skip (reader, event))
        break;
    }
  while (event != TS_JSON_END && event != TS_JSON_ERROR);
  g_assert_true ((event == TS_JSON_END) == (ts_json_reader_get_error (reader) == NULL));
  g_assert_cmpuint (ts_json_reader_get_offset (reader), <=, size);
  return events;
}

/* Where the pieces of the file end must not matter. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GArray) whole = read_all (data, size, 0, 0);
  g_autoptr (GArray) bytes = read_all (data, size, 1 + size % 7, 0);
  g_autoptr (GArray) skipping = read_all (data, size, 16, 3);

  g_assert_cmpuint (whole->len, ==, bytes->len);
  g_assert_true (memcmp (whole->data, bytes->data, sizeof (guint) * whole->len) == 0);
  g_assert_cmpuint (skipping->len, <=, whole->len);
  return 0;
}
