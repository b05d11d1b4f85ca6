/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-reader.h"

#include "ingest/text/decimal.h"
#include "ingest/import-error.h"
#include "ingest/text/text-bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _TsMonitorReader
{
  TsMonitorReaderConfig config;
  int fd;
  TsCsvReader *csv;
  TsMonitorHeader *header;
  guint header_serial;

  /* The current record. */
  const TsCsvField *fields;
  guint n_fields;
  guint leading;        /* compat: cells before the first column, which pandas takes for an index */
  gboolean shifted;     /* one cell to the left, since there is no "vpp:" */
  guint n_shifted_keys; /* cells of a shifted row that are no values */
  guint group, n_groups; /* measurements */
  int side;
  gboolean pending; /* the record has more rows */
  TsMonitorRow row;
  GString *name;

  guint first_row_fields; /* 0 before the first row */
  gint64 malformed_line;

  guint64 stop;     /* behind the last whole record */
  gint64 stop_line; /* the line there */
  guint flags;      /* TsSourceFlags */

  GHashTable *seen; /* v2: how often a name was met in the current step */
  gint64 seen_step;
  guint64 rows_read;
};

/* --- opening --- */

static int
open_regular (const char *path, GError **error)
{
  /* Not to block on a pipe that bears the name of a file. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat info;
  int code = errno;

  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode))
    return fd;
  if (fd >= 0)
    {
      close (fd);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                           _ ("This is not a file but something else of that name."));
    }
  else
    g_set_error (error, G_IO_ERROR, (gint) g_io_error_from_errno (code),
                 _ ("The file can’t be opened: %s"), g_strerror (code));
  return -1;
}

static gboolean
read_header (TsMonitorReader *self, GError **error)
{
  g_autoptr (GError) local = NULL;
  const TsCsvField *fields;
  guint n;

  if (!ts_csv_reader_next (self->csv, &local))
    {
      if (local != NULL)
        g_propagate_error (error, g_steal_pointer (&local));
      else
        g_set_error_literal (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_NO_DATA,
                             _ ("The file is empty."));
      return FALSE;
    }
  fields = ts_csv_reader_get_fields (self->csv, &n);
  if (ts_csv_reader_is_broken (self->csv)
      || (n > 0 && memchr (fields[0].text, '\0', fields[0].length)))
    {
      g_set_error_literal (error, TS_IMPORT_ERROR, TS_IMPORT_ERROR_SYNTAX,
                           _ ("The first line is not the header of a CSV file."));
      return FALSE;
    }
  self->header = ts_monitor_header_parse (fields, n, self->config.compat);
  self->stop = ts_csv_reader_get_offset (self->csv);
  self->stop_line = ts_csv_reader_get_next_line (self->csv);
  if (self->config.compat || self->config.v2 || ts_csv_reader_is_converted (self->csv)
      || !ts_csv_reader_has_end (self->csv))
    self->flags |= TS_SOURCE_WHOLE;
  return TRUE;
}

/* Goes on behind what was read another time. */
static gboolean
go_to_start (TsMonitorReader *self, GError **error)
{
  char before = 0, after = 0;
  guint64 start = self->config.start;

  if (start == 0)
    return TRUE;
  /* Of a line end of two characters the second may have come later. */
  if (pread (self->fd, &before, 1, (off_t) start - 1) == 1 && before == '\r'
      && pread (self->fd, &after, 1, (off_t) start) == 1 && after == '\n')
    start++;
  if (lseek (self->fd, (off_t) start, SEEK_SET) < 0)
    {
      int code = errno;
      g_set_error (error, G_IO_ERROR, (gint) g_io_error_from_errno (code),
                   _ ("The file can’t be read: %s"), g_strerror (code));
      return FALSE;
    }
  ts_csv_reader_free (self->csv);
  self->csv = ts_csv_reader_new_for_fd (self->fd);
  ts_csv_reader_set_range (self->csv, start, self->config.line, self->config.limit);
  self->stop = start;
  self->stop_line = self->config.line;
  return TRUE;
}

/* Opens path and reads its header. The config's strings and report stay the caller's and have to
 * outlive the reader. Errors: a G_IO_ERROR, TS_IMPORT_ERROR_NO_DATA for an empty file,
 * TS_IMPORT_ERROR_SYNTAX when there is no header. Caller frees. */
TsMonitorReader *
ts_monitor_reader_open (const char *path, const TsMonitorReaderConfig *config, GError **error)
{
  g_autoptr (TsMonitorReader) self = NULL;
  int fd = open_regular (path, error);

  if (fd < 0)
    return NULL;
  self = g_new0 (TsMonitorReader, 1);
  self->config = *config;
  self->fd = fd;
  self->csv = ts_csv_reader_new_for_fd (fd);
  ts_csv_reader_set_range (self->csv, 0, 1, config->limit);
  self->name = g_string_new (NULL);
  return read_header (self, error) && go_to_start (self, error) ? g_steal_pointer (&self) : NULL;
}

void
ts_monitor_reader_free (TsMonitorReader *self)
{
  if (self == NULL)
    return;
  if (self->config.report != NULL)
    ts_import_report_count_read (self->config.report, self->rows_read);
  ts_csv_reader_free (self->csv);
  close (self->fd);
  ts_monitor_header_free (self->header);
  g_string_free (self->name, TRUE);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_free (self);
}

const TsMonitorHeader *
ts_monitor_reader_get_header (const TsMonitorReader *self)
{
  return self->header;
}

/* Changes when a repeated header line brings other columns. */
guint
ts_monitor_reader_get_header_serial (const TsMonitorReader *self)
{
  return self->header_serial;
}

/* Whether pandas would refuse the whole file, and the line because of which. */
gboolean
ts_monitor_reader_is_malformed (const TsMonitorReader *self, gint64 *line)
{
  *line = self->malformed_line;
  return self->malformed_line > 0;
}

guint64
ts_monitor_reader_get_offset (const TsMonitorReader *self)
{
  return ts_csv_reader_get_offset (self->csv);
}

/* How far it came, and what has to be known to go on from there; into file. Its last record may be
 * one whose end is not there yet: it counts as not read. */
void
ts_monitor_reader_describe (const TsMonitorReader *self, TsSourceFile *file)
{
  file->read_to = self->stop;
  file->line = self->stop_line;
  file->flags = (file->flags & ~(guint) TS_SOURCE_CUT) | self->flags;
  file->mark = ts_source_mark (self->fd, self->stop);
}

/* --- cells --- */

/* The cell of column in the row that ts_monitor_reader_next() gave last. */
TsCsvField
ts_monitor_reader_get_cell (const TsMonitorReader *self, guint column)
{
  guint at = column + self->leading;

  if (G_UNLIKELY (self->shifted))
    {
      guint n_values = self->header->n_columns - self->header->n_keys;
      guint value = self->group * n_values + column - self->header->n_keys;
      /* A shifted row without micro_step has its first value in front of the step. */
      if (self->n_shifted_keys == 2)
        at = value == 0 ? 1 : value + 2;
      else
        at = value + 3;
    }
  return at < self->n_fields ? self->fields[at] : (TsCsvField){ "", 0 };
}

static TsCsvField
key_cell (const TsMonitorReader *self, int column)
{
  if (column < 0)
    return (TsCsvField){ "", 0 };
  return ts_monitor_reader_get_cell (self, (guint) column);
}

/* --- rows that are none --- */

static void
refuse (TsMonitorReader *self, const char *code, const char *message)
{
  if (self->config.report == NULL)
    return;
  self->rows_read++;
  ts_import_report_add (self->config.report, TS_SEVERITY_WARNING, code, self->config.path,
                        ts_csv_reader_get_line (self->csv), 1, 1, "%s", message);
}

static void
note (TsMonitorReader *self, const char *code, const char *message)
{
  if (self->config.report != NULL)
    ts_import_report_add (self->config.report, TS_SEVERITY_INFO, code, self->config.path,
                          ts_csv_reader_get_line (self->csv), 1, 0, "%s", message);
}

/* Reports a cell that is neither a number nor empty. */
void
ts_monitor_reader_report_value (TsMonitorReader *self, const TsMonitorRow *row, TsCsvField cell)
{
  g_autofree char *text = ts_text_bytes_to_utf8 (cell.text, MIN (cell.length, 60));

  if (self->config.report != NULL)
    ts_import_report_add (self->config.report, TS_SEVERITY_WARNING, "unreadable-value",
                          self->config.path, row->line, 1, 0,
                          _ ("“%s” is not a number, so the value is missing; the rest of its row "
                             "was read."),
                          text);
}

void
ts_monitor_reader_report_rounded (TsMonitorReader *self, const TsMonitorRow *row)
{
  if (self->config.report != NULL)
    ts_import_report_add (self->config.report, TS_SEVERITY_WARNING, "rounded-integer",
                          self->config.path, row->line, 1, 0,
                          _ ("Whole numbers beyond 2^53 (9,007,199,254,740,992) that no "
                             "floating-point number equals; the nearest one is kept."));
}

/* A header in the middle may have other columns, when the program was updated in between. */
static void
take_repeated_header (TsMonitorReader *self)
{
  note (self, "repeated-header", _ ("The header is repeated; a run went on in the same file."));
  if (!ts_csv_reader_has_end (self->csv))
    self->flags |= TS_SOURCE_WHOLE;
  g_clear_pointer (&self->seen, g_hash_table_unref);
  if (self->config.compat || !ts_csv_reader_has_end (self->csv)
      || ts_monitor_header_equal_fields (self->header, self->fields, self->n_fields))
    return;
  ts_monitor_header_free (self->header);
  self->header = ts_monitor_header_parse (self->fields, self->n_fields, FALSE);
  self->header_serial++;
  self->flags |= TS_SOURCE_WHOLE;
}

/* --- compat rows --- */

/* pandas: more cells in the first row than in the header are an index in front; a later row may not
 * have more. */
static gboolean
check_compat_width (TsMonitorReader *self)
{
  guint n = self->header->n_columns;

  if (self->first_row_fields == 0)
    {
      self->first_row_fields = MAX (self->n_fields, 1);
      self->leading = self->n_fields > n ? self->n_fields - n : 0;
    }
  if (!ts_csv_reader_is_broken (self->csv) && self->n_fields <= MAX (self->first_row_fields, n))
    return TRUE;
  if (self->malformed_line == 0)
    self->malformed_line = ts_csv_reader_get_line (self->csv);
  refuse (self, "unreadable-row", _ ("The row has more cells than the others."));
  return FALSE;
}

static gboolean
take_compat_keys (TsMonitorReader *self)
{
  const TsMonitorHeader *header = self->header;
  TsMonitorRow *row = &self->row;
  gint64 vpp_stage;

  if (header->name < 0 || header->vpp_stage < 0
      || !ts_monitor_cell_read_integer (key_cell (self, header->vpp_stage), TRUE, &vpp_stage)
      || ABS (vpp_stage) > G_MAXINT32)
    return FALSE;
  if (header->step >= 0
      && !ts_monitor_cell_read_integer (key_cell (self, header->step), TRUE, &row->step))
    return FALSE;
  if (header->micro_step >= 0
      && !ts_monitor_cell_read_integer (key_cell (self, header->micro_step), TRUE,
                                        &row->micro_step))
    return FALSE;
  row->vpp_stage = (gint32) vpp_stage;
  row->name = key_cell (self, header->name);
  return row->micro_step >= 0 && row->micro_step < TS_MONITOR_MAX_MICRO_STEPS;
}

static gboolean
take_compat_record (TsMonitorReader *self)
{
  if (!check_compat_width (self))
    return FALSE;
  if (ts_monitor_header_is_repeated (self->header, self->fields, self->n_fields))
    {
      take_repeated_header (self);
      return FALSE;
    }
  if (!take_compat_keys (self))
    {
      refuse (self, "unreadable-row",
              _ ("The row has no whole numbers in the columns “vpp_stage”, “step” and "
                 "“micro_step”; msProbe leaves it out."));
      return FALSE;
    }
  self->n_groups = 1;
  return TRUE;
}

/* --- rows by our rules --- */

static gboolean
rest_is_nothing (const TsMonitorReader *self, guint from)
{
  for (guint i = from; i < self->n_fields; i++)
    if (!ts_monitor_cell_is_nothing (self->fields[i]))
      return FALSE;
  return TRUE;
}

static gboolean
may_be_value (TsCsvField cell)
{
  double ignored;

  return ts_monitor_cell_is_missing (cell) || ts_decimal_parse (cell.text, cell.length, &ignored);
}

/* rules.md M3: names without "vpp:" leave every cell one column too far left, and the step between
 * the first and the second value. Several measurements of one step (before and after a
 * communication) follow one another. */
static gboolean
take_shifted (TsMonitorReader *self)
{
  guint n_keys = self->header->n_keys;
  guint n_values = self->header->n_columns - n_keys;
  gint64 number;
  gboolean has_micro;

  if (n_keys == 0 || n_values == 0 || self->n_fields < 2 + n_values
      || ts_monitor_cell_is_empty (self->fields[0])
      || ts_monitor_cell_read_integer (self->fields[0], FALSE, &number)
      || !ts_monitor_cell_read_integer (self->fields[2], FALSE, &self->row.step))
    return FALSE;
  has_micro = n_keys == 4 && self->n_fields >= 3 + n_values
              && ts_monitor_cell_read_integer (self->fields[1], FALSE, &number) && number >= 0
              && number < TS_MONITOR_MAX_MICRO_STEPS
              && ((self->n_fields - 3) % n_values == 0 || (self->n_fields - 2) % n_values != 0);
  if (!has_micro && !may_be_value (self->fields[1]))
    return FALSE;
  self->n_shifted_keys = has_micro ? 3 : 2;
  self->n_groups = (self->n_fields - self->n_shifted_keys) / n_values;
  while (self->n_groups > 1
         && rest_is_nothing (self, self->n_shifted_keys + (self->n_groups - 1) * n_values))
    self->n_groups--;
  self->shifted = TRUE;
  self->row.vpp_stage = 0;
  self->row.name = self->fields[0];
  self->row.has_micro = has_micro;
  self->row.micro_step = has_micro ? number : 0;
  return TRUE;
}

static gboolean
take_micro_step (TsMonitorReader *self)
{
  TsCsvField cell = key_cell (self, self->header->micro_step);
  gint64 number;

  if (ts_monitor_cell_is_nothing (cell))
    return TRUE;
  if (!ts_monitor_cell_read_integer (cell, FALSE, &number) || number < self->config.micro_base
      || number >= TS_MONITOR_MAX_MICRO_STEPS)
    return FALSE;
  self->row.has_micro = TRUE;
  self->row.micro_step = number - self->config.micro_base;
  return TRUE;
}

static gboolean
take_keys (TsMonitorReader *self)
{
  const TsMonitorHeader *header = self->header;
  TsCsvField vpp = key_cell (self, header->vpp_stage);
  gint64 vpp_stage = 0;

  if (!ts_monitor_cell_is_nothing (vpp)
      && (!ts_monitor_cell_read_integer (vpp, FALSE, &vpp_stage) || ABS (vpp_stage) > G_MAXINT32))
    return FALSE;
  if (header->step >= 0
      && !ts_monitor_cell_read_integer (key_cell (self, header->step), FALSE, &self->row.step))
    return FALSE;
  self->row.vpp_stage = (gint32) vpp_stage;
  self->row.name = key_cell (self, header->name);
  self->row.scope = key_cell (self, header->scope);
  self->n_groups = 1;
  return take_micro_step (self);
}

/* Why the record is no row; NULL when it is one. */
static const char *
find_fault (TsMonitorReader *self, const char **code)
{
  *code = "unreadable-row";
  if (!ts_csv_reader_has_end (self->csv))
    {
      *code = "cut-row";
      self->flags |= TS_SOURCE_CUT;
      return _ ("The last line has no end: whatever wrote it was stopped. It is left out.");
    }
  if (ts_csv_reader_is_broken (self->csv))
    return _ ("The line has a quote that is never closed, or is endless.");
  if (take_shifted (self))
    return NULL;
  if (self->n_fields < self->header->n_columns)
    {
      *code = "short-row";
      return _ ("The row has fewer cells than the header.");
    }
  if (!rest_is_nothing (self, self->header->n_columns))
    return _ ("The row has more cells than the header.");
  if (!take_keys (self))
    return _ ("The row has no whole numbers where the model chunk, the step and the micro-step "
              "should be.");
  return NULL;
}

static gboolean
take_record (TsMonitorReader *self)
{
  const char *code;
  const char *fault;

  if (self->header->n_columns > 0 && self->n_fields > 0
      && ts_monitor_header_is_repeated (self->header, self->fields, self->n_fields))
    {
      take_repeated_header (self);
      return FALSE;
    }
  fault = find_fault (self, &code);
  /* A writer was killed inside quotes, and the next one's lines stand behind: not to be lost. */
  if (fault != NULL && ts_csv_reader_split (self->csv))
    {
      self->n_fields = 0;
      self->flags |= TS_SOURCE_WHOLE;
      fault = _ ("The line ends inside quotes: whatever wrote it was stopped. It is left out.");
      code = "cut-row";
    }
  if (fault != NULL)
    {
      refuse (self, code, fault);
      return FALSE;
    }
  if (self->shifted)
    note (self, "shifted-row",
          _ ("Rows without a model chunk have their cells one column too far left; they were put "
             "right."));
  return TRUE;
}

/* --- from records to rows --- */

static void
note_stop (TsMonitorReader *self)
{
  if (ts_csv_reader_has_end (self->csv))
    {
      self->stop = ts_csv_reader_get_offset (self->csv);
      self->stop_line = ts_csv_reader_get_next_line (self->csv);
      /* A quote that was never closed decides how the rest is read. */
      if (ts_csv_reader_is_broken (self->csv))
        self->flags |= TS_SOURCE_WHOLE;
    }
}

static gboolean
next_record (TsMonitorReader *self, GError **error)
{
  for (;;)
    {
      if (!ts_csv_reader_next (self->csv, error))
        return FALSE;
      self->fields = ts_csv_reader_get_fields (self->csv, &self->n_fields);
      note_stop (self);
      self->shifted = FALSE;
      self->row = (TsMonitorRow){ .step = self->config.default_step,
                                  .line = ts_csv_reader_get_line (self->csv),
                                  .side = -1,
                                  .scope = { "", 0 } };
      if (self->config.compat ? take_compat_record (self) : take_record (self))
        return TRUE;
    }
}

/* Monitor v2 gives the rows of a module's micro-steps the same name and no number: they are
 * counted.
 */
static void
count_occurrence (TsMonitorReader *self)
{
  TsMonitorRow *row = &self->row;
  GString *key = g_string_new_len (row->scope.text, (gssize) row->scope.length);
  char *text;
  gpointer n;

  g_string_append_c (key, '\n');
  ts_text_bytes_append (key, row->name.text, row->name.length);
  g_string_append_printf (key, "\n%d", row->vpp_stage);
  if (self->seen == NULL || self->seen_step != row->step)
    {
      g_clear_pointer (&self->seen, g_hash_table_unref);
      self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      self->seen_step = row->step;
    }
  text = g_string_free (key, FALSE);
  n = g_hash_table_lookup (self->seen, text);
  row->micro_step = MIN (GPOINTER_TO_INT (n), TS_MONITOR_MAX_MICRO_STEPS - 1);
  g_hash_table_insert (self->seen, text, GINT_TO_POINTER (GPOINTER_TO_INT (n) + 1));
}

static gboolean
side_has_cells (const TsMonitorReader *self, int side)
{
  for (guint i = 0; i < self->header->values->len; i++)
    {
      const TsMonitorValue *value = &g_array_index (self->header->values, TsMonitorValue, i);
      if (value->side == side
          && !ts_monitor_cell_is_empty (ts_monitor_reader_get_cell (self, value->column)))
        return TRUE;
    }
  return FALSE;
}

/* The next side, from after, that the record has values of; sides->len when there is none. -1 is
 * the row as a whole. */
static int
find_side (const TsMonitorReader *self, int from)
{
  int n = (int) self->header->sides->len;

  if (n == 0)
    return from < 0 ? -1 : n;
  while (from < n && !side_has_cells (self, from))
    from++;
  return from;
}

static void
name_row (TsMonitorReader *self)
{
  TsMonitorRow *row = &self->row;

  row->name = self->shifted ? self->fields[0] : key_cell (self, self->header->name);
  if (self->side < 0 && self->group == 0)
    return;
  g_string_truncate (self->name, 0);
  g_string_append_len (self->name, row->name.text, (gssize) row->name.length);
  if (self->side >= 0)
    g_string_append_printf (self->name, ".%s",
                            (char *) g_ptr_array_index (self->header->sides, (guint) self->side));
  if (self->group > 0)
    g_string_append_printf (self->name, ".%u", self->group);
  row->name = (TsCsvField){ self->name->str, self->name->len };
}

/* The first side of the current group. One without any value is one row all the same. */
static int
find_first_side (const TsMonitorReader *self)
{
  int side = find_side (self, -1);

  return side < (int) self->header->sides->len ? side : -1;
}

/* Begins with the rows of the current record. */
static void
begin_rows (TsMonitorReader *self)
{
  self->group = 0;
  self->side = find_first_side (self);
  if (self->config.v2 && !self->row.has_micro && self->header->micro_step < 0)
    count_occurrence (self);
  self->pending = TRUE;
}

static void
finish_row (TsMonitorReader *self)
{
  int n_sides = (int) self->header->sides->len;

  self->side = n_sides == 0 ? 0 : find_side (self, self->side + 1);
  if (self->side < n_sides)
    return;
  self->side = -1;
  self->group++;
  self->pending = self->group < self->n_groups;
  if (self->pending)
    self->side = find_first_side (self);
}

/* Goes to the next row. Returns FALSE at the end, and with error (G_IO_ERROR) when reading fails.
 * What is no row is reported. */
gboolean
ts_monitor_reader_next (TsMonitorReader *self, TsMonitorRow *row, GError **error)
{
  if (self->pending)
    finish_row (self);
  if (!self->pending)
    {
      if (!next_record (self, error))
        return FALSE;
      begin_rows (self);
    }
  name_row (self);
  self->row.side = self->side;
  self->row.group = self->group;
  self->row.dtype = key_cell (self, self->header->dtype);
  self->row.shape = key_cell (self, self->header->shape);
  self->rows_read++;
  *row = self->row;
  return TRUE;
}
