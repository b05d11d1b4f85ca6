/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/key-scan.h"
#include "store/query-private.h"

/* Whether a target can have rows of the metric: msProbe and Trendscope tag every target of a metric
 * under that metric, but for names too short to have tags. */
static gboolean
may_have_rows (const TsCatalogMetric *metric, const TsCatalogTarget *target)
{
  return !target->has_tags || g_hash_table_contains (metric->tagged, target);
}

/* The range of target ids that can have rows of a metric, and the target seen last. */
typedef struct
{
  TsCellReaders *readers;
  gint64 first;
  gint64 last;
  gint64 hint; /* has rows elsewhere: asked for before a whole block is searched */
  gboolean has_hint;
} Finder;

static void
finder_init (Finder *self,
             TsCellReaders *readers,
             const TsCatalog *catalog,
             const TsCatalogMetric *metric)
{
  *self = (Finder){ .readers = readers, .first = G_MAXINT64, .last = G_MININT64 };
  for (guint i = 0; i < catalog->targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      if (!may_have_rows (metric, target))
        continue;
      self->first = MIN (self->first, target->id);
      self->last = target->id;
    }
}

static gboolean
find_in_block (Finder *self,
               gint64 rank,
               gint64 step,
               gint64 first,
               gint64 last,
               gboolean *found,
               GError **error)
{
  gint64 target_id;

  if (!ts_cell_readers_find (self->readers, rank, step, first, last, found, &target_id, error))
    return FALSE;
  if (*found)
    {
      self->hint = target_id;
      self->has_hint = TRUE;
    }
  return TRUE;
}

/* Whether any block of one step or rank has rows of the targets from first to last. */
static gboolean
find_in_place (Finder *self,
               const TsCellSpace *space,
               TsDimension dimension,
               gint64 id,
               gint64 first,
               gint64 last,
               gboolean *found,
               GError **error)
{
  gboolean by_step = dimension == TS_DIMENSION_STEP;
  const GArray *others = space->ids[by_step ? TS_DIMENSION_RANK : TS_DIMENSION_STEP];

  *found = FALSE;
  for (guint i = 0; i < others->len && !*found; i++)
    {
      gint64 other = g_array_index (others, gint64, i);
      if (!find_in_block (self, by_step ? other : id, by_step ? id : other, first, last, found,
                          error))
        return FALSE;
    }
  return TRUE;
}

/* The same for any target; the hint is asked for first. */
static gboolean
place_has_rows (Finder *self,
                const TsCellSpace *space,
                TsDimension dimension,
                gint64 id,
                gboolean *found,
                GError **error)
{
  *found = FALSE;
  if (self->has_hint
      && !find_in_place (self, space, dimension, id, self->hint, self->hint, found, error))
    return FALSE;
  return *found
         || find_in_place (self, space, dimension, id, self->first, self->last, found, error);
}

static TsAxis *
list_steps_or_ranks (TsCellReaders *readers,
                     const TsCellSpace *space,
                     TsDimension dimension,
                     const TsCatalogMetric *metric,
                     GError **error)
{
  const GArray *ids = space->ids[dimension];
  g_autofree guint8 *used = g_malloc0 (ids->len + 1);
  Finder finder;

  finder_init (&finder, readers, space->catalog, metric);
  for (guint i = 0; i < ids->len; i++)
    {
      gboolean found;
      if (!place_has_rows (&finder, space, dimension, g_array_index (ids, gint64, i), &found,
                           error))
        return NULL;
      used[i] = found;
    }
  return ts_cell_space_create_axis (space, dimension, used);
}

/* The targets that nothing but the table tells about. */
typedef struct
{
  TsCellSpace block; /* the untagged targets in one block */
  guint8 *found;     /* by the target's place in block */
  guint n_left;
} Search;

static void
mark_found (const guint *places, double value, guint8 state, gpointer data)
{
  Search *search = data;
  guint place = places[TS_DIMENSION_MODULE];

  search->n_left -= !search->found[place];
  search->found[place] = 1;
}

