/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"
#include "cli/command-line.h"

#include "model/output.h"
#include "ingest/dump/dump-structure.h"
#include "structure/overflow.h"
#include "structure/structure-json.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  char *dump, *json;
  gint64 step, rank;
  gboolean overflow, compat;
  char **rest;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->dump);
  g_free (self->json);
  g_strfreev (self->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse (int argc, char **argv, Options *options, GError **error)
{
  const GOptionEntry entries[] = {
    { "model", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &options->dump, NULL, NULL },
    { "step", 0, 0, G_OPTION_ARG_INT64, &options->step, N_ ("The step (default: the first)"),
      N_ ("STEP") },
    { "rank", 0, 0, G_OPTION_ARG_INT64, &options->rank, N_ ("The rank (default: the first)"),
      N_ ("RANK") },
    { "overflow", 0, 0, G_OPTION_ARG_NONE, &options->overflow,
      N_ ("Print the calls with an overflow level and why they have it"), NULL },
    { "compat", 0, 0, G_OPTION_ARG_NONE, &options->compat,
      N_ ("The tree as msProbe’s hierarchical view builds it"), NULL },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options->json,
      N_ ("Write the tree as JSON; - is stdout"), N_ ("FILE") },
    { G_OPTION_REMAINING, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &options->rest,
      NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TsCommandText text
      = { N_ ("--model DUMP"),
          N_ ("The tree of calls of one step and rank of a dump of msProbe, with its overflow "
              "levels."),
          N_ ("Exit status: 0 no overflow, 4 overflow levels found, 1 failed, 2 wrong "
              "usage.\n") };

  if (!ts_command_parse (&text, entries, argc, argv, error))
    return FALSE;
  if (options->rest != NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("Unexpected argument “%s”."),
                 options->rest[0]);
  else if (options->step < -1 || options->rank < -1)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _ ("--step and --rank are whole numbers from 0 on."));
  return options->rest == NULL && options->step >= -1 && options->rank >= -1;
}

static guint
count_levels (const TsStructure *structure)
{
  guint n = 0;

  for (guint32 i = 0; i < structure->n_calls; i++)
    n += structure->calls[i].overflow != TS_OVERFLOW_NONE;
  return n;
}

static void
print_overflows (const TsStructure *structure)
{
  for (guint32 i = 0; i < structure->n_calls; i++)
    {
      const TsCall *call = &structure->calls[i];
      const char *level = ts_overflow_level_get_name ((TsOverflowLevel) call->overflow);
      g_autofree char *cause = level != NULL ? ts_overflow_dup_cause (structure, i) : NULL;
      if (level != NULL)
        g_print ("%s: %s: %s\n", level, call->name, cause);
    }
}

static void
print_summary (const TsStructure *structure, guint n_levels)
{
  guint32 origin = ts_overflow_find_origin (structure);

  g_print (_ ("%u calls, %d micro-steps, %u with an overflow level\n"), structure->n_calls,
           structure->micro_steps, n_levels);
  if (origin != TS_NO_CALL)
    g_print (_ ("first at %s\n"), structure->calls[origin].name);
}

static int
run (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TsStructure) structure = NULL;
  g_autofree char *folder
      = ts_dump_structure_find (options->dump, options->step, options->rank, &error);
  guint n_levels;

  if (folder != NULL)
    structure = ts_dump_structure_load (folder, options->compat, &error);
  if (structure == NULL)
    return ts_command_report (error, TS_EXIT_NOTHING);
  n_levels = count_levels (structure);
  for (guint i = 0; i < structure->notes->len; i++)
    g_printerr ("trendscope: %s\n", (const char *) g_ptr_array_index (structure->notes, i));
  if (options->json != NULL)
    {
      GString *json = ts_structure_to_json (structure, folder);
      gboolean good = ts_output_write_all (options->json, json->str, json->len, &error);
      g_string_free (json, TRUE);
      if (!good)
        return ts_command_report (error, TS_EXIT_NOTHING);
    }
  if (options->overflow)
    print_overflows (structure);
  else if (options->json == NULL)
    print_summary (structure, n_levels);
  return n_levels > 0 ? TS_EXIT_FOUND : TS_EXIT_OK;
}

int
ts_cli_model (int argc, char **argv)
{
  g_auto (Options) options = { .step = -1, .rank = -1 };
  g_autoptr (GError) error = NULL;

  if (!parse (argc, argv, &options, &error))
    return ts_command_report_usage (error, "--model");
  return run (&options);
}
