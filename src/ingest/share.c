/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/share.h"

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const TsRankSize *first = a, *second = b;

  return (first->rank > second->rank) - (first->rank < second->rank);
}

/* Each rank once, ascending, with the sum of its bytes. */
static GArray *
sum_up (const GArray *sizes)
{
  g_autoptr (GArray) sorted = g_array_copy ((GArray *) sizes);
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (TsRankSize));

  g_array_sort (sorted, compare_ranks);
  for (guint i = 0; i < sorted->len; i++)
    {
      const TsRankSize *size = &g_array_index (sorted, TsRankSize, i);
      if (sums->len > 0 && g_array_index (sums, TsRankSize, sums->len - 1).rank == size->rank)
        g_array_index (sums, TsRankSize, sums->len - 1).bytes += size->bytes;
      else
        g_array_append_vals (sums, size, 1);
    }
  return sums;
}

/* The least that the largest of n shares can be held to: each is filled up to a limit, and the
 * smallest limit that n shares are enough for is sought. */
static guint
count_shares (const GArray *sums, guint64 limit)
{
  guint n = 1;
  guint64 filled = 0;

  for (guint i = 0; i < sums->len; i++)
    {
      guint64 bytes = g_array_index (sums, TsRankSize, i).bytes;
      if (filled > 0 && filled + bytes > limit)
        {
          n++;
          filled = 0;
        }
      filled += bytes;
    }
  return n;
}

static guint64
find_limit (const GArray *sums, guint n_shares)
{
  guint64 low = 0, high = 0;

  for (guint i = 0; i < sums->len; i++)
    {
      low = MAX (low, g_array_index (sums, TsRankSize, i).bytes);
      high += g_array_index (sums, TsRankSize, i).bytes;
    }
  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;
      if (count_shares (sums, middle) <= n_shares)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* Gives each rank (ascending) to a share, counted from 1 on: as many as the limit allows, but so
 * that each later share still gets one. */
static void
divide (TsShare *self, const GArray *sums)
{
  guint64 limit = find_limit (sums, self->n_used), filled = 0;
  guint share = 1;
  gboolean any = FALSE;

  for (guint i = 0; i < sums->len; i++)
    {
      const TsRankSize *size = &g_array_index (sums, TsRankSize, i);
      gboolean full = filled > 0 && filled + size->bytes > limit;
      gboolean needed = sums->len - i <= self->n_used - share;
      if (any && share < self->n_used && (full || needed))
        {
          share++;
          filled = 0;
        }
      any = TRUE;
      filled += size->bytes;
      g_hash_table_add (share == self->number ? self->own : self->others,
                        g_memdup2 (&size->rank, sizeof size->rank));
      if (share == self->number)
        self->bytes += size->bytes;
    }
}

TsShare *
ts_share_new (const GArray *sizes, guint number, guint n_shares)
{
  g_autoptr (GArray) sums = sum_up (sizes);
  TsShare *self = g_new0 (TsShare, 1);

  self->number = number;
  self->n_shares = n_shares;
  self->n_used = MIN (n_shares, sums->len);
  self->own = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->others = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  divide (self, sums);
  return self;
}

void
ts_share_free (TsShare *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->own);
  g_hash_table_unref (self->others);
  g_free (self);
}

gboolean
ts_share_has (const TsShare *self, gint64 rank)
{
  return self == NULL
         || (ts_share_is_first (self) ? !g_hash_table_contains (self->others, &rank)
                                      : g_hash_table_contains (self->own, &rank));
}

gboolean
ts_share_is_first (const TsShare *self)
{
  return self == NULL || self->number == 1;
}
