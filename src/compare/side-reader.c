/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/side-reader.h"

#include "compare/combine.h"
#include "store/row-scan.h"

#include <string.h>

/* Parts count as copies when they were equal at so many of the steps. */
#define COPY_SHARE 0.9

/* What is known of one key at the present place. */
typedef struct
{
  guint generation; /* of the read it belongs to */
  guint row;        /* the row that is being put together */
  guint n_in_row;   /* parts of that row so far */
  guint n_rows;     /* rows that are complete */
  gboolean equal_shards, equal_rows;
  gboolean several_shards;
  gboolean left_out;
  TsComparedCell first; /* part of the first row, as it stands there */
  TsComparedCell of_row;
  TsComparedCell whole;
} Group;

struct _TsSideReader
{
  const TsAlignment *alignment;
  const TsAlignedSide *side;
  const TsPartCounts *counts;
  TsRowScan scan;
  guint n_metrics, n_stats, n_keys;
  int compared[TS_N_COMPARED]; /* aligned statistics; -1 */
  gboolean *is_unreduced;      /* by aligned metric */

  guint generation;
  guint *seen; /* by key: the generation it was read in */
  double *values;
  guint8 *states;
  Group *groups; /* by key; NULL when nothing is put together */
  GArray *keys;
  guint n_left_out;

  guint stage, row; /* of the part that is being read */
};

static guint
get_key (const TsSideReader *self, gint64 target_id, gint64 metric_id)
{
  int place = ts_catalog_find_target_place (self->side->catalog, target_id);
  guint metric = GPOINTER_TO_UINT (g_hash_table_lookup (self->side->metrics, &metric_id));
  guint n_targets = self->side->catalog->targets->len;

  if (place < 0 || metric == 0)
    return G_MAXUINT;
  return self->side->targets[self->stage * n_targets + place] * self->n_metrics + metric - 1;
}

/* --- rank by rank ------------------------------------------------------------------------- */

static void
keep_row (TsSideReader *self, guint key, const double *values, const guint8 *states)
{
  double *to = self->values + (gsize) key * self->n_stats;
  guint8 *to_states = self->states + (gsize) key * self->n_stats;

  memset (to_states, TS_CELL_MISSING, self->n_stats);
  for (guint i = 0; i < self->scan.n_stats; i++)
    {
      to[self->side->stats[i]] = values[i];
      to_states[self->side->stats[i]] = states[i];
    }
}

/* --- groups ------------------------------------------------------------------------------- */

static void
put_together (TsComparedCell *whole,
              const TsComparedCell *part,
              guint n_before,
              gboolean replicated)
{
  const TsComparedCell parts[2] = { *whole, *part };
  const double weights[2] = { n_before, 1 };

  ts_combine (parts, 2, replicated, weights, whole);
}

static gboolean
are_copies (const guint32 n[2])
{
  return n[0] > 0 && n[1] >= COPY_SHARE * n[0];
}

/* The row that was being read is complete. */
static void
end_row (TsSideReader *self, guint key, Group *group)
{
  if (group->n_rows == 0)
    group->whole = group->of_row;
  else if (self->is_unreduced[key % self->n_metrics] && !group->equal_rows)
    group->left_out = TRUE;
  else
    put_together (&group->whole, &group->of_row, group->n_rows,
                  self->counts != NULL && are_copies (self->counts[key].n_rows));
  group->n_rows++;
  group->n_in_row = 0;
}

static void
add_part (TsSideReader *self, guint key, const TsComparedCell *cell)
{
  Group *group = &self->groups[key];

  if (group->generation != self->generation)
    *group = (Group){ .generation = self->generation,
                      .row = self->row,
                      .equal_shards = TRUE,
                      .equal_rows = TRUE,
                      .first = *cell };
  if (group->row != self->row)
    {
      const TsComparedCell pair[2] = { group->first, *cell };
      group->equal_rows &= ts_combine_are_equal (pair, 2);
      end_row (self, key, group);
      group->row = self->row;
    }
  if (group->n_in_row == 0)
    group->of_row = *cell;
  else
    {
      const TsComparedCell pair[2] = { group->of_row, *cell };
      group->several_shards = TRUE;
      group->equal_shards &= ts_combine_are_equal (pair, 2);
      put_together (&group->of_row, cell, group->n_in_row,
                    self->counts == NULL || are_copies (self->counts[key].n_shards));
    }
  group->n_in_row++;
}

static void
end_groups (TsSideReader *self)
{
  guint n = 0;

  for (guint i = 0; i < self->keys->len; i++)
    {
      guint32 key = g_array_index (self->keys, guint32, i);
      Group *group = &self->groups[key];
      end_row (self, key, group);
      if (group->left_out)
        {
          self->seen[key] = 0;
          self->n_left_out++;
          continue;
        }
      memset (self->states + (gsize) key * self->n_stats, TS_CELL_MISSING, self->n_stats);
      for (guint s = 0; s < TS_N_COMPARED; s++)
        if (self->compared[s] >= 0)
          {
            gsize to = (gsize) key * self->n_stats + self->compared[s];
            self->values[to] = group->whole.values[s];
            self->states[to] = group->whole.states[s];
          }
      g_array_index (self->keys, guint32, n++) = key;
    }
  g_array_set_size (self->keys, n);
}

