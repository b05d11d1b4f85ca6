/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ingest/monitor/monitor-header.h"

#include "ingest/text/text-bytes.h"
#include "model/schema.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Enough for any set of statistics; keeps a damaged file's endless first line from becoming a
 * table. */
#define MAX_COLUMNS 4096

static void
clear_value (gpointer data)
{
  g_free (((TsMonitorValue *) data)->stat);
}

static TsMonitorHeader *
header_new (void)
{
  TsMonitorHeader *self = g_new0 (TsMonitorHeader, 1);

  self->vpp_stage = self->name = self->step = self->micro_step = -1;
  self->scope = self->dtype = self->shape = -1;
  self->values = g_array_new (FALSE, FALSE, sizeof (TsMonitorValue));
  g_array_set_clear_func (self->values, clear_value);
  self->sides = g_ptr_array_new_with_free_func (g_free);
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->left_out = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ts_monitor_header_free (TsMonitorHeader *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->values);
  g_ptr_array_unref (self->sides);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->left_out);
  g_free (self);
}

/* The place that a column of this name has, if it is no statistic. */
static int *
find_key (TsMonitorHeader *self, const char *name, gboolean compat)
{
  const struct
  {
    const char *name;
    int *place;
    gboolean compat;
  } keys[] = {
    { "vpp_stage", &self->vpp_stage, TRUE }, { "name", &self->name, TRUE },
    { "step", &self->step, TRUE },           { "micro_step", &self->micro_step, TRUE },
    { "dtype", &self->dtype, TRUE },         { "shape", &self->shape, TRUE },
    { "param_name", &self->name, FALSE },    { "module_name", &self->name, FALSE },
    { "scope", &self->scope, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if ((keys[i].compat || !compat) && strcmp (keys[i].name, name) == 0)
      return keys[i].place;
  return NULL;
}

static gboolean
is_known_stat (const char *name)
{
  return g_strv_contains (ts_monitor_stats, name);
}

/* The columns that trend_data has besides statistics; SQLite knows no case. */
static gboolean
is_reserved (const char *name)
{
  static const char *const reserved[] = { "rank", "step", "target_id", "metric_id", NULL };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_strv_contains (reserved, lower);
}

static int
find_side (TsMonitorHeader *self, const char *side, gsize length)
{
  for (guint i = 0; i < self->sides->len; i++)
    {
      const char *known = g_ptr_array_index (self->sides, i);
      if (strlen (known) == length && memcmp (known, side, length) == 0)
        return (int) i;
    }
  g_ptr_array_add (self->sides, g_strndup (side, length));
  return (int) self->sides->len - 1;
}

static gboolean
has_value (const TsMonitorHeader *self, const char *stat, int side)
{
  for (guint i = 0; i < self->values->len; i++)
    {
      const TsMonitorValue *value = &g_array_index (self->values, TsMonitorValue, i);
      if (value->side == side && g_ascii_strcasecmp (value->stat, stat) == 0)
        return TRUE;
    }
  return FALSE;
}

/* "norm" is a statistic of the row, "input.norm" one of its side "input". */
static void
add_value (TsMonitorHeader *self, guint column, const char *name, gboolean compat)
{
  const char *dot = compat ? NULL : strrchr (name, '.');
  const char *stat = dot != NULL ? dot + 1 : name;
  TsMonitorValue value = { .column = column, .side = -1 };

  if (compat && !is_known_stat (name))
    return;
  if (!ts_is_identifier (stat) || is_reserved (stat) || dot == name)
    {
      g_ptr_array_add (self->left_out, g_strdup (name));
      return;
    }
  if (dot != NULL)
    value.side = find_side (self, name, (gsize) (dot - name));
  if (has_value (self, stat, value.side))
    {
      g_ptr_array_add (self->left_out, g_strdup (name));
      return;
    }
  value.stat = is_known_stat (stat) ? g_strdup (stat) : NULL;
  for (guint i = 0; value.stat == NULL && ts_monitor_stats[i] != NULL; i++)
    if (g_ascii_strcasecmp (stat, ts_monitor_stats[i]) == 0)
      value.stat = g_strdup (ts_monitor_stats[i]);
  if (value.stat == NULL)
    value.stat = g_strdup (stat);
  g_array_append_val (self->values, value);
}

static void
add_column (TsMonitorHeader *self, guint column, const char *name, gboolean compat)
{
  int *place = find_key (self, name, compat);

  if (place != NULL && *place < 0)
    *place = (int) column;
  else if (place == NULL && strcmp (name, "id") != 0 && *name != '\0')
    add_value (self, column, name, compat);
}

/* How many columns msProbe's order vpp_stage, name, step[, micro_step] takes. */
static guint
count_keys (const TsMonitorHeader *self)
{
  if (self->vpp_stage != 0 || self->name != 1 || self->step != 2 || self->scope >= 0)
    return 0;
  if (self->micro_step < 0)
    return 3;
  return self->micro_step == 3 ? 4 : 0;
}

/* Reads a header line. With compat only what msProbe knows counts. Caller frees. */
TsMonitorHeader *
ts_monitor_header_parse (const TsCsvField *fields, guint n_fields, gboolean compat)
{
  TsMonitorHeader *self = header_new ();

  self->n_columns = n_fields;
  for (guint i = 0; i < MIN (n_fields, MAX_COLUMNS); i++)
    {
      char *name = ts_text_bytes_to_utf8 (fields[i].text, fields[i].length);

      if (!compat)
        g_strstrip (name);
      g_ptr_array_add (self->columns, name);
      add_column (self, i, name, compat);
    }
  self->n_keys = count_keys (self);
  return self;
}

/* The columns' names for a message, cut short. */
static char *
describe_columns (const TsMonitorHeader *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->columns->len && i < 12; i++)
    {
      g_autofree char *name
          = g_utf8_substring (g_ptr_array_index (self->columns, i), 0,
                              MIN (60, g_utf8_strlen (g_ptr_array_index (self->columns, i), -1)));
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }
  if (self->columns->len > 12)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

static const char *
find_other_delimiter (const TsMonitorHeader *self)
{
  static const char *const delimiters[] = { ";", "\t", "|" };

  for (guint i = 0; self->columns->len > 0 && i < G_N_ELEMENTS (delimiters); i++)
    if (strstr (g_ptr_array_index (self->columns, 0), delimiters[i]) != NULL)
      return *delimiters[i] == '\t' ? _ ("tabs") : delimiters[i];
  return NULL;
}

/* What makes the file unusable, as a sentence for a report, or NULL. Caller frees. */
char *
ts_monitor_header_find_fault (const TsMonitorHeader *self)
{
  g_autofree char *columns = describe_columns (self);
  const char *delimiter = find_other_delimiter (self);

  if (self->n_columns > MAX_COLUMNS)
    return g_strdup_printf (_ ("The first line has %u columns, so this is not a monitor’s file."),
                            self->n_columns);
  if (self->name < 0 && delimiter != NULL)
    return g_strdup_printf (_ ("Fields seem to be separated by “%s”, but commas are needed. The "
                               "first line is “%s”."),
                            delimiter, columns);
  if (self->name < 0)
    return g_strdup_printf (_ ("There is no column “name”. The columns are “%s”."), columns);
  if (self->values->len == 0)
    return g_strdup_printf (_ ("There is no column with a statistic. The columns are “%s”."),
                            columns);
  return NULL;
}

static gboolean
field_is (const TsMonitorHeader *self, guint column, const TsCsvField *field)
{
  const char *name = g_ptr_array_index (self->columns, column);

  return field->length == strlen (name) && memcmp (field->text, name, field->length) == 0;
}

/* Whether a record looks like a header line: a writer that was started again puts one in the
 * middle. It may have other columns than the first. */
gboolean
ts_monitor_header_is_repeated (const TsMonitorHeader *self,
                               const TsCsvField *fields,
                               guint n_fields)
{
  guint n = MIN (3, self->columns->len);

  if (n_fields < n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!field_is (self, i, &fields[i]))
      return FALSE;
  return TRUE;
}

/* Whether a repeated header has exactly the same columns. */
gboolean
ts_monitor_header_equal_fields (const TsMonitorHeader *self,
                                const TsCsvField *fields,
                                guint n_fields)
{
  if (n_fields != self->n_columns || n_fields != self->columns->len)
    return FALSE;
  for (guint i = 0; i < n_fields; i++)
    if (!field_is (self, i, &fields[i]))
      return FALSE;
  return TRUE;
}
