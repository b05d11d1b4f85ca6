/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog.h"

#include <string.h>

static void
catalog_clear (gpointer data)
{
  TsCatalog *self = data;

  g_free (self->path);
  g_strfreev (self->stats);
  g_strfreev (self->exact_stats);
  g_clear_pointer (&self->metrics, g_ptr_array_unref);
  g_clear_pointer (&self->ranks, g_array_unref);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  /* The tags point into the targets. */
  g_clear_pointer (&self->tags, g_ptr_array_unref);
  g_clear_pointer (&self->filtered, g_ptr_array_unref);
  g_clear_pointer (&self->network, g_ptr_array_unref);
  g_clear_pointer (&self->targets, g_ptr_array_unref);
  g_clear_pointer (&self->meta, g_hash_table_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->filter, ts_selection_free);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_mutex_clear (&self->filter_lock);
}

TsCatalog *
ts_catalog_ref (TsCatalog *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ts_catalog_unref (TsCatalog *self)
{
  g_atomic_rc_box_release_full (self, catalog_clear);
}

const TsCatalogMetric *
ts_catalog_find_metric (const TsCatalog *self, const char *name)
{
  for (guint i = 0; i < self->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (self->metrics, i);
      if (g_strcmp0 (metric->name, name) == 0)
        return metric;
    }
  return NULL;
}

/* The index of the item with this key in an array of structs that begin with it, ascending; -1 when
 * there is none. */
static int
find_by_key (const GPtrArray *array, gint64 key)
{
  guint low = 0, high = array->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      gint64 found = *(const gint64 *) g_ptr_array_index (array, middle);
      if (found == key)
        return (int) middle;
      if (found < key)
        low = middle + 1;
      else
        high = middle;
    }
  return -1;
}

G_STATIC_ASSERT (G_STRUCT_OFFSET (TsCatalogTarget, id) == 0);
G_STATIC_ASSERT (G_STRUCT_OFFSET (TsCatalogStep, step) == 0);

int
ts_catalog_find_target_place (const TsCatalog *self, gint64 id)
{
  return find_by_key (self->targets, id);
}

const TsCatalogTarget *
ts_catalog_find_target (const TsCatalog *self, gint64 id)
{
  int place = find_by_key (self->targets, id);

  return place >= 0 ? g_ptr_array_index (self->targets, place) : NULL;
}

const TsCatalogStep *
ts_catalog_find_step (const TsCatalog *self, gint64 step)
{
  int place = find_by_key (self->steps, step);

  return place >= 0 ? g_ptr_array_index (self->steps, place) : NULL;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

gboolean
ts_catalog_has_rank (const TsCatalog *self, gint64 rank)
{
  return g_array_binary_search (self->ranks, &rank, compare_ids, NULL);
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  TsCatalog *catalog = ts_catalog_load (data, cancellable, &error);

  if (catalog != NULL)
    g_task_return_pointer (task, catalog, (GDestroyNotify) ts_catalog_unref);
  else
    g_task_return_error (task, error);
}

void
ts_catalog_load_async (const char *path,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, ts_catalog_load_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, load_in_thread);
}

TsCatalog *
ts_catalog_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
