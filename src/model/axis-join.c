/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/axis-join.h"

#include <math.h>

#include <string.h>

gboolean
ts_axis_same_places (const TsAxis *a, const TsAxis *b)
{
  return a == b
         || (a->dimension == b->dimension && a->n == b->n
             && (a->n == 0 || memcmp (a->ids, b->ids, a->n * sizeof *a->ids) == 0));
}

typedef struct
{
  const TsAxis *axis;
  guint i;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *left = a, *right = b;
  double x = left->axis->positions[left->i], y = right->axis->positions[right->i];
  gint64 id = left->axis->ids[left->i], other = right->axis->ids[right->i];

  /* A module's position is its place on its own axis; its id is its place in the network. */
  if (left->axis->dimension != TS_DIMENSION_MODULE && x != y)
    return x < y ? -1 : 1;
  return id < other ? -1 : id > other;
}

static TsAxis *
build (const Place *places, guint n, TsDimension dimension)
{
  TsAxis *axis = ts_axis_new (dimension, n);

  for (guint i = 0; i < n; i++)
    {
      const TsAxis *from = places[i].axis;
      guint at = places[i].i;
      ts_axis_set_place (axis, i, from->ids[at], from->names[at],
                         dimension == TS_DIMENSION_MODULE ? i : from->positions[at]);
    }
  if (dimension == TS_DIMENSION_MODULE)
    ts_axis_group_by_layer (axis);
  return axis;
}

TsAxis *
ts_axis_join (TsAxis *const *axes, guint n_axes)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  gboolean same = TRUE;

  if (n_axes == 0)
    return NULL;
  for (guint k = 1; k < n_axes && same; k++)
    same = ts_axis_same_places (axes[0], axes[k]);
  if (same)
    return ts_axis_ref (axes[0]);
  for (guint k = 0; k < n_axes; k++)
    for (guint i = 0; i < axes[k]->n; i++)
      if (g_hash_table_add (seen, &axes[k]->ids[i]))
        {
          Place place = { axes[k], i };
          g_array_append_val (places, place);
        }
  g_array_sort (places, compare_places);
  return build ((const Place *) places->data, places->len, axes[0]->dimension);
}

guint *
ts_axis_map_places (const TsAxis *part, const TsAxis *whole)
{
  g_autoptr (GHashTable) by_id = NULL;
  guint *map;

  if (ts_axis_same_places (part, whole))
    return NULL;
  by_id = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (guint i = 0; i < whole->n; i++)
    g_hash_table_insert (by_id, &whole->ids[i], GUINT_TO_POINTER (i));
  map = g_new (guint, MAX (part->n, 1));
  for (guint i = 0; i < part->n; i++)
    map[i] = GPOINTER_TO_UINT (g_hash_table_lookup (by_id, &part->ids[i]));
  return map;
}

int *
ts_axis_find_places (const TsAxis *from, const TsAxis *to)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_int64_hash, g_int64_equal);
  int *places = g_new (int, MAX (from->n, 1));

  for (guint i = 0; i < to->n; i++)
    g_hash_table_insert (by_id, &to->ids[i], GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < from->n; i++)
    places[i] = (int) GPOINTER_TO_UINT (g_hash_table_lookup (by_id, &from->ids[i])) - 1;
  return places;
}

gboolean
ts_axis_map_range (const int *places, guint n_from, guint n_to, double *first, double *last)
{
  int low = (int) CLAMP (floor (*first), 0, n_from), high = (int) CLAMP (ceil (*last), 0, n_from);
  double before = *first - low, behind = high - *last;

  if (*first <= 0 && *last >= n_from)
    {
      *first = 0;
      *last = n_to;
      return n_to > 0;
    }
  while (low < high && places[low] < 0)
    low++, before = 0;
  while (low < high && places[high - 1] < 0)
    high--, behind = 0;
  if (low >= high)
    return FALSE;
  *first = MIN (places[low], places[high - 1]) + before;
  *last = MAX (places[low], places[high - 1]) + 1 - behind;
  return TRUE;
}
