/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-survey.h"

#include "ingest/text/decimal.h"
#include "ingest/import-error.h"
#include "ingest/text/text-bytes.h"
#include "model/schema.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Rows between two looks at the cancellable. */
#define CHECK_ROWS 4096

/* The statistics of a header, while it is not known yet which columns hold numbers. */
typedef struct
{
  TsMonitorSurvey *survey;
  const TsMonitorHeader *header;
  guint serial;
  GArray *open; /* guint: values whose columns may still turn out to be text */
  guint64 seen_bool, seen_other;
  gboolean seen_name, seen_text_name, seen_missing_name;
  GHashTable *names; /* NULL: not wanted */
  GCancellable *cancellable;
} Survey;

/* How to read a file, by its name alone; part as in ts_monitor_survey_file(). */
TsMonitorReaderConfig
ts_monitor_survey_reader_config (const TsMonitorFile *file,
                                 gboolean compat,
                                 const TsSourceFile *part)
{
  gboolean grown = part != NULL && part->state == TS_SOURCE_GROWN;
  gint64 default_step = file->name.first_step == file->name.last_step ? file->name.first_step : -1;

  return (TsMonitorReaderConfig){
    .compat = compat,
    .v2 = file->name.v2,
    .default_step = compat ? 0 : default_step,
    .path = file->path,
    .start = grown ? part->read_to : 0,
    .line = grown ? part->line : 1,
    .limit = part != NULL ? part->size : 0,
  };
}

static void
add_text (GPtrArray *texts, const char *text)
{
  if (!g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_ptr_array_add (texts, g_strdup (text));
}

/* --- statistics --- */

static gboolean
is_known_stat (const char *name)
{
  return g_strv_contains (ts_monitor_stats, name);
}

static void
begin_header (Survey *survey, TsMonitorReader *reader)
{
  survey->header = ts_monitor_reader_get_header (reader);
  survey->serial = ts_monitor_reader_get_header_serial (reader);
  g_array_set_size (survey->open, 0);
  for (guint i = 0; i < survey->header->values->len; i++)
    {
      const char *stat = g_array_index (survey->header->values, TsMonitorValue, i).stat;
      if (is_known_stat (stat))
        add_text (survey->survey->stats, stat);
      else
        g_array_append_val (survey->open, i);
    }
}

/* rules.md M2: a column that holds a number is a statistic. */
static void
look_at_open_columns (Survey *survey, TsMonitorReader *reader)
{
  for (guint i = 0; i < survey->open->len;)
    {
      guint index = g_array_index (survey->open, guint, i);
      const TsMonitorValue *value = &g_array_index (survey->header->values, TsMonitorValue, index);
      TsCsvField cell = ts_monitor_reader_get_cell (reader, value->column);
      double number;

      if (ts_decimal_parse (cell.text, cell.length, &number))
        {
          add_text (survey->survey->stats, value->stat);
          g_array_remove_index (survey->open, i);
        }
      else
        i++;
    }
}

/* All of them in one sentence, since the report keeps one for a file. */
static void
report_left_out (const GPtrArray *names, const TsMonitorFile *file, TsImportReport *report)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (list, "%s“%s”", i > 0 ? _ (", ") : "",
                            (const char *) g_ptr_array_index (names, i));
  if (names->len > 0)
    ts_import_report_add (report, TS_SEVERITY_WARNING, "unusable-column", file->path, 1, names->len,
                          0, _ ("Columns that no statistic can be named after are left out: %s."),
                          list->str);
  g_string_free (list, TRUE);
}

static void
report_columns (const Survey *survey, const TsMonitorFile *file, TsImportReport *report)
{
  const TsMonitorHeader *header = survey->header;

  report_left_out (header->left_out, file, report);
  for (guint i = 0; i < survey->open->len && survey->survey->n_rows > 0; i++)
    {
      guint index = g_array_index (survey->open, guint, i);
      ts_import_report_add (report, TS_SEVERITY_INFO, "text-column", file->path, 1, 1, 0,
                            _ ("The column “%s” holds no numbers and is left out."),
                            g_array_index (header->values, TsMonitorValue, index).stat);
    }
}

/* --- what only pandas cares for --- */

static void
look_at_bools (Survey *survey, TsMonitorReader *reader)
{
  for (guint i = 0; i < MIN (64, survey->header->values->len); i++)
    {
      const TsMonitorValue *value = &g_array_index (survey->header->values, TsMonitorValue, i);
      TsCsvField cell = ts_monitor_reader_get_cell (reader, value->column);
      double truth;

      if (cell.length > 0 && strchr ("TFtf", cell.text[0]) != NULL
          && ts_monitor_cell_is_bool (cell, &truth))
        survey->seen_bool |= G_GUINT64_CONSTANT (1) << i;
      else if (!ts_monitor_cell_is_missing_name (cell))
        survey->seen_other |= G_GUINT64_CONSTANT (1) << i;
    }
}

