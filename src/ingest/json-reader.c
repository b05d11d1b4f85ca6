/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/json-reader.h"

#include "ingest/import-error.h"
#include "ingest/json-number.h"
#include "ingest/json-string.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK   (256 * 1024)
#define PADDING 16 /* zero bytes behind the text: scanners stop there and may read past it */

#define ONES (~G_GUINT64_CONSTANT (0) / 255)

/* What may come next. */
typedef enum
{
  EXPECT_VALUE,
  EXPECT_VALUE_OR_END, /* after [ */
  EXPECT_KEY,
  EXPECT_KEY_OR_END, /* after { */
  EXPECT_COLON,
  EXPECT_COMMA_OR_END,
  EXPECT_NOTHING,
} Expect;

struct _TsJsonReader
{
  int fd;
  const char *memory; /* instead of fd: what is left to read */
  gsize memory_left;
  gsize chunk;
  gboolean at_eof;

  char *buffer;
  gsize capacity;
  char *p;        /* next byte */
  char *end;      /* behind the last byte read */
  guint64 offset; /* of buffer[0] in the file */
  guint64 line;
  guint64 line_offset; /* where line begins in the file */

  Expect expect;
  gboolean started;
  gboolean skipping; /* strings need not be kept */
  guint depth;
  guint8 is_object[TS_JSON_MAX_DEPTH / 8]; /* one bit per open container */

  char *token; /* the last string or number, in buffer */
  gsize token_length;
  gboolean is_plain; /* the string needs no unescaping */
  GString *text;
  GError *error;
};

static TsJsonReader *
reader_new (gsize chunk)
{
  TsJsonReader *self = g_new0 (TsJsonReader, 1);

  self->fd = -1;
  self->chunk = chunk > 0 ? chunk : CHUNK;
  self->capacity = MAX (self->chunk, 64);
  self->buffer = g_malloc0 (self->capacity + PADDING);
  self->p = self->end = self->buffer;
  self->line = 1;
  self->text = g_string_new (NULL);
  return self;
}

TsJsonReader *
ts_json_reader_new_fd (int fd, gsize chunk)
{
  TsJsonReader *self = reader_new (chunk);

  self->fd = fd;
  return self;
}

TsJsonReader *
ts_json_reader_new_memory (const char *data, gsize length, gsize chunk)
{
  TsJsonReader *self = reader_new (chunk);

  self->memory = data;
  self->memory_left = length;
  return self;
}

void
ts_json_reader_free (TsJsonReader *self)
{
  if (self == NULL)
    return;
  g_free (self->buffer);
  g_string_free (self->text, TRUE);
  g_clear_error (&self->error);
  g_free (self);
}

guint
ts_json_reader_get_depth (const TsJsonReader *self)
{
  return self->depth;
}

guint64
ts_json_reader_get_line (const TsJsonReader *self)
{
  return self->line;
}

guint64
ts_json_reader_get_offset (const TsJsonReader *self)
{
  return self->offset + (guint64) (self->p - self->buffer);
}

const GError *
ts_json_reader_get_error (const TsJsonReader *self)
{
  return self->error;
}

/* ---- errors ---- */

static TsJsonEvent
fail (TsJsonReader *self, TsImportError code, const char *what)
{
  guint64 column = ts_json_reader_get_offset (self) - self->line_offset + 1;

  if (self->error == NULL)
    g_set_error (&self->error, TS_IMPORT_ERROR, (int) code,
                 /* Translators: line, column, what is wrong there */
                 _ ("line %" G_GUINT64_FORMAT ", column %" G_GUINT64_FORMAT ": %s"), self->line,
                 column, what);
  return TS_JSON_ERROR;
}

/* The next byte does not fit: says which it is and what should be there. */
static TsJsonEvent
fail_at_byte (TsJsonReader *self, const char *expected)
{
  g_autofree char *what = NULL;
  guchar byte;

  if (self->error != NULL)
    return TS_JSON_ERROR;
  if (self->p >= self->end)
    return fail (self, TS_IMPORT_ERROR_TRUNCATED, _ ("the file ends here, in the middle"));
  byte = (guchar) *self->p;
  if (byte > ' ' && byte < 0x7f)
    what = g_strdup_printf (_ ("found “%c”, expected %s"), byte, expected);
  else
    what = g_strdup_printf (_ ("found the byte 0x%02x, expected %s"), byte, expected);
  return fail (self, TS_IMPORT_ERROR_SYNTAX, what);
}

/* ---- input ---- */

