/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "find/harmless.h"

#include "model/output.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

struct _TsHarmless
{
  char *path;       /* of the file */
  char *database;   /* whom it is about, for whoever looks into the file */
  GHashTable *keys; /* set of char* */
};

/* ---- what is remembered of a finding ---- */

/* "P1 target 0 0 Module.fc1.Linear.output.0"; "S rank 3". */
static char *
make_key (const TsFinding *finding, const TsCatalog *catalog)
{
  const TsCatalogTarget *target = ts_catalog_find_target (catalog, finding->target_id);

  if (target != NULL && finding->rule != TS_RULE_WHOLE_RANK && finding->rule != TS_RULE_STOPPED)
    return g_strdup_printf ("%s target %d %d %s", ts_rule_to_string (finding->rule),
                            target->vpp_stage, target->micro_step, target->name);
  return g_strdup_printf ("%s rank %" G_GINT64_FORMAT, ts_rule_to_string (finding->rule),
                          finding->rank);
}

gboolean
ts_harmless_set (TsHarmless *self,
                 const TsFinding *finding,
                 const TsCatalog *catalog,
                 gboolean harmless)
{
  g_autofree char *key = make_key (finding, catalog);

  return harmless ? g_hash_table_add (self->keys, g_steal_pointer (&key))
                  : g_hash_table_remove (self->keys, key);
}

gboolean
ts_harmless_has (const TsHarmless *self, const TsFinding *finding, const TsCatalog *catalog)
{
  g_autofree char *key = make_key (finding, catalog);

  return g_hash_table_contains (self->keys, key);
}

guint
ts_harmless_count (const TsHarmless *self)
{
  return g_hash_table_size (self->keys);
}

TsFindings *
ts_harmless_apply (const TsHarmless *self,
                   const TsFindings *all,
                   const TsCatalog *catalog,
                   guint *n_hidden)
{
  TsFindings *left = ts_findings_new ();
  g_autoptr (GHashTable) hidden = g_hash_table_new (g_int64_hash, g_int64_equal);

  g_ptr_array_set_free_func (left->items, NULL);
  for (guint i = 0; i < all->groups->len; i++)
    g_ptr_array_add (left->groups, g_array_ref (g_ptr_array_index (all->groups, i)));
  memcpy (left->dropped, all->dropped, sizeof left->dropped);
  left->n_tested = all->n_tested;
  left->softened = all->softened;
  left->peers = g_strdup (all->peers);
  /* A follower may stand before its cause, when it weighs more. */
  for (guint i = 0; ts_harmless_count (self) > 0 && i < all->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (all->items, i);
      if (ts_harmless_has (self, finding, catalog))
        g_hash_table_add (hidden, &finding->id);
    }
  for (guint i = 0; i < all->items->len; i++)
    {
      TsFinding *finding = g_ptr_array_index (all->items, i);
      if (!g_hash_table_contains (hidden, &finding->id)
          && !g_hash_table_contains (hidden, &finding->cause_id))
        g_ptr_array_add (left->items, finding);
    }
  if (n_hidden != NULL)
    *n_hidden = all->items->len - left->items->len;
  return left;
}

/* ---- the file ---- */

static char *
make_path (const char *database)
{
  g_autofree char *name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, database, -1);
  g_autofree char *file = g_strconcat (name, ".json", NULL);

  return g_build_filename (g_get_user_data_dir (), "trendscope", "harmless", file, NULL);
}

static TsHarmless *
create (char *path, char *database)
{
  TsHarmless *self = g_new0 (TsHarmless, 1);

  self->path = path;
  self->database = database;
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

TsHarmless *
ts_harmless_copy (const TsHarmless *self)
{
  TsHarmless *copy = create (g_strdup (self->path), g_strdup (self->database));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (copy->keys, g_strdup (key));
  return copy;
}

void
ts_harmless_free (TsHarmless *self)
{
  g_free (self->path);
  g_free (self->database);
  g_hash_table_unref (self->keys);
  g_free (self);
}

const char *
ts_harmless_get_path (const TsHarmless *self)
{
  return self->path;
}

/* FALSE: not the shape of such a file. */
static gboolean
take_keys (TsHarmless *self, JsonNode *root)
{
  JsonObject *object
      = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonNode *list = object != NULL ? json_object_get_member (object, "harmless") : NULL;
  JsonArray *array;

  if (list == NULL || !JSON_NODE_HOLDS_ARRAY (list))
    return FALSE;
  array = json_node_get_array (list);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
        return FALSE;
      g_hash_table_add (self->keys, json_node_dup_string (node));
    }
  return TRUE;
}

TsHarmless *
ts_harmless_load (const char *path, GError **error)
{
  char *absolute = g_canonicalize_filename (path, NULL);
  g_autoptr (TsHarmless) self = create (make_path (absolute), absolute);
  g_autofree char *text = NULL, *display = g_filename_display_name (self->path);
  g_autoptr (GError) failure = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  gsize length;

  if (!g_file_get_contents (self->path, &text, &length, &failure))
    {
      if (g_error_matches (failure, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        return g_steal_pointer (&self);
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  if (!json_parser_load_from_data (parser, text, (gssize) length, &failure)
      || !take_keys (self, json_parser_get_root (parser)))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("“%s”, which holds what was marked as harmless, is damaged: %s. Remove it to "
                      "start again."),
                   display,
                   failure != NULL ? failure->message : _ ("it has no list “harmless” of texts"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

static char *
to_json (const TsHarmless *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (self->keys), (GCompareFunc) strcmp);
  g_autofree char *database = g_filename_display_name (self->database);

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "database");
  json_builder_add_string_value (builder, database);
  json_builder_set_member_name (builder, "harmless");
  json_builder_begin_array (builder);
  for (GList *key = keys; key != NULL; key = key->next)
    json_builder_add_string_value (builder, key->data);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, TRUE);
}

gboolean
ts_harmless_save (const TsHarmless *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *display = g_filename_display_name (folder);
  g_autofree char *text = NULL;

  if (ts_harmless_count (self) == 0 && !g_file_test (self->path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      int code = errno;
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
                   _ ("“%s” can’t be made: %s"), display, g_strerror (code));
      return FALSE;
    }
  if (ts_harmless_count (self) == 0)
    {
      g_remove (self->path);
      return TRUE;
    }
  text = to_json (self);
  return ts_output_write_all (self->path, text, strlen (text), error);
}
