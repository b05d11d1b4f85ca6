/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event files, byte by byte: what is written, what is read, and what damage costs. */
#include "ingest/tensorboard/crc32c.h"
#include "ingest/tensorboard/event-reader.h"
#include "ingest/tensorboard/event-writer.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

typedef struct
{
  GPtrArray *tags;
  GArray *scalars; /* TsEventScalar; their tags are borrowed from tags */
  TsEventEnd end;
  guint64 offset, tail;
  guint n_damaged;
  char *version;
} Content;

static Content *
read_content (const guint8 *data, gsize length)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, length, NULL);
  g_autoptr (TsEventReader) reader = ts_event_reader_new (stream, 0);
  g_autoptr (GArray) record = g_array_new (FALSE, FALSE, sizeof (TsEventScalar));
  g_autoptr (GError) error = NULL;
  Content *self = g_new0 (Content, 1);

  self->tags = g_ptr_array_new_with_free_func (g_free);
  self->scalars = g_array_new (FALSE, FALSE, sizeof (TsEventScalar));
  while (ts_event_reader_next (reader, record, NULL, &error))
    for (guint i = 0; i < record->len; i++)
      {
        TsEventScalar scalar = g_array_index (record, TsEventScalar, i);
        g_ptr_array_add (self->tags, g_strndup (scalar.tag, scalar.tag_length));
        scalar.tag = g_ptr_array_index (self->tags, self->tags->len - 1);
        g_array_append_val (self->scalars, scalar);
      }
  g_assert_no_error (error);
  self->end = ts_event_reader_get_end (reader);
  self->offset = ts_event_reader_get_offset (reader);
  self->tail = ts_event_reader_get_tail (reader);
  self->n_damaged = ts_event_reader_get_n_damaged (reader);
  self->version = g_strdup (ts_event_reader_get_version (reader));
  return self;
}

static void
content_free (Content *self)
{
  g_ptr_array_unref (self->tags);
  g_array_unref (self->scalars);
  g_free (self->version);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Content, content_free)

static gboolean
same_number (double a, double b)
{
  return (isnan (a) && isnan (b)) || (a == b && signbit (a) == signbit (b));
}

static void
load_golden (char **data, gsize *length)
{
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "data", "tensorboard", "golden.tfevents", NULL);
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, data, length, &error);
  g_assert_no_error (error);
}

/* What the golden file holds, written by TensorBoard's own code. */
static const struct
{
  double wall_time;
  const char *tag;
  gint64 step;
  float value;
} golden[] = {
  { 1700000000.5, "vp0:w/norm", 0, 0.0f },
  { 1700000001.0, "vp0:w/norm", 3, 0.1f },
  { 1700000001.0, "vp1:a.input:micro2/max", 300, INFINITY },
  { 1700000001.0, "vp0:层/mean", G_GINT64_CONSTANT (5000000000), NAN },
  { 1700000001.0, "vp0:w/norm", 1, -0.0f },
};

static void
test_read_golden (void)
{
  g_autofree char *data = NULL;
  gsize length;
  g_autoptr (Content) content = NULL;

  load_golden (&data, &length);
  content = read_content ((const guint8 *) data, length);
  g_assert_cmpstr (content->version, ==, "brain.Event:2");
  g_assert_cmpint (content->end, ==, TS_EVENT_END_WHOLE);
  g_assert_cmpuint (content->offset, ==, length);
  g_assert_cmpuint (content->n_damaged, ==, 0);
  g_assert_cmpuint (content->scalars->len, ==, G_N_ELEMENTS (golden));
  for (guint i = 0; i < G_N_ELEMENTS (golden); i++)
    {
      const TsEventScalar *scalar = &g_array_index (content->scalars, TsEventScalar, i);
      g_assert_cmpstr (scalar->tag, ==, golden[i].tag);
      g_assert_cmpint (scalar->step, ==, golden[i].step);
      g_assert_cmpfloat (scalar->wall_time, ==, golden[i].wall_time);
      g_assert_true (same_number (scalar->value, golden[i].value));
    }
}

static void
test_write_golden (void)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (TsEventWriter) writer = ts_event_writer_new (stream, 1700000000.0);
  g_autoptr (GError) error = NULL;
  g_autofree char *data = NULL;
  gsize length;

  for (guint i = 0; i < G_N_ELEMENTS (golden); i++)
    g_assert_true (ts_event_writer_add (writer, golden[i].wall_time, golden[i].step, golden[i].tag,
                                        strlen (golden[i].tag), golden[i].value, NULL, &error));
  g_assert_true (ts_event_writer_flush (writer, NULL, &error));
  load_golden (&data, &length);
  g_assert_cmpmem (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)),
                   g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)), data,
                   length);
}

/* Whatever is missing at the end: what is whole counts, and no more. */
static void
test_cut_everywhere (void)
{
  g_autofree char *data = NULL;
  gsize length;

  load_golden (&data, &length);
  for (gsize cut = 0; cut < length; cut++)
    {
      g_autofree guint8 *part = g_memdup2 (data, cut);
      g_autoptr (Content) content = read_content (part, cut);
      g_assert_cmpuint (content->scalars->len, <, G_N_ELEMENTS (golden));
      g_assert_cmpuint (content->n_damaged, ==, 0);
      g_assert_cmpuint (content->offset + content->tail, ==, cut);
      g_assert_cmpint (content->end, ==,
                       content->tail > 0 ? TS_EVENT_END_TAIL : TS_EVENT_END_WHOLE);
      for (guint i = 0; i < content->scalars->len; i++)
        g_assert_true (same_number (g_array_index (content->scalars, TsEventScalar, i).value,
                                    golden[i].value));
    }
}

