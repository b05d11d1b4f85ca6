/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/call-name.h"

#include <string.h>

static TsCallKind
parse_kind (const char *name)
{
  static const char *const apis[] = {
    "Tensor.",    "Torch.",       "Functional.",     "NPU.",
    "VF.",        "Distributed.", "Aten.",           "Mint.",
    "Primitive.", "Jit.",         "MintFunctional.", "MindSpeed.",
  };

  for (guint i = 0; i < G_N_ELEMENTS (apis); i++)
    if (g_str_has_prefix (name, apis[i]))
      return TS_CALL_API;
  return TS_CALL_MODULE;
}

static TsCallDirection
parse_direction (const char *part, gsize length)
{
  static const struct
  {
    const char *word;
    TsCallDirection direction;
  } words[] = { { "forward", TS_DIRECTION_FORWARD },
                { "backward", TS_DIRECTION_BACKWARD },
                { "parameters_grad", TS_DIRECTION_GRADIENT } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].word) == length && memcmp (part, words[i].word, length) == 0)
      return words[i].direction;
  return TS_DIRECTION_NONE;
}

/* Takes the last part off name[0..*end] when it is a number. */
static gint32
take_number (const char *name, gsize *end)
{
  gsize p = *end;
  gint64 number = 0;

  while (p > 0 && g_ascii_isdigit (name[p - 1]))
    p--;
  if (p == *end || p == 0 || name[p - 1] != '.' || *end - p > 9)
    return -1;
  for (gsize i = p; i < *end; i++)
    number = number * 10 + (name[i] - '0');
  *end = p - 1;
  return (gint32) number;
}

static TsCallDirection
take_direction (const char *name, gsize *end)
{
  gsize p = *end;
  TsCallDirection direction;

  while (p > 0 && name[p - 1] != '.')
    p--;
  direction = p > 0 ? parse_direction (name + p, *end - p) : TS_DIRECTION_NONE;
  if (direction != TS_DIRECTION_NONE)
    *end = p - 1;
  return direction;
}

TsCallName
ts_call_name_parse (const char *name)
{
  gsize whole = strlen (name), end = whole;
  TsCallName parts = { parse_kind (name), TS_DIRECTION_NONE, -1, whole, FALSE };

  parts.number = take_number (name, &end);
  parts.direction = take_direction (name, &end);
  parts.number_last = parts.number >= 0;
  if (parts.direction == TS_DIRECTION_NONE)
    parts.number = -1;
  else
    {
      if (parts.number < 0 && parts.direction != TS_DIRECTION_GRADIENT)
        parts.number = take_number (name, &end);
      parts.base = end;
    }
  return parts;
}

char *
ts_call_name_with (const char *name,
                   const TsCallName *parts,
                   TsCallDirection direction,
                   gint32 number)
{
  static const char *const words[] = { "", "forward", "backward", "parameters_grad" };
  int base = (int) parts->base;

  if (number < 0)
    return g_strdup_printf ("%.*s.%s", base, name, words[direction]);
  if (parts->number_last || parts->direction == TS_DIRECTION_GRADIENT)
    return g_strdup_printf ("%.*s.%s.%d", base, name, words[direction], number);
  return g_strdup_printf ("%.*s.%d.%s", base, name, number, words[direction]);
}

const char *
ts_call_name_get_path (const char *name, const TsCallName *parts, gsize *length)
{
  const char *dot = memchr (name, '.', parts->base);
  gsize end = parts->base;

  *length = 0;
  if (dot == NULL)
    return name;
  while (end > 0 && name[end - 1] != '.')
    end--;
  if (end > (gsize) (dot - name) + 1)
    *length = end - 1 - (gsize) (dot + 1 - name);
  return dot + 1;
}
