/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/tensorboard/event-reader.h"

#include "ingest/tensorboard/crc32c.h"
#include "ingest/tensorboard/event-wire.h"

#include <string.h>

#define MAX_RECORD (64u * 1024 * 1024)

struct _TsEventReader
{
  GInputStream *stream;
  GByteArray *payload;
  GByteArray *tags; /* of the record read last, each with a NUL */
  guint64 offset;
  guint64 tail;
  TsEventEnd end;
  guint n_damaged;
  guint64 n_other;
  char *version;
};

/* What is left of a message. */
typedef struct
{
  const guint8 *p;
  const guint8 *end;
} Cursor;

/* One field of a message. */
typedef struct
{
  guint64 number;
  guint wire;
  guint64 value; /* of a varint or a fixed field */
  Cursor bytes;  /* of a field with a length */
} Field;

static gboolean
take_varint (Cursor *cursor, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; shift < 64 && cursor->p < cursor->end; shift += 7)
    {
      guint8 byte = *cursor->p++;
      *value |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return TRUE;
    }
  return FALSE;
}

static gboolean
take_fixed (Cursor *cursor, guint n_bytes, guint64 *value)
{
  if ((gsize) (cursor->end - cursor->p) < n_bytes)
    return FALSE;
  *value = 0;
  for (guint i = 0; i < n_bytes; i++)
    *value |= (guint64) cursor->p[i] << (8 * i);
  cursor->p += n_bytes;
  return TRUE;
}

/* FALSE when the message is malformed; groups, which no such message has had, count as that. */
static gboolean
take_field (Cursor *cursor, Field *field)
{
  guint64 key, length;

  if (!take_varint (cursor, &key))
    return FALSE;
  field->number = key >> 3;
  field->wire = key & 7;
  field->bytes = (Cursor){ NULL, NULL };
  switch (field->wire)
    {
    case TS_WIRE_VARINT:
      return take_varint (cursor, &field->value);
    case TS_WIRE_FIXED64:
      return take_fixed (cursor, 8, &field->value);
    case TS_WIRE_FIXED32:
      return take_fixed (cursor, 4, &field->value);
    case TS_WIRE_BYTES:
      if (!take_varint (cursor, &length) || length > (guint64) (cursor->end - cursor->p))
        return FALSE;
      field->bytes = (Cursor){ cursor->p, cursor->p + length };
      cursor->p += length;
      return TRUE;
    default:
      return FALSE;
    }
}

static double
to_float (guint64 bits)
{
  guint32 low = (guint32) bits;
  float value;

  memcpy (&value, &low, sizeof value);
  return value;
}

