/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ingest/share.h"

#include <string.h>

static GArray *
create_sizes (const guint64 *bytes, guint n)
{
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (TsRankSize));

  /* In no order, and in two files each. */
  for (guint i = n; i-- > 0;)
    {
      TsRankSize half = { i, bytes[i] / 2 };
      g_array_append_val (sizes, half);
      half.bytes = bytes[i] - half.bytes;
      g_array_prepend_val (sizes, half);
    }
  return sizes;
}

/* Each rank belongs to one share, and the largest is no larger than it has to be. */
static void
check_division (const guint64 *bytes, guint n, guint n_shares, guint64 largest)
{
  g_autoptr (GArray) sizes = create_sizes (bytes, n);
  guint64 found = 0;

  for (guint rank = 0; rank < n; rank++)
    {
      guint n_owners = 0;
      for (guint i = 1; i <= n_shares; i++)
        {
          g_autoptr (TsShare) share = ts_share_new (sizes, i, n_shares);
          n_owners += ts_share_has (share, rank);
        }
      g_assert_cmpuint (n_owners, ==, 1);
    }
  for (guint i = 1; i <= n_shares; i++)
    {
      g_autoptr (TsShare) share = ts_share_new (sizes, i, n_shares);
      g_assert_cmpint (g_hash_table_size (share->own) > 0, ==, i <= MIN (n, n_shares));
      g_assert_cmpuint (share->n_used, ==, MIN (n, n_shares));
      /* What concerns no rank, or one without files, is the first one's. */
      g_assert_cmpint (ts_share_has (share, 1000), ==, i == 1);
      found = MAX (found, share->bytes);
    }
  g_assert_cmpuint (found, ==, largest);
}

static void
test_division (void)
{
  const guint64 equal[] = { 5, 5, 5, 5, 5, 5, 5, 5 };
  const guint64 uneven[] = { 1, 9, 1, 1, 1, 9, 1, 1 };
  const guint64 empty[] = { 0, 0, 0, 0 };

  check_division (equal, 8, 1, 40);
  check_division (equal, 8, 2, 20);
  check_division (equal, 8, 3, 15);
  check_division (equal, 8, 8, 5);
  check_division (equal, 8, 11, 5);
  check_division (uneven, 8, 2, 12);
  check_division (uneven, 8, 4, 10);
  check_division (empty, 4, 3, 0);
}

/* Neighbours stay together. */
static void
test_neighbours (void)
{
  guint64 bytes[100];
  g_autoptr (GArray) sizes = NULL;
  int last = 0;

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    bytes[i] = 100 + i % 7 * 13;
  sizes = create_sizes (bytes, G_N_ELEMENTS (bytes));
  for (guint rank = 0; rank < G_N_ELEMENTS (bytes); rank++)
    for (guint i = 1; i <= 16; i++)
      {
        g_autoptr (TsShare) share = ts_share_new (sizes, i, 16);
        if (!ts_share_has (share, rank))
          continue;
        g_assert_cmpint ((int) i - last, >=, 0);
        g_assert_cmpint ((int) i - last, <=, 1);
        last = (int) i;
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/share/division", test_division);
  g_test_add_func ("/share/neighbours", test_neighbours);
  return g_test_run ();
}
