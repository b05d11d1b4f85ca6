/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/folder-names.h"

#include <string.h>

#define MAX_NUMBER (G_GINT64_CONSTANT (1) << 53)

/* The digits at text; *end is what follows. FALSE when there is none or the number is absurd. */
static gboolean
read_digits (const char *text, gint64 *number, const char **end)
{
  gint64 n = 0;
  const char *p = text;

  for (; g_ascii_isdigit (*p); p++)
    {
      n = n * 10 + (*p - '0');
      if (n > MAX_NUMBER)
        return FALSE;
    }
  *number = n;
  *end = p;
  return p != text;
}

static gboolean
is_numbered (const char *name, const char *word, gboolean underscore, gint64 *number)
{
  gsize length = strlen (word);
  const char *end;

  if (strncmp (name, word, length) != 0)
    return FALSE;
  name += length;
  if (underscore && *name == '_')
    name++;
  return read_digits (name, number, &end) && *end == '\0';
}

/* The last "-rank<R>-": the time before it may hold anything. */
static gboolean
is_run (const char *name, gint64 *number)
{
  const char *found = NULL;
  const char *end;
  gint64 n;

  for (const char *p = strstr (name, "-rank"); p != NULL; p = strstr (p + 1, "-rank"))
    if (read_digits (p + strlen ("-rank"), &n, &end) && *end == '-')
      {
        found = p;
        *number = n;
      }
  return found != NULL;
}

TsFolderKind
ts_folder_kind (const char *name, gint64 *number)
{
  gint64 ignored;

  if (number == NULL)
    number = &ignored;
  *number = 0;
  if (is_numbered (name, "step", TRUE, number))
    return TS_FOLDER_STEP;
  if (is_numbered (name, "rank", TRUE, number))
    return TS_FOLDER_RANK;
  if (is_numbered (name, "proc", FALSE, number) || is_numbered (name, "pid", FALSE, number))
    return TS_FOLDER_PROCESS;
  *number = 0;
  if (strcmp (name, "rank") == 0)
    return TS_FOLDER_PLAIN_RANK;
  if (is_run (name, number))
    return TS_FOLDER_RUN;
  return TS_FOLDER_OTHER;
}
