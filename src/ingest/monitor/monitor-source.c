/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/import-source.h"

#include "ingest/monitor/monitor-anomalies.h"
#include "ingest/monitor/monitor-cursor.h"

#define BATCH_BYTES (1024 * 1024)

/* Rows between two looks at the size of the batch and at the cancellable. */
#define CHECK_ROWS 256

typedef struct
{
  TsImportSource base;
  TsFoundRun *run;
  TsMonitorPlan *plan;
  TsMonitorContext context;
} TsMonitorSource;

/* The steps in the order of their global numbers, each with its training step. */
static GArray *
list_steps (const TsMonitorPlan *plan, gboolean micro_step)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TsStepInfo));

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const TsMonitorStep *step = &g_array_index (plan->steps, TsMonitorStep, i);
      gint64 n = micro_step ? step->n_micro_steps : 1;

      for (gint64 j = 0; j < n; j++)
        {
          TsStepInfo info
              = { micro_step ? step->first + j : step->train_step, step->train_step, j };
          g_array_append_val (steps, info);
        }
    }
  return steps;
}

static GHashTable *
number_texts (const GPtrArray *texts)
{
  GHashTable *numbers = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < texts->len; i++)
    g_hash_table_insert (numbers, g_ptr_array_index (texts, i), GINT_TO_POINTER (i + 1));
  return numbers;
}

static guint64
count_bytes (const TsSourceFile *source)
{
  return source->state == TS_SOURCE_GROWN ? source->size - source->read_to : source->size;
}

static void
fill_in_base (TsMonitorSource *self)
{
  TsImportSource *base = &self->base;
  const TsMonitorPlan *plan = self->plan;
  gboolean micro_step = base->options->micro_step;

  base->format = TS_FORMAT_MONITOR;
  base->stats = g_ptr_array_ref (plan->stats);
  base->metrics = g_ptr_array_ref (plan->metrics);
  base->steps = list_steps (plan, micro_step);
  if (plan->steps->len > 0)
    {
      base->min_step = micro_step ? 0 : g_array_index (plan->steps, TsMonitorStep, 0).train_step;
      base->max_step
          = micro_step
                ? plan->n_global - 1
                : g_array_index (plan->steps, TsMonitorStep, plan->steps->len - 1).train_step;
    }
  base->files = g_array_ref (plan->sources);
  base->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < plan->files->folders->len; i++)
    {
      const TsMonitorFolder *folder = g_ptr_array_index (plan->files->folders, i);
      guint32 rank = (guint32) folder->parsed.rank;
      g_array_append_val (base->ranks, rank);
    }
  for (guint i = 0; i < plan->files->files->len; i++)
    {
      const TsMonitorFile *file = ts_monitor_plan_get_file (plan, i);
      base->max_rank = MAX (base->max_rank, file->folder->parsed.rank);
      if (plan->surveys[i].usable)
        base->total_bytes += count_bytes (&g_array_index (plan->sources, TsSourceFile, i));
    }
}

static gboolean
monitor_source_plan (TsImportSource *base,
                     guint n_threads,
                     GCancellable *cancellable,
                     GError **error)
{
  TsMonitorSource *self = (TsMonitorSource *) base;

  self->plan = ts_monitor_plan_new (self->run, base->options->compat, base->mapping, n_threads,
                                    base->onto, base->report, cancellable, error);
  if (self->plan == NULL)
    return FALSE;
  fill_in_base (self);
  self->context = (TsMonitorContext){
    .plan = self->plan,
    .data_dir = self->run->data_dir,
    .mapping = base->mapping,
    .report = base->report,
    .micro_step = base->options->micro_step,
    .metric_numbers = number_texts (self->plan->metrics),
    .stat_places = number_texts (self->plan->stats),
  };
  base->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_source_note_free);
  for (guint i = 0; i < self->run->folders->len; i++)
    ts_monitor_anomalies_read (((TsFolder *) g_ptr_array_index (self->run->folders, i))->path,
                               base->notes, base->report);
  return TRUE;
}

static guint
monitor_source_get_n_units (TsImportSource *base)
{
  return ((TsMonitorSource *) base)->plan->units->len;
}

static const char *
monitor_source_get_unit_path (TsImportSource *base, guint unit)
{
  const TsMonitorPlan *plan = ((TsMonitorSource *) base)->plan;
  const TsMonitorUnit *u = g_ptr_array_index (plan->units, unit);

  return ts_monitor_plan_get_file (plan, g_array_index (u->files, guint, 0))->path;
}

/* --- parsing a unit --- */

typedef struct
{
  TsMonitorSource *source;
  TsBatchSink *sink;
  GCancellable *cancellable;
  GError **error;
  TsRowBatch *batch;
  guint n_rows; /* since the last check */
} Parser;

static gboolean
flush (Parser *parser)
{
  TsRowBatch *batch = g_steal_pointer (&parser->batch);

  parser->batch = ts_row_batch_new (parser->source->base.stats->len);
  return ts_batch_sink_emit (parser->sink, batch);
}

/* Moves the cursor's rows up to step into the batch. FALSE when the import is over. */
static gboolean
move_rows (Parser *parser, TsMonitorCursor *cursor, gint64 step)
{
  while (ts_monitor_cursor_has_row (cursor) && ts_monitor_cursor_get_step (cursor) <= step)
    {
      ts_monitor_cursor_move_row (cursor, parser->batch);
      if (++parser->n_rows < CHECK_ROWS)
        continue;
      parser->n_rows = 0;
      ts_batch_sink_progress (parser->sink, ts_monitor_cursor_take_progress (cursor));
      if (g_cancellable_set_error_if_cancelled (parser->cancellable, parser->error))
        return FALSE;
      if (ts_row_batch_get_size (parser->batch) >= BATCH_BYTES && !flush (parser))
        return FALSE;
    }
  return TRUE;
}

