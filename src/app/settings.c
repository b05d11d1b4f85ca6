/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "app/settings.h"

#include <json-glib/json-glib.h>

#define MAX_RECENT        12
#define MAX_FOLDER_STATES 100

/* A GSettings without a schema aborts the program, so it is asked for first. Beside an executable
 * that was not installed, meson leaves the compiled schema in ../data. */
static GSettingsSchema *
find_schema (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  GSettingsSchema *schema = NULL;
  g_autofree char *program = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *data = NULL;
  g_autoptr (GSettingsSchemaSource) beside = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, TS_APP_ID, TRUE);
  if (schema != NULL)
    return schema;
  program = g_file_read_link ("/proc/self/exe", NULL);
  if (program == NULL)
    return NULL;
  folder = g_path_get_dirname (program);
  data = g_build_filename (folder, "..", "data", NULL);
  beside = g_settings_schema_source_new_from_directory (data, source, FALSE, NULL);
  return beside != NULL ? g_settings_schema_source_lookup (beside, TS_APP_ID, FALSE) : NULL;
}

static GSettings *
get_settings (GSettingsSchema **schema_out)
{
  static GSettingsSchema *schema;
  static GSettings *settings;
  static gboolean looked;

  if (!looked)
    {
      looked = TRUE;
      schema = find_schema ();
      if (schema != NULL)
        settings = g_settings_new_full (schema, NULL, NULL);
      else
        g_info ("The settings schema was not found; nothing is remembered between runs.");
    }
  if (schema_out != NULL)
    *schema_out = schema;
  return settings;
}

/* What was set in this run under keys that no schema has. */
static GHashTable *
get_unsaved (void)
{
  static GHashTable *unsaved;

  if (unsaved == NULL)
    unsaved
        = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
  return unsaved;
}

static gboolean
schema_takes (const char *name, const GVariantType *type)
{
  GSettingsSchema *schema;
  GSettingsSchemaKey *key;
  gboolean takes;

  if (get_settings (&schema) == NULL || !g_settings_schema_has_key (schema, name))
    return FALSE;
  key = g_settings_schema_get_key (schema, name);
  takes = g_variant_type_equal (g_settings_schema_key_get_value_type (key), type);
  g_settings_schema_key_unref (key);
  return takes;
}

GVariant *
ts_settings_dup_value (const char *key, const GVariantType *type)
{
  GVariant *value;

  if (schema_takes (key, type))
    return g_settings_get_value (get_settings (NULL), key);
  value = g_hash_table_lookup (get_unsaved (), key);
  return value != NULL && g_variant_is_of_type (value, type) ? g_variant_ref (value) : NULL;
}

void
ts_settings_set_value (const char *key, GVariant *value)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (value);

  if (schema_takes (key, g_variant_get_type (owned)))
    g_settings_set_value (get_settings (NULL), key, owned);
  else
    g_hash_table_replace (get_unsaved (), g_strdup (key), g_steal_pointer (&owned));
}

char *
ts_settings_dup_string (const char *key, const char *fallback)
{
  g_autoptr (GVariant) value = ts_settings_dup_value (key, G_VARIANT_TYPE_STRING);

  return value != NULL ? g_variant_dup_string (value, NULL) : g_strdup (fallback);
}

void
ts_settings_set_string (const char *key, const char *value)
{
  ts_settings_set_value (key, g_variant_new_string (value));
}

int
ts_settings_get_int (const char *key, int fallback)
{
  g_autoptr (GVariant) value = ts_settings_dup_value (key, G_VARIANT_TYPE_INT32);

  return value != NULL ? g_variant_get_int32 (value) : fallback;
}

double
ts_settings_get_double (const char *key, double fallback)
{
  g_autoptr (GVariant) value = ts_settings_dup_value (key, G_VARIANT_TYPE_DOUBLE);

  return value != NULL ? g_variant_get_double (value) : fallback;
}

gboolean
ts_settings_get_boolean (const char *key, gboolean fallback)
{
  g_autoptr (GVariant) value = ts_settings_dup_value (key, G_VARIANT_TYPE_BOOLEAN);

  return value != NULL ? g_variant_get_boolean (value) : fallback;
}

/* --- recent folders ----------------------------------------------------------------------- */

char **
ts_settings_dup_recent (void)
{
  g_autoptr (GVariant) value
      = ts_settings_dup_value ("recent-folders", G_VARIANT_TYPE_STRING_ARRAY);

  return value != NULL ? g_variant_dup_strv (value, NULL) : g_new0 (char *, 1);
}

static void
set_recent (const char *first, const char *without)
{
  g_auto (GStrv) old = ts_settings_dup_recent ();
  g_autoptr (GPtrArray) recent = g_ptr_array_new ();

  if (first != NULL)
    g_ptr_array_add (recent, (gpointer) first);
  for (guint i = 0; old[i] != NULL && recent->len < MAX_RECENT; i++)
    if (g_strcmp0 (old[i], without) != 0)
      g_ptr_array_add (recent, old[i]);
  g_ptr_array_add (recent, NULL);
  ts_settings_set_value ("recent-folders",
                         g_variant_new_strv ((const char *const *) recent->pdata, -1));
}

void
ts_settings_add_recent (const char *uri)
{
  set_recent (uri, uri);
}

void
ts_settings_remove_recent (const char *uri)
{
  set_recent (NULL, uri);
}

void
ts_settings_watch_recent (GCallback callback, GObject *object)
{
  if (schema_takes ("recent-folders", G_VARIANT_TYPE_STRING_ARRAY))
    g_signal_connect_object (get_settings (NULL), "changed::recent-folders", callback, object,
                             G_CONNECT_SWAPPED);
}

/* --- folder states ------------------------------------------------------------------------ */

static GVariant *
dup_folder_states (void)
{
  return ts_settings_dup_value ("folder-states", G_VARIANT_TYPE ("a{ss}"));
}

static JsonNode *
lookup_state (GVariant *states, const char *uri)
{
  const char *text = NULL;
  JsonNode *node = NULL;

  if (states != NULL)
    g_variant_lookup (states, uri, "&s", &text);
  if (text != NULL)
    node = json_from_string (text, NULL);
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    return node;
  g_clear_pointer (&node, json_node_unref);
  node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, json_object_new ());
  return node;
}

char *
ts_settings_dup_folder_state (const char *uri, const char *member)
{
  g_autoptr (GVariant) states = dup_folder_states ();
  g_autoptr (JsonNode) node = lookup_state (states, uri);

  return g_strdup (
      json_object_get_string_member_with_default (json_node_get_object (node), member, NULL));
}

void
ts_settings_set_folder_state (const char *uri, const char *member, const char *value)
{
  g_autoptr (GVariant) states = dup_folder_states ();
  g_autoptr (JsonNode) node = lookup_state (states, uri);
  g_autofree char *text = NULL;
  GVariantBuilder builder;
  GVariantIter iter;
  const char *other, *state;
  guint n = 1;

  if (value != NULL)
    json_object_set_string_member (json_node_get_object (node), member, value);
  else
    json_object_remove_member (json_node_get_object (node), member);
  text = json_to_string (node, FALSE);

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_builder_add (&builder, "{ss}", uri, text);
  if (states != NULL)
    {
      g_variant_iter_init (&iter, states);
      while (n < MAX_FOLDER_STATES && g_variant_iter_next (&iter, "{&s&s}", &other, &state))
        if (g_strcmp0 (other, uri) != 0)
          {
            g_variant_builder_add (&builder, "{ss}", other, state);
            n++;
          }
    }
  ts_settings_set_value ("folder-states", g_variant_builder_end (&builder));
}
