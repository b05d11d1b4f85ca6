/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/peer-groups.h"

#include "model/call-order.h"
#include "store/row-scan.h"

#include <string.h>

/* What one rank has in its first step, as two checksums. */
typedef struct
{
  gint64 rank;
  GChecksum *keys;       /* the (metric, target) it has */
  GChecksum *parameters; /* the statistics of its parameters */
  guint n_parameters;
  const TsCatalog *catalog;
} RankPrint;

static gboolean
is_parameter (const TsCatalog *catalog, gint64 target_id, gint64 metric_id)
{
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, target_id);
  TsCallSlot slot;

  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      TsPhase phase;
      if (metric->id != metric_id)
        continue;
      phase = ts_phase_of_metric (metric->name);
      if (phase == TS_PHASE_BEFORE)
        return TRUE;
      if (phase != TS_PHASE_FORWARD || target == NULL)
        return FALSE;
      ts_call_slot_parse (target->name, &slot);
      return slot.has_slot && slot.kind == TS_CALL_SLOT_PARAMETER;
    }
  return FALSE;
}

static void
add_row (
    gint64 target_id, gint64 metric_id, const double *values, const guint8 *states, gpointer data)
{
  RankPrint *print = data;
  gint64 key[2] = { target_id, metric_id };
  guint n_stats = g_strv_length (print->catalog->stats);

  g_checksum_update (print->keys, (const guchar *) key, sizeof key);
  if (!is_parameter (print->catalog, target_id, metric_id))
    return;
  print->n_parameters++;
  g_checksum_update (print->parameters, (const guchar *) states, n_stats);
  g_checksum_update (print->parameters, (const guchar *) values,
                     (gssize) (n_stats * sizeof *values));
}

static void
rank_print_free (gpointer data)
{
  RankPrint *self = data;

  g_checksum_free (self->keys);
  g_checksum_free (self->parameters);
  g_free (self);
}

static GPtrArray *
read_prints (const TsCatalog *catalog, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) prints = g_ptr_array_new_with_free_func (rank_print_free);
  const TsCatalogStep *first
      = catalog->steps->len > 0 ? g_ptr_array_index (catalog->steps, 0) : NULL;
  g_auto (TsRowScan) scan = { 0 };

  if (!ts_row_scan_open (&scan, catalog, cancellable, error))
    return NULL;
  for (guint i = 0; i < catalog->ranks->len; i++)
    {
      RankPrint *print = g_new0 (RankPrint, 1);
      print->rank = g_array_index (catalog->ranks, gint64, i);
      print->keys = g_checksum_new (G_CHECKSUM_SHA256);
      print->parameters = g_checksum_new (G_CHECKSUM_SHA256);
      print->catalog = catalog;
      g_ptr_array_add (prints, print);
      if (first != NULL
          && !ts_row_scan_read (&scan, print->rank, first->step, add_row, print, error))
        return NULL;
    }
  return g_steal_pointer (&prints);
}

/* Ranks of the same text are a group. */
static GPtrArray *
group_by (GPtrArray *prints, gboolean with_parameters)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < prints->len; i++)
    {
      RankPrint *print = g_ptr_array_index (prints, i);
      char *key
          = g_strconcat (g_checksum_get_string (print->keys),
                         with_parameters ? g_checksum_get_string (print->parameters) : "", NULL);
      GArray *group = g_hash_table_lookup (known, key);
      if (group == NULL)
        {
          group = g_array_new (FALSE, FALSE, sizeof (gint64));
          g_ptr_array_add (groups, group);
          g_hash_table_insert (known, key, group);
        }
      else
        g_free (key);
      g_array_append_val (group, print->rank);
    }
  return groups;
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Those of the layout that are in the catalog; the others stand alone. */
static GPtrArray *
group_by_layout (const TsCatalog *catalog, GPtrArray *layout)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GHashTable) left = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < catalog->ranks->len; i++)
    g_hash_table_add (left, &g_array_index (catalog->ranks, gint64, i));
  for (guint g = 0; g <= layout->len; g++)
    {
      const GArray *wanted = g < layout->len ? g_ptr_array_index (layout, g) : catalog->ranks;
      GArray *group = NULL;
      for (guint i = 0; i < wanted->len; i++)
        {
          gint64 rank = g_array_index (wanted, gint64, i);
          if (!g_hash_table_remove (left, &rank))
            continue;
          if (group == NULL || g == layout->len)
            {
              group = g_array_new (FALSE, FALSE, sizeof (gint64));
              g_ptr_array_add (groups, group);
            }
          g_array_append_val (group, rank);
        }
      if (group != NULL)
        g_array_sort (group, compare_ranks);
    }
  return groups;
}

static gboolean
has_parameters (GPtrArray *prints)
{
  for (guint i = 0; i < prints->len; i++)
    if (((RankPrint *) g_ptr_array_index (prints, i))->n_parameters > 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_peers (GPtrArray *groups)
{
  for (guint i = 0; i < groups->len; i++)
    if (((GArray *) g_ptr_array_index (groups, i))->len > 1)
      return TRUE;
  return FALSE;
}

TsPeerGroups *
ts_peer_groups_find (const TsCatalog *catalog,
                     GPtrArray *layout,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (TsPeerGroups) self = g_new0 (TsPeerGroups, 1);
  g_autoptr (GPtrArray) prints = NULL;

  if (layout != NULL)
    {
      self->from = TS_PEERS_LAYOUT;
      self->groups = group_by_layout (catalog, layout);
      return g_steal_pointer (&self);
    }
  prints = read_prints (catalog, cancellable, error);
  if (prints == NULL)
    return NULL;
  self->from = TS_PEERS_PARAMETERS;
  if (has_parameters (prints))
    self->groups = group_by (prints, TRUE);
  if (self->groups == NULL || !has_peers (self->groups))
    {
      g_clear_pointer (&self->groups, g_ptr_array_unref);
      self->from = TS_PEERS_MODULES;
      self->groups = group_by (prints, FALSE);
    }
  return g_steal_pointer (&self);
}

GPtrArray *
ts_peer_groups_from_layout (const TsParallelLayout *layout)
{
  const TsRankGroups *dp = &layout->groups[TS_PARALLEL_DP];
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint g = 0; g < dp->n_groups; g++)
    {
      GArray *group = g_array_new (FALSE, FALSE, sizeof (gint64));
      for (guint i = 0; i < dp->size; i++)
        {
          gint64 rank = dp->ranks[g * dp->size + i];
          g_array_append_val (group, rank);
        }
      g_ptr_array_add (groups, group);
    }
  return groups;
}

void
ts_peer_groups_free (TsPeerGroups *self)
{
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_free (self);
}

const char *
ts_peers_from_to_string (TsPeersFrom from)
{
  static const char *const names[] = { "layout", "parameters", "modules" };

  return names[from];
}
