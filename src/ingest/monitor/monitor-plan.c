/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-plan.h"

#include "ingest/import-error.h"
#include "ingest/monitor/monitor-name.h"
#include "ingest/monitor/monitor-sources.h"
#include "model/schema.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A unit is about one batch: small files are read together, so that the names they share are stored
 * once and 64,000 files don't make 64,000 hand-overs. */
#define UNIT_BYTES (512 * 1024)

/* No training runs that long; damage may say so. */
#define MAX_GLOBAL_STEPS 50000000

const TsMonitorFile *
ts_monitor_plan_get_file (const TsMonitorPlan *self, guint file)
{
  return g_ptr_array_index (self->files->files, file);
}

/* The metric of rows with this scope (monitor v2; "" otherwise). Caller frees. */
char *
ts_monitor_metric_name (const TsMonitorFile *file, const char *scope)
{
  return *scope == '\0' ? g_strdup (file->name.metric)
                        : g_strdup_printf ("%s_%s", file->name.metric, scope);
}

/* --- surveys, on several threads --- */

typedef struct
{
  TsMonitorPlan *plan;
  const char *data_dir;
  TsImportReport *report;
  GCancellable *cancellable;
  TsMonitorNames *names; /* NULL: not wanted */
  int next;              /* atomic: the next file */
} Surveyor;

static gboolean
is_read (const TsSourceFile *part)
{
  return part->state == TS_SOURCE_NEW || part->state == TS_SOURCE_GROWN;
}

static gpointer
survey_files (gpointer data)
{
  Surveyor *surveyor = data;
  TsMonitorPlan *plan = surveyor->plan;

  for (;;)
    {
      guint i = (guint) g_atomic_int_add (&surveyor->next, 1);
      if (i >= plan->files->files->len || g_cancellable_is_cancelled (surveyor->cancellable))
        return NULL;
      const TsSourceFile *part = &g_array_index (plan->sources, TsSourceFile, i);
      if (is_read (part))
        ts_monitor_survey_file (&plan->surveys[i], ts_monitor_plan_get_file (plan, i),
                                surveyor->data_dir, plan->compat, surveyor->names, part,
                                surveyor->report, surveyor->cancellable);
    }
}

static void
survey_all (TsMonitorPlan *self,
            const char *data_dir,
            guint n_threads,
            TsMonitorNames *names,
            TsImportReport *report,
            GCancellable *cancellable)
{
  Surveyor surveyor = { self, data_dir, report, cancellable, names, 0 };
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  guint n = MIN (n_threads > 0 ? n_threads : g_get_num_processors (), self->files->files->len);

  for (guint i = 1; i < n; i++)
    g_ptr_array_add (threads, g_thread_new ("survey", survey_files, &surveyor));
  survey_files (&surveyor);
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
}

/* With a mapping all names have to be known, to tell which of them it makes equal. */
static void
survey_with_mapping (TsMonitorPlan *self,
                     const char *data_dir,
                     const TsMapping *mapping,
                     guint n_threads,
                     TsImportReport *report,
                     GCancellable *cancellable)
{
  TsMonitorNames names;

  if (mapping == NULL || self->compat)
    {
      survey_all (self, data_dir, n_threads, NULL, report, cancellable);
      return;
    }
  ts_monitor_names_init (&names);
  survey_all (self, data_dir, n_threads, &names, report, cancellable);
  ts_monitor_names_report_merged (&names, mapping, report);
  ts_monitor_names_clear (&names);
}

/* --- steps --- */

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const TsMonitorStepCount *x = a, *y = b;

  return (x->step > y->step) - (x->step < y->step);
}

/* Gives each training step as many global steps as any file has micro-steps of it (formats.md 2.4,
 * point 3). Sorts counts (TsMonitorStepCount, a step may come several times). Caller frees the
 * TsMonitorSteps. */
