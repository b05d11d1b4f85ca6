/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/dump/call-key.h"

#include <string.h>

#define MAX_INDEX 65535 /* more models than that is no list of models */

gboolean
ts_parse_digits (const char *text, gsize length, gint32 *value)
{
  gint64 number = 0;

  if (length == 0)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      number = MIN (number * 10 + (text[i] - '0'), G_MAXINT32);
    }
  *value = (gint32) number;
  return TRUE;
}

typedef struct
{
  const char *text;
  gsize length;
} Component;

/* The last component of key[0..length]; *rest is the length of what is before its dot. FALSE when
 * there is no dot. */
static gboolean
split_last (const char *key, gsize length, Component *last, gsize *rest)
{
  const char *dot = length > 0 ? memrchr (key, '.', length) : NULL;

  if (dot == NULL)
    return FALSE;
  last->text = dot + 1;
  last->length = (gsize) (key + length - last->text);
  *rest = (gsize) (dot - key);
  return TRUE;
}

static gboolean
is (const Component *component, const char *word)
{
  return component->length == strlen (word)
         && memcmp (component->text, word, component->length) == 0;
}

static TsCallDirection
direction_of (const Component *component)
{
  if (is (component, "forward"))
    return TS_CALL_FORWARD;
  if (is (component, "backward"))
    return TS_CALL_BACKWARD;
  if (is (component, "parameters_grad"))
    return TS_CALL_PARAMETERS_GRAD;
  return TS_CALL_NONE;
}

TsCallKey
ts_call_key_parse (const char *key, gsize length)
{
  TsCallKey call = { TS_CALL_NONE, length, FALSE, 0 };
  Component last, second;
  gsize before_last, before_second;
  gboolean has_second;
  TsCallDirection direction;

  if (!split_last (key, length, &last, &before_last))
    return call;
  has_second = split_last (key, before_last, &second, &before_second);
  direction = direction_of (&last);
  if (direction != TS_CALL_NONE)
    {
      call.direction = direction;
      call.base_length = before_last;
      if (direction != TS_CALL_PARAMETERS_GRAD && has_second
          && ts_parse_digits (second.text, second.length, &call.number))
        {
          call.has_number = TRUE;
          call.base_length = before_second;
        }
      return call;
    }
  if (!has_second || (direction = direction_of (&second)) == TS_CALL_NONE)
    return call;
  call.has_number = ts_parse_digits (last.text, last.length, &call.number);
  if (call.has_number || direction == TS_CALL_PARAMETERS_GRAD)
    {
      call.direction = direction;
      call.base_length = before_second;
    }
  return call;
}

gboolean
ts_call_is_module (const char *key, gsize length)
{
  return (length > 7 && memcmp (key, "Module.", 7) == 0)
         || (length > 5 && memcmp (key, "Cell.", 5) == 0);
}

gint32
ts_call_model_index (const char *base, gsize length)
{
  const char *first, *second, *end = base + length;
  gint32 index;

  if (!ts_call_is_module (base, length))
    return -1;
  first = (const char *) memchr (base, '.', length) + 1;
  second = memchr (first, '.', (gsize) (end - first));
  if (second == NULL || !ts_parse_digits (first, (gsize) (second - first), &index)
      || index > MAX_INDEX)
    return -1;
  /* Without a path between index and class, the index is the path: a child of a sequence. */
  return memchr (second + 1, '.', (gsize) (end - second - 1)) != NULL ? index : -1;
}