static void
search_init (Search *self, const TsCellSpace *space)
{
  const GArray *targets = space->ids[TS_DIMENSION_MODULE];

  *self = (Search){ .block = { .catalog = space->catalog } };
  for (guint i = 0; i < G_N_ELEMENTS (self->block.ids); i++)
    self->block.ids[i] = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < targets->len; i++)
    {
      gint64 id = g_array_index (targets, gint64, i);
      if (!ts_catalog_find_target (space->catalog, id)->has_tags)
        g_array_append_val (self->block.ids[TS_DIMENSION_MODULE], id);
    }
  self->n_left = self->block.ids[TS_DIMENSION_MODULE]->len;
  self->found = g_malloc0 ((gsize) self->n_left + 1);
}

static void
search_clear (Search *self)
{
  ts_cell_space_clear (&self->block);
  g_free (self->found);
}

/* Looks into block after block, spread over the table so that it soon has seen every target that is
 * recorded at all. */
static gboolean
search_blocks (TsCellReaders *readers, const TsCellSpace *space, Search *search, GError **error)
{
  const GArray *ranks = space->ids[TS_DIMENSION_RANK];
  const GArray *steps = space->ids[TS_DIMENSION_STEP];
  guint64 n = (guint64) ranks->len * steps->len;

  for (guint64 i = 0; i < n && search->n_left > 0; i++)
    {
      guint64 place = ts_key_scan_spread (i, n);
      g_array_set_size (search->block.ids[TS_DIMENSION_RANK], 0);
      g_array_set_size (search->block.ids[TS_DIMENSION_STEP], 0);
      g_array_append_vals (search->block.ids[TS_DIMENSION_RANK],
                           &g_array_index (ranks, gint64, place / steps->len), 1);
      g_array_append_vals (search->block.ids[TS_DIMENSION_STEP],
                           &g_array_index (steps, gint64, place % steps->len), 1);
      if (!ts_cell_space_walk (readers, &search->block, mark_found, search, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
_ts_query_keep_targets_with_rows (TsCellReaders *readers,
                                  TsCellSpace *space,
                                  const char *metric,
                                  GError **error)
{
  const TsCatalogMetric *known = ts_catalog_find_metric (space->catalog, metric);
  const GArray *targets = space->ids[TS_DIMENSION_MODULE];
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (gint64));
  Search search;
  gboolean good;
  guint next = 0;

  search_init (&search, space);
  good = search_blocks (readers, space, &search, error);
  for (guint i = 0; i < targets->len; i++)
    {
      gint64 id = g_array_index (targets, gint64, i);
      const TsCatalogTarget *target = ts_catalog_find_target (space->catalog, id);
      if (target->has_tags ? g_hash_table_contains (known->tagged, target) : search.found[next++])
        g_array_append_val (kept, id);
    }
  g_array_unref (space->ids[TS_DIMENSION_MODULE]);
  space->ids[TS_DIMENSION_MODULE] = kept;
  search_clear (&search);
  return good;
}

static TsAxis *
list_values (TsCellReaders *readers,
             TsCellSpace *space,
             const TsSelection *selection,
             GError **error)
{
  if (selection->dimension != TS_DIMENSION_MODULE)
    return list_steps_or_ranks (readers, space, selection->dimension,
                                ts_catalog_find_metric (space->catalog, selection->metric), error);
  if (!_ts_query_keep_targets_with_rows (readers, space, selection->metric, error))
    return NULL;
  return ts_cell_space_create_axis (space, TS_DIMENSION_MODULE, NULL);
}

TsAxis *
ts_query_values (TsCatalog *catalog,
                 const TsSelection *selection,
                 GCancellable *cancellable,
                 GError **error)
{
  g_auto (TsCellReaders) readers = { 0 };
  g_auto (TsCellSpace) space = { 0 };
  g_autoptr (TsAxis) axis = NULL;

  /* The values do not depend on the statistic, so none need be chosen yet. */
  if (!ts_cell_space_init (&space, catalog, selection, cancellable, error)
      || !ts_cell_readers_open (&readers, catalog, selection->metric,
                                selection->stat != NULL ? selection->stat : catalog->stats[0],
                                cancellable, error))
    return NULL;
  axis = list_values (&readers, &space, selection, error);
  return ts_cell_readers_end (&readers, axis != NULL, error) ? g_steal_pointer (&axis) : NULL;
}