static double
to_double (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* The numbers of a repeated field, packed or raw, counted and the last one kept. FALSE when they
 * don't come out even. */
static gboolean
take_numbers (Cursor bytes, gboolean is_double, guint *n, double *value)
{
  guint64 bits;

  while (bytes.p < bytes.end)
    {
      if (!take_fixed (&bytes, is_double ? 8 : 4, &bits))
        return FALSE;
      *value = is_double ? to_double (bits) : to_float (bits);
      (*n)++;
    }
  return TRUE;
}

/* A tensor that holds one float or double is a scalar, as newer writers put it. */
static gboolean
read_tensor (Cursor message, gboolean *is_scalar, double *value)
{
  guint64 dtype = 0;
  Cursor content = { NULL, NULL };
  guint n = 0;
  Field field;

  while (message.p < message.end)
    {
      if (!take_field (&message, &field))
        return FALSE;
      if (field.number == TS_TENSOR_DTYPE && field.wire == TS_WIRE_VARINT)
        dtype = field.value;
      else if (field.number == TS_TENSOR_CONTENT && field.wire == TS_WIRE_BYTES)
        content = field.bytes;
      else if (field.number == TS_TENSOR_FLOATS && field.wire == TS_WIRE_FIXED32)
        n++, *value = to_float (field.value);
      else if (field.number == TS_TENSOR_DOUBLES && field.wire == TS_WIRE_FIXED64)
        n++, *value = to_double (field.value);
      else if ((field.number == TS_TENSOR_FLOATS || field.number == TS_TENSOR_DOUBLES)
               && field.wire == TS_WIRE_BYTES
               && !take_numbers (field.bytes, field.number == TS_TENSOR_DOUBLES, &n, value))
        return FALSE;
    }
  if (dtype != TS_DTYPE_FLOAT && dtype != TS_DTYPE_DOUBLE)
    n = 0;
  else if (content.p < content.end && !take_numbers (content, dtype == TS_DTYPE_DOUBLE, &n, value))
    return FALSE;
  *is_scalar = n == 1;
  return TRUE;
}

/* Appends a Value that is a scalar; its tag is an offset into self->tags until all are there. */
static gboolean
read_value (TsEventReader *self, Cursor message, GArray *scalars)
{
  TsEventScalar scalar = { 0 };
  Cursor tag = { NULL, NULL };
  gboolean is_scalar = FALSE;
  Field field;

  while (message.p < message.end)
    {
      if (!take_field (&message, &field))
        return FALSE;
      if (field.number == TS_VALUE_TAG && field.wire == TS_WIRE_BYTES)
        tag = field.bytes;
      else if (field.number == TS_VALUE_SIMPLE && field.wire == TS_WIRE_FIXED32)
        is_scalar = TRUE, scalar.value = to_float (field.value);
      else if (field.number == TS_VALUE_TENSOR && field.wire == TS_WIRE_BYTES
               && !read_tensor (field.bytes, &is_scalar, &scalar.value))
        return FALSE;
    }
  if (!is_scalar)
    {
      self->n_other++;
      return TRUE;
    }
  scalar.tag_length = tag.end - tag.p;
  if (scalar.tag_length > 0)
    g_byte_array_append (self->tags, tag.p, scalar.tag_length);
  g_byte_array_append (self->tags, (const guint8 *) "", 1);
  g_array_append_val (scalars, scalar);
  return TRUE;
}

static gboolean
read_summary (TsEventReader *self, Cursor message, GArray *scalars)
{
  Field field;

  while (message.p < message.end)
    if (!take_field (&message, &field)
        || (field.number == TS_SUMMARY_VALUE && field.wire == TS_WIRE_BYTES
            && !read_value (self, field.bytes, scalars)))
      return FALSE;
  return TRUE;
}

static void
set_version (TsEventReader *self, Cursor bytes)
{
  g_free (self->version);
  self->version = g_strndup ((const char *) bytes.p, bytes.end - bytes.p);
}

/* Gives all scalars of an event what they share, and their tags. */
static void
finish_scalars (TsEventReader *self, GArray *scalars, double wall_time, gint64 step)
{
  const char *tag = (const char *) self->tags->data;

  for (guint i = 0; i < scalars->len; i++)
    {
      TsEventScalar *scalar = &g_array_index (scalars, TsEventScalar, i);
      scalar->wall_time = wall_time;
      scalar->step = step;
      scalar->tag = tag;
      tag += scalar->tag_length + 1;
    }
}

static gboolean
read_event (TsEventReader *self, Cursor message, GArray *scalars)
{
  double wall_time = 0;
  gint64 step = 0;
  Field field;

  while (message.p < message.end)
    {
      if (!take_field (&message, &field))
        return FALSE;
      if (field.number == TS_EVENT_WALL_TIME && field.wire == TS_WIRE_FIXED64)
        wall_time = to_double (field.value);
      else if (field.number == TS_EVENT_STEP && field.wire == TS_WIRE_VARINT)
        step = (gint64) field.value;
      else if (field.number == TS_EVENT_FILE_VERSION && field.wire == TS_WIRE_BYTES)
        set_version (self, field.bytes);
      else if (field.number == TS_EVENT_SUMMARY && field.wire == TS_WIRE_BYTES
               && !read_summary (self, field.bytes, scalars))
        return FALSE;
    }
  finish_scalars (self, scalars, wall_time, step);
  return TRUE;
}

/* Reads n bytes; FALSE, with tail or error set, when the file ends before. */
static gboolean
read_bytes (TsEventReader *self,
            guint8 *to,
            gsize n,
            gsize before,
            GCancellable *cancellable,
            GError **error)
{
  gsize n_read;

  if (!g_input_stream_read_all (self->stream, to, n, &n_read, cancellable, error))
    return FALSE;
  if (n_read == n)
    return TRUE;
  self->tail = before + n_read;
  self->end = self->tail > 0 ? TS_EVENT_END_TAIL : TS_EVENT_END_WHOLE;
  return FALSE;
}

static guint32
get_u32 (const guint8 *p)
{
  guint32 value;

  memcpy (&value, p, sizeof value);
  return GUINT32_FROM_LE (value);
}

gboolean
ts_event_reader_next (TsEventReader *self,
                      GArray *scalars,
                      GCancellable *cancellable,
                      GError **error)
{
  guint8 head[TS_RECORD_HEAD];
  guint64 length;
  const guint8 *data;

  g_array_set_size (scalars, 0);
  g_byte_array_set_size (self->tags, 0);
  if (!read_bytes (self, head, sizeof head, 0, cancellable, error))
    return FALSE;
  memcpy (&length, head, sizeof length);
  length = GUINT64_FROM_LE (length);
  if (get_u32 (head + sizeof length) != ts_crc32c_masked (head, sizeof length)
      || length > MAX_RECORD)
    {
      self->end = TS_EVENT_END_BROKEN;
      self->tail = sizeof head;
      return FALSE;
    }
  g_byte_array_set_size (self->payload, length + TS_RECORD_TAIL);
  if (!read_bytes (self, self->payload->data, self->payload->len, sizeof head, cancellable, error))
    return FALSE;
  data = self->payload->data;
  self->offset += sizeof head + self->payload->len;
  if (get_u32 (data + length) != ts_crc32c_masked (data, length)
      || !read_event (self, (Cursor){ data, data + length }, scalars))
    {
      g_array_set_size (scalars, 0);
      self->n_damaged++;
    }
  return TRUE;
}

TsEventReader *
ts_event_reader_new (GInputStream *stream, guint64 offset)
{
  TsEventReader *self = g_new0 (TsEventReader, 1);

  self->stream = g_object_ref (stream);
  self->payload = g_byte_array_new ();
  self->tags = g_byte_array_new ();
  self->offset = offset;
  return self;
}

TsEventEnd
ts_event_reader_get_end (const TsEventReader *self)
{
  return self->end;
}

guint64
ts_event_reader_get_offset (const TsEventReader *self)
{
  return self->offset;
}

guint64
ts_event_reader_get_tail (const TsEventReader *self)
{
  return self->tail;
}

guint
ts_event_reader_get_n_damaged (const TsEventReader *self)
{
  return self->n_damaged;
}

guint64
ts_event_reader_get_n_other (const TsEventReader *self)
{
  return self->n_other;
}

const char *
ts_event_reader_get_version (const TsEventReader *self)
{
  return self->version;
}

void
ts_event_reader_free (TsEventReader *self)
{
  g_object_unref (self->stream);
  g_byte_array_unref (self->payload);
  g_byte_array_unref (self->tags);
  g_free (self->version);
  g_free (self);
}
