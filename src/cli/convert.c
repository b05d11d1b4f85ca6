/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"
#include "cli/check-freshness.h"
#include "cli/command-line.h"
#include "cli/interrupt.h"
#include "model/output.h"

#include "find/finding-text.h"
#include "find/findings-file.h"
#include "ingest/follow.h"
#include "ingest/import.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define NOT_GIVEN         G_MININT
#define MAX_PROCESS_NUM   128
#define MAX_SHARDS        100000
#define MAX_SUMMARY_LINES 10
#define REDRAW_INTERVAL   (100 * G_TIME_SPAN_MILLISECOND)

/* The command line as it was given; texts are checked afterwards, so that every mistake has a
 * message of its own. */
typedef struct
{
  char *data;
  char *db;
  char *format;
  char *mapping;
  char *micro_step;
  char *report;
  char *find_faults;
  char *shard;
  int process_num;
  int interval;
  gboolean update;
  gboolean prune;
  gboolean follow;
  gboolean check;
  gboolean compat;
  gboolean all_dtypes;
  gboolean convert;
  char **rest;
} Arguments;

static void
arguments_clear (Arguments *self)
{
  g_free (self->data);
  g_free (self->db);
  g_free (self->format);
  g_free (self->mapping);
  g_free (self->micro_step);
  g_free (self->report);
  g_free (self->find_faults);
  g_free (self->shard);
  g_strfreev (self->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arguments, arguments_clear)

static gboolean
parse_arguments (Arguments *self, int argc, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "convert", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &self->convert, NULL, NULL },
    { "data", 0, 0, G_OPTION_ARG_FILENAME, &self->data,
      N_ ("Folder with msProbe data: dump or monitor folder, its parent, or one step of a dump"),
      N_ ("DIR") },
    { "db", 0, 0, G_OPTION_ARG_FILENAME, &self->db,
      N_ ("Folder for the databases; made when missing"), N_ ("DIR") },
    { "format", 0, 0, G_OPTION_ARG_STRING, &self->format,
      N_ ("What to convert: auto (default), dump or monitor"), "auto|dump|monitor" },
    { "mapping", 0, 0, G_OPTION_ARG_FILENAME, &self->mapping,
      N_ ("JSON file with replacements in names, like {\".MindSpeed\": \".\"}"), N_ ("FILE") },
    { "micro-step", 0, 0, G_OPTION_ARG_STRING, &self->micro_step,
      N_ ("Number micro-steps (default) or training steps only"), "true|false" },
    { "process-num", 0, 0, G_OPTION_ARG_INT, &self->process_num,
      N_ ("Threads that read, 1 to 128 (default: as many as processors)"), N_ ("N") },
    { "compat", 0, 0, G_OPTION_ARG_NONE, &self->compat,
      N_ ("Exactly the rows that msProbe’s own data2db writes"), NULL },
    { "all-dtypes", 0, 0, G_OPTION_ARG_NONE, &self->all_dtypes,
      N_ ("Integer and boolean tensors too"), NULL },
    { "shard", 0, 0, G_OPTION_ARG_STRING, &self->shard,
      N_ ("Only the I-th of N shares of the ranks, of about one size, into NAME.I-of-N.trend.db"),
      N_ ("I/N") },
    { "report", 0, 0, G_OPTION_ARG_FILENAME, &self->report,
      N_ ("Write what was left out, and why, to FILE as JSON"), N_ ("FILE") },
    { "update", 0, 0, G_OPTION_ARG_NONE, &self->update,
      N_ ("Add what is new to databases that are there already, made as they were"), NULL },
    { "prune", 0, 0, G_OPTION_ARG_NONE, &self->prune,
      N_ ("With --update: drop the rows of files that are gone"), NULL },
    { "follow", 0, 0, G_OPTION_ARG_NONE, &self->follow,
      N_ ("Go on updating as files grow, until stopped"), NULL },
    { "interval", 0, 0, G_OPTION_ARG_INT, &self->interval,
      N_ ("With --follow: look every N seconds (default 10), even if no change is told"),
      N_ ("N") },
    { "check", 0, 0, G_OPTION_ARG_NONE, &self->check,
      N_ ("Convert nothing; say as JSON what the data has that the databases have not"), NULL },
    { "find-faults", 0, 0, G_OPTION_ARG_STRING, &self->find_faults,
      N_ ("Look for faults at the end (default, but not with --compat or --shard)"), "true|false" },
    { G_OPTION_REMAINING, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &self->rest, NULL,
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TsCommandText text
      = { N_ ("--convert --data DIR --db DIR"),
          N_ ("Converts msProbe dump and monitor data to *.trend.db."),
          N_ ("Exit status: 0 everything was imported, 1 nothing was imported, 2 wrong usage,\n"
              "3 imported, but something was skipped (named at the end).\n") };

  return ts_command_parse (&text, entries, argc, argv, error);
}

static gboolean
usage_error (GError **error, const char *message)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
  return FALSE;
}

