/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* g_string_append_len() without a call where there is room, which in a buffer that is used again
 * and again there nearly always is: names are put together once per tensor. */
static inline void
ts_string_append (GString *string, const char *text, gsize length)
{
  if (G_UNLIKELY (string->len + length >= string->allocated_len))
    {
      g_string_append_len (string, text, (gssize) length);
      return;
    }
  memcpy (string->str + string->len, text, length);
  string->len += length;
  string->str[string->len] = '\0';
}

/* The same for setting string to text. */
static inline void
ts_string_set (GString *string, const char *text, gsize length)
{
  string->len = 0;
  ts_string_append (string, text, length);
}

/* Drops what is behind length, which must not be more than there is. */
static inline void
ts_string_cut (GString *string, gsize length)
{
  string->len = length;
  string->str[length] = '\0';
}

G_END_DECLS
