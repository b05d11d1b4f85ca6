/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/row-batch.h"

#include "ingest/target-table.h"

#include <string.h>

struct _TsRowBatch
{
  guint n_stats;
  guint n_rows, n_allocated;
  TsRow *rows;
  double *values; /* n_stats of each row */
  TsTargetTable *targets;
  GPtrArray *sources; /* char* */
};

/* An empty batch whose rows have n_stats values each. Caller frees or hands it to a sink. */
TsRowBatch *
ts_row_batch_new (guint n_stats)
{
  TsRowBatch *self = g_new0 (TsRowBatch, 1);

  self->n_stats = n_stats;
  self->targets = ts_target_table_new ();
  self->sources = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ts_row_batch_free (TsRowBatch *self)
{
  if (self == NULL)
    return;
  g_free (self->rows);
  g_free (self->values);
  ts_target_table_free (self->targets);
  g_ptr_array_unref (self->sources);
  g_free (self);
}

guint32
ts_row_batch_intern_target (TsRowBatch *self,
                            const char *name,
                            gsize name_length,
                            gint32 vpp_stage,
                            gint32 micro_step,
                            const char *dtype,
                            const char *shape)
{
  guint32 hash = ts_target_table_hash (name, name_length, vpp_stage, micro_step);

  return ts_target_table_intern (self->targets, hash, name, name_length, vpp_stage, micro_step,
                                 dtype, shape);
}

/* The number of path in this batch, added when new. A batch has few sources and asks for the last
 * one. */
guint32
ts_row_batch_intern_source (TsRowBatch *self, const char *path)
{
  for (guint i = self->sources->len; i > 0; i--)
    if (strcmp (g_ptr_array_index (self->sources, i - 1), path) == 0)
      return i - 1;
  g_ptr_array_add (self->sources, g_strdup (path));
  return self->sources->len - 1;
}

void
ts_row_batch_add (TsRowBatch *self, const TsRow *row, const double *values)
{
  if (self->n_rows == self->n_allocated)
    {
      self->n_allocated = MAX (256, self->n_allocated * 2);
      self->rows = g_renew (TsRow, self->rows, self->n_allocated);
      self->values = g_renew (double, self->values, (gsize) self->n_allocated * self->n_stats);
    }
  self->rows[self->n_rows] = *row;
  memcpy (self->values + (gsize) self->n_rows * self->n_stats, values,
          sizeof (double) * self->n_stats);
  self->n_rows++;
}

guint
ts_row_batch_get_n_rows (const TsRowBatch *self)
{
  return self->n_rows;
}

guint
ts_row_batch_get_n_stats (const TsRowBatch *self)
{
  return self->n_stats;
}

guint
ts_row_batch_get_n_targets (const TsRowBatch *self)
{
  return ts_target_table_get_size (self->targets);
}

const TsRow *
ts_row_batch_get_row (const TsRowBatch *self, guint i)
{
  g_return_val_if_fail (i < self->n_rows, NULL);
  return &self->rows[i];
}

const double *
ts_row_batch_get_values (const TsRowBatch *self, guint i)
{
  g_return_val_if_fail (i < self->n_rows, NULL);
  return self->values + (gsize) i * self->n_stats;
}

const TsBatchTarget *
ts_row_batch_get_target (const TsRowBatch *self, guint i)
{
  return ts_target_table_get (self->targets, i);
}

const TsTargetTable *
ts_row_batch_get_target_table (const TsRowBatch *self)
{
  return self->targets;
}

const char *
ts_row_batch_get_source (const TsRowBatch *self, guint i)
{
  g_return_val_if_fail (i < self->sources->len, NULL);
  return g_ptr_array_index (self->sources, i);
}

gsize
ts_row_batch_get_size (const TsRowBatch *self)
{
  return self->n_allocated * (sizeof (TsRow) + sizeof (double) * self->n_stats)
         + ts_target_table_get_bytes (self->targets);
}
