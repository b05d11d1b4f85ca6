/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plot/heatmap/heatmap-rows.h"

#include "model/axis-breaks.h"
#include "plot/heatmap/heatmap-pixels.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  guint first, count;
  const char *name;
  guint first_bad; /* place of the first NaN or Inf; G_MAXUINT for none */
  double jump;     /* largest step between neighbours, in mean magnitudes of the row */
  TsCellKey largest;
} Row;

/* --- what rows are sorted by --- */

static TsCellKey
find_largest (const TsMatrix *matrix, TsReduction reduction, const Row *row)
{
  gsize begin = ts_matrix_index (matrix, 0, row->first);
  gsize end = begin + (gsize) row->count * matrix->x->n;
  TsCellKey largest = 0;

  for (gsize i = begin; i < end; i++)
    {
      TsCellKey key = ts_key_from_cell (reduction, matrix->values[i], matrix->states[i]);
      largest = MAX (largest, key);
    }
  return largest;
}

static gboolean
is_bad (guint8 cell)
{
  TsCellState state = ts_cell_state (cell);

  return state == TS_CELL_NAN || state == TS_CELL_POS_INF || state == TS_CELL_NEG_INF;
}

static double
largest_jump (const double *values, const guint8 *states, guint n)
{
  double previous = NAN, jump = 0, sum = 0;
  guint count = 0;

  for (guint x = 0; x < n; x++)
    {
      if (ts_cell_state (states[x]) != TS_CELL_NUMBER)
        continue;
      if (count > 0)
        jump = MAX (jump, fabs (values[x] / 2 - previous / 2));
      previous = values[x];
      sum += fabs (values[x]) / n;
      count++;
    }
  return sum > 0 ? jump / sum : 0;
}

static void
find_anomaly (const TsMatrix *matrix, Row *row)
{
  row->first_bad = G_MAXUINT;
  row->jump = 0;
  for (guint y = row->first; y < row->first + row->count; y++)
    {
      const double *values = matrix->values + ts_matrix_index (matrix, 0, y);
      const guint8 *states = matrix->states + ts_matrix_index (matrix, 0, y);
      for (guint x = 0; x < matrix->x->n && x < row->first_bad; x++)
        if (is_bad (states[x]))
          row->first_bad = x;
      row->jump = MAX (row->jump, largest_jump (values, states, matrix->x->n));
    }
}

/* --- sorting; equal rows stay in network order --- */

static int
compare_places (const Row *a, const Row *b)
{
  return a->first < b->first ? -1 : a->first > b->first;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;
  int order = strverscmp (x->name, y->name); /* layers.2 before layers.10 */

  return order != 0 ? order : compare_places (x, y);
}

static int
compare_largest (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  if (x->largest != y->largest)
    return x->largest > y->largest ? -1 : 1;
  return compare_places (x, y);
}

static int
compare_anomalies (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  if (x->first_bad != y->first_bad)
    return x->first_bad < y->first_bad ? -1 : 1;
  if (x->jump != y->jump)
    return x->jump > y->jump ? -1 : 1;
  return compare_places (x, y);
}

static void
sort_rows (const TsMatrix *matrix, TsRowOrder order, TsReduction reduction, Row *rows, guint n)
{
  if (order == TS_ROW_ORDER_NETWORK)
    return;
  for (guint i = 0; i < n; i++)
    {
      if (order == TS_ROW_ORDER_LARGEST)
        rows[i].largest = find_largest (matrix, reduction, &rows[i]);
      else if (order == TS_ROW_ORDER_FIRST_ANOMALY)
        find_anomaly (matrix, &rows[i]);
    }
  qsort (rows, n, sizeof *rows,
         order == TS_ROW_ORDER_NAME      ? compare_names
         : order == TS_ROW_ORDER_LARGEST ? compare_largest
                                         : compare_anomalies);
}

/* --- rows --- */

static const char *
name_of (const TsAxis *axis, guint first, guint count)
{
  const char *group = axis->group_names != NULL && axis->groups[first] < axis->n_groups
                          ? axis->group_names[axis->groups[first]]
                          : NULL;

  if (count > 1 && group != NULL && *group != '\0')
    return group;
  return axis->names[first] != NULL ? axis->names[first] : "";
}