GArray *
ts_monitor_steps_number (GArray *counts, gint64 *n_global)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TsMonitorStep));
  TsMonitorStep step = { 0 };

  *n_global = 0;
  g_array_sort (counts, compare_counts);
  for (guint i = 0; i < counts->len; i++)
    {
      const TsMonitorStepCount *count = &g_array_index (counts, TsMonitorStepCount, i);
      gboolean last = i + 1 == counts->len
                      || g_array_index (counts, TsMonitorStepCount, i + 1).step != count->step;

      step.n_micro_steps = MAX (step.n_micro_steps, count->n_micro_steps);
      if (!last)
        continue;
      step.train_step = count->step;
      step.first = *n_global;
      *n_global += step.n_micro_steps;
      g_array_append_val (steps, step);
      step.n_micro_steps = 0;
    }
  return steps;
}

static gboolean
counts_from_one (const TsMonitorFile *file)
{
  return file->name.v2 && strcmp (file->name.metric, "weight_grad") == 0;
}

/* Monitor v2's weight gradients count their micro-steps from 1 (formats.md 2.8), unless a 0 says
 * otherwise. */
static void
find_micro_base (TsMonitorPlan *self)
{
  gint64 least = G_MAXINT64;

  for (guint i = 0; i < self->files->files->len; i++)
    if (self->surveys[i].usable && counts_from_one (ts_monitor_plan_get_file (self, i)))
      least = MIN (least, self->surveys[i].min_micro_step);
  self->micro_base = least >= 1 ? 1 : 0;
}

/* How to read a file once everything is known. */
TsMonitorReaderConfig
ts_monitor_plan_reader_config (const TsMonitorPlan *self, guint file)
{
  const TsMonitorFile *f = ts_monitor_plan_get_file (self, file);
  TsMonitorReaderConfig config = ts_monitor_survey_reader_config (
      f, self->compat, &g_array_index (self->sources, TsSourceFile, file));

  if (counts_from_one (f))
    config.micro_base = self->micro_base;
  return config;
}

/* What a database has already. */
static void
count_known_steps (GArray *counts, const TsImported *onto)
{
  for (guint i = 0; onto != NULL && i < onto->steps->len; i++)
    {
      const TsStepInfo *info = &g_array_index (onto->steps, TsStepInfo, i);
      TsMonitorStepCount count = { info->train_step, info->micro_step + 1 };
      g_array_append_val (counts, count);
    }
}

static gboolean
number_steps (TsMonitorPlan *self, const TsImported *onto, GError **error)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (TsMonitorStepCount));

  count_known_steps (counts, onto);
  find_micro_base (self);
  for (guint i = 0; i < self->files->files->len; i++)
    {
      const TsMonitorSurvey *survey = &self->surveys[i];
      gint64 base = counts_from_one (ts_monitor_plan_get_file (self, i)) ? self->micro_base : 0;

      for (guint j = 0; survey->usable && j < survey->steps->len; j++)
        {
          TsMonitorStepCount count = g_array_index (survey->steps, TsMonitorStepCount, j);
          count.n_micro_steps = MAX (1, count.n_micro_steps - base);
          g_array_append_val (counts, count);
        }
      /* Up to here each file's list was kept; with many small steps they are most of the memory. */
      if (survey->steps != NULL)
        g_array_set_size (survey->steps, 0);
    }
  self->steps = ts_monitor_steps_number (counts, &self->n_global);
  if (self->n_global > MAX_GLOBAL_STEPS)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE,
                   _ ("The files have %" PRId64 " micro-steps, more than can be right."),
                   self->n_global);
      return FALSE;
    }
  return TRUE;
}

static int
compare_step (gconstpointer key, gconstpointer element)
{
  gint64 step = *(const gint64 *) key;
  gint64 other = ((const TsMonitorStep *) element)->train_step;

  return (step > other) - (step < other);
}

