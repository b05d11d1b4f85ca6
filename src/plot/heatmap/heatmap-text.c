/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/heatmap/heatmap-text.h"

#include "model/number-format.h"
#include "plot/heatmap/heatmap-labels.h"

#include <glib/gi18n-lib.h>
#include <string.h>

char *
ts_heatmap_dup_value (const TsMatrix *matrix, guint x, guint y)
{
  gsize i = ts_matrix_index (matrix, x, y);
  guint8 cell = matrix->states[i];
  TsCellState state = ts_cell_state (cell);

  if (state == TS_CELL_NULL)
    return g_strdup (_ ("no value (NaN or not recorded)"));
  if (state != TS_CELL_NUMBER)
    return g_strdup (ts_cell_state_get_label (state));
  if ((cell & TS_CELL_CLAMPED) != 0)
    {
      g_autofree char *limit = ts_format_short (matrix->values[i], 3);
      return g_strdup_printf (matrix->values[i] > 0 ? _ ("≥ %s (clamped by msProbe)")
                                                    : _ ("≤ %s (clamped by msProbe)"),
                              limit);
    }
  return ts_format_exact (matrix->values[i]);
}

char *
ts_heatmap_dup_place (const TsAxis *axis, guint place)
{
  g_autofree char *label = ts_heatmap_dup_place_label (axis, place);
  const char *title = ts_dimension_get_title (axis->dimension);

  if (axis->dimension == TS_DIMENSION_MODULE)
    return g_steal_pointer (&label);
  return g_strdup_printf ("%s %s", title, label);
}

char *
ts_heatmap_dup_spoken (const TsMatrix *matrix, guint x, guint y, const char *value_name)
{
  g_autofree char *row = ts_heatmap_dup_place (matrix->y, y);
  g_autofree char *column = ts_heatmap_dup_place (matrix->x, x);
  g_autofree char *value = ts_heatmap_dup_value (matrix, x, y);

  /* Translators: read out: a row and a column, the statistic and its value. */
  return g_strdup_printf (_ ("%s, %s, %s %s"), row, column,
                          value_name != NULL ? value_name : _ ("value"), value);
}

char *
ts_heatmap_dup_states (const gsize counts[TS_N_CELL_STATES])
{
  static const TsCellState order[]
      = { TS_CELL_NAN, TS_CELL_POS_INF, TS_CELL_NEG_INF, TS_CELL_NULL, TS_CELL_MISSING };
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *all = NULL;
  gsize n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_autofree char *count = ts_format_count (counts[order[i]]);
      if (counts[order[i]] == 0)
        continue;
      n += counts[order[i]];
      g_string_append_printf (list, "%s%s %s", list->len > 0 ? _ (", ") : "", count,
                              ts_cell_state_get_label (order[i]));
    }
  if (n == 0)
    return NULL;
  all = ts_format_count (n);
  /* Translators: of several cells; how many, and a list: "1 NaN, 1 missing". */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of them is not a number: %s",
                                       "%s of them are not numbers: %s", n),
                          all, list->str);
}

static void
append_field (GString *text, const char *field)
{
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (text, field);
      return;
    }
  g_string_append_c (text, '"');
  for (const char *c = field; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *c);
    }
  g_string_append_c (text, '"');
}

static void
append_value (GString *text, double value, guint8 cell)
{
  TsCellState state = ts_cell_state (cell);
  g_autofree char *number = NULL;

  if (state == TS_CELL_MISSING || state == TS_CELL_NULL)
    return;
  number = ts_format_exact (value);
  g_string_append (text, number);
}

char *
ts_heatmap_dup_row_csv (const TsMatrix *matrix, guint y)
{
  GString *text = g_string_new (NULL);
  g_autofree char *name = ts_heatmap_dup_place_label (matrix->y, y);

  append_field (text, ts_dimension_to_key (matrix->y->dimension));
  for (guint x = 0; x < matrix->x->n; x++)
    {
      g_autofree char *label = ts_heatmap_dup_place_label (matrix->x, x);
      g_string_append_c (text, ',');
      append_field (text, label);
    }
  g_string_append (text, "\r\n");
  append_field (text, name);
  for (guint x = 0; x < matrix->x->n; x++)
    {
      gsize i = ts_matrix_index (matrix, x, y);
      g_string_append_c (text, ',');
      append_value (text, matrix->values[i], matrix->states[i]);
    }
  g_string_append (text, "\r\n");
  return g_string_free (text, FALSE);
}
