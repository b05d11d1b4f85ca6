/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/text/json-number.h"

#include "ingest/text/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* With fewer digits every integer is a double. */
#define MAX_SAFE_DIGITS 15

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

gboolean
ts_json_number_is_exact (const char *text, gsize length, double value)
{
  char digits[DBL_MAX_10_EXP + 4]; /* with sign and NUL */

  if (length <= MAX_SAFE_DIGITS || !is_integer (text, length))
    return TRUE;
  /* Without point or groups, so the same in every locale. */
  return (gsize) snprintf (digits, sizeof digits, "%.0f", value) == length
         && memcmp (digits, text, length) == 0;
}
