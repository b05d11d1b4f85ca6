/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/picture-text.h"

#include <string.h>

#define PNG_KEYWORD "Trendscope view"
#define SVG_BEGIN   "<metadata id=\"trendscope-view\">"
#define SVG_END     "</metadata>"
#define PDF_BEGIN   "\n%trendscope-view "

/* Signature and IHDR, which comes first in every PNG. */
#define PNG_HEADER 33

static void
append_text (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

static void
insert (GByteArray *bytes, gsize at, const GByteArray *more)
{
  gsize rest = bytes->len - at;

  g_byte_array_set_size (bytes, bytes->len + more->len);
  memmove (bytes->data + at + more->len, bytes->data + at, rest);
  memcpy (bytes->data + at, more->data, more->len);
}

/* Where a text begins in bytes; NULL when it does not occur. */
static const guint8 *
find (const guint8 *bytes, gsize size, const char *text)
{
  return size > 0 ? memmem (bytes, size, text, strlen (text)) : NULL;
}

/* --- PNG ---------------------------------------------------------------------------------- */

/* The checksum of a chunk (PNG specification, annex D). */
static guint32
get_crc (const guint8 *bytes, gsize n)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < n; i++)
    {
      crc ^= bytes[i];
      for (int bit = 0; bit < 8; bit++)
        crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
  return ~crc;
}

static void
append_number (GByteArray *bytes, guint32 number)
{
  guint32 big = GUINT32_TO_BE (number);

  g_byte_array_append (bytes, (const guint8 *) &big, sizeof big);
}

static guint32
read_number (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

static void
add_to_png (GByteArray *picture, const char *text)
{
  /* Keyword; not compressed; no language, no translated keyword. */
  static const char head[] = "iTXt" PNG_KEYWORD "\0\0\0\0";
  g_autoptr (GByteArray) chunk = g_byte_array_new ();

  if (picture->len < PNG_HEADER)
    return;
  append_number (chunk, (guint32) (sizeof head - 4 + strlen (text)));
  g_byte_array_append (chunk, (const guint8 *) head, sizeof head);
  append_text (chunk, text);
  append_number (chunk, get_crc (chunk->data + 4, chunk->len - 4));
  insert (picture, PNG_HEADER, chunk);
}

static char *
find_in_png (const guint8 *picture, gsize size)
{
  static const char head[] = "iTXt" PNG_KEYWORD "\0\0\0\0";
  gsize at = 8;

  while (size - at >= 12)
    {
      gsize length = read_number (picture + at);
      const guint8 *chunk = picture + at + 4;
      if (length > size - at - 12)
        return NULL;
      if (length + 4 >= sizeof head && memcmp (chunk, head, sizeof head) == 0)
        return g_strndup ((const char *) chunk + sizeof head, length + 4 - sizeof head);
      at += length + 12;
    }
  return NULL;
}

/* --- SVG ---------------------------------------------------------------------------------- */

static void
add_to_svg (GByteArray *picture, const char *text)
{
  const guint8 *tag = find (picture->data, picture->len, "<svg");
  const guint8 *end
      = tag != NULL ? memchr (tag, '>', picture->len - (gsize) (tag - picture->data)) : NULL;
  g_autoptr (GByteArray) element = g_byte_array_new ();
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  if (end == NULL)
    return;
  append_text (element, "\n" SVG_BEGIN);
  append_text (element, escaped);
  append_text (element, SVG_END);
  insert (picture, (gsize) (end + 1 - picture->data), element);
}

/* What g_markup_escape_text() made of it. */
static char *
unescape (const char *text, gsize length)
{
  static const char *const pairs[][2] = { { "&lt;", "<" },   { "&gt;", ">" },  { "&quot;", "\"" },
                                          { "&apos;", "'" }, { "&#39;", "'" }, { "&amp;", "&" } };
  GString *plain = g_string_new_len (text, (gssize) length);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    g_string_replace (plain, pairs[i][0], pairs[i][1], 0);
  return g_string_free (plain, FALSE);
}

static char *
find_in_svg (const guint8 *picture, gsize size)
{
  const guint8 *begin = find (picture, size, SVG_BEGIN);
  const guint8 *end;

  if (begin == NULL)
    return NULL;
  begin += strlen (SVG_BEGIN);
  end = find (begin, size - (gsize) (begin - picture), SVG_END);
  return end != NULL ? unescape ((const char *) begin, (gsize) (end - begin)) : NULL;
}

/* --- PDF ---------------------------------------------------------------------------------- */

/* The last "startxref" of a file is the one that counts, and stands near its end: so it is said
 * again behind the comment, which may be long. */
static void
add_to_pdf (GByteArray *picture, const char *text)
{
  g_autofree char *encoded = g_base64_encode ((const guint8 *) text, strlen (text));
  g_autofree char *trailer = NULL;
  const char *last;

  g_byte_array_append (picture, (const guint8 *) "", 1);
  g_byte_array_set_size (picture, picture->len - 1);
  last = picture->len > 256 ? (const char *) picture->data + picture->len - 256
                            : (const char *) picture->data;
  last = g_strrstr (last, "startxref");
  if (last == NULL)
    return;
  trailer = g_strdup (last);
  append_text (picture, PDF_BEGIN);
  append_text (picture, encoded);
  append_text (picture, "\n");
  append_text (picture, trailer);
}

static char *
find_in_pdf (const guint8 *picture, gsize size)
{
  const guint8 *begin = find (picture, size, PDF_BEGIN);
  g_autofree char *encoded = NULL;
  g_autofree guchar *text = NULL;
  const guint8 *end;
  gsize length;

  if (begin == NULL)
    return NULL;
  begin += strlen (PDF_BEGIN);
  end = memchr (begin, '\n', size - (gsize) (begin - picture));
  if (end == NULL)
    return NULL;
  encoded = g_strndup ((const char *) begin, (gsize) (end - begin));
  text = g_base64_decode (encoded, &length);
  return g_strndup ((const char *) text, length);
}

/* --- any ---------------------------------------------------------------------------------- */

void
ts_picture_add_text (GByteArray *picture, TsExportType type, const char *text)
{
  switch (type)
    {
    case TS_EXPORT_SVG:
      add_to_svg (picture, text);
      break;
    case TS_EXPORT_PDF:
      add_to_pdf (picture, text);
      break;
    case TS_EXPORT_PNG:
    default:
      add_to_png (picture, text);
    }
}

char *
ts_picture_find_text (const guint8 *picture, gsize size)
{
  g_autofree char *text = NULL;

  if (size >= 8 && memcmp (picture, "\x89PNG\r\n\x1a\n", 8) == 0)
    text = find_in_png (picture, size);
  else if (size >= 5 && memcmp (picture, "%PDF-", 5) == 0)
    text = find_in_pdf (picture, size);
  else
    text = find_in_svg (picture, size);
  return text != NULL && g_utf8_validate (text, -1, NULL) ? g_steal_pointer (&text) : NULL;
}
