/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/json-text.h"

void
_ts_json_append (GString *json, const char *text)
{
  if (text == NULL)
    {
      g_string_append (json, "null");
      return;
    }
  g_string_append_c (json, '"');
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      g_string_append_printf (json, "\\%c", *text);
    else if ((guchar) *text < 0x20)
      g_string_append_printf (json, "\\u%04x", (guint) (guchar) *text);
    else
      g_string_append_c (json, *text);
  g_string_append_c (json, '"');
}