static gboolean
parse_boolean (const char *text, gboolean *value)
{
  if (strcmp (text, "true") == 0 || strcmp (text, "True") == 0)
    *value = TRUE;
  else if (strcmp (text, "false") == 0 || strcmp (text, "False") == 0)
    *value = FALSE;
  else
    return FALSE;
  return TRUE;
}

/* "3/16". */
static gboolean
parse_shard (const char *text, guint *shard, guint *n_shards)
{
  g_auto (GStrv) numbers = g_strsplit (text, "/", 2);
  guint64 i, n;

  if (g_strv_length (numbers) != 2
      || !g_ascii_string_to_unsigned (numbers[1], 10, 1, MAX_SHARDS, &n, NULL)
      || !g_ascii_string_to_unsigned (numbers[0], 10, 1, n, &i, NULL))
    return FALSE;
  *shard = (guint) i;
  *n_shards = (guint) n;
  return TRUE;
}

/* Whether the options can mean something; into options. */
static gboolean
check_arguments (const Arguments *self, TsImportOptions *options, GError **error)
{
  if (self->rest != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("Unexpected argument “%s”."),
                   self->rest[0]);
      return FALSE;
    }
  if (self->data == NULL || *self->data == '\0')
    return usage_error (error, _ ("--data DIR is missing."));
  if (self->db == NULL || *self->db == '\0')
    return usage_error (error, _ ("--db DIR is missing."));
  if (self->format != NULL && !ts_format_from_string (self->format, &options->format))
    return usage_error (error, _ ("--format must be auto, dump or monitor."));
  if (self->micro_step != NULL && !parse_boolean (self->micro_step, &options->micro_step))
    return usage_error (error, _ ("--micro-step must be true or false."));
  if (self->process_num != NOT_GIVEN
      && (self->process_num < 1 || self->process_num > MAX_PROCESS_NUM))
    return usage_error (error, _ ("--process-num must be a number from 1 to 128."));
  options->data_dir = g_strdup (self->data);
  options->db_dir = g_strdup (self->db);
  options->mapping_path = g_strdup (self->mapping);
  options->n_threads = self->process_num == NOT_GIVEN ? 0 : (guint) self->process_num;
  options->compat = self->compat;
  options->all_dtypes = self->all_dtypes;
  if (self->shard != NULL && !parse_shard (self->shard, &options->shard, &options->n_shards))
    return usage_error (error, _ ("--shard must be I/N, the I-th of N parts: 1/16 to 16/16."));
  options->find_faults = !self->compat && self->shard == NULL;
  options->update = self->update || self->follow;
  options->prune = self->prune;
  options->has_micro_step = self->micro_step != NULL;
  if (self->prune && !options->update)
    return usage_error (error, _ ("--prune goes with --update or --follow."));
  if (self->interval != NOT_GIVEN && (self->interval < 1 || self->interval > 86400))
    return usage_error (error, _ ("--interval must be a number of seconds from 1 to 86400."));
  if (self->shard != NULL && options->update)
    return usage_error (error,
                        _ ("--shard goes without --update and --follow: a share that is there "
                           "is left as it is."));
  if (self->check && options->update)
    return usage_error (error, _ ("--check converts nothing; it goes without --update and "
                                  "--follow."));
  if (self->find_faults != NULL && !parse_boolean (self->find_faults, &options->find_faults))
    return usage_error (error, _ ("--find-faults must be true or false."));
  return TRUE;
}

/* ---- progress, on a terminal only ---- */

typedef struct
{
  gboolean on_terminal;
  gint64 last;
} ProgressLine;

static guint
get_percent (guint64 done, guint64 total)
{
  return total == 0 ? 0 : (guint) (100.0 * (double) done / (double) total);
}

static void
draw_rows (const TsImportProgress *progress)
{
  g_autofree char *done = ts_format_bytes (progress->bytes_done);
  g_autofree char *total = ts_format_bytes (progress->bytes_total);
  g_autofree char *rows = ts_format_count (progress->rows);

  /* Translators: bytes done and all, rows found so far. */
  g_printerr (_ ("%3u %% · %s of %s · %s rows"),
              get_percent (progress->bytes_done, progress->bytes_total), done, total, rows);
}

