/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/text/json-reader.h"

#include "ingest/import-error.h"
#include "ingest/text/json-input.h"
#include "ingest/text/json-number.h"
#include "ingest/text/json-string.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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
  TsJsonInput in;
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
reader_new (int fd, const char *data, gsize length, gsize chunk)
{
  TsJsonReader *self = g_new0 (TsJsonReader, 1);

  ts_json_input_init (&self->in, fd, data, length, chunk);
  self->line = 1;
  self->text = g_string_new (NULL);
  return self;
}

TsJsonReader *
ts_json_reader_new_fd (int fd, gsize chunk)
{
  return reader_new (fd, NULL, 0, chunk);
}

TsJsonReader *
ts_json_reader_new_memory (const char *data, gsize length, gsize chunk)
{
  return reader_new (-1, data, length, chunk);
}

void
ts_json_reader_free (TsJsonReader *self)
{
  if (self == NULL)
    return;
  ts_json_input_clear (&self->in);
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
  return self->in.offset + (guint64) (self->in.p - self->in.buffer);
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
                 _ ("line %lu, column %lu: %s"), (gulong) self->line, (gulong) column, what);
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
  if (self->in.p >= self->in.end)
    return fail (self, TS_IMPORT_ERROR_TRUNCATED, _ ("the file ends here, in the middle"));
  byte = (guchar) *self->in.p;
  if (byte > ' ' && byte < 0x7f)
    what = g_strdup_printf (_ ("found “%c”, expected %s"), byte, expected);
  else
    what = g_strdup_printf (_ ("found the byte 0x%02x, expected %s"), byte, expected);
  return fail (self, TS_IMPORT_ERROR_SYNTAX, what);
}

/* ---- input ---- */

/* Reads on; keep as for ts_json_input_refill(). */
static gboolean
refill (TsJsonReader *self, char **keep)
{
  gboolean more;

  if (self->error != NULL)
    return FALSE;
  more = ts_json_input_refill (&self->in, keep, &self->error);
  if (self->error != NULL && self->error->domain == TS_IMPORT_ERROR)
    {
      g_clear_error (&self->error);
      fail (self, TS_IMPORT_ERROR_SYNTAX, _ ("a text or number longer than 16 MiB"));
    }
  return more;
}

/* Makes n bytes available at p, as far as there are any. */
static void
look_ahead (TsJsonReader *self, gsize n)
{
  char *keep = self->in.p;

  while ((gsize) (self->in.end - self->in.p) < n && refill (self, &keep))
    keep = self->in.p;
}

static gboolean
start (TsJsonReader *self)
{
  static const char utf16_hint[] = "\xff\xfe\xff"; /* both byte order marks */
  const char *p;

  self->started = TRUE;
  look_ahead (self, 4);
  p = self->in.p;
  if (self->in.end - p >= 2
      && (memcmp (p, utf16_hint, 2) == 0 || memcmp (p, utf16_hint + 1, 2) == 0
          || memchr (p, '\0', (gsize) MIN (self->in.end - p, 4)) != NULL))
    {
      fail (self, TS_IMPORT_ERROR_SYNTAX,
            _ ("the file is not UTF-8 text (UTF-16 or binary); save it as UTF-8"));
      return FALSE;
    }
  if (self->in.end - p >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    self->in.p += 3;
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
  char *p = self->in.p;

  for (;;)
    {
      switch (*p)
        {
        case '\n':
          self->line++;
          self->line_offset = self->in.offset + (guint64) (p + 1 - self->in.buffer);
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
          self->in.p = p;
          if (p < self->in.end || !refill (self, NULL))
            return '\0';
          p = self->in.p;
          break;
        default:
          self->in.p = p;
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
  while (self->in.end - self->in.p < 6 && refill (self, start))
    ;
  if (self->in.p + 1 < self->in.end && strchr ("\"\\/bfnrt", self->in.p[1]) != NULL
      && self->in.p[1] != '\0')
    {
      self->in.p += 2;
      return TRUE;
    }
  self->in.p++;
  if (*self->in.p != 'u')
    {
      fail_at_byte (self, _ ("the letter of an escape"));
      return FALSE;
    }
  self->in.p++;
  for (int i = 0; i < 4; i++, self->in.p++)
    if (!g_ascii_isxdigit (*self->in.p))
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
  char *text = self->in.p + 1;
  guint64 seen = 0;

  self->is_plain = TRUE;
  self->in.p = text;
  for (;;)
    {
      guint64 word = load8 (self->in.p), hits = find_special (word);

      seen |= word;
      if (hits == 0)
        {
          self->in.p += 8;
          continue;
        }
      self->in.p += __builtin_ctzll (hits) / 8;
      if (*self->in.p == '"')
        break;
      if (self->skipping)
        text = self->in.p;
      if (*self->in.p == '\\')
        {
          self->is_plain = FALSE;
          if (!scan_escape (self, &text))
            return FALSE;
        }
      else if (self->in.p < self->in.end || !refill (self, &text))
        {
          fail_at_byte (self, _ ("the rest of a text"));
          return FALSE;
        }
    }
  self->is_plain = self->is_plain && (seen & (ONES * 0x80)) == 0;
  self->token = text;
  self->token_length = (gsize) (self->in.p - text);
  self->in.p++;
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
  char *start = self->in.p;
  gsize length;
  gboolean bad;

  do /* a number at the end of the buffer may go on */
    length = (gsize) (number_end (start, &bad) - start);
  while (start + length >= self->in.end && refill (self, &start));
  self->in.p = start + length;
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

      if (strncmp (self->in.p, words[i].word, length) != 0)
        continue;
      self->token = self->in.p;
      self->token_length = length;
      self->in.p += length;
      return words[i].event;
    }
  /* A word that the file's end cut off is a truncation, not nonsense. */
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (self->in.p) == (gsize) (self->in.end - self->in.p)
        && g_str_has_prefix (words[i].word, self->in.p))
      self->in.p = self->in.end;
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
  self->in.p++;
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
  self->in.p++;
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
      event = self->in.p[1] == 'I' ? scan_word (self) : scan_number (self);
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
  self->in.p++;
  c = skip_space (self);
  return object ? read_key (self, c) : read_value (self, c);
}

static TsJsonEvent
read_end (TsJsonReader *self)
{
  if (self->error != NULL)
    return TS_JSON_ERROR;
  if (self->in.p >= self->in.end)
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
      self->in.p++;
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
      if (c == '\0' && self->in.p >= self->in.end && self->error == NULL)
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
