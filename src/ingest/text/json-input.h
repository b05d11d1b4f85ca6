/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ingest/text/byte-source.h"

G_BEGIN_DECLS

/* The window of a file that the JSON reader looks at. */

#define TS_JSON_PADDING 16 /* zero bytes behind end: scanners stop there and may read past it */

typedef struct
{
  TsByteSource source;
  gsize chunk; /* how much is read at a time */
  gboolean at_eof;
  char *buffer;
  gsize capacity;
  char *p;        /* next byte */
  char *end;      /* behind the last byte read */
  guint64 offset; /* of buffer[0] in the file */
} TsJsonInput;

/* fd and data are borrowed; chunk 0: a good size. */
void ts_json_input_init (TsJsonInput *self, int fd, const char *data, gsize length, gsize chunk);
void ts_json_input_clear (TsJsonInput *self);

/* Drops what lies before *keep (NULL: before p) and reads on. *keep, p and end move, even at the
 * end. FALSE at the end of the input, on a read error (G_FILE_ERROR), or when the kept text is
 * longer than TS_JSON_MAX_TOKEN (TS_IMPORT_ERROR). */
gboolean ts_json_input_refill (TsJsonInput *self, char **keep, GError **error);

G_END_DECLS