static void
draw_tags (const TsImportProgress *progress)
{
  g_autofree char *done = ts_format_count (progress->targets_done);
  g_autofree char *total = ts_format_count (progress->targets_total);

  /* Translators: tensors whose tags are written, and all. */
  g_printerr (_ ("%3u %% · tags of %s of %s tensors"),
              get_percent (progress->targets_done, progress->targets_total), done, total);
}

static void
draw_progress (const TsImportProgress *progress, gpointer data)
{
  ProgressLine *self = data;
  gint64 now = g_get_monotonic_time ();

  if (!self->on_terminal || now - self->last < REDRAW_INTERVAL)
    return;
  self->last = now;
  g_printerr ("\r\033[K");
  if (progress->targets_total > 0)
    draw_tags (progress);
  else
    draw_rows (progress);
}

static void
clear_progress (ProgressLine *self)
{
  if (self->on_terminal && self->last != 0)
    g_printerr ("\r\033[K");
}

/* ---- the end ---- */

/* "step0/rank1/dump.json:12: message (×3)": of several alike the first stands for all. */
static void
print_entry (const TsReportEntry *entry)
{
  const char *word = entry->severity == TS_SEVERITY_ERROR     ? _ ("error")
                     : entry->severity == TS_SEVERITY_WARNING ? _ ("warning")
                                                              : _ ("note");
  g_autofree char *count = ts_format_count (entry->count);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s: ", word);
  if (entry->path[0] != '\0')
    g_string_append (text, entry->path);
  if (entry->path[0] != '\0' && entry->line > 0)
    g_string_append_printf (text, ":%" G_GINT64_FORMAT, entry->line);
  if (entry->path[0] != '\0')
    g_string_append (text, ": ");
  g_string_append (text, entry->message);
  if (entry->count > 1 && strstr (entry->message, count) == NULL)
    g_string_append_printf (text, " (×%s)", count);
  g_printerr ("%s\n", text->str);
  g_string_free (text, TRUE);
}

static void
print_counts (TsImportReport *report)
{
  g_autofree char *read = ts_format_count (ts_import_report_get_rows_read (report));
  g_autofree char *stored = ts_format_count (ts_import_report_get_rows_stored (report));
  guint64 n_omitted = ts_import_report_get_rows_omitted (report);
  guint64 n_lost = ts_import_report_get_rows_lost (report) - n_omitted;
  g_autofree char *omitted = ts_format_count (n_omitted);
  g_autofree char *lost = ts_format_count (n_lost);

  if (n_lost == 0)
    g_printerr (_ ("%s rows read, %s stored, %s left out.\n"), read, stored, omitted);
  else
    g_printerr (_ ("%s rows read, %s stored, %s left out on purpose, %s lost.\n"), read, stored,
                omitted, lost);
}

static void
print_report (TsImportReport *report)
{
  g_autoptr (GPtrArray) entries = ts_import_report_dup_entries (report);
  guint n_shown = MIN (entries->len, MAX_SUMMARY_LINES);

  for (guint i = 0; i < n_shown; i++)
    print_entry (g_ptr_array_index (entries, i));
  if (entries->len > n_shown)
    g_printerr (g_dngettext (GETTEXT_PACKAGE, "… and %u more; --report FILE lists all.\n",
                             "… and %u more; --report FILE lists all.\n", entries->len - n_shown),
                entries->len - n_shown);
}

static void
print_databases (GPtrArray *databases)
{
  for (guint i = 0; i < databases->len; i++)
    {
      g_autofree char *display = g_filename_display_name (g_ptr_array_index (databases, i));
      g_print ("%s\n", display);
    }
}

/* Ends the program as the signal would have, so that whoever waits for it sees why it ended. */
static int
end_by_signal (int number, GPtrArray *databases)
{
  print_databases (databases);
  g_printerr ("trendscope: %s\n", _ ("The import was stopped."));
  raise (number);
  return TS_EXIT_NOTHING;
}

static gboolean
save_report (TsImportReport *report, const char *path, GError **error)
{
  gsize length;
  g_autofree char *json = ts_import_report_to_json (report, &length);

  return ts_output_write_all (path, json, length, error);
}

/* why: nothing was imported, or NULL. */
static int
end_import (const GError *why,
            GPtrArray *databases,
            TsImportReport *report,
            const char *report_path)
{
  g_autoptr (GError) error = NULL;

  print_report (report);
  if (why == NULL)
    print_counts (report);
  else
    g_printerr ("trendscope: %s\n", why->message);
  if (g_strcmp0 (report_path, "-") != 0) /* where nothing else may stand */
    print_databases (databases);
  if (report_path != NULL && !save_report (report, report_path, &error))
    g_printerr (_ ("trendscope: the report was not written: %s\n"), error->message);
  if (why != NULL)
    return TS_EXIT_NOTHING;
  return error != NULL || ts_import_report_get_worst (report) > TS_SEVERITY_INFO
             ? TS_EXIT_INCOMPLETE
             : TS_EXIT_OK;
}

