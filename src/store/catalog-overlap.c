/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-part.h"
#include "store/catalog-private.h"
#include "store/key-scan.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* What looking for keys that two parts have in common may cost, in rows and seeks. */
#define MAX_COST   300000
#define BLOCK_COST 10

/* Two parts that share ranks and steps. */
typedef struct
{
  const TsCatalogPart *parts[2];
  TsDatabase *databases[2];
  sqlite3_stmt *keys[2];
  GArray *ranks;       /* gint64, that both have */
  GArray *steps;       /* gint64, of the run, that both have */
  GHashTable *targets; /* of one block of the first: set of "target id, metric id" of the run */
  gint64 cost;
  gint64 n_common;
  gint64 first_step, last_step; /* training steps, where there are common keys */
} Pair;

static void
pair_clear (Pair *self)
{
  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&self->keys[i], sqlite3_finalize);
      g_clear_pointer (&self->databases[i], ts_database_close);
    }
  g_clear_pointer (&self->ranks, g_array_unref);
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->targets, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

/* What two ascending arrays of gint64 have in common. */
static GArray *
intersect (const GArray *a, const GArray *b)
{
  GArray *common = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0, j = 0; i < a->len && j < b->len;)
    {
      gint64 first = g_array_index (a, gint64, i), second = g_array_index (b, gint64, j);
      if (first == second)
        g_array_append_val (common, first);
      i += first <= second;
      j += second <= first;
    }
  return common;
}

static void
pair_init (Pair *self, const TsCatalogPart *a, const TsCatalogPart *b)
{
  *self = (Pair){ .parts = { a, b }, .first_step = G_MAXINT64, .last_step = G_MININT64 };
  self->ranks = intersect (a->catalog->ranks, b->catalog->ranks);
  self->steps = intersect (a->steps, b->steps);
  self->targets = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

static gboolean
open_pair (Pair *self, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < 2; i++)
    {
      self->databases[i] = ts_catalog_open_database (self->parts[i]->catalog, cancellable, error);
      if (self->databases[i] == NULL)
        return FALSE;
      self->keys[i] = ts_database_prepare (
          self->databases[i],
          "SELECT target_id, metric_id FROM trend_data WHERE rank = ?1 AND step = ?2", error);
      if (self->keys[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Reads one part's keys of a block: those of the first part are kept, those of the second counted
 * that are among them. */
static gboolean
read_keys (Pair *self, guint i, gint64 rank, gint64 step, gint64 *n_common, GError **error)
{
  const TsCatalogPart *part = self->parts[i];
  gboolean row = FALSE;
  gint64 own = 0;

  ts_catalog_part_find_step (part, step, &own);
  sqlite3_bind_int64 (self->keys[i], 1, rank);
  sqlite3_bind_int64 (self->keys[i], 2, own);
  for (;;)
    {
      if (!ts_database_step (self->databases[i], self->keys[i], &row, error))
        return FALSE;
      if (!row)
        break;
      gint64 key
          = ts_catalog_part_get_target (part, sqlite3_column_int64 (self->keys[i], 0)) << 16
            | (ts_catalog_part_get_metric (part, sqlite3_column_int64 (self->keys[i], 1)) & 0xffff);
      self->cost++;
      if (i == 0)
        g_hash_table_add (self->targets, g_memdup2 (&key, sizeof key));
      else
        *n_common += g_hash_table_contains (self->targets, &key);
    }
  sqlite3_reset (self->keys[i]);
  return TRUE;
}

static gboolean
compare_block (Pair *self, const TsCatalog *run, gint64 rank, gint64 step, GError **error)
{
  gint64 n_common = 0;

  self->cost += BLOCK_COST;
  g_hash_table_remove_all (self->targets);
  if (!read_keys (self, 0, rank, step, &n_common, error))
    return FALSE;
  if (g_hash_table_size (self->targets) == 0)
    return TRUE;
  if (!read_keys (self, 1, rank, step, &n_common, error))
    return FALSE;
  if (n_common > 0)
    {
      gint64 train_step = ts_catalog_find_step (run, step)->train_step;
      self->first_step = MIN (self->first_step, train_step);
      self->last_step = MAX (self->last_step, train_step);
    }
  self->n_common += n_common;
  return TRUE;
}

static void
take_note (TsCatalog *run, const Pair *self, gboolean complete, gboolean later_wins)
{
  g_autofree char *first = g_filename_display_basename (self->parts[0]->catalog->path);
  g_autofree char *second = g_filename_display_basename (self->parts[1]->catalog->path);

  if (self->n_common == 0)
    return;
  _ts_catalog_add_note (
      run, g_strdup_printf (complete ? _ ("The parts “%s” and “%s” hold %" PRId64
                                          " values in common (steps %" PRId64 " to %" PRId64
                                          "); those of “%s” are shown")
                                     : _ ("The parts “%s” and “%s” hold at least %" PRId64
                                          " values in common (steps %" PRId64 " to %" PRId64
                                          "); those of “%s” are shown"),
                            first, second, self->n_common, self->first_step, self->last_step,
                            later_wins ? second : first));
}

static gboolean
compare_pair (TsCatalog *run, Pair *self, GCancellable *cancellable, GError **error)
{
  guint64 n = (guint64) self->ranks->len * self->steps->len, i;

  if (!open_pair (self, cancellable, error))
    return FALSE;
  for (i = 0; i < n && self->cost < MAX_COST; i++)
    {
      guint64 block = ts_key_scan_spread (i, n);
      if (!compare_block (self, run, g_array_index (self->ranks, gint64, block / self->steps->len),
                          g_array_index (self->steps, gint64, block % self->steps->len), error))
        return FALSE;
    }
  run->parts_overlap |= self->n_common > 0 || i < n;
  take_note (run, self, i == n, run->format == TS_FORMAT_MONITOR);
  return TRUE;
}

gboolean
_ts_catalog_find_overlaps (TsCatalog *self, GCancellable *cancellable, GError **error)
{
  for (guint j = 1; j < self->parts->len; j++)
    for (guint i = 0; i < j; i++)
      {
        g_auto (Pair) pair;
        pair_init (&pair, g_ptr_array_index (self->parts, i), g_ptr_array_index (self->parts, j));
        if (pair.ranks->len > 0 && pair.steps->len > 0
            && !compare_pair (self, &pair, cancellable, error))
          return FALSE;
      }
  return TRUE;
}