static gssize
read_some (TsJsonReader *self, char *to, gsize length)
{
  gssize n;

  if (self->memory != NULL)
    {
      n = (gssize) MIN (length, self->memory_left);
      memcpy (to, self->memory, (gsize) n);
      self->memory += n;
      self->memory_left -= (gsize) n;
      return n;
    }
  do
    n = self->fd < 0 ? 0 : read (self->fd, to, length);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    {
      int code = errno;
      g_set_error (&self->error, G_FILE_ERROR, (int) g_file_error_from_errno (code),
                   _ ("reading failed: %s"), g_strerror (code));
    }
  return n;
}

/* Drops what lies before keep and reads on. keep, p and end move. FALSE at the end of the input, on
 * a read error or when the kept text would become too long. */
static gboolean
refill (TsJsonReader *self, char **keep)
{
  char *from = keep != NULL ? *keep : self->p;
  gsize kept = (gsize) (self->end - from);
  gsize position = (gsize) (self->p - from);
  gsize room;
  gssize n;

  if (self->at_eof || self->error != NULL)
    return FALSE;
  if (kept > TS_JSON_MAX_TOKEN)
    {
      fail (self, TS_IMPORT_ERROR_SYNTAX, _ ("a text or number longer than 16 MiB"));
      return FALSE;
    }
  self->offset += (guint64) (from - self->buffer);
  if (kept + self->chunk > self->capacity)
    {
      char *old = self->buffer;

      self->capacity = MIN (self->capacity * 2, TS_JSON_MAX_TOKEN + self->chunk);
      self->capacity = MAX (self->capacity, kept + self->chunk);
      self->buffer = g_malloc (self->capacity + PADDING);
      memcpy (self->buffer, from, kept);
      g_free (old);
    }
  else
    memmove (self->buffer, from, kept);
  room = MAX (self->chunk, self->capacity - kept);
  if (self->chunk < CHUNK) /* asked for small pieces: keep to them */
    room = self->chunk;
  n = read_some (self, self->buffer + kept, room);
  self->at_eof = n <= 0;
  self->end = self->buffer + kept + MAX (n, 0);
  memset (self->end, 0, PADDING);
  self->p = self->buffer + position;
  if (keep != NULL)
    *keep = self->buffer;
  return n > 0;
}

/* Makes n bytes available at p, as far as there are any. */
static void
look_ahead (TsJsonReader *self, gsize n)
{
  char *keep = self->p;

  while ((gsize) (self->end - self->p) < n && refill (self, &keep))
    keep = self->p;
}

