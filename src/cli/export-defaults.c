/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/export-defaults.h"

#include "cli/export-selection.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>

/* Above this many rows (some seconds) the table is not read just to find a good value. */
#define MAX_SEARCHED_ROWS 20000000

/* A value of a database that msProbe wrote stands for NaN when there is none. */
static gboolean
is_anomaly (guint8 state)
{
  switch (ts_cell_state (state))
    {
    case TS_CELL_NAN:
    case TS_CELL_POS_INF:
    case TS_CELL_NEG_INF:
    case TS_CELL_NULL:
      return TRUE;
    case TS_CELL_MISSING:
    case TS_CELL_NUMBER:
    case TS_N_CELL_STATES:
    default:
      return FALSE;
    }
}

gboolean
ts_export_default_value (TsCatalog *catalog, TsSelection *selection, GError **error)
{
  g_autoptr (TsAxis) values = ts_query_values (catalog, selection, NULL, error);

  if (values == NULL)
    return FALSE;
  if (values->n == 0)
    {
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME,
                   _ ("The metric “%s” has no values that pass the filters."), selection->metric);
      return FALSE;
    }
  return ts_query_default_value (catalog, selection, values, MAX_SEARCHED_ROWS, NULL,
                                 &selection->value, error);
}

gboolean
ts_export_choose_first (TsCatalog *catalog,
                        TsSelection *selection,
                        const char *metric,
                        const char *stat,
                        GError **error)
{
  g_autoptr (TsSelection) within = ts_selection_copy (selection);
  TsAnomaly first;

  g_free (within->metric);
  g_free (within->stat);
  within->metric = g_strdup (metric);
  within->stat = g_strdup (stat);
  if (!ts_query_first_anomaly (catalog, within, MAX_SEARCHED_ROWS, NULL, &first, error))
    return FALSE;
  if (first.metric != NULL)
    ts_anomaly_select (&first, selection);
  return TRUE;
}

/* A row's most interesting column. */
typedef struct
{
  guint x;
  guint y;
  gboolean anomaly;
  double size;
} Candidate;

static gboolean
rate_row (const TsMatrix *matrix, guint y, Candidate *candidate)
{
  *candidate = (Candidate){ .y = y, .size = -1 };
  for (guint x = 0; x < matrix->x->n; x++)
    {
      gsize i = ts_matrix_index (matrix, x, y);
      if (is_anomaly (matrix->states[i]))
        {
          candidate->x = x;
          candidate->anomaly = TRUE;
          return TRUE;
        }
      if (ts_cell_state (matrix->states[i]) == TS_CELL_NUMBER
          && fabs (matrix->values[i]) > candidate->size)
        {
          candidate->x = x;
          candidate->size = fabs (matrix->values[i]);
        }
    }
  return candidate->size >= 0;
}

/* Anomalies first, in the order of the rows; then by size, descending. */
static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *first = a, *second = b;

  if (first->anomaly != second->anomaly)
    return first->anomaly ? -1 : 1;
  if (!first->anomaly && first->size != second->size)
    return first->size > second->size ? -1 : 1;
  return first->y < second->y ? -1 : first->y > second->y;
}

void
ts_export_choose_cells (TsView *view, const TsMatrix *matrix, guint max)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint y = 0; y < matrix->y->n; y++)
    {
      Candidate candidate;
      if (rate_row (matrix, y, &candidate))
        g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < candidates->len && i < max; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      TsCell cell
          = ts_cell_from_heatmap (view->selection->dimension, view->selection->value,
                                  matrix->x->ids[candidate->x], matrix->y->ids[candidate->y]);
      if (i > 0 && !candidate->anomaly && g_array_index (candidates, Candidate, 0).anomaly)
        break;
      ts_view_add_cell (view, &cell);
    }
}
