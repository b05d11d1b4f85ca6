/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"
#include "cli/command-line.h"
#include "cli/interrupt.h"
#include "cli/operand.h"

#include "find/events.h"
#include "find/finder.h"
#include "find/finding-text.h"
#include "find/finding-why.h"
#include "find/harmless.h"
#include "find/findings-file.h"
#include "model/number-format.h"
#include "model/output.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define NOT_GIVEN       G_MININT
#define REDRAW_INTERVAL (100 * G_TIME_SPAN_MILLISECOND)

typedef struct
{
  char *rules, *steps, *json, *csv, *output, *layout;
  char **thresholds;
  int top, why;
  gboolean command, first, compat, skip_harmless;
  char **rest;
} Arguments;

static void
arguments_clear (Arguments *self)
{
  g_free (self->rules);
  g_free (self->steps);
  g_free (self->json);
  g_free (self->csv);
  g_free (self->output);
  g_free (self->layout);
  g_strfreev (self->thresholds);
  g_strfreev (self->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arguments, arguments_clear)

/* Exit statuses, and every threshold with its usual value. */
static char *
dup_notes (void)
{
  GString *text = g_string_new (_ ("Exit status: 0 nothing found, 4 errors or warnings found, 1 "
                                   "failed, 2 wrong usage.\n"));
  guint n;
  const TsFindThreshold *thresholds = ts_find_thresholds_list (&n);

  g_string_append_printf (text, "\n%s\n", _ ("Thresholds:"));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value
          = ts_format_exact (ts_find_thresholds_get (&ts_find_thresholds, &thresholds[i]));
      g_autofree char *setting = g_strdup_printf ("%s=%s", thresholds[i].name, value);
      g_string_append_printf (text, "  %-24s %s\n", setting, _ (thresholds[i].why));
    }
  return g_string_free (text, FALSE);
}

static gboolean
parse_arguments (Arguments *self, int argc, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "find-faults", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &self->command, NULL, NULL },
    { "rules", 0, 0, G_OPTION_ARG_STRING, &self->rules,
      N_ ("Rules to use: N, R, P, L, D, S, events (default: all of these)"), N_ ("LIST") },
    { "steps", 0, 0, G_OPTION_ARG_STRING, &self->steps,
      N_ ("Training steps to look at, like 3,10-20 (default: all)"), N_ ("LIST") },
    { "top", 0, 0, G_OPTION_ARG_INT, &self->top, N_ ("At most so many findings"), N_ ("N") },
    { "first", 0, 0, G_OPTION_ARG_NONE, &self->first, N_ ("Only the first fault"), NULL },
    { "why", 0, 0, G_OPTION_ARG_INT, &self->why,
      N_ ("Explain finding number N as it is listed: its numbers, its rule and its last steps"),
      N_ ("N") },
    { "skip-harmless", 0, 0, G_OPTION_ARG_NONE, &self->skip_harmless,
      N_ ("Leave out what was marked as harmless"), NULL },
    { "threshold", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->thresholds,
      N_ ("Another value for one of the thresholds below; may be given again"), N_ ("NAME=VALUE") },
    { "layout", 0, 0, G_OPTION_ARG_FILENAME, &self->layout,
      N_ ("A parallel layout, as JSON: its data-parallel groups are the peers"), N_ ("FILE") },
    { "compat", 0, 0, G_OPTION_ARG_NONE, &self->compat,
      N_ ("With --rules events: the first 8, or --top, as msProbe’s anomaly_analyse ranks them"),
      NULL },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &self->output,
      N_ ("With --compat: the file to write; - is stdout"), N_ ("FILE") },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &self->json, N_ ("Write them as JSON; - is stdout"),
      N_ ("FILE") },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &self->csv, N_ ("Write them as CSV; - is stdout"),
      N_ ("FILE") },
    { G_OPTION_REMAINING, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &self->rest, NULL,
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autofree char *notes = dup_notes ();
  const TsCommandText text
      = { N_ ("--find-faults DATABASE|FOLDER"),
          N_ ("Names what went wrong first in a database or a folder of msProbe data."), notes };

  return ts_command_parse (&text, entries, argc, argv, error);
}

static gboolean G_GNUC_PRINTF (2, 3) usage_error (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
  return FALSE;
}

