/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-cursor.h"

#include "ingest/text/decimal.h"
#include "ingest/text/json-number.h"
#include "ingest/mapping.h"
#include "ingest/monitor/monitor-name.h"
#include "ingest/text/text-bytes.h"
#include "model/number-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

struct _TsMonitorCursor
{
  const TsMonitorContext *context;
  const TsMonitorFile *file;
  const TsMonitorSurvey *survey;
  TsSourceFile *source_file;
  TsMonitorReader *reader;
  TsMonitorRow row;
  gboolean has_row;

  guint header_serial;
  GArray *stat_places; /* int: of each value column; -1: left out */

  GString *scope; /* of the last row */
  guint32 metric; /* of that; 0: left out */

  const TsMonitorStep *step; /* of the last row */

  const TsRowBatch *batch; /* that source was interned in */
  guint32 source;
  guint64 offset;

  GString *name, *shape, *dtype;
};

static void
find_stats (TsMonitorCursor *self)
{
  const TsMonitorHeader *header = ts_monitor_reader_get_header (self->reader);

  g_array_set_size (self->stat_places, 0);
  for (guint i = 0; i < header->values->len; i++)
    {
      const char *stat = g_array_index (header->values, TsMonitorValue, i).stat;
      int place = GPOINTER_TO_INT (g_hash_table_lookup (self->context->stat_places, stat)) - 1;
      g_array_append_val (self->stat_places, place);
    }
  self->header_serial = ts_monitor_reader_get_header_serial (self->reader);
}

static void
find_metric (TsMonitorCursor *self)
{
  g_autofree char *scope = g_strndup (self->scope->str, self->scope->len);
  g_autofree char *metric = ts_monitor_metric_name (self->file, scope);

  self->metric
      = (guint32) GPOINTER_TO_INT (g_hash_table_lookup (self->context->metric_numbers, metric));
}

static void
report_failure (TsMonitorCursor *self, const GError *error)
{
  ts_import_report_add (self->context->report, TS_SEVERITY_ERROR, "unreadable-file",
                        self->file->path, 0, 1, 0, "%s", error->message);
}

static void
advance (TsMonitorCursor *self)
{
  g_autoptr (GError) error = NULL;

  self->has_row = ts_monitor_reader_next (self->reader, &self->row, &error);
  if (error != NULL)
    report_failure (self, error);
}

/* Opens the plan's file of that number at its first row. A file that can't be read has none and is
 * reported. Caller frees. */
TsMonitorCursor *
ts_monitor_cursor_open (const TsMonitorContext *context, guint file)
{
  TsMonitorCursor *self = g_new0 (TsMonitorCursor, 1);
  TsMonitorReaderConfig config;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  self->context = context;
  self->file = ts_monitor_plan_get_file (context->plan, file);
  self->survey = &context->plan->surveys[file];
  self->source_file = &g_array_index (context->plan->sources, TsSourceFile, file);
  self->stat_places = g_array_new (FALSE, FALSE, sizeof (int));
  self->scope = g_string_new (NULL);
  self->name = g_string_new (NULL);
  self->shape = g_string_new (NULL);
  self->dtype = g_string_new (NULL);
  config = ts_monitor_plan_reader_config (context->plan, file);
  config.report = context->report;
  path = g_build_filename (context->data_dir, self->file->path, NULL);
  self->reader = ts_monitor_reader_open (path, &config, &error);
  if (self->reader == NULL)
    {
      ts_import_report_count_file (context->report);
      report_failure (self, error);
      return self;
    }
  if (config.start > 0)
    self->offset = config.start;
  else
    ts_import_report_count_file (context->report);
  find_stats (self);
  find_metric (self);
  advance (self);
  return self;
}

void
ts_monitor_cursor_free (TsMonitorCursor *self)
{
  if (self == NULL)
    return;
  if (self->reader != NULL)
    ts_monitor_reader_describe (self->reader, self->source_file);
  ts_monitor_reader_free (self->reader);
  g_array_unref (self->stat_places);
  g_string_free (self->scope, TRUE);
  g_string_free (self->name, TRUE);
  g_string_free (self->shape, TRUE);
  g_string_free (self->dtype, TRUE);
  g_free (self);
}

gboolean
ts_monitor_cursor_has_row (const TsMonitorCursor *self)
{
  return self->has_row;
}

/* The training step of the current row. */
gint64
ts_monitor_cursor_get_step (const TsMonitorCursor *self)
{
  return self->row.step;
}

/* Bytes of the file read since the last call. */
guint64
ts_monitor_cursor_take_progress (TsMonitorCursor *self)
{
  guint64 offset = self->reader != NULL ? ts_monitor_reader_get_offset (self->reader) : 0;
  guint64 progress = offset - MIN (self->offset, offset);

  self->offset = offset;
  return progress;
}

/* --- values --- */

typedef struct
{
  double values[TS_MAX_STATS];
  guint32 present, hidden;
} Values;

static inline void
set_value (Values *out, int place, double value)
{
  out->values[place] = value;
  out->present |= (guint32) 1 << place;
}

/* A column of nothing but truth values is one of numbers to pandas; among numbers it leaves text,
 * which msProbe stores as NULL. */
static void
set_bool (TsMonitorCursor *self, Values *out, guint column, int place, double value)
{
  gboolean compat = self->context->plan->compat;
  gboolean number = compat && column < 64 && (self->survey->bool_values >> column & 1) != 0;

  if (compat && !number)
    return;
  set_value (out, place, value);
  if (!compat)
    out->hidden |= (guint32) 1 << place;
}

