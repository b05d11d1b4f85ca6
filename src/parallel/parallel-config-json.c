/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "parallel/parallel-config.h"

#include <glib/gi18n-lib.h>

#define STANDALONE_KEY "standalone_embedding_stage"
#define ORDER_KEY      "order"

JsonNode *
ts_parallel_config_to_json (const TsParallelConfig *self)
{
  g_autoptr (JsonObject) object = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  guint n;
  const TsParallelField *fields = ts_parallel_config_get_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      gint64 value = ts_parallel_config_get (self, &fields[i]);
      if (value != 0 || fields[i].min != 0)
        json_object_set_int_member (object, fields[i].key, value);
    }
  if (self->standalone_embedding)
    json_object_set_boolean_member (object, STANDALONE_KEY, TRUE);
  if (self->order != NULL)
    json_object_set_string_member (object, ORDER_KEY, self->order);
  json_node_set_object (node, object);
  return node;
}

static gboolean
fail (const char *name, const char *expected, const char **field, GError **error)
{
  if (field != NULL)
    *field = name;
  /* Translators: the name of a field, then what it must be. */
  g_set_error (error, TS_PARALLEL_ERROR, TS_PARALLEL_ERROR_INVALID, _ ("%s: must be %s"),
               ts_parallel_config_get_title (name), expected);
  return FALSE;
}

/* A size may be null, which is its default, as in msProbe's arguments; the world and the model have
 * no default. */
static gboolean
read_number (TsParallelConfig *self,
             const TsParallelField *spec,
             JsonNode *node,
             const char **field,
             GError **error)
{
  gint64 value;

  if (node == NULL)
    return TRUE;
  if (JSON_NODE_HOLDS_NULL (node) && spec->offset > G_STRUCT_OFFSET (TsParallelConfig, num_layers))
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return fail (spec->name, _ ("a whole number of at least 1"), field, error);
  value = json_node_get_int (node);
  if (value < 1)
    return fail (spec->name, _ ("a whole number of at least 1"), field, error);
  ts_parallel_config_set (self, spec, value);
  return TRUE;
}

static gboolean
read_others (TsParallelConfig *self, JsonObject *object, const char **field, GError **error)
{
  JsonNode *standalone = json_object_get_member (object, STANDALONE_KEY);
  JsonNode *order = json_object_get_member (object, ORDER_KEY);

  if (standalone != NULL)
    {
      if (!JSON_NODE_HOLDS_VALUE (standalone)
          || json_node_get_value_type (standalone) != G_TYPE_BOOLEAN)
        return fail ("standalone-embedding", _ ("true or false"), field, error);
      self->standalone_embedding = json_node_get_boolean (standalone);
    }
  if (order != NULL)
    {
      if (!JSON_NODE_HOLDS_VALUE (order) || json_node_get_value_type (order) != G_TYPE_STRING)
        return fail ("order", _ ("text like “tp-cp-ep-dp-pp”"), field, error);
      g_free (self->order);
      self->order = g_strdup (json_node_get_string (order));
    }
  return TRUE;
}

TsParallelConfig *
ts_parallel_config_from_json (JsonNode *node, const char **field, GError **error)
{
  g_autoptr (TsParallelConfig) self = ts_parallel_config_new ();
  guint n;
  const TsParallelField *fields = ts_parallel_config_get_fields (&n);
  JsonObject *object;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      g_set_error_literal (error, TS_PARALLEL_ERROR, TS_PARALLEL_ERROR_INVALID,
                           _ ("A parallel configuration must be a JSON object"));
      return NULL;
    }
  object = json_node_get_object (node);
  for (guint i = 0; i < n; i++)
    if (!read_number (self, &fields[i], json_object_get_member (object, fields[i].key), field,
                      error))
      return NULL;
  if (!read_others (self, object, field, error))
    return NULL;
  return g_steal_pointer (&self);
}
