/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/text/json-string.h"

#include <string.h>

#define REPLACEMENT 0xfffd

static guint
hex4 (const char *digits)
{
  guint value = 0;

  for (int i = 0; i < 4; i++)
    value = value << 4 | (guint) g_ascii_xdigit_value (digits[i]);
  return value;
}

/* The character of the escape \uXXXX whose digits begin at *digits, together with the low surrogate
 * after it when there is one; moves *digits to the last byte used. */
static gunichar
unicode_escape (const char **digits, const char *end)
{
  const char *p = *digits;
  guint unit = hex4 (p);

  *digits = p + 3;
  if (unit >= 0xd800 && unit < 0xdc00 && end - p >= 10 && p[4] == '\\' && p[5] == 'u')
    {
      guint low = hex4 (p + 6);

      if (low >= 0xdc00 && low < 0xe000)
        {
          *digits = p + 9;
          return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        }
    }
  return unit == 0 || (unit >= 0xd800 && unit < 0xe000) ? REPLACEMENT : unit;
}

/* p points behind the backslash; returns where the escape ends. */
static const char *
append_escape (GString *text, const char *p, const char *end)
{
  switch (*p)
    {
    case 'b':
      g_string_append_c (text, '\b');
      break;
    case 'f':
      g_string_append_c (text, '\f');
      break;
    case 'n':
      g_string_append_c (text, '\n');
      break;
    case 'r':
      g_string_append_c (text, '\r');
      break;
    case 't':
      g_string_append_c (text, '\t');
      break;
    case 'u':
      p++;
      g_string_append_unichar (text, unicode_escape (&p, end));
      break;
    default: /* quote, backslash, slash */
      g_string_append_c (text, *p);
      break;
    }
  return p + 1;
}

static void
append_utf8 (GString *text, const char *raw, gsize length)
{
  while (length > 0)
    {
      const char *valid_end;

      g_utf8_validate_len (raw, length, &valid_end);
      g_string_append_len (text, raw, valid_end - raw);
      length -= (gsize) (valid_end - raw);
      raw = valid_end;
      if (length > 0)
        {
          g_string_append_unichar (text, REPLACEMENT);
          raw++;
          length--;
        }
    }
}

void
ts_json_unescape (const char *raw, gsize length, GString *text)
{
  const char *p = raw, *end = raw + length;

  g_string_truncate (text, 0);
  while (p < end)
    {
      const char *stop = memchr (p, '\\', (gsize) (end - p));

      append_utf8 (text, p, (gsize) ((stop != NULL ? stop : end) - p));
      if (stop == NULL)
        break;
      p = append_escape (text, stop + 1, end);
    }
}
