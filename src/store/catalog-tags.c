/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"

#include "model/visible-text.h"

#include <string.h>

void
_ts_catalog_tag_free (gpointer data)
{
  TsCatalogTag *self = data;

  g_free (self->tag.name);
  g_free (self->tag.category);
  g_hash_table_unref (self->targets);
  g_free (self);
}

TsCatalogTag *
_ts_catalog_tag_new (const char *name, const char *category)
{
  TsCatalogTag *self = g_new0 (TsCatalogTag, 1);

  self->tag.name = ts_visible_text (name);
  self->tag.category = ts_visible_text (category);
  self->targets = g_hash_table_new (g_int64_hash, g_int64_equal);
  return self;
}

/* "layers.2" before "layers.10": runs of digits compare as numbers. */
static int
compare_naturally (const char *a, const char *b)
{
  while (*a != '\0' && *b != '\0')
    {
      gsize digits_a, digits_b;
      if (!g_ascii_isdigit (*a) || !g_ascii_isdigit (*b))
        {
          if (*a != *b)
            return (guchar) *a < (guchar) *b ? -1 : 1;
          a++;
          b++;
          continue;
        }
      a += strspn (a, "0");
      b += strspn (b, "0");
      digits_a = strspn (a, "0123456789");
      digits_b = strspn (b, "0123456789");
      if (digits_a != digits_b)
        return digits_a < digits_b ? -1 : 1;
      int order = strncmp (a, b, digits_a);
      if (order != 0)
        return order;
      a += digits_a;
      b += digits_b;
    }
  return (*a != '\0') - (*b != '\0');
}

static int
compare_tags (gconstpointer a, gconstpointer b)
{
  const TsCatalogTag *tag_a = *(const TsCatalogTag *const *) a;
  const TsCatalogTag *tag_b = *(const TsCatalogTag *const *) b;
  int order = strcmp (tag_a->tag.category, tag_b->tag.category);

  if (order == 0)
    order = compare_naturally (tag_a->tag.name, tag_b->tag.name);
  return order != 0 ? order : strcmp (tag_a->tag.name, tag_b->tag.name);
}

void
_ts_catalog_sort_tags (TsCatalog *catalog)
{
  g_ptr_array_sort (catalog->tags, compare_tags);
}

/* What a tag_id stands for. */
typedef struct
{
  gint64 id;
  TsCatalogTag *tag;
  GHashTable *tagged; /* of its metric; may be NULL */
} TagUse;

static GHashTable *
find_tagged (const TsCatalog *catalog, gint64 metric_id)
{
  for (guint i = 0; i < catalog->metrics->len; i++)
    {
      const TsCatalogMetric *metric = g_ptr_array_index (catalog->metrics, i);
      if (metric->id == metric_id)
        return metric->tagged;
    }
  return NULL;
}

/* A read of both tables under way. */
typedef struct
{
  TsCatalog *catalog;
  GHashTable *uses;   /* tag_id -> TagUse; the same tag of several metrics is one TsCatalogTag */
  GHashTable *merged; /* "category\nname" -> TsCatalogTag */
} TagRead;

static gboolean
read_tag (TsDatabase *database, sqlite3_stmt *statement, gpointer data, GError **error)
{
  TagRead *self = data;
  const char *name = (const char *) sqlite3_column_text (statement, 1);
  const char *category = (const char *) sqlite3_column_text (statement, 2);
  g_autofree char *key = NULL;
  gint64 id, metric_id;

  if (!ts_database_read_int64 (database, statement, 0, &id, error)
      || !ts_database_read_int64 (database, statement, 3, &metric_id, error))
    return FALSE;
  if (name == NULL || category == NULL)
    return TRUE;
  key = g_strconcat (category, "\n", name, NULL);
  TagUse *use = g_new0 (TagUse, 1);
  use->id = id;
  use->tagged = find_tagged (self->catalog, metric_id);
  use->tag = g_hash_table_lookup (self->merged, key);
  if (use->tag == NULL)
    {
      use->tag = _ts_catalog_tag_new (name, category);
      g_ptr_array_add (self->catalog->tags, use->tag);
      g_hash_table_insert (self->merged, g_steal_pointer (&key), use->tag);
    }
  g_hash_table_replace (self->uses, &use->id, use);
  return TRUE;
}

static gboolean
read_mapping (TsDatabase *database, sqlite3_stmt *statement, gpointer data, GError **error)
{
  TagRead *self = data;
  TsCatalogTarget *target;
  const TagUse *use;
  gint64 tag_id, target_id;

  if (!ts_database_read_int64 (database, statement, 0, &tag_id, error)
      || !ts_database_read_int64 (database, statement, 1, &target_id, error))
    return FALSE;
  use = g_hash_table_lookup (self->uses, &tag_id);
  target = (TsCatalogTarget *) ts_catalog_find_target (self->catalog, target_id);
  if (use == NULL || target == NULL)
    return TRUE;
  target->has_tags = TRUE;
  g_hash_table_add (use->tag->targets, &target->id);
  if (use->tagged != NULL)
    g_hash_table_add (use->tagged, target);
  return TRUE;
}

/* As if there had never been any. */
static void
forget_tags (TsCatalog *catalog)
{
  for (guint i = 0; i < catalog->targets->len; i++)
    ((TsCatalogTarget *) g_ptr_array_index (catalog->targets, i))->has_tags = FALSE;
  for (guint i = 0; i < catalog->metrics->len; i++)
    g_hash_table_remove_all (((TsCatalogMetric *) g_ptr_array_index (catalog->metrics, i))->tagged);
  g_ptr_array_set_size (catalog->tags, 0);
}

gboolean
_ts_catalog_read_tags (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (GHashTable) uses = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  g_autoptr (GHashTable) merged = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  TagRead read = { catalog, uses, merged };
  gboolean complete;

  catalog->tags = g_ptr_array_new_with_free_func (_ts_catalog_tag_free);
  if (!_ts_catalog_read_optional (catalog, database, "monitoring_tags",
                                  "tag_id, tag_name, category, metric_id", "", read_tag, &read,
                                  &complete, error)
      || (complete
          && !_ts_catalog_read_optional (catalog, database, "tag_target_mapping",
                                         "tag_id, target_id", "", read_mapping, &read, &complete,
                                         error)))
    return FALSE;
  if (!complete)
    forget_tags (catalog);
  _ts_catalog_sort_tags (catalog);
  return TRUE;
}
