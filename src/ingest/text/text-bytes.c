/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/text/text-bytes.h"

#include <string.h>

/* Whether text is valid UTF-8 without NUL, as names mostly are. */
gboolean
ts_text_bytes_are_plain (const char *text, gsize length)
{
  const guint64 high = G_GUINT64_CONSTANT (0x8080808080808080);
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  gsize i = 0;

  for (; i + 8 <= length; i += 8)
    {
      guint64 word;
      memcpy (&word, text + i, 8);
      /* A byte above 0x7f, or (a borrow out of) a zero byte. */
      if (((word | (word - ones)) & high) != 0)
        return g_utf8_validate_len (text, length, NULL);
    }
  for (; i < length; i++)
    if (text[i] == '\0' || (guint8) text[i] >= 0x80)
      return g_utf8_validate_len (text, length, NULL);
  return TRUE;
}

/* Appends text as UTF-8. Bytes that are none, and NUL, become "\xNN", so that they can be shown and
 * different names stay different. */
void
ts_text_bytes_append (GString *out, const char *text, gsize length)
{
  const char *end = text + length;

  while (text < end)
    {
      const char *valid_end = text;

      /* Stops at NUL too. */
      g_utf8_validate_len (text, (gsize) (end - text), &valid_end);
      g_string_append_len (out, text, valid_end - text);
      text = valid_end;
      if (text < end)
        g_string_append_printf (out, "\\x%02x", (guint8) *text++);
    }
}

/* The same as a string of its own. Caller frees. */
char *
ts_text_bytes_to_utf8 (const char *text, gsize length)
{
  GString *out = g_string_sized_new (length + 1);

  ts_text_bytes_append (out, text, length);
  return g_string_free (out, FALSE);
}
