/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The bytes of a file as text: what is compressed with gzip is unpacked, UTF-16 with a byte order
 * mark becomes UTF-8, by what the file begins with, whatever its name. The ground's: both readers
 * stand on it. */
typedef struct
{
  int fd;             /* -1: memory */
  const char *memory; /* what is left to read of it */
  gsize memory_left;
  gboolean began;
  GConverter *converter; /* NULL: bytes are given as they are */
  char *packed;
  gsize packed_start, packed_end; /* what is in packed */
  gboolean at_eof;                /* there is nothing behind packed */
} TsByteSource;

/* fd is borrowed; when it is -1, data is, which is given as it is. */
void ts_byte_source_init (TsByteSource *self, int fd, const char *data, gsize length);
void ts_byte_source_clear (TsByteSource *self);

/* As read(): up to length bytes into to, 0 at the end, -1 with error (G_FILE_ERROR or G_IO_ERROR).
 * A compressed file that is cut off just ends. */
gssize ts_byte_source_read (TsByteSource *self, char *to, gsize length, GError **error);

/* Whether the bytes are not those of the file; known once some were read. */
static inline gboolean
ts_byte_source_is_converted (const TsByteSource *self)
{
  return self->converter != NULL;
}

G_END_DECLS