/* NULL when no file had that step when it was surveyed. */
const TsMonitorStep *
ts_monitor_plan_find_step (const TsMonitorPlan *self, gint64 train_step)
{
  if (self->steps->len == 0)
    return NULL;
  return bsearch (&train_step, self->steps->data, self->steps->len, sizeof (TsMonitorStep),
                  compare_step);
}

/* --- metrics and statistics --- */

static void
add_text (GPtrArray *texts, const char *text)
{
  if (!g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_ptr_array_add (texts, g_strdup (text));
}

static int
compare_metrics (gconstpointer a, gconstpointer b)
{
  return ts_monitor_metric_compare (*(const char *const *) a, *(const char *const *) b);
}

/* Metrics are columns of global_stats, so their names are identifiers that differ by more than
 * case.
 */
static gboolean
is_usable_metric (const GPtrArray *metrics, const char *metric)
{
  static const char *const reserved[] = { "max_rank", "min_step", "max_step" };

  if (!ts_is_identifier (metric))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    if (g_ascii_strcasecmp (metric, reserved[i]) == 0)
      return FALSE;
  for (guint i = 0; i < metrics->len; i++)
    {
      const char *other = g_ptr_array_index (metrics, i);
      if (g_ascii_strcasecmp (metric, other) == 0 && strcmp (metric, other) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
collect_file_metrics (TsMonitorPlan *self, guint index, TsImportReport *report)
{
  const TsMonitorFile *file = ts_monitor_plan_get_file (self, index);
  const TsMonitorSurvey *survey = &self->surveys[index];

  if (self->compat && survey->scopes->len == 0)
    add_text (self->metrics, file->name.metric);
  for (guint i = 0; i < survey->scopes->len; i++)
    {
      g_autofree char *metric
          = ts_monitor_metric_name (file, g_ptr_array_index (survey->scopes, i));
      if (is_usable_metric (self->metrics, metric))
        add_text (self->metrics, metric);
      else
        ts_import_report_add (report, TS_SEVERITY_WARNING, "unusable-metric", file->path, 0, 1, 0,
                              _ ("A metric can’t have the name “%s”; its rows are left out."),
                              metric);
    }
}

static void
collect_metrics (TsMonitorPlan *self, TsImportReport *report)
{
  self->metrics = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->files->files->len; i++)
    if (self->surveys[i].usable)
      collect_file_metrics (self, i, report);
  g_ptr_array_sort (self->metrics, compare_metrics);
}

/* msProbe's statistics in its order, then the others as they were met. */
static void
collect_stats (TsMonitorPlan *self, TsImportReport *report)
{
  g_autoptr (GPtrArray) met = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->files->files->len; i++)
    for (guint j = 0; self->surveys[i].usable && j < self->surveys[i].stats->len; j++)
      add_text (met, g_ptr_array_index (self->surveys[i].stats, j));
  self->stats = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; ts_monitor_stats[i] != NULL; i++)
    if (g_ptr_array_find_with_equal_func (met, ts_monitor_stats[i], g_str_equal, NULL))
      add_text (self->stats, ts_monitor_stats[i]);
  for (guint i = 0; i < met->len; i++)
    {
      const char *stat = g_ptr_array_index (met, i);
      gboolean known = g_strv_contains (ts_monitor_stats, stat);
      gboolean clash = FALSE;

      for (guint j = 0; j < self->stats->len; j++)
        clash |= g_ascii_strcasecmp (stat, g_ptr_array_index (self->stats, j)) == 0;
      if (known || clash)
        continue;
      if (self->stats->len < TS_MAX_STATS)
        add_text (self->stats, stat);
      else
        ts_import_report_add (report, TS_SEVERITY_WARNING, "too-many-statistics", "", 0, 1, 0,
                              _ ("There are more than %d statistics; “%s” is left out."),
                              TS_MAX_STATS, stat);
    }
}

/* --- restarts --- */

typedef struct
{
  const TsMonitorFolder *folder;
  gint64 min_step, max_step;
} FolderRange;

static GArray *
collect_ranges (const TsMonitorPlan *self)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (FolderRange));

  for (guint i = 0; i < self->files->files->len; i++)
    {
      const TsMonitorFile *file = ts_monitor_plan_get_file (self, i);
      const TsSourceFile *survey = &g_array_index (self->sources, TsSourceFile, i);
      FolderRange *last;

      if (survey->n_rows == 0)
        continue;
      last = ranges->len > 0 ? &g_array_index (ranges, FolderRange, ranges->len - 1) : NULL;
      if (last == NULL || last->folder != file->folder)
        {
          FolderRange range = { file->folder, survey->first_step, survey->last_step };
          g_array_append_val (ranges, range);
          continue;
        }
      last->min_step = MIN (last->min_step, survey->first_step);
      last->max_step = MAX (last->max_step, survey->last_step);
    }
  return ranges;
}

