/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/key-scan.h"

#include <glib/gi18n-lib.h>

/* What one block costs beside its rows, in rows; and what a sample may cost (some 25 ms). */
#define BLOCK_COST  10
#define SAMPLE_COST 150000

/* Steps a statement of one result column, the next key at or after from. In a table that is damaged
 * or that nobody should have written it may be anything; then it would be looked for for ever. */
static gboolean
read_key (TsDatabase *database,
          sqlite3_stmt *statement,
          gint64 from,
          gboolean *found,
          gint64 *key,
          GError **error)
{
  gboolean good = ts_database_step (database, statement, found, error);

  *key = 0;
  if (good && *found)
    good = ts_database_read_int64 (database, statement, 0, key, error);
  if (good && *found && *key < from)
    {
      ts_database_set_damaged (database, _ ("trend_data is not in the order of its keys"), error);
      good = FALSE;
    }
  sqlite3_reset (statement);
  return good;
}

GArray *
ts_key_scan_ranks (TsDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) next = ts_database_prepare (
      database, "SELECT rank FROM trend_data WHERE rank >= ?1 ORDER BY rank LIMIT 1", error);
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 from = G_MININT64;

  if (next == NULL)
    return NULL;
  for (;;)
    {
      gboolean found;
      gint64 rank;
      sqlite3_bind_int64 (next, 1, from);
      if (!read_key (database, next, from, &found, &rank, error))
        return NULL;
      if (!found)
        break;
      g_array_append_val (ranks, rank);
      if (rank == G_MAXINT64)
        break;
      from = rank + 1;
    }
  return g_steal_pointer (&ranks);
}

/* One rank's place in the merge of the ranks' steps. */
typedef struct
{
  gint64 rank;
  gint64 next; /* its first step at or after the last one sought for */
  gboolean sought;
  gboolean ended;
} StepCursor;

static gboolean
seek_step (
    TsDatabase *database, sqlite3_stmt *seek, StepCursor *cursor, gint64 from, GError **error)
{
  gboolean found;

  if (cursor->ended || (cursor->sought && cursor->next >= from))
    return TRUE;
  cursor->sought = TRUE;
  sqlite3_bind_int64 (seek, 1, cursor->rank);
  sqlite3_bind_int64 (seek, 2, from);
  if (!read_key (database, seek, from, &found, &cursor->next, error))
    return FALSE;
  cursor->ended = !found;
  return TRUE;
}

/* The smallest step >= from of any rank. A rank that has exactly from ends the search, so steps
 * without gaps, the usual case, cost one seek each however many ranks there are. */
static gboolean
seek_any_rank (TsDatabase *database,
               sqlite3_stmt *seek,
               GArray *cursors,
               gint64 from,
               gboolean *found,
               gint64 *step,
               GError **error)
{
  *found = FALSE;
  for (guint i = 0; i < cursors->len; i++)
    {
      StepCursor *cursor = &g_array_index (cursors, StepCursor, i);
      if (!seek_step (database, seek, cursor, from, error))
        return FALSE;
      if (cursor->ended || (*found && cursor->next >= *step))
        continue;
      *found = TRUE;
      *step = cursor->next;
      if (*step == from)
        break;
    }
  return TRUE;
}

GArray *
ts_key_scan_steps (TsDatabase *database, const GArray *ranks, GError **error)
{
  g_autoptr (sqlite3_stmt) seek = ts_database_prepare (
      database, "SELECT step FROM trend_data WHERE rank = ?1 AND step >= ?2 ORDER BY step LIMIT 1",
      error);
  g_autoptr (GArray) cursors = g_array_new (FALSE, FALSE, sizeof (StepCursor));
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 from = G_MININT64;

  if (seek == NULL)
    return NULL;
  for (guint i = 0; i < ranks->len; i++)
    {
      StepCursor cursor = { .rank = g_array_index (ranks, gint64, i) };
      g_array_append_val (cursors, cursor);
    }
  for (;;)
    {
      gboolean found;
      gint64 step;
      if (!seek_any_rank (database, seek, cursors, from, &found, &step, error))
        return NULL;
      if (!found)
        break;
      g_array_append_val (steps, step);
      if (step == G_MAXINT64)
        break;
      from = step + 1;
    }
  return g_steal_pointer (&steps);
}

guint64
ts_key_scan_spread (guint64 i, guint64 n)
{
  /* A stride near n over the golden ratio that has no divisor in common with n. */
  guint64 stride = MAX (1, (guint64) ((double) n * 0.6180339887498949));

  for (;; stride++)
    {
      guint64 a = n, b = stride;
      while (b != 0)
        {
          guint64 rest = a % b;
          a = b;
          b = rest;
        }
      if (a == 1)
        break;
    }
  return (i % n) * (stride % n) % n;
}

static void
add_seen (TsKeySample *sample, gint64 metric_id, gint64 step)
{
  GHashTable *steps = g_hash_table_lookup (sample->metrics, &metric_id);

  if (steps == NULL)
    {
      steps = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      g_hash_table_insert (sample->metrics, g_memdup2 (&metric_id, sizeof metric_id), steps);
    }
  if (!g_hash_table_contains (steps, &step))
    g_hash_table_add (steps, g_memdup2 (&step, sizeof step));
}

/* Counts a block's rows by metric. */
static gboolean
sample_block (TsDatabase *database,
              sqlite3_stmt *count,
              gint64 rank,
              gint64 step,
              TsKeySample *sample,
              gint64 *n_rows,
              GError **error)
{
  gboolean row = FALSE;

  sqlite3_bind_int64 (count, 1, rank);
  sqlite3_bind_int64 (count, 2, step);
  for (;;)
    {
      if (!ts_database_step (database, count, &row, error))
        return FALSE;
      if (!row)
        break;
      gint64 metric_id;
      if (!ts_database_read_int64 (database, count, 0, &metric_id, error))
        return FALSE;
      *n_rows += sqlite3_column_int64 (count, 1);
      add_seen (sample, metric_id, step);
    }
  sqlite3_reset (count);
  return TRUE;
}

TsKeySample *
ts_key_scan_sample (
    TsDatabase *database, const GArray *ranks, const GArray *steps, guint n_parts, GError **error)
{
  g_autoptr (sqlite3_stmt) count = ts_database_prepare (
      database,
      "SELECT metric_id, count(*) FROM trend_data WHERE rank = ?1 AND step = ?2 GROUP BY metric_id",
      error);
  g_autoptr (TsKeySample) sample = g_new0 (TsKeySample, 1);
  guint64 n_blocks = (guint64) ranks->len * steps->len, i;
  gint64 n_rows = 0;

  sample->metrics = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                           (GDestroyNotify) g_hash_table_unref);
  if (count == NULL)
    return NULL;
  for (i = 0; i < n_blocks && n_rows + (gint64) i * BLOCK_COST < SAMPLE_COST / n_parts; i++)
    {
      guint64 block = ts_key_scan_spread (i, n_blocks);
      if (!sample_block (database, count, g_array_index (ranks, gint64, block / steps->len),
                         g_array_index (steps, gint64, block % steps->len), sample, &n_rows, error))
        return NULL;
    }
  sample->complete = i == n_blocks;
  sample->n_rows
      = sample->complete ? n_rows : (gint64) ((double) n_rows * ((double) n_blocks / (double) i));
  return g_steal_pointer (&sample);
}

void
ts_key_sample_free (TsKeySample *self)
{
  g_clear_pointer (&self->metrics, g_hash_table_unref);
  g_free (self);
}
