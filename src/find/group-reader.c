/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/group-reader.h"

#include <string.h>

gboolean
_ts_group_reader_open (TsGroupReader *self,
                       const TsCatalog *catalog,
                       const GArray *ranks,
                       gint64 metric_id,
                       const GArray *targets,
                       GCancellable *cancellable,
                       GError **error)
{
  gsize n;

  *self = (TsGroupReader){ .ranks = ranks, .metric_id = metric_id };
  self->targets = g_array_copy ((GArray *) targets);
  ts_find_columns_init (&self->columns, catalog);
  self->n_stats = g_strv_length (catalog->stats);
  n = (gsize) targets->len * ranks->len * self->n_stats + 1;
  self->values = g_new (double, n);
  self->states = g_new (guint8, n);
  self->n_rows = g_new0 (guint, targets->len + 1);
  self->scratch = g_new (double, ranks->len + 1);
  return ts_row_scan_open (&self->scan, catalog, cancellable, error);
}

void
_ts_group_reader_close (TsGroupReader *self)
{
  if (self->targets == NULL) /* never opened */
    return;
  ts_row_scan_close (&self->scan);
  g_clear_pointer (&self->targets, g_array_unref);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->states, g_free);
  g_clear_pointer (&self->n_rows, g_free);
  g_clear_pointer (&self->scratch, g_free);
}

static void
take_row (
    gint64 target_id, gint64 metric_id, const double *values, const guint8 *states, gpointer data)
{
  TsGroupReader *self = data;

  memcpy (self->values + self->row, values, self->n_stats * sizeof *values);
  memcpy (self->states + self->row, states, self->n_stats);
  self->n_rows[self->row / (self->n_stats * self->ranks->len)]++;
}

gboolean
_ts_group_reader_read (TsGroupReader *self, gint64 step, GError **error)
{
  gsize n = (gsize) self->targets->len * self->ranks->len * self->n_stats;

  memset (self->states, TS_CELL_MISSING, n);
  memset (self->n_rows, 0, self->targets->len * sizeof *self->n_rows);
  for (gsize i = 0; i < n; i++)
    self->values[i] = NAN;
  for (guint t = 0; t < self->targets->len; t++)
    for (guint r = 0; r < self->ranks->len; r++)
      {
        self->row = _ts_group_reader_get_row (self, t, r);
        if (!ts_row_scan_read_target (&self->scan, g_array_index (self->ranks, gint64, r), step,
                                      g_array_index (self->targets, gint64, t), self->metric_id,
                                      take_row, self, error))
          return FALSE;
      }
  return TRUE;
}

double
_ts_group_reader_get_y (const TsGroupReader *self, guint target, guint rank, TsFindStat stat)
{
  gsize row = _ts_group_reader_get_row (self, target, rank);

  return ts_find_columns_get_y (&self->columns, self->values + row, self->states + row, stat);
}

guint
_ts_group_reader_get_spread (const TsGroupReader *self,
                             guint target,
                             TsFindStat stat,
                             TsSpread *spread)
{
  guint n = 0;

  for (guint r = 0; r < self->ranks->len; r++)
    {
      double y = _ts_group_reader_get_y (self, target, r, stat);
      if (!isnan (y))
        self->scratch[n++] = y;
    }
  *spread = n > 0 ? ts_spread (self->scratch, n) : (TsSpread){ NAN, NAN };
  return n;
}