/* rules.md M1. The files are in the order of their folders, the later of which win. */
static void
report_restarts (const TsMonitorPlan *self, TsImportReport *report)
{
  g_autoptr (GArray) ranges = collect_ranges (self);
  gint64 reached = 0;

  for (guint i = 0; i < ranges->len; i++)
    {
      const FolderRange *range = &g_array_index (ranges, FolderRange, i);
      const FolderRange *before = i > 0 ? range - 1 : NULL;

      if (before == NULL || before->folder->parsed.rank != range->folder->parsed.rank)
        reached = range->max_step;
      else if (range->min_step <= reached)
        ts_import_report_add (report, TS_SEVERITY_WARNING, "restart", range->folder->name, 0, 1, 0,
                              _ ("The run was started again at step %" PRId64
                                 " after it had come to step %" PRId64
                                 ". Where both recorded a step, up to step %" PRId64
                                 ", the values of this later folder are kept."),
                              range->min_step, reached, MIN (reached, range->max_step));
      else
        ts_import_report_add (report, TS_SEVERITY_INFO, "resumed", range->folder->name, 0, 1, 0,
                              _ ("The run goes on at step %" PRId64
                                 " in this folder; the folders of the rank were put together."),
                              range->min_step);
      reached = MAX (reached, range->max_step);
    }
}

/* --- units --- */

static void
free_unit (gpointer data)
{
  TsMonitorUnit *unit = data;

  g_array_unref (unit->files);
  g_free (unit);
}

static TsMonitorUnit *
add_unit (TsMonitorPlan *self)
{
  TsMonitorUnit *unit = g_new0 (TsMonitorUnit, 1);

  unit->files = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (self->units, unit);
  return unit;
}

static int
compare_starts (gconstpointer a, gconstpointer b, gpointer data)
{
  const TsMonitorPlan *self = data;
  guint x = *(const guint *) a, y = *(const guint *) b;
  gint64 s = self->surveys[x].min_step, t = self->surveys[y].min_step;

  return s != t ? (s > t) - (s < t) : (x > y) - (x < y);
}