static GArray *
list_rows (const TsAxis *axis, gboolean fold)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (Row));

  for (guint y = 0; y < axis->n; y++)
    {
      Row row = { .first = y, .count = 1 };
      if (fold && y > 0 && axis->groups[y] == axis->groups[y - 1])
        g_array_index (rows, Row, rows->len - 1).count++;
      else
        g_array_append_val (rows, row);
    }
  for (guint i = 0; i < rows->len; i++)
    {
      Row *row = &g_array_index (rows, Row, i);
      row->name = name_of (axis, row->first, row->count);
    }
  return rows;
}

/* How many of the rows that are folded into one have a cell that is not finite. */
static guint
count_bad_members (const TsMatrix *matrix, const Row *row)
{
  guint n = 0;

  for (guint y = row->first; y < row->first + row->count; y++)
    {
      const guint8 *states = matrix->states + ts_matrix_index (matrix, 0, y);
      guint x = 0;
      while (x < matrix->x->n && !is_bad (states[x]))
        x++;
      n += x < matrix->x->n;
    }
  return n;
}

/* One bad member colours its row as much as all of them would: the name says how many there are. */
static char *
dup_row_name (const TsMatrix *matrix, const Row *row)
{
  guint n_bad = row->count > 1 ? count_bad_members (matrix, row) : 0;

  if (matrix->y->names[row->first] == NULL)
    return NULL;
  if (n_bad == 0)
    return g_strdup (row->name);
  /* Translators: a layer whose rows are folded into one, and in how many of them there is NaN or
   * Inf: "layers.3: 2 of 14 not finite" */
  return g_strdup_printf (_ ("%s: %u of %u not finite"), row->name, n_bad, row->count);
}

static TsAxis *
create_axis (const TsMatrix *matrix, GArray *rows, gboolean keep_groups)
{
  const TsAxis *from = matrix->y;
  TsAxis *axis = ts_axis_new (from->dimension, rows->len);

  for (guint i = 0; i < rows->len; i++)
    {
      Row *row = &g_array_index (rows, Row, i);
      double position = from->dimension == TS_DIMENSION_MODULE ? i : from->positions[row->first];
      g_autofree char *name = dup_row_name (matrix, row);
      ts_axis_set_place (axis, i, from->ids[row->first], name, position);
      axis->groups[i] = keep_groups ? from->groups[row->first] : 0;
    }
  axis->n_groups = keep_groups ? from->n_groups : 0;
  axis->group_names = keep_groups ? g_strdupv (from->group_names) : NULL;
  return axis;
}

static void
merge_cell (const TsHeatmapRows *self, const Row *row, guint x, guint y)
{
  TsMatrix *to = self->shown;
  TsCellKey key = 0;
  guint32 count = 0;
  guint8 clamped = 0;

  for (guint from = row->first; from < row->first + row->count; from++)
    {
      gsize i = ts_matrix_index (self->source, x, from);
      guint8 cell = self->source->states[i];
      TsCellKey other = ts_key_from_cell (self->reduction, self->source->values[i], cell);
      if (self->reduction == TS_REDUCE_MEAN)
        ts_key_merge_mean (&key, &count, other, ts_cell_state (cell) == TS_CELL_NUMBER);
      else if (other > key)
        {
          key = other;
          clamped = cell & TS_CELL_CLAMPED;
        }
    }
  if (ts_key_is_number (key))
    ts_matrix_set (to, x, y, ts_key_to_number (self->reduction, key), TS_CELL_NUMBER | clamped);
  else
    {
      TsCellState state = ts_key_get_state (key);
      double value = state == TS_CELL_POS_INF   ? INFINITY
                     : state == TS_CELL_NEG_INF ? -INFINITY
                                                : NAN;
      ts_matrix_set (to, x, y, value, (guint8) state);
    }
}

