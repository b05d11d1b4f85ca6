/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-part.h"

TsCatalogPart *
ts_catalog_part_new (TsCatalog *catalog)
{
  TsCatalogPart *self = g_new0 (TsCatalogPart, 1);

  self->catalog = ts_catalog_ref (catalog);
  self->steps = g_array_sized_new (FALSE, FALSE, sizeof (gint64), catalog->steps->len);
  self->metrics = g_array_sized_new (FALSE, FALSE, sizeof (gint64), catalog->metrics->len);
  self->targets = g_array_sized_new (FALSE, FALSE, sizeof (gint64), catalog->targets->len);
  self->places = g_array_new (FALSE, FALSE, sizeof (gint32));
  return self;
}

void
ts_catalog_part_free (TsCatalogPart *self)
{
  ts_catalog_unref (self->catalog);
  g_array_unref (self->steps);
  g_array_unref (self->metrics);
  g_array_unref (self->targets);
  g_array_unref (self->places);
  g_free (self);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

gboolean
ts_catalog_part_find_step (const TsCatalogPart *self, gint64 step, gint64 *own)
{
  guint index;

  if (!g_array_binary_search (self->steps, &step, compare_ids, &index))
    return FALSE;
  *own = ((const TsCatalogStep *) g_ptr_array_index (self->catalog->steps, index))->step;
  return TRUE;
}

gboolean
ts_catalog_part_find_target (const TsCatalogPart *self, gint64 id, gint64 *own)
{
  gint32 place = id >= 1 && id <= (gint64) self->places->len
                     ? g_array_index (self->places, gint32, id - 1)
                     : -1;

  if (place < 0)
    return FALSE;
  *own = ((const TsCatalogTarget *) g_ptr_array_index (self->catalog->targets, place))->id;
  return TRUE;
}

gboolean
ts_catalog_part_find_metric (const TsCatalogPart *self, gint64 id, gint64 *own)
{
  for (guint i = 0; i < self->metrics->len; i++)
    if (g_array_index (self->metrics, gint64, i) == id)
      {
        *own = ((const TsCatalogMetric *) g_ptr_array_index (self->catalog->metrics, i))->id;
        return TRUE;
      }
  return FALSE;
}

gint64
ts_catalog_part_get_step (const TsCatalogPart *self, gint64 own)
{
  const GPtrArray *steps = self->catalog->steps;
  guint low = 0, high = steps->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      gint64 step = ((const TsCatalogStep *) g_ptr_array_index (steps, middle))->step;
      if (step == own)
        return g_array_index (self->steps, gint64, middle);
      if (step < own)
        low = middle + 1;
      else
        high = middle;
    }
  return -1;
}

gint64
ts_catalog_part_get_target (const TsCatalogPart *self, gint64 own)
{
  int place = ts_catalog_find_target_place (self->catalog, own);

  return place >= 0 ? g_array_index (self->targets, gint64, place) : -1;
}

gint64
ts_catalog_part_get_metric (const TsCatalogPart *self, gint64 own)
{
  const GPtrArray *metrics = self->catalog->metrics;

  for (guint i = 0; i < metrics->len; i++)
    if (((const TsCatalogMetric *) g_ptr_array_index (metrics, i))->id == own)
      return g_array_index (self->metrics, gint64, i);
  return -1;
}

gboolean
ts_catalog_part_may_hold (const TsCatalogPart *self, gint64 rank, gint64 step)
{
  gint64 own;

  return ts_catalog_has_rank (self->catalog, rank) && ts_catalog_part_find_step (self, step, &own);
}

guint
ts_catalog_get_preferred (const TsCatalog *self, guint i)
{
  return self->format == TS_FORMAT_MONITOR ? self->parts->len - 1 - i : i;
}

guint
ts_catalog_get_n_parts (const TsCatalog *self)
{
  return self->parts != NULL ? self->parts->len : 1;
}

const TsCatalog *
ts_catalog_get_part (const TsCatalog *self, guint i)
{
  if (self->parts == NULL)
    return self;
  return ((const TsCatalogPart *) g_ptr_array_index (self->parts, i))->catalog;
}

char *
ts_catalog_dup_folder (const TsCatalog *self)
{
  g_autofree char *path = g_canonicalize_filename (ts_catalog_get_part (self, 0)->path, NULL);

  return g_path_get_dirname (path);
}
