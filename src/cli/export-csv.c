/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/export-csv.h"

#include "model/output.h"
#include "model/number-format.h"

#include <string.h>

/* A field, quoted when it must be. */
static void
append_text (GString *line, const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (line, text);
      return;
    }
  g_string_append_c (line, '"');
  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (line, '"');
      g_string_append_c (line, *c);
    }
  g_string_append_c (line, '"');
}

static void
append_value (GString *line, double value, guint8 state)
{
  g_autofree char *number = NULL;

  g_string_append_c (line, ',');
  if (ts_cell_state (state) == TS_CELL_MISSING)
    return;
  if (ts_cell_state (state) == TS_CELL_NULL)
    {
      g_string_append (line, "null");
      return;
    }
  number = ts_format_exact (value);
  g_string_append (line, number);
}

static gboolean
write_line (TsOutput *output, GString *line, GError **error)
{
  g_string_append_c (line, '\n');
  return ts_output_write (output, line->str, (gssize) line->len, error);
}

gboolean
ts_export_matrix_csv (const TsMatrix *matrix, const char *path, GError **error)
{
  TsOutput *output = ts_output_open (path, error);
  g_autoptr (GString) line = g_string_new (NULL);
  gboolean good;

  if (output == NULL)
    return FALSE;
  append_text (line, ts_dimension_get_title (matrix->y->dimension));
  for (guint x = 0; x < matrix->x->n; x++)
    {
      g_string_append_c (line, ',');
      append_text (line, matrix->x->names[x]);
    }
  good = write_line (output, line, error);
  for (guint y = 0; good && y < matrix->y->n; y++)
    {
      g_string_truncate (line, 0);
      append_text (line, matrix->y->names[y]);
      for (guint x = 0; x < matrix->x->n; x++)
        {
          gsize i = ts_matrix_index (matrix, x, y);
          append_value (line, matrix->values[i], matrix->states[i]);
        }
      good = write_line (output, line, error);
    }
  return ts_output_close (output, good, error);
}

/* The next place in id order: the smallest id that any series has at its cursor; NULL at the end.
 */
static const char *
find_next (const GPtrArray *series, const guint *cursors, gint64 *id)
{
  const char *name = NULL;

  for (guint i = 0; i < series->len; i++)
    {
      const TsAxis *axis = ((const TsSeries *) g_ptr_array_index (series, i))->axis;
      if (cursors[i] >= axis->n || (name != NULL && axis->ids[cursors[i]] >= *id))
        continue;
      *id = axis->ids[cursors[i]];
      name = axis->names[cursors[i]];
    }
  return name;
}

static void
append_values_at (GString *line, const GPtrArray *series, guint *cursors, gint64 id)
{
  for (guint i = 0; i < series->len; i++)
    {
      const TsSeries *one = g_ptr_array_index (series, i);
      guint place = cursors[i];
      gboolean here = place < one->axis->n && one->axis->ids[place] == id;
      append_value (line, here ? one->values[place] : 0, here ? one->states[place] : 0);
      cursors[i] += here;
    }
}

gboolean
ts_export_series_csv (const GPtrArray *series, const char *path, GError **error)
{
  TsOutput *output = ts_output_open (path, error);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree guint *cursors = g_new0 (guint, series->len + 1);
  const TsSeries *first = g_ptr_array_index (series, 0);
  const char *name;
  gboolean good;
  gint64 id = 0;

  if (output == NULL)
    return FALSE;
  append_text (line, ts_dimension_get_title (first->axis->dimension));
  for (guint i = 0; i < series->len; i++)
    {
      g_string_append_c (line, ',');
      append_text (line, ((const TsSeries *) g_ptr_array_index (series, i))->name);
    }
  good = write_line (output, line, error);
  while (good && (name = find_next (series, cursors, &id)) != NULL)
    {
      g_string_truncate (line, 0);
      append_text (line, name);
      append_values_at (line, series, cursors, id);
      good = write_line (output, line, error);
    }
  return ts_output_close (output, good, error);
}