static void
copy_row (const TsHeatmapRows *self, const Row *row, guint y)
{
  guint n = self->source->x->n;
  gsize from = ts_matrix_index (self->source, 0, row->first);
  gsize to = ts_matrix_index (self->shown, 0, y);

  if (row->count == 1)
    {
      memcpy (self->shown->values + to, self->source->values + from, n * sizeof (double));
      memcpy (self->shown->states + to, self->source->states + from, n);
    }
  else
    for (guint x = 0; x < n; x++)
      merge_cell (self, row, x, y);
}

static void
rows_clear (gpointer data)
{
  TsHeatmapRows *self = data;

  g_clear_pointer (&self->shown, ts_matrix_unref);
  ts_matrix_unref (self->source);
  g_free (self->first);
  g_free (self->count);
  g_free (self->place);
  g_array_unref (self->breaks);
}

/* Fills shown and the maps from the sorted rows; FALSE when there is no memory. */
static gboolean
build (TsHeatmapRows *self, GArray *rows, gboolean keep_groups)
{
  g_autoptr (TsAxis) axis = create_axis (self->source, rows, keep_groups);

  self->shown = ts_matrix_new (self->source->x, axis);
  if (self->shown == NULL)
    return FALSE;
  self->first = g_new (guint, rows->len);
  self->count = g_new (guint, rows->len);
  self->place = g_new (guint, self->source->y->n);
  for (guint i = 0; i < rows->len; i++)
    {
      Row *row = &g_array_index (rows, Row, i);
      self->first[i] = row->first;
      self->count[i] = row->count;
      for (guint y = row->first; y < row->first + row->count; y++)
        self->place[y] = i;
      copy_row (self, row, i);
    }
  ts_matrix_seal (self->shown);
  return TRUE;
}

TsHeatmapRows *
ts_heatmap_rows_new (TsMatrix *source,
                     TsRowOrder order,
                     gboolean fold_layers,
                     TsReduction reduction)
{
  TsHeatmapRows *self = g_atomic_rc_box_new0 (TsHeatmapRows);
  gboolean fold = fold_layers && source->y->n_groups > 1;
  g_autoptr (GArray) rows = NULL;

  self->source = ts_matrix_ref (source);
  self->reduction = reduction;
  self->breaks = ts_axis_find_breaks (source->x);
  if (!fold && order == TS_ROW_ORDER_NETWORK)
    {
      self->shown = ts_matrix_ref (source);
      return self;
    }
  rows = list_rows (source->y, fold);
  sort_rows (source, order, reduction, (Row *) (void *) rows->data, rows->len);
  if (build (self, rows, !fold && order == TS_ROW_ORDER_NETWORK))
    return self;
  ts_heatmap_rows_unref (self);
  return NULL;
}

TsHeatmapRows *
ts_heatmap_rows_ref (TsHeatmapRows *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ts_heatmap_rows_unref (TsHeatmapRows *self)
{
  g_atomic_rc_box_release_full (self, rows_clear);
}

guint
ts_heatmap_rows_to_source (const TsHeatmapRows *self, guint x, guint y)
{
  guint column, row;

  if (self->first == NULL)
    return y;
  ts_heatmap_find_shown (self->source, self->reduction, x, x + 1, self->first[y],
                         self->first[y] + self->count[y], &column, &row);
  return row;
}

guint
ts_heatmap_rows_from_source (const TsHeatmapRows *self, guint y)
{
  return self->place != NULL ? self->place[y] : y;
}

gsize
ts_heatmap_rows_count_states (const TsHeatmapRows *self,
                              guint x0,
                              guint x1,
                              guint y0,
                              guint y1,
                              gsize counts[TS_N_CELL_STATES])
{
  gsize n = 0;

  memset (counts, 0, TS_N_CELL_STATES * sizeof *counts);
  for (guint y = y0; y < y1; y++)
    {
      guint first = self->first != NULL ? self->first[y] : y;
      guint end = first + (self->count != NULL ? self->count[y] : 1);
      for (guint row = first; row < end; row++)
        for (guint x = x0; x < x1; x++, n++)
          counts[ts_cell_state (self->source->states[ts_matrix_index (self->source, x, row)])]++;
    }
  return n;
}