static void
set_odd_value (TsMonitorCursor *self, Values *out, guint column, int place, TsCsvField cell)
{
  double value;

  if (ts_monitor_cell_is_bool (cell, &value))
    set_bool (self, out, column, place, value);
  else if (self->context->plan->compat)
    {
      if (ts_monitor_name_parse_python_float (cell.text, cell.length, &value))
        set_value (out, place, value);
    }
  else if (!ts_monitor_cell_is_missing (cell))
    ts_monitor_reader_report_value (self->reader, &self->row, cell);
}

static void
read_values (TsMonitorCursor *self, Values *out)
{
  const TsMonitorHeader *header = ts_monitor_reader_get_header (self->reader);
  const TsMonitorValue *columns = (const TsMonitorValue *) (gconstpointer) header->values->data;
  const int *places = (const int *) (gconstpointer) self->stat_places->data;

  out->present = out->hidden = 0;
  for (guint i = 0; i < header->values->len; i++)
    {
      TsCsvField cell;
      double value;

      if (places[i] < 0 || columns[i].side != self->row.side)
        continue;
      cell = ts_monitor_reader_get_cell (self->reader, columns[i].column);
      if (cell.length == 0)
        continue;
      if (ts_decimal_parse (cell.text, cell.length, &value))
        {
          set_value (out, places[i], value);
          if (!ts_json_number_is_exact (cell.text, cell.length, value))
            ts_monitor_reader_report_rounded (self->reader, &self->row);
        }
      else
        set_odd_value (self, out, i, places[i], cell);
    }
}

/* --- names --- */

/* dtype and shape as text, NULL when the row doesn't say ("nan" where other rows do). */
static const char *
describe (GString *text, TsCsvField cell)
{
  if (cell.length == 0 || (cell.length == 3 && memcmp (cell.text, "nan", 3) == 0))
    return NULL;
  g_string_truncate (text, 0);
  ts_text_bytes_append (text, cell.text, cell.length);
  return text->str;
}

static TsCsvField
name_target (TsMonitorCursor *self)
{
  const TsMonitorContext *context = self->context;
  TsCsvField name = self->row.name;

  if (context->mapping == NULL && !context->plan->compat
      && ts_text_bytes_are_plain (name.text, name.length))
    return name;
  g_string_truncate (self->name, 0);
  if (context->plan->compat)
    ts_monitor_name_append_compat (self->name, name, self->survey,
                                   ts_monitor_reader_get_header (self->reader));
  else
    ts_text_bytes_append (self->name, name.text, name.length);
  ts_monitor_name_map (context->mapping, context->plan->compat, self->name);
  return (TsCsvField){ self->name->str, self->name->len };
}

static guint32
intern_target (TsMonitorCursor *self, TsRowBatch *batch)
{
  TsCsvField name = name_target (self);
  gint32 micro_step = self->context->micro_step ? 0 : (gint32) self->row.micro_step;

  return ts_row_batch_intern_target (batch, name.text, name.length, self->row.vpp_stage, micro_step,
                                     describe (self->dtype, self->row.dtype),
                                     describe (self->shape, self->row.shape));
}

/* --- rows --- */

static gboolean
look_up_metric (TsMonitorCursor *self)
{
  const TsCsvField scope = self->row.scope;

  if (scope.length != self->scope->len || memcmp (scope.text, self->scope->str, scope.length) != 0)
    {
      g_string_truncate (self->scope, 0);
      ts_text_bytes_append (self->scope, scope.text, scope.length);
      find_metric (self);
    }
  if (self->metric == 0)
    ts_import_report_add (self->context->report, TS_SEVERITY_WARNING, "unusable-metric",
                          self->file->path, self->row.line, 0, 1,
                          _ ("A metric can’t have the name “%s”; its rows are left out."),
                          self->scope->str);
  return self->metric != 0;
}

/* FALSE when the file changed since it was surveyed. */
static gboolean
look_up_step (TsMonitorCursor *self)
{
  const TsMonitorRow *row = &self->row;

  if (self->step == NULL || self->step->train_step != row->step)
    self->step = ts_monitor_plan_find_step (self->context->plan, row->step);
  if (self->step != NULL
      && (!self->context->micro_step || row->micro_step < self->step->n_micro_steps))
    return TRUE;
  ts_import_report_add (self->context->report, TS_SEVERITY_WARNING, "changed-file",
                        self->file->path, row->line, 1, 1,
                        _ ("The file grew while it was imported; new steps are left out."));
  return FALSE;
}

static void
add_row (TsMonitorCursor *self, TsRowBatch *batch)
{
  Values values;
  TsRow row = {
    .step = self->context->micro_step ? self->step->first + self->row.micro_step : self->row.step,
    .rank = (guint32) self->file->folder->parsed.rank,
    .metric = self->metric,
    .line = (guint32) MIN (self->row.line, G_MAXUINT32),
  };

  if (self->batch != batch)
    {
      self->batch = batch;
      self->source = ts_row_batch_intern_source (batch, self->file->path);
    }
  read_values (self, &values);
  row.target = intern_target (self, batch);
  row.source = self->source;
  row.present = values.present;
  row.hidden = values.hidden;
  ts_row_batch_add (batch, &row, values.values);
}

/* Moves the current row into batch, or reports why it can't be stored, and goes to the next. */
void
ts_monitor_cursor_move_row (TsMonitorCursor *self, TsRowBatch *batch)
{
  g_return_if_fail (self->has_row);

  if (self->header_serial != ts_monitor_reader_get_header_serial (self->reader))
    find_stats (self);
  if (look_up_metric (self) && look_up_step (self))
    add_row (self, batch);
  advance (self);
}