static gboolean
start (TsJsonReader *self)
{
  static const char utf16_hint[] = "\xff\xfe\xff"; /* both byte order marks */
  const char *p;

  self->started = TRUE;
  look_ahead (self, 4);
  p = self->p;
  if (self->end - p >= 2
      && (memcmp (p, utf16_hint, 2) == 0 || memcmp (p, utf16_hint + 1, 2) == 0
          || memchr (p, '\0', (gsize) MIN (self->end - p, 4)) != NULL))
    {
      fail (self, TS_IMPORT_ERROR_SYNTAX,
            _ ("the file is not UTF-8 text (UTF-16 or binary); save it as UTF-8"));
      return FALSE;
    }
  if (self->end - p >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    self->p += 3;
  return self->error == NULL;
}

static inline guint64
load8 (const char *p)
{
  guint64 word;

  memcpy (&word, p, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* Moves to the next byte that is not white space and returns it; 0 also at the end of the input.
 * msProbe indents, so half of a file is a line end and some blanks: those go eight at a time. */
static inline char
skip_space (TsJsonReader *self)
{
  char *p = self->p;

  for (;;)
    {
      switch (*p)
        {
        case '\n':
          self->line++;
          self->line_offset = self->offset + (guint64) (p + 1 - self->buffer);
          p++;
          for (;;)
            {
              guint64 other = load8 (p) ^ (ONES * ' ');
              if (other != 0)
                {
                  p += __builtin_ctzll (other) / 8;
                  break;
                }
              p += 8;
            }
          break;
        case ' ':
        case '\t':
        case '\r':
          p++;
          break;
        case '\0':
          self->p = p;
          if (p < self->end || !refill (self, NULL))
            return '\0';
          p = self->p;
          break;
        default:
          self->p = p;
          return *p;
        }
    }
}

/* ---- tokens ---- */

/* Non-zero when one of eight bytes is a quote, a backslash or a control character; the lowest set
 * bit marks the first of them. */
static inline guint64
find_special (guint64 word)
{
  guint64 quote = word ^ (ONES * '"'), backslash = word ^ (ONES * '\\');
  guint64 hits = ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash)
                 | ((word - ONES * ' ') & ~word);

  return hits & (ONES * 0x80);
}

/* p is at a backslash of the string that begins at *start. */
static gboolean
scan_escape (TsJsonReader *self, char **start)
{
  while (self->end - self->p < 6 && refill (self, start))
    ;
  if (self->p + 1 < self->end && strchr ("\"\\/bfnrt", self->p[1]) != NULL && self->p[1] != '\0')
    {
      self->p += 2;
      return TRUE;
    }
  self->p++;
  if (*self->p != 'u')
    {
      fail_at_byte (self, _ ("the letter of an escape"));
      return FALSE;
    }
  self->p++;
  for (int i = 0; i < 4; i++, self->p++)
    if (!g_ascii_isxdigit (*self->p))
      {
        fail_at_byte (self, _ ("four hexadecimal digits"));
        return FALSE;
      }
  return TRUE;
}

/* p is at the opening quote. */
static gboolean
scan_string (TsJsonReader *self)
{
  char *text = self->p + 1;
  guint64 seen = 0;

  self->is_plain = TRUE;
  self->p = text;
  for (;;)
    {
      guint64 word = load8 (self->p), hits = find_special (word);

      seen |= word;
      if (hits == 0)
        {
          self->p += 8;
          continue;
        }
      self->p += __builtin_ctzll (hits) / 8;
      if (*self->p == '"')
        break;
      if (self->skipping)
        text = self->p;
      if (*self->p == '\\')
        {
          self->is_plain = FALSE;
          if (!scan_escape (self, &text))
            return FALSE;
        }
      else if (self->p < self->end || !refill (self, &text))
        {
          fail_at_byte (self, _ ("the rest of a text"));
          return FALSE;
        }
    }
  self->is_plain = self->is_plain && (seen & (ONES * 0x80)) == 0;
  self->token = text;
  self->token_length = (gsize) (self->p - text);
  self->p++;
  return TRUE;
}

static inline const char *
skip_digits (const char *p)
{
  while ((guchar) (*p - '0') <= 9)
    p++;
  return p;
}

/* Where the number at p ends, or where it goes wrong (*bad). */
static const char *
number_end (const char *p, gboolean *bad)
{
  const char *digits;

  p += *p == '-';
  digits = p;
  p = *p == '0' ? p + 1 : skip_digits (p);
  *bad = p == digits;
  if (*bad)
    return p;
  if (*p == '.')
    {
      digits = ++p;
      p = skip_digits (p);
      *bad = p == digits;
      if (*bad)
        return p;
    }
  if (*p == 'e' || *p == 'E')
    {
      p++;
      p += *p == '-' || *p == '+';
      digits = p;
      p = skip_digits (p);
      *bad = p == digits;
    }
  return p;
}

static TsJsonEvent
scan_number (TsJsonReader *self)
{
  char *start = self->p;
  gsize length;
  gboolean bad;

  do /* a number at the end of the buffer may go on */
    length = (gsize) (number_end (start, &bad) - start);
  while (start + length >= self->end && refill (self, &start));
  self->p = start + length;
  if (bad)
    return fail_at_byte (self, _ ("a digit"));
  self->token = start;
  self->token_length = length;
  return self->error != NULL ? TS_JSON_ERROR : TS_JSON_NUMBER;
}

static TsJsonEvent
scan_word (TsJsonReader *self)
{
  static const struct
  {
    const char *word;
    TsJsonEvent event;
  } words[] = {
    { "null", TS_JSON_NULL },  { "true", TS_JSON_TRUE },       { "false", TS_JSON_FALSE },
    { "NaN", TS_JSON_NUMBER }, { "Infinity", TS_JSON_NUMBER }, { "-Infinity", TS_JSON_NUMBER },
  };

  look_ahead (self, 9);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i].word);

      if (strncmp (self->p, words[i].word, length) != 0)
        continue;
      self->token = self->p;
      self->token_length = length;
      self->p += length;
      return words[i].event;
    }
  /* A word that the file's end cut off is a truncation, not nonsense. */
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (self->p) == (gsize) (self->end - self->p)
        && g_str_has_prefix (words[i].word, self->p))
      self->p = self->end;
  return fail_at_byte (self, _ ("a value"));
}

/* ---- structure ---- */

static inline gboolean
in_object (const TsJsonReader *self)
{
  guint top = self->depth - 1;

  return (self->is_object[top / 8] >> (top % 8)) & 1;
}

static TsJsonEvent
open_container (TsJsonReader *self, gboolean object)
{
  guint top = self->depth;

  if (top == TS_JSON_MAX_DEPTH)
    return fail (self, TS_IMPORT_ERROR_SYNTAX, _ ("nested more than 4096 levels deep"));
  self->is_object[top / 8] &= (guint8) ~(1 << (top % 8));
  self->is_object[top / 8] |= (guint8) (object << (top % 8));
  self->depth++;
  self->p++;
  self->expect = object ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
  return object ? TS_JSON_OBJECT_BEGIN : TS_JSON_ARRAY_BEGIN;
}