static int
compare_indices (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

/* Which of the files that have the same step comes first: metric before folder, so that the targets
 * of a step are in the order of the network; the later folder stays behind the earlier one. */
static int
compare_in_step (gconstpointer a, gconstpointer b, gpointer data)
{
  const TsMonitorPlan *self = data;
  const TsMonitorFile *x = ts_monitor_plan_get_file (self, *(const guint *) a);
  const TsMonitorFile *y = ts_monitor_plan_get_file (self, *(const guint *) b);
  int order = ts_monitor_metric_compare (x->name.metric, y->name.metric);

  return order != 0 ? order : compare_indices (a, b);
}

/* Steps that go back inside a file are in order only when files are read one after the other, in
 * the order of folders. */
static void
finish_unit (TsMonitorPlan *self, TsMonitorUnit *unit)
{
  gboolean several = FALSE, back = FALSE;

  for (guint i = 0; i < unit->files->len; i++)
    {
      guint file = g_array_index (unit->files, guint, i);
      guint first = g_array_index (unit->files, guint, 0);

      back |= !self->surveys[file].ascending;
      several |= ts_monitor_plan_get_file (self, file)->folder
                 != ts_monitor_plan_get_file (self, first)->folder;
    }
  unit->in_order = back && several;
  if (unit->in_order)
    g_array_sort (unit->files, compare_indices);
  else
    g_array_sort_with_data (unit->files, compare_in_step, self);
}

/* Files whose steps overlap belong together; a unit ends where no file has steps on both sides, as
 * soon as it is large enough. */
static void
make_rank_units (TsMonitorPlan *self, GArray *files)
{
  TsMonitorUnit *unit = NULL;
  gint64 reached = 0;

  g_array_sort_with_data (files, compare_starts, self);
  for (guint i = 0; i < files->len; i++)
    {
      guint file = g_array_index (files, guint, i);
      const TsMonitorSurvey *survey = &self->surveys[file];

      if (unit == NULL || (unit->bytes >= UNIT_BYTES && survey->min_step > reached))
        unit = add_unit (self);
      g_array_append_val (unit->files, file);
      unit->bytes += ts_monitor_plan_get_file (self, file)->size;
      reached = MAX (reached, survey->max_step);
    }
}

static void
make_units (TsMonitorPlan *self)
{
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = self->files->files->len;

  self->units = g_ptr_array_new_with_free_func (free_unit);
  for (guint i = 0; i < n; i++)
    {
      const TsMonitorFile *file = ts_monitor_plan_get_file (self, i);
      gint64 rank = file->folder->parsed.rank;

      if (self->surveys[i].usable)
        g_array_append_val (files, i);
      if (i + 1 == n || ts_monitor_plan_get_file (self, i + 1)->folder->parsed.rank != rank)
        {
          make_rank_units (self, files);
          g_array_set_size (files, 0);
        }
    }
  for (guint i = 0; i < self->units->len; i++)
    finish_unit (self, g_ptr_array_index (self->units, i));
}

/* --- what there was --- */

/* Adds what was surveyed to what is known of each file. */
static void
note_ranges (TsMonitorPlan *self)
{
  for (guint i = 0; i < self->files->files->len; i++)
    {
      const TsMonitorSurvey *survey = &self->surveys[i];
      TsSourceFile *source = &g_array_index (self->sources, TsSourceFile, i);

      if (!survey->usable || survey->n_rows == 0)
        continue;
      if (!survey->ascending || (source->n_rows > 0 && survey->min_step < source->last_step))
        source->flags |= TS_SOURCE_BACK;
      source->first_step
          = source->n_rows > 0 ? MIN (source->first_step, survey->min_step) : survey->min_step;
      source->last_step
          = source->n_rows > 0 ? MAX (source->last_step, survey->max_step) : survey->max_step;
      source->n_rows += survey->n_rows;
    }
}

static gboolean
is_equal_text (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (a, b) == 0;
}

static gboolean
has_other_text (const GPtrArray *texts, const GPtrArray *known, const char **other)
{
  for (guint i = 0; i < texts->len; i++)
    {
      *other = g_ptr_array_index (texts, i);
      if (!g_ptr_array_find_with_equal_func ((GPtrArray *) known, *other, is_equal_text, NULL))
        return TRUE;
    }
  return FALSE;
}

/* Where several folders of a rank have files whose steps go back, what comes first is not told by
 * the steps. */
static gboolean
is_out_of_order (const TsMonitorPlan *self)
{
  const TsMonitorFolder *first = NULL;
  gboolean back = FALSE, several = FALSE, any = FALSE;

  for (guint i = 0; i < self->files->files->len; i++)
    {
      const TsMonitorFolder *folder = ts_monitor_plan_get_file (self, i)->folder;
      const TsSourceFile *source = &g_array_index (self->sources, TsSourceFile, i);

      if (first == NULL || folder->parsed.rank != first->parsed.rank)
        {
          first = folder;
          back = several = any = FALSE;
        }
      back |= (source->flags & TS_SOURCE_BACK) != 0;
      several |= folder != first;
      any |= is_read (source) && self->surveys[i].n_rows > 0;
      if (back && several && any)
        return TRUE;
    }
  return FALSE;
}

/* Metrics and statistics get the numbers they have in onto. */
static gboolean
fit_to (TsMonitorPlan *self, const TsImported *onto, GError **error)
{
  const char *other = "";
  gboolean good = FALSE;

  if (has_other_text (self->metrics, onto->metrics, &other))
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW, _ ("the metric “%s” is new"), other);
  else if (has_other_text (self->stats, onto->stats, &other))
    g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW, _ ("the statistic “%s” is new"),
                 other);
  else if (is_out_of_order (self))
    g_set_error_literal (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_ANEW,
                         _ ("steps go back in several folders of a rank"));
  else
    good = TRUE;
  g_ptr_array_unref (self->metrics);
  self->metrics = g_ptr_array_ref (onto->metrics);
  g_ptr_array_unref (self->stats);
  self->stats = g_ptr_array_ref (onto->stats);
  return good;
}