static void
look_at_name (Survey *survey, TsCsvField name)
{
  double number;

  if (survey->seen_text_name)
    return;
  if (ts_monitor_cell_is_missing_name (name))
    survey->seen_missing_name = TRUE;
  else if (!ts_decimal_parse (name.text, name.length, &number))
    survey->seen_text_name = TRUE;
  else
    {
      survey->seen_name = TRUE;
      if (memchr (name.text, '.', name.length) != NULL
          || memchr (name.text, 'e', name.length) != NULL)
        survey->survey->names_are_integers = FALSE;
    }
}

static void
finish_compat (Survey *survey)
{
  TsMonitorSurvey *self = survey->survey;

  self->bool_values = survey->seen_bool & ~survey->seen_other;
  self->names_are_numbers = survey->seen_name && !survey->seen_text_name;
  self->names_are_integers &= self->names_are_numbers && !survey->seen_missing_name;
}

/* --- steps --- */

static void
count_step (TsMonitorSurvey *self, const TsMonitorRow *row)
{
  TsMonitorStepCount *last;
  TsMonitorStepCount first = { row->step, row->micro_step + 1 };

  if (row->has_micro)
    self->min_micro_step = MIN (self->min_micro_step, row->micro_step);
  if (self->n_rows++ == 0)
    {
      self->min_step = self->max_step = row->step;
      g_array_append_val (self->steps, first);
      return;
    }
  last = &g_array_index (self->steps, TsMonitorStepCount, self->steps->len - 1);
  if (last->step == row->step)
    {
      last->n_micro_steps = MAX (last->n_micro_steps, first.n_micro_steps);
      return;
    }
  self->ascending &= row->step > last->step;
  self->min_step = MIN (self->min_step, row->step);
  self->max_step = MAX (self->max_step, row->step);
  g_array_append_val (self->steps, first);
}

static void
add_scope (TsMonitorSurvey *self, TsCsvField scope)
{
  g_autofree char *text = NULL;

  for (guint i = self->scopes->len; i > 0; i--)
    if (ts_monitor_cell_is (scope, g_ptr_array_index (self->scopes, i - 1)))
      return;
  text = ts_text_bytes_to_utf8 (scope.text, scope.length);
  add_text (self->scopes, text);
}

/* --- names --- */

void
ts_monitor_names_init (TsMonitorNames *self)
{
  g_mutex_init (&self->mutex);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
ts_monitor_names_clear (TsMonitorNames *self)
{
  g_mutex_clear (&self->mutex);
  g_hash_table_unref (self->names);
}

static void
collect_name (GHashTable *names, TsCsvField name)
{
  char *text = ts_text_bytes_to_utf8 (name.text, name.length);

  if (g_hash_table_contains (names, text))
    g_free (text);
  else
    g_hash_table_add (names, text);
}

static void
merge_names (TsMonitorNames *self, GHashTable *names)
{
  GHashTableIter iter;
  gpointer name;

  g_mutex_lock (&self->mutex);
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (self->names, name))
      {
        g_hash_table_iter_steal (&iter);
        g_hash_table_add (self->names, name);
      }
  g_mutex_unlock (&self->mutex);
}

/* --- the file --- */

static gboolean
is_decimal_comma (TsCsvField cell)
{
  gboolean comma = FALSE;
  gsize i = cell.length > 0 && cell.text[0] == '-';
  gsize start = i;

  for (; i < cell.length; i++)
    if (cell.text[i] == ',' && !comma && i > start && i + 1 < cell.length)
      comma = TRUE;
    else if (!g_ascii_isdigit (cell.text[i]))
      return FALSE;
  return comma;
}

static char *
find_decimal_comma (const TsMonitorHeader *header, TsMonitorReader *reader)
{
  for (guint i = 0; i < header->values->len; i++)
    {
      guint column = g_array_index (header->values, TsMonitorValue, i).column;
      TsCsvField cell = ts_monitor_reader_get_cell (reader, column);

      if (is_decimal_comma (cell))
        return g_strdup_printf (
            _ ("Numbers are written with a decimal comma (“%.*s”); a decimal point is needed."),
            (int) MIN (cell.length, 40), cell.text);
    }
  return NULL;
}