/* "N,R,P,L,D,S"; P stands for all that is judged against peers. */
static gboolean
parse_series_rule (const char *name, TsFindOptions *options)
{
  const char *equals = strchr (name, '=');
  TsSeriesRule rule = { .threshold = NAN };

  if (g_str_has_prefix (name, "turbulence="))
    rule.kind = TS_SERIES_TURBULENCE;
  else if (strcmp (name, "nan") == 0 || g_str_has_prefix (name, "nan="))
    rule.kind = TS_SERIES_NAN;
  else
    return FALSE;
  if (options->n_series_rules == TS_MAX_SERIES_RULES
      || (equals != NULL
          && !(ts_parse_double (equals + 1, -1, &rule.threshold) && rule.threshold >= 0)))
    return FALSE;
  options->series_rules[options->n_series_rules++] = rule;
  options->rules |= 1u << (rule.kind == TS_SERIES_NAN ? TS_RULE_NAN : TS_RULE_TURBULENCE);
  return TRUE;
}

static gboolean
parse_rules (const char *text, TsFindOptions *options, GError **error)
{
  guint32 *rules = &options->rules;
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  *rules = 0;
  for (guint i = 0; names[i] != NULL; i++)
    {
      TsRule rule;
      if (strcmp (names[i], "P") == 0)
        *rules |= 1u << TS_RULE_PRODUCER | 1u << TS_RULE_SHIFT | 1u << TS_RULE_WHOLE_RANK;
      else if (ts_rule_from_string (names[i], &rule) && rule <= TS_RULE_EVENT)
        *rules |= 1u << rule;
      else if (parse_series_rule (names[i], options))
        continue;
      else
        return usage_error (
            error, _ ("--rules does not know “%s”. Known are N, R, P, L, D, S, events."), names[i]);
    }
  return TRUE;
}

/* "3,10-20" */
static gboolean
parse_steps (const char *text, GArray **steps, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  *steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *end = NULL;
      gint64 from = g_ascii_strtoll (parts[i], &end, 10), to = from;
      gboolean good = end != parts[i];
      if (good && *end == '-')
        {
          const char *start = end + 1;
          to = g_ascii_strtoll (start, &end, 10);
          good = end != start;
        }
      if (!good || *end != '\0' || to < from || to - from > 10 * 1000 * 1000)
        return usage_error (error, _ ("--steps: “%s” is neither a step nor a range like 10-20."),
                            parts[i]);
      for (gint64 step = from; step <= to; step++)
        g_array_append_val (*steps, step);
    }
  return TRUE;
}