/* What went wrong first in each database, a line each; caller frees. *good is FALSE when one can't
 * be looked into. */
static char *
look_for_faults (const GPtrArray *databases,
                 guint n_threads,
                 GCancellable *cancellable,
                 gboolean *good)
{
  g_auto (TsFindOptions) options = { 0 };
  GString *text = g_string_new (NULL);

  ts_find_options_init (&options);
  options.n_threads = n_threads;
  for (guint i = 0; i < databases->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TsCatalog) catalog
          = ts_catalog_load (g_ptr_array_index (databases, i), cancellable, &error);
      g_autoptr (TsFindings) findings
          = catalog != NULL ? ts_findings_file_find (catalog, &options, cancellable, &error) : NULL;
      g_autofree char *sentence
          = findings != NULL ? ts_findings_dup_sentence (findings, catalog) : NULL;
      *good &= findings != NULL;
      if (sentence != NULL)
        g_string_append_printf (text, "%s\n", sentence);
      else
        g_string_append_printf (text, _ ("trendscope: faults were not looked for: %s\n"),
                                error->message);
    }
  return g_string_free (text, FALSE);
}

static int
convert (const TsImportOptions *options, const char *report_path)
{
  g_autoptr (TsImportReport) report = ts_import_report_new ();
  g_autoptr (GPtrArray) databases = g_ptr_array_new_with_free_func (g_free);
  TsInterrupt *interrupt = ts_interrupt_new ();
  ProgressLine progress = { isatty (STDERR_FILENO), 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *findings = NULL;
  gboolean looked = TRUE;
  int number, status;

  ts_import_run_into (options, report, databases, draw_progress, &progress,
                      ts_interrupt_get_cancellable (interrupt), &error);
  clear_progress (&progress);
  if (error == NULL && options->find_faults
      && (!options->update || ts_import_report_get_rows_stored (report) > 0))
    findings = look_for_faults (databases, options->n_threads,
                                ts_interrupt_get_cancellable (interrupt), &looked);
  number = ts_interrupt_free (interrupt);
  if (number != 0 && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return end_by_signal (number, databases);
  status = end_import (error, databases, report, report_path);
  if (findings != NULL)
    g_printerr ("%s", findings);
  return status == TS_EXIT_OK && !looked ? TS_EXIT_INCOMPLETE : status;
}

/* ---- following ---- */

static void
print_round (const TsFollowRound *round, gpointer data)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%H:%M:%S");
  guint64 n = ts_import_report_get_rows_stored (round->report);
  g_autofree char *rows = ts_format_count (n);

  if (round->error != NULL)
    g_printerr ("%s %s\n", time, round->error->message);
  else
    g_printerr (g_dngettext (GETTEXT_PACKAGE, "%s %s row more, in %.1f s\n",
                             "%s %s rows more, in %.1f s\n", (gulong) n),
                time, rows, (double) round->duration / G_USEC_PER_SEC);
  if (round->error == NULL)
    print_report (round->report);
}

/* A signal is how it is meant to end. */
static int
follow (const TsImportOptions *options, guint interval)
{
  TsInterrupt *interrupt = ts_interrupt_new ();
  g_autoptr (GError) error = NULL;
  gboolean good = ts_follow_run (options, interval, print_round, NULL,
                                 ts_interrupt_get_cancellable (interrupt), &error);

  ts_interrupt_free (interrupt);
  if (!good)
    g_printerr ("trendscope: %s\n", error->message);
  return good ? TS_EXIT_OK : TS_EXIT_NOTHING;
}

int
ts_cli_convert (int argc, char **argv)
{
  g_auto (Arguments) arguments = { .process_num = NOT_GIVEN, .interval = NOT_GIVEN };
  g_autoptr (TsImportOptions) options = ts_import_options_new ();
  g_autoptr (GError) error = NULL;

  if (!parse_arguments (&arguments, argc, argv, &error)
      || !check_arguments (&arguments, options, &error))
    return ts_command_report_usage (error, "--convert");
  if (arguments.check)
    return ts_cli_check_freshness (options);
  if (arguments.follow)
    return follow (options, arguments.interval == NOT_GIVEN ? 10 : (guint) arguments.interval);
  return convert (options, arguments.report);
}
