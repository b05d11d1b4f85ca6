/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store/catalog-private.h"

#include <string.h>

static void
tag_free (gpointer data)
{
  TsCatalogTag *self = data;

  g_free (self->tag.name);
  g_free (self->tag.category);
  g_hash_table_unref (self->targets);
  g_free (self);
}

static TsCatalogTag *
tag_new (const char *name, const char *category)
{
  TsCatalogTag *self = g_new0 (TsCatalogTag, 1);

  self->tag.name = g_utf8_make_valid (name, -1);
  self->tag.category = g_utf8_make_valid (category, -1);
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

/* tag_id -> TagUse; the same tag of several metrics is one TsCatalogTag. NULL on error. */
static GHashTable *
read_tag_rows (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ts_database_prepare (
      database, "SELECT tag_id, tag_name, category, metric_id FROM monitoring_tags", error);
  g_autoptr (GHashTable) uses = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  g_autoptr (GHashTable) merged = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean row = FALSE;

  if (statement == NULL)
    return NULL;
  while (ts_database_step (database, statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&uses);
      const char *name = (const char *) sqlite3_column_text (statement, 1);
      const char *category = (const char *) sqlite3_column_text (statement, 2);
      if (name == NULL || category == NULL)
        continue;
      g_autofree char *key = g_strconcat (category, "\n", name, NULL);
      TagUse *use = g_new0 (TagUse, 1);
      use->id = sqlite3_column_int64 (statement, 0);
      use->tagged = find_tagged (catalog, sqlite3_column_int64 (statement, 3));
      use->tag = g_hash_table_lookup (merged, key);
      if (use->tag == NULL)
        {
          use->tag = tag_new (name, category);
          g_ptr_array_add (catalog->tags, use->tag);
          g_hash_table_insert (merged, g_steal_pointer (&key), use->tag);
        }
      g_hash_table_replace (uses, &use->id, use);
    }
  return NULL;
}

static gboolean
read_mapping (TsCatalog *catalog, TsDatabase *database, GHashTable *uses, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
      = ts_database_prepare (database, "SELECT tag_id, target_id FROM tag_target_mapping", error);
  gboolean row = FALSE;

  if (statement == NULL)
    return FALSE;
  while (ts_database_step (database, statement, &row, error))
    {
      if (!row)
        return TRUE;
      gint64 tag_id = sqlite3_column_int64 (statement, 0);
      const TagUse *use = g_hash_table_lookup (uses, &tag_id);
      TsCatalogTarget *target = (TsCatalogTarget *) ts_catalog_find_target (
          catalog, sqlite3_column_int64 (statement, 1));
      if (use == NULL || target == NULL)
        continue;
      target->has_tags = TRUE;
      g_hash_table_add (use->tag->targets, &target->id);
      if (use->tagged != NULL)
        g_hash_table_add (use->tagged, target);
    }
  return FALSE;
}

gboolean
ts_catalog_read_tags (TsCatalog *catalog, TsDatabase *database, GError **error)
{
  g_autoptr (GHashTable) uses = NULL;
  GError *failure = NULL;

  catalog->tags = g_ptr_array_new_with_free_func (tag_free);
  if (!ts_database_has_table (database, "monitoring_tags", &failure)
      || !ts_database_has_table (database, "tag_target_mapping", &failure))
    {
      if (failure != NULL)
        g_propagate_error (error, failure);
      return failure == NULL;
    }
  uses = read_tag_rows (catalog, database, error);
  if (uses == NULL || !read_mapping (catalog, database, uses, error))
    return FALSE;
  g_ptr_array_sort (catalog->tags, compare_tags);
  return TRUE;
}