/* What makes the file as a whole unusable, as a sentence, or NULL. */
static char *
survey_rows (Survey *survey, TsMonitorReader *reader, gboolean compat, GError **error)
{
  TsMonitorSurvey *self = survey->survey;
  g_autofree char *fault = NULL;
  TsMonitorRow row;
  gint64 line;

  begin_header (survey, reader);
  while (ts_monitor_reader_next (reader, &row, error))
    {
      if (survey->serial != ts_monitor_reader_get_header_serial (reader))
        begin_header (survey, reader);
      if (!compat && self->n_rows == 0
          && (fault = find_decimal_comma (survey->header, reader)) != NULL)
        return g_steal_pointer (&fault);
      count_step (self, &row);
      if (self->n_rows % CHECK_ROWS == 0 && g_cancellable_is_cancelled (survey->cancellable))
        return NULL;
      if (survey->open->len > 0)
        look_at_open_columns (survey, reader);
      add_scope (self, row.scope);
      if (survey->names != NULL)
        collect_name (survey->names, row.name);
      if (compat)
        {
          look_at_bools (survey, reader);
          look_at_name (survey, row.name);
        }
    }
  /* A header at the very end, with no row to show what its columns hold; the one before is gone. */
  if (survey->serial != ts_monitor_reader_get_header_serial (reader))
    {
      begin_header (survey, reader);
      g_array_set_size (survey->open, 0);
    }
  if (compat && ts_monitor_reader_is_malformed (reader, &line))
    return g_strdup_printf (_ ("Line %" PRId64 " has more cells than the first or a quote "
                               "that is never closed, and msProbe refuses such a file."),
                            line);
  return NULL;
}

static char *
find_header_fault (const TsMonitorHeader *header, const TsMonitorReaderConfig *config)
{
  if (config->compat)
    return NULL;
  if (header->step < 0 && header->name >= 0 && config->default_step < 0)
    return g_strdup (_ ("There is no column “step”, and the file’s name does not say the step."));
  return ts_monitor_header_find_fault (header);
}

static void
report_unusable (TsImportReport *report, const char *path, const GError *error)
{
  gboolean empty = g_error_matches (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA);

  ts_import_report_add (report, empty ? TS_SEVERITY_WARNING : TS_SEVERITY_ERROR,
                        empty                              ? "empty-file"
                        : error->domain == TS_IMPORT_ERROR ? "refused-file"
                                                           : "unreadable-file",
                        path, 0, 1, 0, "%s", error->message);
}

static void
init (TsMonitorSurvey *self, const TsMonitorFile *file)
{
  *self = (TsMonitorSurvey){
    .min_step = MAX (0, file->name.first_step),
    .max_step = MAX (0, file->name.first_step),
    .ascending = TRUE,
    .min_micro_step = G_MAXINT64,
    .steps = g_array_new (FALSE, FALSE, sizeof (TsMonitorStepCount)),
    .stats = g_ptr_array_new_with_free_func (g_free),
    .scopes = g_ptr_array_new_with_free_func (g_free),
    .names_are_integers = TRUE,
  };
}

/* Reads file and fills in self; clear it afterwards. part (NULL: all of it) says how much of it is
 * to be read, and from where; of what was appended nothing is reported. Adds the names of its rows
 * to names (may be NULL). What makes the file unusable is reported; what is wrong with single rows
 * is not: that comes when they are read again. When cancelled, self is incomplete. */
void
ts_monitor_survey_file (TsMonitorSurvey *self,
                        const TsMonitorFile *file,
                        const char *data_dir,
                        gboolean compat,
                        TsMonitorNames *names,
                        const TsSourceFile *part,
                        TsImportReport *report,
                        GCancellable *cancellable)
{
  TsMonitorReaderConfig config = ts_monitor_survey_reader_config (file, compat, part);
  g_autofree char *path = g_build_filename (data_dir, file->path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TsMonitorReader) reader = ts_monitor_reader_open (path, &config, &error);
  Survey survey = { .survey = self, .cancellable = cancellable };
  g_autofree char *fault = NULL;

  init (self, file);
  if (reader != NULL)
    {
      fault = find_header_fault (ts_monitor_reader_get_header (reader), &config);
      survey.open = g_array_new (FALSE, FALSE, sizeof (guint));
      if (names != NULL)
        survey.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      if (fault == NULL)
        fault = survey_rows (&survey, reader, compat, &error);
      if (fault == NULL && config.start == 0)
        report_columns (&survey, file, report);
      g_array_unref (survey.open);
      if (names != NULL)
        merge_names (names, survey.names);
      g_clear_pointer (&survey.names, g_hash_table_unref);
      finish_compat (&survey);
      if (fault != NULL)
        {
          g_clear_error (&error);
          g_set_error_literal (&error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_STRUCTURE, fault);
        }
    }
  /* A file that can be read in part is read: what stops it is found, and told, again then. */
  self->usable = reader != NULL && fault == NULL;
  if (!self->usable)
    report_unusable (report, file->path, error);
}

void
ts_monitor_survey_clear (TsMonitorSurvey *self)
{
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->stats, g_ptr_array_unref);
  g_clear_pointer (&self->scopes, g_ptr_array_unref);
}
