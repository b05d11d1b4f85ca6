/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/number-format.h"

#include <math.h>
#include <string.h>

static const char *
special_name (double value)
{
  if (isnan (value))
    return "nan";
  return value > 0 ? "inf" : "-inf";
}

char *
ts_format_exact (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    return g_strdup (special_name (value));
  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];
      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (buffer, sizeof buffer, format, value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  return g_strdup (buffer);
}

/* "1.5e-07" -> "1.5e-7", "1e+09" -> "1e9". */
static void
tidy_exponent (char *text)
{
  char *e = strchr (text, 'e');
  char *from, *to;

  if (e == NULL)
    return;
  to = e + 1;
  from = e + 1;
  if (*from == '-')
    *to++ = *from++;
  else if (*from == '+')
    from++;
  while (*from == '0' && from[1] != '\0')
    from++;
  memmove (to, from, strlen (from) + 1);
}

char *
ts_format_short (double value, int digits)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char format[8];
  double size = fabs (value);
  gboolean exponent;

  if (isnan (value))
    return g_strdup ("NaN");
  if (isinf (value))
    return g_strdup (value > 0 ? "+Inf" : "−Inf");
  digits = CLAMP (digits, 1, 17);
  exponent = size != 0 && (size < 1e-4 || size >= 1e6);
  if (exponent)
    g_snprintf (format, sizeof format, "%%.%de", digits - 1);
  else
    g_snprintf (format, sizeof format, "%%.%dg",
                MAX (digits, size >= 1 ? (int) floor (log10 (size)) + 1 : 1));
  g_ascii_formatd (buffer, sizeof buffer, format, value);
  if (exponent)
    {
      char *e = strchr (buffer, 'e');
      char *end = e;
      if (memchr (buffer, '.', (gsize) (e - buffer)) != NULL)
        {
          while (end[-1] == '0')
            end--;
          if (end[-1] == '.')
            end--;
        }
      memmove (end, e, strlen (e) + 1);
      tidy_exponent (buffer);
    }
  return g_strdup (buffer);
}

char *
ts_format_minus (char *text)
{
  char *result;

  if (*text != '-')
    return text;
  result = g_strconcat ("−", text + 1, NULL);
  g_free (text);
  return result;
}

char *
ts_format_count (guint64 n)
{
  g_autofree char *plain = g_strdup_printf ("%" G_GUINT64_FORMAT, n);
  gsize length = strlen (plain);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (text, "\u2009");
      g_string_append_c (text, plain[i]);
    }
  return g_string_free (text, FALSE);
}

char *
ts_format_bytes (guint64 n)
{
  static const char *const units[] = { "B", "kB", "MB", "GB", "TB", "PB" };
  double size = (double) n;
  guint unit = 0;

  while (size >= 999.5 && unit + 1 < G_N_ELEMENTS (units))
    {
      size /= 1000;
      unit++;
    }
  g_autofree char *number = ts_format_short (size, size < 9.95 && unit > 0 ? 2 : 3);
  return g_strdup_printf ("%s %s", number, units[unit]);
}

gboolean
ts_parse_double (const char *text, gssize len, double *value)
{
  char small[64];
  g_autofree char *large = NULL;
  char *end;
  const char *start;

  if (len < 0)
    len = (gssize) strlen (text);
  while (len > 0 && g_ascii_isspace (text[len - 1]))
    len--;
  while (len > 0 && g_ascii_isspace (text[0]))
    {
      text++;
      len--;
    }
  if (len == 0 || memchr (text, '\0', (gsize) len) != NULL)
    return FALSE;
  if ((gsize) len < sizeof small)
    {
      memcpy (small, text, (gsize) len);
      small[len] = '\0';
      start = small;
    }
  else
    start = large = g_strndup (text, (gsize) len);
  /* strtod also takes hexadecimal and "nan(...)", which no writer of ours produces. */
  if (strpbrk (start, "xXpP(") != NULL)
    return FALSE;
  *value = g_ascii_strtod (start, &end);
  return *end == '\0' && end != start;
}
