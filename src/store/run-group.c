/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/run-location.h"

#include "store/catalog-private.h"
#include "store/side-by-side.h"

#include <string.h>

/* How many of the targets of the smaller of two parts the other one has, where they are stretches
 * of one training: a module may come into play late. */
#define COMMON_TARGETS 0.9

/* What belongs together. */
typedef struct
{
  GPtrArray *paths; /* char*, borrowed */
  char *key;        /* of shards: folder, name and number; NULL: none */
  GPtrArray *catalogs;
} Group;

static void
group_free (gpointer data)
{
  Group *self = data;

  g_ptr_array_unref (self->paths);
  g_ptr_array_unref (self->catalogs);
  g_free (self->key);
  g_free (self);
}

static Group *
group_new (char *key)
{
  Group *self = g_new0 (Group, 1);

  self->paths = g_ptr_array_new ();
  self->catalogs = g_ptr_array_new_with_free_func ((GDestroyNotify) ts_catalog_unref);
  self->key = key;
  return self;
}

/* ---- by name ---- */

static char *
dup_key (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *stem = NULL;
  guint shard, n;

  if (!ts_shard_name_parse (name, &stem, &shard, &n))
    return NULL;
  return g_strdup_printf ("%u %s/%s", n, folder, stem);
}

static Group *
find_group (const GPtrArray *groups, const char *key)
{
  for (guint i = 0; key != NULL && i < groups->len; i++)
    {
      Group *group = g_ptr_array_index (groups, i);
      if (g_strcmp0 (group->key, key) == 0)
        return group;
    }
  return NULL;
}

static GPtrArray *
group_by_name (const GPtrArray *paths)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *key = dup_key (g_ptr_array_index (paths, i));
      Group *group = find_group (groups, key);
      if (group == NULL)
        {
          group = group_new (g_steal_pointer (&key));
          g_ptr_array_add (groups, group);
        }
      g_ptr_array_add (group->paths, g_ptr_array_index (paths, i));
    }
  return groups;
}

/* ---- by content ---- */

static gboolean
share_stats (const TsCatalog *a, const TsCatalog *b)
{
  for (guint i = 0; a->stats[i] != NULL; i++)
    if (_ts_catalog_has_column (b->stats, a->stats[i]))
      return TRUE;
  return FALSE;
}

static gboolean
share_ranks (const TsCatalog *a, const TsCatalog *b)
{
  for (guint i = 0; i < a->ranks->len; i++)
    if (ts_catalog_has_rank (b, g_array_index (a->ranks, gint64, i)))
      return TRUE;
  return FALSE;
}

static gboolean
share_training_steps (const TsCatalog *a, const TsCatalog *b)
{
  g_autoptr (GHashTable) steps = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < a->steps->len; i++)
    g_hash_table_add (steps, &((TsCatalogStep *) g_ptr_array_index (a->steps, i))->train_step);
  for (guint i = 0; i < b->steps->len; i++)
    if (g_hash_table_contains (steps,
                               &((TsCatalogStep *) g_ptr_array_index (b->steps, i))->train_step))
      return TRUE;
  return FALSE;
}

static gboolean
share_most_targets (const TsCatalog *a, const TsCatalog *b)
{
  const TsCatalog *small = a->targets->len <= b->targets->len ? a : b, *large = small == a ? b : a;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = 0;

  for (guint i = 0; i < large->targets->len; i++)
    g_hash_table_add (names, ((TsCatalogTarget *) g_ptr_array_index (large->targets, i))->name);
  for (guint i = 0; i < small->targets->len; i++)
    n += g_hash_table_contains (names,
                                ((TsCatalogTarget *) g_ptr_array_index (small->targets, i))->name);
  return n > 0 && n >= COMMON_TARGETS * small->targets->len;
}