/* --- the plan --- */

void
ts_monitor_plan_free (TsMonitorPlan *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; self->surveys != NULL && i < self->files->files->len; i++)
    ts_monitor_survey_clear (&self->surveys[i]);
  g_free (self->surveys);
  g_clear_pointer (&self->sources, g_array_unref);
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->metrics, g_ptr_array_unref);
  g_clear_pointer (&self->stats, g_ptr_array_unref);
  g_clear_pointer (&self->units, g_ptr_array_unref);
  ts_monitor_files_free (self->files);
  g_free (self);
}

static gboolean
check_anything (const TsMonitorPlan *self,
                const char *data_dir,
                const TsImported *onto,
                GError **error)
{
  g_autofree char *display = g_filename_display_name (data_dir);

  if (self->files->files->len == 0)
    {
      g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
                   _ ("“%s” has no files of msProbe’s monitor (like "
                      "Dec03_21-34-40-rank0-…/actv_0-0.csv)."),
                   display);
      return FALSE;
    }
  for (guint i = 0; i < self->files->files->len; i++)
    if (onto != NULL || (self->surveys[i].usable && self->stats->len > 0))
      return TRUE;
  g_set_error (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
               _ ("None of the monitor files in “%s” can be used."), display);
  return FALSE;
}

/* Lists and surveys everything of run on n_threads (0: as many as cores) and decides what
 * is read in which order; mapping (may be NULL) is only checked. Of what onto (NULL: nothing) was
 * made of already only what is new is surveyed and read. What is left out is reported.
 * Errors: its folder can't be read, nothing in it can be used (TS_IMPORT_ERROR_NO_DATA), the call
 * was cancelled. Caller frees. */
TsMonitorPlan *
ts_monitor_plan_new (const TsFoundRun *run,
                     gboolean compat,
                     const TsMapping *mapping,
                     guint n_threads,
                     const TsImported *onto,
                     TsImportReport *report,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (TsMonitorPlan) self = g_new0 (TsMonitorPlan, 1);

  self->compat = compat;
  self->files = ts_monitor_files_list (run, compat, report, cancellable, error);
  if (self->files == NULL)
    return NULL;
  self->surveys = g_new0 (TsMonitorSurvey, self->files->files->len);
  self->sources = ts_monitor_sources_new (self->files, run->data_dir, onto, error);
  if (self->sources == NULL)
    return NULL;
  survey_with_mapping (self, run->data_dir, mapping, n_threads, report, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  note_ranges (self);
  collect_metrics (self, report);
  collect_stats (self, report);
  if (!check_anything (self, run->data_dir, onto, error) || !number_steps (self, onto, error)
      || (onto != NULL && !fit_to (self, onto, error)))
    return NULL;
  report_restarts (self, report);
  make_units (self);
  return g_steal_pointer (&self);
}
