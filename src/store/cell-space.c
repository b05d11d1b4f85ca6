/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/cell-space.h"

#include <glib/gi18n-lib.h>

/* Reading a range costs its rows, asking for single targets a seek each. From this many targets of
 * the range per wanted one on, seeks are cheaper. */
#define ROWS_PER_SEEK 16

gboolean
ts_cell_space_init (TsCellSpace *self,
                    TsCatalog *catalog,
                    const TsSelection *selection,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (GPtrArray) targets = ts_catalog_filter_targets (catalog, selection, cancellable);
  GArray *steps, *modules;

  if (targets == NULL)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  steps = g_array_sized_new (FALSE, FALSE, sizeof (gint64), catalog->steps->len);
  modules = g_array_sized_new (FALSE, FALSE, sizeof (gint64), targets->len);
  for (guint i = 0; i < catalog->steps->len; i++)
    g_array_append_val (steps, ((TsCatalogStep *) g_ptr_array_index (catalog->steps, i))->step);
  for (guint i = 0; i < targets->len; i++)
    g_array_append_val (modules, ((TsCatalogTarget *) g_ptr_array_index (targets, i))->id);
  self->catalog = catalog;
  self->ids[TS_DIMENSION_STEP] = steps;
  self->ids[TS_DIMENSION_RANK] = g_array_ref (catalog->ranks);
  self->ids[TS_DIMENSION_MODULE] = modules;
  return TRUE;
}

void
ts_cell_space_clear (TsCellSpace *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->ids); i++)
    g_clear_pointer (&self->ids[i], g_array_unref);
}

static gboolean
catalog_has (const TsCatalog *catalog, TsDimension dimension, gint64 id)
{
  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      return ts_catalog_find_step (catalog, id) != NULL;
    case TS_DIMENSION_RANK:
      return ts_catalog_has_rank (catalog, id);
    case TS_DIMENSION_MODULE:
    default:
      return ts_catalog_find_target (catalog, id) != NULL;
    }
}

gboolean
ts_cell_space_fix (TsCellSpace *self, TsDimension dimension, gint64 id, GError **error)
{
  if (!catalog_has (self->catalog, dimension, id))
    {
      g_autofree char *name = g_filename_display_name (self->catalog->path);
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, id);
      g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME,
                   dimension == TS_DIMENSION_STEP   ? _ ("“%s” has no step with the number %s.")
                   : dimension == TS_DIMENSION_RANK ? _ ("“%s” has no rank %s.")
                                                    : _ ("“%s” has no module with the number %s."),
                   name, number);
      return FALSE;
    }
  g_array_unref (self->ids[dimension]);
  self->ids[dimension] = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_val (self->ids[dimension], id);
  return TRUE;
}

static void
set_place (const TsCatalog *catalog, TsAxis *axis, guint place, gint64 id)
{
  const TsCatalogStep *step;
  const TsCatalogTarget *target;
  g_autofree char *number = NULL;

  switch (axis->dimension)
    {
    case TS_DIMENSION_STEP:
      step = ts_catalog_find_step (catalog, id);
      ts_axis_set_place (axis, place, id, step->label, step->position);
      break;
    case TS_DIMENSION_RANK:
      number = g_strdup_printf ("%" G_GINT64_FORMAT, id);
      ts_axis_set_place (axis, place, id, number, (double) id);
      break;
    case TS_DIMENSION_MODULE:
    default:
      target = ts_catalog_find_target (catalog, id);
      ts_axis_set_place (axis, place, id, target->label, place);
      break;
    }
}

TsAxis *
ts_cell_space_create_axis (const TsCellSpace *self, TsDimension dimension, const guint8 *used)
{
  const GArray *ids = self->ids[dimension];
  TsAxis *axis;
  guint n = 0;

  for (guint i = 0; i < ids->len; i++)
    n += used == NULL || used[i];
  axis = ts_axis_new (dimension, n);
  n = 0;
  for (guint i = 0; i < ids->len; i++)
    if (used == NULL || used[i])
      set_place (self->catalog, axis, n++, g_array_index (ids, gint64, i));
  if (dimension == TS_DIMENSION_MODULE)
    ts_axis_group_by_layer (axis);
  return axis;
}

