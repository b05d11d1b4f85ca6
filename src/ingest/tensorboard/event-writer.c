/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/tensorboard/event-writer.h"

#include "ingest/tensorboard/crc32c.h"
#include "ingest/tensorboard/event-wire.h"

#include <string.h>

#define BUFFER_SIZE (64 * 1024)

struct _TsEventWriter
{
  GOutputStream *stream;
  GByteArray *buffer;
};

static void
put_u32 (GByteArray *out, guint32 value)
{
  guint32 le = GUINT32_TO_LE (value);

  g_byte_array_append (out, (const guint8 *) &le, sizeof le);
}

static void
put_u64 (GByteArray *out, guint64 value)
{
  guint64 le = GUINT64_TO_LE (value);

  g_byte_array_append (out, (const guint8 *) &le, sizeof le);
}

static void
put_varint (GByteArray *out, guint64 value)
{
  guint8 bytes[10];
  guint n = 0;

  for (; value >= 0x80; value >>= 7)
    bytes[n++] = (guint8) (value | 0x80);
  bytes[n++] = (guint8) value;
  g_byte_array_append (out, bytes, n);
}

static void
put_key (GByteArray *out, guint field, guint wire)
{
  put_varint (out, TS_WIRE_KEY (field, wire));
}

static void
put_text (GByteArray *out, guint field, const char *text, gsize length)
{
  put_key (out, field, TS_WIRE_BYTES);
  put_varint (out, length);
  g_byte_array_append (out, (const guint8 *) text, length);
}

static guint
varint_size (guint64 value)
{
  guint n = 1;

  for (; value >= 0x80; value >>= 7)
    n++;
  return n;
}

/* Every Event begins so; zero is what an absent step means. */
static void
put_event_head (GByteArray *out, double wall_time, gint64 step)
{
  guint64 bits;

  memcpy (&bits, &wall_time, sizeof bits);
  put_key (out, TS_EVENT_WALL_TIME, TS_WIRE_FIXED64);
  put_u64 (out, bits);
  if (step != 0)
    {
      put_key (out, TS_EVENT_STEP, TS_WIRE_VARINT);
      put_varint (out, (guint64) step);
    }
}

/* The payload's length is known only when it stands there: room is left for it and its checksum. */
static guint
begin_record (GByteArray *out)
{
  guint start = out->len;

  g_byte_array_set_size (out, start + TS_RECORD_HEAD);
  return start;
}

static void
end_record (GByteArray *out, guint start)
{
  guint64 length = GUINT64_TO_LE ((guint64) (out->len - start - TS_RECORD_HEAD));
  guint32 crc;

  memcpy (out->data + start, &length, sizeof length);
  crc = GUINT32_TO_LE (ts_crc32c_masked (out->data + start, sizeof length));
  memcpy (out->data + start + sizeof length, &crc, sizeof crc);
  put_u32 (out, ts_crc32c_masked (out->data + start + TS_RECORD_HEAD,
                                  out->len - start - TS_RECORD_HEAD));
}

TsEventWriter *
ts_event_writer_new (GOutputStream *stream, double wall_time)
{
  TsEventWriter *self = g_new0 (TsEventWriter, 1);
  guint start;

  self->stream = g_object_ref (stream);
  self->buffer = g_byte_array_sized_new (BUFFER_SIZE + 1024);
  start = begin_record (self->buffer);
  put_event_head (self->buffer, wall_time, 0);
  put_text (self->buffer, TS_EVENT_FILE_VERSION, TS_EVENT_VERSION, strlen (TS_EVENT_VERSION));
  end_record (self->buffer, start);
  return self;
}

gboolean
ts_event_writer_add (TsEventWriter *self,
                     double wall_time,
                     gint64 step,
                     const char *tag,
                     gsize length,
                     float value,
                     GCancellable *cancellable,
                     GError **error)
{
  GByteArray *out = self->buffer;
  gsize value_size = 1 + varint_size (length) + length + 1 + sizeof value;
  guint start = begin_record (out);
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  put_event_head (out, wall_time, step);
  put_key (out, TS_EVENT_SUMMARY, TS_WIRE_BYTES);
  put_varint (out, 1 + varint_size (value_size) + value_size);
  put_key (out, TS_SUMMARY_VALUE, TS_WIRE_BYTES);
  put_varint (out, value_size);
  put_text (out, TS_VALUE_TAG, tag, length);
  put_key (out, TS_VALUE_SIMPLE, TS_WIRE_FIXED32);
  put_u32 (out, bits);
  end_record (out, start);
  return out->len < BUFFER_SIZE || ts_event_writer_flush (self, cancellable, error);
}

gboolean
ts_event_writer_flush (TsEventWriter *self, GCancellable *cancellable, GError **error)
{
  /* What failed stays in the buffer, and fails again. */
  if (!g_output_stream_write_all (self->stream, self->buffer->data, self->buffer->len, NULL,
                                  cancellable, error))
    return FALSE;
  g_byte_array_set_size (self->buffer, 0);
  return TRUE;
}

void
ts_event_writer_free (TsEventWriter *self)
{
  g_object_unref (self->stream);
  g_byte_array_unref (self->buffer);
  g_free (self);
}