static gboolean
parse_thresholds (const Arguments *self, TsFindOptions *options, GError **error)
{
  for (char **text = self->thresholds; text != NULL && *text != NULL; text++)
    if (!ts_find_thresholds_parse (&options->thresholds, *text, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_arguments (const Arguments *self, TsFindOptions *options, GError **error)
{
  if (self->rest == NULL || self->rest[0] == NULL)
    return usage_error (error, "%s", _ ("A database or a folder is missing."));
  if (self->rest[1] != NULL)
    return usage_error (error, _ ("Unexpected argument “%s”."), self->rest[1]);
  if (self->top != NOT_GIVEN && self->top < 1)
    return usage_error (error, "%s", _ ("--top must be a positive number."));
  if (self->why != NOT_GIVEN && self->why < 1)
    return usage_error (error, "%s", _ ("--why must be a positive number."));
  if (self->rules != NULL && !parse_rules (self->rules, options, error))
    return FALSE;
  if (!parse_thresholds (self, options, error))
    return FALSE;
  if (!self->compat)
    return self->steps == NULL || parse_steps (self->steps, &options->steps, error);
  if (g_strcmp0 (self->rules, "events") != 0 || self->output == NULL)
    return usage_error (error, "%s", _ ("--compat goes with --rules events and --output FILE."));
  return TRUE;
}

/* ---- as msProbe ranks its events ---- */

#define COMPAT_TOP 8

/* The folder with rank folders: DIR/anomaly_detected or DIR itself. */
static char *
find_events_folder (const char *path)
{
  g_autofree char *below = g_build_filename (path, "anomaly_detected", NULL);

  return g_file_test (below, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&below) : g_strdup (path);
}

/* Writes what msProbe's anomaly_analyse would. */
static int
rank_events (const Arguments *self)
{
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_event_free);
  g_autoptr (GPtrArray) ranked = NULL;
  g_autoptr (GArray) steps = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = find_events_folder (self->rest[0]);
  g_autofree char *json = NULL;

  if (self->steps != NULL && (steps = ts_event_steps_parse (self->steps, &error)) == NULL)
    {
      g_printerr ("trendscope: %s\n", error->message);
      return TS_EXIT_USAGE;
    }
  if (ts_monitor_events_read (folder, TRUE, events, NULL, &error))
    ranked = ts_events_rank_compat (events, steps, self->top > 0 ? (guint) self->top : COMPAT_TOP,
                                    &error);
  json = ranked != NULL ? ts_events_to_json (ranked) : NULL;
  if (json == NULL || !ts_output_write_all (self->output, json, strlen (json), &error))
    {
      g_printerr ("trendscope: %s\n", error->message);
      return TS_EXIT_NOTHING;
    }
  return ranked->len > 0 ? TS_EXIT_FOUND : TS_EXIT_OK;
}

/* ---- progress, on a terminal only ---- */

typedef struct
{
  gboolean on_terminal;
  gint64 last;
} ProgressLine;

static void
draw_progress (guint done, guint all, guint n_found, gpointer data)
{
  ProgressLine *self = data;
  gint64 now = g_get_monotonic_time ();

  if (!self->on_terminal || now - self->last < REDRAW_INTERVAL)
    return;
  self->last = now;
  g_printerr ("\r\033[K");
  /* Translators: per cent, steps done and all, findings so far. */
  g_printerr (_ ("%3u %% · step %u of %u · %u findings"), (guint) (100.0 * done / MAX (all, 1)),
              done, all, n_found);
}

/* ---- output ---- */

static void
print_findings (const Arguments *self, const TsFoundIn *found, guint top)
{
  g_autofree char *text = self->first ? ts_findings_dup_sentence (found->findings, found->catalog)
                                      : ts_findings_to_text (found->findings, found->catalog, top);

  g_print ("%s%s", text, self->first ? "\n" : "");
}

static gboolean
write_findings (const Arguments *self, const TsFoundIn *found, guint n_found, GError **error)
{
  guint top = self->first ? 1 : (guint) MAX (self->top, 0);
  gboolean quiet = g_strcmp0 (self->json, "-") == 0 || g_strcmp0 (self->csv, "-") == 0;
  g_autofree char *json = self->json != NULL ? ts_found_in_all_to_json (found, n_found, top) : NULL;
  g_autofree char *csv = self->csv != NULL ? ts_found_in_all_to_csv (found, n_found, top) : NULL;

  for (guint i = 0; !quiet && i < n_found; i++)
    print_findings (self, &found[i], top);
  return (json == NULL || ts_output_write_all (self->json, json, strlen (json), error))
         && (csv == NULL || ts_output_write_all (self->csv, csv, strlen (csv), error));
}

/* One finding with the numbers that its rule compared. */
static gboolean
write_why (const Arguments *self,
           const TsFindOptions *options,
           const TsFindings *findings,
           const TsCatalog *catalog,
           GCancellable *cancellable,
           GError **error)
{
  g_autofree char *display = g_filename_display_name (catalog->path);
  g_autofree char *text = NULL;
  g_autoptr (TsFindingWhy) why = NULL;
  const TsFinding *finding = NULL;

  for (guint i = 0; finding == NULL && i < findings->items->len; i++)
    if (((TsFinding *) g_ptr_array_index (findings->items, i))->id == self->why)
      finding = g_ptr_array_index (findings->items, i);
  if (finding == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   _ ("There is no finding %d in “%s”; there are %u."), self->why, display,
                   findings->items->len);
      return FALSE;
    }
  why = ts_finding_why_new (catalog, finding, findings->groups, &options->thresholds, cancellable,
                            error);
  if (why == NULL)
    return FALSE;
  text = ts_finding_why_to_text (why, finding, catalog);
  g_print ("%s", text);
  return TRUE;
}

/* What is left without what a person marked as harmless; NULL on error. */
static TsFindings *
skip_harmless (const TsFindings *findings, const TsCatalog *catalog, GError **error)
{
  g_autoptr (TsHarmless) harmless = ts_harmless_load (catalog->path, error);
  TsFindings *left;
  guint n_hidden;

  if (harmless == NULL)
    return NULL;
  left = ts_harmless_apply (harmless, findings, catalog, &n_hidden);
  if (n_hidden > 0)
    g_printerr (_ ("%u findings are left out: they were marked as harmless.\n"), n_hidden);
  return left;
}

/* What all rules find in all steps is kept for the window, where that is possible. */
static TsFindings *
find (const Arguments *self,
      const TsFindOptions *options,
      const TsCatalog *catalog,
      GCancellable *cancellable,
      GError **error)
{
  g_autoptr (GError) failure = NULL;
  TsFindings *findings = NULL;

  if (self->rules == NULL && self->steps == NULL && self->thresholds == NULL
      && self->layout == NULL)
    findings = ts_findings_file_find (catalog, options, cancellable, &failure);
  if (findings != NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return findings;
  return ts_find_run (catalog, options, cancellable, error);
}

static void
found_in_clear (gpointer data)
{
  TsFoundIn *self = data;

  g_clear_pointer (&self->findings, ts_findings_free);
  g_clear_pointer (&self->catalog, ts_catalog_unref);
}

/* Looks into one database; whole keeps findings that those in found are a part of. */
static gboolean
look_into (const Arguments *self,
           const TsFindOptions *options,
           const char *path,
           GCancellable *cancellable,
           TsFoundIn *found,
           GPtrArray *whole,
           GError **error)
{
  found->catalog = ts_catalog_load (path, cancellable, error);
  if (found->catalog != NULL)
    found->findings = find (self, options, found->catalog, cancellable, error);
  if (found->findings != NULL && self->skip_harmless)
    {
      /* What is left borrows from all of them. */
      g_ptr_array_add (whole, found->findings);
      found->findings = skip_harmless (found->findings, found->catalog, error);
    }
  if (found->findings == NULL || self->why == NOT_GIVEN)
    return found->findings != NULL;
  /* The findings may have been stored in it, and rows are read of the file as it is now. */
  g_autoptr (TsCatalog) now = ts_catalog_load (path, cancellable, error);
  return now != NULL && write_why (self, options, found->findings, now, cancellable, error);
}

/* Into all of them: what is in a folder may be several. */
static gboolean
look_into_all (const Arguments *self,
               const TsFindOptions *options,
               const GPtrArray *databases,
               GCancellable *cancellable,
               GArray *all,
               GPtrArray *whole,
               GError **error)
{
  for (guint i = 0; i < databases->len; i++)
    {
      TsFoundIn found = { NULL, NULL };
      gboolean good = look_into (self, options, g_ptr_array_index (databases, i), cancellable,
                                 &found, whole, error);
      g_array_append_val (all, found);
      if (!good)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_any_serious (const GArray *all)
{
  for (guint i = 0; i < all->len; i++)
    if (ts_findings_get_first (g_array_index (all, TsFoundIn, i).findings) != NULL)
      return TRUE;
  return FALSE;
}

static int
find_faults (const Arguments *self, TsFindOptions *options)
{
  TsInterrupt *interrupt = ts_interrupt_new ();
  GCancellable *cancellable = ts_interrupt_get_cancellable (interrupt);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) whole = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_findings_free);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (TsFoundIn));
  g_auto (TsOperand) operand = { 0 };
  gboolean good = ts_operand_open (&operand, self->rest[0], cancellable, &error);
  ProgressLine progress = { isatty (STDERR_FILENO), 0 };

  g_array_set_clear_func (all, found_in_clear);
  if (operand.folder != NULL)
    options->events_folder = find_events_folder (self->rest[0]);
  options->progress = draw_progress;
  options->data = &progress;
  good = good && look_into_all (self, options, operand.databases, cancellable, all, whole, &error);
  if (progress.last != 0)
    g_printerr ("\r\033[K");
  good = good
         && (self->why != NOT_GIVEN
             || write_findings (self, (TsFoundIn *) (gpointer) all->data, all->len, &error));
  ts_operand_clear (&operand); /* before signals end the program again */
  ts_interrupt_free (interrupt);
  if (!good)
    return ts_command_report (error, TS_EXIT_NOTHING);
  return is_any_serious (all) ? TS_EXIT_FOUND : TS_EXIT_OK;
}

/* The peers that a layout says. */
static gboolean
take_layout (const Arguments *self, TsFindOptions *options, GError **error)
{
  g_autoptr (TsParallelLayout) layout = NULL;

  if (self->layout == NULL)
    return TRUE;
  layout = ts_parallel_layout_load (self->layout, error);
  if (layout != NULL)
    options->layout = ts_peer_groups_from_layout (layout);
  return layout != NULL;
}

int
ts_cli_find_faults (int argc, char **argv)
{
  g_auto (Arguments) arguments = { .top = NOT_GIVEN, .why = NOT_GIVEN };
  g_auto (TsFindOptions) options = { 0 };
  g_autoptr (GError) error = NULL;

  ts_find_options_init (&options);
  if (!parse_arguments (&arguments, argc, argv, &error)
      || !check_arguments (&arguments, &options, &error))
    return ts_command_report_usage (error, "--find-faults");
  if (!take_layout (&arguments, &options, &error))
    return ts_command_report (error, TS_EXIT_NOTHING);
  return arguments.compat ? rank_events (&arguments) : find_faults (&arguments, &options);
}
