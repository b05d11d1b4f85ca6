/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"
#include "cli/command-line.h"

#include "cli/interrupt.h"
#include "cli/operand.h"
#include "compare/comparison.h"
#include "model/output.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  char *output, *repeat, *json;
  char *mappings[TS_N_SIDES], *layouts[TS_N_SIDES];
  gint64 step_offset;
  int n_threads;
  gboolean command;
  char **rest;
} Arguments;

static void
arguments_clear (Arguments *self)
{
  g_free (self->output);
  g_free (self->repeat);
  g_free (self->json);
  for (guint s = 0; s < TS_N_SIDES; s++)
    {
      g_free (self->mappings[s]);
      g_free (self->layouts[s]);
    }
  g_strfreev (self->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arguments, arguments_clear)

static gboolean
parse_arguments (Arguments *self, int argc, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "compare", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &self->command, NULL, NULL },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &self->output,
      N_ ("The database to write (C.trend.db)"), N_ ("FILE") },
    { "repeat", 0, 0, G_OPTION_ARG_FILENAME, &self->repeat,
      N_ ("A second run of A, whose differences from A are noise"), N_ ("A2") },
    { "step-offset", 0, 0, G_OPTION_ARG_INT64, &self->step_offset,
      N_ ("Added to the training steps of B"), N_ ("N") },
    { "mapping-a", 0, 0, G_OPTION_ARG_FILENAME, &self->mappings[TS_SIDE_A],
      N_ ("A JSON object of replacements in the names of A"), N_ ("FILE") },
    { "mapping-b", 0, 0, G_OPTION_ARG_FILENAME, &self->mappings[TS_SIDE_B], N_ ("The same for B"),
      N_ ("FILE") },
    { "layout-a", 0, 0, G_OPTION_ARG_FILENAME, &self->layouts[TS_SIDE_A],
      N_ ("The parallel layout of A, as JSON"), N_ ("FILE") },
    { "layout-b", 0, 0, G_OPTION_ARG_FILENAME, &self->layouts[TS_SIDE_B],
      N_ ("The parallel layout of B, as JSON"), N_ ("FILE") },
    { "process-num", 0, 0, G_OPTION_ARG_INT, &self->n_threads, N_ ("Threads (as many as cores)"),
      N_ ("N") },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &self->json,
      N_ ("Write the answer as JSON; - is stdout"), N_ ("FILE") },
    { G_OPTION_REMAINING, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &self->rest, NULL,
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TsCommandText text
      = { N_ ("--compare A B --output FILE"),
          N_ ("Compares run B with run A, databases or folders of msProbe data, into a database "
              "of its own."),
          N_ ("Exit status: 0 no difference starts anywhere, 5 one does, 3 something could not "
              "be compared, 1 failed, 2 wrong usage.\n") };

  return ts_command_parse (&text, entries, argc, argv, error);
}

static gboolean
check_arguments (const Arguments *self, GError **error)
{
  const char *missing = NULL;

  if (self->rest == NULL || g_strv_length (self->rest) != TS_N_SIDES)
    missing = _ ("Two runs are needed: databases or folders.");
  else if (self->output == NULL)
    missing = _ ("--output is needed: the database to write.");
  else if (self->n_threads < 0)
    missing = _ ("--process-num must not be negative.");
  if (missing != NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, missing);
  return missing == NULL;
}

/* ---- the inputs ---- */

/* Both runs and the repeat as databases of one kind. */
typedef struct
{
  TsOperand operands[TS_N_SIDES + 1];
  const char *paths[TS_N_SIDES + 1];
} Runs;