/* A comparison is a result, and no part of a run. */
static gboolean
is_of_a_run (const TsCatalog *catalog)
{
  return catalog->format != TS_FORMAT_AUTO && !g_hash_table_contains (catalog->meta, "comparison");
}

/* Whether the names of the files differ in numbers only: "steps0-99" and "steps100-199". */
static gboolean
differ_in_numbers (const TsCatalog *a, const TsCatalog *b)
{
  g_autofree char *name_a = g_path_get_basename (a->path);
  g_autofree char *name_b = g_path_get_basename (b->path);
  const char *p = name_a, *q = name_b;

  for (;; p++, q++)
    {
      p += strspn (p, "0123456789");
      q += strspn (q, "0123456789");
      if (*p != *q)
        return FALSE;
      if (*p == '\0')
        return TRUE;
    }
}

/* Two experiments in one folder may have the same ranks and other steps, too: names tell more. */
static gboolean
are_stretches (const TsCatalog *a, const TsCatalog *b)
{
  return differ_in_numbers (a, b) && share_most_targets (a, b);
}

static gboolean
may_be_parts (const TsCatalog *a, const TsCatalog *b, gboolean *linked)
{
  gboolean ranks = share_ranks (a, b), steps = share_training_steps (a, b);

  if (!is_of_a_run (a) || !is_of_a_run (b) || a->format != b->format || !share_stats (a, b)
      || (ranks && steps) || (ranks && !are_stretches (a, b)))
    return FALSE;
  /* Another machine's ranks, or another stretch. With neither in common they are joined by others.
   */
  *linked |= ranks || steps;
  return TRUE;
}

static gboolean
belongs_to (const Group *group, const TsCatalog *catalog)
{
  gboolean linked = FALSE;

  for (guint i = 0; i < group->catalogs->len; i++)
    if (!may_be_parts (g_ptr_array_index (group->catalogs, i), catalog, &linked))
      return FALSE;
  return linked;
}

typedef struct
{
  const GPtrArray *groups;
  GCancellable *cancellable;
} Loading;

/* Shards are known already, and what can't be read is nobody's part. */
static void
load_catalog (guint i, gpointer data)
{
  Loading *self = data;
  Group *group = g_ptr_array_index (self->groups, i);
  TsCatalog *catalog;

  if (group->key != NULL)
    return;
  catalog = _ts_catalog_load_file (g_ptr_array_index (group->paths, 0), self->groups->len,
                                   self->cancellable, NULL);
  if (catalog != NULL)
    g_ptr_array_add (group->catalogs, catalog);
}

/* Takes the groups' databases into the first that they belong to. */
static void
join_groups (GPtrArray *groups)
{
  for (guint i = 1; i < groups->len;)
    {
      Group *group = g_ptr_array_index (groups, i);
      gboolean taken = FALSE;
      for (guint j = 0; group->catalogs->len > 0 && j < i && !taken; j++)
        {
          Group *earlier = g_ptr_array_index (groups, j);
          if (!belongs_to (earlier, g_ptr_array_index (group->catalogs, 0)))
            continue;
          g_ptr_array_extend (earlier->paths, group->paths, NULL, NULL);
          g_ptr_array_add (earlier->catalogs,
                           ts_catalog_ref (g_ptr_array_index (group->catalogs, 0)));
          taken = TRUE;
        }
      if (taken)
        g_ptr_array_remove_index (groups, i);
      else
        i++;
    }
}

GPtrArray *
ts_run_location_group (const GPtrArray *paths, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) groups = group_by_name (paths);
  GPtrArray *locations = g_ptr_array_new_with_free_func (g_free);
  Loading loading = { groups, cancellable };

  if (groups->len > 1)
    {
      _ts_side_by_side (groups->len, load_catalog, &loading);
      join_groups (groups);
    }
  for (guint i = 0; i < groups->len; i++)
    g_ptr_array_add (locations,
                     ts_run_location_join (((Group *) g_ptr_array_index (groups, i))->paths));
  return locations;
}