/* A wrong byte costs its record, or what follows it when the length is wrong; it never makes a row.
 */
static void
test_flip_everywhere (void)
{
  g_autofree char *data = NULL;
  gsize length;

  load_golden (&data, &length);
  for (gsize i = 0; i < length; i++)
    {
      g_autoptr (Content) content = NULL;
      data[i] ^= 0x5a;
      content = read_content ((const guint8 *) data, length);
      data[i] ^= 0x5a;
      g_assert_true (content->n_damaged == 1 || content->end == TS_EVENT_END_BROKEN);
      g_assert_cmpuint (content->scalars->len, <=, G_N_ELEMENTS (golden));
    }
}

/* --- the vectors -------------------------------------------------------------------------- */

static GByteArray *
parse_hex (const char *text)
{
  GByteArray *bytes = g_byte_array_new ();

  for (; text[0] != '\0'; text += 2)
    {
      guint8 byte = g_ascii_xdigit_value (text[0]) << 4 | g_ascii_xdigit_value (text[1]);
      g_byte_array_append (bytes, &byte, 1);
    }
  return bytes;
}

/* Numbers that JSON does not have are objects there. */
static double
get_number (JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    return g_ascii_strtod (json_object_get_string_member (json_node_get_object (node), "$float"),
                           NULL);
  return json_node_get_double (node);
}

static void
check_file (JsonObject *vector)
{
  g_autoptr (GByteArray) bytes = parse_hex (json_object_get_string_member (vector, "hex"));
  g_autoptr (Content) content = read_content (bytes->data, bytes->len);
  JsonObject *expect = json_object_get_object_member (vector, "expect");
  JsonArray *scalars = json_object_get_array_member (expect, "scalars");

  g_assert_cmpuint (content->n_damaged, ==, json_object_get_int_member (expect, "damaged"));
  if (json_object_has_member (expect, "version"))
    g_assert_cmpstr (content->version, ==, json_object_get_string_member (expect, "version"));
  if (json_object_has_member (expect, "tail_bytes"))
    g_assert_cmpuint (content->tail, ==, json_object_get_int_member (expect, "tail_bytes"));
  g_assert_cmpuint (content->scalars->len, ==, json_array_get_length (scalars));
  for (guint i = 0; i < content->scalars->len; i++)
    {
      const TsEventScalar *scalar = &g_array_index (content->scalars, TsEventScalar, i);
      JsonObject *wanted = json_array_get_object_element (scalars, i);
      g_assert_cmpstr (scalar->tag, ==, json_object_get_string_member (wanted, "tag"));
      g_assert_cmpint (scalar->step, ==, json_object_get_int_member (wanted, "step"));
      g_assert_true (
          same_number (scalar->value, get_number (json_object_get_member (wanted, "value"))));
    }
}

static void
check_checksum (JsonObject *vector)
{
  const char *text = json_object_get_string_member (vector, "crc32c_of");
  g_autofree char *crc = g_strdup_printf ("%08x", ts_crc32c (text, strlen (text)));
  g_autofree char *masked = g_strdup_printf ("%08x", ts_crc32c_masked (text, strlen (text)));

  g_assert_cmpstr (crc, ==, json_object_get_string_member (vector, "crc"));
  g_assert_cmpstr (masked, ==, json_object_get_string_member (vector, "masked"));
}

static void
test_vectors (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "hunting_vectors.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *vectors;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  vectors = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                          "tfevents");
  g_assert_cmpuint (json_array_get_length (vectors), ==, 4);
  for (guint i = 0; i < json_array_get_length (vectors); i++)
    {
      JsonObject *vector = json_array_get_object_element (vectors, i);
      if (json_object_has_member (vector, "hex"))
        check_file (vector);
      else
        check_checksum (vector);
    }
}

static void
test_checksums (void)
{
  static const guint8 zeros[32];
  guint8 ones[32];

  memset (ones, 0xff, sizeof ones);
  g_assert_cmphex (ts_crc32c ("", 0), ==, 0);
  g_assert_cmphex (ts_crc32c_masked ("", 0), ==, 0xA282EAD8);
  g_assert_cmphex (ts_crc32c (zeros, sizeof zeros), ==, 0x8A9136AA);
  g_assert_cmphex (ts_crc32c (ones, sizeof ones), ==, 0x62A8AB43);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-file/checksums", test_checksums);
  g_test_add_func ("/event-file/vectors", test_vectors);
  g_test_add_func ("/event-file/read-golden", test_read_golden);
  g_test_add_func ("/event-file/write-golden", test_write_golden);
  g_test_add_func ("/event-file/cut-everywhere", test_cut_everywhere);
  g_test_add_func ("/event-file/flip-everywhere", test_flip_everywhere);
  return g_test_run ();
}