static void
runs_clear (Runs *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->operands); i++)
    ts_operand_clear (&self->operands[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Runs, runs_clear)

static gboolean
open_runs (Runs *self, const Arguments *arguments, GCancellable *cancellable, GError **error)
{
  const char *const given[]
      = { arguments->rest[TS_SIDE_A], arguments->rest[TS_SIDE_B], arguments->repeat };

  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    {
      if (given[i] == NULL)
        continue;
      if (!ts_operand_open (&self->operands[i], given[i], cancellable, error))
        return FALSE;
      /* Of a folder with several databases the first, which is the dump. */
      self->paths[i] = g_ptr_array_index (self->operands[i].databases, 0);
    }
  return TRUE;
}

/* ---- running ---- */

typedef struct
{
  gboolean on_terminal;
  gboolean drawn;
} ProgressLine;

static void
draw_progress (const TsImportProgress *progress, gpointer data)
{
  ProgressLine *self = data;

  if (!self->on_terminal)
    return;
  self->drawn = TRUE;
  g_printerr ("\r\033[K");
  g_printerr (_ ("%3u %% · %" PRIu64 " rows"),
              (guint) (100.0 * progress->bytes_done / MAX (progress->bytes_total, 1)),
              progress->rows);
}

static void
print_report (TsImportReport *report)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);

  for (guint i = 0; i < entries->len; i++)
    {
      const TsReportEntry *entry = g_ptr_array_index (entries, i);
      g_printerr ("%s: %s\n", ts_severity_to_string (entry->severity), entry->message);
    }
}

static gboolean
write_answer (const Arguments *self, const TsComparison *comparison, GError **error)
{
  g_autofree char *sentence = ts_comparison_dup_sentence (comparison);

  if (g_strcmp0 (self->json, "-") != 0)
    {
      g_print ("%s\n", sentence);
      g_print (_ ("%" PRIu64 " cells matched, %" PRIu64 " only in A, %" PRIu64 " only in B\n"),
               comparison->counts.n_matched, comparison->counts.n_only[TS_SIDE_A],
               comparison->counts.n_only[TS_SIDE_B]);
      if (comparison->counts.has_repeat)
        g_print ("%s\n", comparison->counts.bit_identical
                             ? _ ("A and its repeat are bit-identical.")
                             : _ ("A and its repeat are not bit-identical."));
    }
  if (self->json != NULL)
    {
      g_autoptr (JsonNode) json = ts_comparison_to_json (comparison);
      g_autofree char *text = json_to_string (json, TRUE);
      g_autofree char *line = g_strconcat (text, "\n", NULL);
      return ts_output_write_all (self->json, line, strlen (line), error);
    }
  return TRUE;
}

static int
get_status (const TsComparison *comparison)
{
  if (ts_comparison_differs (comparison))
    return TS_EXIT_DIFFERS;
  return ts_import_report_get_worst (comparison->report) > TS_SEVERITY_INFO ? TS_EXIT_INCOMPLETE
                                                                            : TS_EXIT_OK;
}

static int
compare (Arguments *self)
{
  TsInterrupt *interrupt = ts_interrupt_new ();
  GCancellable *cancellable = ts_interrupt_get_cancellable (interrupt);
  ProgressLine line = { .on_terminal = isatty (STDERR_FILENO) };
  g_auto (Runs) runs = { 0 };
  g_autoptr (TsComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;
  int status = TS_EXIT_NOTHING;

  if (open_runs (&runs, self, cancellable, &error))
    {
      TsComparisonOptions options
          = { .paths = { (char *) runs.paths[TS_SIDE_A], (char *) runs.paths[TS_SIDE_B] },
              .repeat = (char *) runs.paths[TS_N_SIDES],
              .output = self->output,
              .mappings = { self->mappings[TS_SIDE_A], self->mappings[TS_SIDE_B] },
              .layouts = { self->layouts[TS_SIDE_A], self->layouts[TS_SIDE_B] },
              .step_offset = self->step_offset,
              .n_threads = self->n_threads };
      comparison = ts_comparison_run (&options, draw_progress, &line, cancellable, &error);
    }
  if (line.drawn)
    g_printerr ("\r\033[K");
  if (comparison != NULL && write_answer (self, comparison, &error))
    {
      print_report (comparison->report);
      status = get_status (comparison);
    }
  else
    g_printerr ("trendscope: %s\n", error->message);
  ts_interrupt_free (interrupt);
  return status;
}

int
ts_cli_compare (int argc, char **argv)
{
  g_auto (Arguments) arguments = { 0 };
  g_autoptr (GError) error = NULL;

  if (parse_arguments (&arguments, argc, argv, &error) && check_arguments (&arguments, &error))
    return compare (&arguments);
  return ts_command_report_usage (error, "--compare");
}
