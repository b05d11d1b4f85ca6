/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/text/byte-source.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define PACKED_SIZE (64 * 1024)

void
ts_byte_source_init (TsByteSource *self, int fd, const char *data, gsize length)
{
  *self = (TsByteSource){ .fd = fd, .memory = data, .memory_left = length };
}

void
ts_byte_source_clear (TsByteSource *self)
{
  g_clear_object (&self->converter);
  g_free (self->packed);
}

static gssize
read_raw (TsByteSource *self, char *to, gsize length, GError **error)
{
  gssize n;

  if (self->fd < 0)
    {
      n = (gssize) MIN (length, self->memory_left);
      if (n > 0)
        memcpy (to, self->memory, (gsize) n);
      self->memory += n;
      self->memory_left -= (gsize) n;
      return n;
    }
  do
    n = read (self->fd, to, length);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    {
      int code = errno;
      g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code),
                   _ ("reading failed: %s"), g_strerror (code));
    }
  return n;
}

/* What the file begins with tells; NULL for plain bytes. */
static GConverter *
find_converter (const char *start, gsize length)
{
  if (length >= 3 && memcmp (start, "\x1f\x8b\x08", 3) == 0)
    return G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  if (length >= 4 && (memcmp (start, "\xff\xfe", 2) == 0 || memcmp (start, "\xfe\xff", 2) == 0))
    return (GConverter *) g_charset_converter_new ("UTF-8", "UTF-16", NULL);
  return NULL;
}

/* The first bytes, which say whether there is anything to convert. */
static gssize
begin (TsByteSource *self, char *to, gsize length, GError **error)
{
  gssize n = read_raw (self, to, length, error);

  self->began = TRUE;
  if (n <= 0 || self->fd < 0 || (self->converter = find_converter (to, (gsize) n)) == NULL)
    return n;
  self->packed = g_malloc (MAX (PACKED_SIZE, (gsize) n));
  memcpy (self->packed, to, (gsize) n);
  self->packed_end = (gsize) n;
  return ts_byte_source_read (self, to, length, error);
}

static gboolean
fill_packed (TsByteSource *self, GError **error)
{
  gsize kept = self->packed_end - self->packed_start;
  gssize n;

  memmove (self->packed, self->packed + self->packed_start, kept);
  self->packed_start = 0;
  self->packed_end = kept;
  n = kept < PACKED_SIZE ? read_raw (self, self->packed + kept, PACKED_SIZE - kept, error) : 0;
  if (n < 0)
    return FALSE;
  self->at_eof = n == 0;
  self->packed_end += (gsize) n;
  return TRUE;
}

gssize
ts_byte_source_read (TsByteSource *self, char *to, gsize length, GError **error)
{
  if (!self->began)
    return begin (self, to, length, error);
  if (self->converter == NULL)
    return read_raw (self, to, length, error);
  for (;;)
    {
      g_autoptr (GError) failure = NULL;
      gsize n_read = 0, n_written = 0;
      GConverterResult result = g_converter_convert (
          self->converter, self->packed + self->packed_start, self->packed_end - self->packed_start,
          to, length, self->at_eof ? G_CONVERTER_INPUT_AT_END : G_CONVERTER_NO_FLAGS, &n_read,
          &n_written, &failure);

      self->packed_start += n_read;
      if (result == G_CONVERTER_FINISHED)
        {
          /* A file may be several put together. */
          g_converter_reset (self->converter);
          if (n_written == 0 && self->at_eof && self->packed_start == self->packed_end)
            return 0;
        }
      if (n_written > 0)
        return (gssize) n_written;
      if (result == G_CONVERTER_ERROR
          && !g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
        {
          g_set_error (error, failure->domain, failure->code, _ ("it can’t be unpacked: %s"),
                       failure->message);
          return -1;
        }
      if (self->at_eof)
        return 0;
      if (!fill_packed (self, error))
        return -1;
    }
}
