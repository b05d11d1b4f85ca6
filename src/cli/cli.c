/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"

#include "cli/interrupt.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  const char *option;
  int (*run) (int argc, char **argv);
  gboolean watches_signals; /* by itself, since it ends in good order */
} Command;

static int
print_version (int argc, char **argv)
{
  g_print ("trendscope %s\n", TS_VERSION);
  return TS_EXIT_OK;
}

static int
print_help (int argc, char **argv)
{
  g_print (
      _ ("Usage:\n"
         "  trendscope [FOLDER|FILE…]           open a folder of msProbe data or a *.trend.db\n"
         "  trendscope --convert …              msProbe data to *.trend.db, without a display\n"
         "  trendscope --check-parts DIR        whether all parts of a run are there\n"
         "  trendscope --merge OUT PART…        one database of the parts of a run\n"
         "  trendscope --find-faults DB|FOLDER  what went wrong first in a run\n"
         "  trendscope --compare A B …          where a run begins to differ from another\n"
         "  trendscope --export-heatmap FILE …  a view of a database as PNG, SVG or PDF\n"
         "  trendscope --export-lines FILE …    lines of a database as PNG, SVG or PDF\n"
         "  trendscope --plot-parallelism …     the Megatron parallel layout as a picture\n"
         "  trendscope --timeline FOLDER …      pipeline logs: bubbles, figures, trace, picture\n"
         "  trendscope --plan-timeline PLAN …   the same of a schedule that is only planned\n"
         "  trendscope --model DUMP …           the tree of calls of a dump, overflow levels\n"
         "  trendscope --compare-model A B …    the calls of two dumps side by side\n"
         "  trendscope --version\n"
         "\n"
         "Each command explains its options with --help.\n"));
  return TS_EXIT_OK;
}

static const Command commands[] = {
  { "--convert", ts_cli_convert, TRUE },
  { "--check-parts", ts_cli_check_parts, TRUE },
  { "--merge", ts_cli_merge, TRUE },
  { "--find-faults", ts_cli_find_faults, TRUE },
  { "--compare", ts_cli_compare, TRUE },
  { "--export-heatmap", ts_cli_export },
  { "--export-lines", ts_cli_export },
  { "--plot-parallelism", ts_cli_plot_parallelism },
  { "--timeline", ts_cli_timeline, TRUE },
  { "--plan-timeline", ts_cli_timeline, TRUE },
  { "--model", ts_cli_model },
  { "--compare-model", ts_cli_compare_model },
  { "--version", print_version },
  { "--help", print_help },
  { "-h", print_help },
};

static gboolean
asks_for (const char *arg, const char *option)
{
  gsize length = strlen (option);
  return strncmp (arg, option, length) == 0 && (arg[length] == '\0' || arg[length] == '=');
}

/* The first option in argv that the program with the window does not know; NULL: none. */
static const char *
find_unknown_option (int argc, char **argv)
{
  for (int i = 1; i < argc && g_strcmp0 (argv[i], "--") != 0; i++)
    if (argv[i][0] == '-' && !g_str_has_prefix (argv[i], "--gapplication-"))
      return argv[i];
  return NULL;
}

/* A full disk behind a redirected standard output is noticed at the end at the latest. */
static int
check_stdout (int status)
{
  if (fflush (stdout) == 0 && !ferror (stdout))
    return status;
  g_printerr ("trendscope: %s\n", _ ("Could not write to standard output."));
  return status == TS_EXIT_OK ? TS_EXIT_NOTHING : status;
}

/* A signal leaves no half-written file beside the one that was to be. */
static int
run_command (const Command *command, int argc, char **argv)
{
  TsInterrupt *interrupt;
  int status;

  if (command->watches_signals)
    return command->run (argc, argv);
  interrupt = ts_interrupt_new_at_once ();
  status = command->run (argc, argv);
  ts_interrupt_free (interrupt);
  return status;
}

gboolean
ts_cli_run (int argc, char **argv, int *exit_status)
{
  const char *unknown;

  /* The first one: later ones may be options of its own with the same name. */
  for (int i = 1; i < argc && g_strcmp0 (argv[i], "--") != 0; i++)
    for (guint c = 0; c < G_N_ELEMENTS (commands); c++)
      if (asks_for (argv[i], commands[c].option))
        {
          *exit_status = check_stdout (run_command (&commands[c], argc, argv));
          return TRUE;
        }
  unknown = find_unknown_option (argc, argv);
  if (unknown == NULL)
    return FALSE;
  g_printerr (_ ("trendscope: unknown option “%s”; see “trendscope --help”\n"), unknown);
  *exit_status = TS_EXIT_USAGE;
  return TRUE;
}
