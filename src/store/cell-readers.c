/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/cell-readers.h"

#include <glib/gi18n-lib.h>

static void
reader_free (gpointer data)
{
  TsCellReader *reader = data;

  ts_cell_reader_close (reader);
  g_free (reader);
}

static gboolean
has_stat (const TsCatalog *catalog, const char *stat)
{
  for (guint i = 0; stat != NULL && catalog->stats[i] != NULL; i++)
    if (g_ascii_strcasecmp (catalog->stats[i], stat) == 0)
      return TRUE;
  return FALSE;
}

static TsCellReader *
open_reader (const TsCellReaders *self, guint part, GError **error)
{
  TsCellReader *reader = g_new0 (TsCellReader, 1);

  if (ts_cell_reader_open (reader, ts_catalog_get_part (self->catalog, part), self->metric,
                           self->stat, self->catalog->parts != NULL, self->cancellable, error))
    return reader;
  reader_free (reader);
  return NULL;
}

/* What a run in parts has no reader yet to say. */
static gboolean
check_names (const TsCellReaders *self, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->catalog->path);

  if (ts_catalog_find_metric (self->catalog, self->metric) == NULL)
    g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME, _ ("“%s” has no metric “%s”."),
                 name, self->metric != NULL ? self->metric : "");
  else if (!has_stat (self->catalog, self->stat))
    g_set_error (error, TS_STORE_ERROR, TS_STORE_ERROR_UNKNOWN_NAME,
                 _ ("“%s” has no statistic “%s”."), name, self->stat != NULL ? self->stat : "");
  else
    return TRUE;
  return FALSE;
}

gboolean
ts_cell_readers_open (TsCellReaders *self,
                      const TsCatalog *catalog,
                      const char *metric,
                      const char *stat,
                      GCancellable *cancellable,
                      GError **error)
{
  guint n = ts_catalog_get_n_parts (catalog);
  TsCellReader *first;

  *self = (TsCellReaders){ .catalog = catalog, .cancellable = cancellable };
  self->metric = g_strdup (metric);
  self->stat = g_strdup (stat);
  g_mutex_init (&self->lock);
  self->idle = g_new0 (GPtrArray *, n + 1);
  for (guint i = 0; i < n; i++)
    self->idle[i] = g_ptr_array_new_with_free_func (reader_free);
  if (catalog->parts != NULL)
    return check_names (self, error);
  first = open_reader (self, 0, error);
  if (first != NULL)
    g_ptr_array_add (self->idle[0], first);
  return first != NULL;
}

void
ts_cell_readers_close (TsCellReaders *self)
{
  if (self->idle == NULL)
    return;
  for (guint i = 0; self->idle[i] != NULL; i++)
    g_ptr_array_unref (self->idle[i]);
  g_clear_pointer (&self->idle, g_free);
  g_clear_pointer (&self->metric, g_free);
  g_clear_pointer (&self->stat, g_free);
  g_mutex_clear (&self->lock);
}

gboolean
ts_cell_readers_end (TsCellReaders *self, gboolean good, GError **error)
{
  for (guint i = 0; self->idle[i] != NULL; i++)
    for (guint j = 0; j < self->idle[i]->len; j++)
      {
        const TsCellReader *reader = g_ptr_array_index (self->idle[i], j);
        g_autoptr (GError) failure = NULL;
        if (ts_database_end (reader->database, TRUE, &failure))
          continue;
        if (!good)
          g_clear_error (error);
        g_propagate_error (error, g_steal_pointer (&failure));
        return FALSE;
      }
  return good;
}

gboolean
ts_cell_readers_has_part (const TsCellReaders *self, guint part)
{
  return self->catalog->parts == NULL
         || ts_catalog_find_metric (ts_catalog_get_part (self->catalog, part), self->metric)
                != NULL;
}

TsCellReader *
ts_cell_readers_take (TsCellReaders *self, guint part, GError **error)
{
  TsCellReader *reader = NULL;

  g_mutex_lock (&self->lock);
  if (self->idle[part]->len > 0)
    reader = g_ptr_array_steal_index (self->idle[part], self->idle[part]->len - 1);
  g_mutex_unlock (&self->lock);
  return reader != NULL ? reader : open_reader (self, part, error);
}

void
ts_cell_readers_give (TsCellReaders *self, guint part, TsCellReader *reader)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->idle[part], reader);
  g_mutex_unlock (&self->lock);
}

static gboolean
find_in_file (TsCellReaders *self,
              guint part,
              gint64 rank,
              gint64 step,
              gint64 first,
              gint64 last,
              gboolean *found,
              gint64 *target_id,
              GError **error)
{
  TsCellReader *reader = ts_cell_readers_take (self, part, error);
  gboolean good;

  if (reader == NULL)
    return FALSE;
  good = ts_cell_reader_find (reader, rank, step, first, last, found, target_id, error);
  ts_cell_readers_give (self, part, reader);
  return good;
}

static gboolean
find_in_part (TsCellReaders *self,
              guint i,
              gint64 rank,
              gint64 step,
              gint64 first,
              gint64 last,
              gboolean *found,
              gint64 *target_id,
              GError **error)
{
  const TsCatalogPart *part = g_ptr_array_index (self->catalog->parts, i);
  gint64 own_first = G_MININT64, own_last = G_MAXINT64, own_step, own_id = 0;

  if (!ts_cell_readers_has_part (self, i) || !ts_catalog_part_may_hold (part, rank, step)
      || !ts_catalog_part_find_step (part, step, &own_step))
    return TRUE;
  if (first == last)
    {
      if (!ts_catalog_part_find_target (part, first, &own_first))
        return TRUE;
      own_last = own_first;
    }
  if (!find_in_file (self, i, rank, own_step, own_first, own_last, found, &own_id, error))
    return FALSE;
  if (*found)
    *target_id = ts_catalog_part_get_target (part, own_id);
  *found &= *target_id > 0;
  return TRUE;
}

gboolean
ts_cell_readers_find (TsCellReaders *self,
                      gint64 rank,
                      gint64 step,
                      gint64 first,
                      gint64 last,
                      gboolean *found,
                      gint64 *target_id,
                      GError **error)
{
  *found = FALSE;
  *target_id = 0;
  if (self->catalog->parts == NULL)
    return find_in_file (self, 0, rank, step, first, last, found, target_id, error);
  for (guint i = 0; i < self->catalog->parts->len && !*found; i++)
    if (!find_in_part (self, i, rank, step, first, last, found, target_id, error))
      return FALSE;
  return TRUE;
}
