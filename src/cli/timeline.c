/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli.h"

#include "cli/command-line.h"
#include "cli/interrupt.h"
#include "model/number-format.h"
#include "model/output.h"
#include "plot/export.h"
#include "plot/timeline/timeline-picture.h"
#include "timeline/timeline-out.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct
{
  char *path, *plan;
  char *json, *csv, *figures, *chrome, *output, *step, *compare, *ideal, *stages;
  char **rest;
  gboolean fix_clocks, dark;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->path);
  g_free (options->plan);
  g_free (options->json);
  g_free (options->csv);
  g_free (options->figures);
  g_free (options->chrome);
  g_free (options->output);
  g_free (options->step);
  g_free (options->compare);
  g_free (options->ideal);
  g_free (options->stages);
  g_strfreev (options->rest);
}

/* ---- Reading the command line ---- */

static const TsCommandText log_text = {
  N_ ("--timeline FOLDER|FILE"),
  N_ ("Reads when pipeline jobs ran on each GPU, and measures the bubbles.\n"
      "Without an output, prints a summary."),
  N_ ("Exit status: 0 all was read, 3 something was left out or repaired (named at the end),\n"
      "1 failed, 2 wrong usage.\n")
};
static const TsCommandText plan_text = {
  N_ ("--plan-timeline PLAN"),
  N_ ("Measures the bubbles of a schedule without any log. PLAN is 1F1B, FThenB, VPP, ZB-H1 or "
      "ZB-VPP, then sizes and milliseconds, such as “VPP p=4 m=8 v=2 tf=10 tb=20 tw=0”.\n"
      "Without an output, prints a summary."),
  N_ ("Exit status: 0 done, 1 failed, 2 wrong usage.\n")
};

static const TsCommandText *
get_text (char **argv)
{
  for (char **arg = argv; *arg != NULL; arg++)
    if (g_str_has_prefix (*arg, "--plan-timeline"))
      return &plan_text;
  return &log_text;
}

static gboolean
parse (int argc, char **argv, Options *options, GError **error)
{
  const GOptionEntry entries[] = {
    { "timeline", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &options->path, NULL, NULL },
    { "plan-timeline", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &options->plan, NULL, NULL },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options->json,
      N_ ("Write figures and report (- is standard output)"), N_ ("FILE") },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &options->csv, N_ ("Write a table of all jobs"),
      N_ ("FILE") },
    { "figures-csv", 0, 0, G_OPTION_ARG_FILENAME, &options->figures,
      N_ ("Write a table of the figures of all stages"), N_ ("FILE") },
    { "chrome", 0, 0, G_OPTION_ARG_FILENAME, &options->chrome,
      N_ ("Write a trace for Perfetto and chrome://tracing"), N_ ("FILE") },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &options->output,
      N_ ("Draw a step (the first): PNG, SVG or PDF, as the file’s name says"), N_ ("FILE") },
    { "compare", 0, 0, G_OPTION_ARG_STRING, &options->compare,
      N_ ("In the picture, this step below on the same scale"), "K" },
    { "ideal", 0, 0, G_OPTION_ARG_STRING, &options->ideal,
      N_ ("In the picture, the ideal schedule of this kind below (the kind found; none)"),
      N_ ("SCHEDULE") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options->dark, N_ ("Draw on a dark background"), NULL },
    { "step", 0, 0, G_OPTION_ARG_STRING, &options->step, N_ ("Only this step"), "K" },
    { "stages", 0, 0, G_OPTION_ARG_STRING, &options->stages,
      N_ ("The stage of each row, in the order of machines and GPUs (found from the records)"),
      N_ ("N,N,…") },
    { "fix-clocks", 0, 0, G_OPTION_ARG_NONE, &options->fix_clocks,
      N_ ("Take away by how much the machines’ clocks differ"), NULL },
    { G_OPTION_REMAINING, 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME_ARRAY, &options->rest,
      NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };

  if (!ts_command_parse (get_text (argv), entries, argc, argv, error))
    return FALSE;
  if (options->output != NULL && !ts_export_check_path (options->output, error))
    return FALSE;
  return ts_command_take_none (options->rest, "--timeline", error);
}

/* ---- A plan ---- */

