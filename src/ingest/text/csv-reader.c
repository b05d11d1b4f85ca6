/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/text/csv-reader.h"

#include "ingest/text/byte-source.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define FIRST_BUFFER (64 * 1024)

struct _TsCsvReader
{
  TsByteSource source;

  char *buffer; /* one byte longer than size, for a sentinel */
  gsize size;
  gsize start, next, end; /* current record, what follows it, end of what was read */
  gboolean at_eof;
  gboolean began;
  guint64 offset; /* of buffer[0] in the input */
  guint64 limit;  /* where the input ends at the latest; 0: at its end */

  TsCsvField *fields;
  gboolean *doubled; /* fields[i] holds doubled quotes */
  gboolean any_doubled;
  guint n_fields, n_allocated;

  gint64 line, next_line;
  gboolean broken, has_end, spans_lines;
  gboolean single_lines; /* a quote was never closed: from there on line ends always end records */
  gboolean line_broke;   /* the last scan met such a line end */
  GByteArray *scratch;   /* fields of the current record that held doubled quotes */
};

/* What stops the scan of a field. */
static const guint8 stops[256] = { ['\n'] = 1, ['\r'] = 1, [','] = 1 };
static const guint8 quoted_stops[256] = { ['\n'] = 1, ['\r'] = 1, ['"'] = 1 };

typedef enum
{
  SCAN_DONE,
  SCAN_NEEDS_MORE,
  SCAN_OPEN_QUOTE, /* the input ended inside quotes */
} Scan;

static TsCsvReader *
reader_new (void)
{
  TsCsvReader *self = g_new0 (TsCsvReader, 1);

  self->size = FIRST_BUFFER;
  self->buffer = g_malloc (self->size + 1);
  self->next_line = 1;
  self->n_allocated = 32;
  self->fields = g_new (TsCsvField, self->n_allocated);
  self->doubled = g_new (gboolean, self->n_allocated);
  self->scratch = g_byte_array_new ();
  return self;
}

/* Reads from fd, which stays the caller's and has to stay open. Caller frees. */
TsCsvReader *
ts_csv_reader_new_for_fd (int fd)
{
  TsCsvReader *self = reader_new ();

  ts_byte_source_init (&self->source, fd, NULL, 0);
  return self;
}

/* Reads length bytes at data, which have to outlive the reader. Caller frees. */
TsCsvReader *
ts_csv_reader_new_for_data (const char *data, gsize length)
{
  TsCsvReader *self = reader_new ();

  ts_byte_source_init (&self->source, -1, data, length);
  return self;
}

/* Before the first record: the input begins at byte start, on line, and what follows byte limit (0:
 * nothing does) is not there yet. Both hold for plain bytes only; what is unpacked has no such
 * places. */
void
ts_csv_reader_set_range (TsCsvReader *self, guint64 start, gint64 line, guint64 limit)
{
  self->offset = start;
  self->next_line = line;
  self->limit = limit;
  self->began = start > 0; /* a byte order mark stands in front of everything */
}

void
ts_csv_reader_free (TsCsvReader *self)
{
  if (self == NULL)
    return;
  ts_byte_source_clear (&self->source);
  g_free (self->buffer);
  g_free (self->fields);
  g_free (self->doubled);
  g_byte_array_unref (self->scratch);
  g_free (self);
}

/* How much may be read behind end. */
static gsize
get_room (const TsCsvReader *self)
{
  gsize room = self->size - self->end;
  guint64 at = self->offset + self->end;

  if (self->limit == 0 || ts_byte_source_is_converted (&self->source))
    return room;
  return at >= self->limit ? 0 : (gsize) MIN (room, self->limit - at);
}

/* Moves the current record to the beginning of the buffer and reads behind it. */
static gboolean
fill (TsCsvReader *self, GError **error)
{
  gsize kept = self->end - self->start;
  gssize n = 0;
  gsize room;

  memmove (self->buffer, self->buffer + self->start, kept);
  self->offset += self->start;
  self->start = 0;
  self->end = kept;
  if (kept == self->size)
    {
      self->size *= 2;
      self->buffer = g_realloc (self->buffer, self->size + 1);
    }
  room = get_room (self);
  if (room > 0)
    n = ts_byte_source_read (&self->source, self->buffer + self->end, room, error);
  if (n < 0)
    {
      g_prefix_error (error, _ ("After %" PRIu64 " bytes: "), self->offset + self->end);
      return FALSE;
    }
  self->end += (gsize) n;
  self->at_eof = n == 0;
  return TRUE;
}