static void
get_compared (const TsSideReader *self,
              const double *values,
              const guint8 *states,
              TsComparedCell *cell)
{
  for (guint s = 0; s < TS_N_COMPARED; s++)
    {
      cell->values[s] = 0;
      cell->states[s] = TS_CELL_MISSING;
    }
  for (guint i = 0; i < self->scan.n_stats; i++)
    for (guint s = 0; s < TS_N_COMPARED; s++)
      if (self->compared[s] == self->side->stats[i])
        {
          cell->values[s] = values[i];
          cell->states[s] = states[i];
        }
}

/* --- reading ------------------------------------------------------------------------------ */

static void
row_read (
    gint64 target_id, gint64 metric_id, const double *values, const guint8 *states, gpointer data)
{
  TsSideReader *self = data;
  guint key = get_key (self, target_id, metric_id);

  if (key == G_MAXUINT)
    return;
  if (self->seen[key] != self->generation)
    {
      self->seen[key] = self->generation;
      g_array_append_val (self->keys, key);
    }
  if (self->groups == NULL)
    keep_row (self, key, values, states);
  else
    {
      TsComparedCell cell;
      get_compared (self, values, states, &cell);
      add_part (self, key, &cell);
    }
}

gboolean
ts_side_reader_read (TsSideReader *self, guint rank, guint step, GError **error)
{
  TsSide s = self->side - self->alignment->sides;
  const TsAlignedRank *place = &g_array_index (self->alignment->ranks, TsAlignedRank, rank);
  const TsAlignedStep *moment = &g_array_index (self->alignment->steps, TsAlignedStep, step);
  guint n_rows = 0;

  self->generation++;
  g_array_set_size (self->keys, 0);
  for (guint i = 0; i < place->n[s]; i++)
    n_rows = MAX (n_rows,
                  g_array_index (self->side->parts, TsAlignedPart, place->first[s] + i).row + 1);
  for (guint t = 0; t < moment->n[s]; t++)
    for (guint i = 0; i < place->n[s]; i++)
      {
        const TsAlignedPart *part
            = &g_array_index (self->side->parts, TsAlignedPart, place->first[s] + i);
        self->stage = part->stage;
        self->row = t * n_rows + part->row;
        if (!ts_row_scan_read (&self->scan, part->rank,
                               g_array_index (self->side->steps, gint64, moment->first[s] + t),
                               row_read, self, error))
          return FALSE;
      }
  if (self->groups != NULL)
    end_groups (self);
  return TRUE;
}

const GArray *
ts_side_reader_get_keys (const TsSideReader *self)
{
  return self->keys;
}

gboolean
ts_side_reader_get (const TsSideReader *self,
                    guint32 key,
                    const double **values,
                    const guint8 **states)
{
  *values = self->values + (gsize) key * self->n_stats;
  *states = self->states + (gsize) key * self->n_stats;
  return self->seen[key] == self->generation;
}

guint
ts_side_reader_get_n_left_out (const TsSideReader *self)
{
  return self->n_left_out;
}

void
ts_side_reader_count_parts (const TsSideReader *self, TsPartCounts *counts)
{
  for (guint i = 0; self->groups != NULL && i < self->keys->len; i++)
    {
      guint32 key = g_array_index (self->keys, guint32, i);
      const Group *group = &self->groups[key];
      if (group->several_shards)
        {
          counts[key].n_shards[0]++;
          counts[key].n_shards[1] += group->equal_shards;
        }
      if (group->n_rows > 1)
        {
          counts[key].n_rows[0]++;
          counts[key].n_rows[1] += group->equal_rows;
        }
    }
}

/* --- life --------------------------------------------------------------------------------- */

static int
find_stat (const GPtrArray *stats, const char *name)
{
  for (guint i = 0; i < stats->len; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (stats, i), name) == 0)
      return i;
  return -1;
}

TsSideReader *
ts_side_reader_new (const TsAlignment *alignment,
                    TsSide side,
                    const TsPartCounts *counts,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (TsSideReader) self = g_new0 (TsSideReader, 1);
  gboolean combined = alignment->combined || alignment->combined_micro_steps;

  self->alignment = alignment;
  self->side = &alignment->sides[side];
  self->counts = counts;
  self->n_metrics = alignment->metrics->len;
  self->n_stats = MAX (alignment->stats->len, 1);
  self->n_keys = MAX (alignment->targets->len * self->n_metrics, 1);
  self->keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->seen = g_new0 (guint, self->n_keys);
  self->values = g_new (double, (gsize) self->n_keys * self->n_stats);
  self->states = g_new (guint8, (gsize) self->n_keys * self->n_stats);
  self->groups = combined ? g_new0 (Group, self->n_keys) : NULL;
  self->is_unreduced = g_new (gboolean, MAX (self->n_metrics, 1));
  for (guint m = 0; m < self->n_metrics; m++)
    {
      const char *name = g_ptr_array_index (alignment->metrics, m);
      self->is_unreduced[m]
          = strcmp (name, "grad_unreduced") == 0 || strcmp (name, "parameters_grad") == 0;
    }
  for (guint s = 0; s < TS_N_COMPARED; s++)
    self->compared[s] = find_stat (alignment->stats, ts_compared_stats[s]);
  if (!ts_row_scan_open (&self->scan, self->side->catalog, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
ts_side_reader_free (TsSideReader *self)
{
  ts_row_scan_close (&self->scan);
  g_array_unref (self->keys);
  g_free (self->seen);
  g_free (self->values);
  g_free (self->states);
  g_free (self->groups);
  g_free (self->is_unreduced);
  g_free (self);
}
