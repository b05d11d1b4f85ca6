/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/cell-space.h"

#include <glib/gi18n-lib.h>

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
