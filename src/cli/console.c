/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/console.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

/* Of what charset lacks, what is alike; not by g_convert(), which takes that for an error. NULL
 * when it can't be done. */
static char *
transliterate (const char *text, const char *charset)
{
  g_autofree char *alike = g_strconcat (charset, "//TRANSLIT", NULL);
  GIConv converter = g_iconv_open (alike, "UTF-8");
  gsize in_left = strlen (text), out_left = 8 * in_left, result;
  char *converted = g_malloc0 (out_left + 1);
  char *in = (char *) text, *out = converted;

  if (converter == (GIConv) -1)
    {
      g_free (converted);
      return NULL;
    }
  result = g_iconv (converter, &in, &in_left, &out, &out_left);
  g_iconv_close (converter);
  if (result == (gsize) -1)
    g_clear_pointer (&converted, g_free);
  return converted;
}

/* Like GLib's own, but that what the character set lacks becomes something alike ("…" to "...")
 * where there is anything alike, and "?" only where not. */
static void
print_to (FILE *stream, const char *text)
{
  const char *charset;
  g_autofree char *converted = NULL;

  if (!g_get_charset (&charset))
    {
      converted = transliterate (text, charset);
      if (converted == NULL)
        converted = g_convert_with_fallback (text, -1, charset, "UTF-8", "?", NULL, NULL, NULL);
    }
  fputs (converted != NULL ? converted : text, stream);
  fflush (stream);
}

static void
print_out (const char *text)
{
  print_to (stdout, text);
}

static void
print_err (const char *text)
{
  print_to (stderr, text);
}

void
ts_console_init (void)
{
  const char *locale = setlocale (LC_CTYPE, NULL);

  /* That locale mostly means that none was set up, in a container or a cron job; where its output
   * goes takes UTF-8 as everywhere else. ASCII has neither "±" nor "·". */
  if (g_strcmp0 (locale, "C") == 0 || g_strcmp0 (locale, "POSIX") == 0)
    setlocale (LC_CTYPE, "C.UTF-8");
  g_set_print_handler (print_out);
  g_set_printerr_handler (print_err);
}