/* A target that is walked to. */
typedef struct
{
  gint64 id;
  guint place; /* in the space's targets */
} Stop;

/* A walk under way. The ids of a block come in ascending order, as the stops are, so the place of
 * each is found by going on from the one before. */
typedef struct
{
  TsCellReader *reader;
  const TsCellSpace *space;
  TsCellSpaceFunc func;
  gpointer data;
  GArray *stops; /* by id */
  guint next;    /* stop */
  guint places[3];
} Walk;

static int
compare_stops (gconstpointer a, gconstpointer b)
{
  const Stop *first = a, *second = b;

  return (first->id > second->id) - (first->id < second->id);
}

/* The targets of a space, ascending by id. */
static GArray *
create_stops (const TsCellSpace *space)
{
  const GArray *targets = space->ids[TS_DIMENSION_MODULE];
  GArray *stops = g_array_sized_new (FALSE, FALSE, sizeof (Stop), targets->len);
  gboolean ascending = TRUE;

  for (guint i = 0; i < targets->len; i++)
    {
      Stop stop = { g_array_index (targets, gint64, i), i };
      ascending = ascending && (i == 0 || g_array_index (stops, Stop, i - 1).id < stop.id);
      g_array_append_val (stops, stop);
    }
  if (!ascending)
    g_array_sort (stops, compare_stops);
  return stops;
}

static gint64
get_stop (const Walk *walk, guint i)
{
  return g_array_index (walk->stops, Stop, i).id;
}

static void
visit (gint64 target_id, double value, guint8 state, gpointer data)
{
  Walk *walk = data;

  while (walk->next < walk->stops->len && get_stop (walk, walk->next) < target_id)
    walk->next++;
  if (walk->next >= walk->stops->len || get_stop (walk, walk->next) != target_id)
    return;
  walk->places[TS_DIMENSION_MODULE] = g_array_index (walk->stops, Stop, walk->next).place;
  walk->func (walk->places, value, state, walk->data);
}

/* Whether the wanted targets lie so far apart that they are asked for one by one. */
static gboolean
are_sparse (const Walk *walk)
{
  const TsCatalog *catalog = walk->space->catalog;
  int first = ts_catalog_find_target_place (catalog, get_stop (walk, 0));
  int last = ts_catalog_find_target_place (catalog, get_stop (walk, walk->stops->len - 1));

  return (guint) (last - first) / ROWS_PER_SEEK > walk->stops->len;
}

static gboolean
walk_block (Walk *walk, gint64 rank, gint64 step, gboolean sparse, GError **error)
{
  guint n = walk->stops->len;

  walk->next = 0;
  if (!sparse)
    return ts_cell_reader_read (walk->reader, rank, step, get_stop (walk, 0),
                                get_stop (walk, n - 1), visit, walk, error);
  for (guint i = 0; i < n; i++)
    {
      gint64 id = get_stop (walk, i);
      if (!ts_cell_reader_read (walk->reader, rank, step, id, id, visit, walk, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
walk_blocks (Walk *walk, GError **error)
{
  const GArray *ranks = walk->space->ids[TS_DIMENSION_RANK];
  const GArray *steps = walk->space->ids[TS_DIMENSION_STEP];
  gboolean sparse = are_sparse (walk);

  for (guint r = 0; r < ranks->len; r++)
    for (guint s = 0; s < steps->len; s++)
      {
        walk->places[TS_DIMENSION_RANK] = r;
        walk->places[TS_DIMENSION_STEP] = s;
        if (!walk_block (walk, g_array_index (ranks, gint64, r), g_array_index (steps, gint64, s),
                         sparse, error))
          return FALSE;
      }
  return TRUE;
}

gboolean
ts_cell_space_walk (TsCellReader *reader,
                    const TsCellSpace *space,
                    TsCellSpaceFunc func,
                    gpointer data,
                    GError **error)
{
  Walk walk = { .reader = reader, .space = space, .func = func, .data = data };
  gboolean good;

  if (space->ids[TS_DIMENSION_MODULE]->len == 0)
    return TRUE;
  walk.stops = create_stops (space);
  good = walk_blocks (&walk, error);
  g_array_unref (walk.stops);
  return good;
}
