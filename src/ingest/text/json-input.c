/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/text/json-input.h"

#include "ingest/import-error.h"
#include "ingest/text/json-reader.h"

#include <string.h>

#define CHUNK (256 * 1024)

void
ts_json_input_init (TsJsonInput *self, int fd, const char *data, gsize length, gsize chunk)
{
  *self = (TsJsonInput){ .chunk = chunk > 0 ? chunk : CHUNK };
  ts_byte_source_init (&self->source, fd, data, length);
  self->capacity = MAX (self->chunk, 64);
  self->buffer = g_malloc0 (self->capacity + TS_JSON_PADDING);
  self->p = self->end = self->buffer;
}

void
ts_json_input_clear (TsJsonInput *self)
{
  ts_byte_source_clear (&self->source);
  g_free (self->buffer);
}

/* Moves the kept bytes to the front of a buffer with room for a chunk behind them. */
static void
make_room (TsJsonInput *self, const char *from, gsize kept)
{
  char *old = self->buffer;

  if (kept + self->chunk <= self->capacity)
    {
      memmove (self->buffer, from, kept);
      return;
    }
  self->capacity = MIN (self->capacity * 2, TS_JSON_MAX_TOKEN + self->chunk);
  self->capacity = MAX (self->capacity, kept + self->chunk);
  self->buffer = g_malloc (self->capacity + TS_JSON_PADDING);
  memcpy (self->buffer, from, kept);
  g_free (old);
}

gboolean
ts_json_input_refill (TsJsonInput *self, char **keep, GError **error)
{
  char *from = keep != NULL ? *keep : self->p;
  gsize kept = (gsize) (self->end - from);
  gsize position = (gsize) (self->p - from);
  gssize n;

  if (self->at_eof)
    return FALSE;
  if (kept > TS_JSON_MAX_TOKEN)
    {
      g_set_error_literal (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX, "too long");
      return FALSE;
    }
  self->offset += (guint64) (from - self->buffer);
  make_room (self, from, kept);
  /* Asked for small pieces, keep to them; else fill the buffer. */
  n = ts_byte_source_read (&self->source, self->buffer + kept,
                           self->chunk < CHUNK ? self->chunk : self->capacity - kept, error);
  self->at_eof = n <= 0;
  self->end = self->buffer + kept + MAX (n, 0);
  memset (self->end, 0, TS_JSON_PADDING);
  self->p = self->buffer + position;
  if (keep != NULL)
    *keep = self->buffer;
  return n > 0;
}
