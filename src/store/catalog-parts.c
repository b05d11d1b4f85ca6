/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-part.h"
#include "store/catalog-private.h"
#include "store/run-location.h"
#include "store/side-by-side.h"

#include <glib/gi18n-lib.h>

/* Several catalogs that are read at once. */
typedef struct
{
  const GPtrArray *paths;
  GCancellable *cancellable;
  TsCatalog **catalogs;
  GError **errors;
} Loading;

static void
load_one (guint i, gpointer data)
{
  Loading *self = data;

  self->catalogs[i] = _ts_catalog_load_file (g_ptr_array_index (self->paths, i), self->paths->len,
                                             self->cancellable, &self->errors[i]);
}

/* The parts, or the first error. */
static gboolean
load_all (TsCatalog *run, const GPtrArray *paths, GCancellable *cancellable, GError **error)
{
  g_autofree TsCatalog **catalogs = g_new0 (TsCatalog *, paths->len);
  g_autofree GError **errors = g_new0 (GError *, paths->len);
  Loading loading = { paths, cancellable, catalogs, errors };
  gboolean good = TRUE;

  _ts_side_by_side (paths->len, load_one, &loading);
  for (guint i = 0; i < paths->len; i++)
    {
      if (catalogs[i] != NULL)
        {
          g_ptr_array_add (run->parts, ts_catalog_part_new (catalogs[i]));
          ts_catalog_unref (catalogs[i]);
        }
      else if (good)
        {
          g_propagate_error (error, g_steal_pointer (&errors[i]));
          good = FALSE;
        }
      else
        g_clear_error (&errors[i]);
    }
  return good;
}

/* The shards that have no file. */
static void
note_missing_shards (TsCatalog *run, const GPtrArray *paths)
{
  g_autoptr (GString) missing = g_string_new (NULL);
  g_autoptr (GHashTable) there = g_hash_table_new (NULL, NULL);
  const char *used = g_hash_table_lookup (ts_catalog_get_part (run, 0)->meta, "shards");
  guint n_shards = 0, n_missing = 0;
  guint64 n_used;

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (g_ptr_array_index (paths, i));
      guint shard, n;
      if (!ts_shard_name_parse (name, NULL, &shard, &n) || (n_shards != 0 && n != n_shards))
        return;
      n_shards = n;
      g_hash_table_add (there, GUINT_TO_POINTER (shard));
    }
  /* Where there are fewer ranks than shards the last ones have none. */
  if (used != NULL && g_ascii_string_to_unsigned (used, 10, 1, n_shards, &n_used, NULL))
    n_shards = (guint) n_used;
  for (guint i = 1; i <= n_shards; i++)
    if (!g_hash_table_contains (there, GUINT_TO_POINTER (i)) && n_missing++ < 10)
      g_string_append_printf (missing, "%s%u", missing->len > 0 ? ", " : "", i);
  if (n_missing > 0)
    _ts_catalog_add_note (
        run, g_strdup_printf (_ ("Of the %u parts of this run %u are missing: %s%s"), n_shards,
                              n_missing, missing->str, n_missing > 10 ? "…" : ""));
}

TsCatalog *
ts_catalog_load_parts (const GPtrArray *paths, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (paths->len > 0, NULL);
  if (paths->len == 1)
    return _ts_catalog_load_file (g_ptr_array_index (paths, 0), 1, cancellable, error);
  return ts_catalog_unite (paths, cancellable, error);
}

TsCatalog *
ts_catalog_unite (const GPtrArray *paths, GCancellable *cancellable, GError **error)
{
  g_autoptr (TsCatalog) run = NULL;

  run = g_atomic_rc_box_new0 (TsCatalog);
  run->path = ts_run_location_join (paths);
  run->notes = g_ptr_array_new_with_free_func (g_free);
  run->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_catalog_part_free);
  g_mutex_init (&run->filter_lock);
  if (!load_all (run, paths, cancellable, error) || !_ts_catalog_unite (run, cancellable, error))
    return NULL;
  note_missing_shards (run, paths);
  return g_steal_pointer (&run);
}

/* Whether a database is a shard, and none of the others is there: whoever looks at one of several
 * that are there has chosen so. */
static gboolean
is_alone (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *stem = NULL, *pattern = NULL, *location = NULL;
  g_autoptr (GPtrArray) all = NULL;
  guint shard, n;

  if (!ts_shard_name_parse (name, &stem, &shard, &n))
    return FALSE;
  pattern = g_strdup_printf ("%s.*-of-%u" TS_DB_SUFFIX, stem, n);
  location = g_build_filename (folder, pattern, NULL);
  all = ts_run_location_list (location, NULL, NULL);
  return all != NULL && all->len == 1;
}

TsCatalog *
ts_catalog_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) paths = ts_run_location_list (path, cancellable, error);
  TsCatalog *catalog = paths != NULL ? ts_catalog_load_parts (paths, cancellable, error) : NULL;

  if (catalog != NULL && catalog->parts == NULL && is_alone (g_ptr_array_index (paths, 0)))
    note_missing_shards (catalog, paths);
  return catalog;
}
