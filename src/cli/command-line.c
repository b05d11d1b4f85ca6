/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/command-line.h"

#include "cli/cli.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
is_known (const GOptionEntry *entries, const char *name, gsize length)
{
  for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++)
    if (strlen (entry->long_name) == length && strncmp (entry->long_name, name, length) == 0)
      return TRUE;
  return FALSE;
}

/* "--world_size" is "--world-size": arguments are often pasted from Python. Other arguments, which
 * may be values or names of files, stay as they are. */
static char *
dup_argument (const GOptionEntry *entries, const char *argument)
{
  g_autofree char *copy = g_strdup (argument);
  gsize end = strcspn (copy, "=");

  if (!g_str_has_prefix (copy, "--"))
    return g_steal_pointer (&copy);
  for (gsize i = 2; i < end; i++)
    if (copy[i] == '_')
      copy[i] = '-';
  return is_known (entries, copy + 2, end - 2) ? g_steal_pointer (&copy) : g_strdup (argument);
}

static GOptionContext *
create_context (const TsCommandText *text, const GOptionEntry *entries)
{
  GOptionContext *context = g_option_context_new (text->usage);

  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, text->summary);
  if (text->notes != NULL)
    g_option_context_set_description (context, text->notes);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return context;
}

/* Asked for here: the parser would take it for the operand of "--model --help", and end the
 * process. */
static gboolean
wants_help (char **argv)
{
  for (char **arg = argv; *arg != NULL && strcmp (*arg, "--") != 0; arg++)
    if (strcmp (*arg, "--help") == 0 || strcmp (*arg, "-h") == 0)
      return TRUE;
  return FALSE;
}

gboolean
ts_command_parse (
    const TsCommandText *text, const GOptionEntry *entries, int argc, char **argv, GError **error)
{
  g_autoptr (GOptionContext) context = create_context (text, entries);
  g_auto (GStrv) copy = g_new0 (char *, (gsize) argc + 1);

  for (int i = 0; i < argc; i++)
    copy[i] = dup_argument (entries, argv[i]);
  if (g_get_prgname () == NULL)
    g_set_prgname ("trendscope");
  if (!wants_help (copy))
    return g_option_context_parse_strv (context, &copy, error);
  g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);
  g_print ("%s", help);
  return FALSE;
}

gboolean
ts_command_take_none (char **rest, const char *command, GError **error)
{
  if (rest == NULL)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               /* Translators: something that was typed, then a command. */
               _ ("“%s” is not an option of %s"), rest[0], command);
  return FALSE;
}

int
ts_command_report (const GError *error, int status)
{
  if (error == NULL)
    return TS_EXIT_OK;
  g_printerr ("trendscope: %s\n", error->message);
  return status;
}

int
ts_command_report_usage (const GError *error, const char *command)
{
  int status = ts_command_report (error, TS_EXIT_USAGE);

  if (status != TS_EXIT_OK)
    g_printerr (_ ("Try “trendscope %s --help”.\n"), command);
  return status;
}
