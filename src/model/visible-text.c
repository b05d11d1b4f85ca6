/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/visible-text.h"

static gboolean
is_hidden (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0)             /* control characters */
         || c == 0x061c || c == 0x200e || c == 0x200f    /* marks of a direction */
         || (c >= 0x2028 && c <= 0x202e)                 /* line ends, embeddings, overrides */
         || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff; /* isolates, byte order mark */
}

static gboolean
has_hidden (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (is_hidden (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

char *
ts_visible_text (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *visible;

  if (!has_hidden (valid))
    return g_steal_pointer (&valid);
  visible = g_string_new (NULL);
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);
      if (is_hidden (c))
        g_string_append_printf (visible, "\\u%04x", c);
      else
        g_string_append_unichar (visible, c);
    }
  return g_string_free (visible, FALSE);
}