static gboolean
set_plan_field (TsSchedule *plan, const char *word)
{
  double value;
  const struct
  {
    const char *prefix;
    guint *size;
    double *time;
  } fields[] = { { "p=", &plan->stages, NULL },    { "m=", &plan->micro_batches, NULL },
                 { "v=", &plan->chunks, NULL },    { "tf=", NULL, &plan->forward },
                 { "tb=", NULL, &plan->backward }, { "tw=", NULL, &plan->weight } };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      if (!g_str_has_prefix (word, fields[i].prefix))
        continue;
      if (!ts_parse_double (word + strlen (fields[i].prefix), -1, &value) || !(value >= 0)
          || !(value < 1e9) || (fields[i].size != NULL && value != floor (value)))
        return FALSE;
      if (fields[i].size != NULL)
        *fields[i].size = (guint) value;
      else
        *fields[i].time = value * 1000;
      return TRUE;
    }
  return FALSE;
}

static gboolean
parse_plan (const char *text, TsSchedule *plan)
{
  g_auto (GStrv) words = g_strsplit_set (text, " ,", -1);

  *plan = (TsSchedule){ .kind = TS_SCHEDULE_1F1B,
                        .stages = 4,
                        .micro_batches = 8,
                        .chunks = 1,
                        .forward = 10000,
                        .backward = 20000 };
  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0' && !ts_schedule_kind_from_name (words[i], &plan->kind)
        && !set_plan_field (plan, words[i]))
      {
        g_printerr (_ ("trendscope: --plan-timeline: “%s” is neither a schedule nor one of p=, m=, "
                       "v=, tf=, tb=, tw= with a number\n"),
                    words[i]);
        return FALSE;
      }
  return TRUE;
}

/* ---- Changing what was read ---- */

static int
apply_stages (const Options *options, TsTimeline **timeline)
{
  g_auto (GStrv) words = NULL;
  g_autofree guint *stages = NULL;
  TsTimeline *changed;

  if (options->stages == NULL)
    return TS_EXIT_OK;
  words = g_strsplit (options->stages, ",", -1);
  stages = g_new0 (guint, (*timeline)->rows->len + 1);
  for (guint i = 0; words[i] != NULL && i < (*timeline)->rows->len; i++)
    {
      guint64 stage;
      if (!g_ascii_string_to_unsigned (g_strstrip (words[i]), 10, 0, TS_MAX_PLAN_STAGES - 1, &stage,
                                       NULL))
        {
          g_printerr (_ ("trendscope: --stages: “%s” is not a stage\n"), words[i]);
          return TS_EXIT_USAGE;
        }
      stages[i] = (guint) stage;
    }
  if (g_strv_length (words) != (*timeline)->rows->len)
    {
      g_printerr (_ ("trendscope: --stages: there are %u rows, but %u stages were given\n"),
                  (*timeline)->rows->len, g_strv_length (words));
      return TS_EXIT_USAGE;
    }
  changed = ts_timeline_with_stages (*timeline, stages);
  ts_timeline_unref (*timeline);
  *timeline = changed;
  return TS_EXIT_OK;
}

/* The offsets taken away; NULL: none had to be. Caller frees. */
static gint64 *
apply_clocks (const Options *options, TsTimeline **timeline)
{
  g_autofree gint64 *offsets = g_new0 (gint64, (*timeline)->rows->len + 1);
  TsTimeline *changed;

  if (!options->fix_clocks || !ts_clock_get_offsets (*timeline, offsets))
    return NULL;
  changed = ts_timeline_with_clocks (*timeline, offsets);
  ts_timeline_unref (*timeline);
  *timeline = changed;
  return g_steal_pointer (&offsets);
}

/* ---- Output ---- */

typedef gboolean (*WriteFunc) (
    const TsTimeline *self, int step, GOutputStream *stream, GCancellable *cancellable, GError **);

/* func NULL: figures as JSON. */
static gboolean
write_out (const char *path,
           const TsTimeline *timeline,
           int step,
           WriteFunc func,
           const gint64 *offsets,
           GCancellable *cancellable,
           GError **error)
{
  TsOutput *output = ts_output_open (path, error);
  GOutputStream *stream = output != NULL ? ts_output_get_stream (output) : NULL;
  gboolean good = stream != NULL
                  && (func != NULL ? func (timeline, step, stream, cancellable, error)
                                   : ts_timeline_write_json (timeline, step, offsets, stream,
                                                             cancellable, error));

  return output != NULL && ts_output_close (output, good, error);
}

/* ---- The picture ---- */

#define PICTURE_WIDTH 1440

