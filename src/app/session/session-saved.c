/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is remembered of a session between runs: a JSON object of names, which mean the same after
 * another import, where ids may not. */
#include "app/session/session-private.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* --- saving ------------------------------------------------------------------------------- */

static JsonNode *
create_tags (const TsSelection *selection)
{
  JsonArray *tags = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  for (guint i = 0; i < selection->tags->len; i++)
    {
      const TsTag *tag = g_ptr_array_index (selection->tags, i);
      JsonObject *object = json_object_new ();
      json_object_set_string_member (object, "name", tag->name);
      json_object_set_string_member (object, "category", tag->category);
      json_array_add_object_element (tags, object);
    }
  json_node_take_array (node, tags);
  return node;
}

/* A step and a rank are called by their labels, which are numbers; a module's label is translated.
 */
static void
set_value (JsonObject *object, TsSession *self, const TsSelection *selection)
{
  const TsCatalogTarget *target;

  if (selection->dimension != TS_DIMENSION_MODULE)
    {
      g_autofree char *value = ts_session_dup_value_label (self, selection->value);
      json_object_set_string_member (object, "value", value);
      return;
    }
  target = ts_catalog_find_target (self->catalog, selection->value);
  if (target == NULL)
    return;
  json_object_set_string_member (object, "value", target->name);
  json_object_set_int_member (object, "vpp-stage", target->vpp_stage);
  json_object_set_int_member (object, "micro-step", target->micro_step);
}

char *
ts_session_save (TsSession *self)
{
  const TsSelection *selection = ts_session_get_selection (self);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_node_take_object (node, object);
  if (self->catalog == NULL || selection->metric == NULL)
    return NULL;
  json_object_set_string_member (object, "metric", selection->metric);
  json_object_set_string_member (object, "statistic", selection->stat);
  json_object_set_string_member (object, "dimension", ts_dimension_to_key (selection->dimension));
  if (selection->value != G_MININT64)
    set_value (object, self, selection);
  if (selection->name_filter != NULL)
    json_object_set_string_member (object, "name-filter", selection->name_filter);
  if (selection->tags->len > 0)
    json_object_set_member (object, "tags", create_tags (selection));
  if (self->view->along_chosen)
    json_object_set_string_member (object, "along", ts_dimension_to_key (self->view->along));
  return json_to_string (node, FALSE);
}

/* --- restoring ---------------------------------------------------------------------------- */

static gint64
find_step (const TsCatalog *catalog, const char *label)
{
  for (guint i = 0; i < catalog->steps->len; i++)
    {
      const TsCatalogStep *step = g_ptr_array_index (catalog->steps, i);
      if (strcmp (step->label, label) == 0)
        return step->step;
    }
  return G_MININT64;
}

static gint64
find_rank (const TsCatalog *catalog, const char *label)
{
  gint64 rank;

  if (g_ascii_string_to_signed (label, 10, G_MININT64, G_MAXINT64, &rank, NULL))
    for (guint i = 0; i < catalog->ranks->len; i++)
      if (g_array_index (catalog->ranks, gint64, i) == rank)
        return rank;
  return G_MININT64;
}

static gint64
find_module (const TsCatalog *catalog, const char *name, gint64 vpp_stage, gint64 micro_step)
{
  for (guint i = 0; i < catalog->targets->len; i++)
    {
      const TsCatalogTarget *target = g_ptr_array_index (catalog->targets, i);
      if (target->vpp_stage == vpp_stage && target->micro_step == micro_step
          && strcmp (target->name, name) == 0)
        return target->id;
    }
  return G_MININT64;
}

/* NULL for what is missing or no string. */
static const char *
get_string (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node)
                 && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* 0 for what is missing or no number. */
static gint64
get_int (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_int (node) : 0;
}

/* What set_value() wrote. */
static gint64
find_value (const TsCatalog *catalog, TsDimension dimension, JsonObject *object)
{
  const char *value = get_string (object, "value");

  if (value == NULL)
    return G_MININT64;
  switch (dimension)
    {
    case TS_DIMENSION_STEP:
      return find_step (catalog, value);
    case TS_DIMENSION_RANK:
      return find_rank (catalog, value);
    case TS_DIMENSION_MODULE:
    default:
      return find_module (catalog, value, get_int (object, "vpp-stage"),
                          get_int (object, "micro-step"));
    }
}

static gboolean
catalog_has_tag (const TsCatalog *catalog, const TsTag *tag)
{
  for (guint i = 0; i < catalog->tags->len; i++)
    if (ts_tag_equal (&((TsCatalogTag *) g_ptr_array_index (catalog->tags, i))->tag, tag))
      return TRUE;
  return FALSE;
}

static void
restore_tags (const TsCatalog *catalog, JsonObject *object, TsSelection *selection)
{
  JsonNode *node = json_object_get_member (object, "tags");
  JsonArray *tags
      = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; tags != NULL && i < json_array_get_length (tags); i++)
    {
      JsonNode *element = json_array_get_element (tags, i);
      JsonObject *named = JSON_NODE_HOLDS_OBJECT (element) ? json_node_get_object (element) : NULL;
      TsTag tag = { 0 };
      if (named == NULL)
        continue;
      tag.name = (char *) get_string (named, "name");
      tag.category = (char *) get_string (named, "category");
      if (tag.name != NULL && tag.category != NULL && catalog_has_tag (catalog, &tag))
        g_ptr_array_add (selection->tags, ts_tag_new (tag.name, tag.category));
    }
}

static void
restore_metric (const TsCatalog *catalog, JsonObject *object, TsSelection *selection)
{
  const char *name = get_string (object, "metric");
  const TsCatalogMetric *metric = name != NULL ? ts_catalog_find_metric (catalog, name) : NULL;
  const char *stat = get_string (object, "statistic");

  if (metric == NULL)
    return;
  g_free (selection->metric);
  g_free (selection->stat);
  selection->metric = g_strdup (metric->name);
  selection->stat = g_strdup (_ts_session_fitting_stat (metric, stat != NULL ? stat : "norm"));
}

void
_ts_session_restore_view (const TsCatalog *catalog, const char *saved, TsView *view)
{
  g_autoptr (JsonNode) node = json_from_string (saved, NULL);
  TsSelection *selection = view->selection;
  JsonObject *object;
  const char *filter;
  TsDimension along;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node) || selection->metric == NULL)
    return;
  object = json_node_get_object (node);
  restore_metric (catalog, object, selection);
  if (ts_dimension_from_key (get_string (object, "dimension"), &selection->dimension))
    selection->value = find_value (catalog, selection->dimension, object);
  filter = get_string (object, "name-filter");
  selection->name_filter = filter != NULL && *filter != '\0' ? g_strdup (filter) : NULL;
  restore_tags (catalog, object, selection);
  if (ts_dimension_from_key (get_string (object, "along"), &along))
    {
      view->along = along;
      view->along_chosen = TRUE;
    }
}
