/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/writing/row-sorter.h"

#include <string.h>

#define DIGIT_BITS 11
#define N_DIGITS   (1u << DIGIT_BITS)

/* The smallest value and the number of bits that the values need above it. */
typedef struct
{
  guint64 min;
  guint64 max;
  guint bits;
} Range;

typedef struct
{
  guint64 key;
  guint32 index;
} Item;

static void
extend (Range *range, guint64 value)
{
  range->min = MIN (range->min, value);
  range->max = MAX (range->max, value);
}

static void
count_bits (Range *range)
{
  guint64 span = range->max - range->min;

  range->bits = span == 0 ? 0 : 64 - (guint) __builtin_clzll (span);
}

/* Signed to unsigned in the same order. */
static inline guint64
step_key (gint64 step)
{
  return (guint64) step ^ (G_GUINT64_CONSTANT (1) << 63);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  return ts_sorted_row_compare (a, b);
}

static gboolean
is_sorted (const TsSortedRow *rows, guint n)
{
  for (guint i = 1; i < n; i++)
    if (ts_sorted_row_compare (&rows[i - 1], &rows[i]) > 0)
      return FALSE;
  return TRUE;
}

/* One stable pass of counting sort over the digit at shift. */
static void
radix_pass (const Item *from, Item *to, guint n, guint shift)
{
  guint starts[N_DIGITS] = { 0 };
  guint sum = 0;

  for (guint i = 0; i < n; i++)
    starts[(from[i].key >> shift) & (N_DIGITS - 1)]++;
  for (guint d = 0; d < N_DIGITS; d++)
    {
      guint count = starts[d];
      starts[d] = sum;
      sum += count;
    }
  for (guint i = 0; i < n; i++)
    to[starts[(from[i].key >> shift) & (N_DIGITS - 1)]++] = from[i];
}

static void
radix_sort (TsSortedRow *rows, guint n, const Range ranges[4], guint n_bits)
{
  g_autofree Item *items = g_new (Item, n);
  g_autofree Item *spare = g_new (Item, n);
  g_autofree TsSortedRow *copy = g_memdup2 (rows, sizeof *rows * n);
  Item *from = items, *to = spare;

  for (guint i = 0; i < n; i++)
    {
      const TsRow *row = rows[i].row;
      guint64 key = row->rank - ranges[0].min;
      key = key << ranges[1].bits | (step_key (row->step) - ranges[1].min);
      key = key << ranges[2].bits | (rows[i].target_id - ranges[2].min);
      key = key << ranges[3].bits | (row->metric - ranges[3].min);
      items[i] = (Item){ key, i };
    }
  for (guint shift = 0; shift < n_bits; shift += DIGIT_BITS)
    {
      Item *swap = from;
      radix_pass (from, to, n, shift);
      from = to;
      to = swap;
    }
  for (guint i = 0; i < n; i++)
    rows[i] = copy[from[i].index];
}

void
ts_sort_rows (TsSortedRow *rows, guint n)
{
  Range ranges[4] = { { G_MAXUINT64 }, { G_MAXUINT64 }, { G_MAXUINT64 }, { G_MAXUINT64 } };
  guint n_bits = 0;

  if (is_sorted (rows, n))
    return;
  for (guint i = 0; i < n; i++)
    {
      extend (&ranges[0], rows[i].row->rank);
      extend (&ranges[1], step_key (rows[i].row->step));
      extend (&ranges[2], rows[i].target_id);
      extend (&ranges[3], rows[i].row->metric);
    }
  for (guint k = 0; k < G_N_ELEMENTS (ranges); k++)
    {
      count_bits (&ranges[k]);
      n_bits += ranges[k].bits;
    }
  /* The rows of one unit lie close together, so their keys nearly always fit into one word, of
   * which two or three digits differ. */
  if (n_bits < 64)
    radix_sort (rows, n, ranges, n_bits);
  else
    g_qsort_with_data (rows, (int) n, sizeof *rows, compare_rows, NULL);
}
