/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "structure/sequence.h"

#define NONE            G_MAXUINT32
#define MAX_DIFFERENCES 4096

/* Walks back from the end through the furthest points that each number of differences reached. */
static void
trace_back (GPtrArray *rounds, gint64 x, gint64 y, guint32 first, guint32 *partner)
{
  for (gint64 d = (gint64) rounds->len - 1; d >= 0; d--)
    {
      const gint64 *v = (const gint64 *) g_ptr_array_index (rounds, d) + d + 1;
      gint64 k = x - y;
      gboolean down = k == -d || (k != d && v[k - 1] < v[k + 1]);
      gint64 from = down ? k + 1 : k - 1, start_x = d == 0 ? 0 : v[from];
      gint64 start_y = d == 0 ? 0 : start_x - from;
      gint64 middle_x = d == 0 || down ? start_x : start_x + 1;
      while (x > middle_x)
        {
          x--;
          y--;
          partner[first + x] = (guint32) (first + y);
        }
      x = start_x;
      y = start_y;
    }
}

/* FALSE when there are too many differences. */
static gboolean
match_middle (
    const guint32 *a, gint64 n, const guint32 *b, gint64 m, guint32 first, guint32 *partner)
{
  g_autoptr (GPtrArray) rounds = g_ptr_array_new_with_free_func (g_free);
  gint64 most = MIN (n + m, MAX_DIFFERENCES);
  g_autofree gint64 *furthest = g_new0 (gint64, 2 * most + 4);
  gint64 *v = furthest + most + 1;

  for (gint64 d = 0; d <= most; d++)
    {
      g_ptr_array_add (rounds, g_memdup2 (v - d - 1, (gsize) (2 * d + 3) * sizeof (gint64)));
      for (gint64 k = -d; k <= d; k += 2)
        {
          gint64 x = k == -d || (k != d && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1;
          gint64 y = x - k;
          while (x < n && y < m && a[x] == b[y])
            {
              x++;
              y++;
            }
          v[k] = x;
          if (x >= n && y >= m)
            {
              trace_back (rounds, n, m, first, partner);
              return TRUE;
            }
        }
    }
  return FALSE;
}

static void
match_occurrences (const guint32 *a, guint32 n, const guint32 *b, guint32 m, guint32 *partner)
{
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL); /* key -> index in b + 1 */
  g_autofree guint32 *next = g_new0 (guint32, m + 1);

  for (guint32 j = m; j > 0; j--)
    {
      next[j] = GPOINTER_TO_UINT (g_hash_table_lookup (last, GUINT_TO_POINTER (b[j - 1])));
      g_hash_table_insert (last, GUINT_TO_POINTER (b[j - 1]), GUINT_TO_POINTER (j));
    }
  for (guint32 i = 0; i < n; i++)
    {
      guint32 j = GPOINTER_TO_UINT (g_hash_table_lookup (last, GUINT_TO_POINTER (a[i])));
      if (j == 0)
        continue;
      partner[i] = j - 1;
      g_hash_table_insert (last, GUINT_TO_POINTER (a[i]), GUINT_TO_POINTER (next[j]));
    }
}

void
ts_sequence_match (const guint32 *a, guint32 n, const guint32 *b, guint32 m, guint32 *partner)
{
  guint32 head = 0, tail = 0;

  for (guint32 i = 0; i < n; i++)
    partner[i] = NONE;
  if (n == 0 || m == 0)
    return;
  while (tail < n && tail < m && a[n - 1 - tail] == b[m - 1 - tail])
    {
      tail++;
      partner[n - tail] = m - tail;
    }
  while (head < n - tail && head < m - tail && a[head] == b[head])
    {
      partner[head] = head;
      head++;
    }
  if (!match_middle (a + head, n - tail - head, b + head, m - tail - head, head, partner))
    match_occurrences (a, n, b, m, partner);
}