static void
grow_fields (TsCsvReader *self)
{
  self->n_allocated *= 2;
  self->fields = g_renew (TsCsvField, self->fields, self->n_allocated);
  self->doubled = g_renew (gboolean, self->doubled, self->n_allocated);
}

static inline void
add_field (TsCsvReader *self, const char *text, const char *end, gboolean doubled)
{
  self->any_doubled |= doubled;
  if (G_UNLIKELY (self->n_fields == self->n_allocated))
    grow_fields (self);
  self->fields[self->n_fields] = (TsCsvField){ text, (gsize) (end - text) };
  self->doubled[self->n_fields++] = doubled;
}

/* Where the quoted text that begins at p ends: at its closing quote, or NULL when the buffer ends
 * first (or a line, where a quote may not span lines). */
static char *
find_closing_quote (TsCsvReader *self, char *p, char *end, gboolean *doubled)
{
  for (;; p++)
    {
      while (!quoted_stops[(guint8) *p])
        p++;
      if (p >= end)
        return NULL;
      if (*p == '"')
        {
          if (p + 1 >= end && !self->at_eof)
            return NULL;
          if (p + 1 >= end || p[1] != '"')
            return p;
          *doubled = TRUE;
          p++;
          continue;
        }
      self->line_broke = self->single_lines;
      if (self->line_broke)
        return NULL;
      self->spans_lines = TRUE;
      if (*p == '\n' || (p + 1 < end && p[1] != '\n'))
        self->next_line++;
    }
}

/* Adds the field whose opening quote is at p. One with more text behind its closing quote is taken
 * as it stands, quotes and all. */
static char *
take_quoted_field (TsCsvReader *self, char *p, char *end)
{
  gboolean doubled = FALSE;
  char *text = p + 1;
  char *close = find_closing_quote (self, text, end, &doubled);
  char *rest;

  if (close == NULL)
    return NULL;
  rest = close + 1;
  while (!stops[(guint8) *rest])
    rest++;
  if (rest > close + 1)
    add_field (self, text - 1, rest, FALSE);
  else
    add_field (self, text, close, doubled);
  return rest;
}

/* Splits the record at start. The sentinel at the end of the buffer stops every loop. */
static Scan
scan_record (TsCsvReader *self)
{
  char *end = self->buffer + self->end;
  char *p = self->buffer + self->start;

  *end = '\n';
  self->n_fields = 0;
  self->any_doubled = FALSE;
  self->next_line = self->line;
  self->spans_lines = FALSE;
  self->line_broke = FALSE;
  for (;;)
    {
      if (*p == '"' && p < end)
        {
          p = take_quoted_field (self, p, end);
          if (p == NULL)
            return self->at_eof || self->line_broke ? SCAN_OPEN_QUOTE : SCAN_NEEDS_MORE;
        }
      else
        {
          char *text = p;
          while (!stops[(guint8) *p])
            p++;
          add_field (self, text, p, FALSE);
        }
      if (p >= end)
        break;
      if (*p != ',')
        break;
      p++;
    }
  if (!self->at_eof && (p >= end || (*p == '\r' && p + 1 >= end)))
    return SCAN_NEEDS_MORE;
  self->has_end = p < end;
  if (self->has_end)
    {
      p += *p == '\r' && p + 1 < end && p[1] == '\n' ? 2 : 1;
      self->next_line++;
    }
  self->next = (gsize) (p - self->buffer);
  return SCAN_DONE;
}

/* Gives the record up: takes its first line for it, as far as that was read. */
static void
break_record (TsCsvReader *self)
{
  char *text = self->buffer + self->start;
  gsize length = self->end - self->start;
  char *newline = memchr (text, '\n', length);

  self->broken = TRUE;
  self->n_fields = 0;
  self->has_end = newline != NULL;
  self->next = newline != NULL ? (gsize) (newline + 1 - self->buffer) : self->end;
  self->next_line = self->line + (newline != NULL);
}

/* Skips the rest of a line that is longer than a record may be. */
static gboolean
skip_line (TsCsvReader *self, GError **error)
{
  while (!self->has_end && !self->at_eof)
    {
      char *newline;

      self->start = self->end;
      if (!fill (self, error))
        return FALSE;
      newline = memchr (self->buffer, '\n', self->end);
      self->has_end = newline != NULL;
      self->next = newline != NULL ? (gsize) (newline + 1 - self->buffer) : self->end;
      self->next_line = self->line + (newline != NULL);
    }
  return TRUE;
}

static void
skip_byte_order_mark (TsCsvReader *self)
{
  if (self->end >= 3 && memcmp (self->buffer, "\xef\xbb\xbf", 3) == 0)
    self->start = self->next = 3;
}