static gboolean
write_picture (const Options *options, TsTimelinePicture *picture, GError **error)
{
  TsPlotStyle style;
  gboolean good;

  ts_plot_style_init (&style, options->dark);
  style.scale = 2;
  good = ts_export (options->output, ts_export_type_from_path (options->output), &style,
                    PICTURE_WIDTH, ts_timeline_picture_get_natural_height (picture),
                    ts_timeline_picture_draw, picture, error);
  ts_plot_style_clear (&style);
  return good;
}

/* The ideal schedule below; NULL: none was wanted, or there is none. */
static TsTimelinePlot *
create_ideal (const Options *options, TsTimeline *timeline, const TsStepFigures *figures)
{
  TsScheduleKind kind = figures->schedule.kind;
  g_autoptr (TsTimeline) planned = NULL;
  TsTimelinePlot *ideal;
  TsSchedule schedule;

  if (options->ideal != NULL && !ts_schedule_kind_from_name (options->ideal, &kind))
    return NULL;
  schedule = ts_schedule_with_kind (&figures->schedule, kind, MAX (figures->schedule.chunks, 2));
  planned = kind != TS_SCHEDULE_NONE ? ts_schedule_plan (&schedule, NULL) : NULL;
  if (planned == NULL)
    return NULL;
  ideal = ts_timeline_plot_new ();
  ts_timeline_plot_set_beside (ideal, timeline);
  ts_timeline_plot_set_step (ideal, planned, 0);
  return ideal;
}

/* All on the time scale of the longest. */
static void
share_scale (const TsTimelinePicture *picture)
{
  TsTimelinePlot *const plots[] = { picture->plot, picture->other, picture->ideal };
  double start, end, longest = 0;

  for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
    if (plots[i] != NULL)
      {
        ts_timeline_plot_get_step_range (plots[i], &start, &end);
        longest = MAX (longest, end);
      }
  for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
    if (plots[i] != NULL)
      ts_timeline_plot_set_visible (plots[i], 0, longest);
}

static gboolean
draw_step (const Options *options, TsTimeline *timeline, int step, int compared, GError **error)
{
  g_autoptr (TsTimelinePlot) plot = ts_timeline_plot_new ();
  g_autoptr (TsTimelinePlot) other = NULL, ideal = NULL;
  g_autoptr (TsStepStrip) strip = NULL;
  TsTimelinePicture picture;

  ts_timeline_plot_set_step (plot, timeline, (guint) MAX (step, 0));
  if (compared >= 0)
    {
      other = ts_timeline_plot_new ();
      ts_timeline_plot_set_step (other, timeline, (guint) compared);
    }
  if (!timeline->planned)
    {
      ideal = create_ideal (options, timeline, ts_timeline_plot_get_figures (plot));
      strip = ts_step_strip_new ();
      ts_step_strip_set_timeline (strip, timeline);
      ts_step_strip_set_steps (strip, MAX (step, 0), compared);
    }
  picture = (TsTimelinePicture){ plot, other, ideal, strip };
  share_scale (&picture);
  return write_picture (options, &picture, error);
}

static void
print_summary (const TsTimeline *timeline, int step)
{
  for (guint i = 0; i < timeline->steps->len; i++)
    {
      const TsTimelineStep *key = ts_timeline_get_step (timeline, i);
      g_autoptr (TsStepFigures) figures = NULL;
      if (step >= 0 && (guint) step != i)
        continue;
      figures = ts_step_figures_new (timeline, i);
      g_print (_ ("step %" PRId64 ": %s, window %.3f ms, bubble %.1f %%, by the slowest stage %.1f "
                  "%%, straggler: stage %d\n"),
               key->number, ts_schedule_kind_get_name (figures->schedule.kind),
               (double) figures->window / 1000, figures->bubble * 100,
               figures->bubble_slowest * 100, figures->straggler);
    }
}

static void
print_report (TsTimelineReport *report)
{
  const GPtrArray *notes = ts_timeline_report_get_notes (report);

  for (guint i = 0; i < notes->len; i++)
    {
      const TsTimelineNote *note = g_ptr_array_index (notes, i);
      g_autofree char *place = note->line > 0
                                   ? g_strdup_printf ("%s:%" PRId64, note->path, note->line)
                                   : g_strdup (note->path);
      if (note->warning)
        g_printerr ("trendscope: %s: %s (%" PRIu64 ")\n", place, note->message, note->count);
    }
}

