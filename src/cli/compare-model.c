/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"
#include "cli/command-line.h"

#include "model/output.h"
#include "ingest/dump/dump-structure.h"
#include "structure/structure-comparison.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char *debug, *json, *csv;
  gboolean fuzzy, by_default, compat;
  char **rest;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->debug);
  g_free (self->json);
  g_free (self->csv);
  g_strfreev (self->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse (int argc, char **argv, Options *options, GError **error)
{
  const GOptionEntry entries[] = {
    { "compare-model", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &options->debug, NULL,
      NULL },
    { "default", 0, 0, G_OPTION_ARG_NONE, &options->by_default,
      N_ ("Match calls of equal names under equal names, as msProbe does"), NULL },
    { "fuzzy", 0, 0, G_OPTION_ARG_NONE, &options->fuzzy,
      N_ ("Match API calls without their numbers, as msProbe’s fuzzy matching does"), NULL },
    { "compat", 0, 0, G_OPTION_ARG_NONE, &options->compat,
      N_ ("Trees and verdicts as msProbe makes them"), NULL },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options->json,
      N_ ("Write the comparison as JSON; - is stdout"), N_ ("FILE") },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &options->csv,
      N_ ("Write the comparison as CSV; - is stdout"), N_ ("FILE") },
    { G_OPTION_REMAINING, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &options->rest,
      NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TsCommandText text
      = { N_ ("--compare-model DEBUG BENCH"),
          N_ ("Compares the calls of two dumps of msProbe: DEBUG, the run under suspicion, and "
              "BENCH, the reference. Each is the folder of one step and rank."),
          N_ ("Exit status: 0 no problem, 4 problems found, 1 failed, 2 wrong usage.\n") };

  if (!ts_command_parse (&text, entries, argc, argv, error))
    return FALSE;
  if (options->rest != NULL && options->rest[1] == NULL && !(options->fuzzy && options->by_default))
    return TRUE;
  if (options->fuzzy && options->by_default)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _ ("--fuzzy and --default exclude each other."));
  else
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _ ("--compare-model needs two dumps, DEBUG and BENCH."));
  return FALSE;
}

static TsStructure *
load (const char *path, gboolean compat, GError **error)
{
  g_autofree char *folder = ts_dump_structure_find (path, -1, -1, error);
  TsStructure *structure = folder != NULL ? ts_dump_structure_load (folder, compat, error) : NULL;

  for (guint i = 0; structure != NULL && i < structure->notes->len; i++)
    g_printerr ("trendscope: %s: %s\n", path,
                (const char *) g_ptr_array_index (structure->notes, i));
  return structure;
}

static gboolean
check_tasks (const TsStructure *debug, const TsStructure *bench, GError **error)
{
  if ((debug->task == TS_DUMP_MD5) == (bench->task == TS_DUMP_MD5))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
               _ ("One dump holds checksums, the other statistics; they can’t be compared."));
  return FALSE;
}

static gboolean
write_out (const char *path, GString *text, GError **error)
{
  gboolean good = ts_output_write_all (path, text->str, text->len, error);

  g_string_free (text, TRUE);
  return good;
}

static int
report (const Options *options, const TsStructureComparison *comparison)
{
  g_autoptr (GError) error = NULL;
  guint problems = ts_structure_comparison_count_problems (comparison);

  if (options->json != NULL
      && !write_out (options->json, ts_structure_comparison_to_json (comparison), &error))
    return ts_command_report (error, TS_EXIT_NOTHING);
  if (options->csv != NULL
      && !write_out (options->csv, ts_structure_comparison_to_csv (comparison), &error))
    return ts_command_report (error, TS_EXIT_NOTHING);
  if (options->json == NULL && options->csv == NULL)
    g_print (_ ("%u calls against %u, %u with a problem\n"), comparison->debug->n_calls,
             comparison->bench->n_calls, problems);
  return problems > 0 ? TS_EXIT_FOUND : TS_EXIT_OK;
}

int
ts_cli_compare_model (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TsStructure) debug = NULL, bench = NULL;
  g_autoptr (TsStructureAlignment) alignment = NULL;
  g_autofree TsStatus *statuses = NULL;
  TsAlignMode mode;
  gboolean md5;

  if (!parse (argc, argv, &options, &error))
    return ts_command_report_usage (error, "--compare-model");
  debug = load (options.debug, options.compat, &error);
  bench = debug != NULL ? load (options.rest[0], options.compat, &error) : NULL;
  if (bench == NULL || !check_tasks (debug, bench, &error))
    return ts_command_report (error, TS_EXIT_NOTHING);
  mode = options.fuzzy                          ? TS_ALIGN_FUZZY
         : options.by_default || options.compat ? TS_ALIGN_DEFAULT
                                                : TS_ALIGN_SEQUENCE;
  md5 = debug->task == TS_DUMP_MD5;
  alignment = ts_structure_alignment_new (debug, bench, mode);
  statuses = ts_verdict_judge_all (debug, bench, alignment, md5);
  return report (&options, &(TsStructureComparison){ debug, bench, options.debug, options.rest[0],
                                                     alignment, statuses, md5 });
}