static gboolean
is_blank (const TsCsvReader *self)
{
  if (self->n_fields != 1 || self->broken)
    return FALSE;
  for (gsize i = 0; i < self->fields[0].length; i++)
    if (self->fields[0].text[i] != ' ' && self->fields[0].text[i] != '\t')
      return FALSE;
  /* A quoted empty field is one. */
  return self->fields[0].text == self->buffer + self->start;
}

/* Not in place: the record may have to be split again. */
static void
undouble_quotes (TsCsvReader *self)
{
  g_byte_array_set_size (self->scratch, (guint) (self->next - self->start));
  guint8 *to = self->scratch->data;

  for (guint i = 0; i < self->n_fields; i++)
    if (self->doubled[i])
      {
        const char *from = self->fields[i].text;
        const char *end = from + self->fields[i].length;
        guint8 *text = to;

        for (; from < end; from++)
          {
            *to++ = (guint8) *from;
            from += *from == '"' && from + 1 < end;
          }
        self->fields[i] = (TsCsvField){ (const char *) text, (gsize) (to - text) };
      }
}

static gboolean
next_record (TsCsvReader *self, GError **error)
{
  Scan scan;

  self->broken = FALSE;
  while ((scan = scan_record (self)) == SCAN_NEEDS_MORE)
    {
      if (self->end - self->start >= TS_CSV_MAX_RECORD)
        {
          self->single_lines |= self->spans_lines;
          break_record (self);
          return skip_line (self, error);
        }
      if (!fill (self, error))
        return FALSE;
    }
  if (scan == SCAN_OPEN_QUOTE)
    {
      self->single_lines = TRUE;
      break_record (self);
      return self->has_end || self->at_eof || skip_line (self, error);
    }
  return TRUE;
}

static gboolean
begin (TsCsvReader *self, GError **error)
{
  self->began = TRUE;
  while (!self->at_eof && self->end < 3)
    if (!fill (self, error))
      return FALSE;
  skip_byte_order_mark (self);
  return TRUE;
}

/* Goes to the next record. Returns FALSE at the end of the input and, with error set (a
 * G_IO_ERROR), when it can't be read. */
gboolean
ts_csv_reader_next (TsCsvReader *self, GError **error)
{
  if (!self->began && !begin (self, error))
    return FALSE;
  do
    {
      self->start = self->next;
      self->line = self->next_line;
      if (self->start == self->end)
        {
          if (!self->at_eof && !fill (self, error))
            return FALSE;
          self->next = self->start;
          if (self->start == self->end)
            return FALSE;
        }
      if (!next_record (self, error))
        return FALSE;
    }
  while (is_blank (self));
  if (self->any_doubled)
    undouble_quotes (self);
  return TRUE;
}

/* For a record that spans lines and makes no sense: a writer was killed inside quotes and another
 * went on behind it. Gives its first line up (the record is broken then) and lets the next one
 * begin at its second line. FALSE when the record has only one line. */
gboolean
ts_csv_reader_split (TsCsvReader *self)
{
  if (!self->spans_lines || self->broken)
    return FALSE;
  break_record (self);
  return TRUE;
}

/* The fields of the current record; none when it is broken. */
const TsCsvField *
ts_csv_reader_get_fields (const TsCsvReader *self, guint *n_fields)
{
  *n_fields = self->n_fields;
  return self->fields;
}

/* The line, from 1, that the current record begins at. */
gint64
ts_csv_reader_get_line (const TsCsvReader *self)
{
  return self->line;
}

/* Whether the current record is the rest of a line that can't be split: a quote that is never
 * closed, or more than TS_CSV_MAX_RECORD bytes. */
gboolean
ts_csv_reader_is_broken (const TsCsvReader *self)
{
  return self->broken;
}

/* FALSE when the input stopped before the line end of the current record. */
gboolean
ts_csv_reader_has_end (const TsCsvReader *self)
{
  return self->has_end;
}

/* The line behind the current record. */
gint64
ts_csv_reader_get_next_line (const TsCsvReader *self)
{
  return self->next_line;
}

/* Whether the input had to be unpacked or had another encoding. */
gboolean
ts_csv_reader_is_converted (const TsCsvReader *self)
{
  return ts_byte_source_is_converted (&self->source);
}

gboolean
ts_csv_reader_spans_lines (const TsCsvReader *self)
{
  return self->spans_lines;
}

/* Bytes of input up to the end of the current record. */
guint64
ts_csv_reader_get_offset (const TsCsvReader *self)
{
  return self->offset + self->next;
}