static gboolean
write_all (const Options *options,
           TsTimeline *timeline,
           int step,
           int compared,
           const gint64 *offsets,
           GCancellable *cancellable,
           GError **error)
{
  const struct
  {
    const char *path;
    WriteFunc func;
  } outputs[] = { { options->json, NULL },
                  { options->csv, ts_timeline_write_jobs },
                  { options->figures, ts_timeline_write_figures },
                  { options->chrome, ts_timeline_write_chrome } };
  gboolean any = options->output != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      if (outputs[i].path == NULL)
        continue;
      any = TRUE;
      if (!write_out (outputs[i].path, timeline, step, outputs[i].func, offsets, cancellable,
                      error))
        return FALSE;
    }
  if (options->output != NULL && !draw_step (options, timeline, step, compared, error))
    return FALSE;
  if (!any)
    print_summary (timeline, step);
  return TRUE;
}

/* The index of a step that an option names; -1 without it. */
static int
find_step (const char *option, const char *text, const TsTimeline *timeline, int *step)
{
  gint64 number;

  *step = -1;
  if (text == NULL)
    return TS_EXIT_OK;
  if (!g_ascii_string_to_signed (text, 10, 0, G_MAXINT64, &number, NULL))
    {
      g_printerr (_ ("trendscope: --%s: “%s” is not a step\n"), option, text);
      return TS_EXIT_USAGE;
    }
  *step = ts_timeline_find_step (timeline, number);
  if (*step >= 0)
    return TS_EXIT_OK;
  g_printerr (_ ("trendscope: --%s: there is no step %" PRId64 "; the first is %" PRId64
                 ", the last %" PRId64 "\n"),
              option, number, ts_timeline_get_step (timeline, 0)->number,
              ts_timeline_get_step (timeline, timeline->steps->len - 1)->number);
  return TS_EXIT_NOTHING;
}

/* What can be told to be wrong before anything is read. */
static int
check (const Options *options)
{
  TsScheduleKind kind;

  if ((options->path == NULL) == (options->plan == NULL))
    {
      g_printerr (_ ("trendscope: either --timeline or --plan-timeline is needed\n"));
      return TS_EXIT_USAGE;
    }
  if (options->ideal != NULL && !ts_schedule_kind_from_name (options->ideal, &kind))
    {
      g_printerr (_ ("trendscope: --ideal: “%s” is not a schedule\n"), options->ideal);
      return TS_EXIT_USAGE;
    }
  return TS_EXIT_OK;
}

static int
load (const Options *options, GCancellable *cancellable, TsTimeline **timeline)
{
  g_autoptr (GError) error = NULL;
  TsSchedule plan;

  if (options->plan != NULL && !parse_plan (options->plan, &plan))
    return TS_EXIT_USAGE;
  *timeline = options->plan != NULL
                  ? ts_schedule_plan (&plan, &error)
                  : ts_timeline_load (options->path, NULL, NULL, cancellable, &error);
  if (*timeline == NULL)
    return ts_command_report (error, options->plan != NULL ? TS_EXIT_USAGE : TS_EXIT_NOTHING);
  return TS_EXIT_OK;
}

static int
run (const Options *options, GCancellable *cancellable)
{
  g_autoptr (TsTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree gint64 *offsets = NULL;
  int status = check (options), step, compared;

  if (status == TS_EXIT_OK)
    status = load (options, cancellable, &timeline);
  if (status == TS_EXIT_OK)
    status = apply_stages (options, &timeline);
  if (status == TS_EXIT_OK)
    status = find_step ("step", options->step, timeline, &step);
  if (status == TS_EXIT_OK)
    status = find_step ("compare", options->compare, timeline, &compared);
  if (status != TS_EXIT_OK)
    return status;
  offsets = apply_clocks (options, &timeline);
  if (!write_all (options, timeline, step, compared, offsets, cancellable, &error))
    return ts_command_report (error, TS_EXIT_NOTHING);
  print_report (timeline->report);
  return ts_timeline_report_has_warnings (timeline->report) ? TS_EXIT_INCOMPLETE : TS_EXIT_OK;
}

int
ts_cli_timeline (int argc, char **argv)
{
  Options options = { 0 };
  g_autoptr (GError) error = NULL;
  int status;

  if (parse (argc, argv, &options, &error))
    {
      TsInterrupt *interrupt = ts_interrupt_new ();
      int number;
      status = run (&options, ts_interrupt_get_cancellable (interrupt));
      number = ts_interrupt_free (interrupt);
      if (number != 0)
        status = 128 + number;
    }
  else
    status = ts_command_report_usage (error, "--timeline");
  options_clear (&options);
  return status;
}
