/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/text/json-number.h"

#include "ingest/text/decimal.h"

#include <math.h>
#include <string.h>

/* Only digits behind an optional minus. */
static gboolean
is_integer (const char *text, gsize length)
{
  for (gsize i = *text == '-'; i < length; i++)
    if (!g_ascii_isdigit (text[i]))
      return FALSE;
  return TRUE;
}

double
ts_json_parse_number (const char *text, gsize length)
{
  double value;

  if (!ts_decimal_parse (text, length, &value))
    return NAN; /* the reader lets nothing else through but the words for NaN and infinity */
  if (isinf (value) && is_integer (text, length))
    return value > 0 ? G_MAXDOUBLE : -G_MAXDOUBLE;
  return value;
}
