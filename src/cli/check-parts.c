/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"
#include "cli/command-line.h"
#include "cli/interrupt.h"

#include "find/finding-text.h"
#include "find/findings-file.h"
#include "merge/parts-check.h"
#include "model/number-format.h"
#include "model/output.h"
#include "store/run-location.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  char *report;
  gboolean check_parts;
  gboolean find_faults;
  char **rest;
} Arguments;

static void
arguments_clear (Arguments *self)
{
  g_free (self->report);
  g_strfreev (self->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arguments, arguments_clear)

static gboolean
parse_arguments (Arguments *self, int argc, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "check-parts", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &self->check_parts, NULL, NULL },
    { "report", 0, 0, G_OPTION_ARG_FILENAME, &self->report,
      N_ ("Write what the imports of all parts left out, and why, to FILE as JSON"), N_ ("FILE") },
    { "find-faults", 0, 0, G_OPTION_ARG_NONE, &self->find_faults,
      N_ ("Look for faults in the whole run, when it is complete"), NULL },
    { G_OPTION_REMAINING, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &self->rest, NULL,
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TsCommandText text
      = { N_ ("--check-parts DIR"),
          N_ ("Whether every part that --convert --shard was to make is in DIR, and complete."),
          N_ ("Exit status: 0 all parts are there, 1 parts are missing or don’t belong together,\n"
              "2 wrong usage, 3 all are there, but something was skipped (named in the "
              "report).\n") };

  return ts_command_parse (&text, entries, argc, argv, error);
}

/* ---- what is said ---- */

static void
print_parts (const TsPartsCheck *check)
{
  g_autofree char *name = ts_run_location_dup_name (check->location);
  g_autofree char *rows = ts_format_count (ts_import_report_get_rows_stored (check->report));

  for (guint i = 0; i < check->parts->len; i++)
    {
      const TsPartState *part = g_ptr_array_index (check->parts, i);
      g_autofree char *file = g_filename_display_basename (part->path);
      if (part->problem != NULL)
        g_printerr ("%s: %s\n", file, part->problem);
    }
  if (check->n_bad == 0)
    g_printerr (_ ("%s: all %u parts are there, %s rows.\n"), name, check->n_parts, rows);
  else
    g_printerr (_ ("%s: %u of %u parts are missing or can’t be used. Run those again; the others "
                   "stay as they are.\n"),
                name, check->n_bad, check->n_parts);
}

static gboolean
print_faults (const TsPartsCheck *check, GCancellable *cancellable, GError **error)
{
  g_auto (TsFindOptions) options = { 0 };
  g_autoptr (TsCatalog) catalog = ts_catalog_load (check->location, cancellable, error);
  g_autoptr (TsFindings) findings = NULL;
  g_autofree char *sentence = NULL;

  ts_find_options_init (&options);
  if (catalog != NULL)
    findings = ts_findings_file_find (catalog, &options, cancellable, error);
  if (findings == NULL)
    return FALSE;
  sentence = ts_findings_dup_sentence (findings, catalog);
  g_printerr ("%s\n", sentence);
  return TRUE;
}

static gboolean
write_report (const char *path, const GPtrArray *checks, GError **error)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autofree char *json = NULL;
  gsize length;

  for (guint i = 0; i < checks->len; i++)
    ts_import_report_merge (report, ((TsPartsCheck *) g_ptr_array_index (checks, i))->report, NULL);
  json = ts_import_report_to_json (report, &length);
  return ts_output_write_all (path, json, length, error);
}

static int
check_folder (const Arguments *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) checks = ts_parts_check_folder (self->rest[0], cancellable, error);
  int status = TS_EXIT_OK;

  if (checks == NULL)
    return TS_EXIT_NOTHING;
  for (guint i = 0; i < checks->len; i++)
    {
      const TsPartsCheck *check = g_ptr_array_index (checks, i);
      print_parts (check);
      if (check->n_bad > 0)
        status = TS_EXIT_NOTHING;
      else if (self->find_faults && !print_faults (check, cancellable, error))
        return TS_EXIT_NOTHING;
      if (status == TS_EXIT_OK && ts_import_report_get_worst (check->report) > TS_SEVERITY_INFO)
        status = TS_EXIT_INCOMPLETE;
    }
  if (self->report != NULL && !write_report (self->report, checks, error))
    return TS_EXIT_NOTHING;
  return status;
}

int
ts_cli_check_parts (int argc, char **argv)
{
  g_auto (Arguments) arguments = { 0 };
  g_autoptr (GError) error = NULL;
  TsInterrupt *interrupt;
  int status;

  if (!parse_arguments (&arguments, argc, argv, &error))
    return ts_command_report_usage (error, "--check-parts");
  if (arguments.rest == NULL || g_strv_length (arguments.rest) != 1)
    {
      g_set_error_literal (&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _ ("Name the one folder that the parts are in."));
      return ts_command_report_usage (error, "--check-parts");
    }
  interrupt = ts_interrupt_new ();
  status = check_folder (&arguments, ts_interrupt_get_cancellable (interrupt), &error);
  ts_interrupt_free (interrupt);
  if (error != NULL)
    ts_command_report (error, status);
  return status;
}