static void
close_cursor (Parser *parser, TsMonitorCursor *cursor)
{
  ts_batch_sink_progress (parser->sink, ts_monitor_cursor_take_progress (cursor));
  ts_monitor_cursor_free (cursor);
}

static gboolean
parse_in_order (Parser *parser, const TsMonitorUnit *unit)
{
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < unit->files->len; i++)
    {
      TsMonitorCursor *cursor = ts_monitor_cursor_open (&parser->source->context,
                                                        g_array_index (unit->files, guint, i));
      ok = move_rows (parser, cursor, G_MAXINT64);
      close_cursor (parser, cursor);
    }
  return ok;
}

/* The next step that any file of the unit has: open ones by their current row, the others by their
 * survey. FALSE at the end. */
static gboolean
find_next_step (const TsMonitorPlan *plan,
                const TsMonitorUnit *unit,
                TsMonitorCursor *const *cursors,
                const gboolean *closed,
                gint64 *step)
{
  gboolean any = FALSE;

  *step = G_MAXINT64;
  for (guint i = 0; i < unit->files->len; i++)
    {
      guint file = g_array_index (unit->files, guint, i);
      if (closed[i])
        continue;
      any = TRUE;
      *step = MIN (*step, cursors[i] != NULL ? ts_monitor_cursor_get_step (cursors[i])
                                             : plan->surveys[file].min_step);
    }
  return any;
}

/* Merges the unit's files by step: files are open only while their steps are due. */
static gboolean
parse_merged (Parser *parser, const TsMonitorUnit *unit)
{
  const TsMonitorPlan *plan = parser->source->plan;
  g_autofree TsMonitorCursor **cursors = g_new0 (TsMonitorCursor *, unit->files->len);
  g_autofree gboolean *closed = g_new0 (gboolean, unit->files->len);
  gboolean ok = TRUE;
  gint64 step;

  while (ok && find_next_step (plan, unit, cursors, closed, &step))
    for (guint i = 0; ok && i < unit->files->len; i++)
      {
        guint file = g_array_index (unit->files, guint, i);

        if (closed[i] || (cursors[i] == NULL && plan->surveys[file].min_step > step))
          continue;
        if (cursors[i] == NULL)
          cursors[i] = ts_monitor_cursor_open (&parser->source->context, file);
        ok = move_rows (parser, cursors[i], step);
        closed[i] = ok && !ts_monitor_cursor_has_row (cursors[i]);
        if (closed[i])
          {
            close_cursor (parser, cursors[i]);
            cursors[i] = NULL;
          }
      }
  for (guint i = 0; i < unit->files->len; i++)
    ts_monitor_cursor_free (cursors[i]);
  return ok;
}

static gboolean
monitor_source_parse_unit (
    TsImportSource *base, guint unit, TsBatchSink *sink, GCancellable *cancellable, GError **error)
{
  TsMonitorSource *self = (TsMonitorSource *) base;
  const TsMonitorUnit *u = g_ptr_array_index (self->plan->units, unit);
  Parser parser = { .source = self, .sink = sink, .cancellable = cancellable, .error = error };
  gboolean ok;

  parser.batch = ts_row_batch_new (base->stats->len);
  ok = u->in_order ? parse_in_order (&parser, u) : parse_merged (&parser, u);
  if (ok && ts_row_batch_get_n_rows (parser.batch) > 0)
    ok = flush (&parser);
  ts_row_batch_free (parser.batch);
  return ok;
}

static void
monitor_source_free (TsImportSource *base)
{
  TsMonitorSource *self = (TsMonitorSource *) base;

  g_clear_pointer (&base->stats, g_ptr_array_unref);
  g_clear_pointer (&base->metrics, g_ptr_array_unref);
  g_clear_pointer (&base->steps, g_array_unref);
  g_clear_pointer (&base->files, g_array_unref);
  g_clear_pointer (&base->ranks, g_array_unref);
  g_clear_pointer (&base->notes, g_ptr_array_unref);
  g_clear_pointer (&self->context.metric_numbers, g_hash_table_unref);
  g_clear_pointer (&self->context.stat_places, g_hash_table_unref);
  ts_monitor_plan_free (self->plan);
  ts_found_run_free (self->run);
  g_free (self);
}

static const TsImportSourceClass monitor_source_class = {
  .plan = monitor_source_plan,
  .get_n_units = monitor_source_get_n_units,
  .parse_unit = monitor_source_parse_unit,
  .get_unit_path = monitor_source_get_unit_path,
  .free = monitor_source_free,
};

/* The run folders of a monitor. options, mapping (may be NULL) and report have to
 * outlive the source; free it by its class. */
TsImportSource *
ts_monitor_source_new (const TsFoundRun *run,
                       const TsImportOptions *options,
                       const TsMapping *mapping,
                       TsImportReport *report)
{
  TsMonitorSource *self = g_new0 (TsMonitorSource, 1);

  self->base.klass = &monitor_source_class;
  self->base.options = options;
  self->base.mapping = mapping;
  self->base.report = report;
  self->base.format = TS_FORMAT_MONITOR;
  self->base.later_wins = !options->compat;
  self->run = ts_found_run_copy (run);
  return &self->base;
}