static inline void
value_done (TsJsonReader *self)
{
  self->expect = self->depth > 0 ? EXPECT_COMMA_OR_END : EXPECT_NOTHING;
}

static TsJsonEvent
close_container (TsJsonReader *self)
{
  TsJsonEvent event = in_object (self) ? TS_JSON_OBJECT_END : TS_JSON_ARRAY_END;

  self->depth--;
  self->p++;
  value_done (self);
  return event;
}

static TsJsonEvent
read_key (TsJsonReader *self, char c)
{
  if (c != '"')
    return fail_at_byte (self, _ ("a key in double quotes"));
  if (!scan_string (self))
    return TS_JSON_ERROR;
  self->expect = EXPECT_COLON;
  return TS_JSON_KEY;
}

static TsJsonEvent
read_value (TsJsonReader *self, char c)
{
  TsJsonEvent event;

  switch (c)
    {
    case '"':
      if (!scan_string (self))
        return TS_JSON_ERROR;
      value_done (self);
      return TS_JSON_STRING;
    case '{':
      return open_container (self, TRUE);
    case '[':
      return open_container (self, FALSE);
    case '-':
      look_ahead (self, 2);
      event = self->p[1] == 'I' ? scan_word (self) : scan_number (self);
      break;
    default:
      event = g_ascii_isdigit (c) ? scan_number (self) : scan_word (self);
      break;
    }
  value_done (self);
  return event;
}

static TsJsonEvent
read_after_value (TsJsonReader *self, char c)
{
  gboolean object = in_object (self);

  if (c == (object ? '}' : ']'))
    return close_container (self);
  if (c != ',')
    return fail_at_byte (self, object ? _ ("“,” or “}”") : _ ("“,” or “]”"));
  self->p++;
  c = skip_space (self);
  return object ? read_key (self, c) : read_value (self, c);
}

static TsJsonEvent
read_end (TsJsonReader *self)
{
  if (self->error != NULL)
    return TS_JSON_ERROR;
  if (self->p >= self->end)
    return TS_JSON_END;
  return fail_at_byte (self, _ ("the end of the file"));
}

TsJsonEvent
ts_json_reader_next (TsJsonReader *self)
{
  char c;

  if (self->error != NULL || (!self->started && !start (self)))
    return TS_JSON_ERROR;
  c = skip_space (self);
  switch (self->expect)
    {
    case EXPECT_COLON:
      if (c != ':')
        return fail_at_byte (self, _ ("“:”"));
      self->p++;
      return read_value (self, skip_space (self));
    case EXPECT_COMMA_OR_END:
      return read_after_value (self, c);
    case EXPECT_VALUE_OR_END:
      return c == ']' ? close_container (self) : read_value (self, c);
    case EXPECT_KEY_OR_END:
      return c == '}' ? close_container (self) : read_key (self, c);
    case EXPECT_NOTHING:
      return read_end (self);
    case EXPECT_KEY:
      return read_key (self, c);
    case EXPECT_VALUE:
    default:
      if (c == '\0' && self->p >= self->end && self->error == NULL)
        return fail (self, TS_IMPORT_ERROR_TRUNCATED, _ ("the file is empty"));
      return read_value (self, c);
    }
}

gboolean
ts_json_reader_skip (TsJsonReader *self, TsJsonEvent event)
{
  guint depth;

  self->skipping = TRUE;
  if (event == TS_JSON_KEY)
    event = ts_json_reader_next (self);
  if (event == TS_JSON_OBJECT_BEGIN || event == TS_JSON_ARRAY_BEGIN)
    {
      depth = self->depth;
      while (event != TS_JSON_ERROR && self->depth >= depth)
        event = ts_json_reader_next (self);
    }
  self->skipping = FALSE;
  return event != TS_JSON_ERROR;
}

const char *
ts_json_reader_get_string (TsJsonReader *self, gsize *length)
{
  if (self->is_plain)
    {
      *length = self->token_length;
      return self->token;
    }
  ts_json_unescape (self->token, self->token_length, self->text);
  *length = self->text->len;
  return self->text->str;
}

const char *
ts_json_reader_get_number_text (TsJsonReader *self, gsize *length)
{
  *length = self->token_length;
  return self->token;
}

double
ts_json_reader_get_number (TsJsonReader *self)
{
  return ts_json_parse_number (self->token, self->token_length);
}
