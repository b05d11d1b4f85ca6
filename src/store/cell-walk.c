/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/cell-walk.h"

#include <glib/gi18n-lib.h>

/* Reading a range costs its rows, asking for single targets a seek each. From this many targets of
 * the range per wanted one on, seeks are cheaper. */
#define ROWS_PER_SEEK 16

void
ts_cell_space_init (TsCellSpace *self, const TsCatalog *catalog, const TsSelection *selection)
{
  g_autoptr (GPtrArray) targets = ts_catalog_filter_targets (catalog, selection);
  GArray *steps = g_array_sized_new (FALSE, FALSE, sizeof (gint64), catalog->steps->len);
  GArray *modules = g_array_sized_new (FALSE, FALSE, sizeof (gint64), targets->len);

  for (guint i = 0; i < catalog->steps->len; i++)
    g_array_append_val (steps, ((TsCatalogStep *) g_ptr_array_index (catalog->steps, i))->step);
  for (guint i = 0; i < targets->len; i++)
    g_array_append_val (modules, ((TsCatalogTarget *) g_ptr_array_index (targets, i))->id);
  self->catalog = catalog;
  self->ids[TS_DIMENSION_STEP] = steps;
  self->ids[TS_DIMENSION_RANK] = g_array_ref (catalog->ranks);
  self->ids[TS_DIMENSION_MODULE] = modules;
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
      for (guint i = 0; i < catalog->ranks->len; i++)
        if (g_array_index (catalog->ranks, gint64, i) == id)
          return TRUE;
      return FALSE;
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

/* A walk under way. The ids of a block come in ascending order, as the targets are, so the place of
 * each is found by going on from the one before. */
typedef struct
{
  TsCellReader *reader;
  const TsCellSpace *space;
  TsCellWalkFunc func;
  gpointer data;
  guint places[3];
} Walk;

static void
visit (gint64 target_id, double value, guint8 state, gpointer data)
{
  Walk *walk = data;
  const GArray *targets = walk->space->ids[TS_DIMENSION_MODULE];
  guint place = walk->places[TS_DIMENSION_MODULE];

  while (place < targets->len && g_array_index (targets, gint64, place) < target_id)
    place++;
  walk->places[TS_DIMENSION_MODULE] = place;
  if (place < targets->len && g_array_index (targets, gint64, place) == target_id)
    walk->func (walk->places, value, state, walk->data);
}

/* Whether the wanted targets lie so far apart that they are asked for one by one. */
static gboolean
are_sparse (const TsCellSpace *space)
{
  const GArray *targets = space->ids[TS_DIMENSION_MODULE];
  int first = ts_catalog_find_target_place (space->catalog, g_array_index (targets, gint64, 0));
  int last = ts_catalog_find_target_place (space->catalog,
                                           g_array_index (targets, gint64, targets->len - 1));

  return (guint) (last - first) / ROWS_PER_SEEK > targets->len;
}

static gboolean
walk_block (Walk *walk, gint64 rank, gint64 step, gboolean sparse, GError **error)
{
  const GArray *targets = walk->space->ids[TS_DIMENSION_MODULE];

  walk->places[TS_DIMENSION_MODULE] = 0;
  if (!sparse)
    return ts_cell_reader_read (walk->reader, rank, step, g_array_index (targets, gint64, 0),
                                g_array_index (targets, gint64, targets->len - 1), visit, walk,
                                error);
  for (guint i = 0; i < targets->len; i++)
    {
      gint64 id = g_array_index (targets, gint64, i);
      if (!ts_cell_reader_read (walk->reader, rank, step, id, id, visit, walk, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
ts_cell_walk (TsCellReader *reader,
              const TsCellSpace *space,
              TsCellWalkFunc func,
              gpointer data,
              GError **error)
{
  const GArray *ranks = space->ids[TS_DIMENSION_RANK];
  const GArray *steps = space->ids[TS_DIMENSION_STEP];
  Walk walk = { reader, space, func, data, { 0 } };
  gboolean sparse;

  if (space->ids[TS_DIMENSION_MODULE]->len == 0)
    return TRUE;
  sparse = are_sparse (space);
  for (guint r = 0; r < ranks->len; r++)
    for (guint s = 0; s < steps->len; s++)
      {
        walk.places[TS_DIMENSION_RANK] = r;
        walk.places[TS_DIMENSION_STEP] = s;
        if (!walk_block (&walk, g_array_index (ranks, gint64, r), g_array_index (steps, gint64, s),
                         sparse, error))
          return FALSE;
      }
  return TRUE;
}
